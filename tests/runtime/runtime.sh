# runtime.sh - what the tests of libgmon share: build a program, read its profile
#
# Use: after tests/lib/tap.sh,  . "$SRCDIR/tests/runtime/runtime.sh"
#
#     prog NAME SOURCE FLAG...     compile tests/progs/runtime/SOURCE with -pg and the archive;
#                                  fails the test file where that does not work
#     plain NAME SOURCE FLAG...    the same without the archive: for LD_PRELOAD
#     preload COMMAND ARG...       run with LD_PRELOAD=libgmon.so
#     counts_blocks COMPILER       succeeds if it makes programs whose basic blocks are counted
#     calls FUNCTION [PROG FILE]   how often it was called, by the flat profile; empty: no row
#     arcs FROM TO [PROG FILE]     how often FROM called TO, by the call graph
#     seconds FUNCTION|total [PROG FILE]
#     hundredths FUNCTION|total [PROG FILE]
#                                  the same without the point
#     sampled FILE                 all samples in it, in hundredths of a second: the total of a report
#                                  and what that leaves out, the runtime's own time
#     timed TEST COMMAND ARG...    COMMAND, five times at most, until the function TEST holds: a
#                                  busy machine keeps threads from the ticks of its clock
#
# PROG FILE are ./prog gmon.out where they are not given.  NM, GNU: other readers.
#
# SPDX-License-Identifier: GPL-3.0-or-later

: "${CC:=cc}"
libgmon_a=$BUILD/libgmon.a
libgmon_so=$BUILD/libgmon.so
progs=$SRCDIR/tests/progs/runtime
test -f "$libgmon_a" || skip_all 'no libgmon for this machine'
unset GMON_ALL GMON_OUT GMON_HZ GMON_CLOCK GMON_DUMP_SIGNAL GMON_EXIT_SIGNALS GMON_MODULES GMON_VERBOSE

prog()
{
    rt_name=$1 rt_source=$2
    shift 2
    $CC -g -pg -I"$SRCDIR/include" -o "$rt_name" "$progs/$rt_source" "$@" "$libgmon_a" -lpthread ||
        bail "cannot build $rt_source"
}

counts_blocks()
{
    compiles "$1" -fsanitize-coverage=trace-pc -Wl,--whole-archive "$libgmon_a" -Wl,--no-whole-archive -lpthread
}

plain()
{
    rt_name=$1 rt_source=$2
    shift 2
    $CC -g -I"$SRCDIR/include" -o "$rt_name" "$progs/$rt_source" "$@" -lpthread || bail "cannot build $rt_source"
}

preload()
{
    LD_PRELOAD=$libgmon_so "$@"
}

# The reader is ours, or GNU's where READER says so.
: "${READER:=$GPROF}"

calls()
{
    timeout 60 "$READER" -b -z -p "${2-prog}" "${3-gmon.out}" 2>/dev/null |
        awk -v f="$1" '$NF == f && NF >= 5 { print $4 } $NF == f && NF < 5 { print 0 }'
}

# From the entry of TO: the lines above the primary one are its callers.
arcs()
{
    timeout 60 "$READER" -b -q "${3-prog}" "${4-gmon.out}" 2>/dev/null | awk -v from="$1" -v to="$2" '
        function name(line) { sub(/ \[[0-9]+\]$/, "", line); sub(/ <cycle [0-9]+>$/, "", line)
            sub(/^.* /, "", line); return line }
        /^-----/ { n = 0; next }
        /^\[/ { if (name($0) == to) for (i = 0; i < n; i++) { split(count[i], c, "/"); print c[1] }
            n = 0; next }
        name($0) == from { m = split($0, w, " "); count[n++] = w[m - 2] }'
}

seconds()
{
    timeout 60 "$READER" -b -p "${2-prog}" "${3-gmon.out}" 2>/dev/null |
        awk -v f="$1" 'f == "total" && $2 ~ /^[0-9.]+$/ { t = $2 } $NF == f { t = $3 }
            END { printf "%.2f\n", t }'
}

hundredths()
{
    seconds "$@" | tr -d . | sed 's/^0*\([0-9]\)/\1/'
}

sampled()
{
    "$TOOLS/gmondump" "$1" | awk '$1 == "hist" { rate = $5 } $1 == "bin" { for (i = 3; i <= NF; i++) n += $i }
        END { printf "%.0f\n", rate ? 100 * n / rate : 0 }'
}

timed()
{
    rt_test=$1
    shift
    for rt_try in 1 2 3 4 5; do
        rm -f gmon.out*
        "$@"
        "$rt_test" && break
    done
}
