#!/usr/bin/perl
# manual.t - doc/gprof.texi has the options of gprof --help, no others, and examples that are true
#
# Role:   compares options, and the bits of -d, with the manual's lists; compares each
#         @smallexample with the golden case that the comment above it names, of which it is a
#         part, but for blanks at the ends of lines; asks makeinfo, where it is installed.
# Input:  environment GPROF, SRCDIR.  Output: TAP.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Temp qw(tempdir);
use FindBin;
use lib "$FindBin::Bin/../lib";
use Golden qw(golden_case);
use GprofOptions;
use Test::More;

my $top    = $ENV{SRCDIR} // abs_path("$FindBin::Bin/../..");
my $gprof  = $ENV{GPROF} // ($ENV{BUILD} // "$top/build") . '/gprof';
my $manual = "$top/doc/gprof.texi";

sub slurp
{
    open my $f, '<:raw', $_[0] or return '';
    local $/;
    return scalar(<$f>) // '';
}

my $text = slurp($manual);

# Options: those that are items of a list.
my @in_manual = $text =~ /^\@itemx? (-\w|--[\w-]+)(?=[\[\s=])/mg;
my @options = map { (length $_->[0] ? "-$_->[0]" : (), length $_->[1] ? "--$_->[1]" : ()) }
    gprof_options($gprof);
is(join("\n", sort @in_manual), join("\n", sort @options), 'the manual has the options of --help');

# The bits of -d.
my ($bits) = $text =~ /^\@cindex tracing\n(.*?)^\@end table/ms;
my @in_source = map { 1 << $_ } slurp("$top/src/base/trace.h") =~ /^ *TRACE_\w+ = 1 << (\d+)/mg;
is(join(' ', ($bits // '') =~ /^\@item (\d+)$/mg), "@in_source", 'and the bits of -d');

# Examples.
my %golden;
my $examples = 0;
while ($text =~ /^((?:\@c example: (\S+)\n)?)\@smallexample\n(.*?)^\@end smallexample$/msg) {
    my ($name, $shown) = ($2 // '', $3);
    my $line = 1 + (() = substr($text, 0, $-[0]) =~ /\n/g);
    $shown =~ s/\@([\@{}])/$1/g;
    $golden{$name} //= "\n" . (golden_case("$top/tests/golden", $name)->{stdout} // '') =~ s/ +$//mgr;
    ok($name ne '' && index($golden{$name}, "\n$shown") >= 0,
        "line $line: the example is a part of " . ($name || 'a golden case'));
    $examples++;
}
cmp_ok($examples, '>=', 20, 'there are examples');

my ($long) = sort { $b <=> $a } map { length } split /\n/, $text;
cmp_ok($long, '<=', 100, 'no line above 100 columns');

SKIP: {
    skip 'no makeinfo', 1 if !grep { -x "$_/makeinfo" } split /:/, $ENV{PATH};
    my $work = tempdir('gprof-test.XXXXXX', TMPDIR => 1, CLEANUP => 1);
    is(qx{makeinfo --no-split -o '$work/gprof.info' '$manual' 2>&1}, '', 'makeinfo accepts it');
}
done_testing();
