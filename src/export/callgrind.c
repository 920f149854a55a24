/* callgrind - writes the profile as Callgrind does, for KCachegrind (--export=callgrind)
 *
 * The format: https://valgrind.org/docs/manual/cl-format.html. For each function its own time by
 * source line, then its calls by call site, with the time that these calls took. Some readers
 * differ from the document; the file suits all of them:
 *   - `events:' is within the first 2,047 bytes, where KCachegrind looks for it, and the last line
 *     of the header, where callgrind_annotate stops reading headers.
 *   - callgrind_annotate charges a record of 0 calls to the caller. Calls known only from stacks
 *     have no count, so they are written as 1, or not at all if they took no time.
 *   - callgrind_annotate takes the sum of all calls of a function for its inclusive time, if there
 *     are calls. So they have all of it (find_costs), those by a function <spontaneous> what is
 *     left.
 *   - Every name has a number, which stands for one function of one file; so no name is taken for a
 *     number, whatever it looks like. It is written once, `fn=(7) find', and its number afterwards,
 *     `fn=(7)'. Functions of one name, file and object would be one function to readers: the
 *     address tells them apart. In line mode they are one, whose lines the symbols are.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/arith.h"
#include "base/mem.h"
#include "base/radix.h"
#include "base/search.h"
#include "base/text_map.h"
#include "base/utf8_put.h"
#include "base/words.h"
#include "view/results.h"

enum { MOST_OF_COMMAND = 1000 /* most bytes of `cmd:' */ };

#define UNKNOWN "???" /* file or object if there is none */

/* A function that is shown. */
struct function {
    uint64_t begun;   /* part of the inclusive time that no arc has */
    uint32_t id;      /* number of the name, from 1 */
    bool has_address; /* the address is part of the name */
};

/* A call site of an arc that only stacks know. */
struct stack_site {
    uint64_t arc, address; /* address of a byte of the call */
    double ticks;          /* samples during the call */
};

struct writer {
    const struct results *r;
    struct sink *out;
    struct diag *d;
    struct text_map files, objects; /* files and objects that were written */
    struct function *of;            /* functions by symbol */
    uint32_t unknown;               /* number of the name FIGURES_UNKNOWN */
    bool *is_written;               /* true if the name was written, by number; owned */
    const char *file;               /* file of the current function; never NULL */
    const char *at;                 /* file of the lines, as written last */
    const char *object;             /* object of the current function; "" at first */
    uint64_t *arc_costs;            /* costs by arc, made by find_costs */
    struct stack_site *stack_sites; /* sites by arc, then by address; owned */
    size_t n_stack_sites;
    struct call_site *sites; /* room for the sites of an arc; owned */
    uint64_t *costs;         /* likewise, for their costs; owned */
    double *counts;          /* likewise, for their counts; owned */
};

/* ---- names ---- */

static void put_character(struct sink *out, uint32_t code, const char *at, size_t bytes)
{
    if (code == ' ' && !at[1])
        sink_char(out, '_');
    else
        utf8_put_safe(out, code, at, bytes);
}

/* Writes at most `most` bytes of a text, so that it stays on its line and readers take it
 * unchanged: `?' replaces control characters and invalid UTF-8, `_' replaces blanks at its ends. */
static void put_text(struct sink *out, const char *text, size_t most)
{
    if (!*text)
        text = UNKNOWN;
    if (*text == ' ') {
        sink_char(out, '_');
        text++;
        most--;
    }
    utf8_put(out, text, most, put_character);
}

static void put_number(struct sink *out, const char *key, size_t number)
{
    sink_string(out, key);
    sink_literal(out, "=(");
    sink_u64(out, number, 0);
    sink_char(out, ')');
}

/* Writes the line `KEY=(NUMBER) NAME' of a file or an object, or only the number. */
static void put_name(struct writer *w, struct text_map *map, const char *key, const char *name)
{
    size_t n = map->n;
    uint32_t number = text_map_add_kept(map, name, w->d);

    put_number(w->out, key, (size_t)number + 1);
    if (number == n) {
        sink_char(w->out, ' ');
        put_text(w->out, name, SIZE_MAX);
    }
    sink_char(w->out, '\n');
}

