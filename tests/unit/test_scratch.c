/* test_scratch - tests that the directory of a run is removed, however the run ends
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/scratch.h"
#include "unit.h"

#include <signal.h>
#include <sys/wait.h>

static void put_files(const struct scratch *s)
{
    char name[PATH_MAX];

    snprintf(name, sizeof name, "%s/data", s->inside);
    unit_spew(name, "x", 1);
    snprintf(name, sizeof name, "%s/link", s->path);
    if (symlink(s->inside, name) != 0)
        unit_die("symlink");
}

static void test_end(void)
{
    struct scratch s;
    struct stat st;
    char path[PATH_MAX];

    ok(scratch_begin(&s, ".", "run", &told.diag), "begin");
    ok(strncmp(s.path, "./run.", 6) == 0, "its name");
    ok(stat(s.path, &st) == 0 && (st.st_mode & (S_IRGRP | S_IWGRP | S_IROTH | S_IWOTH)) == 0,
       "nobody else may list it");
    put_files(&s);
    scratch_end(&s, false);
    is_uint(unit_directory_size(), 0, "it is gone, with its files");
    ok(scratch_begin(&s, ".", "run", &told.diag), "begin");
    put_files(&s);
    snprintf(path, sizeof path, "%s", s.path);
    scratch_end(&s, true);
    is_uint(unit_directory_size(), 1, "it is kept if it is to be kept");
    ok(chdir(path) == 0, "and can be entered");
}

/* Waits until the directory is empty. Returns false after 20 seconds. */
static bool is_emptied(void)
{
    for (int i = 0; i < 2000; i++) {
        if (unit_directory_size() == 0)
            return true;
        usleep(10000);
    }
    return false;
}

static void test_killed(void)
{
    struct scratch s;
    pid_t run;

    if (mkdir("killed", 0700) != 0 || chdir("killed") != 0)
        unit_die("killed");
    run = fork();
    if (run == 0) {
        if (scratch_begin(&s, ".", "run", NULL))
            put_files(&s);
        kill(getpid(), SIGKILL);
    }
    waitpid(run, NULL, 0);
    ok(is_emptied(), "nothing is left of a run that was killed");
}

static void test_errors(void)
{
    struct scratch s;

    ok(!scratch_begin(&s, "missing", "run", &told.diag), "a directory that is missing");
    ok(strstr(told_text(), "missing: cannot be written; set TMPDIR") != NULL, "is reported");
    told_clear();
}

UNIT_TESTS(test_end, test_killed, test_errors)
