/* debug_search - where the separate debug file of an image may lie
 *
 * Role: from what an image says of its debug file (a name, a build-id) to the paths to try, in the
 * order in which to try them: first by build-id below the directories of --symbol-directory and the
 * system's, then by name, beside the image and in the same directories. Does not open anything,
 * knows no formats.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef IMAGE_DEBUG_SEARCH_H
#define IMAGE_DEBUG_SEARCH_H

#include "base/diag.h"

#include <stddef.h>
#include <stdint.h>

/* The directory of the system's debug files, searched last. */
extern const char debug_search_system[];

/* Directories to search before the system's; zero-initialised before the first use. */
struct debug_search {
    const char **directories; /* in the order of searching; the texts are not owned, the array is */
    size_t n, cap;
};

/* Adds `directory`, which must outlive the search. */
void debug_search_add(struct debug_search *search, const char *directory, struct diag *d);

void debug_search_release(struct debug_search *search);

/* What a file says of the one that is looked for. */
struct debug_wanted {
    const char *beside;      /* the file that says so */
    const char *link;        /* name or path that it gives; may be NULL */
    const uint8_t *build_id; /* of the file that is looked for */
    size_t build_id_bytes;   /* 0: not known */
};

struct debug_paths {
    char **at; /* owned, and so are the texts */
    size_t n, cap;
};

/* Lists the paths to try, zero-initialised before. */
void debug_search_list(const struct debug_search *search, const struct debug_wanted *wanted,
                       struct debug_paths *paths, struct diag *d);

void debug_paths_release(struct debug_paths *paths);

#endif
