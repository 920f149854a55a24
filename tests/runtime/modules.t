#!/bin/sh
# modules.t - time and calls in shared libraries: under <external>, or in a file for each library
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"

for lib in one two; do
    $CC -g -O1 -pg -fPIC -shared -o lib$lib.so "$progs/library.c" || bail 'no library'
done
prog prog uses.c -O1 -DLINKED ./libone.so -ldl
plain preloaded uses.c -O1 -pg -DLINKED ./libone.so -ldl
plain loads uses.c -O1 -pg -ldl

./prog
is "$(echo gmon.out*)" gmon.out 'no file but gmon.out'
all=$(hundredths total)
ok "the library's time is in the total ($all)" test "$all" -ge 10
# Now and then a tick is due that has not come when the program ends: it is under <unseen>.
outside_and_unseen()
{
    echo $(($(hundredths '<external>') + $(hundredths '<unseen>')))
}
is "$(outside_and_unseen)" "$(hundredths total)" 'under <external>, but for what no tick has seen'
ok 'which is little' test "$(hundredths '<unseen>')" -le 4
is "$(calls '<external>')" 0 'which nobody calls'
if test -x /usr/bin/gprof; then
    READER=/usr/bin/gprof
    is "$(outside_and_unseen)" "$(hundredths total)" 'GNU gprof shows it as well'
    READER=$GPROF
fi

inner_timed()
{
    in=$(hundredths inner libone.so gmon.out.libone.so)
    test "$in" -ge 5
}
library_file()
{
    is "$(calls inner libone.so gmon.out.libone.so) $(arcs outer inner libone.so gmon.out.libone.so)" \
        '100000 100000' "$1: the library's own calls"
    is "$(calls outer libone.so gmon.out.libone.so)" 1000 "$1: and those from outside"
    ok "$1: and its time ($in)" inner_timed
}

timed inner_timed run env GMON_MODULES=1 GMON_VERBOSE=1 ./prog
library_file 'GMON_MODULES=1'
all=$(hundredths total)
ok "its time is no longer in gmon.out ($all)" test "$all" -lt "$in"
# told FILE PROG: do the samples that GMON_VERBOSE tells of agree with the reader's total?
told()
{
    samples=$(sed -n "s/^gmon: $1: \([0-9]*\) ticks.*/\1/p" "$err" | tail -1)
    profiler=$(sed -n "s/^gmon: $1: .*of these \([0-9]*\) in the profiler.*/\1/p" "$err" | tail -1)
    is "$((samples - ${profiler:-0}))" "$(hundredths total "$2" "$1")" \
        "GMON_VERBOSE and gprof agree on $1 ($samples samples)"
}
told gmon.out prog
told gmon.out.libone.so libone.so
like "$(cat "$err")" '^gmon: gmon.out.libone.so: [0-9]+ ticks, 101000 calls, [0-9]+ bytes$' \
    'GMON_VERBOSE tells the share'
gnu_reads()
{
    READER=/usr/bin/gprof
    is "$(calls inner libone.so gmon.out.libone.so)" 100000 'GNU gprof reads the file'
    READER=$GPROF
}
test ! -x /usr/bin/gprof || gnu_reads

export GMON_MODULES=1
timed inner_timed preload ./preloaded
library_file 'LD_PRELOAD'
# With only calls, most time is in the runtime.
cat >calls.c <<'END'
#include <time.h>
__attribute__((noinline)) static void work(void) { __asm__ volatile(""); }
int main(void)
{
    while (clock() < CLOCKS_PER_SEC / 5)
        for (int i = 0; i < 100000; i++)
            work();
}
END
$CC -pg -O1 calls.c -o calls || bail 'cannot build calls.c'
rm -f gmon.out* stacks.gmon.out*
GMON_VERBOSE=1 preload ./calls 2>said
profiler=$(sed -n 's/^gmon: gmon.out: .* of these \([0-9]*\) in the profiler.*/\1/p' said | tail -n 1)
ok "libgmon.so has no file, though time was seen in it ($profiler)" test "${profiler:-0}" -gt 0 -a ! -e gmon.out.libgmon.so
unset GMON_MODULES
rm -f gmon.out* stacks.gmon.out*
preload ./preloaded
is "$(echo gmon.out*)" gmon.out 'LD_PRELOAD: no file but gmon.out'
is "$(hundredths total preloaded)" 0 "which has the program's own time, as with glibc"
ok "and the stacks have the library's" \
    test "$("$TOOLS/gmondump" stacks.gmon.out | awk '$(NF - 1) == "squares" { n += $(NF - 2) } END { print n }')" -ge 10
# Libraries by their names; libm.so.6 is not used, and libc.so.6 may have samples.
for names in libone.so libtwo.so:libone.so libone.so,libm.so.6; do
    rm -f gmon.out*
    GMON_MODULES=$names preload ./preloaded
    is "$(echo gmon.out*)" 'gmon.out gmon.out.libone.so' "GMON_MODULES=$names"
done
rm -f gmon.out*
GMON_MODULES=libon.so:libone.so.1:one.so:: preload ./preloaded
is "$(echo gmon.out*)" gmon.out 'names that are only like that of the library'

export GMON_MODULES=1
# A device as file: the directory of devices gets none of the others.
mkdir devices
if test "$(id -u)" = 0 && mknod devices/null c 1 3 2>/dev/null; then
    GMON_OUT=devices/null preload ./preloaded
    is "$(ls devices)" null 'no library has a file beside /dev/null'
else
    skip 'files beside /dev/null' 'needs root'
