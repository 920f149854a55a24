/* json_document - everything that is known of the profile (--export=json)
 *
 * What doc/gprof.schema.json describes. The order of members and lists is fixed; lists are sorted
 * by number: functions by address, arcs by caller and callee. Facts, before all filters, stand in
 * the records themselves; what the filters leave is in their member "shown".
 *
 * A later version may add members. Readers pass over those that they do not know, and need not read
 * on where the version is another one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "export/json_parts.h"

#include "analysis/stack_error.h"
#include "export/facts.h"

#include <math.h>

enum { JSON_VERSION = 1 };

/* A number that is not negative, rounded. */
static uint64_t whole(double value)
{
    return value > 0 && value < 0x1p63 ? (uint64_t)llrint(value) : 0;
}

/* Ticks in the unit of all times. */
static uint64_t units(const struct json_export *e, double ticks)
{
    return whole(e->facts.unit == FIGURES_NS ? 1e9 * hist_units(&e->r->hist, ticks) : ticks);
}

static void put_image(struct json_export *e)
{
    const struct report *r = e->r;
    struct json_object o = json_put_object(&e->top, "image");
    const uint8_t *id;
    size_t id_bytes = core_build_id(&r->image, &id);

    json_put_string(&o, "file", r->image.path);
    json_put_bytes(&o, "build_id", id, id_bytes);
    json_put_u64(&o, "address_bytes", r->image.word_bytes);
    json_put_bool(&o, "big_endian", r->image.big_endian);
    json_end(&o);
}

static void put_inputs(struct json_export *e)
{
    const struct report *r = e->r;
    struct json_list list = json_begin_list(&e->top, "inputs");

    for (size_t i = 0; i < r->inputs.n; i++) {
        struct json_object o = json_begin_record(&list);

        json_put_string(&o, "file", r->inputs.names[i]);
        json_end(&o);
    }
    json_end_list(&list);
    json_put_u64(&e->top, "inputs_left_out", r->left_out);
}

/* What was said on standard error so far. */
static void put_messages(struct json_export *e, const struct diag *d)
{
    struct json_list list = json_begin_list(&e->top, "messages");
    struct diag_line line;
    size_t place = 0;

    while (diag_next_line(d, &place, &line)) {
        struct json_object o = json_begin_record(&list);

        json_put_string(&o, "kind", line.is_warning ? "warning" : "error");
        json_put_string(&o, "text", line.text);
        json_end(&o);
    }
    json_end_list(&list);
    json_put_u64(&e->top, "messages_left_out", d->log ? d->log->dropped : 0);
}

static void put_histograms(struct json_export *e)
{
    const struct profile *p = &e->r->profile;
    struct json_list list = json_begin_list(&e->top, "histograms");

    for (size_t i = 0; i < profile_n_histograms(p); i++) {
        const struct histogram *h = profile_histogram(p, i);
        struct json_object o = json_begin_record(&list);

        json_put_address(&o, "low", h->low);
        json_put_address(&o, "high", h->high);
        json_put_u64(&o, "bins", h->n_bins);
        json_put_u64(&o, "rate", h->rate);
        json_put_string(&o, "dimension", h->dimension);
        json_end(&o);
    }
    json_end_list(&list);
}

static void put_times(struct json_export *e)
{
    const struct report *r = e->r;
    struct json_object o = json_put_object(&e->top, "times");
    bool is_sampled = r->profile.has_histogram;

    json_put_string(&o, "unit", e->facts.unit == FIGURES_NS ? "ns" : "ticks");
    json_put_string(&o, "dimension", r->hist.dimension ? r->hist.dimension : "seconds");
    json_put_u64(&o, "tick", units(e, 1));
    json_put_string(&o, "self", e->is_measured ? "stacks" : is_sampled ? "histogram" : NULL);
    json_put_string(&o, "inclusive", e->is_measured ? "measured" : "estimated");
    json_put_string(&o, "symbols", r->style.by_line ? "lines" : "functions");
    json_end(&o);
}

static void put_stack_sampling(struct json_export *e)
{
    static const char *const clocks[GSTACK_CLOCKS] = {
        [GSTACK_CPU] = "processor", [GSTACK_WALL] = "elapsed"};
    const struct stack_frames *f = &e->r->stacks;
    struct json_object o, ends;

    if (!e->is_measured) {
        json_put_null(&e->top, "sampling");
        return;
    }
    o = json_put_object(&e->top, "sampling");
    json_put_string(&o, "clock", clocks[f->clock]);
    json_put_u64(&o, "interval", f->interval_ns);
    json_put_u64(&o, "signals", f->all.signals);
    json_put_u64(&o, "effective_samples", (uint64_t)stack_effective_samples(&f->all));
    ends = json_put_object(&o, "ends");
    for (int end = 0; end < GSTACK_ENDS; end++)
        json_put_u64(&ends, json_stack_ends[end], f->by_end[end].signals);
    json_end(&ends);
    json_put_u64(&o, "leaf_only", f->lost);
    json_put_u64(&o, "missing", units(e, f->missing));
    json_put_u64(&o, "processes", f->runs);
    json_put_u64(&o, "other_clock", whole(1e9 * f->other_clock));
    json_end(&o);
}

static void put_total(struct json_export *e, const char *key, const struct figures *f)
{
    struct json_object o = json_put_object(&e->top, key);

    json_put_self(&o, f->total_samples, f->total);
    json_put_u64(&o, "unknown_samples", f->unknown_samples);
    json_put_u64(&o, "unknown_self", f->unknown);
    json_end(&o);
}

static void put_head(struct json_export *e, const struct diag *d)
{
    json_put_string(&e->top, "format", "gprof-json");
    json_put_u64(&e->top, "version", JSON_VERSION);
    put_image(e);
    put_times(e);
    put_stack_sampling(e);
    put_total(e, "total", &e->facts);
    put_total(e, "shown", &e->r->figures);
    if (e->has_histogram)
        put_total(e, "histogram", &e->histogram);
    else
        json_put_null(&e->top, "histogram");
    json_put_u64(&e->top, "unknown_calls", e->r->graph.unknown_calls);
    put_inputs(e);
    put_histograms(e);
    put_messages(e, d);
}

bool json_print(const struct report *r, struct sink *out, struct diag *d)
{
    struct json_export e = {.r = r, .is_measured = cg_view_is_measured(&r->view)};
    bool ok;

    e.has_histogram = e.is_measured && r->profile.has_histogram;
    ok = facts_init(&e.facts, &e.times, r, d) &&
         (!e.has_histogram || facts_of_histogram(&e.histogram, r, d));
    if (ok) {
        e.top = json_begin_lines(out);
        put_head(&e, d);
        ok = json_put_functions(&e, d) && json_put_cycles(&e, d) && json_put_arcs(&e, d) &&
             json_put_lines(&e, d) && json_put_blocks(&e, d) && json_put_stacks(&e, d);
        if (ok) /* what is cut short must not look whole */
            json_end(&e.top);
    }
    figures_release(&e.histogram);
    figures_release(&e.facts);
    cg_times_release(&e.times);
    return ok;
}
