/* html_changes - puts a comparison with another profile into the page of --export=html
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "export/html_changes.h"

#include "base/mem.h"
#include "view/change_texts.h"
#include "view/grid_html.h"

/* ---- the block of changes ---- */

/* Writes the cells that people see, or their titles if `row` is NULL. */
static void put_cells(const struct grid *g, const struct grid_row *row, struct json_list *list,
                      struct sink *text)
{
    for (size_t i = 0; i < g->n_columns; i++) {
        if (!g->columns[i].title)
            continue;
        if (row)
            grid_put_cell(row, i, text);
        else
            sink_string(text, g->columns[i].title);
        json_add_string(list, sink_text(text));
    }
}

/* Writes 1 + the number of the function on the page, or 0; 1 if it has changed, or 0; its cells. */
static void put_row(const struct grid *g, const struct grid_row *row, const struct change *at,
                    bool is_listed, const struct html_functions *f, struct json_list *list,
                    struct sink *text)
{
    struct json_list item = json_add_short_list(list);
    uint32_t number = change_exists(at->after) ? f->number[at->after->symbol] : NO_SYMBOL;

    json_add_u64(&item, number != NO_SYMBOL ? (uint64_t)number + 1 : 0);
    json_add_u64(&item, is_listed);
    put_cells(g, row, &item, text);
    json_end_list(&item);
}

/* Returns what sums are divided by for one run. */
static unsigned runs_of(unsigned runs)
{
    return runs > 0 ? runs : 1;
}

void html_put_changes(const struct results *r, const struct html_functions *f, struct sink *out,
                      struct diag *d)
{
    const struct changes *c = r->changes;
    const struct change_texts t = change_texts_of(c, r->style.show_unused);
    const struct change_texts all = change_texts_of(c, true); /* the page can show all rows */
    LOCAL_BY(sink_release) struct sink text = sink_in_memory(d);
    LOCAL_BY(grid_row_release) struct grid_row row = {.text = sink_in_memory(d)};
    struct json_object top = html_begin_block(out, "changes");
    struct change_grid table;
    struct json_list list;

    change_grid_init(&table, &all);
    change_put_side(&t, c->before, &text);
    json_put_string(&top, "before", sink_text(&text));
    change_put_side(&t, c->after, &text);
    json_put_string(&top, "after", sink_text(&text));
    change_put_total(&t, &text);
    json_put_string(&top, "change", sink_text(&text));
    change_put_counts(&all, &text);
    json_put_string(&top, "counts", sink_text(&text));
    change_put_explanation(&t, &text);
    json_put_string(&top, "explanation", sink_text(&text));
    json_put_bool(&top, "has_verdicts", c->has_spread);
    json_put_bool(&top, "has_stacks",
                  r->base && r->base->views.stacks.n > GSTACK_ENDS &&
                      r->views.stacks.n > GSTACK_ENDS);
    json_put_u64(&top, "runs_before", runs_of(c->before->time_runs));
    list = json_begin_short_list(&top, "runs");
    json_add_u64(&list, runs_of(c->after->time_runs));
    json_add_u64(&list, runs_of(c->after->call_runs));
    json_end_list(&list);
    list = json_begin_short_list(&top, "titles");
    put_cells(&table.grid, NULL, &list, &text);
    json_end_list(&list);
    list = json_begin_list(&top, "rows");
    for (size_t i = 0; i < c->n; i++)
        if ((r->style.show_unused || change_is_used(&c->at[i])) &&
            grid_fill(&table.grid, i, true, &row))
            put_row(&table.grid, &row, &c->at[i], change_is_listed(&t, &c->at[i]), f, &list, &text);
    json_end_list(&list);
    html_end_block(&top);
}

/* ---- without scripts ---- */

/* Writes lines as they are. */
static void put_lines(struct sink *out, const char *lines, struct sink *text)
{
    sink_string(out, "<pre>");
    while (*lines) {
        size_t bytes = strcspn(lines, "\n");

        sink_bytes(text, lines, bytes);
        html_put_text(out, sink_text(text));
        sink_char(out, '\n');
        lines += bytes + 1;
    }
    sink_string(out, "</pre>\n");
}

/* Writes an element of a title and a text. */
static void put_tagged(struct sink *out, const char *tag, const char *title, struct sink *text)
{
    sink_printf(out, "<%s>%s", tag, title);
    html_put_text(out, sink_text(text));
    sink_printf(out, "</%s>\n", tag);
}

