/* graph_text - the language of tests/graph: functions, arcs, times and filters as text
 *
 * Role: reads the statements of a case into what the analysis starts from. Included by test_graph.c
 * alone, which has the rest.
 *
 * A case is one file: statements, then the tables that they must give, each below a line
 * `=== flat`, `=== graph`, `=== index` or `=== compare`. The analysis and the printers are the real
 * ones; no image and no data file is needed. Statements, a line each (words:
 * tests/tools/lib/tool_words.h):
 *
 *     sym NAME [at ADDR] [local] [notype] [file FILE LINE] [shown TEXT]
 *                                a function; 16 bytes from 0x1000 on, each behind the one before
 *     funcs N PREFIX             N of them: PREFIX0, PREFIX1, ...
 *     end ADDR                   where the last one ends (default: after 16 bytes)
 *     ticks PLACE N              N samples; a place is NAME, NAME+OFFSET or an address
 *     arc FROM TO N              N calls, from one place to another
 *     stack N [each T] [end WAY] FRAME...
 *                                N samples of a call stack, the outermost frame first, each of T
 *                                ticks (default 1); a frame is a place or @LIBRARY, the way a
 * number rate N   unit NAME LETTER  of the samples (default: 100 seconds s) bins N bytes of a bin
 * (default 16) no histogram               as if no file had one include TABLE NAME...      as -p,
 * -q, -n do; TABLE is flat, graph or time exclude TABLE NAME...      as -P, -Q, -N do style WORD...
 * explain (as without -b), traditional (-T), unused (-z), path (-L), lines (--inline-file-names),
 * width N (-w)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef GRAPH_TEXT_H
#define GRAPH_TEXT_H

#include "analysis/call_graph.h"
#include "analysis/hist.h"
#include "analysis/stack_frames.h"
#include "analysis/stack_symbols.h"
#include "analysis/stack_times.h"
#include "symbols/names.h"
#include "report/report.h"
#include "tool_words.h"
#include "unit.h"

struct tick {
    uint64_t address, count;
};

struct graph_case {
    const char *path;
    struct image image;
    struct symtab symtab;
    struct profile profile;
    struct sym_filter filter;
    struct stack_symbols stack_symbols;
    struct stack_frames frames, listed; /* where there are stacks */
    struct hist_result hist;
    struct call_graph graph;
    struct flat_view flat;
    struct cg_view view, estimate;
    struct sym_lines found; /* the lines, by symbol number */
    struct names names;
    struct report report;
    struct told told;
    /* as read */
    struct image_line *lines; /* by image symbol */
    char **shown;             /* by image symbol: what it looks like, or NULL */
    size_t room;              /* elements of image.symbols, lines and shown */
    struct tick *ticks;
    size_t n_ticks;
    uint64_t end, bin_bytes, rate;
    char dimension[16], letter;
    bool no_histogram;
    struct names_style names_style;
    bool *included, *excluded; /* by table and image symbol: table * room + symbol */
};

static void *grow(void *old, size_t n, size_t size)
{
    return xrealloc_array(old, n, size);
}

/* ---- reading ---- */

static struct image_symbol *add_symbol(struct graph_case *c, const char *name)
{
    size_t n = c->image.n_symbols++;

    if (n >= c->room) {
        c->room = c->room ? 2 * c->room : 64;
        c->image.symbols = grow(c->image.symbols, c->room, sizeof *c->image.symbols);
        c->lines = grow(c->lines, c->room, sizeof *c->lines);
        c->shown = grow(c->shown, c->room, sizeof *c->shown);
    }
    c->lines[n] = (struct image_line){0};
    c->shown[n] = NULL;
    c->image.symbols[n] =
        (struct image_symbol){.name = xmemdup0(name, strlen(name)),
                              .address = n ? c->image.symbols[n - 1].address + 16 : 0x1000,
                              .is_function = true};
    c->end = c->image.symbols[n].address + 16;
    return &c->image.symbols[n];
}

