#!/bin/sh
# gprof-run.sh - runs a program, and reports where its time went: gprof --run
#
# Installed as gprof-run; gprof-run(1) is its manual. `make install` fills in the names, and the way
# from this file's directory to the library's, so that the directories may be moved together.
#
# SPDX-License-Identifier: GPL-3.0-or-later
file=$(readlink -f "$0") || file=$0
exec "${file%/*}/@gprof@" --run="${file%/*}/@libdir@" "$@"
