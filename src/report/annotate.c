/* annotate - source code with execution counts before its lines (--annotated-source)
 *
 * A source file and the facts of its lines, both in ascending lines, are walked side by side.
 * Formats: tests/compat compares them with GNU gprof 2.40; doc/DEVIATIONS has the differences.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "report/annotate.h"

#include "base/arith.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/trace.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT_COLUMNS = 12, PREFIX_COLUMNS = 16 /* the counts and " -> " */ };

static const char below_minimum[] = "#####";

/* A file being printed. */
struct annotator {
    const struct line_file *file;
    const struct report_style *style;
    struct sink *out;
    struct sink text;    /* the counts of a line; shared by all lines */
    size_t next;         /* the first fact behind the lines printed so far */
    uint64_t line;       /* the line last begun */
    uint64_t last;       /* the count that lines without one repeat */
    uint64_t executable; /* lines printed with any fact */
    uint64_t executed;   /* those of them that ran */
};

/* What stands before a line: nothing, or `text`, right-justified as far as there is room. */
static void put_prefix(struct annotator *a)
{
    if (a->text.used == 0) {
        sink_repeat(a->out, ' ', PREFIX_COLUMNS);
        return;
    }
    if (a->text.used < COUNT_COLUMNS)
        sink_repeat(a->out, ' ', COUNT_COLUMNS - a->text.used);
    sink_bytes(a->out, a->text.buf, a->text.used);
    sink_string(a->out, " -> ");
}

static void add_count(struct annotator *a, uint64_t count)
{
    if (a->text.used > 0)
        sink_char(&a->text, ',');
    sink_u64(&a->text, count, 0);
}

/* The counts of a line: the calls of its functions in one number, then its blocks one by one. */
static void add_counts(struct annotator *a, const struct line_sum *sum)
{
    if (sum->executed < a->style->min_count) {
        sink_string(&a->text, below_minimum);
        return;
    }
    if (sum->has_calls)
        add_count(a, sum->calls);
    for (size_t i = a->next; i < sum->end; i++)
        if (a->file->fact[i].kind == LINE_BLOCK)
            add_count(a, a->file->fact[i].count);
}

/* Begin the next line: pass its facts, and print what stands before it. When memory is out, nothing
 * is printed and a->text.error is set. */
static void begin_line(struct annotator *a)
{
    struct line_sum sum;

    a->line++;
    sink_clear(&a->text);
    if (a->next < a->file->n_facts && a->file->fact[a->next].line == a->line) {
        sum = line_sum_at(a->file, a->next);
        a->executable++;
        if (sum.has_counts) {
            add_counts(a, &sum);
            a->last = sum.last;
            a->executed += sum.executed > 0;
        } else if (a->style->all_lines) {
            if (a->last < a->style->min_count)
                sink_string(&a->text, below_minimum);
            else
                add_count(a, a->last);
            a->executed += a->last > 0;
        }
        a->next = sum.end;
    }
    if (!a->text.error)
        put_prefix(a);
}

/* The text of the file with its counts. */
static void print_lines(struct annotator *a, struct source *source, struct diag *d)
{
    struct source_piece piece;

    while (source_read(source, &piece)) {
        if (piece.starts_line)
            begin_line(a);
        if (a->text.error)
            return;
        sink_bytes(a->out, piece.text, piece.bytes);
    }
    if (source->error)
        diag_warning(d, a->file->path, "%s; its annotated text is not complete",
                     strerror(source->error));
}

static int by_executions(const void *left, const void *right)
{
    const struct line_sum *l = left, *r = right;

    if (l->executed != r->executed)
        return l->executed > r->executed ? -1 : 1;
    return l->line < r->line ? -1 : l->line > r->line;
}

/* The lines of the file that ran; the caller frees. `*total` becomes the sum of their executions.
 */
static struct line_sum *lines_that_ran(const struct line_file *file, size_t *n_lines,
                                       uint64_t *total, struct diag *d)
{
    struct line_sum *lines = mem_alloc(d, file->n_facts, sizeof *lines);
    size_t n = 0;

    if (!lines)
        return NULL;
    *total = 0;
    for (size_t i = 0; i < file->n_facts;) {
        struct line_sum sum = line_sum_at(file, i);

        if (sum.executed > 0)
            lines[n++] = sum;
        *total = add_saturated(*total, sum.executed);
        i = sum.end;
    }
    *n_lines = n;
    return lines;
}

static void print_top_lines(const struct annotator *a, struct line_sum *lines, size_t n)
{
    size_t rows = (size_t)a->style->top_lines;

    qsort(lines, n, sizeof *lines, by_executions);
    sink_printf(a->out, "\n\nTop %d Lines:\n\n     Line      Count\n\n", a->style->top_lines);
    for (size_t i = 0; i < n && i < rows; i++) {
        sink_u64(a->out, lines[i].line, 9);
        sink_char(a->out, ' ');
        sink_u64(a->out, lines[i].executed, 10);
        sink_char(a->out, '\n');
    }
}

