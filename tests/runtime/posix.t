#!/bin/sh
# posix.t - the runtime of src/runtime/os/posix, built and run here: needs nothing but POSIX; exact
# counts with threads, signals and fork; samples; exec; files
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"
test -z "${VARIANT-}${VALGRIND-}" || skip_all 'a variant build'
case $(uname -m) in
x86_64 | aarch64) ;;
*) skip_all 'os/posix does not know the vector registers of this machine' ;;
esac
unset MAKEFLAGS MFLAGS MAKELEVEL CFLAGS CPPFLAGS LDFLAGS

# build_posix DIRECTORY CC
build_posix()
{
    timeout 300 "${MAKE:-make}" -s -f "$SRCDIR/Makefile" runtime runtime_os=posix BUILD="$PWD/$1" config= \
        CC="$2" CFLAGS=-O1 WERROR=-Werror "-j${JOBS:-2}"
}
ok 'libgmon compiles without a warning' build_posix posix "$CC"
libgmon_a=$PWD/posix/libgmon.a libgmon_so=$PWD/posix/libgmon.so
test -f "$libgmon_so" || bail 'no libgmon with os/posix'
ln -s libgmon.so posix/libgmon.so.1

# ---- what it needs -----------------------------------------------------------------------------
cat >known <<'EOF'
clock_gettime close fchmod getegid getenv geteuid getgid getpid getuid lseek lstat mmap munmap
nanosleep open pthread_atfork pthread_key_create pthread_setcancelstate pthread_setspecific
pthread_sigmask readlink rename setitimer sigaction sigaddset sigemptyset sigfillset sigismember
sigpending sigwait stat strcasecmp strchr strcmp strcspn strlen strspn strtol strtoul time uname
unlink write environ main dlsym
dl_iterate_phdr syscall
__errno_location _GLOBAL_OFFSET_TABLE_ __executable_start etext __start_gmon_text __stop_gmon_text
EOF
tr ' ' '\n' <known | sort >names
nm -u "$libgmon_a" | awk 'NF == 2 { print $2 }' | sort -u >needed
is "$(comm -13 names needed)" '' 'it calls POSIX, the list of loaded objects, and in static programs syscall()'

posix=$SRCDIR/src/runtime/os/posix
for file in ../public ../fork ../variables start environment threads output system; do
    $CC -std=c11 -Wall -Wextra -Wpedantic -Werror -D_POSIX_C_SOURCE=200809L -D_DEFAULT_SOURCE \
        -fsyntax-only -I"$SRCDIR/src" -I"$SRCDIR/include" "$posix/$file.c" >>log 2>&1 || echo "$file" >>log
done
$CC -std=c11 -Wall -Wextra -Werror -D_GNU_SOURCE -DGM_WITHOUT_LOADER -fsyntax-only -I"$SRCDIR/src" \
    -I"$SRCDIR/include" "$posix/program.c" >>log 2>&1 || echo 'program' >>log
is "$(cat log)" '' 'it compiles without the extensions of GNU, and without a list of loaded objects'
if command -v musl-gcc >/dev/null; then
    ok 'it compiles with musl' build_posix musl musl-gcc
    is "$(CC=musl-gcc libgmon_a=$PWD/musl/libgmon.a prog muslprog counts.c -O1 -static
        timeout 60 ./muslprog >/dev/null && calls leaf muslprog)" 2077 'and counts there'
else
    skip 'no musl-gcc' 2
fi

# ---- counts ------------------------------------------------------------------------------------
# count LINKAGE: the counts of ./threads in each mode are exact
count()
{
    for mode in join signals; do
        rm -f gmon.out*
        timeout 60 ./threads $mode 12 >truth || echo 'it failed' >>truth
        read -r worked handled <truth
        is "$(calls work threads),$(calls handle threads)" "$worked,$handled" "$1: threads, $mode"
    done
    rm -f gmon.out*
    timeout 60 ./threads fork 12 >truth
    while read -r pid counted; do
        test "$pid" = 0 || echo "$counted" "$(calls handle threads "gmon.out.$pid")"
    done <truth | awk '$1 != $2 { bad++ } END { print NR, bad + 0 }' >result
    is "$(cat result)" '12 0' "$1: each child of a program with threads writes its own counts"
}

# ways WHAT ARG...: runs ./ways in an empty directory, which is here then
ways()
{
    cd "$work" && rm -rf run && mkdir run && cd run || return
    run timeout 60 env "$@"
}
work=$PWD

