#!/usr/bin/perl
# manual.t - doc/gprof.texi has the options of gprof --help, no others, and examples that are true
#
# Role:   compares options, and the bits of -d, with the manual's lists. Each @example and @smallexample
#         has to be held by something, which a comment in the line above says:
#             @c example: CASE          a part of the standard output of that golden case, but for
#                                       blanks at the ends of lines: compared here
#             @c recipe: NAME           run by recipes.t, which has to know the NAME
#             @c run: PLACE and others  run by manual_runs.t, whose head tells of them
#             @c tested: FILE           the like is run by the test FILE, or is in the example FILE, which is
#                                       run: options, variables, functions and first words occur in it
#             @c not run: REASON        what no machine can run, such as the form of a command
#         Asks makeinfo, where it is installed, and looks for options and variables in the index.
# Input:  environment GPROF, SRCDIR.  Output: TAP.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Check;
use Golden qw(golden_case);
use GprofOptions;
use Test::More;

my $manual = "$top/doc/gprof.texi";

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
my $recipes = slurp("$top/tests/cli/recipes.t");
while ($text =~ /^(?:\@c ([^\n:]+): ([^\n]+)\n)?\@((?:small)?example|verbatim|lisp)\n(.*?)^\@end \3$/msg) {
    my ($how, $name, $shown) = ($1 // 'nothing', $2 // '', $4);
    my $line = 1 + (() = substr($text, 0, $-[0]) =~ /\n/g);
    if ($how eq 'example') {
        $shown =~ s/\@([\@{}])/$1/g;
        $golden{$name} //= "\n" . (golden_case("$top/tests/golden", $name)->{stdout} // '') =~ s/ +$//mgr;
        ok(index($golden{$name}, "\n$shown") >= 0, "line $line: the example is a part of $name");
        $examples++;
    } elsif ($how eq 'recipe') {
        my ($recipe) = $name =~ m{^([\w.-]+)};
        like($recipes, qr/^check \Q$recipe\E /m, "line $line: recipes.t runs $recipe");
    } elsif ($how eq 'tested') {
        my $tested = slurp("$top/$name");
        my @words = map { /^(\w[\w.-]*)/ } split /\n/, $shown;
        push @words, $shown =~ /(?<![\w-])(--?[a-zA-Z][\w-]*|(?:PROFILE|GMON|gmon)_\w+)/g;
        is(join(' ', grep { index($tested, $_) < 0 } @words), '', "line $line: $name has what it shows");
    } else {
        like($how, qr/^(?:run(?:, numbers vary)?|compiled|file|not run)$/,
            "line $line: the example is held by a golden case, run, or it says why not (see the head of manual.t)");
    }
}
cmp_ok($examples, '>=', 20, 'there are examples');

# The picture in README.
my ($picture) = slurp("$top/README") =~ /^(    \$ gprof .*?\n)(?=\S)/ms;
ok(index(golden_case("$top/tests/golden", 'reports/top/ordinary')->{stdout}, $picture =~ s/^    //mgr =~ s/\n+\z/\n/r) >= 0,
    'the picture in README is a part of reports/top/ordinary');

# What --top says to do next.
my ($next) = slurp("$top/src/report/top_heading.c") =~ /^void top_next(.*?)^}/ms;
my @advice = map { s/"\s*"//gr } $next =~ /what = ("(?:[^"]|"\s+")*")/g;
cmp_ok(scalar @advice, '<=', 12, 'there are few pieces of advice');
is(join("\n", grep { my $what = s/^"| *"$//gr; $text !~ /^\@item \Q$what\E/m } @advice), '',
    'which the manual lists');

my ($long) = sort { $b <=> $a } map { length } split /\n/, $text;
cmp_ok($long, '<=', 100, 'no line above 100 columns');

# Variables that gprof and libgmon read, but for the one that is execvp's. libgmon(7) describes those of libgmon.
my @sources = glob "$top/src/*.c $top/src/*/*.c $top/src/runtime/*/*.c $top/src/runtime/*/*/*.c";
my @variables = map { slurp($_) =~ /\b(?:getenv|variable|(?:gm_)?(?:value_of|is_set|is_word|number_of)|take_all|read_number)\("([A-Z_]+)"/g } @sources;
push @variables, map { /"([A-Z0-9_]+)"/g } slurp("$top/include/gmon_out.h") =~ /_VARIABLES\b(.*?)\n(?=\S|$)/sg;
cmp_ok(scalar @variables, '>=', 22, 'variables are found in the sources');
my $page = slurp("$top/doc/libgmon.7");
is(join("\n", grep { /^GMON_/ && $page !~ /^\.B $_$/m } @variables), '', 'libgmon(7) has all of libgmon');

SKIP: {
    skip 'no makeinfo', 6 if !have('makeinfo');
    my $work = work_dir();
    is(qx{makeinfo --no-split -o '$work/gprof.info' '$manual' 2>&1}, '', 'makeinfo accepts it');

    # The indexes: all options, and variables.
    my ($indexes) = slurp("$work/gprof.info") =~ /\nIndex of options\n\*+\n(.*)/s;
    my %indexed = map { $_ => 1 } ($indexes // '') =~ /^\* (--?[\w-]+|\w+)/mg;
    is(join("\n", grep { !$indexed{$_} && $_ ne 'PATH' } @options, @variables), '', 'options and variables are in the indexes');
    is(qx{makeinfo --html --no-split --css-include='$top/doc/manual.css' -o '$work/gprof.html' '$manual' 2>&1}, '', 'there is an HTML form');
    my $html = slurp("$work/gprof.html");
    like($html, qr/max-width/, 'which has a style');
    my @chapters = $text =~ /^\@chapter (\w+)/mg;
    my ($contents) = $html =~ /<div class="contents"[^>]*>(.*?)<\/div>/s;
    is(join(' ', grep { ($contents // '') !~ /$_/ } @chapters), '', 'its table of contents has all chapters');
    my %anchor = map { $_ => 1 } $html =~ /\bid=["']([^"']+)["']/g;
    is(join(' ', grep { !$anchor{$_} } $html =~ /href="#([^"]+)"/g), '', 'and all of its links lead somewhere');
}
done_testing();
