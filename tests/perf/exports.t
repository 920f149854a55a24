#!/usr/bin/perl
# exports.t - an export takes at most twice the processor time of the classic reports, and gives the same bytes again
#
# Role:   makes a profile of 10,000 functions and 50,000 arcs, and exports it in all formats that gprof knows, which
#         it tells itself. A machine that is busy makes runs slower, none faster: so the fastest of several runs counts.
# Input:  environment GPROF, TOOLS; FUNCTIONS and ARCS, for another size (60000 and 300000 are the ones that doc/PERF
#         has); TIMES, runs of each at most (default 20; as soon as they will do, no more).  Output: TAP; with -v the ratios.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use Digest::MD5;
use File::Temp qw(tempdir);
use Test::More;

my ($gprof, $tools) = @ENV{qw(GPROF TOOLS)};
my ($functions, $arcs) = ($ENV{FUNCTIONS} // 10_000, $ENV{ARCS} // 50_000);
my $times = $ENV{TIMES} // 20;

plan skip_all => 'times of a variant build tell nothing' if $ENV{VARIANT} || $ENV{VALGRIND};
chdir tempdir(CLEANUP => 1) or die "temporary directory: $!";
END { chdir '/' }
$ENV{LC_ALL} = 'C';

sub make
{
    my ($tool, $file, $language) = @_;
    open my $to, '|-', "$tools/$tool", '-o', $file or die "$tool: $!";
    print {$to} $language;
    close $to or die "$tool failed";
}

# Random calls make one cycle of most functions, popular callees many arcs of few.
my ($text, $bytes) = (0x400000, 16 * $functions);
make('mkimage', 'image', "section .text $text $bytes\nfuncs $functions f $text 16\n");
for my $kind (qw(random zipf)) {
    make('mkgmon', "$kind.out",
        sprintf "magic\nhist %d %d %d 100 seconds s\nnoise 3 10 20\ngen %s %d %d 16 arcs %d seed 5\nbb\n%s",
        $text, $text + $bytes - 64, $bytes / 4 - 16, $kind, $functions, $text, $arcs,
        join '', map { sprintf "block %d %d\n", $text + 16 * $_, $_ } 0 .. $functions / 2);
}

# Processor seconds of a run, and its status. The output is in the file `out'.
sub run
{
    my (undef, $user, $system, undef, $status) = split ' ', `'$tools/measure' -l 300 -o out '$gprof' @_ 2>err`;
    return ($user + $system, $status);
}

sub slurp
{
    open my $f, '<:raw', $_[0] or die "$_[0]: $!";
    local $/;
    return scalar(<$f>) // '';
}

sub digest
{
    open my $f, '<:raw', 'out' or die "out: $!";
    return Digest::MD5->new->addfile($f)->hexdigest;
}

# Estimated paths are made up to a number that does not depend on the data, which is much beside a small report.
sub bound
{
    return $_[0] eq '--estimated' ? 4 : 2;
}

# The least time of both, until the ratio will do; and whether the bytes were always the same.
sub compare
{
    my (@words) = @_;
    my ($least, $classic, %digests) = (1e9, 1e9);
    for my $try (1 .. $times) {
        my ($reports) = run('image', $words[-1]);
        $classic = $reports if $reports < $classic;
        my ($export) = run(@words);
        $least = $export if $export < $least;
        $digests{ digest() } = 1;
        last if $try > 1 && $least <= bound(@words) * $classic;
    }
    return ($least / $classic, scalar keys %digests);
}

run('--export=?', 'image', 'zipf.out');
my ($known) = slurp('err') =~ /known are (.*)/ or BAIL_OUT('no formats');
my @formats = split /, /, $known;
cmp_ok(scalar @formats, '>=', 3, "formats: @formats");
for my $format (@formats) {
    for my $kind (qw(random zipf)) {
        my @words = ("--export=$format", 'image', "$kind.out");
        my (undef, $status) = run(@words);
        if ($status) {
            unshift @words, '--estimated';
            (undef, $status) = run(@words);
        }
        if ($status) {
            note "$format, $kind: no such data: " . slurp('err');
            next;
        }
        my ($ratio, $digests) = compare(@words);
        cmp_ok($ratio, '<=', bound(@words), sprintf '%s, %s: %.2f times the time of the reports', $format, $kind, $ratio);
        is($digests, 1, "$format, $kind: the same bytes again");
    }
}
done_testing();
