/* replay - runs a fuzz target without an engine: its corpus, then small changes of the corpus
 *
 * Role: the main function of the targets without clang's libFuzzer: in every `make check`.
 * Input: files, or without arguments all of tests/fuzz/corpus/NAME below SRCDIR for fuzz_NAME. A
 * file *.gmon is in the data-file language of tests/tools; all others are used as they are.
 * FUZZ_RUNS is the number of changed inputs to try: by default 20000, fewer if an input takes long,
 * none if files are named. FUZZ_SEED is the first seed of the random numbers (default 1).
 *     replay -w DIRECTORY    writes the corpus there, as bytes, for libFuzzer
 * Output: TAP. If the target dies, the input is printed to stderr as a line of that language, to be
 * put into the corpus; the same if an input takes more than ten seconds.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "fuzz.h"
#include "gmon_text.h"
#include "tool_buf.h"
#include "tool_prng.h"

#include <inttypes.h>
#include <signal.h>

#pragma weak LLVMFuzzerInitialize
#pragma weak fuzz_input_cost

enum { RUNS = 20000, INPUT_MAX = 4096, SECONDS_MAX = 10, SEEDS_MAX = 1000 };

static struct {
    struct buf seeds[SEEDS_MAX];
    size_t n_seeds;
    const uint8_t *data; /* current input of the target */
    size_t size;
    int out; /* descriptor for TAP, because the target may redirect standard output */
} state;

