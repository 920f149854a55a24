/* top - prints one screen of the functions that take the time (--top)
 *
 * Chooses the functions, and describes the tables. People see the columns of make_columns, with the
 * cells of fill_cells, from left to right; programs (--export=json or csv) get the same rows, with
 * the values of put_values. top_heading prints the lines around the tables, view/grid_text.c finds
 * the widths.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/arith.h"
#include "base/mem.h"
#include "base/terminal.h"
#include "report/top_heading.h"

#include <math.h>

/* ---- which functions ---- */

/* Returns a function's share, of 1, in the total of that key; 0 if the total is 0. */
static double share_of(const struct top_page *p, enum sort_key key, uint32_t symbol)
{
    const struct figures *f = &p->r->figures;
    const struct figure *at = &f->functions[symbol];
    double calls = (double)cg_all_calls(&p->r->views.calls->nodes[symbol]);

    if (key == SORT_BY_CALLS)
        return p->calls ? calls / (double)p->calls : 0;
    if (f->total == 0)
        return 0;
    return (double)(key == SORT_BY_TOTAL ? at->inclusive : at->self) / (double)f->total;
}

struct sort_row {
    const char *text;        /* first key: text in the order of its bytes; NULL comes last */
    uint64_t figure, second; /* next keys; the greater figure comes first */
    uint32_t symbol;         /* last key: number, which ascends with addresses */
};

static int in_order(const void *left, const void *right)
{
    const struct sort_row *l = left, *r = right;
    int order = (r->text != NULL) - (l->text != NULL);

    if (l->text && r->text)
        order = strcmp(l->text, r->text);
    order = order ? order : compare_u64(r->figure, l->figure);
    order = order ? order : compare_u64(r->second, l->second);
    return order ? order : compare_u64(l->symbol, r->symbol);
}

/* Returns the sort row of a function. */
static struct sort_row row_of(const struct top_page *p, enum sort_key key, uint32_t symbol)
{
    const struct figure *at = &p->r->figures.functions[symbol];
    uint64_t calls = cg_all_calls(&p->r->views.calls->nodes[symbol]);

    switch (key) {
    case SORT_BY_CALLS:
        return (struct sort_row){NULL, calls, at->self, symbol};
    case SORT_BY_TOTAL:
        return (struct sort_row){NULL, at->inclusive, at->self, symbol};
    default:
        return (struct sort_row){NULL, self_rank(p->r, symbol), calls, symbol};
    }
}

static struct top_rows choose_rows(const struct top_page *p, enum sort_key key, struct diag *d)
{
    const struct results *r = p->r;
    bool by_text = key == SORT_BY_NAME || key == SORT_BY_SOURCE;
    enum sort_key chosen_by = !by_text ? key : p->has_times ? SORT_BY_SELF : SORT_BY_CALLS;
    LOCAL struct sort_row *at = mem_alloc(d, r->program.symtab.n, sizeof *at);
    struct top_rows rows = {.key = key, .chosen_by = chosen_by};
    uint32_t n = 0;

    for (uint32_t s = 0; s < r->program.symtab.n; s++) {
        const struct figure *f = &r->figures.functions[s];
        struct sort_row row = row_of(p, chosen_by, s);
        bool is_in = key == SORT_BY_TOTAL ? f->in_graph : f->in_flat;
        bool is_used = row.figure > 0 || (chosen_by != key && row.second > 0);

        if (f->is_listed && is_in && (is_used || r->style.show_unused))
            at[n++] = row;
    }
    qsort(at, n, sizeof *at, in_order);
    rows.n = r->style.top_rows > 0 && r->style.top_rows < n ? r->style.top_rows : n;
    while (rows.n > 0 && r->style.min_percent > 0 &&
           100 * share_of(p, chosen_by, at[rows.n - 1].symbol) < r->style.min_percent)
        rows.n--;
    rows.more = n - rows.n;
    for (uint32_t i = rows.n; i < n && chosen_by == key && key != SORT_BY_TOTAL; i++)
        rows.more_share += share_of(p, key, at[i].symbol);
    for (uint32_t i = 0; i < rows.n && chosen_by != key; i++) {
        unsigned line;

        at[i].text = key == SORT_BY_NAME ? names_shown(&r->program.names, at[i].symbol)
                                         : names_file(&r->program.names, at[i].symbol, &line);
    }
    qsort(at, rows.n, sizeof *at, in_order);
    rows.at = mem_alloc(d, rows.n, sizeof *rows.at);
    for (uint32_t i = 0; i < rows.n; i++)
        rows.at[i] = at[i].symbol;
    return rows;
}

