/* main - reads the command line, makes the run, prints its reports, and sets the exit status
 *
 * The only file that exits.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "run.h"

#include "option_files.h"
#include "options.h"

#include "base/file.h"
#include "base/sink.h"
#include "base/trace.h"
#include "report/registry.h"

#include <fcntl.h>
#include <libiberty.h>
#include <unistd.h>

/* Exit status if a limit of --fail-on is exceeded, and no error occurred. */
enum { EXIT_EXCEEDED = 3 };

/* Returns false, with an error, if a binary report would go to a terminal. */
static bool may_be_shown(const struct options *o, struct diag *d)
{
    return !reports_traits(o->reports).are_binary || !isatty(STDOUT_FILENO) ||
           diag_error(d, NULL, "binary data is not written to a terminal; use --output=FILE");
}

/* Chooses the product that the options ask for. Lists of symbols are read for a sum, too. */
static bool (*product_of(const struct options *o))(struct run *)
{
    if (o->reports & REPORT_COMPARE)
        return run_compare;
    if (o->reports & REPORT_BY_FILE)
        return run_by_file;
    if (o->reports & REPORT_SUM && !reports_traits(o->reports).are_printed && !o->map &&
        !o->external_symbols)
        return run_sum;
    return run_report;
}

/* Makes what is asked for, on standard output or in the file of --output, which is replaced only if
 * all went well. Returns the exit status. */
static int run_all(const struct options *o, struct sink *standard, struct diag *d)
{
    bool to_file = o->output && !(o->reports & REPORT_SUM);
    struct file_writer file;
    struct sink *out = to_file ? &file.sink : standard;
    struct run run = {.options = o,
                      .out = out,
                      .diag = d,
                      .report = {.style = o->style, .sources = &o->sources, .reports = o->reports}};
    struct trace trace = {.bits = o->trace_bits, .out = out};
    struct progress progress;
    bool ok = to_file ? file_writer_open(&file, o->output, d) : may_be_shown(o, d), left_out;

    if (!ok)
        return EXIT_FAILURE;
    if (!isatty(out->fd)) { /* a line of progress would be in the middle of the report */
        progress_start(&progress, d, 0, "megabytes of the report written");
        out->progress = &progress;
    }
    if (o->trace_bits) {
        /* from here on each stage prints its work with the report */
        d->trace = &trace;
        trace_line(d, "main", "debug-level=0x%x", trace.bits);
    }
    ok = product_of(o)(&run);
    out->progress = NULL;
    diag_status(d, NULL);
    left_out = run.report.facts.left_out > 0;
    run_release(&run);
    d->trace = NULL;
    if (to_file && ok)
        ok = file_writer_commit(&file, d);
    else if (to_file)
        file_writer_abandon(&file);
    return !ok || left_out ? EXIT_FAILURE : run.exceeded > 0 ? EXIT_EXCEEDED : EXIT_SUCCESS;
}

/* Opens /dev/null for each standard stream that is closed, so that no file gets its descriptor, and
 * messages do not go into a report. Reading standard input and writing standard output fail as if
 * closed. */
static void keep_standard_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0)
            open("/dev/null", fd == STDOUT_FILENO ? O_RDONLY : O_WRONLY);
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
    if (argc > 0)
        argv[0] = (char *)diag.program; /* name of the program in messages of getopt */
    words = option_files_expand(&argc, argv, &diag);
    if (!words)
        return EXIT_FAILURE;
    switch (options_parse(&options, argc, words, &out, &diag)) {
    case OPTIONS_RUN:
        status = run_all(&options, &out, &diag);
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
    freeargv(words);
    return status;
}
