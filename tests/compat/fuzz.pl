#!/usr/bin/perl
# fuzz.pl - compare our gprof with GNU gprof on random small cases
#
# Role: makes cases with tests/tools/gencase, runs both programs with the same options, compares
# every byte of stdout and the exit status; of a gmon.sum the histograms and the totals.
#
# Usage:  fuzz.pl [--from A] [--to B] [--enable FAMILY,...] [--keep DIR] [--jobs N] [--show N]
#                 [--stop N] [--tap]
#   --from, --to   seeds, default 1..1000     --enable  families of gencase (gencase -l), repeatable
#   --keep         failing cases are copied to DIR/SEED (default: fuzz-failures in TMPDIR)
#   --jobs         default 2                  --show    differences to print, default 10
#   --stop         give up after N failing cases, default 100
#   --tap          speak TAP: one test; skipped unless the oracle is GNU gprof 2.40
#
# Environment: ORACLE (default /usr/bin/gprof), GPROF (the program under test, default
# BUILD/gprof; may have arguments), BUILD (default build beside tests), TOOLS (default
# BUILD/tools).
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
use Cwd qw(abs_path getcwd);
use File::Basename qw(dirname);
use File::Copy qw(copy);
use File::Path qw(make_path remove_tree);
use File::Temp qw(tempdir);
use Getopt::Long;
use IO::Handle;
use POSIX qw(:sys_wait_h);
use FindBin;
use lib $FindBin::Bin;
use Known;
use Rewrite;

# The oracle may write without end: a signal ends what is longer than 100 MB.
exec 'sh', '-c', 'ulimit -f 204800; exec "$@"', 'sh', $^X, $0, @ARGV unless $ENV{FUZZ_LIMITED}++;

my $TIMEOUT = 20;    # seconds a program may take
my $BATCH   = 50;    # cases made by one gencase
my $top     = dirname(dirname(dirname(abs_path($0))));
my $build   = $ENV{BUILD} // "$top/build";
$build = getcwd() . "/$build" if $build !~ m{^/};
my $tools  = $ENV{TOOLS}  // "$build/tools";
my $oracle = $ENV{ORACLE} // '/usr/bin/gprof';
my $ours   = $ENV{GPROF}  // "$build/gprof";
my %opt    = (from => 1, to => 1000, jobs => 2, show => 10, stop => 100, enable => []);
GetOptions(\%opt, 'from=i', 'to=i', 'enable|e=s@', 'keep=s', 'jobs=i', 'show=i', 'stop=i', 'tap')
  or die "usage: fuzz.pl [--from A] [--to B] [--enable FAMILY,...] [--keep DIR] [--tap] ...\n";
my $keep = $opt{keep} // ($ENV{TMPDIR} // '/tmp') . '/fuzz-failures';
$keep = getcwd() . "/$keep" if $keep !~ m{^/};
my $zeroed = 0; # the oracle is to find only zeros in memory
my @oracle = command($oracle);
my @ours   = command($ours);

# A program is a path, or a path with arguments.
sub command {
    my ($text) = @_;
    my @words = -e $text ? ($text) : split ' ', $text;
    $words[0] = getcwd() . "/$words[0]" if @words && $words[0] =~ m{/} && $words[0] !~ m{^/};
    return @words;
}

sub skip_all {
    my ($why) = @_;
    die "fuzz.pl: $why\n" unless $opt{tap};
    print "1..0 # SKIP $why\n";
    exit 0;
}

sub slurp {
    my ($path) = @_;
    open my $f, '<:raw', $path or return undef;
    local $/;
    my $text = <$f>;
    return $text // '';
}

