/* top_heading - the lines above and below the tables of --top
 *
 * Each line is put together in memory and then broken where it is too long. Commands in it are
 * ready to paste: they are never broken, and not there where a name cannot stand in one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "report/top.h"

#include "report/texts.h"
#include "report/top_text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define PLUS_MINUS "\302\261"

/* Print the line, broken if need be, and begin the next one. Once memory was out, no line is: what
 * is printed is right. */
static void end_line(const struct report *r, struct sink *line, struct sink *out)
{
    sink_char(line, '\0');
    if (line->error == 0 && line->used > 1)
        top_text_wrap(out, line->buf, r->style.columns);
    sink_clear(line);
}

/* ---- figures ---- */

static void put_count(struct sink *line, uint64_t n, const char *what)
{
    sink_printf(line, "%" PRIu64 " %s%s", n, what, n == 1 ? "" : "s");
}

/* Ticks as the figures count them. */
static uint64_t units(const struct report *r, double ticks)
{
    double value = r->figures.unit == FIGURES_NS ? hist_units(&r->hist, ticks) * 1e9 : ticks;

    return value < 0x1p63 ? (uint64_t)llrint(value > 0 ? value : 0) : (uint64_t)1 << 63;
}

/* `1.00 seconds'. */
static void put_time(const struct report *r, struct sink *line, uint64_t time)
{
    figures_print_time(&r->figures, line, time, 0);
    sink_char(line, ' ');
    top_text_clean(line, r->figures.unit == FIGURES_NS ? r->hist.dimension : "ticks");
}

/* ---- what was measured ---- */

static bool counts_seconds(const struct report *r)
{
    return r->figures.unit == FIGURES_NS && r->hist.dimension &&
           strcmp(r->hist.dimension, "seconds") == 0;
}

/* ` of 10 ms', or, where samples stand for several ticks, `, a tick every 10 ms'. */
static void put_interval(const struct report *r, const struct top_facts *facts, struct sink *line)
{
    double ms = 0;
    bool one_tick = true;

    if (!counts_seconds(r))
        return;
    if (facts->is_measured) {
        ms = (double)r->stacks.interval_ns / 1e6;
        one_tick = r->stacks.all.ticks == r->stacks.all.squares;
    } else if (r->hist.rate > 0) {
        ms = 1000 / r->hist.rate;
    }
    if (ms > 0)
        sink_printf(line, "%s %g ms", one_tick ? " of" : ", a tick every", ms);
}

static void put_samples(const struct report *r, const struct top_facts *facts, struct sink *line)
{
    bool is_elapsed = facts->is_measured && r->stacks.clock == GSTACK_WALL;
    uint64_t samples = facts->is_measured ? r->stacks.all.signals : units(r, 0);

    if (!facts->is_measured)
        samples = (uint64_t)llrint(fmin(facts->parts.all, 0x1p62));
    if (samples == 0) {
        sink_string(line, "no samples");
    } else {
        put_time(r, line, units(r, facts->parts.all));
        if (counts_seconds(r))
            sink_string(line, is_elapsed ? " of elapsed time" : " of processor time");
        sink_string(line, ", ");
        put_count(line, samples, "sample");
        put_interval(r, facts, line);
    }
    if (facts->calls > 0) {
        sink_string(line, ", ");
        put_count(line, facts->calls, "call");
    } else if (samples == 0) {
        sink_string(line, ", no calls");
    }
}

/* Name of the program, and how much there is of it. */
static void print_program(const struct report *r, const struct top_facts *facts, struct sink *line,
                          struct sink *out)
{
    top_text_clean(line, diag_basename(r->image.path));
    if (r->inputs.n > 1)
        sink_printf(line, " (%zu files)", r->inputs.n);
    sink_string(line, ": ");
    put_samples(r, facts, line);
    end_line(r, line, out);
}

/* Where the time is that is not the program's own. */
static void print_parts(const struct report *r, const struct top_facts *facts, struct sink *line,
                        struct sink *out)
{
    const struct top_parts *p = &facts->parts;
    const struct {
        double ticks;
        const char *where;
    } parts[] = {{p->libraries, "in libraries"},
                 {p->outside, "outside all functions"},
                 {p->unseen, "unseen"},
                 {p->profiler, "in the profiler"}};
    uint64_t all = units(r, p->all);

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (!(parts[i].ticks > 0))
            continue;
        sink_string(line, line->used ? ", " : "Of it ");
        measured_digits(line, parts[i].ticks / p->all, 0);
        sink_printf(line, " %% %s", parts[i].where);
    }
    /* rounding alone makes a difference of some nanoseconds */
    if (facts->has_times && r->figures.total < all && all - r->figures.total > all / 1000000) {
        sink_string(line, line->used ? "; " : "Of it ");
        put_time(r, line, r->figures.total);
        sink_string(line, " are the 100 % below");
    }
    end_line(r, line, out);
}

/* What the figures are worth. */
static void print_origin(const struct report *r, const struct top_facts *facts, struct sink *line,
                         struct sink *out)
{
    const struct stack_frames *f = &r->stacks;

    if (!facts->has_times)
        return;
    sink_string(line, PLUS_MINUS " at 95 %; ");
    if (!facts->has_inclusive)
        sink_string(line, "without calls there are no inclusive times");
    else if (facts->is_measured)
        sink_printf(line, "inclusive times are measured, %.1f %% of the stacks are complete",
                    f->all.signals ? floor(1000 * (double)f->by_end[GSTACK_COMPLETE].signals /
                                           (double)f->all.signals) /
                                         10
                                   : 0);
    else
        sink_string(line, "inclusive times are estimated from numbers of calls, error unknown");
    end_line(r, line, out);
}

