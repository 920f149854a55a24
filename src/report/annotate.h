/* annotate - source code with execution counts before its lines (--annotated-source)
 *
 * Role: what annotate_print, the printer of the report table, does once the counts are gathered.
 * Input: the counts of source lines, and where the source files lie.
 * Output: each source file in which something ran, or NAME-ann files in the current directory.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef REPORT_ANNOTATE_H
#define REPORT_ANNOTATE_H

#include "analysis/line_counts.h"
#include "base/sink.h"
#include "view/report.h"
#include "view/source.h"

#include <stdbool.h>

/* Print the files of `counts`, which is finalized. A source file that cannot be found or read and a
 * NAME-ann that cannot be opened are reported and left out. Fails when memory is out or a NAME-ann
 * could not be written completely. */
bool print_annotated_source(const struct line_counts *counts, const struct source_search *search,
                            const struct report_style *style, struct sink *out, struct diag *d);

#endif
