#!/bin/sh
# packagers.t - what distributions hand to configure and make is accepted, and has its effect
#
# Configures as they do and compiles some files; doc/packaging/check-deb builds all. `make check-all`
# (FEWER=1) builds gprof with link-time optimisation, and runs the golden tests with it. The runtime
# with such flags: tests/runtime/hardened.t.
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
test -z "${VARIANT-}${VALGRIND-}" || skip_all 'a variant build'
make=${MAKE:-make}
CC=${CC:-cc}
jobs=${JOBS:-2}
unset MAKEFLAGS MFLAGS MAKELEVEL CFLAGS CPPFLAGS LDFLAGS AR RANLIB ARFLAGS
if test -n "$(find "$SRCDIR/configure" -newer "$SRCDIR/configure.ac" 2>/dev/null)" ||
    { test -f "$SRCDIR/configure" && ! command -v autoconf >/dev/null; }; then
    cp "$SRCDIR/configure" .
elif command -v autoconf >/dev/null; then
    autoconf -o configure "$SRCDIR/configure.ac" && rm -rf autom4te.cache
else
    skip_all 'no autoconf'
fi

# configured DIRECTORY ARGUMENTS...: run configure there; what it says is in $err
configured()
{
    mkdir "$1" && cd "$1" || exit 1
    shift
    run sh ../configure -q --srcdir="$SRCDIR" "$@"
    cd ..
}

# set_of DIRECTORY NAME: a directory as make expands it
set_of()
{
    (cd "$1" && printf 'include build/config.mk\n$(info $(%s))\nnothing:;@:\n' "$2" | "$make" -s -f - nothing)
}

# supported FLAG...: those that the compiler knows.
supported()
{
    for flag; do
        $CC -Werror "$flag" -c -x c /dev/null -o flag.o 2>/dev/null && printf '%s ' "$flag"
    done
}

# Debian: debhelper's dh_auto_configure with dpkg-buildflags and hardening=+all
hardening=$(supported -fstack-protector-strong -fstack-clash-protection -fcf-protection)
configured debian --build="$($CC -dumpmachine)" --prefix=/usr '--includedir=${prefix}/include' \
    '--mandir=${prefix}/share/man' '--infodir=${prefix}/share/info' --sysconfdir=/etc --localstatedir=/var \
    --disable-option-checking --disable-silent-rules '--libdir=${prefix}/lib/x86_64-linux-gnu' \
    --disable-maintainer-mode --disable-dependency-tracking CC="$CC" \
    CFLAGS="-g -O2 $hardening-Wformat -Werror=format-security" CPPFLAGS='-Wdate-time -D_FORTIFY_SOURCE=3' \
    LDFLAGS='-Wl,-z,relro -Wl,-z,now -fPIE -pie'
is_status 0 "debhelper's configure"
is "$(cat "$err")" '' 'without a warning'
is "$(set_of debian libdir) $(set_of debian includedir)" '/usr/lib/x86_64-linux-gnu /usr/include' 'its directories'
ok 'compiles' sh -c "cd debian && '$make' build/obj/src/main.o build/obj/src/option_table.o >log 2>&1"
like "$(cat debian/log)" "^$CC .*-Werror=format-security.* -c -o build/obj/src/main.o" 'commands are shown'
is "$(find debian -name '*.d')" '' 'no files of dependencies are written'

# Fedora: rpm's %configure and its flags
configured fedora --build=x86_64-redhat-linux-gnu --host=x86_64-redhat-linux-gnu --program-prefix= \
    --disable-dependency-tracking --prefix=/usr --exec-prefix=/usr --bindir=/usr/bin --sbindir=/usr/sbin \
    --sysconfdir=/etc --datadir=/usr/share --includedir=/usr/include --libdir=/usr/lib64 \
    --libexecdir=/usr/libexec --localstatedir=/var --sharedstatedir=/var/lib --mandir=/usr/share/man \
    --infodir=/usr/share/info CC="$CC" AR=ar RANLIB=ranlib \
    CFLAGS="-O2 $(supported -flto=auto -ffat-lto-objects -fexceptions -grecord-gcc-switches) $hardening \
-g -pipe -Wall -Werror=format-security -Wp,-U_FORTIFY_SOURCE,-D_FORTIFY_SOURCE=3" LDFLAGS='-Wl,-z,relro -Wl,--as-needed'
is_status 0 "rpm's configure"
is "$(cat "$err")" '' 'without a warning'
is "$(set_of fedora libdir) $(echo gprof | sed "$(set_of fedora program_transform_name)")" '/usr/lib64 gprof' 'its directories and names'
ok 'compiles' sh -c "cd fedora && '$make' build/obj/src/main.o >log 2>&1"
unlike "$(cat fedora/log)" '-c -o' 'commands are not shown'

# Completions in another place, or not at all
configured shells --with-bash-completion-dir=/b --without-zsh-completion-dir CC="$CC -std=gnu17"
is "$(cat "$err")" '' 'directories of completions'
is "$(set_of shells bashcompdir):$(set_of shells zshcompdir):$(set_of shells fishcompdir)" '/b::' 'are kept'
is "$(sh ./configure --srcdir="$SRCDIR" --help | grep -o -e '--with-[a-z]*-completion-dir=' | xargs)" \
    '--with-bash-completion-dir= --with-zsh-completion-dir= --with-fish-completion-dir=' 'configure --help names all three'

# A compiler with options of its own; the language that it chooses is not ours.
ok 'CC with options' "$make" -s -C shells build/obj/src/main.o build/libgmon.a
like "$(cat shells/build/flags)" "^$CC -std=gnu17 -std=c11 " 'come before the own ones'

# Optimised by the linker, archived by other programs, and at a fixed address. As a distribution, check-deb
# (doc/packaging) builds it.
if test "${FEWER:-1}" = 1; then
    configured lto CC="$CC" CFLAGS="-O3 -fno-pie $(supported -flto=auto -fno-fat-lto-objects)" LDFLAGS=-no-pie
    ok 'builds' "$make" -s -j"$jobs" -C lto AR=gcc-ar RANLIB=gcc-ranlib ARFLAGS=cru
    ok 'the golden tests' env GPROF="$PWD/lto/build/gprof" T='options/*' \
        sh -c "perl '$SRCDIR/tests/cli/golden.t' >golden.log && grep -q '^ok' golden.log"
    is "$(objdump -h lto/build/libgmon.a | grep -c gnu.lto)" 0 'libgmon.a is for any linker'
fi
done_testing
