/* line_rows - lists the rows of an image with libdw, or with libbfd if libdw cannot
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lines/line_rows.h"

#include "base/search.h"
#include "base/trace.h"
#include "image/core_debug.h"

const struct line_row *line_rows_at(const struct line_rows *rows, uint64_t address)
{
    size_t low = rows->n ? count_up_to(&rows->at->address, rows->n, sizeof *rows->at, address) : 0;

    return low > 0 && rows->at[low - 1].file ? &rows->at[low - 1] : NULL;
}

void line_rows_release(struct line_rows *rows)
{
    free(rows->at);
    line_source_release(rows->source);
    text_map_release(&rows->texts);
    *rows = (struct line_rows){0};
}

static void trace_rows(const struct line_rows *rows, const struct diag *d)
{
    for (size_t i = 0; i < rows->n; i++) {
        const struct line_row *row = &rows->at[i];

        if (row->file)
            trace_line(d, "line_rows_read", "from 0x%" PRIx64 " on: %s:%u, in %s", row->address,
                       row->file, row->line, row->function ? row->function : "no known function");
        else
            trace_line(d, "line_rows_read", "from 0x%" PRIx64 " on: no line", row->address);
    }
}

/* Lists the rows with libdw, or with libbfd if libdw cannot. */
static bool list(struct line_rows *rows, const struct image *image,
                 const struct line_request *request, struct diag *d)
{
    bool ok;

    *rows = (struct line_rows){.budget = image->budget};
    if (!core_has_lines(image))
        return true;
    ok = (!image->relocatable && line_rows_list(rows, image, request, d)) ||
         line_rows_ask(rows, image, request, d);
    budget_warn(image->budget, d, core_debug_path(image), "lines");
    return ok;
}

bool line_rows_read(struct line_rows *rows, const struct image *image, uint64_t start, uint64_t end,
                    bool functions, struct diag *d)
{
    const struct line_request request = {.start = start, .end = end, .no_functions = !functions};

    if (!list(rows, image, &request, d))
        return false;
    if (trace_on(d, TRACE_IMAGE))
        trace_rows(rows, d);
    return true;
}

bool line_rows_read_places(struct line_rows *rows, const struct image *image,
                           const uint64_t *places, size_t n, struct diag *d)
{
    const struct line_request request = {
        .end = UINT64_MAX, .places = places, .n_places = n, .no_functions = true};

    *rows = (struct line_rows){0};
    return n == 0 || list(rows, image, &request, d);
}
