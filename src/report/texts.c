/* texts - what several listings print alike: names and headings; and --file-info
 *
 * The same bytes in every locale; the sign for plus-minus is UTF-8.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "report/texts.h"

#include <inttypes.h>

/* ---- names: a function or cycle with its source line, cycle and index ---- */

void report_name(const struct report *r, struct sink *out, uint32_t symbol)
{
    unsigned line;
    const char *file;

    sink_string(out, names_shown(&r->names, symbol));
    file = r->names.style.with_lines ? names_file(&r->names, symbol, &line) : NULL;
    if (file) {
        sink_string(out, " (");
        sink_string(out, file);
        sink_char(out, ':');
        sink_u64(out, line, 0);
        if (r->names.style.with_addresses) {
            sink_string(out, " @ ");
            sink_hex(out, r->symtab.symbols[symbol].address);
        }
        sink_char(out, ')');
    }
}

void report_full_name(const struct report *r, struct sink *out, uint32_t node)
{
    const struct call_graph *g = &r->graph;
    uint32_t cycle = g->nodes[node].cycle;

    if (node < g->n_symbols)
        report_name(r, out, node);
    if (cycle) {
        sink_string(out, " <cycle ");
        sink_u64(out, cycle, 0);
        sink_string(out, node < g->n_symbols ? ">" : " as a whole>");
    }
    if (r->view.entries) {
        const struct cg_entry *e = &r->view.entries[node];
        sink_string(out, e->is_shown ? " [" : " (");
        sink_u64(out, e->index, 0);
        sink_char(out, e->is_shown ? ']' : ')');
    }
}

/* ---- above the tables ---- */

void report_granularity(struct sink *out, uint64_t bytes)
{
    sink_printf(out, "granularity: each sample hit covers %" PRIu64 " byte(s)", bytes);
}

#define PLUS_MINUS "\302\261"

static const char *const clock_names[GSTACK_CLOCKS] = {
    [GSTACK_CPU] = "processor time",
    [GSTACK_WALL] = "elapsed time",
};

void measured_mark(struct sink *out, const struct stack_sum *samples)
{
    if (stack_is_few(samples))
        sink_string(out, "~ ");
}

void measured_digits(struct sink *out, double share, int width)
{
    double percent = 100 * share;
    int decimals = percent >= 9.5 ? 0 : percent >= 0.95 ? 1 : percent >= 0.095 ? 2 : 3;

    sink_printf(out, "%*.*f", width, decimals, percent);
}

/* ` 99.9 % complete', rounded down: 100.0 are all. */
static void print_part(struct sink *out, uint64_t part, uint64_t all, const char *what)
{
    unsigned tenths = (unsigned)(1000.0 * (double)part / (double)all);

    if (part < all && tenths >= 1000)
        tenths = 999;
    sink_printf(out, ", %u.%u %% %s", tenths / 10, tenths % 10, what);
}

/* The clock, and how often it ticked. */
static void print_clock(const struct stack_frames *f, struct sink *out)
{
    sink_printf(out, "; %s, ", clock_names[f->clock]);
    if (f->interval_ns)
        sink_printf(out, "a tick every %g ms\n", (double)f->interval_ns / 1e6);
    else
        sink_string(out, "ticks at several intervals\n");
}

/* How far the percentages may be off. One line does for all rows, for that depends on the share and
 * on the number of samples alone. */
static void print_errors(const struct stack_sum *total, struct sink *out)
{
    static const double shares[] = {0.5, 0.2, 0.05, 0.01};
    double n = stack_effective_samples(total);

    sink_string(out, "error bars (95 %): ");
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
        struct share_interval range = share_interval(shares[i], n);

        sink_printf(out, "%g %% " PLUS_MINUS " ", 100 * shares[i]);
        measured_digits(out, (range.high - range.low) / 2, 0);
        sink_string(out, ", ");
    }
    sink_string(out, "no sample: < ");
    measured_digits(out, share_interval(0, n).high, 0);
    sink_string(out, " %\n");
}

