/* run_command - makes what a command line asks for
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "run_command.h"

#include "base/file.h"
#include "base/limit.h"
#include "base/trace.h"

#include <unistd.h>

/* Exit statuses if no error occurred: a limit of --fail-on is exceeded, or else one could not be
 * judged. */
enum { EXIT_EXCEEDED = 3, EXIT_UNJUDGED = 4 };

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

static struct run run_of(const struct options *o, struct sink *out, struct diag *d)
{
    return (struct run){
        .options = o,
        .out = out,
        .diag = d,
        .results = {.style = o->style, .sources = &o->sources, .reports = o->reports}};
}

enum limits_look run_look_at_limits(const struct options *o, struct sink *out, struct diag *d)
{
    LIMIT_STAGE(LIMIT_REPORT, o->input.image);
    struct run run = run_of(o, out, d);
    bool ok = run_compare(&run);
    enum limits_look found = run.judgement.open > 0 ? LIMITS_ARE_OPEN
                             : ok                   ? LIMITS_ARE_JUDGED
                                                    : LIMITS_FAIL;

    run_release(&run);
    return found;
}

int run_command(const struct options *o, struct sink *standard, struct diag *d)
{
    LIMIT_STAGE(LIMIT_REPORT, o->input.image);
    bool to_file = o->output && !(o->reports & REPORT_SUM);
    struct file_writer file;
    struct sink *out = to_file ? &file.sink : standard;
    struct run run = run_of(o, out, d);
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
    left_out = run.results.facts.left_out > 0;
    run_release(&run);
    d->trace = NULL;
    if (to_file && ok)
        ok = file_writer_commit(&file, d);
    else if (to_file)
        file_writer_abandon(&file);
    return !ok || left_out              ? EXIT_FAILURE
           : run.judgement.exceeded > 0 ? EXIT_EXCEEDED
           : run.judgement.unjudged > 0 ? EXIT_UNJUDGED
                                        : EXIT_SUCCESS;
}
