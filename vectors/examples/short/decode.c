/* iconv(3), with utf8.tsv on standard input. */
#include <iconv.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[8192], in[2048], out[8192];
    int vectors = -1, differ = 0; /* The first line has names. */
    for (iconv_t to_utf16 = iconv_open("UTF-16LE", "UTF-8"); fgets(line, sizeof line, stdin); vectors++) {
        char *hex = strchr(line, '\t') + 1, *valid = strchr(hex, '\t') + 1, *from = in, *to = out;
        size_t len = 0, room = sizeof out;
        for (unsigned byte; hex + 2 * len + 2 < valid && sscanf(hex + 2 * len, "%2x", &byte) == 1; len++) in[len] = (char)byte;
        int failed = iconv(to_utf16, NULL, NULL, NULL, NULL) || iconv(to_utf16, &from, &len, &to, &room);
        differ += vectors >= 0 && failed == !strncmp(valid, "true", 4);
    }
    printf("c short: %d vectors, %d differ\n", vectors, differ);
}
