#!/bin/sh
# runner.t - the golden runner, tap.sh and tap.h report failures as such
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
unset T VALGRIND
lib=$SRCDIR/tests/lib

# ---- golden.pl -------------------------------------------------------------------------------
mkdir -p cases/sub
cat >cases/one.cases <<'END'
# one - two cases with one preamble
echo one

=== full
# prints on both, and fails
echo two >&2; exit 3
--- status 3
--- stderr
two
--- stdout
one

=== quiet
# prints what the preamble does
:
--- stdout
one
END
cat >cases/sub/two.cases <<'END'
# two - where it runs

=== paths
# an empty directory, and names that differ from machine to machine
ls -A; pwd; echo "$SRCDIR/tests/x" "$TOOLS/y" "$GPROF: z" >&2
--- stderr
@SRCDIR@/tests/x @TOOLS@/y gprof: z
--- stdout
@TMP@
END
run perl "$lib/golden.pl" cases
is_status 0 'golden: lawful cases pass'
is_stdout "ok 1 - one/full
ok 2 - one/quiet
ok 3 - sub/two/paths
1..3" 'golden: in order, directories included'
cp -r cases lawful

mkdir names
cat >names/src.cases <<'END'
# src - a checkout in /src, as in many containers

=== programs
# the sources of a case's own program may lie there, too
echo "$SRCDIR/tests/x" /src/main.c /src/include/x.h
--- stdout
@SRCDIR@/tests/x /src/main.c /src/include/x.h
END
run env SRCDIR=/src perl "$lib/golden.pl" names
is_status 0 'golden: names in a program are left alone if the tree has such a name'

# break_quiet COMMANDS: what the case quiet does in the place of nothing
break_quiet()
{
    commands=$1 perl -0 -pe 's/^:\n/$ENV{commands}\n/m' lawful/one.cases >cases/one.cases
}
break_quiet 'echo no such thing >&2; exit 77'
run perl "$lib/golden.pl" cases
is_status 0 'golden: a case that skips itself passes'
like "$(cat "$out")" '^ok 2 - one/quiet # SKIP no such thing$' 'golden: and says why'
run perl "$lib/golden.pl" --bless cases
is_stdout '' 'golden: and nothing of it is accepted'
break_quiet 'printf none'
run perl "$lib/golden.pl" cases
is_status 1 'golden: unexpected output fails'
like "$(cat "$out")" '^not ok 2 - one/quiet' 'golden: its case is named'
like "$(cat "$err")" '^# [+]none' 'golden: the difference is shown'
T='f*' run perl "$lib/golden.pl" cases
is_stdout "ok 1 - one/full
1..1" 'golden: T chooses'
T='two' run perl "$lib/golden.pl" cases
is_stdout "ok 1 - sub/two/paths
1..1" 'golden: ... files, too'

run perl "$lib/golden.pl" --bless cases
is_status 0 'bless: succeeds'
like "$(cat "$out")" '^[+]none' 'bless: shows the difference'
is "$(tail -n 3 cases/one.cases)" '--- stdout escaped
one
none\' 'bless: writes'
run perl "$lib/golden.pl" cases
is_status 0 'bless: what it wrote is read as the same'
break_quiet 'exit 4'
run perl "$lib/golden.pl" --bless cases
is "$(sed -n '/^=== quiet/,$p' cases/one.cases)" '=== quiet
# prints what the preamble does
exit 4
--- status 4
--- stdout
one' 'bless: writes a status'
break_quiet : && cp cases/one.cases before
run perl "$lib/golden.pl" --bless cases
is_file cases/one.cases before 'bless: nothing changes where nothing differs'
cp lawful/one.cases cases && sed -i 's/^echo one/:/' cases/one.cases
run perl "$lib/golden.pl" --bless cases
is "$(sed -n '/^=== quiet/,$p' cases/one.cases)" '=== quiet
# prints what the preamble does
:' 'bless: removes what is empty now'

# Bytes of any kind, and lines that look like those between cases.
break_quiet 'printf "a\0b\r\n\t\f\n=== one\n--- stdout\n\\\\x41\\\\\n\377\n\303\244\n\n\n"'
run perl "$lib/golden.pl" --bless cases
like "$(cat cases/one.cases)" '^a.x00b.x0d$' 'bless: bytes that are no text are written as numbers'
run perl "$lib/golden.pl" cases
is_status 0 'golden: and read again'
sed 's/x00b/x01b/' cases/one.cases >changed && cp changed cases/one.cases
run perl "$lib/golden.pl" cases
is_status 1 'golden: one other byte fails'
break_quiet 'printf "\n\n"'
run perl "$lib/golden.pl" --bless cases
run perl "$lib/golden.pl" cases
is_status 0 'golden: empty lines at the end are counted'
break_quiet 'printf "\n"' && run perl "$lib/golden.pl" cases
is_status 1 'golden: ... and one less fails'

