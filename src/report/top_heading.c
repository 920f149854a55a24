/* top_heading - prints the lines above and below the tables of --top
 *
 * Each line is built in memory and then broken if it is too long. A command is ready to paste: it
 * is never broken, and is left out if a name cannot be part of a command.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "report/top_heading.h"

#include "base/arith.h"
#include "base/mem.h"
#include "base/terminal.h"
#include "base/utf8_put.h"
#include "names/name_fit.h"
#include "names/name_forms.h"
#include "names/sym_search.h"

#include <math.h>
#include <unistd.h>

/* ---- what the data hold ---- */

/* Adds the ticks of a function to the part that they count for, or to those of its library. The
 * program's own functions count for none. */
static void add_part(struct top_parts *parts, double *by_library, const struct symtab *symtab,
                     uint32_t symbol, double ticks)
{
    const char *name = symtab->symbols[symbol].name;
    uint32_t library = symtab_library(symtab, symbol);

    if (sym_is_profiler(symtab, symbol))
        return;
    if (strcmp(name, "<unseen>") == 0)
        parts->unseen += ticks;
    else if (strcmp(name, "<external>") == 0)
        parts->libraries += ticks;
    else if (symbol < symtab->n_code || symbol == symtab->unnamed)
        return;
    else if (strcmp(name, "<unknown>") == 0 || strcmp(name, "<anonymous>") == 0)
        parts->outside += ticks;
    else
        by_library[library == NO_SYMBOL ? symbol : library] += ticks;
}

/* Names the libraries with most time, and adds up that of the others. */
static void name_libraries(struct top_parts *parts, double *by_library, const struct symtab *symtab)
{
    for (size_t i = 0; i < MOST_NAMED_PARTS && symtab->n > symtab->n_code; i++) {
        uint32_t most = symtab->n_code;

        for (uint32_t s = most + 1; s < symtab->n; s++)
            if (by_library[s] > by_library[most])
                most = s;
        parts->named[i].library = most;
        parts->named[i].ticks = by_library[most];
        by_library[most] = 0;
    }
    for (uint32_t s = symtab->n_code; s < symtab->n; s++)
        parts->libraries += by_library[s];
}

static struct top_parts find_parts(const struct results *r, bool measured, struct diag *d)
{
    const struct symtab *symtab = &r->program.symtab;
    const struct stack_frames *f = &r->facts.stacks;
    double outside = r->facts.hist.outside - r->facts.hist.unnamed;
    struct top_parts parts = {.all = all_ticks(r),
                              .profiler = r->facts.profiling_total,
                              .unseen = measured ? f->missing : 0,
                              .outside = measured ? 0 : outside};
    LOCAL double *by_library = mem_alloc(d, symtab->n, sizeof *by_library);

    for (uint32_t i = GSTACK_ENDS; measured && i < f->n; i++)
        add_part(&parts, by_library, symtab, f->at[i].function, f->at[i].own.ticks);
    for (uint32_t s = 0; !measured && s < symtab->n; s++)
        add_part(&parts, by_library, symtab, s, r->facts.hist.ticks[s]);
    name_libraries(&parts, by_library, symtab);
    return parts;
}

struct top_page top_page(const struct results *r, struct diag *d)
{
    const struct figures *f = &r->figures;
    bool measured = results_are_measured(r) && r->facts.stacks.n > 0;
    struct top_page page = {.r = r,
                            .columns = r->style.columns ? r->style.columns : DEFAULT_COLUMNS,
                            .parts = find_parts(r, measured, d),
                            .has_times = f->total > 0,
                            .has_arcs = r->views.calls->n_arcs > 0,
                            .is_measured = measured};

    page.samples =
        measured ? r->facts.stacks.all.signals : (uint64_t)llrint(fmin(page.parts.all, 0x1p62));
    for (uint32_t s = 0; s < r->program.symtab.n; s++)
        if (f->functions[s].is_listed)
            page.calls = add_saturated(page.calls, cg_all_calls(&r->views.calls->nodes[s]));
    page.has_inclusive = page.has_times && page.has_arcs;
    return page;
}

const char *top_unit(const struct results *r)
{
    return r->figures.unit == FIGURES_NS ? "ns" : "ticks";
}

