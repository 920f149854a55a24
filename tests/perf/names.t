#!/usr/bin/perl
# names.t - short names and symspecs of 60,000 functions, all of them with one short form: time grows with their number
#
# Role:   compares the processor time for four times as many functions; a machine that is busy makes runs slower, none
#         faster, so the fastest of several runs counts.
# Input:  environment GPROF, TOOLS; FUNCTIONS (default 60000); TIMES, runs of each at most (default 5).
# Output: TAP; with -v the times.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use File::Temp qw(tempdir);
use Test::More;

my ($gprof, $tools) = @ENV{qw(GPROF TOOLS)};
my $functions = $ENV{FUNCTIONS} // 60_000;
my $times     = $ENV{TIMES} // 5;

plan skip_all => 'times of a variant build tell nothing' if $ENV{VARIANT} || $ENV{VALGRIND};
chdir tempdir(CLEANUP => 1) or die "temporary directory: $!";
END { chdir '/' }
$ENV{LC_ALL} = 'C';

sub make
{
    my ($tool, $file, $text) = @_;
    open my $to, '|-', "$tools/$tool", '-o', $file or die "$tool: $!";
    print {$to} $text;
    close $to or die "$tool failed";
}

# The n-th function is add(A00n, B<A00n>), and so all are add(...).
for my $n ($functions / 4, $functions) {
    make('mkimage', "image$n", sprintf("section .text 0x400000 %d\n", 16 * $n) .
        join '', map { sprintf "sym _Z3add6A%05d1BIS_E 0x%x\n", $_, 0x400000 + 16 * $_ } 0 .. $n - 1);
    make('mkgmon', "data$n", sprintf "magic\nhist 0x400000 %d %d 100 seconds s\nnoise 3 10 20\n",
        0x400000 + 16 * $n, 4 * $n);
}

# Processor time of the fastest of several runs; what they print goes to a file.
sub seconds
{
    my ($tries, @command) = @_;
    my $best;
    for (1 .. $tries) {
        my @before = times;
        my $pid = fork // die "fork: $!";
        if (!$pid) {
            open STDOUT, '>', 'out' or die;
            open STDERR, '>', 'err' or die;
            exec @command or die;
        }
        waitpid $pid, 0;
        my @after = times;
        my $used = $after[2] + $after[3] - $before[2] - $before[3];
        $best = $used if !defined $best || $used < $best;
    }
    return $best;
}

for my $options (['--names=short'], ['--names=base'], ['-Padd(A00017, B<A00017>)'], ['-P*A0001?*<*'], ['-Padd(A0001, B<A0001>)'],
    ['-Paddd', '-Padd(', '-Pda', '-Pxadd(A00001)']) {
    my ($few, $many, $ratio);
    for my $try (1 .. $times) {
        $few  = seconds(2, $gprof, '-b', '-p', @$options, map { $_ . $functions / 4 } qw(image data));
        $many = seconds(2, $gprof, '-b', '-p', @$options, map { $_ . $functions } qw(image data));
        $ratio = $many / ($few || 0.01);
        last if $ratio < 7;
    }
    cmp_ok($ratio, '<', 7, sprintf '%s: %.2f s for %d functions, %.2f s for %d', "@$options", $few, $functions / 4, $many,
        $functions);
    cmp_ok($many, '<', 10, 'and no time to speak of');
}
done_testing();
