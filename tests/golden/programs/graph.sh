# graph.sh - programs of a few functions, of 16 bytes each from 0x1000 on
#
#     functions NAME[=TICKS]...   writes a.out, and sets $NAME to the address of each function; the program
#                                 begins in _start, if there is one
#     calls <TEXT                 writes gmon.out: these ticks, at the rate and in the unit of $clock, and the
#                                 arcs of TEXT, in mkgmon's language: arc $main $work 7
#     stacks <TEXT                writes stacks.gmon.out: the samples of TEXT, in mkgmon's language
#
# SPDX-License-Identifier: GPL-3.0-or-later
clock='100 seconds s'

functions()
{
    table='' bins='' end=4096
    for word; do
        name=${word%%=*}
        ticks=${word#"$name"}
        ticks=${ticks#=}
        eval "$name=$end"
        table="$table $name $end"
        bins="$bins ${ticks:-0}"
        end=$((end + 16))
    done
    # GNU gprof loses the samples of the last symbol, so this is _fini.
    {
        echo "section .text 4096 $((end - 4096))"
        echo "section .fini $end 16"
        echo "entry ${_start:-0}"
        printf 'sym %s %d\n' $table _fini "$end"
    } | "$TOOLS/mkimage" >a.out
}

calls()
{
    {
        echo magic
        echo "hist 4096 $end $((end / 16 - 256)) $clock"
        echo "bin 0$bins"
        cat
    } | "$TOOLS/mkgmon" >gmon.out
}

stacks()
{
    {
        cat <<'END'
stacks cpu 10000000
module program - /bin/a.out
module library - /lib/libc.so.6
module vdso - [vdso] as vdso
module anonymous - ""
module profiler - ""
END
        printf 'name %s %d\n' $table
        cat
    } | "$TOOLS/mkgmon" >stacks.gmon.out
}
