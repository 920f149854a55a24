#!/usr/bin/perl
# golden.pl - runs command tests whose expected output lies beside them
#
# Use: golden.pl [--bless] DIR...    (DIR/golden.t runs it without --bless)
# A case is DIR/NAME.sh, NAME may hold folders.  Its siblings say what it must do:
#     NAME.stdout NAME.stderr   what it prints; a missing file means: nothing
#     NAME.exit                 its exit status; a missing file means 0
# Each case runs with sh in an empty folder of its own, locale C, no standard input, plain
# `gprof` being the one under test; GPROF, TOOLS and SRCDIR are set.  In what it prints, these
# paths are replaced: the full name of gprof by "gprof", the case's folder by @TMP@, $TOOLS by
# @TOOLS@, $SRCDIR by @SRCDIR@.
# The environment's T (a shell pattern) chooses cases, JOBS says how many run at once.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use Cwd qw(abs_path);
use Fcntl;
use File::Basename;
use File::Find;
use File::Path qw(remove_tree);
use File::Temp qw(tempdir);
use POSIX qw(:sys_wait_h);

my $bless = @ARGV && $ARGV[0] eq '--bless' ? shift @ARGV : 0;
my @dirs  = map { abs_path($_) // die "golden.pl: $_: $!\n" } @ARGV;
my $top   = $ENV{SRCDIR} //= abs_path(dirname(__FILE__) . '/../..');
my $build = $ENV{BUILD}  //= "$top/build";
$ENV{GPROF} //= "$build/gprof";
$ENV{TOOLS} //= "$build/tools";
$ENV{$_} = 'C' for qw(LC_ALL LANG);
$ENV{TZ}   = 'UTC';
$ENV{PATH} = dirname($ENV{GPROF}) . ":$ENV{PATH}";
delete @ENV{qw(POSIXLY_CORRECT GMON_OUT_PREFIX GPROF_PATH CDPATH MAKEFLAGS MFLAGS MAKELEVEL LANGUAGE)};

my $jobs    = $ENV{JOBS} || 2;
my $seconds = $ENV{VALGRIND} ? 300 : 60;    # a case that takes longer is stopped
my $work    = abs_path(tempdir('gprof-golden.XXXXXX', TMPDIR => 1, CLEANUP => 1));
$SIG{INT} = $SIG{TERM} = sub { exit 1 };
open STDIN, '<', '/dev/null' or die;
$| = 1;

sub slurp
{
    my ($file) = @_;
    open my $f, '<:raw', $file or return '';
    local $/;
    return scalar(<$f>) // '';
}

sub spew
{
    my ($file, $text) = @_;
    open my $f, '>:raw', $file or die "golden.pl: $file: $!\n";
    print {$f} $text;
    close $f or die "golden.pl: $file: $!\n";
}

# Cases as [stem, name], and expectations whose .sh is gone.
sub find_cases
{
    my (@cases, @orphans);
    my $want = defined $ENV{T} && length $ENV{T} ? glob_to_re($ENV{T}) : qr/^/;
    for my $dir (@dirs) {
        my @files;
        find({ wanted => sub { push @files, $File::Find::name if -f }, no_chdir => 1 }, $dir);
        for my $file (sort @files) {
            if ($file =~ m{^\Q$dir\E/(.*)\.sh$}) {
                my $name = $1;
                push @cases, [ "$dir/$name", $name ]
                    if $name =~ $want || basename($name) =~ $want;
            } elsif ($file =~ m{^(.*)\.(?:stdout|stderr|exit)$} && !-f "$1.sh") {
                push @orphans, substr $file, length($dir) + 1;
            }
        }
    }
    return (\@cases, \@orphans);
}

sub glob_to_re
{
    my $re = quotemeta $_[0];
    $re =~ s/\\\*/.*/g;
    $re =~ s/\\\?/./g;
    return qr/^$re$/;
}

# Start a case; its folder is $work/NUMBER, its outputs lie beside that.
sub start_case
{
    my ($number, $stem) = @_;
    my $dir = "$work/$number";
    mkdir $dir or die "golden.pl: $dir: $!\n";
    my $pid = fork() // die "golden.pl: fork: $!\n";
    return $pid if $pid;
    setpgrp 0, 0;
    chdir $dir                        or POSIX::_exit(126);
    open STDOUT, '>', "$dir.stdout"   or POSIX::_exit(126);
    open STDERR, '>', "$dir.stderr"   or POSIX::_exit(126);
    alarm $seconds;    # survives exec
    { no warnings 'exec'; exec 'sh', "$stem.sh"; }
    POSIX::_exit(127);
}

# Wait for a case; what it did as { stdout, stderr, exit }, paths replaced.
sub finish_case
{
    my ($number, $pid) = @_;
    my $dir = "$work/$number";
    waitpid $pid, 0;
    my $exit = $? & 127 ? "signal " . ($? & 127) : $? >> 8;
    if ($? & 127) {
        kill 'KILL', -$pid;
        $exit .= " (took more than $seconds s)" if ($? & 127) == POSIX::SIGALRM();
    }
    my %got = (exit => $exit eq '0' ? '' : "$exit\n");
    for my $kind (qw(stdout stderr)) {
        my $text = slurp("$dir.$kind");
        $text =~ s/\Q$dir\E(?![0-9])/\@TMP@/g;
        $text =~ s/\Q$ENV{GPROF}\E(?=[\s:]|$)/gprof/g;
        $text =~ s/\Q$ENV{TOOLS}\E/\@TOOLS@/g;
        $text =~ s/\Q$top\E/\@SRCDIR@/g;
        $got{$kind} = $text;
        unlink "$dir.$kind";
    }
    system 'chmod', '-R', 'u+rwx', $dir if !-w $dir;
    remove_tree($dir);
    return \%got;
}

# The differences between expectation and result, as text; empty if there are none.
sub differences
{
    my ($stem, $got) = @_;
    my $text = '';
    for my $kind (qw(exit stderr stdout)) {
        my $want = slurp("$stem.$kind");
        $want = '' if $kind eq 'exit' && $want =~ /^0?\s*$/;
        next if $want eq $got->{$kind};
        spew("$work/expected", $want);
        spew("$work/got",      $got->{$kind});
        my $name = basename($stem) . ".$kind";
        open my $diff, '-|', 'diff', '-a', '-u', '--label', "$name (expected)", '--label',
            "$name (got)", "$work/expected", "$work/got" or die "golden.pl: diff: $!\n";
        local $/;
        $text .= <$diff>;
        close $diff;
    }
    return $text;
}

# Write the result over the expectation; empty output and status 0 need no file.
sub accept_case
{
    my ($stem, $got) = @_;
    for my $kind (qw(stdout stderr exit)) {
        if (length $got->{$kind}) {
            spew("$stem.$kind", $got->{$kind});
        } else {
            unlink "$stem.$kind";
        }
    }
}

my ($cases, $orphans) = find_cases();
if (!@$cases && !@$orphans) {
    print "1..0 # SKIP no cases", ($ENV{T} ? " match $ENV{T}" : ''), "\n";
    exit 0;
}

my ($failed, $started, $count) = (0, 0, 0);
my @pids;
for my $number (0 .. $#$cases) {
    while ($started < @$cases && $started < $number + $jobs) {
        push @pids, start_case($started, $cases->[$started][0]);
        $started++;
    }
    my ($stem, $name) = @{ $cases->[$number] };
    my $got  = finish_case($number, shift @pids);
    my $diff = differences($stem, $got);
    $count++;
    if ($bless) {
        next if $diff eq '';
        print $diff;
        if ($got->{exit} =~ /^signal/) {
            print "golden.pl: $name was killed by a $got->{exit}" =~ s/\n//r, "; not accepted\n";
            $failed++;
        } else {
            accept_case($stem, $got);
            print "golden.pl: accepted $name\n";
        }
    } elsif ($diff eq '') {
        print "ok $count - $name\n";
    } else {
        $failed++;
        print "not ok $count - $name\n";
        print STDERR map { "# $_\n" } "failed: $name", split /\n/, $diff;
    }
}
for my $file (@$orphans) {
    $failed++;
    $count++;
    print $bless ? "golden.pl: $file has no .sh\n" : "not ok $count - $file has no .sh\n";
}
print "1..$count\n" if !$bless;
exit($failed ? 1 : 0);
