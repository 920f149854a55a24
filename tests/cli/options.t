#!/usr/bin/perl
# options.t - every option has a golden case of its own, in golden/options, that runs both its forms
#
# Role:   the rows of the table in `gprof --help' and the letters of its usage block are the options.
#         -p, --flat-profile has p-flat-profile.sh; --demangle has demangle.sh; -k has k-SOMETHING.sh;
#         @FILE has at-file.sh.
# Input:  environment GPROF, SRCDIR.  Output: TAP.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use Cwd qw(abs_path);
use FindBin;

my $top   = $ENV{SRCDIR} // abs_path("$FindBin::Bin/../..");
my $gprof = $ENV{GPROF} // ($ENV{BUILD} // "$top/build") . '/gprof';
my $dir   = "$top/tests/cli/golden/options";
my ($count, $failed) = (0, 0);

sub ok
{
    my ($good, $name, $why) = @_;
    print $good ? 'ok ' : 'not ok ', ++$count, " - $name\n";
    return if $good;
    $failed++;
    print STDERR "# failed: $name: $why\n";
}

sub slurp
{
    open my $f, '<:raw', $_[0] or return '';
    local $/;
    return scalar(<$f>) // '';
}

# Options as [letter or '', long name or ''].
my $help = qx{'$gprof' --help};
my ($usage, $table) = $help =~ /^(Usage.*?)\n\n(.*?)\nExamples/s or die "options.t: strange --help\n";
my (@options, %in_table);
while ($table =~ /^  (?:-(\w)(?:, | )|    )(?:--([\w-]+))?/mg) {
    push @options, [ $1 // '', $2 // '' ];
    $in_table{$1} = 1 if defined $1;
}
my ($plain, $named) = $usage =~ /\[-\[(\w+)\]\] \[-\[(\w+)\]\[name\]\]/;
push @options, map { [ $_, '' ] } grep { !$in_table{$_}++ } split //, ($plain // '') . ($named // '');
ok(@options > 40, 'there are options', scalar(@options) . ' found');

my %cases = map { s{^.*/(.*)\.sh$}{$1}r => 1 } glob "$dir/*.sh";
for my $option (@options) {
    my ($letter, $long) = @$option;
    my $name = join '-', grep { length } $letter, $long;
    my ($case) = $long ? $name : grep { /^\Q$letter\E-/ } sort keys %cases;
    my $shown = defined $case && $cases{$case} ? slurp("$dir/$case.stdout") : '';
    my @commands = grep { /^\$ .*\bgprof / } split /\n/, $shown;
    my @missing = grep { length } $letter && !grep({ / -\w*?\Q$letter\E/ } @commands) ? "-$letter" : '',
        $long && !grep({ / --\Q$long\E(?:=| |$)/ } @commands) ? "--$long" : '';
    ok($shown ne '' && !@missing, "$name has a golden case",
        $shown eq '' ? "no $dir/$name.sh" : "no command of it has @missing");
    delete $cases{$case} if defined $case;
}
my %others = map { $_ => 1 } qw(at-file GPROF_PATH symspec demangle-styles);
ok($cases{$_}, "$_ has a golden case", "no $dir/$_.sh") for qw(at-file GPROF_PATH symspec);
my @strange = grep { !$others{$_} } sort keys %cases;
ok(!@strange, 'no case is about an option that does not exist', "@strange");
for my $case (sort map { s{\.sh$}{}r } glob "$dir/*.sh") {
    my ($head) = slurp("$case.sh") =~ /\A((?:# .*\n)+)/;
    ok(defined $head, $case =~ s{.*/}{}r . ' says what it shows', 'no comment at its top');
}
print "1..$count\n";
exit($failed ? 1 : 0);
