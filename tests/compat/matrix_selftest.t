#!/usr/bin/perl
# matrix_selftest.t - TAP: the comparison notices what it must notice
#
# Role:   runs matrix.pl with the oracle in our place (all the same), then through wrappers that change a digit, a
#         blank, the exit status, the sums file: each must be reported and nothing explained away.
# Input:  environment ORACLE, BUILD.
# Output: TAP; skips all where matrix.t would.
# Does not: need our gprof.
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
my @pairs = qw(cycles tooshort nested-O2 bare64 nohist);
my @images = qx{'$^X' '$FindBin::Bin/images.pl' @pairs};
die @images if $?;

# What a program that keeps dotted names prints: the oracle on an image with a mended string table.
my $pairs_dir = ($ENV{COMPAT} // $build) . '/compat';
delete $ENV{COMPAT};
spew("$tmp/mend.pl", <<'END');
use Elf;
use Explain;
my ($oracle, @words) = @ARGV;
my $elf = Elf->read('image');
my $copy = "mended.$$";
Explain::mended_image($elf, $copy) if Explain::dotted_victims($elf);
my $status = system($oracle, map { $_ eq 'image' && -f $copy ? $copy : $_ } @words);
unlink $copy;
exit($status >> 8);
END
my $mended = "'$^X' '-I$FindBin::Bin' '$tmp/mend.pl' '$oracle' \"\$@\"";

# A program that says to be RELEASE (by default the oracle's), and else does what TEXT says.
sub wrapper
{
    my ($name, $text, $release) = @_;
    my $banner = defined $release ? "echo 'GNU gprof (GNU Binutils) $release'" : "'$oracle' --version";
    spew("$tmp/$name", "#!/bin/sh\ntest \"\$1\" != --version || { $banner; exit; }\n$text\n");
    chmod 0755, "$tmp/$name";
    return "$tmp/$name";
}

my $run = "'$oracle' \"\$@\"";
# name, wrapper text, sets, how many of the pairs must differ, how many results must be explained (0): exact numbers, so that
# nothing slips through, but for dotted names, which depend on the compiler
my @cases = (
    ['the oracle itself', "exec $run", '.', 0],
    ['a digit of the flat profile', "$run >out.\$\$; s=\$?; sed '/^ *[0-9]/s/[0-9]/7x/' out.\$\$; rm out.\$\$; exit \$s", '^-p$', 4],
    ['a blank at a line end', "$run >out.\$\$; s=\$?; sed 's/name *\$/name/' out.\$\$; rm out.\$\$; exit \$s", '^-p$', 4],
    ['the last byte', "$run | head -c -1", '^-q$', 5],
    ['the exit status', "$run; exit 3", '^-z$', 5],
    ['death by a signal', "$run; kill -9 \$\$", '^-z$', 5],
    ['nothing printed', 'exit 0', '^-T$', 5],
    ['the sums are lost', "$run; s=\$?; test -f gmon.sum && head -c 20 gmon.sum >x && mv x gmon.sum; exit \$s", '^-s$', 5],
    ['dotted names kept', "exec $mended", '^-[pz]$', 0, [1, 2]],
    ['dotted names kept and a digit changed', "$mended | sed '/^ *[0-9]/s/[0-9]/7x/'", '^-p$', 5],
    ['no -nan', "$run >out.\$\$; s=\$?; sed 's/-nan/0.00/g' out.\$\$; rm out.\$\$; exit \$s", '^-z$', 0, 1],
    ['no -nan, but 0.01', "$run >out.\$\$; s=\$?; sed 's/-nan/0.01/g' out.\$\$; rm out.\$\$; exit \$s", '^-z$', 1],
    ['no sums file', "$run; s=\$?; rm -f gmon.sum; exit \$s", '^-s$', 5],
    ['ours hangs', 'exec sleep 20', '^-z$', 1],
    ['both hang', 'exec sleep 20', '^-z$', 1, 0, 'both'],
    ['both hang, with sums', 'exec sleep 20', '^-s$', 1, 0, 'both'],
    ['the oracle is killed, not crashed', 'exit 0', '^-z$', 5, 0, 'kill -9 $$'],
    ['the oracle crashes', 'exit 0', '^-z$', 0, 5, 'kill -11 $$'],
);
my $n = 0;
for my $case (@cases) {
    my ($name, $text, $sets, $want, $explained, $other) = @$case;
    $explained //= 0;
    local $ENV{GPROF} = wrapper('w' . $n, $text);
    local $ENV{ORACLE} = !defined $other ? $oracle : $other eq 'both' ? $ENV{GPROF} : wrapper("o$n", $other);
    local $ENV{BUILD} = "$tmp/build"; # what the oracle's stand-ins say must not be remembered
    my @tried = $text =~ /sleep/ ? $pairs[0] : @pairs;    # of what takes its time one shows it
    my $like = '^(?:' . join('|', @tried) . ')$';
    my @out = qx{'$^X' '$FindBin::Bin/matrix.pl' --tap --show=0 --limit=2 '--dir=$pairs_dir' '--pairs=$like' '--sets=$sets' '--keep=$tmp/keep' 2>&1};
    my $bad = grep { /^not ok/ } @out;
    my ($meant) = $out[-1] =~ /\((\d+) explained\)/;
    my ($least, $most) = ref $explained ? @$explained : ($explained, $explained);
    my $ok = $bad == $want && $meant >= $least && $meant <= $most && ($? == 0) == ($want == 0);
    ok($ok, "$name: $bad of " . @tried . ' pairs differ') or diag(@out);
    $n++;
}

$ENV{ORACLE} = wrapper('future', "$run | sed '/^ *[0-9]/s/[0-9]/7x/'", '2.99');
my @out = qx{'$^X' '$FindBin::Bin/matrix.pl' --tap '--dir=$pairs_dir' --pairs=^cycles\$ --sets=^-p\$ '--keep=$tmp/keep' 2>&1};
ok($? == 0 && grep({ /^not ok 1 .* # TODO GNU gprof 2\.99/ } @out), 'a difference from an unknown release is reported, and no failure') or diag(@out);
done_testing();