/* Writes the line `KEY=(NUMBER) NAME' of a shown function, or only the number. */
static void put_function_name(struct writer *w, const char *key, uint32_t symbol)
{
    uint32_t id = w->of[symbol].id;

    put_number(w->out, key, id);
    if (!w->is_written[id]) {
        w->is_written[id] = true;
        sink_char(w->out, ' ');
        put_text(w->out, names_shown(&w->r->program.names, symbol), SIZE_MAX);
        if (w->of[symbol].has_address)
            sink_printf(w->out, " [0x%" PRIx64 "]", w->r->program.symtab.symbols[symbol].address);
    }
    sink_char(w->out, '\n');
}

/* Returns the file that a function is in; never NULL. */
static const char *file_of(const struct writer *w, uint32_t symbol)
{
    const char *file = w->r->program.lines.at[symbol].file;

    return file && *file ? file : UNKNOWN;
}

/* Returns the object that a function is in: `<LIBRARY>' for code in a library. */
static const char *object_of(const struct writer *w, uint32_t symbol)
{
    const struct symtab *symtab = &w->r->program.symtab;
    uint32_t library = symtab_library(symtab, symbol);

    if (symbol < symtab->n_code || symbol == symtab->unnamed)
        return w->r->program.image.path;
    return symtab->symbols[library == NO_SYMBOL ? symbol : library].name;
}

/* Numbers the shown functions. Those of equal name, file and object are a group. Groups have the
 * first numbers; functions of groups with several members have the numbers behind them.
 * O(functions), and the lengths of their names. */
static void number_functions(struct writer *w)
{
    const struct results *r = w->r;
    LOCAL_BY(text_map_release) struct text_map texts = {0};  /* names, files and objects */
    LOCAL_BY(pair_map_release) struct pair_map groups = {0}; /* (name, file or object) */
    LOCAL uint32_t *group = mem_alloc(w->d, r->program.symtab.n, sizeof *group);     /* by symbol */
    LOCAL uint32_t *members = mem_alloc(w->d, r->program.symtab.n, sizeof *members); /* by group */
    uint32_t next;

    for (uint32_t s = 0; s < r->program.symtab.n; s++) {
        const char *where = s < r->program.symtab.n_code ? file_of(w, s) : object_of(w, s);

        if (!r->figures.functions[s].is_listed)
            continue;
        group[s] = pair_map_add(&groups,
                                text_map_add_kept(&texts, names_shown(&r->program.names, s), w->d),
                                text_map_add_kept(&texts, where, w->d), w->d);
        members[group[s]]++;
    }
    next = (uint32_t)groups.n + 1;
    w->is_written =
        mem_alloc(w->d, (size_t)r->program.symtab.n + groups.n + 2, sizeof *w->is_written);
    for (uint32_t s = 0; s < r->program.symtab.n; s++) {
        if (!r->figures.functions[s].is_listed)
            continue;
        w->of[s].has_address = !r->style.by_line && members[group[s]] > 1;
        w->of[s].id = w->of[s].has_address ? next++ : group[s] + 1;
    }
    w->unknown = next;
}

/* ---- header ---- */

static void put_header(const struct results *r, struct sink *out)
{
    const struct figures *f = &r->figures;
    bool measured = results_are_measured(r);

    sink_printf(out, "# callgrind format\nversion: 1\ncreator: gprof\ndesc: Inclusive times: %s\n",
                measured ? "measured from call stacks"
                         : "estimated from the numbers of calls; calls within a cycle have none");
    if (f->kind != TIME_OTHER) {
        sink_string(out, "desc: Total: ");
        figures_print_time(f, out, f->total);
        sink_string(out, " seconds");
        figures_print_kind(r, out);
        sink_char(out, '\n');
    }
    sink_printf(out, "desc: %s: %" PRIu64 "%s\ncmd: ", f->samples_are_ticks ? "Ticks" : "Samples",
                f->total_samples,
                measured && r->views.calls->n_arcs > r->views.calls->n_counted
                    ? "\ndesc: Calls: 1 where call stacks alone tell of them"
                    : "");
    put_text(out, r->program.image.path, MOST_OF_COMMAND);
    sink_string(out, "\npositions: line\n");
    if (f->unit == FIGURES_TICKS) {
        sink_string(out, "event: ticks : samples\nevents: ticks\n");
    } else if (strcmp(r->facts.hist.dimension, "seconds") == 0) {
        sink_string(out, "event: ns : nanoseconds, by samples\nevents: ns\n");
    } else {
        sink_string(out, "event: ns : billionths of ");
        put_text(out, r->facts.hist.dimension, GMON_DIMENSION_BYTES);
        sink_string(out, ", by samples\nevents: ns\n");
    }
    sink_printf(out, "summary: %" PRIu64 "\n", f->total);
}

