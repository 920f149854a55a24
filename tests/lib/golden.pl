#!/usr/bin/perl
# golden.pl - runs command tests whose expected output stands below them
#
# Use: golden.pl [--bless] DIR...         runs the cases of all DIR/NAME.cases (cli/golden.t: without --bless);
#                                         NAME may hold directories
# The head of Golden.pm shows the form of such a file.
# Each case runs with sh in an empty directory of its own, locale C, no standard input, and plain
# `gprof` is the gprof under test; GPROF, TOOLS and SRCDIR are set. In the output, these paths are
# replaced: the full name of gprof by "gprof", the case's directory by @TMP@, $TOOLS by @TOOLS@,
# $SRCDIR by @SRCDIR@ in front of /tests/.
# The environment's T (a shell pattern) chooses cases: by NAME/CASE, by CASE or, all of a file, by NAME.
# JOBS is the number of cases that run at once.
# A case whose status is 77, unless that is expected, is skipped, for the reason on its standard error.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use Cwd qw(abs_path);
use Fcntl;
use File::Basename;
use File::Path qw(remove_tree);
use File::Temp qw(tempdir);
use FindBin;
use POSIX qw(:sys_wait_h);
use lib $FindBin::Bin;
use Check;
use Golden qw(golden_files stray_files read_golden write_golden);

my $bless = @ARGV && $ARGV[0] eq '--bless' ? shift @ARGV : 0;
my @dirs  = map { abs_path($_) // die "golden.pl: $_: $!\n" } @ARGV;
$ENV{LANG} = 'C';
$ENV{TZ}   = 'UTC';
$ENV{PATH} = dirname($gprof) . ":$ENV{PATH}";
delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL)};

my $jobs    = $ENV{JOBS} || 2;
my $seconds = $ENV{VALGRIND} ? 300 : 60;    # a case that takes longer is stopped
my $work    = abs_path(tempdir('gprof-golden.XXXXXX', TMPDIR => 1, CLEANUP => 1));
$SIG{INT} = $SIG{TERM} = sub { exit 1 };
open STDIN, '<', '/dev/null' or die;
$| = 1;

# Cases as { name, file, case }, and errors of files that cannot be read or do not belong here.
sub find_cases
{
    my @cases;
    my @wrong = map { map { "$_ is no file of cases" } stray_files($_) } @dirs;
    my $want = defined $ENV{T} && length $ENV{T} ? glob_to_re($ENV{T}) : qr/^/;
    for (map { golden_files($_) } @dirs) {
        my ($path, $stem) = @$_;
        my $file = eval { read_golden($path) };
        push @wrong, $@ =~ s/\n\z//r if !$file;
        for my $case ($file ? @{ $file->{cases} } : ()) {
            my $name = "$stem/$case->{name}";
            push @cases, { name => $name, file => $file, case => $case }
                if grep { $_ =~ $want } $name, $case->{name}, $stem, basename($stem);
        }
    }
    return (\@cases, \@wrong);
}

sub glob_to_re
{
    my $re = quotemeta $_[0];
    $re =~ s/\\\*/.*/g;
    $re =~ s/\\\?/./g;
    return qr/^$re$/;
}

# Starts a case. Its directory is $work/NUMBER; its script and its outputs lie beside that directory.
sub start_case
{
    my ($number, $chosen) = @_;
    my $dir = "$work/$number";
    mkdir $dir or die "golden.pl: $dir: $!\n";
    spew("$dir.sh", $chosen->{file}{head} . $chosen->{case}{commands});
    my $pid = fork() // die "golden.pl: fork: $!\n";
    return $pid if $pid;
    setpgrp 0, 0;
    chdir $dir                        or POSIX::_exit(126);
    open STDOUT, '>', "$dir.stdout"   or POSIX::_exit(126);
    open STDERR, '>', "$dir.stderr"   or POSIX::_exit(126);
    alarm $seconds;    # survives exec
    { no warnings 'exec'; exec 'sh', "$dir.sh"; }
    POSIX::_exit(127);
}

# Waits for a case. Returns its result as { stdout, stderr, status }, with paths replaced.
sub finish_case
{
    my ($number, $pid) = @_;
    my $dir = "$work/$number";
    waitpid $pid, 0;
    my $status = $? & 127 ? "signal " . ($? & 127) : $? >> 8;
    if ($? & 127) {
        kill 'KILL', -$pid;
        $status .= " (took more than $seconds s)" if ($? & 127) == POSIX::SIGALRM();
    }
    my %got = (status => $status);
    for my $kind (qw(stdout stderr)) {
        my $text = slurp("$dir.$kind");
        $text =~ s/\Q$dir\E(?![0-9])/\@TMP@/g;
        $text =~ s/\Q$gprof\E(?=[\s:]|$)/gprof/g;
        $text =~ s/\Q$tools\E/\@TOOLS@/g;
        # Some cases have a directory /src of their own, which may be the name of the checkout; none has /src/tests.
        $text =~ s{\Q$top\E(?=/tests/)}{\@SRCDIR@}g;
        # The words of libbfd before 2.36.
        $text =~ s/has a corrupt section with a size \([0-9a-f]+\) larger than the file size/has a section extending past end of file/g;
        $got{$kind} = $text;
        unlink "$dir.$kind";
    }
    unlink "$dir.sh";
    system 'chmod', '-R', 'u+rwx', $dir if !-w $dir;
    remove_tree($dir);
    return \%got;
}

# Returns the differences between expectation and result as text, or '' if there are none.
sub differences
{
    my ($case, $got) = @_;
    my $text = '';
    for my $kind (qw(status stderr stdout)) {
        next if $case->{$kind} eq $got->{$kind};
        my $newline = $kind eq 'status' ? "\n" : '';
        spew("$work/expected", $case->{$kind} . $newline);
        spew("$work/got",      $got->{$kind} . $newline);
        my $name = "$case->{name}, $kind";
        open my $diff, '-|', 'diff', '-a', '-u', '--label', "$name (expected)", '--label',
            "$name (got)", "$work/expected", "$work/got" or die "golden.pl: diff: $!\n";
        local $/;
        $text .= <$diff>;
        close $diff;
    }
    return $text;
}

my ($cases, $wrong) = find_cases();
if (!@$cases && !@$wrong) {
    print "1..0 # SKIP no cases", ($ENV{T} ? " match $ENV{T}" : ''), "\n";
    exit 0;
}

my ($failed, $started, $count) = (0, 0, 0);
my @pids;
for my $number (0 .. $#$cases) {
    while ($started < @$cases && $started < $number + $jobs) {
        push @pids, start_case($started, $cases->[$started]);
        $started++;
    }
    my ($name, $file, $case) = @{ $cases->[$number] }{qw(name file case)};
    my $got  = finish_case($number, shift @pids);
    my $diff = differences($case, $got);
    if ($got->{status} eq '77' && $case->{status} ne '77') {
        print 'ok ', ++$count, " - $name # SKIP $got->{stderr}" =~ s/\n.*//sr, "\n" if !$bless;
        next;
    }
    $count++;
    if ($bless) {
        next if $diff eq '';
        print $diff;
        if ($got->{status} =~ /^signal/) {
            print "golden.pl: $name was killed by a $got->{status}; not accepted\n";
            $failed++;
        } else {
            $case->{$_} = $got->{$_} for keys %$got;
            write_golden($file);
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
for my $text (@$wrong) {
    $failed++;
    $count++;
    print $bless ? "golden.pl: $text\n" : "not ok $count - $text\n";
}
print "1..$count\n" if !$bless;
exit($failed ? 1 : 0);
