# --demangle: names as in the source; which is the default. find is a C++ function here.
. "$SRCDIR/tests/cli/golden/options/program"
program | sed 's/sym find /sym _ZN5Table4findEPKc /' | "$TOOLS/mkimage" >a.out
show gprof -b -p --demangle
same gprof -b -p
show gprof -b -p_ZN5Table4findEPKc --demangle=none
