/* run_turns - runs two versions of a program in turn, and says what changed (--run --compare)
 *
 * Role: gprof-run(1) is the manual of its options and statuses. The comparison is that of gprof
 * --compare, on data files of the runs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RUN_TURNS_H
#define RUN_TURNS_H

#include "run_left.h"

/* What to run; not owned. */
struct turns {
    const char *old;     /* program to compare with */
    char **argv;         /* the new program, and the arguments of both */
    const char *data;    /* directory where the data are kept, or NULL */
    const char *options; /* words of options of gprof for the report */
    const char **limits; /* options --fail-on of gprof */
    size_t n_limits, limits_cap;
    unsigned max_runs;  /* runs a side */
    double max_seconds; /* time after which no run begins; 0: any */
    bool shows_output;  /* what the programs print is shown */
    const char *output; /* file of the report; NULL: standard output */
    const char *gprof;  /* name of gprof in messages of reports */
    const char *libdir; /* value of --run, or NULL */
};

/* Runs both programs until each limit is judged, and reports. Returns the exit status: that of
 * gprof --compare, or one of run_start.h. */
int run_turns(const struct turns *t, struct diag *d);

#endif
