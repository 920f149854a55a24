#!/bin/sh
# constructors.t - what constructors of libraries do, before the program's start-up code, is in the file
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"

cat >main.c <<'END'
void work(int hundredths);
int main(void)
{
    work(0);
    return 0;
}
END
for flag in '' -pg; do
    # shellcheck disable=SC2086
    $CC -g -O1 $flag -DWHEN=constructor -fPIC -shared "$progs/ends.c" -o libbegins.so || bail 'cannot build ends.c'
    $CC -g -O1 -pg main.c -o prog ./libbegins.so "$libgmon_a" && $CC -g -O1 -pg main.c -o preloaded ./libbegins.so &&
        $CC -g -O1 main.c -o plain ./libbegins.so || bail 'cannot build main.c'
    for form in prog preloaded plain; do
        if test $form = plain; then
            rm -f ./*gmon.out*
            run env GMON_ALL=1 LD_PRELOAD="$libgmon_so" ./plain
        else
            in_form ./$form
        fi
        ticks=$("$TOOLS/gmondump" stacks.gmon.out | awk '
            NF > 4 && $(NF - 3) == "ticks" { n += $(NF - 2) } END { print n + 0 }')
        ok "$form $flag: of 30 hundredths in a constructor $ticks were seen" test "$status" = 0 -a "$ticks" -ge 25
    done
done
for form in prog preloaded plain; do
    rm -f ./*gmon.out*
    test $form = prog || LD_PRELOAD=$libgmon_so
    run env GMON_ALL=1 GMON_MODULES=1 LD_PRELOAD="${LD_PRELOAD-}" ./$form
    unset LD_PRELOAD
    is "$(calls called libbegins.so gmon.out.libbegins.so)" 1000 "$form: and calls of a constructor are counted"
done
done_testing
