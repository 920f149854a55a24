# a name cannot forge a second line of output
name=$(printf 'a\ngprof: b')
gprof "$name"