void html_put_plain_changes(const struct results *r, struct sink *out, struct diag *d)
{
    const struct changes *c = r->changes;
    const struct change_texts t = change_texts_of(c, r->style.show_unused);
    const struct change_texts all = change_texts_of(c, true); /* no word of -z */
    LOCAL_BY(sink_release) struct sink text = sink_in_memory(d);
    LOCAL_BY(sink_release) struct sink counts = sink_in_memory(d);
    struct change_grid table;

    sink_string(out, "<noscript>\n");
    sink_string(&text, diag_basename(r->program.image.path));
    put_tagged(out, "h1", "What changed: ", &text);
    change_put_side(&t, c->before, &text);
    put_tagged(out, "p", "before: ", &text);
    change_put_side(&t, c->after, &text);
    put_tagged(out, "p", "after: ", &text);
    change_put_total(&t, &text);
    put_tagged(out, "p", "change: ", &text);
    change_put_counts(&all, &counts);
    put_lines(out, sink_text(&counts), &text);
    change_grid_init(&table, &t);
    grid_html(&table.grid, out, d);
    change_put_explanation(&t, &counts);
    put_lines(out, sink_text(&counts), &text);
    sink_string(out, "</noscript>\n");
}

/* ---- call stacks before ---- */

static void map_pairs(const struct change *at, size_t n, uint32_t *after_of)
{
    for (size_t i = 0; i < n; i++)
        if (change_exists(at[i].before) && change_exists(at[i].after))
            after_of[at[i].before->symbol] = at[i].after->symbol;
}

/* Returns, for each path of `before`, the first path of `after` that leads through the same
 * functions; NO_PATH if there is none. Stacks that ended in different ways may have several. */
static uint32_t *same_paths(const struct changes *c, const struct paths *before,
                            const struct paths *after, struct diag *d)
{
    LOCAL_BY(pair_map_release) struct pair_map links = {0}; /* (first path of callers, function) */
    LOCAL uint32_t *first = mem_alloc(d, after->n, sizeof *first); /* by number in links */
    LOCAL uint32_t *known = mem_alloc(d, after->n, sizeof *known); /* first path of each path */
    LOCAL uint32_t *after_of = mem_alloc(d, c->before->n, sizeof *after_of);
    uint32_t *same = mem_alloc(d, before->n, sizeof *same);

    for (uint32_t i = 0; i < after->n; i++) { /* a caller stands before what it calls */
        uint32_t parent = after->at[i].parent, callers = parent == NO_PATH ? parent : known[parent];
        uint32_t n = (uint32_t)links.n,
                 number = pair_map_add(&links, callers, after->at[i].symbol, d);

        if (number == n)
            first[n] = i;
        known[i] = first[number];
    }
    for (size_t i = 0; i < c->before->n; i++)
        after_of[i] = NO_SYMBOL;
    map_pairs(c->at, c->n, after_of);
    map_pairs(c->left_out, c->n_left_out, after_of);
    for (uint32_t i = 0; i < before->n; i++) {
        uint32_t parent = before->at[i].parent, callers = parent == NO_PATH ? parent : same[parent];
        uint32_t number = pair_map_find(&links, callers, after_of[before->at[i].symbol]);
        bool has_callers = parent == NO_PATH || callers != NO_PATH;

        same[i] = has_callers && number != PAIR_MAP_NONE ? first[number] : NO_PATH;
    }
    return same;
}

uint64_t *html_times_before(const struct results *r, const struct paths *after, struct diag *d)
{
    LOCAL_BY(paths_release) struct paths before = {0};
    LOCAL uint64_t *inclusive = NULL;
    LOCAL uint32_t *same = NULL;
    uint64_t *times;

    if (r->base)
        paths_init(&before, r->base, &r->base->views.stacks, d);
    if (before.n == 0)
        return NULL;
    inclusive = mem_alloc(d, before.n, sizeof *inclusive);
    same = same_paths(r->changes, &before, after, d);
    times = mem_alloc(d, after->n, sizeof *times);
    for (uint32_t i = before.n; i-- > 0;) {
        const struct path *at = &before.at[i];

        inclusive[i] += at->time;
        if (at->parent != NO_PATH)
            inclusive[at->parent] += inclusive[i];
        if (same[i] != NO_PATH)
            times[same[i]] += inclusive[i];
    }
    return times;
}
