/* one_function - prints the callers, callees and lines of one function, on one screen (--top=NAME)
 *
 * All percentages are of the same total, that of --top. Times of callers and callees are those of
 * the calls, with all that they led to.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/mem.h"
#include "base/utf8_put.h"
#include "names/name_fit.h"
#include "report/top_heading.h"

enum {
    CALLS = 4,   /* rows of callers, and of callees */
    LINES = 3,   /* rows of lines */
    BESIDE = 36, /* columns that a line's text leaves to what stands in front of it */
    CHAIN = 64   /* longest path of callers that is followed */
};

enum part { CALLERS, CALLEES, HOT_LINES, PARTS };

static const char *const part_names[PARTS] = {"callers", "callees", "lines"};

/* A row: a caller, a callee or a line. */
struct item {
    uint32_t symbol; /* the caller or callee; of a line, its number in line_times */
    uint64_t time, calls;
    const struct line_time *line; /* NULL: a caller or callee */
};

struct list {
    const struct one_function *of;
    enum part part;
    struct item *at; /* owned */
    size_t n, cap;
    size_t shown;
    char title[40];
    struct grid_column columns[6];
};

struct one_function {
    struct top_page page;
    uint32_t symbol, named; /* the function; number of functions that NAME names */
    struct list lists[PARTS];
};

/* ---- which function ------------------------------------------------------------------------- */

/* Chooses the function with most inclusive time of those that are named. */
static void choose(struct one_function *o)
{
    const struct results *r = o->page.r;
    const struct figure *functions = r->figures.functions;
    const struct cg_node *nodes = r->views.calls->nodes;

    o->symbol = NO_SYMBOL;
    for (uint32_t s = 0; s < r->program.symtab.n; s++) {
        if (!sym_included(&r->program.filter, SYM_TABLE_TOP, s))
            continue;
        o->named++;
        if (o->symbol == NO_SYMBOL || functions[s].inclusive > functions[o->symbol].inclusive ||
            (functions[s].inclusive == functions[o->symbol].inclusive &&
             cg_all_calls(&nodes[s]) > cg_all_calls(&nodes[o->symbol])))
            o->symbol = s;
    }
}

/* ---- its callers, callees and lines --------------------------------------------------------- */

static int in_order(const void *left, const void *right)
{
    const struct item *l = left, *r = right;

    if (l->time != r->time)
        return l->time > r->time ? -1 : 1;
    if (l->calls != r->calls)
        return l->calls > r->calls ? -1 : 1;
    return (l->symbol > r->symbol) - (l->symbol < r->symbol);
}

/* Lists the ends of the arcs of one side. Those to itself are left out. */
static void list_arcs(struct list *l, const struct cg_lists *side, struct diag *d)
{
    const struct results *r = l->of->page.r;
    const struct call_graph *g = r->views.calls;
    uint32_t symbol = l->of->symbol;

    for (uint32_t i = side->first[symbol]; i < side->first[symbol + 1]; i++) {
        const struct cg_arc *arc = &g->arcs[side->item[i]];
        uint32_t other = arc->parent == symbol ? arc->child : arc->parent;

        if (arc->parent != arc->child && figures_has_arc(&r->figures, arc) &&
            !sym_is_profiler(&r->program.symtab, other))
            *mem_push(d, l->at, l->n, l->cap) =
                (struct item){other, r->figures.arcs[arc - g->arcs], arc->count, NULL};
    }
}

/* Lists the lines with ticks. */
static void list_lines(struct list *l, struct diag *d)
{
    const struct results *r = l->of->page.r;
    const struct line_times *t = &r->facts.line_times;
    uint32_t symbol = l->of->symbol;

    for (size_t i = t->first[symbol]; i < t->first[symbol + 1]; i++)
        if (t->at[i].file)
            *mem_push(d, l->at, l->n, l->cap) = (struct item){
                (uint32_t)i, figures_units(&r->figures, &r->facts.hist, t->at[i].ticks), 0,
                &t->at[i]};
}

/* ---- cells ---------------------------------------------------------------------------------- */

/* Writes the error of a share of the total. */
static void put_error(struct sink *text, const struct top_page *p, uint64_t time, const char *both)
{
    const struct stack_sum *total = &p->r->views.graph.stacks.total;
    double share = (double)time / (double)p->r->figures.total;

    measured_error(text, share, share_interval(share, stack_effective_samples(total)), both);
}

/* Ends the cells of a share of the total, of its error, and of the time. */
static void end_share(struct grid_row *row, const struct top_page *p, uint64_t time)
{
    if (time > 0)
        sink_printf(&row->text, "%.1f", 100 * (double)time / (double)p->r->figures.total);
    grid_end_cell(row);
    if (time > 0 && p->is_measured)
        put_error(&row->text, p, time, "");
    grid_end_cell(row);
    if (time > 0)
        figures_print_time(&p->r->figures, &row->text, time);
    grid_end_cell(row);
}

static bool is_main(const struct results *r, uint32_t symbol)
{
    return strcmp(symtab_bare_name(&r->program.symtab, symbol), "main") == 0;
}

