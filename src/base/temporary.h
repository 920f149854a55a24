/* temporary - removes incomplete files if a signal, or a limit, ends the program
 *
 * Role: the list of files that are being written. Only the main thread changes the list.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BASE_TEMPORARY_H
#define BASE_TEMPORARY_H

/* A file that is not complete. All members are private to this module. */
struct temporary {
    const char *path; /* not owned */
    struct temporary *next;
};

/* Lists the file `path`, which may not exist yet, until temporary_end. If a signal ends the program
 * before, the file is removed. */
void temporary_begin(struct temporary *t, const char *path);

/* Takes the file from the list, if it is there. */
void temporary_end(struct temporary *t);

/* Removes all listed files. May be called in a signal handler. */
void temporary_remove_all(void);

/* A signal handler: removes all listed files, and lets the signal end the program. */
void temporary_remove_and_end(int signum);

#endif
