#!/bin/sh
# inside.t - what libgmon shows and touches: symbols, registers, libc, vector registers, marks
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"

# ---- names ------------------------------------------------------------------------------------
exec='execl execle execlp execv execve execveat execvp execvpe fexecve'
handlers='sigaction signal __sysv_signal bsd_signal ssignal sysv_signal sigset'
masks='pthread_sigmask sigprocmask sighold sigrelse sigblock sigsetmask siggetmask'
exported="_Exit __cyg_profile_func_enter __cyg_profile_func_exit __fentry__ __moncontrol __monstartup __sanitizer_cov_trace_pc _exit _mcleanup _mcount
daemon dlclose gmon_dump gmon_reset mcount moncontrol monstartup prctl pthread_create sigaltstack syscall
$handlers $masks $exec"
is "$(nm -D --defined-only "$libgmon_so" | awk '{ print $3 }' | sort | tr '\n' ' ')" \
    "$(echo $exported __libc_start_main | tr ' ' '\n' | sort | tr '\n' ' ')" 'the library exports what it must'
defined="<external> <unseen> _Exit __bb_head __cyg_profile_func_enter __cyg_profile_func_exit __fentry__ __moncontrol __monstartup __sanitizer_cov_trace_pc
__write_profiling _exit _gmonparam _mcleanup _mcount daemon dlclose gmon_dump gmon_reset mcount moncontrol
monstartup prctl sigaltstack syscall write_profiling $handlers $masks $exec"
is "$(nm -g --defined-only "$libgmon_a" | awk 'NF == 3 { print $3 }' | sort | tr '\n' ' ')" \
    "$(echo $defined | tr ' ' '\n' | sort | tr '\n' ' ')" 'the archive defines no other global names'
# What the archive asks for, and why. A program may have functions of its own with the names of libc's: they would be
# called, and counted.
cat >asks <<'EOF'
_GLOBAL_OFFSET_TABLE_   the linker makes it
_r_debug                a variable of the loader: its list of libraries
__bsd_signal            signal() behind ours, in a static libc; no name of a program
__errno_location        wrapped functions set errno
__getauxval             set-uid, entry, the code of the kernel; no name of a program
__libc_single_threaded  ticks look for threads only if there are some
__sigaction             sigaction() behind ours; no name of a program
__start_gmon_text       the linker makes it
__stop_gmon_text        the linker makes it
__cxa_atexit            registers the writing of the file; no name of a program
at_quick_exit           registers the writing of the file, in musl
__cxa_at_quick_exit     registers the writing of the file
__dso_handle            the object that it is registered for
getauxval               reads what the kernel tells a program, in musl
dl_iterate_phdr         finds the program
dlsym                   finds functions behind ours
environ                 a variable: GMON_*, and PATH for exec in a static program
fork                    daemon() runs what is registered for fork
main                    the call of main is not counted
pthread_atfork          registers what a child does, in musl
__register_atfork       registers what a child does
EOF
is "$(nm -u "$libgmon_a" | awk 'NF == 2 { print $2 }' | LC_ALL=C sort | tr '\n' ' ')" \
    "$(awk '{ print $1 }' asks | LC_ALL=C sort | tr '\n' ' ')" 'the archive asks for no name without a reason'
is "$(nm -u "$libgmon_a" | sed -n 's/ *\([Uw]\) __sigaction$/\1/p')" U 'a static libc is asked for sigaction: a weak name brings nothing'
cat >own_names.c <<'EOF'
#define OWN(name) int name(void) { __builtin_trap(); }
OWN(strlen) OWN(strchr) OWN(strchrnul) OWN(strcmp) OWN(strncmp) OWN(strcasecmp) OWN(strspn) OWN(strcspn) OWN(getenv)
OWN(getauxval) OWN(sigemptyset) OWN(sigfillset) OWN(sigaddset) OWN(sigdelset) OWN(memcpy) OWN(memset)
int main(void) { return 7; }
EOF
if $CC -w -fno-builtin -pg own_names.c "$libgmon_a" -o own_names && $CC -w -fno-builtin -pg own_names.c -o preloaded; then
    for form in own_names preloaded; do
        run env GMON_HZ=50 GMON_CLOCK=wall GMON_STACKS=yes GMON_START=no LD_PRELOAD="$(test $form = own_names || echo "$libgmon_so")" ./$form
        is "$status $(cat "$err")" '7 gmon: GMON_START=no: not paused; starting now' "$form: functions with names of libc's are not called"
    done
