/* fuzz_stacks - fuzzes the reader and the writer of files of call stacks, and their sums
 *
 * Input: a byte of choices (1: the checksum is made right, 2: two bytes give the length of a first
 * file, and a second file follows it), then the bytes of the files.
 * Checks: sums and order of the nodes; written, read and written again; read twice; two files in
 * both orders, and merged.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/sink.h"
#include "fuzz.h"
#include "profile/gmon_io.h"

#include <zlib.h>

static const struct gmon_target target = {.word_bytes = 8};

/* Adds the bytes to `p'. Checks that a refusal has reported one reason, and a success none. */
static bool read_stacks(struct profile *p, const uint8_t *data, size_t size)
{
    struct diag d = fuzz_diag();
    struct gmon_file_info info = {0};
    struct gmon_input in = {.cursor = {.data = data, .size = size},
                            .path = "data",
                            .target = &target,
                            .profile = p,
                            .info = &info,
                            .diag = &d};
    bool ok = gmon_formats[FORMAT_STACKS].read(&in);

    FUZZ_CHECK(d.errors == (ok ? 0 : 1) && d.warnings == 0);
    return ok;
}

static void put_checksum(uint8_t *data, size_t size)
{
    enum { END_BYTES = 6 };
    uint32_t sum;

    if (size < END_BYTES)
        return;
    sum = (uint32_t)crc32_z(0, data, size - END_BYTES);
    for (size_t i = 0; i < 4; i++)
        data[size - 4 + i] = (uint8_t)(sum >> 8 * i);
}

/* Checks invariants of every tree. */
static void check_tree(const struct stack_data *s, const struct stack_tree *t)
{
    uint64_t signals = 0, ticks = 0, squares = 0;

    FUZZ_CHECK(t->n_nodes >= 1 && t->index.n == t->n_nodes && t->interval_ns > 0);
    FUZZ_CHECK(t->nodes[0].parent == 0 && t->nodes[0].module == 0 && t->nodes[0].signals == 0);
    for (size_t i = 0; i < t->n_nodes; i++) {
        const struct stack_node *n = &t->nodes[i];

        FUZZ_CHECK(i == 0 || n->parent < i);
        FUZZ_CHECK(n->parent != 0 ? n->module >= 1 && n->module <= s->n_modules
                                  : n->module == 0 && n->key < GSTACK_ENDS);
        FUZZ_CHECK(n->ticks <= n->squares && (n->signals > 0 || n->squares == 0));
        signals += n->signals;
        ticks += n->ticks;
        squares += n->squares;
    }
    FUZZ_CHECK(signals == t->signals && ticks == t->ticks && squares == t->squares);
    FUZZ_CHECK(t->lost <= t->signals);
}

/* Returns the stacks as a file. */
static struct sink write_stacks(const struct profile *p)
{
    struct diag d = fuzz_diag();
    struct sink out;
    struct gmon_output o = {.sink = &out, .path = "out", .target = &target, .diag = &d};

    sink_init(&out, -1, &d);
    FUZZ_CHECK(gmon_formats[FORMAT_STACKS].write(&o, p) && out.error == 0);
    return out;
}

/* Checks that both profiles hold the same. */
static void check_same(const struct profile *a, const struct profile *b)
{
    struct sink left = write_stacks(a), right = write_stacks(b);

    FUZZ_CHECK(left.used == right.used && memcmp(left.buf, right.buf, left.used) == 0);
    sink_release(&left);
    sink_release(&right);
}

static void check_profile(const struct profile *p)
{
    struct sink out = write_stacks(p);
    struct profile again = {0};

    for (size_t i = 0; i < p->stacks.n_trees; i++)
        check_tree(&p->stacks, &p->stacks.trees[i]);
    FUZZ_CHECK(read_stacks(&again, (const uint8_t *)out.buf, out.used));
    check_same(p, &again);
    profile_release(&again);
    sink_release(&out);
}

/* Checks that reading a file twice doubles every sum. */
static void try_twice(const struct profile *p, const uint8_t *data, size_t size)
{
    struct profile twice = {0};
    bool fits = true;

    for (size_t i = 0; i < p->stacks.n_trees; i++)
        fits = fits && stack_tree_has_room(&p->stacks.trees[i], &p->stacks.trees[i]);
    FUZZ_CHECK(read_stacks(&twice, data, size) && read_stacks(&twice, data, size) == fits);
    for (size_t i = 0; fits && i < p->stacks.n_trees; i++)
        FUZZ_CHECK(twice.stacks.trees[i].squares == 2 * p->stacks.trees[i].squares &&
                   twice.stacks.trees[i].n_nodes == p->stacks.trees[i].n_nodes);
    FUZZ_CHECK(twice.stacks.n_modules == p->stacks.n_modules);
    profile_release(&twice);
}

static void try_orders(uint8_t *first, size_t n, uint8_t *second, size_t m)
{
    struct profile ab = {0}, ba = {0}, a = {0}, b = {0};
    struct diag d = fuzz_diag();

    if (read_stacks(&a, first, n) && read_stacks(&b, second, m)) {
        bool ok = read_stacks(&ab, first, n) && read_stacks(&ab, second, m);

        FUZZ_CHECK(ok == (read_stacks(&ba, second, m) && read_stacks(&ba, first, n)));
        FUZZ_CHECK(ok == profile_merge(&a, &b, &d));
        if (ok) {
            check_same(&ab, &ba);
            check_same(&ab, &a);
            check_profile(&a);
        }
    }
    profile_release(&a);
    profile_release(&b);
    profile_release(&ab);
    profile_release(&ba);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    fuzz_silence();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input in = {data, size};
    unsigned choice = (unsigned)fuzz_number(&in, 1);
    uint64_t cut = choice & 2 ? fuzz_number(&in, 2) : 0; /* makes in.left smaller */
    size_t first = (size_t)(cut % (in.left + 1));
    uint8_t *copy = malloc(in.left ? in.left : 1);
    struct profile p = {0};

    if (!copy)
        abort();
    if (in.left)
        memcpy(copy, in.data, in.left);
    if (choice & 2) {
        if (choice & 1) {
            put_checksum(copy, first);
            put_checksum(copy + first, in.left - first);
        }
        try_orders(copy, first, copy + first, in.left - first);
    } else {
        if (choice & 1)
            put_checksum(copy, in.left);
        if (read_stacks(&p, copy, in.left)) {
            check_profile(&p);
            try_twice(&p, copy, in.left);
        }
        profile_release(&p);
    }
    free(copy);
    return 0;
}
