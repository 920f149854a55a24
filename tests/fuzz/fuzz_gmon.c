/* fuzz_gmon - fuzzes the reader and the writer of data files
 *
 * Input: a byte of choices (1: 4-byte words, 2: big endian, bits 2 and 3: the format, 16: the first
 * two thirds are one file and the last two are another), then the bytes of the files.
 * Checks: totals; written and read again; with an empty file; two files in both orders.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "fuzz_profile.h"

/* One or two files, read in some order. */
struct reading {
    const struct gmon_format *format;
    struct gmon_target target;
};

static bool read_two(struct profile *p, const struct reading *r, const char *first,
                     const char *second)
{
    struct gmon_file_info info;

    return fuzz_read(p, first, r->format, &r->target, &info) &&
           fuzz_read(p, second, r->format, &r->target, &info);
}

/* Returns true if all histograms have bins of exactly one size. Then their order cannot decide what
 * is accepted. In other cases the first record sets the scale, with a tolerance. */
static bool one_scale(const struct profile *p)
{
    for (size_t i = 0; i < p->n_hists; i++) {
        const struct histogram *h = &p->hists[i], *first = &p->hists[0];

        if (h->n_bins == 0 || first->n_bins == 0 || h->high - h->low >= UINT32_MAX ||
            first->high - first->low >= UINT32_MAX ||
            (h->high - h->low) / 2 * first->n_bins != (first->high - first->low) / 2 * h->n_bins)
            return false;
    }
    return true;
}

static bool is_magic(const uint8_t *data, size_t size)
{
    return size >= GMON_MAGIC_BYTES && memcmp(data, GMON_MAGIC, GMON_MAGIC_BYTES) == 0;
}

static void try_orders(const struct reading *r, const uint8_t *data, size_t size)
{
    size_t third = size / 3;
    struct profile ab = {0}, ba = {0};
    bool ok_ab, ok_ba, both_magic;

    unit_spew("a", data, 2 * third);
    unit_spew("b", data + third, size - third);
    ok_ab = read_two(&ab, r, "a", "b");
    ok_ba = read_two(&ba, r, "b", "a");
    both_magic = r->format == &gmon_formats[FORMAT_MAGIC] ||
                 (is_magic(data, 2 * third) && is_magic(data + third, size - third));
    if (ok_ab && ok_ba)
        fuzz_same_profile(&ab, &ba);
    else /* at most one file was accepted: wrongly, or neither was */
        FUZZ_CHECK(!both_magic || !((ok_ab && one_scale(&ab)) || (ok_ba && one_scale(&ba))));
    profile_release(&ab);
    profile_release(&ba);
}

/* Checks that a file together with one that has only a header gives the same as the file alone. */
static void try_with_empty(const struct reading *r, struct profile *p)
{
    struct profile with = {0};

    if (r->format == NULL || r->format == &gmon_formats[FORMAT_MAGIC]) {
        FUZZ_CHECK(read_two(&with, r, "empty", "data"));
        fuzz_same_profile(p, &with);
        profile_release(&with);
        FUZZ_CHECK(read_two(&with, r, "data", "empty"));
        fuzz_same_profile(p, &with);
    }
    profile_release(&with);
}

/* Checks that reading the same file twice doubles every sum. */
static void try_twice(const struct reading *r, const struct profile *p)
{
    struct profile twice = {0};

    if (read_two(&twice, r, "data", "data")) {
        for (size_t i = 0; i < profile_n_histograms(p); i++)
            for (uint32_t j = 0; j < profile_histogram(p, i)->n_bins; j++) {
                uint64_t ticks = histogram_ticks(profile_histogram(p, i), j);

                FUZZ_CHECK(histogram_ticks(profile_histogram(&twice, i), j) ==
                           (ticks < HISTOGRAM_MOST - ticks ? 2 * ticks : HISTOGRAM_MOST));
            }
        for (size_t i = 0; i < p->arcs.n; i++)
            FUZZ_CHECK(twice.arc_counts[i] == add_saturated(p->arc_counts[i], p->arc_counts[i]));
    }
    profile_release(&twice);
}

static void write_empty(bool big_endian)
{
    uint8_t header[GMON_HEADER_BYTES] = GMON_MAGIC;

    header[big_endian ? 7 : 4] = GMON_VERSION;
    unit_spew("empty", header, sizeof header);
}

/* Returns the number of histograms with bins. The count of one file may be 0: a BSD file without
 * bins has none. */
static size_t n_with_bins(const struct profile *p)
{
    size_t n = 0;

    for (size_t i = 0; i < p->n_hists; i++)
        n += p->hists[i].n_bins > 0;
    return n;
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
    static const struct gmon_format *const formats[] = {
        NULL, &gmon_formats[FORMAT_BSD], &gmon_formats[FORMAT_BSD44], &gmon_formats[FORMAT_MAGIC]};
    struct fuzz_input in = {data, size};
    unsigned choice = (unsigned)fuzz_number(&in, 1);
    const struct reading r = {
        .format = formats[choice >> 2 & 3],
        .target = {.word_bytes = choice & 1 ? 4 : 8, .big_endian = (choice & 2) != 0}};
    struct gmon_file_info info;
    struct profile p = {0};

    if (choice & 16) {
        try_orders(&r, in.data, in.left);
        return 0;
    }
    unit_spew("data", in.data, in.left);
    if (fuzz_read(&p, "data", r.format, &r.target, &info)) {
        fuzz_check_profile(&p);
        FUZZ_CHECK(info.records[GMON_TAG_CG_ARC] >= p.arcs.n &&
                   info.records[GMON_TAG_TIME_HIST] >= n_with_bins(&p));
        /* a file read as BSD may have wider counters, whatever its first bytes are */
        FUZZ_CHECK(r.format == &gmon_formats[FORMAT_BSD] ||
                   r.format == &gmon_formats[FORMAT_BSD44] || !is_magic(in.data, in.left) ||
                   fuzz_ticks(&p) <= (uint64_t)UINT16_MAX * size);
        FUZZ_CHECK(fuzz_sum(p.arc_counts, p.arcs.n) <= UINT32_MAX * (uint64_t)size ||
                   r.target.word_bytes == 8);
        write_empty(r.target.big_endian);
        try_with_empty(&r, &p);
        try_twice(&r, &p);
        fuzz_round_trip(&p, &gmon_formats[FORMAT_MAGIC], &r.target);
        fuzz_round_trip(&p, choice & 32 ? &gmon_formats[FORMAT_BSD44] : &gmon_formats[FORMAT_BSD],
                        &r.target);
    }
    profile_release(&p);
    return 0;
}
