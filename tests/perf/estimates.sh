#!/bin/sh
# estimates.sh - how wrong are estimated call graphs? Real programs, by --compare-estimates
#
# Role:   builds SQLite and Lua with -pg and libgmon, runs them with GMON_STACKS=1, and prints how many
#         functions and arcs are wrong, and the first rows; doc/PERF has what came of it
# Input:  environment SQLITE_DIR: a directory with sqlite3.c; LUA_DIR: one with Lua 5.4's sources (lua.c);
#         BUILD, CC; ROUNDS multiplies the work (default 1, some 10 s each), ROWS: how many rows (default 5)
# Output: text. What is not there is skipped.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -e
top=$(cd "$(dirname "$0")/../.." && pwd)
build=${BUILD:-$top/build}
case $build in /*) ;; *) build=$top/$build ;; esac
rounds=${ROUNDS:-1}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# compare NAME COMMAND...: run the program ./NAME, which was built here
compare()
{
    name=$1
    shift
    GMON_OUT=$name.out GMON_HZ=1000 GMON_STACKS=1 "$@" >/dev/null
    echo "$name"
    "$build/gprof" -b --compare-estimates "$name" "$name.out" "$name.out.stacks" 2>/dev/null |
        awk -v rows="${ROWS:-5}" '/^measured:|^error|^wrong/ { print "  " $0 }
            /^measured [^:]/ { left = rows + 1 }
            left-- > 0 { print "  " $0 }'
}

# with_libgmon OPTIONS AND FILES...
with_libgmon()
{
    "${CC:-cc}" -pg -O1 -g -w "$@" -L"$build" -l:libgmon.a -lm
}

if [ -f "$SQLITE_DIR/sqlite3.c" ]; then
    with_libgmon -DSQLITE_THREADSAFE=0 -DSQLITE_OMIT_LOAD_EXTENSION -I"$SQLITE_DIR" -o sqlite \
        "$top/tests/progs/runtime/sqlite.c" "$SQLITE_DIR/sqlite3.c"
    compare sqlite ./sqlite $((rounds * 40))
fi
if [ -f "$LUA_DIR/lua.c" ]; then
    set --
    for file in "$LUA_DIR"/*.c; do
        test "${file##*/}" = luac.c || set -- "$@" "$file"
    done
    with_libgmon -DLUA_USE_POSIX -o lua "$@"
    compare lua ./lua "$top/tests/progs/compat/lua_load.lua" $((rounds * 60))
fi