else
    skip 'functions with names of libc' 'does not compile'
fi
is "$(ar t "$libgmon_a" | wc -l)" 1 'the archive is one object'

# ---- thread-local storage ----------------------------------------------------------------------
# As in an emulator, it is that of other code for a while.
cat >other_base.c <<'EOF'
#include <asm/prctl.h>
#include <sys/syscall.h>
#define PLAIN __attribute__((no_instrument_function, noinline, optimize("no-stack-protector")))
static char page[4096] __attribute__((aligned(64)));
PLAIN static void set_base(unsigned long base)
{
    long result;
    __asm__ volatile("syscall" : "=a"(result) : "0"(SYS_arch_prctl), "D"(ARCH_SET_FS), "S"(base) : "rcx", "r11", "memory");
}
PLAIN static void emulate(unsigned long base, unsigned long own)
{
    set_base(base);
    for (volatile int i = 0; i < 100000000; i++)
        ;
    set_base(own);
}
int main(void)
{
    unsigned long own;
    __asm__("mov %%fs:0, %0" : "=r"(own));
    emulate(64, own);
    for (unsigned i = 0; i < sizeof page; i++)
        page[i] = 1;
    emulate((unsigned long)page + 2048, own);
    for (unsigned i = 0; i < sizeof page; i++)
        if (page[i] != 1)
            return 1;
    return 7;
}
EOF
if $CC -w -O1 -pg other_base.c "$libgmon_a" -o other_base && $CC -w -O1 -pg other_base.c -o preloaded; then
    for form in other_base preloaded; do
        run env GMON_HZ=1000 GMON_STACKS=yes LD_PRELOAD="$(test $form = other_base || echo "$libgmon_so")" ./$form
        is_status 7 "$form: ticks use no thread-local storage, which may be that of other code"
    done
else
    skip 'another base of thread-local storage' 'not x86-64'
fi