/* ---- self time ---- */

/* Writes two numbers on a line. */
static void put_pair(struct sink *out, uint64_t first, uint64_t second)
{
    sink_u64(out, first, 0);
    sink_char(out, ' ');
    sink_u64(out, second, 0);
    sink_char(out, '\n');
}

/* Writes that the following lines are in `file`: with `fe=' if it is the function's own file, else
 * with `fi='. */
static void put_inline_file(struct writer *w, const char *file)
{
    if (strcmp(w->at, file) == 0)
        return;
    w->at = file;
    put_name(w, &w->files, strcmp(file, w->file) == 0 ? "fe" : "fi", file);
}

/* Writes the self time by line: first the lines in the function's own file, then those in others. A
 * function without time has one line, too, so that readers see it. */
static void put_self(struct writer *w, uint32_t s)
{
    const struct line_times *times = &w->r->facts.line_times;
    const uint64_t *self = w->r->figures.line_self;
    bool any = false;

    for (int inlined = 0; inlined < 2; inlined++) {
        for (size_t i = times->first[s]; i < times->first[s + 1]; i++) {
            const char *file = times->at[i].file ? times->at[i].file : w->file;

            if (self[i] == 0 || (strcmp(file, w->file) != 0) != inlined)
                continue;
            put_inline_file(w, file);
            put_pair(w->out, times->at[i].line, self[i]);
            any = true;
        }
    }
    if (!any)
        put_pair(w->out, w->r->program.lines.at[s].line, w->r->figures.functions[s].self);
}

/* ---- calls ---- */

/* Finds the time of each arc. Measured times count a sample for every arc on its stack, even if a
 * function calls itself through others. Readers add up the arcs to a function, so here a sample
 * counts only for the outermost arc. Stacks may begin with the function, as with main or the first
 * function of a thread. Their time counts for the arc from code outside of the program that counted
 * these calls, if there is one. */
static void find_costs(struct writer *w)
{
    const struct results *r = w->r;
    const struct call_graph *g = r->views.calls;

    for (uint32_t a = 0; a < g->n_arcs; a++)
        w->arc_costs[a] = !results_are_measured(r)
                              ? r->figures.arcs[a]
                              : figures_units(&r->figures, &r->facts.hist,
                                              r->views.graph.stacks.arc_entered[a].ticks);
    for (uint32_t s = 0; results_are_measured(r) && s < r->program.symtab.n; s++) {
        struct stack_sum rest = r->views.graph.stacks.inclusive[s];
        uint32_t outside = NO_ARC;
        bool is_called = false;

        for (uint32_t i = g->parents.first[s]; i < g->parents.first[s + 1]; i++) {
            uint32_t a = g->parents.item[i];

            if (a < g->n_counted && g->arcs[a].count > 0 &&
                r->views.graph.stacks.inclusive[g->arcs[a].parent].signals == 0 &&
                (outside == NO_ARC || g->arcs[a].count > g->arcs[outside].count))
                outside = a;
            if (!figures_has_arc(&r->figures, &g->arcs[a]))
                continue;
            rest.signals -= r->views.graph.stacks.arc_entered[a].signals;
            rest.ticks -= r->views.graph.stacks.arc_entered[a].ticks;
            is_called |= g->arcs[a].count > 0 || w->arc_costs[a] > 0;
        }
        if (rest.signals > 0 && outside != NO_ARC)
            w->arc_costs[outside] += figures_units(&r->figures, &r->facts.hist, rest.ticks);
        else if (rest.signals > 0 && is_called)
            w->of[s].begun = figures_units(&r->figures, &r->facts.hist, rest.ticks);
    }
}

/* Finds the call sites of the arcs that have no counted ones. A function that calls itself has its
 * samples at each level, so the ticks are proportions. */
