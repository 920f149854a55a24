#!/bin/sh
# recipes.t - the manual's recipes for sums beyond one machine give the bytes of one big sum
#
# Each is taken from doc/gprof.texi as it stands there, below a line `@c recipe: NAME' (commands for
# sh) or `@c recipe: NAME/FILE' (a file), and run. Slurm is played by a shell loop.
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"

manual=$SRCDIR/doc/gprof.texi

# recipe NAME - the block below `@c recipe: NAME'
recipe()
{
    awk -v name="@c recipe: $1" '
        $0 == name { found = 1; next }
        found && $0 == "@example" { inside = 1; next }
        inside && $0 == "@end example" { exit }
        inside' "$manual" | sed 's/@\([@{}]\)/\1/g'
}

# data N - data file number N of the program, with arcs, two histograms and call stacks
data()
{
    "$TOOLS/mkgmon" -o "$1" <<END
magic
hist 0x1000 0x1100 16 100 seconds s
noise $2 50 40000
hist 0x1200 0x1300 16 100 seconds s
noise $((1000 + $2)) 50 3
gen random 15 0x1000 16 arcs 20 seed $2
END
    "$TOOLS/mkgmon" -o "stacks.$1" <<END
stacks cpu $((4000000 + $2 % 2 * 6000000))
module program - /opt/prog
module library - libc.so.6
random 20 $2 9 15
END
}

mkdir lab && cd lab || exit 1
printf 'section .text 0x1000 0x300\nfuncs 16 f 0x1000 16\nfuncs 16 g 0x1200 16\n' | "$TOOLS/mkimage" -o prog
mkdir -p runs/a runs/b
i=0
while [ $i -lt 230 ]; do
    [ $i -lt 23 ] && data "gmon.$i" $i
    cp "gmon.$((i % 23))" "runs/a/gmon.out.$i"
    [ $i -lt 140 ] && cp "stacks.gmon.$((i % 23))" "runs/b/stacks.gmon.out.$i"
    i=$((i + 1))
done
gprof -s --output=big.sum --recursive prog runs
ok 'one big sum' test -s big.sum -a -s stacks.big.sum

# made NAME - run the recipe NAME in a directory of its own; does it give that sum?
made()
(
    mkdir "in.$1" && cd "in.$1" && ln -s ../prog . && cp -r ../runs . || exit 1
    case $1 in
    make) recipe make/sums.mk >sums.mk ;;
    slurm | mpirun) recipe "$1/part.sh" >part.sh ;;
    esac
    recipe "$1" >commands
    test -s commands && timeout 60 sh -e ./commands >log 2>&1 || cat log
    cmp all.sum ../big.sum && cmp stacks.all.sum ../stacks.big.sum
)

# check NAME TOOL
check()
{
    if command -v "$2" >/dev/null; then
        ok "by $1" made "$1"
    else
        skip "by $1" "no $2"
    fi
}

# In place of Slurm's sbatch: runs all jobs of the array, or what is to be wrapped.
mkdir bin
cat >bin/sbatch <<'END'
#!/bin/sh
case $1 in
--parsable)
    range=$(sed -n 's/^#SBATCH --array=//p' "$2")
    for SLURM_ARRAY_TASK_ID in $(seq "${range%-*}" "${range#*-}"); do
        export SLURM_ARRAY_TASK_ID
        sh "./$2" || exit 1
    done
    echo 17
    ;;
--dependency=afterok:17)
    [ "$2" = --wrap ] && sh -c "$3"
    ;;
esac
END
chmod +x bin/sbatch
PATH=$PWD/bin:$PATH
# the recipes are for users who are not root, on machines with processors enough
OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export PATH OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM OMPI_MCA_rmaps_base_oversubscribe

check make make
check parallel parallel
check slurm sbatch
check mpirun mpirun
done_testing
