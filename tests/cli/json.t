#!/usr/bin/perl
# json.t - what --export=json writes follows its schema, adds up, and can be read line by line
#
# Role:   makes JSON of the calculator, in many ways, and of random cases (gencase.pl), and holds each against
#         doc/gprof.schema.json and against itself: sums, references, order, one record a line.
# Input:  environment GPROF, SRCDIR, TOOLS, CC; CASES, how many random ones (default 30).  Output: TAP.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Check;
use JSON::PP;
use List::Util qw(sum0);
use JsonSchema;
use Test::More;

my $cases = $ENV{CASES} // 30;
work_dir();

my $json = JSON::PP->new;
my $schema = $json->decode(slurp("$top/doc/gprof.schema.json"));

# Returns the text, the status and the errors.
sub export
{
    return run("'$gprof' --export=json @_");
}

sub sums_of
{
    my ($d) = @_;
    my @f = @{ $d->{functions} };
    my @s = grep { $_ } map { $_->{shown} } @f;
    my %self = map { $_->{id} => $_->{shown} ? $_->{shown}{self} : 0 } @f;
    my %by_line;
    $by_line{ $_->{function} } += $_->{self} for @{ $d->{lines} };
    my @faults;
    my $is = sub { my ($what, $got, $want) = @_; push @faults, "$what: $got, not $want" if $got != $want };
    for my $what (qw(self samples)) {
        $is->($what, sum0(map { $_->{$what} } @f) + $d->{total}{"unknown_$what"}, $d->{total}{$what});
        $is->("shown $what", sum0(map { $_->{$what} } @s) + $d->{shown}{"unknown_$what"}, $d->{shown}{$what});
        next if !$d->{histogram};
        $is->("histogram $what", sum0(map { $_->{histogram}{$what} } @f) + $d->{histogram}{"unknown_$what"},
            $d->{histogram}{$what});
    }
    my $profiler = $d->{total}{self} - $d->{program};
    push @faults, "program: all but $profiler, and not $d->{profiler}" if abs($profiler - $d->{profiler}) > 1;
    my $shares = sum0(map { $_->{share} } @s);
    push @faults, "shares: $shares" if $shares > 1e6 || ($shares != 1e6 && $d->{shown}{self} && !$d->{shown}{unknown_self});
    $is->("lines of $_", $by_line{$_}, $self{$_}) for keys %by_line;
    $is->("sites of $_->{from}, $_->{to}", sum0(map { $_->{count} } @{ $_->{sites} }), $_->{count})
        for grep { $_->{known_by} eq 'calls' } @{ $d->{arcs} };
    $is->('stacks', sum0(map { $_->{self} } @{ $d->{stacks} }), $d->{total}{self}) if @{ $d->{stacks} };
    $is->('signals', sum0(map { $_->{signals} } @{ $d->{stacks} }), sum0(map { $_->{signals} } @f)) if @{ $d->{stacks} };
    push @faults, "$_->{id}: inclusive is less than self" for grep { $_->{inclusive} < $_->{self} } @f, @s;
    return @faults;
}

sub references_of
{
    my ($d) = @_;
    my %function = map { $_->{id} => $_ } @{ $d->{functions} };
    my %frame = map { $_->{id} => $_ } @{ $d->{stacks} };
    my @used = ((map { @$_{qw(from to)} } @{ $d->{arcs} }), (map { $_->{function} } @{ $d->{stacks} }, @{ $d->{lines} }),
        (map { @{ $_->{members} } } @{ $d->{cycles} }));
    my @faults = map { "no function $_" } grep { !$function{$_} } @used;
    push @faults, map { "frame $_->{id}: strange parent" }
        grep { defined $_->{parent} ? !$frame{ $_->{parent} } || $_->{parent} >= $_->{id} : !$_->{end} } @{ $d->{stacks} };
    for my $cycle (@{ $d->{cycles} }) {
        push @faults, map { "$_ is not in its cycle" } grep { $function{$_}{cycle} != $cycle->{id} } @{ $cycle->{members} };
    }
    my @order = map { $_->{id} } @{ $d->{functions} };
    push @faults, 'functions are not in order' if "@order" ne join ' ', sort { $a <=> $b } @order;
    my @arcs = map { sprintf '%012d %012d', @$_{qw(from to)} } @{ $d->{arcs} };
    push @faults, 'arcs are not in order' if "@arcs" ne join ' ', sort @arcs;
    return @faults;
}

