/* table - prints cells in columns as wide as their widest cell, within a terminal's width
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "report/table.h"

#include "base/utf8_put.h"
#include "names/name_forms.h"

#include <string.h>

void table_add(struct table *t, enum table_kind kind, const char *gap, const char *title,
               size_t least)
{
    t->columns[t->n_columns++] =
        (struct table_column){.kind = kind, .gap = gap, .title = title, .width = least};
}

void table_end_cell(struct table *t)
{
    struct table_column *c = &t->columns[t->n_cells++ % t->n_columns];
    size_t width;

    sink_char(&t->text, '\0');
    width = name_columns(t->text.buf + t->start);
    if (width > c->width && (!c->most || width <= c->most))
        c->width = width;
    t->start = t->text.used;
}

/* Makes names narrower, the widest column first, until a line has no more than `columns`. */
static void shrink(struct table *t, size_t columns)
{
    for (;;) {
        struct table_column *widest = NULL;
        size_t all = 0;

        for (size_t i = 0; i < t->n_columns; i++) {
            struct table_column *c = &t->columns[i];

            all += name_columns(c->gap) + c->width;
            if (c->kind == TABLE_NAME && c->width > TABLE_TEXT_LEAST &&
                (!widest || c->width > widest->width))
                widest = c;
        }
        if (all <= columns || !widest)
            return;
        widest->width--;
    }
}

void table_print_text(struct sink *out, const char *text, size_t columns, bool padded)
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
        utf8_put_safe(out, code, text, bytes);
        text += bytes;
    }
    if (*text && room < columns) {
        sink_string(out, mark);
        used += sizeof mark - 1;
    }
    if (padded)
        sink_repeat(out, ' ', columns - used);
}

/* Prints a cell, padded to the width of its column. The last cell of a line has no blanks behind
 * it. */
static void print_cell(struct sink *out, enum table_kind kind, const char *text, size_t width,
                       bool is_last, bool may_cut)
{
    size_t all = name_columns(text), blanks = all < width ? width - all : 0;

    if (kind == TABLE_NUMBER)
        sink_repeat(out, ' ', blanks);
    if (kind == TABLE_NAME && may_cut)
        table_print_text(out, text, width, false);
    else
        sink_string(out, text);
    if (kind != TABLE_NUMBER && !is_last)
        sink_repeat(out, ' ', blanks);
}

void table_print(struct table *t, size_t columns, struct sink *out)
{
    const char *cell = t->text.buf;

    for (size_t i = 0; i < t->n_columns; i++)
        if (t->columns[i].title && t->columns[i].width < name_columns(t->columns[i].title) &&
            (i + 1 == t->n_columns || t->columns[i + 1].title))
            t->columns[i].width = name_columns(t->columns[i].title);
    if (columns > 0)
        shrink(t, columns);
    for (size_t i = 0; i < t->n_columns; i++) {
        const struct table_column *c = &t->columns[i];
        bool is_double = i + 1 < t->n_columns && !c[1].title;
        size_t width = c->width + (is_double ? name_columns(c[1].gap) + c[1].width : 0);

        if (!c->title)
            continue;
        sink_string(out, c->gap);
        print_cell(out, is_double ? TABLE_WORD : c->kind, c->title, width, i + 1 == t->n_columns,
                   columns > 0);
    }
    sink_char(out, '\n');
    for (size_t i = 0; i < t->n_cells; i++) {
        size_t at = i % t->n_columns;
        const struct table_column *c = &t->columns[at];
        bool is_last = at + 1 == t->n_columns;

        sink_string(out, c->gap);
        print_cell(out, c->kind, cell, c->width, is_last, columns > 0);
        if (is_last)
            sink_char(out, '\n');
        cell += strlen(cell) + 1;
    }
    sink_release(&t->text);
}
