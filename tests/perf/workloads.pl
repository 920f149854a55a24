#!/usr/bin/perl
# workloads.pl - real programs under libgmon, glibc's runtime, perf and callgrind, beside no profiling
#
# Use: workloads.pl --dir=DIR [--rounds=N] [--seconds=S] [WORKLOAD...]    (make bench-workloads)
# Builds each workload in DIR without -pg, with -pg and an mcount that only returns, with libgmon and with
# glibc's runtime; runs all forms in turn, N rounds (15) or as many as S seconds (30) hold, at least three;
# and prints the CPU time of each form, with all processes that it starts, as a multiple of the
# program's without -pg: of the least times and of the medians. callgrind is run once. Each run must print
# what the first one did. Then the goals, and the inclusive times of a run with GMON_HZ=1000, measured and estimated.
# Status 1: outputs differ, or a form failed; missed goals are said.
# Reads CC, CXX, BUILD, and where sources are: SQLITE_DIR (sqlite3.c), LUA_DIR (Lua 5.4's src, lua.c),
# PUGIXML_DIR (pugixml's src, pugixml.cpp); workloads whose sources are not there are skipped, and so is a
# profiler that is not installed or may not run. The machine should be quiet.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Check;
use Cwd qw(abs_path);
use File::Basename;
use File::Path qw(make_path);
use Time::HiRes qw(time);

my $progs = "$top/tests/progs";
my %compiler = (c => $cc, cc => $ENV{CXX} || 'c++');
my ($dir, $rounds, $seconds, @wanted) = ('.', 15, 30);
for (@ARGV) {
    if    (/^--dir=(.*)/)     { $dir     = $1 }
    elsif (/^--rounds=(.*)/)  { $rounds  = $1 }
    elsif (/^--seconds=(.*)/) { $seconds = $1 }
    else                      { push @wanted, $_ }
}

# Sources in the directory that a variable names, or an empty list.
sub sources
{
    my ($variable, @patterns) = @_;
    my $from = $ENV{$variable} or return;
    my @found = map { glob "\Q$from\E/$_" } @patterns;
    return grep { -f && !m{/luac\.c$} } map { abs_path($_) } @found;
}

# name, title, language, flags, sources, arguments
my @workloads = (
    {
        name => 'sqlite', title => 'SQLite', language => 'c',
        flags   => [ '-O1', '-fno-inline', '-w', '-DSQLITE_THREADSAFE=0', '-DSQLITE_OMIT_LOAD_EXTENSION' ],
        sources => [ sources('SQLITE_DIR', 'sqlite3.c') ], own => ["$progs/runtime/sqlite.c"], arguments => [1],
    },
    {
        name => 'lua', title => 'Lua 5.4', language => 'c', flags => [ '-O2', '-w', '-DLUA_USE_POSIX' ],
        sources   => [ sources('LUA_DIR', '*.c') ], own => [],
        arguments => [ "$progs/compat/lua_load.lua", 2 ],
    },
    {
        name => 'templates', title => 'C++ STL', language => 'cc', flags => [ '-O2', '-w', '-DSIZE=4' ],
        sources => ["$progs/compat/templates.cc"], own => [], arguments => [10],
    },
    {
        name => 'pugixml', title => 'pugixml', language => 'cc', flags => [ '-O2', '-w' ],
        sources => [ sources('PUGIXML_DIR', 'pugixml.cpp') ], own => ["$progs/runtime/xml_load.cc"], arguments => [],
    },
);

