/* test_stack_file - tests files of call stacks: read, written, summed, and refused
 *
 * Sound files are made by the data-file language of the test tools, which shares no code with what
 * reads them; damaged ones byte by byte.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gmon_text.h"
#include "profile/gmon_io.h"
#include "unit.h"

#include <zlib.h>

static const struct gmon_target target = {.word_bytes = 8};

/* A file with some of every kind of entry. */
static const char sample[] = "stacks cpu 4000000 missing 3 lost 2\n"
                             "module program 00c0ffee /bin/prog\n"
                             "module library - /lib/libc.so.6\n"
                             "module profiler - \"\"\n"
                             "module anonymous - \"\"\n"
                             "name main 0x1000\n"
                             "complete main+0x10 main+4 main=2 signals 3 ticks 12\n"
                             "complete main+0x10 libc.so.6:+0x2000 main=0x2000000000000000\n"
                             "complete main+0x10 profiler: ticks 7\n"
                             "guessed main+0x10 anonymous:\n"
                             "no-memory main=1 signals 2\n"
                             "stacks cpu 1000000 runs 2\n"
                             "stacks wall 1000000\n"
                             "complete main ticks 200\n";

static struct buf compiled(const char *text)
{
    struct buf b = {0};

    gmon_compile("test", text, strlen(text), &b);
    return b;
}

static bool read_bytes(struct profile *p, const void *bytes, size_t size)
{
    struct file_bytes scratch = {0};
    struct gmon_file_info info;
    bool ok;

    unlink("file"); /* a file system may take its time to replace an old file */
    unit_spew("file", bytes, size);
    told_clear();
    ok = gmon_out_read(p, "file", NULL, &target, &scratch, &info, &told.diag);
    file_bytes_release(&scratch);
    return ok;
}

/* Returns the profile as a stack file; the caller releases. */
static struct sink written(const struct profile *p)
{
    struct sink out;
    struct gmon_output o = {.sink = &out, .path = "file", .target = &target, .diag = &told.diag};

    sink_init(&out, -1, &told.diag);
    if (!gmon_formats[FORMAT_STACKS].write(&o, p))
        unit_die("gmon_formats[FORMAT_STACKS]");
    return out;
}

/* Returns true if the written profile equals the compiled text. */
static bool is_text(const struct profile *p, const char *text)
{
    struct buf want = compiled(text);
    struct sink got = written(p);
    bool ok = want.len == got.used && memcmp(want.p, got.buf, got.used) == 0;

    buf_release(&want);
    sink_release(&got);
    return ok;
}

static void test_sound(void)
{
    static const char *const texts[] = {sample, "stacks\n", "stacks cpu 1\n",
                                        "stacks wall 18446744073709551615 runs 0\n",
                                        "stacks\nsection x 0102\nstacks cpu 5\nsection y \"\"\n"};

    for (size_t i = 0; i < UNIT_COUNT(texts); i++) {
        struct buf file = compiled(texts[i]);
        struct profile p = {0};

        ok(read_bytes(&p, file.p, file.len), "text %zu is read", i);
        is_str(told_text(), "", "without a word");
        ok(is_text(&p, i < 4 ? texts[i] : "stacks cpu 5\n"), "and is written byte for byte");
        profile_release(&p);
        buf_release(&file);
    }
}

/* ---- damage --------------------------------------------------------------------------------- */

static void test_cut(void)
{
    struct buf file = compiled(sample);
    size_t accepted = 0, silent = 0, added = 0;
    regex_t offset;

    if (regcomp(&offset, "^unit: file: .*(offset [0-9]+|4.4BSD|BSD|empty|too short)", REG_EXTENDED))
        unit_die("regcomp");
    for (size_t n = 0; n < file.len; n++) {
        struct profile p = {0};

        accepted += read_bytes(&p, file.p, n);
        silent += told.diag.errors != 1 || regexec(&offset, told_text(), 0, NULL, 0) != 0;
        added += p.stacks.n_modules + p.stacks.n_trees;
        profile_release(&p);
    }
    is_uint(accepted, 0, "cut short anywhere, a file is refused");
    is_uint(silent, 0, "with one line that tells where");
    is_uint(added, 0, "and nothing of it is used");
    regfree(&offset);
    buf_release(&file);
    told_clear();
}

