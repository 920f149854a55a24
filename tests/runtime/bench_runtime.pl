#!/usr/bin/perl
# bench_runtime.pl - what libgmon costs, beside no profiling and beside glibc's runtime
#
# Use: bench_runtime.pl --dir=DIR [CASE...]    (make bench-runtime [BENCHFLAGS='hot fib35'])
# Builds tests/progs/runtime/bench.c three ways in DIR, runs each case in turn, keeps the best of
# --runs=3, and prints nanoseconds for a call (seconds where that is said), how many times as
# slow as without profiling, and the target.  Then start and end of an empty program, basic blocks, memory
# of programs with 1 MB of code, and the ticks of the clock.  Status 1: a target is missed.
# The machine should be quiet.  workloads.pl has whole programs.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Check;
use File::Path qw(make_path);
use Time::HiRes qw(time);

my ($dir, $runs) = ('.', 3);
my @cases;
for (@ARGV) {
    if    (/^--dir=(.*)/)  { $dir  = $1 }
    elsif (/^--runs=(.*)/) { $runs = $1 }
    else                   { push @cases, $_ }
}
make_path($dir);
chdir $dir or die "bench_runtime.pl: $dir: $!\n";

# case, flags, what, unit, target: at most so many ns, or so many times no profiling (x)
my @table = (
    [ 'hot',           '-pg',          'hot arc',                    'ns', 2.5 ],
    [ 'hot',           '-pg -mfentry', 'hot arc, -mfentry',          'ns', 2.3 ],
    [ 'recursion',     '-pg',          'recursion, 10,000 deep',     'ns', 4.5 ],
    [ 'sites1k',       '-pg',          '1,000 sites, one callee',    'ns', 2.5 ],
    [ 'sites50k',      '-pg',          '50,000 sites, one callee',   'ns', 9 ],
    [ 'callees100',    '-pg',          'one site, 100 callees',      'ns', 4 ],
    [ 'callees1k',     '-pg',          'one site, 1,000 callees',    'ns', 15 ],
    [ 'callees10k',    '-pg',          'one site, 10,000 callees',   'ns', 30 ],
    [ '10x16,5000x5',   '-pg',         '10 callees, 5,000 sites',    'ns', 20 ],
    [ '10x32,5000x20',  '-pg',         'the same, farther apart',    'ns', 20 ],
    [ '50x16,2000x5',   '-pg',         '50 callees, 2,000 sites',    'ns', 20 ],
    [ '50x4096,50x5',   '-pg',         '50 pages, each from 50 sites', 'ns', 30 ],
    [ 'threads2',      '-pg',          '2 threads, one function',    'ns', 3 ],
    [ 'threads2other', '-pg',          '2 threads, two functions',   'ns', 3 ],
    [ 'threads4',      '-pg',          '4 threads, one function',    'ns', 5 ],
    [ 'interpreter',   '-pg',          'interpreter, 64 handlers',   'ns', '1.2x' ],
    [ 'fib35',         '-pg',          'fib(35)',                    'ns', '2.0x' ],
    [ 'callbacks',     '-pg',          'qsort of libc, 500k ints',   'ns', '1.5x' ],
    [ 'quicksort',     '-pg',          'quicksort of 2M ints',       's',  '1.35x' ],
);

sub run_quiet
{
    system(@_) == 0 or die "bench_runtime.pl: failed: @_\n";
}

# Functions of 200 calls each.
sub sites
{
    my ($n) = @_;
    my $functions = $n / 200;
    my $text = '';
    $text .= "UNCOUNTED static void s${n}_$_(void)\n{\n" . "    leaf();\n" x 200 . "}\n"
        for 1 .. $functions;
    return $text . "UNCOUNTED static void sites_$n(void)\n{\n"
        . join('', map { "    s${n}_$_();\n" } 1 .. $functions) . "}\n";
}

# Functions that lie so many bytes apart, and code that calls a function from places so many bytes apart.
sub regular
{
    my ($text, $neighbours, $places) = ('', '', '');
    for my $apart (16, 32, 4096) {
        $text .= "__attribute__((noinline, aligned($apart))) static void n${apart}_$_(void)\n{\n    __asm__ volatile(\"\");\n}\n" for 0 .. 49;
        $neighbours .= "    {$apart, {" . join(', ', map { "n${apart}_$_" } 0 .. 49) . "}},\n";
    }
    for ([ 5000, 5 ], [ 5000, 20 ], [ 2000, 5 ], [ 50, 5 ]) {
        my ($sites, $step) = @$_;
        $text .= "UNCOUNTED static void p${sites}_$step(void (*f)(void))\n{\n"
            . sprintf("    f();\n    __asm__ volatile(\".skip %d, 0x90\");\n", $step - 2) x $sites . "}\n";
        $places .= "    {$sites, $step, p${sites}_$step},\n";
    }
    return $text . "static const struct {\n    int apart;\n    void (*callee[50])(void);\n} neighbours[] = {\n$neighbours};\n"
        . "static const struct {\n    int sites, step;\n    void (*call)(void (*)(void));\n} places[] = {\n$places};\n";
}

