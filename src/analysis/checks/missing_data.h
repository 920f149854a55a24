/* missing_data - tells why the program has left no data file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ANALYSIS_CHECKS_MISSING_DATA_H
#define ANALYSIS_CHECKS_MISSING_DATA_H

#include "image/core.h"

/* Returns false, after reporting the probable reason, if `name`, a data file of the image, does not
 * exist. Called before the data files are read. */
bool check_data_exists(const char *name, const struct image *image, struct diag *d);

#endif
