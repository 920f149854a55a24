#!/bin/sh
# public.t - gmon.h: it compiles alone, says of each function what a caller must know, and it is true
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"

header=$SRCDIR/include/gmon.h
echo '#include "gmon.h"' >alone.c
cp alone.c alone.cc
ok 'it compiles alone' $CC -std=c11 -Wall -Wextra -Wpedantic -Werror -I"$SRCDIR/include" -c alone.c
if command -v c++ >/dev/null; then
    ok 'and as C++' c++ -Wall -Wextra -Wpedantic -Werror -I"$SRCDIR/include" -c alone.cc
else
    skip 'as C++' 'no g++'
fi

# The comment in front of each function.
silent()
{
    awk -v word="$1" '/^\/\*/ { text = "" } { text = text $0 }
        /^[a-z].*\(.*\);$/ { n++; if (index(text, word) == 0) print $2 }
        END { if (n != 5) print n + 0 " functions" }' "$header"
}
for word in 'Signal handlers:' 'fork:' 'errno:'; do
    is "$(silent "$word")" '' "each function has a word on $word"
done

prog prog public.c -O1
plain preloaded public.c -O1 -pg
for how in './prog' './prog dump' "env LD_PRELOAD=$libgmon_so ./preloaded dump"; do
    rm -f gmon.out* stacks.gmon.out*
    # shellcheck disable=SC2086
    run timeout -s KILL 60 $how
    is "$status $(cat "$out")" '0 ' "$how: errno stays, and handlers may call what they may"
    is "$(calls work "$(echo "$how" | sed 's/.*\.\///; s/ .*//')")" 1000 'and the counts after that are right'
done
done_testing
