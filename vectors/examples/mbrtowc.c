/* mbrtowc(3): where it stops. */
#define _DEFAULT_SOURCE
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

int main(int argc, char **argv) {
    char line[4096], name[4096], in[1024], first[4096] = "", *column[11];
    snprintf(name, sizeof name, "%s/utf8.tsv", argc > 1 ? argv[1] : ".");
    FILE *file = fopen(name, "r");
    if (!file || !setlocale(LC_CTYPE, "C.UTF-8") || !fgets(line, sizeof line, file)) return perror(name), 1;
    int vectors = 0, differ = 0;
    for (; fgets(line, sizeof line, file); vectors++) {
        char *rest = line;
        size_t len = 0, at = 0, used = 0;
        for (int number = 0; number < 11; number++) column[number] = strsep(&rest, "\t\n");
        for (unsigned byte; sscanf(column[1] + 2 * len, "%2x", &byte) == 1; len++) in[len] = (char)byte;
        mbstate_t state = {0};
        for (wchar_t code; at < len && (used = mbrtowc(&code, in + at, len - at, &state)) <= len;)
            at += used ? used : 1; /* U+0000 is said to use nothing. */
        if ((strcmp(column[2], at == len ? "true" : "false") || (at < len && (long)at != atol(column[3]))) && !differ++)
            strcpy(first, column[0]);
    }
    printf("c mbrtowc: %d vectors, %d differ %s\n", vectors, differ, first);
}
