#!/bin/sh
# harmless_starts.t - how a program gets libgmon, and how it ends, changes nothing in it
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"

# ---- preloaded, not profiled -----------------------------------------------------------------------
# Prints what is to be seen of handlers, timers and threads; uses a library if it is named, or sends
# itself a signal.
cat >seen.c <<'END'
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
static void show(const char *path, const char *with)
{
    char line[256];
    FILE *f = fopen(path, "r");
    while (f != NULL && fgets(line, sizeof line, f) != NULL)
        if (strncmp(line, with, strlen(with)) == 0)
            fputs(line, stdout);
    if (f != NULL)
        fclose(f);
}
int main(int argc, char **argv)
{
    for (int i = 0; i < 4; i++)
        show("/proc/self/status", (const char *[]){"SigPnd", "SigBlk", "SigIgn", "SigCgt"}[i]);
    show("/proc/self/status", "Threads");
    show("/proc/self/timers", "");
    fflush(stdout);
    if (argc > 2) {
        int (*outer)(int);
        *(void **)&outer = dlsym(dlopen(argv[2], RTLD_NOW), "outer");
        outer(0);
        return 7;
    }
    raise(argc > 1 && strcmp(argv[1], "USR1") == 0 ? SIGUSR1 : SIGTERM);
    return 7;
}
END
$CC seen.c -ldl -o seen || bail 'cannot build'
wishes='GMON_CLOCK=wall GMON_HZ=1000 GMON_MODULES=1 GMON_DUMP_SIGNAL=USR1 GMON_EXIT_SIGNALS=TERM GMON_DUMP_INTERVAL=1 GMON_TOGGLE_SIGNAL=USR2'
for signal in USR1 TERM; do
    run ./seen $signal
    without="$status $(cat "$out" "$err")"
    rm -f gmon.out* stacks.gmon.out*
    # shellcheck disable=SC2086
    run env $wishes LD_PRELOAD="$libgmon_so" ./seen $signal
    is "$status $(cat "$out" "$err") $(echo gmon.out*)" "$without gmon.out*" \
        "a program that is not profiled is the same with libgmon preloaded, $signal, too"
done
# Its first call of a function that is counted begins everything.
$CC -g -O1 -pg -fPIC -shared -o libone.so "$progs/library.c" || bail 'no library'
# shellcheck disable=SC2086
run env $wishes LD_PRELOAD="$libgmon_so" ./seen exit ./libone.so
is "$status $(calls inner libone.so gmon.out.libone.so)" '7 100' 'unless it calls a library that is'
ok 'whose time is sampled' test "$(hundredths inner libone.so gmon.out.libone.so)" -ge 5

# ---- dlopen, monstartup, dlclose ------------------------------------------------------------------
cat >loads.c <<'END'
#include <dlfcn.h>
#include <time.h>
int main(int argc, char **argv)
{
    void (*start)(unsigned long, unsigned long);
    void *library = argc > 1 ? dlopen(argv[1], RTLD_NOW) : 0;
    if (library == 0)
        return 9;
    *(void **)&start = dlsym(library, "monstartup");
    start(0, 0);
    dlclose(library);
    while (clock() < CLOCKS_PER_SEC / 10)
        ;
    return 7;
}
END
$CC loads.c -ldl -o loads || bail 'cannot build'
run timeout 60 ./loads "$libgmon_so"
is "$status $(test -s gmon.out && echo written)" '7 written' 'dlopen, monstartup, dlclose: the program goes on, and is profiled'

# ---- a stack that is used up ----------------------------------------------------------------------
cat >deep.c <<'END'
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
__attribute__((noinline)) void work(void) { __asm__ volatile(""); }
__attribute__((noinline)) static int sum(volatile int *n) { int more[256] = {*n}; *n += 1; return sum(n) + more[*n % 256]; }
static void *deep(void *n)
{
    for (int i = 0; i < 10; i++)
        work();
    sum(n);
    return NULL;
}
int main(int argc, char **argv)
{
    int n = 0;
    stack_t stack;
    pthread_t t;
    (void)argv;
    sigaltstack(NULL, &stack);
    printf("%d\n", stack.ss_flags == SS_DISABLE);
    fflush(stdout);
    if (argc > 1 && pthread_create(&t, NULL, deep, &n) == 0)
        pthread_join(t, NULL);
    deep(&n);
}
END
$CC -g -pg -w deep.c "$libgmon_a" -lpthread -o prog && $CC -g -pg -w deep.c -lpthread -o preloaded &&
    $CC -g -pg -w -static deep.c "$libgmon_a" -lpthread -o static || bail 'cannot build'
