#!/bin/sh
# turns.t - gprof-run --compare: the order of runs, when they end, input, output, data, and statuses
#
# The programs are scripts that write prepared data, so nothing depends on the clock.
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"

mkdir tmp
TMPDIR=$PWD/tmp
export TMPDIR

# program NAME TICKS FUNCTION [CALLS]: main has 3000 ticks of 10 ms, and FUNCTION has TICKS; the ELF file is where
# libtool has it
mkdir .libs
program()
{
    printf 'section .text 0x1000 0x100\nsym main 0x1000\nsym %s 0x1080\nsym last 0x10c0\n' "$3" |
        "$TOOLS/mkimage" >".libs/$1"
    printf 'magic\nhist 0x1000 0x1100 16 100 seconds s\nbin 0 3000\nbin 8 %d\narc 0x1008 0x1080 %d\n' \
        "$2" "${4:-7}" | "$TOOLS/mkgmon" >"$1.data"
    cat >"$1" <<'END'
#!/bin/sh
name=${0##*/}
echo "$name $*" >>order
cat >>input
echo "output of $name"
cp "$name.data" "${GMON_OUT%/*}/$$.0.$name.gmon"
test "$*" != fail || exit 9
END
    chmod +x "$1"
}
# turns OPTION...: compares old and new
turns()
{
    rm -f order input
    run gprof --run="$BUILD" --compare=./old --report=-b "$@"
}
runs() { grep -c "^$1" order; }

program old 1000 work
program new 1300 work
program same 1000 work
program renamed 1000 works
program few 3 work

turns --fail-on=self:20%:work ./new one two <"$SRCDIR/tests/runtime/turns.t"
is_status 3 'a limit is exceeded'
is_stderr 'gprof: self:20%:work: work: 10 -> 13 seconds, +30 %, beyond noise' 'and told'
like "$(sed 1q "$out")" '^What changed: 1\.0[78] ± 0\.0[0-9] times slower$' 'the first line says how much slower'
unlike "$(cat "$out")" 'not made in turn|output of' 'runs were in turn, and their output is hidden'
is "$(tr '\n' ',' <order)" 'old one two,new one two,old one two,new one two,new one two,old one two,old one two,new '\
'one two,new one two,old one two,old one two,new one two,' 'one run each does not count, then A B B A'
is "$(wc -c <input)" "$(($(runs '') * $(wc -c <"$SRCDIR/tests/runtime/turns.t")))" 'each run reads the file again'

mkfifo pipe
echo text >pipe &
turns --fail-on=self:20%:work --show-output ./same <pipe
is_status 0 'equal programs'
is "$(runs old) $(runs same) $(wc -c <input)" '6 6 0' 'it ends when all is judged; a pipe is not read'
like "$(cat "$out")" '^output of same$' '--show-output'
like "$(sed '/^output/d' "$out" | sed 1q)" '^What changed: (as fast as before, ± [0-9](\.[0-9])? %|no change beyond noise, ± [0-9]{2,} %)$' 'as fast'

turns --data=kept --fail-on=self:20%:work ./new
mv "$out" as_run
run gprof -b --compare='kept/old.*' --compare-image=.libs/old --fail-on=self:20%:work .libs/new kept/new.*
is_status 3 'the data, compared by gprof, have the same status'
is_file as_run "$out" 'and the same report'
turns --data=kept ./new
is_status 125 'data of earlier runs stay'
is_stderr "gprof-run: kept: is not an empty directory; --data names one, or a new one" 'and it says so'

turns ./new
is "$status $(runs old)" '0 11' 'without limits: ten runs of each'
cp few.data old.data
turns --max-runs=6 --fail-on=self:1%:work ./few
is "$status $(runs old)" '4 7' 'a limit is not judged, up to --max-runs'
like "$(cat "$err")" '^gprof: warning: --fail-on=self:1%:work is not judged: work: \+0 ± [0-9]+ %; about ' 'and told'
turns --max-time=1 --max-runs=9999 --fail-on=self:0.001%:work ./few
is_status 4 '--max-time ends it'
cp same.data old.data
turns --fail-on=self:20%:work ./renamed
is_status 4 'a function that was renamed'
like "$(cat "$err")" "is not judged: only the base has 'work'; only the new side has works$" 'which its new name follows'
is "$(runs old)" 6 'more runs would not help'
program same 1000 work 8
turns --max-runs=1 --fail-on=calls:0 ./same
is_status 3 'calls need one run'

turns ./new fail
is "$status $(cat "$out")" '125 ' 'a run that fails'
is_stderr 'gprof-run: ./old: has ended with status 9; --show-output shows what it printed' 'is named'
turns --fail-on=self:20 ./new
is "$status $(cat order 2>&1)" "125 cat: order: No such file or directory" 'a wrong limit is told before any run'
turns --fail-on=self:20%:work --fail-on=self:20%:nobody ./new
is "$status $(runs old)" '125 2' 'a limit that names nothing ends it after one run that counts'
is_stderr "gprof: --fail-on=self:20%:nobody: no function is called 'nobody'" 'and is told'
turns ./none
is_status 127 'there is no such program'
turns --report=flat ./new
is_stderr "gprof-run: --report=: with --compare, its value is options of gprof; 'gprof-run --help' lists the options" \
    'reports of one program'
turns --output=nowhere/report --max-runs=1 ./new
is_status 125 'a report that cannot be written'
like "$(cat "$err")" '^gprof-run: nowhere/report: No such file or directory; name another file$' 'and why'
turns --data=nowhere/data ./new
is_stderr 'gprof-run: nowhere/data: No such file or directory; --data names a directory' 'nor data'
cat >silent <<'END'
#!/bin/sh
:
END
chmod +x silent
GMON_ALL=0 turns ./silent
is_stderr "gprof-run: ./silent: has written no profile; 'gprof-run ./silent' may say why" 'a program without data'
turns --output=report ./new
is "$status $(sed -n '1s/:.*//p' report)$(cat "$out")" '0 What changed' 'the report in a file'
run gprof --run="$BUILD" --fail-on=self:20% ./new
is_stderr "gprof-run: --fail-on=self:20%: needs --compare; 'gprof-run --help' lists the options" 'a limit of nothing'
is "$(ls tmp)" '' 'nothing is left'
done_testing
