#!/bin/sh
# harmless_files.t - files, descriptors and messages of a program are what they are without libgmon
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"

prog prog harmless_files.c -O1
prog static harmless_files.c -O1 -static
plain preloaded harmless_files.c -O1 -pg

# in_form COMMAND...: runs it, its first word in the form of $which; libgmon has something to say.
in_form()
{
    rm -f gmon.out*
    case $which in
    preloaded) run timeout 60 env GMON_VERBOSE=1 LD_PRELOAD="$libgmon_so" "$@" ;;
    *) run timeout 60 env GMON_VERBOSE=1 "$@" ;;
    esac
}

# Runs a command whose standard error is a pipe without a reader.
cat >broken.pl <<'EOF'
pipe my $from, my $to or die;
close $from;
open STDERR, '>&', $to or die;
exec @ARGV or exit 126;
EOF

for which in prog static preloaded; do
    in_form perl broken.pl ./$which
    is "$status $(calls work $which)" '7 10' "$which: standard error is a pipe without a reader: no SIGPIPE"
    in_form ./$which own
    is "$status $(cat own) $(cat "$err") $(calls work $which)" '0 mine  10' \
        "$which: no message goes to a file of the program that has the number 2"
    in_form ./$which logging
    is "$status $(grep -c 'log line' dumped)" '0 0' "$which: no data file gets the number 2"
done
# Two processes of the same number, as in two containers with one volume: the temporary file of one
# is not the other's.
for which in prog static preloaded; do
    # shellcheck disable=SC2016
    in_form sh -c 'echo precious >gmon.out.$$.tmp; exec "$0"' ./$which
    is "$status $(cat gmon.out.*.tmp) $(calls work $which)" '7 precious 10' \
        "$which: a temporary file of another process with this number stays"
done

# ---- what cannot be kept: the table in libgmon.7 --------------------------------------------------
which=prog
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
