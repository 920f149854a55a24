# -c: code without contents in the file, and a section beside it that has some
"$TOOLS/mkimage" >a.out <<'END'
section .text 0x1000 0x40 nobits
section .text.b 0x2000 0x40 hex e80b000000
sym main 0x1000
sym b    0x2000
sym c    0x2010
END
"$TOOLS/mkgmon" >gmon.out <<'END'
magic
hist 0x1000 0x3000 16 100 seconds s
arc 0x1002 0x2000 1
END
gprof -b -q -c -z
