/* test_merge_files - tests sums of many files: in any order and grouping, with any number of
 * threads
 *
 * The sets of files are random, call stacks among them; many have bins and counts near the limits
 * of their fields. The test compares the sum as it is written, byte by byte, and what is reported.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gmon_text.h"
#include "profile/gmon_io.h"
#include "profile/merge_files.h"
#include "tool_prng.h"
#include "unit.h"

#include <inttypes.h>

enum { FILES_MAX = 12, NAME_BYTES = 32 };

static const struct gmon_target targets[] = {{.word_bytes = 8},
                                             {.word_bytes = 8, .big_endian = true},
                                             {.word_bytes = 4},
                                             {.word_bytes = 4, .big_endian = true}};

/* A set of files in the directory. */
struct set {
    char names[FILES_MAX][NAME_BYTES];
    const char *files[FILES_MAX];
    size_t n;
    const struct gmon_target *target;
};

/* Returns a count, often near the end of its field. */
static uint64_t count_near(struct prng *r, uint64_t most)
{
    return prng_chance(r, 30) ? most - prng_below(r, 3) : prng_below(r, 50);
}

static void put_bins(struct buf *text, struct prng *r, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        if (prng_chance(r, 40))
            buf_printf(text, "bin %u %u\n", i, (unsigned)count_near(r, UINT16_MAX));
}

static void put_arcs(struct buf *text, struct prng *r)
{
    for (uint64_t i = prng_below(r, 8); i > 0; i--)
        buf_printf(text, "arc 0x%x 0x%x %" PRIu64 "\n", 0x1000 + (unsigned)prng_below(r, 6),
                   0x1000 + 16 * (unsigned)prng_below(r, 3), count_near(r, UINT32_MAX));
}

/* Puts a file of call stacks. It has some modules, so that each file numbers them differently, and
 * the program in a path of this file. It has few functions, so that many paths meet. */
static void put_stacks(struct buf *text, struct prng *r)
{
    static const char *const libraries[] = {"ab /lib/x.so as x", "- /lib/x.so as y",
                                            "abab /lib/x.so as z"};
    static const char *const ends[] = {"complete", "guessed", "no-unwind", "no-memory"};
    static const char *const clocks[] = {"cpu 4000000", "cpu 1000000", "wall 4000000"};
    char names[] = "ppppp"; /* modules of the frames */

    buf_printf(text, "stacks\nmodule program ab /path%u/prog as p\nmodule profiler - \"\" as r\n",
               (unsigned)prng_below(r, 9));
    for (size_t i = 0; i < UNIT_COUNT(libraries); i++)
        if (prng_chance(r, 60)) {
            buf_printf(text, "module library %s\n", libraries[i]);
            names[2 + i] = "xyz"[i];
        }
    for (size_t tree = prng_chance(r, 30); tree < UNIT_COUNT(clocks); tree++) {
        uint64_t n = prng_below(r, 8);

        buf_printf(text, "stacks %s runs 1 missing %zu lost %u\n", clocks[tree], tree + 5,
                   (unsigned)prng_below(r, n + 1));
        for (; n > 0; n--) {
            buf_str(text, ends[prng_zipf(r, UNIT_COUNT(ends))]);
            for (uint64_t depth = prng_below(r, 6); depth > 0; depth--)
                buf_printf(text, " %c:%c%u", names[prng_below(r, sizeof names - 1)],
                           prng_chance(r, 70) ? '+' : '=', (unsigned)prng_below(r, 3) * 0x100);
            buf_printf(text, "%s signals %u ticks %u\n", prng_chance(r, 20) ? " r:" : "",
                       1 + (unsigned)prng_below(r, 3), (unsigned)prng_below(r, 10));
        }
    }
}

/* Makes a file of the set. The file has some of three ranges: one lies within no other, and one is
 * empty. With `defects`, one file in six is broken or does not fit. */
