# so does --help
test -c /dev/full || exit 99
gprof --help >/dev/full
