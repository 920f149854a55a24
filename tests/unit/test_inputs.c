/* test_inputs - tests which data files a run reads: names, directories, lists
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/sink.h"
#include "profile/inputs.h"
#include "unit.h"

#include <fcntl.h>

static const struct gmon_target target = {.word_bytes = 8};

/* Returns the names that are gathered, with a blank behind each; reported lines stay in `t`. */
static const char *gathered(struct inputs_request request)
{
    static struct sink text = {.fd = -1};
    struct inputs in = {0};

    told_clear();
    request.target = &target;
    sink_clear(&text);
    if (!inputs_gather(&in, &request, &told.diag))
        sink_string(&text, "failed ");
    for (size_t i = 0; i < in.n; i++)
        sink_printf(&text, "%s ", in.names[i]);
    sink_char(&text, '\0');
    inputs_release(&in);
    return text.buf;
}

static const char *const one[] = {"gmon.out"}, *const runs[] = {"runs"},
                         *const runs_slash[] = {"runs//"}, *const here[] = {"."},
                         *const mixed[] = {"x", "runs/b", "missing"};

static const char magic[] = "gmon\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";

/* An old BSD file: 0x1000 to 0x1010, 4 bins, no arcs. */
static const char bsd[28] = {0, 0x10, 0, 0, 0, 0, 0, 0, 0x10, 0x10, 0, 0, 0, 0, 0, 0, 28};

static void make_directory(void)
{
    mkdir("runs", 0700);
    mkdir("runs/b", 0700);
    mkdir("runs/b/empty", 0700);
    unit_spew("runs/a", magic, 20);
    unit_spew("runs/b/profile", bsd, sizeof bsd);
    unit_spew("runs/c.gz", "\37\213\10\0\0\0\0\0\0\3", 10); /* an empty file, packed */
    unit_spew("runs/gmon.out.17", "", 0);
    unit_spew("outside", magic, 20);
    unit_spew("runs/gmon.sum.tmp-aB3dE7", magic, 20); /* half a file of a run that was killed */
    unit_spew("runs/gmon.out.txt", "Flat profile:\n", 14);
    unit_spew("runs/notes", "gmo", 3);
    unit_spew("runs/image", "\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\2\0\76\0\1\0\0\0\0\0\0\0", 28);
    if (symlink("../../outside", "runs/b/link") || symlink("../a", "runs/b/again") ||
        symlink("nowhere", "runs/b/dangling") || symlink("..", "runs/b/up"))
        unit_die("symlink");
}

static void remove_directory(void)
{
    static const char *const names[] = {"outside",
                                        "runs/gmon.sum.tmp-aB3dE7",
                                        "runs/b/again",
                                        "runs/b/link",
                                        "runs/b/dangling",
                                        "runs/b/up",
                                        "runs/b/profile",
                                        "runs/b/empty",
                                        "runs/b",
                                        "runs/a",
                                        "runs/c.gz",
                                        "runs/gmon.out.17",
                                        "runs/gmon.out.txt",
                                        "runs/notes",
                                        "runs/image"};

    for (size_t i = 0; i < UNIT_COUNT(names); i++)
        if (remove(names[i]) != 0)
            unit_die(names[i]);
}

