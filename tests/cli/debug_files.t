#!/bin/sh
# debug_files.t - a stripped program is reported on as it was before, with its separate debug file
#
# Every report of the stripped program must be, byte for byte, that of the full one. The debug file
# stands in each of the places where it may stand; files of other builds must not be used.
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"

: "${CC:=cc}"
for tool in "${CC%% *}" objcopy strip nm readelf; do
    command -v "$tool" >/dev/null || skip_all "no $tool"
done
cat >lib.h <<'END'
struct big { int a, b, c, d; char name[40]; struct big *next, *prev; };
union long_named_union { struct big big; long l; int color; };
static inline int shared_helper(struct big *b, union long_named_union *u)
{
    int s = 0;
    for (int i = 0; i < b->a; i++)
        s += b->b * u->big.c + i;
    return s + u->color;
}
END
cat >prog.c <<'END'
#include "lib.h"
static __attribute__((noinline)) int leaf(int x)
{
    volatile int i;
    for (i = 0; i < x; i++)
        ;
    return i;
}
int parse(int x)
{
    struct big b = {x};
    union long_named_union u = {{x}};
    return leaf(x) + shared_helper(&b, &u);
}
int main(int argc, char **argv)
{
    (void)argv;
    return parse(argc) + leaf(3) == 0;
}
END
# build NAME FLAGS...: the full program
build() { name=$1; shift; $CC -O1 "$@" prog.c -o "$name" 2>log; }
build full -g -Wl,--build-id=0x1234567890abcdef || skip_all 'no debug information from this compiler'
debug_path=.build-id/12/34567890abcdef.debug

# data PROGRAM: a data file about the functions of PROGRAM
data()
{
    at() { nm "$image" | sed -n "s/^\([0-9a-f]*\) [Tt] $1\$/0x\1/p"; }
    image=$1
    {
        echo magic
        echo "hist $(at leaf) $(printf '0x%x' $(($(at leaf) + 112))) 56 100 seconds s"
        echo 'fill 0 55 3'
        echo "arc $(printf '0x%x' $(($(at main) + 8))) $(at parse) 4"
        echo "arc $(printf '0x%x' $(($(at parse) + 8))) $(at leaf) 7"
    } | "$TOOLS/mkgmon" >gmon.out
}
data full

# all PROGRAM OPTION...: every kind of report
all()
{
    for report in "-p -q -c" "-l -p -q" -A -C "-p --inline-file-names"; do
        echo "== $report"
        gprof -b $report "$@"
    done
}
all full >expected 2>errors
is "$(cat errors)" '' 'the full program: no complaint'
for name in parse leaf 'leaf \(prog.c:[0-9]+ @ [0-9a-f]+\)' 'shared_helper \(lib.h:'; do
    like "$(cat expected)" "$name" "the full program: $name"
done

# same NAME PROGRAM OPTION...: reports as those of the full program, without a word
same()
{
    test_name=$1
    shift
    all "$@" >got 2>errors
    is_file got expected "$test_name"
    is "$(cat errors)" '' "$test_name: no complaint"
}
# refused NAME ERE PROGRAM OPTION...: no symbols, and a reason
refused()
{
    test_name=$1 ere=$2
    shift 2
    run gprof -b "$@"
    is_status 1 "$test_name: fails"
    like "$(cat "$err")" "$ere" "$test_name: says why"
    is "$(grep -c 'has no symbols' "$err")" 1 "$test_name: there are no symbols"
}

objcopy --only-keep-debug full full.debug
strip -o bare full
objcopy --add-gnu-debuglink=full.debug bare linked
strip -g -o symbols full
objcopy --add-gnu-debuglink=full.debug symbols
mv full.debug store

refused 'no debug file anywhere' 'symbol-directory=DIR' linked
mkdir -p beside .debug "dir/${debug_path%/*}" named deep "root$PWD/deep"
cp store full.debug && same 'beside the program' linked
same 'lines only' symbols
cd beside || exit 1
run gprof -b -p ../linked ../gmon.out
cd .. || exit 1
is_status 0 'from another directory'
ln -s ../linked beside/link && same 'a symbolic link to the program' beside/link
mv full.debug .debug && same 'in .debug' linked
mv .debug/full.debug "dir/$debug_path" && same 'by build ID' bare --symbol-directory=dir
same 'by build ID, two directories' bare --symbol-directory=none --symbol-directory=dir
mv "dir/$debug_path" named/full.debug && same 'by name in a directory' linked --symbol-directory=named
refused 'by name where it has none' 'has no symbols' bare --symbol-directory=named
cp linked deep && mv named/full.debug "root$PWD/deep"
same 'below the path of the program' deep/linked --symbol-directory=root

