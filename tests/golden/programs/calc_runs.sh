# calc_runs.sh - makes runs of two versions of calc, with call stacks, to be compared
#
# Use: source it behind calc.sh. In the newer version hash is slower and find is faster; power is
# called no more, skip_blanks was not.
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "$SRCDIR/tests/golden/programs/written.sh"

# Makes three data files in old, and three in new, and the stacks beside them.
calc_runs()
{
    mkdir old new
    for i in 1 2 3; do
        profile | "$TOOLS/mkgmon" >old/gmon.$i
        profile | sed 's/0x1140 20 /0x1140 25 /' | "$TOOLS/mkgmon" >new/gmon.$i
        stacks | sed "s,of gmon.out,of old/gmon.$i,; s/signals 22/signals 2$i/; s/signals 7/signals 2$i/
            /skip_blanks/d" | "$TOOLS/mkgmon" >old/stacks.gmon.$i
        stacks | sed "s,of gmon.out,of new/gmon.$i,; s/signals 22/signals 6$i/; s/signals 7/signals $i/
            /power/d" | "$TOOLS/mkgmon" >new/stacks.gmon.$i
    done
    written old/gmon.1 new/gmon.1 new/gmon.2 old/gmon.2 old/gmon.3 new/gmon.3
}
