/* by_file_print - prints data files and functions beside each other (--by-file)
 *
 * The order is: a line for all files, then the functions, then a line for each file in the order of
 * ranks. So the most important lines are at the top, even for thousands of files. Columns without
 * figures are left out.
 *
 * For programs (--export=json or csv) times are nanoseconds, as in all exports, all functions are
 * listed, and the files come first.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "view/results.h"

#include "base/utf8_put.h"
#include "compare/statistics.h"
#include "report/texts.h"

enum {
    NUMBER_WIDTH = 9,
    CALLS_WIDTH = 12,
    FILE_WIDTH_MAX = 40, /* longer names move the rest of their line */
    DECIMALS_MAX = 6
};

struct page {
    const struct results *r;
    const struct by_file *b;
    const char *dimension;
    double sample;        /* time that a sample stands for, in ns */
    struct figures shape; /* unit and decimals of printed times */
};

/* ---- names ---------------------------------------------------------------------------------- */

/* Returns the name of time outside functions, or NULL if the symbol number is a function's. */
static const char *stand_in(const struct page *p, uint32_t symbol)
{
    return symbol == p->r->program.symtab.n ? FIGURES_UNKNOWN : NULL;
}

/* Returns the name that `names_of`, names_shown or names_full, returns for a symbol. */
static const char *name_of(const struct page *p, uint32_t symbol,
                           const char *(*names_of)(const struct names *, uint32_t))
{
    const char *other = stand_in(p, symbol);

    return other ? other : names_of(&p->r->program.names, symbol);
}

static const char *linker_name(const struct page *p, uint32_t symbol)
{
    return stand_in(p, symbol) ? NULL : p->r->program.symtab.symbols[symbol].name;
}

/* ---- numbers -------------------------------------------------------------------------------- */

/* Returns the decimals of a tick of the finest clock. */
static unsigned find_decimals(const struct results *r)
{
    uint64_t rate = 0;

    for (size_t i = 0; i < profile_n_histograms(&r->facts.profile); i++) {
        const struct histogram *h = profile_histogram(&r->facts.profile, i);

        rate = h->rate > rate ? h->rate : rate;
    }
    for (size_t i = 0; i < r->facts.profile.stacks.n_trees; i++) {
        uint64_t interval = r->facts.profile.stacks.trees[i].interval_ns;

        if (interval > 0 && 1000000000 / interval > rate)
            rate = 1000000000 / interval;
    }
    return figures_decimals((double)rate, DECIMALS_MAX);
}

static enum time_kind kind_of(const struct page *p)
{
    return strcmp(p->dimension, "seconds") != 0 ? TIME_OTHER : p->b->kind;
}

/* Ends a cell of calls, or of time. */
static void end_figure(struct grid_row *row, const struct page *p, bool of_calls, uint64_t figure)
{
    if (of_calls)
        sink_u64(&row->text, figure, 0);
    else
        figures_print_time(&p->shape, &row->text, figure);
    grid_end_cell(row);
}

static void end_text(struct grid_row *row, const char *text)
{
    utf8_put_text(&row->text, text);
    grid_end_cell(row);
}

/* Returns true if the greatest time of a function is within the noise of sampling above the mean:
 * with 95 % probability no file of `n_files' has more if all are alike. */
static bool max_is_noise(const struct page *p, const struct by_file_function *f, uint32_t n_files)
{
    double mean = (double)f->total / n_files;

    return p->b->n_timed > 1 && (f == &p->b->all || !p->b->of_calls) && f->min < f->max &&
           (double)f->max - mean <
               sig_t_quantile(0.05 / n_files, INFINITY) * sqrt(mean * p->sample);
}

static void put_imbalance(const struct page *p, const struct by_file_function *f, uint32_t n_files,
                          struct sink *out)
{
    if (max_is_noise(p, f, n_files))
        sink_char(out, '~');
    sink_fixed(out, by_file_imbalance(f->max, f->total, n_files), 0, 2);
}

/* ---- all files ------------------------------------------------------------------------------ */

