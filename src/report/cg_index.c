/* cg_index - prints the index by function name that follows the call graph
 *
 * Three columns, filled downwards: functions by raw name, then cycles by number.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "report/texts.h"

#include "base/mem.h"
#include "base/radix.h"

enum {
    COLUMNS = 3,
    NUMBER_COLUMNS = 6 /* column at which an entry's `[n]` ends */
};

struct index {
    const struct results *r;
    uint32_t *nodes; /* nodes in order; owned */
    uint32_t n, n_rows;
    struct sink text; /* text of the current cell; reused for all cells */
};

static bool by_name(const void *context, uint32_t symbol, unsigned level, uint64_t *key)
{
    const struct symtab *symtab = context;

    return radix_of_text(symtab->symbols[symbol].name, level, key);
}

/* Returns true if the index has the function. Measured times are of functions without own time or
 * calls, too. */
static bool is_indexed(const struct results *r, uint32_t symbol)
{
    const struct cg_time *time = &r->views.graph.entries[symbol].time;

    return r->style.show_unused || r->views.calls->nodes[symbol].calls ||
           r->views.flat.ticks[symbol] != 0 ||
           (results_are_measured(r) && (time->self != 0 || time->children != 0));
}

/* Lists the nodes of the index, in order. */
static void choose_nodes(struct index *x, struct diag *d)
{
    const struct call_graph *g = x->r->views.calls;

    x->nodes = mem_alloc(d, cg_n_nodes(g), sizeof *x->nodes);
    for (uint32_t s = 0; s < g->n_symbols; s++)
        if (is_indexed(x->r, s))
            x->nodes[x->n++] = s;
    radix_sort(x->nodes, x->n, by_name, &x->r->program.symtab, d);
    for (uint32_t c = 0; c < g->n_cycles; c++)
        x->nodes[x->n++] = g->n_symbols + c;
    x->n_rows = x->n / COLUMNS + (x->n % COLUMNS != 0);
}

static void put_name(struct index *x, uint32_t node)
{
    const struct results *r = x->r;
    unsigned line;
    const char *file;

    if (node >= r->views.calls->n_symbols) {
        sink_printf(&x->text, "<cycle %" PRIu32 ">", r->views.calls->nodes[node].cycle);
        return;
    }
    report_name(r, &x->text, node);
    file = r->program.symtab.symbols[node].is_static && !r->style.by_line
               ? names_file(&r->program.names, node, &line)
               : NULL;
    if (file) {
        sink_string(&x->text, " (");
        sink_string(&x->text, file);
        sink_char(&x->text, ')');
    }
}

/* Prints one cell of a modern row. `*column` is the number of used columns of the row. */
static void print_cell(struct index *x, struct sink *out, uint32_t node, int64_t start,
                       int64_t *column)
{
    int64_t blanks;

    sink_clear(&x->text);
    report_index(x->r, &x->text, node);
    blanks = start + NUMBER_COLUMNS - *column - (int64_t)x->text.used;
    if (blanks < 1)
        blanks = 1;
    sink_char(&x->text, ' ');
    put_name(x, node);
    sink_repeat(out, ' ', (size_t)blanks);
    sink_bytes(out, x->text.buf, x->text.used);
    *column += blanks + (int64_t)x->text.used;
}

/* Prints one cell of a traditional row: 26 columns, the raw name cut to 19. */
static void print_traditional_cell(struct index *x, struct sink *out, uint32_t node)
{
    const struct results *r = x->r;

    report_index(r, &x->text, node);
    sink_printf(out, "%*s ", NUMBER_COLUMNS, sink_text(&x->text));
    if (node < r->views.calls->n_symbols) {
        sink_printf(out, "%-19.19s", r->program.symtab.symbols[node].name);
    } else {
        put_name(x, node);
        sink_printf(out, "%-19.19s", sink_text(&x->text));
    }
}

static void print_row(struct index *x, struct sink *out, uint32_t row)
{
    int64_t column_width = ((int64_t)x->r->style.width - 1) / COLUMNS + 2, column = 0;

    for (uint32_t c = 0; c < COLUMNS && (uint64_t)c * x->n_rows + row < x->n; c++) {
        uint32_t node = x->nodes[c * x->n_rows + row];
        if (x->r->style.traditional)
            print_traditional_cell(x, out, node);
        else
            print_cell(x, out, node, c * column_width, &column);
    }
    sink_char(out, '\n');
}

bool cg_index_print(const struct results *r, struct sink *out, struct diag *d)
{
    struct index x = {.r = r, .text = sink_in_memory(d)};

    choose_nodes(&x, d);
    sink_string(out, "Index by function name\n\n");
    for (uint32_t i = 0; i < x.n_rows; i++)
        print_row(&x, out, i);
    sink_release(&x.text);
    free(x.nodes);
    return true;
}
