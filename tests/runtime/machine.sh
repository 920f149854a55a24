# machine.sh - one machine: builds the runtime and programs for it, runs them, compares with truth
#
# Use: sh machine.sh TRIPLET, a row of machines.tab, in an empty directory; machines.t runs it for
# each. A machine with musl, the C library, needs either a compiler of that name, or the one with glibc and
# Debian's package musl-dev of the machine's architecture; MUSL_ROOT is a directory in which such packages were
# unpacked, if they are not installed. LINKAGES are some of `dynamic static pie static-pie preload'; MORE_FORMS may be
# finstrument-functions, besides the row's forms of -pg, and lets those with flags be tried, too. Prints
# lines, which
# machines.t turns into TAP:
#     ok NAME           a test that passed
#     not NAME          one that did not; lines `# ...' behind it tell more
#     skip NAME: WHY    one that cannot be
#     row ...           of a table: machine, form, linkage, calls, samples, per cent of the time of stacks that
#                       are complete, and of those whose callers were guessed
#
# SPDX-License-Identifier: GPL-3.0-or-later

triplet=$1
# shellcheck disable=SC2046 # the words of the row
set -- $(sed -n "s/^$triplet  *//p" "$SRCDIR/tests/runtime/machines.tab")
qemu=$1 forms=$2 limit=$3
shift 3
: "${LINKAGES:=dynamic}" "${RUNTIME_CFLAGS:=-O1}"
progs=$SRCDIR/tests/progs/runtime
case $triplet in
native) cc=${CC:-cc} build=$BUILD ;;
*) cc=$triplet-gcc build=$BUILD/machines/$triplet ;;
esac
musl_specs=${MUSL_ROOT:=}/usr/lib/$triplet/musl-gcc.specs
if ! command -v "$cc" >/dev/null && test -f "$musl_specs"; then
    sed "s,\([ L:]\)/\(usr\|lib\)/,\1$MUSL_ROOT/\2/,g" "$musl_specs" >specs
    cc=$(echo "$triplet" | sed 's/musl/gnu/; s/^i386/i686/; s/^mips64el-linux-gnu/&abi64/')-gcc
    command -v "$cc" >/dev/null || { echo "skip $triplet: no $cc"; exit 0; }
    cc="$cc -specs=$PWD/specs"
fi
archive=$build/libgmon.a

# result NAME: of the last command
result()
{
    if test $? = 0; then echo "ok $1"; else echo "not $1"; fi
}

# Some lines of what went wrong.
show()
{
    head -n 12 | cut -c 1-200 | sed 's/^/# /'
}

is()
{
    if test "$1" = "$2"; then
        echo "ok $3"
    else
        echo "not $3"
        printf '%s, but it should be %s\n' "$1" "$2" | show
    fi
}

# compile ARG...: by the row's compiler and its flags; false: `log' says why
compile()
{
    # shellcheck disable=SC2086 # lists of flags
    case " $* " in
    *' -static-pie '*) $cc -g -O1 -I"$SRCDIR/include" $row_flags "$@" -lpthread -ldl >log 2>&1 ;;
    *) $cc -g -O1 -I"$SRCDIR/include" $row_flags $loader_flags "$@" -lpthread -ldl >log 2>&1 ;;
    esac
}
row_flags="-funwind-tables $*" loader_flags=

# run PRELOAD PROGRAM: by the row's emulator, or by the kernel
run()
{
    case $qemu in
    native | kernel) timeout -k 5 60 env ${1:+LD_PRELOAD="$1"} "$2" ;;
    *) timeout -k 5 60 "$qemu" -L "$sysroot" ${1:+-E LD_PRELOAD="$1"} "$2" ;;
    esac
}

command -v "${cc%% *}" >/dev/null || { echo "skip $triplet: no $cc"; exit 0; }
echo 'int main(void) { return 0; }' >empty.c
compile -o empty empty.c || { echo "skip $triplet: $cc has no C library"; exit 0; }
case $triplet,$cc in
*-musl*,*-specs=*) sysroot=$MUSL_ROOT/ ;;
*-musl*) sysroot=$(cd "$(dirname "$($cc -print-file-name=libc.so)")/.." && pwd) ;;
*) sysroot=$(cd "$(dirname "$($cc "$@" -print-file-name=libc.so.6)")/.." && pwd) ;;
esac
case $triplet,$qemu in
*-musl*) ;;
*,kernel) # it finds the other machine's loader where programs say
    loader_flags="-Wl,--dynamic-linker=$(echo "$sysroot"/lib/ld-linux*.so*) -Wl,-rpath,$sysroot/lib"
    compile -o empty empty.c
    ;;
