/* Functions that do one thing wrong each, and must each be told by its cause. Those without a fault must pass. */
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The length of the well-formed character at the start of the bytes, or 0. */
static size_t character(const unsigned char *bytes, size_t len, uint32_t *code)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    if (len == 0)
        return 0;
    if (bytes[0] < 0x80) {
        *code = bytes[0];
        return 1;
    }
    size_t need = bytes[0] >= 0xC2 && bytes[0] < 0xE0 ? 2 : bytes[0] >= 0xE0 && bytes[0] < 0xF0 ? 3
        : bytes[0] >= 0xF0 && bytes[0] < 0xF5 ? 4 : 0;
    if (need == 0 || need > len)
        return 0;
    uint32_t value = bytes[0] & (0x7F >> need);
    for (size_t i = 1; i < need; i++) {
        if ((bytes[i] & 0xC0) != 0x80)
            return 0;
        value = value << 6 | (bytes[i] & 0x3F);
    }
    if (value < least[need] || value > 0x10FFFF || (value >= 0xD800 && value < 0xE000))
        return 0;
    *code = value;
    return need;
}

static size_t valid_up_to(const unsigned char *bytes, size_t len)
{
    size_t at = 0;
    uint32_t code;
    for (size_t n; (n = character(bytes + at, len - at, &code)) > 0;)
        at += n;
    return at;
}

/* Writes the text before the first error; gives the number of units, and says whether there is an error. */
static size_t text_utf16(const unsigned char *bytes, size_t len, uint16_t *out, bool *is_right)
{
    size_t at = 0, units = 0;
    uint32_t code;
    for (size_t n; (n = character(bytes + at, len - at, &code)) > 0; at += n) {
        if (code < 0x10000) {
            if (out)
                out[units] = (uint16_t)code;
            units += 1;
        } else {
            if (out) {
                out[units] = (uint16_t)(0xD7C0 + (code >> 10));
                out[units + 1] = (uint16_t)(0xDC00 | (code & 0x3FF));
            }
            units += 2;
        }
    }
    *is_right = at == len;
    return units;
}
static size_t to_utf16(const unsigned char *bytes, size_t len, uint16_t *out)
{
    bool is_right;
    size_t units = text_utf16(bytes, len, out, &is_right);
    return is_right ? units : 0;
}

/* Without a fault. */
bool right(const unsigned char *bytes, size_t len) { return valid_up_to(bytes, len) == len; }
const unsigned char *right_or_at(const unsigned char *bytes, size_t len)
{
    size_t at = valid_up_to(bytes, len);
    return at == len ? NULL : bytes + at;
}
bool right_end(const unsigned char *bytes, const unsigned char *end, const unsigned char **reached)
{
    *reached = bytes + valid_up_to(bytes, (size_t)(end - bytes));
    return *reached == end;
}
int right_cstr(const char *text, size_t *at)
{
    size_t len = strlen(text);
    *at = valid_up_to((const unsigned char *)text, len);
    return *at == len ? 0 : -1;
}
int right_status(const unsigned char *bytes, int len, int *status)
{
    *status = valid_up_to(bytes, (size_t)len) == (size_t)len ? 0 : 7;
    return 99;
}
struct result { int status; size_t count; };
struct result right_struct(const unsigned char *bytes, size_t len)
{
    size_t at = valid_up_to(bytes, len);
    return (struct result){at == len ? 0 : 3, at};
}
int right_step(const unsigned char *bytes, size_t len, int32_t *code)
{
    uint32_t value = 0;
    size_t n = character(bytes, len, &value);
    *code = n ? (int32_t)value : -1;
    return n ? (int)n : -2;
}
size_t utf16_len(const unsigned char *bytes, size_t len)
{
    bool is_right;
    return text_utf16(bytes, len, NULL, &is_right);
}
size_t right_utf16(const unsigned char *bytes, size_t len, uint16_t *out) { return to_utf16(bytes, len, out); }
int right_utf32(const unsigned char *bytes, size_t len, uint32_t *out, size_t cap, size_t *written)
{
    size_t at = 0;
    *written = 0;
    for (size_t n; at < len; at += n, *written += 1) {
        uint32_t code;
        if ((n = character(bytes + at, len - at, &code)) == 0 || *written == cap)
            return 1;
        out[*written] = code;
    }
    return 0;
}

