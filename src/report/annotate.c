/* annotate - prints source code with execution counts before its lines (--annotated-source)
 *
 * Facts about source lines come from functions, line symbols and basic blocks. They are sorted by
 * file and line, and walked side by side with the source file. A line without any fact costs
 * nothing, so a line number of 2^31 is as cheap as 1. Formats: tests/compat compares them with GNU
 * gprof 2.44; doc/DEVIATIONS has the differences.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/arith.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/trace.h"
#include "base/words.h"
#include "view/results.h"

#include <sys/stat.h>

enum { COUNT_COLUMNS = 12, PREFIX_COLUMNS = 16 /* columns of counts, and of counts with " -> " */ };

static const char below_minimum[] = "#####";

/* ---- counts of lines ---- */

/* Kinds of facts about a line. A line may have several facts of each kind, in this order. */
enum line_fact_kind {
    LINE_SEEN,  /* a symbol is on the line, but is left out: only its file counts */
    LINE_CALLS, /* a function begins on the line; its calls */
    LINE_BLOCK, /* a basic block begins on the line; its executions */
    LINE_CODE   /* a line symbol has code on the line, but no count of its own */
};

struct line_fact {
    const char *path; /* path of the file, as recorded; not owned */
    uint64_t rank;    /* sort key of a line's facts of one kind: an address, or a place in a list */
    uint64_t count;   /* count of LINE_CALLS and LINE_BLOCK */
    uint32_t line;    /* number of the line, from 1 */
    uint32_t order;   /* place of the symbol in the image's symbol table */
    enum line_fact_kind kind;
    bool is_inside; /* for LINE_BLOCK: the block begins behind the start of its line symbol */
};

/* Facts of one file, without LINE_SEEN, by line, kind and rank. */
struct line_file {
    const char *path;             /* not owned */
    const struct line_fact *fact; /* n_facts elements; into counts.facts */
    size_t n_facts;
    uint32_t seen; /* least order, in the image's symbol table, of the symbols of this file */
    bool ran;      /* some count of the file is not 0 */
};

/* Facts of all files. */
struct counts {
    struct line_fact *facts; /* owned */
    size_t n, cap;
    struct line_file *files; /* files, the one seen last first; owned */
    size_t n_files;
};

static void add_fact(struct counts *c, const struct line_fact *fact, struct diag *d)
{
    *mem_push(d, c->facts, c->n, c->cap) = *fact;
}

/* Adds the basic blocks of symbol `s`. If it has none and is not a function, adds a LINE_CODE. */
static void add_blocks(struct counts *c, const struct results *r, uint32_t s, struct line_fact fact,
                       struct diag *d)
{
    size_t n;
    const struct bb_count *block = bb_of_symbol(&r->facts.blocks, s, &n);

    for (size_t i = 0; i < n; i++) {
        fact.kind = LINE_BLOCK;
        fact.rank = (uint64_t)(block + i - r->facts.blocks.at);
        fact.count = block[i].count;
        fact.is_inside = block[i].address != r->program.symtab.symbols[s].address;
        add_fact(c, &fact, d);
    }
    if (n > 0 || r->program.symtab.symbols[s].is_function)
        return;
    fact.kind = LINE_CODE;
    add_fact(c, &fact, d);
}

/* Compares facts by file; in a file LINE_SEEN comes first, then by line, kind and address. */
static int by_line(const void *left, const void *right)
{
    const struct line_fact *l = left, *r = right;
    int order = compare_texts(l->path, r->path);

    if (order)
        return order;
    if ((l->kind == LINE_SEEN) != (r->kind == LINE_SEEN))
        return l->kind == LINE_SEEN ? -1 : 1;
    order = compare_u64(l->line, r->line);
    order = order ? order : compare_u64(l->kind, r->kind);
    return order ? order : compare_u64(l->rank, r->rank);
}

/* Compares files: the one seen last comes first. */
static int by_seen(const void *left, const void *right)
{
    const struct line_file *l = left, *r = right;
    int order = compare_u64(r->seen, l->seen);

    return order ? order : strcmp(l->path, r->path);
}

/* Gathers the calls of functions, at the lines on which they begin, and the facts of line symbols,
 * and makes the files. O(n log n). */
