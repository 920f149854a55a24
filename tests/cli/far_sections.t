#!/bin/sh
# far_sections.t - -l where addresses are asked for one by one: sections far apart, sizes that are lies
#
# GNU gprof asks for each address of the claimed 512 GB, which takes a day: no golden case.
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"

# make_image SECTIONS: an object file, whose lines libbfd is asked for
make_image()
{
    "$TOOLS/mkimage" -o a.out <<END
type rel
$1
section .debug_abbrev 0 27 hex 01110110171101120603081b080000022e00030811011206000000
section .debug_info 0 114 hex 6e00000004000000000008010000000000100000000000000001000064656d6f2e63002f73726300026d61696e000010000000000000400000000270617273650040100000000000004000000002776f726b0080100000000000004000000002646f6e6500c0100000000000004000000000
section .debug_line 0 74 hex 4600000004001e000000010101fb0e0d0001010101000000010000010064656d6f2e63000000000000090200100000000000000309010240030a010240030a010240030a010240000101
sym main 0x1000
sym parse 0x1040
END
}

"$TOOLS/mkgmon" -o gmon.out <<'END'
magic
hist 0x1000 0x1100 16 100 seconds s
bin 0 3 0 0 0 5
END
table=' 62.50      0.05     0.05                             parse (demo.c:20 @ 1040)
 37.50      0.08     0.03                             main (demo.c:10 @ 1000)'

make_image 'section .text.a 0x1000 0x100
section .text.b 0x8000000000 0x100'
run timeout 20 "$GPROF" -b -l -p
is_status 0 'sections far apart'
is "$(sed 1,5d "$out")" "$table" '... and their lines'

make_image 'section .text 0x1000 0x8000000000 code nobits'
run timeout 20 "$GPROF" -b -l -p
is_status 0 'a section that claims more than the file can be about'
is "$(sed 1,5d "$out")" "$table" '... and its lines'
done_testing
