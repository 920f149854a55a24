# 170 called functions: each stands once in the order (GNU gprof puts two first, and then loses one of them)
{
    echo 'section .text 0x400000 0x2000'
    for i in $(seq 1 180); do
        printf 'sym f%d 0x%x 16\n' "$i" $((0x400000 + 16 * i))
    done
} | "$TOOLS/mkimage" >a.out
{
    echo magic
    for i in $(seq 1 170); do
        printf 'arc 0x%x 0x%x %d\n' $((0x400004 + 16 * (i + 7))) $((0x400000 + 16 * i)) $((1000 - 3 * i))
    done
} | "$TOOLS/mkgmon" >gmon.out
gprof -r a.out gmon.out >order
echo "$(wc -l <order) names, $(sort -u order | wc -l) different ones"
head -n 12 order
