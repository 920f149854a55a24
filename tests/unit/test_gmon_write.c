/* test_gmon_write - tests that data files are read back as they were written
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "put_histogram.h"
#include "profile/gmon_io.h"
#include "tool_prng.h"
#include "unit.h"

static const struct gmon_target targets[] = {{.word_bytes = 8},
                                             {.word_bytes = 8, .big_endian = true},
                                             {.word_bytes = 4},
                                             {.word_bytes = 4, .big_endian = true},
                                             {.word_bytes = 8, .short_long = true}};
static const struct gmon_target *const host = &targets[0];

static struct file_bytes scratch;

static bool read_file(struct profile *p, const char *path, const struct gmon_target *target)
{
    struct gmon_file_info info;

    return gmon_out_read(p, path, NULL, target, &scratch, &info, &told.diag);
}

static void add_histogram(struct profile *p, uint64_t low, uint32_t n, const uint64_t *ticks)
{
    struct histogram h = {.low = low,
                          .high = low + 4 * (uint64_t)n,
                          .n_bins = n,
                          .rate = 100,
                          .dimension = "seconds",
                          .abbreviation = 's',
                          .bins = calloc(n, sizeof *h.bins)};

    h.file = "made";
    memcpy(h.bins, ticks, n * sizeof *ticks);
    if (!put_histogram(p, &h, &told.diag) || !profile_check_ranges(p, &told.diag))
        unit_die(told_text());
}

/* Returns true if two profiles hold the same, in any order; counts of 0 included. */
static bool is_same(const struct profile *a, const struct profile *b)
{
    struct profile left = *a;
    size_t wrong =
        a->n_checked != b->n_checked || a->arcs.n != b->arcs.n || a->blocks.n != b->blocks.n;

    for (size_t i = 0; !wrong && i < a->n_checked; i++) {
        const struct histogram *l = &a->hists[a->by_address[i]];
        const struct histogram *r = &b->hists[b->by_address[i]];
        wrong += l->low != r->low || l->high != r->high || l->n_bins != r->n_bins ||
                 l->rate != r->rate || strcmp(l->dimension, r->dimension) != 0 ||
                 l->abbreviation != r->abbreviation;
        for (uint32_t k = 0; !wrong && k < l->n_bins; k++)
            wrong += histogram_ticks(l, k) != histogram_ticks(r, k);
    }
    for (size_t i = 0; !wrong && i < b->arcs.n; i++) { /* the map finds an old pair */
        uint32_t n =
            pair_map_add(&left.arcs, b->arcs.keys[i].first, b->arcs.keys[i].second, &told.diag);
        wrong += n >= b->arcs.n || left.arcs.n != b->arcs.n;
        wrong += !wrong && a->arc_counts[n] != b->arc_counts[i];
    }
    for (size_t i = 0; !wrong && i < b->blocks.n; i++) {
        uint32_t n = pair_map_add(&left.blocks, b->blocks.keys[i].first, 0, &told.diag);
        wrong += n >= b->blocks.n || left.blocks.n != b->blocks.n;
        wrong += !wrong && a->block_counts[n] != b->block_counts[i];
    }
    return wrong == 0;
}

/* Makes a random profile; `magnitude` is the number of bits that its sums may have. */
static void make_random(struct profile *p, uint64_t seed, unsigned magnitude)
{
    struct prng r = {seed};

    *p = (struct profile){0};
    for (uint64_t k = 4; k-- > 0;) {
        uint64_t ticks[20];
        if (prng_chance(&r, 30))
            continue;
        for (size_t i = 0; i < 20; i++)
            ticks[i] = prng_chance(&r, 50) ? 0 : prng_below(&r, UINT64_C(1) << magnitude / 2);
        add_histogram(p, 0x1000 + 0x100 * k, 20, ticks);
    }
    for (uint64_t n = prng_below(&r, 60); n > 0; n--)
        profile_add_arc(p, 0x1000 + prng_below(&r, 8), 0x1000 + prng_below(&r, 8),
                        prng_next(&r) >> (64 - magnitude), &told.diag);
    for (uint64_t n = prng_below(&r, 20); n > 0; n--)
        profile_add_block(p, 0x1000 + prng_below(&r, 30), prng_next(&r) >> (64 - magnitude),
                          &told.diag);
}

