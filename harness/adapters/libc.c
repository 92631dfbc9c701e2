/* Adapter for the UTF-8 decoders of the C library; protocol 1 (CONTRACT.md beside this file).
 *
 * Build it with `cc -O2 -o libc libc.c`: C11, POSIX.1-2008 and memmem(), nothing to link. For musl it is an adapter of
 * its own, built with `musl-gcc -static -DMUSL -O2 -o musl libc.c`. It needs a locale of UTF-8:
 * C.UTF-8, else en_US.UTF-8 or UTF-8, and says on standard error which of them it set, unless it is the first.
 * It has over 700 lines because an adapter is one file, which is compiled alone.
 *
 * - Ill-formed is what the API documents for it: (size_t)-1 and EILSEQ (mbtowc: -1). Any other errno ends this process.
 * - `incomplete` is what says it: (size_t)-2 of mbrtowc and its kin, EINVAL of iconv. The call that ends a script asks
 *   mbsinit() whether a character was begun, or has iconv() flush and goes by what it said last of the bytes that it
 *   left.
 * - `at`, where an API counts what it consumed, is what it had consumed when it began the character it then refused.
 *   mbtowc and its kin report it so, call by call; iconv and mbsnrtowcs leave a pointer there.
 * - Text before an error: mbrtowc and its kin have handed it out by then, and iconv says how much it wrote.
 *   The functions of strings have written it and do not say how much; that is no handing out.
 * - (size_t)-2 of mbrtowc is for what is "incomplete (but potentially valid)" (C11, 7.29.6.3.2), and EINVAL of iconv is
 *   for "an incomplete character": of what nothing can complete, neither should be said.
 * - NUL: mbrtowc and its kin return 0 for it and no length. It is one byte, by the C standard (5.2.1.2).
 * - `profile`: glibc documents of UTF-8 that it has "sequences of 2-6 non-ASCII bytes" (manual, 6.1), its charmap has
 *   <mb_cur_max> 6, and MB_CUR_MAX is 6: that is RFC 2279, and so we claim it where the result is a wchar_t or UCS-4
 *   (of 31 bits). The claim is `rfc3629` where the C standard or the target's name says Unicode: mbrtoc8, mbrtoc16,
 *   mbrtoc32, UTF-16, UTF-32. It is `rfc3629` throughout for other C libraries.
 * - A `//IGNORE` of iconv_open() is documented for characters that the target lacks, and what it does to ill-formed
 *   input is what `iconv -c` is documented for: invalid characters are omitted. glibc says -1 and EILSEQ when it has
 *   omitted something and goes on, so that is no error. Neither is EINVAL, since that decoder is lossy: the bytes stay
 *   where they are, as with `iconv -c`.
 * - iconv_open() anew for each request, iconv(cd, NULL, ...) for a reset. Zeroing an mbstate_t is a reset too.
 * - Every output is filled with the byte of ILLFORMED_CANARY (5a without it) before each call, and so is the memory
 *   behind an input. A unit that the API reports and does not write is no text: it is left out. glibc's mbrtoc8 does so
 *   above U+10FFFF, where it returns a length and leaves its argument alone. errno is 0 before each call. */

#define _GNU_SOURCE
#include <errno.h>
#include <iconv.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uchar.h>
#include <unistd.h>
#include <wchar.h>
#define NAME "libc"
#ifdef __GLIBC__
#include <gnu/libc-version.h>
#define LIBC "glibc"
#define LIBC_VERSION gnu_get_libc_version()
#define WIDE "rfc2279"
#if __GLIBC_PREREQ(2, 36)
#define HAVE_MBRTOC8
#endif
#elif defined MUSL
/* musl has no macro that names it, nor its version: the text that its loader prints is in the static library alone. */
extern const char __libc_version[];
#undef NAME
#define NAME "musl"
#define LIBC "musl"
#define LIBC_VERSION __libc_version
#define WIDE "rfc3629"
#else
#define LIBC "another C library"
#define LIBC_VERSION "unknown"
#define WIDE "rfc3629"
#endif