static void test_directories(void)
{
    struct inputs_request r = {.names = runs, .n_names = 1};

    make_directory();
    is_str(gathered(r), "failed ", "a directory, if it is not to be searched");
    like(told_text(), "^unit: runs: is a directory; add --recursive", "is an error");
    r.recursive = true;
    is_str(gathered(r), "runs/a runs/b/link runs/b/profile runs/gmon.out.17 ",
           "the data files below a directory, in the order of their names");
    r.names = runs_slash;
    is_str(gathered(r), "runs/a runs/b/link runs/b/profile runs/gmon.out.17 ",
           "slashes behind the directory");
    r.names = here;
    is_str(gathered(r), "./outside ./runs/a ./runs/b/profile ./runs/gmon.out.17 ",
           "the current directory");
    r.output = "runs/a";
    is_str(gathered(r), "./outside ./runs/b/profile ./runs/gmon.out.17 ",
           "without the file that is to be replaced, by whatever name");
    r.output = "missing";
    r.names = mixed;
    r.n_names = 3;
    is_str(gathered(r), "x runs/b/again runs/b/link runs/b/profile missing ",
           "directories stand where they were named");
    is_uint(told.diag.errors, 0, "a missing file is its reader's affair");
    r.names = (const char *const[]){"runs/b", "runs/a", "runs", "./runs//"};
    r.n_names = 4;
    is_str(gathered(r), "runs/b/again runs/b/link runs/b/profile runs/a runs/gmon.out.17 ",
           "a file of several directories comes once, but for its own name");
    r.names = (const char *const[]){"runs/b/empty"};
    r.n_names = 1;
    is_str(gathered(r), "failed ", "a directory without data files");
    is_str(
        told_text(),
        "unit: runs/b/empty: no data file is below this directory; run the profiled program first, "
        "or name another directory\n",
        "is an error");
    r.names = (const char *const[]){"runs/b/empty", "runs/b/profile"};
    r.n_names = 2;
    r.keep_going = true;
    is_str(gathered(r), "runs/b/profile ", "which may be left out");
    is_uint(told.diag.errors, 1, "though it is told");
    r.n_names = 1;
    is_str(gathered(r), "failed ", "but something has to remain");
    like(told_text(), "\nunit: no data file is left; .*\n$", "and that is told, too");
    r.keep_going = false;
    if (geteuid() != 0) {
        chmod("runs/b/empty", 0);
        is_str(gathered(r), "failed ", "a directory that cannot be read");
        chmod("runs/b/empty", 0700);
    } else {
        skip(1, "root reads everything");
    }
    remove_directory();
    told_clear();
}

/* Makes standard input a file with these bytes. */
static void feed(const char *text, size_t size)
{
    int fd;

    unit_spew("input", text, size);
    fd = open("input", O_RDONLY);
    if (fd < 0 || dup2(fd, 0) < 0)
        unit_die("input");
    close(fd);
}

static void test_lists(void)
{
    static const char *const list[] = {"list"}, *const dash[] = {"-"}, *const two[] = {"list", "-"};
    struct inputs_request r = {.lists = list, .n_lists = 1};

    unit_spew("list", "a\n\nb c\nlast", 11);
    is_str(gathered(r), "a b c last ", "a name a line, empty ones passed over");
    r.names = one;
    r.n_names = 1;
    is_str(gathered(r), "gmon.out a b c last ", "behind the names of the command line");
    r.lists = two;
    r.n_lists = 2;
    feed("from\nstdin\n", 11);
    is_str(gathered(r), "gmon.out a b c last from stdin ", "standard input as a list");
    r.null_ended = true;
    unit_spew("list", "a\nb\0\0c\0last", 11);
    feed("x", 1);
    is_str(gathered(r), "gmon.out a\nb c last x ", "names that end with a NUL");
    r.null_ended = false;
    is_str(gathered(r), "failed gmon.out ", "without --null");
    like(told_text(), "^unit: list: holds a NUL .*add --null", "that is an error");
    r.names = dash;
    r.lists = dash;
    r.n_lists = 1;
    is_str(gathered(r), "failed - ", "standard input twice");
    like(told_text(), "^unit: -: standard input can be read once", "is an error");
    r = (struct inputs_request){.lists = list, .n_lists = 1};
    unit_spew("list", "\n\n", 2);
    is_str(gathered(r), "failed ", "a list without a name");
    is_str(told_text(), "unit: list: names no data file; put one on each line\n", "is an error");
    r.lists = (const char *const[]){"missing"};
    is_str(gathered(r), "failed ", "a missing list");
    like(told_text(), "^unit: missing: No such file or directory; it should name data files",
         "is an error");
    told_clear();
}

/* Tests a chain of directories, deeper than any recursion should be. */
static void test_depth(void)
{
    enum { DEPTH = 300 };
    char path[2 * DEPTH + 2] = "d";
    struct inputs in = {0};
    struct inputs_request r = {
        .names = (const char *const[]){"d"}, .n_names = 1, .recursive = true, .target = &target};

    for (size_t i = 0; i < DEPTH; i++) {
        mkdir(path, 0700);
        memcpy(path + 2 * i + 1, "/d", 3);
    }
    unit_spew(path, magic, 20);
    ok(inputs_gather(&in, &r, &told.diag) && in.n == 1 && strcmp(in.names[0], path) == 0,
       "a file below 300 directories");
    inputs_release(&in);
    while (remove(path) == 0 && strrchr(path, '/'))
        *strrchr(path, '/') = '\0';
}

UNIT_TESTS(test_directories, test_lists, test_depth)
