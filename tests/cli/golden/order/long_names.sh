# -R: a function and an object with names of 3000 letters
name=$(printf '%3000s' '' | tr ' ' n)
"$TOOLS/mkimage" >a.out <<END
section .text 0x1000 0x100
sym main  0x1000
sym $name 0x1040
sym last  0x1080
END
"$TOOLS/mkgmon" >gmon.out <<'END'
magic
hist 0x1000 0x1100 16 100 seconds s
bin 4 20
arc 0x1008 0x1040 2
END
printf '%s\n' 'main.o:0 T main' "$name.o:0 T $name" 'last.o:0 T last' >map
gprof -R map | sed "s/$name/(3000 letters)/"
