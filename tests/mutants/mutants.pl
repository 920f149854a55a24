#!/usr/bin/perl
# mutants.pl - puts small faults into the sources one by one, and says which test notices each
#
# Use: mutants.pl [--dir=DIR] [--only=REGEX] [--rest] [--before=FILE] [--check]
#     --dir    where the sources are copied to and built (build/mutants of the tree)
#     --only   faults whose names match
#     --rest   runs the unit tests, and the tests of cli/ and errors/, on faults that no golden test noticed, those
#              of gprof-run on faults of its modules, and more tests of the runtime
#     --before what an earlier run printed: the test that noticed a fault then is run first
#     --check  only says whether each fault of faults.txt still has its place in the sources
# Input:  faults.txt beside this file, and a tree that is configured or needs no configuration.
# Output: a line a fault: its name, and the first test that fails; what fails without a fault is not counted.
#     Status 1 if a fault has no place or was not noticed.
# Golden tests judge the faults of gprof, and @runtime_tests those of libgmon.
# Takes some 15 s a fault, or 3 s with --before. `make check' does not run it.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Find;
use File::Path qw(make_path remove_tree);
use FindBin;
use Getopt::Long;

my @runtime_tests = qw(inside public blocks overflow unwinding callbacks linking);    # quick ones
my @more_of_runtime = qw(ranks environment modules);
my @run_tests = qw(gprof_run run_others turns);    # of gprof-run

my $top = abs_path("$FindBin::Bin/../..");
my %o = (dir => "$top/build/mutants", only => '', before => '/dev/null');
GetOptions(\%o, 'dir=s', 'only=s', 'rest', 'before=s', 'check') && !@ARGV
    or die "mutants.pl: see the head of this file for its options\n";
my ($build, $clean) = ("$o{dir}/build", "$o{dir}/clean");    # with a fault, and without one

sub slurp
{
    open my $f, '<:raw', $_[0] or die "mutants.pl: $_[0]: $!\n";
    local $/;
    return scalar(<$f>) // '';
}

sub spew
{
    my ($file, $text) = @_;
    open my $f, '>:raw', $file or die "mutants.pl: $file: $!\n";
    print {$f} $text;
    close $f or die "mutants.pl: $file: $!\n";
}

# faults.txt as a list of { name, says, old, new }.
sub read_faults
{
    my @faults;
    for (split /\n/, slurp("$FindBin::Bin/faults.txt")) {
        next if /^#|^\s*$/;
        if (/^([\w-]+): (.*)/) {
            push @faults, { name => $1, says => $2 };
        } elsif (@faults && /^([-+]) ?(.*)/) {
            $faults[-1]{ $1 eq '-' ? 'old' : 'new' } = $2;
        } else {
            die "mutants.pl: faults.txt: what is `$_'?\n";
        }
    }
    return grep { $_->{name} =~ /$o{only}/ } @faults;
}

# The file below DIR/src that holds the fault's place, and its text with the fault; or why there is none.
sub place
{
    my ($dir, $fault) = @_;
    my $old = join '\s+', map { quotemeta } split ' ', $fault->{old};
    my @places;
    find({ no_chdir => 1, wanted => sub {
        return if !/\.[chS]$/;
        my $text = slurp($_);
        push @places, [ $_, $-[0], $+[0] ] while $text =~ /$old/g;
    } }, "$dir/src");
    return (undef, scalar(@places) . ' places') if @places != 1;
    my ($file, $start, $end) = @{ $places[0] };
    my $text = slurp($file);
    substr $text, $start, $end - $start, $fault->{new};
    return ($file, $text);
}

sub make
{
    return system("make -s -C '$o{dir}' BUILD='$build' -j2 @_ >'$o{dir}/log' 2>&1") == 0;
}

my %known;    # tests that fail without a fault

