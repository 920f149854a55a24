#!/bin/sh
# shared_signals.t - signals of GMON_EXIT_SIGNALS are the program's, and the profile is written when
# one of them ends it
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"

forms_of shared_signals.c -O1
plain none shared_signals.c -O1
export GMON_EXIT_SIGNALS=TERM,ABRT

for form in prog static preloaded; do
    for way in plain back once once-open again again-once ignored info abort child sysv; do
        env -u GMON_EXIT_SIGNALS sh -c './none "$0"; exit $?' $way >without 2>/dev/null
        code=$?
        in_form ./$form $way
        is "$status $(cat "$out")" "$code $(cat without)" "$form, $way: the program sees and does what it does without"
        is "$(calls work $form) $(grep gmon "$err")" '10 ' "$form, $way: the signal ends it, and the profile is there"
    done
done

# A signal that writes a snapshot, or pauses, is shared in the same way.
for form in prog static preloaded; do
    GMON_EXIT_SIGNALS='' GMON_DUMP_SIGNAL=TERM in_form ./$form back
    is "$status $(grep -c default "$out")" "0 3" "$form: GMON_DUMP_SIGNAL is SIG_DFL for the program, and comes back"
    is "$(calls work $form)" 10 'and a snapshot is there'
done

# Python takes SIGINT only where it finds SIG_DFL.
if python3 -c 'import signal' 2>/dev/null; then
    cat >interrupted.py <<'END'
import os, signal
try:
    os.kill(os.getpid(), signal.SIGINT)
    for i in range(10 ** 8): pass
except KeyboardInterrupt:
    print('interrupted')
finally:
    print('finally')
END
    run timeout 60 env GMON_ALL=1 GMON_HZ=10000 GMON_EXIT_SIGNALS=INT LD_PRELOAD="$libgmon_so" python3 interrupted.py
    is "$status $(tr '\n' ' ' <"$out")" '0 interrupted finally ' 'python: KeyboardInterrupt comes'
else
    skip 'KeyboardInterrupt' 'no python3'
fi
rm -f gmon.out* stacks.gmon.out*
run timeout 60 env GMON_ALL=1 GMON_HZ=1000 GMON_OUT=perl.out GMON_EXIT_SIGNALS=TERM LD_PRELOAD="$libgmon_so" \
    perl -e '{ local $SIG{TERM} = sub { print "handled\n" }; kill TERM => $$ } $| = 1; $x += $_ for 1 .. 3000000; kill TERM => $$; sleep 9'
is "$status $(ls perl.out)" '143 perl.out' 'perl: a handler that was local'
done_testing
