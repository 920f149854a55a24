# after a usage error the options are listed, to standard error
gprof --help >help
gprof -X 2>err
status=$?
sed 1d err | cmp - help
exit $status
