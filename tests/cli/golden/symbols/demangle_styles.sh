# each style knows its own language only; none is --no-demangle
"$TOOLS/mkimage" >a.out <<'END'
section .text 0x1000 0x100
sym main              0x1000
sym _ZN4text5parseEPKc 0x1040
sym _RNvC5demo4work   0x1080
sym _D4demo4lastFZv    0x10c0
END
"$TOOLS/mkgmon" >gmon.out <<'END'
magic
hist 0x1000 0x1100 16 100 seconds s
bin 0 5
bin 4 20
bin 8 75
arc 0x1008 0x1040 2
arc 0x1050 0x1080 10
END
for style in none auto gnu-v3 java gnat dlang rust; do
    echo "style $style"
    gprof -b -p --demangle=$style | sed 1,5d
done
