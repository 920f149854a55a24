#!/bin/sh
# targets.t - the targets of the GNU standards are there, and `make help` tells of those that users want
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
unset MAKEFLAGS MFLAGS MAKELEVEL VARIANT
make=${MAKE:-make}

help=$("$make" -s -f "$SRCDIR/Makefile" BUILD="$BUILD" help)
"$make" -p -n -f "$SRCDIR/Makefile" BUILD="$BUILD" help >database
for target in all check check-quick check-all installcheck install install-strip install-info install-html install-pdf uninstall \
    info html pdf dist distcheck clean distclean maintainer-clean TAGS help; do
    ok "make $target" grep -q "^$target:" database
done
for target in demo check check-quick check-all install install-strip installcheck uninstall dist distcheck clean distclean TAGS; do
    like "$help" "[ ;]$target([ ;,:]|$)" "make help tells of $target"
done
is "$(sed -n 's/^\(quick\|long\|clock\|machine\)_tests := //p' database | tr ' ' '\n' | while read -r name; do
    test -f "$SRCDIR/tests/$name.t" || echo "$name"
done)" '' 'each test that check.mk names is there'
is "$(sed -n 's/^\(long\|clock\|machine\)_tests := //p' database | tr ' ' '\n' | sort | uniq -d)" '' 'and stands in one list'

if command -v etags >/dev/null || command -v ctags >/dev/null; then
    "$make" -s -f "$SRCDIR/Makefile" BUILD="$BUILD" TAGS
    like "$(cat TAGS)" '^int main\(' 'TAGS knows main'
    like "$(cat TAGS)" 'gm_tick' 'and the runtime'
else
    skip TAGS 'neither etags nor ctags is installed'
fi
done_testing