# files LINKAGE
files()
{
    ways ../ways exec
    is "$status" 7 "$1: a program that is executed in place of this one outlives the timer"
    ways ../ways children
    is "$(calls work ../ways) $(calls work ../ways gmon.out.*) $(echo gmon.out*)" \
        "10 3 $(echo gmon.out gmon.out.[0-9]*)" "$1: a child starts from zero, and one that did nothing writes nothing"
    ways GMON_OUT='%e.%p.out' ../ways exit
    is "$status $(calls work ../ways ways.*.out)" '4 10' "$1: GMON_OUT, and the exit status is the program's"
    ways GMON_OUT_PREFIX=pre ../ways return
    is "$(calls work ../ways pre.*)" 10 "$1: GMON_OUT_PREFIX"
    ways ../ways dump snapshot
    is "$(calls work ../ways snapshot) $(calls work ../ways)" '10 7' "$1: gmon_dump and gmon_reset"
    ways ../ways _exit
    is "$status $(echo gmon*)" '5 gmon*' "$1: _exit writes nothing"
    ways GMON_OUT=none/gmon.out ../ways exit
    is "$status $(cat "$err")" '4 gmon: cannot write none/gmon.out: no such directory; GMON_OUT=FILE names another file' \
        "$1: a directory that does not exist is named"
}

# Of 0.4 s of processor time, some are left out, or are in other functions, on a busy machine.
burnt() { test "$(hundredths burn "$work/ways")" -ge 30 && test "$(hundredths burn "$work/ways")" -le 50; }
shared="$libgmon_so -Wl,-rpath,$PWD/posix"
for kind in "-pie -fPIE $libgmon_a" "-static $libgmon_a" "$shared"; do
    name=$(echo "$kind" | sed 's/ -Wl.*//; s,/[^ ]*/,,')
    # shellcheck disable=SC2086
    cd "$work" && plain threads thread_calls.c -O1 -pg $kind
    # shellcheck disable=SC2086
    plain ways ways.c -O1 -pg $kind
    count "$name"
    files "$name"
    cd "$work" || exit
    timed burnt env GMON_HZ=1000 ./ways burn 400
    ok "$name: samples" burnt
    is "$("$TOOLS/gmondump" gmon.out | awk '$1 == "hist" { print $5; exit }')" 1000 "$name: GMON_HZ"
done
timed true ./ways silent
test "$(sampled gmon.out)" -ge 50
tap_result $? 'threads that call nothing are sampled, too'
run timeout 60 env GMON_VERBOSE=1 ./threads join 40
had=$(sed -n 's/.* \([0-9]*\) threads.*/\1/p' "$err")
test "${had:-99}" -le 32
tap_result $? "320 threads, one after the other, have the tables of few: $had"

# ---- what else may go wrong --------------------------------------------------------------------
ways ../ways return
if test "$(id -u)" != 0; then
    chmod a-w .
    run ../ways exit
    chmod u+w .
    is "$status $(cat "$err")" '4 ' 'an unwritable directory: the file itself is written over'
fi
ways GMON_STACKS=1 ../ways exit
is "$status $(cat "$err")" '4 gmon: GMON_STACKS=1: not on this system, so it is ignored; unset it' \
    'what this system cannot do is said'
ways ../ways prof
like "$(cat "$err")" 'uses SIGPROF itself' 'a program that takes SIGPROF is told'
cd "$work" || exit

cat >clobber.c <<'EOF'
#include <errno.h>
#include <signal.h>
int pthread_sigmask(int how, const sigset_t *set, sigset_t *old)
{
    int result = sigprocmask(how, set, old);
#ifdef __x86_64__
    __asm__ volatile("pxor %%xmm0, %%xmm0; pxor %%xmm1, %%xmm1; pxor %%xmm2, %%xmm2; pxor %%xmm3, %%xmm3;"
                     "pxor %%xmm4, %%xmm4; pxor %%xmm5, %%xmm5; pxor %%xmm6, %%xmm6; pxor %%xmm7, %%xmm7" ::
                         : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7");
#endif
    return result;
}
EOF
if test "$(uname -m)" = x86_64; then
    $CC -g -I"$SRCDIR/include" -o kept "$progs/kept.c" "$progs/kept_x86_64.S" clobber.c "$libgmon_a" -lpthread
    run timeout 60 ./kept
    is "$status $(cat "$out")" '0 looked 18024' 'every register comes back, whatever libc does with vectors'
fi
done_testing
