/* bb_out_format - reads bb.out, the listing of basic blocks that old profiling libraries wrote
 *
 * Role: the blocks of such a text are added to a profile like those of a tag-2 record. Input: lines
 *
 *     Basic block profiling finished on DATE
 *     File NAME, N basic blocks
 *         Block #N: executed N time(s) address= 0xN function= NAME line= N file= NAME
 *
 * The number of blanks varies, and the text behind the address may be missing. Each run of a
 * program put its listing behind the older ones, so a file holds any number of them; they add up.
 * The address alone says where a block is; names and line numbers are left to the image, and are
 * not looked at. doc/gmon-format has the whole description, and src/bbconv.pl has the same rules: a
 * change here is one there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/formats/gmon_format.h"

#include <inttypes.h>
#include <string.h>

struct listing {
    struct gmon_input *in;
    size_t number;      /* number of the line being read, from 1 */
    size_t file_number; /* number of the last line `File ...', 0 before the first one */
    uint64_t announced; /* blocks that the line `File ...' announced */
    uint64_t found;     /* blocks since the line `File ...' */
    bool warned;        /* a wrong number of blocks was reported; once is enough */
};

/* ---- words of a line: a cursor whose end is the line's -------------------------------------- */

/* Passes over blanks: those of C's isspace; the carriage return of a foreign line end is one. */
static void skip_blanks(struct cursor *c)
{
    while (c->pos < c->size &&
           (c->data[c->pos] == ' ' || (c->data[c->pos] >= '\t' && c->data[c->pos] <= '\r')))
        c->pos++;
}

/* Moves `line` to the next line of the text, without its newline and the blanks in front. Returns
 * false at the end of the text. */
static bool next_line(struct cursor *text, struct cursor *line)
{
    const uint8_t *start = text->data + text->pos, *end;

    if (cursor_left(text) == 0)
        return false;
    end = memchr(start, '\n', cursor_left(text));
    *line = (struct cursor){.data = start, .size = end ? (size_t)(end - start) : cursor_left(text)};
    text->pos += line->size + (end ? 1 : 0);
    skip_blanks(line);
    return true;
}

/* Passes over `word` and the blanks behind it; returns false, and passes nothing, if it is not
 * there. */
static bool take_word(struct cursor *c, const char *word)
{
    size_t bytes = strlen(word);

    if (cursor_left(c) < bytes || memcmp(c->data + c->pos, word, bytes) != 0)
        return false;
    c->pos += bytes;
    skip_blanks(c);
    return true;
}

static unsigned digit_value(uint8_t c)
{
    if (c >= '0' && c <= '9')
        return c - (unsigned)'0';
    if (c >= 'a' && c <= 'f')
        return c - (unsigned)'a' + 10;
    return c >= 'A' && c <= 'F' ? c - (unsigned)'A' + 10 : 16;
}

/* Passes over digits of the base, a number of 64 bits, and the blanks behind it; returns false if
 * there are no digits or too many. */
static bool take_number(struct cursor *c, unsigned base, uint64_t *value)
{
    bool any = false;

    *value = 0;
    for (; c->pos < c->size && digit_value(c->data[c->pos]) < base; c->pos++) {
        unsigned digit = digit_value(c->data[c->pos]);
        if (*value > (UINT64_MAX - digit) / base)
            return false;
        *value = *value * base + digit;
        any = true;
    }
    skip_blanks(c);
    return any;
}

/* ---- lines ---------------------------------------------------------------------------------- */

static const char title[] = "Basic block profiling";

/* Reads a line `File NAME, N basic blocks'. The number is behind the last comma, since a name may
 * have commas, too. */
static bool parse_file_line(struct cursor line, uint64_t *announced)
{
    size_t comma = line.size;

    if (!take_word(&line, "File"))
        return false;
    while (comma > line.pos && line.data[comma - 1] != ',')
        comma--;
    if (comma == line.pos)
        return false;
    line.pos = comma;
    skip_blanks(&line);
    return take_number(&line, 10, announced) && take_word(&line, "basic") &&
           take_word(&line, "block");
}

/* Reads the line of a block behind its first word. */
static bool parse_block(struct cursor *line, bool has_newline, uint64_t *address, uint64_t *count)
{
    uint64_t number;

    if (!take_word(line, "#") || !take_number(line, 10, &number) || !take_word(line, ":") ||
        !take_word(line, "executed") || !take_number(line, 10, count))
        return false;
    if (!take_word(line, "time(s)") && !take_word(line, "times") && !take_word(line, "time"))
        return false;
    if (!take_word(line, "address") || !take_word(line, "=") ||
        (!take_word(line, "0x") && !take_word(line, "0X")) || !take_number(line, 16, address))
        return false;
    /* the end of the file may have cut the address off */
    return digit_value(line->data[line->pos - 1]) == 16 || (cursor_left(line) == 0 && has_newline);
}

static bool report_line(const struct listing *l, bool has_newline)
{
    return diag_error(l->in->diag, l->in->path, "line %zu is not understood; %s", l->number,
                      has_newline ? "a basic block is a line `Block #1: executed 2 time(s) "
                                    "address= 0x3': mend the line, or remove it"
                                  : "the file seems to be cut off there: run the program again");
}

/* Warns at the end of the blocks of a `File' line if there are more or fewer than it says. */
static void check_announced(struct listing *l)
{
    if (l->file_number == 0 || l->found == l->announced || l->warned)
        return;
    l->warned = true;
    diag_warning(l->in->diag, l->in->path,
                 "line %zu announces %" PRIu64 " basic blocks and %" PRIu64
                 " follow; if the file was cut off, run the program again",
                 l->file_number, l->announced, l->found);
}

static bool read_line(struct listing *l, struct cursor *line)
{
    struct gmon_input *in = l->in;
    bool has_newline = in->cursor.data[in->cursor.pos - 1] == '\n';
    uint64_t announced, address, count;

    if (cursor_left(line) == 0 || take_word(line, title))
        return true;
    if (parse_file_line(*line, &announced)) {
        check_announced(l);
        l->announced = announced;
        l->found = 0;
        l->file_number = l->number;
        return true;
    }
    if (!take_word(line, "Block") || !parse_block(line, has_newline, &address, &count))
        return report_line(l, has_newline);
    if (in->target->word_bytes == 4 && address > UINT32_MAX)
        return diag_error(in->diag, in->path,
                          "line %zu: the address 0x%" PRIx64
                          " has more than the 32 bits of the image's; name the image that the "
                          "file belongs to",
                          l->number, address);
    l->found++;
    in->info->records[GMON_TAG_BB_COUNT] = 1;
    in->profile->has_blocks = true;
    profile_add_block(in->profile, address, count, in->diag);
    return true;
}

bool bb_out_detect(const struct cursor *start, const struct gmon_target *target, uint64_t size)
{
    struct cursor first = *start, line;
    uint64_t announced;

    (void)target;
    (void)size;
    skip_blanks(&first);
    return next_line(&first, &line) &&
           (take_word(&line, title) || parse_file_line(line, &announced) ||
            (take_word(&line, "Block") && take_word(&line, "#")));
}

bool bb_out_read(struct gmon_input *in)
{
    struct listing l = {.in = in};
    struct cursor line;

    while (next_line(&in->cursor, &line)) {
        l.number++;
        if (!read_line(&l, &line))
            return false;
    }
    check_announced(&l);
    if (in->info->records[GMON_TAG_BB_COUNT] == 0 && !l.warned)
        diag_warning(in->diag, in->path,
                     "lists no basic blocks; compile the program for basic-block profiling");
    return true;
}
