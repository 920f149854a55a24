# a file of words that names itself
echo @words >words
gprof @words
