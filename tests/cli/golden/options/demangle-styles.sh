# --demangle=STYLE: whose names are meant. auto knows those of C++ and Rust.
# The same function as it is called in C++, Rust, D and Ada.
. "$SRCDIR/tests/cli/golden/options/program"
for name in _ZN5Table4findEPKc _RNvC5table4find _D5table4findFZv table__find; do
    program | sed "s/sym find /sym $name /" | "$TOOLS/mkimage" >a.out
    echo "$name"
    for style in none auto gnu-v3 java gnat dlang rust; do
        printf '%8s: ' "$style"
        gprof -b "-p$name" --demangle=$style | sed -n '6s/.*  //p'
    done
done