static void test_changed_bytes(void)
{
    struct buf file = compiled(sample);
    size_t accepted = 0, added = 0;

    for (size_t at = 6; at < file.len; at++)
        for (unsigned change = 1; change < 256; change += change < 4 ? 1 : 27) {
            struct profile p = {0};

            file.p[at] = (uint8_t)(file.p[at] ^ change);
            accepted += read_bytes(&p, file.p, file.len);
            added += p.stacks.n_modules + p.stacks.n_trees;
            file.p[at] = (uint8_t)(file.p[at] ^ change);
            profile_release(&p);
        }
    is_uint(accepted, 0, "any changed byte is noticed");
    is_uint(added, 0, "before anything of the file is used");
    buf_release(&file);
    told_clear();
}

/* Makes the checksum right again, if there is room for one. */
static void fix_checksum(uint8_t *p, size_t n)
{
    uint32_t sum;

    if (n < 18)
        return;
    sum = (uint32_t)crc32(0, p, (uInt)(n - 6));
    for (size_t i = 0; i < 4; i++)
        p[n - 4 + i] = (uint8_t)(sum >> 8 * i);
}

/* ---- files that no runtime writes ------------------------------------------------------------ */

/* Returns a file of a header, the bytes, and an end. */
static struct buf assembled(const char *hex)
{
    struct buf file = {0};
    unsigned byte;

    buf_str(&file, GSTACK_MAGIC);
    buf_uint(&file, 1, 4);
    for (; sscanf(hex, " %2x", &byte) == 1; hex += strspn(hex, " ") + 2)
        buf_uint(&file, byte, 1);
    buf_put(&file, "E\4\0\0\0\0", 6);
    fix_checksum(file.p, file.len);
    return file;
}

#define NO_MODULES "4d 01 00 "
#define PROGRAM "4d 05 01 00 00 01 61 "        /* no build ID, path "a" */
#define TREE "01 00 00 00 00 01 "              /* behind the clock: 1 ns, 1 run, no samples */
#define ROOT_OF_ONE "00 00 01 00 00 00 01 00 " /* a root, and a complete end, with a child each */

