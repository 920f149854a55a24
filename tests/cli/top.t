#!/usr/bin/perl
# top.t - --top of a large program is a screen, and has all functions if it is told so
#
# Role:   makes profiles of 10,000 functions and 50,000 arcs: of calls at random, most of which are one cycle, of
#         popular callees and of a ring through all functions.
# Input:  environment GPROF, TOOLS.
# Output: TAP.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Check;
use Test::More;

my ($functions, $arcs) = (10_000, 50_000);

work_dir();

my ($text, $bytes) = (0x400000, 16 * $functions);
make('mkimage', 'image', "section .text $text $bytes\nfuncs $functions f $text 16\n");
for my $kind (qw(random zipf ring)) {
    make('mkgmon', "$kind.out",
        sprintf "magic\nhist %d %d %d 1000 seconds s\nnoise 3 10 20\ngen %s %d %d 16 %s\n", $text, $text + $bytes,
        $bytes / 4, $kind, $functions, $text, $kind eq 'ring' ? '' : "arcs $arcs seed 5");
}

# Returns what gprof prints.
sub report
{
    my ($text, $status) = run("timeout 300 '$gprof' @_");
    is($status, 0, "gprof @_");
    return $text;
}

for my $kind (qw(random zipf ring)) {
    my $output = report('--top', 'image', "$kind.out");
    my $lines = () = $output =~ /\n/g;
    my ($long) = sort { $b <=> $a } map { length } split /\n/, $output;
    cmp_ok($lines, '<=', 60, "$kind: $lines lines");
    cmp_ok($long, '<=', 82, "$kind: of at most 80 columns; bytes of a plus-minus are two");
    like($output, qr/^(?:Largest of \d+ cycles|A cycle): \d+ functions with /m, "$kind: it has a cycle")
        if $kind ne 'zipf';
}

# All functions.
my @names = report('--top=0', '--sort=name', 'image', 'zipf.out') =~ /^ *\d\S* .* (f\d+)(?: <cycle \d+>)?  /mg;
cmp_ok(scalar @names, '>', 0.5 * $functions, 'all functions: there are ' . @names);
is("@names", join(' ', sort @names), 'sorted by name');
done_testing();