# Run a command with stdout and stderr in files; return the wait status, or -1 after a timeout.
sub run {
    my ($command, $args, $out, $err) = @_;
    my $pid = fork // die "fork: $!";
    if ($pid == 0) {
        open STDIN,  '<', '/dev/null' or POSIX::_exit(99);
        open STDOUT, '>', $out        or POSIX::_exit(99);
        open STDERR, '>', $err        or POSIX::_exit(99);
        my @rest = @$command[ 1 .. $#$command ];
        # under its own name, so that usage and messages look alike
        # with -R the oracle believes memory that it never wrote: give it zeroed pages only
        $ENV{GLIBC_TUNABLES} = 'glibc.malloc.mmap_threshold=1' if $command == \@oracle && ($zeroed || -e 'map');
        { no warnings q(exec); exec { $command->[0] } q(gprof), @rest, @$args }
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
    my ($command, @words) = @_;
    run($command, \@words, 'stdout.again', 'stderr.again');
    return slurp('stdout.again') // '';
}

# What the oracle would say without its bugs in -k and -c; undef if these are not used.
sub rewritten {
    my ($directory, @args) = @_;
    my ($bits, $endian) = shape();
    my $tell = sub { my $which = shift; said_by($which eq 'ours' ? \@ours : \@oracle, @_) };
    my ($words) = Rewrite::rewrite(words => \@args, dir => $directory, tools => $tools, bits => $bits,
        endian => $endian, run => $tell);
    return $words ? Rewrite::with_info($tell->('oracle', @$words), slurp('stdout.oracle')) : undef;
}

# Run one case in its directory; return '' or what differs.
sub check_case {
    my ($directory) = @_;
    my @args = split /\n/, slurp("$directory/args");
    chdir $directory or die "$directory: $!";
    my $theirs = run(\@oracle, \@args, 'stdout.oracle', 'stderr.oracle');
    rename 'gmon.sum', 'gmon.sum.oracle';
    my $mine = run(\@ours, \@args, 'stdout.ours', 'stderr.ours');
    my $clean = $mine == 0 || $mine == 256;
    if ($theirs != 0 && $theirs != 256) {
        return $clean ? '' : 'oracle: ' . describe($theirs) . ', ours: ' . describe($mine) . "\n";
    }
    my ($x, $y) = (Known::without_few(slurp('stdout.oracle'), @args), slurp('stdout.ours'));
    if ($theirs == $mine && $x ne $y) {
        $zeroed = 1;
        $x = Known::without_few(said_by(\@oracle, @args), @args);
        if ($x ne $y) {
            my $mended = rewritten($directory, @args);
            $x = Known::without_few($mended, @args) if defined $mended;
        }
        $x = Known::without_nan($x);
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
    open my $f, '>', "$keep/$seed/command" or die "$keep/$seed: $!";
    print $f "cd $keep/$seed\n", join(' ', @ours, @words), "\n";
    print $f join(' ', @oracle, @words), "\n";
    close $f;
    open $f, '>', "$keep/$seed/difference" or die "$keep/$seed: $!";
    print $f $why;
    close $f;
}

# Every JOBS-th batch of seeds; a line for each batch and each failing case goes to the parent.
sub worker {
    my ($dir, $nr, $to_parent) = @_;
    my @families = map { ('-e', $_) } @{ $opt{enable} };
    for (my $from = $opt{from} + $nr * $BATCH; $from <= $opt{to}; $from += $BATCH * $opt{jobs}) {
        my $last = $from + $BATCH - 1 > $opt{to} ? $opt{to} : $from + $BATCH - 1;
        my $n = $last - $from + 1;
        system("$tools/gencase", @families, '-n', $n, $from, $dir) == 0 or last;
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
      " identical\n";
    return $ok ? 0 : 1;
}

$ENV{LC_ALL} = 'C';
delete @ENV{qw(GPROF_PATH POSIXLY_CORRECT)};
skip_all("no oracle $oracle[0]") unless -x $oracle[0];
if ($opt{tap}) {
    my $version = join('', `@oracle --version 2>/dev/null`);
    skip_all('the oracle is not GNU gprof 2.40') unless $version =~ /GNU gprof.* 2\.40\b/;
}
skip_all("no program $ours[0]")    unless -x $ours[0];
skip_all("no $tools/gencase")      unless -x "$tools/gencase" && -x "$tools/gmondump";
exit main();
