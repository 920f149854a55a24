#!/usr/bin/perl
# oracle.t - what the golden cases expect is what GNU gprof does
#
# Role:   runs each case of ../golden again with GNU gprof in gprof's place, and compares standard
#         output and exit status (of errors the status only) with what the case expects. Cases where we
#         differ are listed in oracle.deviations, and must differ: a line that has become untrue fails.
#         Those that a pattern in it stands for may differ or not, and are not run.
#         What differs with a release that is not known is only reported.
# Input:  environment ORACLE (default /usr/bin/gprof), TOOLS, T (a shell pattern of case names).
# Output: TAP; skips all where there is no GNU gprof of 2.40 or later.
# Does not: compare messages; ours are worded differently on purpose.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Check;
use Cwd qw(abs_path getcwd);
use File::Temp qw(tempdir);
use Golden qw(golden_files read_golden);
use Test::More;

# All cases, by their names; { commands, status, stdout, ... } and script.
sub find_cases
{
    my %cases;
    for (golden_files("$top/tests/golden")) {
        my ($path, $stem) = @$_;
        my $file = read_golden($path);
        $cases{"$stem/$_->{name}"} = { %$_, script => $file->{head} . $_->{commands} }
            for @{ $file->{cases} };
    }
    return \%cases;
}

# oracle.deviations: NAME or PATTERN*, blanks, the reason, and the releases in brackets if it is not all.
sub deviations
{
    my ($release) = @_;
    my @rows;
    for (split /\n/, slurp("$FindBin::Bin/oracle.deviations")) {
        next if /^\s*(?:#|$)/;
        my ($name, $reason) = /^(\S+)\s+(\S.*)$/ or die "oracle.deviations: bad line: $_\n";
        next if $reason =~ s/ *\[(.*)\]$// && is_known($release) && " $1 " !~ / \Q$release\E /;
        push @rows, { re => join('.*', map { quotemeta } split /\*/, $name, -1), name => $name,
            reason => $reason };
    }
    return @rows;
}

# The oracle believes what corrupt files claim, so it gets a limit of memory, and may read for ever,
# so it gets one of time (seconds of the processor).
sub put_wrapper
{
    my ($real, $path) = @_;
    spew($path, "#!/bin/sh\nulimit -v 1048576\nulimit -t 10\nexec '$real' \"\$@\"\n");
    chmod 0755, $path or die "$path: $!\n";
}

# Run a case with the oracle in an empty directory: (standard output, status).
sub run_case
{
    my ($case, $work) = @_;
    spew("$work/script", $case->{script});
    my $dir = tempdir(DIR => $work);
    my $home = getcwd();
    chdir $dir or die "$dir: $!\n";
    system 'sh', '-c', 'exec sh ../script >../stdout 2>../stderr';
    my $status = $? & 127 ? 'signal ' . ($? & 127) : $? >> 8;
    chdir $home;
    (my $text = slurp("$work/stdout")) =~ s/\Q$dir\E/\@TMP@/g;
    return ($text, $status);
}

my $release = gnu_release();
plan skip_all => 'no GNU gprof of 2.40 or later' if !$release;
my $work = work_dir();
mkdir "$work/bin" or die;
put_wrapper(abs_path($oracle), "$work/bin/gprof");
open STDIN, '<', '/dev/null' or die;
delete $ENV{GPROF_REAL};
@ENV{qw(LANG TZ GPROF)} = ('C', 'UTC', "$work/bin/gprof");
$ENV{PATH} = "$work/bin:$ENV{PATH}";

my ($cases, @deviations) = (find_cases(), deviations($release));
our $TODO = is_known($release) ? undef : "GNU gprof $release is not known";
my $chosen = defined $ENV{T} && length $ENV{T}
    ? join('.*', map { quotemeta } split /\*/, $ENV{T}, -1) : '.*';
for my $name (sort keys %$cases) {
    my $case = $cases->{$name};
    next if $name !~ m{^(?:.*/)?$chosen$} && $name !~ m{^(?:.*/)?$chosen/[^/]*$};
    my ($deviation) = grep { $name =~ /^$_->{re}$/ } @deviations;
    next if $deviation && $deviation->{name} =~ /\*/;    # some of these differ, and none must
    my ($stdout, $status) = run_case($case, $work);
    my $same = $status eq $case->{status} && ($status ne '0' || $stdout eq $case->{stdout});
    ok($deviation ? !$same : $same, $name . ($deviation && !$same ? ": differs, $deviation->{reason}" : '')) and next;
    diag($deviation ? 'does what the oracle does; take it off the list'
        : "status $case->{status} expected, the oracle's is $status");
    next if $deviation || $status ne '0';
    spew("$work/expected", $case->{stdout});
    diag(qx{diff -u '$work/expected' '$work/stdout'});
}
plan skip_all => 'no cases' if !Test::More->builder->current_test;
done_testing();