# The rows of the classic listings say the same of what is shown. Names that are there twice are left out, and so are
# entries of functions that hand on a part of their time only; nothing is compared if a clone is listed, which the
# export takes for its function.
sub listings_of
{
    my ($d, @words) = @_;
    my (%row, %entry, %n, @faults);
    $n{ $_->{short} }++ for @{ $d->{functions} };
    my $flat = qx{'$gprof' -b -p --clones @words 2>/dev/null};
    $row{$6} = [ $3, $4 // 0, $5 ] while $flat =~ /^ *([\d.]+) +([\d.]+) +([\d.]+)(?: +(\d+) +([\d.]+) +[\d.]+)?  +(?:~ )?(\S.*)$/mg;
    my $graph = qx{'$gprof' -b -q --clones @words 2>/dev/null};
    $entry{$5} = [ $2, $3 ] while $graph =~ /^\[\d+\] +([\d.]+) +([\d.]+) +([\d.]+)( +[\d+\/]+)? +(?:~ )?(\S.*?)(?: <cycle \d+>)? \[\d+\]$/mg;
    return ([], 0) if grep { /\[clone / } keys %row, keys %entry;
    my $is = sub { my ($what, $got, $want) = @_; push @faults, "$what: $got, not $want" if abs($got - $want) > 0.0101 };
    for my $f (grep { $_->{shown} && $n{ $_->{short} } == 1 } @{ $d->{functions} }) {
        my ($name, $shown) = @$f{qw(short shown)};
        if (my $listed = $row{$name}) {
            $is->("self of $name", $shown->{self} / 1e9, $listed->[0]) if $d->{times}{inclusive} eq 'estimated';
            push @faults, "calls of $name: $f->{calls}, not $listed->[1]" if $f->{calls} != $listed->[1];
        }
        my $listed = $entry{$name};
        next if !$listed || abs($listed->[0] - $shown->{self} / 1e9) > 0.0101;
        $is->("inclusive of $name", $shown->{inclusive} / 1e9, $listed->[0] + $listed->[1]);
    }
    return (\@faults, scalar(keys %row) + keys %entry);
}

# Each record of a list stands on a line, and is JSON by itself.
sub lines_of
{
    my ($text, $d) = @_;
    my ($in, %n, @faults) = ('');
    for (split /\n/, $text) {
        if (/^"(\w+)":(.*?),?$/) {
            $in = $2 eq '[' ? $1 : '';
        } elsif (/^(\{.+\}),?$/) {
            $n{$in}++;
            push @faults, "no record: $_" if !$in || !eval { $json->decode($1) };
        } elsif (!/^(\],?|\{|\})$/) {
            push @faults, "strange line: $_";
        }
    }
    for (grep { ref $d->{$_} eq 'ARRAY' } keys %$d) {
        push @faults, "$_: not a record a line" if ($n{$_} // 0) != @{ $d->{$_} };
    }
    return @faults;
}

# All that must hold; the document.
sub check
{
    my ($name, @words) = @_;
    my ($text, $status, $errors) = export(@words);
    my $d = eval { $json->decode($text) };
    my @faults = $d ? (schema_faults($schema, $d)) : "no JSON: $@";
    push @faults, "status $status: $errors" if $status;
    push @faults, sums_of($d), references_of($d), lines_of($text, $d) if !@faults;
    is(join("\n", @faults), '', "$name: @words");
    return $d;
}

# ---- the calculator ----

system('sh', '-c', '. "$SRCDIR/tests/golden/programs/calc.sh"; stacks | "$TOOLS/mkgmon" >call.stacks') == 0 or die;
my @both = qw(a.out gmon.out call.stacks);
my $plain = check('estimated', qw(a.out gmon.out));
my $measured = check('measured', @both);
check('stacks alone', qw(a.out call.stacks));
check('estimated in spite of stacks', '--estimated', @both);
for my $words ('-l', '-c', '-z', '-kterm/expression', '-Phash -Qmain', '-pterm -qfind', '-Nhash', '-nfind', '-l -Pterm -kterm/expression -c')
{
    check('calculator', $words, qw(a.out gmon.out));
    check('calculator', $words, @both);
}
is($measured->{times}{inclusive} . $plain->{times}{inclusive}, 'measuredestimated', 'it says which times are measured');
my ($hash) = grep { $_->{name} eq 'hash' } @{ $measured->{functions} };
is($hash->{self}, 400_000_000, 'times are nanoseconds');
is((export(@both))[0], (export(@both))[0], 'the same bytes again');
is((export('-j1', 'a.out', ('gmon.out') x 9))[0], (export('-j4', 'a.out', ('gmon.out') x 9))[0],
    'whatever the number of threads');
like((export('-p', 'a.out', 'gmon.out'))[2], qr/Only one/, 'no report beside it');

# What the filters do: facts stay as they are.
my $filtered = check('filtered', '-Phash', @both);
my ($left) = grep { $_->{name} eq 'hash' } @{ $filtered->{functions} };
ok($left->{self} == $hash->{self} && !$left->{shown}{self}, 'a function that is left out has its facts');
is($filtered->{total}{self} - $filtered->{shown}{self}, $hash->{self}, 'and no part in what is shown');

# ---- beside the listings ----

# Whether the export means to differ: the listings know neither the linker's stubs nor indirect functions nor all
# names of mcount nor code between functions, and take bins for a little smaller than they were.
sub is_exacter
{
    my ($d, @words) = @_;
    no warnings 'portable';
    my @all = sort { $a->{at} <=> $b->{at} } map { { at => hex($_->{address}), size => $_->{size} } }
        grep { defined $_->{address} } @{ $json->decode((export('-z', @words))[0])->{functions} };
    return 1 if grep { $all[$_]{at} + $all[$_]{size} < $all[ $_ + 1 ]{at} } 0 .. $#all - 1;
    return (grep { $_->{linker} =~ /\@plt$|^<plt>$|^(?:__fentry__|__gnu_mcount_nc|resolver)$/ } @{ $d->{functions} })
        || grep { $_->{bins} && (hex($_->{high}) - hex($_->{low})) % (2 * $_->{bins}) } @{ $d->{histograms} };
}

my $rows = 0;
sub agrees
{
    my ($name, @words) = @_;
    my ($text, $status) = export(@words);
    return if $status || is_exacter($json->decode($text), @words);
    my ($faults, $n) = listings_of($json->decode($text), @words);
    $rows += $n;
    is(join("\n", @$faults), '', "$name: as the listings have it");
}
# With -k the listings lack calls, and what follows from them, which are facts.
agrees('calculator', $_, qw(a.out gmon.out)) for '', '-Phash';
agrees('measured calculator', $_, @both) for '-Phash', '-Nfind';

# ---- the check bites ----

sub is_fault
{
    my ($want, $change) = @_;
    my $d = $json->decode((export(@both))[0]);
    $change->($d);
    my @faults = schema_faults($schema, $d);
    @faults = (sums_of($d), references_of($d)) if !@faults;
    like(join("\n", @faults), $want, "found: $want");
}
is_fault(qr{^/functions/0: lacks linker}, sub { delete $_[0]{functions}[0]{linker} });
is_fault(qr{^/arcs/1/count: is of type}, sub { $_[0]{arcs}[1]{count} = 1.5 });
is_fault(qr{^/functions/0/id: is of type string}, sub { $_[0]{functions}[0]{id} = 'x' });
is_fault(qr{^/version: is another value}, sub { $_[0]{version} = 2 });
is_fault(qr{^/times/inclusive: is none of}, sub { $_[0]{times}{inclusive} = 'guessed' });
is_fault(qr{^: has a strange member more}, sub { $_[0]{more} = 1 });
is_fault(qr{^self: }, sub { $_[0]{functions}[0]{self}++ });
is_fault(qr{^no function 999}, sub { $_[0]{arcs}[0]{to} = 999 });

# ---- random cases ----

mkdir 'random';
system("'$^X' '$top/tests/compat/gencase.pl' -e static,nohist,rates,rate0,blocks0,lowhigh,nbins0,bigendian,kernel,wrap -n $cases 1 random") == 0 or die;
my @ways = ('', '-l', '-c', '-z', '-c -z -l', '--estimated');
for my $seed (1 .. $cases) {
    chdir "random/$seed" or die;
    my @words = ($ways[ $seed % @ways ], 'image', grep { /^data\d+$/ } sort glob 'data*');
    my ($text, $status) = export(@words);
    if ($status) {
        is($text, '', "random case $seed is refused");
    } else {
        check("random case $seed", @words);
        agrees("random case $seed", @words[ 1 .. $#words ]);
    }
    chdir '../..' or die;
}

cmp_ok($rows, '>', 100, 'rows of the listings that say the same');

# ---- a real program, other readers ----

SKIP: {
    my $cc = $ENV{CC} // 'cc';
    skip 'no compiler that notes a build ID', 1
        if system("echo 'int main(void) { return 0; }' | $cc -pg -Wl,--build-id=0x00ff207e -x c -o p - 2>/dev/null && printf 'gmon\\1\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0' >g") != 0;
    my ($text) = export(qw(p g));
    is($json->decode($text)->{image}{build_id}, '00ff207e', 'the build ID');
}
SKIP: {
    skip 'no jq', 2 if system('jq --version >/dev/null 2>&1') != 0;
    system("'$gprof' --export=json @both >profile.json");
    my @recipes = map { s/\@\@/@/gr } slurp("$top/doc/gprof.texi") =~ /^(jq .* profile\.json)$/mg;
    is(scalar @recipes, 1, 'the manual has a recipe');
    for (@recipes) {
        my $got = qx{$_};
        ok($? == 0 && $got ne '', "jq: $_");
    }
}
done_testing();
