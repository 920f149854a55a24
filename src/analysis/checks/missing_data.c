/* missing_data - tells why the program has left no data file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/checks/missing_data.h"

#include "analysis/checks/evidence.h"
#include "base/mem.h"
#include "image/core_symbols.h"
#include "profile/gmon_io.h"

#include <errno.h>
#include <glob.h>
#include <sys/stat.h>
#include <unistd.h>

/* Returns true if the file is a data file that may be of the image, and not of another library. */
static bool is_data_of(const char *path, const struct image *image)
{
    const struct gmon_target target = {.word_bytes = image->word_bytes,
                                       .big_endian = image->big_endian};
    const char *library;
    struct stat st;

    return stat(path, &st) == 0 && S_ISREG(st.st_mode) &&
           profile_other_library(path, image->path, &library) == 0 &&
           gmon_recognise(path, (uint64_t)st.st_size, &target);
}

/* Reports the data files of processes and ranks, NAME.*, that exist in place of NAME. Returns false
 * if there are none. */
static bool report_others(const char *name, const struct image *image, struct diag *d)
{
    LOCAL char *pattern = mem_printf(d, "%s.*", name);
    size_t n = 0;
    const char *first = NULL;
    glob_t found = {0};

    if (glob(pattern, 0, NULL, &found) == 0)
        for (size_t i = found.gl_pathc; i-- > 0;)
            if (is_data_of(found.gl_pathv[i], image)) {
                first = found.gl_pathv[i];
                n++;
            }
    if (n == 1)
        diag_error(d, name, "%s, but %s is there; run: %s %s %s", strerror(ENOENT), first,
                   d->program, image->path, first);
    else if (n > 1)
        diag_error(d, name, "%s, but %s and %zu more are there; run: %s %s %s", strerror(ENOENT),
                   first, n - 1, d->program, image->path, pattern);
    globfree(&found);
    return n > 0;
}

/* Returns true if the name is a hook of the C library's runtime: these have versions. */
static bool is_hook_of_libc(const char *name)
{
    return strstr(name, "mcount@") || strstr(name, "__fentry__@");
}

/* Reports the reason why the program has written no gmon.out. */
static bool report_unwritten(const char *name, const struct image *image, struct diag *d)
{
    const char *path = image->path, *here = strchr(path, '/') ? "" : "./";
    const char *missing = strerror(ENOENT);

    if (image->is_windows) /* gprof-run starts no such program */
        return diag_error(d, name, "%s; compile and link %s with -pg, and run it first", missing,
                          path);
    if (!core_names(image, check_is_hook))
        return diag_error(d, name,
                          "%s; %s was not compiled with -pg: do that, or run: gprof-run %s%s",
                          missing, path, here, path);
    if (core_names(image, is_hook_of_libc) && !core_names(image, check_is_start))
        return diag_error(d, name,
                          "%s; %s was compiled with -pg, and linked without it: link it with -pg, "
                          "or run: gprof-run %s%s",
                          missing, path, here, path);
    return diag_error(d, name,
                      "%s; run %s%s first; if that writes none (_exit, a signal), run: gprof-run "
                      "%s%s",
                      missing, here, path, here, path);
}

bool check_data_exists(const char *name, const struct image *image, struct diag *d)
{
    if (!*name || strcmp(name, "-") == 0 || access(name, F_OK) == 0 || errno != ENOENT)
        return true;
    if (report_others(name, image, d))
        return false;
    return strcmp(diag_basename(name), "gmon.out") != 0 || core_is_stripped(image) ||
           strstr(diag_basename(image->path), ".so") || report_unwritten(name, image, d);
}
