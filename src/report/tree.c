/* tree - prints the call paths that take the time, from the outermost function on (--tree)
 *
 * The rows are the paths with most inclusive time. A path has no more than its caller's, so they
 * are one tree. A function that calls itself has one row, as a path of it says nothing.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/mem.h"
#include "base/pair_map.h"
#include "base/radix.h"
#include "report/top_heading.h"

#define NO_NODE UINT32_MAX

/* A path: a function, as it is called in one way. */
struct node {
    uint32_t parent; /* number of the caller's, less than its own; or NO_NODE */
    uint32_t symbol;
    struct stack_sum own, all; /* samples in the function itself, and with its callees */
    uint32_t first, next;      /* first callee of the rows, and next one of the caller's */
};

struct tree {
    struct top_page page;
    struct node *at; /* owned */
    uint32_t n;
    uint32_t *rows;  /* numbers of nodes, in the order of the lines; owned */
    uint32_t *depth; /* depths of the rows; owned */
    uint32_t n_rows, deepest;
};

/* Joins the frames of a function that calls itself, and adds up all times. */
static void make_nodes(struct tree *t, const struct stack_frames *f, struct diag *d)
{
    LOCAL_BY(pair_map_release) struct pair_map nodes = {0};
    LOCAL uint32_t *node_of = mem_alloc(d, f->n, sizeof *node_of);

    t->at = mem_alloc(d, f->n, sizeof *t->at);
    for (uint32_t i = GSTACK_ENDS; i < f->n; i++) {
        const struct stack_frame *frame = &f->at[i];
        uint32_t parent = frame->parent < GSTACK_ENDS ? NO_NODE : node_of[frame->parent];
        bool is_same = parent != NO_NODE && t->at[parent].symbol == frame->function;
        uint32_t node = is_same ? parent : pair_map_add(&nodes, parent, frame->function, d);

        if (node == t->n)
            t->at[t->n++] = (struct node){
                .parent = parent, .symbol = frame->function, .first = NO_NODE, .next = NO_NODE};
        stack_sum_add(&t->at[node].own, &frame->own);
        node_of[i] = node;
    }
    for (uint32_t i = t->n; i-- > 0;) {
        stack_sum_add(&t->at[i].all, &t->at[i].own);
        if (t->at[i].parent != NO_NODE)
            stack_sum_add(&t->at[t->at[i].parent].all, &t->at[i].all);
    }
}

/* Gives the sort key of a node: the one with most ticks is first. Numbers decide between equals,
 * and a caller's is less. */
static bool node_level(const void *context, uint32_t node, unsigned level, uint64_t *key)
{
    const struct tree *t = context;
    double ticks = t->at[node].all.ticks;

    (void)level;
    memcpy(key, &ticks, sizeof *key); /* doubles that are not negative are in the order of bits */
    *key = ~*key;
    return false;
}

static bool is_row(const struct tree *t, uint32_t node)
{
    double share = t->at[node].all.ticks / t->page.r->views.stacks.total.ticks;

    return t->at[node].all.ticks > 0 && 100 * share >= t->page.r->style.min_percent;
}

/* Chooses the rows, and puts them into the order of the lines: callees below their caller, those
 * with most time first. */
static void choose_rows(struct tree *t, struct diag *d)
{
    unsigned most = t->page.r->style.top_rows;
    LOCAL uint32_t *order = mem_alloc(d, t->n, sizeof *order);
    uint32_t n = 0, first = NO_NODE, depth = 0;

    for (uint32_t i = 0; i < t->n; i++)
        order[i] = i;
    radix_sort(order, t->n, node_level, t, d);
    while (n < t->n && (most == 0 || n < most) && is_row(t, order[n]))
        n++;
    for (uint32_t i = n; i-- > 0;) {
        struct node *node = &t->at[order[i]];
        uint32_t *list = node->parent == NO_NODE ? &first : &t->at[node->parent].first;

        node->next = *list;
        *list = order[i];
    }
    t->rows = mem_alloc(d, n, sizeof *t->rows);
    t->depth = mem_alloc(d, n, sizeof *t->depth);
    for (uint32_t at = first; at != NO_NODE;) {
        t->rows[t->n_rows] = at;
        t->depth[t->n_rows++] = depth;
        t->deepest = depth > t->deepest ? depth : t->deepest;
        depth += t->at[at].first != NO_NODE;
        if (t->at[at].first != NO_NODE) {
            at = t->at[at].first;
            continue;
        }
        while (at != NO_NODE && t->at[at].next == NO_NODE) {
            at = t->at[at].parent;
            depth -= depth > 0;
        }
        at = at == NO_NODE ? NO_NODE : t->at[at].next;
    }
}

/* ---- the table ------------------------------------------------------------------------------ */

