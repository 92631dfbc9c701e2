/* Adapter for the UTF-8 decoders of the C library; protocol 1 (README.md beside this file).
 *
 * Build it with `cc -O2 -o libc libc.c`: C11, POSIX.1-2008 and memmem(), nothing to link. It wants the locale C.UTF-8.
 *
 * - Ill-formed is what the API documents for it: (size_t)-1 and EILSEQ (mbtowc: -1). Any other errno ends this process.
 * - `incomplete` is what says it: (size_t)-2 of mbrtowc and its kin, EINVAL of iconv. The call that ends a script asks
 *   mbsinit() whether a character was begun, or has iconv() flush and goes by what it said last of the bytes that it
 *   left.
 * - `at`, where an API counts what it consumed, is what it had consumed when it began the character it then refused.
 *   mbtowc and its kin report it so, call by call; iconv and mbsnrtowcs leave a pointer there.
 * - Text before an error: mbrtowc and its kin have handed it out by then, and iconv says how much it wrote.
 *   mbsnrtowcs, mbstowcs have written it and do not say how much; that is no handing out.
 * - NUL: mbrtowc and its kin return 0 for it and no length. It is one byte, by the C standard (5.2.1.2).
 * - `profile`: glibc documents of UTF-8 that it has "sequences of 2-6 non-ASCII bytes" (manual, 6.1), its charmap has
 *   <mb_cur_max> 6, and MB_CUR_MAX is 6: that is RFC 2279, and so we claim it where the result is a wchar_t or UCS-4 (of 31
 *   bits). The claim is `rfc3629` where the C standard or the name of the target says Unicode: mbrtoc8, mbrtoc16,
 *   mbrtoc32, UTF-16, UTF-32. It is `rfc3629` throughout for other C libraries.
 * - A `//IGNORE` of iconv_open() is documented for characters that the target lacks, and what it does to ill-formed
 *   input is what `iconv -c` is documented for: invalid characters are omitted. glibc says -1 and EILSEQ when it has
 *   omitted something and goes on, so that is no error. Neither is EINVAL, since that decoder is lossy: the bytes stay
 *   where they are, as with `iconv -c`.
 * - iconv_open() anew for each request, iconv(cd, NULL, ...) for a reset. Zeroing an mbstate_t is a reset too. */

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
#ifdef __GLIBC__
#include <gnu/libc-version.h>
#define LIBC "glibc"
#define LIBC_VERSION gnu_get_libc_version()
#define WIDE "rfc2279"
#if __GLIBC_PREREQ(2, 36)
#define HAVE_MBRTOC8
#endif
#else
/* musl has no macro that names it, nor its version. */
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

static struct bytes out; /* The answers; a decoder adds its text as hex. */

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

static void put_string(struct bytes *b, const char *s) { put(b, s, strlen(s)); }

static void put_number(struct bytes *b, size_t n) {
    char digits[24], *p = digits + sizeof digits;
    do *--p = (char)('0' + n % 10);
    while (n /= 10);
    put(b, p, (size_t)(digits + sizeof digits - p));
}

static char hex_of[256][2];
static unsigned char digit_of[256];

static void fill_tables(void) {
    static const char digits[] = "0123456789abcdef";
    for (int i = 0; i < 256; i++) {
        hex_of[i][0] = digits[i >> 4];
        hex_of[i][1] = digits[i & 15];
    }
    for (int i = 0; i < 16; i++) digit_of[(unsigned char)digits[i]] = (unsigned char)i;
}

static void put_hex(struct bytes *b, const unsigned char *from, size_t n) {
    reserve(b, 2 * n);
    char *to = b->at + b->len;
    for (size_t i = 0; i < n; i++, to += 2) memcpy(to, hex_of[from[i]], 2);
    b->len += 2 * n;
}

static void unhex(struct bytes *b, const char *hex, size_t digits) {
    reserve(b, digits / 2);
    for (size_t i = 0; i + 1 < digits; i += 2)
        b->at[b->len++] = (char)(digit_of[(unsigned char)hex[i]] << 4 | digit_of[(unsigned char)hex[i + 1]]);
}

/* ---- What every decoder works on. */

