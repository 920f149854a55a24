/* beside - finds the call stacks that were written with a data file
 *
 * Role: a stack file has a mark of its data file: length and sum (gmon_stacks.h). Stack files of
 * older runtimes have no mark, so only their names can tell.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROFILE_BESIDE_H
#define PROFILE_BESIDE_H

#include "profile/inputs.h"

#define BESIDE_NONE SIZE_MAX

/* Returns for each of `n` files a number: for a stack file that of the data file whose name
 * matches, for others, or if there is none in the list, BESIDE_NONE. Both files may be packed. The
 * caller frees the result. O(n log n). */
size_t *beside_data_files(const char *const *names, size_t n, struct diag *d);

/* Appends the stacks beside the data files that are not in the list. */
void beside_find(struct inputs *in, struct diag *d);

/* Leaves out stacks that were found and are of another run than all data files of the list, with a
 * warning. Returns false, after reporting, if stacks that were named are; with `keep_going`, leaves
 * these out, too. Stacks without data files in the list may be of any run. If some stacks have the
 * mark of a data file, the data files are read. The check is repeated for half a second, as a
 * running program may be replacing the files. */
bool beside_check(struct inputs *in, bool keep_going, struct diag *d);

#endif
