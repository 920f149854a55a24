#!/bin/sh
# tsan.t - the C part under ThreadSanitizer: threads count while main dumps or chooses other ranges, and
# nothing races
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"

compiles "$CC" -fsanitize=thread && "$tap_dir/compiles" 2>/dev/null || skip_all 'no ThreadSanitizer'

# ThreadSanitizer sees no system call that goes past libc, so it would take memory that one thread
# gave back and another got for memory of both.
cat >unmap.c <<'END'
#include <sys/mman.h>
void gm_unmap(void *memory, size_t bytes);
void gm_unmap(void *memory, size_t bytes) { munmap(memory, bytes); }
END
$CC -O1 -fvisibility=hidden -c unmap.c || bail 'cannot compile unmap.c'

arch=$(objects_of arch)
for file in "$SRCDIR"/src/runtime/core/*.c "$SRCDIR"/src/runtime/core/*/*.c "$SRCDIR"/src/runtime/os/*.c; do
    instead=
    test "${file##*/}" != system.c || instead=-Dgm_unmap=gm_unseen_unmap
    # ThreadSanitizer calls this one before it can follow what it does.
    test "${file##*/}" != sigprof.c || instead=-Dsigaltstack=gm_unseen_sigaltstack
    # shellcheck disable=SC2086
    test "${file##*/}" = wrap_threads.c || $CC $instead -D_GNU_SOURCE -D__NO_INLINE__=1 -g -O1 -fPIC -mgeneral-regs-only -fno-builtin \
        -fvisibility=hidden -fsanitize=thread -w -I"$SRCDIR/src" -I"$SRCDIR/include" -c "$file" || bail "cannot compile $file"
done
# shellcheck disable=SC2086
$CC -g -O1 -pg -fsanitize=thread -I"$SRCDIR/include" -o prog "$progs/thread_calls.c" ./*.o $arch -lpthread ||
    bail 'cannot link'
for mode in 'alive 20' 'dumps 4'; do
    # shellcheck disable=SC2086
    run timeout 100 ./prog $mode
    read -r worked _ <"$out"
    is "$status $(cat "$err")" '0 ' "$mode: not a word"
    is "$(calls work)" "$worked" 'and every call counted'
done
run env GMON_HZ=1000 timeout 100 ./prog ranges 500
is "$status $(cat "$err")" '0 ' 'ranges: not a word'
done_testing
