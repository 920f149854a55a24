# demo.sh - programs with source lines
#
# Each function writes one file, but for the first one:
#     needs_libdw         skips the case in a build without libdw
#     lined_image <TEXT   a.out: the program of TEXT, in which source lines are as tests/lib/linetable.pl has them
#     demo_image          a.out: main, parse (static), work and last, all of /src/demo.c
#     demo_profile        gmon.out: a second of samples, most of them in work; parse and work are called
#     demo_source         demo.c: what was compiled
#
# SPDX-License-Identifier: GPL-3.0-or-later

# Skips the case if lines are libbfd's: it gets some wrong. GNU gprof is asked all the same.
needs_libdw()
{
    gprof --version | grep -q ^GNU || grep -qa 'libdw\.so' "${GPROF_REAL:-$GPROF}" || {
        echo 'no libdw' >&2
        exit 77
    }
}

lined_image()
{
    perl "$SRCDIR/tests/lib/linetable.pl" | "$TOOLS/mkimage" >a.out
}

demo_image()
{
    lined_image <<'END'
section .text 0x1000 0x100
directory /src
0x1000 demo.c:2 main
0x1040 demo.c:6 parse
0x1080 demo.c:9 work
0x10c0 demo.c:12 last
0x1100 end
sym main  0x1000
sym parse 0x1040 local
sym work  0x1080
sym last  0x10c0
END
}

demo_profile()
{
    "$TOOLS/mkgmon" >gmon.out <<'END'
magic
hist 0x1000 0x1100 16 100 seconds s
bin 0 5
bin 4 20
bin 8 75
arc 0x1008 0x1040 2
arc 0x1050 0x1080 10
arc 0x1088 0x1080 3
END
}

demo_source()
{
    cat >demo.c <<'END'
/* line 1 */
int main(void) /* line 2 */
{
}

int parse(void) /* line 6 */
{
}
int work(void) /* line 9 */
{
}
int last(void) /* line 12 */
{
}
END
}
