#!/bin/sh
# regions.t - code is code by its section's flags, whatever the section is called, and in how many
#
# A program whose .text is renamed gives the same reports; one with several regions of code far from
# each other gives those of each.
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"

: "${CC:=cc}"
for tool in "${CC%% *}" objcopy nm; do
    command -v "$tool" >/dev/null || skip_all "no $tool"
done
cat >prog.c <<'END'
#define IN(region) __attribute__((noinline, section(region)))
volatile int v;
IN(".iram.text") int isr(int x) { v += x; return v; }
IN(".rom.code") static int rom(int x) { v += isr(x); return v; }
__attribute__((noinline)) int app(int x) { v += rom(x) + isr(x); return v; }
int main(void) { return app(2); }
END
$CC -g -O1 prog.c -o named -Wl,--section-start=.iram.text=0x40080000 \
    -Wl,--section-start=.rom.code=0x50000000 -no-pie -fno-pie 2>log ||
    skip_all "$CC makes no such program"
objcopy --rename-section .text=.flash.text named renamed || skip_all 'objcopy cannot rename'

at() { nm named | sed -n "s/^\([0-9a-f]*\) [Tt] $1\$/0x\1/p"; }
plus() { printf '0x%x' $(($1 + $2)); }
{
    echo magic
    for function in app isr rom; do
        echo "hist $(at $function) $(plus "$(at $function)" 64) 32 100 seconds s"
        echo 'fill 0 3 5'
    done
    echo "arc $(plus "$(at main)" 4) $(at app) 1"
    echo "arc $(plus "$(at app)" 4) $(at rom) 1"
    echo "arc $(plus "$(at rom)" 4) $(at isr) 1"
} | "$TOOLS/mkgmon" >gmon.out

# The lines of all regions are known, but -l divides those of .text alone, as it always did, if there
# is one.
for report in '-p -q' -A -C '-p --inline-file-names'; do
    gprof -b $report named >want 2>&1
    run gprof -b $report renamed
    is_file "$out" want "$report: the section's name does not matter"
done
gprof -b -p renamed >got
for function in app isr rom; do
    like "$(cat got)" "^ 33.33 .* 0.20 .* $function\$" "$function: its time"
done
gprof -b -p -l renamed >got
for function in app isr rom; do
    like "$(cat got)" " $function \\(prog.c:[0-9]+ @ [0-9a-f]+\\)\$" "$function: a line"
done
case $(uname -m) in
x86_64)
    gprof -b -q -c renamed >got
    is "$(grep -c ' 0/1 .*isr' got)" 1 'a call from region to region by -c'
    ;;
*) skip 'a call from region to region by -c' 'not on this machine' ;;
esac
done_testing
