#!/bin/sh
# tidy.t - what tools that others wrote say of scripts, manual pages, spelling and licences: nothing
#
# Role: runs shellcheck, mandoc, codespell and reuse, each where it is installed, on the whole tree.
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"

# quiet NAME PROGRAM COMMAND...: the command prints nothing; skipped where the program is missing
quiet()
{
    name=$1
    if ! command -v "$2" >/dev/null; then
        skip "$name" "no $2"
        return
    fi
    shift 2
    is "$("$@" 2>&1)" '' "$name"
}

cd "$SRCDIR" || exit 1
# What is source: no products, and no inputs that tests keep as they came.
find README bootstrap .ci src include tests doc -type f ! -path 'tests/data/*' ! -path 'tests/fuzz/corpus/*' \
    ! -name '*.png' >"$tap_dir/sources"

# Checks about style (severities below warning) are left out, and two that cannot see into tap.sh, which
# tests read from a path that is known when they run: variables that it sets (SC2154) or reads (SC2034).
while IFS= read -r file; do
    IFS= read -r first <"$file"
    case $first in '#!/bin/sh' | '#!/bin/bash') printf '%s\n' "$file" ;; esac
done <"$tap_dir/sources" >"$tap_dir/scripts" 2>/dev/null
ok "shell scripts are found ($(wc -l <"$tap_dir/scripts"))" test "$(wc -l <"$tap_dir/scripts")" -gt 50
quiet 'shellcheck warns of nothing in them' shellcheck \
    xargs -n 16 shellcheck -f gcc -S warning -e SC2034,SC2154 <"$tap_dir/scripts"

quiet 'mandoc has no remark about the manual pages' mandoc mandoc -T lint doc/*.[1-9]

# Names in programs, roff's bullet, and words that stand for something misspelt.
names=bu,upto,fo,nin,nd,statics,inout,neight,hel,parm,resul
quiet 'codespell finds no slip' codespell xargs codespell -L "$names" <"$tap_dir/sources"

# Without git it would take products for sources.
if test -e .git; then
    quiet 'reuse finds a licence and a copyright for each file' reuse sh -c 'reuse lint >"$1" || cat "$1"' sh \
        "$tap_dir/reuse"
else
    skip 'reuse finds a licence and a copyright for each file' 'this is no git checkout'
fi
done_testing