static void find_stack_sites(struct writer *w)
{
    const struct results *r = w->r;
    const struct call_graph *g = r->views.calls;
    LOCAL_BY(stack_frames_release) struct stack_frames f = {0};
    LOCAL_BY(pair_map_release) struct pair_map arcs = {0};
    LOCAL_BY(pair_map_release) struct pair_map sites = {0}; /* (arc, address) */
    LOCAL double *below = NULL;                             /* ticks of the subtree, by frame */

    if (!results_are_measured(r) || r->style.by_line) /* a line is a site */
        return;
    stack_frames_init(&f, &r->program.modules, &r->program.filter, r->views.stacks.rate,
                      STACKS_PLACES, w->d);
    cg_map_arcs(&arcs, g, w->d);
    below = mem_alloc(w->d, f.n, sizeof *below);
    w->stack_sites = mem_alloc(w->d, f.n, sizeof *w->stack_sites);
    for (uint32_t i = f.n; i-- > GSTACK_ENDS;) {
        const struct stack_frame *frame = &f.at[i], *caller = &f.at[frame->parent];
        uint32_t callee, arc, site;

        below[i] += frame->own.ticks;
        below[frame->parent] += below[i];
        if (frame->parent < GSTACK_ENDS || caller->function >= r->program.symtab.n_code)
            continue;
        callee = r->program.symtab.symbols[frame->function].callee;
        arc =
            pair_map_find(&arcs, caller->function, callee == NO_SYMBOL ? frame->function : callee);
        if (arc == PAIR_MAP_NONE || arc < g->n_counted)
            continue;
        site = pair_map_add(&sites, arc, f.places.keys[caller->place].second, w->d);
        w->stack_sites[site].arc = arc;
        w->stack_sites[site].address = f.places.keys[caller->place].second;
        w->stack_sites[site].ticks += below[i];
    }
    w->n_stack_sites = sites.n;
    sort_u64_pairs(w->stack_sites, w->n_stack_sites, sizeof *w->stack_sites);
}

/* Writes one record: `count` calls from a line of the current function. A file that code was
 * inlined from has a line of its own: callgrind_annotate cannot show a file that has only calls. */
static void put_call(struct writer *w, uint32_t child, const struct call_site *from, uint64_t cost)
{
    const char *object = object_of(w, child);
    const char *file = file_of(w, child);
    const char *caller_file = from->file ? from->file : w->file;
    bool is_new = strcmp(caller_file, w->at) != 0 && strcmp(caller_file, w->file) != 0;

    if (from->count == 0 && cost == 0)
        return;
    put_inline_file(w, caller_file);
    if (is_new)
        put_pair(w->out, from->line, 0);
    if (object != w->object && strcmp(object, w->object) != 0)
        put_name(w, &w->objects, "cob", object);
    /* without it, readers take the file of the line or that of the function */
    if (strcmp(file, w->at) != 0 || strcmp(file, w->file) != 0)
        put_name(w, &w->files, "cfi", file);
    put_function_name(w, "cfn", child);
    sink_literal(w->out, "calls=");
    put_pair(w->out, from->count == 0 && cost > 0 ? 1 : from->count,
             w->r->program.lines.at[child].line);
    put_pair(w->out, from->line, cost);
}

static bool same_line(const struct call_site *l, const struct call_site *r)
{
    return l->line == r->line && compare_texts(l->file, r->file) == 0;
}

/* Writes the calls of an arc, line by line, and divides the time of the arc by w->counts. */
static void put_sites(struct writer *w, const struct cg_arc *arc, const struct call_site *at,
                      size_t n, uint64_t cost)
{
    figures_spread(cost, w->counts, n, w->costs);
    for (size_t i = 0, end; i < n; i = end) {
        struct call_site sum = at[i];
        uint64_t share = w->costs[i];

        for (end = i + 1; end < n && same_line(&at[i], &at[end]); end++) {
            sum.count = add_saturated(sum.count, at[end].count);
            share += w->costs[end];
        }
        put_call(w, arc->child, &sum, share);
    }
}

/* Takes the sites of an arc that only stacks know. Returns their number. */
static size_t take_stack_sites(struct writer *w, uint32_t arc)
{
    uint32_t caller = w->r->views.calls->arcs[arc].parent;
    const struct stack_site *at = w->stack_sites;
    size_t first = count_below(at, w->n_stack_sites, sizeof *at, arc), n = 0;

    if (w->n_stack_sites == 0)
        return 0;
    for (at += first; first + n < w->n_stack_sites && at[n].arc == arc; n++) {
        const struct line_row *row = line_rows_at(&w->r->program.rows, at[n].address);

        w->sites[n] = (struct call_site){.address = at[n].address,
                                         .line = w->r->program.lines.at[caller].line};
        if (row && row->file) {
            w->sites[n].file = row->file;
            w->sites[n].line = row->line;
        }
        w->counts[n] = at[n].ticks;
    }
    return n;
}

