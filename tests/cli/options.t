#!/usr/bin/perl
# options.t - every option has a golden case of its own, in golden/options, that runs both its forms
#
# Role:   -p, --flat-profile has p-flat-profile.sh; --demangle has demangle.sh; -k has
#         k-SOMETHING.sh; @FILE has at-file.sh.
# Input:  environment GPROF, SRCDIR.  Output: TAP.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use Cwd qw(abs_path);
use FindBin;
use lib "$FindBin::Bin/../lib";
use GprofOptions;
use Test::More;

my $top   = $ENV{SRCDIR} // abs_path("$FindBin::Bin/../..");
my $gprof = $ENV{GPROF} // ($ENV{BUILD} // "$top/build") . '/gprof';
my $dir   = "$top/tests/cli/golden/options";

sub slurp
{
    open my $f, '<:raw', $_[0] or return '';
    local $/;
    return scalar(<$f>) // '';
}

my %cases = map { s{^.*/(.*)\.sh$}{$1}r => 1 } glob "$dir/*.sh";
for my $case (sort keys %cases) {
    like(slurp("$dir/$case.sh"), qr/\A# \S/, "$case says what it shows");
}

my @options = gprof_options($gprof);
cmp_ok(scalar @options, '>', 40, 'there are options');
for my $option (@options) {
    my ($letter, $long) = @$option;
    my $name = join '-', grep { length } $letter, $long;
    my ($case) = $long ? $name : grep { /^\Q$letter\E-/ } sort keys %cases;
    my @commands = grep { /^\$ .*\bgprof / } split /\n/, slurp("$dir/" . ($case // $name) . '.stdout');
    my @missing;
    push @missing, "-$letter" if length $letter && !grep { / -\w*?\Q$letter\E/ } @commands;
    push @missing, "--$long" if length $long && !grep { / --\Q$long\E(?:=| |$)/ } @commands;
    is("@missing", '', "golden/options/$name shows all forms of the option");
    delete $cases{$case} if defined $case;
}
ok(delete $cases{$_}, "golden/options/$_ is there")
    for qw(at-file demangle-styles GPROF_PATH symspec);
is(join(' ', sort keys %cases), '', 'no case is about an option that does not exist');
done_testing();
