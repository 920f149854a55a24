/* other_build - what build-ids say of image and data, for the other checks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ANALYSIS_CHECKS_OTHER_BUILD_H
#define ANALYSIS_CHECKS_OTHER_BUILD_H

#include "analysis/diagnosis.h"

enum build_evidence {
    BUILD_UNKNOWN, /* the image has no build-id, or some data file names none */
    BUILD_AGREES,  /* the image wrote all of the data */
    BUILD_DIFFERS  /* another build wrote some of it, which check_other_build says */
};

enum build_evidence build_evidence(const struct diagnosis *at);

/* What the times of the two files add to a message that the data are of another image: texts to be
 * printed one behind the other, which are empty unless the image is newer. Times alone prove
 * nothing, as files are copied. */
struct time_evidence {
    const char *semicolon, *image, *is_newer, *data;
};

struct time_evidence time_evidence(const struct diagnosis *at, const char *data);

#endif
