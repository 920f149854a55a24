#!/bin/sh
# companions.t - which tool reads which files of call stacks, as the manual's table says
#
# Input:  environment ORACLE (default /usr/bin/gprof); OLD_GPROF names a gprof 1.0.0, else its rows are left out.
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
oracle=${ORACLE:-/usr/bin/gprof}
command -v "$oracle" >/dev/null || skip_all 'no GNU gprof'
. "$SRCDIR/tests/golden/programs/calc.sh"

# Two processes of one program: files of now, and of 1.0.0.
mkdir now old
for process in 1 2; do
    cp gmon.out now/gmon.out.$process
    stacks | "$TOOLS/mkgmon" >now/stacks.gmon.out.$process
    cp gmon.out old/gmon.out.$process
    cp now/stacks.gmon.out.$process old/gmon.out.$process.stacks
done
"$oracle" -b -p -q a.out gmon.out gmon.out >listed

# outcome TOOL FILES OPTIONS PATTERN... - listed: as GNU gprof lists the data files alone
outcome()
{
    tool=$1
    cd "$2" || return
    options=$3
    shift 3
    # Options are words, and patterns name files.
    # shellcheck disable=SC2086,SC2048
    if ! "$tool" $options ../a.out $* >report 2>/dev/null; then
        echo refused
    elif cmp -s report ../listed; then
        echo listed
    elif grep -E '^measured: |times measured' report >/dev/null; then
        echo measured
    elif grep 'times estimated' report >/dev/null; then
        echo estimated
    fi
    rm report
    cd ..
}

# The rows of the table: tool, options and files, what files of now give, what those of 1.0.0 give.
sed -n '/^@c tested: tests\/compat\/companions.t$/,/^@end multitable$/s/^@item //p' "$SRCDIR/doc/gprof.texi" |
    sed 's/@code{\([^}]*\)}/\1/g; s/ *@tab */|/g' >rows
is "$(wc -l <rows | tr -d ' ')" 6 'the table has six rows'
while IFS='|' read -r tool words now old; do
    case $tool in
    gprof) command=$GPROF ;;
    'gprof 1.0.0') command=${OLD_GPROF-} ;;
    'GNU gprof') command=$oracle ;;
    esac
    if test -z "$command"; then
        skip "$tool $words" 'OLD_GPROF is not set'
        continue
    fi
    options=${words%% \**}
    options=${options%% gmon.out*}
    files=${words#"$options" }
    # shellcheck disable=SC2086
    is "$(outcome "$command" now "$options" $files) $(outcome "$command" old "$options" $files)" "$now $old" "$tool $words"
done <rows
done_testing