# Files that must not be used.
build other -g -Wl,--build-id=0x1234567890abcdee
objcopy --only-keep-debug other full.debug
refused 'another build ID' '^gprof: warning: full.debug: belongs to another build than linked \(its build ID differs\)' linked
run gprof -b -l symbols
is_status 0 'another build ID, with symbols: a report'
like "$(cat "$err")" '^gprof: warning: full.debug: belongs to another build' 'and a warning'
objcopy --remove-section=.note.gnu.build-id linked unnamed 2>/dev/null
cp store full.debug
same 'by checksum' unnamed
printf x >>full.debug
refused 'another checksum' '^gprof: warning: full.debug: .*its checksum differs' unnamed
: >full.debug
refused 'an empty file' '^gprof: warning: full.debug: is not an object file' unnamed
echo text >full.debug
refused 'a text' '^gprof: warning: full.debug: is not an object file' linked
head -c 3000 store >full.debug
refused 'half a file' '^gprof: warning: full.debug: is not an object file or is damaged' linked
run gprof -b -l symbols
is_status 0 'half a file, with symbols: a report'
rm full.debug && mkfifo full.debug
refused 'a pipe is not waited for' 'has no symbols' linked
rm full.debug && mkdir full.debug
refused 'a directory' 'has no symbols' linked
rmdir full.debug
cp unnamed full.debug
objcopy --remove-section=.gnu_debuglink full.debug
objcopy --add-gnu-debuglink=full.debug full.debug self && mv self full.debug
refused 'a program that names itself' '^gprof: full.debug: file has no symbols' full.debug
is "$(grep -c . "$err")" 1 'and that is all'
rm full.debug

# Symbols from a list want no debug file.
nm full >list
run gprof -b -p -S list bare
is_stderr '' '-S: no word of debug files'
like "$(cat "$out")" ' parse$' '-S: the symbols of the list'

# The last resort.
build exported -g -rdynamic && strip exported && run gprof -b -p exported
is_status 0 'exported functions: a report'
like "$(cat "$err")" '^gprof: warning: exported: has no symbol table: .* --symbol-directory=DIR$' 'a warning'
like "$(cat "$out")" ' parse$' 'exported functions have names'
mkdir no_files && run gprof -b -p --symbol-directory=no_files exported
like "$(cat "$err")" 'has no symbol table: only exported functions have names; --symbol-directory has no debug file' \
    'what was done already is not advised'
unlike "$(cat "$out")" ' leaf$' 'static ones have none'
echo 'V1 { global: parse; local: *; };' >map
if $CC -O1 -shared -fPIC -Wl,--version-script=map prog.c -o versioned 2>log; then
    data versioned && strip versioned && run gprof -b -p versioned
    like "$(cat "$out")" ' parse$' 'a name without its version'
    data full
else
    skip 'a name without its version' 'no version scripts'
fi

# Debug information in other forms.
for how in zlib zlib-gnu zstd; do
    if objcopy --compress-debug-sections=$how full packed 2>log; then
        same "compressed with $how" packed
        objcopy --only-keep-debug packed packed.debug
        objcopy --add-gnu-debuglink=packed.debug bare split
        same "compressed with $how, in a debug file" split
    else
        skip "compressed with $how" 'objcopy cannot do that'
    fi
done
# Names that are long, and many, in debug sections that libdw may not read: all are there, on all lines.
awk 'BEGIN {
    x = sprintf("%3900s", "")
    gsub(/ /, "x", x)
    for (i = 0; i < 300; i++) {
        printf "int f%s%d(int a)\n{\n", x, i
        for (j = 2; j < 32; j++)
            printf "    a = a * %d + %d;\n", j, i
        print "    return a;\n}"
    }
    print "int main(void)\n{\n    return 0;\n}"
}' >long.c
for how in zlib zstd; do
    if $CC -g -O0 -o long long.c 2>log && objcopy --compress-debug-sections=$how long packed 2>log; then
        nm long | sed -n 's/^\([0-9a-f]*\) T main$/\1/p' >end
        begin=$(nm -n long | sed -n '/ T fx/s/ .*//p' | sed 1q)
        bins=$(((0x$(cat end) - 0x$begin) / 4))
        printf 'magic\nhist 0x%s %#x %d 100 seconds s\nfill 0 %d 1\n' "$begin" $((0x$begin + 4 * bins)) $bins $((bins - 1)) |
            "$TOOLS/mkgmon" >long.gmon
        for program in long packed; do
            gprof -b -l -p $program long.gmon >$program.txt
        done
        is "$(grep -c ' (long.c:' long.txt)" 9900 "long names, $how: each line of each function has a row"
        is_file packed.txt long.txt "long names, $how: and so it has in the packed program"
    else
        skip "long names, $how" 'objcopy cannot do that'
    fi
done
for how in -gdwarf-2 -gdwarf-3 -gdwarf-4 -gdwarf-5; do
    if build form "$how" -Wl,--build-id=0x1234567890abcdef && cmp -s list - <<END
$(nm form)
END
    then
        same "written with $how" form
    else
        skip "written with $how" 'the compiler makes another program of it'
    fi
