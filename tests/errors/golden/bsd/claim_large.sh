# a BSD file that claims 4 GB of bins: nothing is allocated for them
"$TOOLS/mkimage" >a.out <<'END'
section .text 0x1000 0x100
sym main  0x1000
sym parse 0x1040
sym work  0x1080
sym last  0x10c0
END
"$TOOLS/mkgmon" >gmon.out <<'END'
bsd 0x1000 0x1100 16 claim 0xffffffff
END
(test -n "$VARIANT$VALGRIND" || ulimit -v 400000; gprof)
