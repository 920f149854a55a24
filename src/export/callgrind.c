/* callgrind - the profile as Callgrind writes it, for KCachegrind (--export=callgrind)
 *
 * The format: https://valgrind.org/docs/manual/cl-format.html. For each function its own time by
 * source line, then its calls by call site, with the time that these took. Where readers differ
 * from the document, what is written suits all of them:
 *   - `events:' is within the first 2,047 bytes, where KCachegrind looks for it, and the last line
 *     of the header, where callgrind_annotate stops reading headers.
 *   - A record of 0 calls is no call for callgrind_annotate, and its cost the caller's own: so
 * calls of which only stacks tell, and not how many they were, are one.
 *   - Every name has a number, which stands for one function of one file; so no name is taken for a
 *     number, whatever it looks like.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "view/report.h"

#include "base/arith.h"
#include "base/mem.h"
#include "base/text_map.h"
#include "export/callgrind_names.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_OF_COMMAND = 1000 /* bytes of `cmd:' */ };

struct writer {
    const struct report *r;
    struct sink *out;
    struct callgrind_names names;
    const char *file; /* of the function being written; never NULL */
    const char *at;   /* the file that lines are in, as written last */
    const char *object;
    uint64_t *whole; /* room for the lines of one function, or the sites of one arc; owned */
    double *parts;   /* likewise */
};

/* ---- header ---- */

static void put_event(struct sink *out, const struct report *r)
{
    const struct figures *f = &r->figures;

    if (f->unit == FIGURES_TICKS)
        sink_string(out, "event: ticks : samples\n");
    else if (strcmp(r->hist.dimension, "seconds") == 0)
        sink_string(out, "event: ns : nanoseconds, by samples\n");
    else {
        sink_string(out, "event: ns : billionths of ");
        callgrind_put_text(out, r->hist.dimension, GMON_DIMENSION_BYTES);
        sink_string(out, ", by samples\n");
    }
}

static void put_header(const struct report *r, struct sink *out)
{
    const struct figures *f = &r->figures;

    sink_string(out, "# callgrind format\nversion: 1\ncreator: gprof\n");
    sink_string(out, f->origin == CG_MEASURED
                         ? "desc: Inclusive times: measured from call stacks\n"
                         : "desc: Inclusive times: estimated from the numbers of calls; calls "
                           "within a cycle have none\n");
    sink_string(out, "desc: Samples: ");
    sink_u64(out, f->total_samples, 0);
    if (f->origin == CG_MEASURED && r->graph.n_arcs > r->graph.n_counted)
        sink_string(out, "\ndesc: Calls: 1 where call stacks alone tell of them");
    sink_string(out, "\ncmd: ");
    callgrind_put_text(out, r->image.path, MOST_OF_COMMAND);
    sink_string(out, "\npositions: line\n");
    put_event(out, r);
    sink_string(out, f->unit == FIGURES_TICKS ? "events: ticks\n" : "events: ns\n");
    sink_string(out, "summary: ");
    sink_u64(out, f->total, 0);
    sink_char(out, '\n');
}

/* ---- self time ---- */

/* Two numbers on a line. */
static void put_pair(struct sink *out, uint64_t first, uint64_t second)
{
    sink_u64(out, first, 0);
    sink_char(out, ' ');
    sink_u64(out, second, 0);
    sink_char(out, '\n');
}

/* The lines that follow are in `file`; back in the function's own file with `fe=', else `fi='. */
static bool put_inline_file(struct writer *w, const char *file, struct diag *d)
{
    if (strcmp(w->at, file) == 0)
        return true;
    w->at = file;
    return callgrind_put_file(&w->names, w->out, strcmp(file, w->file) == 0 ? "fe" : "fi", file, d);
}

/* Code without a line is taken as of the function's own file. */
static const char *file_or_own(const struct writer *w, const char *file)
{
    return file ? file : w->file;
}

/* Those of the function's lines that are in its own file, or the others. */
static bool put_lines(struct writer *w, uint32_t s, bool own, bool *any, struct diag *d)
{
    const struct line_times *t = &w->r->line_times;
    size_t first = t->first[s], n = t->first[s + 1] - first;

    for (size_t i = 0; i < n; i++) {
        const char *file = file_or_own(w, t->at[first + i].file);

        if (w->whole[i] == 0 || (strcmp(file, w->file) == 0) != own)
            continue;
        if (!put_inline_file(w, file, d))
            return false;
        put_pair(w->out, t->at[first + i].line, w->whole[i]);
        *any = true;
    }
    return true;
}

/* A function without time has one line, too, so that it is there. */
static bool put_self(struct writer *w, uint32_t s, struct diag *d)
{
    const struct line_times *t = &w->r->line_times;
    size_t first = t->first[s], n = t->first[s + 1] - first;
    uint64_t self = w->r->figures.functions[s].self;
    bool any = false;

    for (size_t i = 0; i < n; i++)
        w->parts[i] = t->at[first + i].ticks;
    figures_spread(self, w->parts, n, w->whole);
    if (!put_lines(w, s, true, &any, d) || !put_lines(w, s, false, &any, d))
        return false;
    if (!any)
        put_pair(w->out, w->r->lines.at[s].line, self);
    return true;
}

/* ---- calls ---- */

/* One record: `count` calls from a line of the function that is being written. A file that code was
 * inlined from has a line of its own: callgrind_annotate cannot show a file that has only calls. */
static bool put_call(struct writer *w, uint32_t child, const struct call_site *from, uint64_t cost,
                     struct diag *d)
{
    const char *object = callgrind_object(&w->names, child);
    const char *file = callgrind_file(&w->names, child);
    const char *caller_file = file_or_own(w, from->file);
    bool is_new = strcmp(caller_file, w->at) != 0 && strcmp(caller_file, w->file) != 0;

