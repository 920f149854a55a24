/* debug_search - lists the paths at which the separate debug file of an image may be
 *
 * Role: an image names its debug file by a name or a build ID; debug_search makes these into
 * paths, in the order of trying them. First come paths by build ID below the directories of
 * --symbol-directory and the system's, then those by name, beside the image and in the same
 * directories. It opens no file and knows no formats.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef IMAGE_DEBUG_SEARCH_H
#define IMAGE_DEBUG_SEARCH_H

#include "base/build_id.h"
#include "base/text_map.h"

/* The directory of the system's debug files, searched last. */
extern const char debug_search_system[];

/* The data by which a file names its debug file. */
struct debug_wanted {
    const char *beside;  /* path of the file that names the debug file */
    const char *link;    /* name or path of the debug file; may be NULL */
    const uint32_t *crc; /* checksum of the debug file; may be NULL */
    struct build_id build_id;
};

/* Lists the paths to try. `search` has the directories to search before the system's. `paths` is
 * zero-initialised before. */
void debug_search_list(const struct text_map *search, const struct debug_wanted *wanted,
                       struct text_map *paths, struct diag *d);

#endif
