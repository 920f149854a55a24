#!/usr/bin/perl
# readers.t - programs that read the reports find what they look for, in every environment
#
# Role:   1. the shape of reports on which gprof2dot and other readers rely: form feeds, headers,
#            columns, blanks between them, indices, no nan, inf or exponent; on reports of a small
#            program, of random ones and of extreme numbers
#         2. the same bytes whatever locale, time zone, terminal, width, directory, descriptor and
#            address space layout
# Input:  environment GPROF, TOOLS, VALGRIND (then fewer random programs).
# Output: TAP.
# Does not: compare with GNU gprof.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Check;
use Test::More;

my $work = work_dir();
delete @ENV{qw(LC_ALL LC_NUMERIC)};
$ENV{LANG} = 'C';
open STDIN, '<', '/dev/null' or die;

# ---- the shape of a report -------------------------------------------------------------------

my $number = qr/\d+\.\d\d/;
my $calls  = qr{\d+(?:[/+]\d+)?};
my $graph_title  = qr/^(?:\t\t\tCall graph|\t\t +Call graph \(explanation follows\))$/;
my $granularity  = qr/^granularity: each sample hit covers \d+ byte\(s\) (?:for \d|no time)/;
my $primary_line = qr/^\[(\d+)\] +\d+\.\d +$number +$number +(?:\d+(?:\+\d+)? +)?\S.* \[(\d+)\]$/;
my $other_line   = 
    qr/^ {7,}(?:<spontaneous>|(?:$number +$number +(?:$calls +)?|$calls +)\S.* (?:\[\d+\]|\(\d+\)))$/;

# What is wrong with a flat profile, a list of its lines.
sub check_flat
{
    my (@lines) = @_;
    my @bad;
    push @bad, 'no title' if shift @lines ne 'Flat profile:';
    shift @lines;
    push @bad, 'no "Each sample counts as"' if shift(@lines) !~ /^Each sample counts as \S+ \S/;
    shift @lines if $lines[0] =~ /^ no time accumulated/;
    shift @lines if $lines[0] eq '';
    push @bad, 'first header'
        if shift(@lines) !~ /^  %   cumulative   self              self     total +$/;
    # a unit without a letter ends before "/call"
    push @bad, 'second header'
        if shift(@lines) !~ m{^ time .* calls .*  name +$};
    for my $line (@lines) {
        last if $line eq '';
        # three numbers; a number and two more, or blanks; the name from column 54
        push @bad, "row: $line"
            if $line !~ /^ *$number +$number +$number (?: *\d+ +$number +$number| {26})  \S.*$/;
        # unless a long number has pushed it aside, the number of calls ends at column 34
        push @bad, "column of calls: $line"
            if substr($line, 0, 25) =~ /\.\d\d$/ && substr($line, 25, 9) !~ /^ +\d*$/;
    }
    return @bad;
}

