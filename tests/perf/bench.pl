#!/usr/bin/perl
# bench.pl - this gprof beside another one, and beside what the machine can do, as doc/PERF's tables have it
#
# Use: bench.pl [--full] [--gnu] [--case=REGEX] [--list] [--instructions] [--no-growth] [--no-exports]
#               [--cpu] [--rounds=N] [--ours=FILE] [--other=FILE] [--dir=DIR] [--limit=SECONDS]
#     --full          the long cases, too; GNU gprof's figures are those that are known (BenchCases.pm), as it takes
#                     a quarter of an hour for them
#     --gnu           with --full: measure GNU gprof all the same, and compare the outputs
#     --case=REGEX    only cases whose name matches
#     --list          the names of all cases, no run
#     --instructions  also count our instructions with valgrind, which takes some minutes for the long cases
#     --no-growth     leave out the growth table
#     --no-exports    leave out the table of exports
#     --ours, --other the two programs; default: $GPROF or build/gprof, and $ORACLE or /usr/bin/gprof, if that is GNU
#                     gprof 2.40
#     --dir=DIR       inputs are kept here and used again; default build/perf
#     --cpu           CPU seconds in place of those of the clock, for a busy machine
#     --rounds=N      rounds of a case at most; default 12
#     --limit=SECONDS kill a run that takes longer; default 900
# Environment: SQLITE_DIR, a directory with sqlite3.c and sqlite3.h, or SQLITE_PROGRAM and SQLITE_DATA, an image and
#              its data file, for the case `sqlite`.
#
# The limit: what nothing that does this work can be faster than, the sum of the seconds to read the inputs, to list
# the symbols (nm) and to write the output. All programs run in turn, round after round; of each the fastest run
# counts, so that other work on the machine disturbs least.
#
# Standard output of this and GNU gprof must be equal, but for GNU gprof's index numbers from 10000 on, which it cuts,
# and names with dots, some of which it drops (doc/DEVIATIONS). Status 1 when it is not, or a run fails.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin, map { "$FindBin::Bin/../$_" } qw(lib compat);
use BenchCases qw(@cases @growth exports);
use Check;
use Cwd qw(abs_path);
use Elf;
use Explain;
use File::Path qw(make_path);
use Getopt::Long;

my %o = (growth => 1, exports => 1, dir => "$build/perf", limit => 900, rounds => 12, ours => $gprof);
GetOptions(\%o, qw(full gnu cpu case=s list instructions growth! exports! rounds=i ours=s other=s dir=s limit=i)) && !@ARGV
    or die "bench.pl: see the head of this file for its options\n";
my $ours = abs_path($o{ours}) or die "bench.pl: $o{ours}: no such file\n";
my $other = $o{full} && !$o{gnu} ? undef : $o{other} // (gnu_release() ? $oracle : undef);

if ($o{list}) {
    print "$_->{name}", ' ' x (12 - length $_->{name}), "$_->{about}", $_->{full} ? " (--full)\n" : "\n" for @cases;
    exit 0;
}
my $failed = 0;
my $row = "    %-41s %7s %8s %6s %5s %6s %6s %9s %6s %6s %6s %6s\n";
$| = 1;
compare_all();
growth_table() if $o{growth};
export_table() if $o{exports} && $o{full};
exit($failed ? 1 : 0);

# ---- inputs ------------------------------------------------------------------------------------
# The case's directory with its inputs, or nothing where they cannot be made here.
sub prepare
{
    my ($case) = @_;
    my $dir = "$o{dir}/$case->{name}";
    return $dir if -e "$dir/made";
    make_path($dir);
    my $home = abs_path('.');
    chdir $dir or die "bench.pl: $dir: $!\n";
    my $made = $case->{make}->();
    spew('made', '') if $made;
    chdir $home or die "bench.pl: $home: $!\n";
    return $made ? $dir : undef;
}

# ---- measuring ---------------------------------------------------------------------------------
# One run in DIR: seconds, KiB, status.
sub run_once
{
    my ($dir, $out, $program, @words) = @_;
    my $quoted = join ' ', map { "'$_'" } $program, @words;
    my ($wall, $user, $sys, $kb, $status) = split ' ',
        `cd '$dir' && '$tools/measure' -l $o{limit} -o '$out' $quoted 2>>messages </dev/null`;
    return { seconds => $o{cpu} ? $user + $sys : $wall, kb => $kb, status => $status };
}

sub better
{
    my ($best, $new) = @_;
    return $new unless $best && $best->{seconds} <= $new->{seconds};
    $best->{kb} = $new->{kb} if $new->{kb} < $best->{kb};
    return $best;
}

