#!/usr/bin/perl
# totals.t - reports and exports that are not GNU gprof's count each sample once, whatever the size of bins
#
# Role:   adds up what they say of random histograms: bins of less than a byte and of many functions, of odd and of
#         fractional size, from odd addresses on. tests/unit/test_hist.c says which functions get the samples.
# Input:  environment GPROF, SRCDIR, TOOLS; CASES, how many random ones (default 40).  Output: TAP.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Check;
use JSON::PP;
use List::Util qw(sum0);
use Pprof qw(read_pprof);
use Test::More;

my $tick = 10_000_000;    # ns
my ($low, $end) = (0x1000, 0x1200);    # of the code
my @faults;
work_dir();

# Makes a data file of $bins bins. Returns its number of samples.
sub make_data
{
    my ($file, $from, $bytes, $bins) = @_;
    my @ticks = map { below(100) < 30 ? below(500) : 0 } 1 .. $bins;
    $ticks[ below($bins) ] = 1000;
    make('mkgmon', $file, sprintf "magic\nhist 0x%x 0x%x %d 100 seconds s\nbin 0 %s\narc 0x1010 0x1041 5\n",
        $from, $from + $bytes, $bins, join ' ', @ticks);
    return sum0(@ticks);
}

sub printed { return (run("'$gprof' @_"))[0] }

# Notes a fault if two numbers differ by more than $most.
sub is_near
{
    my ($name, $got, $want, $most) = @_;
    push @faults, "$name: $got, not $want" if abs($got - $want) > ($most // 0);
}

# Adds up what is said of $n samples of the file a, and $of_b of b. $all: functions have all of them.
sub check
{
    my ($n, $of_b, $all) = @_;

    my $json = decode_json(printed('--export=json image a'));
    my $total = $json->{total};
    for (['samples', $n], ['self', $n * $tick]) {
        my ($what, $want) = @$_;
        my $known = $want - $total->{"unknown_$what"};
        is_near("json, $what", $total->{$what}, $want);
        is_near("json, $what of $_", sum0(map { $_->{$what} } @{ $json->{$_} }), $known) for qw(functions lines);
    }
    is_near('json, in no function', $total->{unknown_self}, 0) if $all;

    my ($page) = printed('--export=html image a') =~ m{id="profile">(.*?)</script>}s;
    my $html = decode_json($page);
    is_near('html', $html->{samples}, $n);
    is_near('html, functions', sum0(map { $_->[1] // 0 } @{ $html->{functions} }), $n * $tick);

    my $pprof = read_pprof(printed('--export=pprof image a'));
    is_near('pprof', sum0(map { $_->{values}[0] } @{ $pprof->{samples} }), $n);
    is_near('pprof, time', sum0(map { $_->{values}[2] } @{ $pprof->{samples} }), $n * $tick);

    # the line behind calls= has the cost of the calls
    my $callgrind = printed('--export=callgrind image a') =~ s/^calls=.*\n.*\n//gmr;
    is_near('callgrind', sum0($callgrind =~ /^\d+ (\d+)$/gm), $n * $tick);
    is_near('callgrind, total', $callgrind =~ /^totals: (\d+)$/m, $n * $tick);

    my $csv = printed('--export=csv image a');
    is_near('csv', sum0($csv =~ /^(?:function|unknown)(?:,[^,]*){10},(\d+),/gm), $n * $tick);

    my ($heading, $rows) = split /^Most self time.*\n.*\n/m, printed('-w0 --top image a');
    is_near('top', $heading =~ /, (\d+) samples/, $n);
    my @seconds = map { /^ *[\d.]+ +[-+]?[\d.]+ +([\d.]+) / ? $1 : () } split /\n/, $rows =~ s/\n\n.*//sr;
    is_near('top, functions', sum0(@seconds), $n / 100, 0.005 * @seconds + 0.01) if $all;

    my $changes = decode_json(printed('--compare=b --export=json image a'));
    for (['before', $of_b], ['after', $n]) {
        my ($side, $want) = @$_;
        is_near("compare, $side", $changes->{$side}{samples}, $want);
        is_near("compare, $side, functions", sum0(map { $_->{$side}{self} } @{ $changes->{functions} }), $want * $tick,
            100) if $all;
    }

    my $files = decode_json(printed('--by-file --export=json image a b'));
    # its times are rounded for each function and file
    is_near('by-file', $files->{total_time}, ($n + $of_b) * $tick, 100);
    is_near('by-file, functions', sum0(map { $_->{total} } @{ $files->{functions} }), ($n + $of_b) * $tick, 100);
    is_near("by-file, $_->{file}", $_->{time}, ($_->{file} eq 'a' ? $n : $of_b) * $tick, 100) for @{ $files->{files} };
}

# Tests bins of the range; @starts: where functions begin.
sub try
{
    my ($name, $from, $bytes, $bins, @starts) = @_;
    my $i = 0;
    make('mkimage', 'image', sprintf("section .text 0x%x %d\n", $low, $end - $low)
            . join '', map { sprintf "sym f%d 0x%x\n", $i++, $_ } @starts);
    my ($n, $of_b) = map { make_data($_, $from, $bytes, $bins) } qw(a b);
    @faults = ();
    check($n, $of_b, $from >= $starts[0] && $from + $bytes <= $end);
    is(join("\n", @faults), '', sprintf '%s: %d bins of %.4g bytes', $name, $bins, $bytes / $bins);
}

my @odd = (0x1001, 0x1040, 0x1041, 0x1055, 0x10ff, 0x1180);
try('four bytes', 0x1010, 256, 64, @odd);
try('a byte', 0x1010, 256, 256, @odd);
try('half a byte', 0x1011, 128, 256, @odd);
try('three bytes', 0x1011, 300, 100, @odd);
try("the C library's", 0x1010, 378, 96, @odd);
try('several functions', 0x1005, 500, 3, @odd);
try('one bin', 0x1005, 501, 1, @odd);
try('around the code', $low - 77, $end - $low + 200, 191, @odd);
for my $seed (1 .. $ENV{CASES} // 40) {
    seed($seed);
    my $all = below(2);
    my @starts = sort { $a <=> $b } map { $low + below(400) } 0 .. below(20);
    my $from = $all ? $starts[0] + below(20) : $low - 50 + below(100);
    my $bytes = 1 + below($all ? $end - $from : 600);
    try("random case $seed", $from, $bytes, 1 + below($bytes * (below(2) ? 2 : 0.5) + 1), @starts);
}
done_testing();
