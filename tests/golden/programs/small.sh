# small.sh - a program of four functions, and two profiles of it
#
# main calls parse, parse calls work, and last is only the end of work. Each function writes one file:
#     small_image     a.out: the program
#     small_profile   gmon.out: a second of samples, most of them in work, and twelve calls
#     cyclic_profile  gmon.out: parse and work call each other, and work itself
#
# SPDX-License-Identifier: GPL-3.0-or-later

small_image()
{
    "$TOOLS/mkimage" >a.out <<'END'
section .text 0x1000 0x100
sym main  0x1000
sym parse 0x1040
sym work  0x1080
sym last  0x10c0
END
}

small_profile()
{
    "$TOOLS/mkgmon" >gmon.out <<'END'
magic
hist 0x1000 0x1100 16 100 seconds s
bin 0 5
bin 4 20
bin 8 75
arc 0x1008 0x1040 2
arc 0x1050 0x1080 10
END
}

cyclic_profile()
{
    "$TOOLS/mkgmon" >gmon.out <<'END'
magic
hist 0x1000 0x1100 16 100 seconds s
bin 0 10
bin 3 30
bin 8 60
arc 0x1008 0x1040 4
arc 0x1050 0x1080 6
arc 0x1090 0x1040 3
arc 0x1090 0x1080 1
END
}
