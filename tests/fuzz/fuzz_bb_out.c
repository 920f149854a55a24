/* fuzz_bb_out - fuzz target: the reader of bb.out listings
 *
 * Input: the listing, behind a first line that makes it one. Checks: the total of the counts is at
 * most what the numbers in the text add up to; written and read again.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "fuzz_profile.h"

#include <ctype.h>

/* All runs of digits in the text as numbers, added up. */
static uint64_t sum_of_numbers(const char *text, size_t size)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < size;) {
        uint64_t value = 0;

        for (; i < size && isdigit((unsigned char)text[i]); i++) {
            uint64_t digit = (uint64_t)(text[i] - '0');
            value = value > (UINT64_MAX - digit) / 10 ? UINT64_MAX : value * 10 + digit;
        }
        sum = add_saturated(sum, value);
        i++;
    }
    return sum;
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    fuzz_silence();
    fuzz_enter_directory();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char title[] = "Basic block profiling finished on a day\n";
    const struct gmon_target target = {.word_bytes = size & 1 ? 4 : 8};
    struct gmon_file_info info;
    struct profile p = {0};
    size_t bytes = sizeof title - 1 + size;
    char *text = malloc(bytes);

    if (!text)
        abort();
    memcpy(text, title, sizeof title - 1);
    if (size)
        memcpy(text + sizeof title - 1, data, size);
    unit_spew("bb.out", text, bytes);
    if (fuzz_read(&p, "bb.out", NULL, &target, &info)) {
        fuzz_check_profile(&p);
        FUZZ_CHECK(p.n_hists == 0 && p.arcs.n == 0);
        FUZZ_CHECK(fuzz_sum(p.block_counts, p.blocks.n) <= sum_of_numbers(text, bytes));
        fuzz_round_trip(&p, &magic_format, &target);
    }
    profile_release(&p);
    free(text);
    return 0;
}