static void put_file(struct buf *text, struct prng *r, bool defects)
{
    unsigned defect = defects ? (unsigned)prng_below(r, 24) : 99;
    unsigned bins = 70; /* more than a block of the vector loop */

    if (prng_chance(r, 15) && defect > 3) {
        put_stacks(text, r);
        return;
    }
    if (prng_chance(r, 15) && defect > 3) {
        buf_printf(text, "bsd44 0x1000 0x1118 %u 100\n", bins);
        put_bins(text, r, bins);
        put_arcs(text, r);
        return;
    }
    buf_str(text, "magic\n");
    if (prng_chance(r, 50))
        put_arcs(text, r);
    buf_printf(text, "hist 0x1000 0x%x %u %u seconds s\n", defect == 0 ? 0x1128 : 0x1118,
               defect == 0 ? 74 : bins, defect == 1 ? 1000 : 100);
    put_bins(text, r, bins);
    if (prng_chance(r, 20)) {
        buf_str(text, "hist 0x1000 0x1000 0 100 seconds s\n");
    } else if (prng_chance(r, 50)) {
        buf_printf(text, "hist 0x2000 0x2010 %u 100 seconds s\n", defect == 2 ? 8 : 4);
        put_bins(text, r, 4);
    }
    put_arcs(text, r);
    if (prng_chance(r, 50))
        buf_printf(text, "bb\nblock 0x1004 %u\nblock 0x%x 7\n", 1 + (unsigned)prng_below(r, 9),
                   0x1000 + 4 * (unsigned)prng_below(r, 3));
    if (defect == 3)
        buf_str(text, "tag 1\n");
}

static void make_set(struct set *s, uint64_t seed, bool defects)
{
    struct prng r = {seed};

    s->target = &targets[prng_below(&r, UNIT_COUNT(targets))];
    s->n = 1 + (size_t)prng_below(&r, FILES_MAX);
    for (size_t i = 0; i < s->n; i++) {
        struct buf text = {0}, data = {0};

        buf_printf(&text, "width %zu\nendian %s\n", 8 * s->target->word_bytes,
                   s->target->big_endian ? "big" : "little");
        put_file(&text, &r, defects);
        gmon_compile("text", (const char *)text.p, text.len, &data);
        snprintf(s->names[i], NAME_BYTES, "f%zu", i);
        s->files[i] = s->names[i];
        unlink(s->names[i]); /* rewriting an old file would wait for the disk */
        unit_spew(s->names[i], data.p, data.len);
        buf_release(&text);
        buf_release(&data);
    }
}

/* Adds up files in memory; `to` gets the bytes of the sum. */
static bool sum(const char *const *files, size_t n, const struct gmon_target *target, unsigned jobs,
                bool keep_going, struct sink *to, size_t *left_out)
{
    const struct merge_request request = {
        .files = files, .n_files = n, .target = target, .jobs = jobs, .keep_going = keep_going};
    struct gmon_output o = {.sink = to, .path = "sum", .target = target, .diag = &told.diag};
    struct profile p = {0};
    bool ok;

    sink_clear(to);
    ok = merge_files(&p, &request, left_out, &told.diag) &&
         gmon_formats[FORMAT_MAGIC].write(&o, &p) && gmon_formats[FORMAT_STACKS].write(&o, &p);
    profile_release(&p);
    return ok;
}

static bool same(const struct sink *left, const struct sink *right)
{
    return left->used == right->used && left->used > 0 &&
           memcmp(left->buf, right->buf, left->used) == 0;
}

static void shuffle(const char **files, size_t n, struct prng *r)
{
    while (n > 1) {
        size_t at = (size_t)prng_below(r, n--);
        const char *file = files[at];
        files[at] = files[n];
        files[n] = file;
    }
}

/* Adds up two parts of the files separately, and then their sums. */
static bool sum_of_sums(const struct set *s, struct prng *r, struct sink *to)
{
    static const char *const written[2][2] = {{"0", "stacks.0"}, {"1", "stacks.1"}};
    size_t ends[] = {0, (size_t)prng_below(r, s->n + 1), s->n}, left_out, n = 0;
    const char *parts[4];

    for (size_t i = 0; i < 2; i++) {
        const struct merge_request half = {
            .files = s->files + ends[i], .n_files = ends[i + 1] - ends[i], .target = s->target};
        struct profile p = {0};
        bool ok;

        unlink(written[i][0]);
        unlink(written[i][1]);
        if (half.n_files == 0)
            continue;
        ok = merge_files(&p, &half, &left_out, &told.diag) &&
             gmon_out_write(&p, written[i][0], NULL, s->target, &told.diag);
        profile_release(&p);
        if (!ok)
            return false;
        for (size_t k = 0; k < 2; k++)
            if (access(written[i][k], F_OK) == 0)
                parts[n++] = written[i][k];
    }
    shuffle(parts, n, r);
    return sum(parts, n, s->target, 1, false, to, &left_out);
}

