/* annotate - source code with execution counts before its lines (--annotated-source)
 *
 * Input: the const view of all results, where source files lie, and the counts of their lines.
 * Output: each source file in which something ran, or NAME-ann files in the current folder.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef REPORT_ANNOTATE_H
#define REPORT_ANNOTATE_H

#include "base/sink.h"
#include "report/source.h"
#include "analysis/line_counts.h"
#include "report/report.h"

#include <stdbool.h>
#include <stdint.h>

struct annotate_style {
    uint64_t min_count;  /* --min-count: smaller counts show as ##### */
    int top_lines;       /* --table-length: rows of the table of top lines; none unless positive */
    bool all_lines;      /* --all-lines: lines with code but without a count repeat the last one */
    bool unused_files;   /* --display-unused-functions: files in which nothing ran, too */
    bool separate_files; /* --separate-files: into files, nothing on `out` */
};

/* Add the calls of the functions that the report selects, each at the line where it begins. The
 * view's names must know all lines. False, after reporting, when memory is out. */
bool annotate_add_symbols(struct line_counts *counts, const struct report *r, struct diag *d);

/* Print the files of `counts`, which is finalized. A source file that cannot be found or read and a
 * NAME-ann that cannot be opened are reported and left out. Fails when memory is out or a NAME-ann
 * could not be written completely. */
bool print_annotated_source(const struct line_counts *counts, const struct source_search *search,
                            const struct annotate_style *style, struct sink *out, struct diag *d);

#endif