static void test_round_trip(void)
{
    for (size_t i = 0; i < UNIT_COUNT(targets); i++) {
        size_t wrong = 0;
        for (uint64_t seed = 1; seed <= 50; seed++) {
            struct profile made, back = {0};
            make_random(&made, seed, 36);
            wrong += !gmon_out_write(&made, "gmon.sum", NULL, &targets[i], &told.diag) ||
                     !read_file(&back, "gmon.sum", &targets[i]) || !is_same(&made, &back);
            profile_release(&made);
            profile_release(&back);
        }
        ok(wrong == 0, "50 random profiles are read back equal, %zu bits %s endian",
           8 * targets[i].word_bytes, targets[i].big_endian ? "big" : "little");
    }
    is_str(told_text(), "", "nothing was reported");
    is_uint(unit_directory_size(), 1, "no temporary file is left");
}

/* Tests sums at and around the limits of the fields. */
static void test_limits(void)
{
    static const uint64_t ticks[] = {0,      1,      65534,  65535, 65536,
                                     131069, 131070, 131071, 0,     UINT64_C(10000000)};
    static const uint64_t counts[] = {0,
                                      1,
                                      UINT32_MAX - UINT64_C(1),
                                      UINT32_MAX,
                                      UINT32_MAX + UINT64_C(1),
                                      2 * (uint64_t)UINT32_MAX,
                                      2 * (uint64_t)UINT32_MAX + 1,
                                      UINT64_C(1) << 38};

    for (size_t i = 0; i < UNIT_COUNT(targets); i++) {
        struct profile made = {0}, back = {0};

        add_histogram(&made, 0x1000, UNIT_COUNT(ticks), ticks);
        for (uint64_t k = 0; k < UNIT_COUNT(counts); k++) {
            profile_add_arc(&made, 0x1000 + k, 0x1000, counts[k], &told.diag);
            profile_add_block(&made, 0x1000 + k, counts[k], &told.diag);
        }
        ok(gmon_out_write(&made, "gmon.sum", &gmon_formats[FORMAT_MAGIC], &targets[i],
                          &told.diag) &&
               read_file(&back, "gmon.sum", &targets[i]) && is_same(&made, &back),
           "sums beyond their fields are split and read back equal (%zu)", i);
        profile_release(&made);
        profile_release(&back);
    }
}

/* Tests the bytes of a small file, one by one. */
static void test_bytes(void)
{
    static const unsigned char want[] = {
        'g', 'm', 'o',  'n',  1,   0,   0,    0, 0, 0, 0,    0, 0, 0,   0, 0,   0, 0, 0, 0, /* */
        0,   0,   0x10, 0,    0,   8,   0x10, 0, 0, 2, 0,    0, 0, 100, 0, 0,   0,          /* */
        's', 'e', 'c',  'o',  'n', 'd', 's',  0, 0, 0, 0,    0, 0, 0,   0, 's',             /* */
        5,   0,   0xff, 0xff, 1,   2,   0x10, 0, 0, 4, 0x10, 0, 0, 9,   0, 0,   0,          /* */
    };
    static const uint64_t ticks[] = {5, 65535};
    struct profile p = {0};
    size_t size;
    char *got;

    add_histogram(&p, 0x1000, 2, ticks);
    profile_add_arc(&p, 0x1002, 0x1004, 9, &told.diag);
    ok(gmon_out_write(&p, "gmon.sum", NULL, &targets[2], &told.diag), "a small file");
    got = unit_slurp("gmon.sum", &size);
    is_uint(size, sizeof want, "has the expected size");
    is_mem(got, want, size < sizeof want ? size : sizeof want, "and bytes: zeros in the spares");
    free(got);
    profile_release(&p);
    ok(gmon_out_write(&p, "gmon.sum", NULL, host, &told.diag), "an empty profile");
    free(unit_slurp("gmon.sum", &size));
    is_uint(size, 20, "is a header alone");
}

