#!/usr/bin/perl
# instructions.t - gprof executes about as many instructions as it did when instructions.txt was written
#
# Time is noisy, instructions are not: counted by valgrind, in gprof's own code only, so that another libc or libbfd
# changes nothing. A compiler of another version may need a few percent more or less; TOLERANCE allows for that.
# When a count is meant to change, write the new one that this test prints into instructions.txt.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use File::Temp qw(tempdir);
use Test::More;

my $TOLERANCE = 0.15;
my ($gprof, $tools, $build, $src) = @ENV{qw(GPROF TOOLS BUILD SRCDIR)};

plan skip_all => 'a variant build' if $ENV{VARIANT} || $ENV{VALGRIND};
plan skip_all => 'no valgrind' if system 'valgrind --version >/dev/null 2>&1';
plan skip_all => 'counts are of gcc' if `$ENV{CC} --version 2>/dev/null` !~ /\bFree Software Foundation\b/;
open my $flags, '<', "$build/flags" or plan skip_all => 'how gprof was compiled is not known';
plan skip_all => 'counts are of -O2' if <$flags> !~ / -O2 /;

chdir tempdir(CLEANUP => 1) or die "temporary directory: $!";

my %expected;
open my $list, '<', "$src/tests/perf/instructions.txt" or die "instructions.txt: $!";
while (<$list>) {
    $expected{$1} = $2 if /^(\w+)\s+(\d+)$/;
}

sub make
{
    my ($tool, $file, $language) = @_;
    open my $to, '|-', "$tools/$tool", '-o', $file or die "$tool: $!";
    print {$to} $language;
    close $to or die "$tool failed";
}

# 2,000 functions of 16 bytes; KIND: local ones, or nothing.
sub image_and_data
{
    my ($gen, $kind) = @_;
    make('mkimage', 'image', "section .text 0x400000 32000\nfuncs 2000 f 0x400000 16 $kind\n");
    make('mkgmon', 'gmon.out', "magic\nhist 0x400000 0x407cc0 7984 100 seconds s\nnoise 3 10 20\ngen $gen seed 5\n");
}

# Instructions of gprof's own object file, or of EVERYTHING; the lines behind `calls=` are of callees.
sub count
{
    my ($everything, @words) = @_;
    system("valgrind --tool=callgrind --compress-strings=no --compress-pos=no --callgrind-out-file=callgrind.out "
        . "'$gprof' @words >/dev/null 2>messages") == 0 or return;
    open my $in, '<', 'callgrind.out' or return;
    my ($mine, $sum, $skip) = (0, 0, 0);
    while (<$in>) {
        if (/^ob=(.*)/) {
            $mine = $everything || $1 eq $gprof;
        } elsif (/^calls=/) {
            $skip = 1;
        } elsif (/^(?:0x)?[0-9a-f]+ (\d+)$/) {
            $sum += $1 if $mine && !$skip;
            $skip = 0;
        }
    }
    return $sum;
}

my @cases = (
    [ listing => 'zipf 2000 0x400000 16 arcs 10000',   qw(-b image gmon.out) ],
    [ cycle   => 'random 2000 0x400000 16 arcs 10000', qw(-b image gmon.out) ],
    [ sum     => 'zipf 2000 0x400000 16 arcs 10000',   '-s', 'image', ('gmon.out') x 20 ],
    [ static  => 'zipf 2000 0x400000 16 arcs 10000',   qw(-b image gmon.out) ],
);
for my $case (@cases) {
    my ($name, $gen, @words) = @$case;
    my $all = $name eq 'static'; # of these, what libbfd does for us counts, too: each look-up of a line is a long search
    image_and_data($gen, $all ? 'local' : '');
    my $got = count($all, @words);
    my $want = $expected{$name};
    ok($got && $want && $got <= $want * (1 + $TOLERANCE), "$name: no more instructions than ever")
        or diag("$name: ", $got // 'none', ' instructions, instructions.txt says ', $want // 'nothing');
    note(sprintf '%s: %d, %+.1f %%', $name, $got, 100 * ($got / $want - 1)) if $got && $want;
}
done_testing;
chdir "/";