/* ---- columns -------------------------------------------------------------------------------- */

enum { TOP_TABLES = 2, TOP_COLUMNS = 11 };
_Static_assert((int)TOP_COLUMNS <= (int)GRID_COLUMNS, "a row of the grid has room for each cell");

/* A table of the screen. */
struct top_table {
    const struct top_page *p;
    struct top_rows rows;
    bool is_only;      /* the table replaces several, and has the columns of all */
    unsigned decimals; /* decimals of percentages */
    struct grid_column columns[TOP_COLUMNS];
};

/* Keys of the tables for programs. */
static const char *const list_keys[] = {[SORT_BY_SELF] = "by_self",
                                        [SORT_BY_TOTAL] = "by_inclusive",
                                        [SORT_BY_CALLS] = "by_calls",
                                        [SORT_BY_NAME] = "by_name",
                                        [SORT_BY_SOURCE] = "by_file"};

static const char *inclusive_is(const struct top_page *p)
{
    return !p->has_inclusive ? NULL : p->is_measured ? "measured" : "estimated";
}

/* Lists the columns: those that the table has, have titles. fill_cells ends their cells. */
static void make_columns(struct top_table *t)
{
    const struct top_page *p = t->p;
    enum sort_key key = t->rows.key;
    bool self = p->has_times && (key != SORT_BY_TOTAL || t->is_only);
    bool total = key == SORT_BY_TOTAL || (t->is_only && p->has_inclusive);
    bool total_error = key == SORT_BY_TOTAL && p->is_measured && !t->is_only;
    bool calls_percent = p->calls > 0 && (key == SORT_BY_CALLS || !p->has_times);
    bool by_file = key == SORT_BY_SOURCE;
    const struct grid_column columns[TOP_COLUMNS] = {
        {.title = self ? "self %" : NULL},
        {self ? PLUS_MINUS : NULL, .dropped = 3},
        {self ? top_time_title(p->r, "self s") : NULL, .dropped = 8},
        {total ? "incl %" : NULL, .dropped = self && key != SORT_BY_TOTAL ? 7 : 0},
        {total_error ? PLUS_MINUS : NULL, .dropped = 4},
        {total ? top_time_title(p->r, "incl s") : NULL, .dropped = 9},
        {p->calls > 0 ? "calls" : NULL, .dropped = p->has_times && key != SORT_BY_CALLS ? 6 : 0},
        {calls_percent ? "calls %" : NULL, .dropped = 5},
        {"function", .kind = COLUMN_NAME},
        {p->has_arcs && !by_file ? "hottest caller" : NULL, .kind = COLUMN_TEXT, .narrow = "caller",
         .dropped = 2},
        {by_file ? "file" : NULL, .kind = COLUMN_TEXT},
    };

    memcpy(t->columns, columns, sizeof columns);
}

/* ---- cells ---------------------------------------------------------------------------------- */

/* Ends a cell with a share. */
static void end_percent(struct grid_row *row, const struct top_table *t, enum sort_key key,
                        uint32_t symbol)
{
    sink_printf(&row->text, "%.*f", (int)t->decimals, 100 * share_of(t->p, key, symbol));
    grid_end_cell(row);
}

/* Ends the cells of a share of self time that profiling leaves open: the middle, and the error. */
static void end_open_share(struct grid_row *row, const struct top_table *t, uint32_t symbol)
{
    struct share_interval share = self_range(t->p->r, symbol);

    sink_printf(&row->text, "%.*f", (int)t->decimals, 100 * self_share(t->p->r, symbol));
    grid_end_cell(row);
    measured_digits(&row->text, (share.high - share.low) / 2);
    grid_end_cell(row);
}

