#!/usr/bin/perl
# fuzz.pl - compare our gprof with GNU gprof on random small cases
#
# Role: makes cases with gencase.pl, runs both programs with the same options, compares
# every byte of stdout and the exit status; of a gmon.sum the histograms and the totals.
#
# Usage:  fuzz.pl [--from A] [--to B] [--enable FAMILY,...] [--keep DIR] [--jobs N] [--show N]
#                 [--stop N] [--tap]
#   --from, --to   seeds, default 1..1000     --enable  families of gencase.pl (its -l), repeatable
#   --keep         failing cases are copied to DIR/SEED (default: fuzz-failures in TMPDIR)
#   --jobs         default 2                  --show    differences to print, default 10
#   --stop         give up after N failing cases, default 100
#   --tap          speak TAP: one test; skipped unless the oracle is GNU gprof 2.40 or later; if its release is not known, a difference
#                  is only reported
#
# Environment: ORACLE (default /usr/bin/gprof), and as tests/README has it.
#
# Output: differences, then "N of N identical".  Status 0 when all are.
#
# A case counts as identical, too, when the oracle says the same with zeroed memory (it reads behind its
# table of symbols), without its bugs in -k and -c (Rewrite.pm), or with 0.00 for -nan.
#
# A case in which the oracle dies of a signal or hangs passes when ours exits with 0 or 1.
# Standard error is kept with a failing case but never compared.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Check;
use Cwd qw(getcwd);
use File::Copy qw(copy);
use File::Path qw(make_path remove_tree);
use File::Temp qw(tempdir);
use Getopt::Long;
use IO::Handle;
use POSIX qw(:sys_wait_h);
use lib $FindBin::Bin;
use Explain;
use Rewrite;

# The oracle may write without end: a signal ends what is longer than 100 MB.
exec 'sh', '-c', 'ulimit -f 204800; exec "$@"', 'sh', $^X, $0, @ARGV unless $ENV{FUZZ_LIMITED}++;

my $TIMEOUT = 20;    # seconds a program may take
my $BATCH   = 50;    # cases made by one gencase.pl
my %opt     = (from => 1, to => 1000, jobs => 2, show => 10, stop => 100, enable => []);
GetOptions(\%opt, 'from=i', 'to=i', 'enable|e=s@', 'keep=s', 'jobs=i', 'show=i', 'stop=i', 'tap')
  or die "usage: fuzz.pl [--from A] [--to B] [--enable FAMILY,...] [--keep DIR] [--tap] ...\n";
my $keep = $opt{keep} // ($ENV{TMPDIR} // '/tmp') . '/fuzz-failures';
$keep = getcwd() . "/$keep" if $keep !~ m{^/};
my $zeroed = 0; # the oracle is to find only zeros in memory
my %program = (oracle => $oracle, ours => $gprof);
my $release = gnu_release();

# Runs one of both programs with stdout and stderr in files; returns the wait status, or -1 after a timeout.
sub run_program {
    my ($which, $args, $out, $err) = @_;
    my $pid = fork // die "fork: $!";
    if ($pid == 0) {
        open STDIN,  '<', '/dev/null' or POSIX::_exit(99);
        open STDOUT, '>', $out        or POSIX::_exit(99);
        open STDERR, '>', $err        or POSIX::_exit(99);
        # under its own name, so that usage and messages look alike
        # with -R the oracle believes memory that it never wrote: give it zeroed pages only
        $ENV{GLIBC_TUNABLES} = 'glibc.malloc.mmap_threshold=1' if $which eq 'oracle' && ($zeroed || -e 'map');
        { no warnings q(exec); exec { $program{$which} } q(gprof), @$args }
        POSIX::_exit(99);
    }
    my $status;
    eval {
        local $SIG{ALRM} = sub { die "timeout\n" };
        alarm $TIMEOUT;
        waitpid $pid, 0;
        $status = $?;
        alarm 0;
    };
    if ($@) {
        kill 'KILL', $pid;
        waitpid $pid, 0;
        return -1;
    }
    return $status;
}

sub describe {
    my ($status) = @_;
    return 'timeout' if $status == -1;
    return 'signal ' . ($status & 127) if $status & 127;
    return 'status ' . ($status >> 8);
}

