#!/bin/sh
# lifetime.t - however a program ends: what is written, where, and what its status is
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"

forms_of ways.c -O1
plain unprofiled ways.c -O1

# ends STATUS FILE WORK WAY ARG...: in archive, static and preloaded form.
ends()
{
    want=$1 file=$2 work=$3
    shift 3
    for form in prog static preloaded; do
        in_form ./$form "$@"
        is "$status $(calls work $form "$file")" "$want $work" "$form: $*"
    done
}

ends 0 gmon.out 10 return
ends 4 gmon.out 10 exit
ends 5 gmon.out 10 _exit
ends 5 gmon.out 10 _Exit
ends 6 gmon.out 10 quick_exit
ends 0 gmon.out 11 twice
ends 0 gmon.out 10 closed
mkdir elsewhere
ends 0 elsewhere/gmon.out 10 chdir elsewhere
ends 0 gmon.out 10 chdir /proc # where no file can be, so it is where the program was started
export GMON_OUT=of.%e
for form in prog static preloaded; do
    in_form ./$form chdir elsewhere
    is "$status $(calls work $form of.$form)" '0 10' "$form: GMON_OUT is relative to where the program was started"
done
run ./prog chdir /proc
is "$status $(cat "$err") $(calls work prog of.prog)" '0  10' 'from where there can be none, too'
run ./prog
is "$(calls work prog of.prog)" 10 'and if it stays there'
unset GMON_OUT

for which in prog static preloaded; do
    rm -f gmon.out
    case $which in preloaded) preload ./preloaded late ;; *) ./$which late ;; esac
    is "$(calls late $which) $(calls early $which)" '1 1' \
        "$which: calls in constructors and destructors count"
done

# A thread has the loader's lock for ever, at a fork and at the end.
cat >locked.c <<'EOF'
#define _GNU_SOURCE
#include <link.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static int ready[2];
void work(void) { __asm__ volatile(""); }
static int stay(struct dl_phdr_info *info, size_t size, void *unused)
{
    (void)info, (void)size, (void)unused;
    close(ready[1]);
    for (;;)
        pause();
}
static void *hold(void *unused)
{
    dl_iterate_phdr(stay, unused);
    return unused;
}
int main(void)
{
    pthread_t thread;
    char byte;
    int status = 0;
    if (pipe(ready) != 0)
        return 1;
    pthread_create(&thread, NULL, hold, NULL);
    (void)!read(ready[0], &byte, 1);
    pid_t child = fork();
    for (int i = child == 0 ? 7 : 0; i < 10; i++)
        work();
    if (child != 0)
        waitpid(child, &status, 0);
    exit(child == 0 ? 3 : WEXITSTATUS(status) + 4);
}
EOF
$CC -pg -O1 -fno-inline locked.c -o locked -lpthread && $CC -pg -O1 -fno-inline locked.c "$libgmon_a" -o linked -lpthread ||
    bail 'cannot build'
for form in locked linked; do
    rm -f gmon.out* stacks.gmon.out*
    run timeout -s KILL 60 env GMON_MODULES=1 LD_PRELOAD="$(test $form = linked || echo "$libgmon_so")" ./$form
    is "$status $(calls work $form) $(calls work $form gmon.out.*[0-9])" '7 10 3' \
        "$form: a thread that stays in dl_iterate_phdr stops neither a child nor the end"
done

rm -f gmon.out
run ./prog abort
ok 'after abort there is no file' test "$status" = 134 -a ! -e gmon.out
run ./prog exec
is "$status" 7 'a program that is started by exec is not killed by SIGPROF'

rm -f gmon.out* stacks.gmon.out*
run ./prog daemon
sleep 0.2
is "$(ls gmon.out* | wc -l)" 2 'daemon(): a file of the first process, one of the daemon'

# Children: their own file, their own time; nothing from those that do nothing or share memory.
children_timed()
{
    total=$(hundredths burn prog "$(echo gmon.out.*)")
    test "$total" -ge 5
}
timed children_timed run ./prog children
is "$(calls work)" 10 'fork: the parent keeps its counts'
child=$(echo gmon.out.*)
is "$(ls gmon.out.* | wc -l) $(calls work prog "$child")" '1 3' 'the child writes its own'
ok "the child has its time ($total)" children_timed
is "$(seconds burn)" 0.00 'the parent has not'

