#!/usr/bin/perl
# top.t - --top of a large program: a screen, the same bytes again, at most twice the time of the classic reports
#
# Role:   makes profiles of 60,000 functions and 300,000 arcs: of calls at random, most of which are one cycle, of
#         popular callees, and of a ring through all functions, which one arc opens. A machine that is busy makes
#         runs slower, none faster: so the fastest of several runs counts.
# Input:  environment GPROF, TOOLS; FUNCTIONS and ARCS, for another size; TIMES, runs of each at most (default 20; as soon as they will do, no more).
# Output: TAP; with -v the ratios.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use File::Temp qw(tempdir);
use Test::More;

my ($gprof, $tools) = @ENV{qw(GPROF TOOLS)};
my ($functions, $arcs) = ($ENV{FUNCTIONS} // 60_000, $ENV{ARCS} // 300_000);
my $times = $ENV{TIMES} // 20;

plan skip_all => 'times of a variant build tell nothing' if $ENV{VARIANT} || $ENV{VALGRIND};
chdir tempdir(CLEANUP => 1) or die "temporary directory: $!";
END { chdir '/' }
$ENV{LC_ALL} = 'C';
delete @ENV{qw(COLUMNS NO_COLOR CLICOLOR_FORCE)};

sub make
{
    my ($tool, $file, $language) = @_;
    open my $to, '|-', "$tools/$tool", '-o', $file or die "$tool: $!";
    print {$to} $language;
    close $to or die "$tool failed";
}

my ($text, $bytes) = (0x400000, 16 * $functions);
make('mkimage', 'image', "section .text $text $bytes\nfuncs $functions f $text 16\n");
for my $kind (qw(random zipf ring)) {
    make('mkgmon', "$kind.out",
        sprintf "magic\nhist %d %d %d 1000 seconds s\nnoise 3 10 20\ngen %s %d %d 16 %s\n", $text, $text + $bytes,
        $bytes / 4, $kind, $functions, $text, $kind eq 'ring' ? '' : "arcs $arcs seed 5");
}

# Processor seconds of a run. The output is in the file `out'.
sub run
{
    my @before = times;
    my $status = system "timeout 300 '$gprof' @_ >out 2>err";
    my @after = times;
    is($status, 0, "gprof @_") if $status;
    return $after[2] + $after[3] - $before[2] - $before[3];
}

sub slurp
{
    open my $f, '<:raw', $_[0] or die "$_[0]: $!";
    local $/;
    return scalar(<$f>) // '';
}

for my $kind (qw(random zipf ring)) {
    my ($least, $classic, %outputs) = (1e9, 1e9);
    for my $try (1 .. $times) {
        my $reports = run('image', "$kind.out");
        $classic = $reports if $reports < $classic;
        my $top = run('--top', 'image', "$kind.out");
        $least = $top if $top < $least;
        $outputs{ slurp('out') } = 1;
        last if $try > 1 && $least <= 2 * $classic;
    }
    my ($output) = keys %outputs;
    my $lines = () = $output =~ /\n/g;
    my ($long) = sort { $b <=> $a } map { length } split /\n/, $output;
    cmp_ok($least / $classic, '<=', 2, sprintf '%s: %.2f times the time of the reports', $kind, $least / $classic);
    is(scalar keys %outputs, 1, "$kind: the same bytes again");
    cmp_ok($lines, '<=', 60, "$kind: $lines lines");
    cmp_ok($long, '<=', 82, "$kind: of at most 80 columns; bytes of a plus-minus are two");
    like($output, qr/^(?:Largest of \d+ cycles|A cycle): \d+ functions with /m, "$kind: it has a cycle")
        if $kind ne 'zipf';
    like($output, qr/; -k f\d+\/f\d+ \(1 call\) opens it$/m, "$kind: which an arc opens") if $kind eq 'ring';
}

# All functions.
run('--top=0', '--sort=name', 'image', 'zipf.out');
my @names = slurp('out') =~ /^ *\d\S* .* (f\d+)(?: <cycle \d+>)?  /mg;
cmp_ok(scalar @names, '>', 0.5 * $functions, 'all functions: there are ' . @names);
is("@names", join(' ', sort @names), 'sorted by name');
done_testing();
