/* check_times - warns of times that are empty, or not what they seem
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/checks/evidence.h"

#include "analysis/cg_times.h"
#include "base/arith.h"
#include "base/mem.h"
#include "symbols/sym_filter.h"

/* ---- samples -------------------------------------------------------------------------------- */

void check_no_histogram(const struct diagnosis *at, struct diag *d)
{
    /* a file without any record was reported when it was read */
    if (at->profile->has_arcs && !at->profile->has_histogram && !at->stacks)
        diag_warning(d, at->data,
                     "has no histogram, so that all times are 0.00; run a program that is sampled "
                     "to see times");
}

/* A sample counts as outside if no function overlaps its bin. The only gaps between functions are
 * between sections, so samples outside are rare if the image and the data belong together. */

enum { DOUBTFUL_SHARE = 20 /* one sample of so many outside all functions is too many */ };

void check_doubtful_samples(const struct diagnosis *at, struct diag *d)
{
    const struct profile *profile = at->profile;
    const struct symbol *first = at->symtab->symbols, *last = &first[at->symtab->n_code - 1];
    uint64_t end = add_saturated(last->address, last->size), low = UINT64_MAX, high = 0;
    bool overlap = false;

    if (profile->n_hists == 0)
        return;
    for (size_t i = 0; i < profile_n_histograms(profile); i++) {
        const struct histogram *h = profile_histogram(profile, i);

        low = h->low < low ? h->low : low;
        high = h->high > high ? h->high : high;
        overlap = overlap || (h->low < end && h->high > first->address);
    }
    if (at->hist->total > 0 && build_evidence(at) == BUILD_DIFFERS)
        return; /* check_other_build reports the reason */
    if (!overlap && low < high)
        diag_warning(d, at->data,
                     "its samples are of addresses 0x%" PRIx64 " to 0x%" PRIx64
                     ", the functions of %s of 0x%" PRIx64 " to 0x%" PRIx64
                     "; name the image that wrote the data, or link it with %s",
                     low, high, at->image->path, first->address, end, core_fixed_option(at->image));
    else if (at->hist->total <= 0 && at->stacks && at->stacks->all.ticks > 0)
        return; /* all time is in libraries, and known */
    else if (at->hist->total <= 0)
        diag_warning(d, at->data,
                     "holds no sample: less than %g s of CPU time were used, or all in libraries; "
                     "give it more work%s",
                     1.0 / profile->hists[0].rate,
                     at->image->is_windows ? "" : ", or link it with -static");
    else if (at->hist->stray * (double)DOUBTFUL_SHARE >= at->hist->total)
        diag_warning(
            d, at->data,
            "samples outside all functions of %s: %.0f of %.0f; is it the image that wrote "
            "the data?",
            at->image->path, at->hist->stray, at->hist->total);
}

/* ---- time of some functions ----------------------------------------------------------------- */

/* Returns the percentage of all ticks in the functions for which `is` returns true, or 0 if that is
 * at most `silent_share`. */
static double percent_of(const struct diagnosis *at, double silent_share,
                         bool (*is)(const struct symtab *symtab, uint32_t symbol))
{
    const struct hist_result *hist = at->hist;
    double ticks = 0;

    for (uint32_t i = 0; i < at->symtab->n; i++)
        if (hist->ticks[i] > 0 && is(at->symtab, i))
            ticks += hist->ticks[i];
    return hist->total >= FEW_SAMPLES && ticks > silent_share * hist->total
               ? 100 * ticks / hist->total
               : 0;
}

/* Returns true if two functions, each with a tenth of the time, change places if the time of
 * profiling counts as theirs. */
static bool may_change_order(const struct diagnosis *at, struct diag *d)
{
    static const struct stack_frames none;
    const struct hist_result *hist = at->hist;
    double total, least = hist->total / 10;
    LOCAL double *more =
        profiling_time(at->stacks ? at->stacks : &none, hist, at->graph, at->symtab, &total, d);
    uint32_t large[20], n = 0; /* each tick of profiling counts twice */
    bool changes = false;

    for (uint32_t s = 0; s < at->symtab->n; s++)
        if (!sym_is_profiler(at->symtab, s) && hist->ticks[s] + more[s] >= least &&
            n < sizeof large / sizeof *large)
            large[n++] = s;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < n; j++)
            changes = changes || (hist->ticks[large[i]] > hist->ticks[large[j]] &&
                                  hist->ticks[large[i]] + more[large[i]] <
                                      hist->ticks[large[j]] + more[large[j]]);
    return changes;
}

/* Warns of the profiler's own time. Reports leave out mcount and its variants. A runtime that
 * charges its time to them makes the totals smaller, so the user would not see the cost of
 * profiling. */
void check_profiling_time(const struct diagnosis *at, struct diag *d)
{
    double percent = percent_of(at, 0.10, sym_is_profiler);

    if (percent > 0 && may_change_order(at, d))
        diag_warning(d, at->data,
                     "profiling took %.0f %% of the CPU time, which is not in the report; compile "
                     "small, often called functions without -pg",
                     percent);
}

/* Returns true if the symbol stands for time without samples. libgmon knows the CPU time of the
 * process, but threads that end before their first sample do not tell where they spent it. */
static bool is_unseen(const struct symtab *symtab, uint32_t symbol)
{
    return strcmp(symtab->symbols[symbol].name, "<unseen>") == 0;
}

void check_unseen_time(const struct diagnosis *at, struct diag *d)
{
    double percent = percent_of(at, 0.05, is_unseen);

    if (percent > 0)
        diag_warning(
            d, at->data,
            "%.0f %% of the CPU time was not sampled (<unseen>): threads end too soon or block "
            "SIGPROF; let threads live longer",
            percent);
}