/* Prints the input that the target dies of. Calls only what a signal handler may call. */
static void show_input(int signal_number)
{
    static const char digits[] = "0123456789abcdef";
    char pair[2];

    (void)!write(STDERR_FILENO, "input: raw ", 11);
    for (size_t i = 0; i < state.size; i++) {
        pair[0] = digits[state.data[i] >> 4];
        pair[1] = digits[state.data[i] & 15];
        (void)!write(STDERR_FILENO, pair, 2);
    }
    (void)!write(STDERR_FILENO, "\n", 1);
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static void watch_signals(void)
{
    static const int deadly[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGALRM};

    for (size_t i = 0; i < UNIT_COUNT(deadly); i++)
        signal(deadly[i], show_input);
}

/* Feeds the target. The bytes are in memory of exactly their size, so that reading on is
 * detected. */
static void feed(const struct buf *input)
{
    uint8_t *copy = malloc(input->len ? input->len : 1);

    if (!copy)
        unit_die("malloc");
    if (input->len)
        memcpy(copy, input->p, input->len);
    state.data = copy;
    state.size = input->len;
    alarm(SECONDS_MAX);
    LLVMFuzzerTestOneInput(copy, input->len);
    alarm(0);
    state.size = 0;
    free(copy);
}

static void load(const char *path)
{
    struct buf *seed = &state.seeds[state.n_seeds], text = {0};
    const char *dot = strrchr(path, '.');

    if (state.n_seeds == SEEDS_MAX)
        die("%s: only %d seeds", path, SEEDS_MAX);
    state.n_seeds++;
    if (dot && strcmp(dot, ".gmon") == 0) {
        buf_load(&text, path);
        gmon_compile(path, (const char *)text.p, text.len, seed);
        buf_release(&text);
    } else {
        buf_load(seed, path);
    }
}

static int is_seed(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* Loads the target's corpus: for fuzz_NAME, the directory NAME. */
static void load_corpus(const char *program)
{
    const char *top = getenv("SRCDIR"), *name = strchr(diag_basename(program), '_');
    struct dirent **entries;
    char directory[PATH_MAX - NAME_MAX - 1], path[PATH_MAX];
    int n;

    snprintf(directory, sizeof directory, "%s/tests/fuzz/corpus/%s", top && *top ? top : ".",
             name ? name + 1 : "");
    n = scandir(directory, &entries, is_seed, alphasort);
    if (n < 0)
        unit_die(directory);
    for (int i = 0; i < n; i++) {
        snprintf(path, sizeof path, "%s/%s", directory, entries[i]->d_name);
        load(path);
        free(entries[i]);
    }
    free(entries);
}

/* ---- changes ---- */

static const uint64_t edges[] = {0,
                                 1,
                                 2,
                                 0x7f,
                                 0x80,
                                 0xff,
                                 0x7fff,
                                 0x8000,
                                 0xffff,
                                 0x7fffffff,
                                 0x80000000,
                                 0xffffffff,
                                 0x51879,
                                 UINT64_MAX,
                                 (uint64_t)INT64_MAX,
                                 UINT64_C(1) << 63};

/* Replaces bytes by a number of 1, 2, 4 or 8 bytes. */
static void put_edge(struct prng *r, struct buf *b)
{
    size_t bytes = (size_t)1 << prng_below(r, 4);

    if (b->len < bytes)
        return;
    b->big = prng_chance(r, 50);
    buf_patch(b, (size_t)prng_below(r, b->len - bytes + 1), edges[prng_below(r, UNIT_COUNT(edges))],
              bytes);
}

/* Replaces `cut` bytes of `b` at `to` by `n` bytes of `from` at `at`. */
static void splice(struct buf *b, size_t to, size_t cut, const struct buf *from, size_t at,
                   size_t n)
{
    struct buf result = {0};

    buf_put(&result, b->p, to);
    buf_put(&result, from->p + at, n);
    buf_put(&result, b->p + to + cut, b->len - to - cut);
    if (result.len > INPUT_MAX)
        result.len = INPUT_MAX;
    buf_release(b);
    *b = result;
}

static void change(struct prng *r, struct buf *b)
{
    struct buf *other = &state.seeds[prng_below(r, state.n_seeds)], copy = {0};
    size_t to = (size_t)prng_below(r, b->len + 1), at, n;

    switch (prng_below(r, 6)) {
    case 0:
        if (to < b->len)
            b->p[to] ^= (unsigned char)(1U << prng_below(r, 8));
        break;
    case 1:
        if (to < b->len)
            b->p[to] = (unsigned char)prng_next(r);
        break;
    case 2:
        put_edge(r, b);
        break;
    case 3: /* a piece removed */
        splice(b, to, (size_t)prng_zipf(r, b->len - to + 1), other, 0, 0);
        break;
    case 4: /* a piece repeated */
        buf_put(&copy, b->p, b->len);
        at = (size_t)prng_below(r, copy.len + 1);
        splice(b, to, 0, &copy, at, (size_t)prng_zipf(r, copy.len - at + 1));
        buf_release(&copy);
        break;
    default: /* a piece of another input */
        at = (size_t)prng_below(r, other->len + 1);
        n = (size_t)prng_zipf(r, other->len - at + 1);
        splice(b, to, prng_chance(r, 50) ? (size_t)prng_zipf(r, b->len - to + 1) : 0, other, at, n);
    }
}

static void feed_changed(uint64_t seed, size_t runs)
{
    struct prng r = {seed};

    for (size_t i = 0; i < runs && state.n_seeds > 0; i++) {
        const struct buf *from = &state.seeds[prng_below(&r, state.n_seeds)];
        struct buf b = {0};

        buf_put(&b, from->p, from->len);
        for (uint64_t n = prng_range(&r, 1, 4); n > 0; n--)
            change(&r, &b);
        feed(&b);
        buf_release(&b);
    }
}

static size_t number_of(const char *variable, size_t otherwise)
{
    const char *text = getenv(variable);

    return text && *text ? (size_t)strtoull(text, NULL, 10) : otherwise;
}

static int write_seeds(const char *directory)
{
    char path[PATH_MAX];

    for (size_t i = 0; i < state.n_seeds; i++) {
        snprintf(path, sizeof path, "%s/seed%zu", directory, i);
        buf_save(&state.seeds[i], path);
    }
    return 0;
}

int main(int argc, char **argv)
{
    double cost = &fuzz_input_cost ? fuzz_input_cost : 1;
    size_t usual = (size_t)((double)unit_times(RUNS) / cost);
    size_t runs = number_of("FUZZ_RUNS", argc > 1 ? 0 : usual);
    uint64_t seed = number_of("FUZZ_SEED", 1);

    if (argc < 2 || strcmp(argv[1], "-w") == 0)
        load_corpus(argv[0]);
    if (argc > 2 && strcmp(argv[1], "-w") == 0)
        return write_seeds(argv[2]);
    for (int i = 1; i < argc; i++)
        load(argv[i]);
    state.out = dup(STDOUT_FILENO);
    if (LLVMFuzzerInitialize)
        LLVMFuzzerInitialize(&argc, &argv);
    watch_signals();
    for (size_t i = 0; i < state.n_seeds; i++)
        feed(&state.seeds[i]);
    dprintf(state.out, "ok 1 - %zu inputs of the corpus\n", state.n_seeds);
    feed_changed(seed, runs);
    dprintf(state.out, "ok 2 - %zu changed ones, from seed %" PRIu64 " on\n1..2\n", runs, seed);
    for (size_t i = 0; i < state.n_seeds; i++)
        buf_release(&state.seeds[i]);
    return 0;
}
