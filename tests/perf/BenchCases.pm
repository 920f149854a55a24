# BenchCases.pm - what bench.pl measures, and how the inputs are made
#
# Exports @cases and @growth, lists of cases. Of a case: `name'; `about', its words in the table; `words' for gprof;
# `make', which makes `image' and what goes with it in the current directory, and is false where that cannot be done;
# `want', the ratio to GNU gprof that was aimed at; `gnu', seconds and megabytes of GNU gprof 2.40 as doc/PERF's machine
# has them; `full': only with --full; `alone': GNU gprof does not end.
#
# SPDX-License-Identifier: GPL-3.0-or-later
package BenchCases;
use strict;
use warnings;
use Check;
use Cwd qw(abs_path);
use Exporter qw(import);

our @EXPORT_OK = qw(@cases @growth exports);

my $progs = "$top/tests/progs";
my $text = 0x400000;

our @cases = (
    { name => 'small', gnu => [0.002, 3.2], want => 1, make => graph(200, 'acyclic', 300),
        about => '200 functions, 300 arcs' },
    { name => 'sqlite', gnu => [0.076, 29.8], want => 2, make => \&sqlite, about => 'SQLite, -O2 -g' },
    { name => 'acyclic', gnu => [1.132, 21.0], want => 10, make => graph(20_000, 'acyclic', 100_000),
        about => '20k functions, 100k arcs, acyclic' },
    { name => 'zipf', gnu => [3.392, 20.7], want => 25, make => graph(20_000, 'zipf', 100_000),
        about => '20k functions, 100k arcs, popular callees' },
    { name => 'cycle', gnu => [6.453, 18.3], want => 40, make => graph(20_000, 'random', 60_000),
        about => '20k functions, 60k arcs, one giant cycle' },
    { name => 'fanin', gnu => [0.958, 14.2], want => 10, make => graph(20_000, 'fanin'),
        about => 'one callee with 20k callers' },
    { name => 'fanout', gnu => [2.227, 14.1], want => 20, make => graph(20_000, 'fanout'),
        about => 'one caller with 20k callees' },
    { name => 'chain', gnu => [37.539, 66.2], want => 100, make => graph(100_000, 'chain'),
        about => 'a call chain 100k deep' },
    { name => 'sums', gnu => [56.399, 55.9], want => 15, make => \&sums, words => ['-s', 'image', '@list'], result => 'gmon.sum',
        about => '-s of 1,000 files of 0.55 MB' },
    { name => 'acyclic61', gnu => [14.283, 57.1], want => 40, full => 1, make => graph(61_000, 'acyclic', 300_000),
        about => '61k functions, 300k arcs, acyclic' },
    { name => 'zipf61', gnu => [35.136, 56.9], want => 80, full => 1, make => graph(61_000, 'zipf', 300_000),
        about => '61k functions, 300k arcs, popular callees' },
    { name => 'cycle61', gnu => [536.166, 60.1], want => 250, full => 1, make => graph(61_000, 'random', 300_000),
        about => '61k functions, 300k arcs, one giant cycle' },
    { name => 'million', gnu => ['>120', '>140'], want => 30, full => 1, make => graph(1_000_000, 'acyclic', 200_000), limit => 120,
        about => '1,000,000 functions, 200k arcs' },
    { name => 'million-l', full => 1, make => graph(1_000_000, 'acyclic', 200_000), words => [qw(-b -l)], alone => 1,
        about => 'the same, -l' },
    { name => 'chain1M', full => 1, make => graph(1_000_000, 'chain'), alone => 1,
        about => 'a call chain 1,000,000 deep' },
    { name => 'lines-c', gnu => [1.904, 256.7], want => 5, full => 1, make => \&c_text, words => [qw(-b -l -p)],
        about => '-l, 7.6 MB of -O0 C text' },
    { name => 'lines-cxx', gnu => ['>200', '>286'], full => 1, make => \&cxx_text, words => [qw(-b -l)], limit => 200,
        about => '-l, 2.9 MB of -O2 C++ text' },
);
our @growth = map {
    my $kind = $_;
    map { { name => "$kind-$_", make => graph($_, $kind), kind => $kind, n => $_ } } 10_000, 100_000, 1_000_000
} qw(chain ring fanin fanout acyclic zipf);

