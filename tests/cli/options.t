#!/usr/bin/perl
# options.t - every option has a golden case of its own, in golden/options, that runs both its forms
#
# Role:   -p, --flat-profile has a case p-flat-profile in one of the files there; --demangle has demangle;
#         -k has k-SOMETHING; @FILE has at-file; --NAME=VALUE of the table of reports has NAME-VALUE.
#         (manpage.t and manual.t look into man page and manual, the lint `documented' into the table.)
# Input:  environment GPROF, SRCDIR.  Output: TAP.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Check;
use Golden qw(golden_files read_golden);
use GprofOptions;
use Test::More;

my (%cases, %again);
for my $case (map { @{ read_golden($_->[0])->{cases} } } golden_files("$top/tests/golden/options")) {
    like($case->{commands}, qr/\A# \S/, "$case->{name} says what it shows");
    $again{ $case->{name} } = 1 if $cases{ $case->{name} };
    $cases{ $case->{name} } = $case;
}
is(join(' ', sort keys %again), '', 'no option has two cases of its name');

my @options = gprof_options($gprof);
cmp_ok(scalar @options, '>', 40, 'there are options');
for my $option (@options) {
    my ($letter, $long) = @$option;
    my $name = join '-', grep { length } $letter, $long;
    my ($case) = $long ? $name : grep { /^\Q$letter\E-/ } sort keys %cases;
    my @commands = grep { /^\$ .*\bgprof / } split /\n/, $cases{ $case // $name }{stdout} // '';
    my @missing;
    push @missing, "-$letter" if length $letter && !grep { / -\w*?\Q$letter\E/ } @commands;
    push @missing, "--$long" if length $long && !grep { / --\Q$long\E(?:=| |$)/ } @commands;
    is("@missing", '', "golden/options/$name shows all forms of the option");
    delete $cases{$case} if defined $case;
}

# The usage block is a text of its own.
my ($usage) = qx{'$gprof' --help} =~ /^All options in brackets:\n\t(.*?)\t\[image-file\]/ms;
for my $option (@options) {
    my ($letter, $long) = @$option;
    my $bare = $long =~ s/^no-//r;
    like($usage, qr/\[--(?:\Q$long\E|\[no-\]\Q$bare\E)[\]\[=]/, "the usage block has --$long") if length $long;
    like($usage, qr/^(?:\[-\[\w*\]\S* )*?\[-\[\w*$letter|\[-$letter\b/, "the usage block has -$letter") if length $letter;
}

my $table = slurp("$top/src/view/reports.def") =~ s{/\*.*?\*/}{}gsr;
my @reports = $table =~ /^(?:REPORT|NO_PRINTER)\((.*?)\)$/msg;
cmp_ok(scalar @reports, '>=', 9, 'there are reports');
for my $report (@reports) {
    my ($long, $value) = $report =~ /\.option = "([^"=]+)=([^"]+)"/ or next;
    like($cases{"$long-$value"}{stdout} // '', qr/^\$ .*\bgprof .*--\Q$long=$value\E\b/m,
        "golden/options/$long-$value shows --$long=$value");
    delete $cases{"$long-$value"};
}

ok(delete $cases{$_}, "golden/options/$_ is there")
    for qw(at-file demangle-styles GPROF_PATH symspec);
is(join(' ', sort keys %cases), '', 'no case is about an option that does not exist');
done_testing();