static void read_symbol(struct graph_case *c, struct words *ws)
{
    struct image_symbol *s = add_symbol(c, words_str(ws));
    size_t n = c->image.n_symbols - 1;

    while (words_more(ws)) {
        if (words_take(ws, "at")) {
            s->address = words_num(ws);
            c->end = s->address + 16;
        } else if (words_take(ws, "local")) {
            s->is_local = true;
        } else if (words_take(ws, "notype")) {
            s->is_function = false;
        } else if (words_take(ws, "file")) {
            struct word file = words_next(ws);
            c->lines[n].file = xmemdup0(file.s, file.len);
            c->lines[n].line = (unsigned)words_num_max(ws, 1000000);
        } else if (words_take(ws, "shown")) {
            struct word text = words_next(ws);
            c->shown[n] = xmemdup0(text.s, text.len);
        } else {
            words_die(ws, "unknown word for sym");
        }
    }
}

static size_t find_symbol(const struct graph_case *c, struct words *ws, const char *name,
                          size_t length)
{
    for (size_t i = 0; i < c->image.n_symbols; i++)
        if (strlen(c->image.symbols[i].name) == length &&
            memcmp(c->image.symbols[i].name, name, length) == 0)
            return i;
    words_die(ws, "no symbol %.*s", (int)length, name);
}

static uint64_t place(const struct graph_case *c, struct words *ws, const char *text)
{
    size_t length = strcspn(text, "+");

    if (text[0] >= '0' && text[0] <= '9')
        return strtoull(text, NULL, 0);
    return c->image.symbols[find_symbol(c, ws, text, length)].address +
           (text[length] ? strtoull(text + length + 1, NULL, 0) : 0);
}

static uint64_t read_place(const struct graph_case *c, struct words *ws)
{
    return place(c, ws, words_str(ws));
}

static void read_table(struct graph_case *c, struct words *ws, bool **bits)
{
    static const char *const tables[] = {"flat", "graph", "time", NULL};
    size_t table = words_choice(ws, tables);

    if (!*bits) {
        *bits = grow(NULL, SYM_TABLES * c->room, sizeof **bits);
        memset(*bits, 0, SYM_TABLES * c->room);
    }
    while (words_more(ws)) {
        const char *name = words_str(ws);
        (*bits)[table * c->room + find_symbol(c, ws, name, strlen(name))] = true;
    }
}

static void read_style(struct graph_case *c, struct words *ws)
{
    struct report_style *style = &c->report.style;

    while (words_more(ws)) {
        if (words_take(ws, "explain"))
            style->brief = false;
        else if (words_take(ws, "traditional"))
            style->traditional = true;
        else if (words_take(ws, "unused"))
            style->show_unused = true;
        else if (words_take(ws, "path"))
            c->names_style.full_path = true;
        else if (words_take(ws, "lines"))
            c->names_style.with_lines = true;
        else if (words_take(ws, "width"))
            style->width = (int)(int64_t)words_num(ws);
        else
            words_die(ws, "unknown style");
    }
}

static void read_arc(struct graph_case *c, struct words *ws)
{
    uint64_t from = read_place(c, ws);
    uint64_t self = read_place(c, ws);

    profile_add_arc(&c->profile, from, self, words_num(ws), &c->told.diag);
}

/* The node of a frame: its module, and the key of a call or, for the leaf, of the pc itself. */
static uint32_t add_frame(struct graph_case *c, struct stack_tree *tree, uint32_t parent,
                          struct words *ws)
{
    struct stack_module program = {.kind = GSTACK_PROGRAM};
    char path[64];
    uint64_t address = 0;

    program.path = path;
    if (words_take(ws, "@profiler")) {
        program.kind = GSTACK_PROFILER;
        path[0] = '\0';
    } else {
        const char *text = words_str(ws);

        program.kind = text[0] == '@' ? GSTACK_LIBRARY : GSTACK_PROGRAM;
        snprintf(path, sizeof path, "/lib/%.50s", text[0] == '@' ? text + 1 : "a.out");
        if (text[0] != '@')
            address = place(c, ws, text) + (words_more(ws) ? 2 : 0); /* calls are not first */
    }
    return stack_tree_add_node(
        tree, parent, 1 + stack_data_add_module(&c->profile.stacks, &program, &c->told.diag),
        2 * address + words_more(ws), &c->told.diag);
}

