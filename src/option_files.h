/* option_files - puts words that stand in files into the command line, as @FILE asks for
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef OPTION_FILES_H
#define OPTION_FILES_H

#include "base/diag.h"

/* Returns the words of `argv`, ended by NULL, with those in FILE in place of @FILE, and sets
 * `*argc`. FILE may have such words, too. If there is no such file, the word stays. Returns NULL,
 * after reporting, if FILE is a directory, or is read again and again. The caller calls freeargv.
 * Linear in the sizes of all files, each counted once, and 1 MB more. */
char **option_files_expand(int *argc, char **argv, struct diag *d);

#endif