# name, which program, environment, what is put in front of the command
my @forms = (
    { name => 'no -pg, seconds',                      program => 'none' },
    { name => '-pg, an mcount that only returns',     program => 'return' },
    { name => 'libgmon, GMON_STACKS=0',               program => 'libgmon', set => { GMON_STACKS => 0 } },
    { name => 'libgmon, GMON_HZ=250',                 program => 'libgmon', set => { GMON_HZ => 250 } },
    { name => 'libgmon',                              program => 'libgmon' },
    { name => 'glibc\'s runtime',                     program => 'glibc' },
    { name => 'perf record -g -F 250, no -pg',        program => 'none',
        before => [qw(perf record -q -g -F 250 -o perf.data)] },
    { name => 'perf record -g, no -pg',               program => 'none',
        before => [qw(perf record -q -g -o perf.data)] },
    { name => 'valgrind --tool=callgrind, no -pg',    program => 'none', once => 1,
        before => [qw(valgrind -q --tool=callgrind --callgrind-out-file=callgrind.out)] },
);
my ($none, $libgmon, $stacks) = map { my $n = $_; (grep { $_->{name} =~ $n } @forms)[0] }
    qr/^no -pg/, qr/STACKS=0$/, qr/HZ=250$/;

sub start_build
{
    my ($log, @command) = @_;
    my $child = fork // die "workloads.pl: fork: $!\n";
    return $child if $child != 0;
    open STDOUT, '>', $log;
    open STDERR, '>&', \*STDOUT;
    exec @command or exit 127;
}

sub finish
{
    my ($what, @children) = @_;
    for my $child (@children) {
        waitpid $child, 0;
        die "workloads.pl: $what: see $dir/*.log\n" if $? != 0;
    }
}

# The program's objects with and without -pg, two at a time; then its four forms.
sub build
{
    my ($w) = @_;
    my $name = $w->{name};
    my @cc = ($compiler{ $w->{language} });
    my @include = map { '-I' . dirname($_) } $w->{sources}[0];
    my @all = (@{ $w->{own} }, @{ $w->{sources} });
    for my $suffix ('', '-pg') {
        make_path("$name$suffix");
        unlink glob "$name$suffix/*.o";
    }
    finish("cannot compile $name", map { my $suffix = $_;
        start_build("$name$suffix.log", 'sh', '-c', 'cd "$1" && shift && exec "$@"', 'sh', "$name$suffix",
            @cc, @{ $w->{flags} }, @include, $suffix ? '-pg' : (), '-c', @all) } '', '-pg');
    my @objects = glob "$name/*.o";
    my @counted = glob "$name-pg/*.o";
    my %link = (
        none => [@objects], return => [ @counted, 'return.o' ], glibc => [ '-pg', @counted ],
        libgmon => [ '-pg', @counted, "$build/libgmon.a" ],
    );
    finish("cannot link $name", map { start_build("$name-$_.log", @cc, '-o', "./$name-$_", @{ $link{$_} }, '-lm') }
        sort keys %link);
}

# CPU seconds of a run; undef: it failed.
sub run_form
{
    my ($w, $form) = @_;
    local @ENV{ keys %{ $form->{set} || {} } } = values %{ $form->{set} || {} };
    my @command = (@{ $form->{before} || [] }, "./$w->{name}-$form->{program}", @{ $w->{arguments} });
    open my $pipe, '-|', "$tools/measure", '-o', 'output', '-l', 300, @command
        or die "workloads.pl: measure: $!\n";
    my ($wall, $user, $system, $memory, $status) = split ' ', <$pipe> // '';
    close $pipe;
    return defined $status && $status == 0 ? $user + $system : undef;
}

sub median
{
    my @sorted = sort { $a <=> $b } @_;
    return $sorted[ @sorted / 2 ];
}

my $failed = 0;

# One run of a form, whose output must be that of the first run.
sub run_and_check
{
    my ($w, $form) = @_;
    my $took = run_form($w, $form);
    my $output = slurp('output');
    $w->{output} //= $output;
    if (defined $took && $output ne $w->{output}) {
        print "$w->{title}, $form->{name}: prints something else\n";
        $failed = 1;
    }
    if (!defined $took) {
        $form->{before} or $failed = 1;
        print "$w->{title}, $form->{name}: failed\n" if !$form->{before};
        $w->{skip}{ $form->{name} } = 1;
        return;
    }
    push @{ $w->{times}{ $form->{name} } }, $took;
}