static void put_time(const struct page *p, const char *what, uint64_t ns, struct sink *out)
{
    sink_string(out, what);
    figures_print_time(&p->shape, out, ns);
}

static void put_all(const void *context, struct sink *out)
{
    const struct page *p = context;
    const struct by_file *b = p->b;
    const struct by_file_function *all = &b->all;
    uint64_t unseen = figures_units(&p->shape, &p->r->facts.hist, p->r->facts.stacks.missing);

    sink_printf(out, "%" PRIu32 " data file%s", b->n_listed, b->n_listed == 1 ? "" : "s");
    if (b->n_left_out > 0)
        sink_printf(out, ", %" PRIu32 " of them left out", b->n_left_out);
    if (b->n_children > 0)
        sink_printf(out, ", %" PRIu32 " of processes that others started", b->n_children);
    if (all->total > 0) {
        put_time(p, ", ", all->total, out);
        sink_printf(out, " %s", p->dimension);
        sink_string(out, time_kind_words(kind_of(p)));
        if (b->profiler > 0) {
            put_time(p, ", without ", b->profiler, out);
            sink_string(out, " in the profiler");
        }
        if (unseen > 0) {
            put_time(p, b->profiler > 0 ? ", " : ", without ", unseen, out);
            sink_string(out, " unseen");
        }
    }
    if (all->total > 0 && b->n_timed > 1) {
        put_time(p, "\nof a file: min ", all->min, out);
        put_time(p, ", median ", all->median, out);
        put_time(p, ", max ", all->max, out);
        sink_string(out, ", max/mean ");
        put_imbalance(p, all, b->n_timed, out);
        if (all->min < all->max) {
            sink_string(out, "; the max is that of ");
            utf8_put_text(out, b->names[all->file]);
        }
    }
    sink_char(out, '\n');
}

/* ---- the head of JSON ----------------------------------------------------------------------- */

static bool fill_head(const void *context, size_t number, struct grid_row *row)
{
    const struct page *p = context;
    const struct by_file *b = p->b;

    (void)number;
    grid_string(row, NULL, "format", "gprof-by-file");
    grid_u64(row, NULL, "version", 1);
    grid_string(row, NULL, "image", p->r->program.image.path);
    grid_string(row, NULL, "unit", "ns");
    grid_string(row, NULL, "dimension", p->dimension);
    grid_string(row, NULL, "functions_have", b->of_calls ? "calls" : "time");
    grid_u64(row, NULL, "n_files", b->n_listed);
    grid_u64(row, NULL, "n_left_out", b->n_left_out);
    grid_u64(row, NULL, "n_compared", b->n_compared);
    grid_known(row, NULL, "total_time", b->n_timed > 0, b->all.total);
    grid_string(row, NULL, "time_is", time_kind_key(kind_of(p)));
    grid_u64(row, NULL, "profiler_time", b->profiler);
    return true;
}

/* ---- functions ------------------------------------------------------------------------------ */

/* Returns false if no file has enough of the function to matter to it. */
static bool is_listed(const struct page *p, const struct by_file_function *f)
{
    const struct by_file *b = p->b;

    return b->of_calls || p->r->style.show_unused ||
           (double)f->max * 200 >= (double)b->all.total / b->n_timed;
}

/* Ends a cell of a name, with the library and the place in the source. */
static void end_name(struct grid_row *row, const struct page *p, uint32_t symbol)
{
    const struct results *r = p->r;
    bool has_symbol = !stand_in(p, symbol);
    uint32_t library = has_symbol ? symtab_library(&r->program.symtab, symbol) : NO_SYMBOL;

    if (library != NO_SYMBOL) {
        sink_string(&row->text, "  ");
        report_library_of(&row->text, &r->program.symtab, library);
    }
    if (has_symbol)
        report_place(&row->text, &r->program.names, symbol);
    grid_end_name(row, name_of(p, symbol, names_shown),
                  has_symbol ? names_syntax(&r->program.names, symbol) : NAME_COLONS);
}

