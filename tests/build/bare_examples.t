#!/bin/sh
# bare_examples.t - the commands that README begins with work as they stand there, from an installed copy
#
# The environment has nothing of the build: PATH has the installed commands and the system's.
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"

: "${CC:=cc}"
test -f "$BUILD/libgmon.so" || skip_all 'no libgmon for this machine'
(cd "$SRCDIR" && make_with_products install prefix="$tap_dir/opt") >log 2>&1 || bail "make install: $(cat log)"
mkdir bin && ln -s "$(command -v "${CC%% *}")" bin/cc && ln -s "$(command -v cat)" bin/less
PATH=$tap_dir/opt/bin:$PWD/bin:/usr/bin:/bin
unset GPROF BUILD TOOLS LD_PRELOAD LD_LIBRARY_PATH
cp "$SRCDIR/tests/progs/demo.c" prog.c
cc -O2 -o prog prog.c 2>log || bail "demo.c: $(cat log)"

# The first block of the section, without the remarks behind the commands.
sed -n '/^Profile a program of your own/,/^What became slower/p' "$SRCDIR/README" |
    sed -n '/^Which tool/q; s/^    //p' | sed 's/   *[a-z].*//; s/ *$//' | grep . >commands
like "$(cat commands)" '^cc -pg' 'README has commands'
like "$(cat commands)" 'export=html' 'and ends with a page'
while read -r command; do
    ok "$command" timeout 120 sh -ec "$command"
    case $command in
    *'gmon.out stacks'*) cp gmon.out gmon.out.0 && cp gmon.out gmon.out.1 ;; # ranks
    esac
done <commands
ok 'the page is there' grep -qi '<html' prof.html
done_testing