static void print_summary(const struct annotator *a, uint64_t total)
{
    double executable = (double)a->executable;

    sink_string(a->out, "\nExecution Summary:\n\n");
    sink_u64(a->out, a->executable, 9);
    sink_string(a->out, "   Executable lines in this file\n");
    sink_u64(a->out, a->executed, 9);
    sink_string(a->out, "   Lines executed\n");
    sink_fixed(a->out, a->executable ? 100.0 * (double)a->executed / executable : 100.0, 9, 2);
    sink_string(a->out, "   Percent of the file executed\n\n");
    sink_u64(a->out, total, 9);
    sink_string(a->out, "   Total number of line executions\n");
    sink_fixed(a->out, a->executable ? (double)total / executable : 0.0, 9, 2);
    sink_string(a->out, "   Average executions per line\n");
}

/* The whole listing of a file whose source is open. */
static bool print_listing(const struct line_file *file, const struct report_style *style,
                          struct source *source, struct sink *out, struct diag *d)
{
    struct annotator a = {.file = file, .style = style, .out = out};
    uint64_t total;
    size_t n;
    struct line_sum *lines = lines_that_ran(file, &n, &total, d);

    if (!lines)
        return false;
    sink_init(&a.text, -1, d);
    print_lines(&a, source, d);
    if (style->top_lines > 0)
        print_top_lines(&a, lines, n);
    print_summary(&a, total);
    sink_release(&a.text);
    free(lines);
    return true;
}

/* The listing of a file in BASENAME-ann in the current directory. */
static bool write_listing(const struct line_file *file, const struct report_style *style,
                          struct source *source, struct diag *d)
{
    static const char suffix[] = "-ann";
    const char *base = diag_basename(file->path);
    size_t length = strlen(base);
    char *name = mem_alloc(d, length + sizeof suffix, 1);
    struct file_writer writer;
    bool ok = true;

    if (!name)
        return false;
    memcpy(name, base, length);
    memcpy(name + length, suffix, sizeof suffix);
    if (file_writer_open(&writer, name, d)) {
        ok = print_listing(file, style, source, &writer.sink, d);
        if (ok)
            ok = file_writer_commit(&writer, d);
        else
            file_writer_abandon(&writer);
    } /* else it was reported, and the others go on */
    free(name);
    return ok;
}

static void trace_file(const struct line_file *file, bool listed, const struct diag *d)
{
    static const char *const kinds[] = {[LINE_SEEN] = "seen",
                                        [LINE_CALLS] = "a function begins, calls",
                                        [LINE_BLOCK] = "a block begins, executions",
                                        [LINE_CODE] = "code without a count"};

    trace_line(d, "print_annotated_source", "%s: %zu facts of its lines, %s; %s", file->path,
               file->n_facts, file->ran ? "some ran" : "none ran", listed ? "listed" : "left out");
    for (size_t i = 0; i < file->n_facts; i++)
        trace_line(d, "print_annotated_source", "line %" PRIu32 ": %s: %" PRIu64,
                   file->fact[i].line, kinds[file->fact[i].kind], file->fact[i].count);
}

/* Whether there is something to show of the file, and it is wanted. */
static bool is_listed(const struct line_file *file, const struct report_style *style)
{
    return file->n_facts > 0 && (file->ran || style->show_unused) &&
           !(style->no_system_sources && source_is_system(file->path));
}

bool print_annotated_source(const struct line_counts *counts, const struct source_search *search,
                            const struct report_style *style, struct sink *out, struct diag *d)
{
    bool first = true, ok = true;

    for (size_t i = 0; ok && i < counts->n_files; i++) {
        const struct line_file *file = &counts->files[i];
        struct source source;
        bool listed = is_listed(file, style);

        if (trace_on(d, TRACE_ANNOTATION))
            trace_file(file, listed, d);
        if (!listed || !source_open(&source, search, file->path, d))
            continue;
        if (style->separate_files) {
            ok = write_listing(file, style, &source, d);
        } else {
            if (!first)
                sink_string(out, "\n\f\n");
            else if (out->written > 0) /* the section begins with the first file that is found */
                sink_string(out, "\f\n");
            first = false;
            sink_printf(out, "*** File %s:\n", file->path);
            ok = print_listing(file, style, &source, out, d);
        }
        source_close(&source);
    }
    return ok;
}

bool annotate_print(const struct report *r, struct sink *out, struct diag *d)
{
    const struct line_sources sources = {.symtab = &r->symtab,
                                         .lines = r->names.lines,
                                         .graph = &r->graph,
                                         .blocks = &r->blocks,
                                         .filter = &r->filter};
    struct line_counts counts = {0};
    bool ok;

    line_counts_gather(&counts, &sources, d);
    line_counts_finalize(&counts, d);
    ok = print_annotated_source(&counts, r->sources, &r->style, out, d);
    line_counts_release(&counts);
    return ok;
}