/* ---- the largest cycle ---- */

/* The number of the cycle with most members, or 0. */
static uint32_t largest_cycle(const struct call_graph *g)
{
    uint32_t largest = 0, most = 0;

    for (uint32_t c = 1; c <= g->n_cycles; c++) {
        uint32_t n = g->member_first[c] - g->member_first[c - 1];

        if (n > most) {
            most = n;
            largest = c;
        }
    }
    return largest;
}

/* ` with 91.0 %', of the time. */
static void put_share_of_cycle(const struct report *r, uint32_t node, struct sink *line)
{
    const struct cg_time *time = r->view.times.nodes ? &r->view.times.nodes[node] : NULL;
    double part = time ? (double)units(r, time->self + time->children) : 0;

    if (r->figures.total > 0) {
        sink_string(line, " with ");
        sink_fixed(line, 100 * part / (double)r->figures.total, 0, 1);
        sink_string(line, " %");
    }
}

static void print_cycle(const struct report *r, struct sink *line, struct sink *out)
{
    const struct call_graph *g = &r->graph;
    uint32_t cycle = r->style.by_line ? 0 : largest_cycle(g);

    if (cycle == 0)
        return;
    if (g->n_cycles > 1)
        sink_printf(line, "Largest of %" PRIu32 " cycles: ", g->n_cycles);
    else
        sink_string(line, "A cycle: ");
    put_count(line, g->member_first[cycle] - g->member_first[cycle - 1], "function");
    put_share_of_cycle(r, g->n_symbols + cycle - 1, line);
    end_line(r, line, out);
}

bool top_heading(const struct report *r, const struct top_facts *facts, struct sink *out,
                 struct diag *d)
{
    struct sink line;

    sink_init(&line, -1, d);
    print_program(r, facts, &line, out);
    print_parts(r, facts, &line, out);
    print_origin(r, facts, &line, out);
    print_cycle(r, &line, out);
    sink_release(&line);
    return true;
}

/* ---- what to do next ---- */

/* Whether a linker's name can be written as a symspec. */
static bool is_specifiable(const char *name)
{
    return *name && !(*name >= '0' && *name <= '9') && !strpbrk(name, ":/ ") &&
           top_text_is_clean(name);
}

/* A word for the shell: in quotes unless all of it is harmless. */
static void put_word(struct sink *line, const char *word)
{
    static const char harmless[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                   "0123456789_./:@%+,-";
    bool quoted = !*word || word[strspn(word, harmless)];

    if (quoted)
        sink_char(line, '\'');
    for (; *word; word++) {
        if (*word == '\'')
            sink_string(line, "'\\''");
        else
            sink_char(line, (char)(*word == ' ' ? TOP_HARD_BLANK : *word));
    }
    if (quoted)
        sink_char(line, '\'');
}

/* A command about the hottest function, if it and the files can be named. */
static bool put_command(const struct report *r, uint32_t hottest, struct sink *line)
{
    const char *name = hottest == NO_SYMBOL ? "" : r->symtab.symbols[hottest].name;

    if (!is_specifiable(name) || hottest >= r->symtab.n_code || !top_text_is_clean(r->image.path))
        return false;
    sink_string(line, "Next: callers and callees of the first one: ");
    sink_printf(line, "gprof%c-b%c-q", TOP_HARD_BLANK, TOP_HARD_BLANK);
    if (strchr(name, '.'))
        sink_char(line, ':');
    put_word(line, name);
    sink_char(line, TOP_HARD_BLANK);
    put_word(line, r->image.path);
    for (size_t i = 0; i < r->inputs.n && r->inputs.n <= 2; i++) {
        if (!top_text_is_clean(r->inputs.names[i]))
            return false;
        sink_char(line, TOP_HARD_BLANK);
        put_word(line, r->inputs.names[i]);
    }
    if (r->inputs.n > 2)
        sink_printf(line, "%c...", TOP_HARD_BLANK);
    return true;
}

bool top_next(const struct report *r, const struct top_facts *facts, uint32_t hottest,
              struct sink *out, struct diag *d)
{
    struct sink line;

    sink_init(&line, -1, d);
    if (!facts->has_times && !facts->has_calls)
        sink_string(&line, "Next: compile the program with -pg, and let it run for longer");
    else if (!facts->has_times)
        sink_string(&line, "Next: for times, let the program do more work, or add up several runs");
    else if (!facts->has_arcs)
        sink_string(&line, "Next: for calls and inclusive times, compile the program with -pg");
    else if (!facts->is_measured && r->profile.stacks.n_trees > 0)
        sink_string(&line, "Next: for measured inclusive times, leave out --estimated");
    else if (!facts->is_measured && r->profile.n_builds > 0)
        sink_string(&line, "Next: for measured inclusive times, run it with GMON_STACKS=1 and name "
                           "the .stacks file, too");
    else if (!facts->is_measured)
        sink_string(&line, "Next: for measured inclusive times, link it with libgmon, run it with "
                           "GMON_STACKS=1 and name the .stacks file, too");
    else if (!put_command(r, hottest, &line))
        sink_clear(&line);
    if (line.used > 0)
        sink_char(out, '\n');
    end_line(r, &line, out);
    sink_release(&line);
    return true;
}