/* Takes the counts of an arc's sites. */
static void take_counts(struct writer *w, const struct cg_arc *arc, const struct call_site *at,
                        size_t n)
{
    for (size_t i = 0; i < n; i++)
        w->counts[i] = arc->count > 0 ? (double)at[i].count : 1;
}

static void put_calls(struct writer *w, uint32_t s)
{
    const struct call_graph *g = w->r->views.calls;
    const struct call_sites *sites = w->r->views.sites;
    const struct call_site unknown = {.line = w->r->program.lines.at[s].line};

    /* the newest is first in the list */
    for (uint32_t i = g->children.first[s + 1]; i-- > g->children.first[s];) {
        uint32_t a = g->children.item[i];
        size_t n = a < g->n_counted ? sites->first[a + 1] - sites->first[a] : 0;
        uint64_t cost = w->arc_costs[a];

        if (!figures_has_arc(&w->r->figures, &g->arcs[a]))
            continue;
        if (n > 0) {
            take_counts(w, &g->arcs[a], sites->at + sites->first[a], n);
            put_sites(w, &g->arcs[a], sites->at + sites->first[a], n, cost);
        } else if ((n = take_stack_sites(w, a)) > 0) {
            put_sites(w, &g->arcs[a], w->sites, n, cost);
        } else {
            put_call(w, g->arcs[a].child, &unknown, cost);
        }
    }
}

/* ---- all ---- */

static void put_function(struct writer *w, uint32_t s)
{
    const char *object = object_of(w, s);

    if (strcmp(object, w->object) != 0)
        put_name(w, &w->objects, "ob", object);
    w->object = object;
    w->file = w->at = file_of(w, s);
    put_name(w, &w->files, "fl", w->file);
    put_function_name(w, "fn", s);
    put_self(w, s);
    put_calls(w, s);
}

/* Begins a function outside of the program. */
static void put_outside(struct writer *w, uint32_t number, const char *name)
{
    w->object = w->file = w->at = UNKNOWN;
    put_name(w, &w->objects, "ob", UNKNOWN);
    put_name(w, &w->files, "fl", UNKNOWN);
    put_number(w->out, "fn", number);
    sink_string(w->out, name);
}

/* Writes the time outside functions, and calls for functions whose arcs lack time. */
static void put_rest(struct writer *w)
{
    const struct call_site nowhere = {0};
    bool is_begun = false;

    if (w->r->figures.unknown > 0) {
        put_outside(w, w->unknown, " " FIGURES_UNKNOWN "\n");
        put_pair(w->out, 0, w->r->figures.unknown);
    }
    for (uint32_t s = 0; s < w->r->program.symtab.n; s++) {
        if (w->of[s].begun == 0)
            continue;
        if (!is_begun)
            put_outside(w, w->unknown + 1, " <spontaneous>\n");
        is_begun = true;
        put_call(w, s, &nowhere, w->of[s].begun);
    }
}

bool callgrind_print(const struct results *r, struct sink *out, struct diag *d)
{
    LOCAL struct function *of = mem_alloc(d, r->program.symtab.n, sizeof *of);
    LOCAL uint64_t *arc_costs = mem_alloc(d, r->views.calls->n_arcs, sizeof *arc_costs);
    struct writer w = {.r = r, .out = out, .d = d, .object = "", .of = of, .arc_costs = arc_costs};
    size_t most_sites;

    number_functions(&w);
    find_costs(&w);
    find_stack_sites(&w);
    most_sites = w.n_stack_sites > r->views.sites->n ? w.n_stack_sites : r->views.sites->n;
    w.sites = mem_alloc(d, w.n_stack_sites, sizeof *w.sites);
    w.counts = mem_alloc(d, most_sites, sizeof *w.counts);
    w.costs = mem_alloc(d, most_sites, sizeof *w.costs);
    put_header(r, out);
    for (uint32_t s = 0; s < r->program.symtab.n; s++)
        if (r->figures.functions[s].is_listed)
            put_function(&w, s);
    put_rest(&w);
    sink_printf(out, "totals: %" PRIu64 "\n", r->figures.total);
    text_map_release(&w.files);
    text_map_release(&w.objects);
    free(w.is_written);
    free(w.stack_sites);
    free(w.sites);
    free(w.counts);
    free(w.costs);
    return true;
}
