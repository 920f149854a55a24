/* library_files.h - writes a data file for each library that was sampled or called
 *
 * Role: writes FILE.LIBRARY beside the program's FILE, with link-time addresses, for the command
 * gprof LIBRARY FILE.LIBRARY. In that file, calls from other code into the library come from its
 * _init. If a library has been closed, its counts are taken out of the threads' tables and kept
 * until the dump, because another library may be loaded at its address. A library that was loaded
 * several times has one file. If libraries in different directories have one name, the first that
 * was loaded has FILE.LIBRARY, and the others have their paths in the names of their files.
 * All functions are called with gm.dump_lock held and interrupts off.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_LIBRARY_FILES_H
#define GMON_LIBRARY_FILES_H

#include "runtime/core/collect.h"

#pragma GCC visibility push(hidden)

/* Sets aside the counts of libraries that a renewal (objects.h) has not seen. Called before the end
 * of the renewal.
 */
void gm_set_closed_aside(void);

/* Chooses the libraries that have a file if they are used. */
void gm_choose_libraries(void);

/* Writes the files of the chosen libraries that were used. `all` has every entry, with addresses in
 * memory. If a library's file cannot be written, one line on stderr says so. */
void gm_write_libraries(const char *path, const struct gm_counts *all);

/* Forgets the counts of libraries that are no longer loaded. */
void gm_forget_closed(void);

#pragma GCC visibility pop

#endif