sub build
{
    my $text = sites(1000) . sites(50000) . regular();
    $text .= "NOINLINE static void c$_(void)\n{\n    __asm__ volatile(\"\" ::\"r\"($_));\n}\n" for 0 .. 9999;
    $text .= "static void (*const callees[10000])(void) = {\n" . join(",\n", map { "c$_" } 0 .. 9999) . "};\n";
    spew('sites.h', $text);
    my @source = ('-O2', '-I.', "$top/tests/progs/runtime/bench.c", '-lpthread');
    run_quiet($cc, '-o', 'none', @source);
    for my $flags ('-pg', '-pg -mfentry') {
        my $suffix = $flags =~ /fentry/ ? '-fentry' : '';
        run_quiet($cc, split(' ', $flags), '-o', "glibc$suffix", @source);
        run_quiet($cc, split(' ', $flags), '-o', "ours$suffix", @source, "$build/libgmon.a");
    }
    spew('empty.c', "int main(void)\n{\n    return 0;\n}\n");
    # 1 MB of code: every function calls the next one, or main calls them all
    my ($skip, $hold) = ('__asm__ volatile(".skip 1000, 0x90")', '__asm__ volatile("")');
    my $declared = join '', map { "void f$_(void);\n" } 1 .. 1001;
    spew('spread.c', $declared . join('', map { "__attribute__((noinline)) void f$_(void)\n{\n    $skip;\n    f"
        . ($_ + 1) . "();\n    $hold;\n}\n" } 1 .. 1000) . "void f1001(void)\n{\n}\nint main(void)\n{\n    f1();\n    return 0;\n}\n");
    spew('central.c', $declared . join('', map { "__attribute__((noinline)) void f$_(void)\n{\n    $skip;\n}\n" } 1 .. 1000)
        . "int main(void)\n{\n" . join('', map { "    f$_();\n" } 1 .. 1000) . "    return 0;\n}\n");
    for my $name ('empty', 'spread', 'central') {
        run_quiet($cc, '-O1', '-o', "$name-none", "$name.c");
        run_quiet($cc, '-O1', '-pg', '-o', "$name-glibc", "$name.c");
        run_quiet($cc, '-O1', '-pg', '-o', "$name-ours", "$name.c", "$build/libgmon.a");
    }
}

sub output_of
{
    open my $pipe, '-|', @_ or die "bench_runtime.pl: $_[0]: $!\n";
    my @lines = <$pipe>;
    return @lines;
}

