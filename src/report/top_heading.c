/* top_heading - prints the lines above and below the tables of --top
 *
 * Each line is built in memory and then broken if it is too long. A command is ready to paste: it
 * is never broken, and is left out if a name cannot be part of a command.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "report/top_heading.h"

#include "base/utf8_put.h"
#include "names/name_fit.h"
#include "names/name_forms.h"
#include "names/sym_search.h"
#include "report/texts.h"

#include <math.h>

/* Prints the line, if there is one, and begins the next. The line is broken at blanks if it is
 * longer than `columns`, but not behind its first `breakable` bytes. Further lines are indented by
 * two blanks. The line has no control characters. */
static void end_line(struct sink *line, size_t columns, size_t breakable, struct sink *out)
{
    size_t at = 0, end;

    sink_char(line, '\0');
    for (size_t start = 0; line->buf[start]; start = end) {
        const char *word = line->buf + start;
        size_t width;

        end = start + (start < breakable ? strcspn(word, " ") : strlen(word));
        if (line->buf[end] == ' ')
            line->buf[end++] = '\0';
        width = name_columns(word);
        if (at > 0 && at + 1 + width > columns) {
            sink_string(out, "\n  ");
            at = 2;
        } else if (at > 0) {
            sink_char(out, ' ');
            at++;
        }
        sink_string(out, word);
        at += width;
    }
    if (at > 0)
        sink_char(out, '\n');
    sink_clear(line);
}

/* ---- figures ---- */

/* Writes a time such as `1.00 seconds'. */
static void put_time(const struct report *r, struct sink *line, uint64_t time)
{
    figures_print_time(&r->figures, line, time);
    sink_char(line, ' ');
    utf8_put_text(line, r->figures.unit == FIGURES_NS ? r->facts.hist.dimension : "ticks");
}

/* ---- what was measured ---- */

static bool counts_seconds(const struct report *r)
{
    return r->figures.unit == FIGURES_NS && strcmp(r->facts.hist.dimension, "seconds") == 0;
}

/* Writes ` of 10 ms', or, if samples stand for several ticks, `, 250 a second of 1000'. */
static void put_interval(const struct top_page *p, struct sink *line)
{
    const struct stack_sum *all = &p->r->facts.stacks.all;
    double rate = p->is_measured ? p->r->facts.stacks.rate : p->r->facts.hist.rate;

    if (!counts_seconds(p->r) || !(rate > 0) || (p->is_measured && !p->r->facts.stacks.interval_ns))
        return;
    if (p->is_measured && all->ticks != all->squares)
        sink_printf(line, ", %.0f of %.6g a second", (double)all->signals * rate / all->ticks,
                    rate);
    else
        sink_printf(line, " of %g ms", 1000 / rate);
}

/* Prints the name of the program, its time and its calls. */
static void print_program(const struct top_page *p, struct sink *line, struct sink *out)
{
    const struct report *r = p->r;

    utf8_put_text(line, diag_basename(r->program.image.path));
    if (r->facts.inputs.n - r->facts.inputs.n_found > 1)
        sink_printf(line, " (%zu files)", r->facts.inputs.n - r->facts.inputs.n_found);
    sink_string(line, ": ");
    if (p->samples == 0) {
        sink_string(line, "no samples");
    } else {
        put_time(r, line, figures_units(&r->figures, &r->facts.hist, p->parts.all));
        sink_string(line, time_kind_words(r->figures.kind));
        figures_print_process(r, line);
        sink_string(line, ", ");
        put_count(line, p->samples, r->figures.samples_are_ticks ? "tick" : "sample", "");
        put_interval(p, line);
    }
    if (p->calls > 0) {
        sink_string(line, ", ");
        put_count(line, p->calls, "call", "");
    } else if (p->samples == 0) {
        sink_string(line, ", no calls");
    }
    end_line(line, p->columns, SIZE_MAX, out);
}

/* Writes the share of a part, behind which its name stands. Returns false if it has no time. */
static bool put_part(const struct top_page *p, struct sink *line, double ticks)
{
    if (!(ticks > 0))
        return false;
    sink_string(line, line->used ? ", " : "Of it ");
    measured_digits(line, ticks / p->parts.all);
    sink_string(line, " % ");
    return true;
}

