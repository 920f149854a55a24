/* changes_file - reads a side of a comparison from an export (--export=json)
 *
 * Role: reads the part of doc/gprof.schema.json that a comparison needs, so that a base can be kept
 * without its image and data files.
 *
 * An export is the sum of its data files: times become the average of one data file, and their
 * spread is not known; calls stay the sum, as struct changes_calls wants them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef COMPARE_CHANGES_FILE_H
#define COMPARE_CHANGES_FILE_H

#include "base/text_map.h"
#include "compare/changes.h"

/* An export that was read; zero-initialised at first. */
struct changes_file {
    struct changes_side side;
    const char *build_id;  /* build ID of the program, in hexadecimal, or NULL */
    bool by_line;          /* functions of the export are source lines */
    struct text_map texts; /* texts that the side points to; owned */
};

/* Returns true if the file begins as an export does. */
bool changes_file_is(const char *path);

/* Reads the export at `path`, which must outlive `f`. Returns false after reporting file, place
 * and remedy, or that this gprof was built without libjansson. `f` must be released in both cases.
 */
bool changes_file_read(struct changes_file *f, const char *path, struct diag *d);

/* Joins functions without a symbol, prog+0x12a40, to one, `<prog>`: those of libraries, whose
 * builds an export does not tell, and, unless `same_build`, those of the program. The inclusive
 * time is then the largest of those that are joined. */
void changes_file_join(struct changes_file *f, bool same_build, struct diag *d);

void changes_file_release(struct changes_file *f);

#endif
