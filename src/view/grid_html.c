/* grid_html - writes texts and tables as parts of a page
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "view/grid_html.h"

#include "base/utf8_put.h"

static void put_character(struct sink *out, uint32_t code, const char *at, size_t bytes)
{
    if (code == '<')
        sink_string(out, "&lt;");
    else if (code == '>')
        sink_string(out, "&gt;");
    else if (code == '&')
        sink_string(out, "&amp;");
    else if (code == '"')
        sink_string(out, "&quot;");
    else if (utf8_is_unsafe(code))
        sink_string(out, "\357\277\275");
    else
        sink_bytes(out, at, bytes);
}

void html_put_text(struct sink *out, const char *text)
{
    utf8_put(out, text, SIZE_MAX, put_character);
}

static void put_cell(struct sink *out, const char *tag, const char *text)
{
    sink_printf(out, "<%s>", tag);
    html_put_text(out, text);
    sink_printf(out, "</%s>", tag);
}

void grid_html(const struct grid *g, struct sink *out, struct diag *d)
{
    LOCAL_BY(grid_row_release) struct grid_row row = {.text = sink_in_memory(d)};
    LOCAL_BY(sink_release) struct sink cell = sink_in_memory(d);

    sink_string(out, "<table>\n<tr>");
    for (size_t c = 0; c < g->n_columns; c++)
        if (g->columns[c].title)
            put_cell(out, "th", g->columns[c].title);
    sink_string(out, "</tr>\n");
    for (size_t i = 0; i < g->n_rows; i++) {
        if (!grid_fill(g, i, true, &row))
            continue;
        sink_string(out, "<tr>");
        for (size_t c = 0; c < g->n_columns; c++)
            if (g->columns[c].title) {
                grid_put_cell(&row, c, &cell);
                put_cell(out, "td", sink_text(&cell));
            }
        sink_string(out, "</tr>\n");
    }
    sink_string(out, "</table>\n");
}
