/* top_text - any text, made fit for a terminal
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "report/top_text.h"

#include "base/utf8.h"
#include "symbols/name_fit.h"

#include <string.h>

static bool is_bad(uint32_t code)
{
    return code == UTF8_DAMAGED || utf8_is_control(code);
}

void top_text_clean(struct sink *out, const char *text)
{
    while (*text) {
        uint32_t code;
        size_t bytes = utf8_next(text, &code);

        if (is_bad(code))
            sink_char(out, '?');
        else
            sink_bytes(out, text, bytes);
        text += bytes;
    }
}

bool top_text_is_clean(const char *text)
{
    uint32_t code = ' ';

    while (*text && !is_bad(code))
        text += utf8_next(text, &code);
    return !is_bad(code);
}

void top_text_cell(struct sink *out, const char *text, size_t columns, bool padded)
{
    static const char mark[] = "...";
    size_t used = 0, all = name_columns(text);
    size_t room = all <= columns ? columns : columns > 3 ? columns - 3 : columns;

    while (*text) {
        uint32_t code;
        size_t bytes = utf8_next(text, &code);

        if (used + utf8_columns(code) > room)
            break;
        used += utf8_columns(code);
        if (is_bad(code))
            sink_char(out, '?');
        else
            sink_bytes(out, text, bytes);
        text += bytes;
    }
    if (*text && room < columns) {
        sink_string(out, mark);
        used += sizeof mark - 1;
    }
    if (padded)
        sink_repeat(out, ' ', columns - used);
}

/* Print a word, with blanks in place of hard ones. */
static void put_word(struct sink *out, const char *word, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        sink_char(out, (char)(word[i] == TOP_HARD_BLANK ? ' ' : word[i]));
}

/* The columns of the first `bytes` bytes. */
static size_t columns_of_word(const char *word, size_t bytes)
{
    size_t columns = 0;

    for (const char *end = word + bytes; word < end;) {
        uint32_t code;
        size_t step = utf8_next(word, &code);

        columns += utf8_columns(code);
        word += step;
    }
    return columns;
}

void top_text_wrap(struct sink *out, const char *text, size_t columns)
{
    size_t at = 0;

    while (*text) {
        size_t bytes = strcspn(text, " ");
        size_t width = columns_of_word(text, bytes);

        if (at > 0 && at + 1 + width > columns) {
            sink_string(out, "\n  ");
            at = 2;
        } else if (at > 0) {
            sink_char(out, ' ');
            at++;
        }
        put_word(out, text, bytes);
        at += width;
        text += bytes + (text[bytes] == ' ');
    }
    sink_char(out, '\n');
}
