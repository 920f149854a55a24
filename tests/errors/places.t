#!/bin/sh
# places.t - files and directories that may not be read or written
#
# golden/places.cases has other places.
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"

. "$SRCDIR/tests/golden/programs/small.sh"
small_image
small_profile

# The rights of files do not bind root, who becomes somebody else where that is possible.
as_user=
if test "$(id -u)" = 0; then
    chmod 755 "$tap_dir" "$tap_dir/work"
    as_user='setpriv --reuid=65534 --regid=65534 --clear-groups'
    $as_user "$GPROF" -v >/dev/null 2>&1 || skip_all 'root may read and write everything here'
fi

# denied WHAT...: run gprof without the right to do something.
denied()
{
    run $as_user "$GPROF" "$@"
}

cp gmon.out secret && chmod 000 secret
denied a.out secret
is_status 1 'a data file without the right to read it'
is_stdout '' '... is no report'
like "$(cat "$err")" '^gprof: secret: Permission denied; ask its owner' '... and the message says what to do'
mkdir -p most/closed && cp gmon.out most && chmod 000 most/closed && mkdir -m 777 sums && cd sums || exit 1
denied -s --recursive ../a.out ../most
is_status 1 'a directory without the right to read it'
is "$(ls)" '' '... ends the run'
denied -s --recursive --keep-going ../a.out ../most
is_status 1 '... or is left out with --keep-going'
like "$(cat "$err")" '^gprof: ../most/closed: Permission denied; .' '... and named'
ok '... and the rest is added up' cmp gmon.sum ../gmon.out
cd ..
chmod 755 most/closed
cp a.out hidden && chmod 000 hidden
denied hidden gmon.out
is_status 1 'an image without the right to read it'
like "$(cat "$err")" '^gprof: hidden: Permission denied; ask its owner' '... and the message says what to do'

mkdir -m 777 theirs && cp a.out gmon.out theirs && cd theirs || exit 1
echo old >gmon.sum && chmod 444 gmon.sum
denied -s
is "$status $(cat gmon.sum)" '1 old' 'gmon.sum that others own and that may not be written'
like "$(cat "$err")" '^gprof: gmon.sum: Permission denied; nothing was changed' '... says so'
chmod 666 gmon.sum && perl -e 'print "old\n" x 20000' >gmon.sum && inode=$(stat -c '%i %u %a' gmon.sum)
denied -s
is_status 0 'gmon.sum that others own and that may be written'
ok '... and is the sum' cmp gmon.sum gmon.out
if test -n "$as_user"; then
    is "$(stat -c '%i %u %a' gmon.sum)" "$inode" '... keeps its owner'
    chown 65534:65534 gmon.sum && chmod 640 gmon.sum
    run gprof -s
    is "$status $(stat -c '%u %g %a' gmon.sum)" '0 65534 65534 640' '... also if root writes it'
fi
cd ..

mkdir shut && cp a.out shut && chmod 555 shut && cd shut || exit 1
run $as_user "$GPROF" a.out
is_stderr 'gprof: gmon.out: No such file or directory; nothing can be written here; run ./a.out elsewhere' \
    'no data in a directory that cannot be written'
cd .. || exit 1
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

mkdir -p sources/s && cd sources || exit 1
perl "$SRCDIR/tests/lib/linetable.pl" <<'END' | "$TOOLS/mkimage" >a.out
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
"$TOOLS/mkgmon" >gmon.out <<'END'
magic
arc 0x1008 0x1040 2
END
seq 40 >s/demo.c
mkdir odd && cp s/demo.c odd && chmod 000 odd/demo.c
denied -A -I odd
is_status 0 'a source file without the right to read it'
is_stdout '' '... is left out'
denied -A -I odd:s
is "$(head -1 "$out")" '*** File /src/demo.c:' '... or found in the next directory'
mkdir locked && chmod 555 locked && cd locked || exit 1
denied -A -y -I ../s ../a.out ../gmon.out
is_status 0 '-y in a directory without the right to write'
like "$(cat "$err")" '^gprof: demo.c-ann: Permission denied; .' '... says so'
done_testing
