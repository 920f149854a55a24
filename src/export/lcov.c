/* lcov - executions of functions and lines as a tracefile of LCOV (--export=lcov)
 *
 * The format: geninfo(1). Counts are those of calls and of basic blocks, never samples, which tell
 * how long a line took and not how often it ran. What is known of a line:
 *   - where a function begins, its calls;
 *   - where a basic block begins, its executions;
 *   - where a call is counted, that call's: the line ran as often, or more often.
 * In one function the most of these counts is the line's; the functions that have a line, such as
 * copies of an inline function, add up.
 *
 * A function that was never counted may have run: it called others, or blocks of it ran; then it
 * did so at least once. One that has samples, and nothing else, was compiled without -pg: how often
 * it ran is not known, and it is left out. All others ran 0 times, if calls were counted. The code
 * of libgmon is left out, too: whoever links it in wants to know nothing of its lines.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "report/report.h"

#include "base/arith.h"
#include "base/mem.h"
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

/* How often a line of a file ran in a function. */
struct execution {
    const char *file;
    const char *name; /* of a function's beginning: the linker's, else NULL */
    uint64_t count;
    uint32_t function; /* number of the symbol */
    unsigned line;
};

/* A call site, whatever it calls. */
struct site {
    uint64_t address, count;
    const char *file;
    uint32_t function;
    unsigned line;
};

struct writer {
    const struct report *r;
    struct sink *out;
    uint64_t *count;           /* by symbol: executions of a function; owned */
    bool *ran;                 /* by symbol: it ran, as counts say; owned */
    bool *is_seen;             /* by symbol: it may have run without being counted; owned */
    struct execution *lines;   /* owned */
    struct execution *entries; /* functions; owned */
    struct site *sites;        /* owned */
    size_t n_lines, n_entries, n_sites;
    uint64_t runtime, runtime_end; /* addresses of libgmon's code, end excluded */
};

/* ---- what ran ---- */

/* The function that the code of a symbol is part of, as a label or, in line mode, a line is. */
static uint32_t function_of(const struct writer *w, uint32_t symbol)
{
    return symbol < w->r->symtab->n_code ? w->r->symtab->symbols[symbol].callee : NO_SYMBOL;
}

/* libgmon's code is a section of its own, of which the linker names the ends; where something else
 * begins at its end, that has the name, and it is what follows the code of all programs. */
static void find_runtime(struct writer *w)
{
    const struct symtab *t = w->r->symtab;

    for (uint32_t s = 0; s < t->n_code && w->runtime_end == 0; s++) {
        const char *name = t->symbols[s].name;

        if (strcmp(name, "__start_gmon_text") == 0)
            w->runtime = t->symbols[s].address;
        else if (w->runtime > 0 &&
                 (strcmp(name, "__stop_gmon_text") == 0 || strcmp(name, "_fini") == 0))
            w->runtime_end = t->symbols[s].address;
    }
}

/* Its two functions outside of that section stand for other code, and are named so. */
static bool is_of_runtime(const struct writer *w, uint32_t s)
{
    const struct symbol *at = &w->r->symtab->symbols[s];

    return (at->address >= w->runtime && at->address < w->runtime_end) ||
           strcmp(at->name, "<external>") == 0 || strcmp(at->name, "<unseen>") == 0;
}

static bool is_wanted(const struct writer *w, uint32_t s, const char *file, unsigned line)
{
    return s != NO_SYMBOL && file && *file && line > 0 &&
           sym_selected(w->r->filter, SYM_TABLE_FLAT, s) &&
           sym_selected(w->r->filter, SYM_TABLE_EXEC, s) && !is_of_runtime(w, s) &&
           !(w->r->style.no_system_sources && source_is_system(file));
}

/* Calls from places outside all functions count, too: something was called. */
static void count_calls(struct writer *w)
{
    const struct profile *p = w->r->profile;

    for (size_t i = 0; i < p->arcs.n; i++) {
        uint32_t parent, child, caller;

        cg_find_ends(w->r->symtab, &p->arcs.keys[i], &parent, &child);
        if (parent != NO_SYMBOL && child != NO_SYMBOL &&
            !sym_arc_selected(w->r->filter, parent, child))
            continue;
        if (child != NO_SYMBOL)
            w->count[child] = add_saturated(w->count[child], p->arc_counts[i]);
        caller = parent == NO_SYMBOL ? NO_SYMBOL : function_of(w, parent);
        if (caller != NO_SYMBOL && p->arc_counts[i] > 0)
            w->ran[caller] = true;
    }
}

/* A block at the beginning of a function ran as often as the function. Samples tell nothing new of
 * a function whose blocks are counted. */
static void count_blocks(struct writer *w)
{
    const struct bb_result *blocks = w->r->blocks;

    for (size_t i = 0; i < blocks->n; i++) {
        const struct bb_count *b = &blocks->at[i];
        uint32_t s = function_of(w, b->symbol);

        if (s == NO_SYMBOL)
            continue;
        w->ran[s] = w->ran[s] || b->count > 0;
        w->is_seen[s] = false;
        if (b->address == w->r->symtab->symbols[s].address && b->count > w->count[s])
            w->count[s] = b->count;
    }
}

