/* top_heading - prints the lines above and below the tables of --top
 *
 * Each line is built in memory and then broken if it is too long. Commands are ready to paste: they
 * are never broken, and are left out if a name cannot be part of a command.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "report/top.h"

#include "base/utf8.h"
#include "report/texts.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Replacement for a blank at which a line is not broken. */
#define HARD_BLANK '\001'

/* Prints a word, with blanks in place of hard ones. */
static void print_word(struct sink *out, const char *word, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        sink_char(out, (char)(word[i] == HARD_BLANK ? ' ' : word[i]));
}

/* Returns the columns of the first `bytes` bytes. */
static size_t columns_of_word(const char *word, size_t bytes)
{
    size_t columns = 0;

    for (const char *end = word + bytes; word < end;) {
        uint32_t code;
        size_t step = utf8_next(word, &code);

        columns += utf8_columns(code);
        word += step;
    }
    return columns;
}

/* Prints a text in lines of at most `columns` columns if its words allow; all lines but the first
 * are indented by two blanks. The text has no control characters except HARD_BLANK. */
static void print_wrapped(struct sink *out, const char *text, size_t columns)
{
    size_t at = 0;

    while (*text) {
        size_t bytes = strcspn(text, " ");
        size_t width = columns_of_word(text, bytes);

        if (at > 0 && at + 1 + width > columns) {
            sink_string(out, "\n  ");
            at = 2;
        } else if (at > 0) {
            sink_char(out, ' ');
            at++;
        }
        print_word(out, text, bytes);
        at += width;
        text += bytes + (text[bytes] == ' ');
    }
    sink_char(out, '\n');
}

/* Prints the line, broken if necessary, and begins the next one. */
static void end_line(const struct top_page *p, struct sink *line, struct sink *out)
{
    sink_char(line, '\0');
    if (line->used > 1)
        print_wrapped(out, line->buf, p->columns);
    sink_clear(line);
}

/* ---- figures ---- */

static void put_count(struct sink *line, uint64_t n, const char *what)
{
    sink_printf(line, "%" PRIu64 " %s%s", n, what, n == 1 ? "" : "s");
}

/* Writes a time such as `1.00 seconds'. */
static void put_time(const struct report *r, struct sink *line, uint64_t time)
{
    figures_print_time(&r->figures, line, time, 0);
    sink_char(line, ' ');
    utf8_put(line, r->figures.unit == FIGURES_NS ? r->hist.dimension : "ticks", SIZE_MAX,
             utf8_put_safe);
}

/* ---- what was measured ---- */

static bool counts_seconds(const struct report *r)
{
    return r->figures.unit == FIGURES_NS && r->hist.dimension &&
           strcmp(r->hist.dimension, "seconds") == 0;
}

/* Writes ` of 10 ms', or, if samples stand for several ticks, `, 250 a second of 1000'. */
static void put_interval(const struct top_page *p, struct sink *line)
{
    const struct stack_sum *all = &p->r->stacks.all;
    double rate = p->is_measured ? p->r->stacks.rate : p->r->hist.rate;

    if (!counts_seconds(p->r) || !(rate > 0) || (p->is_measured && !p->r->stacks.interval_ns))
        return;
    if (p->is_measured && all->ticks != all->squares)
        sink_printf(line, ", %.0f of %.6g a second", (double)all->signals * rate / all->ticks,
                    rate);
    else
        sink_printf(line, " of %g ms", 1000 / rate);
}

static void put_samples(const struct top_page *p, struct sink *line)
{
    const struct report *r = p->r;
    bool is_elapsed = p->is_measured && r->stacks.clock == GSTACK_WALL;
    uint64_t samples =
        p->is_measured ? r->stacks.all.signals : (uint64_t)llrint(fmin(p->parts.all, 0x1p62));

    if (samples == 0) {
        sink_string(line, "no samples");
    } else {
        put_time(r, line, figures_units(&r->figures, &r->hist, p->parts.all));
        if (counts_seconds(r))
            sink_string(line, is_elapsed ? " of elapsed time" : " of CPU time");
        sink_string(line, ", ");
        put_count(line, samples, r->figures.samples_are_ticks ? "tick" : "sample");
        put_interval(p, line);
    }
    if (p->calls > 0) {
        sink_string(line, ", ");
        put_count(line, p->calls, "call");
    } else if (samples == 0) {
        sink_string(line, ", no calls");
    }
}