static void gather_counts(struct counts *c, const struct results *r, struct diag *d)
{
    size_t files_cap = 0;

    for (uint32_t s = 0; s < r->program.symtab.n; s++) {
        const struct symbol *symbol = &r->program.symtab.symbols[s];
        const struct image_line *where = &r->program.names.lines->at[s];
        bool selected = sym_selected(&r->program.filter, SYM_TABLE_ANNO, s);
        bool has_calls = selected && symbol->is_function;
        const struct line_fact fact = {
            .path = where->file,
            .rank = symbol->address,
            .count = has_calls ? r->views.calls->nodes[s].calls : 0,
            .line = where->line,
            .order = symbol->seen,
            .kind = has_calls ? LINE_CALLS : LINE_SEEN,
        };

        if (!where->file)
            continue;
        if (has_calls || !selected)
            add_fact(c, &fact, d);
        if (selected)
            add_blocks(c, r, s, fact, d);
    }
    if (c->n > 0)
        qsort(c->facts, c->n, sizeof *c->facts, by_line);
    for (size_t i = 0; i < c->n; i++) {
        const struct line_fact *fact = &c->facts[i];
        struct line_file *file;

        if (i == 0 || compare_texts(fact[-1].path, fact->path) != 0) {
            file = mem_push(d, c->files, c->n_files, files_cap);
            *file = (struct line_file){.path = fact->path, .seen = fact->order};
        }
        file = &c->files[c->n_files - 1];
        if (fact->order < file->seen)
            file->seen = fact->order;
        if (fact->kind == LINE_SEEN)
            continue;
        if (!file->fact)
            file->fact = fact;
        file->n_facts++;
        file->ran |= fact->count > 0;
    }
    if (c->n_files > 0)
        qsort(c->files, c->n_files, sizeof *c->files, by_seen);
}

/* Sums over the facts of one line. */
struct line_sum {
    uint32_t line;
    size_t end;        /* number of the file's first fact behind the line */
    uint64_t calls;    /* calls of all functions that begin on the line */
    uint64_t executed; /* calls and executions of its blocks, at most 2^64 - 1 */
    uint64_t last;     /* last of the line's counts; 0 without counts */
    bool has_calls;    /* a function begins on the line */
    bool has_counts;   /* a function or a block begins on the line */
};

/* Sums up the line of the file's fact number `first`, which is the first of its line. */
static struct line_sum line_sum_at(const struct line_file *file, size_t first)
{
    struct line_sum sum = {.line = file->fact[first].line, .end = first};

    while (sum.end < file->n_facts && file->fact[sum.end].line == sum.line) {
        const struct line_fact *fact = &file->fact[sum.end++];

        if (fact->kind == LINE_CODE)
            continue;
        sum.has_counts = true;
        if (fact->kind == LINE_CALLS) {
            sum.has_calls = true;
            sum.calls = add_saturated(sum.calls, fact->count);
            sum.last = sum.calls;
        } else {
            sum.last = fact->count;
        }
        sum.executed = add_saturated(sum.executed, fact->count);
    }
    return sum;
}

/* ---- the listing of a file ---- */

/* A file being printed. */
struct annotator {
    const struct line_file *file;
    const struct report_style *style;
    struct sink *out;
    struct sink text;    /* counts of a line; reused for all lines */
    size_t next;         /* number of the first fact behind the lines printed so far */
    uint64_t line;       /* number of the last line begun */
    uint64_t last;       /* count that lines without a count repeat */
    uint64_t executable; /* number of printed lines with a fact */
    uint64_t executed;   /* number of these that ran */
};

static void add_count(struct annotator *a, uint64_t count)
{
    if (a->text.used > 0)
        sink_char(&a->text, ',');
    sink_u64(&a->text, count, 0);
}

/* Adds the counts of a line: the calls of its functions in one number, then those of its blocks.
 * With --all-lines, a line that begins inside of a block shows the count of that block first, and
 * equal neighbouring counts once. */
static void add_counts(struct annotator *a, const struct line_sum *sum)
{
    const struct line_fact *first = &a->file->fact[a->next];
    bool all = a->style->all_lines;
    bool goes_on = all && first->kind == LINE_BLOCK && first->is_inside;
    uint64_t min = a->style->min_count, before = sum->has_calls ? sum->calls : a->last;

    if (sum->executed < min && (!goes_on || before < min)) {
        sink_string(&a->text, below_minimum);
        return;
    }
    if (sum->has_calls || goes_on)
        add_count(a, before);
    for (size_t i = a->next; i < sum->end; i++) {
        const struct line_fact *fact = &a->file->fact[i];

        if (fact->kind != LINE_BLOCK)
            continue;
        if (!all || a->text.used == 0 || fact->count != before)
            add_count(a, fact->count);
        before = fact->count;
    }
}

/* Begins the next line: passes its facts, and prints its prefix, which is blanks or the counts,
 * right-justified in their field if they fit. */
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
    if (a->text.used == 0) {
        sink_repeat(a->out, ' ', PREFIX_COLUMNS);
        return;
    }
    if (a->text.used < COUNT_COLUMNS)
        sink_repeat(a->out, ' ', COUNT_COLUMNS - a->text.used);
    sink_bytes(a->out, a->text.buf, a->text.used);
    sink_string(a->out, " -> ");
}

static int by_executions(const void *left, const void *right)
{
    const struct line_sum *l = left, *r = right;
    int order = compare_u64(r->executed, l->executed);

    return order ? order : compare_u64(l->line, r->line);
}

