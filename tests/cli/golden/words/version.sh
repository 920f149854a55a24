# -v prints the version; so does --version, and wins over what follows it
gprof -v | sed 's/^gprof [0-9][^ ]*/gprof VERSION/'
gprof -v >short
gprof --version -h missing >long
cmp short long && echo same