_Static_assert(sizeof(wchar_t) == 4, "text is written as utf32");

/* ---- Bytes that grow. */

struct bytes {
    char *at;
    size_t len, room;
};

static struct bytes out;  /* The answers. */
static struct bytes text; /* What a decoder put out in one call: its units, big end first. */

static void write_answers(void) {
    for (size_t written = 0; written < out.len;) {
        ssize_t n = write(1, out.at + written, out.len - written);
        if (n < 0 && errno != EINTR) _exit(1);
        if (n > 0) written += (size_t)n;
    }
    out.len = 0;
}

/* Ends this process. The answers that are whole are still written. */
static void die(const char *what) {
    perror(what);
    while (out.len && out.at[out.len - 1] != '\n') out.len--;
    write_answers();
    exit(1);
}

static void reserve(struct bytes *b, size_t more) {
    if (b->room - b->len >= more) return;
    size_t room = b->room < 4096 ? 4096 : b->room;
    while (room - b->len < more) room *= 2;
    b->at = realloc(b->at, room);
    if (!b->at) die("realloc");
    b->room = room;
}

static void put(struct bytes *b, const char *from, size_t n) {
    reserve(b, n);
    if (n) memcpy(b->at + b->len, from, n);
    b->len += n;
}

static void say(const char *s) { put(&out, s, strlen(s)); }

static void say_number(size_t n) {
    char digits[24], *p = digits + sizeof digits;
    do *--p = (char)('0' + n % 10);
    while (n /= 10);
    put(&out, p, (size_t)(digits + sizeof digits - p));
}

static const char DIGITS[] = "0123456789abcdef";
static unsigned char digit_of[256];

static void fill_table(void) {
    for (unsigned char i = 0; i < 16; i++) digit_of[(unsigned char)DIGITS[i]] = i;
}

static void say_text(void) {
    reserve(&out, 2 * text.len);
    for (size_t i = 0; i < text.len; i++) {
        out.at[out.len++] = DIGITS[(unsigned char)text.at[i] >> 4];
        out.at[out.len++] = DIGITS[text.at[i] & 15];
    }
}

/* ---- What is there before a call. */

/* Fills every output before a call, and the memory behind an input. */
static unsigned char canary = 0x5a;

/* How many bytes behind an input are filled: an API that reads on must not find an earlier input there. */
#define BEHIND 64

static void fill_behind(struct bytes *b) {
    reserve(b, BEHIND);
    memset(b->at + b->len, canary, BEHIND);
}

/* `units` wide characters of room for an output. */
static wchar_t *wide_room(struct bytes *b, size_t units) {
    reserve(b, units * sizeof(wchar_t));
    memset(b->at, canary, units * sizeof(wchar_t));
    return (wchar_t *)(void *)b->at;
}

static void read_canary(void) {
    const char *digits = getenv("ILLFORMED_CANARY");
    if (!digits) return;
    char *end;
    unsigned long value = strtoul(digits, &end, 16);
    if (end != digits + 2 || *end) {
        errno = EINVAL;
        die("ILLFORMED_CANARY is not two hex digits");
    }
    canary = (unsigned char)value;
}

/* The bytes that are written as `hex`; never NULL, and they last until the next call. */
static struct bytes *unhex(const char *hex, size_t digits) {
    static struct bytes b;
    b.len = 0;
    reserve(&b, digits / 2 + 1);
    for (size_t i = 0; i + 1 < digits; i += 2)
        b.at[b.len++] = (char)(digit_of[(unsigned char)hex[i]] << 4 | digit_of[(unsigned char)hex[i + 1]]);
    fill_behind(&b);
    return &b;
}

/* ---- What every decoder works on. */

enum said { FINE, INVALID, INCOMPLETE };
#define NOWHERE ((size_t)-1)

