/* merge_files - adds up many data files
 *
 * Role: reads a list of data files, with several threads when that pays, and adds them up. The
 * result and all messages are those of reading one file after the other, whatever the number of
 * threads. Each thread holds one file and one profile, so memory does not grow with the number of
 * files.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROFILE_MERGE_FILES_H
#define PROFILE_MERGE_FILES_H

#include "base/diag.h"
#include "profile/formats/gmon_format.h"
#include "profile/profile.h"

#include <stdbool.h>
#include <stddef.h>

struct merge_request {
    const char *const *files; /* in the order that decides ties; must outlive the profile */
    size_t n_files;
    const struct gmon_format *format; /* NULL: by content */
    const struct gmon_target *target;
    unsigned jobs;    /* threads at most; 0: as many as there are processors */
    bool keep_going;  /* leave out files that are broken or do not fit */
    bool arcs_repeat; /* of a single file: list its arcs as they come (struct profile) */
    bool one_rate;    /* one that was sampled at another rate than the first does not fit */
    /* Called for each file that was added, in order; or NULL. */
    void (*added)(void *context, const char *path, const struct gmon_file_info *info);
    /* Called for each file that will be added, before that, with its number in the list and all
     * that it holds; or NULL. */
    void (*seen)(void *context, size_t file, const struct profile *one);
    void *context;
};

/* Adds up the files into `p`, which is empty. Returns false, after reporting, if one is broken or
 * does not fit; with keep_going, if none is left. `*left_out` counts those that were left out and
 * reported: broken ones, and those that do not fit the files before them. */
bool merge_files(struct profile *p, const struct merge_request *request, size_t *left_out,
                 struct diag *d);

#endif
