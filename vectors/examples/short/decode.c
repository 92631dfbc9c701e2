/* iconv(3): whether it takes the bytes. */
#include <iconv.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    char name[4096], id[4096], hex[4096], valid[8], in[2048], out[8192], first[4096] = "";
    int vectors = 0, differ = 0;
    iconv_t to_utf16 = iconv_open("UTF-16LE", "UTF-8");
    FILE *file = fopen(strcat(strcpy(name, argc > 1 ? argv[1] : "."), "/utf8.tsv"), "r");
    for (fscanf(file, "%*[^\n]"); fscanf(file, " %[^\t]%*1[\t]", id) == 1; vectors++) {
        size_t len = 0, room = sizeof out;
        if (fscanf(file, "%[0-9a-f]", hex) != 1) *hex = 0;
        fscanf(file, "\t%7[a-z]%*[^\n]", valid);
        for (unsigned byte; sscanf(hex + 2 * len, "%2x", &byte) == 1; len++) in[len] = (char)byte;
        char *from = in, *to = out;
        int accepted = !iconv(to_utf16, NULL, NULL, NULL, NULL) && iconv(to_utf16, &from, &len, &to, &room) == 0;
        if (accepted != !strcmp(valid, "true") && !differ++) strcpy(first, id);
    }
    printf("c short: %d vectors, %d differ %s\n", vectors, differ, first);
}
