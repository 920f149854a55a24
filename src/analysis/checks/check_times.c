/* check_times - times that are empty, or not what they seem
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/checks/checks.h"

#include "analysis/cg_times.h"
#include "base/arith.h"
#include "symbols/sym_filter.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Nothing is said of fewer samples, as they say nothing. */
static const double few_samples = 10;

/* ---- samples -------------------------------------------------------------------------------- */

void check_no_histogram(const struct diagnosis *at, struct diag *d)
{
    /* a file without any record was reported when it was read */
    if (at->profile->has_arcs && !at->profile->has_histogram && !at->stacks)
        diag_warning(d, at->data,
                     "has no histogram, so that all times are 0.00; run a program that is sampled "
                     "to see times");
}

/* Samples are looked at by bin: one counts as outside when no function overlaps its bin. Functions
 * leave no gaps between them but for those between sections, so samples outside are rare unless the
 * image and the data do not belong together. */

enum { DOUBTFUL_SHARE = 20 /* one sample of so many outside all functions is too many */ };

/* First address of all functions, and the first behind them. */
struct extent {
    uint64_t low, high;
};

static struct extent functions_extent(const struct symtab *symtab)
{
    const struct symbol *last = &symtab->symbols[symtab->n_code - 1];

    return (struct extent){symtab->symbols[0].address, add_saturated(last->address, last->size)};
}

struct samples {
    double all, outside; /* ticks */
};

/* Whether a function overlaps [low, high); *symbol moves on with ascending addresses. */
static bool is_covered(const struct symtab *symtab, uint32_t *symbol, uint64_t low, uint64_t high)
{
    while (*symbol < symtab->n_code &&
           add_saturated(symtab->symbols[*symbol].address, symtab->symbols[*symbol].size) <= low)
        ++*symbol;
    return *symbol < symtab->n_code && symtab->symbols[*symbol].address < high;
}

static void count_samples(struct samples *samples, const struct histogram *h,
                          const struct symtab *symtab)
{
    uint64_t span = h->high - h->low;
    double width = h->n_bins > 0 ? (double)span / h->n_bins : 0;
    uint32_t symbol = 0;

    for (uint32_t bin = 0; bin < h->n_bins; bin++) {
        uint64_t ticks = histogram_ticks(h, bin);

        if (ticks == 0)
            continue;
        samples->all += (double)ticks;
        if (!is_covered(symtab, &symbol, h->low + hist_bin_offset(width, bin, span),
                        h->low + hist_bin_offset(width, bin + 1, span)))
            samples->outside += (double)ticks;
    }
}

void check_doubtful_samples(const struct diagnosis *at, struct diag *d)
{
    const struct profile *profile = at->profile;
    const struct extent code = functions_extent(at->symtab);
    struct extent range = {UINT64_MAX, 0};
    struct samples samples = {0};
    bool overlap = false;

    if (profile->n_hists == 0)
        return;
    for (size_t i = 0; i < profile_n_histograms(profile); i++) {
        const struct histogram *h = profile_histogram(profile, i);

        count_samples(&samples, h, at->symtab);
        range.low = h->low < range.low ? h->low : range.low;
        range.high = h->high > range.high ? h->high : range.high;
        overlap = overlap || (h->low < code.high && h->high > code.low);
    }
    if (samples.all > 0 && build_evidence(at) == BUILD_DIFFERS)
        return; /* check_other_build says why */
    if (!overlap && range.low < range.high)
        diag_warning(d, at->data,
                     "its samples are of addresses 0x%" PRIx64 " to 0x%" PRIx64
                     ", the functions of %s of 0x%" PRIx64 " to 0x%" PRIx64
                     "; name the image that wrote the data, or link it with -no-pie",
                     range.low, range.high, at->image->path, code.low, code.high);
    else if (samples.all <= 0)
        diag_warning(d, at->data,
                     "holds no sample: less than %g s of CPU time were used, or all in libraries; "
                     "give it more work, or link it with -static",
                     1.0 / profile->hists[0].rate);
    else if (samples.outside * (double)DOUBTFUL_SHARE >= samples.all)
        diag_warning(
            d, at->data,
            "samples outside all functions of %s: %.0f of %.0f; is it the image that wrote "
            "the data?",
            at->image->path, samples.outside, samples.all);
}

/* ---- time of some functions ----------------------------------------------------------------- */

/* Returns how many percent of all ticks are in the functions that `is` is true of; 0 if that is not
 * more than `silent_share`. */
static double percent_of(const struct diagnosis *at, double silent_share,
                         bool (*is)(const struct symtab *symtab, uint32_t symbol))
{
    const struct hist_result *hist = at->hist;
    double ticks = 0;

    for (uint32_t i = 0; i < at->symtab->n; i++)
        if (hist->ticks[i] > 0 && is(at->symtab, i))
            ticks += hist->ticks[i];
    return hist->total >= few_samples && ticks > silent_share * hist->total
               ? 100 * ticks / hist->total
               : 0;
}

/* Returns true if two functions, each with a tenth of the time, change places where the time of
 * profiling counts as theirs. */
static bool may_change_order(const struct diagnosis *at, struct diag *d)
{
    static const struct stack_frames none;
    const struct hist_result *hist = at->hist;
    double total, least = hist->total / 10;
    double *more =
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
    free(more);
    return changes;
}

/* A runtime that charges its time to functions which reports leave out (mcount and its like) makes
 * the totals smaller by it, so that nobody would see what the profile has cost. */
void check_profiling_time(const struct diagnosis *at, struct diag *d)
{
    double percent = percent_of(at, 0.10, sym_is_profiler);

    if (percent > 0 && may_change_order(at, d))
        diag_warning(d, at->data,
                     "profiling took %.0f %% of the CPU time, which is not in the report; compile "
                     "small, often called functions without -pg",
                     percent);
}

/* libgmon charges such time to a function of this name: the processor time of the process is known,
 * but threads that end before their first sample do not say where they spent theirs. */
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
            "no sample has seen %.0f %% of the CPU time (<unseen>): threads are too short, "
            "or block SIGPROF; let threads live longer",
            percent);
}