static size_t error_at;      /* Set with INVALID and INCOMPLETE. */
static size_t consumed;      /* Since the last reset, up to the character at hand. */
static size_t fed;           /* Since the last reset. */
static mbstate_t state;
static iconv_t converter;
static struct bytes left;    /* What the API left to be given again with the next chunk, and that chunk. */
static struct bytes scratch; /* Room for what it puts out. */

/* A unit of text, as a call left it. */
struct unit {
    unsigned long value;
    /* The call wrote it. An argument that it left alone has no value. */
    int written;
};

struct decoder {
    const char *name, *claim;
    /* Takes some bytes. */
    enum said (*feed)(const struct decoder *, const char *, size_t);
    /* Ends the input; NULL if there is nothing to be said or asked then. */
    enum said (*finish)(const struct decoder *);
    /* One character, for mbrtowc and its kin; how many bytes its unit has. */
    size_t (*step)(struct unit *, const char *, size_t);
    size_t width;
    /* The code to convert to, for iconv, and how many bytes each of its units has if the little end is first. */
    const char *to;
    size_t little_endian;
    int takes_chunks, hands_out_text_before_an_error;
};

/* A beginning, whatever came before. */
static void reset(const struct decoder *d) {
    memset(&state, 0, sizeof state);
    if (d->to) iconv(converter, NULL, NULL, NULL, NULL);
    if (d->step && !d->takes_chunks) mbtowc(NULL, NULL, 0);
    consumed = fed = left.len = text.len = 0;
}

static void put_unit(unsigned long unit, size_t width) {
    char big_endian[4] = {(char)(unit >> 24), (char)(unit >> 16), (char)(unit >> 8), (char)unit};
    put(&text, big_endian + 4 - width, width);
}

static enum said invalid(const struct decoder *d, size_t at) {
    if (errno != EILSEQ) die(d->name);
    error_at = at;
    return INVALID;
}

/* ---- mbrtowc and its kin: one character a call. */

/* Whether a call reports a unit. */
static int is_unit(size_t returned) { return returned != (size_t)-1 && returned != (size_t)-2; }

/* A result that has the canary in a byte may not have been written there. The same call with another canary in the
 * argument, and from the same state, shows it: what was not written differs. */
#define STEP(API, UNIT)                                                             \
    static size_t step_##API(struct unit *unit, const char *s, size_t n) {          \
        mbstate_t before = state;                                                   \
        UNIT c, again;                                                              \
        memset(&c, canary, sizeof c);                                               \
        errno = 0;                                                                  \
        size_t r = API(&c, s, n, &state);                                           \
        *unit = (struct unit){(unsigned long)c, 1};                                 \
        if (is_unit(r) && memchr(&c, canary, sizeof c)) {                           \
            memset(&again, ~canary, sizeof again);                                  \
            API(&again, s, n, &before);                                             \
            unit->written = c == again;                                             \
        }                                                                           \
        return r;                                                                   \
    }
STEP(mbrtowc, wchar_t)
STEP(mbrtoc32, char32_t)
STEP(mbrtoc16, char16_t)
#ifdef HAVE_MBRTOC8
STEP(mbrtoc8, char8_t)
#endif

/* It has its state inside, and -1 is all that it says: incomplete is no thing of its own, EILSEQ is optional. Between
 * two characters the state is the initial one, so that the second look needs no copy of it. */
static size_t step_mbtowc(struct unit *unit, const char *s, size_t n) {
    wchar_t c, again;
    memset(&c, canary, sizeof c);
    errno = EILSEQ;
    int r = mbtowc(&c, s, n);
    *unit = (struct unit){(unsigned long)c, 1};
    if (r >= 0 && memchr(&c, canary, sizeof c)) {
        memset(&again, ~canary, sizeof again);
        mbtowc(&again, s, n);
        unit->written = c == again;
    }
    return r < 0 ? (size_t)-1 : (size_t)r;
}

