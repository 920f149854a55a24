/* texts - prints names, headings and explanations that several listings share; and --file-info
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef REPORT_TEXTS_H
#define REPORT_TEXTS_H

#include "analysis/error_bars.h"
#include "base/sink.h"
#include "profile/formats/gmon_format.h"
#include "view/results.h"

/* Prints the summary of a data file. */
void file_info_print(struct sink *out, const char *path, const struct gmon_file_info *info);

/* Prints "granularity: ...", the start of a line. */
void report_granularity(struct sink *out, uint64_t bytes);

/* Prints a name as the tables do: demangled, then its file and line if asked for. */
void report_name(const struct results *r, struct sink *out, uint32_t symbol);

/* Prints what stands behind a name in reports of our own: its place in the source, ` (FILE:LINE)',
 * if names carry it. */
void report_place(struct sink *out, const struct names *names, uint32_t symbol);

/* Prints the name of a library without the brackets of its symbol: libc.so.6. */
void report_library(struct sink *out, const struct symtab *symtab, uint32_t library);

/* Prints it in a row, behind a function: libc; of a long name what is in front of its first dot. */
void report_library_of(struct sink *out, const struct symtab *symtab, uint32_t library);

/* Prints the index of a node, `[n]`, or `(n)` for a function without an entry. */
void report_index(const struct results *r, struct sink *out, uint32_t node);

/* Prints a name, then ` <cycle N>` and ` [index]`, or ` (index)` for a function without an entry;
 * for the node of a cycle prints `<cycle N as a whole> [index]`. Without a graph, brackets are left
 * out. */
void report_full_name(const struct results *r, struct sink *out, uint32_t node);

/* Returns true if a text has no unsafe characters. */
bool is_clean(const char *text);

/* Writes a word for the shell, in quotes unless all of it is harmless. */
void put_word(struct sink *line, const char *word);

/* Writes the image and the data files as words of a command.
 * Returns false, with a part written, if a name cannot be in a command, or they are many. */
bool put_files(const struct results *r, struct sink *line);

/* Prints the lines above a measured table: the number of samples, and the error of percentages. */
void measured_heading(const struct results *r, struct sink *out);

/* Prints `~ ' if a figure has so few samples that it must not look exact. */
void measured_mark(struct sink *out, const struct stack_sum *samples);

/* Prints a share of 1 as a percentage with two significant digits. */
void measured_digits(struct sink *out, double share);

/* Prints the error of a share: `both', and half of its interval. If that would lead below 0 or
 * above 1, the share is off in one direction alone, which the sign in place of `both' tells. */
void measured_error(struct sink *out, double share, struct share_interval range, const char *both);

/* Prints a number of things, such as `1 call' or `2 calls', and `behind'. */
void put_count(struct sink *out, uint64_t n, const char *what, const char *behind);

enum explanation { EXPLAIN_FLAT, EXPLAIN_GRAPH, EXPLAIN_MEASURED };

/* Prints the explanation of a table, unless --brief leaves it out. To be called before and behind a
 * table of GNU gprof: in the traditional layout the explanation precedes the table. */
void explain(const struct results *r, struct sink *out, enum explanation of, bool before);

#endif
