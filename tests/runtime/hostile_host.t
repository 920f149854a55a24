#!/bin/sh
# hostile_host.t - under hard conditions, too, a program does what it does without libgmon
#
# Each row of hosts[] in hostile_host.c, in each form: exit status, output, what the program saw, and the files that it
# made are those of the program alone. Lines of libgmon's own on standard error are left out. HOSTS='files storm': only
# these hosts.
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"

plain none hostile_host.c -O1 -ldl
prog linked hostile_host.c -O1 -ldl
plain unlinked hostile_host.c -O1 -pg -ldl
$CC -g -O1 -fPIC -shared -o libstorm.so "$progs/library.c" || bail 'no library'
# One host has no rights of root's, so the build may be out of its reach.
cp "$libgmon_so" . && chmod 755 "$tap_dir" . libgmon.so
here=$PWD

# on HOST PROGRAM [SECONDS OF THE STORM]: all that is to be seen of the program in the file seen; its status. wishes: its variables.
on()
{
    rm -rf run && mkdir run
    {
        # shellcheck disable=SC2086
        (cd run && exec timeout 60 env $wishes ../none "$1" "$here/$2" ${3+"$3"}) 9>&1 2>&1
        echo $? >status
    } | grep -v '^gmon: ' >seen
    { find run ! -name 'gmon.out*' ! -name 'stacks.gmon.out*' | sort; cat status run/made; } >>seen 2>/dev/null
    cat status
}

forms='linked: unlinked:PRELOAD unlinked:PRELOAD,GMON_STACKS=0 linked:GMON_CLOCK=wall'
for host in ${HOSTS-$(sed -n 's/^ *{"\([a-z-]*\)", [a-z_]*, .*}.*/\1/p' "$progs/hostile_host.c") storm}; do
    case $host in
    storm) place=quiet storm=$(test "${FEWER:-1}" -gt 1 && echo 0.3 || echo 1) GMON_HZ=10000 ;;
    *) place=$host storm='' GMON_HZ=1000 ;;
    esac
    export GMON_HZ
    wishes=''
    if test "$(on "$place" none $storm)" = 77; then
        skip "$host" 'this host cannot be had here'
        continue
    fi
    mv seen expected
    for form in $forms; do
        wishes=$(echo "${form#*:}" | sed "s|PRELOAD|PRELOAD=$here/libgmon.so|; s/,/ /")
        on "$place" "${form%%:*}" $storm >/dev/null
        is "$(cat seen)" "$(cat expected)" "$host: $form"
    done
done
done_testing
