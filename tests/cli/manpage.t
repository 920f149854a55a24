#!/bin/sh
# manpage.t - doc/gprof.1 has the options of gprof --help, no others, and is well-formed
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
page=$SRCDIR/doc/gprof.1

# Words that begin as options do, one a line.
option_words()
{
    grep -o -E -e '(^|[^[:alnum:]-])--?[[:alnum:]][[:alnum:]-]*' | sed 's/^[^-]*//' | sort -u
}

# Options of the page: those in the tags of its lists.
sed 's/\\-/-/g; s/\\f[A-Z]//g' "$page" >plain
sed -n '/^\.SH OPTIONS/,/^\.SH READING/p' plain |
    awk 'tag { print; tag = 0 } /^\.TP/ { tag = 1 }' | sed 's/[",]/ /g' | option_words >in_page

# Options of --help: its table, and in the usage block letters and words in brackets.
gprof --help >help
sed -n '/^All options in brackets/,/^$/p' help >usage
{
    sed '/^All options in brackets/,$d' help | sed -n 's/^  \(.\{34\}\).*/\1/p' | option_words
    sed 's/\[--\[no-\]\([a-z-]*\)/--\1 --no-\1 /g' usage | option_words
    grep -o -e '-\[[A-Za-z]*\]' usage | tr -d '[]-' | grep -o . | sed 's/^/-/'
} | sort -u >in_help
is_file in_page in_help 'the page and --help have the same options'

# In the usage block stand all of the table's.
{
    sed 's/\[--\[no-\]\([a-z-]*\)/--\1 --no-\1 /g' usage | option_words
    grep -o -e '-\[[A-Za-z]*\]' usage | tr -d '[]-' | grep -o . | sed 's/^/-/'
} | sort -u >in_usage
is_file in_usage in_help 'the usage block, which shells complete from, has them all'

# No option of the page is one that gprof knows but refuses, and the page owns up to none.
grep -E -x -e '-[A-Za-z]' in_help | grep -v -e -h -e -v | while read -r letter; do
    gprof "$letter" "$letter" missing >said 2>&1
    grep -q -i -e 'not available' -e 'not yet' said && printf '%s\n' "$letter"
done >refused
is "$(cat refused)" '' 'every option of the page works'
unlike "$(cat plain)" 'ot available in this version' 'and the page does not say otherwise'

# The sample in the page is what gprof prints.
. "$SRCDIR/tests/golden/programs/small.sh"
small_image
small_profile
gprof -b | sed 's/ *$//' >report
awk '/^\.EX/ { on = sample; next } /^\.EE/ { on = 0 } on; /^\.SH/ { sample = /READING/ }' plain \
    >sample
grep -F -x -v -f report sample >strange
is "$(cat strange)" '' 'each line of the samples is one that gprof prints'
ok 'there are samples' test "$(wc -l <sample)" -ge 10

for section in NAME SYNOPSIS DESCRIPTION OPTIONS ENVIRONMENT FILES 'EXIT STATUS' EXAMPLES 'SEE ALSO'
do
    ok "section $section" grep -q "^\.SH $section\$" "$page"
done
like "$(wc -L <"$page" 2>/dev/null || echo 0)" '^([0-9]|[0-9][0-9]|100)$' \
    'no line above 100 columns'

# check NAME COMMAND...: it succeeds and says nothing on standard error.
check()
{
    name=$1
    shift
    if command -v "$1" >/dev/null 2>&1; then
        run "$@"
        is "$status: $(cat "$err")" '0: ' "$name"
    else
        skip "$name" "no $1"
    fi
}
check 'groff has no warnings' groff -man -ww -z "$page"
check 'mandoc has no complaints' mandoc -Tlint -Wwarning "$page"
check 'man shows it without warnings' man --warnings -l "$page"
check 'its name and purpose can be indexed' lexgrog "$page"
done_testing
