#!/usr/bin/perl
# acts.pl - runs random programs of acts.c without libgmon and with it, and compares what they saw
#
# Use: seq 1 100 | acts.pl every|one [JOBS]
#
# Each line is a program: a seed, or a seed and the names of acts. In the current directory are
# plain/acts, archive/acts and profiled/acts, the last one compiled with -pg for LD_PRELOAD;
# LIBGMON_SO names the library. A program is run without libgmon, and then in every form, or in one
# form, which depends on its place among the programs. If both differ, it is run once more without
# libgmon: one that differs from itself does not count. A line tells of each difference:
#
#     PROGRAM, FORM: the last act > the line that differs, without libgmon | with libgmon
#
# and the last one has the counts.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use Cwd qw(getcwd);
use File::Find;
use File::Path qw(remove_tree);
use POSIX qw(setsid);

my ($how_many, $jobs) = (@ARGV, 1);
chomp(my @programs = <STDIN>);
my $top     = getcwd();
my $preload = "LD_PRELOAD=$ENV{LIBGMON_SO}";

-x "$top/$_/acts" or die "no program $_/acts\n" for qw(plain archive profiled);
my @forms = (
    ['archive',                'archive'],
    ['archive, no stacks',     'archive', 'GMON_STACKS=0'],
    ['archive, often',         'archive', 'GMON_HZ=10000'],
    ['archive, wall',          'archive', 'GMON_CLOCK=wall', 'GMON_HZ=1000'],
    ['preloaded',              'profiled', $preload],
    ['preloaded, no stacks',   'profiled', $preload, 'GMON_STACKS=0', 'GMON_HZ=1000'],
    ['preloaded, libraries',   'profiled', $preload, 'GMON_MODULES=1', 'GMON_HZ=1000'],
    ['preloaded, wall',        'profiled', $preload, 'GMON_CLOCK=wall'],
    ['all',                    'plain', $preload, 'GMON_ALL=1', 'GMON_HZ=1000'],
    ['all, wall',              'plain', $preload, 'GMON_ALL=1', 'GMON_CLOCK=wall'],
    ['untouched',              'plain', $preload, 'GMON_DUMP_SIGNAL=USR1', 'GMON_TOGGLE_SIGNAL=USR2'],
);

sub lines_of
{
    my ($file) = @_;
    open my $in, '<', $file or return;
    return <$in>;
}

# Returns what the program wrote, its status, and the names of the files that it left, as lines.
sub transcript
{
    my ($program, $dir, @environment) = @_;
    my $place = "$top/run.$$";
    remove_tree($place);
    mkdir $place and mkdir "$place/r" or die "$place: $!\n";
    chmod 0777, $place, "$place/r";
    defined(my $child = fork) or die "fork: $!\n";
    if ($child == 0) {
        setsid();
        chdir "$place/r";
        open STDIN,  '<',  '/dev/null';
        open STDOUT, '>>', "$place/out";
        open STDERR, '>>', "$place/err";
        POSIX::close($_) for 3 .. 99;
        %ENV = ('PATH', '/usr/bin:/bin', 'HOME', '/', map { split /=/, $_, 2 } @environment);
        exec {"$top/$dir/acts"} 'acts', split ' ', $program, 2 or POSIX::_exit(127);
    }
    local $SIG{ALRM} = sub { kill 'KILL', -$child };
    alarm 60;
    waitpid $child, 0;
    my $ended = alarm(0) == 0 ? "over after a minute\n" : "status $?\n";
    kill 'KILL', -$child;
    my @left;
    find(sub { push @left, "left $_\n" if !/^(?:stacks\.)?gmon\.out/ }, "$place/r");
    # A limit may cut a line of libgmon's; then the program's next one follows it. The loader says if a process
    # that has dropped its rights may not read the library.
    my @said = grep { !/LD_PRELOAD/ && (!/gmon: / || s/.*(?=a line of errors)//) } lines_of("$place/err");
    my @all = (lines_of("$place/out"), "stderr\n", @said, $ended, sort @left);
    remove_tree($place);
    return \@all;
}

# Returns the number of the first line that differs, or -1.
sub differs
{
    my ($one, $two) = @_;
    for my $i (0 .. (@$one > @$two ? $#$one : $#$two)) {
        return $i if ($one->[$i] // '') ne ($two->[$i] // '');
    }
    return -1;
}

# Returns the last act before a line, and the line.
sub shown
{
    my ($lines, $at) = @_;
    my ($act) = grep { /^ *- / } reverse @$lines[0 .. ($at > $#$lines ? $#$lines : $at)];
    my $line = $lines->[$at] // 'nothing';
    chomp($line, $act //= '-');
    return "$act > $line";
}

sub try_programs
{
    my ($job) = @_;
    my ($runs, $lines, $own, $wrong) = (0) x 4;
    for (my $i = $job; $i < @programs; $i += $jobs) {
        my $program = $programs[$i];
        my $without = transcript($program, 'plain');
        $lines += @$without;
        for my $form ($how_many eq 'every' ? @forms : $forms[$i % @forms]) {
            my ($name, $dir, @environment) = @$form;
            my $with = transcript($program, $dir, @environment);
            $runs++;
            my $at = differs($without, $with);
            next if $at < 0;
            my $is_own = differs($without, transcript($program, 'plain')) >= 0;
            $own += $is_own;
            $wrong += !$is_own;
            print "$program, $name: ", $is_own ? 'differs from itself, ' : '',
                shown($without, $at), ' | ', shown($with, $at), "\n";
        }
    }
    return ($runs, $lines, $own, $wrong);
}

$| = 1;
my @results;
for my $job (0 .. $jobs - 1) {
    defined(my $child = open my $from, '-|') or die "fork: $!\n";
    if ($child == 0) {
        my @counts = try_programs($job);
        print "counts @counts\n";
        exit;
    }
    push @results, $from;
}
my @sum = (0) x 4;
for my $from (@results) {
    while (<$from>) {
        if (/^counts (.*)/) {
            my @counts = split ' ', $1;
            $sum[$_] += $counts[$_] for 0 .. 3;
        } else {
            print;
        }
    }
}
print scalar @programs, " programs, $sum[0] runs, $sum[1] lines, $sum[2] differ from themselves, $sum[3] differ\n";
exit($sum[3] != 0);