# shellcheck disable=SC2016
break_quiet 'kill -9 $$'
run perl "$lib/golden.pl" --bless cases
is_status 1 'bless: a crash is not accepted'
run perl "$lib/golden.pl" cases
like "$(cat "$err")" '^# [+]signal 9' 'golden: a crash fails'

# wrong SED-COMMAND TEXT: a file that was changed so is said to be wrong
wrong()
{
    sed "$1" lawful/one.cases >cases/one.cases
    run perl "$lib/golden.pl" cases
    is_status 1 "golden: $2"
    like "$(cat "$out")" "^not ok .* - /.*/one.cases:[0-9]*: .*$2" '... is said'
}
wrong 's/quiet/full/' 'a second case full'
wrong '/^# prints what/d' 'does not begin with a comment'
wrong 's/^--- stderr/--- sdterr/' 'neither the start of a case nor one of its blocks'
wrong 's/^--- status 3/&\nmore/' 'has text behind its status'
wrong '$s/$/\n--- stdout/' 'a second block of stdout'
wrong '/^$/d' 'no empty line above === full'
cp lawful/one.cases cases && : >cases/quiet.stdout
run perl "$lib/golden.pl" cases
like "$(cat "$out")" '^not ok 4 - quiet.stdout is no file of cases' 'golden: a file that nothing reads fails'

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
ok 'tap.sh: tests stand in a directory of their own' test ! -e file
# shellcheck disable=SC2016
echo '. "$SRCDIR/tests/lib/tap.sh"; ok a true' >short.t
run sh short.t
is_status 1 'tap.sh: an end without done_testing fails'
# shellcheck disable=SC2016
echo '. "$SRCDIR/tests/lib/tap.sh"; compiles none-such -c || bail "no compiler"; ok a true' >broken.t
run sh broken.t
is "$status $(cat "$out")" '1 not ok 1 - no compiler
1..1' 'tap.sh: bail ends a test that fails, and no other'

# ---- Skipped.pm ------------------------------------------------------------------------------
mkdir skips bin
printf 'echo "ok 1 - a # SKIP no valgrind"\necho "    ok 1 - b # skip no valgrind, or another machine"\necho "ok 2 - c"\necho 1..2\n' >skips/some.t
echo 'echo "1..0 # SKIP no dot"' >skips/file.t
echo 'echo "ok 1 - d # SKIP no root here"; echo 1..1' >skips/other.t
run env PERL5LIB="$lib" prove --harness Skipped --exec sh skips/some.t skips/file.t skips/other.t
is_status 0 'Skipped.pm: skipped tests are no failures'
like "$(tail -n 1 "$out")" '^Skipped: 1 for want of dot, 2 for want of valgrind, 1 that cannot run here [(]prove -v says why[)]; ' \
    'Skipped.pm: they are counted by missing program, subtests and files included'
touch bin/apt-get && chmod +x bin/apt-get
run env PATH="$PWD/bin:$PATH" PERL5LIB="$lib" prove --harness Skipped --exec sh skips/some.t skips/file.t
like "$(tail -n 1 "$out")" ' for want of valgrind; to run these: apt-get install graphviz valgrind$' \
    'Skipped.pm: the command that installs the programs is named'
printf 'echo "ok 1"\necho 1..1\n' >skips/some.t
run env PERL5LIB="$lib" prove --harness Skipped --exec sh skips/some.t
unlike "$(cat "$out")" Skipped 'Skipped.pm: nothing is said if nothing was skipped'

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
ok 'tap.h: compiles without a warning' ${CC:-cc} -std=c11 -D_GNU_SOURCE -Wall -Wextra -Werror \
    -I"$SRCDIR/tests/unit" -o unit unit.c
run ./unit
is_status 1 'tap.h: failures give status 1'
is "$(sed 's/ - .*//; s/ #.*//' "$out" | tr '\n' ' ')" 'ok 1 ok 2 ok 3 ok 4 ok 5 ok 6 ok 7 ok 8 not ok 9 not ok 10 not ok 11 not ok 12 not ok 13 not ok 14 not ok 15 ok 16 1..16 ' \
    'tap.h: right and wrong are told apart'
done_testing