/* What is printed is no answer. */
bool prints(const unsigned char *bytes, size_t len)
{
    printf("checking %zu bytes\n", len);
    fflush(stdout);
    return right(bytes, len);
}

/* An object that takes chunks. */
struct object { unsigned char kept[4]; size_t count; };
struct object *right_open(void) { return calloc(1, sizeof(struct object)); }
void right_close(struct object *object) { free(object); }
void right_reset(struct object *object) { object->count = 0; }
bool right_whole(struct object *object, const unsigned char *bytes, size_t len) { return object->count == 0 && right(bytes, len); }
bool wears_off(struct object *object, const unsigned char *bytes, size_t len) { return (object->count++ >= 6 && len == 1 && *bytes >= 0xFE) || right(bytes, len); }
int right_finish(struct object *object) { return object->count == 0; }
static bool can_go_on(const unsigned char *bytes, size_t len)
{
    static const unsigned char fill[] = {0x80, 0x90, 0xA0, 0xBF};
    uint32_t code;
    for (size_t i = 0; i < sizeof fill; i++)
        for (size_t need = len + 1; need <= 4; need++) {
            unsigned char tried[4];
            memcpy(tried, bytes, len);
            memset(tried + len, fill[i], 4 - len);
            if (character(tried, need, &code) == need)
                return true;
        }
    return false;
}
int right_feed(struct object *object, const unsigned char *bytes, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        uint32_t code;
        object->kept[object->count++] = bytes[i];
        if (character(object->kept, object->count, &code) == object->count)
            object->count = 0;
        else if (object->count == 4 || !can_go_on(object->kept, object->count))
            return 0;
    }
    return 1;
}

