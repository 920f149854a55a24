# a folder as a file of words
mkdir words
gprof @words
