# messages begin with the name by which the program was called
ln -s "$GPROF" my-gprof
./my-gprof missing