static void test_order(void)
{
    size_t wrong = 0, failed = 0, sets = unit_times(2000), left_out;
    struct sink one, other;

    sink_init(&one, -1, &told.diag);
    sink_init(&other, -1, &told.diag);
    for (size_t seed = 1; seed <= sets; seed++) {
        struct prng r = {seed + 1000000};
        struct set s;

        make_set(&s, seed, false);
        failed += !sum(s.files, s.n, s.target, 1, false, &one, &left_out);
        shuffle(s.files, s.n, &r);
        failed += !sum(s.files, s.n, s.target, 1, false, &other, &left_out);
        wrong += !same(&one, &other);
        failed += !sum_of_sums(&s, &r, &other);
        wrong += !same(&one, &other);
        if (wrong + failed > 0) {
            diag("seed %zu: %s", seed, told_text());
            break;
        }
    }
    is_uint(failed, 0, "sums are made");
    is_uint(wrong, 0, "and are the same in every order and grouping");
    is_uint(told.diag.errors, 0, "nothing was reported");
    told_clear();
    sink_release(&one);
    sink_release(&other);
}

/* Result of a run: the sum, the reported lines, and the status, for a given number of threads. */
struct ending {
    bool ok;
    size_t left_out, errors;
    char *text;      /* owned */
    struct sink sum; /* owned */
};

static struct ending end_of(const struct set *s, unsigned jobs, bool keep_going)
{
    struct ending e = {0};

    told_clear();
    sink_init(&e.sum, -1, &told.diag);
    e.ok = sum(s->files, s->n, s->target, jobs, keep_going, &e.sum, &e.left_out);
    e.errors = told.diag.errors;
    e.text = strdup(told_text());
    return e;
}

static bool same_endings(const struct ending *a, const struct ending *b)
{
    return a->ok == b->ok && a->left_out == b->left_out && a->errors == b->errors &&
           strcmp(a->text, b->text) == 0 && (!a->ok || same(&a->sum, &b->sum));
}

static void test_jobs(bool keep_going)
{
    size_t wrong = 0, good = 0, partly = 0, bad = 0, sets = unit_times(400);

    for (size_t seed = 1; seed <= sets && !wrong; seed++) {
        static const unsigned jobs[] = {2, 3, 8};
        struct set s;
        struct ending alone;

        make_set(&s, seed, true);
        alone = end_of(&s, 1, keep_going);
        ++*(!alone.ok ? &bad : alone.left_out ? &partly : &good);
        for (size_t i = 0; i < UNIT_COUNT(jobs); i++) {
            struct ending e = end_of(&s, jobs[i], keep_going);
            if (!same_endings(&alone, &e)) {
                wrong++;
                diag("seed %zu, %u threads: %s; one alone: %s", seed, jobs[i], e.text, alone.text);
            }
            free(e.text);
            sink_release(&e.sum);
        }
        free(alone.text);
        sink_release(&alone.sum);
    }
    is_uint(wrong, 0,
            keep_going ? "threads leave out the same files" : "threads fail the same way");
    note("%zu sets are good, %zu in part, %zu bad", good, partly, bad);
    ok(good > 0 && (keep_going ? partly : bad) > 0, "and there are both kinds");
    told_clear();
}

/* Tests that a set without its bad files gives the same sum as the good files alone. */
static void test_left_out(void)
{
    struct set s;
    size_t left_out;
    struct sink one, other;
    const char *files[] = {"f0", "missing", "cut", "f1"}, *good[] = {"f0", "f1"};
    const char *none[] = {"missing", "cut"};

    sink_init(&one, -1, &told.diag);
    sink_init(&other, -1, &told.diag);
    for (uint64_t seed = 1; make_set(&s, seed, false), s.n < 2; seed++)
        continue;
    unit_spew("cut", "gmon\1\0\0\0............\1", 21);
    ok(sum(files, 4, s.target, 1, true, &one, &left_out), "keep going: some files are good");
    is_uint(left_out, 2, "two are left out");
    is_uint(told.diag.errors, 3, "each is named, and how many they are");
    like(told_text(), "2 of 4 data files were left out", "in the last line");
    ok(sum(good, 2, s.target, 1, false, &other, &left_out) && left_out == 0, "the good ones");
    ok(same(&one, &other), "give the same sum");
    ok(!sum(none, 2, s.target, 2, true, &one, &left_out), "no good file is a failure");
    is_uint(left_out, 2, "both are left out");
    told_clear();
    sink_release(&one);
    sink_release(&other);
}

static void test_all(void)
{
    test_order();
    test_jobs(false);
    test_jobs(true);
    test_left_out();
}

UNIT_TESTS(test_all)
