#!/bin/sh
# environment.t - each variable that libgmon reads, one by one, and nothing else without them
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"

prog prog ways.c -O1
plain preloaded ways.c -O1 -pg

# What a run leaves beside the file of stacks (stacks.t), and says.
left()
{
    rm -f gmon.* p.* out.* stacks.*
    run env "$@"
    find . -type f ! -name prog ! -name preloaded ! -name 'stacks.*' | sort | tr '\n' ' '
}

is "$(left ./prog)" './gmon.out ' 'nothing set: gmon.out'
is "$(cat "$out" "$err")" '' 'and not a word'
like "$(left GMON_OUT_PREFIX=p ./prog)" '^\./p\.[0-9]+ $' 'GMON_OUT_PREFIX: p.PID'
is "$(left GMON_OUT=out.%e ./prog)" './out.prog ' 'GMON_OUT: %e is the program'
is "$(left GMON_OUT=out.%h ./prog)" "./out.$(uname -n) " '%h the host'
like "$(left GMON_OUT=out.%p ./prog)" '^\./out\.[0-9]+ $' '%p the process'
like "$(left GMON_OUT=out.%t ./prog)" '^\./out\.[0-9]{10} $' '%t when it started'
is "$(left GMON_OUT=out.%r%% ./prog)" './out.0% ' '%r 0 without a rank; %% a percent sign'
for name in SLURM_PROCID OMPI_COMM_WORLD_RANK PMIX_RANK PMI_RANK MV2_COMM_WORLD_RANK; do
    is "$(left $name=17 GMON_OUT=out.%r ./prog)" './out.17 ' "%r: $name"
done
is "$(left MV2_COMM_WORLD_RANK=3 SLURM_PROCID=1 GMON_OUT=out.%r ./prog)" './out.3 ' \
    "an MPI's rank is nearer than that of Slurm, which may have started the MPI"
is "$(left PMI_RANK=../3 SLURM_PROCID=1 GMON_OUT=out.%r ./prog)" './out.1 ' 'a rank is a number'
for names in 'OMPI_COMM_WORLD_RANK OMPI_COMM_WORLD_SIZE' 'MV2_COMM_WORLD_RANK MV2_COMM_WORLD_SIZE' \
    'PMI_RANK PMI_SIZE' 'PMIX_RANK SLURM_NTASKS' 'SLURM_PROCID SLURM_STEP_NUM_TASKS' \
    'SLURM_PROCID SLURM_NTASKS' 'SLURM_PROCID SLURM_NPROCS'; do
    is "$(left ${names% *}=3 ${names#* }=8 ./prog)" './gmon.out.3 ' "one rank of several: $names"
    is "$(left ${names% *}=0 ${names#* }=1 ./prog)" './gmon.out ' 'the only one: gmon.out'
done
is "$(left PMI_RANK=3 ./prog)" './gmon.out ' 'a rank alone does not say that there are others'
is "$(left PMI_RANK=3 PMI_SIZE=8 GMON_OUT=out.x ./prog)" './out.x ' 'GMON_OUT says where ranks stand'
like "$(left PMI_RANK=3 PMI_SIZE=8 ./prog children)" '^\./gmon\.out\.3( \./gmon\.out\.3\.[0-9]+)+ $' \
    'and a child of a rank'
is "$(left GMON_OUT=out.a GMON_OUT_PREFIX=p ./prog)" './out.a ' 'GMON_OUT comes before the prefix'
is "$(left GMON_OUT="$PWD/out.abs" ./prog)" './out.abs ' 'an absolute template'
like "$(left GMON_OUT=out.%e ./prog children)" '^\./out\.prog \./out\.prog\.[0-9]+ $' \
    'a child of fork never takes the name of its parent'

# ---- sampling ---------------------------------------------------------------------------------
left GMON_HZ=1000 ./prog burn 300 >/dev/null
like "$("$GPROF" -b -p prog gmon.out)" 'Each sample counts as 0.001 seconds' 'GMON_HZ=1000'
# What the clock of the process says is what the file holds, at any rate.
for hz in 50 100 250 1000 5000; do
    left GMON_HZ=$hz ./prog burn 500 >/dev/null
    total=$(sampled gmon.out)
    ok "GMON_HZ=$hz: 0.5 s of CPU time are 0.5 s in the profile ($total)" \
        test "$total" -ge 46 -a "$total" -le 60
