#!/usr/bin/perl
# instructions.t - a guard against accidents: five reports execute no more than 1.35 times the instructions that they once did
#
# Role:   time is noisy, instructions are not: valgrind counts those of gprof's own code in one run of each, on small
#         inputs. The counts to compare with are of commit 2fa668b, compiled by gcc 12 -O2 for x86-64; another compiler's
#         are multiplied by what it makes of another program (mkgmon), the calibration. They are not to be renewed: what
#         adds up over many changes is seen, too.
#
# Input:  environment GPROF, TOOLS, BUILD, SRCDIR, CC, JOBS.
# Output: TAP.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Check;
use Test::More;

my $MARGIN = 0.35;
my $jobs = $ENV{JOBS} || 2;

plan skip_all => 'a variant build' if $ENV{VARIANT} || $ENV{VALGRIND};
plan skip_all => 'no valgrind' if system 'valgrind --version >/dev/null 2>&1';
plan skip_all => 'counts are of -O2, and of x86-64' if slurp("$build/flags") !~ / -O2 / || `$cc -dumpmachine` !~ /^x86_64/;

work_dir();

# ---- inputs ------------------------------------------------------------------------------------
my ($n, $text) = (500, 0x400000);

sub make_image
{
    my ($file, $symbols) = @_;
    make('mkimage', $file, sprintf "section .text %d %d\n%s", $text, 16 * $n, $symbols);
}

# Functions of 16 bytes with two lines each, in a source of as many lines.
sub make_lines
{
    open my $to, '|-', "perl '$top/tests/lib/linetable.pl' | '$tools/mkimage' -o lines" or die "linetable.pl: $!";
    printf {$to} "section .text 0x%x %d\n", $text, 16 * $n;
    for my $i (0 .. $n - 1) {
        printf {$to} "0x%x lines.c:%d f%d\n0x%x lines.c:%d\n", $text + 16 * $i, 2 * $i + 1, $i, $text + 16 * $i + 8, 2 * $i + 2;
    }
    printf {$to} "0x%x end\nfuncs %d f 0x%x 16\n", $text + 16 * $n, $n, $text;
    close $to or die 'linetable.pl failed';
    spew('lines.c', join '', map { "line $_ of some length;\n" } 1 .. 2 * $n);
}

sub make_inputs
{
    make_image('image', "funcs $n f $text 16\n");
    make_lines();
    make('mkgmon', 'zipf.out', sprintf "magic\nhist %d %d %d 100 seconds s\nnoise 3 10 20\ngen zipf %d %d 16 arcs 2500 seed 5\nbb\n%s",
        $text, $text + 16 * $n - 64, 4 * $n - 16, $n, $text,
        join '', map { sprintf "block %d %d\n", $text + 16 * $_, $_ } 0 .. $n / 2);
    make('mkgmon', 'stacks.gmon.out', "stacks cpu 10000000\nmodule program - image\nrandom 500 1 20 $n\n");
}

# ---- cases -------------------------------------------------------------------------------------
# What each runs, and its count then.
my %cases = (
    listing => [ 5714608, qw(-b image zipf.out) ],
    lines => [ 8000259, qw(-b -l lines zipf.out) ],
    stacks => [ 11116944, qw(-b image zipf.out stacks.gmon.out) ],
    top => [ 16343808, qw(--top image zipf.out) ],
    export_json => [ 8591084, qw(--export=json lines zipf.out) ],
);
my $calibration = 10595966;

# ---- counting ----------------------------------------------------------------------------------
# Instructions of the program's own object file; lines behind `calls=` are of callees.
sub read_counts
{
    my ($file, $program) = @_;
    my ($mine, $own, $skip) = (0, 0, 0);
    open my $in, '<', $file or return;
    while (<$in>) {
        if (/^ob=(.*)/) {
            $mine = $1 eq $program;
        } elsif (/^calls=/) {
            $skip = 1;
        } elsif (/^(?:0x)?[0-9a-f]+ (\d+)$/) {
            $own += $1 if $mine && !$skip;
            $skip = 0;
        }
    }
    return $own;
}

# One run in a directory of its own, from where the inputs are seen by links; its counts end up in counts.NAME.
sub count
{
    my ($name, $program, @words) = @_;
    mkdir "run-$name" or die "run-$name: $!";
    chdir "run-$name" or die "run-$name: $!";
    symlink "../$_", $_ for map { s{^\.\./}{}r } glob '../*.out* ../image ../lines ../lines.c';
    exec 'timeout', '120', 'valgrind', '-q', '--tool=callgrind', '--dump-line=no', '--compress-strings=no', '--compress-pos=no',
        '--callgrind-out-file=counts', $program, @words;
}

# All runs, as many at a time as there are processors for; the counts by name.
sub count_all
{
    my (%runs) = @_;
    my (%names, %counts);
    for my $name ((sort keys %runs), undef) {
        while (%names && (!defined $name || keys %names >= $jobs)) {
            my $pid = wait;
            my $done = delete $names{$pid} // next;
            $counts{$done} = $? == 0 ? read_counts("run-$done/counts", $runs{$done}[0]) : undef;
        }
        last if !defined $name;
        my $pid = fork // die "fork: $!";
        if ($pid == 0) {
            open STDOUT, '>', '/dev/null';
            open STDERR, '>', "$name.messages";
            count($name, @{ $runs{$name} });
        }
        $names{$pid} = $name;
    }
    return \%counts;
}

# ---- all of it ---------------------------------------------------------------------------------
make_inputs();
spew('calibration.out.txt', sprintf "magic\nhist %d %d %d 100 seconds s\nnoise 3 10 20\ngen random %d %d 16 arcs 20000 seed 5\n",
    $text, $text + 16 * $n, 4 * $n, $n, $text);
my $got = count_all(
    calibration => [ "$tools/mkgmon", '-o', 'calibrated', 'calibration.out.txt' ],
    map { my (undef, @words) = @{ $cases{$_} }; ($_ => [ $gprof, @words ]) } keys %cases);
plan skip_all => 'valgrind cannot run what this compiler makes: ' . substr slurp('calibration.messages'), 0, 80
    if !$got->{calibration};
my $scale = $got->{calibration} / $calibration;
note sprintf 'mkgmon: %.2f times the instructions', $scale;

for my $name (sort keys %cases) {
    my $change = $got->{$name} ? $got->{$name} / ($cases{$name}[0] * $scale) - 1 : undef;
    ok(defined $change && $change <= $MARGIN, $name . (defined $change ? sprintf ': %+.1f %%', 100 * $change : ''))
        or diag($got->{$name} ? "$name: $got->{$name} instructions" : "$name failed: " . slurp("$name.messages"));
}
done_testing;