/* Ends the cells of a share, and of its error. */
static void end_share(struct grid_row *row, const struct tree *t, const struct stack_sum *part)
{
    const struct stack_sum *total = &t->page.r->views.stacks.total;
    double share = part->ticks / total->ticks;

    if (part->ticks > 0)
        sink_printf(&row->text, "%.1f", 100 * share);
    grid_end_cell(row);
    if (part->ticks > 0)
        measured_error(&row->text, share, stack_interval(part, total), "");
    grid_end_cell(row);
}

static uint64_t units(const struct tree *t, const struct stack_sum *sum)
{
    return figures_units(&t->page.r->figures, &t->page.r->facts.hist, sum->ticks);
}

static void fill_cells(struct grid_row *row, const struct tree *t, size_t number)
{
    const struct results *r = t->page.r;
    const struct node *node = &t->at[t->rows[number]];

    end_share(row, t, &node->all);
    figures_print_time(&r->figures, &row->text, units(t, &node->all));
    grid_end_cell(row);
    end_share(row, t, &node->own);
    top_end_name(row, r, node->symbol, 0, symtab_library(&r->program.symtab, node->symbol));
    grid_indent(row, t->depth[number] * (t->deepest > 12 ? 1 : 2));
}

static void put_values(struct grid_row *row, const struct tree *t, size_t number)
{
    const struct results *r = t->page.r;
    const struct stack_sum *total = &r->views.stacks.total;
    const struct node *node = &t->at[t->rows[number]];
    struct share_interval all = stack_interval(&node->all, total),
                          own = stack_interval(&node->own, total);
    uint32_t library = symtab_library(&r->program.symtab, node->symbol);

    grid_u64(row, "depth", "depth", t->depth[number]);
    grid_string(row, "name", "name", names_shown(&r->program.names, node->symbol));
    grid_string(row, "library", "library",
                library == NO_SYMBOL ? NULL : r->program.symtab.symbols[library].name);
    grid_u64(row, "inclusive", "inclusive", units(t, &node->all));
    grid_number(row, "inclusive_error", "inclusive_error", true, 50 * (all.high - all.low), 3);
    grid_u64(row, "self", "self", units(t, &node->own));
    grid_number(row, "self_error", "self_error", true, 50 * (own.high - own.low), 3);
    grid_string(row, "unit", NULL, top_unit(r));
}

static bool fill_row(const void *context, size_t number, struct grid_row *row)
{
    const struct tree *t = context;

    row->heat = 100 * t->at[t->rows[number]].all.ticks / t->page.r->views.stacks.total.ticks;
    if (row->for_people)
        fill_cells(row, t, number);
    else
        put_values(row, t, number);
    return true;
}

static void print_heading(const void *context, struct sink *out)
{
    const struct tree *t = context;

    top_heading(&t->page, NULL, out, out->diag);
}

static void write_caption(const void *context, struct sink *out)
{
    const struct tree *t = context;

    sink_printf(out, "Call paths with most inclusive time: %" PRIu32 " of %" PRIu32, t->n_rows,
                t->n);
}

/* Puts what JSON says before the table. */
static bool fill_head(const void *context, size_t number, struct grid_row *row)
{
    const struct tree *t = context;

    (void)number;
    grid_string(row, NULL, "format", "gprof-tree");
    grid_u64(row, NULL, "version", 1);
    grid_string(row, NULL, "image", t->page.r->program.image.path);
    grid_string(row, NULL, "unit", top_unit(t->page.r));
    grid_u64(row, NULL, "total", units(t, &t->page.r->views.stacks.total));
    grid_u64(row, NULL, "paths", t->n);
    return true;
}

bool tree_print(const struct results *r, struct sink *out, struct diag *d)
{
    struct tree t = {.page = top_page(r, d)};
    const struct grid_column columns[] = {
        {.title = "incl %"},
        {PLUS_MINUS, .dropped = 3},
        {top_time_title(r, "incl s"), .dropped = 4},
        {"self %", .dropped = 2},
        {PLUS_MINUS, .dropped = 1},
        {"function", .kind = COLUMN_NAME},
    };
    struct grid grids[] = {
        {.n_rows = 1, .fill = fill_head, .context = &t, .above = print_heading},
        {GRID_HAS(columns), .fill = fill_row, .context = &t, .list = "rows",
         .caption = write_caption},
    };
    const struct grid_document document = {
        .grids = grids,
        .n = sizeof grids / sizeof *grids,
        .csv = "depth,name,library,inclusive,inclusive_error,self,self_error,unit",
        .columns = r->program.names.style.wanted == WANT_FULL ? 0 : t.page.columns,
        .page = t.page.columns,
        .has_colour = r->style.colour,
    };

    make_nodes(&t, &r->views.stacks, d);
    choose_rows(&t, d);
    grids[1].n_rows = t.n_rows;
    r->style.write(&document, out, d);
    free(t.at);
    free(t.rows);
    free(t.depth);
    return true;
}
