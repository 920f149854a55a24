/* by_file_print - prints data files and functions beside each other (--by-file)
 *
 * The order is: a line for all files, then the functions, then a line for each file in the order of
 * ranks. So the most important lines are at the top, even for thousands of files. Columns without
 * figures are left out.
 *
 * For programs (--export=json or csv) times are nanoseconds, as in all exports. The JSON document
 * has a form of its own: two lists, files in the order of ranks and functions in the order of the
 * report. CSV is one table: rows of functions have empty cells where rows of files have figures,
 * and the other way round.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "view/report.h"

#include "base/csv.h"
#include "base/json.h"
#include "base/utf8_put.h"
#include "compare/statistics.h"
#include "report/registry.h"
#include "report/table.h"
#include "report/top_figures.h"

enum {
    NUMBER_WIDTH = 9,
    CALLS_WIDTH = 12,
    FILE_WIDTH_MAX = 40, /* longer names move the rest of their line */
    DECIMALS_MAX = 6
};

struct page {
    const struct report *r;
    const struct by_file *b;
    struct sink *out;
    const char *dimension;
    struct figures shape; /* unit and decimals of printed times */
};

/* ---- names ---------------------------------------------------------------------------------- */

/* Returns the name that `names_of`, names_shown or names_full, returns for a symbol. */
static const char *name_of(const struct page *p, uint32_t symbol,
                           const char *(*names_of)(const struct names *, uint32_t))
{
    const char *stand_in = by_file_stand_in(p->b, symbol);

    return stand_in ? stand_in : names_of(&p->r->program.names, symbol);
}

static const char *linker_name(const struct page *p, uint32_t symbol)
{
    return by_file_stand_in(p->b, symbol) ? NULL : p->r->program.symtab.symbols[symbol].name;
}

/* ---- numbers -------------------------------------------------------------------------------- */

/* Returns the decimals of a tick of the finest clock. */
static unsigned find_decimals(const struct report *r)
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

/* ---- cells ---- */

static void text_cell(struct table *t, const char *text)
{
    utf8_put_text(&t->text, text);
    table_end_cell(t);
}

/* Ends a cell of calls, or of time. */
static void figure_cell(const struct page *p, struct table *t, bool of_calls, uint64_t figure)
{
    if (of_calls)
        sink_u64(&t->text, figure, 0);
    else
        figures_print_time(&p->shape, &t->text, figure);
    table_end_cell(t);
}

/* Returns true if the greatest time of a function is within the noise of sampling above the mean:
 * with 95 % probability no file of `n_files' has more if all are alike. */
static bool max_is_noise(const struct page *p, const struct by_file_function *f, uint32_t n_files)
{
    double mean = (double)f->total / n_files;

    return p->b->n_timed > 1 && (f == &p->b->all || !p->b->of_calls) && f->min < f->max &&
           (double)f->max - mean <
               sig_t_quantile(0.05 / n_files, INFINITY) * sqrt(mean * p->b->sample);
}

static void put_imbalance(const struct page *p, const struct by_file_function *f, uint32_t n_files,
                          struct sink *out)
{
    if (max_is_noise(p, f, n_files))
        sink_char(out, '~');
    sink_fixed(out, by_file_imbalance(f->max, f->total, n_files), 0, 2);
}

/* ---- all files ------------------------------------------------------------------------------ */

static void put_time(const struct page *p, const char *what, uint64_t ns)
{
    sink_string(p->out, what);
    figures_print_time(&p->shape, p->out, ns);
}

