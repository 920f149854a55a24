# an argument for an option that takes none
gprof --sum=4 2>err
status=$?
sed '/^Usage/,$d' err
exit $status
