#!/bin/sh
# gprof_run.t - gprof-run as it is installed: status, terminal, signals, data, reports, what it says
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
unset MAKEFLAGS MFLAGS MAKELEVEL VARIANT
. "$SRCDIR/tests/runtime/runtime.sh"

# Under other names, in a tree that is moved afterwards, in a directory with a blank.
ok 'make install' "${MAKE:-make}" -s -f "$SRCDIR/Makefile" BUILD="$BUILD" -o "$BUILD/gprof" -o "$BUILD/libgmon.a" \
    -o "$BUILD/libgmon.so" DESTDIR="$PWD/dest" state="$tap_dir/state" prefix=/usr exec_prefix=/usr libdir=/usr/lib/triplet \
    program_transform_name='s/^/my-/' install
mv dest 'de st'
mkdir bin && ln -s '../de st/usr/bin/my-gprof-run' bin/gprof-run
PATH=$PWD/bin:$PATH

cat >prog.c <<'END'
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
static volatile sig_atomic_t caught;
static volatile long sum;
static void note(int number) { caught = number; }
__attribute__((noinline)) void step(void) { sum++; }
int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    for (int i = 0; i < 1000; i++) step();
    while (clock() < CLOCKS_PER_SEC / 20) for (int i = 0; i < 100000; i++) sum++;
    if (!strcmp(what, "copy")) { int c; while ((c = getchar()) != EOF) putchar(c); }
    if (!strcmp(what, "catch")) { signal(SIGINT, note); signal(SIGTERM, note); }
    if (!strcmp(what, "catch") || !strcmp(what, "wait")) {
        FILE *f = fopen("ready", "w");
        fclose(f);
        while (!caught) usleep(1000);
        printf("caught %d\n", (int)caught);
        return 40 + (int)caught;
    }
    if (!strcmp(what, "crash")) raise(SIGSEGV);
    return argc > 2 ? atoi(argv[2]) : 0;
}
END
$CC -g -pg -o prog prog.c || bail 'cannot build'
$CC -g -o plain prog.c
cat >starts.c <<'END'
#include <stdlib.h>
#include <time.h>
int main(void)
{
    while (clock() < CLOCKS_PER_SEC / 20) ;
    return system("./prog");
}
END
$CC -g -o a_starter starts.c && $CC -g -pg -o z_starter starts.c
cat >libraries.c <<'END'
#include <math.h>
#include <stdio.h>
#include <time.h>
static volatile double sum;
static char text[100];
__attribute__((noinline)) void work(int i)
{
    for (int k = 0; k < 10; k++) sum += pow(i + 0.5, 1.1) + sin(i);
    snprintf(text, sizeof text, "%.30f", sum);
}
int main(void)
{
    while (clock() < CLOCKS_PER_SEC / 2) for (int i = 0; i < 10000; i++) work(i);
    return 0;
}
END
$CC -g -o libraries libraries.c -lm && ln -s libraries linked
$CC -g -pg -static -o static prog.c 2>/dev/null && $CC -g -pg -static -o static-gmon prog.c "$libgmon_a"
i686-linux-gnu-gcc -pg -o foreign prog.c 2>/dev/null
mkdir 'scratch%p' && TMPDIR="$PWD/scratch%p" && export TMPDIR

# ---- status, output, data -----------------------------------------------------------------------
printf 'one\ntwo' >input
run sh -c 'gprof-run -- ./prog copy 7 <input'
is_status 7 'the status is that of the program'
is_stdout 'one
two' 'standard output has nothing but what the program printed, and it reads standard input'
like "$(cat "$err")" '^prog: .*[0-9.]+ seconds of CPU time' 'the report is on standard error'
is "$(calls step)" 1000 'the data are in gmon.out'
run gprof-run --no-data --report=flat --output=report --hz=1000 --data=other ./prog
is_stderr '' 'with --output nothing on standard error'
like "$(cat report)" '^ .* 1000 .* step$' 'the report named'
like "$(cat report)" '^Each sample counts as 0.001 seconds' 'at the rate named'
ok '--no-data leaves none' test ! -e other
mkdir kept && cp /dev/null kept/stacks.one
run gprof-run -c wall -d kept/one -r '-b -q' ./prog
ok '--data: with call stacks beside it' test -s kept/one -a -s kept/stacks.one
like "$(cat "$err")" '^index % time' 'options of gprof as a report'
for place in new/one kept; do
    run gprof-run --data=$place sh -c 'echo ran'
    is_status 125 "--data=$place: an error"
    is_stdout '' 'before the program runs'
    is_stderr "gprof-run: $place: cannot be written; --data names a file, in a directory that there is" 'that says why'
done
run env TMPDIR='/no directory' gprof-run --verbose -r none ./prog
like "$(cat "$err")" '^gmon: .*: [0-9]+ ticks' '--verbose, and no report'
cp prog 'a=b c'
run gprof-run -n -r flat './a=b c' copy 3 <input
is_status 3 'names with blanks and equals signs'
like "$(cat "$err")" ' 1000 .* step$' 'have their report'

