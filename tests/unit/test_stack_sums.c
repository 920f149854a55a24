/* test_stack_sums - sums of stack files are the same byte for byte in all orders and groupings
 *
 * Random lines of the data-file language are dealt out to four files; what the language makes of
 * all lines together is what every sum must be.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gmon_text.h"
#include "profile/gmon_io.h"
#include "profile/merge_files.h"
#include "tool_prng.h"
#include "unit.h"

enum { FILES = 4, LINES_MAX = 30 };

static const struct gmon_target target = {8, false};
static const char *const names[FILES] = {"0", "1", "2", "3"};

/* ---- random files --------------------------------------------------------------------------- */

/* The modules, in some order; those of build-id ab have another path in each file. */
static void put_modules(struct buf *text, struct prng *random, unsigned file)
{
    unsigned first = (unsigned)prng_below(random, 5);

    for (unsigned i = 0; i < 5; i++)
        switch ((first + i) % 5) {
        case 0:
            buf_printf(text, "module program ab /path%u/prog as p\n", file);
            break;
        case 1:
            buf_str(text, "module library ab /lib/x.so as x\n");
            break;
        case 2:
            buf_str(text, "module library - /lib/x.so as y\n");
            break;
        case 3:
            buf_str(text, "module library abab /lib/x.so as z\n");
            break;
        default:
            buf_str(text, "module profiler - \"\" as r\n");
            break;
        }
}

/* Samples of few functions, so that many paths meet. */
static void put_line(struct buf *text, struct prng *random)
{
    static const char *const ends[] = {"complete", "guessed", "no-unwind", "no-memory"};
    static const char *const modules[] = {"p", "p", "p", "x", "y", "z"};
    uint64_t signals = prng_below(random, 4);

    buf_str(text, ends[prng_zipf(random, 4)]);
    for (uint64_t depth = prng_below(random, 6); depth > 0; depth--)
        buf_printf(text, " %s:%c%u", modules[prng_below(random, UNIT_COUNT(modules))],
                   prng_chance(random, 70) ? '+' : '=', (unsigned)prng_below(random, 3) * 0x100);
    if (prng_chance(random, 20))
        buf_str(text, " r:");
    buf_printf(text, " signals %u ticks %u\n", (unsigned)signals,
               signals ? (unsigned)prng_below(random, 10) : 0);
}

/* The trees' headings: the clock and interval of each, and further figures, which add up. */
static void put_tree(struct buf *text, unsigned tree, unsigned runs)
{
    static const char *const clocks[] = {"cpu 4000000", "cpu 1000000", "wall 4000000"};

    buf_printf(text, "stacks %s runs %u missing %u\n", clocks[tree], runs, runs * (tree + 5));
}

/* Make the four files, and of all of their lines the sum that is expected. */
static struct buf make_files(uint64_t seed)
{
    struct prng random = {seed};
    struct buf texts[FILES] = {{0}}, all = {0}, sum = {0};

    put_modules(&all, &random, 0);
    for (unsigned i = 0; i < FILES; i++)
        put_modules(&texts[i], &random, i);
    for (unsigned tree = 0; tree < 3; tree++) {
        put_tree(&all, tree, FILES);
        for (unsigned i = 0; i < FILES; i++)
            put_tree(&texts[i], tree, 1);
        for (uint64_t n = prng_below(&random, LINES_MAX); n > 0; n--) {
            struct buf line = {0}, *text = &texts[prng_below(&random, FILES)];

            put_line(&line, &random);
            buf_put(text, line.p, line.len);
            buf_put(&all, line.p, line.len);
            buf_release(&line);
        }
    }
    for (unsigned i = 0; i < FILES; i++) {
        struct buf file = {0}, text = {0};

        buf_str(&text, "stacks\n");
        buf_put(&text, texts[i].p, texts[i].len);
        gmon_compile(names[i], (const char *)text.p, text.len, &file);
        unlink(names[i]);
        unit_spew(names[i], file.p, file.len);
        buf_release(&file);
        buf_release(&text);
        buf_release(&texts[i]);
    }
    buf_str(&sum, "stacks\n");
    buf_put(&sum, all.p, all.len);
    buf_release(&all);
    gmon_compile("all", (const char *)sum.p, sum.len, &all);
    buf_release(&sum);
    return all;
}

