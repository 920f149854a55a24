# Case.pm - holds a random small test case in the making: its families, and its random numbers
#
# Role:   gencase.pl makes cases with it; CaseArgs.pm makes their command lines. %c is the case, %has tells which
#         families are on, @families describes all of them.
#
# SPDX-License-Identifier: GPL-3.0-or-later
package Case;
use strict;
use warnings;
no warnings 'portable';    # numbers of 64 bits
use Exporter qw(import);

our @EXPORT = qw(%c %has @families stream under within chance pick zipf);
our (%c, %has);

our @families = split /^/, <<'E';
symspec    -pNAME -PNAME -qNAME -QNAME -n -N -e -E -f -F
arcspec    -k FROM/TO
counts     -C -Z
annotate   -A -J -x -y -t
mincount   -m (GNU: no effect on -C)
order      -r
fileorder  -R map
extsyms    -S syms
line       -l (GNU: loses the last function)
static     -c, and calls in the code
sumreport  reports together with -s (GNU: they are in line mode)
lastsym    samples in the last symbol, and calls of it outside .text
nohist     no histogram at all (GNU: nan)
rates      histograms of different rates
rate0      rate 0 (GNU: inf)
wrap       sums that pass 65535 or 2^32 with -s
sumarcs    arcs with unknown ends with -s (GNU: lost)
sumblocks  basic blocks with -s
blocks0    basic blocks in version 0 files (GNU: strings follow the counts)
dotted     local names with dots before any other name in .strtab
atto       times per call below 1e-18
lowhigh    histograms with low > high
nbins0     histograms without bins
bsdinfo    -i on BSD files (GNU: stale version)
mixed      BSD and gmon.out files together
defect     cut and damaged data files
format     -O that does not fit the data file (GNU: may take gigabytes)
bigendian  big-endian images and data
kernel     addresses in the upper half
E

# ---- random numbers: splitmix64 ----------------------------------------------------------------

my $state;

sub stream
{
    my ($number) = @_;
    $state = $c{seed} * 4 + $number;
    draw();
}

sub draw
{
    use integer;
    $state += 0x9e3779b97f4a7c15;
    return folded(folded(folded($state, 30) * 0xbf58476d1ce4e5b9, 27) * 0x94d049bb133111eb, 31);
}

# A shift of its own, as `use integer` shifts with the sign.
sub folded { return $_[0] ^ $_[0] >> $_[1] }

# A number from 0 to N - 1; 0 if N is 0.
sub under { return $_[0] ? draw() % $_[0] : 0 }

# A number from LOW to HIGH.
sub within { return $_[0] + under($_[1] - $_[0] + 1) }

# True in PERCENT of 100 cases.
sub chance { return under(100) < $_[0] }

sub pick { return $_[under(scalar @_)] }

# A number from 0 to N - 1, small ones more often: every power of two is equally likely.
sub zipf
{
    my ($n) = @_;
    my $bits = 0;
    $bits++ while 1 << $bits < $n;
    my $top = 1 << under($bits + 1);
    return (($top >> 1) + under($top - ($top >> 1))) % $n;
}

1;