# ---- processes ------------------------------------------------------------------------------------
cp prog other
printf '#!/bin/sh\n./prog; ./prog; ./other\nexit 9\n' >script
chmod +x script
rm -f gmon.out* stacks.gmon.out*
run gprof-run -r flat ./script
is_status 9 'a script has its status'
like "$(cat "$err")" ': prog: 2 processes, added up' 'processes of one program are added up'
like "$(cat "$err")" '^==> prog <==$' 'each program has a report'
is "$(calls step other gmon.out) $(calls step prog gmon.out.prog)" '1000 2000' 'and data'

mkdir away && $CC -g -pg -Wl,--build-id=0x612f622f63646566 -o away/sort prog.c && printf '#!/bin/sh\ncd away && ./sort\n' >script
run gprof-run -n -r flat ./script
like "$(cat "$err")" ' 1000 .* step$' 'the program is the one that ran, not one of its name in PATH'
cp prog away/gone && printf '#!/bin/sh\ncd away && ./gone; rm gone\n' >script
run gprof-run -d away/data ./script
like "$(cat "$err")" 'has written a profile, but where the program lies is not known$' 'a program that is not there any more has no report'
like "$(cat "$err")" '^gprof-run: its data are in away/data: my-gprof PATH/gone away/data$' 'with where its data are'
ok 'but its data and call stacks' test -s away/data -a -s away/stacks.data

# The names of their files have no room on a command line.
cat >many.c <<'END'
#include <sys/wait.h>
#include <unistd.h>
__attribute__((noinline)) void work(void) { __asm__ volatile(""); }
int main(void)
{
    for (int i = 0; i < 800; i++) {
        if (fork() == 0) { work(); _exit(0); }
        wait(0);
    }
    return 0;
}
END
$CC -g -pg -o many many.c
long=$PWD/$(printf '%0200d' 0)
mkdir "$long"
run sh -c "ulimit -s 256; TMPDIR=$long timeout 100 gprof-run -r flat ./many"
is "$status $(calls work many)" '0 800' 'as many processes as there are'
like "$(cat "$err")" ': many: 801 processes, added up' 'are added up'

# ---- programs that were not compiled with -pg -----------------------------------------------------
rm -f gmon.out* stacks.gmon.out*
run gprof-run --hz=1000 ./linked
is_status 0 'a program that was not compiled with -pg'
like "$(cat "$err")" '^linked: ' 'a program has the name by which it was run'
for name in work __vsnprintf_internal pow sin; do
    like "$(cat "$err")" " ${name#__v}| $name" "has time in $name"
done
unlike "$(cat "$err")" ' _start$' 'and none that is shown as that of _start'
ok 'its data are kept' test -s gmon.out -a -s stacks.gmon.out
for form in '-b -p' '-b -q'; do
    run gprof-run -n -r "$form" ./libraries
    like "$(cat "$err")" ' <libc\.so\.6>' "time in libraries with $form"
done
run env GMON_STACKS=0 gprof-run ./libraries
ok 'without call stacks, those of the last run do not stay' test ! -e stacks.gmon.out
run env GMON_ALL=0 gprof-run ./plain
like "$(cat "$err")" 'no profile was written' 'GMON_ALL is obeyed'
rm -f gmon.out*
run gprof-run ./a_starter
is "$(calls step)" 1000 'a program that it starts, and that counts, comes first'
like "$(cat "$err")" '^==> a_starter <==$' 'and then itself'
run gprof-run -n ./z_starter
is "$(grep '^==>' "$err")" '==> prog <==' 'if both count, the one that was run comes first'
printf '#!/bin/sh\n./plain; ./plain\n' >plains && chmod +x plains
run gprof-run --all -d all ./plains
like "$(cat "$err")" ': plain: 2 processes, added up' '--all: what a script starts'
ok 'with the sum of their call stacks' test -s stacks.all

# ---- signals ----------------------------------------------------------------------------------------
# killed SIGNAL WHAT: gprof-run is sent the signal while the program waits
killed()
{
    rm -f ready
    gprof-run -r none ./prog "$2" >"$out" 2>"$err" &
    timeout 30 sh -c 'while ! test -e ready; do sleep .1; done'
    kill -s "$1" $!
    status=0
    wait $! 2>/dev/null || status=$?
}
killed TERM catch
is "$status $(cat "$out")" '55 caught 15' 'a signal is handed on'
rm -f gmon.out
killed TERM wait
is_status 143 'a program that a signal ends has its status'
is "$(calls step)" 1000 'and a profile'
if script -qec true /dev/null </dev/null >/dev/null 2>&1; then
    rm -f ready gmon.out
    { timeout 30 sh -c 'while ! test -e ready; do sleep .1; done'; printf '\003'; sleep 1; } |
        timeout 40 script -q -e -c 'gprof-run -r none ./prog catch' /dev/null >terminal
    like "$(tr -d '\r' <terminal)" 'caught 2$' 'Ctrl-C on the terminal reaches the program, and it goes on'
    is "$(calls step)" 1000 'and its profile is there'
