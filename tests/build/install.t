#!/bin/sh
# install.t - the trees that `make install` makes, and that uninstall leaves what was there before
#
# installed.list says what is installed where; each tree is a row of settings that say which directories and
# names its words mean.
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
unset MAKEFLAGS MFLAGS MAKELEVEL VARIANT

in_build()
{
    make_with_products DESTDIR="$PWD/dest dir" "$@"
}

# The manual is there where it came with the sources or can be made; the runtime, where it knows the machine.
packages=gprof
! command -v "${MAKEINFO:-makeinfo}" >/dev/null && ! test -f "$SRCDIR/doc/gprof.info" || packages="$packages|manual"
! test -f "$BUILD/libgmon.a" || packages="$packages|libgmon"
{
    grep -E "^($packages) " "$SRCDIR/tests/build/installed.list" | cut -d ' ' -f 2-
    (cd "$SRCDIR/doc/examples" && find . -type f) | sed 's,^\.,644 @docdir@/examples,'
} >list

# want SETTINGS...: modes and places, with what the words of the list mean
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
        LC_ALL=C sort -k 2
}

# Everything below the destination but directories: modes, names, and what others wrote.
snapshot()
{
    (cd 'dest dir' && find . ! -type d -printf '%m %p\n' | LC_ALL=C sort && find . -type f -exec cat {} +)
}

# tree TITLE SETTINGS...: what is installed with these settings, and that uninstall removes just that
tree()
{
    title=$1
    shift
    snapshot >before
    (cd 'dest dir' && find . ! -type d -printf '%m %p\n') >files_before
    ok "$title: install" in_build "prefix=/usr/local" "$@" install
    (cd 'dest dir' && find . ! -type d -printf '%m %p\n') | grep -vxFf files_before | sed 's/ \./ /' |
        LC_ALL=C sort -k 2 >got
    is "$(cat got)" "$(want "$@")" "$title: what is where, and who may read and execute it"
    is "$(cd 'dest dir' && find . -type d ! -perm 755)" '' "$title: everybody may enter the directories"
    ok "$title: uninstall" in_build "prefix=/usr/local" "$@" uninstall
    snapshot >after
    is_file after before "$title: no file is left, and nothing else is gone"
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
in_build prefix=/usr/local bashcompdir= zshcompdir= fishcompdir=/f uninstall
snapshot >after
is_file after before 'and gone'

# Other names, in what shells and info look up
in_build prefix=/o program_transform_name='s/^/my-/' install
is "$(cmp "$SRCDIR/doc/gprof.1" 'dest dir/o/share/man/man1/my-gprof.1' 2>&1)" '' 'a manual page stays as it is'
if test -f 'dest dir/o/share/info/my-gprof.info'; then
    like "$(cat 'dest dir/o/share/info/my-gprof.info')" '^\* my-gprof: \(my-gprof\)\.' "the manual's entry in the directory"
    if command -v install-info >/dev/null; then
        ok 'install-info' in_build prefix=/o program_transform_name='s/^/my-/' install-info
        like "$(cat 'dest dir/o/share/info/dir')" '^\* my-gprof: \(my-gprof\)' 'enters it'
    fi
fi
in_build prefix=/o program_transform_name='s/^/my-/' uninstall
snapshot >after
is_file after before 'all of it goes'

# What others entered stays.
if command -v install-info >/dev/null && { test -f "$SRCDIR/doc/gprof.info" || command -v "${MAKEINFO:-makeinfo}" >/dev/null; }; then
    mkdir -p 'dest dir/o/share/info'
    printf '\037\nFile: dir,\tNode: Top\n\n* Menu:\n\nMath\n* Other: (other).  What others do.\n' >'dest dir/o/share/info/dir'
    cp 'dest dir/o/share/info/dir' dir_before
    in_build prefix=/o install-info
    like "$(cat 'dest dir/o/share/info/dir')" '^\* gprof: ' "install-info: an entry beside another's"
    in_build prefix=/o uninstall
    is "$(grep '^\*' 'dest dir/o/share/info/dir')" "$(grep '^\*' dir_before)" 'uninstall: which stays'
    rm -rf 'dest dir/o'
fi

in_build prefix=/o install-strip
is "$(readelf -SW 'dest dir/o/bin/gprof' 'dest dir/o/lib/libgmon.so.1' 2>/dev/null | grep -c symtab)" 0 \
    'install-strip: no symbols in program and library'
ok 'install-strip: which still runs' 'dest dir/o/bin/gprof' --version
in_build prefix=/o uninstall

# ---- libgmon.so.1 is to be found by its name: the loader's cache ------------------------------------
test -f "$BUILD/libgmon.a" || { skip 'ldconfig' 'no libgmon for this machine' && done_testing; }
mkdir bin
# fake NAME: a program in front of the system's, its text from standard input
fake()
{
    { echo '#!/bin/sh' && cat; } >"bin/$1" && chmod +x "bin/$1"
}
# Lists directories when it is asked to, and notes when it renews the cache.
fake ldconfig <<END
case "\$*" in *-v*) printf '%s:\n' /lib '$PWD/known/lib' && echo '	libc.so.6 -> libc.so.6' ;; *) echo renewed >>'$PWD/log' ;; esac
END
echo 'echo 0' | fake id
with_fakes()
{
    PATH=$PWD/bin:$PATH make_with_products "$@"
}
live()
{
    : >log
    run with_fakes "$@"
}
remedy="use LD_PRELOAD=$PWD/known/lib/libgmon.so.1, or gprof-run"
live DESTDIR="$PWD/dest" prefix="$PWD/known" install-runtime uninstall-runtime
is "$(cat log)" '' 'DESTDIR: the cache is not ours'
unlike "$(cat "$out")" 'LD_PRELOAD' 'and nothing is told'
live prefix="$PWD/known" install-runtime
is "$(cat log)" 'renewed' "a directory of the loader's: the cache is renewed"
like "$(cat "$out")" "$remedy\." 'if that did not help, the remedy is told'
like "$(cat "$out")" "-lgmon, give it -L$PWD/known/lib" 'and that for the linker'
like "$(LD_PRELOAD=$PWD/known/lib/libgmon.so.1 cat /proc/self/maps)" '/known/lib/libgmon.so.1' 'which helps'
live prefix="$PWD/known" uninstall-runtime
is "$(cat log)" 'renewed' 'uninstall: once more'
live prefix="$PWD/known" libdir="$PWD/unknown" install-runtime
is "$(cat log)" '' 'another directory: not'
LD_LIBRARY_PATH=$PWD/unknown live prefix="$PWD/known" libdir="$PWD/unknown" install-runtime
unlike "$(cat "$out")" 'LD_PRELOAD' 'nothing is told if the loader finds the library'
echo 'echo 1000' | fake id
live prefix="$PWD/known" install-runtime
is "$(cat log)" '' 'not root: the cache is not renewed'
done_testing
