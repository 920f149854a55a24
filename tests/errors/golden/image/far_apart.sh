# -l where the line table cannot be read, code lies at both ends of memory, and a section claims 2^60
# bytes: only what the file holds is looked at
"$TOOLS/mkimage" >a.out <<'END'
section .flash 0x1000 0x100 code
section .iram 0xffffffff80000000 0x100 code
section .debug_line 0 0x10 rodata fill 7
section .huge 0x100000000 0x100 code claim 0x1000000000000000
sym main 0x1000
sym isr 0xffffffff80000000
END
"$TOOLS/mkgmon" >gmon.out <<'END'
magic
hist 0x1000 0x1100 16 100 seconds s
bin 0 5
END
gprof -b -l -p