/* Returns the interval in which a share is with a confidence of 95 %. */
static struct share_interval interval_of(const struct top_page *p, enum sort_key key,
                                         uint32_t symbol)
{
    const struct stack_times *stacks = &p->r->views.graph.stacks;

    return key == SORT_BY_SELF ? self_interval(p->r, symbol)
                               : stack_interval(&stacks->inclusive[symbol], &stacks->total);
}

/* Ends the cells of a share and of its error, if that is known. */
static void end_share(struct grid_row *row, const struct top_table *t, enum sort_key key,
                      bool is_known, uint32_t symbol)
{
    end_percent(row, t, key, symbol);
    if (is_known)
        measured_error(&row->text, share_of(t->p, key, symbol), interval_of(t->p, key, symbol), "");
    grid_end_cell(row);
}

static void end_time(struct grid_row *row, const struct results *r, uint64_t time)
{
    figures_print_time(&r->figures, &row->text, time);
    grid_end_cell(row);
}

/* Ends a cell with calls as in the call graph: by others, and by the function itself. */
static void end_calls(struct grid_row *row, const struct cg_node *node)
{
    if (node->calls > 0 || node->self_calls > 0)
        sink_printf(&row->text, "%" PRIu64, node->calls);
    if (node->self_calls > 0)
        sink_printf(&row->text, "+%" PRIu64, node->self_calls);
    grid_end_cell(row);
}

/* Ends a cell with a name, its place in the source, ` (FILE:LINE)', and, if an estimated
 * inclusive time excludes part of a cycle, ` <cycle N>'. The library is behind it. */
static void end_name(struct grid_row *row, const struct top_table *t, uint32_t symbol,
                     uint32_t library)
{
    const struct results *r = t->p->r;
    bool has_total = t->rows.key == SORT_BY_TOTAL || (t->is_only && t->p->has_inclusive);
    bool has_cycle = has_total && !t->p->is_measured;

    top_end_name(row, r, symbol, has_cycle ? r->views.calls->nodes[symbol].cycle : 0, library);
}

static void fill_cells(struct grid_row *row, const struct top_table *t, uint32_t s, uint32_t caller)
{
    const struct top_page *p = t->p;
    const struct results *r = p->r;
    const struct figure *at = &r->figures.functions[s];
    unsigned line;
    const char *file = names_file(&r->program.names, s, &line);

    if (self_share_is_open(r, s))
        end_open_share(row, t, s);
    else
        end_share(row, t, SORT_BY_SELF, p->has_times, s);
    end_time(row, r, self_middle(r, s));
    end_share(row, t, SORT_BY_TOTAL, p->is_measured, s);
    end_time(row, r, at->inclusive);
    end_calls(row, &r->views.calls->nodes[s]);
    end_percent(row, t, SORT_BY_CALLS, s);
    end_name(row, t, s, symtab_library(&r->program.symtab, s));
    if (caller == NO_SYMBOL)
        grid_end_cell(row);
    else
        end_name(row, t, caller, NO_SYMBOL);
    sink_string(&row->text, file ? file : "");
    grid_end_cell(row);
}

/* Puts the figures for programs, with the names that --export has. Errors are half the width of the
 * interval, in percent. */
