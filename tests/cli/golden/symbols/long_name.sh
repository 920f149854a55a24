# -S: a name of 3000 letters, as templates have them, is taken whole
"$TOOLS/mkimage" >a.out <<'END'
section .text 0x1000 0x100
END
name=$(printf '%3000s' '' | tr ' ' n)
printf '1000 T main\n1040 T %s\n1080 T last\n' "$name" >symbols
"$TOOLS/mkgmon" >gmon.out <<'END'
magic
hist 0x1000 0x1100 16 100 seconds s
bin 4 20
arc 0x1008 0x1040 2
END
gprof -b -p -S symbols | sed "s/$name/(3000 letters)/"
