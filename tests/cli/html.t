#!/bin/sh
# html.t - the page of --export=html in a real browser: deep links, sorting, search, charts, policy
#
# Pages are shown by a headless Chromium, where there is one (tests/lib/browser.pl), and its document
# is printed when the script has run. What can be told without a browser is asked everywhere.
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/golden/programs/calc.sh"
. "$SRCDIR/tests/golden/programs/calc_runs.sh"

stacks | "$TOOLS/mkgmon" >measured.stacks
gprof --export=html a.out gmon.out measured.stacks >measured.html
gprof --export=html a.out gmon.out 2>/dev/null >counted.html
gprof --export=html -z a.out gmon.out measured.stacks >unused.html

# Two versions of the program: with call stacks, and without them before.
calc_runs
gprof -b --compare=old a.out new >changes.text 2>/dev/null
gprof --compare=old --export=html a.out new >changes.html 2>/dev/null
gprof --compare=gmon.out --export=html a.out new/gmon.1 >one.html 2>/dev/null

# A program whose names are markup, two of one name in different files, and half a character.
printf 'section .text 0x1000 0x50\nsym "</script><img src=x onerror=alert(1)>" 0x1000 0x10\nsym "a&b=c#d %%41" 0x1010 0x10\nsym "\377\342\200\256" 0x1020 0x10\nsym same 0x1030 0x10 local\nsym same 0x1040 0x10 local\n' |
    "$TOOLS/mkimage" >'<title>.out'
printf 'magic\nhist 0x1000 0x1050 5 100 seconds s\nbin 0 5 4 3 2 1\narc 0x1008 0x1010 7\narc 0x1008 0x1030 7\narc 0x1008 0x1020 7\n' |
    "$TOOLS/mkgmon" >hostile.out
gprof --export=html '<title>.out' hostile.out >hostile.html

# A program that was profiled for a quarter of its time: shares are ranges, as in --top.
"$TOOLS/mkimage" -o costly <<'END'
section .text 0x1000 0x140
sym main       0x1000
sym "<external>" 0x1040
sym "<unseen>" 0x1080
sym mcount     0x10c0
sym last       0x1100 0x20
END
"$TOOLS/mkgmon" >costly.out <<'END'
magic spare 7fb1000000000000000000aa
hist 0x1000 0x1140 20 250 seconds s
bin 0 100
bin 4 50
bin 8 25
bin 12 60
arc 0x1010 0x1100 1
END
gprof --export=html costly costly.out 2>/dev/null >costly.html

# ---- without a browser ----

is "$(sed -n 's/^<tr><td>\(.*\)<.td><.tr>$/\1/p' measured.html | sed 's/<.td><td>/ /g' | grep -E '^(.*find|.*main)$')" \
    '15.0 % 62.0 % 920 find
2.0 % 100.0 % not counted main' 'without scripts there is a list of functions; calls that were not counted are not 0'
is "$(sed -n 's/^<tr><td>\(.*\)<.td><.tr>$/\1/p' costly.html | sed 's/<.td><td>.*<td>/ /')" '55.3 % main
28.6 % &lt;external&gt;
14.3 % &lt;unseen&gt;
12.8 % last' 'of a self time that profiling makes uncertain it shows the middle'

gprof --export=html --output=again.html a.out gmon.out measured.stacks
ok 'the same input gives the same bytes' cmp measured.html again.html
is "$(sed 's/<script type="application.json" id/<data id/' measured.html | grep -Ec 'https?:|[^a-z]src=|@import|url\(|<(link|img|iframe|object|embed|base|form)[ >]')" 0 \
    'nothing is loaded from anywhere'
is "$(grep -Ec 'innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function|setAttribute\("style' measured.html)" 0 \
    'and no text is read as markup or as a script'
is "$(grep -c '</script>' hostile.html)" 2 'no name ends a script'
gprof --compare=hostile.out --export=html -z '<title>.out' hostile.out >again.html
is "$(grep -c '</script>' again.html):$(sed -n '/^<noscript>/,/^<.noscript>/p' again.html | grep -c '<img')" 3:0 \
    'nor does it in a comparison'
rows=$(sed -n '/^before  after/,/^$/p' changes.text | sed '1d; s/ ± / /; s/  */ /g; s/^ //')
is "$(sed -n '/^<noscript>/,/^<.noscript>/p' changes.html | sed -n 's/<[^>]*>/ /g; s/&gt;/>/g; s/  */ /g; s/^ \(.*[0-9].*\) $/\1/p' | grep '^[0-9.]* [0-9.]* [-+]')" \
    "$rows" 'without scripts the changes have the rows of the text report'
if command -v xmllint >/dev/null; then
    run xmllint --html --noout hostile.html
    is "$status:$(grep -v 'Tag .* invalid' "$err" | grep -c error)" 0:0 'xmllint finds no fault'
else
    skip 'xmllint finds no fault' 'no xmllint'
fi
if command -v node >/dev/null; then
    perl -0777 -ne 'print $1 if m{<script>(.*?)</script>}s' measured.html >script.js
    ok 'node can read the script' node --check script.js
else
    skip 'node can read the script' 'no node'
fi

# ---- in a browser ----

# show WIDTH ADDRESS: shows the page there as so many pixels wide, and writes what the browser has made of it to `dom`, and
# the messages of its console to `dom.console`.
show()
{
    printf '%s dom %s\n' "$1" "$2" >&8
    read -r answer <&9
    test -z "$answer" || { diag "$2: $answer"; : >dom; }
}
for name in chromium chromium-browser google-chrome ''; do
    test -n "$name" || {
        skip 'the page in a browser' 'no chromium that runs'
        done_testing
        exit
    }
    command -v $name >/dev/null || continue
    mkfifo pages answers
    perl "$SRCDIR/tests/lib/browser.pl" $name "$tap_dir/browser" <pages >answers &
    exec 8>pages 9<answers
    rm pages answers
    show 1280 'data:text/html,<p>here' && grep -q '<p>here' dom && break
done

