/* iconv(3): where it stops, and the UTF-16 of what it accepts. */
#define _DEFAULT_SOURCE
#include <iconv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t unhex(const char *hex, char *bytes) {
    size_t len = 0;
    for (unsigned byte; sscanf(hex + 2 * len, "%2x", &byte) == 1; len++) bytes[len] = (char)byte;
    return len;
}

int main(int argc, char **argv) {
    char line[4096], name[4096], in[1024], wanted[2048], out[2048], first[4096] = "", *column[11];
    snprintf(name, sizeof name, "%s/utf8.tsv", argc > 1 ? argv[1] : ".");
    FILE *file = fopen(name, "r");
    iconv_t decoder = iconv_open("UTF-16BE", "UTF-8");
    if (!file || decoder == (iconv_t)-1 || !fgets(line, sizeof line, file)) return perror(name), 1;
    int vectors = 0, differ = 0, agrees;
    for (; fgets(line, sizeof line, file); vectors++) {
        char *rest = line, *from = in, *to = out;
        for (int number = 0; number < 11; number++) column[number] = strsep(&rest, "\t\n");
        size_t left = unhex(column[1], in), wanted_len = unhex(column[8], wanted), room = sizeof out;
        iconv(decoder, NULL, NULL, NULL, NULL);
        if (iconv(decoder, &from, &left, &to, &room) == (size_t)-1)
            agrees = !strcmp(column[2], "false") && from - in == atol(column[3]);
        else
            agrees = !strcmp(column[2], "true") && (size_t)(to - out) == wanted_len && !memcmp(out, wanted, wanted_len);
        if (!agrees && !differ++) strcpy(first, column[0]);
    }
    printf("c iconv: %d vectors, %d differ %s\n", vectors, differ, first);
}