static void put_all(const struct page *p)
{
    const struct by_file *b = p->b;
    const struct by_file_function *all = &b->all;

    sink_printf(p->out, "%" PRIu32 " data file%s", b->n_listed, b->n_listed == 1 ? "" : "s");
    if (b->n_left_out > 0)
        sink_printf(p->out, ", %" PRIu32 " of them left out", b->n_left_out);
    if (b->n_children > 0)
        sink_printf(p->out, ", %" PRIu32 " of processes that others started", b->n_children);
    if (all->total > 0) {
        put_time(p, ", ", all->total);
        sink_printf(p->out, " %s", p->dimension);
        sink_string(p->out, time_kind_words(kind_of(p)));
        if (b->profiler > 0) {
            put_time(p, ", without ", b->profiler);
            sink_string(p->out, " in the profiler");
        }
    }
    if (all->total > 0 && b->n_timed > 1) {
        put_time(p, "\nof a file: min ", all->min);
        put_time(p, ", median ", all->median);
        put_time(p, ", max ", all->max);
        sink_string(p->out, ", max/mean ");
        put_imbalance(p, all, b->n_timed, p->out);
        if (all->min < all->max) {
            sink_string(p->out, "; the max is that of ");
            utf8_put_text(p->out, b->names[all->file]);
        }
    }
    sink_char(p->out, '\n');
}

/* ---- functions ------------------------------------------------------------------------------ */

static void put_function(const struct page *p, struct table *t, const struct by_file_function *f)
{
    const struct report *r = p->r;
    const uint64_t figures[] = {f->min, f->median, f->max};
    bool has_symbol = !by_file_stand_in(p->b, f->symbol);
    uint32_t library = has_symbol ? symtab_library(&r->program.symtab, f->symbol) : NO_SYMBOL;

    for (size_t i = 0; i < 3; i++)
        figure_cell(p, t, p->b->of_calls, figures[i]);
    put_imbalance(p, f, p->b->n_compared, &t->text);
    table_end_cell(t);
    figure_cell(p, t, p->b->of_calls, f->total);
    /* the file of the maximum, unless all have the same */
    text_cell(t, f->file == NO_FILE || (p->b->n_compared > 1 && f->min == f->max)
                     ? "-"
                     : p->b->names[f->file]);
    t->next.name = name_of(p, f->symbol, names_shown);
    t->next.syntax = has_symbol ? names_syntax(&r->program.names, f->symbol) : NAME_COLONS;
    if (library != NO_SYMBOL) {
        sink_string(&t->text, "  ");
        top_put_library(&t->text, &r->program.symtab, library);
    }
    if (has_symbol)
        top_put_place(&t->text, &r->program.names, f->symbol);
    table_end_cell(t);
}

/* Returns false if no file has enough of the function to matter to it. */
static bool is_listed(const struct page *p, const struct by_file_function *f)
{
    const struct by_file *b = p->b;

    return b->of_calls || p->r->style.show_unused ||
           (double)f->max * 200 >= (double)b->all.total / b->n_timed;
}

static void put_functions(const struct page *p, struct diag *d)
{
    const struct by_file *b = p->b;
    size_t width = b->of_calls ? CALLS_WIDTH : NUMBER_WIDTH;
    uint32_t n_small = 0;
    struct table t;

    sink_printf(p->out, "\nBy function: %s in each file\n", b->of_calls ? "calls" : p->dimension);
    if (!p->r->style.brief && b->n_functions > 0 && b->n_compared > 1)
        sink_printf(p->out,
                    "A file without the function counts as 0. max/mean is 1 where all files "
                    "have the\nsame, and %" PRIu32 " where one of them has all%s.\n",
                    b->n_compared, b->of_calls ? "" : "; ~: the max is within the noise");
    sink_char(p->out, '\n');
    if (b->n_functions == 0) {
        sink_string(p->out, "no function has time or calls\n");
        return;
    }
    table_init(&t, d);
    table_add(&t, COLUMN_NUMBER, "", "min", width);
    table_add(&t, COLUMN_NUMBER, " ", "median", width);
    table_add(&t, COLUMN_NUMBER, " ", "max", width);
    table_add(&t, COLUMN_NUMBER, "  ", "max/mean", 0);
    table_add(&t, COLUMN_NUMBER, " ", b->of_calls ? "calls" : "total", width);
    table_add(&t, COLUMN_TEXT, "  ", "file of max", 0)->most = FILE_WIDTH_MAX;
    table_add(&t, COLUMN_NAME, "  ", "function", 0);
    for (uint32_t i = 0; i < b->n_functions; i++)
        if (is_listed(p, &b->functions[i]))
            put_function(p, &t, &b->functions[i]);
        else
            n_small++;
    table_print(&t, p->r->style.columns, p->out);
    if (n_small > 0)
        sink_printf(p->out,
                    "%" PRIu32 " more with less than 0.5 %% of a file's time; -z lists them\n",
                    n_small);
}

