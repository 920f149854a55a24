#!/bin/sh
# target_data.t - data of other byte orders and word sizes tell the same in all new reports
#
# One program and its data, made for each of several targets: what x86-64's say is the truth, which
# golden cases hold. What an image says of itself alone, such as "address_bytes", may differ.
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"

# The image `prog', a static program's: some calls go by a stub to an indirect function.
make_image() # CLASS ENDIAN MACHINE
{
    perl "$SRCDIR/tests/lib/linetable.pl" >image.txt <<END_OF_IMAGE || bail 'cannot make lines'
class $1
endian $2
machine $3
section .init 0x10000 0x40
section .plt 0x10040 0x40
section .text 0x10080 0x400
0x10080 main.c:3 main
0x10090 main.c:5
0x10098 main.c:6
0x10100 parse.c:10 parse
0x10118 parse.c:12
0x10180 parse.c:30 eval
0x101a0 parse.c:33
0x10200 table.c:4 lookup
0x10240 table.c:20 hash
0x10280 main.c:40 print
0x10300 main.c:44
0x10380 end
sym _init 0x10000 0x20
sym main 0x10080 0x80
sym parse 0x10100 0x80
sym eval 0x10180 0x80 local
sym lookup 0x10200 0x40
sym hash 0x10240 0x40 local
sym print 0x10280 0x100
sym mcount 0x10380 0x40
sym idle 0x103c0 0xc0
END_OF_IMAGE
    "$TOOLS/mkimage" -o prog <image.txt || bail 'cannot make an image'
}

# A data file; $1: file, $2 $3: width, order, $4: what main's time is multiplied by, $5: calls
make_data()
{
    "$TOOLS/mkgmon" -o "$1" <<END_OF_DATA || bail 'cannot make data'
width $2
endian $3
magic
hist 0x10000 0x10480 288 250 seconds s
bin 18 $((40 * $4))
bin 34 $((7 * $4)) 3 65535
bin 70 11 0 0 5
bin 100 200
bin 130 400 1
bin 145 $((90 * $4))
bin 170 17
bin 230 33
arc 0x10090 0x10100 $5
arc 0x10098 0x10280 3000000000
arc 0x10120 0x10180 $((2 * $5))
arc 0x101a0 0x10200 77
arc 0x101a8 0x10180 5
arc 0x10210 0x10240 154
arc 0x10288 0x10240 9
arc 0x102a0 0x10280 12
END_OF_DATA
}

make_stacks() # FILE WIDTH ORDER
{
    "$TOOLS/mkgmon" -o "$1" <<END_OF_STACKS || bail 'cannot make stacks'
width $2
endian $3
stacks cpu 4000000 runs 1 missing 3 lost 2
module program - prog
module library - libm.so.6
name main 0x10080
name parse 0x10100
name eval 0x10180
name lookup 0x10200
name hash 0x10240
name print 0x10280
complete main=0x10 signals 40 ticks 40
complete main+0x10 parse=0x4 signals 300 ticks 310
complete main+0x10 parse+0x20 eval=0x18 signals 20 ticks 20
complete main+0x10 parse+0x20 eval+0x20 lookup+0x10 hash=0x8 signals 500 ticks 501
guessed main+0x18 print+0x8 hash=0x8 signals 90 ticks 90
complete main+0x18 print+0x20 libm.so.6:+0x2000 signals 60 ticks 64
no-unwind print=0x40 signals 2 ticks 2
END_OF_STACKS
}

# All new reports of a target, each into a file of the directory new.
make_reports()
{
    mkdir new
    for format in json csv callgrind dot folded html pprof; do
        gprof --export=$format prog gmon.out.2 gmon.out.stacks >new/$format.measured 2>/dev/null
        echo $? >>new/$format.measured
        gprof --export=$format --estimated prog gmon.out.2 gmon.out.stacks >new/$format.estimated \
            2>/dev/null
        echo $? >>new/$format.estimated
    done
    gprof --top prog gmon.out.2 >new/top 2>&1
    gprof --top prog gmon.out.2 gmon.out.stacks >new/top.measured 2>&1
    gprof --top --line prog gmon.out.1 gmon.out.2 >new/top.lines 2>&1
    gprof -b prog gmon.out.2 gmon.out.stacks >new/graph.measured 2>&1
    gprof -b --compare-estimates prog gmon.out.2 gmon.out.stacks >new/estimates 2>&1
    gprof --compare=gmon.out.1 prog gmon.out.2 gmon.out.3 >new/changes 2>&1
    gprof --compare=gmon.out.1 --export=json prog gmon.out.2 >new/changes.json 2>&1
    gprof --by-file prog gmon.out.[123] >new/files 2>&1
    gprof --by-file prog gmon.out.[123] gmon.out.2.stacks >new/files.stacks 2>&1
    gprof --by-file --export=csv prog gmon.out.[123] >new/files.csv 2>&1
    gprof -s prog gmon.out.[123] 2>new/sum && gprof --top prog gmon.sum >new/top.sum 2>&1
}

make_target() # NAME CLASS ENDIAN MACHINE
{
    mkdir "$1" && cd "$1" || bail "cannot enter $1"
    make_image "$2" "$3" "$4"
    make_data gmon.out.1 "$2" "$3" 1 1000
    make_data gmon.out.2 "$2" "$3" 9 1234567890
    make_data gmon.out.3 "$2" "$3" 8 42
    make_stacks gmon.out.stacks "$2" "$3"
    cp gmon.out.stacks gmon.out.2.stacks
    make_reports
    cd ..
}

# What may differ.
leave_out()
{
    sed 's/"address_bytes":[48],"big_endian":[a-z]*/"address_bytes":A,"big_endian":B/g
         s/"isa":"[^"]*"//g' "$1"
}

make_target reference 64 little x86-64
cd reference/new || bail 'no reports'
for report in *; do
    ok "x86-64: there is $report" test "$(wc -c <"$report")" -gt 60
done
cd ../..
like "$(cat reference/new/top)" '^[-?0-9. ]+ +[-0-9.]+ +1234567890 +parse +main' \
    'large counts are in the report'

while read -r name class endian machine; do
    make_target "$name" "$class" "$endian" "$machine"
    for report in reference/new/*; do
        leave_out "$report" >want
        leave_out "$name/new/${report##*/}" >got
        is_file got want "$name: ${report##*/}"
    done
done <<'END'
s390x     64 big    s390
ppc64     64 big    ppc64
mips      32 big    mips
ppc       32 big    ppc
arm       32 little arm
i386      32 little i386
mipsel    32 little mips
riscv32   32 little riscv
aarch64   64 little aarch64
END
done_testing
