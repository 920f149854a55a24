/* csv - writes tables for spreadsheets
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/csv.h"

#include "base/utf8_put.h"

static void start_cell(struct csv *c)
{
    if (c->in_row)
        sink_literal(c->out, ",");
    c->in_row = true;
}

/* Returns true if a spreadsheet would take the text for a formula. */
static bool begins_formula(const char *text)
{
    return *text == '=' || *text == '+' || *text == '-' || *text == '@';
}

static void put_character(struct sink *out, uint32_t code, const char *at, size_t bytes)
{
    bool is_damaged = code == UTF8_DAMAGED;

    code = is_damaged ? (unsigned char)*at : code;
    if (!is_damaged && !utf8_is_control(code))
        sink_bytes(out, at, bytes);
    else
        utf8_put_escape(out, code > 0xff ? "\\u" : "\\x", code, code > 0xff ? 4 : 2);
    if (code == '"')
        sink_char(out, '"');
}

void csv_text(struct csv *c, const char *text)
{
    bool quoted;
    size_t plain;

    start_cell(c);
    if (!text || !*text)
        return;
    plain = utf8_plain(text);
    if (!text[plain] && !begins_formula(text) && !memchr(text, ',', plain)) {
        sink_short(c->out, text, plain);
        return;
    }
    quoted = strpbrk(text, ",\"") || *text == ' ' || text[strlen(text) - 1] == ' ';
    if (quoted)
        sink_char(c->out, '"');
    if (begins_formula(text))
        sink_char(c->out, '\'');
    utf8_put(c->out, text, SIZE_MAX, put_character);
    if (quoted)
        sink_char(c->out, '"');
}

void csv_u64(struct csv *c, uint64_t value)
{
    start_cell(c);
    sink_u64(c->out, value, 0);
}

void csv_i64(struct csv *c, int64_t value)
{
    start_cell(c);
    sink_i64(c->out, value);
}

void csv_known(struct csv *c, bool is_known, uint64_t value)
{
    start_cell(c);
    if (is_known)
        sink_u64(c->out, value, 0);
}

void csv_empty(struct csv *c, unsigned n)
{
    while (n-- > 0)
        start_cell(c);
}

void csv_header(struct csv *c, const char *names)
{
    sink_string(c->out, names);
    csv_end_row(c);
}

void csv_end_row(struct csv *c)
{
    sink_literal(c->out, "\r\n");
    c->in_row = false;
}
