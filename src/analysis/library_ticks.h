/* library_ticks - takes time in libraries from data files of their own
 *
 * Role: libgmon writes a data file for each library that took time, if GMON_MODULES asks for it.
 * Reports that show libraries by function take the ticks from it, as if they were call stacks whose
 * leaf alone is known. The file has no path of the library, so the library is searched
 * where the program and the system keep theirs, and is known by its build-id.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ANALYSIS_LIBRARY_TICKS_H
#define ANALYSIS_LIBRARY_TICKS_H

#include "analysis/hist.h"
#include "analysis/stack_symbols.h"
#include "base/diag.h"
#include "image/core.h"
#include "profile/inputs.h"
#include "profile/merge_files.h"
#include "profile/stacks.h"

/* Takes the data files of other libraries than the image out of the list, and adds their ticks to
 * `ticks`. If the list has no other files, it stays as it is. Warns if a library is not found, or
 * its file has calls, which are not added. `how` tells how files are read; with keep_going, files
 * that are broken are counted in `*left_out`; else returns false after reporting. */
bool library_ticks_read(struct stack_data *ticks, struct inputs *inputs, const struct image *image,
                        const struct merge_request *how, size_t *left_out, struct diag *d);

/* Adds the ticks to those of the histogram, converted to its rate; if there is no histogram, the
 * rate is that of the ticks. `symbols` are those of the ticks. O(nodes). */
void library_ticks_assign(struct hist_result *hist, const struct stack_symbols *symbols);

#endif
