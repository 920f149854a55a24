/* run_left - keeps and reports the data that a program has left
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RUN_LEFT_H
#define RUN_LEFT_H

#include "run.h"

#include "base/scratch.h"
#include "profile/left_data.h"

/* What to make of the data of a run. */
struct left_request {
    const char *report; /* words of options of gprof; NULL: no report */
    bool is_top;        /* the report is --top, which finds call stacks by itself */
    bool is_named;      /* the report is one for people, and not chosen by options */
    const char *data;   /* file for the data */
    bool keeps;         /* the data are kept */
    char **command;     /* command that was run */
    char *path, *real;  /* the program's file as it was named and found, and behind links; owned */
    const char *rank;   /* rank that gprof itself has, or NULL */
    unsigned n_ranks;   /* number of ranks if gprof is one of several, or 0 */
    const struct scratch *scratch;
    const char *gprof; /* name of gprof in messages of reports */
    int out;           /* descriptor that reports go to */
};

/* Returns the path of the program's file, or NULL if it is not known; the caller frees it. */
char *left_image(const struct left_request *q, const struct left_program *p, struct diag *d);

/* Returns true if the file begins as ELF files do. */
bool left_is_elf(const char *path);

/* Returns where the system finds a program, or NULL; the caller frees it. */
char *left_find(const char *name, struct diag *d);

/* Returns the file for the data of a program: q->data, with the rank behind it if gprof is a rank,
 * and then `name`, unless that is NULL. The caller frees it. */
char *left_place(const struct left_request *q, const char *name, struct diag *d);

/* Keeps the data of a program in `place`, and prints its report, in a copy of the process, which
 * gets limits. Returns as launch_copy does; the result is the status of the report. */
int left_report(const struct left_request *q, const struct left_program *p, const char *place,
                struct diag *d);

#endif
