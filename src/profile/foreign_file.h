/* foreign_file - tells what a file is that was named as a data file of the program and is none
 *
 * Role: tells files of other programs, compressed ones and texts by their first bytes, so that the
 * user is not left with what their bytes would mean in a data file; these are to be asked for only
 * if a file makes no sense as a data file. Tells data files of libraries by their names.
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

/* Finds the library that libgmon wrote the data file for, by the file's name: DATA.LIBRARY. Sets
 * *name to a part of `path` and returns its length; 0 if the name tells of no library. */
size_t foreign_file_library(const char *path, const char **name);

#endif