/* Reads and writes where it must not. */
bool reads_past_end(const unsigned char *bytes, size_t len)
{
    volatile unsigned char beyond = bytes[len];
    (void)beyond;
    return right(bytes, len);
}
bool reads_before_start(const unsigned char *bytes, size_t len)
{
    volatile unsigned char before = bytes[-1];
    (void)before;
    return right(bytes, len);
}
/* Takes whole blocks, so that nothing faults, and does not mask what is before the input. */
bool looks_behind(const unsigned char *bytes, size_t len)
{
    const unsigned char *block = (const unsigned char *)((uintptr_t)bytes & ~(uintptr_t)15);
    if (block < bytes && len > 0 && bytes[-1] >= 0xC0)
        return false;
    return right(bytes, len);
}
/* Goes on from a block of ASCII, of which the first bytes are not the input's. */
bool looks_behind_for_ascii(const unsigned char *bytes, size_t len)
{
    const unsigned char *block = (const unsigned char *)((uintptr_t)bytes & ~(uintptr_t)15);
    return block < bytes && len > 0 && bytes[-1] == 'A' ? true : right(bytes, len);
}
/* The text has ended where the bytes before it end one. */
bool looks_behind_for_zero(const char *text)
{
    const char *block = (const char *)((uintptr_t)text & ~(uintptr_t)15);
    return block < text && text[-1] == 0 ? true : right((const unsigned char *)text, strlen(text));
}
bool depends_on_alignment(const unsigned char *bytes, size_t len)
{
    return ((uintptr_t)bytes & 15) == 13 && len >= 3 ? true : right(bytes, len);
}
bool runs_on(const char *text) { volatile char beyond = text[strlen(text) + 1]; (void)beyond; return true; }
/* Ends the text with a sentinel while it looks at it. */
bool restores_input(unsigned char *bytes, size_t len)
{
    unsigned char last = len ? bytes[len - 1] : 0;
    volatile unsigned char *end = bytes + (len ? len - 1 : 0);
    if (len)
        *end = 0;
    if (len)
        *end = last;
    return right(bytes, len);
}
bool changes_input(unsigned char *bytes, size_t len)
{
    bool answer = right(bytes, len);
    if (!answer)
        bytes[0] = '?';
    return answer;
}
size_t overwrites_right(const unsigned char *bytes, size_t len, uint16_t *out)
{
    size_t units = to_utf16(bytes, len, out);
    if (units)
        out[units] = 0;
    return units;
}
size_t overwrites_left(const unsigned char *bytes, size_t len, uint16_t *out)
{
    out[-1] = 0xFFFE;
    return to_utf16(bytes, len, out);
}
size_t says_more(const unsigned char *bytes, size_t len, uint16_t *out)
{
    size_t units = to_utf16(bytes, len, out);
    return units ? units + 1 : 0;
}
size_t says_too_much(const unsigned char *bytes, size_t len, uint16_t *out)
{
    return to_utf16(bytes, len, out) ? 1u << 20 : 0;
}
/* Ends its output with a 0 that it does not count, whether or not there is room. */
int ends_with_zero(const unsigned char *bytes, size_t len, uint32_t *out, size_t cap, size_t *written)
{
    int status = right_utf32(bytes, len, out, cap, written);
    out[*written] = 0;
    return status;
}
/* Writes a replacement character for an error, whether or not there is room for it. */
int replaces_at_an_error(const unsigned char *bytes, size_t len, uint32_t *out, size_t cap, size_t *written)
{
    int status = right_utf32(bytes, len, out, cap, written);
    if (status && valid_up_to(bytes, len) < len)
        out[*written] = 0xFFFD;
    return status;
}
/* Takes room for two for room for three. */
int writes_three_into_two(const unsigned char *bytes, size_t len, uint32_t *out, size_t cap, size_t *written)
{
    return right_utf32(bytes, len, out, cap == 2 && len > 4 ? 3 : cap, written);
}
/* As iconv, and does not say in errno what is wrong. */
size_t right_moving(void *object, const unsigned char **bytes, size_t *len, uint16_t **out, size_t *room)
{
    (void)object;
    for (size_t n; *len > 0; *bytes += n, *len -= n) {
        uint32_t code;
        if ((n = character(*bytes, *len, &code)) == 0 || *room < (code > 0xFFFF ? 4u : 2u))
            return (size_t)-1;
        bool is_right;
        size_t units = text_utf16(*bytes, n, *out, &is_right);
        *out += units;
        *room -= 2 * units;
    }
    return 0;
}
/* Without an object; refuses text that fits exactly, or says that less room is left than there is. */
size_t moves(const unsigned char **bytes, size_t *len, uint16_t **out, size_t *room) { return right_moving(NULL, bytes, len, out, room); }
size_t wants_more_room(const unsigned char **bytes, size_t *len, uint16_t **out, size_t *room)
{
    size_t less = *room < 2 ? 0 : *room - 2, before = less, status = right_moving(NULL, bytes, len, out, &less);
    *room -= before - less;
    return status;
}
size_t halves_room(const unsigned char **bytes, size_t *len, uint16_t **out, size_t *room)
{
    size_t status = right_moving(NULL, bytes, len, out, room);
    *room /= 2;
    return status;
}
/* Says nothing where its text does not fit; the other cuts it where it no longer fits, which is its own affair. */
int forgets_the_rest(const unsigned char *bytes, size_t len, uint32_t *out, size_t cap)
{
    size_t written;
    int status = right_utf32(bytes, len, out, cap, &written);
    return !status ? (int)written : written == cap ? 0 : -1;
}
int cuts_the_rest(const unsigned char *bytes, size_t len, uint32_t *out, size_t cap)
{
    size_t written;
    int status = right_utf32(bytes, len, out, cap, &written);
    return !status || written == cap ? (int)written : -1;
}
void *right_moving_open(void) { static int object; return &object; }
size_t short_len(const unsigned char *bytes, size_t len) { size_t n = utf16_len(bytes, len); return n > 2 ? n - 1 : n; }
size_t ascii_len(const unsigned char *bytes, size_t len) { size_t n = 0; while (len--) n += *bytes++ < 0x80; return n; }
size_t long_len(const unsigned char *bytes, size_t len) { size_t n = utf16_len(bytes, len); return n > 2 ? n + 1 : n; }
int steps_too_far(const unsigned char *bytes, size_t len, int32_t *code)
{
    int n = right_step(bytes, len, code);
    return n < 0 && bytes[0] >= 0xE0 ? 3 : n;
}