# ---- libc -------------------------------------------------------------------------------------
objects=$BUILD/obj/src/runtime
machine=$(basename "$(dirname "$(echo "$objects"/arch/*/mcount.o)")")
foreign()
{
    nm -u "$@" | awk '{ print $2 }' | grep -v -e "^gm" -e _GLOBAL_OFFSET_TABLE_ -e "^mem[cs]" |
        sort -u | tr '\n' ' '
}
for object in "$objects"/core/*.o "$objects"/core/*/*.o "$objects"/arch/*/mcount.o "$objects"/os/system.o \
    "$objects"/os/output.o "$objects"/os/sandbox.o "$objects"/os/thread_timers.o \
    "$objects"/os/watch.o "$objects"/os/waits.o "$objects"/os/images.o; do
    is "$(foreign "$object")" '' "${object#"$objects/"} calls nothing of libc"
done
is "$(readelf -rW "$objects"/os/watch.o "$objects"/os/waits.o | grep -c TPOFF)" 0 \
    'the thread of the runtime uses no thread-local storage, which is that of another thread'
is "$(foreign "$objects/os/fork.o")" '__dso_handle __register_atfork pthread_atfork ' 'fork: once, for fork'
is "$(foreign "$objects/os/tick_signal.o")" '__getauxval __libc_single_threaded getauxval ' 'tick_signal: a variable, and at the start the random bytes'
is "$(foreign "$objects/os/find_objects.o")" '_r_debug dl_iterate_phdr ' 'find_objects: a variable of the loader, and in dlclose its list'
is "$(nm -u "$objects"/*/*.o "$objects"/*/*/*.o | grep -w -e malloc -e calloc -e free -e printf)" '' \
    'no malloc, no stdio anywhere'
is "$(objdump -d "$objects"/*/*.o "$objects"/*/*/*.o | grep -c '%[xyz]mm')" 0 'no vector register is touched'
is "$(objdump -dr "$objects/arch/$machine/mcount.o" | grep -c -w 'callq*')" 2 \
    'mcount and __fentry__ call one function each, where the arc is new'

# core/os.h is what core/ asks of a system, all of it and nothing else.
nm -g --defined-only "$objects"/core/*.o "$objects"/core/*/*.o | awk 'NF == 3 { print $3 }' | sort -u >defined
nm -u "$objects"/core/*.o "$objects"/core/*/*.o | awk 'NF == 2 && $2 != "_GLOBAL_OFFSET_TABLE_" { print $2 }' | sort -u |
    comm -23 - defined >asked
nm -g --defined-only "$objects"/os/*.o | awk 'NF == 3 { print $3 }' | sort -u >provided
sed -n '/^#pragma.*push/,/^#pragma.*pop/p' "$SRCDIR/src/runtime/core/os.h" | sed 's/\/\*.*\*\///' |
    sed -n 's/^[a-z].*\(gm_[a-z_]*\)(.*;.*/\1/p' | sort -u >declared
is "$(comm -23 asked declared | tr '\n' ' ')" '' 'core calls nothing of a system that os.h does not declare'
is "$(comm -23 declared asked | tr '\n' ' ')" '' 'and needs each function that os.h declares'
is "$(comm -23 declared provided | tr '\n' ' ')" '' 'which Linux provides'

# core/ needs neither an operating system nor a libc: the compiler's own headers are enough for it.
own_headers=$($CC -print-file-name=include)
ok 'core compiles without the headers of any system' sh -c 'for file in "$1"/src/runtime/core/*.c "$1"/src/runtime/core/*/*.c; do
    $CC -std=c11 -ffreestanding -nostdinc -isystem "$2" -I"$1/src" -I"$1/include" -fsyntax-only "$file" || exit
done' core "$SRCDIR" "$own_headers"

# Ticks in it are the caller's time (gm_is_callers_time).
most=$(sed -n 's/.*MOST_BYTES_OF_CALL = \([0-9]*\).*/\1/p' "$SRCDIR/src/runtime/os/sandbox.c")
bytes=$(nm -S "$objects/os/sandbox.o" | sed -n 's/^[0-9a-f]* \([0-9a-f]*\) . gm_call_of_program$/\1/p')
ok 'the call for the program is as short as sandbox.c says' test "$((0x$bytes))" -le "$most"

# ---- marks ------------------------------------------------------------------------------------
ld -r -o whole.o --whole-archive "$libgmon_a"
like "$(readelf -SW whole.o)" 'note.GNU-stack  *PROGBITS  *[0-9a-f]+ [0-9a-f]+ 000000 00  *0' \
    'no executable stack'
like "$(readelf -n "$objects/arch/$machine/mcount.o")" 'IBT, SHSTK' 'the assembly carries the CET mark'
like "$(readelf -n whole.o)" 'IBT, SHSTK' 'and so does the whole archive, or programs would lose it'
like "$(objdump -d "$objects/arch/$machine/mcount.o" | sed -n '/<_*mcount>:/,/ret/p')" endbr64 'mcount begins with endbr64'

# ---- registers --------------------------------------------------------------------------------
for kind in -no-pie -static '-O2 -pie -fPIE'; do
    rm -f gmon.out
    # shellcheck disable=SC2086
    $CC -g -I"$SRCDIR/include" $kind -o prog "$progs/kept.c" "$progs/kept_x86_64.S" "$libgmon_a" -lpthread
    run ./prog
    is "$status $(tr '\n' ' ' <"$out")" '0 looked 18027 interrupted 1000 ' \
        "$kind: every register comes back, in 72,108 calls, and of signals"
done

# The variable arguments of -fsplit-stack are found by r11; assembly may rely on a function that saves all.
cat >varargs.c <<'END'
#include <stdarg.h>
__attribute__((noinline)) static int sum(int n, ...)
{
    va_list a;
    int s = 0;
    va_start(a, n);
    while (n-- > 0)
        s += va_arg(a, int);
    va_end(a);
    return s;
}
int main(void)
{
    int (*volatile f)(int, ...) = sum;
    return f(9, 1, 2, 3, 4, 5, 6, 7, 8, 9);
}
END
cat >saves_all.c <<'END'
static int n;
__attribute__((noinline, used, no_caller_saved_registers)) void saving(void) { n++; }
int main(void)
{
    long out;
    __asm__ volatile("movq $45, %%r11\n\tcall saving\n\tmovq %%r11, %0" : "=r"(out) : : "r11", "memory", "cc");
    return (int)out;
}
END
for flags in '-fsplit-stack varargs.c' '-mgeneral-regs-only -fno-omit-frame-pointer saves_all.c'; do
    for more in -O0 -O2 '-O2 -mfentry'; do
        # shellcheck disable=SC2086
        if $CC -pg $more $flags -o prog "$libgmon_a" 2>/dev/null && $CC -pg $more $flags -o plain; then
            run ./prog
            is $status 45 "gcc $more $flags"
            run env LD_PRELOAD="$libgmon_so" ./plain
            is $status 45 "gcc $more $flags, preloaded"
        else
            skip "$more $flags" 'the compiler cannot'
        fi
    done
done

# ---- programs with functions of these names -----------------------------------------------------
cat >own.c <<'END'
int daemon(int a, int b);
int daemon(int a, int b) { return a + b; }
int sigprocmask(void);
int sigprocmask(void) { return 1; }
void moncontrol(int mode);
void moncontrol(int mode) { (void)mode; }
int main(void) { return daemon(1, 2) + sigprocmask() - 4; }
END
for kind in -pie -static; do
    ok "a program's own daemon, sigprocmask, moncontrol are its own, $kind" \
        $CC -pg -fno-builtin -w $kind -fPIE own.c "$libgmon_a" -o own
    run ./own
    is "$status $(calls daemon own)" '0 1' 'and it is profiled'
done

# ---- ranges and bins --------------------------------------------------------------------------
prog prog counts.c -O1
./prog >/dev/null
"$TOOLS/gmondump" gmon.out >text
like "$(grep -m1 -E "^(hist|arc|bb)" text)" '^hist ' 'the histogram comes first'
is "$(grep -c '^hist ' text)" 1 'and is one record'
read -r _ low high bins _ <<END
$(grep '^hist ' text)
END
is $(((high - low) / bins * bins)) $((high - low)) 'its range is a multiple of its bins'
is $(((high - low) / bins)) 2 'of two bytes'
site=$(nm prog | awk '$3 == "twice" { print $1 }')
leaf=$(nm prog | awk '$3 == "leaf" { print $1 }')
is "$(awk -v low=$((0x$site)) -v leaf=$((0x$leaf)) '
    function hex(s, n, i) { s = substr(s, 3); for (i = 1; i <= length(s); i++)
        n = n * 16 + index("0123456789abcdef", substr(s, i, 1)) - 1; return n }
    $1 == "arc" && hex($2) > low && hex($2) < low + 64 && hex($3) >= leaf && hex($3) < leaf + 16 { print $4 }' text |
    tr '\n' ' ')" '1000 1000 ' 'two sites that lie close together stay two'

# Twice the same run, the same arcs in the same order.
grep '^arc' text >first
./prog >/dev/null
"$TOOLS/gmondump" gmon.out | grep '^arc' >second
is_file second first 'a further run writes the same arcs in the same order'
done_testing
