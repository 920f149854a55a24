# -c on an object: its calls get their targets from the linker only
printf 'int g(int x) { return x; } int f(int x) { return g(x); }' >code.c
${CC:-cc} -O0 -c -o code.o code.c
"$TOOLS/mkgmon" >gmon.out <<'END'
magic
hist 0x0 0x40 16 100 seconds s
arc 0x14 0x0 1
END
gprof -c -q code.o gmon.out >out