/* Prints the lines that ran most often, if they are wanted. Returns the number of executions of all
 * lines. */
static uint64_t print_top_lines(const struct annotator *a, struct diag *d)
{
    const struct line_file *file = a->file;
    LOCAL struct line_sum *lines = mem_alloc(d, file->n_facts, sizeof *lines);
    size_t n = 0, rows = a->style->top_lines > 0 ? (size_t)a->style->top_lines : 0;
    uint64_t total = 0;

    for (size_t i = 0; i < file->n_facts;) {
        struct line_sum sum = line_sum_at(file, i);

        if (sum.executed > 0)
            lines[n++] = sum;
        total = add_saturated(total, sum.executed);
        i = sum.end;
    }
    qsort(lines, n, sizeof *lines, by_executions);
    if (rows > 0)
        sink_printf(a->out, "\n\nTop %zu Lines:\n\n     Line      Count\n\n", rows);
    for (size_t i = 0; i < n && i < rows; i++)
        sink_printf(a->out, "%9" PRIu32 " %10" PRIu64 "\n", lines[i].line, lines[i].executed);
    return total;
}

static void print_summary(const struct annotator *a, uint64_t total)
{
    double executable = (double)a->executable;

    sink_string(a->out, "\nExecution Summary:\n\n");
    sink_printf(a->out, "%9" PRIu64 "   Executable lines in this file\n", a->executable);
    sink_printf(a->out, "%9" PRIu64 "   Lines executed\n", a->executed);
    sink_printf(a->out, "%9.2f   Percent of the file executed\n\n",
                a->executable ? 100.0 * (double)a->executed / executable : 100.0);
    sink_printf(a->out, "%9" PRIu64 "   Total number of line executions\n", total);
    sink_printf(a->out, "%9.2f   Average executions per line\n",
                a->executable ? (double)total / executable : 0.0);
}

/* Prints the whole listing of a file whose source is open. */
static void print_listing(const struct line_file *file, const struct report_style *style,
                          struct source *source, struct sink *out, struct diag *d)
{
    struct annotator a = {.file = file, .style = style, .out = out, .text = sink_in_memory(d)};
    struct source_line line;

    while (source_next(source, &line)) {
        begin_line(&a);
        sink_bytes(out, line.text, line.bytes);
    }
    print_summary(&a, print_top_lines(&a, d));
    sink_release(&a.text);
}

/* Writes the listing of a file into BASENAME-ann in the current directory. Returns false, after
 * reporting, if it could not be written completely. */
static bool write_listing(const struct line_file *file, const struct report_style *style,
                          struct source *source, struct diag *d)
{
    LOCAL char *name = mem_printf(d, "%s-ann", diag_basename(file->path));
    struct file_writer writer;
    struct stat st;
    bool ok = true;

    /* the user did not name this link or pipe, so it may be a trap */
    if (lstat(name, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode)) {
        ok = diag_error(d, name, "is not a regular file, so it was not written; remove it");
    } else if (file_writer_open(&writer, name, d)) {
        print_listing(file, style, source, &writer.sink, d);
        ok = file_writer_commit(&writer, d);
    } /* else the failure was reported, and other files go on */
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

/* Returns true if the file has something to show and is wanted. */
static bool is_listed(const struct line_file *file, const struct report_style *style)
{
    return file->n_facts > 0 && (file->ran || style->show_unused) &&
           !(style->no_system_sources && source_is_system(file->path));
}

/* Prints the files with facts. A source file that cannot be found or read is reported and left out;
 * so is a NAME-ann that cannot be opened. Returns false, after reporting, if a NAME-ann could not
 * be written completely. */
bool print_annotated_source(const struct results *r, struct sink *out, struct diag *d)
{
    struct counts counts = {0};
    const struct source_reader reader = {.search = r->sources, .use = SOURCE_SHOWN};
    bool first = true, ok = true;

    gather_counts(&counts, r, d);
    for (size_t i = 0; ok && i < counts.n_files; i++) {
        const struct line_file *file = &counts.files[i];
        struct source source;
        bool listed = is_listed(file, &r->style);

        if (trace_on(d, TRACE_ANNOTATION))
            trace_file(file, listed, d);
        if (!listed || !source_open(&source, &reader, file->path, d))
            continue;
        if (r->style.separate_files) {
            ok = write_listing(file, &r->style, &source, d);
        } else {
            if (!first)
                sink_string(out, "\n\f\n");
            else if (out->written > 0) /* the section begins with the first file that is found */
                sink_string(out, "\f\n");
            first = false;
            sink_printf(out, "*** File %s:\n", file->path);
            print_listing(file, &r->style, &source, out, d);
        }
        source_close(&source);
    }
    free(counts.facts);
    free(counts.files);
    return ok;
}
