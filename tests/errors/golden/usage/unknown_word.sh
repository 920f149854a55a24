# a long option that does not exist
gprof --no-such 2>err
status=$?
sed '/^Usage/,$d' err
exit $status