# What is wrong with a call graph; its primary lines' indices go into %$indices.
sub check_graph
{
    my ($indices, @lines) = @_;
    my @bad;
    push @bad, 'no title' if shift(@lines) !~ $graph_title;
    my ($head) = grep { $lines[$_] =~ $granularity } 0 .. $#lines;
    return (@bad, 'no granularity') if !defined $head;
    $head += 2;
    push @bad, 'header' if $lines[$head] ne 'index % time    self  children    called     name';
    my ($primaries, $name) = (0);
    for my $line (@lines[$head + 1 .. $#lines]) {
        last if $line eq '';
        if ($line =~ /^-+$/) {
            push @bad, 'dashes' if length $line != 47;
            push @bad, "$primaries primary lines in an entry" if $primaries != 1;
            $primaries = 0;
        } elsif ($line =~ $primary_line) {
            push @bad, "two numbers: $line" if $1 != $2;
            push @bad, "number $1 twice" if $indices->{$1}++;
            $primaries++;
        } elsif ($line !~ $other_line) {
            push @bad, "line: $line";
        }
    }
    push @bad, 'no dashes at the end' if $primaries;
    return @bad;
}

# Split a report at its form feeds and look at its parts.
sub check_report
{
    my ($text) = @_;
    my @bad;
    push @bad, 'a form feed that is not alone on its line' if $text =~ /[^\n]\f|\f[^\n]/;
    (my $plain = $text) =~ s/^Each sample counts as .*//m;    # "1e-06 seconds" for a high rate
    push @bad, "not a number: $&" if $plain =~ /(?<![\w.:])-?(?:nan|inf)\b.*|\d[eE][+-]\d+/;
    push @bad, "localised: $&" if $text =~ /\d,\d/;
    push @bad, 'does not end with a newline' if $text !~ /\n\z/;
    my %indices;
    my ($flat, $graph, $index) = (0, 0, 0);
    for my $part (split /^\f\n/m, $text) {
        my @lines = split /\n/, $part, -1;
        shift @lines while @lines && $lines[0] eq '';
        next if !@lines;
        if ($lines[0] =~ /^Flat profile/) {
            $flat++;
            push @bad, map { "flat profile: $_" } check_flat(@lines);
        } elsif ($lines[0] =~ /Call graph/) {
            $graph++;
            push @bad, map { "call graph: $_" } check_graph(\%indices, @lines);
        } elsif ($part =~ /^Index by function name$/m) {
            $index++;
            my ($rows) = $part =~ /^Index by function name\n\n(.*)/ms;
            my %shown = map { $_ => 1 } $rows =~ /\[(\d+)\]/g;
            push @bad, map { "index: no entry [$_]" } grep { !$indices{$_} } keys %shown;
        }
    }
    push @bad, "$flat flat profiles, $graph call graphs, $index indices"
        if "$flat$graph$index" ne '111';
    return @bad;
}

sub check_command
{
    my ($name, @words) = @_;
    my ($text, $status, $errors) = run(join ' ', map { "'$_'" } $gprof, @words);
    my @bad = check_report($text);
    push @bad, "status $status" if $status;
    push @bad, map { "stderr: $_" } grep { !/^gprof: (?:warning: )?\S/ } split /\n/, $errors;
    is(join("\n", @bad), '', $name);
    return $text;
}

make('mkimage', 'a.out', <<'END');
section .text 0x1000 0x200
sym main 0x1000
sym parse 0x1040 local
sym _ZN4text4scanEPKc 0x1080
sym unused 0x10c0
sym even 0x1100
sym odd 0x1140
sym recursive 0x1180
sym last 0x11c0
END
make('mkgmon', 'gmon.out', <<'END');
magic
hist 0x1000 0x1200 32 100 seconds s
bin 0 1234
bin 4 56789
bin 8 7
bin 16 300 20
bin 24 11
arc 0x1008 0x1040 12345
arc 0x1048 0x1080 2
arc 0x1008 0x1100 3
arc 0x1108 0x1140 4
arc 0x1148 0x1100 4
arc 0x1048 0x1180 2
arc 0x1188 0x1180 20
END
my $report = check_command('a report with explanations', 'a.out', 'gmon.out');
check_command('a report without them', '-b');
check_command('a report with every function', '-b', '-z');
make('mkgmon', 'stacks', <<'END');
stacks cpu 10000000
module program - a.out
module library - libc.so.6
name main 0x1000
name parse 0x1040
name even 0x1100
name odd 0x1140
complete main+8 signals 1234
complete main+8 parse+8 libc.so.6:+0x100 even signals 56789
complete main+8 even+8 odd+8 even signals 3
no-unwind =0x1180
END
check_command('a measured report', 'a.out', 'gmon.out', 'stacks');
check_command('a measured report with every function', '-b', '-z', 'a.out', 'gmon.out', 'stacks');
check_command('a report of stacks alone', 'a.out', 'stacks');
check_command('a report with names as the linker has them', '-b', '--no-demangle');

# ---- extreme numbers -------------------------------------------------------------------------

make('mkgmon', 'large', <<'END');
magic
hist 0x1000 0x1200 32 1 seconds s
fill 0 27 65535
arc 0x1008 0x1040 4294967295
arc 0x1048 0x1080 4294967295
arc 0x1008 0x1100 4294967295
END
my @many = ('large') x 40;
my $large = check_command('billions of calls, months of time', '-b', 'a.out', @many);
ok($large =~ /^ *\d+\.\d\d +\d{8,}\.\d\d/m, 'its times are of eight digits and more');
for my $case (['a sampling rate of 0', 'hist 0x1000 0x1200 32 0 seconds s'],
    ['the largest sampling rate', 'hist 0x1000 0x1200 32 0xffffffff seconds s'],
    ['a histogram over all addresses', 'hist 0 0xffffffffffffffff 32 100 seconds s'],
    ['a bin smaller than a byte', 'hist 0x1000 0x1010 32 100 seconds s']) {
    make('mkgmon', 'extreme', "magic\n$case->[1]\nfill 0 20 9\narc 0x1008 0x1040 3\n");
    check_command($case->[0], '-b', 'a.out', 'extreme');
}
make('mkgmon', 'zero', "magic\nhist 0x1000 0x1200 32 100 seconds s\narc 0x1008 0x1040 3\n");
check_command('no samples', '-b', 'a.out', 'zero');
make('mkgmon', 'tiny', <<'END');
magic
hist 0x1000 0x1200 32 0xffffffff seconds s
bin 4 1
arc 0x1008 0x1040 4294967295
END
check_command('a tiny time per call', '-b', 'a.out', 'tiny');

# ---- random programs -------------------------------------------------------------------------

my $programs = $ENV{VALGRIND} ? 5 : 150;
mkdir 'random' or die;
system($^X, "$FindBin::Bin/gencase.pl", '-n', $programs, 1, 'random') == 0 or die "gencase.pl failed\n";
my (@wrong, $checked);
for my $dir (sort glob 'random/*') {
    my @data = sort grep { !/txt$/ } glob "$dir/data*";
    my @words = ($gprof, '-b', "$dir/image", @data);
    my ($text, $status) = run(join ' ', map { "'$_'" } @words);
    next if $status || $text !~ /^Flat profile.*Call graph/ms;
    $checked++;
    push @wrong, map { "$dir: $_" } check_report($text);
}
is(join("\n", splice @wrong, 0, 20), '', 'random programs');
cmp_ok($checked, '>', $programs / 4, 'some of them have reports to look at');

# ---- the same bytes everywhere ---------------------------------------------------------------

sub same
{
    my ($name, $command) = @_;
    my ($text, $status, $errors) = run($command);
    ok($text eq $report && $status == 0 && $errors eq '', $name) or diag("status $status\n$errors");
}
my @locales = qw(POSIX C.UTF-8 de_DE.UTF-8 fr_FR.UTF-8 ar_SA.UTF-8 tr_TR.UTF-8 no_such_LOCALE);
push @locales, grep { defined } (map { chomp; $_ } qx{locale -a 2>/dev/null})[0 .. 9];
my %tried;
for my $locale (grep { !$tried{$_}++ } @locales) {
    same("locale $locale", "LC_ALL=$locale LANG=$locale LANGUAGE=$locale '$gprof'");
}
same("time zone",          "TZ=Asia/Kathmandu '$gprof'");
same($_->[0],              "$_->[1] '$gprof'")
    for ['no terminal', 'TERM='], ['a terminal', 'TERM=xterm-256color'],
    ['40 columns', 'COLUMNS=40 LINES=10'], ['colours', 'CLICOLOR_FORCE=1 NO_COLOR='];
# under valgrind the wrapper that stands for gprof needs these
my $kept = $ENV{VALGRIND} ? join ' ', map { "$_='$ENV{$_}'" } qw(VALGRIND GPROF_REAL PATH) : '';
same('no environment',     "env -i $kept '$gprof'");
same('a large environment', "JUNK=" . ('x' x 100000) . " '$gprof'");
same('an absolute name',   "'$gprof' '$work/a.out' '$work/gmon.out' | sed 's,$work/,,g'");
same('through a pipe',     "'$gprof' | cat");
same('into a file',        "'$gprof' >report; cat report");
same('appended to a file', ": >log; '$gprof' >>log; cat log");
same('without standard error', "'$gprof' 2>&-");
same('a small stack',      "(ulimit -s 256; '$gprof')") if !$ENV{VALGRIND} && !$ENV{VARIANT};
for my $run (1 .. 3) {
    same("run $run", "'$gprof'");
}
my $machine = qx{uname -m 2>/dev/null} // '';
chomp $machine;
if (system("setarch $machine -R true >/dev/null 2>&1") == 0) {
    same('without address space randomisation', "setarch $machine -R '$gprof'");
    same('with the old layout of memory', "setarch $machine -L '$gprof'");
}
same('other malloc', "MALLOC_PERTURB_=165 MALLOC_ARENA_MAX=1 '$gprof'");

done_testing();