const char *top_time_title(const struct results *r, const char *title)
{
    const char *dimension = r->facts.hist.dimension;

    if (r->figures.unit == FIGURES_TICKS)
        return "ticks";
    return strcmp(dimension, "seconds") == 0 ? title : dimension;
}

uint32_t hottest_caller(const struct results *r, uint32_t symbol)
{
    const struct call_graph *g = r->views.calls;
    const struct cg_arc *best = NULL;

    for (uint32_t i = g->parents.first[symbol]; i < g->parents.first[symbol + 1]; i++) {
        const struct cg_arc *arc = &g->arcs[g->parents.item[i]];
        uint64_t time = r->figures.arcs[arc - g->arcs];
        uint64_t most = best ? r->figures.arcs[best - g->arcs] : 0;

        if (arc->parent == symbol || !figures_has_arc(&r->figures, arc))
            continue;
        if (!best || time > most ||
            (time == most && (arc->count > best->count ||
                              (arc->count == best->count && arc->parent < best->parent))))
            best = arc;
    }
    return best ? best->parent : NO_SYMBOL;
}

void top_end_name(struct grid_row *row, const struct results *r, uint32_t symbol, uint32_t cycle,
                  uint32_t library)
{
    const struct names *names = &r->program.names;
    const struct symbol *symbols = r->program.symtab.symbols;
    const char *in = library != NO_SYMBOL ? symbols[library].name + 1 : NULL; /* libc.so.6> */

    report_place(&row->text, names, symbol);
    if (cycle)
        sink_printf(&row->text, " <cycle %" PRIu32 ">", cycle);
    if (in && strncmp(symbols[symbol].name, in, strlen(in) - 1) != 0) { /* not libc.so.6+0x12a40 */
        sink_string(&row->text, "  ");
        report_library_of(&row->text, &r->program.symtab, library);
    }
    grid_end_name(row, names_shown(names, symbol), names_syntax(names, symbol));
}

/* ---- lines ---- */

void top_line(struct sink *line, size_t columns, size_t breakable, struct sink *out)
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
static void put_time(const struct results *r, struct sink *line, uint64_t time)
{
    figures_print_time(&r->figures, line, time);
    sink_char(line, ' ');
    utf8_put_text(line, r->figures.unit == FIGURES_NS ? r->facts.hist.dimension : "ticks");
}

/* ---- what was measured ---- */

static bool counts_seconds(const struct results *r)
{
    return r->figures.unit == FIGURES_NS && strcmp(r->facts.hist.dimension, "seconds") == 0;
}

/* Writes ` of 10 ms' or, if samples stand for several ticks, ` (250 a second; 1000 asked for)'. */
static void put_interval(const struct top_page *p, struct sink *line)
{
    const struct stack_sum *all = &p->r->facts.stacks.all;
    double rate = p->is_measured ? p->r->facts.stacks.rate : p->r->facts.hist.rate;

    if (!counts_seconds(p->r) || !(rate > 0) || (p->is_measured && !p->r->facts.stacks.interval_ns))
        return;
    if (p->is_measured && all->ticks != all->squares)
        sink_printf(line, " (%.0f a second; %.6g asked for)",
                    (double)all->signals * rate / all->ticks, rate);
    else
        sink_printf(line, " of %g ms", 1000 / rate);
}

static void put_samples(const struct top_page *p, struct sink *line)
{
    put_count(line, p->samples, p->r->figures.samples_are_ticks ? "tick" : "sample", "");
    put_interval(p, line);
}

/* Prints the name of the program, its time and its calls. A time of a sample or two is known by
 * these alone, so their number is in front of it. */