# A large program: its forked child does not pay for the size, and forgets all samples.
cat >large.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
__attribute__((noinline)) static void wait_for(pid_t child)
{
    struct rusage r;
    wait4(child, NULL, 0, &r);
    puts(r.ru_minflt < 1000 ? "few" : "many");
}
__asm__(".text\n.skip 8000000\n");
__attribute__((noinline)) static void burn(void)
{
    while (clock() < CLOCKS_PER_SEC / 5)
        for (volatile int i = 0; i < 100000; i++)
            ;
}
int main(void)
{
    burn();
    pid_t child = fork();
    if (child == 0)
        _exit(0);
    wait_for(child);
    child = fork();
    if (child == 0)
        burn(), exit(0);
    wait_for(child);
    return 0;
}
END
$CC -pg -fno-toplevel-reorder large.c "$libgmon_a" -o large || bail 'cannot build'
both_timed()
{
    total=$(hundredths burn large)
    child=$(hundredths burn large "$(echo gmon.out.*)")
    test "$total" -ge 5 -a "$child" -ge 5
}
timed both_timed run ./large
is "$(head -1 "$out")" few 'a child of a large program is made as fast as others'
ok "the parent has its time ($total), the child its own ($child)" both_timed
ok 'alone' test "$child" -le 30

rm -f gmon.out* stacks.gmon.out*
run ./prog pause
is "$(calls work) $(seconds burn)" '10 0.00' 'moncontrol(0): neither calls nor time'

rm -f gmon.out* stacks.gmon.out*
run ./prog dump snap
is "$(calls work prog snap) $(calls work)" '10 7' 'gmon_dump, gmon_reset'

rm -f gmon.out* stacks.gmon.out*
run ./prog reset
is "$(calls work) $(calls work prog gmon.out.*)" "0 3" "gmon_reset, then a fork: neither file has what was before"

rm -f gmon.out* stacks.gmon.out*
run env GMON_ALL=1 LD_PRELOAD="$libgmon_so" ./unprofiled burn 300
is "$status $(test -s gmon.out && echo written)" '0 written' 'GMON_ALL=1: a program without -pg has a histogram'
for all in 1 "$(pwd -P)/unprofiled" "$(pwd -P)/prog"; do
    for way in 'burn 300' return; do
        rm -f gmon.out* stacks.gmon.out*
        case $way in return) hz=1 ;; *) hz=10 ;; esac # a sample is due by chance, hardly ever
        # shellcheck disable=SC2086
        GMON_HZ=$hz GMON_ALL=$all LD_PRELOAD="$libgmon_so" ./unprofiled $way
        echo "${all##*/} ${way% *} $(ls gmon.out 2>/dev/null)"
    done
done >named
is "$(cat named)" "1 burn gmon.out
1 return${empty= }
unprofiled burn gmon.out
unprofiled return$empty
prog burn$empty
prog return$empty" 'GMON_ALL=PATH: no other program; no file without a sample'

# ---- a search for a program -------------------------------------------------------------------
cat >search.c <<'END'
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    int plain = open("search.c", O_RDONLY);
    execv("./no/such", argv);
    execvp("no-such-program", argv);
    execv("search.c", argv);
    execv("/", argv);
    execl("./no/such", "x", (char *)0);
    fexecve(plain, argv, argv + argc);
    syscall(SYS_execve, "./no/such", argv, argv + argc);
    return access("gmon.out", F_OK) == 0;
}
END
for form in prog static preloaded; do
    case $form in
    prog) $CC -w -pg search.c -o search "$libgmon_a" ;;
    static) $CC -w -pg -static search.c -o search "$libgmon_a" ;;
    *) $CC -w -pg search.c -o search ;;
    esac
    in_form ./search
    is "$status $(ls gmon.out)" '0 gmon.out' "$form: an exec of a file that is no program writes no file"
done

