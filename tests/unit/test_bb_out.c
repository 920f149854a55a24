/* test_bb_out - tests listings of basic blocks: their forms, cuts, damages, and a large one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/gmon_io.h"
#include "unit.h"

static struct file_bytes scratch;
static struct gmon_file_info info;

static const struct gmon_target wide = {.word_bytes = 8},
                                narrow = {.word_bytes = 4, .big_endian = true};

static bool read_bytes(struct profile *p, const void *bytes, size_t size,
                       const struct gmon_format *format, const struct gmon_target *target)
{
    told_clear();
    *p = (struct profile){0};
    unit_spew("bb.out", bytes, size);
    return gmon_out_read(p, "bb.out", format, target, &scratch, &info, &told.diag);
}

/* Reads bytes without a file, for tests of many texts. The bytes lie in a block of exactly their
 * size, so that valgrind and sanitizers detect a read behind their end. */
static bool read_direct(struct profile *p, const void *bytes, size_t size,
                        const struct gmon_target *target)
{
    uint8_t *copy = malloc(size ? size : 1);
    struct gmon_input in = {.cursor = {.data = copy, .size = size},
                            .path = "bb.out",
                            .target = target,
                            .profile = p,
                            .info = &info,
                            .diag = &told.diag};
    bool ok;

    if (!copy)
        unit_die("malloc");
    told_clear();
    memcpy(copy, bytes, size);
    *p = (struct profile){0};
    info = (struct gmon_file_info){0};
    ok = gmon_formats[FORMAT_BB_OUT].detect(&in.cursor, target, size)
             ? gmon_formats[FORMAT_BB_OUT].read(&in)
             : diag_error(&told.diag, "bb.out", "no listing");
    free(copy);
    return ok;
}

static bool read_text(struct profile *p, const char *text)
{
    return read_bytes(p, text, strlen(text), NULL, &wide);
}

/* Returns the blocks of a profile as text: address:count, in the order of their appearance. */
static const char *blocks(const struct profile *p)
{
    static char text[1024];
    size_t n = 0;

    text[0] = '\0';
    for (size_t i = 0; i < p->blocks.n && n < sizeof text; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%jx:%ju", i ? " " : "",
                              (uintmax_t)p->blocks.keys[i].first, (uintmax_t)p->block_counts[i]);
    return text;
}

#define TITLE "Basic block profiling finished on Thu Mar  4 12:00:00 1993\n\n"
#define BLOCK_1 "    Block #1: executed          3 time(s) address= 0x00001000 "
#define BLOCK_2 "    Block #2: executed          1 time(s) address= 0x00001044"

static const char sample[] = TITLE "File prog.c, 2 basic blocks \n\n" BLOCK_1
                                   "function= main       line=    5 file= prog.c\n" BLOCK_2
                                   "\n\nFile a, b.c, 1 basic blocks \n\n"
                                   "    Block #1: executed 70000 time(s) address= 0x2000 line= 1\n"
                                   "\n";
static const char sample_blocks[] = "1000:3 1044:1 2000:70000";

