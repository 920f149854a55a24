#!/bin/sh
# install.t - the trees that `make install` makes, and that uninstall leaves what was there before
#
# One list says what is installed where; each tree is a row of settings that say which directories and
# names its words mean.
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
unset MAKEFLAGS MFLAGS MAKELEVEL VARIANT

# -o: what is under test is installed as it is, never rebuilt from here.
in_build()
{
    "${MAKE:-make}" -s -f "$SRCDIR/Makefile" BUILD="$BUILD" -o "$BUILD/gprof" \
        -o "$BUILD/libgmon.a" -o "$BUILD/libgmon.so" state="$tap_dir/state" DESTDIR="$PWD/dest dir" "$@"
}

cat >list <<'END'
@bindir@/@bbconv@
@bindir@/@gprof@
@bindir@/@gprof-run@
@docdir@/COPYING
@docdir@/LICENSE.libgmon
@docdir@/NEWS
@docdir@/README
@docdir@/SECURITY
@docdir@/gmon-format
@docdir@/gprof.schema.json
@htmldir@/@gprof@.html
@includedir@/gmon.h
@includedir@/gmon_bare.h
@includedir@/gmon_out.h
@includedir@/gmon_stacks.h
@includedir@/gprof.mk
@infodir@/@gprof@.info
@libdir@/cmake/gmon/gmon-config-version.cmake
@libdir@/cmake/gmon/gmon-config.cmake
@libdir@/libgmon.a
@libdir@/libgmon.so.1
@libdir@/pkgconfig/libgmon.pc
@mandir@/man1/@bbconv@.1
@mandir@/man1/@gprof-run@.1
@mandir@/man1/@gprof@.1
@mandir@/man3/libgmon.3
@mandir@/man5/gmon.out.5
@mandir@/man5/gmon.stacks.5
@mandir@/man7/libgmon.7
@datadir@/bash-completion/completions/@gprof@
@datadir@/fish/vendor_completions.d/@gprof@.fish
@datadir@/zsh/site-functions/_@gprof@
END
# The manual is there where it came with the sources or can be made; the runtime, where it knows the machine.
if ! command -v "${MAKEINFO:-makeinfo}" >/dev/null && ! test -f "$SRCDIR/doc/gprof.info"; then
    sed -i '/\.info$/d; /\.html$/d' list
fi
(cd "$SRCDIR/doc/examples" && find . -type f) | sed 's,^\.,@docdir@/examples,' >>list
test -f "$BUILD/libgmon.a" || sed -i '/libgmon/d; /cmake/d; /gmon.*\.h$/d' list

# want SETTINGS...: the list with what its words mean
want()
{
    prefix=/usr/local
    names='s/@\(gprof\|gprof-run\|bbconv\)@/\1/'
    for setting; do
        case $setting in prefix=*) prefix=${setting#*=} ;; esac
    done
    bindir=$prefix/bin libdir=$prefix/lib includedir=$prefix/include datadir=$prefix/share
    mandir=$datadir/man infodir=$datadir/info docdir=$datadir/doc/gprof
    htmldir=$docdir
    for setting; do
        case $setting in
        -*) ;;
        program_transform_name=*) names="s/@\(gprof\|gprof-run\|bbconv\)@/$my\1$suffix/" ;;
        *) eval "${setting%%=*}=\${setting#*=}" ;;
        esac
    done
    sed "s,@bindir@,$bindir,; s,@libdir@,$libdir,; s,@includedir@,$includedir,; s,@datadir@,$datadir,
        s,@mandir@,$mandir,; s,@infodir@,$infodir,; s,@docdir@,$docdir,; s,@htmldir@,$htmldir,; $names" list |
        LC_ALL=C sort
}

# Everything below the destination: kinds, modes, names, and what others wrote.
snapshot()
{
    (cd 'dest dir' && find . -printf '%y %m %p\n' | LC_ALL=C sort && find . -type f -exec cat {} +)
}

# tree TITLE SETTINGS...: what is installed with these settings, and that uninstall removes just that
tree()
{
    title=$1
    shift
    snapshot >before
    (cd 'dest dir' && find . ! -type d) >files_before
    ok "$title: install" in_build "prefix=/usr/local" "$@" install
    (cd 'dest dir' && find . ! -type d) | grep -vxFf files_before | sed 's/^.//' | LC_ALL=C sort >got
    is "$(cat got)" "$(want "$@")" "$title: what is where"
    is "$(cd 'dest dir' && while read -r f; do stat -c %a ".$f"; done <../got | sort -u | xargs)" '644 755' \
        "$title: everybody may read it"
    is "$(cd 'dest dir' && find . -type d ! -perm 755)" '' "$title: and enter its directories"
    is "$(while read -r f; do find "dest dir$f" -perm -111; done <got | sed 's,.*/,,' | sort | xargs)" \
        "$(want "$@" | grep -e '/bin/' -e '/b/' -e 'so.1' | sed 's,.*/,,' | sort | xargs)" \
        "$title: programs and the shared library may be executed"
    ok "$title: uninstall" in_build "prefix=/usr/local" "$@" uninstall
    snapshot >after
    is_file after before "$title: nothing is left, and nothing else is gone"
}

