#!/bin/sh
# inputs.t - many data files: directories, lists, threads, broken ones among them
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"

"$TOOLS/mkimage" >a.out <<'END'
section .text 0x1000 0x400
funcs 16 function 0x1000 64
END
mkdir -p runs/first runs/second
count=0
while test $count -lt 40; do
    count=$((count + 1))
    printf 'magic\nhist 0x1000 0x1400 256 100 seconds s\nnoise %d 30 60000\n%s %d\n' $count \
        'gen random 16 0x1000 64 arcs 30 count 4000000000 seed' $count |
        "$TOOLS/mkgmon" >"runs/first/gmon.out.$count"
done
mv runs/first/gmon.out.?5 runs/second
for file in runs/second/*; do
    mv "$file" "runs/second/run ${file##*.}"
done
gzip -n runs/first/gmon.out.11
echo 'no data' >runs/notes

# summed NAME ARGUMENT...: what -s writes becomes the file NAME.
summed()
{
    sum=$1
    shift
    rm -f gmon.sum
    run gprof -s "$@"
    mv -f gmon.sum "$sum" 2>/dev/null || echo none >"$sum"
}

summed named a.out runs/first/* runs/second/*
is "$status: $(cat "$err")" '0: ' 'files by their names'
summed directory --recursive a.out runs
is "$status: $(cat "$err")" '0: ' 'a directory'
is_file directory named '... is the files below it'
find runs -type f ! -name notes >list
summed listed a.out --files-from=list
is_file listed named 'a list of names'
summed listed --files-from list a.out
is_file listed named '... as a separate word'
summed listed --files-from=- a.out <list
is_file listed named '... from standard input'
find runs -type f ! -name notes -print0 >list0
summed listed --null --files-from=list0 a.out
is_file listed named '... with NULs'
grep first list >list1
grep second list >list2
summed listed --files-from=list2 --files-from=list1 a.out
is_file listed named 'two lists'
find runs/first -type f | sed 's/^/"/; s/$/"/' >words
summed words a.out @words runs/second/*
is_file words named 'an argument file'
for jobs in 1 2 7 100; do
    summed jobs --jobs=$jobs a.out --recursive runs
    is_file jobs named "$jobs threads"
done
gprof -b -p -q a.out --jobs=1 runs/first/* >one
gprof -b -p -q a.out --jobs=5 runs/first/* >five
is_file five one 'and the same report'
gprof -i a.out --recursive --jobs=5 runs >info
is "$(grep -c '^File' info)" 40 '-i tells of each file'
is "$(grep '^File' info | head -2)" "$(printf '%s\n' \
    "File \`runs/first/gmon.out.1' (version 1) contains:" \
    "File \`runs/first/gmon.out.10' (version 1) contains:")" '... in their order'

# A sum among the files.
mkdir here && cp -R runs here && cd here || exit 1
gprof -s --recursive ../a.out . && gprof -s --recursive ../a.out
is_file gmon.sum ../named 'a directory with the gmon.sum that is to be replaced'
cp gmon.sum runs
gprof -s --recursive ../a.out
ok 'but another gmon.sum is a data file' test "$(cmp gmon.sum ../named)" != ''
cd ..

# Stacks of threads are as large as ulimit -s says, and do not fit here.
alone()
{
    # shellcheck disable=SC3045 # not all shells have these
    (ulimit -s 8000000 && ulimit -v 4000000 && exec "$@") 2>"$err"
}
if { alone gprof --version; } >/dev/null 2>&1; then
    alone gprof -b -p -q a.out --jobs=3 runs/first/* >three
    is "$? $(cat "$err")" '0 ' 'where no thread can be started, one reads all files'
    is_file three one '... with the same result'
else
    skip 'where no thread can be started, one reads all files' 'memory cannot be limited'
fi

# Broken files.
mkdir bad
cp runs/first/gmon.out.[23] bad
head -c 300 runs/first/gmon.out.4 >bad/gmon.out.cut
: >bad/gmon.out.0
printf 'magic\nhist 0x1000 0x1400 256 50 seconds s\n' | "$TOOLS/mkgmon" >bad/gmon.out.rate
summed none --recursive a.out bad
is_status 1 'a broken file fails'
is "$(cat none)" none '... and nothing is written'
like "$(cat "$err")" '^gprof: bad/gmon.out.0: file too short' '... which is named'
summed good a.out runs/first/gmon.out.[23]
for jobs in 1 2 5; do
    summed rest --recursive --keep-going --jobs=$jobs a.out bad missing
    is_status 1 "$jobs threads: --keep-going has status 1, too"
    is_file rest good '... but adds up the others'
    is "$(sed 's/: .*//; s/gprof: //' "$err" | sort -u)" gprof '... lines have their form'
    is "$(sed 's/^gprof: //; s/:.*//' "$err")" "$(printf '%s\n' bad/gmon.out.0 bad/gmon.out.cut \
        bad/gmon.out.rate missing '4 of 6 data files were left out; the others are added up')" \
        '... and names the broken ones in order'
