# an abbreviation that several options share
gprof --file 2>err
status=$?
sed '/^Usage/,$d' err
exit $status
