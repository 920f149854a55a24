/* hist_record - histograms in data files: what all formats that have them share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROFILE_HIST_RECORD_H
#define PROFILE_HIST_RECORD_H

#include "profile/gmon_file.h"
#include "profile/histogram.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of code that a bin covers at most in a histogram that is meant as one; debuggers' samplers
 * have bins of kilobytes. A larger one is read, unless it makes sense as one of another kind of
 * program. */
enum { HIST_BIN_COVERS_MAX = 1 << 24 };

/* A record of the magic format, behind its tag: passes over it, or reads it. hist_skip_rec returns
 * false if it is cut short, or makes no sense; hist_read_rec does after reporting. */
bool hist_skip_rec(struct cursor *c, size_t word_bytes);
bool hist_read_rec(struct gmon_input *in);

/* Returns whether the histograms can be written; false after reporting. hist_write_recs puts them
 * with their tags. */
bool hist_check_recs(struct gmon_output *o, const struct profile *p);
void hist_write_recs(struct gmon_output *o, const struct profile *p);

/* Read the bins of `h` (n_bins is set), of `width` bytes each, into the profile. The bytes must be
 * there. `is_bsd`: see profile_open_histogram. False after reporting. */
bool hist_read_bins(struct gmon_input *in, struct histogram *h, size_t width, bool is_bsd);

/* Put the bins, less the ticks that `skip` records hold already: 65535 of each bin in each record.
 * Returns whether a further record is needed. */
bool hist_put_bins(const struct gmon_output *o, const struct histogram *h, uint64_t skip);

#endif
