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

#include "base/diag.h"

/* The directory of the system's debug files, searched last. */
extern const char debug_search_system[];

/* Directories to search before the system's; zero-initialised before the first use. */
struct debug_search {
    const char **directories; /* directories in the order of searching; the array is owned, its
                               * texts are not */
    size_t n, cap;
};

/* Adds `directory`, which must outlive the search. */
void debug_search_add(struct debug_search *search, const char *directory, struct diag *d);

void debug_search_release(struct debug_search *search);

/* The data by which a file names its debug file. */
struct debug_wanted {
    const char *beside;      /* path of the file that names the debug file */
    const char *link;        /* name or path of the debug file; may be NULL */
    const uint8_t *build_id; /* build ID of the debug file */
    size_t build_id_bytes;   /* 0: not known */
};

struct debug_paths {
    char **at; /* paths; the array and its texts are owned */
    size_t n, cap;
};

/* Lists the paths to try. `paths` is zero-initialised before. */
void debug_search_list(const struct debug_search *search, const struct debug_wanted *wanted,
                       struct debug_paths *paths, struct diag *d);

void debug_paths_release(struct debug_paths *paths);

#endif
