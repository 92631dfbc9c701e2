/* An adapter for illformed. C11 and POSIX, nothing to link.
 *
 * It reads a request a line and writes an answer a line. Change what is marked EDIT, and leave the rest as it is. */

#define _POSIX_C_SOURCE 200809L
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uchar.h>
#include <wchar.h>

enum said { FINE, ILL_FORMED };

static char *text;        /* What the decoder puts out, as hex. */
static size_t text_size;

/* Adds a code point, in eight digits. There is room for one a byte of the input. */
static void put(unsigned long code) { text_size += (size_t)sprintf(text + text_size, "%08lx", code); }

/* What fills an output before a call: a unit that your decoder does not write must not be one that was there before. */
static unsigned char canary = 0x5a;

/* EDIT: your decoder in the place of this one, a call that decodes one character. It returns how many bytes it took,
 * (size_t)-1 for ill-formed bytes, and (size_t)-2 where the end of a character is missing: the call with the rest of it
 * goes on. `cc -DMBRTOC32 ...` takes the C library's, which has the same shape; glibc's accepts more than RFC 3629. */
#ifdef MBRTOC32
#define API "mbrtoc32"
#define decode mbrtoc32
typedef mbstate_t decoder_state;
#else
#define API "decode"
typedef struct {
    char32_t code;
    unsigned missing;        /* How many bytes the character lacks. */
    unsigned char low, high; /* What the next of them may be. */
} decoder_state;

static size_t decode(char32_t *code, const char *bytes, size_t size, decoder_state *state) {
    for (size_t i = 0; i < size; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        if (state->missing) {
            if (byte < state->low || byte > state->high) return (size_t)-1;
            state->code = state->code << 6 | (byte & 0x3F);
            state->missing--;
            state->low = 0x80, state->high = 0xBF;
        } else if (byte < 0x80) {
            state->code = byte;
        } else {
            if (byte < 0xC2 || byte > 0xF4) return (size_t)-1;
            state->missing = byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3;
            state->code = byte & 0x3F >> state->missing;
            state->low = byte == 0xE0 ? 0xA0 : byte == 0xF0 ? 0x90 : 0x80;
            state->high = byte == 0xED ? 0x9F : byte == 0xF4 ? 0x8F : 0xBF;
        }
        if (!state->missing) {
            *code = state->code;
            return i + 1;
        }
    }
    return (size_t)-2;
}
#endif

/* EDIT: what your decoder keeps between two chunks. Offsets count from the last reset. */
static decoder_state state;
static size_t fed;      /* How many bytes it was given. */
static size_t begun;    /* Where the character begins that it is at. */
static size_t error_at; /* Set with ILL_FORMED. */

/* EDIT: gives some bytes to your decoder and puts its text, code point by code point. */
static enum said feed(const char *bytes, size_t size) {
    for (size_t i = 0; i < size;) {
        char32_t code;
        memset(&code, canary, sizeof code);
        size_t length = decode(&code, bytes + i, size - i, &state);
        if (length == (size_t)-1) {
            error_at = begun;
            return ILL_FORMED;
        }
        if (length == (size_t)-2) break; /* The rest may be the beginning of a character. */
        i += length ? length : 1;        /* mbrtoc32 returns 0 for U+0000, which is one byte. */
        begun = fed + i;
        put(code);
    }
    fed += size;
    return FINE;
}

/* EDIT: tells your decoder that the input is over. */
static enum said finish(void) {
    error_at = begun;
    return begun == fed ? FINE : ILL_FORMED;
}

/* EDIT: makes your decoder forget everything. */
static void reset(void) {
    memset(&state, 0, sizeof state);
    fed = begun = 0;
}

/* EDIT: whose decoder it is, and what its documentation promises. `illformed adapter contract` explains each word.
 * "script" is "reset" if the decoder takes chunks and can be reset; as it stands it is asked whole inputs only. */
static const char introduction[] =
    "{\"adapter\":\"mine\",\"protocol\":1,\"implementation\":\"C\",\"version\":\"unknown\",\"decoders\":1}\n"
    "{\"decoder\":\"strict\",\"api\":\"" API "\",\"kind\":\"strict\",\"profile\":\"rfc3629\",\"policy\":\"fatal\","
    "\"out\":\"utf32\",\"at\":\"valid_up_to\",\"bom\":\"keep\",\"script\":\"none\"}\n";

static unsigned digit(char c) { return (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10); }

/* Turns hex into bytes where it stands and returns how many there are. */
static size_t unhex(char *hex, size_t digits) {
    for (size_t i = 0; i + 1 < digits; i += 2) hex[i / 2] = (char)(digit(hex[i]) << 4 | digit(hex[i + 1]));
    return digits / 2;
}

/* Feeds what the hex stands for, and begins a new text. */
static enum said feed_hex(char *hex) {
    size_t digits = strlen(hex);
    text = realloc(text, 4 * digits + 1);
    if (!text) exit(1);
    text_size = 0;
    return feed(hex, unhex(hex, digits));
}

static void answer_decode(const char *seq, char *hex) {
    reset();
    enum said said = feed_hex(hex);
    if (said == FINE) said = finish();
    printf("{\"seq\":%s,\"out\":\"%.*s\",\"answer\":", seq, (int)text_size, text);
    if (said == FINE) printf("\"accept\"}\n");
    else printf("\"reject\",\"at\":%zu}\n", error_at); /* EDIT: no `at` if the API does not say it. */
}

static void answer_script(const char *seq, char *calls) {
    enum said said = FINE;
    size_t number = 0, first_call = 0, first_at = 0;
    int failed = 0;
    reset();
    printf("{\"seq\":%s,\"outs\":\"", seq);
    for (char *call = strtok(calls, " "); call; call = strtok(NULL, " "), number++) {
        if (number) putchar(' ');
        if (said == ILL_FORMED && *call != '~') {
            putchar('x'); /* After an error nothing is called until the next reset. */
            continue;
        }
        said = FINE;
        text_size = 0;
        if (*call == '~') reset();
        else if (*call == '.') said = finish();
        else said = feed_hex(*call == '-' ? call + 1 : call);
        if (said == ILL_FORMED) {
            putchar('!');
            if (!failed) failed = 1, first_call = number, first_at = error_at;
        } else if (!text_size) {
            putchar('-');
        }
        printf("%.*s", (int)text_size, text ? text : "");
    }
    printf("\",\"answer\":");
    if (!failed) printf("\"accept\"}\n");
    else printf("\"reject\",\"call\":%zu,\"at\":%zu}\n", first_call, first_at);
}

int main(void) {
    char *line = NULL;
    size_t room = 0;
    const char *pattern = getenv("ILLFORMED_CANARY"); /* `adapter check` sets it, to different values. */
    if (pattern) canary = (unsigned char)strtoul(pattern, NULL, 16);
    setlocale(LC_ALL, "C.UTF-8"); /* EDIT: only decoders of the C library need it. */
    while (getline(&line, &room, stdin) > 0) {
        /* {"op":"decode","seq":1,"decoder":"strict","bytes":"41"}: always these keys in this order, and no spaces. */
        char *op = strstr(line, "\"op\":\"") + 6, *seq = strstr(line, "\"seq\":");
        if (*op == 'h') {
            fputs(introduction, stdout);
        } else {
            char *value = strrchr(line, ':') + 2;
            seq += 6;
            seq[strcspn(seq, ",")] = 0;
            value[strcspn(value, "\"")] = 0;
            if (*op == 'd') answer_decode(seq, value);
            else answer_script(seq, value);
        }
        fflush(stdout);
    }
    free(line);
    return 0;
}
