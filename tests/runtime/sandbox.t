#!/bin/sh
# sandbox.t - a program that shuts itself in with seccomp is not killed for a call of ours
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"

plain none sandbox.c -O1
timeout 60 ./none prctl narrow _exit
test $? = 3 || skip_all 'no seccomp here'
forms_of sandbox.c -O1
export GMON_HZ=1000

refused="gmon: cannot write gmon.out: the program's seccomp filter forbids it; call gmon_dump() before it is set"
for form in prog static preloaded; do
    for how in 'prctl narrow exit' 'prctl narrow _exit' 'syscall narrow exit' 'prctl trap _exit' 'syscall reads exit'; do
        # shellcheck disable=SC2086
        in_form ./$form $how
        is "$status $(cat "$err")" "3 $refused" "$form: $how: lives, and one line says what is missing"
    done
    in_form ./$form prctl strict -
    is "$status" 3 "$form: SECCOMP_MODE_STRICT"
    GMON_CLOCK=wall in_form ./$form prctl strict -
    is "$status" 3 "$form: SECCOMP_MODE_STRICT with GMON_CLOCK=wall: the watching thread ends"
    in_form ./$form prctl forever _exit
    is "$status $(calls spin $form)" '3 10' "$form: a filter that refuses exit_group: _exit ends the thread, as without"
    in_form ./$form syscall writes exit
    is "$status $(cat "$err") $(calls spin $form)" '3  10' "$form: a filter that lets files be written: the profile is"
    ok "$form: with its time ($(hundredths spin $form))" test "$(hundredths spin $form)" -ge 8
    in_form ./$form prctl quiet exit
    is "$status $(calls spin $form) $(cat "$err")" "3 10 gmon: gmon.out: the program's seccomp filter lets no handler return; from then on no time was sampled; let it allow rt_sigreturn" \
        "$form: a filter that lets no handler return"
    in_form ./$form syscall writes exit
    stack_lines stacks.gmon.out "$form" >text
    halves=$(awk '$1 == "end" && ($2 == "complete" || $2 == "no-memory") && $4 > 0 { n++ } END { print n + 0 }' text)
    is "$status $halves" '3 2' "$form: where no clock may be read, a walk at every other tick"
    ln -sf "$form" profiled && rm -f gmon.out
    preload=
    test $form != preloaded || preload=$libgmon_so
    run timeout 60 ./none clone /usr/bin/env LD_PRELOAD="$preload" ./profiled none - exit
    is "$status" $((128 + 31)) "$form: table: started where clone kills"
    run timeout 60 ./none timer_create /usr/bin/env LD_PRELOAD="$preload" ./profiled none - exit
    is "$status $(cat "$err") $(calls spin profiled)" '3 gmon: gmon.out: a seccomp filter forbids timers, so time is missing; let it allow timer_create 10' \
        "$form: started where timer_create kills"
    in_form ./$form prctl errno exit
    like "$status $(cat "$err" | tr '\n' .)" '^3 gmon: cannot write gmon.out: permission denied; GMON_OUT=FILE names another file\.$' "$form: a filter whose calls fail"
done

# A first filter forbids to map memory, which the trial of the second one needs.
cat >twice.c <<'END'
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
static int fails(unsigned number)
{
    struct sock_filter code[] = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
                                 BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1),
                                 BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
                                 BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
    struct sock_fprog program = {4, code};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}
int main(int argc, char **argv)
{
    struct rlimit limit = {0, 0};
    sigset_t set;
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (argc > 1 && argv[1][0] == 'l')
        setrlimit(RLIMIT_FSIZE, &limit);
    if (argc > 1)
        return fails(SYS_rt_sigprocmask) != 0 ? 8 : 7;
    if (fails(SYS_mmap) != 0 || fails(SYS_uname) != 0)
        return 8;
    if (getenv("KILL"))
        kill(getpid(), SIGPROF);
    if (sigprocmask(SIG_BLOCK, NULL, &set) != 0)
        return 8;
    return sigismember(&set, SIGUSR1) ? 9 : 7;
}
END
$CC -pg twice.c "$libgmon_a" -o twice || bail 'cannot build'
run timeout 60 ./twice
is_status 7 'two filters leave no signal blocked, and the program its calls'
run timeout 60 env KILL=yes ./twice
is_status 155 'a second filter is tried, so that SIGPROF ends the program'
run timeout 60 ./twice limit
is_status 7 'a filter under which no signal can be blocked: no SIGXFSZ'
# shellcheck disable=SC2016
GMON_VERBOSE=1 run perl -e 'pipe my $from, my $to or die; close $from; open STDERR, ">&", $to or die; exec "./twice", "pipe"'
is_status 7 '... and no SIGPIPE'

# The list of calls that are tried has each call of the runtime.
used=$(cat "$SRCDIR"/src/runtime/os/*.[ch] | grep -oE 'gm_(may_)?call\((GM_)?SYS_[A-Za-z0-9_]+' | sed 's/.*(//' | sort -u)
listed=$(sed -n 's/^    {\(\(GM_\)*SYS_[A-Za-z0-9_]*\),.*/\1/p' "$SRCDIR/src/runtime/os/sandbox.c" | sort -u)
is "$(echo "$used" | while read -r name; do echo "$listed" | grep -qx "$name" || echo "$name"; done)" '' \
    'each system call of the runtime is tried in a sandbox'
done_testing