void measured_heading(const struct report *r, struct sink *out)
{
    const struct stack_frames *f = &r->stacks;
    const struct stack_sum *total = &r->view.stacks.total;
    uint64_t guessed = f->by_end[GSTACK_GUESSED].signals;

    sink_printf(out, "measured: %" PRIu64 " sample%s", f->all.signals,
                f->all.signals == 1 ? "" : "s");
    if (f->all.signals)
        print_part(out, f->by_end[GSTACK_COMPLETE].signals, f->all.signals, "complete");
    if (guessed)
        print_part(out, guessed, f->all.signals, "guessed");
    print_clock(f, out);
    if (total->signals == 0)
        return;
    print_errors(total, out);
    sink_printf(out, "~: of fewer than %d samples, as is any time below about %.2f seconds\n",
                FEW_SIGNALS,
                (double)FEW_SIGNALS * hist_units(&r->hist, total->ticks / (double)total->signals));
}

/* ---- --file-info ---- */

static void put_count(struct sink *out, uint64_t n, const char *what, const char *behind)
{
    sink_u64(out, n, 0);
    sink_char(out, ' ');
    sink_string(out, what);
    sink_string(out, n == 1 ? "" : "s");
    sink_string(out, behind);
}

/* How the walks of the samples ended. */
static void describe_ends(struct sink *out, const struct gmon_stack_info *s)
{
    static const char *const ways[GSTACK_ENDS] = {
        [GSTACK_COMPLETE] = "complete",
        [GSTACK_GUESSED] = "guessed",
        [GSTACK_NO_UNWIND] = "ended at code without unwind information",
        [GSTACK_OFF_STACK] = "ended off the stack",
        [GSTACK_TOO_DEEP] = "too deep",
        [GSTACK_NO_MEMORY] = "of the leaf alone",
    };
    const char *separator = ": ";
    double complete = (double)s->ends[GSTACK_COMPLETE] / (double)s->signals;

    sink_string(out, "\t  ");
    sink_fixed(out, 100 * complete, 0, 1);
    sink_string(out, " % complete");
    for (size_t i = 0; i < GSTACK_ENDS; i++)
        if (s->ends[i] > 0) {
            sink_string(out, separator);
            sink_u64(out, s->ends[i], 0);
            sink_char(out, ' ');
            sink_string(out, ways[i]);
            separator = ", ";
        }
    sink_char(out, '\n');
}

static void describe_stacks(struct sink *out, const struct gmon_file_info *info)
{
    static const char *const clocks[GSTACK_CLOCKS] = {
        [GSTACK_CPU] = "processor time", [GSTACK_WALL] = "elapsed time"};

    for (size_t i = 0; i < GSTACK_CLOCKS; i++) {
        const struct gmon_stack_info *s = &info->stacks[i];

        if (s->runs == 0 && s->nodes == 0 && s->missing == 0)
            continue;
        sink_char(out, '\t');
        sink_string(out, clocks[i]);
        sink_string(out, " of ");
        put_count(out, s->runs, "run", ": ");
        put_count(out, s->signals, "sample", " of ");
        put_count(out, s->ticks, "tick", " in ");
        put_count(out, s->nodes, "node", ", ");
        put_count(out, s->missing, "tick", " missing\n");
        if (s->signals > 0)
            describe_ends(out, s);
    }
}

void file_info_print(struct sink *out, const char *path, const struct gmon_file_info *info)
{
    static const char *const names[GMON_RECORDS] = {[GMON_TAG_TIME_HIST] = "histogram",
                                                    [GMON_TAG_CG_ARC] = "call-graph",
                                                    [GMON_TAG_BB_COUNT] = "basic-block count",
                                                    [GMON_RECORD_STACKS] = "call-stack"};

    sink_printf(out, "File `%s' (version %d) contains:\n", path, info->version);
    for (size_t i = 0; i < GMON_RECORDS; i++) {
        uint64_t n = info->records[i];

        if (n > 0 || i != GMON_RECORD_STACKS)
            sink_printf(out, "\t%" PRIu64 " %s record%s\n", n, names[i], n == 1 ? "" : "s");
    }
    if (info->records[GMON_RECORD_STACKS] > 0)
        describe_stacks(out, info);
}
