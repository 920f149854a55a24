# messages begin with the name by which the program was called
ln -s "${GPROF_REAL:-$GPROF}" my-gprof
./my-gprof missing
