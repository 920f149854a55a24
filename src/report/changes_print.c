/* changes_print - prints what changed since another profile (--compare)
 *
 * A summary comes first, then the functions by the certain part of their change. Without -z, a
 * function is left out if its change is within noise and its calls are equal. JSON and CSV
 * (--export beside --compare) have all rows with time or calls, in the same order. Times are whole
 * nanoseconds there, or ticks. Calls are those of all runs together, as that is a whole number.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/terminal.h"
#include "report/top_heading.h"
#include "view/change_texts.h"

#include <math.h>

static void put_side(struct grid_row *row, const struct changes *c, const char *key,
                     const struct changes_side *side)
{
    grid_object(row, key, true);
    grid_string(row, NULL, "file", side->source);
    grid_u64(row, NULL, "time_runs", side->time_runs);
    grid_u64(row, NULL, "call_runs", side->call_runs);
    grid_u64(row, NULL, "samples", (uint64_t)llrint(side->samples));
    grid_i64(row, NULL, "total", change_units(c, side->total.mean));
    grid_string(row, NULL, "time_is", time_kind_key(side->kind));
    grid_string(row, NULL, "inclusive", side->is_measured ? "measured" : "estimated");
    grid_end(row);
}

/* Puts what JSON says before the rows. */
static bool fill_head(const void *context, size_t number, struct grid_row *row)
{
    const struct changes *c = ((const struct change_texts *)context)->changes;

    (void)number;
    grid_string(row, NULL, "format", "gprof-changes");
    grid_u64(row, NULL, "version", 1);
    grid_string(row, NULL, "unit", change_unit(c));
    put_side(row, c, "before", c->before);
    put_side(row, c, "after", c->after);
    grid_object(row, "total", true);
    change_put_judgement(row, c, &c->total);
    grid_end(row);
    return true;
}

/* Prints the line of a side. */
static void print_side(const struct change_texts *t, const char *which,
                       const struct changes_side *side, struct sink *out)
{
    LOCAL_BY(sink_release) struct sink line = sink_in_memory(out->diag);

    sink_string(&line, which);
    change_put_side(t, side, &line);
    top_line(&line, DEFAULT_COLUMNS, SIZE_MAX, out);
}

static void print_summary(const void *context, struct sink *out)
{
    const struct change_texts *t = context;
    const struct changes *c = t->changes;
    size_t i = 0;

    sink_string(out, "What changed");
    change_put_ratio(t, out);
    sink_string(out, "\n\n");
    print_side(t, "before  ", c->before, out);
    print_side(t, "after   ", c->after, out);
    sink_string(out, c->has_times ? "change  " : "");
    change_put_total(t, out);
    sink_string(out, c->has_times ? "\n\n" : "\n");
    change_put_counts(t, out);
    while (i < c->n && !change_is_listed(t, &c->at[i]))
        i++;
    sink_string(out, i < c->n ? "\n" : "");
}

static void print_explanation(const void *context, struct sink *out)
{
    sink_char(out, '\n');
    change_put_explanation(context, out);
}

bool changes_print(const struct results *r, struct sink *out, struct diag *d)
{
    const struct change_texts t = change_texts_of(r->changes, r->style.show_unused);
    struct grid grids[2] = {
        {.n_rows = 1, .fill = fill_head, .context = &t, .above = print_summary}};
    const struct grid_document document = {
        .grids = grids,
        .n = 2,
        .csv = "name,linker,file,verdict,self_before,self_after,difference,reach,"
               "inclusive_before,inclusive_after,calls_before,calls_after,"
               "self_calls_before,self_calls_after,call_runs_before,call_runs_after,unit",
        .columns = r->style.columns,
        .page = r->style.columns,
    };
    struct change_grid changes;

    change_grid_init(&changes, &t);
    grids[1] = changes.grid;
    grids[1].below = r->style.brief ? NULL : print_explanation;
    r->style.write(&document, out, d);
    return true;
}
