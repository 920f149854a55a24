/* causes - tells why a report is empty or doubtful, and what to do
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/checks/causes.h"

#include "base/mem.h"
#include "image/core_symbols.h"
#include "profile/gmon_io.h"

#include <errno.h>
#include <glob.h>
#include <sys/stat.h>
#include <unistd.h>

/* Names the data that processes have written beside the first file, with their numbers. */
static bool has_children(const struct evidence *e, struct sink *detail)
{
    LOCAL char *pattern = mem_printf(detail->diag, "%s.[0-9]*", e->data);
    glob_t found = {0};
    bool has = e->is_alone && glob(pattern, 0, NULL, &found) == 0;

    if (has && found.gl_pathc == 1)
        sink_string(detail, found.gl_pathv[0]);
    else
        sink_printf(detail, "%s.*", e->data);
    globfree(&found);
    return has;
}

/* Returns true if the user cannot write where the data file should be. */
static bool is_shut(const struct evidence *e, struct sink *detail)
{
    LOCAL char *directory =
        mem_printf(detail->diag, "%.*s.", (int)(diag_basename(e->data) - e->data), e->data);

    return access(directory, W_OK) != 0 && (errno == EACCES || errno == EROFS);
}

/* Names the image if it is a library. */
static bool is_library(const struct evidence *e, struct sink *detail)
{
    sink_string(detail, diag_basename(e->image->path));
    return strstr(diag_basename(e->image->path), ".so") != NULL;
}

/* ---- the table ------------------------------------------------------------------------------- */

/* What a cause explains, as bits. */
enum { NO_TIMES = 1, NO_CALLS = 2, ALL = NO_TIMES | NO_CALLS };

/* The file that a message is about. */
enum { OF_DATA, OF_IMAGE, OF_STACKS, OF_NOTHING };

/* All causes, CAUSE(explains, figures, facts, none, check, about, what, remedy), the surer ones
 * first. A cause holds if all of its facts do, none of the others, and `check`, unless that is
 * NULL. It is told if nothing before it explains the same, and if a report shows one of the figures
 * (shown_figures; 0: always). A remark explains nothing, and does not say what to do next. `what`
 * is NULL if it need not be told, or was told before. Names in braces stand for what put() writes.
 * A part in brackets is left out unless the program CAN_RUN. */
#define CAUSE(explains, figures, facts, none, check, about, what, remedy)                          \
    {                                                                                              \
        explains, figures, facts, none, check, about, what, remedy                                 \
    }
