/* named_images - compares two readers of images, also on images that the command line names
 *
 * Role: included by tests of these readers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef NAMED_IMAGES_H
#define NAMED_IMAGES_H

#include "tool_buf.h"
#include "unit.h"

/* Compares the readers on the image, and on `runs` copies of the image with bytes changed. */
typedef void compare_readers(const char *name, const struct buf *image, size_t runs);

/* Returns the number of changes: the value of the environment variable, or `usual` if it is not
 * set. */
static inline size_t runs_of(const char *variable, size_t usual)
{
    const char *wanted = getenv(variable);

    return wanted ? strtoul(wanted, NULL, 10) : unit_times(usual);
}

/* Enters a directory of the test's own, and compares on each image that the command line names. The
 * images are read before, because their names may be relative. */
static inline void compare_named(int argc, char **argv, compare_readers *compare, size_t runs)
{
    struct buf *files = calloc((size_t)argc, sizeof *files);

    for (int i = 1; files && i < argc; i++) {
        size_t bytes;
        char *p = unit_slurp(argv[i], &bytes);

        buf_put(&files[i], p, bytes);
        free(p);
    }
    unit_enter_directory();
    for (int i = 1; files && i < argc; i++) {
        compare(argv[i], &files[i], runs);
        buf_release(&files[i]);
    }
    free(files);
}

#endif