# ---- nothing is overwritten -------------------------------------------------------------------
# A program that executes itself: its last image has the plain name, earlier ones have numbers, with all their files.
# Prints the data files that have a companion of their own.
pairs()
{
    for data in "$@"; do
        "$GPROF" -b -p images "$data" "stacks.$data" 2>&1 >/dev/null | grep -q 'another run' || printf '%s ' "$data"
    done
}
export GMON_HZ=1000
for form in prog static preloaded; do
    form_of $form images images.c -O1 -DBURN
    in_form ./images 100 20 3
    is "$(calls work images) $(calls work images gmon.out.1) $(calls work images gmon.out.2)" '3 100 20' \
        "$form: a program that executes itself: each image has its calls"
    rm -f gmon.out*.so*
    is "$(echo gmon.out*)" \
        'gmon.out gmon.out.1 gmon.out.2' \
        "$form: a failed exec leaves no file"
    is "$(pairs gmon.out*)$(ls stacks.gmon.out* | wc -l)" 'gmon.out gmon.out.1 gmon.out.2 3' "$form: with their companions"
    export GMON_OUT=gmon.out.x%p
    in_form ./images 100 20 3
    is "$(for file in gmon.out.x*; do calls work images "$file"; done | tr '\n' ' ')" \
        '3 100 20 ' "$form: and so with the number of the process in the name"
    is "$(pairs gmon.out.x* | wc -w) $(ls stacks.gmon.out.x* | wc -l)" '3 3' "$form: each with its companion"
    unset GMON_OUT
done
unset GMON_HZ
if test "$(id -u)" = 0 && unshare -pf true 2>/dev/null; then
    # In a new PID namespace the program is process 1, and its child process 2.
    for form in prog static preloaded; do
        preload=LINKED=yes
        test $form != preloaded || preload=LD_PRELOAD=$libgmon_so
        rm -f gmon.out* stacks.gmon.out*
        for _ in 1 2 3; do unshare -pf env "$preload" ./$form children; done
        is "$(for file in gmon.out.2 gmon.out.2.1 gmon.out.2.2; do calls work $form $file; done | tr '\n' ' ')" '3 3 3 ' \
            "$form: children of the same number have a file each"
        rm -f gmon.out* stacks.gmon.out*
        for _ in 1 2 3 4 5 6 7 8; do
            GMON_HZ=1000 GMON_OUT_PREFIX=gmon.out unshare -pf env "$preload" ./$form twice &
        done
        wait
        is "$(for file in gmon.out.1 gmon.out.1.?; do calls work $form "$file"; done | tr '\n' ' ') $(ls stacks.gmon.out.1* | wc -l)" \
            '11 11 11 11 11 11 11 11  8' "$form: and so at the same time; each replaces its own file"
    done
else
    skip 'processes of the same number' 'needs root and unshare'
fi

# Threads that call exit at once.
for form in prog static preloaded; do
    form_of $form exits exits.c -O1
    for on in '' on; do
        wrong=
        for _ in $(seq "${RUNS:-30}"); do
            in_form ./exits $on
            left="$status $(calls work exits) $(echo gmon.*)"
            test "$left" = '3 900 gmon.out' || wrong="$wrong $left;"
        done
        is "$wrong" '' "$form: nine threads end the program: a complete file, and no other one $on"
    done
done
rm -f gmon.*

# ---- odd places -------------------------------------------------------------------------------
rm -f gmon.out* stacks.gmon.out*
mkfifo gmon.out
run timeout 5 ./prog
is "$status $(cat "$err")" '0 gmon: cannot write gmon.out: not a plain file; GMON_OUT=FILE names another file' 'a FIFO: no hang, one line'
rm gmon.out
mkdir gmon.out
run ./prog
is "$status $(cat "$err")" '0 gmon: cannot write gmon.out: not a plain file; GMON_OUT=FILE names another file' 'a directory: one line'
rmdir gmon.out
echo precious >victim
ln -s victim gmon.out
run ./prog
is "$(cat victim) $(calls work)" 'precious 10' 'a link is replaced, not followed'
rm gmon.out
run env GMON_OUT=/dev/null ./prog
is "$status $(cat "$err")" '0 ' '/dev/null: nothing, without a word'
ok '/dev/null is still a device' test -c /dev/null
run env GMON_OUT=no/such/gmon.out ./prog
is "$status $(cat "$err")" '0 gmon: cannot write no/such/gmon.out: no such directory; GMON_OUT=FILE names another file' 'a missing directory'
cat >raises.c <<'END'
#include <signal.h>
int main(void) { return raise(SIGUSR1) + raise(SIGUSR1) + raise(SIGUSR1); }
END
$CC -pg raises.c -o raises "$libgmon_a" || bail 'cannot build raises.c'
run env GMON_DUMP_SIGNAL=USR1 GMON_OUT=no/such/gmon.out ./raises
is "$status $(cat "$err")" '0 gmon: cannot write no/such/gmon.out: no such directory; GMON_OUT=FILE names another file' \
    'a missing directory, three snapshots and the end: one line'
