/* measured - what stands above a table of measured times, and the mark of what few samples are
 * behind
 *
 * The same bytes in every locale; the sign for plus-minus is UTF-8.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "report/report.h"

#include "analysis/stack_error.h"

#include <inttypes.h>

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
