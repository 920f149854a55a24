/* test_figures - integers that add up
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "tap.h"

#include "report/figures.h"

#include <math.h>
#include <stdint.h>

/* How many of many random divisions do not add up or are more than 1 off. */
static unsigned count_wrong(void)
{
    enum { PARTS = 50 };
    double part[PARTS];
    uint64_t whole[PARTS], state = 1;
    unsigned wrong = 0;

    for (unsigned run = 0; run < 2000; run++) {
        uint64_t total = run % 7 ? run * 1000003ULL : run, sum = 0;
        double all = 0;

        for (size_t i = 0; i < PARTS; i++) {
            state = state * 6364136223846793005ULL + 1442695040888963407ULL;
            part[i] = state >> 62 ? (double)(state >> 40) / (double)(1 + (state & 1023)) : 0;
            all += part[i];
        }
        figures_spread(total, part, PARTS, whole);
        for (size_t i = 0; i < PARTS; i++) {
            sum += whole[i];
            wrong += fabs((double)whole[i] - (double)total * part[i] / all) > 1 + 1e-6;
            wrong += part[i] <= 0 && whole[i] > 0;
        }
        wrong += sum != total;
    }
    return wrong;
}

int main(void)
{
    uint64_t whole[3] = {9, 9, 9};

    is_uint(count_wrong(), 0, "parts add up, and each is right");
    figures_spread(10, (const double[]){0, 0, 0}, 3, whole);
    ok(whole[0] == 0 && whole[1] == 0 && whole[2] == 0, "nothing to divide among");
    figures_spread(10, (const double[]){1, 1, 1}, 3, whole);
    is_uint(whole[0] + whole[1] + whole[2], 10, "thirds add up");
    figures_spread(UINT64_MAX, (const double[]){0.5, 0, 0.5}, 3, whole);
    ok(whole[0] + whole[2] == UINT64_MAX && whole[1] == 0, "the largest total");
    figures_spread(5, (const double[]){1e300, 1e300, 1}, 3, whole);
    is_uint(whole[0] + whole[1] + whole[2], 5, "huge parts");
    return done_testing();
}