static enum said steps_feed(const struct decoder *d, const char *s, size_t n) {
    size_t i = 0;
    /* Units narrower than a character may be owed when all bytes are consumed: they come as (size_t)-3. */
    while (i < n || d->width < 4) {
        struct unit unit;
        size_t r = d->step(&unit, s + i, n - i);
        if (r == (size_t)-1) return invalid(d, consumed);
        if (r == (size_t)-2) break;
        if (r != (size_t)-3) i += r ? r : 1;
        consumed = fed + i;
        if (unit.written) put_unit(unit.value, d->width);
    }
    fed += n;
    return FINE;
}

static enum said steps_finish(const struct decoder *d) {
    (void)d;
    error_at = consumed;
    return mbsinit(&state) ? FINE : INCOMPLETE;
}

/* ---- mbsnrtowcs and its kin: a string a call. */

static enum said put_wide(const wchar_t *from, size_t units) {
    for (size_t i = 0; i < units; i++) put_unit((unsigned long)from[i], 4);
    return FINE;
}

/* Whether an incomplete character at the end is consumed into the state or left is up to the implementation (POSIX);
 * this does for both. What the state has of it when the rest is refused is not said, nor where it began. */
static enum said mbsnrtowcs_feed(const struct decoder *d, const char *s, size_t n) {
    put(&left, s, n);
    fill_behind(&left);
    wchar_t *to = wide_room(&scratch, left.len + 1);
    const char *from = left.at;
    int begun = !mbsinit(&state);
    errno = 0;
    size_t units = mbsnrtowcs(to, &from, left.len, left.len + 1, &state);
    size_t used = (size_t)(from - left.at);
    if (units == (size_t)-1) return invalid(d, begun && !used ? NOWHERE : consumed + used);
    put_wide(to, units);
    consumed += used;
    left.len -= used;
    memmove(left.at, from, left.len);
    return FINE;
}

static enum said mbsnrtowcs_finish(const struct decoder *d) {
    (void)d;
    error_at = left.len ? consumed : NOWHERE;
    return left.len || !mbsinit(&state) ? INCOMPLETE : FINE;
}

/* Makes a string of an input; `to` is room for its text. */
static const char *string(const char *s, size_t n, wchar_t **to) {
    put(&left, s, n);
    put(&left, "", 1);
    fill_behind(&left);
    *to = wide_room(&scratch, n + 1);
    errno = 0;
    return left.at;
}

static enum said mbstowcs_feed(const struct decoder *d, const char *s, size_t n) {
    wchar_t *to;
    const char *from = string(s, n, &to);
    size_t units = mbstowcs(to, from, n + 1);
    return units == (size_t)-1 ? invalid(d, NOWHERE) : put_wide(to, units);
}

static enum said mbsrtowcs_feed(const struct decoder *d, const char *s, size_t n) {
    wchar_t *to;
    const char *from = string(s, n, &to);
    size_t units = mbsrtowcs(to, &from, n + 1, &state);
    return units == (size_t)-1 ? invalid(d, (size_t)(from - left.at)) : put_wide(to, units);
}

/* "Converted as if by repeated calls to the mbrtowc function" (C11, 7.29.2.1). */
static enum said swprintf_feed(const struct decoder *d, const char *s, size_t n) {
    wchar_t *to;
    const char *from = string(s, n, &to);
    int units = swprintf(to, n + 1, L"%s", from);
    return units < 0 ? invalid(d, NOWHERE) : put_wide(to, (size_t)units);
}

/* ---- fgetwc, fgetws. */

/* Streams of fmemopen() and fopencookie() are for bytes alone in glibc: fgetwc() crashes on them. So they read a
 * file that has no name, through a fresh stream each time. */
