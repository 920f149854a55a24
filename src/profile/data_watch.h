/* data_watch - to see what each data file holds, before it is added to the others
 *
 * Role: a sum of many files no longer tells what was in which. Who has to know hands functions to
 * the reader of files, which calls them while it reads: so files are still read once, and none is
 * held in memory. profile/ knows nothing of what they do.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROFILE_DATA_WATCH_H
#define PROFILE_DATA_WATCH_H

#include "base/diag.h"
#include "profile/histogram.h"
#include "profile/stacks.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of one file that is being read: called for each part of it that was read well. More of the file
 * may turn out to be broken. False after reporting. */
struct data_watch {
    void *watcher; /* the first argument of all */
    bool (*bins)(void *watcher, const struct histogram *h, const struct raw_bins *raw,
                 struct diag *d); /* h: range, number and rate of the bins, which are in raw */
    bool (*arc)(void *watcher, uint64_t from, uint64_t self, uint64_t count, struct diag *d);
    bool (*stacks)(void *watcher, const struct stack_data *stacks, struct diag *d);
};

/* Of a list of files. Each thread that reads has a watcher of its own. */
struct list_watch {
    void *context; /* the first argument of begin and join */

    /* A new watcher; NULL after reporting. */
    void *(*begin)(void *context, struct diag *d);

    struct data_watch file; /* without a watcher */

    /* File number `file` of the list has been read as far as it goes; it was added, or left out and
     * reported. False after reporting. */
    bool (*end_file)(void *watcher, size_t file, bool added, struct diag *d);

    /* What a watcher saw counts, and it is the context's. Only called when all files have been
     * read, in the order of the watchers' stretches of the list. */
    void (*join)(void *context, void *watcher);

    /* Release a watcher; what it saw does not count, as the files are read once more. */
    void (*drop)(void *watcher);
};

#endif