for which in prog static preloaded; do
    preloaded=
    test $which != preloaded || preloaded=LD_PRELOAD=$libgmon_so
    for thread in '' thread; do
        rm -f gmon.out* stacks.gmon.out*
        # shellcheck disable=SC2086
        run timeout 60 env GMON_EXIT_SIGNALS=TERM,SEGV $preloaded ./$which $thread
        is "$status $(calls work $which)" '139 10' "$which: GMON_EXIT_SIGNALS=SEGV: a stack is used up, $thread"
    done
    # shellcheck disable=SC2086
    run timeout 60 env GMON_EXIT_SIGNALS=TERM $preloaded ./$which
    is "$status $(cat "$out")" '139 1' "$which: without SEGV there the program has no stack for handlers"
    # shellcheck disable=SC2086
    run timeout 60 env GMON_EXIT_SIGNALS=SEGV $preloaded ./$which
    is "$status $(cat "$out")" '139 0' "$which: table: with SEGV it has one"
done

# ---- another program in the place of this one ---------------------------------------------------
forms_of harmless_exec.c -O1
$CC -g -o plain "$progs/harmless_exec.c"
printf '#!/bin/sh\necho "$# $2 $ADDED" >&2\nexit 7\n' >other && chmod +x other
# A script without its first line, behind a file that may not be executed.
mkdir denied && touch denied/headless denied/only && printf 'echo "$# $2 $ADDED" >&2\nexit 7\n' >headless && chmod +x headless
PATH=$PWD/denied:$PWD:$PATH
for form in prog static preloaded; do
    for way in execve execv execvp execvpe execl execlp execle fexecve execveat SYS_execveat syscall vfork; do
        case $way in execvp | execvpe | execlp) other=other ;; *) other=./other ;; esac
        timeout 60 ./plain $way $other 2>plain.err
        without="$? $(cat plain.err)"
        in_form ./$form $way $other
        is "$status $(cat "$err") $(calls work $form) $(echo gmon.out*)" "$without 10 gmon.out" \
            "$form: $way: the other program starts as without libgmon, and the calls before it are written"
    done
    timeout 60 ./plain execvpe headless 2>plain.err
    without="$? $(cat plain.err)"
    in_form ./$form execvpe headless
    is "$status $(cat "$err")" "$without" "$form: PATH is searched as without libgmon: a script of the shell"
    in_form ./$form execvp only
    is "$status $(cat "$out")" '6 Permission denied' "$form: and a file that may not be executed"
    in_form ./$form execv ./$form
    is "$status $(calls work $form) $(calls work $form gmon.out.1)" '6 15 10' \
        "$form: if the other program is profiled, it has the name, and the calls before it another one"
    in_form ./$form fork ./$form
    started="$(calls work $form) $(calls work $form gmon.out.*[0-9][0-9]) $(calls work $form gmon.out.*.1)"
    in_form ./$form execv ./missing
    is "$status $(cat "$out") $(calls work $form)" '6 No such file or directory 15' \
        "$form: there is no such program: all calls are counted once"
    in_form ./$form fork ./other
    is "$status $(calls work $form) $(calls work $form gmon.out.*)" '7 10 3' "$form: a forked child that becomes another program"
    in_form ./$form exit_group .
    is "$status $(calls work $form)" '7 10' "$form: syscall(SYS_exit_group)"
done
is "$started" '10 3 15' \
    'preloaded: a program that a child becomes has a file of its own'
$CC -static -x c - -o seven <<'END' || bail 'cannot build'
int main(void) { return 7; }
END
if test "$(id -u)" = 0 && mkdir jail && cp static seven jail; then
    run chroot jail /static fexecve /seven
    is "$status" 7 'static: fexecve needs no /proc'
else
    skip 'fexecve without /proc' 'needs root'
fi

# Functions of the program's own that have the names of what libgmon stands in front of.
cat >own.c <<'END'
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int own(void) { return write(1, "own ", 4) == 4 ? -1 : -2; }
int execv(const char *path, char *const argv[]) { return own() + (path == NULL) + (argv == NULL); }
int execvp(const char *file, char *const argv[]) { return own() + (file == NULL) + (argv == NULL); }
int execve(const char *path, char *const argv[], char *const envp[]) { return own() + (path == NULL) + (argv == envp); }
int execvpe(const char *file, char *const argv[], char *const envp[]) { return own() + (file == NULL) + (argv == envp); }
void _exit(int status) { own(); for (;;) abort(); (void)status; }
int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "_Exit") == 0)
        _Exit(5);
    execl("./missing", "missing", (char *)NULL);
    execle("./missing", "missing", (char *)NULL, NULL);
    execlp("other", "other", "one", "two", (char *)NULL);
    return 6;
}
END
$CC -w -pg own.c "$libgmon_a" -o own_prog && $CC -w -pg own.c -o own_preloaded || bail 'cannot build own.c'
for form in prog preloaded; do
    in_form ./own_$form
    is "$status $(cat "$out")" '7 ' "$form: execl, execle and execlp call no function of the program's"
    in_form ./own_$form _Exit
    is "$status $(cat "$out")" '5 ' "$form: nor does _Exit"