/* Prints the time outside of the program, by place. */
static void print_parts(const struct top_page *p, struct sink *line, struct sink *out)
{
    const struct report *r = p->r;
    const struct top_parts *t = &p->parts;
    const struct {
        double ticks;
        const char *where;
    } parts[] = {{t->libraries, t->named[0].ticks > 0 ? "in other libraries" : "in libraries"},
                 {t->outside, "outside all functions"},
                 {t->unseen, "unseen"},
                 {t->profiler, "in the profiler"}};
    uint64_t all = figures_units(&r->figures, &r->facts.hist, t->all);

    for (size_t i = 0; i < MOST_NAMED_PARTS; i++)
        if (put_part(p, line, t->named[i].ticks)) {
            sink_string(line, "in ");
            top_put_library(line, &r->program.symtab, t->named[i].library);
        }
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (put_part(p, line, parts[i].ticks))
            sink_string(line, parts[i].where);
    /* a difference of some nanoseconds is rounding */
    if (p->has_times && r->figures.total < all && all - r->figures.total > all / 1000000) {
        sink_string(line, line->used ? "; percentages are of the remaining "
                                     : "Percentages are of the shown ");
        put_time(r, line, r->figures.total);
    }
    end_line(line, p->columns, SIZE_MAX, out);
}

/* Prints the possible cost of profiling, and its effect on the rows of a table. */
static void print_profiling(const struct top_page *p, const struct top_rows *rows,
                            struct sink *line, struct sink *out)
{
    bool has_ranges = false, has_open_ranks = false;

    for (uint32_t i = 0; i < rows->n && rows->key != SORT_BY_TOTAL; i++) {
        has_ranges |= self_share_is_open(p->r, rows->at[i]);
        has_open_ranks |= rows->is_open[rows->at[i]];
    }
    if (!has_ranges)
        return;
    sink_string(line, "Profiling: 0 to ");
    measured_digits(line, p->parts.profiler / p->parts.all);
    sink_string(line, " % of the time; a-b: range of a function's own time without it");
    if (has_open_ranks)
        sink_string(line, "; ?: rank uncertain");
    end_line(line, p->columns, SIZE_MAX, out);
}

/* Prints the origin and the errors of the figures. */
static void print_origin(const struct top_page *p, struct sink *line, struct sink *out)
{
    const struct stack_frames *f = &p->r->facts.stacks;

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
    end_line(line, p->columns, SIZE_MAX, out);
}

/* Prints the size of the cycle with most members, and its share of the time. */
static void print_cycle(const struct top_page *p, struct sink *line, struct sink *out)
{
    const struct call_graph *g = &p->r->facts.graph;
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
    put_count(line, most, "function", "");
    if (f->total > 0)
        sink_printf(line, " with %.1f %%", 100 * (double)f->cycles[largest] / (double)f->total);
    end_line(line, p->columns, SIZE_MAX, out);
}

void top_heading(const struct top_page *p, const struct top_rows *rows, size_t n, struct sink *out,
                 struct diag *d)
{
    LOCAL_BY(sink_release) struct sink line = sink_in_memory(d);

    print_program(p, &line, out);
    print_parts(p, &line, out);
    if (n > 0)
        print_profiling(p, &rows[0], &line, out);
    print_origin(p, &line, out);
    print_cycle(p, &line, out);
}

/* ---- what to do next ---- */

/* Returns true if a linker's name can be written as a symspec. */
static bool is_specifiable(const char *name)
{
    return *name && !(*name >= '0' && *name <= '9') && !strpbrk(name, ":/ ") && is_clean(name);
}

/* Returns true if a text, as a symspec, names the function and no other one. */
static bool names_alone(const struct program *p, const char *text, uint32_t function,
                        struct diag *d)
{
    LOCAL_BY(sym_ids_release) struct sym_ids ids = {.unnamed = SYM_UNNAMED_IS_NOTHING};
    LOCAL_BY(sym_ids_release) struct sym_ids found = {0};
    struct sym_matches matches;
    bool alone;

    sym_id_add(&ids, text, SYM_TABLE_GRAPH, true, d);
    sym_search(&found, &ids, &p->image, &p->symtab, &p->lines, p->names.style.demangle, d);
    matches = sym_ids_resolve(&found, &p->symtab, &p->lines, d);
    alone = matches.n == 1 && matches.at[0].symbol == function;
    free(matches.at);
    free(matches.groups);
    return alone;
}

/* Writes the symspec of a function: its name with scopes if no other one has it, or else the
 * linker's. Returns false if the function cannot be named. */
static bool put_symspec(const struct program *p, uint32_t function, struct sink *line,
                        struct diag *d)
{
    LOCAL_BY(name_parts_release) struct name_parts parts = {0};
    enum name_syntax syntax;
    LOCAL char *full = names_demangled(&p->names, function, &syntax);
    const char *name = symtab_bare_name(&p->symtab, function);

