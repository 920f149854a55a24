# -i with none, one and many records
"$TOOLS/mkimage" >a.out <<'END'
section .text 0x1000 0x100
sym main  0x1000
sym parse 0x1040
sym work  0x1080
sym last  0x10c0
END
"$TOOLS/mkgmon" >none <<'END'
magic
END
"$TOOLS/mkgmon" >blocks <<'END'
magic version 1
bb
block 0x1000 3
block 0x1040 4
bb
block 0x1080 5
arc 0x1008 0x1040 2
END
gprof --file-info a.out none blocks 2>/dev/null
