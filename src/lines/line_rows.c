/* line_rows - lists the rows of an image with libdw, or with libbfd if libdw cannot
 *
 * libbfd cannot list a line table, so it is asked for each address.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lines/line_rows.h"

#include "base/limit.h"
#include "base/search.h"
#include "base/trace.h"
#include "image/core_code.h"
#include "image/core_debug.h"
#include "lines/line_sweep.h"

/* ---- libbfd ---- */

/* State of the asking. */
struct asker {
    const struct image *image;
    struct line_rows *rows;
    struct image_line last; /* the last answer */
    uint64_t left;          /* questions that may still be asked */
    struct diag *diag;
};

/* Returns the copy of a text that `rows` keeps, or NULL for NULL. */
static const char *keep_text(struct line_rows *rows, const char *text, struct diag *d)
{
    uint32_t number = text ? text_map_add(&rows->texts, text, d) : TEXT_MAP_NONE;

    return text ? rows->texts.texts[number] : NULL;
}

/* Asks for the line of an address, and adds a row unless the answer is the last one. */
static void ask(struct asker *k, uint64_t address)
{
    struct image_line line = {0};
    struct line_row row = {.address = address};

    core_line(k->image, address, &line);
    if (line.line == k->last.line && line.file == k->last.file && line.function == k->last.function)
        return;
    k->last = line;
    row.line = line.line;
    row.file = keep_text(k->rows, line.file, k->diag);
    row.function = keep_text(k->rows, line.function, k->diag);
    line_rows_add(k->rows, &row, k->diag);
}

/* Asks for each address of [start, end). The sizes of sections may be wrong, and their addresses
 * far apart. Therefore gaps are skipped, and the number of questions is limited to the file's
 * bytes. */
static void ask_each(struct asker *k, uint64_t start, uint64_t end)
{
    uint64_t address = start, stop;

    while (k->left > 0 && core_next_code(k->image, address, &address, &stop) && address < end) {
        for (; address < stop && address < end && k->left > 0; address++, k->left--)
            ask(k, address);
        if (address < end)
            ask(k, address); /* of no code: it has no line */
    }
}

/* Appends the rows that are asked for, as libbfd tells them. Fails after reporting. */
static bool ask_for_rows(struct line_rows *rows, const struct image *image,
                         const struct line_request *request, struct diag *d)
{
    struct asker k = {.image = image, .rows = rows, .left = image->file_size, .diag = d};

    if (!core_open_lines(image, d))
        return false;
    for (size_t i = 0; i < request->n_places; i++)
        ask(&k, request->places[i]);
    if (!request->places)
        ask_each(&k, request->start, request->end);
    return true;
}

/* ---- rows ---- */

const struct line_row *line_rows_at(const struct line_rows *rows, uint64_t address)
{
    size_t low = count_up_to(rows->at, rows->n, sizeof *rows->at, address);

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

bool line_rows_read(struct line_rows *rows, const struct image *image,
                    const struct line_request *request, struct diag *d)
{
    *rows = (struct line_rows){0};
    if ((request->places && request->n_places == 0) || !core_has_lines(image))
        return true;

    LIMIT_STAGE(LIMIT_LINES, core_debug_path(image));
    bool ok = (!image->relocatable && line_rows_list(rows, image, request, d)) ||
              ask_for_rows(rows, image, request, d);
    if (ok && !request->places && trace_on(d, TRACE_IMAGE))
        trace_rows(rows, d);
    return ok;
}
