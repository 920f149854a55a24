#!/bin/sh
# run_others.t - gprof --run of programs that become others, start others, or leave some behind
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"
mkdir scratch && TMPDIR=$PWD/scratch && export TMPDIR

cat >spin.c <<'END_OF_FILE'
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
static volatile long sum;
__attribute__((noinline)) void spin(double seconds)
{
    while ((double)clock() < seconds * CLOCKS_PER_SEC)
        for (int i = 0; i < 100000; i++)
            sum++;
}
int main(int argc, char **argv)
{
    spin(argc > 1 ? atof(argv[1]) : 0.4);
    puts("ran");
    return 0;
}
END_OF_FILE
$CC -O1 -g -o spin spin.c && cp spin other || bail 'cannot build'
row()
{
    grep -E '^ .* spin ' "$err" | head -n 1
}

# ---- what the process becomes, and what it only waits for ----
printf '#!/bin/sh\nexec ./spin\n' >shim && chmod +x shim
printf 'all:\n\t@./spin\n' >Makefile
for command in ./shim 'nice ./spin' 'env A=1 ./spin' 'sh -c exec\ ./spin' 'timeout 9 ./spin' 'sh -c ./spin;:' "${MAKE:-make}"; do
    rm -f gmon.out
    eval "run gprof --run $(printf '%s' "$command" | sed 's/;/\\;/')"
    is "$status $(cat "$out")" '0 ran' "$command runs"
    like "$(row)" ' main' "$command: the report is of what took the time"
    ok "$command: its data are kept" test -s gmon.out
done

printf '#!/bin/sh\ni=0; while [ $i -lt 30000 ]; do i=$((i + 1)); done; exec ./spin 2\n' >shim
run gprof --run -n ./shim
like "$(cat "$err")" '^gprof-run: .*: [0-9]+ % of the time; --all reports it$' 'a line says what else the process was'

# ---- several that took time ----
printf '#!/bin/sh\n./spin 0.3; ./other 0.3\n' >both && chmod +x both
run gprof --run -n ./both
like "$(cat "$err")" '^gprof-run: ./both: other programs took [0-9]+ % of the CPU time, 0\.[0-9]+ s; --all reports them$' \
    'several others: how much they took'
run gprof --run -n --all ./both
is "$(grep -E -c '^ +[45][0-9.]+ +0\.[0-9]+ +1  (spin|other)$' "$err")" 2 '--all: a table of programs comes first'
is "$(grep -c -e '^==> spin <==$' -e '^==> other <==$' "$err")" 2 'then the report of each'
run gprof --run -n --all -r none ./both
is_stderr '' '-r none: no heading'
printf '#!/bin/sh\n./spin 0.5; cp other gone; ./gone 0.2; echo >gone; rm gone; ./other 0.2\n' >both
run gprof --run -n --all ./both
like "$(cat "$err")" '^gprof-run: gone: has written a profile' 'one that has no report'
is "$(grep -c -e '^other: 0' -e '^spin: 0' "$err")" 2 'does not hide the others'
run gprof --run --all -r '-b -A --no-such' ./both
like "$(cat "$err")" '^gprof-run: gprof has failed, with status 1$' 'if reports fail, a line says so'
ok 'and the data stay' test -s gmon.out -a -s gmon.out.gone -a -s gmon.out.other
rm -f gmon.* stacks.*

# ---- libraries, sanitizers ----
cat >lib.c <<'END_OF_FILE'
volatile unsigned long s;
static void __attribute__((noinline)) inner(long n) { for (long i = 0; i < n; i++) s += i; }
void decode(void) { for (int i = 0; i < 50; i++) inner(4000000); }
END_OF_FILE
echo 'void decode(void); int main(void) { decode(); return 0; }' >uses.c
$CC -pg -g -shared -fPIC -o libwork.so lib.c && $CC -pg -g -o uses uses.c -L. -lwork -Wl,-rpath,"$PWD"
run env GMON_MODULES=libwork.so gprof --run ./uses
like "$(tail -n 1 "$err")" '^gprof-run: gmon.out.libwork.so: the data of a library; run: gprof .*/libwork.so gmon.out.libwork.so$' \
    'GMON_MODULES: how the data of a library are read'
is "$(calls inner libwork.so gmon.out.libwork.so)" 50 'and they are there'
if $CC -g -fsanitize=address -o sanitized spin.c 2>/dev/null && ./sanitized 0.1 >/dev/null 2>&1; then
    run gprof --run ./sanitized
    is "$status $(cat "$out")" '0 ran' 'a program with AddressSanitizer runs'
    like "$(row)" ' main' 'and is profiled'
