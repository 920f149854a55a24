# GprofOptions.pm - reads the options of gprof from its --help, for tests that compare lists of options
#
#     use lib "$top/tests/lib";
#     use GprofOptions;
#     my @options = gprof_options('/path/of/gprof');    # [letter or '', long name or ''], ...
#
# The result has the rows of the help's table, and the letters of the usage block that have no row.
#
# SPDX-License-Identifier: GPL-3.0-or-later
package GprofOptions;
use strict;
use warnings;
use Exporter 'import';
our @EXPORT = qw(gprof_options);

sub gprof_options
{
    my ($gprof) = @_;
    my $help = qx{'$gprof' --help};
    my ($table, $usage) = $help =~ /\n\nExamples.*?\n\n(.*?)^All options in brackets:\n(.*)/sm
        or die "GprofOptions.pm: strange --help\n";
    my (@options, %seen);
    while ($table =~ /^  (?:-(\w)(?:, | )|    )(?:--([\w-]+))?/mg) {
        push @options, [ $1 // '', $2 // '' ];
        $seen{$1} = 1 if defined $1;
    }
    my ($letters) = $usage =~ /\[-\[(\w+\]\] \[-\[\w+)\]\[name\]\]/
        or die "GprofOptions.pm: no letters in the usage block\n";
    push @options, map { [ $_, '' ] } grep { !$seen{$_}++ } $letters =~ /\w/g;
    return @options;
}

1;
