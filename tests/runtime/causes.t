#!/bin/sh
# causes.t - programs of real compilers whose profile lacks something: the one cause is told, and what to do works
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"

# What the advice names: a program run under libgmon.
mkdir bin
cat >bin/gprof-run <<END
#!/bin/sh
case \$1 in --clock=*) GMON_CLOCK=\${1#*=}; export GMON_CLOCK; shift ;; esac
GMON_ALL=1 LD_PRELOAD=$libgmon_so exec "\$@"
END
chmod +x bin/gprof-run
PATH=$PWD/bin:$PATH

# cause NAME WARNING NEXT: --top of ./NAME with its data has one warning, which matches, or none if WARNING is empty;
# the line below the tables matches; a command in it works, and then the warning is gone.
cause()
{
    run gprof --top --width=0 "./$1" gmon.out
    warnings=$(grep -c . "$err")
    next=$(sed -n '/^Next: /,$p' "$out" | tr -s '\n ' ' ')
    if test -n "$2"; then
        is "$warnings" 1 "$1: one warning"
        like "$(cat "$err")" "$2" '... with the cause'
    else
        is "$(cat "$err")" '' "$1: no warning"
    fi
    like "$next" "^Next: $3 ?\$" '... and what to do'
    case $next in
    *run:*)
        case $next in *gprof-run*) rm -f gmon.out stacks.gmon.out ;; esac
        run sh -c "${next#*run: }"
        is_status 0 '... which works'
        run gprof --top "./$1" gmon.out
        unlike "$(cat "$err")" 'no call counts|calls its own|no sample|lacks samples' '... and helps'
        ;;
    esac
    rm -f gmon.out stacks.gmon.out
}

# made NAME SOURCE FLAG...: the program, and its data by the C library's runtime
made()
{
    made=$1
    shift
    $CC -g "$@" -o "$made" -Wl,-rpath,"$PWD" && "./$made" >/dev/null
}

cat >spin.h <<'END'
#include <time.h>
static volatile unsigned long sum;
#define SPIN while (clock() < CLOCKS_PER_SEC / 4) for (int i = 0; i < 100000; i++) sum += (unsigned long)i * sum + 1
END

made probe -xc -pg - <<'END'
int f(void) { return 1; }
int main(void) { return f() - 1; }
END
test -s gmon.out || skip_all 'no runtime of the C library for -pg'
rm -f gmon.out
outside='\./gmon\.out|gmon\.out: has no call counts: no function compiled with -pg was called by another one; see lines with -l, or run: gprof-run \./'
see='see lines with -l, or run: gprof-run \./'

made main -pg -O0 -xc - <<'END'
#include "spin.h"
int main(void) { for (int j = 0; j < 200000000; j++) sum += (unsigned long)j * sum; return 0; }
END
cause main "$outside" "${see}main"

made thread -pg -O0 -xc - -lpthread <<'END'
#include <pthread.h>
#include <stddef.h>
static volatile unsigned long sum;
static void *work(void *p) { for (int j = 0; j < 200000000; j++) sum += (unsigned long)j * sum; return p; }
int main(void) { pthread_t t; return pthread_create(&t, NULL, work, NULL) || pthread_join(t, NULL); }
END
cause thread "$outside" "${see}thread"

if made omp -pg -O0 -fopenmp -xc - 2>/dev/null <<'END'
static unsigned long sum;
int main(void)
{
#pragma omp parallel for reduction(+ : sum)
    for (int j = 0; j < 200000000; j++) sum += (unsigned long)j * (sum | 1);
    return 0;
}
END
then
    OMP_WAIT_POLICY=passive
    export OMP_WAIT_POLICY
    cause omp "$outside" "${see}omp"
fi

made inlined -pg -O2 -xc - <<'END'
static volatile unsigned long sum;
static inline __attribute__((always_inline)) void work(void) { for (int j = 0; j < 200000000; j++) sum += (unsigned long)j * sum; }
int main(void) { work(); return 0; }
END
cause inlined 'has no call counts: functions compiled with -pg were inlined; see their lines with -l, or compile with -fno-inline' \
    'see their lines with -l, or compile with -fno-inline'

cat >two.c <<'END'
static volatile unsigned long sum;
__attribute__((noinline)) void work(void) { for (int j = 0; j < 200000000; j++) sum += (unsigned long)j * sum; }
int main(void) { work(); return 0; }
END
$CC -g -c two.c
made linked -pg two.o
cause linked 'gmon.out: has no call counts; compile the program with -pg, too, not only link it' \
    'compile the program with -pg, too, not only link it'

if compiles $CC -pg -mfentry -mnop-mcount -fno-pie -no-pie; then
    made nop -pg -mfentry -mnop-mcount -O1 -fno-pie -no-pie two.c
    cause nop 'has no call counts: -mnop-mcount made NOPs of the calls that count; compile the program without -mnop-mcount' \
        'compile the program without -mnop-mcount'
fi

