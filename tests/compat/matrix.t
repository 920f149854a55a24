#!/usr/bin/perl
# matrix.t - TAP: our gprof prints what the oracle prints, for every sample program and option set
#
# Role:   checks that there is an oracle, brings the image/data pairs up to date, runs the matrix.
# Input:  environment ORACLE (default /usr/bin/gprof), GPROF, BUILD, JOBS, FEWER (every 4 x FEWER-th set); arguments go to
#         matrix.pl, the last one of a kind counts (--step=1).
# Output: TAP, one test per pair; skips all without an oracle of version 2.40 or later; with one that is
#         not known, differences are only reported.
# Does not: judge the oracle.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Check;
use Test::More;

plan skip_all => 'no GNU gprof of 2.40 or later' if !gnu_release();

open my $images, '-|', $^X, "$FindBin::Bin/images.pl" or die "images.pl: $!\n";
my @lines = <$images>;
my $ok = close $images;
print map { "# $_" } grep { $ok ? /^(?:skip|\d)/ : 1 } @lines;
if (!$ok) {
    print "1..1\nnot ok 1 - some image/data pairs could not be made\n";
    exit 1;
}
# All sets take a quarter of an hour, so even the longest run takes every fourth, other ones on each image.
my $fewer = $ENV{FEWER} || 1;
my @more = $fewer > 1 ? '--triples=1' : qw(--twos=1 --triples=2);
exec $^X, "$FindBin::Bin/matrix.pl", '--tap', '--step=' . 4 * $fewer, @more, @ARGV or die "matrix.pl: $!\n";
