/* cold.cc - C++: functions with a cold part, of which only some have a linkage name
 *
 * A sample program for the comparison runs: no input, no output, a short run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <cstdlib>

static volatile int limit = 7, calls;

__attribute__((noipa)) void step(int times)
{
    while (times-- > 0)
        calls++;
}

extern "C" __attribute__((noipa)) void plain(int times)
{
    step(times);
    if (limit == times)
        abort();
    step(1);
}

__attribute__((noipa)) void mangled(int times)
{
    try {
        step(times);
        if (limit == times)
            throw times;
    } catch (int) {
        step(2);
    }
}

int main()
{
    for (int i = 8; i < 2000; i++) {
        plain(i);
        mangled(i);
    }
    if (limit != 7)
        abort();
    return 0;
}
