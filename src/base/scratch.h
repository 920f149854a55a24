/* scratch - a directory that is removed however gprof ends
 *
 * Role: a process of its own waits for the end of gprof, be it by a signal that nobody can catch,
 * and removes the directory then. Files lie in `inside`, and nowhere deeper.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BASE_SCRATCH_H
#define BASE_SCRATCH_H

#include "base/diag.h"

#include <sys/types.h>

struct scratch {
    char *path;    /* the directory, which holds `inside`, and links; owned */
    char *inside;  /* directory of the files; owned */
    pid_t cleaner; /* process that removes it */
    int pipe;      /* tells the cleaner of the end: nobody writes into it any more */
};

/* Makes the directory BASE/NAME.XXXXXX. If gprof is run by root, processes of other users can write
 * into `inside`, but only if they were told its name. Returns false, after reporting, if it cannot
 * be made; nothing is left then. */
bool scratch_begin(struct scratch *s, const char *base, const char *name, struct diag *d);

/* Removes the directory, unless `is_kept`, and waits until that is done. */
void scratch_end(struct scratch *s, bool is_kept);

#endif
