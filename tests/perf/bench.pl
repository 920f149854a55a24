#!/usr/bin/perl
# bench.pl - this gprof beside another one on the same input: seconds, memory, equal bytes
#
# Use: bench.pl [--full] [--case=REGEX] [--list] [--instructions] [--no-growth]
#               [--cpu] [--ours=FILE] [--other=FILE] [--dir=DIR] [--limit=SECONDS]
#     --full          the long cases, too (GNU gprof takes a quarter of an hour for them)
#     --case=REGEX    only cases whose name matches
#     --list          the names of all cases, no run
#     --instructions  also count our instructions with valgrind
#     --no-growth     leave out the growth table
#     --ours, --other the two programs; default: $GPROF or build/gprof, and GNU gprof on PATH, if any
#     --dir=DIR       inputs are kept here and used again; default build/perf
#     --cpu           processor seconds in place of those of the clock, for a busy machine
#     --limit=SECONDS kill a run that takes longer; default 900
# Environment: TOOLS, the directory of mkimage, mkgmon and measure; default build/tools.
#              SQLITE_PROGRAM, SQLITE_DATA: an image and its data file for the case `sqlite`.
#
# Both programs run in turn, after one run of each to warm up; of each the fastest run counts, so that other
# work on the machine disturbs least. Standard output of both must be equal, but for GNU gprof's index numbers
# from 10000 on, which it cuts, and names with dots, some of which it drops (doc/DEVIATIONS). Status 1 when it is not, or a run fails.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Basename qw(dirname);
use File::Path qw(make_path);
use Getopt::Long;

use lib abs_path(dirname(__FILE__)) . '/../compat';
use Elf;
use Explain;

