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
    perl "$SRCDIR/tests/lib/linetable.pl" <<END | "$TOOLS/mkimage" -o a.out
type rel
$1
directory /src
0x1000 demo.c:10 main
0x1040 demo.c:20 parse
0x1080 demo.c:30 work
0x10c0 demo.c:40 done
0x1100 end
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
