/* foreign_file - what a file is that was named as a data file and is none
 *
 * Role: tells files of other programs, and texts, by their first bytes, so that the user is not
 * left with what their bytes would mean in a data file. To be asked only of a file that makes no
 * sense as a data file.
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
