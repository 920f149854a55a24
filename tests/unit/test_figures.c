/* test_figures - tests integers that add up
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "tap.h"

#include "view/figures.h"

#include <math.h>
#include <stdint.h>

/* Returns how many of many random divisions do not add up or are more than 1 off. */
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

/* Returns a time as printed. */
static const char *printed(unsigned decimals, uint64_t time)
{
    const struct figures f = {.unit = FIGURES_NS, .decimals = decimals};
    static char text[64];
    struct sink s;

    sink_init(&s, -1, NULL);
    figures_print_time(&f, &s, time);
    snprintf(text, sizeof text, "%.*s", (int)s.used, s.buf);
    sink_release(&s);
    return text;
}

static void test_digits(void)
{
    const struct figures ticks = {.unit = FIGURES_TICKS, .decimals = 2};
    struct sink s;

    is_str(printed(2, 1234567890), "1.23", "a time with two digits");
    is_str(printed(3, 1234567890), "1.235", "with three");
    is_str(printed(9, 1234567890), "1.234567890", "with all");
    is_str(printed(2, 5000000), "0.01", "half a unit is rounded up");
    is_str(printed(2, 4999999), "0.00", "and less is rounded down");
    is_str(printed(2, 999999999), "1.00", "over the point, too");
    is_str(printed(2, UINT64_MAX), "18446744073.71", "the longest time");
    sink_init(&s, -1, NULL);
    figures_print_time(&ticks, &s, 1234);
    ok(s.used == 4 && memcmp(s.buf, "1234", 4) == 0, "ticks are not seconds");
    sink_release(&s);
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
    test_digits();
    return done_testing();
}
