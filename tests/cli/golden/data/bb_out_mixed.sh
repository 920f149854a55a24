# a listing of basic blocks beside a file of samples and calls
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
"$TOOLS/mkgmon" >gmon.out <<'END'
magic
hist 0x1000 0x1100 16 100 seconds s
bin 0 5
bin 4 20
bin 8 75
arc 0x1008 0x1040 2
arc 0x1050 0x1080 10
bb
block 0x1000 7
END
gprof -b -p a.out bb.out gmon.out
gprof -s a.out gmon.out bb.out
"$TOOLS/gmondump" gmon.sum
