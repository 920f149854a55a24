/* temporary - files to remove if the program ends at once
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BASE_TEMPORARY_H
#define BASE_TEMPORARY_H

/* A file that is not complete. All members are this module's. */
struct temporary {
    const char *path; /* not owned */
    struct temporary *next;
};

/* Lists the file `path`, until temporary_end. Only the main thread lists files. */
void temporary_begin(struct temporary *t, const char *path);

/* Takes the file from the list, if it is there. */
void temporary_end(struct temporary *t);

/* Removes all files of the list. */
void temporary_remove_all(void);

#endif