static FILE *stream_of(const char *s, size_t n) {
    static FILE *file;
    if (!file && !(file = tmpfile())) die("tmpfile");
    int fd = dup(fileno(file));
    if (fd < 0 || ftruncate(fd, 0) || pwrite(fd, s, n, 0) != (ssize_t)n || lseek(fd, 0, SEEK_SET)) die("tmpfile");
    FILE *stream = fdopen(fd, "r");
    if (!stream) die("fdopen");
    return stream;
}

/* The C standard has EILSEQ alone for an encoding error (7.29.3.1), POSIX the error indicator too. */
static enum said close_stream(const struct decoder *d, FILE *stream) {
    enum said said = errno == EILSEQ || ferror(stream) ? invalid(d, NOWHERE) : FINE;
    fclose(stream);
    return said;
}

static enum said fgetwc_feed(const struct decoder *d, const char *s, size_t n) {
    FILE *stream = stream_of(s, n);
    wint_t c;
    /* A success may set errno too. */
    while (errno = 0, (c = fgetwc(stream)) != WEOF) put_unit(c, 4);
    return close_stream(d, stream);
}

static enum said fgetws_feed(const struct decoder *d, const char *s, size_t n) {
    FILE *stream = stream_of(s, n);
    for (;;) {
        wchar_t *to = wide_room(&scratch, n + 2);
        errno = 0;
        if (!fgetws(to, (int)n + 2, stream)) return close_stream(d, stream);
        put_wide(to, wcslen(to));
    }
}

/* ---- iconv. */

/* Text has the big end first. */
static void put_converted(const struct decoder *d, char *from, size_t n) {
    for (size_t unit = 0; d->little_endian && unit + d->little_endian <= n; unit += d->little_endian) {
        for (char *low = from + unit, *high = low + d->little_endian - 1; low < high; low++, high--) {
            char byte = *low;
            *low = *high;
            *high = byte;
        }
    }
    put(&text, from, n);
}

/* Converts what is left over and the chunk. What it says of a cut character is no error before the end. */
static enum said iconv_convert(const struct decoder *d, const char *s, size_t n, int omits) {
    put(&left, s, n);
    fill_behind(&left);
    /* The same room for the same input, however long the inputs before it were. */
    size_t room = 4 * left.len + 64;
    reserve(&scratch, room);
    char *from = left.at, *before;
    size_t from_len = left.len;
    int error;
    do {
        char *to = scratch.at;
        size_t to_len = room;
        before = from;
        memset(to, canary, room);
        errno = 0;
        error = iconv(converter, &from, &from_len, &to, &to_len) == (size_t)-1 ? errno : 0;
        put_converted(d, scratch.at, (size_t)(to - scratch.at));
        /* It has omitted something and goes on; without progress it would be no omission. */
    } while (error == E2BIG || (omits && error == EILSEQ && from_len && from != before));
    consumed += (size_t)(from - left.at);
    left.len = from_len;
    memmove(left.at, from, from_len);
    if (!error || error == EINVAL || (omits && error == EILSEQ && !from_len)) return FINE;
    errno = error;
    return invalid(d, consumed);
}

static enum said iconv_feed(const struct decoder *d, const char *s, size_t n) { return iconv_convert(d, s, n, 0); }

static enum said iconv_omitting_feed(const struct decoder *d, const char *s, size_t n) {
    return iconv_convert(d, s, n, 1);
}

static enum said iconv_omitting_finish(const struct decoder *d) {
    char buffer[64], *to = buffer;
    size_t room = sizeof buffer;
    memset(buffer, canary, sizeof buffer);
    errno = 0;
    if (iconv(converter, NULL, NULL, &to, &room) == (size_t)-1) die(d->name);
    put_converted(d, buffer, (size_t)(to - buffer));
    return FINE;
}

static enum said iconv_finish(const struct decoder *d) {
    iconv_omitting_finish(d);
    error_at = consumed;
    return left.len ? INCOMPLETE : FINE;
}

/* ---- What there is and what it claims. */