my %o = (growth => 1, dir => 'build/perf', limit => 900, ours => $ENV{GPROF} // 'build/gprof');
GetOptions(\%o, qw(full cpu case=s list instructions growth! ours=s other=s dir=s limit=i)) && !@ARGV
    or die "bench.pl: see the head of this file for its options\n";
my $tools = abs_path($ENV{TOOLS} // 'build/tools') or die "bench.pl: no directory of tools; say `make check-programs'\n";
my $ours = abs_path($o{ours}) or die "bench.pl: $o{ours}: no such file\n";
my $other = $o{other} // gnu_gprof();
my $templates = abs_path(dirname(__FILE__) . '/../progs/compat/templates.cc');

# ---- the cases ---------------------------------------------------------------------------------
# name, words for gprof, what makes the inputs, the least ratio wanted; full: only with --full.
my $text = 0x400000;
my @cases = (
    { name => 'small',    want => 1,   make => graph(200, 'acyclic', 300),
        about => '200 functions, 300 arcs' },
    { name => 'sqlite',   want => 2,   make => \&sqlite, about => 'SQLite, -O2 -g' },
    { name => 'acyclic',  want => 10,  make => graph(20_000, 'acyclic', 100_000),
        about => '20k functions, 100k arcs, acyclic' },
    { name => 'zipf',     want => 25,  make => graph(20_000, 'zipf', 100_000),
        about => '20k functions, 100k arcs, popular callees' },
    { name => 'cycle',    want => 40,  make => graph(20_000, 'random', 60_000),
        about => '20k functions, 60k arcs, one giant cycle' },
    { name => 'fanin',    want => 10,  make => graph(20_000, 'fanin'),
        about => 'one callee with 20k callers' },
    { name => 'fanout',   want => 20,  make => graph(20_000, 'fanout'),
        about => 'one caller with 20k callees' },
    { name => 'chain',    want => 100, make => graph(100_000, 'chain'),
        about => 'a call chain 100k deep' },
    { name => 'sums',     want => 15,  make => \&sums, words => ['-s', 'image', '@list'], result => 'gmon.sum',
        about => '-s of 1,000 files of 0.55 MB' },
    { name => 'acyclic61', want => 40, full => 1, make => graph(61_000, 'acyclic', 300_000),
        about => '61k functions, 300k arcs, acyclic' },
    { name => 'zipf61',   want => 80,  full => 1, make => graph(61_000, 'zipf', 300_000),
        about => '61k functions, 300k arcs, popular callees' },
    { name => 'cycle61',  want => 250, full => 1, make => graph(61_000, 'random', 300_000),
        about => '61k functions, 300k arcs, one giant cycle' },
    { name => 'million',  want => 30,  full => 1, make => graph(1_000_000, 'acyclic', 200_000), limit => 120,
        about => '1,000,000 functions, 200k arcs' },
    { name => 'million-l', full => 1,  make => graph(1_000_000, 'acyclic', 200_000), words => [qw(-b -l)], alone => 1,
        about => 'the same, -l' },
    { name => 'chain1M',  full => 1,   make => graph(1_000_000, 'chain'), alone => 1,
        about => 'a call chain 1,000,000 deep' },
    { name => 'lines-c',  want => 5,   full => 1, make => \&c_text, words => [qw(-b -l -p)],
        about => '-l, 7.6 MB of -O0 C text' },
    { name => 'lines-cxx', full => 1,  make => \&cxx_text, words => [qw(-b -l)], limit => 200,
        about => '-l, 2.9 MB of -O2 C++ text' },
);
my @growth = map {
    my $kind = $_;
    map { { name => "$kind-$_", make => graph($_, $kind), kind => $kind, n => $_ } } 10_000, 100_000, 1_000_000
} qw(chain ring fanin fanout acyclic zipf);

if ($o{list}) {
    print "$_->{name}", ' ' x (12 - length $_->{name}), "$_->{about}", $_->{full} ? " (--full)\n" : "\n" for @cases;
    exit 0;
}
my $failed = 0;
compare_all();
growth_table() if $o{growth};
exit($failed ? 1 : 0);

# ---- inputs ------------------------------------------------------------------------------------
sub gnu_gprof
{
    for my $file (map { "$_/gprof" } split /:/, $ENV{PATH}) {
        next unless -x $file && abs_path($file) ne $ours;
        return $file if `$file --version 2>/dev/null` =~ /^GNU gprof/;
    }
    return;
}

sub pipe_to
{
    my ($tool, $file, $language) = @_;
    open my $to, '|-', "$tools/$tool", '-o', $file or die "bench.pl: $tools/$tool: $!\n";
    print {$to} $language;
    close $to or die "bench.pl: $tool failed for $file\n";
}

# N functions of 16 bytes, an arc graph of that kind, and a sample in one bin of ten; none in the last function,
# which GNU gprof loses.
sub graph
{
    my ($n, $kind, $arcs) = @_;
    return sub {
        my $more = $kind =~ /^fan/ ? 1 : 0;    # the one and its n partners
        my $bytes = 16 * ($n + $more);
        pipe_to('mkimage', 'image', sprintf "section .text 0x%x %d\nfuncs %d f 0x%x 16\n", $text, $bytes, $n + $more, $text);
        pipe_to('mkgmon', 'gmon.out', sprintf "magic\nhist 0x%x 0x%x %d 100 seconds s\nnoise 3 10 20\ngen %s %d 0x%x 16 %sseed 5\n",
            $text, $text + $bytes - 64, $bytes / 4 - 16, $kind, $n, $text, $arcs ? "arcs $arcs " : '');
        return 1;
    };
}

sub sums
{
    my $bins = 275_000;
    my $n = $bins * 4 / 16;
    pipe_to('mkimage', 'image', sprintf "section .text 0x%x %d\nfuncs %d f 0x%x 16\n", $text, 16 * $n, $n, $text);
    for my $i (0 .. 9) {
        pipe_to('mkgmon', "gmon.$i", sprintf "magic\nhist 0x%x 0x%x %d 100 seconds s\nnoise %d 10 20\ngen zipf %d 0x%x 16 arcs 2000 seed %d\n",
            $text, $text + 16 * $n, $bins, $i, $n, $text, $i);
    }
    open my $list, '>', 'list' or die "bench.pl: list: $!\n";
    print {$list} map { 'gmon.' . $_ % 10 . "\n" } 1 .. 1000;
    close $list;
    return 1;
}

sub sqlite
{
    my ($program, $data) = @ENV{qw(SQLITE_PROGRAM SQLITE_DATA)};
    return 0 unless $program && $data;
    symlink abs_path($program), 'image' or die "bench.pl: image: $!\n";
    symlink abs_path($data), 'gmon.out' or die "bench.pl: gmon.out: $!\n";
    return 1;
}

# Many small C functions of a few lines each.
sub c_text
{
    my $cc = $ENV{CC} // 'cc';
    my $n = 24_000;
    open my $c, '>', 'text.c' or die "bench.pl: text.c: $!\n";
    for my $i (0 .. $n - 1) {
        print {$c} "int f$i(int a, int b)\n{\n    int x = a + $i, y = b ^ a;\n\n    for (int i = 0; i < (a & 7); i++) {\n",
            "        x = x * 3 + (y >> 2);\n        if (x & 1)\n            y += x / 5;\n        else\n            y -= x + i;\n",
            "    }\n    x += (y << 3) - (x & y);\n    y = x * y + a * b;\n    switch (x & 3) {\n    case 0:\n        return x + y;\n",
            "    case 1:\n        return x * 2 - y;\n    case 2:\n        y ^= x;\n        break;\n    }\n    return x | (y + $i);\n}\n";
    }
    print {$c} "int main(void)\n{\n    return f0(1, 2);\n}\n";
    close $c;
    return 0 if system("$cc -O0 -g -no-pie -o image text.c 2>/dev/null");
    my ($size, $at) = map { hex } `objdump -h image` =~ /^\s*\d+ \.text\s+([0-9a-f]+)\s+([0-9a-f]+)/m;
    pipe_to('mkgmon', 'gmon.out', sprintf "magic\nhist 0x%x 0x%x %d 100 seconds s\nnoise 3 10 20\n", $at, $at + ($size & ~3), $size >> 2);
    return 1;
}

# One unit of 88 times the templates, inlined into one another.
sub cxx_text
{
    my $cxx = $ENV{CXX} // 'c++';
    return 0 if system("$cxx -O2 -g -pg -no-pie -DSIZE=88 -o image '$templates' 2>/dev/null") || system('./image >/dev/null');
    return -e 'gmon.out';
}

# The case's directory with its inputs, or nothing where they cannot be made here.
sub prepare
{
    my ($case) = @_;
    my $dir = "$o{dir}/$case->{name}";
    return $dir if -e "$dir/made";
    make_path($dir);
    my $home = abs_path('.');
    chdir $dir or die "bench.pl: $dir: $!\n";
    my $made = $case->{make}->();
    if ($made) {
        open my $stamp, '>', 'made' or die "bench.pl: $dir/made: $!\n";
        close $stamp;
    }
    chdir $home or die "bench.pl: $home: $!\n";
    return $made ? $dir : undef;
}

# ---- measuring ---------------------------------------------------------------------------------
# One run in DIR: seconds, KiB, status.
sub run_once
{
    my ($dir, $out, $program, @words) = @_;
    my $quoted = join ' ', map { "'$_'" } $program, @words;
    my ($wall, $user, $sys, $kb, $status) = split ' ',
        `cd '$dir' && '$tools/measure' -l $o{limit} -o '$out' $quoted 2>>messages </dev/null`;
    return { seconds => $o{cpu} ? $user + $sys : $wall, kb => $kb, status => $status };
}

sub better
{
    my ($best, $new) = @_;
    return $new unless $best && $best->{seconds} <= $new->{seconds};
    $best->{kb} = $new->{kb} if $new->{kb} < $best->{kb};
    return $best;
}

sub words_of
{
    my ($case) = @_;
    my @words = @{ $case->{words} // ['-b'] };
    return grep({ $_ eq 'image' } @words) ? @words : (@words, 'image', 'gmon.out');
}

# Both programs in turn, until six runs or ten seconds; ours at least three times, as the first finds cold caches.
sub pair
{
    my ($case, $dir) = @_;
    my @words = words_of($case);
    my ($us, $them, $spent);
    for my $i (0 .. 5) {
        my $first = $i == 0;
        $us = better($first ? undef : $us, run_once($dir, 'out.ours', $ours, @words));
        keep_result($case, $dir, 'ours');
        if ($other && !$case->{alone} && ($first || $spent < 10)) {
            $them = better($first ? undef : $them, run_once($dir, 'out.other', $other, @words));
            keep_result($case, $dir, 'other');
        }
        $spent += $us->{seconds} + ($them ? $them->{seconds} : 0);
        last if $spent > 10 && $i >= 2;
    }
    return ($us, $them);
}

# A case whose result is a file, not the listing, is compared by it.
sub keep_result
{
    my ($case, $dir, $who) = @_;
    return unless $case->{result};
    rename "$dir/$case->{result}", "$dir/out.$who" if -e "$dir/$case->{result}";
}

sub slurp
{
    my ($file) = @_;
    open my $in, '<:raw', $file or return '';
    local $/;
    return scalar <$in> // '';
}

sub equal_output
{
    my ($case, $dir) = @_;
    if ($case->{result}) {    # GNU gprof writes call sites as functions, which ours does not: the calls of each must agree
        return `cd '$dir' && '$other' -b -p image out.ours` eq `cd '$dir' && '$other' -b -p image out.other`;
    }
    my ($text) = Explain::mend_text(slurp("$dir/out.other"));
    return 1 if $text eq slurp("$dir/out.ours");
    my $elf = Elf->read("$dir/image");
    return 0 unless $elf && Explain::dotted_victims($elf);    # names that GNU gprof may drop
    Explain::mended_image($elf, "$dir/mended");
    run_once($dir, 'out.other', $other, map { $_ eq 'image' ? 'mended' : $_ } words_of($case));
    ($text) = Explain::mend_text(slurp("$dir/out.other"));
    return $text eq slurp("$dir/out.ours");
}

sub instructions
{
    my ($case, $dir) = @_;
    my @words = words_of($case);
    my $said = `cd '$dir' && valgrind --tool=callgrind --callgrind-out-file=/dev/null '$ours' @words 2>&1 >/dev/null </dev/null`;
    return $said =~ /Collected : (\d+)/ ? sprintf('%.1f', $1 / 1e6) : '-';
}

# What nothing that does this work can be faster than: seconds to read the inputs, to list the symbols, and to write the output.
sub limits
{
    my ($case, $dir) = @_;
    my @seconds;
    for my $command ($case->{result} ? 'cat image $(cat list) >/dev/null' : 'cat image gmon.out >/dev/null', 'nm image', 'cat out.ours') {
        my $best;
        $best = better($best, run_once($dir, 'out.limit', 'sh', '-c', $command)) for 1 .. 3;
        push @seconds, $best->{seconds};
    }
    return @seconds;
}

sub compare_all
{
    printf "%-44s %8s %8s %7s %6s %7s %7s%s   %s\n", 'case', 'ours s', 'other s', 'ratio', 'goal', 'our MB', 'its MB',
        $o{instructions} ? sprintf(' %9s', 'M instr.') : '', 'read, nm, write s';
    for my $case (grep { ($o{full} || !$_->{full}) && (!$o{case} || $_->{name} =~ /$o{case}/) } @cases) {
        my $dir = prepare($case);
        if (!$dir) {
            printf "%-44s %s\n", $case->{about}, 'skipped: its input cannot be made here';
            next;
        }
        local $o{limit} = $case->{limit} // $o{limit};
        my ($us, $them) = pair($case, $dir);
        my $note = '';
        if ($us->{status} != 0) {
            $note = ", OUR STATUS IS $us->{status}";
        } elsif ($them && $them->{status} != 0) {
            $note = $them->{status} > 128 ? ', other: killed' : ", other: status $them->{status}";
        } elsif ($them && !equal_output($case, $dir)) {
            $note = ', OUTPUT DIFFERS';
        }
        $failed = 1 if $note =~ /[A-Z]{4}/;
        printf "%-44s %8.3f %8s %7s %6s %7.1f %7s%s   %s%s\n", $case->{about}, $us->{seconds},
            $them ? sprintf('%.3f', $them->{seconds}) : '-', $them ? sprintf('%.1f', $them->{seconds} / $us->{seconds}) : '-',
            $case->{want} // '-', $us->{kb} / 1024, $them ? sprintf('%.1f', $them->{kb} / 1024) : '-',
            $o{instructions} ? sprintf(' %9s', instructions($case, $dir)) : '', join(' ', map { sprintf '%.3f', $_ } limits($case, $dir)),
            $note;
    }
}

# How cost grows with size: seconds and nanoseconds a function, ours alone.
sub growth_table
{
    printf "\n%-10s %10s %10s %10s   %s\n", 'growth', '10,000', '100,000', '1,000,000', 'functions: seconds (microseconds each)';
    my ($kind, @cells) = ('');
    for my $case (@growth, { kind => '' }) {
        if ($case->{kind} ne $kind) {
            printf "%-10s %s\n", $kind, join ' ', @cells if @cells;
            ($kind, @cells) = ($case->{kind});
        }
        next unless $kind;
        my $dir = prepare($case);
        my $best;
        $best = better($best, run_once($dir, '/dev/null', $ours, '-b', 'image', 'gmon.out')) for 1 .. 3;
        push @cells, sprintf '%.3f (%.2f)', $best->{seconds}, 1e6 * $best->{seconds} / $case->{n};
        $failed = 1 if $best->{status} != 0;
    }
}
