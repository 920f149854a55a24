/* html_changes - puts a comparison with another profile into the page of --export=html
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "export/html_changes.h"

#include "base/mem.h"
#include "view/change_texts.h"

/* ---- the block of changes ---- */

/* Writes 1 + the number of the function on the page, or 0, and its cells. */
static void put_row(const struct change_texts *t, const struct change *at,
                    const struct html_functions *f, struct json_list *list, struct sink *text)
{
    struct json_list row = json_add_short_list(list);
    uint32_t number = change_exists(at->after) ? f->number[at->after->symbol] : NO_SYMBOL;

    json_add_u64(&row, number != NO_SYMBOL ? (uint64_t)number + 1 : 0);
    for (enum change_cell cell = 0; cell < CHANGE_CELLS; cell++)
        if (change_has_cell(t, cell)) {
            change_put_cell(t, at, cell, text);
            json_add_string(&row, sink_text(text));
        }
    json_end_list(&row);
}

void html_put_changes(const struct html_compared *with, const struct report *r,
                      const struct html_functions *f, struct sink *out, struct diag *d)
{
    const struct changes *c = with->changes;
    const struct change_texts t = change_texts_of(c, r->style.show_unused);
    LOCAL_BY(sink_release) struct sink text = sink_in_memory(d);
    struct json_object top = html_begin_block(out, "changes");
    struct json_list list;

    change_put_side(&t, c->before, &text);
    json_put_string(&top, "before", sink_text(&text));
    change_put_side(&t, c->after, &text);
    json_put_string(&top, "after", sink_text(&text));
    change_put_total(&t, &text);
    json_put_string(&top, "change", sink_text(&text));
    change_put_counts(&t, &text);
    json_put_string(&top, "counts", sink_text(&text));
    json_put_string(&top, "explanation", change_explanation);
    json_put_bool(&top, "has_verdicts", c->has_spread);
    json_put_bool(&top, "has_stacks",
                  with->base && with->base->views.stacks.n > GSTACK_ENDS &&
                      r->views.stacks.n > GSTACK_ENDS);
    list = json_begin_short_list(&top, "runs");
    json_add_u64(&list, c->before->time_runs);
    json_add_u64(&list, c->after->time_runs);
    json_end_list(&list);
    list = json_begin_short_list(&top, "titles");
    for (enum change_cell cell = 0; cell < CHANGE_CELLS; cell++)
        if (change_has_cell(&t, cell))
            json_add_string(&list, change_titles[cell]);
    json_end_list(&list);
    list = json_begin_list(&top, "rows");
    for (size_t i = 0; i < c->n; i++)
        if (change_is_listed(&t, &c->at[i]))
            put_row(&t, &c->at[i], f, &list, &text);
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

void html_put_plain_changes(const struct html_compared *with, const struct report *r,
                            struct sink *out, struct diag *d)
{
    const struct changes *c = with->changes;
    const struct change_texts t = change_texts_of(c, r->style.show_unused);
    LOCAL_BY(sink_release) struct sink text = sink_in_memory(d);
    LOCAL_BY(sink_release) struct sink counts = sink_in_memory(d);

    sink_string(out, "<noscript>\n");
    sink_string(&text, diag_basename(r->program.image.path));
    put_tagged(out, "h1", "What changed: ", &text);
    change_put_side(&t, c->before, &text);
    put_tagged(out, "p", "before: ", &text);
    change_put_side(&t, c->after, &text);
    put_tagged(out, "p", "after: ", &text);
    change_put_total(&t, &text);
    put_tagged(out, "p", "change: ", &text);
    change_put_counts(&t, &counts);
    put_lines(out, sink_text(&counts), &text);
    sink_string(out, "<table>\n<tr>");
    for (enum change_cell cell = 0; cell < CHANGE_CELLS; cell++)
        if (change_has_cell(&t, cell))
            sink_printf(out, "<th>%s</th>", change_titles[cell]);
    sink_string(out, "</tr>\n");
    for (size_t i = 0; i < c->n; i++) {
        if (!change_is_listed(&t, &c->at[i]))
            continue;
        sink_string(out, "<tr>");
        for (enum change_cell cell = 0; cell < CHANGE_CELLS; cell++)
            if (change_has_cell(&t, cell)) {
                change_put_cell(&t, &c->at[i], cell, &text);
                sink_string(out, "<td>");
                html_put_text(out, sink_text(&text));
                sink_string(out, "</td>");
            }
        sink_string(out, "</tr>\n");
    }
    sink_string(out, "</table>\n");
    put_lines(out, change_explanation, &text);
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

uint64_t *html_times_before(const struct html_compared *with, const struct paths *after,
                            struct diag *d)
{
    LOCAL_BY(paths_release) struct paths before = {0};
    LOCAL uint64_t *inclusive = NULL;
    LOCAL uint32_t *same = NULL;
    uint64_t *times;

    if (with->base)
        paths_init(&before, with->base, &with->base->views.stacks, d);
    if (before.n == 0)
        return NULL;
    inclusive = mem_alloc(d, before.n, sizeof *inclusive);
    same = same_paths(with->changes, &before, after, d);
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
