# a call of a function that the map does not know tells where its caller's chain comes in the order
"$TOOLS/mkimage" >a.out <<'IMAGE'
section .text 0x1000 0x1000
sym unknown 0x1000 16
sym fa 0x1100 16
sym fb 0x1200 16
sym fc 0x1300 16
sym fd 0x1400 16
IMAGE
printf '%s.o:0 T f%s\n' a a b b c c d d >map
calls='arc 0x1404 0x1300 1000
arc 0x1204 0x1100 10
arc 0x1304 0x1000 800000'
printf 'magic\n%s\n' "$calls" | "$TOOLS/mkgmon" >gmon.out
gprof -R map a.out gmon.out
echo == fa calls it first
printf 'magic\narc 0x1104 0x1000 1\n%s\n' "$calls" | "$TOOLS/mkgmon" >gmon.out
gprof -R map a.out gmon.out
