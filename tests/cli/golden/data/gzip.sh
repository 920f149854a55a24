# data files may be packed (GNU gprof takes such a file for a broken one)
"$TOOLS/mkimage" >a.out <<'END'
section .text 0x1000 0x100
sym main  0x1000
sym parse 0x1040
sym work  0x1080
sym last  0x10c0
END
"$TOOLS/mkgmon" >gmon.out <<'END'
magic
hist 0x1000 0x1100 16 100 seconds s
bin 0 5
bin 4 20
bin 8 75
arc 0x1008 0x1040 2
arc 0x1050 0x1080 10
END
cat >bb.out <<'END'
Basic block profiling finished on Thu Mar  4 12:00:00 1993

Block #1: executed 3 time(s) address= 0x1000
END
gzip -n gmon.out && gzip -n bb.out
gprof -b -p -i a.out gmon.out.gz bb.out.gz
gprof -s a.out - <gmon.out.gz && "$TOOLS/gmondump" gmon.sum
