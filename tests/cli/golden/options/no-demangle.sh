# --no-demangle: names as the linker has them, which is how options name functions in any case.
. "$SRCDIR/tests/cli/golden/options/program"
program | sed 's/sym find /sym _ZN5Table4findEPKc /' | "$TOOLS/mkimage" >a.out
show gprof -b -p_ZN5Table4findEPKc
show gprof -b -p_ZN5Table4findEPKc --no-demangle
same gprof -b -p_ZN5Table4findEPKc --demangle=none
