#!/usr/bin/perl
# machines_table.pl - a table for doc/TRIALS, from what the tests of all machines said
#
# Use: perl machines_table.pl TABLE         the file that machines.t leaves in $BUILD/machines
#
# A line for each machine, C library and form of hooks, a column for each way to link: the number of
# samples and the per cent of their stacks that were complete. `wrong' stands where a count was not what
# the program says, `-' where the compiler or the C library has no such form.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;

my @linkages = qw(dynamic static pie static-pie preload);
my (@rows, %cells);
while (<>) {
    my ($machine, $hooks, $linkage, $calls, $samples, $complete) = split;
    next if !defined $complete || $machine eq 'machine';
    my $libc = $machine =~ s/-linux-musl/-linux-/ ? 'musl' : 'glibc';
    $machine =~ s/^native$/x86_64/;
    $machine =~ s/-linux-(.*)//;
    $machine = 'arm, ARMv5' if $machine eq 'arm' && $1 !~ /hf$/;
    $machine = 'i386' if $machine eq 'i686';
    $hooks =~ s/\+mbranch-protection=standard/, BTI and PAC/;
    $hooks =~ s/\+/ -/g;
    my $row = sprintf '%-11s %-5s %-22s', $machine, $libc, $hooks;
    push @rows, $row if !$cells{$row};
    $cells{$row}{$linkage} = $calls eq 'exact' ? "$samples/$complete" : 'wrong';
}
my %header = (dynamic => 'dyn.', pie => 'PIE', 'static-pie' => 'st.PIE', preload => 'shared');
my $format = '%s' . ' %6s' x @linkages . "\n";
printf $format, sprintf('%-11s %-5s %-22s', 'machine', 'libc', 'hooks'), map { $header{$_} // $_ } @linkages;
printf $format, $_, map { $_ // '-' } @{$cells{$_}}{@linkages} for @rows;
