# data with neither samples nor calls have nothing for the default reports: their basic blocks are counted instead
"$TOOLS/mkimage" >a.out <<'IMAGE'
section .text 0x1000 0x100
sym main 0x1000
sym work 0x1080
IMAGE
printf 'magic\nbb\n    block 0x1004 3\n    block 0x1084 40\n' | "$TOOLS/mkgmon" >gmon.out
echo magic | "$TOOLS/mkgmon" >empty.out
for words in '-l' '-z' '-P -Q -z' '-i -z' '-P'; do
    echo "== gprof -b $words"
    gprof -b $words a.out gmon.out
done
echo '== gprof -b -z, no records'
gprof -b -z a.out empty.out
