# bbconv.pl makes a data file that says the same as the listing
"$TOOLS/mkimage" >a.out <<'END'
section .text 0x1000 0x100
sym main  0x1000
sym parse 0x1040
sym work  0x1080
sym last  0x10c0
END
cat >bb.out <<'END'
Basic block profiling finished on Thu Mar  4 12:00:00 1993

File prog.c, 3 basic blocks 

    Block #1: executed          1 time(s) address= 0x00001000 function= main       line=    5 file= prog.c
    Block #2: executed         20 time(s) address= 0x00001044 function= parse      line=   12
    Block #3: executed          0 time(s) address= 0x00001080

File more.c, 1 basic blocks 

    Block #1: executed 5000000000 time(s) address= 0x000010c8 function= last       line=    3 file= more.c

END
perl "$SRCDIR/src/bbconv.pl" -64 -EL <bb.out >bb-data
"$TOOLS/gmondump" bb-data
gprof -i a.out bb-data
