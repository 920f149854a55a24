/* grid_csv - writes a document as one table of CSV (RFC 4180)
 *
 * Cells of keys that a table does not have are empty, so each row has as many cells as the header.
 *
 * A row is one line: control characters are written as \xHH, or \uHHHH above U+00FF, and bytes
 * that are not valid UTF-8 as \xHH. A spreadsheet takes a text that begins with =, +, - or @ for a
 * formula, so an apostrophe is put in front of it. A reader cannot undo these changes; programs
 * should read JSON.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/utf8_put.h"
#include "view/grid.h"

/* Cells of a row. */
struct cells {
    size_t n;               /* keys of the header */
    size_t at[GRID_VALUES]; /* numbers of the values; n_values: there is none */
};

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

static void put_text(struct sink *out, const char *text)
{
    size_t plain = utf8_plain(text);
    bool quoted;

    if (!*text)
        return;
    if (!text[plain] && !begins_formula(text) && !memchr(text, ',', plain)) {
        sink_short(out, text, plain);
        return;
    }
    quoted = strpbrk(text, ",\"") || *text == ' ' || text[strlen(text) - 1] == ' ';
    if (quoted)
        sink_char(out, '"');
    if (begins_formula(text))
        sink_char(out, '\'');
    utf8_put(out, text, SIZE_MAX, put_character);
    if (quoted)
        sink_char(out, '"');
}

static void put_value(struct sink *out, const struct grid_value *value)
{
    if (value->kind == GRID_U64)
        sink_u64(out, value->is.u64, 0);
    else if (value->kind == GRID_STRING)
        put_text(out, value->is.text);
    else if (value->kind == GRID_I64)
        sink_i64(out, value->is.i64);
    else if (value->kind == GRID_NUMBER)
        sink_printf(out, "%.*f", (int)value->decimals, value->is.number);
    else if (value->kind == GRID_BOOL)
        sink_string(out, value->is.u64 ? "true" : "false");
}

/* Finds the values of the rows of a table by the keys of the header. */
static void find_cells(struct cells *c, const struct grid_row *row, const char *keys)
{
    c->n = 0;
    for (size_t bytes; *keys; keys += bytes + (keys[bytes] == ',')) {
        size_t i = 0;

        bytes = strcspn(keys, ",");
        while (i < row->n_values && (!row->values[i].csv || strlen(row->values[i].csv) != bytes ||
                                     memcmp(row->values[i].csv, keys, bytes) != 0))
            i++;
        c->at[c->n++] = i;
    }
}

static void put_row(struct sink *out, const struct grid_row *row, const struct cells *c)
{
    for (size_t k = 0; k < c->n; k++) {
        if (k > 0)
            sink_literal(out, ",");
        if (c->at[k] < row->n_values)
            put_value(out, &row->values[c->at[k]]);
    }
    sink_literal(out, "\r\n");
}

void grid_csv(const struct grid_document *document, struct sink *out, struct diag *d)
{
    LOCAL_BY(grid_row_release) struct grid_row row = {.text = sink_in_memory(d)};

    sink_string(out, document->csv);
    sink_literal(out, "\r\n");
    for (const struct grid *g = document->grids; g < document->grids + document->n; g++) {
        struct cells c = {0};

        for (size_t i = 0; i < g->n_rows; i++) {
            bool is_there = grid_fill(g, i, false, &row);

            if (i == 0)
                find_cells(&c, &row, document->csv);
            if (is_there && c.at[0] < row.n_values) /* tables of people and of JSON lack the kind */
                put_row(out, &row, &c);
        }
    }
}
