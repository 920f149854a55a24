/* merge_files - adds up many data files
 *
 * Role: reads a list of data files, with several threads if that pays, and adds them up. The
 * result and all messages are those of reading one file after the other, whatever the number of
 * threads. Each thread holds one file and one profile, so memory does not grow with the number of
 * files.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROFILE_MERGE_FILES_H
#define PROFILE_MERGE_FILES_H

#include "profile/formats/gmon_format.h"

struct merge_request {
    const char *const *files; /* files in the order that decides ties; must outlive the profile */
    size_t n_files;
    const struct gmon_format *format; /* format of the files; NULL: by content */
    const struct gmon_target *target;
    unsigned jobs;    /* most threads to use; 0: as many as there are processors */
    bool keep_going;  /* leave out files that are broken or do not fit */
    bool arcs_repeat; /* for a single file: list its arcs without adding equal ones up (struct
                       * profile) */
    bool one_rate;    /* a file that was sampled at another rate than the first does not fit */
    /* Function called for each added file, in order; or NULL. */
    void (*added)(void *context, const char *path, const struct gmon_file_info *info);
    void *context;
};

/* Adds up the files into `p`, which is empty. Returns false, after reporting, if a file is broken
 * or does not fit; with keep_going, if no file is left. `*left_out` counts files that were left out
 * and reported: broken ones, and those that do not fit the files before them. */
bool merge_files(struct profile *p, const struct merge_request *request, size_t *left_out,
                 struct diag *d);

#endif