static void test_hostile(void)
{
    static const struct {
        const char *hex, *want; /* NULL: accepted */
    } files[] = {
        {NO_MODULES "54 0b 00 " TREE "00 00 00 00", NULL},
        {"", NULL},
        {NO_MODULES "78 02 ff ff", NULL},
        {NO_MODULES "58 00", "unknown section 0x58 at offset 15; use a newer gprof"},
        {NO_MODULES "7f 00", "unknown section 0x7f at offset 15"},
        {"4d 81 00 00", "bad length of a section at offset 13"},
        {"4d ff ff ff ff ff ff ff ff ff 7f", "bad length of a section at offset 13"},
        {"4d ff ff ff ff ff ff ff ff ff 01",
         "end of file at offset 23: a section needs 18446744073709551615 bytes and 6 are left"},
        {"54 00", "a tree before the modules at offset 14"},
        {NO_MODULES NO_MODULES, "a second list of modules at offset 17"},
        {"4d 00", "bad number at offset 14"},
        {"4d 01 01", "more modules than the section has bytes for at offset 14"},
        {"4d 0a ff ff ff ff ff ff ff ff ff 01", "more modules than the section has bytes for"},
        {"4d 05 01 05 00 01 61", "a module of an unknown kind at offset 15"},
        {"4d 05 01 00 00 02 61", "a name that is longer than its section at offset 17"},
        {"4d 06 01 00 00 02 61 00", "a path with a NUL in the module at offset 15"},
        {"4d 06 01 00 00 01 61 00", "bytes after the last module at offset 19"},
        {"4d 09 02 00 00 01 61 00 00 01 61", "a module that is not in order at offset 19"},
        {"4d 09 02 00 00 01 62 00 00 01 61", "a module that is not in order at offset 19"},
        {"4d 07 02 01 00 00 00 00 00", "a module that is not in order at offset 18"},
        {NO_MODULES "54 00", "a tree of an unknown clock at offset 17"},
        {NO_MODULES "54 0b 02 " TREE "00 00 00 00", "a tree of an unknown clock at offset 17"},
        {NO_MODULES "54 0b 00 00 00 00 00 00 01 00 00 00 00", "numbers cannot be at offset 17"},
        {NO_MODULES "54 0b 00 01 00 00 00 01 01 00 00 00 00", "numbers cannot be at offset 17"},
        {NO_MODULES "54 0b 00 " TREE "00 00 00 00 54 0b 00 " TREE "00 00 00 00",
         "a tree that is not in order at offset 30"},
        {NO_MODULES "54 0b 01 " TREE "00 00 00 00 54 0b 00 " TREE "00 00 00 00",
         "a tree that is not in order at offset 30"},
        {NO_MODULES "54 0c 00 81 00 00 00 00 00 01 00 00 00 00", "bad number at offset 18"},
        {NO_MODULES "54 0b 00 " TREE "01 00 00 00", "a node of an unknown module at offset 24"},
        {PROGRAM "54 0b 00 " TREE "01 00 00 00", "cannot be in its place at offset 28"},
        {NO_MODULES "54 0b 00 " TREE "00 02 00 00", "cannot be in its place"},
        {NO_MODULES "54 0d 00 01 01 01 00 00 01 00 00 00 01 01 01", "cannot be in its place"},
        {NO_MODULES "54 0b 00 " TREE "00 00 01 00", "bad number at offset 28"},
        {NO_MODULES "54 14 00 " TREE "00 00 ff ff ff ff ff ff ff ff ff 01 00",
         "bad number at offset"},
        {NO_MODULES "54 0f 00 " TREE "00 00 01 00 00 0c 00 00",
         "cannot be in its place at offset 28"},
        {NO_MODULES "54 0f 00 " TREE "00 00 01 00 00 01 00 00",
         "cannot be in its place at offset 28"},
        {PROGRAM "54 0f 00 " TREE "00 00 01 00 01 00 00 00", "cannot be in its place at offset 32"},
        {PROGRAM "54 13 00 " TREE ROOT_OF_ONE "00 02 00 00", "cannot be in its place at offset 36"},
        {PROGRAM "54 13 00 " TREE ROOT_OF_ONE "01 02 00 00", NULL},
        {PROGRAM "54 13 00 " TREE ROOT_OF_ONE "01 01 00 00", NULL}, /* key 2^64 - 1 */
        {"4d 04 01 03 00 00 54 13 00 " TREE ROOT_OF_ONE "01 02 00 00",
         "cannot be in its place at offset 35"},
        {"4d 04 01 04 00 00 54 13 00 " TREE ROOT_OF_ONE "01 01 00 00", "cannot be in its place"},
        {PROGRAM "54 17 00 " TREE "00 00 01 00 00 00 02 00 01 02 00 00 01 02 00 00",
         "a node that is not in order at offset 40"},
        {PROGRAM "54 17 00 " TREE "00 00 01 00 00 00 02 00 01 04 00 00 01 02 00 00",
         "a node that is not in order at offset 40"},
        {NO_MODULES "54 13 00 " TREE "00 00 02 00 00 02 00 00 00 00 00 00",
         "a node that is not in order at offset 32"},
        {NO_MODULES "54 0c 00 " TREE "00 00 00 00 00", "bytes behind the last node at offset 28"},
        {PROGRAM "54 15 00 01 01 05 00 00 01 " ROOT_OF_ONE "01 02 00 01 05 19", NULL},
        {PROGRAM "54 15 00 01 02 05 00 00 01 " ROOT_OF_ONE "01 02 00 01 05 19",
         "other samples or ticks in the nodes than in the sum of the tree at offset 21"},
        {PROGRAM "54 15 00 01 01 06 00 00 01 " ROOT_OF_ONE "01 02 00 01 05 19", "other samples or"},
        {PROGRAM "54 15 00 01 00 05 00 00 01 " ROOT_OF_ONE "01 02 00 01 05 19",
         "other samples or ticks in the nodes than in the sum of the tree at offset 21"},
        {PROGRAM "54 15 00 01 01 04 00 00 01 " ROOT_OF_ONE "01 02 00 01 05 19", "other samples or"},
        {PROGRAM "54 15 00 01 01 05 00 00 01 " ROOT_OF_ONE "01 02 00 01 05 18",
         "ticks that no samples can have in the node at offset 36"},
        {PROGRAM "54 15 00 01 01 05 00 00 01 " ROOT_OF_ONE "01 02 00 01 05 1a", "no samples can"},
        {PROGRAM "54 15 00 01 02 05 00 00 01 " ROOT_OF_ONE "01 02 00 02 05 0c", "no samples can"},
        {PROGRAM "54 15 00 01 02 05 00 00 01 " ROOT_OF_ONE "01 02 00 02 05 0d", NULL},
        {PROGRAM "54 15 00 01 02 05 00 00 01 " ROOT_OF_ONE "01 02 00 02 05 04", "no samples can"},
        {PROGRAM "54 15 00 01 01 00 00 00 01 " ROOT_OF_ONE "01 02 00 01 00 00", NULL},
    };

    for (size_t i = 0; i < UNIT_COUNT(files); i++) {
        struct buf file = assembled(files[i].hex);
        struct profile p = {0};
        bool read = read_bytes(&p, file.p, file.len);

        if (files[i].want)
            ok(!read && strstr(told_text(), files[i].want), "%s: %s", files[i].hex, files[i].want);
        else
            ok(read && told.diag.errors == 0, "%s", files[i].hex);
        if (read != !files[i].want || (files[i].want && !strstr(told_text(), files[i].want)))
            diag("%s", told_text());
        profile_release(&p);
        buf_release(&file);
    }
}

