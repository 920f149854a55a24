/* overflow.c - writes files with counts that a field of the format cannot hold
 *
 * Linked to the runtime's objects, so that it can call the writer: years of samples in no time.
 * Writes big.out: bins of 4 bytes from one() on: 70,000 ticks in the first, 4,294,967,295 in bin
 * 5000, one in the last; 2^33 + 5 calls of one() from two().
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "runtime/core/build.h"
#include "runtime/core/data_file.h"
#include "runtime/core/file_out.h"

#include <stdio.h>

enum { BINS = 10000 };
static _Atomic uint32_t bins[BINS];

int main(int argc, char **argv)
{
    (void)argv;
    struct gm_build build = {{0}};
    struct gm_counts c = {.list = gm_list_new(1)};
    struct gm_histogram h = {.low = 0x401000, .shift = 2, .rate = 100, .bins = BINS, .bin = bins};

    if (c.list == NULL)
        return 1;
    c.list->arc[c.list->count++] = (struct gm_arc){0x402004, 0x401000, (UINT64_C(1) << 33) + 5};
    bins[0] = 70000;
    bins[2] = 65536;
    bins[5000] = argc > 1 ? UINT32_MAX : 200000;
    bins[BINS - 1] = 1;
    bool is_written = gm_write("big.out", &build, &c, &h, NULL) > 0;
    printf("%s\n", is_written && gm_out_publish("big.out", false) ? "written" : "failed");
    return 0;
}
