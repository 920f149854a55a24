# Known.pm - what GNU gprof prints is made to look like ours in what it is known to print wrongly
#
# Role: for Explain.pm, and for fuzz.pl and shrink.pl, which would otherwise find nothing else. The rows of doc/DEVIATIONS are
# `-m N' (no effect on -C) and `no histogram' (-nan).
#
# SPDX-License-Identifier: GPL-3.0-or-later
package Known;
use strict;
use warnings;

# Min-count in a command line, or 0: GNU gprof does not obey it in execution counts.
sub min_count
{
    my @words = @_;
    my $min = 0;
    for my $i (0 .. $#words) {
        last if $words[$i] eq '--';
        next unless $words[$i] =~ /^(?:--m[a-z-]*=?|-[a-zA-Z]*m)(\d*)$/;
        my $value = length $1 ? $1 : $words[ $i + 1 ] // '';
        $min = $value if $value =~ /^\d+$/;
    }
    return $min;
}

# Its text without the execution counts that --min-count leaves out of ours.
sub without_few
{
    my ($text, @words) = @_;
    my $min = min_count(@words);
    return $text =~ s/^\S+:\d+: \(.*:0x[0-9a-f]+\) (\d+) executions\n/$min > 1 && $1 < $min ? '' : $&/gemr;
}

# Its text with times of 0 where it found no histogram.
sub without_nan
{
    my ($text) = @_;
    return $text =~ s/-nan/0.00/gr;
}

1;
