/* parsed - one parse of a command line, with all that it said
 *
 * Role: included by the tests of the command line. They stand in a directory of their own.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PARSED_H
#define PARSED_H

#include "options.h"
#include "unit.h"

#include <fcntl.h>

/* What one parse gave. */
struct parsed {
    enum options_result result;
    struct options options;
    struct sink out;
    struct told told;
    char *stderr_text; /* what getopt said; owned */
    char *argv[20];    /* permuted by the parser; all but the first owned */
    int argc;
};

/* Parse the words, which end with NULL. getopt writes to file descriptor 2: it is a file then. */
static void parse(struct parsed *p, const char *const *words)
{
    int old = dup(2), file = open("stderr", O_RDWR | O_CREAT | O_TRUNC, 0600);

    *p = (struct parsed){.result = OPTIONS_ERROR, .argv = {"gprof"}, .argc = 1};
    for (; *words; words++)
        p->argv[p->argc++] = strdup(*words);
    sink_init(&p->out, -1);
    told_open(&p->told);
    fflush(stderr);
    dup2(file, 2);
    p->result = options_parse(&p->options, p->argc, p->argv, &p->out, &p->told.diag);
    fflush(stderr);
    dup2(old, 2);
    close(old);
    close(file);
    p->stderr_text = unit_slurp("stderr", NULL);
}

static void release(struct parsed *p)
{
    options_release(&p->options);
    sink_release(&p->out);
    told_close(&p->told);
    free(p->stderr_text);
    while (p->argc-- > 1)
        free(p->argv[p->argc]);
}

#endif
