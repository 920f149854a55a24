#!/usr/bin/perl
# sums.t - GNU gprof reads our gmon.sum as it reads the files of which it is the sum (TAP)
#
# Role:   random sets of data files, with bins and counts near the limits of their fields, so that
#         sums outgrow these; the flat profile (times, calls, times per call) that GNU gprof prints
#         of our gmon.sum is the one that it prints of the files; so is ours.
# Input:  environment GPROF, TOOLS, ORACLE (default /usr/bin/gprof), VALGRIND (then fewer sets),
#         SUMS_SEEDS how many sets (default 60).
# Output: TAP.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Check;
use Test::More;

my $seeds  = $ENV{VALGRIND} ? 3 : $ENV{SUMS_SEEDS} // 60;

plan skip_all => 'no GNU gprof of 2.40 or later' if !gnu_release();
work_dir();

# A count, often at the end of its field.
sub near { return below(3) ? below(100) : $_[0] - below(3) }

my $functions = 12;

# One file of a run: which ranges it has is the set's affair, what is in them its own.
sub data_file
{
    my ($shape, $two, $bsd) = @_;
    my $text = $shape . ($bsd ? "bsd44 0x401000 0x401300 192 100\n"
        : "magic\nhist 0x401000 0x401300 192 100 seconds s\n");
    $text .= sprintf "bin %d %d\n", below(192), near(65535) for 1 .. below(40);
    if ($two && !$bsd) {
        $text .= "hist 0x401300 0x4013c0 48 100 seconds s\n";
        $text .= sprintf "bin %d %d\n", below(48), near(65535) for 1 .. below(10);
    }
    for (1 .. below(20)) { # callees stand behind their callers: there are no cycles
        my $from = below($functions - 2);
        my $to   = $from + 1 + below($functions - $from - 2);
        $text .= sprintf "arc 0x%x 0x%x %d\n", 0x401000 + 64 * $from + below(60),
            0x401000 + 64 * $to, near(4294967295);
    }
    return $text;
}

my ($wrong, $compared) = (0, 0);
for my $set (1 .. $seeds) {
    seed($set);
    my ($bits, $endian) = ((32, 64)[below(2)], (qw(little big))[below(2)]);
    my $machine = $endian eq 'little' ? '' : $bits == 64 ? "machine ppc64\n" : "machine ppc\n";
    make('mkimage', 'image', "class $bits\nendian $endian\n${machine}section .text 0x401000 0x400\n"
            . "funcs $functions function 0x401000 64\nsym last 0x401300\nsym end 0x4013f0\n");
    my ($two, $n) = (below(2), 2 + below(6));
    my @files = map { "run$_" } 1 .. $n;
    make('mkgmon', $_, data_file("width $bits\nendian $endian\n", $two, !$two && below(5) == 0))
        for @files;
    my ($said, $status) = run("'$gprof' -s image @files");
    for my $program ($oracle, $gprof) {
        my ($want, $want_status) = run("'$program' -b -p image @files");
        my ($got,  $got_status)  = run("'$program' -b -p image gmon.sum");
        $compared++;
        next if $status == 0 && $want eq $got && $want_status == $got_status && $want ne '';
        diag("seed $set, $program: status $status, $want_status, $got_status\nof the files:\n$want\nof the sum:\n$got")
            if !$wrong++;
    }
}
ok(!$wrong, "$compared flat profiles of sums are those of the files");
done_testing();