/* Where no calls are counted at all, any function may have run. */
static void note_samples(struct writer *w)
{
    const struct stack_frames *f = w->r->stacks;

    for (uint32_t s = 0; s < w->r->symtab->n && !w->r->profile->has_arcs; s++)
        w->is_seen[s] = true;
    for (uint32_t s = 0; s < w->r->symtab->n_code; s++)
        if (w->r->hist->ticks[s] > 0 && function_of(w, s) != NO_SYMBOL)
            w->is_seen[function_of(w, s)] = true;
    for (uint32_t i = GSTACK_ENDS; i < f->n; i++)
        if (function_of(w, f->at[i].function) != NO_SYMBOL)
            w->is_seen[function_of(w, f->at[i].function)] = true;
}

/* ---- executions of lines ---- */

static void add_line(struct writer *w, uint32_t s, const char *file, unsigned line, uint64_t count)
{
    if (is_wanted(w, s, file, line))
        w->lines[w->n_lines++] =
            (struct execution){.file = file, .line = line, .function = s, .count = count};
}

static void add_functions(struct writer *w)
{
    for (uint32_t s = 0; s < w->r->symtab->n_code; s++) {
        const struct image_line *at = &w->r->lines->at[s];

        if (!w->r->symtab->symbols[s].is_function || !is_wanted(w, s, at->file, at->line))
            continue;
        if (w->count[s] == 0 && w->ran[s])
            w->count[s] = 1;
        if (w->count[s] == 0 && w->is_seen[s])
            continue;
        add_line(w, s, at->file, at->line, w->count[s]);
        w->entries[w->n_entries] = w->lines[w->n_lines - 1];
        w->entries[w->n_entries++].name = w->r->symtab->symbols[s].name;
    }
}

static int by_address(const void *left, const void *right)
{
    const struct site *l = left, *r = right;

    return l->address < r->address ? -1 : l->address > r->address;
}

/* A call through a pointer is one site of several arcs. */
static void add_sites(struct writer *w)
{
    const struct call_graph *g = w->r->graph;
    const struct call_sites *sites = w->r->call_sites;

    for (uint32_t a = 0; a < g->n_counted; a++) {
        for (size_t i = sites->first[a]; i < sites->first[a + 1]; i++) {
            const struct call_site *at = &sites->at[i];

            w->sites[w->n_sites++] = (struct site){at->address, at->count, at->file,
                                                   function_of(w, g->arcs[a].parent), at->line};
        }
    }
    if (w->n_sites > 0)
        qsort(w->sites, w->n_sites, sizeof *w->sites, by_address);
    for (size_t i = 0, end; i < w->n_sites; i = end) {
        struct site sum = w->sites[i];

        for (end = i + 1; end < w->n_sites && w->sites[end].address == sum.address; end++)
            sum.count = add_saturated(sum.count, w->sites[end].count);
        add_line(w, sum.function, sum.file, sum.line, sum.count);
    }
}

static bool gather(struct writer *w, struct diag *d)
{
    const struct report *r = w->r;
    size_t symbols = r->symtab->n, sites = r->call_sites->n, blocks = r->blocks->n;

    w->count = mem_alloc(d, symbols, sizeof *w->count);
    w->ran = mem_alloc(d, symbols, sizeof *w->ran);
    w->is_seen = mem_alloc(d, symbols, sizeof *w->is_seen);
    w->sites = mem_alloc(d, sites, sizeof *w->sites);
    w->entries = mem_alloc(d, symbols, sizeof *w->entries);
    w->lines = mem_alloc(d, symbols + sites + blocks, sizeof *w->lines);
    if (!w->count || !w->ran || !w->is_seen || !w->sites || !w->entries || !w->lines)
        return false;
    find_runtime(w);
    count_calls(w);
    note_samples(w);
    count_blocks(w);
    add_functions(w);
    add_sites(w);
    for (size_t i = 0; i < blocks; i++) {
        const struct bb_count *b = &r->blocks->at[i];

        add_line(w, function_of(w, b->symbol), b->file, b->line, b->count);
    }
    return true;
}

/* ---- the tracefile ---- */

static int compare_texts(const char *l, const char *r)
{
    return l == r ? 0 : strcmp(l, r);
}

static int by_line(const void *left, const void *right)
{
    const struct execution *l = left, *r = right;
    int order = compare_texts(l->file, r->file);

    if (order)
        return order;
    if (l->line != r->line)
        return l->line < r->line ? -1 : 1;
    return l->function < r->function ? -1 : l->function > r->function;
}

/* By file, name and line. */
static int by_name(const void *left, const void *right)
{
    const struct execution *l = left, *r = right;
    int order = compare_texts(l->file, r->file);

    if (order == 0)
        order = compare_texts(l->name, r->name);
    return order ? order : by_line(left, right);
}

