# an option that needs an argument and has none
gprof -w 2>err
status=$?
sed '/^Usage/,$d' err
exit $status