static void refused(const struct profile *p, const struct gmon_format *format, const char *ere)
{
    told_clear();
    ok(!gmon_out_write(p, "bsd.sum", format, host, &told.diag), "bsd: refused");
    like(told_text(), ere, "and says why");
    ok(access("bsd.sum", F_OK) != 0, "and writes nothing");
    told_clear();
}

static void test_bsd_refusals(void)
{
    static const uint64_t ticks[] = {1, 2}, large[] = {1, 65536};
    struct profile p = {0};

    add_histogram(&p, 0x1000, 2, ticks);
    add_histogram(&p, 0x2000, 2, ticks);
    refused(&p, &gmon_formats[FORMAT_BSD],
            "bsd.sum: a BSD file holds one histogram, and there are 2");
    profile_release(&p);
    add_histogram(&p, 0x1000, 2, large);
    refused(&p, &gmon_formats[FORMAT_BSD44], "up to 65535 samples a bin, and one has 65536");
    profile_release(&p);
    profile_add_block(&p, 0x1000, 3, &told.diag);
    refused(&p, &gmon_formats[FORMAT_BSD], "no basic-block counts");
    profile_release(&p);
    add_histogram(&p, 0x1000, 2, ticks);
    memcpy(p.hists[0].dimension, "cycles", 7);
    refused(&p, &gmon_formats[FORMAT_BSD], "counts seconds.*cycles");
    profile_release(&p);
}

static void test_bsd(void)
{
    static const uint64_t ticks[] = {1, 65535, 0, 7}, trap[] = {0x1879, 5, 5, 0x1879};

    for (size_t i = 0; i < UNIT_COUNT(targets); i++) {
        for (uint32_t variant = 0; variant < 8; variant++) {
            const struct gmon_format *format =
                variant & 1 ? &gmon_formats[FORMAT_BSD44] : &gmon_formats[FORMAT_BSD];
            struct profile made = {0}, back = {0};

            /* `trap`: the first two bins look like the version of a 4.4BSD header */
            add_histogram(&made, 0x1000, 4, variant & 4 ? trap : ticks);
            made.hists[0].rate = variant & 2 ? 1000 : 100;
            profile_add_arc(&made, 0x1004, 0x1008, 5, &told.diag);
            profile_add_arc(&made, 0x1002, 0x1008, UINT64_C(1) << 33, &told.diag);
            ok(gmon_out_write(&made, "bsd.sum", format, &targets[i], &told.diag) &&
                   read_file(&back, "bsd.sum", &targets[i]) && is_same(&made, &back),
               "bsd: read back equal, target %zu, variant %u", i, variant);
            profile_release(&made);
            profile_release(&back);
        }
    }
    struct profile made = {0}, back = {0};
    profile_add_arc(&made, UINT64_C(0x7f0000051879), 2, 3, &told.diag);
    ok(gmon_out_write(&made, "bsd.sum", &gmon_formats[FORMAT_BSD], host, &told.diag) &&
           read_file(&back, "bsd.sum", host) && back.arcs.n == 1 && back.arc_counts[0] == 3,
       "bsd: no histogram, and a call site that looks like the version");
    profile_release(&made);
    profile_release(&back);
}

static void test_failures(void)
{
    struct profile p = {0};

    profile_add_arc(&p, 1, 2, 3, &told.diag);
    told_clear();
    ok(!gmon_out_write(&p, "no/such/directory", NULL, host, &told.diag),
       "an unwritable place fails");
    like(told_text(), "^unit: no/such/directory: No such file", "and says so");
    profile_release(&p);
    told_clear();
}

UNIT_TESTS(test_round_trip, test_limits, test_bytes, test_bsd_refusals, test_bsd, test_failures)
