#!/bin/sh
# wall.t - GMON_CLOCK=wall: time asleep is charged where the program sleeps, and no sleep is cut short
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"

all_ways='in_usleep in_nanosleep in_poll in_select in_epoll in_semaphore in_condition in_sigtimedwait in_receive
in_syscall wait_for read_pipe'
test -r /proc/self/syscall || skip_all 'the kernel does not tell where threads wait'
unset GMON_STACKS

for how in '-O1' '-O2' '-O2 -mfentry -fno-plt' '-O1 -static'; do
    # shellcheck disable=SC2086
    prog "prog$(echo $how | tr -d ' ')" sleeps.c $how
done
plain preloaded sleeps.c -O1 -pg

# sleep_in DIRECTORY COMMAND ARG...: runs the command there, in wall time, and leaves its status.
sleep_in()
{
    rm -rf "$1" && mkdir "$1" && cd "$1" || exit 1
    shift
    GMON_CLOCK=wall GMON_VERBOSE=1 timeout 60 "$@" >printed 2>said
    echo $? >status
}

# ---- every way to wait --------------------------------------------------------------------------
# All programs at once: what they do is sleep. Which of $ways never had 0.9 of their time, and which
# programs have another sum than they took? A busy machine may lose a moment here or there.
too_little()
{
    ways=$(cat "$1.left" 2>/dev/null || echo $all_ways)
    timeout 60 "$GPROF" -b -p "$1" "all$1/gmon.out" 2>/dev/null | awk -v ways="$ways" '
        { seconds[$NF] = $3 }
        END { n = split(ways, way); for (i = 1; i <= n; i++) if (seconds[way[i]] < 0.18)
            print way[i] }' >"$1.left"
}

sum_is_right()
{
    sr_took=$(tail -n 1 "all$1/printed")
    sr_got=$(sampled "all$1/gmon.out")
    test "$((sr_got * 10))" -ge $((sr_took * 95 / 100)) -a "$((sr_got * 10))" -le $((sr_took * 105 / 100))
}

named='prog-O1 prog-O2 prog-O2-mfentry-fno-plt preloaded'
for try in 1 2 3 4 5; do
    for which in $named prog-O1-static; do
        library=
        test $which = preloaded && library=$libgmon_so
        (sleep_in "all$which" env GMON_HZ=1000 LD_PRELOAD="$library" ../$which all) &
    done
    (sleep_in cpu env GMON_HZ=10000 GMON_CLOCK=cpu ../prog-O1 all) &
    wait
    for which in $named; do
        too_little $which
        cat $which.left
        sum_is_right $which || echo "$which $sr_took $sr_got"
    done >missed
    test -s missed || break
done
for which in $named prog-O1-static; do
    is "$(cat "all$which/status") $(grep -v '^[0-9]*$' "all$which/printed")" '0 ' "$which: no sleep is cut short"
    ok "$which: all time is in the profile ($(sampled "all$which/gmon.out"))" sum_is_right $which
    test $which = prog-O1-static ||
        is "$(tr '\n' ' ' <$which.left)" '' "$which: the function that waits has the time"
    is "$(sed -n 's/.*out: \([0-9]*\) ticks.*/\1/p' "all$which/said" | tail -n 1)" \
        "$("$TOOLS/gmondump" "all$which/gmon.out" | awk '$1 == "bin" { for (i = 3; i <= NF; i++) n += $i } END { print n }')" \
        "$which: GMON_VERBOSE says how many samples the file has"