# What must be equal in two gmon.sum files: bins added up by range, totals of the rest.
sub sum_facts {
    my ($file, $width, $endian) = @_;
    return 'none' unless -e $file;
    my %fact;
    my $hist = '';
    open my $f, '-|', "$tools/gmondump", '-w', $width, '-e', $endian, $file or return 'unreadable';
    while (my $line = <$f>) {
        local $_ = $line;
        if    (/^(?:hist|bsd|bsd44) (.*)/) { $hist = $1; $fact{"hist $hist"} = 'present' }
        elsif (/^bin (\d+) (.*)/) {
            my $i = $1;
            $fact{"hist $hist bin " . $i++} += $_ for split ' ', $2;
        }
        elsif (/^arc \S+ \S+ (\d+)/)   { $fact{calls}  += $1 }
        elsif (/^block (\S+) (\d+)/)   { $fact{blocks} += $2 }
        elsif (/^raw/)                 { $fact{raw} .= $_ }
    }
    return join '', map { "$_: $fact{$_}\n" } sort grep { $fact{$_} } keys %fact;
}

# Class and byte order of a case.
sub shape {
    my $image = slurp('image.txt');
    return ($image =~ /^class 32/m ? 32 : 64, $image =~ /^endian big/m ? 'big' : 'little');
}

sub said_by {
    my ($which, @words) = @_;
    run_program($which, \@words, 'stdout.again', 'stderr.again');
    return slurp('stdout.again');
}

# What the oracle would say without its bugs in -k and -c; undef if these are not used.
sub rewritten {
    my ($directory, @args) = @_;
    my ($bits, $endian) = shape();
    my ($words) = Rewrite::rewrite(words => \@args, dir => $directory, tools => $tools, bits => $bits,
        endian => $endian, run => \&said_by);
    return $words ? Rewrite::with_info(said_by('oracle', @$words), slurp('stdout.oracle')) : undef;
}

# Shortens ranges of an odd number of bytes by one in the data files: the trunk alone gives
# these times of their own (doc/DEVIATIONS, trunk alone).
sub make_ranges_even {
    no warnings 'portable';    # addresses have 64 bits
    my ($width, $endian) = shape();
    for my $file (grep { /^data\d+$/ } glob 'data*') {
        my $text = qx{'$tools/gmondump' -w $width -e $endian $file 2>/dev/null};
        my $even = $text =~ s/^((?:hist|bsd|bsd44) (\S+)) (\S+)/sprintf '%s 0x%x', $1, oct($3) - ((oct($2) ^ oct($3)) & 1)/gemr;
        make('mkgmon', $file, $even) if $? == 0 && $even ne $text;
    }
}

# Run one case in its directory; return '' or what differs.
sub check_case {
    my ($directory) = @_;
    my @args = split /\n/, slurp("$directory/args");
    chdir $directory or die "$directory: $!";
    make_ranges_even() if $release eq 'trunk';
    my $theirs = run_program('oracle', \@args, 'stdout.oracle', 'stderr.oracle');
    rename 'gmon.sum', 'gmon.sum.oracle';
    my $mine = run_program('ours', \@args, 'stdout.ours', 'stderr.ours');
    my $clean = $mine == 0 || $mine == 256;
    if ($theirs != 0 && $theirs != 256) {
        return $clean ? '' : 'oracle: ' . describe($theirs) . ', ours: ' . describe($mine) . "\n";
    }
    my ($x, $y) = (Explain::mend_random(slurp('stdout.oracle'), @args), slurp('stdout.ours'));
    if ($theirs == $mine && $x ne $y) {
        $zeroed = 1;
        $x = Explain::mend_random(said_by('oracle', @args), @args);
        if ($x ne $y) {
            my $mended = rewritten($directory, @args);
            $x = Explain::mend_random($mended, @args) if defined $mended;
        }
        $zeroed = 0;
    }
    # a complete file of a 32-bit program that the oracle calls too short
    return '' if $mine == 0 && slurp('stderr.oracle') =~ /^(data\d): file too short/ && -s $1 >= 12 && -s $1 < 28;
    my $why = '';
    $why .= 'oracle: ' . describe($theirs) . ', ours: ' . describe($mine) . "\n" if $theirs != $mine;
    $why .= show_difference($x, $y) if $x ne $y;
    if (-e 'gmon.sum.oracle' || -e 'gmon.sum') {
        my @shape = shape();
        my ($s, $t) = map { sum_facts($_, @shape) } 'gmon.sum.oracle', 'gmon.sum';
        $why .= "gmon.sum:\n" . show_difference($s, $t) if $s ne $t;
    }
    return $why;
}

