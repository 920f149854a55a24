/* text_dump - finds binary files that were sent as lines of text in a log
 *
 *     #gmon begin ENCODING              hex or base64
 *     #gmon OFFSET BYTES CHECK          in that encoding; or 0*COUNT: so many zeros
 *     #gmon end SIZE CRC
 *
 * Numbers are hexadecimal. CHECK has the low 16 bits of the CRC-32 of all bytes so far, so the
 * message about a damaged dump can name the line. The CRC at the end finds damage that these bits
 * miss.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/text_dump.h"

#include <zlib.h>

static const char mark[] = "#gmon ";

enum {
    MARK_BYTES = sizeof mark - 1,
    WORDS = 4, /* words to look for, one more than a line has */
    CHECK_MASK = 0xffff
};

struct word {
    const uint8_t *text;
    size_t size;
};

/* The dump that is being read. */
struct reader {
    struct text_dump *log;
    struct file_bytes *out;
    struct diag *d;
    size_t began; /* number of the dump's first line; 0: no dump is being read */
    bool is_base64;
    uint32_t crc;
};

/* ---- lines and words ------------------------------------------------------------------------- */

/* Splits the next line's part behind the mark into up to WORDS words. Returns the number of words,
 * 0 at the end of the log. Lines without a mark are skipped. */
static size_t next_words(struct text_dump *t, struct word *words)
{
    while (t->pos < t->size) {
        const uint8_t *line = t->data + t->pos, *end, *at;
        size_t left = t->size - t->pos, n = 0;

        end = memchr(line, '\n', left);
        t->pos += end ? (size_t)(end - line) + 1 : left;
        t->line++;
        if (!end)
            end = line + left;
        at = memmem(line, (size_t)(end - line), mark, MARK_BYTES);
        if (!at)
            continue;
        for (at += MARK_BYTES; n < WORDS; n++) {
            while (at < end && (*at == ' ' || *at == '\t' || *at == '\r'))
                at++;
            if (at == end)
                break;
            words[n].text = at;
            while (at < end && *at != ' ' && *at != '\t' && *at != '\r')
                at++;
            words[n].size = (size_t)(at - words[n].text);
        }
        if (n > 0)
            return n;
    }
    return 0;
}

static bool is(const struct word *w, const char *text)
{
    return w->size == strlen(text) && memcmp(w->text, text, w->size) == 0;
}

bool text_dump_recognise(const uint8_t *data, size_t size)
{
    struct text_dump t = {.data = data, .size = size};
    struct word words[WORDS];

    while (next_words(&t, words) > 0)
        if (is(&words[0], "begin"))
            return true;
    return false;
}

static int hex_digit(uint8_t c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Reads a number of at most 32 bits. Returns false if the word is not such a number. */
static bool take_number(const struct word *w, uint32_t *number)
{
    *number = 0;
    if (w->size == 0 || w->size > 8)
        return false;
    for (size_t i = 0; i < w->size; i++) {
        int digit = hex_digit(w->text[i]);

        if (digit < 0)
            return false;
        *number = *number << 4 | (uint32_t)digit;
    }
    return true;
}

/* ---- bytes ----------------------------------------------------------------------------------- */

static bool report(const struct reader *r, const char *what)
{
    return diag_error(
        r->d, r->log->path,
        "line %zu: %s; print the dump again, or cut out the one that begins in line %zu",
        r->log->line, what, r->began);
}

static int base64_digit(uint8_t c)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *at = c ? strchr(digits, c) : NULL;

    return at ? (int)(at - digits) : -1;
}

/* Adds the bytes of a word, for which there is room. */
static bool take_bytes(struct file_bytes *out, const struct word *w, bool is_base64)
{
    const unsigned bits = is_base64 ? 6 : 4;
    size_t n = w->size, whole = is_base64 ? 4 : 2; /* digits that are a whole number of bytes */
    uint32_t value = 0;
    unsigned left = 0; /* bits of value that are in no byte yet */

    if (n % whole != 0)
        return false;
    for (int padding = 0; is_base64 && padding < 2 && n > 0 && w->text[n - 1] == '='; padding++)
        n--;
    for (size_t i = 0; i < n; i++) {
        int digit = is_base64 ? base64_digit(w->text[i]) : hex_digit(w->text[i]);

        if (digit < 0)
            return false;
        value = value << bits | (uint32_t)digit;
        left += bits;
        if (left < 8)
            continue;
        left -= 8;
        out->data[out->size++] = (uint8_t)(value >> left);
    }
    return true;
}