/* Prints the name of the program, its time and its calls. */
static void print_program(const struct top_page *p, struct sink *line, struct sink *out)
{
    utf8_put(line, diag_basename(p->r->image.path), SIZE_MAX, utf8_put_safe);
    if (p->r->inputs.n > 1)
        sink_printf(line, " (%zu files)", p->r->inputs.n);
    sink_string(line, ": ");
    put_samples(p, line);
    end_line(p, line, out);
}

/* Prints the time outside of the program, by place. */
static void print_parts(const struct top_page *p, struct sink *line, struct sink *out)
{
    const struct report *r = p->r;
    const struct {
        double ticks;
        const char *where;
    } parts[] = {{p->parts.libraries, "in libraries"},
                 {p->parts.outside, "outside all functions"},
                 {p->parts.unseen, "unseen"},
                 {p->parts.profiler, "in the profiler"}};
    uint64_t all = figures_units(&r->figures, &r->hist, p->parts.all);

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (!(parts[i].ticks > 0))
            continue;
        sink_string(line, line->used ? ", " : "Of it ");
        measured_digits(line, parts[i].ticks / p->parts.all, 0);
        sink_printf(line, " %% %s", parts[i].where);
    }
    /* a difference of some nanoseconds is rounding */
    if (p->has_times && r->figures.total < all && all - r->figures.total > all / 1000000) {
        sink_string(line, line->used ? "; " : "Of it ");
        put_time(r, line, r->figures.total);
        sink_string(line, " are the 100 % below");
    }
    end_line(p, line, out);
}

/* Prints the possible cost of profiling, and its effect on the rows of a table. */
static void print_profiling(const struct top_page *p, const struct top_rows *rows,
                            struct sink *line, struct sink *out)
{
    bool has_ranges = false, has_open_ranks = false;

    for (uint32_t i = 0; i < rows->n && rows->key != SORT_BY_TOTAL; i++) {
        has_ranges |= top_share_is_open(p, rows->at[i]);
        has_open_ranks |= rows->is_open[rows->at[i]];
    }
    if (!has_ranges)
        return;
    sink_string(line, "Profiling: 0 to ");
    measured_digits(line, p->parts.profiler / p->parts.all, 0);
    sink_string(line, " % of the time; a-b: without it, a function's own time is in between");
    if (has_open_ranks)
        sink_string(line, "; ?: so its rank is open");
    end_line(p, line, out);
}

/* Prints the origin and the errors of the figures. */
static void print_origin(const struct top_page *p, struct sink *line, struct sink *out)
{
    const struct stack_frames *f = &p->r->stacks;

    if (!p->has_times)
        return;
    sink_string(line, PLUS_MINUS " at 95 %; ");
    if (!p->has_inclusive)
        sink_string(line, "without calls there are no inclusive times");
    else if (p->is_measured)
        sink_printf(line, "inclusive times are measured, %.1f %% of the stacks are complete",
                    f->all.signals ? floor(1000 * (double)f->by_end[GSTACK_COMPLETE].signals /
                                           (double)f->all.signals) /
                                         10
                                   : 0);
    else
        sink_string(line, "inclusive times are estimated from numbers of calls, error unknown");
    end_line(p, line, out);
}

