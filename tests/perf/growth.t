#!/usr/bin/perl
# growth.t - each report and export takes a bounded multiple of the time of the classic reports, whose time grows with
#            the size of the program
#
# Role:   Makes profiles of random programs, one four times as large as the other, and compares CPU times. A busy machine
#         makes runs slower and none faster, so the fastest of several runs counts.
# Input:  environment GPROF, TOOLS; FUNCTIONS (default 20,000, with five arcs each); TIMES, runs of each at most
#         (default 20; the first ratio that will do ends them).
# Output: TAP; with -v the ratios.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Check;
use Digest::MD5;
use Test::More;

my $many  = $ENV{FUNCTIONS} // 20_000;
my $few   = $many / 4;
my $times = $ENV{TIMES} // 20;
my $GROWTH = 7;    # four times the work, and caches that are too small for it

plan skip_all => 'times of a variant build tell nothing' if $ENV{VARIANT} || $ENV{VALGRIND};
work_dir();

# Returns the CPU seconds and the status of a run. What it prints is in the files `out' and `err'.
sub measured
{
    open my $from, '-|', 'sh', '-c', 'exec "$0" -l 300 -o out "$@" 2>err', "$tools/measure", $gprof, @_ or die "sh: $!";
    my (undef, $user, $system, undef, $status) = split ' ', <$from>;
    close $from;
    return ($user + $system, $status);
}

# Checks that one run takes at most BOUND times as long as another, and prints the same bytes each time.
sub holds
{
    my ($what, $bound, $ours, $other) = @_;
    my ($least, $least_other, $ratio, %outputs) = (1e9, 1e9);
    for my $try (1 .. $times) {
        my ($time) = measured(@$other);
        $least_other = $time if $time < $least_other;
        ($time) = measured(@$ours);
        $least = $time if $time < $least;
        $outputs{ Digest::MD5::md5_hex(slurp('out')) } = 1;
        $ratio = $least / ($least_other || 0.001);
        last if $try > 1 && $ratio <= $bound;
    }
    cmp_ok($ratio, '<=', $bound, sprintf '%s: %.2f times', $what, $ratio);
    is(scalar keys %outputs, 1, "$what: the same bytes each time");
}

# Random calls make one cycle of most functions, popular callees many arcs of few.
for my $n ($few, $many) {
    my ($text, $bytes) = (0x400000, 16 * $n);
    make('mkimage', "image$n", "section .text $text $bytes\nfuncs $n f $text 16\n");
    for my $kind (qw(random zipf)) {
        make('mkgmon', "$kind$n",
            sprintf "magic\nhist %d %d %d 100 seconds s\nnoise 3 10 20\ngen %s %d %d 16 arcs %d seed 5\nbb\n%s",
            $text, $text + $bytes - 64, $bytes / 4 - 16, $kind, $n, $text, 5 * $n,
            join '', map { sprintf "block %d %d\n", $text + 16 * $_, $_ } 0 .. $n / 2);
    }
}

measured('--export=?', "image$few");
my ($known) = slurp('err') =~ /known are (.*)/ or die 'no formats';
my @formats = split /, /, $known;
cmp_ok(scalar @formats, '>=', 3, "formats: @formats");
for my $kind (qw(random zipf)) {
    my @small = ("image$few", "$kind$few");
    my @large = ("image$many", "$kind$many");
    holds("$kind, classic reports of four times as many functions", $GROWTH, ['-b', @large], ['-b', @small]);
    holds("$kind, --top beside the classic reports", 2, ['--top', @large], ['-b', @large]);
    holds("$kind, --compare beside the classic reports", 3, ['-b', "--compare=random$many", @large], ['-b', @large]);
    for my $format (@formats) {
        my @words = ("--export=$format", @large);
        if ((measured(@words))[1]) {
            note "$format, $kind: needs other data";
            next;
        }
        # zlib takes most of pprof's time
        holds("$kind, $format beside the classic reports", $format eq 'pprof' ? 2.5 : 2, \@words, ['-b', @large]);
    }
}

# The n-th function is add(A00n, B<A00n>), so all of them have the short form add(...).
for my $n ($few, $many) {
    make('mkimage', "names$n", sprintf("section .text 0x400000 %d\n", 16 * $n) .
        join '', map { sprintf "sym _Z3add6A%05d1BIS_E 0x%x\n", $_, 0x400000 + 16 * $_ } 0 .. $n - 1);
    make('mkgmon', "data$n", sprintf "magic\nhist 0x400000 %d %d 100 seconds s\nnoise 3 10 20\n",
        0x400000 + 16 * $n, 4 * $n);
}
for my $options (['--names=short'], ['--names=base'], ['-Padd(A00017, B<A00017>)'], ['-P*A0001?*<*'], ['-Padd(A0001, B<A0001>)'],
    ['-Paddd', '-Padd(', '-Pda', '-Pxadd(A00001)']) {
    holds("@$options: four times as many names", $GROWTH, ['-b', '-p', @$options, "names$many", "data$many"],
        ['-b', '-p', @$options, "names$few", "data$few"]);
}
done_testing();