done
run gprof -b -p --keep-going --recursive a.out bad
is_status 1 'a report with --keep-going'
like "$(cat "$out")" '^Flat profile' '... is printed'
summed none --keep-going a.out missing bad/gmon.out.0
is "$status: $(cat none)" '1: none' 'without a good file nothing is written'

# A file that does not fit the first one with samples is left out.
mkdir wrong
cp runs/first/gmon.out.[23] wrong
printf 'magic\narc 0x1004 0x1040 1\n' | "$TOOLS/mkgmon" >wrong/a.calls
printf 'magic\nhist 0x1000 0x1400 128 100 seconds s\n' | "$TOOLS/mkgmon" >wrong/z.other
summed good a.out wrong/a.calls wrong/gmon.out.[23]
for jobs in 1 2 5; do
    summed rest --keep-going --recursive --jobs=$jobs a.out wrong
    is_file rest good "$jobs threads: --keep-going drops a file that does not fit"
    is "$(sed 's/^gprof: //; s/:.*//' "$err")" "$(printf '%s\n' wrong/z.other \
        '1 of 4 data files were left out; the others are added up')" '... and names it'
done
like "$(cat "$err")" 'wrong/z.other: .* in wrong/gmon.out.2 [(]8 and 4 bytes' '... with one that it does not fit'
run gprof -i --keep-going --recursive a.out wrong
is "$(grep '^File' "$out" | sed 's/ (.*//')" "$(printf "File \`wrong/%s'\n" a.calls gmon.out.2 \
    gmon.out.3)" '... with -i, too'
summed good a.out wrong/a.calls wrong/z.other
summed rest --keep-going a.out wrong/a.calls wrong/z.other wrong/gmon.out.[23]
is_file rest good 'the first file decides, not what most files are'
like "$(cat "$err")" '2 of 4 data files were left out' '... which are left out'

# Links that lead nowhere.
mkdir links
cp runs/first/gmon.out.2 links
ln -s gmon.out.2 links/again
ln -s /nonexistent/run3 links/run3
ln -s user@host.1:2 links/.#notes
summed good a.out runs/first/gmon.out.2
summed rest --recursive a.out links
is_status 0 'a link that leads nowhere does not change the status'
is_file rest good '... nor the sum'
is "$(cat "$err")" "gprof: warning: links/run3: this link leads to no file: No such file or \
directory; remove it or make it anew" \
    '... and is named, unless it is hidden'

# Directories without being asked for.
run gprof -s a.out runs
like "$status: $(cat "$err")" '^1: gprof: runs: is a directory; add --recursive' \
    'a directory needs --recursive'
cd runs || exit 1
run gprof --recursive -i ../a.out
is "$(grep -c '^File' "$out")" 40 '--recursive alone means the current directory'
cd ..

# A terminal is told of long work only, and others never.
summed named --recursive a.out runs
is_stderr '' 'no progress where there is no terminal'
done_testing