static const struct cause {
    unsigned explains, figures, facts, none;
    cause_shown *check;
    int about;
    const char *what, *remedy;
} causes[] = {
    CAUSE(ALL, 0, BUILD_DIFFERS, 0, check_library, OF_DATA,
          "belongs to library {detail}, not to {image}",
          "report it with: gprof DIR/{detail} {data}"),
    CAUSE(ALL, 0, BUILD_DIFFERS, 0, check_other_build, OF_IMAGE, "is build {detail}",
          "name the image that wrote it, or run the program again"),
    CAUSE(ALL, 0, IS_BEHIND_MAIN, 0, check_behind_main, OF_DATA,
          "lacks samples and calls of main{detail}: the C library samples from _start on",
          "compile with -fno-reorder-functions[, or run: {run}]"),
    CAUSE(ALL, 0, BUILD_DIFFERS, 0, check_other_range, OF_IMAGE, "is another build: {detail}",
          "name the image that wrote it"),
    CAUSE(ALL, SHOWS_TIMES, IS_MOVED, 0, check_elsewhere, OF_DATA,
          "its samples are of addresses {detail}: it was loaded elsewhere", "link it with {fixed}"),
    CAUSE(ALL, SHOWS_TIMES, 0, 0, check_elsewhere, OF_DATA, "its samples are of addresses {detail}",
          "name the image that wrote the data, or link it with {fixed}"),
    CAUSE(NO_CALLS, 0, IS_STRIPPED | UNKNOWN_CALLS, 0, NULL, OF_IMAGE, NULL,
          "use the program before strip, or --symbol-directory=DIR"),
    CAUSE(ALL, 0, OWN_LIBRARIES | UNKNOWN_CALLS, 0, check_leaving_calls, OF_IMAGE,
          "calls its own {libraries}, and glibc's runtime sees no library: {calls} calls unknown",
          "run: {run}"),
    CAUSE(ALL, 0, BUILD_UNKNOWN, NAMES_HOOK | NAMES_START, check_unprofiled, OF_IMAGE,
          "has no function compiled with -pg, but {data} has calls",
          "name the image that wrote it"),
    CAUSE(ALL, 0, BUILD_UNKNOWN, 0, check_other_calls, OF_IMAGE,
          "{detail} call sites in the data are not calls in this program",
          "name the image that wrote {data}"),
    CAUSE(NO_CALLS, 0, UNKNOWN_CALLS, 0, NULL, OF_IMAGE,
          "calls from or to code outside every known function are not counted: {calls}",
          "use an image with all symbols[, or run: {run}]"),
    CAUSE(NO_TIMES, SHOWS_TIMES, NO_HISTOGRAM, 0, NULL, OF_DATA,
          "has no histogram, so that all times are 0.00",
          "run a program that is sampled to see times"),
    CAUSE(ALL, SHOWS_TIMES, FEW_TICKS | OF_LIBGMON, 0, has_children, OF_DATA,
          "has few samples, as forked children have data of their own",
          "run: gprof --top {image} {detail}"),
    CAUSE(NO_TIMES, SHOWS_TIMES, NO_SAMPLE | IS_GO, 0, NULL, OF_DATA,
          "holds no sample: Go's runtime takes SIGPROF", "use Go's own profiler, pprof"),
    CAUSE(NO_TIMES, SHOWS_TIMES, NO_SAMPLE | IS_TCMALLOC, 0, NULL, OF_DATA,
          "holds no sample: perhaps gperftools' profiler took SIGPROF",
          "run the program without CPUPROFILE, and without ProfilerStart"),
    CAUSE(NO_TIMES, SHOWS_TIMES, NO_SAMPLE, 0, NULL, OF_DATA,
          "holds no sample: less than {interval} s of CPU time were used, or all in libraries",
          "give it more work[, or run it with gprof-run]"),
    CAUSE(NO_TIMES, SHOWS_TIMES, 0, 0, check_strays, OF_DATA,
          "samples outside all functions of {image}: {detail}",
          "name the image that wrote the data"),
    CAUSE(NO_TIMES, SHOWS_TIMES, 0, 0, check_unnamed, OF_IMAGE, "{detail}", ""),
    CAUSE(NO_CALLS, SHOWS_CALLS, UNCOUNTED | CALLS_HOOK, 0, check_inlined, OF_DATA,
          "has no call counts: functions compiled with -pg were inlined",
          "see their lines with -l, or compile with -fno-inline"),
    CAUSE(NO_CALLS, SHOWS_CALLS, UNCOUNTED | CALLS_HOOK, HAS_STACKS, NULL, OF_DATA,
          "has no call counts: no function compiled with -pg was called by another one",
          "see lines with -l[, or run: {run}]"),
    CAUSE(NO_CALLS, SHOWS_CALLS, UNCOUNTED | NAMES_START, 0, check_nop_hooks, OF_DATA,
          "has no call counts: -mnop-mcount made NOPs of the calls that count",
          "compile the program without -mnop-mcount"),
    CAUSE(NO_CALLS, SHOWS_CALLS, UNCOUNTED, CALLS_HOOK | TIMES_ALONE, NULL, OF_DATA,
          "has no call counts", "compile the program with -pg, too, not only link it"),
    CAUSE(NO_CALLS, SHOWS_TIMES | SHOWS_CALLS, STARTS_THREADS, OF_LIBGMON | IS_STRIPPED,
          check_lost_calls, OF_DATA,
          "its calls may be too few: glibc's runtime loses calls of threads, and {image} starts "
          "threads",
          "[run: {run}]"),
    /* remarks: on figures that are there */
    CAUSE(0, SHOWS_TIMES, 0, 0, check_profiling_time, OF_DATA,
          "profiling took {detail} % of the CPU time, which is not in the report",
          "compile small, often called functions without -pg"),
    CAUSE(0, SHOWS_TIMES, 0, 0, check_unseen_time, OF_DATA,
          "{detail} % of the CPU time was not sampled (<unseen>): threads end too soon or block "
          "SIGPROF",
          "let threads live longer"),
    CAUSE(0, SHOWS_TIMES, HAS_STACKS, 0, check_spinning, OF_STACKS, "{detail}", ""),
    CAUSE(0, SHOWS_TIMES, HAS_STACKS, 0, check_incomplete_stacks, OF_STACKS,
          "call stacks are incomplete: {detail}", ""),
    CAUSE(0, SHOWS_TIMES, HAS_STACKS, 0, check_made_code, OF_STACKS,
          "{detail} % of the time is in code made at run time",
          "for its names run node --perf-basic-prof, or java -XX:+UnlockDiagnosticVMOptions "
          "-XX:+DumpPerfMapAtExit"),
    CAUSE(0, SHOWS_TIMES, HAS_STACKS, 0, check_missing_stacks, OF_STACKS,
          "has no call stack for {detail} % of the time: threads are too short, or block SIGPROF",
          "let threads live longer"),
    CAUSE(0, SHOWS_TIMES, HAS_STACKS, 0, check_stacks_disagree, OF_STACKS,
          "call stacks and histogram are not of the same runs: {detail}",
          "name the files that one run has written"),
    CAUSE(0, SHOWS_TIMES, HAS_STACKS, 0, check_two_clocks, OF_STACKS,
          "call stacks are of two clocks: CPU time is shown, {detail} seconds of elapsed time are "
          "left out",
          "name files of one clock"),
    CAUSE(0, SHOWS_TIMES, HAS_STACKS, 0, check_other_stacks, OF_STACKS,
          "some call stacks are of another program or build, {detail}, whose functions have no "
          "names here",
          "name the files of one program"),
    CAUSE(0, SHOWS_TIMES | SHOWS_CALLS, 0, 0, check_clones, OF_DATA, "{detail}", "add --clones"),
    CAUSE(0, SHOWS_LINES, 0, 0, check_no_lines, OF_IMAGE, "has no information on source lines",
          "compile the program with -g{detail}"),
    CAUSE(0, SHOWS_TIMES | SHOWS_CALLS, UNUSED_BLOCKS, 0, NULL, OF_NOTHING,
          "ignoring basic-block exec counts", "use -l to see them with -A or -C"),
    /* what could be known, too: for Next alone */
    CAUSE(0, 0, UNREAD_STACKS, 0, NULL, OF_DATA, NULL,
          "for measured inclusive times, leave out --estimated"),
    CAUSE(0, 0, HAS_STACKS, 0, check_waits, OF_DATA, NULL,
          "{detail}; for elapsed time by function, run: gprof-run --clock=wall {program}"),
    CAUSE(0, 0, IS_EMPTY | OF_LIBGMON, 0, NULL, OF_DATA, NULL, "run the program longer"),
    CAUSE(0, 0, IS_EMPTY, 0, NULL, OF_DATA, NULL,
          "compile the program with -pg, and run it longer"),
    CAUSE(0, 0, FEW_TICKS, 0, NULL, OF_DATA, NULL,
          "for times, run the program longer, or add up several runs"),
    CAUSE(0, 0, NO_ARCS, 0, NULL, OF_DATA, NULL,
          "for calls and inclusive times, compile the program with -pg"),
    CAUSE(0, 0, OF_LIBGMON, HAS_STACKS, NULL, OF_DATA, NULL,
          "for measured inclusive times, keep stacks.gmon.out, which libgmon writes, next to "
          "gmon.out"),
    CAUSE(0, 0, OWN_LIBRARIES, 0, NULL, OF_DATA, NULL,
          "the time of {libraries} is not in this file; to see it, run: {run}"),
    CAUSE(0, 0, IS_STATIC, OF_LIBGMON | HAS_STACKS, NULL, OF_DATA, NULL,
          "for measured inclusive times, link it with -lgmon, too"),
    CAUSE(0, 0, CAN_RUN, 0, NULL, OF_DATA, NULL,
          "for measured inclusive times, run the program with gprof-run, or link it with libgmon"),
};

