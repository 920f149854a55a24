#!/bin/sh
# old_kernel.t - libgmon on Linux 3.2, whose system calls are fewer, and with the headers of its time
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"
test -z "${VARIANT-}${VALGRIND-}" || skip_all 'a variant build'
unset MAKEFLAGS MFLAGS MAKELEVEL

$CC -o old "$progs/old_kernel.c" 2>/dev/null && ./old /bin/true ||
    skip_all 'nothing takes system calls away here'

# ---- all that a program does: the same counts, and nobody hears of what is missing --------------
$CC -pg -fPIC -shared -o library.so "$progs/machine_library.c" || bail 'no library'
$CC -g -pg -O1 -Wl,-z,execstack '-DLIBRARY="./library.so"' -o preloaded "$progs/machine.c" -lpthread -ldl || bail 'no program'
prog archive machine.c -O1 -Wl,-z,execstack '-DLIBRARY="./library.so"' -ldl
prog static machine.c -O1 -Wl,-z,execstack -static
cat >nap.c <<'END'
#include <unistd.h>
void nap(void) { usleep(800000); }
int main(void) { int fd = dup(1); nap(); return close(fd); }
END
$CC -g -pg -o nap nap.c "$libgmon_a" || bail 'no program that sleeps'

export GMON_VERBOSE=1
for program in archive static preloaded; do
    rm -f gmon.out* stacks.gmon.out*
    preloaded=''
    test "$program" != preloaded || preloaded=$libgmon_so
    timeout 60 ./old "$(command -v env)" GMON_MODULES=1 GMON_CLOCK=wall ${preloaded:+LD_PRELOAD="$preloaded"} \
        "./$program" >said 2>remarks
    is $? 0 "$program: it runs"
    is "$(grep -v '^gmon: [^ ]*: [0-9]* \(ticks\|samples\)' remarks)" '' 'and says nothing of what is missing'
    like "$(cat remarks)" 'stacks.gmon.out: [1-9]' 'has stacks'
    wrong=$(while read -r name n; do
        case $name in
        bad) echo "bad $n" ;;
        child | nested | deep | use_time) ;;
        *) test "$(calls "$name" "$program" gmon.out)" = "$n" || echo "$name $(calls "$name" "$program" gmon.out) $n" ;;
        esac
    done <said)
    is "$wrong" '' 'and all calls'
    is "$(calls in_child "$program" "gmon.out.$(sed -n 's/^child //p' said)")" 77 'those of its child, too'
    test "$program" = static || is "$(calls in_library library.so gmon.out.library.so)" 33 'and of a library'
done

slept() { rm -f gmon.out; GMON_CLOCK=wall ./old ./nap 2>remarks && test "$(hundredths nap nap)" -ge 40; }
ok 'time in which it sleeps is seen' timed slept true
unlike "$(cat remarks)" 'time .* is missing' 'and not said to be missing'

# ---- headers of that time -----------------------------------------------------------------------
cat >old.h <<'END'
#ifndef __ASSEMBLER__
#include <sys/syscall.h>
#include <sys/mman.h>
#include <linux/seccomp.h>
#undef SYS_close_range
#undef SYS_pidfd_open
#undef SYS_getrandom
#undef SYS_seccomp
#undef SYS_statx
#undef SECCOMP_SET_MODE_STRICT
#undef SECCOMP_SET_MODE_FILTER
#undef SECCOMP_FILTER_FLAG_TSYNC
#undef SECCOMP_RET_KILL_THREAD
#undef SECCOMP_RET_KILL_PROCESS
#undef SECCOMP_RET_ACTION_FULL
#undef SYS_renameat2
#undef SYS_clone3
#undef MFD_CLOEXEC
#undef CLOSE_RANGE_UNSHARE
#endif
END
# They have seccomp since 3.5; what came later is not in them.
timeout 300 "${MAKE:-make}" -s -f "$SRCDIR/Makefile" BUILD="$PWD/b" config= CC="$CC" \
    CFLAGS=-O0 CPPFLAGS="-include $PWD/old.h" WERROR=-Werror "-j${JOBS:-2}" runtime >built 2>&1
is "$?" 0 "headers of Linux 3.5 do: $(grep error: built | head -n 3)"
done_testing