static void read_stack(struct graph_case *c, struct words *ws)
{
    struct stack_tree *tree =
        stack_data_add_tree(&c->profile.stacks, GSTACK_CPU, 1000000000 / c->rate, &c->told.diag);
    uint64_t n = words_num(ws), each = words_take(ws, "each") ? words_num(ws) : 1;
    uint64_t end = words_take(ws, "end") ? words_num_max(ws, GSTACK_ENDS - 1) : GSTACK_COMPLETE;
    uint32_t node = stack_tree_add_node(tree, 0, 0, end, &c->told.diag);

    while (words_more(ws))
        node = add_frame(c, tree, node, ws);
    stack_tree_add_samples(tree, node, n, n * each, n * each * each);
}

static void read_tick(struct graph_case *c, struct words *ws)
{
    c->ticks = grow(c->ticks, c->n_ticks + 1, sizeof *c->ticks);
    c->ticks[c->n_ticks].address = read_place(c, ws);
    c->ticks[c->n_ticks++].count = words_num(ws);
}

static void read_statement(struct graph_case *c, struct words *ws)
{
    if (words_take(ws, "sym")) {
        read_symbol(c, ws);
    } else if (words_take(ws, "funcs")) {
        uint64_t n = words_num_max(ws, 1000000);
        const char *prefix = words_str(ws);
        char name[64];
        for (uint64_t i = 0; i < n; i++) {
            snprintf(name, sizeof name, "%.30s%ju", prefix, (uintmax_t)i);
            add_symbol(c, name);
        }
    } else if (words_take(ws, "end")) {
        c->end = words_num(ws);
    } else if (words_take(ws, "ticks")) {
        read_tick(c, ws);
    } else if (words_take(ws, "arc")) {
        read_arc(c, ws);
    } else if (words_take(ws, "stack")) {
        read_stack(c, ws);
    } else if (words_take(ws, "rate")) {
        c->rate = words_num_max(ws, UINT32_MAX);
    } else if (words_take(ws, "unit")) {
        snprintf(c->dimension, sizeof c->dimension, "%s", words_str(ws));
        c->letter = *words_str(ws);
    } else if (words_take(ws, "bins")) {
        c->bin_bytes = words_num(ws);
    } else if (words_take(ws, "no")) {
        c->no_histogram = words_take(ws, "histogram");
    } else if (words_take(ws, "include")) {
        read_table(c, ws, &c->included);
    } else if (words_take(ws, "exclude")) {
        read_table(c, ws, &c->excluded);
    } else if (words_take(ws, "style")) {
        read_style(c, ws);
    } else {
        words_die(ws, "unknown statement");
    }
    words_done(ws);
}

static void read_case(struct graph_case *c, const char *path, const char *text, size_t length)
{
    struct words ws;

    *c = (struct graph_case){.path = path, .bin_bytes = 16, .rate = 100, .letter = 's'};
    snprintf(c->dimension, sizeof c->dimension, "seconds");
    c->report.style = (struct report_style){.brief = true, .width = 80};
    c->image.path = path;
    told_open(&c->told);
    words_init(&ws, path, text, length);
    while (words_line(&ws))
        read_statement(c, &ws);
    words_release(&ws);
}

static void release_case(struct graph_case *c)
{
    names_release(&c->names);
    sym_lines_release(&c->found);
    cg_view_release(&c->estimate);
    cg_view_release(&c->view);
    flat_view_release(&c->flat);
    call_graph_release(&c->graph);
    stack_frames_release(&c->listed);
    stack_frames_release(&c->frames);
    stack_symbols_release(&c->stack_symbols);
    hist_result_release(&c->hist);
    sym_filter_release(&c->filter);
    profile_release(&c->profile);
    symtab_release(&c->symtab);
    for (size_t i = 0; i < c->image.n_symbols; i++) {
        free((char *)c->image.symbols[i].name);
        free((char *)c->lines[i].file);
        free(c->shown[i]);
    }
    free(c->image.symbols);
    free(c->lines);
    free(c->shown);
    free(c->ticks);
    free(c->included);
    free(c->excluded);
    told_close(&c->told);
}

#endif