# What is there before: directories without files, and files that binutils and its completions install.
mkdir -p 'dest dir/usr/local/bin' 'dest dir/usr/local/share/man/man5' 'dest dir/opt'
for file in bin/gprof share/man/man1/gprof.1 share/info/gprof.info share/doc/binutils/NEWS \
    share/bash-completion/completions/gprof share/fish/completions/gprof.fish \
    share/zsh/functions/Completion/Unix/_gprof share/doc/gprof/mine; do
    mkdir -p "dest dir/usr/${file%/*}"
    echo theirs >"dest dir/usr/$file"
done

umask 077
tree plain
tree 'eight at a time' -j8
tree 'another prefix, with a blank' prefix='/opt/my tools'
chmod -R u=rwX,go=rX 'dest dir'
umask 022
my=my- suffix=-2
tree 'multiarch, other names, beside binutils' prefix=/usr libdir=/usr/lib/x86_64-linux-gnu \
    program_transform_name='s/^/my-/;s/$$/-2/'
tree 'all directories' prefix=/p bindir=/b libdir=/l includedir=/i mandir=/m infodir=/n docdir=/d htmldir=/h \
    datadir=/s

in_build prefix=/usr/local bashcompdir= zshcompdir= fishcompdir=/f install
is "$(find 'dest dir' -newer after -path '*comp*' ; find 'dest dir/f' 'dest dir/usr/local/share/zsh' -type f 2>/dev/null)" \
    'dest dir/f/gprof.fish' 'completions for one shell alone'
is "$(cmp "$SRCDIR/doc/gprof.1" 'dest dir/usr/local/share/man/man1/gprof.1' 2>&1)" '' \
    'with its own name a page is what is in the sources'
in_build prefix=/usr/local bashcompdir= zshcompdir= fishcompdir=/f uninstall
snapshot >after
is_file after before 'and gone'

# Other names in what is installed under them
in_build prefix=/o program_transform_name='s/^/my-/' install
page=$(cat 'dest dir/o/share/man/man1/my-gprof.1')
like "$page" '^\.TH MY-GPROF 1 ' 'the title of the manual page'
like "$page" '^my-gprof \\- show' 'its name section, which whatis reads'
like "$page" '^my-gprof prog gmon\.out ' 'its examples'
unlike "$page" '^(\.BR? )?gprof( |$|,)' 'nowhere the old one'
like "$(cat 'dest dir/o/share/man/man1/my-gprof-run.1')" '^my-gprof-run \\-' 'the page of gprof-run'
like "$(cat 'dest dir/o/share/man/man1/my-bbconv.1')" '^\.BR my-gprof \(1\)' 'other pages refer to it'
like "$(cat 'dest dir/o/share/man/man5/gmon.out.5')" '^\.BR my-bbconv \(1\)' 'and to bbconv'
if test -f 'dest dir/o/share/info/my-gprof.info'; then
    info=$(cat 'dest dir/o/share/info/my-gprof.info')
    like "$info" '^\* my-gprof: \(my-gprof\)\.' "the manual's entry in the directory"
    like "$info" '^File: my-gprof\.info,  Node: Top' 'its nodes'
    unlike "$info" '^Tag Table:' 'no table that tells wrong places'
    if command -v install-info >/dev/null; then
        ok 'install-info' in_build prefix=/o program_transform_name='s/^/my-/' install-info
        like "$(cat 'dest dir/o/share/info/dir')" '^\* my-gprof: \(my-gprof\)' 'enters it'
    fi
fi
in_build prefix=/o program_transform_name='s/^/my-/' uninstall
snapshot >after
is_file after before 'all of it goes'

in_build prefix=/o install-strip
is "$(readelf -SW 'dest dir/o/bin/gprof' 'dest dir/o/lib/libgmon.so.1' 2>/dev/null | grep -c symtab)" 0 \
    'install-strip: no symbols in program and library'
ok 'install-strip: which still runs' 'dest dir/o/bin/gprof' --version
in_build prefix=/o uninstall

# what a user without rights is told
if test "$(id -u)" != 0; then
    mkdir -m 555 'dest dir/no'
    run in_build install prefix=/no
    chmod 755 'dest dir/no'
else
    touch 'dest dir/no'
    run in_build install prefix=/no
fi
is_status 2 'where nothing can be written'
# shellcheck disable=SC2154 # tap.sh sets it
like "$(cat "$err")" 'make install prefix=.HOME/.local' 'the remedy is told'
done_testing
