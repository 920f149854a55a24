#!/bin/sh
# runner.t - the golden runner, tap.sh and tap.h: do they see failures?
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
unset T VALGRIND
lib=$SRCDIR/tests/lib

# ---- golden.pl -------------------------------------------------------------------------------
mkdir -p cases/sub
echo 'echo one; echo two >&2; exit 3' >cases/full.sh
printf 'one\n' >cases/full.stdout
printf 'two\n' >cases/full.stderr
echo 3 >cases/full.exit
echo ':' >cases/quiet.sh
# shellcheck disable=SC2016
echo 'ls -A; pwd; echo "$SRCDIR/x" "$TOOLS/y" "$GPROF: z" >&2' >cases/sub/paths.sh
echo '@TMP@' >cases/sub/paths.stdout
echo '@SRCDIR@/x @TOOLS@/y gprof: z' >cases/sub/paths.stderr
run perl "$lib/golden.pl" cases
is_status 0 'golden: lawful cases pass'
is_stdout "ok 1 - full
ok 2 - quiet
ok 3 - sub/paths
1..3" 'golden: in order, folders included'

echo 'printf none' >cases/quiet.sh
run perl "$lib/golden.pl" cases
is_status 1 'golden: unexpected output fails'
like "$(cat "$out")" '^not ok 2 - quiet' 'golden: its case is named'
like "$(cat "$err")" '^# [+]none' 'golden: the difference is shown'
T='f*' run perl "$lib/golden.pl" cases
is_stdout "ok 1 - full
1..1" 'golden: T chooses'

run perl "$lib/golden.pl" --bless cases
is_status 0 'bless: succeeds'
like "$(cat "$out")" '^[+]none' 'bless: shows the difference'
is "$(cat cases/quiet.stdout)" none 'bless: writes'
echo 'exit 4' >cases/quiet.sh
run perl "$lib/golden.pl" --bless cases
is "$(cd cases && echo quiet.*; cat quiet.exit)" 'quiet.exit quiet.sh
4' 'bless: removes what is empty now'
# shellcheck disable=SC2016
echo 'kill -9 $$' >cases/quiet.sh
run perl "$lib/golden.pl" --bless cases
is_status 1 'bless: a crash is not accepted'
run perl "$lib/golden.pl" cases
like "$(cat "$err")" '^# [+]signal 9' 'golden: a crash fails'
rm cases/quiet.sh
run perl "$lib/golden.pl" cases
like "$(cat "$out")" '^not ok 3 - quiet.exit has no .sh' 'golden: an expectation without a case fails'

# ---- tap.sh ----------------------------------------------------------------------------------
cat >shell.t <<'END'
. "$SRCDIR/tests/lib/tap.sh"
run sh -c 'echo out; echo err >&2; exit 2'
is_status 2 a; is_stdout out b; is_stderr err c
like 'a.b' '^a[.]' d; unlike ab c e; ok f true
is_status 0 g; is_stdout x h; like ab '^b' i; unlike ab b j; ok k false
echo leftover >file
done_testing
END
run sh shell.t
is_status 1 'tap.sh: failures give status 1'
is "$(sed 's/ - / /' "$out")" 'ok 1 a
ok 2 b
ok 3 c
ok 4 d
ok 5 e
ok 6 f
not ok 7 g
not ok 8 h
not ok 9 i
not ok 10 j
not ok 11 k
1..11' 'tap.sh: right and wrong are told apart'
ok 'tap.sh: tests stand in a folder of their own' test ! -e file
# shellcheck disable=SC2016
echo '. "$SRCDIR/tests/lib/tap.sh"; ok a true' >short.t
run sh short.t
is_status 1 'tap.sh: an end without done_testing fails'

# ---- tap.h -----------------------------------------------------------------------------------
cat >unit.c <<'END'
#include "tap.h"
int main(void)
{
    ok(1, "a %d", 1);
    is_int(-1, -1, "b");
    is_uint(3u, 3u, "c");
    is_dbl(0.5, 0.5, "d");
    is_str("a", "a", "e");
    is_str(NULL, NULL, "f");
    is_mem("abc", "abd", 2, "g");
    like("abc", "^a.c$", "h");
    ok(0, "i");
    is_int(1, 2, "j");
    is_uint(1, 2, "k");
    is_dbl(0.5, 0.25, "l");
    is_str("a", NULL, "m");
    is_mem("abc", "abd", 3, "n");
    like("abc", "^b", "o");
    skip(1, "p");
    return done_testing();
}
END
ok 'tap.h: compiles without a warning' "${CC:-cc}" -std=c11 -D_GNU_SOURCE -Wall -Wextra -Werror \
    -I"$SRCDIR/tests/unit" -o unit unit.c
run ./unit
is_status 1 'tap.h: failures give status 1'
is "$(sed 's/ - .*//; s/ #.*//' "$out" | tr '\n' ' ')" 'ok 1 ok 2 ok 3 ok 4 ok 5 ok 6 ok 7 ok 8 not ok 9 not ok 10 not ok 11 not ok 12 not ok 13 not ok 14 not ok 15 ok 16 1..16 ' \
    'tap.h: right and wrong are told apart'
done_testing