# The tests of a file that fail with what a directory holds, as FILE: TEST; of golden tests up to the first that is
# not known to. $case: the golden case to run, if it is not all of them.
sub failing
{
    my ($dir, $file, $case) = @_;
    my $name = $file =~ s{^.*/}{}r;
    my @failing;
    local %ENV = (%ENV, GPROF => "$dir/gprof", BUILD => $dir, TOOLS => "$dir/tools",
        SRCDIR => $top, JOBS => 2, FEWER => 8, CC => $ENV{CC} // 'cc', MAKE => 'make', T => $case // '');
    delete @ENV{qw(VALGRIND VARIANT)};
    my $pid = open my $out, '-|', 'sh', '-c', 'exec timeout 600 sh "$@" 2>/dev/null', 'sh',
        "$top/tests/lib/launch", $file =~ s{^\Q$build\E/}{$dir/}r or die "mutants.pl: $file: $!\n";
    while (my $line = <$out>) {
        push @failing, "$name: $1" if $line =~ /^not ok \d+ - (.*)/;
        next if $name ne 'golden.t' || !@failing || $known{ $failing[-1] };
        kill 'TERM', $pid;    # it removes its files, as other tests would not
        last;
    }
    () = <$out>;
    close $out;
    push @failing, "$name: status " . ($? >> 8) if $? && !@failing;
    return @failing;
}

# The first of them with the fault, that does not fail without it; undef: none.
sub first_failing
{
    my ($file, $case) = @_;
    while (my ($first) = grep { !$known{$_} } failing($build, $file, $case)) {
        return $first if !grep { $_ eq $first } failing($clean, $file, $first =~ /^golden\.t: (.*)/ ? $1 : undef);
        print "fails without a fault, and is not counted: $first\n";
        $known{$first} = 1;
    }
    return;
}

# What judges a fault in this file, in groups: what to build, and the tests to run then.
sub judges
{
    my ($file) = @_;
    my $runtime = sub { map { "$top/tests/runtime/$_.t" } @_ };
    return ([ 'runtime', $runtime->(@runtime_tests, $o{rest} ? @more_of_runtime : ()) ]) if $file =~ m{/runtime/};
    my @units = map { m{([^/]*)\.c$} ? "$build/unit/$1" : () } glob "$top/tests/unit/test_*.c";
    my @others = grep { !m{/(?:golden|oracle|manpage|manual_runs|cost)\.t$} } glob "$top/tests/cli/*.t $top/tests/errors/*.t";
    unshift @others, $runtime->(@run_tests) if $file =~ m{/(?:run_(?:left|program|start|turns)|left_data|launch)\.c$};
    return ([ "$build/gprof", "$top/tests/cli/golden.t" ], $o{rest} ? [ "@units", @units, @others ] : ());
}

# What notices the fault in this file; undef: nothing. $before: the test that did in an earlier run.
sub noticed_by
{
    my ($file, $before) = @_;
    my @groups = judges($file);
    if ($before) {
        my ($name, $case) = split /: /, $before, 2;
        my ($test) = grep { m{/\Q$name\E$} } map { @$_[1 .. $#$_] } @groups;
        make($test && $test =~ m{/unit/} ? $test : $groups[0][0]) or return;
        my $failing = $test ? first_failing($test, $name eq 'golden.t' ? $case : undef) : undef;
        return $failing if defined $failing;
    }
    for (@groups) {
        my ($targets, @tests) = @$_;
        make($targets) or return;
        for (@tests) {
            my $failing = first_failing($_);
            return $failing if defined $failing;
        }
    }
    return;
}

my %before = map { /^([\w-]+) \| (\S+: .*)/ ? ($1 => $2) : () } split /\n/, slurp($o{before});
my @faults = read_faults();
my $bad = 0;
if ($o{check}) {
    for my $fault (@faults) {
        my ($file, $why) = place($top, $fault);
        print "$fault->{name}: $why\n" if !$file;
        $bad++ if !$file;
    }
    printf "%d faults, %d without a place\n", scalar @faults, $bad;
    exit($bad ? 1 : 0);
}

make_path($build);
remove_tree(map { "$o{dir}/$_" } qw(src include tests));    # what was copied for an earlier run
system("cd '$top' && tar -c --exclude=./build* --exclude=./.git . | tar -x -C '$o{dir}'") == 0
    or die "mutants.pl: cannot copy $top\n";
spew("$build/config.mk", slurp("$top/build/config.mk")) if -f "$top/build/config.mk";
# What was made since the copy without a fault may have one, if an earlier run was stopped.
my $since = (stat $clean)[9] // time;
find(sub { unlink if /\.o$/ && (stat)[9] >= $since }, $build);
make('check-programs') or die "mutants.pl: $o{dir}: does not build\n", slurp("$o{dir}/log");
remove_tree($clean);
system('cp', '-R', $build, $clean) == 0 or die "mutants.pl: cannot copy $build\n";
$| = 1;

for my $fault (@faults) {
    my ($file, $text) = place($o{dir}, $fault);
    my $noticed;
    if ($file) {
        my $before = slurp($file);
        spew($file, $text);
        $noticed = noticed_by($file, $before{$fault->{name}});
        spew($file, $before);
    }
    $bad++ if !defined $noticed;
    print "$fault->{name} | ", $noticed // (!$file ? "no place in the sources ($text)"
        : slurp("$o{dir}/log") =~ /(error: .*)/ ? "does not compile: $1" : 'not noticed'), "\n";
}
printf "%d faults, %d not noticed\n", scalar @faults, $bad;
exit($bad ? 1 : 0);
