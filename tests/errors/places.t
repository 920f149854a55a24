#!/bin/sh
# places.t - files and directories that may not be read or written, readers that stop, no leftovers
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"

"$TOOLS/mkimage" >a.out <<'END'
section .text 0x1000 0x8000
funcs 1000 function 0x1000 32
END
"$TOOLS/mkgmon" >gmon.out <<'END'
magic
hist 0x1000 0x8d00 2000 100 seconds s
fill 0 1990 3
gen chain 900 0x1000 32
END

# The rights of files do not bind root, who becomes somebody else where that is possible.
as_user=
can_deny=1
if test "$(id -u)" = 0; then
    chmod 755 "$tap_dir" "$tap_dir/work"
    as_user='setpriv --reuid=65534 --regid=65534 --clear-groups'
    $as_user "$GPROF" -v >/dev/null 2>&1 || can_deny=
fi

# denied WHAT...: run gprof without the right to do something.
denied()
{
    run $as_user "$GPROF" "$@"
}

if test -n "$can_deny"; then
    cp gmon.out secret && chmod 000 secret
    denied a.out secret
    is_status 1 'a data file without the right to read it'
    is_stdout '' '... is no report'
    like "$(cat "$err")" '^gprof: secret: Permission denied; ask its owner' '... and the message says what to do'
    mkdir closed most && cp gmon.out most && chmod 000 closed && mkdir -m 777 sums && mv closed most && cd sums || exit 1
    denied -s --recursive ../a.out ../most
    is_status 1 'a directory without the right to read it'
    is "$(ls)" '' '... ends the run'
    denied -s --recursive --keep-going ../a.out ../most
    is_status 1 '... or is left out with --keep-going'
    like "$(cat "$err")" '^gprof: ../most/closed: Permission denied; .' '... and named'
    ok '... and the rest is added up' cmp gmon.sum ../gmon.out
    cd ..
    cp a.out hidden && chmod 000 hidden
    denied hidden gmon.out
    is_status 1 'an image without the right to read it'
    like "$(cat "$err")" '^gprof: hidden: Permission denied; ask its owner' '... and the message says what to do'

    mkdir -m 777 theirs && cp a.out gmon.out theirs && cd theirs || exit 1
    echo old >gmon.sum && chmod 444 gmon.sum
    denied -s
    is "$status $(cat gmon.sum)" '1 old' 'gmon.sum that others own and that may not be written'
    like "$(cat "$err")" '^gprof: gmon.sum: Permission denied; nothing was changed' '... says so'
    perl -e 'print "old\n" x 20000' >gmon.sum && chmod 666 gmon.sum && inode=$(stat -c '%i %u %a' gmon.sum)
    denied -s
    is_status 0 'gmon.sum that others own and that may be written'
    is "$(stat -c '%i %u %a' gmon.sum)" "$inode" '... keeps its owner'
    ok '... and is the sum' cmp gmon.sum gmon.out
    if test -n "$as_user"; then
        chown 65534:65534 gmon.sum && chmod 640 gmon.sum
        run gprof -s
        is "$status $(stat -c '%u %g %a' gmon.sum)" '0 65534 65534 640' '... also if root writes it'
    fi
    cd ..

    mkdir locked && cp a.out gmon.out locked && chmod 555 locked && cd locked || exit 1
    denied -s
    is_status 1 'gmon.sum in a directory without the right to write'
    like "$(cat "$err")" '^gprof: gmon.sum: Permission denied; nothing was changed' '... says so'
    is "$(ls)" "$(printf 'a.out\ngmon.out')" '... and leaves nothing behind'
    chmod 755 . && echo old >gmon.sum && chmod 666 gmon.sum && chmod 555 .
    denied -s
    is "$status $(cat gmon.sum)" '1 old' '... nor changes an older gmon.sum, though that may be written'
    cd ..
    chmod 755 locked
else
    skip 'files without rights' 'root may read and write everything here'
fi

# A directory in which nobody can make a file, not even root.
if test -d /proc/self && test -r /proc/self/status; then
    here=$PWD
    cd /proc/self || exit 1
    run gprof -s "$here/a.out" "$here/gmon.out"
    cd "$here" || exit 1
    is_status 1 'gmon.sum in a directory that takes no files'
    like "$(cat "$err")" '^gprof: gmon.sum: .*; nothing was changed' '... says so'
fi

mkdir sum && cp a.out gmon.out sum && cd sum || exit 1
run gprof -s
is_status 0 'gmon.sum in a directory of ours'
is_stdout '' '... without a word'
is "$(ls -A)" "$(printf 'a.out\ngmon.out\ngmon.sum')" '... and without a temporary file'
cp gmon.sum first
(umask 077 && gprof -s a.out gmon.sum) && ok 'gmon.sum is an input of itself' cmp gmon.sum first
is "$(stat -c %a gmon.sum)" "$(stat -c %a first)" '... and keeps its permissions, whatever umask is'
chmod 600 gmon.sum && gprof -s
is "$(stat -c %a gmon.sum)" 600 '... also those that keep others out'
chmod 640 first && run gprof --output=first
is "$(stat -c %a first) $(sed -n 1p first)" '640 Flat profile:' '... as does a file that --output names'
(umask 077 && gprof --output=new)
is "$(stat -c %a new)" 600 '... and a new one has those that umask leaves'
rm first new
ln -s gmon.sum link && run gprof -b -p a.out link
is_status 0 'a data file may be a symbolic link'
cd ..