/* ---- the three kinds of line ----------------------------------------------------------------- */

static bool begin_dump(struct reader *r, const struct word *words, size_t n)
{
    bool is_hex = n == 2 && is(&words[1], "hex");

    if (r->began > 0)
        return report(r, "a dump begins within another one, whose end is missing");
    r->began = r->log->line;
    r->is_base64 = n == 2 && is(&words[1], "base64");
    r->crc = 0;
    r->out->size = 0;
    return is_hex || r->is_base64 ||
           report(r, "a dump in an unknown encoding: hex and base64 are known");
}

/* Reports a line of data, or of an end, outside of a dump. Its numbers tell it from text. */
static bool check_stray(struct reader *r, const struct word *words, size_t n)
{
    uint32_t number;

    if (n != 3 || !take_number(&words[2], &number) ||
        !(is(&words[0], "end") || take_number(&words[0], &number)))
        return true; /* other text with the mark in it */
    return diag_error(
        r->d, r->log->path,
        "line %zu: is of a dump whose beginning is missing; print the dump again, or cut "
        "this part out",
        r->log->line);
}

/* Adds a line of data. */
static bool add_line(struct reader *r, const struct word *words, size_t n)
{
    struct file_bytes *out = r->out;
    const struct word *data = &words[1];
    size_t from = out->size;
    uint32_t offset, check, zeros;
    bool are_zeros, ok;

    if (n != 3 || !take_number(&words[0], &offset))
        return report(r, "the line is damaged");
    if (offset != from)
        return report(r, offset > from ? "lines before this one are missing"
                                       : "the line does not follow the one before");
    are_zeros = data->size > 2 && memcmp(data->text, "0*", 2) == 0 &&
                take_number(&(struct word){data->text + 2, data->size - 2}, &zeros);
    out->data =
        mem_grow(r->d, out->data, &out->cap, from + (are_zeros ? zeros : data->size) + 1, 1);
    if (are_zeros) {
        memset(out->data + from, 0, zeros);
        out->size += zeros;
    }
    ok = are_zeros || take_bytes(out, data, r->is_base64);
    r->crc = (uint32_t)crc32_z(r->crc, out->data + from, out->size - from);
    return (ok && take_number(&words[2], &check) && check == (r->crc & CHECK_MASK)) ||
           report(r, "the line is damaged: its check is wrong");
}

static bool end_dump(struct reader *r, const struct word *words, size_t n)
{
    uint32_t size, crc;

    if (n != 3 || !take_number(&words[1], &size) || !take_number(&words[2], &crc))
        return report(r, "the line is damaged");
    if (size != r->out->size)
        return report(r, "lines before this one are missing");
    return crc == r->crc || report(r, "the dump is damaged: its CRC is wrong");
}

enum text_dump_result text_dump_next(struct text_dump *t, struct file_bytes *out, struct diag *d)
{
    struct reader r = {.log = t, .out = out, .d = d};
    struct word words[WORDS];
    size_t n;

    while ((n = next_words(t, words)) > 0) {
        bool ends = is(&words[0], "end"), ok;

        if (is(&words[0], "begin"))
            ok = begin_dump(&r, words, n);
        else if (r.began == 0)
            ok = check_stray(&r, words, n);
        else
            ok = ends ? end_dump(&r, words, n) : add_line(&r, words, n);
        if (!ok)
            return TEXT_DUMP_BAD;
        if (ends && r.began > 0)
            return TEXT_DUMP_FOUND;
    }
    if (r.began == 0)
        return TEXT_DUMP_NONE;
    report(&r, "the log ends before the dump does");
    return TEXT_DUMP_BAD;
}
