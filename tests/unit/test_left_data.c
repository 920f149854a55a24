/* test_left_data - tests which files of a run are found, and to which program they belong
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/left_data.h"
#include "gmon_out.h"
#include "gmon_text.h"
#include "unit.h"

/* Writes a data file with a histogram of one bin. */
static void write_data(const char *name, uint16_t ticks)
{
    static const char dimension[GMON_DIMENSION_BYTES + 1] = "seconds\0\0\0\0\0\0\0\0s";
    const uint32_t version = GMON_VERSION, bins = 1, rate = 100;
    const uintptr_t low = 0x1000, high = 0x1004;
    char bytes[128] = GMON_MAGIC, *at = bytes + GMON_MAGIC_BYTES;

#define PUT(value) memcpy(at, &(value), sizeof(value)), at += sizeof(value)
    PUT(version);
    at += GMON_SPARE_BYTES;
    *at++ = GMON_TAG_TIME_HIST;
    PUT(low);
    PUT(high);
    PUT(bins);
    PUT(rate);
    PUT(dimension);
    PUT(ticks);
#undef PUT
    unit_spew(name, bytes, (size_t)(at - bytes));
}

static void test_names(void)
{
    struct left_data l;
    const struct left_program *p;

    write_data("12.0.cat.gmon", 3);
    write_data("13.2.cat.gmon", 5);
    write_data("14.0.a.gmon.b.gmon", 1);
    write_data("12.0.cat.gmon.libm.so", 9);
    write_data("12.0.cat.gmon.1", 2);
    write_data("12.0.cat.gmon.1.libm.so", 9);
    write_data("prefix.77", 4);
    /* no data files */
    unit_spew("stacks.14.0.a.gmon.b.gmon", "broken", 6);
    unit_spew("gmon.out", "", 0);
    unit_spew("12.cat.gmon", "", 0);
    unit_spew("x.0.cat.gmon", "", 0);
    unit_spew("prefix.77.1", "", 0);
    ok(symlink("gmon.out", "15.0.link.gmon") == 0, "a link");
    left_data_read(&l, ".", 13, "start", &told.diag);
    is_uint(l.n, 3, "three programs");
    p = &l.programs[0];
    is_str(p->name, "a.gmon.b", "a name with the mark in it");
    is_uint(p->n_files, 1, "has a file");
    ok(p->files[0].stacks != NULL, "and stacks, though they are broken");
    ok(!p->is_first && !p->path, "it was not the first process, and its path is not known");
    p = &l.programs[1];
    is_str(p->name, "cat", "the second one");
    is_uint(p->n_files, 3, "two processes, and what one of them was before an exec");
    is_uint(p->n_libraries, 2, "data of a library, of both");
    is_uint(p->n_ranks, 3, "ranks 0 to 2");
    is_uint(p->ns, 100000000, "time of all of them");
    ok(p->is_first, "it was the first process");
    is_str(left_library(p->libraries[0]), "libm.so", "the library's name");
    is_str(left_library(p->libraries[1]), "libm.so", "and behind the number of a program");
    is_str(left_library("12.0.cat.gmon.7z.so"), "7z.so", "a name that begins with a digit");
    ok(left_library("12.0.cat.gmon.1") == NULL && left_library("gmon.out") == NULL, "no library");
    ok(!left_has_calls(p), "no calls were counted");
    is_str(l.programs[2].name, "start", "a prefix names the program that was started");
    left_data_remove(&l);
    left_data_release(&l);
    left_data_read(&l, ".", 13, "start", &told.diag);
    is_uint(l.n, 0, "all of these are removed");
    ok(access("15.0.link.gmon", F_OK) == 0 && access("12.cat.gmon", F_OK) == 0, "and no others");
    left_data_release(&l);
    left_data_read(&l, "missing", 13, "start", &told.diag);
    is_uint(l.n, 0, "a directory that is missing has none");
    left_data_release(&l);
}

static void test_stacks(void)
{
    static const char text[] = "stacks cpu 10000000 missing 3\n"
                               "module program - /bin/prog\n"
                               "complete +4 signals 2 ticks 4\n";
    struct left_data l;
    struct buf data = {0};

    write_data("12.0.prog.gmon", 50);
    gmon_compile("text", text, sizeof text - 1, &data);
    unit_spew("stacks.12.0.prog.gmon", data.p, data.len);
    left_data_read(&l, ".", 12, "start", &told.diag);
    is_uint(l.programs[0].ns, 70000000, "call stacks tell the time, and how much they lack");
    is_str(l.programs[0].path, "/bin/prog", "and where the program lies");
    left_data_release(&l);
    buf_release(&data);
}

UNIT_TESTS(test_names, test_stacks)
