/* by_file - what each data file holds
 *
 * Before the files are read: their order, and which of them belong together. Afterwards: what there
 * is of it. by_file_watch.c sees what is in them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/by_file.h"

#include "base/mem.h"
#include "symbols/sym_search.h"
#include "base/natural.h"
#include "image/core.h"
#include "profile/formats/gmon_format.h"

#include <stdlib.h>
#include <string.h>

/* ---- the files' names ----------------------------------------------------------------------- */

struct named {
    const char *name;
    uint32_t number;
};

static int by_name(const void *left, const void *right)
{
    const struct named *l = left, *r = right;
    int order = natural_compare(l->name, r->name);

    return order ? order : l->number < r->number ? -1 : l->number > r->number;
}

/* The number of the first file of that name, or NO_FILE. */
static uint32_t find_name(const struct named *sorted, uint32_t n, const char *name)
{
    uint32_t low = 0, high = n;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;

        if (natural_compare(sorted[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < n && strcmp(sorted[low].name, name) == 0 ? sorted[low].number : NO_FILE;
}

/* The data file that stacks of this name were written with, if it is in the list; each of the two
 * may be packed. */
static bool find_partner(uint32_t *partner, const struct named *sorted, uint32_t n,
                         const char *name, struct diag *d)
{
    static const char packed[] = ".gz";
    const struct gmon_format *format = gmon_format_by_name(name);
    size_t length = strlen(name), less = sizeof packed - 1;
    char *stem;

    *partner = NO_FILE;
    if (!format)
        return true;
    length -= strcmp(name + length - less, packed) == 0 ? less : 0;
    length -= strlen(format->suffix);
    stem = mem_alloc(d, length + sizeof packed, 1);
    if (!stem)
        return false;
    memcpy(stem, name, length);
    *partner = find_name(sorted, n, stem);
    if (*partner == NO_FILE) {
        memcpy(stem + length, packed, sizeof packed);
        *partner = find_name(sorted, n, stem);
    }
    free(stem);
    return true;
}

static bool sort_names(struct by_file *b, struct diag *d)
{
    struct named *sorted = mem_alloc(d, b->n_files, sizeof *sorted);
    bool ok = sorted != NULL;

    for (uint32_t i = 0; ok && i < b->n_files; i++)
        sorted[i] = (struct named){b->names[i], i};
    if (ok && b->n_files > 0)
        qsort(sorted, b->n_files, sizeof *sorted, by_name);
    for (uint32_t i = 0; ok && i < b->n_files; i++) {
        b->order[i] = sorted[i].number;
        b->place[sorted[i].number] = i;
    }
    for (uint32_t i = 0; ok && i < b->n_files; i++)
        ok = find_partner(&b->partner[i], sorted, b->n_files, b->names[i], d);
    free(sorted);
    return ok;
}

/* ---- before and after the reading ----------------------------------------------------------- */

/* The function that stands for code outside the program (libgmon), or NO_SYMBOL. */
static uint32_t find_external(const struct symtab *symtab)
{
    for (uint32_t i = 0; i < symtab->n_code; i++)
        if (strcmp(symtab->symbols[i].name, "<external>") == 0)
            return i;
    return NO_SYMBOL;
}

static bool find_symbols(struct by_file *b, const struct by_file_source *from, struct diag *d)
{
    const struct sym_search_in in = {.image = from->image,
                                     .symtab = from->symtab,
                                     .lines = &b->lines,
                                     .demangle = from->demangle};

    sym_search(&b->ids, from->ids, &in, d);
    return true;
}

/* Which functions do not count. */
static bool select_functions(struct by_file *b, const struct by_file_source *from, struct diag *d)
{
    uint32_t n = from->symtab->n_code;

    b->is_left_out = mem_alloc(d, n, sizeof *b->is_left_out);
    b->left_out_symbols = mem_alloc(d, n, sizeof *b->left_out_symbols);
    if (!b->is_left_out || !b->left_out_symbols ||
        !sym_lines_load(&b->lines, from->image, from->symtab,
                        from->ids->need_lines ? SYM_LINES_ALL : SYM_LINES_NONE, d) ||
        !find_symbols(b, from, d) ||
        !sym_filter_init(&b->filter, &b->ids, from->symtab, &b->lines, d))
        return false;
    for (uint32_t i = 0; i < n; i++) {
        b->is_left_out[i] = !sym_selected(&b->filter, SYM_TABLE_FLAT, i);
        if (b->is_left_out[i])
            b->left_out_symbols[b->n_left_out_symbols++] = i;
    }
    return true;
}

bool by_file_init(struct by_file *b, const struct by_file_source *from, struct diag *d)
{
    uint32_t n = from->symtab->n_code;

    *b = (struct by_file){.names = from->names,
                          .n_files = (uint32_t)from->n_files,
                          .symtab = from->symtab,
                          .image = from->image->path,
                          .n_symbols = n + 2,
                          .external = find_external(from->symtab),
                          .unknown = n + 1};
    if (from->n_files >= NO_FILE || n >= NO_SYMBOL - 2)
        return diag_error(d, NULL, "%zu data files are too many for a table; report parts of them",
                          from->n_files);
    if (b->external == NO_SYMBOL)
        b->external = n;
    b->build_id_bytes = core_build_id(from->image, &b->build_id);
    b->rows = mem_alloc(d, from->n_files, sizeof *b->rows);
    b->order = mem_alloc(d, from->n_files, sizeof *b->order);
    b->place = mem_alloc(d, from->n_files, sizeof *b->place);
    b->partner = mem_alloc(d, from->n_files, sizeof *b->partner);
    b->watch = by_file_watch(b);
    return b->rows && b->order && b->place && b->partner && sort_names(b, d) &&
           select_functions(b, from, d);
}

/* What stacks tell goes to the row of their data file. */
static void pair_rows(struct by_file *b)
{
    for (uint32_t i = 0; i < b->n_files; i++) {
        const struct by_file_row *from = &b->rows[i];
        struct by_file_row *to = b->partner[i] == NO_FILE ? NULL : &b->rows[b->partner[i]];

        if (!from->is_beside || !to || to->is_left_out || from->part == 0)
            continue;
        to->has_library = true;
        to->library = from->library;
        to->part = from->part;
    }
}

bool by_file_finish(struct by_file *b, struct diag *d)
{
    struct spread_scratch *scratch = mem_alloc(d, 1, sizeof *scratch);
    bool ok = scratch && by_file_add_up(b, d);

    pair_rows(b);
    for (uint32_t i = 0; ok && i < b->n_files; i++) {
        const struct by_file_row *row = &b->rows[i];

        b->n_shown += !row->is_beside;
        b->n_left_out += row->is_left_out;
        b->n_called += row->has_calls;
        b->n_timed += row->has_time;
        if (row->time > 0)
            ok = spread_add(&b->file_times, &row->time, &b->place[i], 1, scratch, d);
    }
    spread_finish(&b->file_times);
    free(scratch);
    return ok;
}

const char *by_file_stand_in(const struct by_file *b, uint32_t symbol)
{
    if (symbol < b->symtab->n_code)
        return NULL;
    return symbol == b->unknown ? "<unknown>" : "<external>";
}

void by_file_release(struct by_file *b)
{
    free(b->rows);
    free(b->order);
    free(b->place);
    free(b->partner);
    by_file_release_watchers(b);
    by_file_release_spreads(b->times, b->n_symbols);
    by_file_release_spreads(b->calls, b->n_symbols);
    spread_release(&b->file_times);
    free(b->is_left_out);
    free(b->left_out_symbols);
    sym_filter_release(&b->filter);
    sym_ids_release(&b->ids);
    sym_lines_release(&b->lines);
    *b = (struct by_file){0};
}
