# options that GNU gprof lacks do not make its abbreviations ambiguous, nor take part in their lists
gprof --file 2>&1 | head -1 | grep -o "'--[a-z-]*'" | sort
gprof --n 2>&1 | head -1 | grep -o "'--[a-z-]*'" | sort
