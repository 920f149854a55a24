#!/bin/sh
# mutate.t - some hundred runs of gprof on damaged files (TAP)
#
# Environment: FEWER divides their number, MUTATE_FROM is the first seed (default 1); the rest as mutate.pl, which does
# more by hand.
#
# SPDX-License-Identifier: GPL-3.0-or-later
exec perl "$(dirname "$0")/mutate.pl" --tap --from "${MUTATE_FROM:-1}" --runs "$((800 / ${FEWER:-1}))"
