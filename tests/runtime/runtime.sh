# runtime.sh - what the tests of libgmon share: build a program, read its profile
#
# Use: after tests/lib/tap.sh,  . "$SRCDIR/tests/runtime/runtime.sh"
#
#     prog NAME SOURCE FLAG...     compile tests/progs/runtime/SOURCE with -pg and the archive;
#                                  fails the test file where that does not work
#     plain NAME SOURCE FLAG...    the same without the archive: for LD_PRELOAD
#     preload COMMAND ARG...       run with LD_PRELOAD=libgmon.so
#     objects_of PART              the objects of src/runtime/PART that stand for a file; those of files that are gone
#                                  may lie beside them
#     form_of FORM NAME SOURCE FLAG...   the program NAME in one form: prog, static or preloaded
#     forms_of SOURCE FLAG...      the program as prog, as static, and as preloaded, which is for LD_PRELOAD
#     in_form COMMAND ARG...       run it without older data files, and with LD_PRELOAD if $form is preloaded
#     counts_blocks COMPILER       succeeds if it makes programs whose basic blocks are counted
#     calls FUNCTION [PROG FILE]   how often it was called, by the flat profile; empty: no row
#     arcs FROM TO [PROG FILE]     how often FROM called TO, by the call graph
#     seconds FUNCTION|total [PROG FILE]
#     hundredths FUNCTION|total [PROG FILE]
#                                  the same without the point
#     sampled FILE                 all samples in it, in hundredths of a second: the total of a report
#                                  and what that leaves out, the runtime's own time
#     stack_lines [FILE PROG]      a file of stacks (stacks.gmon.out) as lines, with the names of PROG's functions:
#                                      stack WAY;FRAME;...;LEAF SIGNALS TICKS
#                                      tree CLOCK INTERVAL runs N missing N lost N signals N ticks N nodes N
#                                      end WAY signals N                   of each way in which walks ended
#                                  A frame of a library is its name in brackets. Fails, with a line that says why, if
#                                  the runtime should not write such a file: gmondump has made the same bytes again
#                                  from its text, in the order and with the sums that include/gmon_stacks.h demands
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
unset GMON_ALL GMON_OUT GMON_HZ GMON_CLOCK GMON_DUMP_INTERVAL GMON_DUMP_SIGNAL GMON_EXIT_SIGNALS GMON_MODULES GMON_STACKS \
    GMON_START GMON_TOGGLE_SIGNAL GMON_VERBOSE

prog()
{
    rt_name=$1 rt_source=$2
    shift 2
    $CC -g -pg -I"$SRCDIR/include" -o "$rt_name" "$progs/$rt_source" "$@" "$libgmon_a" -lpthread ||
        bail "cannot build $rt_source"
}

objects_of()
{
    (cd "$BUILD/obj" && find "src/runtime/$1" -name '*.o') | while IFS= read -r object; do
        for source in "$SRCDIR/${object%.o}".[cS]; do
            test ! -f "$source" || printf '%s\n' "$BUILD/obj/$object"
        done
    done
}

form_of()
{
    rt_form=$1
    shift
    case $rt_form in
    prog) prog "$@" ;;
    static) prog "$@" -static ;;
    preloaded) plain "$@" -pg ;;
    esac
}

forms_of()
{
    for rt_each in prog static preloaded; do form_of $rt_each $rt_each "$@"; done
}

in_form()
{
    rm -rf gmon.out* stacks.gmon.out*
    # shellcheck disable=SC2154
    case $form in
        preloaded) run timeout -s KILL 100 env LD_PRELOAD="$libgmon_so" "$@" ;;
        *) run timeout -s KILL 100 "$@" ;;
    esac
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

stack_lines()
{
    nm -n "${2-prog}" >rt_names
    "$TOOLS/gmondump" -n rt_names "${1-stacks.gmon.out}" | awk '
        function wrong(why) { print why; exit status = 1 }
        NR == 1 && $0 != "stacks" { wrong("no file of stacks, or another form, order or sum than it should have") }
        NR > 1 && $1 == "stacks" { tree = substr($0, 8); lost = $NF }
        $1 == "module" { unused[$NF]; if (program == "") program = $NF }
        $(NF - 1) == "squares" {
            if ($(NF - 4) == 0) wrong("a node without samples: " $0)
            if ($(NF - 2) < $(NF - 4) || $NF < $(NF - 2)) wrong("fewer ticks than signals: " $0)
            printf "stack %s", $1
            node = 0
            for (i = 1; i < NF - 5; i++) {
                if (!((node, $i) in number)) number[node, $i] = ++nodes
                node = number[node, $i]
                if (i == 1) continue
                name = module = $i
                if (!sub(/:.*/, "", module)) module = program
                delete unused[module]
                if (name ~ /:/) name = "[" module "]"
                sub(/[+=]0x[0-9a-f]*$/, "", name)
                printf ";%s", name
            }
            print "", $(NF - 4), $(NF - 2)
            signals += $(NF - 4)
            ticks += $(NF - 2)
            ends[$1] += $(NF - 4)
        }
        END {
            if (status) exit status
            for (module in unused) wrong("a module that is not used: " module)
            if (lost != ends["no-memory"] + 0) wrong("lost samples are not those without memory")
            print "tree", tree, "signals", signals + 0, "ticks", ticks + 0, "nodes", nodes + 1
            for (way in ends) if (ends[way]) print "end", way, "signals", ends[way]
        }'
}

timed()
{
    rt_test=$1
    shift
    for rt_try in 1 2 3 4 5; do
        rm -f gmon.out* stacks.gmon.out*
        "$@"
        "$rt_test" && break
    done
}