    if (!put_inline_file(w, caller_file, d))
        return false;
    if (is_new)
        put_pair(w->out, from->line, 0);
    if (strcmp(object, w->object) != 0 &&
        !callgrind_put_object(&w->names, w->out, "cob", object, d))
        return false;
    /* whether it would be the file of the line or that of the function is for readers to guess */
    if ((strcmp(file, w->at) != 0 || strcmp(file, w->file) != 0) &&
        !callgrind_put_file(&w->names, w->out, "cfi", file, d))
        return false;
    callgrind_put_function(&w->names, w->out, "cfn", child);
    sink_literal(w->out, "calls=");
    put_pair(w->out, from->count == 0 && cost > 0 ? 1 : from->count, w->r->lines.at[child].line);
    put_pair(w->out, from->line, cost);
    return true;
}

static bool same_line(const struct call_site *l, const struct call_site *r)
{
    return l->line == r->line &&
           (l->file == r->file || (l->file && r->file && strcmp(l->file, r->file) == 0));
}

/* The calls of an arc, line by line; its time is divided among them by their numbers. */
static bool put_sites(struct writer *w, const struct cg_arc *arc, const struct call_site *at,
                      size_t n, uint64_t cost, struct diag *d)
{
    for (size_t i = 0; i < n; i++)
        w->parts[i] = arc->count > 0 ? (double)at[i].count : 1;
    figures_spread(cost, w->parts, n, w->whole);
    for (size_t i = 0, end; i < n; i = end) {
        struct call_site sum = at[i];
        uint64_t share = w->whole[i];

        for (end = i + 1; end < n && same_line(&at[i], &at[end]); end++) {
            sum.count = add_saturated(sum.count, at[end].count);
            share += w->whole[end];
        }
        if (!put_call(w, arc->child, &sum, share, d))
            return false;
    }
    return true;
}

static bool put_calls(struct writer *w, uint32_t s, struct diag *d)
{
    const struct call_graph *g = &w->r->graph;
    const struct call_sites *sites = &w->r->call_sites;
    const struct call_site unknown = {.line = w->r->lines.at[s].line};

    /* the newest is first in the list */
    for (uint32_t i = g->children.first[s + 1]; i-- > g->children.first[s];) {
        uint32_t a = g->children.item[i];
        size_t n = a < g->n_counted ? sites->first[a + 1] - sites->first[a] : 0;

        if (!figures_has_arc(&w->r->figures, &g->arcs[a]))
            continue;
        if (n > 0 ? !put_sites(w, &g->arcs[a], sites->at + sites->first[a], n,
                               w->r->figures.arcs[a], d)
                  : !put_call(w, g->arcs[a].child, &unknown, w->r->figures.arcs[a], d))
            return false;
    }
    return true;
}

/* ---- all ---- */

static bool put_function(struct writer *w, uint32_t s, struct diag *d)
{
    const char *object = callgrind_object(&w->names, s);
    bool new_object = !w->object || strcmp(object, w->object) != 0;

    w->object = object;
    w->file = w->at = callgrind_file(&w->names, s);
    if ((new_object && !callgrind_put_object(&w->names, w->out, "ob", object, d)) ||
        !callgrind_put_file(&w->names, w->out, "fl", w->file, d))
        return false;
    callgrind_put_function(&w->names, w->out, "fn", s);
    return put_self(w, s, d) && put_calls(w, s, d);
}

/* Time that belongs to no function. */
static bool put_unknown(struct writer *w, struct diag *d)
{
    uint64_t cost = w->r->figures.unknown;

    if (cost == 0)
        return true;
    if (!callgrind_put_object(&w->names, w->out, "ob", CALLGRIND_UNKNOWN, d) ||
        !callgrind_put_file(&w->names, w->out, "fl", CALLGRIND_UNKNOWN, d))
        return false;
    callgrind_put_function(&w->names, w->out, "fn", NO_SYMBOL);
    put_pair(w->out, 0, cost);
    return true;
}

/* Room for the largest function and the arc of the most sites. */
static bool writer_init(struct writer *w, struct diag *d)
{
    const struct report *r = w->r;
    size_t most = 0;

    for (uint32_t s = 0; s < r->symtab.n; s++)
        if (r->line_times.first[s + 1] - r->line_times.first[s] > most)
            most = r->line_times.first[s + 1] - r->line_times.first[s];
    for (uint32_t a = 0; a < r->graph.n_counted; a++)
        if (r->call_sites.first[a + 1] - r->call_sites.first[a] > most)
            most = r->call_sites.first[a + 1] - r->call_sites.first[a];
    w->parts = mem_alloc(d, most, sizeof *w->parts);
    w->whole = mem_alloc(d, most, sizeof *w->whole);
    return w->parts && w->whole && callgrind_names_init(&w->names, r, d);
}

bool callgrind_print(const struct report *r, struct sink *out, struct diag *d)
{
    struct writer w = {.r = r, .out = out};
    bool ok = writer_init(&w, d);

    if (ok)
        put_header(r, out);
    for (uint32_t s = 0; ok && s < r->symtab.n; s++)
        if (r->figures.functions[s].is_shown)
            ok = put_function(&w, s, d);
    if (ok && put_unknown(&w, d)) {
        sink_string(out, "totals: ");
        sink_u64(out, r->figures.total, 0);
        sink_char(out, '\n');
    } else {
        ok = false;
    }
    callgrind_names_release(&w.names);
    free(w.parts);
    free(w.whole);
    return ok;
}
