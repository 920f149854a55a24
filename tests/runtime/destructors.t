#!/bin/sh
# destructors.t - what destructors of libraries do is in the file, though they run behind ours
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"

cat >main.c <<'END'
void work(int hundredths);
int main(void)
{
    work(20);
    return 0;
}
END
$CC -g -O1 -pg -DWHEN=destructor -fPIC -shared "$progs/ends.c" -o libends.so || bail 'cannot build ends.c'
$CC -g -O1 -pg main.c -o prog ./libends.so "$libgmon_a" && $CC -g -O1 -pg main.c -o preloaded ./libends.so ||
    bail 'cannot build main.c'
for form in prog preloaded; do
    in_form ./$form
    ticks=$("$TOOLS/gmondump" stacks.gmon.out | awk '
        $1 == "stacks" { n += $7 } NF > 4 && $(NF - 3) == "ticks" { n += $(NF - 2) } END { print n + 0 }')
    ok "$form: of 50 hundredths, 30 in a destructor, $ticks are in the file" test "$ticks" -ge 45
    GMON_MODULES=1
    export GMON_MODULES
    in_form ./$form
    unset GMON_MODULES
    is "$(calls called libends.so gmon.out.libends.so)" 1000 "$form: and calls of a destructor are counted"
done
done_testing
