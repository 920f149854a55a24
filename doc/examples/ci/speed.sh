#!/bin/sh
# speed.sh - is this change slower than what it started from? For continuous integration
#
# Use: sh speed.sh BASE PROGRAM [ARGUMENT...]    in a git checkout whose makefile includes gprof.mk; BASE is a
#                                                commit or a branch: origin/main
# Both builds are run here and now, in turn, as nobody knows on which machine a job will run, and how busy it is.
# They run where `make profile' has run PROFILE_RUN, so what that has made is there as input.
# LIMITS, options of gprof-run --compare, and MAKE may be set.
# Status: that of gprof-run: 0; 3: a limit is exceeded; 4: one could not be judged: name the new function if one was
# renamed, or give the program more work; 125: a build, or a run, has failed.
#
# SPDX-License-Identifier: MIT
set -eu
base=$1 program=$2
shift 2
: "${LIMITS:=--fail-on=calls:0 --fail-on=total:5%}" "${MAKE:=make}"

old=$(mktemp -d)
trap 'git worktree remove --force "$old/base" 2>/dev/null; rm -rf "$old"' EXIT
git worktree add --quiet --detach "$old/base" "$base"
for tree in "$old/base" .; do
    $MAKE -C "$tree" profile >"$old/log" 2>&1 || {
        cat "$old/log"
        exit 125
    }
done

cd profile.dir/src
gprof-run --compare="$old/base/profile.dir/programs/$program" $LIMITS "../programs/$program" "$@"
