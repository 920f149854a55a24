#!/bin/sh
# demo.t - `make demo` shows measured times on one screen
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
unset MAKEFLAGS MFLAGS MAKELEVEL VARIANT
. "$SRCDIR/tests/runtime/runtime.sh"
: "${MAKE:=make}"

mkdir b && ln -s "$GPROF" b/gprof && ln -s "$libgmon_a" "$libgmon_so" b || exit 1

# demo ARG...: `make demo' with what is built already
demo()
{
    run "$MAKE" -f "$SRCDIR/Makefile" BUILD=b -o b/gprof -o b/libgmon.a -o b/libgmon.so CC="$CC" demo "$@"
}

# shown FUNCTION: its inclusive time in percent, and its hottest caller; from the right, as the columns of its own
# time may be two limits, which leave no room for callers
shown()
{
    awk -v f="$1" '/^(self|incl) %/ { callers = /caller/ }
        NF > 5 && $(NF - callers) == f { print int($(NF - callers - 3)), callers ? $NF : "" }' "$out"
}

# between LOW HIGH FUNCTION CALLER NAME
between()
{
    got=$(shown "$3")
    caller=${got#* }
    ok "$5: $3 has ${got:-no row}, from $1 to $2 % for $4" \
        test "${caller:-$4}" = "$4" -a "${got%% *}" -ge "$1" -a "${got%% *}" -le "$2"
}

demo
is_status 0 'make demo'
is_stderr '' 'says nothing on standard error'
is "$(awk 'END { print NR <= 30 }' "$out")" 1 'one screen of lines'
# The sign for plus or minus is one character of two bytes.
is "$(tr -d '\302' <"$out" | awk 'length > 80')" '' 'and of columns'
between 70 100 matches count_attacks 'measured'
between 70 100 count_attacks main 'measured'
between 0 20 count_assets main 'measured'
like "$(cat "$out")" '^Classic report: b/demo/report.txt; for a browser: b/demo/profile.html$' 'it tells of two files'
like "$(cat b/demo/report.txt)" '^Flat profile:' 'the classic report has a flat profile'
like "$(cat b/demo/report.txt)" 'Call graph' 'and a call graph'
like "$(cat b/demo/profile.html)" '</html>' 'the page is whole'
run sh -c "$(sed -n 's/^To go on: //p' "$out")"
is_stderr '' 'the command that goes on works'
like "$(cat "$out")" '150000/3150000 +count_attacks' 'and shows the callers'

# ---- a machine that libgmon does not know ------------------------------------------------------------
echo 'int main(void) { return 0; }' >empty.c
if $CC -pg -o empty empty.c 2>/dev/null && ./empty && test -s gmon.out; then
    demo runtime=
    is_status 0 'without libgmon'
    is_stderr '' 'nothing goes wrong'
    like "$(cat "$out")" 'libgmon is needed' 'but it tells what is missing'
    between 75 100 count_assets main 'estimated'
else
    skip 'without libgmon' 'the C library cannot profile'
fi

# ---- all processors, unless told otherwise -------------------------------------------------------------
mkdir bin && printf '#!/bin/sh\necho 7\n' >bin/nproc && chmod +x bin/nproc
# jobs ARG...: the -j that make takes
jobs()
{
    PATH=$PWD/bin:$PATH "$MAKE" -f "$SRCDIR/Makefile" BUILD=b -p -n "$@" 2>/dev/null |
        sed -n 's/^MAKEFLAGS = .*\(-j[0-9]*\) .*/\1/p'
}
is "$(jobs demo) $(jobs check-quick)" '-j7 -j7' 'all processors build it, and the tests'
is "$(jobs demo -j3) $(MAKEFLAGS=-j2 jobs demo)" '-j3 -j2' 'unless make was given -j'
is "$(jobs all)" '' 'other targets are not concerned'
done_testing