enum said { FINE, INVALID, INCOMPLETE };
#define NOWHERE ((size_t)-1)

static size_t error_at;       /* Set with INVALID and INCOMPLETE. */
static size_t consumed;       /* Since the last reset, up to the character at hand. */
static size_t fed;            /* Since the last reset. */
static mbstate_t state;
static iconv_t converter;
static struct bytes left;     /* What the API left to be given again with the next chunk, and that chunk. */
static struct bytes scratch;  /* Room for what it puts out. */

struct decoder {
    const char *name, *claim;
    /* One call and whole. */
    enum said (*whole)(const struct decoder *, const char *, size_t);
    /* In chunks, if it can; finish too is there only then. */
    enum said (*feed)(const struct decoder *, const char *, size_t);
    enum said (*finish)(const struct decoder *);
    void (*reset)(const struct decoder *);
    /* One character, for mbrtowc and its kin; how many bytes its unit has. */
    size_t (*step)(unsigned long *unit, const char *, size_t);
    size_t width;
    /* The code to convert to, for iconv. */
    const char *to;
};

static void put_unit(unsigned long unit, size_t width) {
    unsigned char big_endian[4] = {(unsigned char)(unit >> 24), (unsigned char)(unit >> 16), (unsigned char)(unit >> 8),
                                   (unsigned char)unit};
    put_hex(&out, big_endian + 4 - width, width);
}

static enum said invalid(const char *api, size_t at) {
    if (errno != EILSEQ) die(api);
    error_at = at;
    return INVALID;
}

/* ---- mbrtowc and its kin: one character a call. */

static size_t step_mbrtowc(unsigned long *unit, const char *s, size_t n) {
    wchar_t c = 0;
    size_t r = mbrtowc(&c, s, n, &state);
    *unit = (unsigned long)c;
    return r;
}

static size_t step_mbtowc(unsigned long *unit, const char *s, size_t n) {
    wchar_t c = 0;
    int r = mbtowc(&c, s, n);
    *unit = (unsigned long)c;
    return r < 0 ? (size_t)-1 : (size_t)r;
}

static size_t step_mbrtoc32(unsigned long *unit, const char *s, size_t n) {
    char32_t c = 0;
    size_t r = mbrtoc32(&c, s, n, &state);
    *unit = c;
    return r;
}

static size_t step_mbrtoc16(unsigned long *unit, const char *s, size_t n) {
    char16_t c = 0;
    size_t r = mbrtoc16(&c, s, n, &state);
    *unit = c;
    return r;
}

#ifdef HAVE_MBRTOC8
static size_t step_mbrtoc8(unsigned long *unit, const char *s, size_t n) {
    char8_t c = 0;
    size_t r = mbrtoc8(&c, s, n, &state);
    *unit = c;
    return r;
}
#endif

static void steps_reset(const struct decoder *d) {
    (void)d;
    memset(&state, 0, sizeof state);
    consumed = fed = 0;
}

static enum said steps_feed(const struct decoder *d, const char *s, size_t n) {
    size_t i = 0;
    /* Units narrower than a character may be owed when all bytes are consumed: they come as (size_t)-3. */
    while (i < n || d->width < 4) {
        unsigned long unit;
        size_t r = d->step(&unit, s + i, n - i);
        if (r == (size_t)-1) return invalid(d->name, consumed);
        if (r == (size_t)-2) break;
        if (r != (size_t)-3) i += r ? r : 1;
        consumed = fed + i;
        put_unit(unit, d->width);
    }
    fed += n;
    return FINE;
}

static enum said steps_finish(const struct decoder *d) {
    (void)d;
    error_at = consumed;
    return mbsinit(&state) ? FINE : INCOMPLETE;
}

static enum said steps_whole(const struct decoder *d, const char *s, size_t n) {
    steps_reset(d);
    enum said said = steps_feed(d, s, n);
    return said == FINE ? steps_finish(d) : said;
}

/* mbtowc has its state inside, and -1 is all that it says: incomplete is no thing of its own, EILSEQ is optional. */
static enum said mbtowc_whole(const struct decoder *d, const char *s, size_t n) {
    mbtowc(NULL, NULL, 0);
    consumed = fed = 0;
    errno = EILSEQ;
    return steps_feed(d, s, n);
}