# ---- inputs ------------------------------------------------------------------------------------
# N functions of 16 bytes, an arc graph of that kind, and a sample in one bin of ten; none in the last function,
# which GNU gprof loses.
sub graph
{
    my ($n, $kind, $arcs) = @_;
    return sub {
        my $more = $kind =~ /^fan/ ? 1 : 0;    # the one and its n partners
        my $bytes = 16 * ($n + $more);
        make('mkimage', 'image', sprintf "section .text 0x%x %d\nfuncs %d f 0x%x 16\n", $text, $bytes, $n + $more, $text);
        make('mkgmon', 'gmon.out', sprintf "magic\nhist 0x%x 0x%x %d 100 seconds s\nnoise 3 10 20\ngen %s %d 0x%x 16 %sseed 5\n",
            $text, $text + $bytes - 64, $bytes / 4 - 16, $kind, $n, $text, $arcs ? "arcs $arcs " : '');
        return 1;
    };
}

sub sums
{
    my $bins = 275_000;
    my $n = $bins * 4 / 16;
    make('mkimage', 'image', sprintf "section .text 0x%x %d\nfuncs %d f 0x%x 16\n", $text, 16 * $n, $n, $text);
    for my $i (0 .. 9) {
        make('mkgmon', "gmon.$i", sprintf "magic\nhist 0x%x 0x%x %d 100 seconds s\nnoise %d 10 20\ngen zipf %d 0x%x 16 arcs 2000 seed %d\n",
            $text, $text + 16 * $n, $bins, $i, $n, $text, $i);
    }
    spew('list', join '', map { 'gmon.' . $_ % 10 . "\n" } 1 .. 1000);
    return 1;
}

sub sqlite
{
    my ($program, $data) = @ENV{qw(SQLITE_PROGRAM SQLITE_DATA)};
    return build_sqlite($ENV{SQLITE_DIR}) if $ENV{SQLITE_DIR};
    return 0 unless $program && $data;
    symlink abs_path($program), 'image' or die "bench.pl: image: $!\n";
    symlink abs_path($data), 'gmon.out' or die "bench.pl: gmon.out: $!\n";
    return 1;
}

# The amalgamation with the program of `make bench-runtime`.
sub build_sqlite
{
    my ($from) = @_;
    return 0 if system("$cc -O2 -g -pg -DSQLITE_THREADSAFE=0 -DSQLITE_OMIT_LOAD_EXTENSION '-I$from' -o image "
        . "'$progs/runtime/sqlite.c' '$from/sqlite3.c' -lm 2>/dev/null") || system('./image >/dev/null');
    return -e 'gmon.out';
}

# Many small C functions of a few lines each.
sub c_text
{
    my $n = 24_000;
    my $c = '';
    for my $i (0 .. $n - 1) {
        $c .= "int f$i(int a, int b)\n{\n    int x = a + $i, y = b ^ a;\n\n    for (int i = 0; i < (a & 7); i++) {\n"
            . "        x = x * 3 + (y >> 2);\n        if (x & 1)\n            y += x / 5;\n        else\n            y -= x + i;\n"
            . "    }\n    x += (y << 3) - (x & y);\n    y = x * y + a * b;\n    switch (x & 3) {\n    case 0:\n        return x + y;\n"
            . "    case 1:\n        return x * 2 - y;\n    case 2:\n        y ^= x;\n        break;\n    }\n    return x | (y + $i);\n}\n";
    }
    spew('text.c', "${c}int main(void)\n{\n    return f0(1, 2);\n}\n");
    return 0 if system("$cc -O0 -g -no-pie -o image text.c 2>/dev/null");
    my ($size, $at) = map { hex } `objdump -h image` =~ /^\s*\d+ \.text\s+([0-9a-f]+)\s+([0-9a-f]+)/m;
    make('mkgmon', 'gmon.out', sprintf "magic\nhist 0x%x 0x%x %d 100 seconds s\nnoise 3 10 20\n", $at, $at + ($size & ~3), $size >> 2);
    return 1;
}

# One unit of 88 times the templates, inlined into one another.
sub cxx_text
{
    my $cxx = $ENV{CXX} // 'c++';
    return 0 if system("$cxx -O2 -g -pg -no-pie -DSIZE=88 -o image '$progs/compat/templates.cc' 2>/dev/null") || system('./image >/dev/null');
    return -e 'gmon.out';
}

# 60,000 functions with 300,000 calls, a bin for each four bytes, and 30,000 basic blocks.
sub exports
{
    my ($kind) = @_;
    my ($functions, $bytes) = (60_000, 960_000);
    return sub {
        make('mkimage', 'image', "section .text $text $bytes\nfuncs $functions f $text 16\n");
        make('mkgmon', 'gmon.out',
            sprintf("magic\nhist %d %d %d 100 seconds s\nnoise 3 10 20\ngen %s %d %d 16 arcs 300000 seed 5\nbb\n",
                $text, $text + $bytes - 64, $bytes / 4 - 16, $kind, $functions, $text)
            . join '', map { sprintf "block %d %d\n", $text + 16 * $_, $_ } 0 .. $functions / 2);
        return 1;
    };
}

1;