done
# Rows without calls are functions of libc: clock_nanosleep and others, or one that waits for all of them.
got=$(timeout 60 "$GPROF" -b -p prog-O1-static allprog-O1-static/gmon.out | awk 'NF == 4 && $4 !~ /^</ { t += $3 }
    END { printf "%.0f\n", 100 * t }')
ok "a static program: the functions of libc that wait are its own ($got)" test "$got" -ge 36
is "$(grep -v '^[0-9]*$' cpu/printed)" '' 'GMON_CLOCK=cpu at the highest rate cuts no sleep short, either'

# ---- threads, processes, pauses -----------------------------------------------------------------
for what in threads fork exec unseen pause alone descriptors; do
    (sleep_in $what ../prog-O1 $what) &
done
if command -v valgrind >/dev/null; then
    (sleep_in under valgrind -q ../prog-O1 fork) &
fi
(sleep_in stacks env ../prog-O1 all) &
(sleep_in plain env GMON_CLOCK=cpu ../prog-O1 descriptors) &
wait
is "$(cat threads/said fork/said exec/said unseen/said pause/said alone/said | grep -v ' ticks, ')" '' 'nothing is said'
is "$(cat threads/printed fork/printed exec/printed unseen/printed pause/printed | grep -v '^[0-9]*$')" '' 'no sleep is cut short'

# near GOT MIN MAX, in hundredths
near()
{
    test "$1" -ge "$2" -a "$1" -le "$3"
}
got=$(hundredths sleep_ms prog-O1 threads/gmon.out)
ok "two threads that sleep for 0.6 s each ($got)" near "$got" 112 200
got=$(hundredths run_ms prog-O1 threads/gmon.out)
took=$(($(tail -n 1 threads/printed) / 10))
ok "two that run have their time, with or without a processor ($got, of $took)" near "$got" 112 $((2 * took + 20))
got=$(hundredths main prog-O1 threads/gmon.out)
ok "and those that wait for them ($got, $took)" near "$got" $((took * 8 / 10)) $((took * 11 / 10 + 10))
like "$(cat threads/said)" ', 5 threads,' 'the thread that looks is not counted'
got=$(hundredths parent_waits prog-O1 fork/gmon.out)
ok "the parent waits ($got)" near "$got" 45 150
got=$(hundredths sleep_ms prog-O1 "$(echo fork/gmon.out.*)")
ok "while its child sleeps ($got)" near "$got" 45 90
is "$(cat exec/status) $(hundredths sleep_ms prog-O1 exec/gmon.out)" '0 0' 'exec: another program, another profile'
got=$(hundredths total prog-O1 exec/gmon.out)
ok "which is whole ($got)" near "$got" 225 400
got=$(hundredths quiet prog-O1 unseen/gmon.out)
ok "a thread that calls nothing instrumented sleeps ($got)" near "$got" 45 90
got=$(hundredths sleep_ms prog-O1 pause/gmon.out)
ok "moncontrol(0) pauses ($got)" near "$got" 36 75
is "$(cat alone/status)" 5 'a process whose only thread ends does not live on'
is "$(cat descriptors/printed | sed '/^[0-9]/d')" "$(cat plain/printed | sed '/^[0-9]/d')" \
    'descriptors have the numbers that they have without profiling'

if command -v valgrind >/dev/null; then
    is "$(cat under/status) $(grep -v ' ticks, ' under/said)" '0 ' 'valgrind has nothing to say'
else
    skip 'valgrind' 'no valgrind'
fi

stack_lines stacks/stacks.gmon.out prog-O1 >text
got=$(awk '$2 ~ /main;in_syscall$/ { n += $NF } END { print n + 0 }' text)
ok "a stack that waits in syscall() ends in its caller, not in the profiler ($got)" near "$got" 10 50

# ---- many threads -------------------------------------------------------------------------------
(sleep_in many env GMON_HZ=1000 perl -e 'system @ARGV; my @t = times; printf STDERR "%.0f\n", 1000 * ($t[2] + $t[3]);
    exit $? >> 8' ../prog-O1 many 1000) &
if test "$(id -u)" = 0; then
    chmod a+rx "$tap_dir" "$tap_dir/work" && rm -rf hidden && mkdir hidden && chmod a+rwx hidden
    (cd hidden && GMON_CLOCK=wall perl -e '$) = "65534 65534"; $( = 65534; $< = $> = 65534; exec @ARGV' \
        ../prog-O1 privileges >printed 2>said)
    (mkdir dropped && chmod a+rwx dropped && cd dropped && GMON_HZ=20 GMON_CLOCK=wall ../prog-O1 drops >printed 2>said)
    is "$(grep -c 'gmon.*Uid:.*Groups:[[:space:]]*CapPrm:[[:space:]]*0000000000000000' dropped/printed)" 1 \
        "the runtime's thread has no capabilities and no groups"
    is "$(sed 1,2d dropped/printed | grep -c -v -e 'Uid:[[:space:]]*65534' -e '^[0-9]*$')$(cat dropped/said)" "0gmon: gmon.out: time \
in which threads wait is missing; GMON_CLOCK=wall needs one thread more, a user ID that stays, /proc/self/task, and \
seccomp filters that let it be read" 'setuid: no thread keeps the user ID, and one line says so'
else
    skip 'rights that are dropped' 'needs root'
    mkdir hidden && (cd hidden && GMON_CLOCK=wall ../prog-O1 privileges >printed 2>said)
fi
wait
like "$(cat hidden/said)" '^gmon: gmon.out: time in which threads wait is missing; GMON_CLOCK=wall needs ' \
    'where the kernel does not tell, one line says so'
if test "$(cat many/status)" = 0; then
    took=$(head -n 1 many/printed | tr -dc 0-9)
    used=$(tail -n 1 many/said)
    got=$(hundredths sleep_ms prog-O1 many/gmon.out)
    ok "1,000 threads sleep, and each has its time ($got, in $took ms)" near "$got" 180000 $((took * 110))
    ok "which takes little time of the processor ($used ms)" test "$used" -le 700
else
    skip '1,000 threads' 'there cannot be so many here'
fi

# ---- sandboxes ----------------------------------------------------------------------------------
prog box sandbox.c -O1
./box prctl narrow _exit 2>/dev/null
if test $? = 3; then
    for how in 'prctl narrow _exit' 'syscall writes exit' 'tsync narrow exit' 'tsync writes exit' 'tsync errno exit'; do
        # shellcheck disable=SC2086
        sleep_in box-in env GMON_HZ=1000 ../box $how
        cd ..
        is "$(cat box-in/status)" 3 "sandbox: $how: lives"
        case $how in
            *writes*) like "$(cat box-in/said)" 'time in which threads wait is missing' 'and is told what is missing' ;;
        esac
    done
else
    skip 'sandboxes' 'no seccomp here'
fi
# ---- how long the process ran -------------------------------------------------------------------
cat >idle.c <<'END'
#include "gmon.h"
#include <pthread.h>
#include <time.h>
#include <unistd.h>
static int rest = 400000;
static void *idle(void *p) { usleep(rest); return p; }
static void threads(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, idle, NULL);
    for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
}
int main(int argc, char **argv)
{
    if (argc > 1) rest = 900000;
    usleep(600000);
    gmon_reset();
    while (clock() < CLOCKS_PER_SEC / (argc > 1 ? 20 : 4)) ;
    threads();
    moncontrol(0);
    usleep(600000);
    return 0;
}
END
$CC -g -pg -I"$SRCDIR/include" -o idle idle.c "$libgmon_a" -lpthread || bail 'cannot build idle.c'
timeout 60 ./idle long
"$GPROF" --top idle >top 2>&1
like "$(cat top)" '^Next: 0[.0-9]* of [0-9.]+ s were CPU time; for elapsed time by function, run:' 'CPU time of a program that waits: what shows where'
GMON_CLOCK=wall timeout 60 ./idle
"$GPROF" --top idle >top 2>&1
ran=$(sed -n 's/.* elapsed time in all threads (0\.\([0-9]*\) of the process).*/\1/p' top)
ok "the process ran for a part of it, from gmon_reset to moncontrol: 0.$ran" test "0$ran" -ge 44 -a "0$ran" -lt 90 ||
    diag "$(cat top)"

# ---- a process that is stopped ------------------------------------------------------------------
# For at least 1.2 of 2 seconds of sleep.
cat >stopped.c <<'END'
#include <signal.h>
#include <time.h>
#include <unistd.h>
int main(void)
{
    struct timespec rest = {2, 0};
    int program = getpid();
    if (fork() == 0) {
        usleep(300000);
        kill(program, SIGSTOP);
        usleep(1200000);
        kill(program, SIGCONT);
        _exit(0);
    }
    while (nanosleep(&rest, &rest) != 0)
        ;
    return 0;
}
END
$CC -g -pg stopped.c -o stopped "$libgmon_a" || bail 'cannot build stopped.c'
rm -f ./*gmon.out*
run env GMON_CLOCK=wall timeout 60 ./stopped
ok "the time for which a process is stopped does not count ($(sampled gmon.out))" \
    test "$status" = 0 -a "$(sampled gmon.out)" -ge 10 -a "$(sampled gmon.out)" -le 110
done_testing
