#!/bin/sh
# packaging.t - doc/packaging: one version, each installed file in one package, files that can be read
#
# Role: installs as the recipes of Debian, RPM and Alpine configure, and holds the tree against their
# lists of files.  doc/packaging/check-deb builds and tries the packages themselves.
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
unset MAKEFLAGS MFLAGS MAKELEVEL VARIANT
recipes=$SRCDIR/doc/packaging
test -f "$BUILD/libgmon.a" || skip_all 'there is no libgmon for this machine, and half of the packages are its'

# ---- one version -----------------------------------------------------------------------
version=$(sed -n 's/^AC_INIT.\[gprof\], *\[\([^]]*\)\].*/\1/p' "$SRCDIR/configure.ac")
is "$(sed -n '1s/^gprof (\(.*\)-[0-9]*) .*/\1/p' "$recipes/debian/changelog")" "$version" \
    "debian/changelog has configure.ac's version"
is "$(sed -n 's/^Version: *//p' "$recipes/rpm/gprof.spec")" "$version" 'so has the RPM spec'
is "$(sed -n 's/^\* .* - \(.*\)-[0-9]*$/\1/p' "$recipes/rpm/gprof.spec" | head -n 1)" "$version" 'and its changelog'
is "$(sed -n 's/^pkgver=//p' "$recipes/alpine/APKBUILD")" "$version" 'and the APKBUILD'

# ---- one date -------------------------------------------------------------------------------------
date=$(sed -n 's/^ -- .*  \(.*\) [0-9:]* [+-][0-9]*$/\1/p' "$recipes/debian/changelog" | head -n 1)
is "$(sed -n 's/^[0-9.]*, //p' "$SRCDIR/doc/NEWS" | head -n 1)" "$(date -d "$date" '+%-d %B %Y')" 'NEWS has the date of debian/changelog'
is "$(sed -n 's/^\* \(.* 20[0-9]*\) .*/\1/p' "$recipes/rpm/gprof.spec" | head -n 1)" "$(date -d "$date" '+%a %b %d %Y')" \
    'so has the RPM spec'

# ---- what is installed ----------------------------------------------------------------------------
# tree DIRECTORY SETTING...: installs there.  The manual, which not every system can make, is stood for by
# other files.
tree()
{
    dest=$PWD/$1
    shift
    make_with_products DESTDIR="$dest" prefix=/usr exec_prefix=/usr bindir=/usr/bin \
        includedir=/usr/include datarootdir=/usr/share datadir=/usr/share docdir=/usr/share/doc/gprof \
        mandir=/usr/share/man infodir=/usr/share/info htmldir=/usr/share/doc/gprof/html \
        program_transform_name=s,^,gmon-, info_file="$SRCDIR/README" html_file="$SRCDIR/COPYING" \
        "$@" install
}

# named WORD...: the files below DIRECTORY that these patterns name; one that names none goes to `idle'
named()
{
    (
        cd "$1" && shift
        for pattern; do
            # It is meant to be one.
            # shellcheck disable=SC2086
            find $pattern ! -type d 2>/dev/null | grep . || printf '%s\n' "$pattern" >>"$tap_dir/work/idle"
        done
    )
}

# owners TITLE DIRECTORY OWNED: each file of the directory stands in the list OWNED, and once
owners()
{
    is "$(cat idle)" '' "$1: each pattern names something"
    (cd "$2" && find . ! -type d) | sed 's|^\./||' | sort >all
    sort "$3" >owned.sorted
    is "$(comm -23 all owned.sorted)" '' "$1: each installed file is in a package, or left out on purpose"
    is "$(uniq -d owned.sorted)" '' "$1: none is in two packages"
    : >idle
}
: >idle

# listed PACKAGE: what installed.list has of it, with the directories and names of the recipes
listed()
{
    sed -n "s/^$1 [0-9]* @/.@/p" "$SRCDIR/tests/build/installed.list" |
        sed 's,@docdir@,/usr/share/doc/gprof,; s,@mandir@,/usr/share/man,; s,@datadir@,/usr/share,
            s,@\([a-z]*\)dir@,/usr/\1,; s,@\(.*\)@,gmon-\1,' | sort
}
files_of()
{
    (cd "$1" && find . ! -type d | sort)
}

# ---- Debian ---------------------------------------------------------------------------------------
debian=$recipes/debian
tree deb libdir=/usr/lib/machine zshcompdir=/usr/share/zsh/vendor-completions
for list in "$debian"/*.install "$debian/not-installed"; do
    # shellcheck disable=SC2046
    named deb $(sed '/^#/d' "$list")
done >deb.owned
owners Debian deb deb.owned
for list in "$debian"/*.docs "$debian"/*.examples; do
    # shellcheck disable=SC2046
    named "$SRCDIR" $(cat "$list")
done >deb.docs
is "$(cat idle)" '' 'Debian: documents that are taken from the sources exist'
: >idle

# What the shared library exports: the system's names and each machine's, which say what they are limited to.
machines=$(sed -n '/^Package: libgmon1/,/^Package: libgmon-dev/s/^Architecture: //p' "$debian/control")
for machine in $machines; do
    case $machine in
    amd64) arch=x86_64 ;;
    arm64) arch=aarch64 ;;
    armel | armhf) arch=arm ;;
    ppc64el) arch=ppc64le ;;
    mips64el | mipsel) arch=mips ;;
    riscv64) arch=riscv ;;
    loong64) arch=loongarch64 ;;
    *) arch=$machine ;;
    esac
    echo "$arch" >>debian.machines
    sed "/^#/d; /^$/d; s/\$/ $machine/" "$SRCDIR/src/runtime/os/exports"
    for hook in $(sed -n "s/^runtime_hooks_$arch := //p" "$SRCDIR/src/runtime/arch/machines.mk"); do
        echo "$hook $machine"
    done
done | awk -v all="$machines" '{ on[$1] = on[$1] (on[$1] ? " " : "") $2 }
    END { for (s in on) print (on[s] == all ? " " : " (arch=" on[s] ")") s "@Base" }' | sort >exports
sed -n 's/^\( .*@Base\) .*/\1/p' "$debian/libgmon1.symbols" | sort >symbols
is_file symbols exports 'Debian: libgmon1.symbols has what libgmon.so.1 exports, on each machine'
sed -n 's/^runtime_hooks_\([^ ]*\).*/\1/p' "$SRCDIR/src/runtime/arch/machines.mk" | sort >machines
is "$(sort -u debian.machines)" "$(cat machines)" 'Debian: each machine that libgmon exists for'
is "$(sed -n '/^Package: libgmon-dev/,$s/^Architecture: //p' "$debian/control")" "$machines" 'in all packages'