esac

# Lines `name calls', recursive ones included, by the call graph of the host's gprof; or what went wrong.
counts()
{
    timeout -k 5 60 "$GPROF" -b -q "$@" >graph 2>graph.log || { echo "gprof ends with status $?:" && head -n 2 graph.log; }
    awk '/^\[/ && $5 ~ /^[0-9]+(\+[0-9]+)?$/ { split($5, n, "+"); sub(/\.[0-9.]*$/, "", $6); print $6, n[1] + n[2] }' graph
}

# ---- the runtime ------------------------------------------------------------------------------
if test "$triplet" != native; then
    env -u MAKEFLAGS -u MFLAGS ${MAKE:-make} -f "$SRCDIR/Makefile" runtime CC="$cc${1:+ $*}" BUILD="$build" \
        CFLAGS="$RUNTIME_CFLAGS" CPPFLAGS= LDFLAGS= VARIANT= WERROR=-Werror >log 2>&1
    test -f "$archive" && test -f "$build/libgmon.so"
    result "$triplet: make runtime builds both forms"
    ln -sf libgmon.so "$build/libgmon.so.1"
    test -f "$archive" || { show <log; exit 0; }
fi
machine=$(basename "$(dirname "$(echo "$build"/obj/src/runtime/arch/*/mcount.o)")")
mcount=$build/obj/src/runtime/arch/$machine/mcount.o
for hook in mcount _mcount __gnu_mcount_nc __fentry__; do
    "$($cc -print-prog-name=objdump)" -d "$mcount" >code
    n=$(perl "$SRCDIR/tests/runtime/fast_path.pl" $hook <code 2>/dev/null) || continue
    test "$n" -le "$limit"
    result "$triplet: $hook counts in $n instructions, at most $limit"
done

most=$(sed -n 's/.*MOST_BYTES_OF_CALL = \([0-9]*\).*/\1/p' "$SRCDIR/src/runtime/os/sandbox.c")
bytes=$("$($cc -print-prog-name=nm)" -S "$build/obj/src/runtime/os/sandbox.o" |
    sed -n 's/^[0-9a-f]* \([0-9a-f]*\) . gm_call_of_program$/\1/p')
test "$((0x$bytes))" -le "$most"
result "$triplet: the call for the program has $((0x$bytes)) bytes, at most $most"

# ---- who runs programs ------------------------------------------------------------------------
case $qemu in
native | kernel) ;;
-)
    echo "skip $triplet: no qemu that runs its programs"
    exit 0
    ;;
*) command -v "$qemu" >/dev/null || { echo "skip $triplet: no $qemu"; exit 0; } ;;
esac
run '' ./empty >log 2>&1 || { echo "skip $triplet: the $qemu does not run its programs"; exit 0; }

# ---- registers --------------------------------------------------------------------------------
if test -f "$progs/kept_$machine.S"; then
    if compile -fno-pie -no-pie -o kept "$progs/kept.c" "$progs/kept_$machine.S" "$archive"; then
        kept=$(run '' ./kept 2>&1) && status=0 || status=$?
        is "$status $(echo "$kept" | head -n 9 | tr '\n' ' ')" '0 looked 18027 interrupted 1000 ' \
            "$triplet: every register comes back"
    else
        echo "not $triplet: kept.c builds"
        show <log
    fi
fi

# ---- a program that executes itself, and one without our archive -------------------------------
if compile -pg -fno-pie -no-pie -o self "$progs/exec_self.c" "$archive"; then
    case $qemu in
    native | kernel) run '' ./self ;;
    *) timeout -k 5 60 "$qemu" -L "$sysroot" ./self "$qemu" -L "$sysroot" ;;
    esac >log 2>&1
    result "$triplet: a program that executes itself runs"
    is "$(counts self gmon.out | sort | tr '\n' ' ')" 'after 7 use_time 1 ' "$triplet: and has its last image's calls"
else
    echo "not $triplet: exec_self.c builds"
    show <log