/* ---- mbsnrtowcs, mbstowcs: a string a call. */

static wchar_t *wide_room(size_t units) {
    scratch.len = 0;
    reserve(&scratch, units * sizeof(wchar_t));
    return (wchar_t *)(void *)scratch.at;
}

static void put_wide(const wchar_t *from, size_t units) {
    reserve(&out, 8 * units);
    for (size_t i = 0; i < units; i++) put_unit((unsigned long)from[i], 4);
}

static void mbsnrtowcs_reset(const struct decoder *d) {
    steps_reset(d);
    left.len = 0;
}

/* Whether an incomplete character at the end is consumed into the state or left is up to the implementation (POSIX);
 * this does for both. What the state has of it when the rest is refused is not said, nor where it began. */
static enum said mbsnrtowcs_feed(const struct decoder *d, const char *s, size_t n) {
    put(&left, s, n);
    reserve(&left, 1);
    wchar_t *to = wide_room(left.len + 1);
    const char *from = left.at;
    int begun = !mbsinit(&state);
    size_t units = mbsnrtowcs(to, &from, left.len, left.len + 1, &state);
    size_t used = (size_t)(from - left.at);
    if (units == (size_t)-1) return invalid(d->name, begun && !used ? NOWHERE : consumed + used);
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

static enum said mbsnrtowcs_whole(const struct decoder *d, const char *s, size_t n) {
    mbsnrtowcs_reset(d);
    enum said said = mbsnrtowcs_feed(d, s, n);
    return said == FINE ? mbsnrtowcs_finish(d) : said;
}

static enum said mbstowcs_whole(const struct decoder *d, const char *s, size_t n) {
    left.len = 0;
    put(&left, s, n);
    put(&left, "", 1);
    wchar_t *to = wide_room(n + 1);
    size_t units = mbstowcs(to, left.at, n + 1);
    if (units == (size_t)-1) return invalid(d->name, NOWHERE);
    put_wide(to, units);
    return FINE;
}

/* ---- fgetwc. */

/* Streams of fmemopen() and fopencookie() are for bytes alone in glibc: fgetwc() crashes on them. So it reads a file
 * that has no name, through a fresh stream each time. */
static enum said fgetwc_whole(const struct decoder *d, const char *s, size_t n) {
    static FILE *file;
    if (!file && !(file = tmpfile())) die("tmpfile");
    int fd = dup(fileno(file));
    if (fd < 0 || ftruncate(fd, 0) || lseek(fd, 0, SEEK_SET)) die("tmpfile");
    for (size_t i = 0; i < n;) {
        ssize_t written = write(fd, s + i, n - i);
        if (written < 0 && errno != EINTR) die("write");
        if (written > 0) i += (size_t)written;
    }
    if (lseek(fd, 0, SEEK_SET)) die("lseek");
    FILE *stream = fdopen(fd, "r");
    if (!stream) die("fdopen");
    enum said said = FINE;
    wint_t c;
    while ((c = fgetwc(stream)) != WEOF) put_unit(c, 4);
    if (ferror(stream)) said = invalid(d->name, NOWHERE);
    fclose(stream);
    return said;
}

/* ---- iconv. */

static void iconv_reset(const struct decoder *d) {
    (void)d;
    iconv(converter, NULL, NULL, NULL, NULL);
    left.len = consumed = 0;
}

/* Converts what is left over and adds what comes out; FINE, INVALID, or INCOMPLETE if that was its last word. */
static enum said iconv_convert(const struct decoder *d) {
    enum said said = FINE;
    char *from = left.at;
    size_t from_len = left.len;
    int lossy = d->finish == NULL;
    for (;;) {
        scratch.len = 0;
        reserve(&scratch, 4 * from_len + 64);
        char *to = scratch.at, *before = from;
        size_t to_len = scratch.room;
        size_t r = iconv(converter, &from, &from_len, &to, &to_len);
        int error = r == (size_t)-1 ? errno : 0;
        size_t written = (size_t)(to - scratch.at);
        put_hex(&out, (const unsigned char *)scratch.at, written);
        if (error == E2BIG) continue;
        /* It has omitted something and gone on; without progress it would be no omission. */
        if (lossy && error == EILSEQ && from_len && from != before) continue;
        if (lossy && error == EILSEQ && !from_len) error = 0;
        said = !error ? FINE : error == EINVAL ? INCOMPLETE : INVALID;
        errno = error;
        break;
    }
    consumed += (size_t)(from - left.at);
    left.len = from_len;
    memmove(left.at, from, from_len);
    if (said == INVALID) return invalid(d->name, consumed);
    return said;
}

static enum said iconv_feed(const struct decoder *d, const char *s, size_t n) {
    put(&left, s, n);
    reserve(&left, 1);
    enum said said = iconv_convert(d);
    return said == INCOMPLETE ? FINE : said;
}

static void iconv_flush(void) {
    char buffer[64], *to = buffer;
    size_t room = sizeof buffer;
    if (iconv(converter, NULL, NULL, &to, &room) == (size_t)-1) die("iconv, flush");
    put_hex(&out, (const unsigned char *)buffer, (size_t)(to - buffer));
}

static enum said iconv_finish(const struct decoder *d) {
    (void)d;
    iconv_flush();
    error_at = consumed;
    return left.len ? INCOMPLETE : FINE;
}

static enum said iconv_whole(const struct decoder *d, const char *s, size_t n) {
    left.len = consumed = 0;
    enum said said = iconv_feed(d, s, n);
    return said == FINE ? iconv_finish(d) : said;
}

static enum said iconv_ignore_whole(const struct decoder *d, const char *s, size_t n) {
    left.len = consumed = 0;
    enum said said = iconv_feed(d, s, n);
    if (said == FINE) iconv_flush();
    return said;
}

static void open_converter(const struct decoder *d) {
    if (!d->to) return;
    converter = iconv_open(d->to, "UTF-8");
    if (converter == (iconv_t)-1) die(d->to);
}

static void close_converter(const struct decoder *d) {
    if (d->to) iconv_close(converter);
}

/* ---- What there is and what it claims. */

#define CLAIM(KIND, PROFILE, POLICY, OUT, AT, SCRIPT) \
    "\"kind\":\"" KIND "\",\"profile\":\"" PROFILE "\",\"policy\":\"" POLICY "\",\"out\":\"" OUT "\",\"at\":\"" AT \
    "\",\"bom\":\"keep\",\"script\":\"" SCRIPT "\""
#define STRICT(PROFILE, OUT, AT, SCRIPT) CLAIM("strict", PROFILE, "fatal", OUT, AT, SCRIPT)
#define NO_NUL ",\"cannot\":\"00\""
#define STEPS(NAME, PROFILE, OUT, WIDTH) \
    {#NAME, "\"api\":\"" #NAME "()\"," STRICT(PROFILE, OUT, "valid_up_to", "reset"), \
     steps_whole, steps_feed, steps_finish, steps_reset, step_##NAME, WIDTH, NULL}
#define ICONV(NAME, TO, PROFILE, OUT) \
    {NAME, "\"api\":\"iconv() to " TO "\"," STRICT(PROFILE, OUT, "valid_up_to", "reset"), \
     iconv_whole, iconv_feed, iconv_finish, iconv_reset, NULL, 0, TO}

static const struct decoder DECODERS[] = {
    STEPS(mbrtowc, WIDE, "utf32", 4),
    STEPS(mbrtoc32, "rfc3629", "utf32", 4),
    STEPS(mbrtoc16, "rfc3629", "utf16", 2),
#ifdef HAVE_MBRTOC8
    STEPS(mbrtoc8, "rfc3629", "utf8", 1),
#endif
    {"mbtowc", "\"api\":\"mbtowc()\"," STRICT(WIDE, "utf32", "valid_up_to", "none"),
     mbtowc_whole, NULL, NULL, NULL, step_mbtowc, 4, NULL},
    {"mbsnrtowcs", "\"api\":\"mbsnrtowcs()\"," STRICT(WIDE, "utf32", "valid_up_to", "reset") NO_NUL,
     mbsnrtowcs_whole, mbsnrtowcs_feed, mbsnrtowcs_finish, mbsnrtowcs_reset, NULL, 4, NULL},
    {"mbstowcs", "\"api\":\"mbstowcs()\"," STRICT(WIDE, "utf32", "none", "none") NO_NUL,
     mbstowcs_whole, NULL, NULL, NULL, NULL, 4, NULL},
    {"fgetwc", "\"api\":\"fgetwc() of a file\"," STRICT(WIDE, "utf32", "none", "none"),
     fgetwc_whole, NULL, NULL, NULL, NULL, 4, NULL},
    ICONV("iconv-utf-32be", "UTF-32BE", "rfc3629", "utf32"),
    ICONV("iconv-utf-16be", "UTF-16BE", "rfc3629", "utf16"),
    ICONV("iconv-ucs-4be", "UCS-4BE", WIDE, "utf32"),
    {"iconv-ignore",
     "\"api\":\"iconv() to UTF-32BE//IGNORE\"," CLAIM("lossy", "rfc3629", "drop", "utf32", "none", "none"),
     iconv_ignore_whole, NULL, NULL, NULL, NULL, 0, "UTF-32BE//IGNORE"},
};
#define DECODER_COUNT (sizeof DECODERS / sizeof *DECODERS)

/* What this C library has no table for is not declared. */
static int is_there(const struct decoder *d) {
    if (!d->to) return 1;
    iconv_t cd = iconv_open(d->to, "UTF-8");
    if (cd == (iconv_t)-1) return 0;
    iconv_close(cd);
    return 1;
}

/* ---- The answers. */

static void hello(void) {
    size_t count = 0;
    for (size_t i = 0; i < DECODER_COUNT; i++) count += (size_t)is_there(&DECODERS[i]);
    put_string(&out, "{\"adapter\":\"libc\",\"protocol\":1,\"implementation\":\"" LIBC "\",\"version\":\"");
    put_string(&out, LIBC_VERSION);
    put_string(&out, "\",\"decoders\":");
    put_number(&out, count);
    put_string(&out, "}\n");
    for (size_t i = 0; i < DECODER_COUNT; i++) {
        if (!is_there(&DECODERS[i])) continue;
        put_string(&out, "{\"decoder\":\"");
        put_string(&out, DECODERS[i].name);
        put_string(&out, "\",");
        put_string(&out, DECODERS[i].claim);
        put_string(&out, "}\n");
    }
}

static void begin(const char *seq, size_t seq_len) {
    put_string(&out, "{\"seq\":");
    put(&out, seq, seq_len);
}

static void skip(const char *seq, size_t seq_len, const char *why) {
    begin(seq, seq_len);
    put_string(&out, ",\"answer\":\"skip\",\"why\":\"");
    put_string(&out, why);
    put_string(&out, "\"}\n");
}

static void put_where(size_t at) {
    if (at == NOWHERE) return;
    put_string(&out, ",\"at\":");
    put_number(&out, at);
}

/* Whether it hands out the text before an error. */
static int hands_out(const struct decoder *d) { return d->step || d->to || d->whole == fgetwc_whole; }

static const char *const WORDS[] = {"accept", "reject", "incomplete"};

static void decode(const struct decoder *d, const char *seq, size_t seq_len, const char *hex, size_t digits) {
    static struct bytes bytes;
    bytes.len = 0;
    reserve(&bytes, 1);
    unhex(&bytes, hex, digits);
    begin(seq, seq_len);
    size_t before = out.len;
    put_string(&out, ",\"out\":\"");
    open_converter(d);
    enum said said = d->whole(d, bytes.at, bytes.len);
    close_converter(d);
    if (said == FINE || hands_out(d)) put_string(&out, "\"");
    else out.len = before;
    put_string(&out, ",\"answer\":\"");
    put_string(&out, WORDS[said]);
    put_string(&out, "\"");
    if (said != FINE) put_where(error_at);
    put_string(&out, "}\n");
}

static void script(const struct decoder *d, const char *seq, size_t seq_len, const char *calls, size_t len) {
    static struct bytes chunk;
    enum said first = FINE;
    size_t first_call = 0, first_at = 0, number = 0;
    int failed = 0;
    reserve(&chunk, 1);
    const char *end = calls + len;
    begin(seq, seq_len);
    put_string(&out, ",\"outs\":\"");
    open_converter(d);
    d->reset(d);
    for (;; number++) {
        const char *space = memchr(calls, ' ', (size_t)(end - calls));
        size_t word_len = (size_t)((space ? space : end) - calls);
        int is_reset = *calls == '~';
        if (failed && !is_reset) {
            put_string(&out, "x");
        } else {
            /* The word is `!` and text, `-`, or text: make room for the mark and take it back. */
            size_t mark = out.len;
            put_string(&out, "!");
            enum said said = FINE;
            if (is_reset) {
                d->reset(d);
            } else if (*calls == '.') {
                said = d->finish(d);
            } else {
                chunk.len = 0;
                if (*calls != '-') unhex(&chunk, calls, word_len);
                said = d->feed(d, chunk.at, chunk.len);
            }
            failed = said != FINE;
            size_t text = out.len - mark - 1;
            if (failed) {
                if (!hands_out(d)) out.len = mark + 1;
            } else if (text) {
                memmove(out.at + mark, out.at + mark + 1, text);
                out.len--;
            } else {
                out.at[mark] = '-';
            }
            if (failed && first == FINE) {
                first = said;
                first_call = number;
                first_at = error_at;
            }
        }
        if (!space) break;
        calls = space + 1;
        put_string(&out, " ");
    }
    close_converter(d);
    put_string(&out, "\",\"answer\":\"");
    put_string(&out, WORDS[first]);
    put_string(&out, "\"");
    if (first != FINE) {
        put_string(&out, ",\"call\":");
        put_number(&out, first_call);
        put_where(first_at);
    }
    put_string(&out, "}\n");
}

/* The value of `key`, which is written with all that stands before the value; NULL if it is not there. Values have no
 * escapes, and `stop` ends them. */
static const char *value(const char *line, const char *end, const char *key, char stop, size_t *len) {
    size_t key_len = strlen(key);
    const char *found = memmem(line, (size_t)(end - line), key, key_len);
    if (!found) return NULL;
    found += key_len;
    const char *last = memchr(found, stop, (size_t)(end - found));
    *len = (size_t)((last ? last : end) - found);
    return found;
}

static int is(const char *word, size_t len, const char *wanted) {
    return len == strlen(wanted) && !memcmp(word, wanted, len);
}

static void answer(const char *line, const char *end) {
    size_t op_len = 0, seq_len = 0, name_len = 0, len = 0;
    const char *op = value(line, end, "\"op\":\"", '"', &op_len);
    if (op && is(op, op_len, "hello")) {
        hello();
        return;
    }
    const char *seq = value(line, end, "\"seq\":", ',', &seq_len);
    if (!op || !seq) {
        errno = EINVAL;
        die("no request of protocol 1");
    }
    while (seq_len && (seq[seq_len - 1] < '0' || seq[seq_len - 1] > '9')) seq_len--;
    int is_script = is(op, op_len, "script");
    if (!is_script && !is(op, op_len, "decode")) {
        skip(seq, seq_len, "no such op");
        return;
    }
    const char *name = value(line, end, "\"decoder\":\"", '"', &name_len);
    const char *input = value(line, end, is_script ? "\"calls\":\"" : "\"bytes\":\"", '"', &len);
    const struct decoder *d = NULL;
    for (size_t i = 0; name && i < DECODER_COUNT; i++)
        if (is(name, name_len, DECODERS[i].name)) d = &DECODERS[i];
    if (!d || !input) skip(seq, seq_len, "no such decoder");
    else if (!is_script) decode(d, seq, seq_len, input, len);
    else if (d->feed) script(d, seq, seq_len, input, len);
    else skip(seq, seq_len, "takes no chunks");
}

/* Answers all complete lines that have arrived, then writes the answers, then waits for more: never waits with an
 * answer unwritten. */
int main(void) {
    if (!setlocale(LC_ALL, "C.UTF-8")) {
        fputs("there is no locale C.UTF-8\n", stderr);
        return 1;
    }
    fill_tables();
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
            answer(line, newline);
            line = fresh = newline + 1;
        }
        in.len = (size_t)(end - line);
        memmove(in.at, line, in.len);
        write_answers();
    }
}
