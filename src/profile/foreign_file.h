/* foreign_file - tells what a file is that was named as a data file of the program and is none
 *
 * Role: tells files of other programs, compressed ones and texts by their first bytes, so that the
 * user is not left with what their bytes would mean in a data file; these are to be asked for only
 * if a file makes no sense as a data file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROFILE_FOREIGN_FILE_H
#define PROFILE_FOREIGN_FILE_H

#include "base/cursor.h"
#include "base/diag.h"

#include <stdbool.h>

/* Report what `file`, the whole file, is and what to do; false when that cannot be told, without a
 * report. O(1). */
bool foreign_file_report(const struct cursor *file, const char *path, struct diag *d);

#endif
