/* An adapter for illformed. C99 and POSIX, nothing to link.
 *
 * It reads a request a line and writes an answer a line. Change what is marked EDIT, and leave the rest as it is. */

#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* INCOMPLETE is for an API that says, as a thing of its own, that the input ends too early. */
enum said { FINE, ILL_FORMED, INCOMPLETE };

/* What a call of a decoder sets, as far as its API hands it out. */
static void *text;       /* Its units: room for four bytes for each byte of the input, and for 64 more. */
static size_t text_size; /* How many units. */
static size_t error_at;  /* The offset of the ill-formed bytes, from the start or the last reset. */

enum { TERMINATED = 0 }; /* EDIT: 1 if your API takes no size: a NUL follows each input. Claim 'cannot':'00', too. */

/* EDIT: include your decoders in place of this one, and add their source or library to the command of the compiler.
 * It returns the length of a character, 0 if the input ends within it, or minus the length of what is ill-formed. */
static int character(const unsigned char *bytes, size_t size, uint32_t *code) {
    unsigned char lead = bytes[0];
    unsigned char low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    unsigned char high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    int length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if ((lead >= 0x80 && lead < 0xC2) || lead > 0xF4) return -1;
    *code = length == 1 ? lead : lead & 0x7Fu >> length;
    for (int i = 1; i < length; i++, low = 0x80, high = 0xBF) {
        if ((size_t)i == size) return 0;
        if (bytes[i] < low || bytes[i] > high) return -i;
        *code = *code << 6 | (bytes[i] & 0x3F);
    }
    return length;
}

/* EDIT: gives a whole input to your decoder. Only what it calls ill-formed is ILL_FORMED; abort() otherwise. */
static enum said strict(const unsigned char *bytes, size_t size) {
    uint32_t *out = text;
    for (error_at = 0; error_at < size;) {
        int length = character(bytes + error_at, size - error_at, &out[text_size]);
        if (length <= 0) return length ? ILL_FORMED : INCOMPLETE;
        text_size++;
        error_at += (size_t)length;
    }
    return FINE;
}

/* EDIT: another decoder, as many as you have. */
static enum said lossy(const unsigned char *bytes, size_t size) {
    uint32_t *out = text;
    for (size_t at = 0; at < size; text_size++) {
        int length = character(bytes + at, size - at, &out[text_size]);
        if (length <= 0) out[text_size] = 0xFFFD;
        at += length > 0 ? (size_t)length : length ? (size_t)-length : size - at;
    }
    return FINE;
}

static const struct decoder {
    const char *name, *claim;
    int has_text_on_error; /* Whether it hands out the text before an error. */
    enum said (*decode)(const unsigned char *bytes, size_t size);
    enum said (*call)(char call, const unsigned char *chunk, size_t size);
} *asked; /* The one that is asked. */
static unsigned char *place(const unsigned char *bytes, size_t size);

/* EDIT if a decoder takes chunks, and claim a 'script' for it. A call sets `text` to what it puts out: '~' begins anew,
 * '.' is the end, any other takes a chunk. This one collects the chunks, so errors come late: claim none for it. */
static enum said collect(char call, const unsigned char *chunk, size_t size) {
    static unsigned char *held;
    static size_t held_size;
    if (call == '.') return asked->decode(place(held, held_size), held_size);
    if (call == '~') held_size = 0;
    held = realloc(held, held_size + size + 1);
    for (size_t i = 0; i < size; i++) held[held_size++] = chunk[i];
    return FINE;
}

/* EDIT: your decoders, and what the documentation of each promises. `illformed adapter contract` explains each word.
 * The quotes of JSON are written ' here. */
static const struct decoder decoders[] = {
    {"strict", "'api':'strict','kind':'strict','profile':'rfc3629','policy':'fatal',"
     "'out':'utf32','at':'valid_up_to','bom':'keep','script':'none'", 1, strict, collect},
    {"lossy", "'api':'lossy','kind':'lossy','profile':'rfc3629','policy':'maximal-subpart',"
     "'out':'utf32','at':'none','bom':'keep','script':'none'", 0, lossy, collect},
};

/* EDIT: whose decoders they are. */
static const char adapter[] = "'adapter':'mine','protocol':1,'implementation':'C','version':'unknown'";

static void put_json(const char *before, const char *json) {
    for (printf("%s", before); *json; json++) putchar(*json == '\'' ? '"' : *json);
}

static void introduce(void) {
    const int count = sizeof decoders / sizeof *decoders;
    put_json("{", adapter);
    printf(",\"decoders\":%d}\n", count);
    for (asked = decoders; asked < decoders + count; asked++) {
        printf("{\"decoder\":\"%s\"", asked->name);
        put_json(",", asked->claim);
        puts("}");
    }
}

