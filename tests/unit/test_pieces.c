/* test_pieces - text made by several threads: the same bytes in the same order
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/pieces.h"
#include "base/mem.h"
#include "base/processors.h"
#include "unit.h"

#include <fcntl.h>
#include <sched.h>
#include <stdatomic.h>

/* Pieces of very different lengths, some of which are larger than a buffer. */
struct work {
    size_t failing; /* the piece that fails, or SIZE_MAX */
    atomic_size_t made;
};

static size_t lines_of(size_t piece)
{
    return piece % 61 == 17 ? 60000 : piece % 7 == 3 ? 0 : piece * 31 % 97;
}

static bool make(void *context, size_t piece, struct sink *out, struct diag *d)
{
    struct work *w = context;

    atomic_fetch_add(&w->made, 1);
    for (size_t i = 0; i < lines_of(piece); i++) {
        sink_u64(out, piece, 9);
        sink_u64(out, i, 9);
        sink_literal(out, " of a piece\n");
    }
    return piece != w->failing || diag_no_memory(d, 1);
}

/* What `threads` threads write into a file or, without one, into memory. */
static char *write_all(struct pieces *p, size_t threads, bool to_file, bool *good, size_t *size)
{
    int fd = to_file ? open("text", O_RDWR | O_CREAT | O_TRUNC, 0600) : -1;
    struct sink out;
    char *text;

    if (to_file && fd < 0)
        unit_die("text");
    sink_init(&out, fd);
    sink_literal(&out, "before\n");
    *good = pieces_write(p, threads, &out, &told.diag);
    sink_literal(&out, "behind\n");
    if (!sink_flush(&out))
        unit_die("text");
    *size = (size_t)out.written;
    text = to_file ? unit_slurp("text", size) : mem_copy_string(&told.diag, out.buf, out.used);
    sink_release(&out);
    if (to_file)
        close(fd);
    return text;
}

static void test_same(size_t failing)
{
    struct work one = {.failing = failing};
    struct pieces p = {make, &one, 300};
    bool good;
    size_t size;
    char *text = write_all(&p, 1, true, &good, &size);

    for (size_t threads = 2; threads <= 9; threads++) {
        struct work several = {.failing = failing};
        struct pieces q = {make, &several, p.n};
        bool also_good;
        size_t also_size;
        char *also = write_all(&q, threads, threads % 3 > 0, &also_good, &also_size);

        ok(good == also_good, "%zu threads: the end is the same", threads);
        if (good)
            ok(size == also_size && memcmp(text, also, size) == 0, "... and so is the text");
        else /* of the piece that failed, one thread has written what there is */
            ok(also_size <= size && memcmp(text, also, also_size - 7) == 0,
               "... and so is what stands before the piece that failed");
        ok(several.made <= p.n && (!good || several.made == p.n), "... each piece is made once");
        free(also);
    }
    free(text);
}

static void test_full(void)
{
    struct work w = {.failing = SIZE_MAX};
    struct pieces p = {make, &w, 300};
    struct sink out;
    int fd = open("/dev/full", O_WRONLY);

    if (fd < 0) {
        skip(2, "there is no /dev/full");
        return;
    }
    sink_init(&out, fd);
    ok(pieces_write(&p, 3, &out, &told.diag) && out.error == ENOSPC,
       "what is not written is known");
    ok(w.made < 300, "... and the rest not made");
    sink_release(&out);
    close(fd);
}

/* Held to one processor, a process is not given threads for all that the machine has. */
static void test_processors(void)
{
#ifdef CPU_COUNT
    cpu_set_t before, one;

    if (sched_getaffinity(0, sizeof before, &before) == 0) {
        size_t first = 0;

        while (!CPU_ISSET(first, &before))
            first++;
        CPU_ZERO(&one);
        CPU_SET(first, &one);
        ok(processors_usable() == (size_t)CPU_COUNT(&before) &&
               sched_setaffinity(0, sizeof one, &one) == 0 && processors_usable() == 1 &&
               pieces_threads(0) == 1,
           "processors that the process may not run on do not count");
        sched_setaffinity(0, sizeof before, &before);
        return;
    }
#endif
    skip(1, "which processors a process may run on is unknown here");
}

static void test_all(void)
{
    test_same(SIZE_MAX);
    is_str(told_text(), "", "nothing is reported");
    test_same(200);
    ok(told.diag.errors == 1, "a failure is reported once");
    test_full();
    ok(pieces_threads(0) >= 1 && pieces_threads(5) == 5 && pieces_threads(100000) < 1000,
       "the number of threads is what is asked for, within reason");
    test_processors();
    told_clear();
}

UNIT_TESTS(test_all)