/* Writes the path of hottest callers above a caller, up to main: the next one, and the last. */
static void write_path(struct sink *text, const struct results *r, uint32_t symbol)
{
    uint32_t path[CHAIN], n = 0;

    for (uint32_t s = symbol; n < CHAIN && !is_main(r, s);) {
        bool is_new;

        s = hottest_caller(r, s);
        is_new = s != NO_SYMBOL && s != symbol;
        for (uint32_t i = 0; i < n; i++)
            is_new = is_new && path[i] != s;
        if (!is_new) /* the outermost, or functions that call each other */
            break;
        path[n++] = s;
    }
    for (uint32_t i = 0; i < n; i++) {
        if (i > 0 && n > 3 && i < n - 1) {
            sink_string(text, i == 1 ? " < ..." : "");
            continue;
        }
        sink_string(text, i > 0 ? " < " : "");
        utf8_put_text(text, names_shown(&r->program.names, path[i]));
    }
}

/* Ends the cells of a line, and of its text, which is cut at `columns`. */
static void fill_line(struct grid_row *row, const struct results *r, const struct line_time *line,
                      size_t columns)
{
    struct diag quiet = {.program = row->text.diag->program};
    const struct source_reader reader = {.search = r->sources, .use = SOURCE_SHOWN};
    struct source source;
    struct source_line text = {0};

    utf8_put_text(&row->text, diag_basename(line->file));
    sink_printf(&row->text, ":%u", line->line);
    grid_end_cell(row);
    if (source_open(&source, &reader, line->file, &quiet)) {
        bool is_there = true;

        for (unsigned n = 0; is_there && n < line->line; n++)
            is_there = source_next(&source, &text);
        while (is_there && text.bytes > 0 && (*text.text == ' ' || *text.text == '\t')) {
            text.text++;
            text.bytes--;
        }
        if (is_there && text.bytes > 0 && text.text[text.bytes - 1] == '\n')
            text.bytes--;
        if (is_there) {
            LOCAL char *words = mem_copy_string(row->text.diag, text.text, text.bytes);

            name_put_start(&row->text, words, columns);
        }
        source_close(&source);
    }
    grid_end_cell(row);
}

static void fill_cells(struct grid_row *row, const struct list *l, const struct item *item)
{
    const struct results *r = l->of->page.r;
    size_t columns = l->of->page.columns;

    end_share(row, &l->of->page, item->time);
    if (item->line) {
        fill_line(row, r, item->line, columns > 2 * BESIDE ? columns - BESIDE : BESIDE);
        return;
    }
    if (item->calls > 0)
        sink_u64(&row->text, item->calls, 0);
    grid_end_cell(row);
    top_end_name(row, r, item->symbol, 0, symtab_library(&r->program.symtab, item->symbol));
    if (l->part == CALLERS)
        write_path(&row->text, r, item->symbol);
    grid_end_cell(row);
}

static bool fill_row(const void *context, size_t number, struct grid_row *row)
{
    const struct list *l = context;
    const struct results *r = l->of->page.r;
    const struct item *item = &l->at[number];
    bool is_line = item->line != NULL;

    row->heat = r->figures.total > 0 ? 100 * (double)item->time / (double)r->figures.total : 0;
    if (row->for_people) {
        fill_cells(row, l, item);
        return true;
    }
    grid_string(row, "table", NULL, part_names[l->part]);
    grid_string(row, "name", is_line ? NULL : "name",
                is_line ? item->line->inlined : names_shown(&r->program.names, item->symbol));
    grid_string(row, "file", is_line ? "file" : NULL, is_line ? item->line->file : NULL);
    grid_known(row, "line", is_line ? "line" : NULL, is_line, is_line ? item->line->line : 0);
    grid_known(row, "calls", is_line ? NULL : "calls", !is_line, item->calls);
    grid_u64(row, "time", "time", item->time);
    grid_string(row, "unit", NULL, top_unit(r));
    return true;
}

/* ---- the screen ----------------------------------------------------------------------------- */

/* Prints a time of the function, as a share and as it is. */
static void put_share(const struct one_function *o, const char *what, uint64_t time,
                      struct sink *out)
{
    const struct results *r = o->page.r;

    sink_printf(out, "%s%.1f ", what, 100 * (double)time / (double)r->figures.total);
    if (o->page.is_measured) {
        put_error(out, &o->page, time, PLUS_MINUS);
        sink_char(out, ' ');
    }
    sink_string(out, "%, ");
    figures_print_time(&r->figures, out, time);
    sink_string(out, r->figures.unit == FIGURES_NS ? " s" : " ticks");
}

