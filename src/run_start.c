/* run_start - what it takes to run a program under libgmon
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "run_start.h"

#include "profile/left_data.h"
#include "run_left.h"

#include <errno.h>
#include <glob.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the program, and libgmon --------------------------------------------------------------- */

int start_find_program(const char *name, char **path, char **real, struct diag *d)
{
    struct stat st;

    *path = left_find(name, d);
    if (stat(*path ? *path : name, &st) == 0 && S_ISDIR(st.st_mode))
        return diag_error(d, name, "is a directory"), START_CANNOT_RUN;
    if (!*path && strchr(name, '/'))
        return diag_error(d, name, "there is no such program"), START_NO_PROGRAM;
    if (!*path && access(name, F_OK) == 0)
        return diag_error(d, name, "not in PATH; did you mean ./%s?", name), START_NO_PROGRAM;
    if (!*path)
        return diag_error(d, name, "there is no such program in PATH"), START_NO_PROGRAM;
    if (access(*path, X_OK) != 0)
        return diag_error(d, *path, "may not be executed; 'chmod +x' allows it"), START_CANNOT_RUN;
    *real = realpath(*path, NULL);
    if (!*real)
        *real = mem_printf(d, "%s", *path);
    return START_GO_ON;
}

/* Sets *library to the first file that fits the pattern. */
static bool find_file(char **library, const char *directory, const char *pattern, struct diag *d)
{
    LOCAL char *all = mem_printf(d, "%s/%s", directory, pattern);
    glob_t found = {0};

    if (glob(all, 0, NULL, &found) == 0 && found.gl_pathc > 0)
        *library = realpath(found.gl_pathv[0], NULL);
    globfree(&found);
    return *library != NULL;
}

/* In the build directory the library has no version in its name. */
int start_find_library(char **library, const char *libdir, struct diag *d)
{
    static const char name[] = "libgmon.so.1";
    LOCAL char *self = realpath("/proc/self/exe", NULL);
    const char *in = self ? self : "/usr/bin/gprof";
    LOCAL char *directory = mem_printf(d, "%.*s", (int)(diag_basename(in) - in), in);

    if (libdir && *libdir && find_file(library, libdir, name, d))
        return START_GO_ON;
    if (find_file(library, directory, "libgmon.so", d) ||
        find_file(library, directory, "../lib*/libgmon.so.1", d) ||
        find_file(library, directory, "../lib*/*/libgmon.so.1", d))
        return START_GO_ON;
    diag_error(d, NULL, "%s/%s is missing: install it; there is none for every machine",
               libdir && *libdir ? libdir : directory, name);
    return START_FAILED;
}

/* ---- the run -------------------------------------------------------------------------------- */

/* The loader splits LD_PRELOAD at blanks and colons. */
int start_scratch(struct scratch *s, char **library, struct diag *d)
{
    const char *base = getenv("TMPDIR");

    if (!base || !*base || strpbrk(base, " :"))
        base = "/tmp";
    if (!scratch_begin(s, base, d->program, d))
        return START_FAILED;
    if (strpbrk(*library, " :")) {
        char *link = mem_printf(d, "%s/libgmon.so.1", s->path);

        if (symlink(*library, link) != 0)
            diag_system(d, link, errno, "set TMPDIR");
        free(*library);
        *library = link;
    }
    return START_GO_ON;
}

/* Adds to the front or the end of a variable that is a list. */
static void add_to(const char *name, const char *first, const char *last, struct diag *d)
{
    const char *old = getenv(name);
    LOCAL char *value = mem_printf(d, "%s%s%s%s%s", first, *first && old ? ":" : "", old ? old : "",
                                   *last && old ? ":" : "", last);

    setenv(name, value, 1);
}

/* AddressSanitizer refuses to start if a library was preloaded, unless it is asked not to look. */
void start_environment(const struct scratch *s, const char *library, struct diag *d)
{
    LOCAL_BY(sink_release) struct sink place = sink_in_memory(d);
    LOCAL char *prefix = mem_printf(d, "%s/" LEFT_DATA_PREFIX, s->inside);

    for (const char *c = s->inside; *c; c++)
        sink_bytes(&place, *c == '%' ? "%%" : c, *c == '%' ? 2 : 1);
    sink_string(&place, "/" LEFT_DATA_NAMES);
    setenv("GMON_OUT", sink_text(&place), 1);
    setenv("GMON_OUT_PREFIX", prefix, 1);
    setenv("GMON_EXIT_SIGNALS", "HUP,INT,QUIT,TERM", 0);
    setenv("GMON_ALL", "1", 0);
    add_to("ASAN_OPTIONS", "", "verify_asan_link_order=0", d);
    add_to("LD_PRELOAD", library, "", d);
}