#define CLAIM(API, KIND, PROFILE, POLICY, OUT, AT, SCRIPT) \
    "\"api\":\"" API "\",\"kind\":\"" KIND "\",\"profile\":\"" PROFILE "\",\"policy\":\"" POLICY \
    "\",\"out\":\"" OUT "\",\"at\":\"" AT "\",\"bom\":\"keep\",\"script\":\"" SCRIPT "\""
#define STRICT(API, PROFILE, OUT, AT, SCRIPT) CLAIM(API, "strict", PROFILE, "fatal", OUT, AT, SCRIPT)
#define NO_NUL ",\"cannot\":\"00\""
#define STEPS(NAME, PROFILE, OUT, WIDTH) \
    {#NAME, STRICT(#NAME "()", PROFILE, OUT, "valid_up_to", "reset"), \
     steps_feed, steps_finish, step_##NAME, WIDTH, NULL, 0, 1, 1}
#define STRING(NAME, API, FEED) \
    {NAME, STRICT(API, WIDE, "utf32", "none", "none") NO_NUL, FEED, NULL, NULL, 4, NULL, 0, 0, 0}
#define IGNORING(NAME, TO, OUT, LITTLE_ENDIAN_UNIT) \
    {NAME, CLAIM("iconv() to " TO, "lossy", "rfc3629", "drop", OUT, "none", "none"), \
     iconv_omitting_feed, iconv_omitting_finish, NULL, 0, TO, LITTLE_ENDIAN_UNIT, 0, 0}
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define LITTLE_ENDIAN_WCHAR_T sizeof(wchar_t)
#else
#define LITTLE_ENDIAN_WCHAR_T 0
#endif
#define ICONV(NAME, TO, PROFILE, OUT, LITTLE_ENDIAN_UNIT) \
    {NAME, STRICT("iconv() to " TO, PROFILE, OUT, "valid_up_to", "reset"), \
     iconv_feed, iconv_finish, NULL, 0, TO, LITTLE_ENDIAN_UNIT, 1, 1}

static const struct decoder DECODERS[] = {
    STEPS(mbrtowc, WIDE, "utf32", 4),
    STEPS(mbrtoc32, "rfc3629", "utf32", 4),
    STEPS(mbrtoc16, "rfc3629", "utf16", 2),
#ifdef HAVE_MBRTOC8
    STEPS(mbrtoc8, "rfc3629", "utf8", 1),
#endif
    {"mbtowc", STRICT("mbtowc()", WIDE, "utf32", "valid_up_to", "none"),
     steps_feed, NULL, step_mbtowc, 4, NULL, 0, 0, 1},
    {"mbsnrtowcs", STRICT("mbsnrtowcs()", WIDE, "utf32", "valid_up_to", "reset") NO_NUL,
     mbsnrtowcs_feed, mbsnrtowcs_finish, NULL, 4, NULL, 0, 1, 0},
    {"mbsrtowcs", STRICT("mbsrtowcs()", WIDE, "utf32", "valid_up_to", "none") NO_NUL,
     mbsrtowcs_feed, NULL, NULL, 4, NULL, 0, 0, 0},
    STRING("mbstowcs", "mbstowcs()", mbstowcs_feed),
    STRING("swprintf", "swprintf() of %s", swprintf_feed),
    {"fgetwc", STRICT("fgetwc() of a file", WIDE, "utf32", "none", "none"), fgetwc_feed, NULL, NULL, 4, NULL, 0, 0, 1},
    STRING("fgetws", "fgetws() of a file", fgetws_feed),
    ICONV("iconv-utf-8", "UTF-8", "rfc3629", "utf8", 0),
    ICONV("iconv-utf-32be", "UTF-32BE", "rfc3629", "utf32", 0),
    ICONV("iconv-utf-16be", "UTF-16BE", "rfc3629", "utf16", 0),
    ICONV("iconv-utf-16le", "UTF-16LE", "rfc3629", "utf16", 2),
    ICONV("iconv-ucs-4be", "UCS-4BE", WIDE, "utf32", 0),
    ICONV("iconv-wchar-t", "WCHAR_T", WIDE, "utf32", LITTLE_ENDIAN_WCHAR_T),
    ICONV("iconv-translit", "UTF-32BE//TRANSLIT", "rfc3629", "utf32", 0),
    IGNORING("iconv-ignore", "UTF-32BE//IGNORE", "utf32", 0),
    IGNORING("iconv-utf-16le-ignore", "UTF-16LE//IGNORE", "utf16", 2),
    IGNORING("iconv-utf-8-ignore", "UTF-8//IGNORE", "utf8", 0),
};
#define DECODER_COUNT (sizeof DECODERS / sizeof *DECODERS)

static int open_converter(const struct decoder *d) {
    if (d->to) converter = iconv_open(d->to, "UTF-8");
    return !d->to || converter != (iconv_t)-1;
}

static void close_converter(const struct decoder *d) {
    if (d->to) iconv_close(converter);
}

/* ---- The answers. */

static void hello(void) {
    struct bytes lines = {NULL, 0, 0};
    size_t count = 0;
    for (const struct decoder *d = DECODERS; d < DECODERS + DECODER_COUNT; d++) {
        /* What this C library has no table for is not declared. */
        if (!open_converter(d)) continue;
        close_converter(d);
        count++;
        const char *parts[] = {"{\"decoder\":\"", d->name, "\",", d->claim, "}\n"};
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) put(&lines, parts[i], strlen(parts[i]));
    }
    say("{\"adapter\":\"" NAME "\",\"protocol\":1,\"implementation\":\"" LIBC "\",\"version\":\"");
    say(LIBC_VERSION);
    say("\",\"decoders\":");
    say_number(count);
    say("}\n");
    put(&out, lines.at, lines.len);
    free(lines.at);
}

