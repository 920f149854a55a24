/* evidence - tells facts about image and data that several checks ask for
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ANALYSIS_CHECKS_EVIDENCE_H
#define ANALYSIS_CHECKS_EVIDENCE_H

#include "analysis/diagnosis.h"

enum { FEW_SAMPLES = 10 }; /* least number of samples to warn of */

/* Returns true if the symbol may be a hook, which functions call to be counted. */
bool check_is_hook(const char *name);

/* Returns true if the symbol starts profiling in a program that is linked with -pg. */
bool check_is_start(const char *name);

/* Returns true if the code has a direct call, or, if `of_hook`, a call of a hook that the image
 * defines. Code that cannot be read has none. O(code). */
bool check_has_call(const struct diagnosis *at, bool of_hook);

enum build_evidence {
    BUILD_UNKNOWN, /* the image or some data file has no build ID, and the samples' range does not
                    * tell */
    BUILD_AGREES,  /* the image wrote all of the data */
    BUILD_DIFFERS  /* another build wrote some of the data, which check_other_build reports */
};

enum build_evidence build_evidence(const struct diagnosis *at);

#endif
