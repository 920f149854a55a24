# what LD_PROFILE makes the dynamic linker write
"$TOOLS/mkimage" >a.out <<'END'
section .text 0x1000 0x100
sym main  0x1000
sym parse 0x1040
sym work  0x1080
sym last  0x10c0
END
"$TOOLS/mkgmon" >gmon.out <<'END'
magic version 0x1ffff
hist 0x1000 0x1100 16 100 seconds s
END
gprof
