/* grid - fills the rows of tables
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "view/grid.h"

#include "base/utf8_put.h"

bool grid_fill(const struct grid *g, size_t number, bool for_people, struct grid_row *row)
{
    row->n_values = 0;
    row->n_cells = 0;
    row->for_people = for_people;
    sink_clear(&row->text);
    return g->fill(g->context, number, row);
}

void grid_row_release(struct grid_row *row)
{
    sink_release(&row->text);
}

void grid_end_name(struct grid_row *row, const char *name, enum name_syntax syntax)
{
    row->cells[row->n_cells++] = (struct grid_cell){row->text.used, name, syntax, 0};
}

void grid_end_cell(struct grid_row *row)
{
    grid_end_name(row, NULL, NAME_COLONS);
}

void grid_indent(struct grid_row *row, unsigned blanks)
{
    row->cells[row->n_cells - 1].indent = blanks;
}

void grid_put_cell(const struct grid_row *row, size_t column, struct sink *out)
{
    const struct grid_cell *cell = &row->cells[column];
    size_t start = column > 0 ? cell[-1].end : 0;

    if (cell->name)
        utf8_put_text(out, cell->name);
    sink_bytes(out, row->text.buf + start, cell->end - start);
}