/* Prints the function's own line. */
static void print_function(const struct one_function *o, struct sink *out)
{
    LOCAL_BY(sink_release) struct sink text = sink_in_memory(out->diag);
    const struct results *r = o->page.r;
    const struct figure *f = &r->figures.functions[o->symbol];
    const struct cg_node *node = &r->views.calls->nodes[o->symbol];
    uint32_t library = symtab_library(&r->program.symtab, o->symbol);

    utf8_put_text(&text, names_shown(&r->program.names, o->symbol));
    if (library != NO_SYMBOL) {
        sink_string(&text, " in ");
        report_library(&text, &r->program.symtab, library);
    }
    sink_string(&text, ": ");
    if (o->page.has_times)
        put_share(o, "self ", f->self, &text);
    if (o->page.has_inclusive)
        put_share(o, "; inclusive ", f->inclusive, &text);
    if (node->calls > 0 || node->self_calls > 0) {
        sink_string(&text, o->page.has_times ? "; " : "");
        if (node->self_calls > 0)
            sink_printf(&text, "%" PRIu64 "+%" PRIu64 " calls", node->calls, node->self_calls);
        else
            put_count(&text, node->calls, "call", "");
    }
    top_line(&text, o->page.columns, SIZE_MAX, out);
    if (o->named > 1)
        sink_printf(out, "(%" PRIu32 " functions are named; it is the one with most time)\n",
                    o->named);
}

static void print_heading(const void *context, struct sink *out)
{
    const struct one_function *o = context;

    top_program(&o->page, out, out->diag);
    print_function(o, out);
}

static void print_blank(const void *context, struct sink *out)
{
    const struct list *l = context;

    if (l->shown > 0)
        sink_char(out, '\n');
}

/* Puts what JSON says before the tables. */
static bool fill_head(const void *context, size_t number, struct grid_row *row)
{
    const struct one_function *o = context;
    const struct results *r = o->page.r;
    const struct figure *f = &r->figures.functions[o->symbol];
    const struct cg_node *node = &r->views.calls->nodes[o->symbol];
    uint32_t library = symtab_library(&r->program.symtab, o->symbol);

    (void)number;
    grid_string(row, NULL, "format", "gprof-function");
    grid_u64(row, NULL, "version", 1);
    grid_string(row, NULL, "image", r->program.image.path);
    grid_string(row, NULL, "unit", top_unit(r));
    grid_known(row, NULL, "total", o->page.has_times, r->figures.total);
    grid_string(row, NULL, "name", names_shown(&r->program.names, o->symbol));
    grid_string(row, NULL, "library",
                library == NO_SYMBOL ? NULL : r->program.symtab.symbols[library].name);
    grid_u64(row, NULL, "self", f->self);
    grid_known(row, NULL, "inclusive", o->page.has_inclusive, f->inclusive);
    grid_u64(row, NULL, "calls", node->calls);
    grid_u64(row, NULL, "self_calls", node->self_calls);
    return true;
}

/* Lists a part, and describes its table. */
static void make_list(struct one_function *o, enum part part, struct grid *g, struct diag *d)
{
    const struct results *r = o->page.r;
    struct list *l = &o->lists[part];
    size_t most = part == HOT_LINES ? LINES : CALLS;
    bool is_line = part == HOT_LINES, has_times = o->page.has_times;
    const struct grid_column columns[] = {
        {.title = !has_times ? NULL
                  : is_line  ? "self %"
                             : "incl %"},
        {has_times && o->page.is_measured ? PLUS_MINUS : NULL, .dropped = 2},
        {has_times ? top_time_title(r, is_line ? "self s" : "incl s") : NULL, .dropped = 3},
        {is_line ? "line" : "calls", .kind = is_line ? COLUMN_WORD : COLUMN_NUMBER},
        {l->title, .kind = is_line ? COLUMN_WORD : COLUMN_NAME},
        {part == CALLERS ? "called by" : NULL, .kind = COLUMN_TEXT, .dropped = 1},
    };

    l->of = o;
    l->part = part;
    if (is_line)
        list_lines(l, d);
    else
        list_arcs(l, part == CALLERS ? &r->views.calls->parents : &r->views.calls->children, d);
    if (l->n)
        qsort(l->at, l->n, sizeof *l->at, in_order);
    l->shown = l->n < most ? l->n : most;
    snprintf(l->title, sizeof l->title, l->shown < l->n ? "%s: %zu of %zu" : "%s",
             is_line ? "source" : part_names[part], l->shown, l->n);
    memcpy(l->columns, columns, sizeof columns);
    *g = (struct grid){GRID_HAS(l->columns), .n_rows = l->shown,       .fill = fill_row,
                       .context = l,         .list = part_names[part], .above = print_blank};
}

bool one_function_print(const struct results *r, struct sink *out, struct diag *d)
{
    struct one_function o = {.page = top_page(r, d)};
    struct grid grids[1 + PARTS] = {
        {.n_rows = 1, .fill = fill_head, .context = &o, .above = print_heading}};
    const struct grid_document document = {
        .grids = grids,
        .n = 1 + PARTS,
        .csv = "table,name,file,line,calls,time,unit",
        .columns = r->program.names.style.wanted == WANT_FULL ? 0 : o.page.columns,
        .page = o.page.columns,
        .has_colour = r->style.colour,
    };

    choose(&o);
    for (enum part part = 0; part < PARTS; part++)
        make_list(&o, part, &grids[1 + part], d);
    r->style.write(&document, out, d);
    for (enum part part = 0; part < PARTS; part++)
        free(o.lists[part].at);
    return true;
}