done
libdw=
if build dwo -g -gsplit-dwarf -Wl,--build-id=0x1234567890abcdef && ls ./*.dwo >log; then
    gprof -b -l -p full >full.txt
    gprof -b -l -p dwo >with 2>&1
    if cmp -s with full.txt; then
        libdw=yes
        ok 'split DWARF' true
    else
        # libbfd reads no .dwo: then inlined functions have the names of those around them, and
        # another order; cumulative times follow from that
        sed 's/shared_helper (/parse (/' full.txt | cut -c 1-6,18- | sort >want
        cut -c 1-6,18- with | sort >got
        is_file got want 'split DWARF, read by libbfd'
    fi
    rm ./*.dwo
    gprof -b -lp dwo >without 2>errors
    is "$(cat errors)" '' 'split DWARF, the .dwo is gone: no complaint'
    like "$(cat without)" '\(lib.h:' 'lines remain'
else
    skip 'split DWARF' 'not from this compiler'
fi

# libbfd cannot read the 64-bit form of DWARF 5.
if test "$libdw" && build form -gdwarf-5 -gdwarf64 -Wl,--build-id=0x1234567890abcdef; then
    same 'written with -gdwarf64' form
else
    skip 'written with -gdwarf64' 'not from this compiler, or without libdw'
fi

# Beside type units of DWARF 5 libbfd finds no functions: it has the names of the image's symbols alone. The
# assembler of Debian 11 writes tables of DWARF 3, and libdw takes the directory from the type unit, which has none.
if test "$libdw" && build form -gdwarf-5 -fdebug-types-section -Wl,--build-id=0x1234567890abcdef &&
    readelf --debug-dump=rawline form 2>/dev/null | grep -q 'DWARF Version: *5$'; then
    same 'written with -fdebug-types-section' form
else
    skip 'written with -fdebug-types-section' 'not from this compiler, or without libdw'
fi

# libbfd 2.40 does not read ranges as clang writes them: what was inlined in two pieces is outer's then.
cat >ranges.c <<'END'
volatile int calls;
static inline int helper(int x)
{
    if (__builtin_expect(x < 0, 0)) {
        calls += x;
        calls *= 3;
    }
    return x * 5;
}
__attribute__((noinline)) int outer(int x, int y)
{
    int a = helper(x);
    calls++;
    return a + helper(y) * 7;
}
int main(int argc, char **argv)
{
    (void)argv;
    return outer(argc, argc + 1) == 3;
}
END
if test "$libdw" && command -v clang >/dev/null && clang -O1 -gdwarf-5 ranges.c -o ranges 2>log; then
    gprof -b -l -C -z ranges >got 2>&1
    like "$(cat got)" '/ranges.c:5: \(helper:0x' 'written by clang: a line of inlined code'
    is "$(grep -c '/ranges.c:5: (outer:0x' got)" 0 'written by clang: and all of it'
else
    skip 'written by clang' 'no clang, or without libdw'
fi

# Compilers that keep to DWARF 2 tell in .debug_aranges alone of code in a second section, where main is.
if test "$libdw" && build strict -O2 -gdwarf-2 -gstrict-dwarf; then
    like "$(gprof -b -p -z --inline-file-names strict 2>&1)" 'main \(prog.c:[0-9]+\)' \
        'strict DWARF 2: the line of main'
    like "$(gprof -b -l -C -z strict 2>&1)" '/prog.c:[0-9]+: \(main:0x' 'strict DWARF 2: with -l, too'
else
    skip 'strict DWARF 2' 'not from this compiler, or without libdw'
fi

# With stabs, libbfd finds the last line of the code for all that is behind it.
if build stabs -gstabs && readelf -S stabs | grep -q '\.stab'; then
    gprof -b -C -z stabs >got 2>&1
    like "$(cat got)" 'prog.c:[0-9]+: \(main:0x' 'stabs: the line of main'
    unlike "$(cat got)" 'prog.c:[0-9]+: \(etext:0x' 'stabs: what is behind the code is in no line'
else
    skip 'stabs' 'not from this compiler'
fi

# Parts that several debug files share.
if command -v dwz >/dev/null && mkdir shared && cp store full.debug && cp store full2.debug &&
    dwz -m shared/common full.debug full2.debug 2>log && test -f shared/common; then
    if test "$libdw"; then
        same 'shared by dwz' linked
    else # libbfd does not find all that was moved
        gprof -b full >full.txt
        run gprof -b linked
        is_file "$out" full.txt 'shared by dwz'
    fi
    mkdir moved && mv shared/common moved
    if test "$libdw"; then
        gprof -b -l -p -q full >full.txt
        run gprof -b -l -p -q linked --symbol-directory=moved
        is_file "$out" full.txt 'shared by dwz, in a directory'
        is_stderr '' 'shared by dwz, in a directory: no complaint'
    else
        skip 'shared by dwz, in a directory' 'libbfd does not look there'
    fi
    run gprof -b -l -p linked
    is_status 0 'shared by dwz, and lost: a report'
    is "$(grep -c 'shares its debug information with shared/common, which is not found' "$err")" 1 \
        'and a warning'
    # libbfd alone finds no lines then
    is "$(grep -v "${libdw:-no information on source lines}" "$err" | grep -c .)" 1 'just one'
else
    skip 'shared by dwz' "no dwz, or it found nothing to share"
fi
done_testing