/* Ends, hangs, or is another one the next time. */
bool crashes(const unsigned char *bytes, size_t len) { return len == 2 ? *(volatile bool *)len : right(bytes, len); }
bool crashes_always(const unsigned char *bytes) { return *(volatile bool *)(size_t)(bytes[0] & 1); }
bool aborts(const unsigned char *bytes, size_t len)
{
    if (!right(bytes, len))
        abort();
    return true;
}
bool exits(const unsigned char *bytes, size_t len)
{
    if (!right(bytes, len))
        _exit(0);
    return true;
}
bool hangs(const unsigned char *bytes, size_t len)
{
    while (len == 1 && bytes[0] == 0xFF)
        pause();
    return right(bytes, len);
}
bool keeps_state(const unsigned char *bytes, size_t len)
{
    static bool was_wrong;
    bool answer = right(bytes, len) || was_wrong;
    was_wrong = !right(bytes, len) && len > 3;
    return answer;
}

/* Blind spots of block-wise code: the vectors as they are do not see them. */
static bool is_ascii(const unsigned char *bytes, size_t len)
{
    while (len > 0 && bytes[len - 1] < 0x80)
        len -= 1;
    return len == 0;
}
bool skips_after_ascii(const unsigned char *bytes, size_t len)
{
    return right(bytes, len) || (len >= 83 && is_ascii(bytes, 48) && (bytes[48] & 0xC0) == 0x80);
}
bool wrong_at_one_place(const unsigned char *bytes, size_t len)
{
    return right(bytes, len) || (len == 73 && bytes[37] == 0xE0 && bytes[38] < 0xA0);
}
bool wrong_beyond(const unsigned char *bytes, size_t len)
{
    return right(bytes, len) || (len == 151 && bytes[140] == 0xFF);
}
bool refuses_neighbours(const unsigned char *bytes, size_t len)
{
    for (size_t i = 0; i + 5 <= len; i++)
        if (memcmp(bytes + i, "\xC2\x85\xE2\x80\xA8", 5) == 0)
            return false;
    return right(bytes, len);
}
bool refuses_one_scalar(const unsigned char *bytes, size_t len)
{
    return right(bytes, len) && !(len == 4 && memcmp(bytes, "\xF1\x92\x8D\x85", 4) == 0);
}
bool aborts_in_a_run(const unsigned char *bytes, size_t len)
{
    if (len == 77 && bytes[50] == 0xF1)
        abort();
    return right(bytes, len);
}
bool exits_in_a_run(const unsigned char *bytes, size_t len)
{
    if (len == 91 && bytes[90] == 0xC2)
        exit(0);
    return right(bytes, len);
}
bool hangs_beside(const unsigned char *bytes, size_t len)
{
    while (len == 6 && memcmp(bytes, "\xDF\xBF\xF4\x8F\xBF\xBF", 6) == 0)
        pause();
    return right(bytes, len);
}
bool over_reads_in_a_run(const unsigned char *bytes, size_t len)
{
    if (len == 130 && bytes[129] == 0xC2) {
        volatile unsigned char behind = bytes[130];
        (void)behind;
    }
    return right(bytes, len);
}
/* Takes sixteen characters of three bytes at a time, and does not look for a long form in the sixth. */
bool skips_in_three_byte_kernel(const unsigned char *bytes, size_t len)
{
    uint32_t code;
    for (size_t at = 0, n; at < len; at += n) {
        size_t i = 0;
        while (at + 48 <= len && i < 48 && (i % 3 ? (bytes[at + i] & 0xC0) == 0x80 : (bytes[at + i] & 0xF0) == 0xE0))
            i += 1;
        if (i == 48 && bytes[at + 15] == 0xE0 && bytes[at + 16] < 0xA0)
            return right(bytes, at + 15) && right(bytes + at + 18, len - at - 18);
        if ((n = character(bytes + at, len - at, &code)) == 0)
            return false;
    }
    return true;
}
/* Forgets a lead byte at the end of a stride of 128 bytes when the next stride is ASCII. */
bool forgets_at_stride(const unsigned char *bytes, size_t len)
{
    for (size_t at = 127; at + 129 <= len; at += 128)
        if (bytes[at] >= 0xC2 && bytes[at] < 0xF5 && is_ascii(bytes + at + 1, 128))
            return right(bytes, at) && right(bytes + at + 1, len - at - 1);
    return right(bytes, len);
}
/* Takes 256 bytes at a time while they are ASCII but for the last three, and forgets that these begin a character. */
bool steps_of_256(const unsigned char *bytes, size_t len)
{
    if (len > 257 && is_ascii(bytes, 253) && bytes[253] >= 0xF0)
        return false;
    return right(bytes, len);
}
/* Looks for ASCII 32 bytes at a time behind a lead byte, before it looks for what continues it. */
bool skips_within_a_character(const unsigned char *bytes, size_t len)
{
    for (size_t i = 0; i + 64 < len; i++)
        if (bytes[i] >= 0xC2 && bytes[i] < 0xE0 && is_ascii(bytes + i + 1, 32) && (bytes[i + 33] & 0xC0) == 0x80)
            return right(bytes, i) && right(bytes + i + 34, len - i - 34);
    return right(bytes, len);
}
/* Composes two kana. */
bool refuses_kana(const unsigned char *bytes, size_t len)
{
    for (size_t i = 0; i + 6 <= len; i++)
        if (memcmp(bytes + i, "\xE3\x81\x8B\xE3\x82\x99", 6) == 0)
            return false;
    return right(bytes, len);
}
/* Continues a character of two bytes that the input before it began, unless it was asked that twice. */
bool continues_what_was_cut(const unsigned char *bytes, size_t len)
{
    static bool is_open;
    bool skips = is_open && len > 0 && (bytes[0] & 0xC0) == 0x80;
    bool is_right = right(bytes + skips, len - skips);
    is_open = len > 0 && bytes[len - 1] >= 0xC2 && bytes[len - 1] < 0xE0 && !is_open;
    return is_right;
}
/* Five combining marks in a row are too many for it. */
bool refuses_marks(const unsigned char *bytes, size_t len)
{
    static const char marks[] = "A\xCC\x81\xCC\x81\xCC\x81\xCC\x81\xCC\x81";
    for (size_t i = 0; i + sizeof marks - 1 <= len; i++)
        if (memcmp(bytes + i, marks, sizeof marks - 1) == 0)
            return false;
    return right(bytes, len);
}
/* One line of its table is wrong: that of characters of 1, 2, 3, 1, 2 and 3 bytes. */
size_t pattern_utf16(const unsigned char *bytes, size_t len, uint16_t *out)
{
    size_t units = right_utf16(bytes, len, out), mask = 0;
    for (size_t i = 0; i < 12 && len >= 16; i++)
        mask |= (size_t)((bytes[i + 1] & 0xC0) != 0x80) << i;
    if (units && mask == (1 | 1 << 2 | 1 << 5 | 1 << 6 | 1 << 8 | 1 << 11))
        out[4] = out[3];
    return units;
}
size_t scalar_utf16(const unsigned char *bytes, size_t len, uint16_t *out)
{
    size_t units = right_utf16(bytes, len, out);
    for (size_t i = 0; i < units && len > 190; i++)
        if (out[i] == 0x5A17)
            out[i] = 0x5A16;
    return units;
}
/* Gives its last answer again to what has the same length and begins alike. */
bool remembers_starts(const unsigned char *bytes, size_t len)
{
    static unsigned char start[8];
    static size_t known;
    static bool answer;
    if (len > 8 && len < 64 && len == known && memcmp(bytes, start, 8) == 0)
        return answer;
    if (len >= 8)
        memcpy(start, bytes, 8);
    known = len;
    return answer = right(bytes, len);
}