/* Reasons why there is no gmon.out, as in `causes'. */
static const struct cause missing[] = {
    CAUSE(0, 0, 0, 0, is_shut, OF_IMAGE, "",
          "nothing can be written here; run {program} elsewhere"),
    CAUSE(0, 0, CAN_RUN, 0, is_library, OF_IMAGE, "",
          "a library's data are in gmon.out.{detail}, if its program is run so: "
          "GMON_MODULES={detail} "
          "gprof-run PROGRAM"),
    CAUSE(0, 0, IS_STATIC, NAMES_HOOK, NULL, OF_IMAGE,
          "{image} was not compiled with -pg: ", "do that"),
    CAUSE(0, 0, IS_STATIC, 0, NULL, OF_IMAGE, "",
          "run {program} first; if that writes none (_exit, a signal), link it with -lgmon, too"),
    CAUSE(0, 0, 0, CAN_RUN, NULL, OF_IMAGE, "",
          "compile and link {image} with -pg, and run it first"),
    CAUSE(0, 0, 0, NAMES_HOOK, NULL, OF_IMAGE,
          "{image} was not compiled with -pg: ", "do that, or run: {run}"),
    CAUSE(0, 0, NAMES_LIBC_HOOK, NAMES_START, NULL, OF_IMAGE,
          "{image} was compiled with -pg, and linked without it: ",
          "link it with -pg, or run: {run}"),
    CAUSE(0, 0, 0, 0, NULL, OF_IMAGE, "",
          "run {program} first; if that writes none (_exit, a signal), run: {run}"),
};
#undef CAUSE