fi
# Such a program says nowhere where main is, but start-up code does, and the C library's call of it is left out. Its call
# of the function behind main is not.
if compile -pg -o plain "$progs/plain.c"; then
    rm -f gmon.out
    run "$build/libgmon.so" ./plain >log 2>&1
    is "$(counts plain gmon.out | sort | tr '\n' ' ')" 'at_end 1 twice 2 ' "$triplet: main is found, and what is behind it"
fi

# ---- a program that knows its times ------------------------------------------------------------
# The greatest difference, in points, of its functions' times, most of them in clones that the compiler made.
times_differ()
{
    GMON_HZ=250 run '' ./clones >truth 2>log
    "$GPROF" --export=csv clones gmon.out stacks.gmon.out 2>>log | awk -F, 'FILENAME == "truth" { split($0, t, " "); truth[t[1]] = t[2]; next }
        $1 == "total" { total = $12 } $1 == "function" { time[$3] = $13 }
        END { for (f in truth) { d = truth[f] - 100 * time[f] / total; most = d * d > most * most ? d : most; n++ }
              print (n == 3 ? int(most * most) : "nothing is said") }' truth -
}
case $triplet in
aarch64-linux-gnu | s390x-linux-gnu)
    compile -O2 -pg -fno-pie -no-pie -o clones "$progs/clone_times.c" "$archive"
    for try in 1 2 3; do
        difference=$(times_differ)
        test "$difference" -lt 81 2>/dev/null && break
    done
    test "$difference" -lt 81 2>>log
    result "$triplet: clone_times.c's times are those of its functions"
    ;;
esac

# ---- a program that knows its calls -----------------------------------------------------------
# What the program says of itself and its profile does not.
differences()
{
    counts "$@" >counted
    awk 'FILENAME == "counted" && !/^[^ ]* [0-9]*$/ { print; next }
        FILENAME == "counted" { n[$1] = $2; next } $1 == "bad" { print } $1 == "bad" || $1 == "child" { next }
        { said++ } $2 != n[$1] + 0 { print $1, "is called", n[$1] + 0, "times, not", $2 }
        END { if (!said) print "it said nothing" }' counted said
}

# number TEXT FILE: the number in front of TEXT in the remarks of the runtime about FILE
number()
{
    sed -n "s/^gmon: $2: \\(.* \\)\\{0,1\\}\\([0-9]*\\) $1.*/\\2/p" remarks
}

# accuse PRELOAD WHAT: who is at fault for what happened to prog? It runs again, and so it does without libgmon.
accuse()
{
    ( # in a shell of its own, because of the variable
        export GMON_OUT=again.out
        echo "$2; the machine's load is $(cut -d ' ' -f 1 /proc/loadavg)"
        tail -n 2 said && tail -n 3 remarks
        compile -fno-pie -no-pie '-DLIBRARY="./library.so"' -o without "$progs/machine.c"
        for again in ./prog ./without; do
            for i in 1 2 3 4 5; do
                if test $again = ./prog; then run "$1" $again; else run '' $again; fi >/dev/null 2>&1
                echo $?
            done | sort | uniq -c | awk -v of="$again" '{ print of " again: " $1 " with status " $2 }'
        done
    ) | show
}

