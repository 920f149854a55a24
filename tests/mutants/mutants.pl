#!/usr/bin/perl
# mutants.pl - puts small faults into the sources one by one, and says which tests notice each
#
# Use: mutants.pl [--dir=DIR] [--only=REGEX] [--tree=DIR]... [--rest] [--check]
#     --dir    where the sources are copied to and built (build/mutants of the tree)
#     --only   faults whose names match
#     --tree   a source tree whose golden tests run; several may be compared. Default: the one this file is in
#     --rest   runs the unit tests, and the shell tests of cli/ and errors/, on faults that no golden test noticed
#     --check  only says whether each fault of faults.txt still has its place in the sources
# Input:  faults.txt beside this file, and a tree that is configured or needs no configuration.
# Output: a line a fault: its name, how many golden cases of each tree failed, and the first of them; what
#     fails without a fault is not counted. Status 1 if a fault has no place or was not noticed.
# Takes some 15 s a fault. `make check' does not run it.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Find;
use File::Path qw(make_path remove_tree);
use FindBin;
use Getopt::Long;

my $top = abs_path("$FindBin::Bin/../..");
my %o = (dir => "$top/build/mutants", only => '', tree => []);
GetOptions(\%o, 'dir=s', 'only=s', 'tree=s@', 'rest', 'check') && !@ARGV
    or die "mutants.pl: see the head of this file for its options\n";
my @trees = map { abs_path($_) // die "mutants.pl: $_: $!\n" } @{ $o{tree} } ? @{ $o{tree} } : $top;

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
        return if !/\.[ch]$/ || m{/runtime/};
        my $text = slurp($_);
        push @places, [ $_, $-[0], $+[0] ] while $text =~ /$old/g;
    } }, "$dir/src");
    return (undef, scalar(@places) . ' places') if @places != 1;
    my ($file, $start, $end) = @{ $places[0] };
    my $text = slurp($file);
    substr $text, $start, $end - $start, $fault->{new};
    return ($file, $text);
}

# Names of the tests that fail: command's lines `not ok N - NAME', or what became of it.
sub failing
{
    my ($tree, $build, @command) = @_;
    local %ENV = (%ENV, GPROF => "$build/gprof", BUILD => $build, TOOLS => "$build/tools",
        SRCDIR => $tree, JOBS => 2);
    delete @ENV{qw(T VALGRIND VARIANT)};
    open my $out, '-|', 'timeout', 600, 'sh', '-c', 'exec "$@" 2>/dev/null', 'sh', @command or die;
    my @failed = map { /^not ok \d+ - (.*)/ ? $1 : () } <$out>;
    close $out or @failed or push @failed, 'ended with status ' . ($? >> 8);
    return @failed;
}

# The golden cases of a tree that fail with the gprof in BUILD.
sub failing_golden
{
    my ($tree, $build) = @_;
    return map { failing($tree, $build, 'perl', $_) } glob "$tree/tests/*/golden.t";
}

sub failing_rest
{
    my ($tree, $build) = @_;
    my @tests = grep { !m{/(?:golden|oracle|manpage)\.t$} } glob "$tree/tests/cli/*.t $tree/tests/errors/places.t";
    make($build, 'check-programs') or return 'the build of the unit tests';
    my @failed;
    for my $test (glob("$build/unit/test_*"), @tests) {
        next if $test =~ /\.d$/;
        my @command = -x $test && $test !~ /\.t$/ ? $test : slurp($test) =~ /^#!.*perl/ ? ('perl', $test) : ('sh', $test);
        my ($first) = failing($tree, $build, @command);
        return ($test =~ s{^.*/}{}r) . ": $first" if defined $first;
    }
    return;
}

sub make
{
    my ($build, $target) = @_;
    return system("make -s -C '$o{dir}' BUILD='$build' -j2 '$target' >'$o{dir}/log' 2>&1") == 0;
}

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

make_path($o{dir});
remove_tree(map { "$o{dir}/$_" } qw(src include tests));    # what was copied for an earlier run
system("cd '$top' && tar -c --exclude=./build* --exclude=./.git . | tar -x -C '$o{dir}'") == 0
    or die "mutants.pl: cannot copy $top\n";
my $build = "$o{dir}/build";
make_path($build);
for my $made (grep { -f "$top/build/$_" } qw(config.mk config.h)) {
    spew("$build/$made", slurp("$top/build/$made"));
}
make($build, 'check-programs') or die "mutants.pl: $o{dir}: does not build\n", slurp("$o{dir}/log");
my %known = map { my $tree = $_; $tree => { map { $_ => 1 } failing_golden($tree, $build) } } @trees;
print "failing without a fault, and not counted: $_: ", join(' ', sort keys %{ $known{$_} }), "\n"
    for grep { %{ $known{$_} } } @trees;

$| = 1;
for my $fault (@faults) {
    my ($file, $text) = place($o{dir}, $fault);
    my @columns = ($fault->{name});
    if (!$file) {
        push @columns, "no place in the sources ($text)";
        $bad++;
    } else {
        my $before = slurp($file);
        spew($file, $text);
        my $noticed = 0;
        if (make($build, "$build/gprof")) {
            for my $tree (@trees) {
                my @failed = grep { !$known{$tree}{$_} } failing_golden($tree, $build);
                push @columns, @failed ? scalar(@failed) . " ($failed[0])" : 0;
                $noticed++ if @failed;
            }
            if (!$noticed && $o{rest}) {
                my ($failed) = failing_rest($trees[-1], $build);
                push @columns, $failed // 'not noticed';
                $noticed++ if defined $failed;
            }
        } else {
            push @columns, 'does not compile: ' . (slurp("$o{dir}/log") =~ /error: (.*)/ ? $1 : '?');
        }
        $bad++ if !$noticed;
        spew($file, $before);
    }
    print join(' | ', @columns), "\n";
}
make($build, 'check-programs');
printf "%d faults, %d not noticed\n", scalar @faults, $bad;
exit($bad ? 1 : 0);
