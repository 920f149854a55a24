# eight.sh - a program of eight functions, one of them static, which call each other in several ways
#
# Each function writes one file:
#     eight_image     a.out: the program
#     eight_profile   gmon.out: samples in all bins; only calls itself, main and other are a cycle
#
# SPDX-License-Identifier: GPL-3.0-or-later

eight_image()
{
    "$TOOLS/mkimage" >a.out <<'END'
section .text 0x1000 0x200
sym main  0x1000
sym parse 0x1040
sym work  0x1080
sym only  0x10a0
sym st    0x10b0 local
sym other 0x10c0
sym more  0x10e0
sym last  0x1180
END
}

eight_profile()
{
    "$TOOLS/mkgmon" >gmon.out <<'END'
magic
hist 0x1000 0x1180 24 100 seconds s
bin 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19
arc 0x1008 0x1040 2
arc 0x1050 0x1080 10
arc 0x10a8 0x10a0 7
arc 0x1008 0x10c0 100
arc 0x1008 0x10b0 3
arc 0x10c8 0x1008 3
END
}