static void test_header(void)
{
    struct buf file = compiled(sample);
    struct profile p = {0};

    file.p[8] = 2;
    fix_checksum(file.p, file.len);
    ok(!read_bytes(&p, file.p, file.len), "a file of a later major version");
    like(told_text(), "version 2.0, and 1 is known; use a newer gprof", "is refused");
    file.p[8] = 1;
    file.p[9] = 7;
    fix_checksum(file.p, file.len);
    ok(read_bytes(&p, file.p, file.len), "a later minor version is read");
    profile_release(&p);
    file.p[9] = 0;
    ok(!read_bytes(&p, file.p, file.len), "a wrong checksum");
    like(told_text(), "the checksum at offset [0-9]+ is .*; the file is corrupt", "is told");
    fix_checksum(file.p, file.len);
    buf_uint(&file, 0, 1);
    ok(!read_bytes(&p, file.p, file.len), "a byte behind the end");
    like(told_text(), "the end section at offset [0-9]+ is not the end of the file", "is told");
    buf_release(&file);
    told_clear();
}

/* ---- size ----------------------------------------------------------------------------------- */

/* Makes a chain of `depth' frames. The last one has all the samples. */
static struct buf deep(size_t depth)
{
    struct buf file = {0}, nodes = {0};

    buf_put(&nodes, "\0\1\1\1\0\0\1\0\0\1\0\0\0\1\0", 15); /* the tree, the root, and its child */
    for (size_t i = 1; i < depth; i++)
        buf_put(&nodes, i == 1 ? "\1\2\1\0" : "\0\2\1\0", 4);
    buf_put(&nodes, "\0\2\0\1\1\1", 6);
    buf_str(&file, GSTACK_MAGIC);
    buf_uint(&file, 1, 4);
    buf_put(&file, "M\5\1\0\0\1aT", 8);
    for (size_t left = nodes.len; left > 0; left >>= 7)
        buf_uint(&file, (left & 0x7f) | (left > 0x7f ? 0x80 : 0), 1);
    buf_put(&file, nodes.p, nodes.len);
    buf_put(&file, "E\4\0\0\0\0", 6);
    fix_checksum(file.p, file.len);
    buf_release(&nodes);
    return file;
}

static void test_depth(void)
{
    const size_t depth = unit_times(1000000) + 1;
    struct buf file = deep(depth);
    struct profile p = {0};
    struct sink out;

    ok(read_bytes(&p, file.p, file.len), "%zu frames", depth);
    is_uint(p.stacks.trees[0].n_nodes, depth + 2, "are so many nodes");
    out = written(&p);
    ok(out.used == file.len && memcmp(out.buf, file.p, out.used) == 0, "and are written again");
    sink_release(&out);
    profile_release(&p);
    buf_release(&file);
}

UNIT_TESTS(test_sound, test_cut, test_changed_bytes, test_hostile, test_header, test_depth)
