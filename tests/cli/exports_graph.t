#!/bin/sh
# exports_graph.t - what callgrind_annotate and Graphviz make of the exports for them
#
# Each is skipped where the program is not installed. A made-up program has names that would break
# the formats; a real one of C++, with templates and inlined functions, has calls that were counted
# and samples that are made up, so that nothing depends on how busy the machine is.
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"

has()
{
    command -v "$1" >/dev/null 2>&1
}

# quiet NAME COMMAND...: it succeeds and has nothing to say on standard error.
quiet()
{
    name=$1
    shift
    run timeout 60 "$@"
    is "$status:$(cat "$err")" 0: "$name"
}

# ---- programs ----

odd_program()
{
    "$TOOLS/mkimage" >odd <<END
section .text 0x1000 0x100
sym "(1)"             0x1000 0x10
sym "two\x0afn=lines" 0x1010 0x10
sym " blanks  "       0x1020 0x10
sym "\xff\xc3\xa4"    0x1030 0x10
sym ""                0x1040 0x10
sym "</svg>&lt;\"b\"" 0x1050 0x10
sym "back\\\\"        0x1060 0x10
sym "a,12,b;c d 7"    0x1070 0x10
sym twin              0x1080 0x10 local
sym twin              0x1090 0x10 local
END
    "$TOOLS/mkgmon" >odd.out <<'END'
magic
hist 0x1000 0x1100 16 100 seconds s
bin 0 1 2 4 8 16 32 64 128 256 512
arc 0x1008 0x1010 2
arc 0x1018 0x1020 3
arc 0x1028 0x1030 4
arc 0x1038 0x1040 5
arc 0x1048 0x1050 6
arc 0x1058 0x1060 7
arc 0x1068 0x1070 8
arc 0x1078 0x1080 9
arc 0x1088 0x1090 10
END
}

# The arcs of a run, and samples all over the code.
real_program()
{
    cat >real.cc <<'END'
#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

template <class T> struct box {
    std::vector<T> all;
    void fill(int n) { for (int i = 0; i < n; i++) all.push_back(T(i * 7919 % 1000)); }
    T sum() const { T s = T(); for (auto &x : all) s = s + x; return s; }
};

struct shape { virtual double area(int) const = 0; virtual ~shape() {} };
struct square : shape { double area(int n) const override { return n * 2; } };
struct circle : shape { double area(int n) const override { return n * 3; } };

static int even(int n);
static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
int never(int n) { return fib(n) + 1; }

int main(int argc, char **)
{
    square s;
    circle c;
    shape *shapes[] = {&s, &c};
    double total = even(100) + fib(15);
    for (int i = 0; i < 20; i++) {
        box<int> b;
        b.fill(100);
        std::sort(b.all.begin(), b.all.end());
        box<double> d;
        d.fill(50);
        total += b.sum() + d.sum();
        for (shape *p : shapes)
            total += p->area(i);
        std::map<std::string, int> counts;
        for (int k = 0; k < 30; k++)
            counts[std::to_string(k % 7)]++;
        total += counts.size();
    }
    std::printf("%g\n", total);
    return argc > 99 ? never(argc) : 0;
}
END
    # at fixed addresses, as GNU's runtime wants it for exact ones; where that cannot be linked, as it comes
    { ${CXX:-g++} -g -O1 -fno-inline-functions -pg -no-pie -o real real.cc 2>cc.err ||
        ${CXX:-g++} -g -O1 -pg -o real real.cc 2>cc.err; } && ./real >real.txt || return
    "$TOOLS/gmondump" gmon.out | perl -ne '
        next if /^\s*(bin|fill)\b/;
        print;
        print "noise 7 40 20\n" if /^\s*hist/' | "$TOOLS/mkgmon" >real.out
}

# ---- what gprof says: "NAME SELF INCLUSIVE", or "NAME CALLS" ----

