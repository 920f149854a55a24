#!/bin/sh
# harmless_files.t - files, descriptors and messages of a program are what they are without libgmon
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"

forms_of harmless_files.c -O1 -ldl
export GMON_VERBOSE=1 # libgmon has something to say

# Runs a command whose standard error is a pipe without a reader.
cat >broken.pl <<'EOF'
pipe my $from, my $to or die;
close $from;
open STDERR, '>&', $to or die;
exec @ARGV or exit 126;
EOF

# The same with a pipe that is full, and whose reader does not read.
cat >full.pl <<'EOF'
use Fcntl;
$^F = 99;
pipe my $from, my $to or die;
fcntl $to, F_SETFL, O_NONBLOCK or die;
1 while syswrite $to, 'x' x 4096;
fcntl $to, F_SETFL, 0 or die;
open STDERR, '>&', $to or die;
exec @ARGV or exit 126;
EOF

for form in prog static preloaded; do
    in_form perl full.pl ./$form
    is "$status $(calls work $form)" '7 10' "$form: standard error is a full pipe: the message is dropped"
    in_form perl broken.pl ./$form said
    is "$status $(cat "$out") $(calls work $form)" '7 said 10' "$form: standard error is a pipe without a reader: no SIGPIPE"
    in_form ./$form own
    is "$status $(cat own) $(cat "$err") $(calls work $form)" '0 mine  10' \
        "$form: no message goes to a file of the program that has the number 2"
    in_form ./$form logging
    is "$status $(grep -c 'log line' dumped)" '0 0' "$form: no data file gets the number 2"
done
# Two processes of the same number, as in two containers with one volume: the temporary file of one
# is not the other's.
for form in prog static preloaded; do
    # shellcheck disable=SC2016
    in_form sh -c 'echo precious >gmon.$$.tmp; exec "$0"' ./$form
    is "$status $(cat gmon.*.tmp) $(calls work $form)" '7 precious 10' \
        "$form: a temporary file of another process with this number stays"
    rm gmon.*.tmp
done

# Ticks open no file: it would take a number of a descriptor, and another thread's open() would get another one.
cat >library.c <<'END'
#include <time.h>
void in_library(double seconds);
void in_library(double seconds)
{
    for (clock_t end = clock() + (clock_t)(seconds * CLOCKS_PER_SEC); clock() < end;)
        for (volatile int i = 0; i < 1000; i++)
            ;
}
END
$CC -O1 -fPIC -shared library.c -o library.so || bail 'cannot build a library'
for form in prog static preloaded; do
    in_form env GMON_HZ=1000 ./$form numbers "$(test $form = static || echo ./library.so)"
    case $status in
    8) skip "$form: ticks open no file" 'needs seccomp, on x86-64' ;;
    *) is_status 137 "$form: ticks open no file, in new libraries and threads" ;;
    esac
done

# A program that goes into a directory for a while.
cat >leaves.c <<'END'
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
__attribute__((noinline)) void work(void) { __asm__ volatile(""); }
int main(void)
{
    mkdir("for_a_while", 0777);
    if (chdir("for_a_while") != 0)
        return 9;
    work();
    raise(SIGUSR1);
    if (chdir("..") != 0 || rmdir("for_a_while") != 0)
        perror("rmdir");
    if (chdir("/") != 0)
        return 9;
    return 7;
}
END
$CC -g -pg leaves.c "$libgmon_a" -o leaves || bail 'cannot build leaves.c'
form=prog
in_form env GMON_DUMP_SIGNAL=USR1 GMON_VERBOSE=0 ./leaves
is "$status $(cat "$err") $(calls work leaves)" '7  1' 'snapshots, and the file at the end, are where the program began'
in_form env GMON_DUMP_SIGNAL=USR1 GMON_VERBOSE=0 GMON_OUT_PREFIX="$PWD/gmon.out" ./leaves
is "$status $(cat "$err") $(calls work leaves gmon.out.*)" '7  1' 'or where their name says'

# A program that unmounts the directory in which it began, when libgmon's thread runs.
cat >unmounts.c <<'END'
#include <sys/mount.h>
#include <unistd.h>
int main(void)
{
    char from[4096];
    usleep(100000);
    if (getcwd(from, sizeof from) == NULL || chdir("/") != 0)
        return 9;
    for (int i = 0; i < 100; i++)
        if (umount(from) == 0)
            return 7;
        else
            usleep(10000);
    return 8;
}
END
$CC -pg unmounts.c "$libgmon_a" -o unmounts || bail 'cannot build unmounts.c'
if test "$(id -u)" = 0 && unshare -m true 2>/dev/null; then
    mkdir place
    run unshare -m sh -c 'mount -t tmpfs none place && cd place && GMON_CLOCK=wall GMON_OUT=/dev/null exec ../unmounts'
    is "$status" 7 'the directory in which a program with GMON_CLOCK=wall began can be unmounted'
else
    skip 'a directory that is unmounted' 'needs root and unshare'
fi

# ---- what cannot be kept: the table in libgmon.7 --------------------------------------------------
form=prog
in_form env GMON_HZ=1000 ./prog unseen
case $status in
8) skip 'table: a thread that calls nothing profiled' 'needs seccomp, on x86-64' ;;
*) is_status 159 'table: a thread that calls nothing profiled is looked for in a file' ;;
esac
if test "$(id -u)" = 0 && command -v setpriv >/dev/null; then
    chmod 755 "$tap_dir" . && mkdir closed && echo old >closed/gmon.out && chmod 666 closed/gmon.out
    run sh -c 'cd closed && ulimit -f 1 && exec setpriv --reuid 65534 --clear-groups ../prog'
    is "$status $(ls closed) $(head -c 4 closed/gmon.out) $(calls work prog closed/gmon.out)" '7 gmon.out gmon ' \
        'table: in a directory that cannot be written the file is overwritten, perhaps in part'
    rm closed/gmon.out
    run sh -c 'cd closed && exec setpriv --reuid 65534 --clear-groups ../prog'
    is "$status $(ls closed)" '7 ' 'and where there is none, none is made'
else
    skip 'a directory that cannot be written' 'needs root and setpriv'
fi
done_testing