static void test_forms(void)
{
    static const struct {
        const char *text, *blocks, *name;
    } forms[] = {
        {sample, sample_blocks, "as the libraries wrote it"},
        {TITLE "File a,1 basic blocks\nBlock #1:executed 2 time(s) address=0XaBc\n", "abc:2",
         "few blanks, digits of both cases"},
        {TITLE "File a, 1 basic block\n\tBlock  # 1 :  executed\t2 times\taddress = 0x 7 line=\n",
         "7:2", "many blanks"},
        {"\r\n\r\n" TITLE "File a, 1 basic blocks \r\n\r\nBlock #1: executed 2 time(s) address= 0x7"
         "\r\n",
         "7:2", "carriage returns"},
        {"File a, 1 basic blocks\nBlock #1: executed 2 time(s) address= 0x7\n", "7:2", "no title"},
        {"Block #1: executed 2 time(s) address= 0x7\n", "7:2", "a block alone"},
        {TITLE "File a, 1 basic blocks\nBlock #1: executed 2 time(s) address= 0x7\n" TITLE
               "File a, 1 basic blocks\nBlock #1: executed 3 time(s) address= 0x7\n",
         "7:5", "two runs add up"},
        {TITLE "File a, 2 basic blocks\nBlock #1: executed 18446744073709551615 time(s) address= "
               "0xffffffffffffffff\nBlock #2: executed 1 time(s) address= 0xffffffffffffffff\n",
         "ffffffffffffffff:18446744073709551615", "the largest numbers; the sum stops there"},
        {TITLE "File a, 1 basic blocks\nBlock #1: executed 0 time(s) address= 0x0\n", "0:0",
         "zeros"},
        {TITLE "File a, 1 basic blocks\nBlock #1: executed 2 time(s) address= 0x7 function= f",
         "7:2", "the end of the last line is missing, behind the address"},
    };

    for (size_t i = 0; i < UNIT_COUNT(forms); i++) {
        struct profile p;
        ok(read_text(&p, forms[i].text), "%s: read", forms[i].name);
        is_str(blocks(&p), forms[i].blocks, "its blocks");
        ok(p.has_blocks && !p.has_histogram && !p.has_arcs, "%s: nothing else", forms[i].name);
        ok(info.version == 0 && info.records[GMON_TAG_TIME_HIST] == 0 &&
               info.records[GMON_TAG_CG_ARC] == 0 && info.records[GMON_TAG_BB_COUNT] == 1,
           "%s: one record", forms[i].name);
        is_str(told_text(), "", "no message");
        profile_release(&p);
    }
}

static void test_warnings(void)
{
    static const struct {
        const char *text, *ere;
    } doubtful[] = {
        {TITLE, "lists no basic blocks"},
        {TITLE "File a, 0 basic blocks\n", "lists no basic blocks"},
        {TITLE "File a, 2 basic blocks\n" BLOCK_1 "\n", "line 3 announces 2 .* and 1 follow"},
        {TITLE "File a, 0 basic blocks\n" BLOCK_1 "\nFile b, 7 basic blocks\n",
         "line 3 announces 0 .* and 1 follow"},
    };

    for (size_t i = 0; i < UNIT_COUNT(doubtful); i++) {
        struct profile p;
        ok(read_text(&p, doubtful[i].text), "doubtful text %zu is read", i);
        like(told_text(), doubtful[i].ere, "with a warning");
        is_uint(told.diag.warnings, 1, "which is one");
        profile_release(&p);
    }
    told_clear();
}

static void test_refusals(void)
{
    static const char *const wrong[] = {
        "something else",
        "File a",
        "File a, many basic blocks",
        "File a, 18446744073709551616 basic blocks",
        "Block 1: executed 2 time(s) address= 0x7",
        "Block #: executed 2 time(s) address= 0x7",
        "Block #99999999999999999999: executed 2 time(s) address= 0x7",
        "Block #1 executed 2 time(s) address= 0x7",
        "Block #1: run 2 time(s) address= 0x7",
        "Block #1: executed time(s) address= 0x7",
        "Block #1: executed -1 time(s) address= 0x7",
        "Block #1: executed 18446744073709551616 time(s) address= 0x7",
        "Block #1: executed 99999999999999999999999999999999 time(s) address= 0x7",
        "Block #1: executed 0x10 time(s) address= 0x7",
        "Block #1: executed 2",
        "Block #1: executed 2 time(s)",
        "Block #1: executed 2 time(s) line= 7 address= 0x7",
        "Block #1: executed 2 time(s) address= 7",
        "Block #1: executed 2 time(s) address= 0x",
        "Block #1: executed 2 time(s) address= 0x7g",
        "Block #1: executed 2 time(s) address= 0x10000000000000000",
    };
    struct profile p;

    for (size_t i = 0; i < UNIT_COUNT(wrong); i++) {
        char text[512];
        snprintf(text, sizeof text, "%s%s\n%s\n", TITLE, wrong[i], BLOCK_2);
        ok(!read_text(&p, text), "refused: %s", wrong[i]);
        like(told_text(), "^unit: bb\\.out: line 3 .*mend the line", "file, line and remedy");
        is_uint(told.diag.errors, 1, "one line");
        profile_release(&p);
    }
    ok(!read_text(&p, TITLE BLOCK_2), "refused: an address at the very end, maybe cut");
    like(told_text(), "line 3 .*cut off", "the reason");
    profile_release(&p);
    ok(!read_bytes(&p, TITLE "Block #1: executed 1 time(s) address= 0x100000000\n",
                   strlen(TITLE) + 51, NULL, &narrow),
       "refused: an address above 32 bits for an image of 32 bits");
    like(told_text(), "line 3: the address 0x100000000 .*32 bits", "the reason");
    profile_release(&p);
    ok(!read_bytes(&p, sample, sizeof sample - 1, &gmon_formats[FORMAT_MAGIC], &wide), "-O magic");
    like(told_text(), "-O auto", "names the remedy");
    profile_release(&p);
    ok(!read_bytes(&p, sample, sizeof sample - 1, &gmon_formats[FORMAT_BSD], &wide), "-O bsd");
    profile_release(&p);
    told_clear();
}

