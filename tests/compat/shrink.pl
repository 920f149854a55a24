#!/usr/bin/perl
# shrink.pl - make a failing case of fuzz.pl as small as it gets
#
# Role: takes away options, symbols, bins and arcs, in ever smaller pieces, for as long as the two
# programs still differ in stdout or exit status. Explanations are left out (-b), and the oracle
# finds zeroed memory, as in fuzz.pl.
#
# Usage:  shrink.pl DIRECTORY [OUTPUT]        (default output: DIRECTORY/small)
#
# Input: a directory that fuzz.pl has kept: image.txt, data0.txt ..., args, syms and map if used.
# Environment: ORACLE, GPROF, BUILD, TOOLS as fuzz.pl; paths must be absolute, without blanks.
#
# Output: the small case in OUTPUT, its texts and both reports on stdout.
#
# A case in which the oracle dies or hangs counts as equal: only differences of reports shrink.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Check;
use File::Path qw(make_path);
use POSIX ();
use lib $FindBin::Bin;
use Explain;

my $TIMEOUT = 5;    # seconds a program may take
my $from   = shift // die "usage: shrink.pl DIRECTORY [OUTPUT]\n";
my $to     = shift // "$from/small";

my (@case, @files);    # what is left of the case; names of its files

# Run PROGRAM; return its exit status and stdout, or undef when it died or hung.
sub report {
    my ($program, $args) = @_;
    my $pid = fork // die "fork: $!";
    if ($pid == 0) {
        alarm $TIMEOUT;    # survives exec
        open STDOUT, '>', 'out'       or POSIX::_exit(99);
        open STDERR, '>', '/dev/null' or POSIX::_exit(99);
        my ($first, @rest) = split ' ', $program;
        $ENV{GLIBC_TUNABLES} = 'glibc.malloc.mmap_threshold=1' if $program eq $oracle;
        { no warnings 'exec'; exec $first, @rest, '-b', @$args }
        kill 'KILL', $$;
    }
    waitpid $pid, 0;
    return $? & 127 ? undef : ($? >> 8) . "\n" . slurp('out');
}

# The case is a list of [file, line].  How does it differ: both statuses, and whether stdout does;
# empty when it does not.
sub difference {
    my ($case) = @_;
    my %text = map { $_ => q() } @files;
    $text{ $_->[0] } .= "$_->[1]\n" for @$case;
    for my $file (@files) {
        spew($file, $text{$file});
        next if $file !~ /\.txt$/;
        my $made = $file =~ s/\.txt$//r;
        my $tool = $file eq 'image.txt' ? 'mkimage' : 'mkgmon';
        return q() if system("$tools/$tool -o $made $file 2>/dev/null") != 0;
    }
    my @args = split /\n/, $text{args};
    my $theirs = report($oracle, \@args) // return q();
    my $mine = report($gprof, \@args) // "died\n";
    $theirs = Explain::mend_random($theirs, @args);
    return q() if $theirs eq $mine;
    my ($x, $a) = split /\n/, $theirs, 2;
    my ($y, $b) = split /\n/, $mine, 2;
    return "status $x and $y, stdout " . ($a eq $b ? "equal" : "differs");
}

# Lines that stay: without its sections and its last function a case would differ for other reasons.
sub needed {
    my ($file, $line) = @{ $_[0] };
    return 1 if $file eq 'syms' && $line =~ / _?guard$/;
    return $file eq "image.txt" && $line =~ /^(?:class|endian|section|strtab|sym (?:_?guard|zlast|__fini_last) )/;
}

for my $path (grep { -f } map { "$from/$_" } qw(args image.txt syms map), map { "data$_.txt" } 0 .. 9) {
    my ($name) = $path =~ m{([^/]+)$};
    push @files, $name;
    push @case, map { [ $name, $_ ] } split /\n/, slurp($path);
}
make_path($to);
chdir $to or die "$to: $!";
my $kind = difference(\@case) or die "shrink.pl: the reports of $from do not differ\n";
my $before = @case;
for (my $piece = int(@case / 2) || 1; ;) {
    my $removed = 0;
    for (my $at = 0; $at < @case;) {
        my $end = $at + $piece < @case ? $at + $piece : @case;
        my @less = (@case[ 0 .. $at - 1 ], grep({ needed($_) } @case[ $at .. $end - 1 ]),
            @case[ $end .. $#case ]);
        if (@less == @case) { $at += $piece; next }
        if (difference(\@less) eq $kind) { @case = @less; $removed++ }
        else                 { $at += $piece }
    }
    last if $piece == 1 && !$removed;
    $piece = int(($piece + 1) / 2) if $piece > 1;
}
difference(\@case);
print "$before lines, ", scalar @case, " left, in $to: $kind\n";
my $file = '';
for (@case) {
    print "--- $_->[0]\n" if $file ne $_->[0];
    $file = $_->[0];
    print "$_->[1]\n";
}
my @args = split /\n/, slurp('args');
print "--- $oracle (status, then stdout)\n", report($oracle, \@args);
print "--- $gprof\n", report($gprof, \@args) // "died\n";
