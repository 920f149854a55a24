/* core_debug - finds the separate debug file of an image
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef IMAGE_CORE_DEBUG_H
#define IMAGE_CORE_DEBUG_H

#include "image/core.h"
#include "image/debuginfod.h"

/* Where names of an image may be that has no symbols. */
struct debug_places {
    const struct text_map *directories; /* those of --symbol-directory; not owned */
    bool takes_packed;                  /* names packed into the image count (core_mini.h) */
    struct debuginfod *servers;         /* asked if there are no other names; or NULL; not owned */
};

/* Finds the separate debug file of an image without symbols or source lines, and takes them from
 * there. `wants_lines`: lines will be asked for, as those of a program, and not those of libraries.
 * If there is no debug file, takes the symbols that the image exports, and those that are packed
 * into it; without the latter, warns. Also finds the file to which dwz may have moved parts of the
 * debug information. Warns of files of another build, and does not use them. To be called once,
 * before lines are asked for. Fails, after reporting, if a table cannot be read. */
bool core_find_debug(struct image *image, const struct debug_places *places, bool wants_lines,
                     struct diag *d);

/* Returns the path of the file that holds the debug information, perhaps the image itself.
 * core_alt_path returns that of the file to which dwz moved shared parts, or NULL. Both are owned
 * by the image. */
const char *core_debug_path(const struct image *image);
const char *core_alt_path(const struct image *image);

#endif
