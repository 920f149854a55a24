#!/usr/bin/env perl
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
use File::Temp qw(tempdir);
use FindBin;

my $oracle = $ENV{ORACLE} // '/usr/bin/gprof';
sub skip_all { print "1..0 # SKIP $_[0]\n"; exit 0 }

-x $oracle or skip_all("no oracle: $oracle is not there");
(qx{'$oracle' --version 2>/dev/null} // '') =~ /^GNU gprof .*\b2\.40\b/ or skip_all('the oracle is not GNU gprof 2.40');

my $tmp = tempdir('selftest-XXXXXX', TMPDIR => 1, CLEANUP => 1);
my @pairs = qw(cycles tooshort nested-O2 bare64 nohist);
my @images = qx{'$^X' '$FindBin::Bin/images.pl' @pairs};
$? == 0 or print(map { "# $_" } @images), print("1..1\nnot ok 1 - images\n"), exit 1;

# What a program without the oracle's bug 13 prints: the oracle on an image with a mended string table.
my $top = "$FindBin::Bin/../..";
my $real = $ENV{COMPAT} // $ENV{BUILD} // "$top/build";
delete $ENV{COMPAT};
my $pairs_dir = ($real =~ m{^/} ? $real : "$top/$real") . "/compat";
my $build = "$tmp/build";    # what the oracle's stand-ins say must not be remembered

open my $mend, '>', "$tmp/mend.pl" or die "$tmp/mend.pl: $!\n";
print $mend <<'END';
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
close $mend;
my $mended = "'$^X' '-I$FindBin::Bin' '$tmp/mend.pl' '$oracle' \"\$@\"";

sub wrapper
{
    my ($name, $text) = @_;
    open my $fh, '>', "$tmp/$name" or die "$tmp/$name: $!\n";
    print $fh "#!/bin/sh\n$text\n";
    close $fh;
    chmod 0755, "$tmp/$name";
    return "$tmp/$name";
}

my $run = "'$oracle' \"\$@\"";
# name, wrapper text, sets, how many of the 5 pairs must differ, how many results must be explained (0): exact numbers, so that nothing slips through
my @cases = (
    ['the oracle itself', "exec $run", '.', 0],
    ['a digit of the flat profile', "$run >out.\$\$; s=\$?; sed '/^ *[0-9]/s/[0-9]/7x/' out.\$\$; rm out.\$\$; exit \$s", '^-p$', 4],
    ['a blank at a line end', "$run >out.\$\$; s=\$?; sed 's/name *\$/name/' out.\$\$; rm out.\$\$; exit \$s", '^-p$', 4],
    ['the last byte', "$run | head -c -1", '^-q$', 5],
    ['the exit status', "$run; exit 3", '^-z$', 5],
    ['death by a signal', "$run; kill -9 \$\$", '^-z$', 5],
    ['nothing printed', 'exit 0', '^-T$', 5],
    ['the sums are lost', "$run; s=\$?; test -f gmon.sum && head -c 20 gmon.sum >x && mv x gmon.sum; exit \$s", '^-s$', 5],
    ['dotted names kept', "exec $mended", '^-[pz]$', 0, 2],
    ['dotted names kept and a digit changed', "$mended | sed '/^ *[0-9]/s/[0-9]/7x/'", '^-p$', 5],
    ['no -nan', "$run >out.\$\$; s=\$?; sed 's/-nan/0.00/g' out.\$\$; rm out.\$\$; exit \$s", '^-z$', 0, 1],
    ['no -nan, but 0.01', "$run >out.\$\$; s=\$?; sed 's/-nan/0.01/g' out.\$\$; rm out.\$\$; exit \$s", '^-z$', 1],
    ['no sums file', "$run; s=\$?; rm -f gmon.sum; exit \$s", '^-s$', 5],
    ['ours hangs', 'exec sleep 20', '^-z$', 5],
    ['both hang', 'exec sleep 20', '^-z$', 5, 0, 'both'],
    ['both hang, with sums', 'exec sleep 20', '^-s$', 5, 0, 'both'],
    ['the oracle is killed, not crashed', 'exit 0', '^-z$', 5, 0, 'kill -9 $$'],
    ['the oracle crashes', 'exit 0', '^-z$', 0, 5, 'kill -11 $$'],
);
print '1..', scalar @cases, "\n";
my $failed = 0;
my $n = 0;
for my $case (@cases) {
    my ($name, $text, $sets, $want, $explained, $other) = @$case;
    $explained //= 0;
    local $ENV{GPROF} = wrapper('w' . $n, $text);
    local $ENV{ORACLE} = !defined $other ? $oracle : $other eq 'both' ? $ENV{GPROF} : wrapper("o$n", $other);
    local $ENV{BUILD} = $build;
    my $like = '^(?:' . join('|', @pairs) . ')$';
    my @out = qx{'$^X' '$FindBin::Bin/matrix.pl' --tap --show=0 --limit=2 '--dir=$pairs_dir' '--pairs=$like' '--sets=$sets' '--keep=$tmp/keep' 2>&1};
    my $bad = grep { /^not ok/ } @out;
    my ($meant) = $out[-1] =~ /\((\d+) explained\)/;
    my $ok = $bad == $want && $meant == $explained && ($? == 0) == ($want == 0);
    printf "%s %d - %s: %d of %d pairs differ\n", $ok ? 'ok' : 'not ok', ++$n, $name, $bad, scalar @pairs;
    print map { "#   $_" } @out unless $ok;
    $failed++ unless $ok;
}
exit($failed ? 1 : 0);