static void put_values(struct grid_row *row, const struct top_table *t, uint32_t s, uint32_t caller)
{
    const struct top_page *p = t->p;
    const struct program *program = &p->r->program;
    const struct names *n = &program->names;
    const struct figure *at = &p->r->figures.functions[s];
    const struct cg_node *node = &p->r->views.calls->nodes[s];
    uint32_t library = symtab_library(&program->symtab, s);
    struct share_interval self = interval_of(p, SORT_BY_SELF, s), all = {0, 0};
    unsigned line = 0;
    const char *file = names_file(n, s, &line);

    if (p->is_measured)
        all = interval_of(p, SORT_BY_TOTAL, s);
    grid_string(row, "table", NULL, list_keys[t->rows.key]);
    grid_string(row, NULL, "name", names_full(n, s));
    grid_string(row, "name", "short", names_shown(n, s));
    grid_string(row, "linker", "linker", program->symtab.symbols[s].name);
    grid_string(row, "library", "library",
                library == NO_SYMBOL ? NULL : program->symtab.symbols[library].name);
    grid_string(row, "file", "file", file);
    grid_known(row, "line", "line", file, line);
    grid_known(row, "calls", "calls", p->calls > 0, node->calls);
    grid_known(row, "self_calls", "self_calls", p->calls > 0, node->self_calls);
    grid_known(row, "cycle", "cycle", node->cycle > 0, node->cycle);
    grid_known(row, "self", "self", p->has_times, at->self);
    grid_known(row, "self_high", "self_high", p->has_times, at->self_high);
    grid_number(row, "self_error", "self_error", p->has_times, 50 * (self.high - self.low), 3);
    grid_known(row, "inclusive", "inclusive", p->has_inclusive, at->inclusive);
    grid_number(row, "inclusive_error", "inclusive_error", p->is_measured,
                50 * (all.high - all.low), 3);
    grid_string(row, "caller", "caller", caller == NO_SYMBOL ? NULL : names_shown(n, caller));
    grid_string(row, "unit", NULL, top_unit(p->r));
    grid_string(row, "inclusive_is", NULL, inclusive_is(p));
}

static bool fill_row(const void *context, size_t number, struct grid_row *row)
{
    const struct top_table *t = context;
    uint32_t s = t->rows.at[number];
    uint32_t caller = t->p->has_arcs ? hottest_caller(t->p->r, s) : NO_SYMBOL;

    row->heat = 100 * share_of(t->p, t->rows.chosen_by, s);
    if (row->for_people)
        fill_cells(row, t, s, caller);
    else
        put_values(row, t, s, caller);
    return true;
}

/* ---- around the tables ---------------------------------------------------------------------- */

/* Prints what tells the function of a row: its library, or its file and address. */
static void tell(const void *context, size_t number, bool is_shared, struct sink *out)
{
    const struct top_table *t = context;
    const struct program *program = &t->p->r->program;
    uint32_t symbol = t->rows.at[number], library = symtab_library(&program->symtab, symbol);
    const char *file = program->lines.at[symbol].file;

    if (library != NO_SYMBOL)
        sink_printf(out, " (%s)", program->symtab.symbols[library].name);
    else if (is_shared)
        sink_printf(out, " (%s%s0x%" PRIx64 ")", file ? file : "", file ? ", " : "",
                    program->symtab.symbols[symbol].address);
}

/* Returns what all functions have that could be rows of the table. */
static const char *common_to_all(const struct top_table *t)
{
    const struct top_rows *rows = &t->rows;

    if (rows->chosen_by != rows->key || t->p->r->style.show_unused)
        return "functions";
    return rows->key == SORT_BY_CALLS ? "with calls" : "with time";
}

/* Writes the caption of the table: its key, and the part that is left out. */
static void write_caption(const void *context, struct sink *out)
{
    static const char *const what[] = {[SORT_BY_SELF] = "Most self time",
                                       [SORT_BY_TOTAL] = "Most inclusive time",
                                       [SORT_BY_CALLS] = "Most calls"};
    const struct top_table *t = context;
    const struct top_rows *rows = &t->rows;

    sink_string(out, what[rows->chosen_by]);
    if (rows->chosen_by != rows->key)
        sink_string(out, rows->key == SORT_BY_NAME ? ", by name" : ", by file");
    if (rows->more > 0)
        sink_printf(out, ": %" PRIu32 " of %" PRIu32 " %s", rows->n, rows->n + rows->more,
                    common_to_all(t));
    else if (rows->n == 1)
        sink_string(out, ": 1 function");
    else
        sink_printf(out, ": all %" PRIu32 " %s", rows->n, common_to_all(t));
    if (rows->more_share > 0)
        sink_printf(out, ", the others %.1f %%",
                    rows->more_share < 0.999 ? 100 * rows->more_share : 99.9);
}

struct screen {
    struct top_page page;
    struct top_table tables[TOP_TABLES];
    size_t n;
};

static void print_heading(const void *context, struct sink *out)
{
    const struct screen *s = context;

    top_heading(&s->page, s->n > 0 ? &s->tables[0].rows : NULL, out, out->diag);
}