# ---- RPM ------------------------------------------------------------------------------------------
tree rpm libdir=/usr/lib64
mkdir -p rpm/usr/libexec/gprof && : >rpm/usr/libexec/gprof/gprof
rm rpm/usr/share/doc/gprof/COPYING rpm/usr/share/doc/gprof/LICENSE.libgmon
sed -n '/^%files/,/^%changelog/p' "$recipes/rpm/gprof.spec" | sed -n 's/%{name}/gprof/; s/%{names}/gmon-/
    s|%{_bindir}|usr/bin|; s|%{_libdir}|usr/lib64|; s|%{_includedir}|usr/include|; s|%{_mandir}|usr/share/man|
    s|%{_infodir}|usr/share/info|; s|%{_docdir}|usr/share/doc|; s|%{_libexecdir}|usr/libexec|
    s|%{_datadir}|usr/share|; /^%/d; /^usr/p; /%{/p' >patterns
# shellcheck disable=SC2046
named rpm $(cat patterns) >rpm.owned
owners RPM rpm rpm.owned
is "$(sed -n 's/^%global runtime_arches //p' "$recipes/rpm/gprof.spec" | tr ' ' '\n' | sed 's/%{ix86}/i386/; s/%{arm}/arm/
    s/^mips64el/mips/; s/^riscv64/riscv/' | sort)" "$(cat machines)" 'RPM: each machine that libgmon exists for'
# shellcheck disable=SC2046
named "$SRCDIR" $(sed -n 's/^%license //p' "$recipes/rpm/gprof.spec") >licences
is "$(cat idle)" '' 'RPM: the licences exist'
if command -v rpmlint >/dev/null; then
    run rpmlint -r "$recipes/rpm/gprof.rpmlintrc" "$recipes/rpm/gprof.spec"
    like "$(cat "$out")" ' 0 errors, 0 warnings' 'rpmlint has nothing to say of the spec' || diag "$(cat "$out")"
else
    skip 'rpmlint has nothing to say of the spec' 'no rpmlint'
fi
if command -v rpmspec >/dev/null; then
    ok 'rpm can read the spec' rpmspec -q "$recipes/rpm/gprof.spec"
else
    skip 'rpm can read the spec' 'no rpm'
fi

# ---- Alpine ---------------------------------------------------------------------------------------
# What abuild has for the functions of an APKBUILD, as far as this one uses it.
amove()
{
    for pattern; do
        for file in "$pkgdir"/$pattern; do
            test -e "$file" || printf '%s\n' "$pattern" >>idle
            mkdir -p "$subpkgdir/$(dirname "${file#"$pkgdir/"}")"
            mv "$file" "$subpkgdir/${file#"$pkgdir/"}"
        done
    done
}

(
    pkgdir=$PWD/apk
    make()
    {
        tree apk libdir=/usr/lib
    }
    . "$recipes/alpine/APKBUILD"
    package
    # abuild splits off the first kinds by itself, in this order and by these paths.
    for subpackage in $subpackages; do
        subpkgdir=$PWD/apk-${subpackage%:*}
        mkdir "$subpkgdir"
        case $subpackage in
        *-doc) amove usr/share/doc usr/share/man usr/share/info ;;
        *-bash-completion) amove usr/share/bash-completion ;;
        *-zsh-completion) amove usr/share/zsh ;;
        *-fish-completion) amove usr/share/fish ;;
        *) "${subpackage#*:}" ;;
        esac
    done
) >apk.log 2>&1
is "$(cat apk.log idle)" '' 'Alpine: all functions but build succeed'
files_of apk >apk.gprof
{ listed gprof | grep -e /bin/ -e /include/ && echo ./usr/libexec/gprof/gprof; } | sort >want.gprof
files_of apk-libgmon-dev >apk.dev
listed libgmon | grep -v -e /share/ -e 'so.1$' >want.dev
is_file apk.gprof want.gprof 'Alpine: what is left is gprof'
is "$(cd apk-libgmon && find . ! -type d)" ./usr/lib/libgmon.so.1 'Alpine: the shared library alone'
is_file apk.dev want.dev 'Alpine: and what is developed with'

# ---- the autopkgtest, with what is under test -----------------------------------------------------
mkdir named && ln -s "$GPROF" named/x-gprof
ok "the autopkgtest passes here, with the C library's runtime" \
    env PATH="$PWD/named:$PATH" PKG_CONFIG_LIBDIR=/nowhere TMPDIR="$PWD" "$debian/tests/profile" x-
done_testing