else
    skip Ctrl-C 'no script(1)'
fi
# Without standard input, and with each shell that is here
run gprof-run -n -r flat ./prog copy 8 <&-
is "$status: $(grep -c ' 1000 .* step$' "$err")" '8: 1' 'no standard input'
for shell in bash 'busybox sh' mksh yash; do
    if command -v "${shell%% *}" >/dev/null; then
        # shellcheck disable=SC2086
        run $shell bin/gprof-run -n -r flat ./prog copy 8 <input
        is "$status: $(cat "$out") $(grep -c ' 1000 .* step$' "$err")" '8: one
two 1' "in $shell"
    fi
done
run gprof-run ./prog crash
is_status 139 'a crash'
like "$(cat "$err")" 'no profile was written: it was ended by SIGSEGV; GMON_EXIT_SIGNALS=SEGV' 'has a remedy'

# ---- what is missing ----------------------------------------------------------------------------------
# says STATUS TEXT COMMAND...
says()
{
    want=$1 text=$2
    shift 2
    run "$@"
    is "$status: $(grep -c -e "$text" "$err")" "$want: 1" "$*: $text"
}
says 0 'no profile was written: it took no time that a sample could see; try --hz=1000' gprof-run --hz=1 true
says 125 'call stacks are always recorded' gprof-run -s ./prog
says 127 'no such program' gprof-run ./missing
says 127 'there is no such program in PATH' gprof-run missing
says 127 'not in PATH; did you mean ./prog' gprof-run prog
says 126 "may not be executed; 'chmod +x' allows it" gprof-run ./prog.c
says 126 'is a directory' gprof-run ./bin
says 125 'no program is named' gprof-run
says 125 "no such option; .*gprof-run --help" gprof-run --foo ./prog
says 125 'not from 1 to 10000' gprof-run --hz=0 ./prog
says 125 'neither cpu nor wall' gprof-run -csun ./prog
says 125 'cannot be written' gprof-run -o missing/file ./prog
says 125 'cannot be written; set TMPDIR' env TMPDIR=/proc gprof-run ./prog
mkdir alone && cp "$BUILD/gprof" alone/gprof
says 125 'is missing: install it; there is none for every machine' alone/gprof --run ./prog
printf '#!/bin/sh\ntrue\n' >nothing && chmod +x nothing
says 0 'it is a script, and has run no program for longer than from one sample to the next' gprof-run ./nothing
if test -x static; then
    $CC -static -o plain-static prog.c
    says 0 'it is static, so libgmon cannot be preloaded: compile it with -pg, and link it with -pg and -lgmon' \
        gprof-run ./plain-static
    is "$(grep -c . "$err")" 1 'and no other cause is told'
    says 2 'it is static, so libgmon cannot be preloaded: link it with -lgmon. It is profiled by the C library, without options' gprof-run ./static x 2
    like "$(cat "$err")" '^static: .* 1001 calls' 'and the C library profiles it'
    run gprof-run ./static-gmon
    unlike "$(cat "$err")" 'preloaded' 'nothing is said of one with libgmon'
    like "$(cat "$err")" '^static-gmon: .* 1001 calls' 'which is profiled by it'
else
    skip 'static programs' 'no static C library'
fi
echo 'void sigprof(void) __asm__("runtime.sigprof"); void sigprof(void) {} int main(void) { return 0; }' >go.c
$CC -o go go.c
says 0 "no profile was written: Go's runtime takes SIGPROF; use Go's own profiler, pprof" gprof-run ./go
if test "$(id -u)" = 0; then
    cp prog setuid && chown 1 setuid && chmod 4755 setuid
    says 0 'it is set-uid or set-gid, so the system preloads nothing into it: take a copy of your own' gprof-run ./setuid
else
    skip 'set-uid programs' 'not root'
fi
if test -x foreign && test "$(uname -m)" = x86_64; then
    run gprof-run ./foreign
    like "$(cat "$err")" 'it is for another machine, or of another address size, than libgmon' './foreign: for another machine'
else
    skip 'programs for another machine' 'no compiler for one'
fi
run gprof-run --help
is "$(grep -o -e '--[a-z][a-z-]*' "$out" | sort -u | tr '\n' ' ')" \
    "$(sed 's/\\-/-/g' "$SRCDIR/doc/gprof-run.1" | grep -A 1 '^\.TP' | grep -o -e '--[a-z][a-z-]*' | sort -u | tr '\n' ' ')" \
    '--help and the manual page have the same options'
is "$(gprof-run --version)" "gprof-run $(sed -n 's/^AC_INIT.\[gprof\], *\[\([^]]*\)\].*/\1/p' "$SRCDIR/configure.ac")" version
is "$(ls "$TMPDIR")" '' 'nothing is left where the data were'
done_testing