else
    skip 'AddressSanitizer' "$CC has none"
fi

# ---- processes that outlive the first one, or become another user ----
cat >daemon.c <<'END_OF_FILE'
#include <time.h>
#include <unistd.h>
int main(void)
{
    if (fork() == 0) {
        setsid();
        while (access("go", F_OK) != 0)
            usleep(10000);
        while (clock() < CLOCKS_PER_SEC / 5)
            ;
        return 0;
    }
    while (clock() < CLOCKS_PER_SEC / 5)
        ;
    return 0;
}
END_OF_FILE
$CC -g -o daemon daemon.c
run gprof --run ./daemon
told=$(sed -n 's/^gprof-run: .*daemon: process [0-9]* still runs; its data will be in //p' "$err")
ok 'of a daemon is told where its data will be' test -n "$told"
is "$(find scratch -type f)" '' 'and nothing else is there'
: >go
timeout 20 sh -c "while ! test -s '$told'; do sleep .1; done"
ok 'they arrive there' test -s "$told"
rm -rf scratch/* go
run gprof --run -n ./daemon
like "$(cat "$err")" 'still runs; its data are not kept' 'with --no-data they are not kept'
: >go
if test "$(id -u)" = 0; then
    cat >drops.c <<'END_OF_FILE'
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
int main(void)
{
    if (fork() == 0) {
        if (setgid(65534) != 0 || setuid(65534) != 0)
            return 1;
        while (clock() < CLOCKS_PER_SEC / 5)
            ;
    }
    wait(NULL);
    return 0;
}
END_OF_FILE
    $CC -g -o drops drops.c
    run env TMPDIR=/tmp gprof --run -n ./drops
    like "$(cat "$err")" '^drops: 0\.[12]' 'the data of a worker that has become another user arrive'
else
    skip 'another user' 'not root'
fi

# ---- ends ----
mkdir away && run gprof --run -d away/data sh -c './spin; rm -r away'
like "$(cat "$err")" '^gprof-run: away/data: cannot be written; --data names another file$' 'data that cannot be kept'
like "$(row)" ' main' 'are reported all the same'
gprof --run sleep 5 2>/dev/null &
timeout 20 sh -c 'while ! ls -d scratch/*/* >/dev/null 2>&1; do sleep .1; done'
kill -s KILL $!
wait $! 2>/dev/null
ok 'nothing is left if it is killed' timeout 20 sh -c 'while ls scratch/* >/dev/null 2>&1; do sleep .1; done'
rm -f gmon.out
gprof --run ./spin 2>&1 >/dev/null | true
ok 'the data are kept if nobody reads the report' timeout 20 sh -c 'while ! test -s gmon.out; do sleep .1; done'
printf '.text\n.globl far\nfar: .zero 20000000, 0x90\n' >far.s
if $CC -g -o large spin.c far.s -Wa,--noexecstack 2>/dev/null; then
    run gprof --run ./large
    ok 'the data of a large program have holes' test "$(du -k gmon.out | cut -f 1)" -lt 1000 -a "$(wc -c <gmon.out)" -gt 5000000
else
    skip 'a large program' 'the assembler knows no .zero with a value'
fi

# ---- ranks ----
cat >mpirun <<'END_OF_FILE'
#!/bin/sh
OMPI_COMM_WORLD_SIZE=3 OMPI_COMM_WORLD_RANK=0
export OMPI_COMM_WORLD_RANK OMPI_COMM_WORLD_SIZE
for OMPI_COMM_WORLD_RANK in 0 1 2; do "$@" & done
wait
END_OF_FILE
chmod +x mpirun
for command in 'gprof --run ./mpirun ./spin 0.2' './mpirun gprof --run ./spin 0.2'; do
    rm -f gmon.* stacks.*
    # shellcheck disable=SC2086
    run $command
    is "$(ls gmon.out* stacks.gmon.out* | tr '\n' ' ')" \
        'gmon.out.0 gmon.out.1 gmon.out.2 stacks.gmon.out.0 stacks.gmon.out.1 stacks.gmon.out.2 ' "$command: a file a rank"
    is "$(grep -c '^spin (3 files): ' "$err") $(grep -E -c '^ .* % +gmon.out.[012]$' "$err")" '1 3' 'one report, with a row a rank'
done

is "$(grep -c '^gprof-run: rank [012]: its data are in gmon.out.[012]; the last rank reports$' "$err")" 2 \
    'other ranks say where their data are'

is "$(ls scratch)" '' 'nothing is left where the data were'
done_testing