# show_page PAGE: what the browser shows, a line a row of a table, with blanks between its cells; the
# messages of its console go to $tap_dir/console.
: >"$tap_dir/console"
show_page()
{
    show 1280 "file://$PWD/$1"
    cat dom.console >>"$tap_dir/console"
    perl -0777 -ne 'm{<header.*?</main>}s or exit; $_ = $&; s{</h1>}{ }g;
        s{</(tr|p|h[1-6]|li|dd|nav|header|pre)>}{\n}g; s{</(td|th|dt|a|span|div|button|i|bdi|summary|select|option|strong)>}{ }g; s{<[^>]*>}{}g;
        s/&lt;/</g; s/&gt;/>/g; s/&nbsp;/ /g; s/&amp;/&/g; s/ +/ /g; s/ *\n */\n/g; print' dom
}
# asked PAGE ADDRESS WIDTH SCRIPT: what a copy of the page without a policy says when the script, a file,
# has set data-said.
asked()
{
    { sed '/Content-Security-Policy/d' "$1"; echo '<script>'; cat "$4"; echo '</script>'; } >asked.html
    show "$3" "file://$PWD/asked.html#$2"
    sed -n 's/^<html.* data-said="\([^"]*\)".*/\1/p' dom
}
line() # N ERE: the Nth line that matches
{
    printf '%s\n' "$shown" | grep -E "$2" | sed -n "${1}p"
}

shown=$(show_page measured.html)
is "$(line 1 '^(hash|main)')" 'hash 40.0 9.4 0.40 40.0 9.4 0.40 920 table.c:12' 'the table begins with the function of most self time'
is "$(line 1 '^main ')" 'main 2.0 +5.0 0.02 100.0 -3.0 1.00 main.c:3' 'and ends with the last one'
like "$shown" '^a.out measured Times are measured from call stacks' 'times are measured, it says, and what that is'
like "$shown" '^1.00 s of CPU time .* 100 samples .100 a second. .* 8 functions .* 10 arcs .* 1 cycle$' 'the whole is in a line'
like "$shown" '^All files .* table.c 55.0 % parse.c 36.0 % not known 7.0 % main.c 2.0 % 8 functions$' \
    'all functions are there, and a choice of files'
shown=$(show_page costly.html)
is "$(printf '%s\n' "$shown" | awk '$2 ~ /^[?]*[0-9]/ && $3 ~ /^[0-9.-]*$/ { print $1, $2 }')" \
    "$(gprof --top=0 costly costly.out 2>/dev/null | sed '1,/^self %/d; /^$/,$d' |
        awk '{ for (i = 2; i <= NF; i++) if ($i ~ /^([a-z]+|<.*>)$/) { print $i, $1; next } }')" 'what profiling leaves open: the same shares as in --top, in its order'
is "$(line 1 '^main')" 'main 55.3 13 0.520 57.1 0.400' 'the error is what profiling leaves open, and the time is the middle, too'
is "$(line 1 '^last')" 'last 12.8 13 0.120 0.0 1' 'a function without samples may have had time'
like "$shown" '^profiling 0 to 26 % Profiling may have taken' 'a badge says what profiling may have cost'
shown=$(show_page 'costly.html#about')
like "$shown" '^Profiling Profiling may have taken 0 to 26 % of all time' 'and so does About'
shown=$(show_page 'costly.html#f=main')
like "$shown" '^Self, without profiling ?0.520 s 55.3 % .* 13' 'and a function has the middle, and what is open'
shown=$(show_page 'unused.html')
is "$(line 1 '^usage')" '' 'functions without time are not there'
like "$shown" ' 8 functions$' 'the others are'
like "$shown" '^3 more without time ' 'and how many they are is'
shown=$(show_page 'unused.html#zero')
is "$(line 1 '^usage')" 'usage 0.0 0.0 main.c:13' 'they are if they are asked for'
shown=$(show_page 'unused.html#q=usage')
is "$(line 1 '^usage')" 'usage 0.0 0.0 main.c:13' 'or searched for'
profile | grep -v '^arc' | "$TOOLS/mkgmon" >no-calls.out
gprof --export=html a.out no-calls.out >no-calls.html 2>/dev/null
shown=$(show_page 'no-calls.html')
is "$(line 1 '^(hash|main)')" 'hash 40.0 9.4 0.40 40.0 0.40 table.c:12' 'without calls there is no column of them'
shown=$(show_page 'measured.html#in=parse.c')
like "$shown" ' 4 functions of 8, 36.0 % of the time' 'a file alone'
shown=$(show_page 'counted.html#sort=calls&order=up&q=parse')
like "$shown" "^1.00 s in the program's own code " 'without call stacks the total is not all CPU time'
is "$(printf '%s\n' "$shown" | sed -n 's/^\([a-z_]*\) .*parse.c.*/\1/p' | tr '\n' ' ')" 'expression term skip_blanks power ' \
    'the address searches and sorts'
like "$shown" '^a.out inclusive times estimated' 'times are estimated, it says'
like "$shown" ' 4 functions of 8, 36.0 % of the time' 'and how much of it was found'

shown=$(show_page 'measured.html#f=term')
is "$(line 1 '^0.63 100')" '0.63 100.0 1,800/1,800 expression cycle 1' 'a caller stands above the function'
is "$(line 1 'in the function itself')" '0.12 19.0 1,800 term cycle 1 in the function itself' 'then itself'
is "$(line 1 '^0.31')" '0.31 49.2 900/920 find' 'then a callee'
is "$(line 1 '^100.0 16 skip_blanks\(\);')" '100.0 16 skip_blanks(); 1,800 skip_blanks' 'a source line has its time and its calls'
like "$shown" '^Hottest line ?parse.c:16 100.0 % of its self time skip_blanks\(\);$' 'and the hottest one stands at the top'
shown=$(show_page 'measured.html#f=main')
is "$(line 1 'Calls')" 'Calls not counted' 'of a function that ran, no calls are calls that were not counted'
is "$(line 1 'in the function itself')" '0.02 2.0 not counted main in the function itself' 'also among callers and callees'
shown=$(show_page 'unused.html#f=usage')
is "$(line 1 'Calls')" 'Calls 0' 'a function that has not run was not called'
shown=$(show_page 'counted.html#cycle=1')
is "$(line 1 '^300 ')" '300 term expression' 'a cycle: of its arcs the one with fewest calls is first'
like "$shown" '^Inclusive, as a whole ?0.90 s 89.8 %' 'its time as a whole'

