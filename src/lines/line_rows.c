/* line_rows - lists the rows of an image with libdw, or with libbfd if libdw cannot
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lines/line_rows.h"

#include "base/search.h"
#include "base/trace.h"

#include <inttypes.h>
#include <stdlib.h>

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

/* Asks libbfd for each address, since libbfd cannot list a line table. A query costs a quarter of a
 * microsecond in plain C, and a hundred times as much in heavily inlined code. The sizes of
 * sections may be wrong, and their addresses far apart. Therefore gaps are skipped, and the number
 * of queries is limited to the file's bytes. */
static bool ask_each(struct line_rows *rows, const struct image *image, uint64_t start,
                     uint64_t end, struct diag *d)
{
    uint64_t left = image->file_size, address = start, stop;

    if (!core_open_lines(image, d))
        return false;
    while (left > 0 && core_next_code(image, address, &address, &stop) && address < end) {
        if (stop > end)
            stop = end;
        for (; address < stop && left > 0; address++, left--) {
            struct line_row row = {.address = address};
            struct image_line line;

            if (core_line(image, address, &line)) {
                row.file = line.file;
                row.function = line.function;
                row.line = line.line;
            }
            line_rows_add(rows, &row, d);
        }
        if (address < end)
            line_rows_add(rows, &(struct line_row){.address = address}, d);
    }
    return true;
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

bool line_rows_read(struct line_rows *rows, const struct image *image, uint64_t start, uint64_t end,
                    bool functions, struct diag *d)
{
    const struct line_request request = {.start = start, .end = end, .no_functions = !functions};

    *rows = (struct line_rows){0};
    if (!core_has_lines(image))
        return true;
    if ((image->relocatable || !line_rows_list(rows, image, &request, d)) &&
        !ask_each(rows, image, start, end, d))
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
    return n == 0 || !core_has_lines(image) ||
           (!image->relocatable && line_rows_list(rows, image, &request, d));
}
