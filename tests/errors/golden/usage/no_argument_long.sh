# the same with a long name
gprof --width 2>err
status=$?
sed '/^Usage/,$d' err
exit $status
