/* by_file_rows - the functions of the report by file, in its order
 *
 * Role: what the text and the exports of --by-file have in common.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef REPORT_BY_FILE_ROWS_H
#define REPORT_BY_FILE_ROWS_H

#include "analysis/by_file.h"
#include "view/report.h"

#include <stdbool.h>
#include <stdint.h>

struct by_file_function {
    uint32_t symbol; /* a number of by_file's times */
    uint32_t file;   /* number of the file with the most, the first of several; NO_FILE: none */
    uint64_t min, median, max, total;
    bool is_exact; /* the median */
};

struct by_file_functions {
    bool of_calls;               /* there is no time, so the numbers are calls, not nanoseconds */
    uint32_t n_files;            /* that have such figures */
    struct by_file_function *at; /* those with the greatest total first, then by address; owned */
    uint32_t n;
};

/* Fails, after reporting, when memory is out. */
bool by_file_functions_init(struct by_file_functions *f, const struct report *r, struct diag *d);
void by_file_functions_release(struct by_file_functions *f);

/* The name to show for one of them, the one with everything, and that in the image, which is NULL
 * for what stands for other code. */
const char *by_file_name(const struct report *r, uint32_t symbol);
const char *by_file_full_name(const struct report *r, uint32_t symbol);
const char *by_file_linker_name(const struct report *r, uint32_t symbol);

/* max/mean; 0 where there is nothing. */
double by_file_imbalance(uint64_t max, uint64_t total, uint32_t n_files);

/* ---- by_file_export.c: for by_file_print.c ---- */

void by_file_put_json(const struct report *r, const struct by_file_functions *f, struct sink *out);
void by_file_put_csv(const struct report *r, const struct by_file_functions *f, struct sink *out);

#endif