shown=$(show_page 'measured.html#flame&zoom=main&zoom=expression&theme=dark')
is "$(grep -o 'role="treeitem"' dom | wc -l | tr -d ' ')" 17 'a chart of the frame that is zoomed, its callers and all that it calls'
is "$(grep -o 'class="frame [^"]*above' dom | wc -l | tr -d ' ')" 2 'two of them are callers'
is "$(grep -c '<html lang="en" data-theme="dark">' dom)" 1 'dark as the address asks'
like "$shown" 'Measured: each bar is a call stack' 'it says that it is measured'
like "$shown" '^ *table.c 55.0 %$' 'and which file or library a colour is'
is "$(grep -c '^0.67 s, 67.0 % .* 9.1, in itself 0.04 s, parse.c"' dom)" 1 'what is told of a bar where the pointer is'
shown=$(show_page 'counted.html#flame')
like "$shown" 'data hold no stacks' 'without stacks it says why there is no chart'
like "$shown" 'gprof-run ./a.out' 'and how to record them'
shown=$(show_page 'measured.html#flame&q=find')
like "$shown" '62.0 % of all\.' 'a search marks, and adds up'
shown=$(show_page 'measured.html#flame&zoom=main&zoom=expression&q=find')
like "$shown" ' 46.3 % of what is shown, 62.0 % of all\.' 'of what is shown, too, if that is not all'
shown=$(show_page 'measured.html#flame&zoom=main&zoom=expression&zoom=term&q=expression')
like "$shown" ' 100.0 % of what is shown, 67.0 % of all\.' 'whose callers stand above it'
shown=$(show_page 'measured.html#flame&zoom=main&zoom=expression&q=/%5E(find|mem.*)$/')
like "$shown" ' 46.3 % of what is shown, 62.0 % of all\.' 'an expression'
is "$(grep -c 'class="frame hit"[^>]*aria-label="\(find\|memcmp\)"' dom):$(grep -c 'class="frame miss"[^>]*aria-label="\(find\|memcmp\)"' dom)" 4:0 \
    'marks what it describes'
for view in flame ''; do
    shown=$(show_page "measured.html#$view&q=nosuch")
    like "$shown" ' No function of that name' "${view:-table}: it says that there is none"
    shown=$(show_page "measured.html#$view&q=/*/")
    like "$shown" ' No expression' "${view:-table}: and what is no expression"
done
shown=$(show_page 'measured.html#q=/%5E(find%7Cmem.*)$/')
is "$(printf '%s\n' "$shown" | grep -Ec '^(find|memcmp) '):$(line 1 'functions of' | grep -o '[0-9]* functions of 8, .*')" '2:2 functions of 8, 22.0 % of the time' \
    'the table takes the same expression'

# The bars of charts: row, function, time.
bars()
{
    show_page "$1" >/dev/null
    perl -0777 -ne 's{<nav.*?</nav>}{}s;
        while (m{<h3>(All callers|All callees) |role="treeitem"[^>]*? aria-level="(\d+)" aria-label="([^"]*)" title="[^\n]*\n([\d.]+)}g) {
            print $1 ? "$1" : " $2 $3 $4,";
        }' dom
}
is "$(bars 'measured.html#f=hash')" \
    'All callers 1 hash 0.40, 2 find 0.40, 3 main 0.22, 3 term 0.18, 4 expression 0.18, 5 main 0.12, 5 term 0.06, 6 expression 0.06, 7 main 0.06,' \
    'a function with its callers, and theirs'
is "$(bars 'measured.html#f=power')" \
    'All callers 1 power 0.08, 2 term 0.08, 3 expression 0.08, 4 main 0.08,All callees 1 power 0.08, 2 power 0.06, 3 power 0.06,' \
    'recursion counts once'
is "$(bars 'measured.html#flame&f=power')" ' 1 power 0.08, 2 power 0.06, 3 power 0.06,' 'in the flame chart, too'
is "$(bars 'measured.html#flame&inverted' | cut -d, -f1-10)" \
    ' 1 all stacks 1.00, 2 hash 0.40, 2 find 0.15, 2 term 0.12, 2 skip_blanks 0.10, 2 power 0.08, 2 memcmp 0.07, 2 expression 0.06, 2 main 0.02, 3 find 0.40' \
    'inverted: each function above all its callers'
shown=$(show_page 'unused.html#flame&f=usage')
like "$shown" 'The function usage is on no call stack' 'a function without samples has no chart'

shown=$(show_page 'measured.html#about')
is "$(line 1 '^Source files')" 'Source files Text of these is in this page: main.c parse.c table.c' \
    'About lists the files whose text is in the page'

shown=$(show_page changes.html)
is "$(printf '%s\n' "$shown" | grep '^[0-9.]* [0-9.]* [-+]' | sed 's/▲ //; s/▼ //')" "$rows" \
    'a comparison begins with the changes, as the text report has them'
like "$shown" '^[0-9.]* [0-9.]* [-+][0-9.]* [0-9.]* [+0-9]* ▲ slower .*hash$' 'a verdict has a sign beside its colour'
# a sentence of the text goes on in lines that begin with blanks
sentences=$(sed -e :a -e '$!N; s/\n  *\([^ ]\)/ \1/; ta' -e 's/  */ /g; P; D' changes.text | grep '^before [^ ]*/\|^change \|within noise;')
is "$(printf '%s\n' "$sentences" | wc -l | tr -d ' ')" 3 'the text report has its sentences'
is "$(printf '%s\n' "$shown" | grep -Fx "$sentences")" "$sentences" \
    'above it are the sentences of the text report'
