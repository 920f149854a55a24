/* majority - which files of a list belong together, when not all of them do
 *
 * Role: knows of each file what decides whether others can be added to it, its shape: rates, ranges
 * and bin sizes, no figures. Equal shapes are kept once, so memory grows with the kinds of files,
 * not with their number.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROFILE_MAJORITY_H
#define PROFILE_MAJORITY_H

#include "base/diag.h"
#include "profile/profile.h"

#include <stdbool.h>
#include <stddef.h>

struct shape {
    struct profile profile; /* without figures */
    size_t n_files;         /* that have it */
    bool is_ours;           /* it can be the image's; set by majority_leader */
};

struct majority {
    struct shape *shapes; /* in the order first seen; owned */
    size_t n, cap;
};

/* Note the shape of a file, whose profile is released, also on failure, which is reported. */
bool majority_note(struct majority *m, struct profile *file, struct diag *d);

/* The shape that most files fit, the first of equals; but one that is of the image, as
 * `is_of_image` says (NULL: all are), comes before all that are not. NULL when no file has a
 * histogram: then all fit. O(kinds of files, squared). */
const struct profile *majority_leader(struct majority *m,
                                      bool (*is_of_image)(void *context, const struct profile *p),
                                      void *context);

void majority_release(struct majority *m);

#endif
