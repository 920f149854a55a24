#!/usr/bin/perl
# hostile_names.t - names of functions, files and modules that try to break exports, reports and messages
#
# Role:   one program has functions of all these names; its path, the data's and those of modules are hostile, too.
#         JSON must parse and tell the names, the page's script must not end early, cells of CSV must be no formulas;
#         nothing but the classic listings may write controls or damaged characters.
# Output: TAP.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Check;
use Encode;
use JSON::PP;
use Test::More;

work_dir();
my @names = (
    # other lines, columns and cells
    "two\nlines", "cr\rlf\n", "tab\tbed", "a,b", 'say "x"', "'quote", '=1+1', '+1', '-1', '@SUM(A1)', "=cmd|'/C calc'!A0", "\t=1",
    'a;b', 'a b 1', ' ', 'end ', '100', 'fn=(1) x', 'calls=1 0', '}', '];', '\\', '\\n', 'x\\', '%s%n%d', '$(touch x)', '`touch x`',
    # ends of a script, of a comment and of a text
    '</script><script>x()</script>', '<!--<script>', ']]>', '<img src=x onerror=x()>', '&lt;&amp;', '"onload="x', "\\u0000", '-->',
    '{"a":[1,', '"]}', '__proto__', 'constructor', 'toString',
    # terminals
    "\e[31mred", "\e]0;title\a", "\b\b\b", "\x7f", "\xc2\x9b31m", "\xc2\x85", "\xe2\x80\xae" . 'gpj.exe', "\xe2\x81\xa6x", "\xe2\x80\xa8", "\xd8\x9c",
    # damaged characters, and good ones
    "\xff", "\xc3(", "\xe2\x82", "\xed\xa0\x80", "\xc0\xaf", "\xf4\x90\x80\x80", "caf\xc3\xa9", "\xf0\x9f\x98\x80",
);
my $prefix = "\e[2J\xc2\x9bx<b>\"=";
sub quoted { return '"' . join('', map { sprintf '\\x%02x', ord } split //, $_[0]) . '"' }
my $at = 0x1000 - 16;
make('mkimage', "$prefix.out", join '', sprintf("section .text 0x1000 0x%x\n", 16 * @names),
    map { sprintf "sym %s 0x%x 16\n", quoted($_), $at += 16 } @names);
make('mkgmon', "$prefix.gmon", join '', sprintf("magic\nhist 0x1000 0x%x %d 100 seconds s\nfill 0 %d 5\n", 0x1000 + 16 * @names, scalar @names, $#names),
    map { sprintf "arc 0x%x 0x%x 3\n", 0x1004 + 16 * ($_ - 1), 0x1000 + 16 * $_ } 1 .. $#names);
make('mkgmon', "$prefix.stacks", join '', "stacks cpu 10000000\nmodule program - " . quoted("$prefix.out") . " as p\n",
    (map { sprintf "module library - %s as m%d\n", quoted("/$names[$_]") =~ s/\\x00//gr, $_ } 0 .. $#names),
    map { sprintf "complete p:+0x%x m%d:=0x%x signals 4\n", 0x1004 + 16 * $_, $_, 16 * $_ } 0 .. $#names);

sub is_safe
{
    my ($text, $what) = @_;
    my $decoded = eval { decode('UTF-8', my $copy = $text, Encode::FB_CROAK) };
    my ($bad) = ($decoded // '') =~ /([^\n\t\x20-\x7e\x{a0}-\x{10ffff}]|[\x{61c}\x{200e}\x{200f}\x{2028}-\x{202e}\x{2066}-\x{2069}])/;
    ok(defined $decoded && !defined $bad, "$what: no controls, no damaged characters")
        or diag(defined $bad ? sprintf 'U+%04X', ord $bad : $text);
}

sub made
{
    my ($options, @files) = @_;
    @files = ('.gmon') if !@files;
    my ($out, $status, $err) = run("'$gprof' $options " . join ' ', map { qq{'$prefix$_'} } '.out', @files);
    is($status, 0, "$options @files: made") or diag($err);
    is_safe($err, "$options @files, messages");
    return $out;
}
for my $data (['.gmon'], ['.stacks']) {
    my $json = made('--export=json', @$data);
    my $all  = eval { JSON::PP->new->utf8->decode($json) };
    ok($all, "json, @$data: is JSON") or diag($@);
    is_safe($json, "json, @$data");
    my %told = map { ($_->{linker} // '') => 1 } @{ $all->{functions} };
    my @lost = grep {
        my $name = eval { decode('UTF-8', my $copy = $_, Encode::FB_CROAK) };
        defined $name && !$told{$name}
    } @names;
    is("@lost", '', "json, @$data: has the names");
    my $page = made('--export=html', @$data);
    is(scalar(() = $page =~ m{</script}gi), 1 + (() = $page =~ m{<script type="application/json"}g), "html, @$data: no name ends a script");
    unlike($page =~ s{<script.*?</script>}{}gsr, qr/<img|<b>|onerror=x\(\)>/, "html, @$data: no name is an element");
    my ($inner) = $page =~ m{<script type="application/json"[^>]*>(.*?)</script>}s;
    ok(eval { JSON::PP->new->utf8->decode($inner) }, "html, @$data: its data are JSON") or diag($@);
    is_safe($page, "html, @$data");
    my $csv = made('--export=csv', @$data);
    my @cells = $csv =~ /(?:^|,)("(?:[^"]|"")*"|[^,\r\n]*)/gm;
    is(join("\n", grep { /^"?[=+\@\t\r]|^"?-(?![\d.]+"?$)/ } @cells), '', "csv, @$data: no cell is a formula");
    is_safe(made($_, @$data), "$_, @$data")
        for ('--export=folded') x ($data->[0] eq '.stacks'), '--export=callgrind', '--export=dot', '--top', '--by-file';
    spew("base$data->[0].json", $json);
    is_safe(made("-b --compare=base$data->[0].json", @$data), "compare, @$data");
}
ok(!-e 'x', 'no name was a command');
done_testing();