# The part between the common head and the common tail, at most 8 lines of each.
sub show_difference {
    my @x = split /(?<=\n)/, $_[0];
    my @y = split /(?<=\n)/, $_[1];
    my $head = 0;
    $head++ while $head < @x && $head < @y && $x[$head] eq $y[$head];
    while (@x > $head && @y > $head && $x[-1] eq $y[-1]) { pop @x; pop @y }
    my $text = sprintf "  from line %d:\n", $head + 1;
    for ([ '-', \@x ], [ '+', \@y ]) {
        my ($sign, $lines) = @$_;
        my @part = @$lines[ $head .. $#$lines ];
        my $more = @part > 8 ? @part - 8 : 0;
        splice @part, 8 if $more;
        s/\n\z// for @part;
        $text .= "  $sign$_\n" for @part;
        $text .= "  $sign... $more more\n" if $more;
    }
    return $text;
}

sub keep_case {
    my ($directory, $seed, $why) = @_;
    make_path("$keep/$seed");
    opendir my $d, $directory or die "$directory: $!";
    copy("$directory/$_", "$keep/$seed/$_") for grep { -f "$directory/$_" } readdir $d;
    my $args = slurp("$directory/args");
    my @words = map { s/'/'\\''/g; m{^[-\w./=]+$} ? $_ : "'$_'" } split /\n/, $args;
    spew("$keep/$seed/command", "cd $keep/$seed\n" . join(' ', $gprof, @words) . "\n" . join(' ', $oracle, @words) . "\n");
    spew("$keep/$seed/difference", $why);
}

# Every JOBS-th batch of seeds; a line for each batch and each failing case goes to the parent.
sub worker {
    my ($dir, $nr, $to_parent) = @_;
    my @families = map { ('-e', $_) } @{ $opt{enable} };
    for (my $from = $opt{from} + $nr * $BATCH; $from <= $opt{to}; $from += $BATCH * $opt{jobs}) {
        my $last = $from + $BATCH - 1 > $opt{to} ? $opt{to} : $from + $BATCH - 1;
        my $n = $last - $from + 1;
        system($^X, "$FindBin::Bin/gencase.pl", @families, '-n', $n, $from, $dir) == 0 or last;
        my $same = 0;
        for my $seed ($from .. $last) {
            my $why = check_case("$dir/$seed");
            if ($why eq '') { $same++; next }
            keep_case("$dir/$seed", $seed, $why);
            print $to_parent "bad $seed\n";
        }
        chdir '/';
        print $to_parent "done $n $same\n";
        remove_tree(map { "$dir/$_" } $from .. $last);
    }
}

sub main {
    my ($done, $same, @bad) = (0, 0);
    my $prefix = $opt{tap} ? '# ' : '';
    local $| = 1;
    pipe my $reader, my $writer or die "pipe: $!";
    $writer->autoflush(1);
    my @pids;
    my $dir = tempdir("fuzz-XXXXXX", TMPDIR => 1);
    mkdir "$dir/$_" or die "$dir: $!" for 0 .. $opt{jobs} - 1;
    for my $nr (0 .. $opt{jobs} - 1) {
        my $pid = fork // die "fork: $!";
        if ($pid == 0) {
            close $reader;
            $SIG{PIPE} = 'DEFAULT';
            eval { worker("$dir/$nr", $nr, $writer); 1 } or do { warn $@; POSIX::_exit(1) };
            POSIX::_exit(0);
        }
        push @pids, $pid;
    }
    close $writer;
    while (my $line = <$reader>) {
        if ($line =~ /^done (\d+) (\d+)/) { $done += $1; $same += $2; next }
        my ($seed) = $line =~ /^bad (\d+)/;
        push @bad, $seed;
        if (@bad <= $opt{show}) {
            print "${prefix}seed $seed, kept in $keep/$seed: ",
              join(' ', split /\n/, slurp("$keep/$seed/args")), "\n";
            print "$prefix$_\n" for split /\n/, slurp("$keep/$seed/difference");
        }
        if (@bad == $opt{stop}) {
            print "${prefix}giving up after $opt{stop} differences\n";
            kill 'TERM', @pids;
            last;
        }
    }
    my $trouble = 0;
    for (@pids) { waitpid $_, 0; $trouble++ if $? }
    remove_tree($dir);
    my $wanted = $opt{to} - $opt{from} + 1;
    my $ok = $same == $wanted && !$trouble;
    print "${prefix}failing seeds: @{[sort { $a <=> $b } @bad]}\n" if @bad;
    print "1..1\n" if $opt{tap};
    print $opt{tap} ? ($ok ? 'ok 1 - ' : 'not ok 1 - ') : '', "$same of ", @bad >= $opt{stop} ? $done : $wanted,
      ' identical', $ok || is_known($release) ? '' : " # TODO GNU gprof $release is not known", "\n";
    return $ok || !is_known($release) ? 0 : 1;
}

if ($opt{tap} && !$release) {
    print "1..0 # SKIP no GNU gprof of 2.40 or later\n";
    exit 0;
}
exit main();
