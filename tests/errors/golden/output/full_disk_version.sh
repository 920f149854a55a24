# so does --version
test -c /dev/full || exit 99
gprof --version >/dev/full