sub measure
{
    my ($w) = @_;
    my @often = grep { !$_->{once} } @forms;
    run_form($w, $none); # reads the program into the system's cache
    my $end = time + $seconds;
    for my $round (1 .. $rounds) {
        last if $round > 3 && time > $end;
        for my $i (0 .. $#often) { # no form always follows the same one
            my $form = $often[ ($i * 5 + $round) % @often ];
            run_and_check($w, $form) if !$w->{skip}{ $form->{name} };
        }
    }
    run_and_check($w, $_) for grep { $_->{once} } @forms;
}

# The least time and the median of a form, or nothing.
sub figures
{
    my ($w, $form) = @_;
    my @times = @{ $w->{times}{ $form->{name} } || [] } or return;
    return ((sort { $a <=> $b } @times)[0], median(@times));
}

sub cell
{
    my ($w, $form) = @_;
    my ($least, $median) = figures($w, $form) or return '-';
    return sprintf '%.3f (%.3f)', $least, $median if $form == $none;
    my ($least_none, $median_none) = figures($w, $none);
    my $digits = $least / $least_none < 10 ? 2 : 0;
    return sprintf "%.${digits}f", $least / $least_none if $form->{once};
    return sprintf "%.${digits}f (%.${digits}f)", $least / $least_none, $median / $median_none;
}

sub goal
{
    my ($what, $limit, $least, $median) = @_;
    printf "%-62s %6.3f (%.3f), at most %s: %s\n", $what, $least, $median, $limit, $least <= $limit ? 'met' : 'MISSED';
}

make_path($dir);
chdir $dir or die "workloads.pl: $dir: $!\n";
delete @ENV{ grep { /^GMON_/ } keys %ENV };
spew('return.c', "void mcount(void);\nvoid _mcount(void);\nvoid mcount(void)\n{\n}\nvoid _mcount(void)\n{\n}\n");
finish('cannot compile return.c', start_build('return.log', $compiler{c}, '-O2', '-c', 'return.c'));
my @shown;
for my $w (@workloads) {
    next if @wanted && !grep { $_ eq $w->{name} } @wanted;
    if (!@{ $w->{sources} }) {
        print "$w->{title}: skipped, no sources; workloads.pl says which variable names their directory\n";
        next;
    }
    build($w);
    measure($w);
    push @shown, $w;
}
exit $failed if !@shown;
print "CPU time, as a multiple of the time without -pg: the least, and (the median) of alternating runs\n\n";
printf "%-36s%s\n", '', join '', map { sprintf '%16s', $_->{title} } @shown;
for my $form (@forms) {
    printf "%-36s%s\n", $form->{name}, join '', map { sprintf '%16s', cell($_, $form) } @shown;
}
printf "%-36s%s\n\n", 'runs of each form', join '', map { sprintf '%16d', scalar @{ $_->{times}{ $none->{name} } } } @shown;
for my $w (@shown) {
    my @without = figures($w, $none);
    my @counts  = figures($w, $libgmon);
    my @more    = figures($w, $stacks);
    next if !@without || !@counts || !@more;
    goal("$w->{title}: libgmon, times no -pg", 1.42, map { $counts[$_] / $without[$_] } 0, 1) if $w->{name} eq 'sqlite';
    goal("$w->{title}: stacks at 250 samples a second, times libgmon alone", 1.02, map { $more[$_] / $counts[$_] } 0, 1);
}
for my $w (@shown) {
    run_form($w, { program => 'libgmon', set => { GMON_HZ => 1000 } });
    for my $how ('', '--estimated ') {
        my ($said) = run("'$gprof' -b --top=8 --sort=total $how./$w->{name}-libgmon gmon.out stacks.gmon.out");
        print "\n$w->{title}, ", $how ? 'estimated' : 'measured', "\n", $said =~ /^(self %.*?)^$/ms;
    }
}
exit $failed;
