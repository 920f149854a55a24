# --help does the same, and wins over what follows it
gprof -h >short
gprof --help >long
gprof --help --no-such-option missing >first
cmp short long && cmp long first && echo same
