/* main - reads the command line, makes what it asks for, and sets the exit status
 *
 * The only file that exits.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "run_command.h"
#include "run_program.h"

#include "base/limit.h"

#include <fcntl.h>
#include <libiberty.h>
#include <unistd.h>

/* Opens /dev/null for each standard stream that is closed, so that no file gets its descriptor, and
 * messages do not go into a report. Reading standard input and writing standard output fail as if
 * closed, and for a program that is run they are. */
static void keep_standard_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0)
            open("/dev/null", O_CLOEXEC | (fd == STDOUT_FILENO ? O_RDONLY : O_WRONLY));
}

/* Returns the command line with the words of files in place of @FILE; it is owned if it is not
 * `argv`. */
static char **with_files(int *argc, char **argv)
{
    LIMIT_STAGE(LIMIT_WORDS, NULL);
    IN_LIBRARY("libiberty");
    char **words = argv;

    expandargv(argc, &words);
    return words;
}

int main(int argc, char **argv)
{
    struct diag diag;
    struct diag_log log;
    LOCAL_BY(sink_release) struct sink out;
    struct options options;
    char **words;
    int status = EXIT_FAILURE;

    keep_standard_streams();
    diag_init(&diag, argc > 0 ? argv[0] : NULL, stderr);
    log.used = log.dropped = 0;
    diag.log = &log;
    sink_init(&out, STDOUT_FILENO, &diag);
    if (argc > 1 && run_program_is(argv[1])) /* its words are not all gprof's, nor are the limits */
        return run_program(argc, argv, &diag);
    limit_begin(&diag);
    if (argc > 0)
        argv[0] = (char *)diag.program; /* name of the program in messages of getopt */
    words = with_files(&argc, argv);
    switch (options_parse(&options, argc, words, &out, &diag)) {
    case OPTIONS_RUN:
        if (options.no_limit)
            limit_lift();
        status = run_command(&options, &out, &diag);
        break;
    case OPTIONS_DONE:
        status = EXIT_SUCCESS;
        break;
    case OPTIONS_ERROR:
        break;
    }
    if (!sink_flush(&out)) { /* even after an error, since the output so far is correct */
        status = EXIT_FAILURE;
        diag_system(&diag, "standard output", out.error, "the report is not complete");
    }
    options_release(&options);
    if (words != argv)
        freeargv(words);
    return status;
}
