# demo.sh - a program with source lines
#
# SPDX-License-Identifier: GPL-3.0-or-later

demo_image()
{
    "$TOOLS/mkimage" >a.out <<'END'
section .text 0x1000 0x100
section .debug_abbrev 0 27 hex 01110110171101120603081b080000022e00030811011206000000
section .debug_info 0 114 hex 6e00000004000000000008010000000000100000000000000001000064656d6f2e63002f73726300026d61696e000010000000000000400000000270617273650040100000000000004000000002776f726b0080100000000000004000000002646f6e6500c0100000000000004000000000
section .debug_line 0 74 hex 4600000004001e000000010101fb0e0d0001010101000000010000010064656d6f2e63000000000000090200100000000000000301010240030401024003030102400303010240000101
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