# a library of the user's own, compiled with -pg
cat >work.c <<'END'
static volatile unsigned long sum;
void work(void) { for (int j = 0; j < 200000000; j++) sum += (unsigned long)j * sum; }
END
$CC -g -pg -shared -fPIC work.c -o libwork.so
cat >user.c <<'END'
void work(void);
int main(void) { work(); return 0; }
END
made user -pg user.c -L. -lwork
cause user "user: calls its own libwork.so, and glibc's runtime sees no library: 1 calls unknown; run: gprof-run ./user" \
    'run: gprof-run \./user'

# ... compiled without -pg
$CC -g -shared -fPIC work.c -o libquiet.so
cat >quiet.c <<'END'
static volatile unsigned long sum;
void work(void);
__attribute__((noinline)) void own(void) { for (int j = 0; j < 200000000; j++) sum += (unsigned long)j * sum; }
int main(void) { own(); work(); return 0; }
END
made quiet -pg quiet.c -L. -lquiet
cause quiet '' 'the time of libquiet\.so is not in this file; to see it, run: gprof-run \./quiet'

# ... under libgmon: its calls are in a file of its own, which another run writes
gprof-run ./user
cause user '' 'for the calls of the first one, run: GMON_MODULES=libwork\.so gprof-run \./user'
GMON_MODULES=libwork.so gprof-run ./user
run gprof --top ./libwork.so gmon.out.libwork.so
like "$(cat "$out")" 'inclusive times measured' "a library: the program's call stacks are found"
cause user '' 'for the calls of the first one, run: gprof --top .*/libwork\.so gmon\.out\.libwork\.so'

# a library without data, and a program without symbols
rm -f gmon.out*
run gprof libwork.so
is_stderr "gprof: gmon.out: No such file or directory; a library's data are in gmon.out.libwork.so, if its program is run so: GMON_MODULES=libwork.so gprof-run PROGRAM" \
    'no data of a library: how to make them'
strip -o bare user && run gprof ./bare
like "$(cat "$err")" 'run \./bare first; if that writes none \(_exit, a signal\), run: gprof-run \./bare$' 'nor of a stripped program'
rm -f gmon.out* stacks.gmon.out*

# nothing can be preloaded into a static program
if made static -pg -static two.c; then
    cause static '' 'for measured inclusive times, link it with -lgmon, too'
fi

# a child took the time
made child -pg -xc - <<'END'
#include <sys/wait.h>
#include <unistd.h>
static volatile unsigned long sum;
static void work(void) { for (int j = 0; j < 200000000; j++) sum += (unsigned long)j * sum; }
int main(void)
{
    if (fork() == 0) work();
    wait(NULL);
    return 0;
}
END
gprof-run ./child
cause child 'gmon.out: has few samples, as forked children have data of their own; run: gprof --top \./child gmon\.out\.[0-9]*' 'run: gprof --top \./child gmon\.out\.[0-9]*'
run gprof --top ./child gmon.out.[0-9]*
like "$(cat "$out")" ' work ' '... where its functions are'
rm -f gmon.out.[0-9]* stacks.gmon.out.[0-9]*

# threads that wait by spinning
if $CC -g -fopenmp -o spin -xc - 2>/dev/null <<'END'
#include <omp.h>
static volatile unsigned long sum;
int main(void)
{
#pragma omp parallel num_threads(2)
    if (omp_get_thread_num() == 0) for (int j = 0; j < 200000000; j++) sum += (unsigned long)j * sum;
    return 0;
}
END
then
    OMP_WAIT_POLICY=active gprof-run ./spin
    run gprof --top ./spin
    like "$(cat "$err")" '^gprof: warning: stacks.gmon.out: [0-9]+ % of the CPU time is in libgomp\.so\.1, which waits by spinning; run it with OMP_WAIT_POLICY=passive$' \
        'OpenMP: threads that spin'
    OMP_WAIT_POLICY=passive gprof-run ./spin
    run gprof --top ./spin
    unlike "$(cat "$err")" 'spinning' '... and none that sleep'
    rm -f gmon.out stacks.gmon.out
fi

# without -pg, run under libgmon without call stacks
$CC -g two.c -o plain
GMON_STACKS=0 gprof-run ./plain
cause plain '' 'for calls and inclusive times, compile the program with -pg'

# the program was built again since
made again -pg two.c
sed 's/^int main.*/void more(void) { work(); work(); }\nint main(void) { work(); more(); return 0; }/' two.c >three.c
$CC -g -pg three.c -o again
cause again 'again: is another build: its code is at 0x[0-9a-f]+ to 0x[0-9a-f]+, the samples of gmon.out at .*; name the image that wrote it' \
    'name the image that wrote it'

# the program was stripped after it was linked
made whole -pg two.c -Wl,--export-dynamic-symbol=unused -xc - <<'END'
void unused(void) {}
END
strip -o stripped whole
run gprof --top ./stripped gmon.out
unlike "$(cat "$out" "$err")" 'name the image that wrote|no-pie|not counted' 'stripped: it is the image that wrote the data'
is "$(cat "$err")" 'gprof: warning: ./stripped: has no symbol table: only exported functions have names; use the program before strip, or --symbol-directory=DIR' \
    '... and what to do'

done_testing
