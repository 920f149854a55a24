/* library_files.h - a data file for each library that was sampled or called
 *
 * Role: writes FILE.LIBRARY beside the program's FILE, with link-time addresses, for the command
 * gprof LIBRARY FILE.LIBRARY. Calls from other code into a library come from its _init there.
 * What was counted in a library that has been closed is taken out of the threads' tables, and kept
 * until the dump: another library may come to lie at its address. A library that was
 * loaded several times has one file. Of libraries in different directories with one name the
 * first that was loaded has FILE.LIBRARY, the others have their paths in the names of their files.
 * All functions are called with gm.dump_lock held and interrupts off.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_LIBRARY_FILES_H
#define GMON_LIBRARY_FILES_H

#include "runtime/core/collect.h"

#pragma GCC visibility push(hidden)

/* Sets aside the counts of libraries that a renewal (objects.h) has not seen. Called before its
 * end.
 */
void gm_set_closed_aside(void);

/* Writes the files of libraries that were used, beside the program's path; all: every entry, with
 * addresses of memory. A library that cannot be written has one line on stderr. */
void gm_write_libraries(const char *path, const struct gm_counts *all);

/* Forgets what was counted in libraries that are loaded no longer. */
void gm_forget_closed(void);

#pragma GCC visibility pop

#endif
