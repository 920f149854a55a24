/* test_bin_shares - a file's ticks by function, beside what hist makes of the same bins
 *
 * Random functions and layouts: bins of less and more than a function, of whole units and of
 * others, of one to eight bytes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/bin_shares.h"
#include "analysis/hist.h"
#include "tool_prng.h"
#include "unit.h"

#include <math.h>

enum { FUNCTIONS = 40, BINS = 400 };

struct made {
    struct symtab symtab;
    struct profile profile;
    struct histogram h;
    struct raw_bins raw;
    uint8_t bytes[8 * BINS];
};

static void make(struct made *m, struct prng *r)
{
    static const size_t widths[] = {2, 2, 2, 1, 4, 8};
    struct symbol symbols[FUNCTIONS] = {{0}};
    uint64_t at = 0x1000 + prng_below(r, 4), step = 1 + prng_below(r, 80);
    uint32_t percent = (uint32_t)prng_below(r, 101), max = 1U << prng_below(r, 17);

    *m = (struct made){0};
    for (size_t i = 0; i < FUNCTIONS; i++) {
        symbols[i] = (struct symbol){.address = at, .name = "f", .is_function = true};
        at += 1 + prng_below(r, step);
    }
    unit_symtab(&m->symtab, symbols, FUNCTIONS, at);
    m->h = (struct histogram){.low = 0x1000 - 2 * prng_below(r, 30),
                              .n_bins = 1 + (uint32_t)prng_below(r, BINS),
                              .rate = 100,
                              .dimension = "seconds",
                              .abbreviation = 's',
                              .file = "made"};
    m->h.high = prng_below(r, 2) ? m->h.low + m->h.n_bins * (2 + 2 * prng_below(r, 4))
                                 : m->h.low + 1 + prng_below(r, 3000);
    m->raw = (struct raw_bins){m->bytes, widths[prng_below(r, 6)], prng_below(r, 4) == 0};
    for (uint32_t i = 0; i < m->h.n_bins; i++) {
        uint64_t ticks = prng_below(r, 100) < percent ? prng_below(r, max) : 0;

        if (m->raw.width == 1)
            ticks &= 255;
        for (size_t k = 0; k < m->raw.width; k++) {
            size_t byte = m->raw.big_endian ? m->raw.width - 1 - k : k;
            m->bytes[i * m->raw.width + byte] = (uint8_t)(k < 4 ? ticks >> (8 * k) : 0);
        }
    }
    m->h.bins = calloc(m->h.n_bins, sizeof *m->h.bins);
    histogram_add_raw(&m->h, &m->raw, &told.diag);
}

static bool near(double a, double b)
{
    return fabs(a - b) <= 1e-9 * (1 + fabs(b));
}

static void test_all(void)
{
    struct prng r = {1};
    int wrong = 0, whole_wrong = 0, wholes = 0, sets = (int)unit_times(2000);

    for (int set = 0; set < sets; set++) {
        static struct made m;
        struct bin_shares shares;
        struct hist_result want;
        double ticks[FUNCTIONS] = {0};
        uint32_t touched[FUNCTIONS], units[FUNCTIONS] = {0};
        struct bin_ticks got = {.ticks = ticks, .touched = touched};
        uint64_t total = 0;

        make(&m, &r);
        bin_shares_init(&shares, &m.h, &m.symtab, &told.diag);
        bin_shares_add(&shares, &m.raw, 1, &got);
        if (shares.scale > 0 && m.raw.width == 2 && !m.raw.big_endian &&
            bin_shares_add_whole(&shares, m.bytes, units, &total))
            wholes++;
        else
            total = UINT64_MAX;
        profile_add_histogram(&m.profile, &m.h, &told.diag);
        profile_check_ranges(&m.profile, &told.diag);
        hist_assign_samples(&want, &m.profile, &m.symtab, &told.diag);
        wrong += !near(got.total, want.total);
        whole_wrong += total != UINT64_MAX && !near((double)total, want.total);
        for (uint32_t s = 0; s < m.symtab.n; s++) {
            wrong += !near(ticks[s], want.ticks[s]);
            whole_wrong +=
                total != UINT64_MAX && !near((double)units[s] / shares.scale, want.ticks[s]);
        }
        hist_result_release(&want);
        bin_shares_release(&shares);
        profile_release(&m.profile);
        symtab_release(&m.symtab);
    }
    is_int(wrong, 0, "shares are those of hist");
    is_int(whole_wrong, 0, "so are those in integers");
    ok(wholes > sets / 10, "which are of %d of %d sets", wholes, sets);
}

UNIT_TESTS(test_all)