/* What fills memory before a call: what your decoder does not write must not be what was there before. */
static unsigned char canary = 0x5a;

/* Copies bytes to where a decoder gets them, and makes room for the text. Their values choose how they are aligned, so
 * that the same input is always met at the same place. Half of them end where their memory does, where a sanitizer sees
 * a read beyond them; behind the others are canaries. */
static unsigned char *place(const unsigned char *bytes, size_t size) {
    static unsigned char *memory;
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < size; i++) hash = (hash ^ bytes[i]) * 16777619u;
    size_t shift = hash >> 28, behind = hash >> 27 & 1 ? 16 : TERMINATED;
    free(memory);
    memory = malloc(shift + size + behind);
    text = realloc(text, 4 * size + 64);
    memset(memory, canary, shift + size + behind);
    memset(text, canary, 4 * size + 64);
    text_size = 0, error_at = canary;
    if (size) memcpy(memory + shift, bytes, size);
    if (TERMINATED) memory[shift + size] = 0;
    return memory + shift;
}

/* Turns hex into bytes where it stands and returns how many there are. */
static size_t unhex(char *hex) {
    size_t size = strlen(hex) / 2;
    for (size_t i = 0; i < size; i++) hex[i] = (char)strtoul((char[]){hex[2 * i], hex[2 * i + 1], 0}, NULL, 16);
    return size;
}

static int put_text(enum said said, const char *before) { /* Returns whether there is some. */
    const char *out = strstr(asked->claim, "'out':'utf");
    if (!out || (said != FINE && !asked->has_text_on_error)) return 0;
    int width = atoi(out + 10) / 8;
    printf("%s", before);
    for (size_t i = 0; i < text_size; i++) {
        uint32_t unit = width == 4 ? ((uint32_t *)text)[i] : width == 2 ? ((uint16_t *)text)[i] : ((uint8_t *)text)[i];
        printf("%0*lx", 2 * width, (unsigned long)unit);
    }
    return 1;
}

static void put_verdict(enum said said, size_t at) {
    printf("\"answer\":\"%s\"", said == FINE ? "accept" : said == INCOMPLETE ? "incomplete" : "reject");
    if (said != FINE && !strstr(asked->claim, "'at':'none'")) printf(",\"at\":%zu", at);
}

static void answer_decode(char *hex) {
    size_t size = unhex(hex);
    enum said said = asked->decode(place((unsigned char *)hex, size), size);
    put_verdict(said, error_at);
    if (put_text(said, ",\"out\":\"")) putchar('"');
}

static void answer_script(char *calls) {
    enum said said = FINE, first = FINE;
    size_t number = 0, first_call = 0, first_at = 0;
    asked->call('~', (unsigned char *)calls, 0);
    printf("\"outs\":\"");
    for (char *call = strtok(calls, " "); call; call = strtok(NULL, " "), number++) {
        if (number) putchar(' ');
        char kind = *call;
        if (said != FINE && kind != '~') { putchar('x'); continue; } /* After an error, until the next reset. */
        size_t size = strchr("~.-", kind) ? 0 : unhex(call);
        unsigned char *chunk = place((unsigned char *)call, size);
        said = asked->call(kind, chunk, size);
        if (said != FINE && first == FINE) first = said, first_call = number, first_at = error_at;
        if (said != FINE || !text_size) putchar(said == FINE ? '-' : '!');
        put_text(said, "");
    }
    printf("\",");
    if (first != FINE) printf("\"call\":%zu,", first_call);
    put_verdict(first, first_at);
}

int main(void) {
    char *line = NULL, *pattern = getenv("ILLFORMED_CANARY"); /* `adapter check` sets it, to different values. */
    size_t room = 0;
    if (pattern) canary = (unsigned char)strtoul(pattern, NULL, 16);
    while (getline(&line, &room, stdin) > 0) {
        /* {"op":"decode","seq":1,"decoder":"strict","bytes":"41"}: always these keys in this order, and no spaces. */
        char *seq = strstr(line, "\"seq\":"), *name = strstr(line, "\"decoder\":"), *value = strrchr(line, ':') + 2;
        if (!name) introduce();
        else {
            name += 11, name[strcspn(name, "\"")] = 0, value[strcspn(value, "\"")] = 0;
            for (asked = decoders; strcmp(asked->name, name); asked++) {}
            printf("{\"seq\":%lu,", strtoul(seq + 6, NULL, 10));
            (line[7] == 'd' ? answer_decode : answer_script)(value);
            puts("}");
        }
        fflush(stdout);
    }
    free(line);
}
