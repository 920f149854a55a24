# a bin above 65535 goes on in a second record: nothing is lost (GNU gprof loses it)
"$TOOLS/mkimage" >a.out <<'END'
section .text 0x1000 0x100
sym main  0x1000
sym parse 0x1040
sym work  0x1080
sym last  0x10c0
END
"$TOOLS/mkgmon" >gmon.out <<'END'
magic
hist 0x1000 0x1100 16 100 seconds s
bin 0 65535
END
gprof -s a.out gmon.out gmon.out
gprof -b -p a.out gmon.sum
gprof -i a.out gmon.sum