static void print_program(const struct top_page *p, struct sink *line, struct sink *out)
{
    static const double little = 0.015; /* seconds */
    const struct results *r = p->r;
    bool is_little = counts_seconds(r) && hist_units(&r->facts.hist, p->parts.all) <= little + 1e-9;

    utf8_put_text(line, diag_basename(r->program.image.path));
    if (r->facts.inputs.n - r->facts.inputs.n_found > 1)
        sink_printf(line, " (%zu files)", r->facts.inputs.n - r->facts.inputs.n_found);
    sink_string(line, ": ");
    if (p->samples == 0) {
        sink_string(line, "no samples");
    } else {
        if (is_little) {
            put_samples(p, line);
            sink_string(line, ", ");
        }
        put_time(r, line, figures_units(&r->figures, &r->facts.hist, p->parts.all));
        sink_string(line, time_kind_words(r->figures.kind));
        figures_print_process(r, line);
        if (!is_little) {
            sink_string(line, ", ");
            put_samples(p, line);
        }
    }
    if (p->calls > 0) {
        sink_string(line, ", ");
        put_count(line, p->calls, "call", "");
    } else if (p->samples == 0) {
        sink_string(line, ", no calls");
    }
    top_line(line, p->columns, SIZE_MAX, out);
}

/* Writes how much a part is, behind which its name stands: a share if those of the tables are of
 * the same time, or else a time. Returns false if the part has no time. */
static bool put_part(const struct top_page *p, struct sink *line, double ticks, bool as_share)
{
    if (!(ticks > 0))
        return false;
    sink_string(line, line->used ? ", " : "Of it ");
    if (as_share) {
        measured_digits(line, ticks / p->parts.all);
        sink_string(line, " % ");
    } else {
        put_time(p->r, line, figures_units(&p->r->figures, &p->r->facts.hist, ticks));
        sink_char(line, ' ');
    }
    return true;
}

/* Prints the time outside of the program, by place. */
static void print_parts(const struct top_page *p, struct sink *line, struct sink *out)
{
    const struct results *r = p->r;
    const struct top_parts *t = &p->parts;
    const struct {
        double ticks;
        const char *where;
    } parts[] = {{t->libraries, t->named[0].ticks > 0 ? "in other libraries" : "in libraries"},
                 {t->outside, "outside all functions"},
                 {t->unseen, "unseen"},
                 {t->profiler, "in the profiler"}};
    uint64_t all = figures_units(&r->figures, &r->facts.hist, t->all);
    /* a difference of some nanoseconds is rounding */
    bool is_less = p->has_times && r->figures.total < all && all - r->figures.total > all / 1000000;

    for (size_t i = 0; i < MOST_NAMED_PARTS; i++)
        if (put_part(p, line, t->named[i].ticks, !is_less)) {
            sink_string(line, "in ");
            report_library(line, &r->program.symtab, t->named[i].library);
        }
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (put_part(p, line, parts[i].ticks, !is_less))
            sink_string(line, parts[i].where);
    if (is_less) {
        sink_string(line, line->used ? "; 100 % is " : "100 % is ");
        put_time(r, line, r->figures.total);
    }
    top_line(line, p->columns, SIZE_MAX, out);
}

/* Prints the possible cost of profiling, and its effect on the rows of a table. */
static void print_profiling(const struct top_page *p, const struct top_rows *rows,
                            struct sink *line, struct sink *out)
{
    bool is_open = false;

    for (uint32_t i = 0; i < rows->n && rows->key != SORT_BY_TOTAL; i++)
        is_open |= self_share_is_open(p->r, rows->at[i]) || self_is_open(p->r, rows->at[i]);
    if (!is_open)
        return;
    sink_string(line, "Profiling: 0 to ");
    put_time(p->r, line, figures_units(&p->r->figures, &p->r->facts.hist, p->parts.profiler));
    sink_string(line, "; where " PLUS_MINUS " is wide, it is because of that: the self time is the "
                      "middle of what it may be without profiling");
    top_line(line, p->columns, SIZE_MAX, out);
}

/* Prints the origin and the errors of the figures. */
static void print_origin(const struct top_page *p, struct sink *line, struct sink *out)
{
    const struct stack_frames *f = &p->r->facts.stacks;

    if (!p->has_times)
        return;
    sink_string(line, PLUS_MINUS ": 95 % confidence interval; ");
    if (!p->has_inclusive)
        sink_string(line, "without calls there are no inclusive times");
    else if (p->is_measured)
        sink_printf(line, "inclusive times measured; stacks: %g %% complete",
                    f->all.signals ? floor(1000 * (double)f->by_end[GSTACK_COMPLETE].signals /
                                           (double)f->all.signals) /
                                         10
                                   : 0);
    else
        sink_string(line, "inclusive times estimated from calls, error unknown");
    top_line(line, p->columns, SIZE_MAX, out);
}

