#!/bin/sh
# compare.t - --compare with bases that are JSON exports, in other words, and with large profiles
#
# What a golden case can show is in golden/reports/changes.cases. Exports are read only where gprof
# was built with libjansson.
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"

. "$SRCDIR/tests/golden/programs/calc.sh"
profile | sed 's/^bin 24 6 20 14/bin 24 26 50 34/; s/0x1140 20 /0x1140 25 /' | "$TOOLS/mkgmon" >new
gprof --export=json a.out gmon.out >base.json 2>"$err"

# without_heading FILE: the report but for the line that names the base
without_heading()
{
    grep -v '^before  ' "$1"
}

# ---- JSON ----------------------------------------------------------------------------------------

of_exports()
{
    run gprof --compare=gmon.out a.out new
    without_heading "$out" >expected
    run gprof --compare=base.json a.out new
    is_status 0 'an export is a base'
    without_heading "$out" >got
    is "$(cat got)" "$(cat expected)" 'that says what the data file says'
    gprof --export=json -z a.out gmon.out >all.json
    run gprof --compare=all.json a.out new
    without_heading "$out" >got
    is "$(cat got)" "$(cat expected)" 'so does one of all functions'
    run gprof --compare=base.json --fail-on=self:5% --fail-on=calls:0 a.out new
    is_status 3 'limits hold for it'
    run gprof --compare=gmon.out -Phash -b a.out new
    without_heading "$out" >expected
    run gprof --compare=base.json -Phash -b a.out new
    without_heading "$out" >got
    is "$(cat got)" "$(cat expected)" 'a filter holds for it, too'

    stacks | "$TOOLS/mkgmon" >gmon.out.stacks
    gprof --export=json a.out gmon.out gmon.out.stacks >measured.json
    run gprof -b --compare=gmon.out --compare=gmon.out.stacks a.out gmon.out gmon.out.stacks
    without_heading "$out" >expected
    run gprof -b --compare=measured.json a.out gmon.out gmon.out.stacks
    without_heading "$out" >got
    is "$(cat got)" "$(cat expected)" 'call stacks'
    rm gmon.out.stacks

    gprof --export=json a.out gmon.out new >sum.json
    run gprof -b --compare=sum.json a.out gmon.out new
    like "$(cat "$out")" 'sum.json and others, 2 runs: 270 samples, 1.35 seconds a run' \
        'of an export of several runs: one on the average'
    like "$(cat "$out")" '0.75   0.75 .*  920  hash' 'its times and calls'
    like "$(cat "$out")" 'within noise +922.5  find' 'and calls between two numbers'

    # of this very build a function that is not listed did not run; else nobody knows
    like "$(cat base.json)" '"build_id":null' 'a.out has no build-id'
    printf 'arc 0x1014 0x1040 1\n' | cat new.text - | "$TOOLS/mkgmon" >used
    run gprof -b --compare=base.json a.out used
    like "$(cat "$out")" 'new +1  usage' 'a function that is not listed is new'

    head -n 24 base.json >cut.json
    run gprof --compare=cut.json a.out new
    is_status 1 'an export that is cut off is an error'
    like "$(cat "$err")" '^gprof: cut.json: line [0-9]*: .*; export the profile again' 'with its line'
    is_stdout '' 'and nothing is printed'
    sed 's/"version":1/"version":2/' base.json >other.json
    run gprof --compare=other.json a.out new
    like "$(cat "$err")" 'other.json: line 3: the version of the format is not 1; ' 'another version'
    sed 's/"self":400000000/"self":-4/' base.json >other.json
    run gprof --compare=other.json a.out new
    like "$(cat "$err")" 'other.json: line [0-9]*: a function lacks its name, times or calls; ' \
        'a negative time'
    sed 's/"linker":"hash"/"linker":"ha\\u0000sh"/' base.json >other.json
    run gprof --compare=other.json a.out new
    is_status 1 'a name with a NUL'
    sed 's/^{"id":7,.*/{"id":7,/' base.json >other.json
    run gprof --compare=other.json a.out new
    like "$(cat "$err")" 'other.json: line [0-9]*: it is no JSON; ' 'a broken line'
    tr '\n' ' ' <base.json >other.json
    run gprof --compare=other.json a.out new
    is_status 1 'a document on one line'
    run gprof --compare=base.json --compare=gmon.out a.out new
    like "$(cat "$err")" 'base.json: is a JSON export, and no other base can stand beside it; ' \
        'an export beside a data file'
    run gprof --compare=base.json --compare-image=a.out a.out new
    like "$(cat "$err")" 'base.json: is a JSON export, which needs no image; ' 'with an image'
    run gprof --compare=base.json -l a.out new
    like "$(cat "$err")" 'its functions are no source lines; leave out --line' 'functions and lines'
    # what gprof 1.0.0 wrote: data/earlier.cases tells more of it
    earlier=$SRCDIR/tests/data/earlier
    "$TOOLS/mkimage" "$earlier/image.txt" -o prog
    for name in gmon.out gmon.out.stacks; do
        "$TOOLS/mkgmon" "$earlier/$name.txt" -o "earlier.${name#gmon.}"
    done
    run gprof -b --compare="$earlier/report.json" prog earlier.out earlier.out.stacks
    like "$(cat "$out")" '0.36   0.36 .* within noise    108  leaf$' 'an export of gprof 1.0.0 is a base'
    gprof --export=json -l a.out gmon.out >lines.json
    run gprof --compare=lines.json a.out new
    like "$(cat "$err")" 'its functions are source lines; add --line' 'lines and functions'
    run gprof -b -l --compare=lines.json a.out gmon.out
    is_status 0 'lines and lines'
    like "$(cat "$out")" '^0 slower, 0 faster, [0-9]* within noise; 0 new, 0 gone' 'are compared'
}

profile >new.text
run gprof --compare=base.json a.out new
case $(cat "$err") in
*'built without libjansson'*) skip 'exports as bases' 'gprof was built without libjansson, which reads JSON' ;;
*) of_exports ;;
esac

# ---- lists ---------------------------------------------------------------------------------------

mkdir base
cp gmon.out base/1
cp gmon.out base/2
printf 'base/1\0base/2\0' >list
run gprof -b --null --compare=@list a.out new
like "$(cat "$out")" '^before  base/1 and others, 2 runs: 200 samples' '--null holds for lists of bases'
cp gmon.out 'odd[1].out'
run gprof -b --compare='odd[1].out' a.out new
like "$(cat "$out")" '^before  odd.1..out: 100 samples' 'a file is found under a name that is a pattern'
mkfifo pipe
cat gmon.out >pipe &
run timeout 20 gprof -b --compare=pipe --compare=gmon.out a.out new
is_status 1 'several runs are read twice, which a pipe cannot be'
like "$(cat "$err")" '^gprof: pipe: cannot be read a second time' 'and the message says so'
done_testing
