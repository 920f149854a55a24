# written.sh - when data files were written, which tells if runs were made in turn
#
# written FILE... - says that the files were written one after the other, a second apart
#
# SPDX-License-Identifier: GPL-3.0-or-later
written()
{
    second=10
    for file in "$@"; do
        touch -d "2026-01-01 00:00:$second UTC" "$file"
        second=$((second + 1))
    done
}