/* A name ends at a comma, and a record at the end of its line. */
static void put_text(struct sink *out, const char *text, bool is_name)
{
    if (!*text)
        sink_char(out, '?');
    while (*text) {
        uint32_t code;
        size_t bytes = utf8_next(text, &code);

        if (utf8_is_control(code) || (is_name && (code == ',' || code == UTF8_DAMAGED)))
            sink_char(out, '?');
        else
            sink_bytes(out, text, bytes);
        text += bytes;
    }
}

static void put_record(struct sink *out, const char *key, uint64_t number)
{
    sink_string(out, key);
    sink_char(out, ':');
    sink_u64(out, number, 0);
}

static void put_total(struct sink *out, const char *key, uint64_t number)
{
    put_record(out, key, number);
    sink_char(out, '\n');
}

/* A function's record; `nth` of those of one name in the file, from 0, and further ones have their
 * line in the name, as readers know functions by their names. */
static void put_function(struct sink *out, const char *key, uint64_t number,
                         const struct execution *e, size_t nth)
{
    put_record(out, key, number);
    sink_char(out, ',');
    put_text(out, e->name, true);
    if (nth > 0) {
        sink_char(out, ':');
        sink_u64(out, e->line, 0);
    }
    sink_char(out, '\n');
}

/* Functions of one name and line, which are copies of one, become one. Returns how many are left.
 */
static size_t merge_copies(struct execution *at, size_t n)
{
    size_t kept = 0;

    for (size_t i = 0; i < n; i++) {
        struct execution *last = kept > 0 ? &at[kept - 1] : NULL;

        if (last && last->line == at[i].line && compare_texts(last->file, at[i].file) == 0 &&
            compare_texts(last->name, at[i].name) == 0)
            last->count = add_saturated(last->count, at[i].count);
        else
            at[kept++] = at[i];
    }
    return kept;
}

/* The `n` functions of a file. */
static void put_functions(struct sink *out, const struct execution *at, size_t n)
{
    uint64_t hit = 0;

    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0, nth = 0; i < n; i++) {
            nth = i > 0 && compare_texts(at[i - 1].name, at[i].name) == 0 ? nth + 1 : 0;
            put_function(out, pass == 0 ? "FN" : "FNDA", pass == 0 ? at[i].line : at[i].count,
                         &at[i], nth);
            hit += pass == 0 && at[i].count > 0;
        }
    }
    put_total(out, "FNF", n);
    put_total(out, "FNH", hit);
}

/* The executions of a line that begin at `at`, of `n` left: their number, and the line's count. */
static size_t take_line(const struct execution *at, size_t n, uint64_t *count)
{
    uint64_t most = 0;
    size_t i = 0;

    *count = 0;
    for (; i < n && at[i].line == at->line && compare_texts(at[i].file, at->file) == 0; i++) {
        if (i > 0 && at[i].function != at[i - 1].function) {
            *count = add_saturated(*count, most);
            most = 0;
        }
        if (at[i].count > most)
            most = at[i].count;
    }
    *count = add_saturated(*count, most);
    return i;
}

/* The lines of the file that `at` begins with; returns how many executions they are made of. */
static size_t put_lines(struct sink *out, const struct execution *at, size_t n)
{
    uint64_t found = 0, hit = 0, count;
    size_t i = 0;

    while (i < n && compare_texts(at[i].file, at->file) == 0) {
        unsigned line = at[i].line;

        i += take_line(at + i, n - i, &count);
        put_record(out, "DA", line);
        sink_char(out, ',');
        sink_u64(out, count, 0);
        sink_char(out, '\n');
        found++;
        hit += count > 0;
    }
    put_total(out, "LF", found);
    put_total(out, "LH", hit);
    return i;
}

/* Each file that has functions has lines. */
static void put_files(struct writer *w)
{
    size_t function = 0;

    for (size_t i = 0; i < w->n_lines;) {
        const char *file = w->lines[i].file;
        size_t end = function;

        while (end < w->n_entries && compare_texts(w->entries[end].file, file) == 0)
            end++;
        sink_string(w->out, "TN:gprof\nSF:");
        put_text(w->out, file, false);
        sink_char(w->out, '\n');
        put_functions(w->out, w->entries + function, end - function);
        i += put_lines(w->out, w->lines + i, w->n_lines - i);
        sink_string(w->out, "end_of_record\n");
        function = end;
    }
}

bool lcov_print(const struct report *r, struct sink *out, struct diag *d)
{
    struct writer w = {.r = r, .out = out};
    bool ok;

    if (!r->profile->has_arcs && !r->profile->has_blocks)
        return diag_error(d, r->inputs->names[0],
                          "holds neither calls nor executions of basic blocks, so that it does not "
                          "tell how often lines ran; compile the program with -pg");
    ok = gather(&w, d);
    if (ok && w.n_lines > 0) {
        qsort(w.lines, w.n_lines, sizeof *w.lines, by_line);
        if (w.n_entries > 0)
            qsort(w.entries, w.n_entries, sizeof *w.entries, by_name);
        w.n_entries = merge_copies(w.entries, w.n_entries);
        put_files(&w);
    }
    free(w.count);
    free(w.ran);
    free(w.is_seen);
    free(w.sites);
    free(w.entries);
    free(w.lines);
    return ok;
}