/* ---- sentences ------------------------------------------------------------------------------- */

/* Appends a text of the tables to `out`. */
static void put(struct sink *out, const char *text, const struct evidence *e, const char *detail)
{
    const char *path = e->image->path, *here = strchr(path, '/') ? "" : "./";
    LOCAL char *calls = mem_printf(out->diag, "%" PRIu64, e->graph ? e->graph->unknown_calls : 0);
    LOCAL char *interval =
        mem_printf(out->diag, "%g",
                   e->profile && e->profile->n_hists > 0 ? 1.0 / e->profile->hists[0].rate : 0);
    const struct {
        const char *name, *before, *is;
    } marks[] = {
        {"{image}", "", path},
        {"{program}", here, path},
        {"{run}", here[0] ? "gprof-run ./" : "gprof-run ", path},
        {"{data}", "", e->data},
        {"{fixed}", "", core_fixed_option(e->image)},
        {"{libraries}", "", e->libraries.buf},
        {"{calls}", "", calls},
        {"{interval}", "", interval},
        {"{detail}", "", detail},
    };

    while (*text) {
        size_t plain = strcspn(text, "{[]"), i = 0;

        sink_bytes(out, text, plain);
        text += plain;
        if (*text == '[' && !(e->facts & CAN_RUN))
            text += strcspn(text, "]");
        if (*text == '[' || *text == ']')
            text++;
        if (*text != '{')
            continue;
        while (strncmp(text, marks[i].name, strlen(marks[i].name)) != 0)
            i++;
        sink_string(out, marks[i].before);
        sink_string(out, marks[i].is);
        text += strlen(marks[i].name);
    }
}

static bool holds(const struct cause *c, const struct evidence *e, struct sink *detail)
{
    return (e->facts & c->facts) == c->facts && !(e->facts & c->none) &&
           (!c->figures || c->figures & e->figures) && (!c->check || c->check(e, detail));
}