static void print_next(const void *context, struct sink *out)
{
    const struct screen *s = context;
    const struct top_rows *rows = &s->tables[0].rows;

    top_next(&s->page, rows->n > 0 ? rows->at[0] : NO_SYMBOL, out, out->diag);
}

/* Puts what JSON says before the tables. */
static bool fill_head(const void *context, size_t number, struct grid_row *row)
{
    const struct top_page *p = &((const struct screen *)context)->page;
    const struct results *r = p->r;

    (void)number;
    grid_string(row, NULL, "format", "gprof-top");
    grid_u64(row, NULL, "version", 1);
    grid_string(row, NULL, "image", r->program.image.path);
    grid_string(row, NULL, "unit", top_unit(r));
    grid_string(row, NULL, "dimension", r->facts.hist.dimension);
    grid_u64(row, NULL, "samples", p->samples);
    grid_known(row, NULL, "total", p->has_times, r->figures.total);
    grid_string(row, NULL, "time_is", time_kind_key(r->figures.kind));
    grid_string(row, NULL, "inclusive_is", inclusive_is(p));
    grid_known(row, NULL, "calls", p->calls > 0, p->calls);
    return true;
}

/* Finds the keys of the tables that have data. Returns their number. */
static size_t choose_tables(const struct top_page *p, enum sort_key keys[TOP_TABLES])
{
    enum sort_key key = p->r->style.sort;
    bool lacks = (key == SORT_BY_SELF && !p->has_times) ||
                 (key == SORT_BY_TOTAL && !p->has_inclusive) ||
                 (key == SORT_BY_CALLS && p->calls == 0);

    if (!p->has_times && p->calls == 0)
        return 0;
    if (key == SORT_BY_REPORT || lacks)
        keys[0] = p->has_times ? SORT_BY_SELF : SORT_BY_CALLS;
    else
        keys[0] = key;
    keys[1] = SORT_BY_TOTAL;
    return key == SORT_BY_REPORT && p->has_inclusive ? 2 : 1;
}

static void make_table(struct top_table *t, const struct top_page *p, enum sort_key key,
                       struct grid *g, struct diag *d)
{
    double most = 0;

    *t = (struct top_table){
        .p = p, .rows = choose_rows(p, key, d), .is_only = p->r->style.sort != SORT_BY_REPORT};
    for (uint32_t i = 0; i < t->rows.n; i++)
        most = fmax(most, share_of(p, t->rows.chosen_by, t->rows.at[i]));
    /* one more if all are below 1 %, two more if all are below 0.1 % */
    t->decimals = most < 0.001 ? 3 : most < 0.01 ? 2 : 1;
    make_columns(t);
    *g = (struct grid){GRID_HAS(t->columns), .n_rows = t->rows.n,    .fill = fill_row,
                       .context = t,         .list = list_keys[key], .caption = write_caption,
                       .tell = tell};
}

bool top_print(const struct results *r, struct sink *out, struct diag *d)
{
    struct screen s = {.page = top_page(r, d)};
    struct grid grids[TOP_TABLES + 2] = {
        {.n_rows = 1, .fill = fill_head, .context = &s, .above = print_heading}};
    enum sort_key keys[TOP_TABLES];
    struct grid_document document = {
        .grids = grids,
        .csv = "table,name,linker,library,file,line,calls,self_calls,cycle,self,self_high,"
               "self_error,inclusive,inclusive_error,unit,inclusive_is,caller",
        .columns = r->program.names.style.wanted == WANT_FULL ? 0 : s.page.columns,
        .page = s.page.columns,
        .has_colour = r->style.colour,
    };

    s.n = choose_tables(&s.page, keys);
    for (size_t i = 0; i < s.n; i++)
        make_table(&s.tables[i], &s.page, keys[i], &grids[1 + i], d);
    grids[1 + s.n] = (struct grid){.context = &s, .above = print_next};
    document.n = 2 + s.n;
    document.pair = s.n == 2 ? 1 : 0;
    r->style.write(&document, out, d);
    for (size_t i = 0; i < s.n; i++)
        free(s.tables[i].rows.at);
    return true;
}