shown=$(show_page 'changes.html#flame')
is "$(sed 's/<div/\n&/g' dom | sed -n 's/.*class="frame \([^"]*\)".* aria-label="\([^"]*\)".*/\2: \1/p' | sort -u)" "all stacks: other
expression: other
main: other
memcmp: other
term: other
▲ hash: other slower far
▲ skip_blanks: other slower far
▼ find: other faster far" 'the chart has colours for what is beyond noise, and signs'
like "$shown" '^within noise$' 'the scale of colours has words'
like "$(cat dom)" '^slower in itself: 0.40 -&gt; 0.80 s .*; these stacks 0.22 -&gt; 0.62 s a run' 'a bar tells of its function and its stacks'
shown=$(show_page 'one.html#flame')
like "$shown" 'no flame chart of the changes, as a side has no call stacks: run both programs with gprof-run' \
    'without stacks on a side it says what to do'
unlike "$(cat dom)" 'class="frame' 'in place of a chart'


# A comparison shows the times and calls of one run everywhere, and has all functions.
like "$(show_page changes.html)" '1.22 s a run of CPU time .* 366 samples .100 a second. in 3 runs' 'the heading has the time of a run, as the table has'
is "$(grep -c -e '-z' dom)" 0 'there is no word of options, which a page has not'
like "$(cat dom)" '<button[^>]*>4 more without changes</button>' 'what has not changed can be shown'
cat >more.js <<'END_JS'
document.querySelector(".toolbar button").click();
document.documentElement.dataset.said = [document.querySelectorAll("main tbody tr").length, document.querySelector(".toolbar button").textContent];
END_JS
is "$(asked changes.html changes 1280 more.js)" '8,Hide those without changes' 'and then is'
shown=$(show_page 'changes.html#f=find')
like "$shown" '^Self, before .* after ?0.30 .* 0.10 s a run -0.20 ± 0.09 ▼ faster' 'the facts of a function have its time before and after'
like "$shown" '^Self ?0.10 s 8.2 %' 'the same time as its self time'
like "$shown" '^Calls ?925' 'calls are those of a run'
like "$shown" '^Calls, before .* after ?920 .* 925' 'and those before and after if they differ'
like "$(show_page 'changes.html#f=term')" '^Self, before .* after ?0.12 .* 0.12 s a run .0.00 ± 0.07 within noise' 'also of a function that has not changed'
is "$(grep -c 'Calls, before' dom)" 0 'whose calls are the same'
show_page 'changes.html#flame' >/dev/null
is "$(grep -c '>1.22 s, 100.0 %<' dom)" 1 'the chart has times of a run, too'
gprof --compare=no-calls.out --export=html a.out no-calls.out >quiet.html 2>/dev/null
shown=$(show_page quiet.html)
like "$shown" '^Times are self times' 'without calls there is the text on times'
unlike "$shown" 'Numbers of calls|called more or less' 'but none on calls'
sed 's/"rows":\[/&[0,1,"0.10","-","-0.10","0.01","-100","gone","","lost"],/' changes.html >gone.html
show_page 'gone.html#flame' >/dev/null
is "$(grep -o 'aria-label="[^"]*all stacks"' dom | tail -1)" 'aria-label="all stacks"' 'what is gone is not on the chart'
like "$(show_page 'measured.html#changes')" '^hash ' 'a page without a comparison has functions in place of changes'

# Addresses are names: they lead to the same functions on a page of another run, in which other
# functions have most time.
stacks | sed 's/signals 22/signals 2/; s/signals 7/signals 70/' | "$TOOLS/mkgmon" >other.stacks
gprof --export=html a.out gmon.out other.stacks >other.html 2>/dev/null
for page in measured other; do
    show_page "$page.html#flame&zoom=main&zoom=expression&zoom=term" >/dev/null
    is "$(sed 's/<div/\n&/g' dom | sed -n 's/.*role="treeitem".* aria-level="4" aria-label="\([^"]*\)".*/\1/p' | head -1):$(grep -o 'class="frame [^"]*above' dom | wc -l | tr -d ' ')" term:3 \
        "$page: the address of a zoomed frame leads to it"
done
is "$(for page in measured other; do sed -n 's/^\["\([^"]*\)",[0-9].*/\1/p' $page.html | head -8 | tr '\n' ' '; done | tr ' ' '\n' | sort | uniq -c | awk '$1 != 2')" '' 'both have the same functions'
unlike "$(sed -n 's/^\["\([^"]*\)",[0-9].*/\1/p' other.html | head -3 | tr '\n' ' ')" '^hash find term ' 'whose numbers differ'
for bins in '5 4 3 2 1' '5 4 3 1 2'; do
    printf 'magic\nhist 0x1000 0x1050 5 100 seconds s\nbin 0 %s\narc 0x1008 0x1030 7\n' "$bins" | "$TOOLS/mkgmon" >same.out
    gprof --export=html '<title>.out' same.out >same.html
    like "$(show_page 'same.html#f=same&n=1')" '^Calls ?7' "bins $bins: of two functions of a name the one with the lower address is the first"
done
{
    printf 'section .text 0x1000 0x40\n'
    printf '0x1000 src/one.c:3 same\n0x1010 src/two.c:5 same\n0x1020 src/two.c:9 main\n0x1040 end\n' | perl "$SRCDIR/tests/lib/linetable.pl"
    printf 'sym same 0x1000 0x10 local\nsym same 0x1010 0x10 local\nsym main 0x1020 0x20\n'
} | "$TOOLS/mkimage" -o files
printf 'magic\nhist 0x1000 0x1040 4 100 seconds s\nbin 0 1 5 3\n' | "$TOOLS/mkgmon" >files.out
gprof --export=html files files.out >files.html 2>/dev/null
show_page files.html >/dev/null
is "$(grep -o 'href="#f=same[^"]*"' dom | tr '\n' ' ')" 'href="#f=same&amp;in=two.c" href="#f=same&amp;in=one.c" ' 'of two functions of a name the address has the file'
like "$(show_page 'files.html#f=same&in=one.c')" '^Self ?0.01 s' 'which it leads to'

# Names of C++: what is shown is found, and a label keeps what tells most.
cat >names.txt <<'END'
section .text 0x1000 0x80
sym _ZL9aggregateji 0x1000 0x10 local
sym _ZN6bucketILm120EE3addEv 0x1010 0x10
sym _ZNSt8__detail16_Hashtable_allocISaINS_10_Hash_nodeIiLb0EEEEE18_M_deallocate_nodeEv 0x1020 0x10
sym main 0x1030 0x10
END
"$TOOLS/mkimage" -o names <names.txt
printf 'magic\nhist 0x1000 0x1080 8 100 seconds s\nbin 0 5 4 3 2\n' | "$TOOLS/mkgmon" >names.out
gprof --export=html names names.out >names.html 2>/dev/null
for search in '_ZL9aggregateji=aggregate' '120ul=bucket' '_Hash_node=std::__detail::_Hashtable_alloc' '%5Eagg=aggregate' 'b.c.*::add=bucket' 'aggregate%7Cbucket=aggregate' 'bucket::add%20nothing=' '(=aggregate' '(*='; do
    shown=$(show_page "names.html#q=${search%%=*}")
    is "$(printf '%s\n' "$shown" | sed -n 's/^\([a-z][A-Za-z_:]*\)[^A-Za-z_:].* [0-9.]* [0-9.]* [0-9.]*$/\1/p' | head -1 | grep -o '.*[^:]')" "${search#*=}" "the search for ${search%%=*}"
done
cat >fitting.js <<'END_JS'
const long = "std::map<a::b, c<d> >::operator[](int&&) const";
document.documentElement.dataset.said = [
    fitting(long, 46) === long, fitting(long, 45), fitting(long, 18), fitting(long, 1), fitting("f(int)", 2),
    fitting("(anonymous namespace)::f(int) const", 9), fitting("std::vector<int> llvm::foo<int>(int)", 5),
    fitting("ns::operator<< <int>(x)", 5), fitting("a::b::operator unsigned long() const", 9),
    fitting("<alloc::vec::Vec<T> as core::ops::Drop>::drop", 8), fitting("x::main::{closure#0}", 3),
    fitting("ns::operator()(int)", 3), fitting("ns::operator-><a>(b)", 3), fitting("plain_name", 3),
    fitting("f(int) [clone .isra.0]", 3), fitting("<libc.so.6>", 3), fitting("a".repeat(9) + "<".repeat(1e6), 3).length,
].join(" ");
END_JS
is "$(asked names.html '' 1280 fitting.js)" 'true std::map::operator[] map::operator[] operator[] f f foo operator&lt;&lt; operator unsigned long drop {closure#0} operator() operator-&gt; plain_name f &lt;libc.so.6&gt; 9' \
    'a name that has too little room loses its brackets, then its scope'

# What is told of a bar does not move the chart, whatever its length, and all of it can be seen.
cat >still.js <<'END_JS'
const tops = new Set(), told = document.querySelector(".detail");
let hidden = 0;
for (const bar of document.querySelectorAll(".frame")) {
    bar.dispatchEvent(new MouseEvent("mouseover", { bubbles: true }));
    tops.add(document.querySelector(".flame").getBoundingClientRect().top);
    hidden += told.scrollHeight > told.clientHeight;
}
const label = (bar) => bar.textContent.replace(/^[^a-z]*/, "");
document.documentElement.dataset.said = [tops.size, hidden, [...document.querySelectorAll(".frame[aria-label*=hash]")].filter(
    (bar) => bar.textContent !== "" && !label(bar).includes("hash")).length].join();
END_JS
scope='outer::inner<std::string, std::pair<int const, std::vector<double> > >::'
for page in measured changes; do
    sed "s/\"hash\"/\"${scope}hash(int, char const*)\"/" $page.html >scoped.html
    for width in 360 768 1280 1920; do
        is "$(asked scoped.html 'flame' $width still.js)" '1,0,0' "$page, $width pixels: the chart stays where it is, and labels keep the name"
    done
done

is "$(cat "$tap_dir/console")" '' 'the console has no message'

shown=$(show_page 'hostile.html#f=%3C/script%3E%3Cimg%20src=x%20onerror=alert(1)%3E')
is "$(line 1 'in the function itself')" '0.05 35.7 not counted </script><img src=x onerror=alert(1)> in the function itself' 'a name that is markup is text'
is "$(grep -c 'href="#f=a%26b%3Dc%23d%20%2541"' dom)" 1 'a name with signs of the address is escaped in it'
is "$(grep -c 'href="#f=same&amp;n=1"' dom)" 1 'one of two of a name is told by its number'
shown=$(show_page 'hostile.html#f=a+b%')
like "$shown" 'has no function a\+b%\.$' 'an address whose signs are not escaped is taken as it is'
is "$(cat "$tap_dir/console")" '' 'and nothing is refused, as nothing is tried'

# In 390 columns, or 345, nothing stands out, views and buttons of the heading are in one line, and keys in the
# help are not broken: in copies without a policy, which say where the last thing ends.
cat >wide.js <<'END_JS'
document.documentElement.dataset.wide = Math.ceil(Math.max(...Array.from(
    document.querySelectorAll("header *, main th, main td, main button, main p, main h2, main dd, main input"),
    (element) => element.getBoundingClientRect().right)));
showHelp();
document.documentElement.dataset.whole = [
    new Set(Array.from(document.querySelectorAll("nav, header button"), (element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return Math.round((top + bottom) / 8);
    })).size, Math.max(...Array.from(document.querySelectorAll("kbd"), (element) => element.getClientRects().length))];
END_JS
for page in 'changes.html#changes' 'measured.html#sort=total' 'measured.html#f=expression' 'measured.html#about' \
    'changes.html#f=expression&345'; do
    width=${page##*&}
    test "$width" != "$page" || width=390
    sed -e '/Content-Security-Policy/d' \
        -e "s|</head>|<style>html { width: ${width}px; overflow-x: auto }</style></head>|" "${page%%#*}" >narrow.html
    { echo '<script>'; cat wide.js; echo '</script>'; } >>narrow.html
    show "$width" "file://$PWD/narrow.html#${page#*#}"
    wide=$(sed -n 's/^<html.* data-wide="\([0-9]*\)".*/\1/p' dom)
    ok "#${page#*#} fits $width columns: ${wide:-none}" test "${wide:-9999}" -le "$width"
done
is "$(sed -n 's/^<html.* data-whole="\([0-9,]*\)".*/\1/p' dom)" '1,1' 'nothing in the heading or in the help is broken'


# Which columns are there at each width, and that names have 260 pixels; on paper they are not cut.
# Names that are no longer than those of C++ are whole at each width.
cat >columns.js <<'END_JS'
const heads = [...document.querySelectorAll("main thead th")].filter((head) => head.getBoundingClientRect().width > 0);
const names = [...document.querySelectorAll("main td.function")];
document.documentElement.dataset.said = heads.map((head) => head.textContent.replace(/[^A-Za-z%\u00b1]/g, "").replace(/(f|ve)s$/, "$1 s")).join(" ") +
    (names.every((name) => name.clientWidth >= 260) ? "" : ", names have " + names[0].clientWidth) +
    ([...names, ...document.querySelectorAll("td.function .name")].every((cell) =>
        cell.scrollWidth <= cell.clientWidth && cell.scrollHeight <= cell.clientHeight) ? "" : ", names are cut");
END_JS
long=$(printf 'name%.0s' $(seq 75))
columns_at() # WIDTH RANGES
{
    sed -e "s/\"term\"/\"$long\"/" -e "s/\"ranges\":\[\]/\"ranges\":[$2]/" measured.html >columns.html
    asked columns.html '' "$1" columns.js
}
for width in 600 768 800 960 1100 1280 1440; do
    case $width in
        600) columns='Function Self% Inclusive%' ;;
        768 | 800) columns='Function Self% Inclusive% Calls' ;;
        960) columns='Function Self% ± Self s Inclusive% ± Calls' ;;
        1100) columns='Function Self% ± Self s Inclusive% ± Inclusive s Calls' ;;
        *) columns='Function Self% ± Self s Inclusive% ± Inclusive s Calls File' ;;
    esac
    is "$(columns_at $width)" "$columns" "$width pixels: the columns that leave names their room, and whole names"
    test $width -lt 960 ||
        is "$(columns_at $width 0,10,60,600000000,1)" "$columns" "$width pixels: and ranges"
done
is "$(columns_at 717p | sed 's/, names have.*//')" 'Function Self% ± Self s Inclusive% ± Inclusive s Calls' 'on paper names are whole, and errors and times are there'

# Large figures have the room that they need.
cat >large.js <<'END_JS'
document.documentElement.dataset.said = [...document.querySelectorAll("main td:not(.function)")].filter(
    (cell) => cell.clientWidth > 0 && cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent).join();
END_JS
sed -e 's/"total":1000000000,/"total":123456789000000000,/; s/\["hash",400000000,400000000,920/["hash",123456789000000000,123456789000000000,1234567890123/' \
    -e 's/"ranges":\[\]/"ranges":[1,100000,600000,123456789000000000]/' measured.html >figures.html
for width in 360 768 1280 1920 717p; do
    for address in '' 'f=hash'; do
        is "$(asked figures.html "$address" $width large.js)" '' "$width pixels, #$address: large figures are whole"
    done
done
like "$(cat dom)" '>123,456,789.00<' 'as they are there'

# The table of changes: its figures are whole at each width, the error is always there.
cat >cut.js <<'END_JS'
const cells = [...document.querySelectorAll("main td:not(.function), main th")].filter((cell) => cell.getBoundingClientRect().width > 0);
const heads = [...document.querySelectorAll("main thead th")].filter((head) => cells.includes(head)).map((head) => head.textContent.replace(/[\u25b2\u25bc]/, ""));
document.documentElement.dataset.said = heads.slice(0, -1).join(" ") + ": " +
    cells.filter((cell) => cell.tagName === "TD" && cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent) +
    (document.querySelector("main table").getBoundingClientRect().right > innerWidth ? " too wide" : "");
END_JS
sed 's/"rows":\[/&[0,1,"1.234","1.234","+0.001","12.345","+123","within noise","1234567+1234567 -> 1234567+1234567","x"],/' changes.html >figures.html
for width in 360 600 768 960 1100 1280 1920 717p; do
    case $width in
        360 | 600) columns='differences ± verdict: ' ;;
        768) columns='afters differences ± verdict: ' ;;
        960) columns='befores afters differences ± % verdict: ' ;;
        *) columns='befores afters differences ± % verdict calls: ' ;;
    esac
    is "$(asked figures.html changes "$width" cut.js)" "$columns" "changes, $width pixels: figures are whole"
