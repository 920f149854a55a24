#!/bin/sh
# trace.t - -d adds lines to a report and changes nothing else of it; each bit has its stages
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"

# The image and data of a golden case, in this directory.
inputs()
{
    perl "$SRCDIR/tests/lib/golden.pl" --commands "$1" "$SRCDIR/tests/golden" | sed '/^gprof/,$d' >inputs.sh
    sh inputs.sh
}

# What is left of a report without its traced lines; those alone.
report() { grep -a -v '^\[[a-z]'; }
traced() { grep -a '^\[[a-z]'; }

# same ARG...: the report with -d is the one without.
same()
{
    run gprof "$@"
    expected=$status
    cp "$out" plain
    cp "$err" plain.err
    run gprof -d "$@"
    report <"$out" >rest
    is_file rest plain "the report of $*"
    is "$status" "$expected" 'its status'
    is_file "$err" plain.err 'and its messages'
}

inputs annotate/one_source/default
same
same -b -c -z
same -b -T
same -b -p -Pwork -k main/parse
same -b -i -p -q
same -b -l -A -I .
same -b -A -C -r -I .
same -b -Q -pnosuch
same -i
same -s -P -Q
same missing
same a.out missing
inputs reports/figures/cycle
same -b -q
same -P -Q

# stages N: which stages trace under -dN
stages() { gprof -b -c -A -q -p -I . "-d$1" | traced | sed 's/ .*//' | sort -u | tr -d '\n'; }

inputs annotate/one_source/default
{ "$TOOLS/gmondump" gmon.out && printf 'bb\nblock 0x1000 7\n'; } >data
"$TOOLS/mkgmon" <data >gmon.out
exec 2>"$tap_dir/stderr"
is "$(stages 0)" '[main]' 'no bit: the first line only'
is "$(stages 2)" '[cg_dfn][main]' 'bit 2'
is "$(stages 16)" '[call_graph_init][main]' 'bit 16'
is "$(stages 32)" '[cg_print][main]' 'bit 32'
is "$(stages 64)" \
    '[gmon_out_read][hist_assign_samples][hist_read_bins][main][profile_add_arc]' 'bit 64'
is "$(stages 128)" '[core_init][main][sym_lines_load][symtab_init]' 'bit 128'
is "$(stages 512)" '[main][sym_lookup]' 'bit 512'
is "$(stages 1024)" '[cg_assemble][main]' 'bit 1024'
is "$(stages 2048)" '[main][profile_add_block]' 'bit 2048'
is "$(stages 4096)" '[main][symtab_finalize]' 'bit 4096'
is "$(stages 8192)" '[main][print_annotated_source]' 'bit 8192'
is "$(gprof -b -l -d128 | traced | grep -c line_rows_read)" 4 'bit 128 with -l lists the lines'
inputs reports/figures/cycle
is "$(stages 4)" '[cg_dfn][main]' 'bit 4'
inputs calls/in_code/forward
is "$(stages 256)" '[find_call][main]' 'bit 256'

# The value: none is all bits, else what atoi makes of it, and always bit 1.
first() { gprof -b -p "$@" | head -n 1; }
is "$(first -d)" '[main] debug-level=0xffffffff' '-d: all bits'
is "$(first --debug)" '[main] debug-level=0xffffffff' '--debug: all bits'
is "$(first -d6)" '[main] debug-level=0x7' '-d6'
is "$(first --debug=64)" '[main] debug-level=0x41' '--debug=64'
is "$(first -dx)" '[main] debug-level=0x1' 'a word'
is "$(first -d-1)" '[main] debug-level=0xffffffff' 'a negative number'
is "$(first -d2 -d4)" '[main] debug-level=0x5' 'the last one counts'
is "$(gprof -d missing)" "$(gprof -d0 missing | sed 's/0x1$/0xffffffff/')" \
    'it begins before the image is read'
done_testing
