# Sets.pm - the option sets that the comparison runs give to both programs
#
# Role:   tables of [words...]; a set's name is its words joined by blanks.
# Words:  %I the image, %D the first data file, %A all data files (the only one twice), %R a response file
#         with the words `-p "image" 'gmon.out'`, %N nothing (suppresses the default). Without any of
#         these, `image gmon.out` is appended. -b comes first unless the word %V (verbose) is there.
# A set with -s runs in a scratch directory, and its gmon.sum is read back.
# Does not: run anything.
#
# SPDX-License-Identifier: GPL-3.0-or-later
package Sets;
use strict;
use warnings;

# %F and %G are two functions of the image, %S a source file.
# What every release must get right.
my @now = map { [split] } (
    '%I %D',
    qw(-p -q -P -Q -z -a -T -L -i -D -B -Z -w40 -w1 --inline-file-names --demangle --no-demangle -bTp),
    '-p -q', '-p -z', '-q -z', '-a -z', '-a -q', '-w 132', '-w132 -z', '-w 0', '-w junk',
    '-T -z', '-T -p', '-T -q', '-T -q -w40', '-T -a', '-L -q', '-L -z',
    '-l', '-l -p', '-l -q', '-l -L', '-l -p -z', '-l -T', '-l -a', '-l %I %A',
    '--inline-file-names -L', '--inline-file-names -q', '--inline-file-names -p', '--inline-file-names -T -z',
    '--demangle=gnu-v3', '--demangle=none', '--demangle=gnat', '--demangle=auto', '--no-demangle --demangle',
    '--demangle=bad', '-i -p', '-i -q', '-i %I %A', '-D -q', '-D -z', '-p -P', '-P -p', '-P -Q', '-Q -q',
    '%I %A', '-p %I %A', '-T %I %A', '%N', '%I', '-p %I',
    '%I %D -p', '%I -q %D', '-p -- %I %D', '-- %I %D', '@%R', '-q @%R', '@nowhere',
    '--flat', '--flat-profile', '--gra', '--graph', '--bri -p', '--disp', '--display-unused-functions -p',
    '--no-fl', '--no-gr', '--no-sta -q', '--trad', '--print-p', '--file-i', '--ignore', '--inl',
    '--width=50', '--width 50', '--wid=100 -q', '--no-such', '--f', '-X', '-w', '--graph --no-flat',
    '-p %I nowhere', 'nowhere %D', '-O magic', '-Oauto', '--file-format=auto -p',
    '-C', '-C -z', '-C%F', '-Z%F', '-C -m 100', '-C -a', '-R map', '-R map -p', '-r -R map', '-r', '-r -a', '-r -p', '--function-ordering -z',
    '-R nowhere', '-S nowhere', '-S syms', '-S syms -T',
    '-s', '-s -p', '-s -i', '-s %I %A', '--sum', '-q -i -p -z -a',
    '-A', '-A%F', '-J%F', '-J', '-A -J', '-J -A', '-A%S', '-J%S:%F', '-A%F -A%G', '-A%F -J%F', '-A -x', '-A -t 3', '-A -t 0', '-A -t 1000',
    '-A -m 5', '-A -m 0', '-A -L', '-A -a', '-A -z', '-A -T', '-A -p -q', '-A -i', '-A -y -p', '-A -I nowhere:..', '--annotated-source=%F',
    '--no-annotated-source=%G', '--annot --table-length=2 --min-count=2 --all-lines', '-A %I %A', '-A -D', '-A -k %G/%F',
    '-p%F', '-q%F', '-P%F', '-Q%F', '-p%F -q%G', '-P%F -P%G', '-Q%F -Q%G', '-p%F -P%F', '-f %F', '-e %F',
    '-F %F', '-E %F', '-f %F -f %G', '-E %F -z', '-n %F', '-N %F', '-n %F -p', '-N %G -q -z', '-k %F/%G', '-k %G/', '-k /%F',
    '-k %F/ -k %F/%G', '-k /%F -k %G/%G',
    '--flat-profile=%F', '--no-flat-profile=%F', '--graph=%G', '--no-graph=%G', '--time=%F', '--no-time=%F',
    '-p%S:%F', '-q%S:', '-p:%F', '-P%S', '-pnosuch', '-qnosuch.c', '-pmcount', '-p%F -T',
    '-A -l', '-A -l -x', '-C -l', '-c', '-c -z', '-c -q', '-c -p', '-c -z -k /%F',
);

# Written on top of a table: the texts that explain the columns.
my @blurb = map { [split] } map { "%V $_" } ('%I %D', '-p', '-q', '-T', '-T -p', '-T -q', '-i');

# Single options, to be combined at random: all that change a report and that both programs accept.
my @atoms = (
    qw(-p -q -C -A -i -P -Q -Z -J -T -z -L -a -D -x -l -c -s -y -B --inline-file-names --no-demangle),
    '-w 40', '-m 5', '-t 3', '-I nowhere:..', '-O magic', '-r', '-R map', '-S syms', '%I %A',
    '-p%F', '-q%G', '-P%F', '-Q%G', '-C%F', '-Z%G', '-A%F', '-J%G', '-f %F', '-e %G', '-F %F', '-E %G', '-n %F', '-N %G',
    '-k %F/%G', '-k /%F', '-k %G/',
);

# Combinations that say nothing: an option twice, and -y without a source listing.
sub sensible
{
    my %seen;
    return 0 if grep { $seen{ /^(-\w)/ ? $1 : $_ }++ } @_;
    return !$seen{'-y'} || $seen{'-A'};
}

# Every sensible pair of single options, once.
sub twos
{
    my @found;
    for my $i (0 .. $#atoms) {
        push @found, map { sensible(@atoms[$i, $_]) ? [split ' ', "$atoms[$i] $atoms[$_]"] : () } $i + 1 .. $#atoms;
    }
    return @found;
}

# N random triples; the same ones for the same SEED.
sub triples
{
    my ($n, $seed) = @_;
    my @found;
    my $random = sub { $seed = ($seed * 1103515245 + 12345) % 2**31; return int($seed / 65536) % $_[0] };
    while (@found < $n) {
        my @three = @atoms[map { $random->(scalar @atoms) } 1 .. 3];
        push @found, [split ' ', "@three"] if sensible(@three);
    }
    return @found;
}

# The same by theme, for a short run: --family=line and so on.
my %theme = (
    symspec  => qr/^(?:-[pqPQfeFEnNk].*%[FGS]|--.*=%|-[pq](?:nosuch|mcount))/,
    line     => qr/-l\b/,
    annotate => qr/^(?:-J )?(?:-[AJ]|--(?:no-)?annot)/,
    counts   => qr/^-[CZ]/,
    order    => qr/^-[rR]/,
    static   => qr/^-c/,
    syms     => qr/^-S/,
);

sub family
{
    my ($name) = @_;
    return @now if $name eq 'now';
    return () if $name eq 'none';
    return @blurb if $name eq 'blurb';
    return (@now, @blurb) if $name eq 'all';
    my $like = $theme{$name} or die "no family is called $name: none now blurb all ", join(' ', sort keys %theme), "\n";
    return grep { "@$_" =~ $like } @now;
}

1;
