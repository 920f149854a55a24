/* file_name.h - the name of the data file
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_FILE_NAME_H
#define GMON_FILE_NAME_H

#include <stddef.h>

#pragma GCC visibility push(hidden)

/* The name of the file at exit, from gm.opt; made anew for each file, as the process number
 * changes with a fork: a forked child never writes its parent's file. */
void gm_file_name(char *to, size_t size);

#pragma GCC visibility pop

#endif