static void fill_cells(struct grid_row *row, const struct page *p,
                       const struct by_file_function *at, const char *file)
{
    const struct by_file *b = p->b;
    bool is_alike = b->n_compared > 1 && at->min == at->max;

    end_figure(row, p, b->of_calls, at->min);
    end_figure(row, p, b->of_calls, at->median);
    end_figure(row, p, b->of_calls, at->max);
    put_imbalance(p, at, b->n_compared, &row->text);
    grid_end_cell(row);
    end_figure(row, p, b->of_calls, at->total);
    end_text(row, !file || is_alike ? "-" : file);
    end_name(row, p, at->symbol);
}

static bool fill_function(const void *context, size_t number, struct grid_row *row)
{
    const struct page *p = context;
    const struct by_file *b = p->b;
    const struct by_file_function *at = &b->functions[number];
    const char *file = at->file == NO_FILE ? NULL : b->names[at->file];

    if (row->for_people && !is_listed(p, at))
        return false;
    if (row->for_people) {
        fill_cells(row, p, at, file);
        return true;
    }
    grid_string(row, "kind", NULL, "function");
    grid_string(row, NULL, "name", name_of(p, at->symbol, names_full));
    grid_string(row, "name", "short", name_of(p, at->symbol, names_shown));
    grid_string(row, "linker", "linker", linker_name(p, at->symbol));
    grid_known(row, "time_ns", NULL, !b->of_calls, at->total);
    grid_known(row, "calls", NULL, b->of_calls, at->total);
    grid_u64(row, "min", "min", at->min);
    grid_u64(row, "median", "median", at->median);
    grid_bool(row, NULL, "median_is_exact", true);
    grid_u64(row, "max", "max", at->max);
    grid_number(row, NULL, "max_over_mean", at->total > 0,
                by_file_imbalance(at->max, at->total, b->n_compared), 2);
    grid_bool(row, NULL, "max_is_noise", max_is_noise(p, at, b->n_compared));
    grid_u64(row, NULL, "total", at->total);
    grid_string(row, "file", "file_of_max", file);
    return true;
}

static void above_functions(const void *context, struct sink *out)
{
    const struct page *p = context;
    const struct by_file *b = p->b;

    sink_printf(out, "\nBy function: %s in each file\n", b->of_calls ? "calls" : p->dimension);
    if (!p->r->style.brief && b->n_functions > 0 && b->n_compared > 1)
        sink_printf(out,
                    "A file without the function counts as 0. max/mean is 1 where all files "
                    "have the\nsame, and %" PRIu32 " where one of them has all%s.\n",
                    b->n_compared, b->of_calls ? "" : "; ~: the max is within the noise");
    sink_string(out, b->n_functions > 0 ? "\n" : "\nno function has time or calls\n");
}

static void below_functions(const void *context, struct sink *out)
{
    const struct page *p = context;
    uint32_t n_small = 0;

    for (uint32_t i = 0; i < p->b->n_functions; i++)
        n_small += !is_listed(p, &p->b->functions[i]);
    if (n_small > 0)
        sink_printf(out, "%" PRIu32 " more with less than 0.5 %% of a file's time; -z lists them\n",
                    n_small);
}

/* ---- files ---------------------------------------------------------------------------------- */

/* For programs: the files come first. */
static bool fill_file_values(const void *context, size_t number, struct grid_row *row)
{
    const struct page *p = context;
    const struct by_file *b = p->b;
    const struct by_file_row *at = &b->rows[b->order[number]];

    grid_string(row, "kind", NULL, at->is_left_out ? "left out" : "file");
    grid_string(row, "file", "file", b->names[b->order[number]]);
    grid_bool(row, NULL, "left_out", at->is_left_out);
    grid_string(row, NULL, "parent", at->parent == NO_FILE ? NULL : b->names[at->parent]);
    grid_known(row, "time_ns", "time", at->sums.has_time, at->sums.time);
    grid_known(row, "calls", "calls", at->sums.has_calls, at->sums.calls);
    grid_known(row, "library_ns", "library_time", at->sums.has_library, at->sums.library);
    grid_known(row, "library_of_ns", "library_time_of", at->sums.has_library, at->sums.code);
    return !at->is_beside;
}

