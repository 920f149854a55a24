# -s -O bsd with a bin above 65535
"$TOOLS/mkimage" >a.out <<'END'
section .text 0x1000 0x100
sym main  0x1000
sym parse 0x1040
sym work  0x1080
sym last  0x10c0
END
"$TOOLS/mkgmon" >gmon.out <<'END'
bsd 0x1000 0x1100 16
bin 0 65535
END
gprof -s -O bsd a.out gmon.out gmon.out
status=$?
ls
exit $status
