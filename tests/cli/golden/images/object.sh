# an object file: its symbols count from the start of their section
"$TOOLS/mkimage" >a.out <<'END'
type rel
section .text 0 0x100
section .text.cold 0 0x40 code
section .data 0 0x20
sym main 0 in .text
sym work 0x40 in .text
sym leaf 0xc0 local in .text
sym last 0xf0 in .text
sym rare 0x20 in .text.cold
sym table 0 object in .data
END
"$TOOLS/mkgmon" >gmon.out <<'END'
magic
hist 0 0x100 64 100 seconds s
bin 0 5
bin 9 3
bin 16 20
bin 50 50
arc 0x8 0x40 2
arc 0x50 0xc4 10
END
gprof -b