sub words_of
{
    my ($case) = @_;
    my @words = @{ $case->{words} // ['-b'] };
    return grep({ $_ eq 'image' } @words) ? @words : (@words, 'image', 'gmon.out');
}

# One round after the other of what `runs' has, KEY => [OUTPUT, PROGRAM, WORD...], until as many rounds or ten seconds,
# but three rounds at least; `after' is called with the key behind each run. The best of each, by key.
sub rounds
{
    my ($dir, $runs, $after) = @_;
    my ($spent, %best) = (0);
    for my $i (1 .. $o{rounds}) {
        for my $key (sort keys %$runs) {
            my $run = run_once($dir, @{ $runs->{$key} });
            $best{$key} = better($best{$key}, $run);
            $spent += $run->{seconds};
            $after->($key) if $after;
        }
        last if $spent > 10 && $i >= 3;
    }
    return \%best;
}

# What is run for a case: ours, GNU's, and the three parts of the limit. (cat takes what it has just been written.)
sub runs_of
{
    my ($case, $words) = @_;
    my @inputs = $case->{result} ? map({ "gmon.$_" } map { $_ % 10 } 1 .. 1000) : 'gmon.out';
    my %runs = (
        '1 ours'  => [ 'out.ours',  $ours, @$words ],
        '3 read'  => [ '/dev/null', 'cat', 'image', @inputs ],
        '4 nm'    => [ 'out.limit', 'nm',  'image' ],
        '5 write' => [ 'out.limit', 'cat', 'out.ours' ],
    );
    $runs{'2 gnu'} = [ 'out.other', $other, @$words ] if $other && !$case->{alone};
    return \%runs;
}

# A case whose result is a file, not the listing, is compared by it.
sub keep_result
{
    my ($case, $dir, $who) = @_;
    return unless $case->{result};
    rename "$dir/$case->{result}", "$dir/out.$who" if -e "$dir/$case->{result}";
}

sub equal_output
{
    my ($case, $dir) = @_;
    if ($case->{result}) {    # GNU gprof writes call sites as functions, which ours does not: the calls of each must agree
        return `cd '$dir' && '$other' -b -p image out.ours` eq `cd '$dir' && '$other' -b -p image out.other`;
    }
    my ($text) = Explain::mend_text(slurp("$dir/out.other"));
    return 1 if $text eq slurp("$dir/out.ours");
    my $elf = Elf->read("$dir/image");
    return 0 unless $elf && Explain::dotted_victims($elf);    # names that GNU gprof may drop
    Explain::mended_image($elf, "$dir/mended");
    run_once($dir, 'out.other', $other, map { $_ eq 'image' ? 'mended' : $_ } words_of($case));
    ($text) = Explain::mend_text(slurp("$dir/out.other"));
    return $text eq slurp("$dir/out.ours");
}

sub instructions
{
    my ($case, $dir) = @_;
    my @words = words_of($case);
    my $said = `cd '$dir' && valgrind --tool=callgrind --callgrind-out-file=/dev/null '$ours' @words 2>&1 >/dev/null </dev/null`;
    return $said =~ /Collected : (\d+)/ ? sprintf('%.1f', $1 / 1e6) : '-';
}

# Seconds of reading, listing and writing together.
sub limit_of
{
    my ($best) = @_;
    my $sum = 0;
    $sum += $best->{$_}{seconds} for '3 read', '4 nm', '5 write';
    return $sum;
}

# ---- tables ------------------------------------------------------------------------------------
# The ratio of GNU's seconds, which may be a lower bound, to ours.
sub ratio_of
{
    my ($gnu, $us) = @_;
    my ($bound, $seconds) = $gnu =~ /^(>?)(.*)/;
    my $ratio = $seconds / $us;
    return $bound . sprintf($ratio < 10 ? '%.1f' : '%.0f', $ratio);
}

# GNU's seconds and megabytes, just measured or known, or two dashes.
sub gnu_columns
{
    my ($case, $best) = @_;
    my $gnu = $best->{'2 gnu'};
    return $gnu->{status} > 128 ? ('>' . sprintf('%.0f', $gnu->{seconds}), '>' . sprintf '%.0f', $gnu->{kb} / 1024)
        : (sprintf('%.3f', $gnu->{seconds}), sprintf '%.1f', $gnu->{kb} / 1024) if $gnu;
    my $known = $o{full} && !$o{gnu} && $case->{gnu} or return ('-', '-');
    return map { /^>/ ? $_ : sprintf $_ == $known->[0] ? '%.3f' : '%.1f', $_ } @$known;
}

# What is wrong with a result, or nothing.
sub complaint
{
    my ($case, $dir, $best) = @_;
    my ($us, $gnu) = @{$best}{'1 ours', '2 gnu'};
    return ", OUR STATUS IS $us->{status}" if $us->{status} != 0;
    return '' unless $gnu;
    return $gnu->{status} > 128 ? ', GNU: killed' : ", GNU: status $gnu->{status}" if $gnu->{status} != 0;
    return equal_output($case, $dir) ? '' : ', OUTPUT DIFFERS';
}

sub compare_all
{
    printf $row, 'case', 'ours', 'GNU', 'ratio', 'goal', 'ours', 'GNU', 'instr.', 'read', 'nm', 'write', 'times';
    printf $row, '', 's', 's', '', '', 'MB', 'MB', 'M', 's', 's', 's', 'limit';
    for my $case (grep { ($o{full} || !$_->{full}) && (!$o{case} || $_->{name} =~ /$o{case}/) } @cases) {
        my $dir = prepare($case);
        if (!$dir) {
            printf "    %-41s %s\n", $case->{about}, 'skipped: its input cannot be made here';
            next;
        }
        local $o{limit} = $case->{limit} // $o{limit};
        my @words = words_of($case);
        my $best = rounds($dir, runs_of($case, \@words), sub { keep_result($case, $dir, substr $_[0], 2) });
        my $us = $best->{'1 ours'};
        my ($seconds, $mb) = gnu_columns($case, $best);
        my $note = complaint($case, $dir, $best);
        $failed = 1 if $note =~ /[A-Z]{4}/;
        printf $row, $case->{about} . $note, sprintf('%.3f', $us->{seconds}), $seconds,
            $seconds eq '-' ? '-' : ratio_of($seconds, $us->{seconds}), $case->{want} // '-', sprintf('%.1f', $us->{kb} / 1024),
            $mb, $o{instructions} ? instructions($case, $dir) : '-',
            map({ sprintf '%.3f', $best->{$_}{seconds} } '3 read', '4 nm', '5 write'),
            sprintf '%.1f', $us->{seconds} / limit_of($best);
    }
}

# How cost grows with size: seconds and microseconds a function, ours alone; how many times as much ten times as many
# functions take; and what they take as multiples of the limit.
sub growth_table
{
    printf "\n    %-8s %7s %16s %16s   %-13s  %s\n", '', '10,000', '100,000', '1,000,000', 'times the', 'times the limit';
    printf "    %-8s %7s %16s %16s   %-13s\n", '', '', '', 'functions', 'one before';
    my %cells;
    for my $case (@growth) {
        my $cell = $cells{ $case->{kind} } //= { seconds => [], limit => [] };
        my $dir = prepare($case);
        my $best = rounds($dir, runs_of($case, [ '-b', 'image', 'gmon.out' ]));
        my $us = $best->{'1 ours'}{seconds};
        push @{ $cell->{text} }, sprintf '%.3f (%5.2f)', $us, 1e6 * $us / $case->{n};
        push @{ $cell->{seconds} }, $us;
        push @{ $cell->{limit} }, $us / limit_of($best);
        $failed = 1 if $best->{'1 ours'}{status} != 0;
        unlink map { "$dir/out.$_" } qw(ours limit);
        next if @{ $cell->{text} } < 3;
        my @s = @{ $cell->{seconds} };
        printf "    %-8s %s %16s %16s   %4.1f %4.1f      %4.1f %4.1f %4.1f\n", $case->{kind}, @{ $cell->{text} },
            $s[1] / $s[0], $s[2] / $s[1], @{ $cell->{limit} };
    }
}

# What each export takes, as multiples of the classic reports of the same data.
sub export_table
{
    my @rows = (map({ [ $_, "--export=$_" ] } qw(json csv callgrind html pprof dot)),
        [ '--top', '--top' ], [ '--compare', '--compare=gmon.out' ]);
    my %ratio;
    printf "\n    %-20s %12s %19s\n", 'format', 'random calls', 'popular callees';
    for my $kind (qw(random zipf)) {
        my $dir = prepare({ name => "exports-$kind", make => exports($kind) });
        my %runs = map { $_->[0] => [ '/dev/null', $ours, @{$_}[ 1 .. $#$_ ], 'image', 'gmon.out' ] } @rows;
        local $o{cpu} = 1;
        my $best = rounds($dir, { %runs, classic => [ '/dev/null', $ours, '-b', 'image', 'gmon.out' ] });
        for my $key (keys %$best) {
            $ratio{$key}{$kind} = $best->{$key}{seconds} / $best->{classic}{seconds};
            $failed = 1 if $best->{$key}{status} != 0;
        }
    }
    printf "    %-20s %6.2f %15.2f\n", $_->[0], @{ $ratio{ $_->[0] } }{qw(random zipf)} for @rows;
}