/* A value in a request. */
struct value {
    const char *at;
    size_t len;
};

/* The value of `key`, which is written with all that stands before the value; `at` is NULL if it is not there. Values
 * have no escapes, and `stop` ends them. */
static struct value find(struct value line, const char *key, char stop) {
    size_t key_len = strlen(key);
    const char *found = memmem(line.at, line.len, key, key_len), *end = line.at + line.len;
    if (!found) return (struct value){NULL, 0};
    found += key_len;
    const char *last = memchr(found, stop, (size_t)(end - found));
    return (struct value){found, (size_t)((last ? last : end) - found)};
}

static int is(struct value value, const char *wanted) {
    return value.at && value.len == strlen(wanted) && !memcmp(value.at, wanted, value.len);
}

static void say_seq(struct value seq) {
    say("{\"seq\":");
    put(&out, seq.at, seq.len);
}

static void skip(struct value seq, const char *why) {
    say_seq(seq);
    say(",\"answer\":\"skip\",\"why\":\"");
    say(why);
    say("\"}\n");
}

/* The answer's word and where the first error is; `call` is NOWHERE where there are no calls. */
static void say_answer(enum said said, size_t call, size_t at) {
    static const char *const WORDS[] = {"accept\"", "reject\"", "incomplete\""};
    say(",\"answer\":\"");
    say(WORDS[said]);
    if (said != FINE && call != NOWHERE) {
        say(",\"call\":");
        say_number(call);
    }
    if (said != FINE && at != NOWHERE) {
        say(",\"at\":");
        say_number(at);
    }
    say("}\n");
}

static void decode(const struct decoder *d, struct value seq, struct value hex) {
    struct bytes *bytes = unhex(hex.at, hex.len);
    reset(d);
    enum said said = d->feed(d, bytes->at, bytes->len);
    if (said == FINE && d->finish) said = d->finish(d);
    say_seq(seq);
    if (said == FINE || d->hands_out_text_before_an_error) {
        say(",\"out\":\"");
        say_text();
        say("\"");
    }
    say_answer(said, NOWHERE, error_at);
}