/* Tests cuts at any place: refused, or the first blocks and no others, with a warning of what is
 * left out. */
static void test_cuts(void)
{
    size_t wrong = 0;

    for (size_t size = 0; size < sizeof sample - 1; size++) {
        struct profile p;
        bool read = read_direct(&p, sample, size, &wide);
        bool whole = read && strcmp(blocks(&p), sample_blocks) == 0;
        bool part = strncmp(blocks(&p), sample_blocks, strlen(blocks(&p))) == 0;
        bool between = strchr(" ", sample_blocks[strlen(blocks(&p))]) != NULL || !p.blocks.n;
        /* a cut before the line of the second file cannot be seen */
        if (!part || !between || (!read && told.diag.errors != 1) ||
            (whole && told.diag.warnings) || (read && p.blocks.n < 2 && told.diag.warnings != 1)) {
            diag("cut to %zu bytes: %s, %s", size, blocks(&p), told_text());
            wrong++;
        }
        profile_release(&p);
    }
    is_uint(wrong, 0, "cut at every length: an error, or fewer blocks");
}

/* Tests that no other format is mistaken for a listing. */
static void test_others(void)
{
    static const uint8_t bsd[] = {0, 0x10, 0, 0, 4, 0x10, 0, 0, 16, 0, 0, 0, 'B', 0, 7, 0};
    static const struct gmon_target little = {.word_bytes = 4};
    struct profile p;

    ok(read_bytes(&p, bsd, sizeof bsd, NULL, &little), "a BSD file is read");
    ok(p.n_hists == 1 && p.hists[0].n_bins == 2 && p.hists[0].bins[0] == 'B', "as one");
    profile_release(&p);
    ok(!read_text(&p, "Blockhead, the story of a long text\n"), "another text");
    ok(!strstr(told_text(), "line"), "is no listing of blocks");
    profile_release(&p);
    told_clear();
}

static void test_large(void)
{
    size_t n = unit_times(1000000), size = 0;
    char *text = malloc(n * 100 + 200);
    struct profile p;

    if (!text)
        unit_die("malloc");
    size += (size_t)snprintf(text, 200, "%sFile a.c, %zu basic blocks\n\n", TITLE, n);
    for (size_t i = 1; i <= n; i++)
        size += (size_t)snprintf(text + size, 100,
                                 "    Block #%zu: executed %zu time(s) address= "
                                 "0x%08zx function= f line= 7\n",
                                 i, 3 * i, 16 * i);
    ok(read_bytes(&p, text, size, NULL, &wide), "%zu blocks", n);
    is_uint(p.blocks.n, n, "are all there");
    is_uint(p.block_counts[n - 1], 3 * n, "up to the last");
    is_str(told_text(), "", "without a message");
    profile_release(&p);
    free(text);
}

UNIT_TESTS(test_forms, test_warnings, test_refusals, test_cuts, test_others, test_large)