fi

# Ends that may not ask the loader for its list.
cat >ends.c <<'END'
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
int outer(int x);
int main(int argc, char **argv)
{
    for (int i = 0; i < 1000; i++)
        outer(i);
    (void)argv;
    if (argc > 1)
        raise(SIGTERM);
    _exit(0);
}
END
$CC -pg ends.c ./libone.so -o ends
rm -f gmon.out* stacks.gmon.out*
preload ./ends
is "$(calls inner libone.so gmon.out.libone.so)" 100000 '_exit: the libraries have their files'
rm -f gmon.out* stacks.gmon.out*
run env GMON_EXIT_SIGNALS=TERM LD_PRELOAD="$libgmon_so" ./ends by-signal
is "$(calls inner libone.so gmon.out.libone.so)" 100000 'and so they have when a signal ends the program'

# Two libraries that may come to lie at the same address, closed before the exit.
prog archive uses.c -O1 -ldl
closed_timed()
{
    one=$(hundredths inner libone.so gmon.out.libone.so)
    two=$(hundredths inner libtwo.so gmon.out.libtwo.so)
    test "$one" -ge 10 -a "$two" -ge 5
}
for how in archive preload; do
    case $how in
        archive) timed closed_timed run ./archive ./libone.so ./libtwo.so ./libone.so ;;
        preload) timed closed_timed preload ./loads ./libone.so ./libtwo.so ./libone.so ;;
    esac
    is "$(calls inner libone.so gmon.out.libone.so) $(calls inner libtwo.so gmon.out.libtwo.so)" \
        '200000 100000' "$how: dlopen and dlclose: each call in its own library"
    ok "and the time ($one, $two)" closed_timed
done

# Two of one name; the second one is known by its directory.
mkdir left right
cp libone.so left/plugin.so && cp libone.so right/plugin.so
for how in "./left/plugin.so ./right/plugin.so ./right/plugin.so" \
    "./left/plugin.so ./right/plugin.so ./left/plugin.so ./right/plugin.so ./right/plugin.so"; do
    rm -f gmon.out* stacks.gmon.out*
    # shellcheck disable=SC2086
    preload ./loads $how
    is "$(calls inner libone.so gmon.out.plugin.so) $(calls inner libone.so gmon.out.*-right-plugin.so)" \
        "$(echo "$how" | grep -o left | wc -l)00000 $(echo "$how" | grep -o right | wc -l)00000" \
        "two libraries of one name have files of their own: $how"
done

# A library is built again while the program runs: each build has its own calls. So it is in a program
# that is not profiled and counts nothing itself, and in its child.
plain bare uses.c -O1 -ldl
for build in 1 2 3; do
    $CC -g -O1 -pg -fPIC -shared -Wl,--build-id=0x0${build}02030405060708090a -o $build.so "$progs/library.c" ||
        bail 'no library'
done
rebuilt()
{
    cp 1.so plugin.so && cp 2.so two.so && cp 3.so three.so
    rm -f gmon.out* stacks.gmon.out*
    "$@" ./plugin.so ./plugin.so 'two.so>plugin.so' ./plugin.so 'three.so>plugin.so' ./plugin.so ./plugin.so ./plugin.so
    rm -f gmon.out.ld* gmon.out.libc.* # a tick may have seen these, too
    for build in 1:-2 2:-1 3:; do
        calls inner ${build%:*}.so gmon.out.plugin.so${build#*:}
    done | tr '\n' ' '
}
is "$(rebuilt ./archive) $(echo gmon.out*)" \
    '200000 100000 300000  gmon.out gmon.out.plugin.so gmon.out.plugin.so-1 gmon.out.plugin.so-2' \
    'three builds of a library, one after the other, have a file each'
is "$(rebuilt preload ./bare)" '200000 100000 300000 ' 'and so they have in a program without -pg'
"$GPROF" -b -p plugin.so gmon.out.plugin.so-1 2>said >/dev/null
like "$(cat said)" 'plugin.so: is build 0302030405060708090a, but gmon.out.plugin.so-1 is of build 0202030405060708090a' \
    'and each its own build ID'

# A program that executes itself: the file of a library stays beside the data file of each image.
plain images images.c -O1 -pg -DLINKED ./libone.so
rm -f gmon.out* stacks.gmon.out*
preload ./images 9 4 3
is "$(for n in '' .1 .2; do printf '%s ' "$(calls outer libone.so gmon.out$n.libone.so)"; done)" '3 9 4 ' \
    'a program that executes itself: each image has the calls of its library'

# Libraries that ask for the same place, near a program that is not PIE: calls and blocks in them
# are counted in other tables, and what a closed one counted is taken out there, too.
for lib in one two; do
    $CC -g -O1 -pg -fsanitize-coverage=trace-pc -fPIC -shared -Wl,-Ttext-segment=0x20000000 \
        -o libnear$lib.so "$progs/library.c" || bail 'no library'
done
prog near uses.c -O1 -ldl -no-pie -rdynamic
rm -f gmon.out* stacks.gmon.out*
./near ./libnearone.so ./libneartwo.so ./libnearone.so
is "$(calls inner libnearone.so gmon.out.libnearone.so) $(calls inner libneartwo.so gmon.out.libneartwo.so)" \
    '200000 100000' 'libraries one after the other in one place: each call in its own'
is "$("$TOOLS/gmondump" gmon.out.libnearone.so | awk '$1 == "block" && $3 == 2000 { n++ } END { print n + 0 }')" 1 \
    'and each block'
done_testing