mkdir shared linked && cp a.out gmon.out linked && ln -s ../shared/gmon.sum linked/gmon.sum && cd linked || exit 1
run gprof -s
is_status 0 'gmon.sum as a symbolic link to nothing yet'
ok '... makes the file that it leads to' cmp gmon.out ../shared/gmon.sum
run gprof -s a.out gmon.out gmon.out
is_status 0 'gmon.sum as a symbolic link'
ok '... to the file that is written' test -h gmon.sum -a "$(ls -A ../shared)" = gmon.sum
is "$(cmp -s gmon.out ../shared/gmon.sum; echo $?)" 1 '... anew'
cd ..

mkdir -p -- sources/s && cp a.out gmon.out sources || exit 1
perl "$SRCDIR/tests/lib/linetable.pl" <<'END' | "$TOOLS/mkimage" >sources/a.out
section .text 0x1000 0x100
directory /src
0x1000 demo.c:10 main
0x1040 demo.c:20 parse
0x1080 demo.c:30 work
0x10c0 demo.c:40 done
0x1100 end
sym main  0x1000
sym parse 0x1040
END
"$TOOLS/mkgmon" >sources/gmon.out <<'END'
magic
arc 0x1008 0x1040 2
END
awk 'BEGIN { for (i = 1; i <= 1000; i++) print "line", i }' >sources/s/demo.c
cd sources || exit 1

# A pipe without a writer, a device without an end.
mkdir odd && mkfifo odd/demo.c && run gprof -A -I odd:s
is_status 0 'a pipe in the place of a source file'
is "$(head -1 "$out")" '*** File /src/demo.c:' '... is passed over'
rm odd/demo.c && ln -s /dev/zero odd/demo.c && run gprof -A -I odd
is_status 0 'a device in the place of a source file'
like "$(cat "$err")" '^gprof: warning: /src/demo.c: could not be located' '... is passed over'

if test -n "$can_deny"; then
    cp s/demo.c odd/readable && rm odd/demo.c && cp s/demo.c odd/demo.c && chmod 000 odd/demo.c
    denied -A -I odd
    is_status 0 'a source file without the right to read it'
    is_stdout '' '... is left out'
    denied -A -I odd:s
    is "$(head -1 "$out")" '*** File /src/demo.c:' '... or found in the next directory'
    mkdir locked && chmod 555 locked && cd locked || exit 1
    denied -A -y -I ../s ../a.out ../gmon.out
    is_status 0 '-y in a directory without the right to write'
    like "$(cat "$err")" '^gprof: demo.c-ann: Permission denied; .' '... says so'
    cd ..
else
    skip 'sources without rights' 'root may read and write everything here'
fi

printf older >demo.c-ann
status=0
(ulimit -f 1 && trap '' XFSZ && exec "$GPROF" -A -y -I s) >"$out" 2>"$err" || status=$?
if test -n "$VALGRIND"; then
    skip '-y on a disk that becomes full' 'the limit would be that of valgrind'
else
    is_status 1 '-y on a disk that becomes full'
    like "$(cat "$err")" '^gprof: demo.c-ann: File too large; nothing was changed' '... says so'
    is "$(cat demo.c-ann)" older '... the older listing is unharmed'
    is "$(find . -name '*-ann*')" ./demo.c-ann '... and there is no temporary file'
fi
cd ..

# A limit of file size stands for a disk that becomes full in the middle.
mkdir full && cp a.out gmon.out full && cd full || exit 1
printf 'older' >gmon.sum
status=0
(ulimit -f 1 && trap '' XFSZ && exec "$GPROF" -s) >"$out" 2>"$err" || status=$?
if test -n "$VALGRIND"; then
    skip 'a disk that becomes full' 'the limit would be that of valgrind'
else
    is_status 1 'gmon.sum on a disk that becomes full'
    like "$(cat "$err")" '^gprof: gmon.sum: File too large; nothing was changed' '... says so'
    is "$(cat gmon.sum)" older '... the older sum is unharmed'
    is "$(ls -A)" "$(printf 'a.out\ngmon.out\ngmon.sum')" '... and there is no temporary file'
fi
cd ..

