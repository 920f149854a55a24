# the same in version 0 of the format
"$TOOLS/mkimage" >a.out <<'END'
section .text 0x1000 0x100
sym main  0x1000
sym parse 0x1040
sym work  0x1080
sym last  0x10c0
END
"$TOOLS/mkgmon" >gmon.out <<'END'
magic version 0
bb claim 0xffffffff
raw 00000000
END
(test -n "$VARIANT$VALGRIND" || ulimit -v 400000; gprof)