done

cat >miss.js <<'END_JS'
const grounds = (name) => new Set([...document.querySelectorAll(name)].map((bar) => getComputedStyle(bar).backgroundColor)).size;
document.documentElement.dataset.said = [grounds(".frame:not(.miss)"), grounds(".miss")];
END_JS
is "$(asked changes.html flame 1280 miss.js) $(asked changes.html 'flame&q=main' 1280 miss.js)" '3,0 1,1' 'what a search has not found has no colour, whatever its change'

# On paper colours and bars are printed, and labels of the chart fit it.
cat >paper.js <<'END_JS'
dispatchEvent(new Event("beforeprint"));
const printed = (name) => [...document.querySelectorAll(name)].every((element) => {
    const style = getComputedStyle(element);
    return style.display !== "none" && style.getPropertyValue("-webkit-print-color-adjust") === "exact";
});
document.documentElement.dataset.said = [document.querySelectorAll(".bar i, .swatch, .frame").length > 5,
    printed(".bar i"), printed(".bar"), printed(".swatch"), printed(".frame"), printed(".detail") || document.querySelector(".detail").offsetHeight > 0].join();
END_JS

for address in 'measured.html#' 'measured.html#flame' 'changes.html#flame' 'measured.html#f=hash'; do
    is "$(asked "${address%%#*}" "${address#*#}" 717p paper.js)" 'true,true,true,true,true,true' "$address: bars and legends are printed in their colours"
done

# Keys and clicks, by a script in a copy without a policy: each step waits until the one before has
# been seen by the page. The browser goes back when it likes.
cat >steps.js <<'END_JS'
document.documentElement.dataset.going = "";
const back = () => { history.back(); return new Promise((there) => addEventListener("hashchange", there, { once: true })); };
function run(steps, seen) {
    if (steps.length > 0) {
        Promise.resolve(steps.shift()()).then(() => setTimeout(run, 50, steps, seen));
        return;
    }
    document.documentElement.dataset.seen = seen.join(" ");
    delete document.documentElement.dataset.going;
}
END_JS
cat >keys.js <<'END_JS'
const seen = [], main = () => document.querySelector("main");
const press = (key, at) => (at || document.activeElement).dispatchEvent(
    new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
const first = () => main().querySelector("tbody a.name").textContent;
const type = (text) => { const input = main().querySelector("input"); input.value = text; input.dispatchEvent(new Event("input")); };
const steps = [
    () => { press("/"); seen.push(document.activeElement.id); type("par ter"); seen.push(first() + location.hash); press("Escape");
        seen.push(main().querySelectorAll("tbody tr").length); },
    () => { main().querySelector("th.calls button").click(); seen.push(first() + location.hash);
        main().querySelector("th.calls button").click(); seen.push(location.hash); },
    () => { document.activeElement.blur(); press("j"); press("j"); seen.push(document.activeElement.textContent); },
    () => { document.activeElement.blur(); press("d"); seen.push(document.documentElement.dataset.theme); press("2"); },
    () => { seen.push(location.hash); press("ArrowDown");
        press("ArrowDown"); press("ArrowRight"); press("ArrowLeft"); press("Enter"); seen.push(location.hash); press("o"); },
    () => { seen.push(decodeURIComponent(location.hash)); seen.push(main().querySelector("h2").textContent); press("Escape"); },
    () => { seen.push("[" + location.hash + "]"); type("power"); press("Enter", main().querySelector("input")); },
    () => { seen.push(location.hash); location.hash = "flame"; },
    () => { main().querySelector("[aria-label=expression]").click(); seen.push(location.hash); return back(); },
    () => { seen.push(location.hash + document.querySelectorAll(".above").length); location.hash = ""; },
    () => { location.hash = "f=hash"; },
    () => { main().querySelectorAll("[aria-label=term]")[0].click(); },
    () => { seen.push(location.hash); main().querySelector("[aria-pressed]").click(); },
    () => { seen.push(location.hash); return back(); },
    () => { main().querySelector("[tabindex='0'][role]").focus(); press("ArrowUp"); press("ArrowUp"); press("Enter");
        seen.push(location.hash); press("Escape", main().querySelector("input")); location.hash = "f=hash"; },
    () => { main().querySelector("h3 a").click(); },
    () => { seen.push(location.hash); type("main"); press("Enter", main().querySelector("input")); seen.push(location.hash); location.hash = ""; },
    () => { press("?"); const help = document.querySelector("dialog");
        seen.push(help.open, [...help.querySelectorAll("th")].map((th) => th.textContent.trim()).join()); },
];
run(steps, seen);
END_JS
sed '/Content-Security-Policy/d' measured.html >keys.html
{ echo '<script>'; cat steps.js keys.js; echo '</script>'; } >>keys.html
show 1280 "file://$PWD/keys.html"
is "$(sed -n 's/^<html.* data-seen="\([^"]*\)".*/\1/p' dom)" \
    'search term#q=par%20ter 8 power#sort=calls #sort=calls&amp;order=up main dark #flame #flame&amp;zoom=main&amp;zoom=expression #f=expression expressioncycle 1 [#functions] #f=power #flame&amp;zoom=main&amp;zoom=expression #flame0 #flame&amp;f=hash&amp;inverted&amp;zoom=find&amp;zoom=term #flame&amp;f=hash #flame&amp;f=hash&amp;inverted #flame&amp;f=hash&amp;inverted #flame&amp;f=hash&amp;inverted&amp;zoom=find&amp;zoom=main&amp;q=main true /,Enter,1 2 3,↓ ↑ j k,← ↑ → ↓,o,Escape,d,?,Self,Inclusive,±,Hatched,↻,not counted,cycle 1,Marked' \
    'keys and clicks search, sort, move, zoom and lead to functions'

# ---- what can be read ----

# The source of `hash' with a line of seven digits and two that were inlined; and what a script finds:
# cells that are cut off, texts of too little contrast, rows that are printed.
perl -0pe 's/"inlined":\[\n\]/"inlined":["spin"]/; s/"facts":\[0,2,12,0,60000000,0,0,2,16,0,200000000,0,0,2,17,0,140000000,0,/"facts":[0,2,5,0,60000000,0,0,2,7,0,200000000,0,0,2,1234567,0,240000000,0,0,2,17,0,300000000,1,/;
    s/<meta http-equiv[^>]*>//' counted.html >long.html
cat >read.js <<'END_JS'
const parse = (text) => (text.match(/[\d.]+/g) || []).map(Number);
const light = ([r, g, b]) => [0.2126 * r, 0.7152 * g, 0.0722 * b].reduce((sum, part, i) =>
    sum + [0.2126, 0.7152, 0.0722][i] * ((x) => (x <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4))([r, g, b][i] / 255), 0);
function ground(element) {
    for (; element; element = element.parentElement) {
        const c = parse(getComputedStyle(element).backgroundColor);
        if (c.length === 3 || c[3] > 0) return c;
    }
    return [255, 255, 255];
}
let faint = [];
for (const element of document.querySelectorAll("header *, main *")) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== "");
    const style = getComputedStyle(element), box = element.getBoundingClientRect();
    if (!own || box.width === 0 || element.disabled) continue;
    const [a, b] = [light(parse(style.color)), light(ground(element))].sort((x, y) => y - x);
    if ((a + 0.05) / (b + 0.05) < 4.5 || Number(style.opacity) < 1) faint.push(element.className + ":" + element.textContent);
}
const all = [...document.querySelectorAll("td.line")];
dispatchEvent(new Event("beforeprint"));
document.documentElement.dataset.read = [faint.slice(0, 3).join(";") || "clear",
    all.filter((cell) => cell.scrollWidth > cell.clientWidth).length,
    document.querySelectorAll("tbody a.name").length].join(" ");
END_JS
read_page() # PAGE ADDRESS: what the script finds
{
    { sed '/Content-Security-Policy/d' "$1"; echo '<script>'; cat read.js; echo '</script>'; } >read.html
    show 1280 "file://$PWD/read.html#$2"
    sed -n 's/^<html.* data-read="\([^"]*\)".*/\1/p' dom
}
for theme in light dark; do
    is "$(read_page measured.html "theme=$theme")" 'clear 0 8' "$theme: texts can be read"
    is "$(read_page measured.html "flame&zoom=main&theme=$theme")" 'clear 0 0' "$theme: and those of the chart"
    is "$(read_page measured.html "flame&inverted&q=find&theme=$theme")" 'clear 0 0' "$theme: with what is searched for"
    is "$(read_page measured.html "f=power&theme=$theme" | cut -d' ' -f1)" clear "$theme: a function and its charts"
    is "$(read_page long.html "f=hash&theme=$theme" | cut -d' ' -f1-2)" 'clear 0' "$theme: and numbers of lines"
    is "$(read_page changes.html "theme=$theme" | cut -d' ' -f1)" clear "$theme: and what changed"
    is "$(read_page changes.html "flame&theme=$theme" | cut -d' ' -f1)" clear "$theme: and the colours of changes"
done
like "$(show_page 'long.html#q=spin')" '^hash ' 'a function is found by what was inlined into it'
shown=$(show_page 'long.html#f=hash')
is "$(printf '%s\n' "$shown" | sed '1,/^Source, hottest/d' | sed -n 's/^\([0-9.]* \)\{0,1\}\([0-9]\{1,\}\)\( .*\)\{0,1\}$/\2/p; /^Self.*Line/p' | tr '\n' ',')" \
    'Self % Line table.c Calls from here,1234567,3,4,5,6,7,8,9,Self % Line spin , inlined, table.c Calls from here,15,16,17,18,19,' \
    'source lines: the hottest first, with their neighbours, by what was inlined'

# A script that is put into the page is refused.
sed 's|</body>|<script>document.title = "taken"</script><img src="https://invalid.invalid/x.png"></body>|' measured.html >taken.html
show_page taken.html >/dev/null
like "$(cat "$tap_dir/console")" 'inline script.*Content Security Policy' 'another script is refused'
like "$(cat "$tap_dir/console")" 'image.*Content Security Policy' 'and so is an image'
is "$(grep -c '<title>taken' dom)" 0 'it has not run'

# 60,000 functions and 300,000 arcs.
printf 'section .text 0x400000 960000\nfuncs 60000 f 0x400000 16\n' | "$TOOLS/mkimage" >large
printf 'magic\nhist 0x400000 0x4ea600 240000 100 seconds s\nnoise 3 10 20\ngen acyclic 60000 0x400000 16 arcs 300000 seed 5\n' |
    "$TOOLS/mkgmon" >large.out
gprof --export=html large large.out >large.html
ok 'a page of 300,000 arcs is below 40 MB' test "$(wc -c <large.html)" -lt 40000000
shown=$(show_page 'large.html#q=1234')
like "$shown" '^ *[1-9][0-9]* functions of 60,000' 'and is searched'
is "$(read_page large.html 'q=f123' | cut -d' ' -f3)" 111 'on paper are all rows'

# The key Back leads to where the reader was: in a table of 600 rows, with the focus.
cat >back.js <<'END_JS'
const seen = [];
const place = () => seen.push([location.hash, document.querySelectorAll("main td .name").length, Math.round(scrollY),
                               document.activeElement.textContent.slice(0, 9)].join());
const steps = [
    () => document.querySelector("tr.more button").click(),
    () => { const link = document.querySelectorAll("a.name")[450]; link.scrollIntoView(); link.focus(); place(); link.click(); },
    () => { place(); document.documentElement.style.height = "5000px"; scrollTo(0, 90); document.querySelector(".back a").click(); },
    () => { place(); return back(); },
    () => { place(); return back(); },
    place,
];
run(steps, seen);
END_JS
{ sed '/Content-Security-Policy/d' large.html; echo '<script>'; cat steps.js back.js; echo '</script>'; } >back.html
show 1280 "file://$PWD/back.html#q=f1"
is "$(sed -n 's/^<html.* data-seen="\([^"]*\)".*/\1/p' dom | sed 's/,1[0-9]\{4\},/,far down,/g')" \
    '#q=f1,600,far down,f13765 #f=f13765,10,0,← All fun #functions,100,0,53,545 fu #f=f13765,10,90,← All fun #q=f1,600,far down,f13765' \
    'Back leads to the rows, the place and the focus that were left'

# 22,300 functions and 5,000 stacks: each view is ready in 0.3 s, or in ten times that on a machine
# with much else to do.
printf 'section .text 0x1000 356800\nfuncs 22300 f 0x1000 16\n' | "$TOOLS/mkimage" >wide
printf 'magic\nhist 0x1000 0x581c0 89200 100 seconds s\nnoise 3 10 20\ngen acyclic 22300 0x1000 16 arcs 100000 seed 5\n' |
    "$TOOLS/mkgmon" >wide.out
printf 'stacks cpu 10000000\nmodule program - wide\nrandom 5000 7 30 22000\n' | "$TOOLS/mkgmon" >wide.stacks
gprof --export=html wide wide.out wide.stacks 2>/dev/null >wide.html
cat >clicks.js <<'END_JS'
function ready(hash) {
    const times = [1, 2, 3].map(() => {
        const start = performance.now();
        history.replaceState(null, "", hash);
        show();
        return document.querySelector("main").offsetHeight > 0 && performance.now() - start;
    });
    return Math.round(Math.min(...times));
}
const hot = functionAddress(readStacks().of[1]);
document.documentElement.dataset.clicks = ["#", "#q=12", hot, "#flame", "#flame&q=/9/", "#flame&inverted",
    "#flame&inverted&q=/9/", hot.replace("#", "#flame&")].map(ready).join(" ");
END_JS
{ sed '/Content-Security-Policy/d' wide.html; echo '<script>'; cat clicks.js; echo '</script>'; } >clicks.html
show 1440 "file://$PWD/clicks.html"
clicks=$(sed -n 's/^<html.* data-clicks="\([^"]*\)".*/\1/p' dom)
note "milliseconds of each view: $clicks"
is "$(echo "${clicks:-9999}" | tr ' ' '\n' | awk '$1 >= 3000')" '' 'each view of 22,300 functions is soon ready'
exec 8>&-
wait
done_testing
