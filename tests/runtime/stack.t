#!/bin/sh
# stack.t - a tick takes little of the stack that it interrupts: coroutines have small ones
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"

# ---- frames, as the compiler says -------------------------------------------------------------
# With the flags of the build, but optimised as it is for users.
machine=$(basename "$(dirname "$BUILD"/obj/src/runtime/arch/*/mcount.o)")
flags=$(sed -n "s/^runtime_flags_$machine *:= *//p" "$SRCDIR/src/runtime/arch/machines.mk")
mkdir frames
for file in "$SRCDIR"/src/runtime/core/*.c "$SRCDIR"/src/runtime/core/*/*.c "$SRCDIR"/src/runtime/os/*.c; do
    # shellcheck disable=SC2086
    $CC -std=c11 -D_GNU_SOURCE -D__NO_INLINE__=1 -O2 -I"$SRCDIR/src" -I"$SRCDIR/include" -fPIC -fvisibility=hidden -fno-stack-protector \
        $flags -fno-builtin -fno-omit-frame-pointer -fstack-usage -c "$file" \
        -o "frames/$(basename "$file" .c).o" 2>/dev/null || broken=1
done
if test -z "${broken-}" && ls frames/*.su >/dev/null 2>&1; then
    $CC -shared -nostdlib -Wl,-Bsymbolic -o frames/all.so frames/*.o "$BUILD"/obj/src/runtime/arch/*/mcount.o \
        "$($CC -print-file-name=crtbeginS.o)" "$($CC -print-file-name=crtendS.o)"
    run perl "$SRCDIR/tests/runtime/stack_use.pl" --own=gm_walk_there --own=gm_save_there --own=gm_hand_over --own=run_opener on_tick frames/all.so frames/*.su
    read -r bytes path <"$out"
    ok "the handler's frames take less than 512 bytes: ${bytes:-unknown}: $path" test "${bytes:-9999}" -lt 512
    run perl "$SRCDIR/tests/runtime/stack_use.pl" gm_walk_there frames/all.so frames/*.su
    read -r bytes path <"$out"
    size=$(sed -n 's/.*GM_OWN_STACK = \([0-9]*\).*/\1/p' "$SRCDIR/src/runtime/core/unwind/unwind_memory.h")
    ok "those of a walk half of its own stack of ${size:-0} bytes: ${bytes:-unknown}: $path" \
        test $((2 * ${bytes:-9999})) -lt "${size:-0}"
    for first in '--own=run_opener watch_threads' open_here; do
        # shellcheck disable=SC2086
        run perl "$SRCDIR/tests/runtime/stack_use.pl" $first frames/all.so frames/*.su
        read -r bytes path <"$out"
        ok "the runtime's own thread has a stack that is large enough: ${bytes:-unknown}: $path" test "${bytes:-9999}" -lt 4096
    done
else
    skip 'frames' 'this compiler does not tell of them'
fi

# ---- coroutines on a page each ------------------------------------------------------------------
forms_of coroutines.c -O1
export GMON_HZ=1000
for form in prog static preloaded; do
    in_form ./$form
    is "$status $(calls work $form)" '3 40' "$form: coroutines on stacks of 4,096 bytes"
    in_form ./$form 4 2048 65536
    is "$status $(calls work $form)" '3 40' "$form: on 2,048 bytes, with an alternate stack for handlers"
    in_form ./$form 0 0 2048
    is "$status $(calls work $form)" '3 10' "$form: an alternate stack of 2,048 bytes is not used for ticks"
    in_form ./$form disarm
    is_status 3 "$form: a handler is left by a switch of contexts, SS_AUTODISARM"
    in_form ./$form leave
    is_status 4 "$form: table: without that a tick comes to its stack"
done
done_testing