static bool fill_file(const void *context, size_t number, struct grid_row *row)
{
    const struct page *p = context;
    const struct by_file *b = p->b;
    const struct by_file_row *at = &b->rows[b->order[number]];
    const char *nothing = at->is_left_out ? "left out" : "-";

    if (at->sums.has_time)
        end_figure(row, p, false, at->sums.time);
    else
        end_text(row, nothing);
    if (at->sums.has_library && at->sums.code > 0)
        sink_printf(&row->text, "%.1f %%",
                    100 * ((double)at->sums.library / (double)at->sums.code));
    else
        sink_char(&row->text, '-');
    grid_end_cell(row);
    if (at->sums.has_calls)
        end_figure(row, p, true, at->sums.calls);
    else
        end_text(row, b->n_timed > 0 ? "-" : nothing);
    sink_string(&row->text, at->parent == NO_FILE ? "" : "  ");
    end_text(row, b->names[b->order[number]]);
    return !at->is_beside;
}

/* Returns true if a file tells of time in libraries. */
static bool has_libraries(const struct by_file *b)
{
    for (uint32_t i = 0; i < b->n_files; i++)
        if (!b->rows[i].is_beside && b->rows[i].sums.has_library)
            return true;
    return false;
}

static void above_files(const void *context, struct sink *out)
{
    const struct page *p = context;

    sink_string(out, "\nBy file\n");
    if (has_libraries(p->b) && !p->r->style.brief)
        sink_string(out, "'libraries' is the part of the time that was used outside of the "
                         "program's own code.\n");
    sink_char(out, '\n');
}

/* ---- the report ----------------------------------------------------------------------------- */

bool by_file_print(const struct results *r, struct sink *out, struct diag *d)
{
    const struct by_file *b = r->by_file;
    const struct page p = {.r = r,
                           .b = b,
                           .dimension = r->facts.hist.dimension,
                           .sample = r->sample * 1e9,
                           .shape = {.unit = FIGURES_NS, .decimals = find_decimals(r)}};
    const unsigned width = b->of_calls ? CALLS_WIDTH : NUMBER_WIDTH;
    const struct grid_column functions[] = {
        {"min", .least = width},
        {"median", .gap = " ", .least = width},
        {"max", .gap = " ", .least = width},
        {.title = "max/mean"},
        {b->of_calls ? "calls" : "total", .gap = " ", .least = width},
        {"file of max", .kind = COLUMN_TEXT, .most = FILE_WIDTH_MAX},
        {"function", .kind = COLUMN_NAME},
    };
    const bool libraries = has_libraries(b);
    const struct grid_column files[] = {
        {b->n_timed > 0 ? p.dimension : NULL, .least = NUMBER_WIDTH},
        {libraries ? "libraries" : NULL, .gap = b->n_timed > 0 ? " " : "",
         .least = NUMBER_WIDTH + 2},
        {b->n_called > 0 ? "calls" : NULL, .gap = b->n_timed > 0 || libraries ? " " : "",
         .least = CALLS_WIDTH},
        {"file", .kind = COLUMN_NAME,
         .gap = b->n_timed > 0 || libraries || b->n_called > 0 ? "  " : " "},
    };
    const struct grid grids[] = {
        {.n_rows = 1, .fill = fill_head, .context = &p, .above = put_all},
        {.n_rows = b->n_files, .fill = fill_file_values, .context = &p, .list = "files"},
        {GRID_HAS(functions), .n_rows = b->n_functions, .fill = fill_function, .context = &p,
         .list = "functions", .above = above_functions, .below = below_functions},
        {GRID_HAS(files), .n_rows = b->n_files, .fill = fill_file, .context = &p,
         .above = above_files},
    };
    const struct grid_document document = {
        .grids = grids,
        .n = sizeof grids / sizeof *grids,
        .csv = "kind,name,linker,file,time_ns,calls,library_ns,library_of_ns,min,median,max",
        .columns = r->style.columns,
        .page = r->style.columns,
    };

    r->style.write(&document, out, d);
    return true;
}
