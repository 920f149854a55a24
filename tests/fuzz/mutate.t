#!/bin/sh
# mutate.t - some hundred runs of gprof on damaged files (TAP)
#
# Environment: MUTATE_RUNS how many (default 500; 150 with a sanitizer), MUTATE_FROM the first seed (default 1); the rest as
# mutate.pl, which does more by hand.
#
# SPDX-License-Identifier: GPL-3.0-or-later
case ${VARIANT-} in *sanitize*) runs=150 ;; *) runs=500 ;; esac
exec perl "$(dirname "$0")/mutate.pl" --tap --from "${MUTATE_FROM:-1}" --runs "${MUTATE_RUNS:-$runs}"