# What is named by the image alone may be a trap.
cd sources && rm -f ./*-ann && ln -s victim demo.c-ann
run gprof -A -y -I s
is "$status $(find . -name victim)" "1 " '-y does not write through a link'
like "$(cat "$err")" '^gprof: demo.c-ann: is no regular file, so it was not written; remove it$' '... but says so'
rm demo.c-ann && mkfifo demo.c-ann
run timeout 20 "$GPROF" -A -y -I s
is_status 1 '... nor into a pipe, where it would wait'
cd ..

# Debug information may name any file: a page has the text of sources alone, -A shows no device.
mkdir secrets && cd secrets && mkdir -p include named gen && here=$(pwd) || exit 1
for file in key cred.pem key.c table.inc include/vector named/module gen/UPPER.CPP log.txt binary.c; do
    echo "text of $file" >$file
done
printf 'text\000of binary.c\n' >binary.c
ln -s key key_link.c
truncate -s 1T large.c
named_by() # FILE...: an image of functions in these files
{
    at=4096
    for file; do
        printf '0x%x %s:1 f%d\n' $at "$file" $at
        at=$((at + 16))
    done >rows
    { echo 'section .text 0x1000 0x400' && cat rows && printf '0x%x end\n' $at &&
        sed 's/\(0x[0-9a-f]*\) .* \(f[0-9]*\)$/sym \2 \1/' rows; } |
        perl "$SRCDIR/tests/lib/linetable.pl" | "$TOOLS/mkimage"
}
named_by "$here"/key "$here"/cred.pem "$here"/key.c "$here"/table.inc "$here"/include/vector "$here"/named/module \
    "$here"/gen/UPPER.CPP "$here"/log.txt "$here"/key_link.c "$here"/binary.c "$here"/large.c \
    /etc/passwd /proc/self/environ /proc/self/maps /dev/null /sys/kernel/profiling >a.out
printf 'magic\nhist 0x1000 0x1400 256 100 seconds s\nfill 0 255 1\narc 0x1008 0x1000 1\n' | "$TOOLS/mkgmon" >gmon.out
texts() # the files whose text is in the page, the script of which has a comment, "text of each file"
{
    grep -o 'text of [a-zA-Z./_][a-zA-Z./_]*' page | sort -u | sed 's/text of //; /^each$/d' | tr '\n' ' '
}
gprof --export=html a.out gmon.out >page 2>"$err"
is $? 0 'a page of sources that may be secrets'
is "$(texts)" 'gen/UPPER.CPP include/vector key.c table.inc ' '... has those that are named as sources'
is "$(grep -c 'root:x:0\|SRCDIR=' page)" 0 '... and none of the system'
more=$(find key key_link.c log.txt named/module binary.c large.c /etc/passwd /proc/self/environ /proc/self/maps /dev/null \
    /sys/kernel/profiling 2>/dev/null | wc -l)
is "$(cat "$err")" "gprof: warning: $here/cred.pem: its text is not put into the page, nor is that of $more more: \
its name is not that of a source; if it is one, add -I $here/" \
    '... one line tells the others and the way to have them'
gprof --export=html -I named a.out gmon.out >page 2>"$err"
is "$(texts)" 'gen/UPPER.CPP include/vector key.c named/module table.inc ' '... -I lets a directory in'
gprof --export=html --no-sources a.out gmon.out >page 2>"$err"
is "$(texts)$(cat "$err")" '' '... --no-sources has none, and no warning'
for file in /proc/self/environ /proc/self/maps /dev/null large.c; do
    named_by "$file" >one
    run timeout 20 "$GPROF" -b -A -z -I . one gmon.out
    is "$(wc -c <"$out") $(grep -c 'could not be located' "$err")" '0 1' "-A does not show $file"
done
cd ..

# A signal that ends gprof leaves nothing behind. (A shell lets its background jobs ignore SIGINT.)
mkfifo waits
for signal in HUP TERM XCPU; do
    "$GPROF" --output=report a.out waits 2>/dev/null &
    exec 3>waits
    while test -z "$(find . -name 'report.tmp-*')"; do sleep 0.02; done
    kill -$signal $!
    { wait $!; rc=$?; } 2>/dev/null
    is "$(kill -l $rc) $(find . -name 'report*')" "$signal " "SIG$signal leaves no temporary file"
    exec 3>&-
done

# Standard streams that are closed: their numbers are not those of a report.
gprof --output=report a.out gmon.out 2>&- >&- <&- -p -f no_such_function
is $? 0 'with all standard streams closed there is a report'
ok '... without the warnings' test "$(grep -c warning report) $(sed -n 1p report)" = '0 Flat profile:'

# A reader that has seen enough: gprof dies by SIGPIPE, as other programs do, without a word.
{ gprof 2>"$err"; echo $? >rc; } | head -1 >"$out"
is "$(cat "$out")" 'Flat profile:' 'head -1 gets its line'
is "$(cat "$err")" '' '... without a message'
is "$(cat rc)" 141 '... and gprof is ended by SIGPIPE'

# Where SIGPIPE is ignored, a broken pipe is an error like others.
(trap '' PIPE; { gprof 2>"$err"; echo $? >rc; } | : )
is "$(cat rc)" 1 'SIGPIPE ignored: the status tells'
like "$(cat "$err")" '^gprof: standard output: Broken pipe; .' '... and a message'
done_testing
