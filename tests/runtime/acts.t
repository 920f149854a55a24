#!/bin/sh
# acts.t - random programs that act on the system see the same with libgmon as without
#
# By hand: SEEDS='1 10000' FORMS=every sh tests/runtime/acts.t
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"

mkdir plain archive profiled
chmod 755 "$tap_dir" . # for programs that drop root's rights
for part in signals files processes; do
    set -- "$@" "$progs/acts_$part.c"
done
set -- "$@" -lrt # timers, in older C libraries
prog archive/acts acts.c -O1 "$@"
plain plain/acts acts.c -O1 "$@"
plain profiled/acts acts.c -O1 -pg "$@"

# same NAME every|one <PROGRAMS
same()
{
    LIBGMON_SO=$libgmon_so perl "$SRCDIR/tests/runtime/acts.pl" "$2" "${JOBS:-1}" >differences
    ok "$1: $(tail -n 1 differences)" test $? = 0 || diag "$(head -n 20 differences)"
}

./plain/acts | awk '{ print NR, $0 }' >each
same 'each act alone, begun with its number' one <each

# shellcheck disable=SC2046
set -- ${SEEDS:-1 $((200 / ${FEWER:-4}))}
seq "$1" "$2" >seeds
same "programs with the seeds $1 to $2" "${FORMS:-one}" <seeds
done_testing
