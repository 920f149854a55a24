/* hist_record - histograms in data files: what all formats that have them share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROFILE_HIST_RECORD_H
#define PROFILE_HIST_RECORD_H

#include "profile/gmon_output.h"
#include "profile/gmon_input.h"
#include "profile/histogram.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of code that a bin covers at most in a histogram that is meant as one; debuggers' samplers
 * have bins of kilobytes. A larger one is read, unless it makes sense as one of another kind of
 * program. */
enum { HIST_BIN_COVERS_MAX = 1 << 24 };

/* Read the bins of `h` (n_bins is set), of `width` bytes each, into the profile. The bytes must be
 * there. `is_bsd`: see profile_open_histogram. False after reporting. */
bool hist_read_bins(struct gmon_input *in, struct histogram *h, size_t width, bool is_bsd);

/* Put the bins, less the ticks that `skip` records hold already: 65535 of each bin in each record.
 * Returns whether a further record is needed. */
bool hist_put_bins(const struct gmon_output *o, const struct histogram *h, uint64_t skip);

#endif
