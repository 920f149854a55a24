#!/usr/bin/perl
# matrix_selftest.t - TAP: the comparison notices what it must notice, or it would be silent for ever
#
# Role:   runs matrix.pl with the oracle in our place (all the same), then through wrappers that change a digit, the
#         exit status, the sums file: each must be reported and nothing explained away.
# Input:  environment ORACLE, BUILD.
# Output: TAP; skips all where matrix.t would.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Check;
use Test::More;

plan skip_all => 'no GNU gprof of 2.40 or later' if !gnu_release();

my $tmp = work_dir();
my @pairs = qw(cycles nohist);
my @images = qx{'$^X' '$FindBin::Bin/images.pl' @pairs};
die @images if $?;
my $pairs_dir = ($ENV{COMPAT} // $build) . '/compat';
delete $ENV{COMPAT};

my $run = "'$oracle' \"\$@\"";
my $through = sub { "$run >out.\$\$; s=\$?; sed '$_[0]' out.\$\$; rm out.\$\$; exit \$s" };
# what, text of the program in gprof's place, set of options, how many of the pairs must differ, how many be explained
for my $case (
    ['the oracle itself',           "exec $run", '.', 0, 0],
    ['a digit of the flat profile', $through->('/^ *[0-9]/s/[0-9]/7x/'), '^-p$', 1, 0],
    ['the exit status',             "$run; exit 3", '^-z$', 2, 0],
    ['the sums are lost',           "$run; s=\$?; rm -f gmon.sum; exit \$s", '^-s$', 2, 0],
    ['no -nan',                     $through->('s/-nan/0.00/g'), '^-z$', 0, 1],
    ['no -nan, but 0.01',           $through->('s/-nan/0.01/g'), '^-z$', 1, 0],
) {
    my ($name, $text, $sets, $want, $explained) = @$case;
    spew("$tmp/gprof", "#!/bin/sh\ntest \"\$1\" != --version || exec '$oracle' --version\n$text\n");
    chmod 0755, "$tmp/gprof";
    local $ENV{GPROF} = "$tmp/gprof";
    local $ENV{BUILD} = "$tmp/build"; # what the oracle says there must not be remembered
    my $like = '^(?:' . join('|', @pairs) . ')$';
    my @out = qx{'$^X' '$FindBin::Bin/matrix.pl' --tap --show=0 '--dir=$pairs_dir' '--pairs=$like' '--sets=$sets' '--keep=$tmp/keep' 2>&1};
    my $bad = grep { /^not ok/ } @out;
    my ($meant) = $out[-1] =~ /\((\d+) explained\)/;
    ok($bad == $want && $meant == $explained && ($? == 0) == ($want == 0), "$name: $bad of " . @pairs . ' pairs differ, '
        . "$meant explained") or diag(@out);
}
done_testing();