# try FORM LINKAGE
try()
{
    name="$triplet -$1 $2" hook=-pg preload='' lib=$archive library='-DLIBRARY="./library.so"'
    rm -f gmon.out* stacks.gmon.out* prog
    case $1 in
    mfentry) hook='-pg -mfentry' ;;
    finstrument-functions) hook=-finstrument-functions ;;
    *+*) hook="-pg -${1#*+}" ;;
    esac
    case "$1 $machine" in 'mfentry s390x') hook="$hook -DNO_NESTED" ;; esac # the compiler cannot
    case $2 in
    static) link='-fno-pie -static' library='' ;;
    static-pie) link='-fPIE -static-pie' library='' ;;
    pie) link='-fPIE -pie' ;;
    preload) link='-fno-pie -no-pie' preload=$build/libgmon.so lib='' ;;
    *) link='-fno-pie -no-pie' ;;
    esac
    case $2,$cc in
    static-pie,*-specs=*)
        grep -q rcrt1 specs || { echo "skip $name: these specs of musl have no such form"; return; }
        ;;
    esac
    case $2,$triplet in
    preload,*-musl*) lib="$build/libgmon.so -Wl,-rpath,$build" preload='' ;; # nothing else has the hooks
    static*) ;;
    *-musl*) link="$link -rdynamic" ;; # libraries find the hooks in the program
    esac
    # shellcheck disable=SC2086 # lists of flags
    if ! compile $hook $link $library -o prog "$progs/machine.c" $lib; then
        grep -q -e unimplemented -e 'not supported' -e "isn't supported" -e 'cannot find g*rcrt1' log &&
            { echo "skip $name: the compiler, or the C library, does not do that"; return; }
        echo "not $name: machine.c builds"
        show <log
        return
    fi
    began=$(date +%s)
    run "$preload" ./prog >said 2>remarks
    status=$?
    test $status = 0
    result "$name: machine.c runs"
    test $status = 0 || accuse "$preload" "status $status after $(($(date +%s) - began)) s"
    difference=$(differences prog gmon.out)
    is "$difference" '' "$name: the calls that machine.c says"
    child=$(sed -n 's/^child //p' said)
    is "$(counts prog gmon.out."$child" | tr '\n' ' ')" 'in_child 77 ' "$name: a forked child's calls"
    if test -n "$library"; then
        is "$(counts library.so "$(echo gmon.out*library.so*)" | tr '\n' ' ')" 'in_library 33 ' \
            "$name: calls in a library that was loaded"
    fi
    # Ticks of stacks. In an emulator walks are slow, and have a share of the time; other samples have
    # their leaf alone and are left out, as no walk says how it ends.
    # shellcheck disable=SC2046 # five numbers
    set -- "$1" "$2" $("$TOOLS/gmondump" stacks.gmon.out | awk '$(NF - 1) == "squares" { n[$1] += $(NF - 2); all += $(NF - 2)
        s[$1] += $(NF - 4); signals += $(NF - 4) }
        END { print all - n["no-memory"], n["complete"] + 0, n["guessed"] + 0, signals - s["no-memory"], s["complete"] + 0 }')
    stacks=$3 complete=$4 guessed=$5 signals=$6 whole=$7
    # musl's own functions have no tables: their callers are guessed. The hooks of -finstrument-functions
    # are in C: there ARM has tables for calls alone, and a guess for the instructions around them.
    least=90
    case $1,$machine in finstrument-functions,arm) least=60 ;; finstrument-functions,*) least=85 ;; esac
    case $1,$triplet,$((stacks < 20)) in
    *,1 | *-musl*) ;;
    *+fno-unwind-tables,*)
        # In an emulator guesses may take so long that most ticks have no time for one.
        "$GPROF" -b -p prog gmon.out stacks.gmon.out 2>&1 >/dev/null |
            grep -c -e -funwind-tables -e 'where walks take long' >told
        # A tick outside of main, in the C library, has tables all the way.
        nm -n prog >names
        "$TOOLS/gmondump" -n names stacks.gmon.out | grep '^complete .* main+' >through_main
        is "$(cat told),$(wc -l <through_main)" '1,0' "$name: no stack counts as complete, and gprof names the remedy"
        show <through_main
        ;;
    *)
        # A late signal brings many ticks, so signals are counted. They are few: twice their error is allowed.
        awk -v n="$signals" -v whole="$whole" -v p=$((100 - least)) 'BEGIN { exit !(n - whole <= n * p / 100 + 2 * sqrt(n * p * (100 - p)) / 100) }'
        is_enough=$?
        test $is_enough = 0
        result "$name: stacks of $whole of $signals samples are complete"
        test $is_enough = 0 || "$TOOLS/gmondump" stacks.gmon.out | grep '^[a-z-]* .* squares' | grep -v '^complete' | show
        ;;
    esac
    test "$stacks" -gt 0 || stacks=1
    echo "row $triplet -$1 $2 $(if test -z "$difference"; then echo exact; else echo wrong; fi)" \
        "$(number samples gmon.out) $((100 * complete / stacks)) $((100 * guessed / stacks))"
}

export GMON_VERBOSE=1 GMON_MODULES=1 GMON_HZ=250
compile -pg -fPIC -shared -o library.so "$progs/machine_library.c" || show <log
for form in $(echo "$forms${MORE_FORMS:+,$MORE_FORMS}" | tr , ' '); do
    case $form,${MORE_FORMS:-} in *+*,) continue ;; esac
    for linkage in $LINKAGES; do
        try "$form" "$linkage"
    done
done
