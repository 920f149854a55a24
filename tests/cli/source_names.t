#!/bin/sh
# source_names.t - files are named by the compiler's directory, however that itself is named
#
# A reproducible build calls its directory `.' or whatever it likes (-ffile-prefix-map), and may name its
# sources by that directory, too. A relative name is relative to the directory, so `x/prog.c' compiled
# in `x' is x/x/prog.c, as GNU gprof says; older DWARF than 5 does not tell it apart from `prog.c'
# where a reader has joined the two.
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"

: "${CC:=cc}"
for tool in "${CC%% *}" nm; do
    command -v "$tool" >/dev/null || skip_all "no $tool"
done
mkdir sub
echo 'int leaf(int x) { return x; } int main(int n, char **v) { return leaf(n) + !v; }' >prog.c
cp prog.c sub/prog.c
$CC -gdwarf-4 -ffile-prefix-map="$PWD=." prog.c -o a.out 2>log ||
    skip_all 'the compiler has no -ffile-prefix-map'
oracle=
: "${ORACLE:=/usr/bin/gprof}"
case $("$ORACLE" -v 2>&1) in *'GNU gprof'*' 2.4'*) oracle=$ORACLE ;; esac

# named VERSION SOURCE DIRECTORY PATH: SOURCE, compiled here as if this were DIRECTORY, is called PATH
named()
{
    what="DWARF $1, $(echo "$2" | sed "s,^$PWD/,/HERE/,") in $3"
    $CC "-gdwarf-$1" -ffile-prefix-map="$PWD=$3" "$2" -o a.out 2>log ||
        { skip "$what" 'not compiled'; return; }
    at() { nm a.out | sed -n "s/^\([0-9a-f]*\) [Tt] $1\$/0x\1/p"; }
    {
        echo magic
        echo "arc $(printf '0x%x' $(($(at main) + 8))) $(at leaf) 4"
    } | "$TOOLS/mkgmon" >gmon.out
    run gprof -b -C -L a.out gmon.out
    is "$(sed 's/: .*//' "$out")" "$4:1" "$what"
    test -z "$oracle" || is "$("$oracle" -b -C -L a.out gmon.out | sed 's/: .*//')" "$4:1" \
        "$what: GNU gprof says the same"
}

# ---- a function of a header is of the header, in all reports, with -l and without ----------------

echo 'static int of_header(int x) { return x + 1; }' >inner.h
printf '#include "inner.h"\nint main(int n, char **v) { return of_header(n) + !v; }\n' >outer.c
for flags in -gdwarf-4 -gdwarf-5 '-gdwarf-5 -flto'; do
    # libbfd 2.40 gets DWARF 5 wrong
    grep -qa 'libdw\.so' "${GPROF_REAL:-$GPROF}" || { skip "functions of headers, $flags" 'no libdw'; continue; }
    # shellcheck disable=SC2086 # several words
    $CC $flags -fno-inline outer.c -o a.out 2>log || { skip "$flags" 'not compiled'; continue; }
    callee=$(nm a.out | sed -n 's/^\([0-9a-f]*\) t of_header.*/0x\1/p')
    caller=$(nm a.out | sed -n 's/^\([0-9a-f]*\) T main$/0x\1/p')
    {
        printf 'magic\nhist %s %s 1 100 seconds s\nbin 0 7\n' "$callee" "$(printf '0x%x' $((callee + 8)))"
        printf 'arc 0x%x %s 4\n' $((caller + 8)) "$callee"
    } | "$TOOLS/mkgmon" >gmon.out
    for by_line in '' -l; do
        for how in '-q -b' '-p --inline-file-names -b' '-C -b' '-A -b' '-pinner.h:of_header --inline-file-names -b' \
            '--export=json' '--export=csv'; do
            test "$by_line$how" != -l--export=json || continue
            # shellcheck disable=SC2086
            run gprof $by_line $how a.out gmon.out
            like "$(grep -v outer.c:2 "$out")" inner.h "$flags: $how $by_line"
        done
    done
    run gprof -b -A a.out gmon.out
    like "$(cat "$out")" ' 4 -> static int of_header' "$flags: calls stand beside the function"
done

# Assemblers before 2.36 name the directory of a DWARF 5 table's files in a way of their own.
old_assembler=$("$CC" -Wa,--version -c -x assembler -o /dev/null /dev/null 2>/dev/null |
    sed -n '1s/^GNU assembler .* 2\.\([0-9]*\).*/\1/p' | awk '$1 < 36 { print "old" }')
clang=$($CC -dM -E -x c /dev/null | grep __clang__)
for version in 2 3 4 ${old_assembler:-5}; do
    test $version != old || continue
    # a table of version 5 names the directory itself, which counts as a relative one; clang's does
    # so for sources that are named by their directory, too
    case $version in 5) dot=././ x=x/x/ again=$clang ;; *) dot=./ x=x/ again= ;; esac
    named $version prog.c . ${dot}prog.c
    named $version ./prog.c . ././prog.c
    named $version "$PWD/prog.c" . ${again:+./}././prog.c
    named $version prog.c x ${x}prog.c
    named $version "$PWD/prog.c" x ${again:+x/}x/x/prog.c
    named $version "$PWD/sub/prog.c" x/y ${again:+x/y/}x/y/x/y/sub/prog.c
    named $version sub/prog.c sub ${again:+sub/}sub/sub/prog.c
    named $version sub/prog.c . ${again:+./}./sub/prog.c
    named $version "$PWD/prog.c" /usr/src /usr/src/prog.c
done
done_testing