# Best of the runs, the programs in turn.
sub measure
{
    my ($case, $suffix) = @_;
    my %best;
    for (1 .. $runs) {
        for my $who ('none', 'glibc', 'ours') {
            my ($line) = output_of($who eq 'none' ? './none' : "./$who$suffix", $case);
            my ($value) = ($line // '') =~ / (\S+)/ or die "bench_runtime.pl: $who: no result for $case\n";
            $best{$who} = $value if !defined $best{$who} || $value < $best{$who};
        }
    }
    return %best;
}

my $missed = 0;
my $format = "%-28s %3s %9s %9s %7s %9s %7s   %s\n";

sub row
{
    my ($what, $unit, $target, %v) = @_;
    my $limit = $target =~ /^([\d.]+)x$/ ? $1 * $v{none} : $target eq 'glibc' ? $v{glibc} * 1.05 : $target;
    my $good = $target eq '-' || $v{ours} <= $limit;
    $missed++ if !$good;
    my $digits = $unit eq 's' ? 3 : $unit eq 'ns' ? 2 : 0;
    printf $format, $what, $unit, (map { sprintf "%.${digits}f", $_ } $v{none}, $v{glibc}),
        sprintf('%.1fx', $v{glibc} / ($v{none} || 1)), sprintf("%.${digits}f", $v{ours}),
        sprintf('%.1fx', $v{ours} / ($v{none} || 1)), $target eq '-' ? '' : ($good ? '' : 'MISSED ') . "<= $target";
}

sub start_and_end
{
    my %best;
    for (1 .. 5 * $runs) {
        for my $who ('none', 'glibc', 'ours') {
            my $start = time;
            system("./empty-$who") for 1 .. 40;
            my $value = (time - $start) / 40 * 1e6;
            $best{$who} = $value if !defined $best{$who} || $value < $best{$who};
        }
    }
    row('start and end', 'us', 'glibc', %best);
}

# Nanoseconds of a basic block: without the hook, with an empty one (in glibc's column), and ours.
sub blocks
{
    my $n = 20000000;
    my $per_round = 3; # blocks that begin in a round of the loop, by gcc -O1
    spew('blocks.c', "static volatile int v;\nint main(void)\n{\n    for (int i = 0; i < $n; i++)\n"
        . "        if (i & 1)\n            v = 1;\n        else\n            v = 2;\n    return 0;\n}\n");
    spew('hook.c', "void __sanitizer_cov_trace_pc(void);\nvoid __sanitizer_cov_trace_pc(void)\n{\n}\n");
    my @cover = ('-O1', '-fsanitize-coverage=trace-pc', '-o');
    run_quiet($cc, '-O1', '-c', 'hook.c');
    run_quiet($cc, '-O1', '-o', 'blocks-none', 'blocks.c');
    run_quiet($cc, @cover, 'blocks-glibc', 'blocks.c', 'hook.o');
    run_quiet($cc, @cover, 'blocks-ours', 'blocks.c', "$build/libgmon.a");
    my %best;
    for (1 .. 2 * $runs) {
        for my $who ('none', 'glibc', 'ours') {
            my ($line) = output_of("$build/tools/measure", "./blocks-$who");
            my $value = (split ' ', $line)[1] * 1e9 / ($per_round * $n);
            $best{$who} = $value if !defined $best{$who} || $value < $best{$who};
        }
    }
    row('basic block (glibc: empty)', 'ns', sprintf('%.2f', $best{glibc} + 1), %best);
}

# The largest resident set of a program with 1 MB of code.  The kernel keeps it up to date in steps
# of 100 KB and more, too small or too large by chance: the median of many runs.
sub memory
{
    my ($program, $what, $target) = @_;
    my (%seen, %kb);
    for (1 .. 10 * $runs) {
        for my $who ('none', 'glibc', 'ours') {
            my ($line) = output_of("$build/tools/measure", "./$program-$who");
            push @{ $seen{$who} }, (split ' ', $line)[3];
        }
    }
    $kb{$_} = (sort { $a <=> $b } @{ $seen{$_} })[5 * $runs] for keys %seen;
    row($what, 'KB', $target, %kb);
}

# What a tick costs, with and without call stacks of several depths, and if other memory has filled the caches.
sub ticks
{
    run_quiet($cc, qw(-O1 -pg -no-pie -fno-pie -o ticks), "$top/tests/progs/runtime/stack_cost.c", "$build/libgmon.a", '-lpthread');
    my ($sender) = qx{nm ticks} =~ /^(\w+) . gm$/m or die "bench_runtime.pl: no signal handler in `ticks'\n";
    print "\na tick, ns: median, 95th percentile\n";
    for my $caches ('', 'cold') {
        for my $depth (0, 10, 20, 50) {
            local $ENV{GMON_STACKS} = $depth > 0 ? 1 : 0;
            my ($said) = output_of('./ticks', $sender, $depth || 20, $caches ? (1000, 'cold') : 20_000);
            printf "  %s, %-20s %s", $caches || 'warm', $depth ? "$depth calls deep" : 'counts alone', $said // "failed\n";
        }
    }
}

build();
printf $format, 'case', '', 'none', 'glibc', '', 'ours', '', 'target';
for my $row (@table) {
    my ($case, $flags, $what, $unit, $target) = @$row;
    next if @cases && !grep { $_ eq $case } @cases;
    row($what, $unit, $target, measure($case, $flags =~ /fentry/ ? '-fentry' : ''));
}
start_and_end() if !@cases || grep { $_ eq 'start' } @cases;
blocks() if !@cases || grep { $_ eq "blocks" } @cases;
if (!@cases || grep { $_ eq "memory" } @cases) {
    memory('spread', 'memory, 1 MB of code', 'glibc');
    memory('central', 'memory, all calls in main', '-'); # glibc's best case, as its table has a place for each site
}
ticks() if !@cases || grep { $_ eq 'ticks' } @cases;
exit($missed != 0);
