/* line_rows - rows of source lines: how they are added and looked up
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lines/line_rows.h"

#include "base/mem.h"
#include "base/search.h"

#include <stdlib.h>
#include <string.h>

static bool same_text(const char *l, const char *r)
{
    return l == r || (l && r && strcmp(l, r) == 0);
}

void line_rows_add(struct line_rows *rows, const struct line_row *row, struct diag *d)
{
    struct line_row *last = rows->n ? &rows->at[rows->n - 1] : NULL;

    if (last && last->line == row->line && same_text(last->file, row->file) &&
        same_text(last->function, row->function))
        return;
    if (last && last->address == row->address) {
        *last = *row;
        return;
    }
    rows->at = mem_grow(d, rows->at, &rows->cap, rows->n + 1, sizeof *row);
    rows->at[rows->n++] = *row;
}

const struct line_row *line_rows_at(const struct line_rows *rows, uint64_t address)
{
    size_t low = rows->n ? count_up_to(&rows->at->address, rows->n, sizeof *rows->at, address) : 0;

    return low > 0 && rows->at[low - 1].file ? &rows->at[low - 1] : NULL;
}

void line_rows_release(struct line_rows *rows)
{
    free(rows->at);
    line_source_release(rows->source);
    *rows = (struct line_rows){0};
}