/* Prints the size of the cycle with most members, and its share of the time. */
static void print_cycle(const struct top_page *p, struct sink *line, struct sink *out)
{
    const struct call_graph *g = p->r->views.calls;
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
    top_line(line, p->columns, SIZE_MAX, out);
}

void top_program(const struct top_page *p, struct sink *out, struct diag *d)
{
    LOCAL_BY(sink_release) struct sink line = sink_in_memory(d);

    print_program(p, &line, out);
}

void top_heading(const struct top_page *p, const struct top_rows *rows, struct sink *out,
                 struct diag *d)
{
    LOCAL_BY(sink_release) struct sink line = sink_in_memory(d);

    print_program(p, &line, out);
    print_parts(p, &line, out);
    if (rows)
        print_profiling(p, rows, &line, out);
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
static bool put_command(const struct results *r, uint32_t hottest, struct sink *line,
                        struct diag *d)
{
    if (hottest == NO_SYMBOL)
        return false;
    sink_string(line, "gprof --top=");
    if (!put_symspec(&r->program, hottest, line, d))
        return false;
    sink_char(line, ' ');
    return put_files(r, line);
}

/* Returns the symbol of the library that a function is of if the library was compiled with -pg, so
 * that its calls can be counted, or NO_SYMBOL. */
static uint32_t counting_library(const struct results *r, uint32_t function)
{
    const struct symtab *symtab = &r->program.symtab;
    uint32_t library = function == NO_SYMBOL ? NO_SYMBOL : symtab_library(symtab, function);

    return library != NO_SYMBOL && r->program.modules.counts_calls[library - symtab->n_code]
               ? library
               : NO_SYMBOL;
}

/* Writes a command that shows the calls in a library: a report of its data file if the program has
 * written one, or another run that does. Returns false if the files cannot be named. */
static bool put_library_command(const struct results *r, uint32_t library, struct sink *line,
                                struct diag *d)
{
    const struct stack_data *stacks = &r->facts.profile.stacks;
    const char *image = r->program.image.path, *path = NULL;
    LOCAL_BY(sink_release) struct sink name = sink_in_memory(d);
    LOCAL char *data = NULL;

    report_library(&name, &r->program.symtab, library);
    sink_char(&name, '\0');
    data = mem_printf(d, "%s.%s", r->facts.inputs.names[0], name.buf);
    for (size_t i = 0; i < stacks->n_modules; i++)
        if (strcmp(diag_basename(stacks->modules[i].path), name.buf) == 0)
            path = stacks->modules[i].path;
    if (path && access(data, F_OK) == 0) {
        sink_string(line, "gprof --top ");
        put_word(line, path);
        sink_char(line, ' ');
        put_word(line, data);
        return is_clean(path) && is_clean(data);
    }
    sink_string(line, "GMON_MODULES=");
    put_word(line, name.buf);
    sink_string(line, strchr(image, '/') ? " gprof-run " : " gprof-run ./");
    put_word(line, image);
    return is_clean(image) && is_clean(name.buf);
}

void top_next(const struct top_page *p, uint32_t hottest, struct sink *out, struct diag *d)
{
    const char *next = p->r->facts.next, *command;
    uint32_t library = p->is_measured ? counting_library(p->r, hottest) : NO_SYMBOL;
    LOCAL_BY(sink_release) struct sink line = sink_in_memory(d);
    size_t breakable;
    bool ok = true;

    sink_string(&line, "Next: ");
    if (next) {
        command = strstr(next, "run: ");
        sink_bytes(&line, next, command ? (size_t)(command - next) + 5 : strlen(next));
        breakable = line.used;
        sink_string(&line, command ? command + 5 : "");
    } else if (library != NO_SYMBOL) {
        sink_string(&line, "for the calls of the first one, run: ");
        breakable = line.used;
        ok = put_library_command(p->r, library, &line, d);
    } else {
        sink_string(&line, "callers and callees of the first one: ");
        breakable = line.used;
        ok = put_command(p->r, hottest, &line, d);
    }
    if (ok) {
        sink_char(out, '\n');
        top_line(&line, p->columns, breakable, out);
    }
}
