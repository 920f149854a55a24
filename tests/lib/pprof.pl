#!/usr/bin/env perl
# pprof.pl - prints a profile in pprof's format; the sum of each value comes last
#
# Input: the profile, on standard input. --functions: prints functions, mappings and addresses, too.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Pprof qw(read_pprof place_text);

binmode $_ for *STDIN, *STDOUT;
my $p = eval { local $/; read_pprof(scalar <STDIN>) } or die "pprof.pl: $@";
print "# $_\n" for @{ $p->{comments} };
print "$p->{default} of ", join(', ', map { "$_->[0]/$_->[1]" } @{ $p->{types} }),
    "; a sample each $p->{period} $p->{period_type}[1] of $p->{period_type}[0]\n";
my $all = grep { $_ eq '--functions' } @ARGV;
if ($all) {
    printf "mapping 0x%x-0x%x, from 0x%x of %s %s\n", @$_{qw(start limit offset file build_id)} for @{ $p->{mappings} };
    print 'function ', $_->{name}, $_->{system} eq $_->{name} ? '' : " = $_->{system}",
        $_->{file} eq '' ? '' : ", $_->{file}:$_->{start}", "\n" for @{ $p->{functions} };
}
my @sum = (0, 0, 0);
for my $s (@{ $p->{samples} }) {
    printf "%7d %7d %11d  %s\n", @{ $s->{values} }, join ' < ', map { place_text($_, $all) } @{ $s->{stack} };
    $sum[$_] += $s->{values}[$_] for 0 .. 2;
}
printf "%7d %7d %11d\n", @sum;
