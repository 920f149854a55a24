#!/bin/sh
# gprof_mk.t - gprof.mk as it is installed gives doc/examples/project, and makefiles of other kinds, profiles
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
unset MAKEFLAGS MFLAGS MAKELEVEL VARIANT PROFILE_RUN PROFILE_DIR CFLAGS LDFLAGS
. "$SRCDIR/tests/runtime/runtime.sh"
: "${MAKE:=make}"

ok 'make install' make_with_products DESTDIR="$PWD/dest" prefix=/usr exec_prefix=/usr libdir=/usr/lib/triplet \
    program_transform_name='s/^/my-/' install
include=$PWD/dest/usr/include

# project ARG...: make in the project; its gprof is the installed one, nothing in PATH
project()
{
    run env PATH="${PATH#"${GPROF%/*}":}" "$MAKE" -I "$include" CC="$CC" "$@"
}

# row FUNCTION: the calls in the flat profiles that the last run printed
row()
{
    awk -v f="$1" '$NF == f && NF >= 5 && $4 ~ /^[0-9]+$/ { print $4 }' "$out" | tr '\n' ' '
}

cp -r "$SRCDIR/doc/examples/project" 'my project' && chmod -R u+w 'my project' && cd 'my project' || exit 1
project
is "$(ls words mktext)" 'mktext
words' 'the default goal is the own'
cp words words.ordinary
project profile PROFILE_RUN=
is_status 2 'without PROFILE_RUN'
like "$(cat "$err")" 'make profile PROFILE_RUN=.\./prog input' 'the remedy is told'
ok 'and nothing is done' test ! -d profile.dir

# ---- a project that builds beside its sources ------------------------------------------------------
project -n profile
like "$(cat "$out")" '^# build in profile.dir and run' 'make -n tells what would be done'
ok 'and does not do it' test ! -d profile.dir
project -j4 profile profile-top PROFILE_FLAGS='-b -p' PROFILE_RUN='./mktext 700 >text; ./words text 500'
is_status 0 'make -j4 profile profile-top'
is "$(row table_find)|$(row hash)" '700 |700 700 ' 'the calls of both programs, from a copy without old objects'
is "$(grep -c '^==> ' "$out")" 4 'each under its name'
ok 'ordinary products are as they were' cmp words words.ordinary
ok 'and the sources have none of the others' test ! -e text
project profile-sum profile-html
is_status 0 'make profile-sum profile-html'
ok 'there are sums and pages' test -s profile.dir/words.sum -a -s profile.dir/mktext.html
is "$(calls table_find profile.dir/programs/words profile.dir/words.sum)" 700 'the sum is right'
project profile-compare
like "$(cat "$err")" 'nothing to compare with: profile.dir/before/runs' 'before the second profile, none is compared'

# ---- again, after a change ----------------------------------------------------------------------------
sed 's/unsigned at = hash(word)/unsigned at = hash("x") * 0 + hash(word)/' table.c >new && mv new table.c
project profile profile-compare PROFILE_FLAGS=-b PROFILE_PROGRAM=words GMON_HZ=1000 \
    PROFILE_RUN='./mktext 700 >text; ./words text 500' PROFILE_LIMITS=--fail-on=calls:0
is_status 2 'a limit that is exceeded makes make fail'
is "$(row table_find)|$(row hash)" '700 |1400 ' 'one program alone'
like "$(cat "$out")" '700 -> 1400 +hash' 'is compared with the time before'
like "$(cat "$err")" 'calls:0: hash' 'and the limit is told'
is "$(grep -c -e ' -c ' "$out") $(grep -c 'table.c' "$out")" '1 1' 'only what had changed was compiled'
like "$(cat "$out")" '^Each sample counts as 0.001 seconds' 'variables of libgmon are obeyed'
ok 'call stacks are beside the data' test -n "$(ls profile.dir/runs/words/stacks.[0-9]*)"
like "$(cat "$out")" '^measured: [1-9]' 'and the listings have measured times'
project profile PROFILE_RUN='./words' PROFILE_FLAGS='-b -p'
is_status 2 'a command that fails is a failure'
like "$(cat "$err")" 'PROFILE_RUN ended with status 2' 'with its status'
project profile PROFILE_RUN='true'
like "$(cat "$err")" 'no profile was written. Does the makefile hand CFLAGS and LDFLAGS' 'and so is no profile'
project profile-top PROFILE_RUN='./mktext 10' PROFILE_RUNS=3 PROFILE_PROGRAM=words
like "$(cat "$err")" 'words has written no profile; these have: mktext' 'nor a program that has none'
is "$(find profile.dir/runs/mktext -name '[0-9]*' | wc -l)" 3 'PROFILE_RUNS'
project profile PROFILE_RUN='./mktext 300000 >text'
like "$(cat "$out")" '^mktext \(2 files\): ' 'make profile shows --top'
project profile-clean
ok 'profile-clean' test ! -d profile.dir

# ---- other kinds of makefiles ---------------------------------------------------------------------------
mkdir ../outside ../shared && cd ../outside && cp ../my\ project/mktext.c ../my\ project/hash.c ../my\ project/table.h .
cat >Makefile <<'END'
BUILD = build
CFLAGS = -DNAME="'a b'" -fomit-frame-pointer
LDFLAGS = -s
PROFILE_OUT = BUILD
PROFILE_RUN = $$PROFILE_OBJ/mktext 30
PROFILE_FLAGS = -b -p
include gprof.mk
$(BUILD)/mktext: mktext.c hash.c ; $(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^
END
project profile
is "$(row hash)" '30 ' 'PROFILE_OUT: a makefile that can put its products elsewhere; flags that would not do'
ok 'nothing is copied' test ! -e profile.dir/src -a ! -e build
cat >Makefile <<'END'
PROFILE_RUN = ./mktext 40
PROFILE_BUILD = $$CC $$CFLAGS -o mktext mktext.c hash.c $$LDFLAGS
PROFILE_DIR = elsewhere
PROFILE_FLAGS = -b -p
export CC
include gprof.mk
END
project profile
is "$(row hash)" '40 ' 'PROFILE_BUILD: another command builds'
project profile GMON_MODULES=1 PROFILE_BUILD='$$CC $$CFLAGS -fPIC -shared -o libhash.so hash.c; '\
'$$CC $$CFLAGS -o mktext mktext.c -L. -lhash -Wl,-rpath,. $$LDFLAGS'
is "$(calls hash elsewhere/src/libhash.so elsewhere/libraries/*-mktext.gmon.libhash.so)" 40 'libraries have data of their own'
cat >Makefile <<'END'
PROFILE_RUN = ./mktext 60; ./plain 10
PROFILE_BUILD = $(MAKE) CC='$(CC) $(PROFILE_CFLAGS) $(PROFILE_LDFLAGS)'
PROFILE_FLAGS = -b -p
all: mktext plain
mktext: CFLAGS += -Dstart=begin
mktext: mktext.c hash.c ; $(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^
plain: mktext.c hash.c ; cc -pg -o $@ $^
include gprof.mk
END
project profile
is "$(row hash)" '60 ' 'a makefile with flags for single targets'
like "$(cat "$err")" 'linked without libgmon: does the makefile hand LDFLAGS' 'a program without libgmon is told of'
# without a target clean, an old object, and sources outside of its directory
mkdir ../shared/app && mv hash.c table.h ../shared && mv mktext.c ../shared/app && cd ../shared/app || exit 1
cat >Makefile <<'END'
CFLAGS = -I..
PROFILE_RUN = ./mktext 50
PROFILE_TOP = ..
PROFILE_FLAGS = -b -p
include gprof.mk
mktext: mktext.o ../hash.o ; $(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^
END
project
project profile
is "$(row hash)" '50 ' 'PROFILE_TOP: sources above; without a target clean all is compiled'

# ---- where it is installed ------------------------------------------------------------------------------
# The project finds it in any prefix, without -I.
opt=$tap_dir/work/opt
"$MAKE" -s -f "$SRCDIR/Makefile" BUILD="$BUILD" -o "$BUILD/gprof" -o "$BUILD/libgmon.a" -o "$BUILD/libgmon.so" \
    state="$tap_dir/state" prefix="$opt" exec_prefix="$opt" libdir="$opt/lib" install >/dev/null
mkdir "$tap_dir/work/links" && ln -s "$opt/bin/gprof-run" "$tap_dir/work/links" || exit 1
bare_path=${PATH#"${GPROF%/*}":}
unset PKG_CONFIG_PATH GMON_HZ
# anywhere PATH ARG...: `make all profile' in a fresh copy of the project
anywhere()
{
    rm -rf "$tap_dir/work/copy" && cp -r "$SRCDIR/doc/examples/project" "$tap_dir/work/copy" && cd "$tap_dir/work/copy" || exit 1
    path=$1
    shift
    run env PATH="$path" "$MAKE" CC="$CC" all profile PROFILE_FLAGS='-b -p' "$@"
}
anywhere "$opt/bin:$bare_path"
is "$status $(row hash)" '0 4000000 4000000 ' 'beside the gprof-run of PATH'
is "$(awk '$NF == "table_entry" { print ($3 > .05) ? "enough" : $3 }' "$out")" enough 'and it takes time'
anywhere "$tap_dir/work/links:$bare_path" PROFILE_RUN='./mktext 70 >text'
is "$status $(row hash)" '0 70 ' 'which may be a symbolic link'
if command -v pkg-config >/dev/null; then
    PKG_CONFIG_PATH=$opt/lib/pkgconfig
    export PKG_CONFIG_PATH
    anywhere "$bare_path" PROFILE_RUN='./mktext 70 >text'
    is "$status $(row hash)" '0 70 ' 'where pkg-config finds libgmon'
    unset PKG_CONFIG_PATH
else
    skip 'by pkg-config' 'no pkg-config'
fi
anywhere "$bare_path"
if test "$status" -eq 0; then
    skip 'not found' 'it is installed on this machine'
else
    ok 'where it is nowhere, the project is built' test -x words
    like "$(cat "$err")" '^gprof.mk: not found; put .* into PATH, or: make -I PREFIX/include profile$' \
        'and make profile tells the remedy'
fi
cd "$tap_dir/work/shared/app" || exit 1

if command -v pkg-config >/dev/null; then
    is "$(PKG_CONFIG_LIBDIR=../../dest/usr/lib/triplet/pkgconfig pkg-config --variable=makefile libgmon)" \
        /usr/include/gprof.mk 'pkg-config knows where it is'
else
    skip pkg-config 'no pkg-config'
fi
# Its head describes each variable.
for variable in $(grep -o 'PROFILE_[A-Z]*' "$SRCDIR/src/projects/gprof.mk" | sort -u | grep -v -e INSIDE -e OBJ); do
    grep -q "^#     $variable  *[a-z-]" "$SRCDIR/src/projects/gprof.mk" || echo "$variable"
done >undescribed
is "$(cat undescribed)" '' 'each variable is described'
done_testing