done

# ---- a server that forks for each request ---------------------------------------------------------
cat >server.c <<'END'
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
__attribute__((noinline)) static void serve(void) { __asm__ volatile(""); }
int main(int argc, char **argv)
{
    for (int i = argc > 1 ? atoi(argv[1]) : 0; i > 0; i--) {
        if (fork() == 0) {
            serve();
            exit(0);
        }
        wait(NULL);
    }
}
END
$CC -g -pg server.c "$libgmon_a" -o server || bail 'cannot build'
mkdir run
# The manual's way to add up what children have left; it may be done at any time.
add_up()
{
    find run -name 'gmon.*' ! -name '*.tmp' >list
    test ! -f all.sum || echo all.sum >>list
    gprof -s --output=all.sum --files-from=list server &&
        grep -v all.sum list | sed 'p;s:[^/]*$:stacks.&:' | xargs rm -f
}
for requests in 200 300; do
    GMON_OUT=run/gmon.%p ./server $requests
    : >run/gmon.1.2.tmp # of a child that writes at the moment
    add_up
done
is "$(calls serve server all.sum) $(ls run)" '500 gmon.1.2.tmp' 'children of a server are added up, and their files are gone'

# ---- what cannot be kept: the table in libgmon.7 --------------------------------------------------
if test "$(uname -m)" = x86_64; then
    for form in prog static preloaded; do
        in_form ./$form instruction .
        is "$status $(echo gmon.out*)" '7 gmon.out*' "$form: table: exit_group by an instruction of the program's own"
    done
else
    skip 'exit_group by an instruction' 'harmless_exec.c has that of x86-64'
fi
cat >slack.c <<'END'
#include <stdio.h>
#include <sys/prctl.h>
int main(void) { return printf("%d\n", prctl(PR_GET_TIMERSLACK)) < 0; }
END
$CC -pg slack.c -o slack || bail 'cannot build'
slack=$(./slack)
is "$(preload ./slack) $(preload ./slack)" "$((slack + 1)) $((slack + 1))" \
    'table: a preloaded program that is profiled has one nanosecond more of timer slack'
cp slack slack_alone
$CC -pg slack.c "$libgmon_a" -o slack || bail 'cannot build'
is "$(./slack)" "$slack" 'but not with the archive'
is "$(./prog execv ./slack_alone)" "$((slack + 2))" 'and one that executes another program two more there'
# Prints what the kernel shows of a process: its memory, its threads, whether SIGPROF has a handler.
cat >kernel.c <<'END'
#include <signal.h>
#include <stdio.h>
int main(void)
{
    unsigned long long n;
    char line[256];
    FILE *f = fopen("/proc/self/status", "r");
    while (f != NULL && fgets(line, sizeof line, f) != NULL)
        if (sscanf(line, "VmSize: %llu", &n) == 1 || sscanf(line, "Threads: %llu", &n) == 1)
            printf("%llu ", n);
        else if (sscanf(line, "SigCgt: %llx", &n) == 1)
            printf("%llu\n", n >> (SIGPROF - 1) & 1);
    return f == NULL;
}
END
$CC kernel.c -o plain_kernel && $CC -pg kernel.c "$libgmon_a" -o kernel || bail 'cannot build'
# shellcheck disable=SC2046
set -- $(./plain_kernel) $(./kernel) $(GMON_CLOCK=wall ./kernel)
is "$2 $3 $5 $6 $8 $9" '1 0 1 1 2 1' \
    'table: /proc shows the handler and, with GMON_CLOCK=wall, the thread'
ok "table: limits count libgmon's memory ($1 and $4 kB)" test "$4" -gt "$1"
# ---- a header that may not be read ------------------------------------------------------------
cat >hidden.c <<'END'
#include <link.h>
#include <sys/mman.h>
#include <time.h>
extern const ElfW(Ehdr) __ehdr_start;
int main(void)
{
    int error = mprotect((void *)&__ehdr_start, 4096, PROT_NONE);
    while (clock() < CLOCKS_PER_SEC / 10) {}
    return error != 0;
}
END
if $CC -g -pg -O1 -static hidden.c "$libgmon_a" -lpthread -o hidden 2>/dev/null; then
    rm -f gmon.out* stacks.gmon.out*
    run timeout 60 ./hidden
    is "$status $(ls stacks.gmon.out)" '0 stacks.gmon.out' 'a static program makes the page of its ELF header unreadable'
else
    skip 'an unreadable header' 'no static libc'
fi
done_testing