for letters in 230 255; do
    name=$(printf "%${letters}s" '' | tr ' ' x)
    run env GMON_OUT="$name" ./prog
    is "$(cat "$err") $(calls work prog "$name")" ' 10' "a name of $letters letters"
    rm -f "$name"
done
# shellcheck disable=SC2016
if test "$(id -u)" = 0 && unshare -m true 2>/dev/null; then
    run unshare -m sh -c 'mount -t tmpfs none /dev && ln -s /proc/self/fd/1 /dev/stdout && GMON_OUT=/dev/stdout ./prog
        readlink /dev/stdout'
    is "$(cat "$out" "$err")" "/proc/self/fd/1
gmon: cannot write /dev/stdout: not a plain file; GMON_OUT=FILE names another file" 'a link in /dev stays'
else
    skip 'a link in /dev' 'needs root and unshare'
fi
: >gmon.out
chmod 600 gmon.out
run ./prog
is "$(find gmon.out -perm 600)" gmon.out 'the mode of an old file stays'

# ---- full disks, limits -----------------------------------------------------------------------
rm -f gmon.out* stacks.gmon.out*
echo old >gmon.out
run bash -c 'ulimit -f 1; ./prog'
is "$status $(cat gmon.out) $(ls gmon.*)" '0 old gmon.out' \
    'a file size limit: no signal, the old file stays, no temporary one'
is "$(cat "$err")" 'gmon: cannot write gmon.out: file too large; GMON_OUT=FILE names another file' 'and one line'
if test "$(id -u)" = 0 && mkdir tiny && mount -t tmpfs -o size=4k none tiny 2>/dev/null; then
    echo old >tiny/gmon.out
    run ./prog chdir tiny
    left="$(cat tiny/gmon.out) $(ls tiny)"
    umount tiny
    is "$status $left" '0 old gmon.out' 'a full disk: the old file stays'
    is "$(cat "$err")" 'gmon: cannot write gmon.out: no space left on device; GMON_OUT=FILE names another file' 'and one line'
else
    skip 'a full disk' 'needs root'
fi
rm -f gmon.out

# ---- holes ------------------------------------------------------------------------------------
disk() # FILE: kilobytes that it takes on the disk
{
    sync "$1" 2>/dev/null
    perl -e 'print int((stat shift)[12] / 2)' "$1"
}
run ./prog
dd if=gmon.out of=whole 2>/dev/null # cat may copy holes
if truncate -s 1M hole 2>/dev/null && test "$(disk hole)" -lt 64; then
    ok 'pages without a sample take no place on the disk' test "$(disk gmon.out)" -lt "$(disk whole)"
else
    skip 'pages without a sample' 'files have no holes here'
fi
run timeout 20 "$GPROF" -b prog gmon.out
cp "$out" sparse
run timeout 20 "$GPROF" -b prog whole
ok 'and read as any other' cmp "$out" sparse

# ---- set-uid ----------------------------------------------------------------------------------
if test "$(id -u)" = 0 && command -v setpriv >/dev/null; then
    mkdir suid && cp prog suid/prog && chmod 4755 suid/prog && chmod 777 suid && chmod 755 "$tap_dir" .
    run sh -c 'cd suid && GMON_VERBOSE=1 GMON_OUT=stolen setpriv --reuid 65534 --clear-groups ./prog'
    is "$status $(cat "$err")$(ls suid)" '0 prog' 'a set-uid program writes nothing'
    run sh -c 'cd suid && setpriv --reuid 65534 --clear-groups ./prog dump told'
    is "$(ls suid)" "prog
told" 'unless it asks for it itself'
else
    skip 'set-uid' 'needs root and setpriv'
fi
done_testing
