# an option letter that does not exist
gprof -X 2>err
status=$?
sed '/^Usage/,$d' err
exit $status
