/* core_debug - finds the separate debug file of an image
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef IMAGE_CORE_DEBUG_H
#define IMAGE_CORE_DEBUG_H

#include "image/core.h"

/* The files that were tried as debug files of libraries. Many libraries may name one large file, so
 * one that was tried before is tried again only within the budget. So are the directories of
 * libraries resolved. */
struct debug_tried {
    struct pair_map files; /* (device, number of the file); released by the owner */
    struct budget budget;  /* that of all libraries; each new file adds to it */
};

/* Finds the separate debug file of an image without symbols or source lines, and takes them from
 * there. `search` has the directories of --symbol-directory. `tried` is that of all libraries,
 * whose lines are not asked for, or NULL for a program. If there is no debug file, takes the
 * symbols that the image exports, and warns. Also finds the file to which dwz may have moved parts
 * of the debug information. Warns of files of another build, and does not use them. To be called
 * once, before lines are asked for. Fails, after reporting, if a table cannot be read. */
bool core_find_debug(struct image *image, const struct text_map *search, struct debug_tried *tried,
                     struct diag *d);

/* Returns the path of the file that holds the debug information, perhaps the image itself.
 * core_alt_path returns that of the file to which dwz moved shared parts, or NULL. Both are owned
 * by the image. */
const char *core_debug_path(const struct image *image);
const char *core_alt_path(const struct image *image);

#endif
