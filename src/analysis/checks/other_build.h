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

#endif
