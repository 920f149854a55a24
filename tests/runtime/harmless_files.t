#!/bin/sh
# harmless_files.t - files, descriptors and messages of a program are what they are without libgmon
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"

forms_of harmless_files.c -O1
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
    in_form sh -c 'echo precious >gmon.out.$$.tmp; exec "$0"' ./$form
    is "$status $(cat gmon.out.*.tmp) $(calls work $form)" '7 precious 10' \
        "$form: a temporary file of another process with this number stays"
done

# ---- what cannot be kept: the table in libgmon.7 --------------------------------------------------
form=prog
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