/* ---- files ---------------------------------------------------------------------------------- */

static void put_file(const struct page *p, struct table *t, uint32_t number, bool libraries)
{
    const struct by_file_row *row = &p->b->rows[number];
    const char *nothing = row->is_left_out ? "left out" : "-";

    if (p->b->n_timed > 0 && row->has_time)
        figure_cell(p, t, false, row->time);
    else if (p->b->n_timed > 0)
        text_cell(t, nothing);
    if (libraries && row->has_library && row->code > 0) {
        sink_fixed(&t->text, 100 * ((double)row->library / (double)row->code), 0, 1);
        text_cell(t, " %");
    } else if (libraries) {
        text_cell(t, "-");
    }
    if (p->b->n_called > 0 && row->has_calls)
        figure_cell(p, t, true, row->calls);
    else if (p->b->n_called > 0)
        text_cell(t, p->b->n_timed > 0 ? "-" : nothing);
    if (row->parent != NO_FILE)
        sink_string(&t->text, "  ");
    text_cell(t, p->b->names[number]);
}

static void put_files(const struct page *p, struct diag *d)
{
    const struct by_file *b = p->b;
    struct table t;
    bool libraries = false;

    for (uint32_t i = 0; i < b->n_files; i++)
        libraries |= !b->rows[i].is_beside && b->rows[i].has_library;
    sink_string(p->out, "\nBy file\n");
    if (libraries && !p->r->style.brief)
        sink_string(p->out, "`libraries' is the part of the time that was used outside of the "
                            "program's own code.\n");
    sink_char(p->out, '\n');
    table_init(&t, d);
    if (b->n_timed > 0)
        table_add(&t, COLUMN_NUMBER, "", p->dimension, NUMBER_WIDTH);
    if (libraries)
        table_add(&t, COLUMN_NUMBER, t.n_columns > 0 ? " " : "", "libraries", NUMBER_WIDTH + 2);
    if (b->n_called > 0)
        table_add(&t, COLUMN_NUMBER, t.n_columns > 0 ? " " : "", "calls", CALLS_WIDTH);
    table_add(&t, COLUMN_NAME, t.n_columns > 0 ? "  " : " ", "file", 0);
    for (uint32_t i = 0; i < b->n_files; i++)
        if (!b->rows[b->order[i]].is_beside)
            put_file(p, &t, b->order[i], libraries);
    table_print(&t, p->r->style.columns, p->out);
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static void put_json_files(struct json_object *top, const struct by_file *b)
{
    struct json_list list = json_begin_list(top, "files");

    for (uint32_t i = 0; i < b->n_files; i++) {
        const struct by_file_row *row = &b->rows[b->order[i]];
        struct json_object o;

        if (row->is_beside)
            continue;
        o = json_begin_record(&list);
        json_put_string(&o, "file", b->names[b->order[i]]);
        json_put_bool(&o, "left_out", row->is_left_out);
        json_put_string(&o, "parent", row->parent == NO_FILE ? NULL : b->names[row->parent]);
        json_put_known(&o, "time", row->has_time, row->time);
        json_put_known(&o, "calls", row->has_calls, row->calls);
        json_put_known(&o, "library_time", row->has_library, row->library);
        json_put_known(&o, "library_time_of", row->has_library, row->code);
        json_end(&o);
    }
    json_end_list(&list);
}

static void put_json_functions(struct json_object *top, const struct page *p)
{
    const struct by_file *b = p->b;
    struct json_list list = json_begin_list(top, "functions");

    for (uint32_t i = 0; i < b->n_functions; i++) {
        const struct by_file_function *at = &b->functions[i];
        struct json_object o = json_begin_record(&list);

        json_put_string(&o, "name", name_of(p, at->symbol, names_full));
        json_put_string(&o, "short", name_of(p, at->symbol, names_shown));
        json_put_string(&o, "linker", linker_name(p, at->symbol));
        json_put_u64(&o, "min", at->min);
        json_put_u64(&o, "median", at->median);
        json_put_bool(&o, "median_is_exact", true);
        json_put_u64(&o, "max", at->max);
        json_key(&o, "max_over_mean");
        if (at->total > 0)
            sink_fixed(o.out, by_file_imbalance(at->max, at->total, b->n_compared), 0, 2);
        else
            sink_string(o.out, "null");
        json_put_bool(&o, "max_is_noise", max_is_noise(p, at, b->n_compared));
        json_put_u64(&o, "total", at->total);
        json_put_string(&o, "file_of_max", at->file == NO_FILE ? NULL : b->names[at->file]);
        json_end(&o);
    }
    json_end_list(&list);
}

static void put_json(const struct page *p)
{
    const struct by_file *b = p->b;
    struct json_object top = json_begin_lines(p->out);

    json_put_string(&top, "format", "gprof-by-file");
    json_put_u64(&top, "version", 1);
    json_put_string(&top, "image", p->r->program.image.path);
    json_put_string(&top, "unit", "ns");
    json_put_string(&top, "dimension", p->dimension);
    json_put_string(&top, "functions_have", b->of_calls ? "calls" : "time");
    json_put_u64(&top, "n_files", b->n_listed);
    json_put_u64(&top, "n_left_out", b->n_left_out);
    json_put_u64(&top, "n_compared", b->n_compared);
    json_put_known(&top, "total_time", b->n_timed > 0, b->all.total);
    json_put_string(&top, "time_is", time_kind_key(kind_of(p)));
    json_put_u64(&top, "profiler_time", b->profiler);
    put_json_files(&top, b);
    put_json_functions(&top, p);
    json_end(&top);
}

/* ---- CSV ------------------------------------------------------------------------------------ */

static void put_csv_files(struct csv *c, const struct by_file *b)
{
    for (uint32_t i = 0; i < b->n_files; i++) {
        const struct by_file_row *row = &b->rows[b->order[i]];

        if (row->is_beside)
            continue;
        csv_text(c, row->is_left_out ? "left out" : "file");
        csv_empty(c, 2);
        csv_text(c, b->names[b->order[i]]);
        csv_known(c, row->has_time, row->time);
        csv_known(c, row->has_calls, row->calls);
        csv_known(c, row->has_library, row->library);
        csv_known(c, row->has_library, row->code);
        csv_empty(c, 3);
        csv_end_row(c);
    }
}

static void put_csv(const struct page *p)
{
    const struct by_file *b = p->b;
    struct csv c = {.out = p->out};

    csv_header(&c, "kind,name,linker,file,time_ns,calls,library_ns,library_of_ns,min,median,max");
    put_csv_files(&c, b);
    for (uint32_t i = 0; i < b->n_functions; i++) {
        const struct by_file_function *at = &b->functions[i];

        csv_text(&c, "function");
        csv_text(&c, name_of(p, at->symbol, names_shown));
        csv_text(&c, linker_name(p, at->symbol));
        csv_text(&c, at->file == NO_FILE ? NULL : b->names[at->file]);
        csv_known(&c, !b->of_calls, at->total);
        csv_known(&c, b->of_calls, at->total);
        csv_empty(&c, 2);
        csv_u64(&c, at->min);
        csv_u64(&c, at->median);
        csv_u64(&c, at->max);
        csv_end_row(&c);
    }
}

/* ---- the report ----------------------------------------------------------------------------- */

void by_file_print(const struct by_file *b, const struct report *r, struct sink *out,
                   struct diag *d)
{
    const struct page p = {.r = r,
                           .b = b,
                           .out = out,
                           .dimension = r->facts.hist.dimension,
                           .shape = {.unit = FIGURES_NS, .decimals = find_decimals(r)}};

    if (r->style.as == REPORT_JSON) {
        put_json(&p);
    } else if (r->style.as == REPORT_CSV) {
        put_csv(&p);
    } else {
        put_all(&p);
        put_functions(&p, d);
        put_files(&p, d);
    }
}
