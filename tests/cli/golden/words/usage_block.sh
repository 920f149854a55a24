# shell completion reads the bracketed block: each long option stands in it
gprof --help | sed -n '/^Usage/,/^$/p' | grep -o -e '--[][a-z-]*' | sort