# Functions of one name add up, as the exports' readers add them up. Inclusive times only where all
# of it comes by arcs: not of cycles, of recursion, or of functions that nobody calls.
facts()
{
    gprof --export=json "$1" "$2" 2>"$err" | perl -ne '
        my ($name, $self_calls, $cycle) = /^\{"id":.*"short":"((?:[^"\\]|\\.)*)".*"self_calls":(\d+),"cycle":(\w+)/
            or next;
        my ($calls) = /"calls":(\d+)/;
        $name =~ s/\\u00(..)/chr hex $1/ge; # < and the like
        my ($self, $inclusive, $in_flat) = /"shown":\{[^}]*"self":(\d+).*"inclusive":(\d+).*"in_flat":(\w+)/;
        $self{$name} += $self;
        $inclusive{$name} += $inclusive;
        $plain{$name} = ($plain{$name} // 1) && $calls > 0 && $self_calls == 0 && $cycle eq "null" &&
            !$times{$name}++;
        END { print "$_ $self{$_} ", $plain{$_} ? $inclusive{$_} : "-", "\n" for sort keys %self }'
}

# ---- callgrind ----

# What callgrind_annotate says: "NAME TIME", without files and objects. Inlined code of other files is
# a function of its own to it; inclusive times are all at the function's own file, which has the most.
annotated()
{
    callgrind_annotate --auto=no --threshold=100 --inclusive="${1:-no}" callgrind.out | perl -sne '
        my ($time, $name) = /^ *([\d,]+) (?:\( *[\d.]+%\)|  *)  (?:[^:]*:)?(.*)$/ or next;
        next if $name =~ /PROGRAM TOTALS/;
        $name =~ s/ \[(?:real|odd|0x\w+)\]$// for 1, 2;
        $time =~ tr/,//d;
        my $before = $of{$name} // 0;
        $of{$name} = $inclusive eq "no" ? $before + $time : $before > $time ? $before : $time;
        END { print "$_ $of{$_}\n" for sort keys %of }' -- -inclusive="${1:-no}"
}

# differences N: the lines of `facts` whose number N is not that of `got`, or far from it
differences()
{
    perl -e '
        my ($column, $most) = @ARGV;
        open my $facts, "<", "facts"; open my $got, "<", "got";
        my %got = map { /^(.*) (\d+)$/ ? ($1 => $2) : () } <$got>;
        my $compared = 0;
        while (<$facts>) {
            my ($name, @of) = /^(.*) (\d+) (\S+)$/;
            next if $of[$column] eq "-" || $of[$column] == 0;
            $compared++;
            print "$name: $of[$column], but ", $got{$name} // "nothing", "\n"
                if abs($of[$column] - ($got{$name} // -1e9)) > $most;
        }
        print "nothing to compare\n" if !$compared;' "$1" "$2"
}

check_callgrind()
{
    gprof --export=callgrind --output=callgrind.out "$1" "$2" 2>"$err"
    facts "$1" "$2" >facts
    quiet "$1: callgrind_annotate says nothing of errors" callgrind_annotate callgrind.out
    quiet "$1: nor with inclusive times and both trees" callgrind_annotate --inclusive=yes --tree=both \
        callgrind.out
    like "$(cat "$out")" '^Inclusive times: estimated' "$1: it tells what these are"
}

test_callgrind()
{
    check_callgrind odd odd.out
    annotated >got
    is "$(cat got)" '(1) 10000000
</svg>&lt;"b" 320000000
??? 160000000
?ä 80000000
_blanks _ 40000000
a,12,b;c d 7 1280000000
back\ 640000000
twin 7680000000
two?fn=lines 20000000' 'odd: names and times'
    test -s real.out || return
    check_callgrind real real.out
    annotated >got
    is "$(differences 0 0)" '' 'real: self times are those of JSON'
    annotated yes >got
    is "$(differences 1 1000)" '' 'real: inclusive times, too, but for rounding'
}

# ---- Graphviz ----

test_dot()
{
    for name in odd real; do
        test -s $name.out || continue
        gprof --export=dot --output=graph.dot $name $name.out 2>"$err"
        quiet "$name: dot has nothing to say" dot -Tsvg -o graph.svg graph.dot
        if has xmllint; then
            quiet "$name: and makes well-formed SVG" xmllint --noout graph.svg
        else
            skip "$name: well-formed SVG" 'no xmllint'
        fi
    done
}

odd_program
real_program || {
    rm -f real.out
    diag "no C++ program with -pg: $(head -n 1 cc.err)"
}

if has callgrind_annotate; then
    test_callgrind
else
    skip 'callgrind' 'no valgrind'
fi
if has dot; then
    test_dot
else
    skip 'dot' 'no dot'
fi
done_testing
