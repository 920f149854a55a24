#!/bin/sh
# speed.sh - is this change slower than what it started from? For continuous integration
#
# Use: sh speed.sh [BASE]    in a git checkout whose makefile includes gprof.mk; BASE is a commit or a
#                            branch: origin/main
# Both are measured here and now, one after the other, as nobody knows on which machine a job will run.
# The limits are those of gprof --fail-on; what is within noise exceeds none. Status: not 0 if the change
# exceeds a limit, or cannot be measured. RUNS, LIMITS and MAKE may be set.
#
# SPDX-License-Identifier: MIT
set -eu
base=${1:-origin/main}
: "${RUNS:=5}" "${LIMITS:=--fail-on=self:10% --fail-on=total:5%}" "${MAKE:=make}"

old=$(mktemp -d)
trap 'git worktree remove --force "$old/base" 2>/dev/null; rm -rf "$old"' EXIT
git worktree add --quiet --detach "$old/base" "$base"

$MAKE -C "$old/base" profile PROFILE_RUNS="$RUNS" >"$old/log" 2>&1 || {
    cat "$old/log"
    exit 1
}
$MAKE profile PROFILE_RUNS="$RUNS" >"$old/log" 2>&1 || {
    cat "$old/log"
    exit 1
}
$MAKE profile-compare PROFILE_BASE="$old/base/profile.dir/runs" PROFILE_LIMITS="$LIMITS"