done
# The program of `make demo`, beside what the system says.
$CC -pg -g -O1 "$SRCDIR/tests/progs/demo.c" "$libgmon_a" -o demo || bail 'cannot build demo.c'
rm -f gmon.*
took=$(perl -e 'system "./demo >/dev/null"; my @t = times; printf "%.0f", 100 * ($t[2] + $t[3])')
total=$(sampled gmon.out)
ok "all CPU time of the demo ($took) is in its profile ($total)" \
    test "$total" -ge $((took - 3)) -a "$total" -le $((took + 2))
rm -f demo gmon.*
left GMON_HZ=0 ./prog >/dev/null
is "$(cat "$err")" 'gmon: GMON_HZ=0: not from 1 to 10000; taking 100' 'a rate that makes no sense'
left GMON_HZ=1e3 ./prog >/dev/null
is "$(cat "$err")" 'gmon: GMON_HZ=1e3: not from 1 to 10000; taking 100' 'and what is no number'
left GMON_CLOCK=wall ./prog sleep >/dev/null
total=$(hundredths total)
ok "GMON_CLOCK=wall: a second of sleep is seen ($total)" test "$total" -ge 85
left GMON_CLOCK=cpu ./prog sleep >/dev/null
total=$(hundredths total)
ok "GMON_CLOCK=cpu: it is not ($total)" test "$total" -le 2
left GMON_CLOCK=sun ./prog >/dev/null
is "$(cat "$err")" 'gmon: GMON_CLOCK=sun: neither cpu nor wall; taking cpu' 'no such clock'
burnt()
{
    total=$(hundredths burn)
    test "$total" -ge 25
}
timed burnt run ./prog blocked
is "$(cat "$out")" 0 'no sleep of main is cut short by the time of another thread'
ok "a thread that blocks all signals has its time ($total)" burnt
left ./prog silent >/dev/null
total=$(hundredths total)
ok "threads that call nothing instrumented have their time ($total)" test "$total" -ge 55
# A library's thread that works beside main is found after the first ticks of main.
cat >beside.c <<'END'
#include <pthread.h>
#include <time.h>
#define PLAIN __attribute__((no_instrument_function))
PLAIN static void *work(void *unused)
{
    struct timespec t;
    do
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    while (t.tv_sec == 0 && t.tv_nsec < 300000000);
    return unused;
}
int main(void)
{
    pthread_t other;
    pthread_create(&other, 0, work, 0);
    work(0);
    return pthread_join(other, 0);
}
END
$CC -O1 -pg beside.c -o beside "$libgmon_a" -lpthread || bail 'cannot build beside.c'
found()
{
    unseen=$(sed -n 's/.* and \([0-9]*\) unseen.*/\1/p' "$err" | tail -1)
    test "$unseen" -le 20
}
timed found run env GMON_VERBOSE=1 ./beside
ok "of a thread that calls nothing instrumented the first ticks are unseen ($unseen of 30)" found
rm -f beside beside.c
seen()
{
    unseen=$(sed -n 's/.* and \([0-9]*\) unseen.*/\1/p' "$err" | tail -1)
    test "$unseen" -le 3
}
timed seen run env GMON_VERBOSE=1 LD_PRELOAD="$libgmon_so" ./preloaded silent
ok "LD_PRELOAD: and they are seen where they are ($unseen)" seen
left ./prog prof >/dev/null
total=$(hundredths total)
is "$(cat "$err")" '' 'a program that takes SIGPROF is profiled, without a word'
ok "and has its time ($total)" test "$total" -ge 8

# ---- signals ----------------------------------------------------------------------------------
rm -f gmon.out
GMON_DUMP_SIGNAL=USR1 ./prog sleep &
sleep 0.3
kill -USR1 $!
sleep 0.3
is "$(calls work)" 10 'GMON_DUMP_SIGNAL: a snapshot'
wait $!
is $? 0 'and the program goes on'
for name in TERM SIGINT 15; do
    number=$(case $name in SIGINT) echo 2 ;; *) echo 15 ;; esac)
    rm -f gmon.out
    run env GMON_EXIT_SIGNALS=HUP,$name,SEGV ./prog raise "$number"
    is "$status $(calls work)" "$((128 + number)) 10" "GMON_EXIT_SIGNALS with $name"
