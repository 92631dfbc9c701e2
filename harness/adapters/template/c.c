/* An adapter for illformed. C99 and POSIX, nothing to link.
 *
 * It reads a request a line and writes an answer a line. Change what is marked EDIT, and leave the rest as it is. */

#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* EDIT: a unit of your decoder's text: uint32_t for "out":"utf32", uint16_t for "utf16", unsigned char for "utf8". */
typedef uint32_t unit;

/* EDIT: what your API hands out. An answer has nothing else. */
enum {
    HAS_TEXT = 1,          /* 0 for a validator; claim "kind":"validate" and "out":"none". */
    HAS_TEXT_ON_ERROR = 1, /* 0 if it hands out no text before an error. */
    HAS_OFFSET = 1         /* 0 if it does not say where an error is; claim "at":"none". */
};

/* EDIT: include your decoder in the place of this one, and add its source or library to the command of the compiler.
 * This one returns 0, or -1 with the offset of the first ill-formed sequence; `out` then has the text before it. */
static int decode(const unsigned char *bytes, size_t size, unit *out, size_t *out_size, size_t *error_at) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    *out_size = 0;
    for (size_t at = 0; at < size;) {
        unsigned char lead = bytes[at];
        size_t length = lead < 0x80 ? 1 : lead < 0xC0 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF8 ? 4 : 0;
        uint32_t code = length == 1 ? lead : lead & 0x7Fu >> length;
        int fine = length > 0 && length <= size - at;
        for (size_t i = 1; fine && i < length; i++) {
            fine = (bytes[at + i] & 0xC0) == 0x80;
            code = code << 6 | (bytes[at + i] & 0x3F);
        }
        if (!fine || code < least[length] || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) {
            *error_at = at;
            return -1;
        }
        out[(*out_size)++] = code;
        at += length;
    }
    return 0;
}

/* What the calls below set. */
static unit *text;
static size_t text_size; /* How many units. */
static size_t error_at;  /* The offset of the ill-formed bytes, from the start or the last reset. */

enum said { FINE, ILL_FORMED };

/* EDIT: gives a whole input to your decoder. `text` has room for a unit a byte and one more. If your API takes no size,
 * set bytes[size] to 0 and claim "cannot":"00". Only what it calls ill-formed is ILL_FORMED; abort() otherwise. */
static enum said decode_whole(unsigned char *bytes, size_t size) {
    return decode(bytes, size, text, &text_size, &error_at) == 0 ? FINE : ILL_FORMED;
}

static void make_room(size_t size);

/* EDIT if your decoder takes chunks, and say so under "script" below. Each call sets `text` to what it puts out.
 * These collect the chunks for a decoder of whole inputs, so errors come late: claim no "script" for them. */
static unsigned char *held;
static size_t held_size;

static enum said feed(const unsigned char *chunk, size_t size) {
    held = realloc(held, held_size + size + 1);
    if (!held) abort();
    memcpy(held + held_size, chunk, size);
    held_size += size;
    return FINE;
}

static enum said finish(void) {
    make_room(held_size);
    return decode_whole(held, held_size);
}

static void reset(void) { held_size = 0; }

/* EDIT: whose decoder it is, and what its documentation promises. `illformed adapter contract` explains each word. */
static const char introduction[] =
    "{\"adapter\":\"mine\",\"protocol\":1,\"implementation\":\"C\",\"version\":\"unknown\",\"decoders\":1}\n"
    "{\"decoder\":\"strict\",\"api\":\"decode\",\"kind\":\"strict\",\"profile\":\"rfc3629\",\"policy\":\"fatal\","
    "\"out\":\"utf32\",\"at\":\"valid_up_to\",\"bom\":\"keep\",\"script\":\"none\"}\n";

static int has_text(enum said said) { return HAS_TEXT && (said == FINE || HAS_TEXT_ON_ERROR); }

static void put_text(void) {
    for (size_t i = 0; i < text_size; i++) printf("%0*lx", (int)(2 * sizeof(unit)), (unsigned long)text[i]);
}

/* What fills memory before a call: what your decoder does not write must not be what was there before. */
static unsigned char canary = 0x5a;

static void make_room(size_t size) {
    text = realloc(text, (size + 1) * sizeof(unit));
    if (!text) abort();
    memset(text, canary, (size + 1) * sizeof(unit));
    text_size = 0;
    error_at = canary;
}

static unsigned digit(char c) { return (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10); }

/* Turns hex into bytes where it stands and returns how many there are. */
static size_t unhex(char *hex) {
    size_t digits = strlen(hex), size = digits / 2;
    for (size_t i = 0; i < size; i++) hex[i] = (char)(digit(hex[2 * i]) << 4 | digit(hex[2 * i + 1]));
    memset(hex + size, canary, digits - size);
    return size;
}

static void answer_decode(const char *seq, char *hex) {
    size_t size = unhex(hex);
    make_room(size);
    enum said said = decode_whole((unsigned char *)hex, size);
    printf("{\"seq\":%s,\"answer\":\"%s\"", seq, said == FINE ? "accept" : "reject");
    if (said == ILL_FORMED && HAS_OFFSET) printf(",\"at\":%zu", error_at);
    if (has_text(said)) {
        printf(",\"out\":\"");
        put_text();
        putchar('"');
    }
    printf("}\n");
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
        if (*call == '-') *call = 0; /* An empty chunk. */
        char kind = *call;
        size_t size = kind == '~' || kind == '.' ? 0 : unhex(call);
        make_room(size);
        if (kind == '~') reset();
        else if (kind == '.') said = finish();
        else said = feed((unsigned char *)call, size);
        if (said == ILL_FORMED) {
            putchar('!');
            if (!failed) failed = 1, first_call = number, first_at = error_at;
        } else if (!text_size) {
            putchar('-');
        }
        if (has_text(said)) put_text();
    }
    printf("\",\"answer\":\"%s\"", failed ? "reject" : "accept");
    if (failed) printf(",\"call\":%zu", first_call);
    if (failed && HAS_OFFSET) printf(",\"at\":%zu", first_at);
    printf("}\n");
}

int main(void) {
    char *line = NULL;
    size_t room = 0;
    const char *pattern = getenv("ILLFORMED_CANARY"); /* `adapter check` sets it, to different values. */
    if (pattern) canary = (unsigned char)strtoul(pattern, NULL, 16);
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
