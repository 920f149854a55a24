# --jobs wants a number of threads
gprof --jobs=0
gprof --jobs=2x
gprof --jobs=