/* Prints the size of the cycle with most members, and its share of the time. */
static void print_cycle(const struct top_page *p, struct sink *line, struct sink *out)
{
    const struct call_graph *g = &p->r->graph;
    const struct figures *f = &p->r->figures;
    uint32_t largest = 0, most = 0;

    for (uint32_t c = 0; c < g->n_cycles; c++)
        if (g->member_first[c + 1] - g->member_first[c] > most) {
            most = g->member_first[c + 1] - g->member_first[c];
            largest = c;
        }
    if (most == 0 || p->r->style.by_line)
        return;
    if (g->n_cycles > 1)
        sink_printf(line, "Largest of %" PRIu32 " cycles: ", g->n_cycles);
    else
        sink_string(line, "A cycle: ");
    put_count(line, most, "function");
    if (f->total > 0)
        sink_printf(line, " with %.1f %%", 100 * (double)f->cycles[largest] / (double)f->total);
    end_line(p, line, out);
}

void top_heading(const struct top_page *p, const struct top_rows *rows, size_t n, struct sink *out,
                 struct diag *d)
{
    struct sink line;

    sink_init(&line, -1, d);
    print_program(p, &line, out);
    print_parts(p, &line, out);
    if (n > 0)
        print_profiling(p, &rows[0], &line, out);
    print_origin(p, &line, out);
    print_cycle(p, &line, out);
    sink_release(&line);
}

/* ---- what to do next ---- */

/* Returns true if a text has no unsafe characters. */
static bool is_clean(const char *text)
{
    uint32_t code = ' ';

    while (*text && !utf8_is_unsafe(code))
        text += utf8_next(text, &code);
    return !utf8_is_unsafe(code);
}

/* Returns true if a linker's name can be written as a symspec. */
static bool is_specifiable(const char *name)
{
    return *name && !(*name >= '0' && *name <= '9') && !strpbrk(name, ":/ ") && is_clean(name);
}

/* Writes a word for the shell, in quotes unless all of it is harmless. */
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
            sink_char(line, (char)(*word == ' ' ? HARD_BLANK : *word));
    }
    if (quoted)
        sink_char(line, '\'');
}

/* Writes a command about the hottest function. Returns false if the function or the files cannot be
 * named. */
static bool put_command(const struct report *r, uint32_t hottest, struct sink *line)
{
    const char *name = hottest == NO_SYMBOL ? "" : r->symtab.symbols[hottest].name;

    if (!is_specifiable(name) || hottest >= r->symtab.n_code || !is_clean(r->image.path))
        return false;
    sink_string(line, "Next: callers and callees of the first one: ");
    sink_printf(line, "gprof%c-b%c-q", HARD_BLANK, HARD_BLANK);
    if (strchr(name, '.'))
        sink_char(line, ':');
    put_word(line, name);
    sink_char(line, HARD_BLANK);
    put_word(line, r->image.path);
    for (size_t i = 0; i < r->inputs.n && r->inputs.n <= 2; i++) {
        if (!is_clean(r->inputs.names[i]))
            return false;
        sink_char(line, HARD_BLANK);
        put_word(line, r->inputs.names[i]);
    }
    if (r->inputs.n > 2)
        sink_printf(line, "%c...", HARD_BLANK);
    return true;
}

void top_next(const struct top_page *p, uint32_t hottest, struct sink *out, struct diag *d)
{
    struct sink line;

    sink_init(&line, -1, d);
    if (!p->has_times && !p->has_calls)
        sink_string(&line, "Next: compile the program with -pg, and let it run for longer");
    else if (!p->has_times)
        sink_string(&line, "Next: for times, let the program do more work, or add up several runs");
    else if (!p->has_arcs)
        sink_string(&line, "Next: for calls and inclusive times, compile the program with -pg");
    else if (!p->is_measured && p->r->profile.stacks.n_trees > 0)
        sink_string(&line, "Next: for measured inclusive times, leave out --estimated");
    else if (!p->is_measured && p->r->profile.n_builds > 0)
        sink_string(&line, "Next: for measured inclusive times, run it with GMON_STACKS=1 and name "
                           "the .stacks file, too");
    else if (!p->is_measured)
        sink_string(&line, "Next: for measured inclusive times, link it with libgmon, run it with "
                           "GMON_STACKS=1 and name the .stacks file, too");
    else if (!put_command(p->r, hottest, &line))
        sink_clear(&line);
    if (line.used > 0)
        sink_char(out, '\n');
    end_line(p, &line, out);
    sink_release(&line);
}
