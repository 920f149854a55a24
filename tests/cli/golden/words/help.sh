# -h prints the options to standard output
gprof -h
