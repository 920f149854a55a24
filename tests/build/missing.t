#!/bin/sh
# missing.t - make says what to do in one line if a compiler, a header, a library or prove is missing
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
test -z "${VARIANT-}${VALGRIND-}" || skip_all 'a variant build'
unset MAKEFLAGS MFLAGS MAKELEVEL VARIANT CFLAGS CPPFLAGS LDFLAGS LIBS
make=${MAKE:-make}

# lacks WHAT WORDS ARGUMENT...: make fails before it compiles, and tells WHAT in one line of its own with WORDS
lacks()
{
    what=$1 words=$2
    shift 2
    run "$make" -s -j2 -f "$SRCDIR/Makefile" BUILD="$PWD/b" CC="${CC:-cc}" "$@" "$PWD/b/obj/src/main.o"
    is_status 2 "without $what"
    like "$(cat "$err")" "^gprof cannot be built here: .*$words.*; run .*/bootstrap, which installs what is missing\$" \
        'what is missing is told, and what to do'
    is "$(grep -vc '^make.*:' "$err")" 1 'in one line'
    ok 'nothing is compiled' test ! -e b/obj/src/main.o
    rm -rf b
}
lacks 'a compiler' 'no-such-compiler' CC=no-such-compiler
lacks headers 'bfd\.h' CPPFLAGS=-nostdinc
lacks 'a library' 'no-such-library' LIBS=-lno-such-library
run "$make" -n -f "$SRCDIR/Makefile" BUILD="$PWD/b" CC="${CC:-cc}" runtime
unlike "$(cat "$out")" 'bfd\.h' 'make runtime needs no libraries'
run "$make" -f "$SRCDIR/Makefile" BUILD="$PWD/b" CC=no-such-compiler runtime
is_status 2 'make runtime without a compiler'
like "$(cat "$err")" 'no-such-compiler does not run, or compiles for a machine' 'says so'

# All programs but prove
mkdir programs
old_ifs=$IFS
IFS=:
for directory in $PATH; do
    case $directory in
    /*) find "$directory/" -maxdepth 1 ! -type d ! -name prove -exec ln -s -t programs {} + 2>/dev/null ;;
    esac
done
IFS=$old_ifs
run env PATH="$PWD/programs" "$make" -s -f "$SRCDIR/Makefile" BUILD="$PWD/b" check
is_status 2 'make check without prove'
like "$(cat "$err")" 'there is no prove, which runs the tests: .*/bootstrap installs it' 'says so'
is "$(find b -name '*.o' 2>/dev/null)" '' 'before it builds something'
ok 'but make needs no prove' env PATH="$PWD/programs" "$make" -s -f "$SRCDIR/Makefile" BUILD="$PWD/b" \
    "$PWD/b/obj/src/option_table.o"

mkdir 'a tree'
for item in Makefile configure.ac src tests; do
    ln -s "$SRCDIR/$item" 'a tree/'
done
run "$make" -C 'a tree' -s check
is_status 2 'make check in a directory with a blank in its name'
like "$(cat "$err")" '/a tree: neither make nor LD_PRELOAD takes .* move the sources' 'says so'
ok 'before it builds something' test ! -e 'a tree/build'
done_testing