char *causes_tell(const struct evidence *e, struct diag *d)
{
    const char *const files[] = {e->data, e->image->path, e->profile->stacks.file, NULL};
    unsigned told = 0;
    char *next = NULL;

    for (size_t i = 0; i < sizeof causes / sizeof *causes; i++) {
        const struct cause *c = &causes[i];
        LOCAL_BY(sink_release)
        struct sink detail = sink_in_memory(d), what = detail, remedy = detail;
        const char *words;

        if (c->explains & told || (!c->explains && !c->what && next) || !holds(c, e, &detail))
            continue;
        told |= c->explains;
        words = sink_text(&detail);
        put(&what, c->what ? c->what : "", e, words);
        put(&remedy, c->remedy, e, words);
        words = sink_text(&remedy);
        if (c->what)
            diag_warning(d, files[c->about], "%s%s%s", sink_text(&what), *words ? "; " : "", words);
        /* call stacks have callers, if not how often they called */
        if (!next && *words && (c->explains || !c->what) && (c->explains != NO_CALLS || !e->stacks))
            next = mem_copy_string(d, words, strlen(words));
    }
    return next;
}

/* ---- no data file ---------------------------------------------------------------------------- */

/* Returns true if the file is a data file that may be of the image, and not of another library. If
 * `any_name`, only a file with GNU's mark is one. */
static bool is_data_of(const char *path, const struct image *image, bool any_name)
{
    const struct gmon_target target = {.word_bytes = image->word_bytes,
                                       .big_endian = image->big_endian};
    const char *library;
    char mark[sizeof GMON_MAGIC - 1] = {0};
    struct stat st;
    FILE *file;

    if (stat(path, &st) != 0 || !S_ISREG(st.st_mode) ||
        profile_other_library(path, image->path, &library) != 0 ||
        !gmon_recognise(path, (uint64_t)st.st_size, &target))
        return false;
    file = any_name ? fopen(path, "rb") : NULL;
    any_name = any_name && !(file && fread(mark, sizeof mark, 1, file) == 1 &&
                             memcmp(mark, GMON_MAGIC, sizeof mark) == 0);
    if (file)
        fclose(file);
    return !any_name;
}

/* Reports the data files that exist in place of NAME: those of processes and ranks, NAME.*, or, if
 * there are none and NAME is the default, one of any name (GMON_OUT_PREFIX). Returns false if there
 * are none. */
static bool report_others(const char *name, const struct image *image, bool any_name,
                          struct diag *d)
{
    int directory = (int)(diag_basename(name) - name);
    LOCAL char *pattern =
        any_name ? mem_printf(d, "%.*s*", directory, name) : mem_printf(d, "%s.*", name);
    size_t n = 0;
    const char *first = NULL;
    glob_t found = {0};

    if (glob(pattern, 0, NULL, &found) == 0)
        for (size_t i = found.gl_pathc; i-- > 0;)
            if (is_data_of(found.gl_pathv[i], image, any_name)) {
                first = found.gl_pathv[i];
                n++;
            }
    if (n == 1)
        diag_error(d, name, "%s, but %s is there; run: %s %s %s", strerror(ENOENT), first,
                   d->program, image->path, first);
    else if (n > 1 && !any_name)
        diag_error(d, name, "%s, but %s and %zu more are there; run: %s %s %s", strerror(ENOENT),
                   first, n - 1, d->program, image->path, pattern);
    globfree(&found);
    return n == 1 || (n > 1 && !any_name);
}

bool causes_data_exists(const char *name, const struct image *image, struct diag *d)
{
    LOCAL_BY(sink_release) struct sink text = sink_in_memory(d);
    LOCAL_BY(sink_release) struct sink detail = sink_in_memory(d);
    LOCAL_BY(evidence_release) struct evidence e = {.image = image, .data = name};
    const struct cause *c = missing;

    if (!*name || strcmp(name, "-") == 0 || access(name, F_OK) == 0 || errno != ENOENT)
        return true;
    if (report_others(name, image, false, d))
        return false;
    if (strcmp(diag_basename(name), "gmon.out") != 0)
        return true;
    if (report_others(name, image, true, d))
        return false;
    if (core_is_stripped(image) && !image->has_loader)
        return true;
    evidence_find(&e, d);
    while (!holds(c, &e, &detail)) {
        c++;
        sink_clear(&detail);
    }
    sink_char(&detail, '\0');
    put(&text, c->what, &e, detail.buf);
    put(&text, c->remedy, &e, detail.buf);
    return diag_error(d, name, "%s; %s", strerror(ENOENT), sink_text(&text));
}