    if (full) {
        const char *scoped;

        name_parts_read(&parts, full, syntax);
        scoped = name_form(&parts, NAME_SCOPED, false);
        if (is_clean(scoped) && !strpbrk(scoped, "./*?[") && names_alone(p, scoped, function, d)) {
            put_word(line, scoped);
            return true;
        }
    }
    if (strchr(name, '.'))
        sink_char(line, ':');
    put_word(line, name);
    return is_specifiable(name);
}

/* Writes a command about the hottest function. Returns false if the function or the files cannot be
 * named. */
static bool put_command(const struct report *r, uint32_t hottest, struct sink *line, struct diag *d)
{
    if (hottest == NO_SYMBOL || hottest >= r->program.symtab.n_code)
        return false;
    sink_string(line, "gprof -b -q");
    if (!put_symspec(&r->program, hottest, line, d))
        return false;
    sink_char(line, ' ');
    return put_files(r, line);
}

/* Returns true if the data are of CPU time, and the program has used less than half a processor. */
static bool waits(const struct report *r)
{
    return r->figures.kind == TIME_CPU && counts_seconds(r) &&
           r->facts.stacks.elapsed * 1e9 > 2 * (double)r->figures.total + 1e8;
}

/* Returns false if the program runs where libgmon does not: on Windows, or on bare metal, where
 * libgmon-bare takes samples by gmon_tick(). */
static bool can_record_stacks(const struct report *r)
{
    const struct symtab *symtab = &r->program.symtab;

    for (uint32_t s = 0; s < symtab->n_code; s++)
        if (strcmp(symtab->symbols[s].name, "gmon_tick") == 0)
            return false;
    return !r->program.image.is_windows;
}

/* Returns the symbol of the library that a function is of if the library was compiled with -pg, so
 * that its calls can be counted, or NO_SYMBOL. */
static uint32_t counting_library(const struct report *r, uint32_t function)
{
    const struct symtab *symtab = &r->program.symtab;
    uint32_t library = function == NO_SYMBOL ? NO_SYMBOL : symtab_library(symtab, function);

    return library != NO_SYMBOL && r->program.modules.counts_calls[library - symtab->n_code]
               ? library
               : NO_SYMBOL;
}

void top_next(const struct top_page *p, uint32_t hottest, struct sink *out, struct diag *d)
{
    const char *what = NULL, *option = "";
    bool is_best = p->is_measured || !can_record_stacks(p->r);
    uint32_t library = NO_SYMBOL;
    LOCAL_BY(sink_release) struct sink line = sink_in_memory(d);
    size_t breakable;

    if (!p->has_arcs && p->r->facts.graph.unknown_calls > 0) {
        what = "for calls, name the image that wrote the data, or link it with ";
        option = core_fixed_option(&p->r->program.image);
    } else if (waits(p->r)) {
        what = "the program mostly waited, perhaps for a processor; for where, run it with "
               "GMON_CLOCK=wall";
    } else if (!is_best && p->r->style.estimated) {
        what = "for measured inclusive times, leave out --estimated";
    } else if (!p->has_times && p->calls == 0 && p->r->facts.profile.n_builds > 0) {
        what = "let the program do more; what it has forked has a file of its own, gmon.out.PID";
    } else if (!p->has_times && p->calls == 0) {
        what = "compile the program with -pg, and let it run for longer";
    } else if (!p->has_times || p->samples < FEW_SIGNALS) {
        what = "for times, let the program do more work, or add up several runs";
    } else if (!p->has_arcs) {
        what = "for calls and inclusive times, compile the program with -pg";
    } else if (!is_best && p->r->facts.profile.n_builds > 0) {
        what = "for measured inclusive times, let stacks.gmon.out, which libgmon writes, be beside "
               "gmon.out";
    } else if (!is_best) {
        what = "for measured inclusive times, run the program with gprof-run, or link it with "
               "libgmon";
    } else if (p->is_measured) {
        library = counting_library(p->r, hottest);
    }
    if (library != NO_SYMBOL)
        what = "for the calls of the first one, run the program with GMON_MODULES=";
    sink_printf(&line, "Next: %s%s",
                what ? what : "callers and callees of the first one: ", option);
    if (library != NO_SYMBOL)
        top_put_library(&line, &p->r->program.symtab, library);
    breakable = line.used;
    if (what || put_command(p->r, hottest, &line, d)) {
        sink_char(out, '\n');
        end_line(&line, p->columns, breakable, out);
    }
}