/* One call of a script, of which this is the word. */
static enum said do_call(const struct decoder *d, const char *word, size_t len) {
    text.len = 0;
    if (*word == '~') {
        reset(d);
        return FINE;
    }
    if (*word == '.') return d->finish(d);
    struct bytes *chunk = unhex(word, *word == '-' ? 0 : len);
    return d->feed(d, chunk->at, chunk->len);
}

static void script(const struct decoder *d, struct value seq, struct value calls) {
    enum said said = FINE, first = FINE;
    size_t first_call = 0, first_at = 0;
    const char *word = calls.at, *end = calls.at + calls.len;
    say_seq(seq);
    say(",\"outs\":\"");
    reset(d);
    for (size_t number = 0;; number++) {
        const char *space = memchr(word, ' ', (size_t)(end - word));
        if (said != FINE && *word != '~') {
            say("x");
        } else {
            said = do_call(d, word, (size_t)((space ? space : end) - word));
            if (said != FINE && !d->hands_out_text_before_an_error) text.len = 0;
            if (said != FINE) say("!");
            else if (!text.len) say("-");
            say_text();
            if (said != FINE && first == FINE) {
                first = said;
                first_call = number;
                first_at = error_at;
            }
        }
        if (!space) break;
        word = space + 1;
        say(" ");
    }
    say("\"");
    say_answer(first, first_call, first_at);
}

static void answer(struct value line) {
    struct value op = find(line, "\"op\":\"", '"');
    if (is(op, "hello")) {
        hello();
        return;
    }
    struct value seq = find(line, "\"seq\":", ',');
    if (!op.at || !seq.at) {
        errno = EINVAL;
        die("no request of protocol 1");
    }
    int is_script = is(op, "script");
    struct value name = find(line, "\"decoder\":\"", '"');
    struct value input = find(line, is_script ? "\"calls\":\"" : "\"bytes\":\"", '"');
    const struct decoder *d = DECODERS, *none = DECODERS + DECODER_COUNT;
    while (d < none && !is(name, d->name)) d++;
    if (!is_script && !is(op, "decode")) {
        skip(seq, "no such op");
    } else if (d == none || !input.at) {
        skip(seq, "no such decoder");
    } else if (is_script && !d->takes_chunks) {
        skip(seq, "takes no chunks");
    } else {
        if (!open_converter(d)) die(d->to);
        if (is_script) script(d, seq, input);
        else decode(d, seq, input);
        close_converter(d);
    }
}

/* Sets the first of the locales that this machine has; says which on standard error, unless it is the usual one. */
static int set_utf8_locale(void) {
    static const char *const names[] = {"C.UTF-8", "C.utf8", "en_US.UTF-8", "en_US.utf8", "UTF-8"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        /* macOS has a UTF-8 that sets the characters alone, so LC_ALL cannot name it. */
        if (!setlocale(LC_ALL, names[i]) && !setlocale(LC_CTYPE, names[i])) continue;
        if (i) fprintf(stderr, "the locale is %s\n", names[i]);
        return 1;
    }
    fputs("no UTF-8 locale was found\n", stderr);
    return 0;
}

/* Answers all complete lines that have arrived, then writes the answers, then waits for more: never waits with an
 * answer unwritten. */
int main(void) {
    if (!set_utf8_locale()) return 1;
    fill_table();
    read_canary();
    static struct bytes in;
    for (;;) {
        reserve(&in, 1 << 16);
        ssize_t n = read(0, in.at + in.len, in.room - in.len);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) die("read");
        if (n == 0) return 0;
        const char *fresh = in.at + in.len, *line = in.at;
        in.len += (size_t)n;
        const char *end = in.at + in.len, *newline;
        while ((newline = memchr(fresh, '\n', (size_t)(end - fresh)))) {
            answer((struct value){line, (size_t)(newline - line)});
            line = fresh = newline + 1;
        }
        in.len = (size_t)(end - line);
        memmove(in.at, line, in.len);
        write_answers();
    }
}