/* ---- sums ----------------------------------------------------------------------------------- */

static bool is_sum(const struct profile *p, const struct buf *want, struct told *t)
{
    struct sink out;
    bool same;

    sink_init(&out, -1);
    same = gmon_out_put(p, &out, "sum", &stack_format, &target, &t->diag) &&
           out.used == want->len && memcmp(out.buf, want->p, want->len) == 0;
    sink_release(&out);
    return same;
}

/* Add up some files; `cuts' tells where the list is divided, and then its parts. */
static bool add(struct profile *p, const unsigned *files, unsigned n, unsigned cuts, struct told *t)
{
    struct file_bytes scratch = {0};
    struct gmon_file_info info;
    unsigned at = 1 + cuts % (n > 1 ? n - 1 : 1);
    struct profile right = {0};
    bool ok;

    if (n > 1)
        return add(p, files, at, cuts / 3, t) && add(&right, files + at, n - at, cuts / 3, t) &&
               profile_merge(p, &right, &t->diag);
    ok = gmon_out_read(p, names[*files], NULL, &target, &scratch, &info, &t->diag);
    file_bytes_release(&scratch);
    return ok;
}

/* All orders of four, and all ways to put them in brackets. */
static void test_orders(const struct buf *want, struct told *t)
{
    size_t wrong = 0;

    for (unsigned order = 0; order < 24; order++)
        for (unsigned cuts = 0; cuts < 9; cuts++) {
            unsigned files[FILES] = {0, 1, 2, 3}, code = order;
            struct profile p = {0};

            for (unsigned i = 0; i < FILES; i++) {
                unsigned j = i + code % (FILES - i), file = files[i];

                code /= FILES - i;
                files[i] = files[j];
                files[j] = file;
            }
            wrong += !add(&p, files, FILES, cuts, t) || !is_sum(&p, want, t);
            profile_release(&p);
        }
    is_uint(wrong, 0, "all orders and groupings give the same bytes");
}

static void test_threads(const struct buf *want, struct told *t)
{
    for (unsigned jobs = 1; jobs <= 4; jobs++) {
        struct profile p = {0};
        const struct merge_request m = {.files = names,
                                        .n_files = FILES,
                                        .target = &target,
                                        .jobs = jobs,
                                        .keep_going = jobs % 2 == 0};
        size_t left_out;

        ok(merge_files(&p, &m, &left_out, &t->diag) && is_sum(&p, want, t), "%u threads do so, too",
           jobs);
        profile_release(&p);
    }
}

/* A sum of two is a file that goes into the next sum. */
static void test_sums_of_sums(const struct buf *want, struct told *t)
{
    struct profile p = {0}, q = {0};
    const struct merge_request two = {.files = names + 2, .n_files = 2, .target = &target},
                               rest = {.files = (const char *const[]){"1", "s.stacks", "0"},
                                       .n_files = 3,
                                       .target = &target};
    size_t left_out;

    ok(merge_files(&p, &two, &left_out, &t->diag) &&
           gmon_out_write(&p, "s", NULL, &target, &t->diag) && access("s", F_OK) != 0 &&
           merge_files(&q, &rest, &left_out, &t->diag) && is_sum(&q, want, t),
       "a sum goes into the next one");
    profile_release(&p);
    profile_release(&q);
}

int main(void)
{
    struct told t;

    told_open(&t);
    unit_enter_directory();
    for (uint64_t seed = 1; seed <= unit_times(5); seed++) {
        struct buf want = make_files(seed);

        test_orders(&want, &t);
        test_threads(&want, &t);
        test_sums_of_sums(&want, &t);
        buf_release(&want);
    }
    is_str(told_text(&t), "", "nothing was reported");
    told_close(&t);
    return done_testing();
}