done
rm -f gmon.out
run env GMON_EXIT_SIGNALS=SEGV ./prog raise 11
is "$status $(calls work)" '139 10' 'GMON_EXIT_SIGNALS=SEGV'
# A hundred threads that get a signal each, while the first one writes: the file is whole.
cat >many.c <<'END'
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
__attribute__((noinline)) void work(void) { __asm__ volatile(""); }
static pthread_barrier_t all;
static void *run(void *unused)
{
    pthread_barrier_wait(&all);
    pthread_kill(pthread_self(), SIGTERM);
    return unused;
}
int main(void)
{
    pthread_t t;
    work();
    pthread_barrier_init(&all, NULL, 100);
    for (int i = 0; i < 100; i++)
        pthread_create(&t, NULL, run, NULL);
    for (;;)
        pause();
}
END
$CC -pg many.c "$libgmon_a" -lpthread -o many || bail 'cannot build'
ended=
for run in 1 2 3 4 5 6 7 8; do
    rm -f gmon.out* stacks.gmon.out*
    run env GMON_EXIT_SIGNALS=TERM timeout -s KILL 20 ./many
    ended="$ended $status:$(calls work many):$(echo gmon.*)"
done
is "$ended" "$(printf ' 143:1:gmon.out%.0s' 1 2 3 4 5 6 7 8)" 'a signal for each of 100 threads'
left GMON_EXIT_SIGNALS=TERM sh -c 'trap "" TERM; ./prog raise 15' >/dev/null
is "$status" 0 'a signal that is ignored stays ignored'
left GMON_EXIT_SIGNALS=FOO ./prog >/dev/null
is "$(cat "$err")" \
    'gmon: GMON_EXIT_SIGNALS: FOO is not a signal that can be taken; name one as USR1 or TERM, or by its number' 'no such signal'

rm -f many many.c
# ---- words ------------------------------------------------------------------------------------
for word in 0 no No off OFF false n ''; do
    left GMON_VERBOSE="$word" ./prog >/dev/null
    is "$(cat "$err")" '' "GMON_VERBOSE=$word is a no"
done
for word in 1 2 yes on TRUE y; do
    left GMON_VERBOSE="$word" ./prog >/dev/null
    like "$(cat "$err")" '^gmon: gmon.out: [0-9]* ticks' "GMON_VERBOSE=$word is a yes"
done
left GMON_VERBOSE=maybe ./prog >/dev/null
is "$(cat "$err")" 'gmon: GMON_VERBOSE=maybe: neither yes nor no; taking no' 'what is neither'
is "$(left GMON_MODULES=false LD_PRELOAD="$libgmon_so" ./preloaded)" './gmon.out ' 'GMON_MODULES=false'
left GMON_HERTZ=10 ./prog >/dev/null
is "$(cat "$err")" 'gmon: GMON_HERTZ: no such variable; there are GMON_ALL, CLOCK, DUMP_INTERVAL, '\
'DUMP_SIGNAL, EXIT_SIGNALS, HZ, MODULES, OUT, OUT_PREFIX, STACKS, STACK_DEPTH, STACK_NODES, START, '\
'TOGGLE_SIGNAL and VERBOSE' 'a name that does not exist'
is "$(left GMON_OUT=out.%q ./prog)" './out.%q ' 'a letter that does not exist'
is "$(cat "$err")" \
    'gmon: GMON_OUT=out.%q: unknown escape %q, kept as is; known ones are %p %e %h %t %r and %%' 'is told of'
left GMON_HERTZ=10 GMON_VERBOSE=maybe GMON_OUT=%q GMON_HZ=0 GMON_CLOCK=sun GMON_EXIT_SIGNALS=FOO \
    LD_PRELOAD="$libgmon_so" sh -c : >/dev/null
is "$(cat "$err")" '' 'a program that is not profiled says none of this'

left GMON_VERBOSE=1 ./prog >/dev/null
like "$(cat "$err")" \
    '^gmon: gmon\.out: [0-9]+ ticks, .* [0-9]+ signals; [0-9]+ calls, 1 threads, [0-9]+ bytes$' 'GMON_VERBOSE'

# Valgrind preloads files of its own, into static programs as well.
prog static ways.c -O1 -static
run env LD_PRELOAD=/usr/libexec/valgrind/vgpreload_core.so ./static
is "$(cat "$err")" 'gmon: valgrind may end the program at a sample; GMON_HZ=1 takes few' 'below valgrind: what to do'
run env LD_PRELOAD=/usr/libexec/valgrind/vgpreload_core.so GMON_HZ=1 ./static
is_stderr '' 'and no more when it is done'
done_testing
