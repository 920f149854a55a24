# -S has no lines, so -l changes one thing only: cycles have no entries of their own
"$TOOLS/mkimage" >a.out <<'IMAGE'
section .text 0x1000 0x100
sym main 0x1000
IMAGE
printf '1000 T main\n1040 T ping\n1080 T pong\n10c0 T last\n' >syms
"$TOOLS/mkgmon" >gmon.out <<'DATA'
magic
hist 0x1000 0x10c0 12 100 seconds s
fill 0 11 10
arc 0x1004 0x1040 2
arc 0x1044 0x1080 5
arc 0x1084 0x1040 4
DATA
gprof -b -q -S syms a.out gmon.out
echo == -l
gprof -b -q -l -S syms a.out gmon.out
