#!/usr/bin/perl
# lint.t - runs each lint of lint.pl on the project as a test
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Basename;

my $top     = $ENV{SRCDIR} || abs_path(dirname(__FILE__) . '/../..');
my $objects = ($ENV{BUILD} || "$top/build") . '/obj';
my @lint    = ($^X, "$top/tests/lint/lint.pl", '--tree', $top, '--objects', $objects);
my $count   = 0;

sub output_of
{
    open my $pipe, '-|', @_ or die "lint.t: $_[0]: $!\n";
    return <$pipe>;
}

for my $line (output_of(@lint, '--list')) {
    chomp $line;
    my ($name, $what) = split /\t/, $line;
    my @bad = output_of(@lint, $name);
    $count++;
    print $? || @bad ? 'not ' : '', "ok $count - $name: $what\n";
    print STDERR map { "# $_" } @bad;
}
print "1..$count\n";
