/* beside - which call stacks were written with which data file
 *
 * Role: a stack file says which data file was written with it, by length and sum (gmon_stacks.h);
 * those of older runtimes do not, so that only their names can tell.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROFILE_BESIDE_H
#define PROFILE_BESIDE_H

#include "base/diag.h"
#include "profile/inputs.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BESIDE_NONE SIZE_MAX

/* Returns for each of `n` files the number of the data file that it was written with, by their
 * names, if it is one of stacks; else, and if that is not in the list, BESIDE_NONE. Either of the
 * two may be packed. The caller frees the result. O(n log n). */
size_t *beside_data_files(const char *const *names, size_t n, struct diag *d);

/* Returns false after reporting that stacks in the list are of another run than all data files in
 * it; with `keep_going` these stacks are left out of the list instead. Stacks alone are of any run.
 * If some stacks say what they belong to, the data files are read. Half a second passes before the
 * report: a program that runs may be replacing the files. */
bool beside_check(struct inputs *in, bool keep_going, struct diag *d);

/* Adds the stacks that were certainly written with the only data file of the list, if any. */
void beside_add(struct inputs *in, struct diag *d);

/* The program that stacks should be of. */
struct beside_image {
    const char *path;
    const uint8_t *id; /* its build-id */
    size_t id_bytes;   /* 0: it has none */
};

/* Warn once if stacks of the image lie beside data files and are not among them, as classic
 * listings do not depend on what else is in a directory. What cannot be read is passed over in
 * silence. O(1) system calls a data file. */
void beside_warn(const struct inputs *in, const struct beside_image *image, struct diag *d);

#endif
