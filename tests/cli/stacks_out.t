#!/usr/bin/perl
# stacks_out.t - the exports of stacks, pprof and folded, agree with the listings and with each other
#
# Role:   of random graphs, with and without call stacks, the decoded profile and the folded stacks must hold what
#         the flat profile and the call graph print: each function's time, the inclusive times, the calls, the
#         total, to the last digit where that is an integer. Asks pprof itself where it is installed.
# Input:  environment GPROF, TOOLS, SRCDIR; STACKS_OUT_RUNS, how many graphs (default 12).  Output: TAP.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Check;
use JSON::PP ();
use Pprof qw(read_pprof);
use Test::More;

my ($pprof) = grep { -x } map { "$_/pprof" } glob('/usr/lib/go*/pkg/tool/*'), split /:/, $ENV{PATH};
$ENV{PPROF_TMPDIR} = work_dir();

# What a command prints; '' unless its status is 0.
sub printed
{
    my (@command) = @_;
    my $pid = open(my $from, '-|') // die "fork: $!";
    if ($pid == 0) {    # what the data are doubtful for is no matter here
        open STDERR, '>', 'warnings' or die "warnings: $!";
        exec @command or exit 127;
    }
    binmode $from;
    local $/;
    my $text = <$from> // '';
    return close $from ? $text : '';
}

# ---- a case: an image, data, sometimes stacks ----------------------------------------------------

my $functions = 60;

sub make_case
{
    my ($seed, $kind, $with_stacks) = @_;
    my $bytes = 16 * $functions;
    make('mkimage', 'image', sprintf "section .text 0x1000 %d\nfuncs %d f 0x1000 16\n", $bytes, $functions);
    # both would be of different runs
    my $samples = $with_stacks ? '' : sprintf "hist 0x1000 0x%x %d 100 seconds s\nnoise %d 40 9\n", 0x1000 + $bytes, $bytes / 4, $seed;
    make('mkgmon', 'gmon.out', sprintf "magic\n%sgen %s %d 0x1000 16 %sseed %d\n",
        $samples, $kind, $functions, $kind =~ /acyclic|random|zipf/ ? 'arcs 150 ' : '', $seed);
    unlink 'stacks';
    make('mkgmon', 'stacks', "stacks cpu 10000000\nmodule program - image\nrandom 300 $seed 12 $functions\n") if $with_stacks;
    return $with_stacks ? ('gmon.out', 'stacks') : ('gmon.out');
}

# What the listings print: by function { self, calls, total }, in seconds.
sub listed
{
    my (@words) = @_;
    my (%of, $total);
    for (split /\n/, printed($gprof, '-b', '-p', '-q', '-z', @words)) {
        $of{$2}{self} = $1 if /^ *\d+\.\d+ +\d+\.\d+ +(\d+\.\d+) +(?:\d+ +\S+ +\S+ +)?(?:~ )?(\w+)$/;
        $of{$5}{total} = $1 + $2, $of{$5}{calls} = $3 // 0
            if /^\[\d+\] +\S+ +(\d+\.\d+) +(\d+\.\d+)(?: +(\d+)(?:\+(\d+))?)? +(?:~ )?(\w+)(?: <cycle \d+>)? \[\d+\]$/;
    }
    return \%of;
}

# ---- what the exports hold, in the same form -----------------------------------------------------

sub of_pprof
{
    my ($p) = @_;
    my (%of, @sum);
    for my $s (@{ $p->{samples} }) {
        my ($samples, $calls, $time) = @{ $s->{values} };
        $sum[$_] += $s->{values}[$_] for 0 .. 2;
        $of{ $s->{stack}[0]{name} }{self} += $time;
        $of{ $s->{stack}[0]{name} }{calls} += $calls;
        my %met;
        $of{$_}{total} += $time for grep { !$met{$_}++ } map { $_->{name} } @{ $s->{stack} };
    }
    return (\%of, @sum);
}

sub of_folded
{
    my ($text) = @_;
    my (%of, $sum);
    for (split /\n/, $text) {
        my ($stack, $time) = /^((?:[^;]+;)*[^;]+) (\d+)$/ or return ({}, "not a line: $_");
        my @names = split /;/, $stack;
        $sum += $time;
        $of{ $names[-1] }{self} += $time;
        my %met;
        $of{$_}{total} += $time for grep { !$met{$_}++ } @names;
    }
    return (\%of, $sum);
}

# What is wrong with an export's numbers beside the listing's; totals only where nothing is pruned.
sub judge
{
    my ($of, $listed, $what) = @_;
    for my $name (sort keys %$listed) {
        for my $field (@$what) {
            my ($got, $want) = ($of->{$name}{$field} // 0, $listed->{$name}{$field} // 0);
            next if $field eq 'total' && $of->{'[pruned]'};
            my $off = $field eq 'calls' ? abs($got - $want) : abs($got / 1e9 - $want);
            # two rounded numbers make a total
            return "$name: $field is $got, listed $want" if $off > ($field eq 'calls' ? 0 : 0.0101);
        }
    }
    return '';
}

# The JSON export has the same integers; inclusive times are off by what rounding each path leaves.
sub judge_json
{
    my ($json, $of, $paths) = @_;
    for my $f (@{ $json->{functions} }) {
        my ($name, $self) = @$f{qw(name self)};
        return "$name: self $self" if $self != ($of->{$name}{self} // 0);
        next if !$paths || $of->{'[pruned]'} || !$self;
        return "$name: inclusive $f->{inclusive}, not $of->{$name}{total}" if abs($f->{inclusive} - $of->{$name}{total}) > $paths;
    }
    return $json->{total}{self} == 0 || @{ $json->{functions} } ? '' : 'no functions';
}

# What `pprof -top' prints must be the same again.
sub judge_pprof
{
    my ($file, $of) = @_;
    my $rows = 0;
    for (split /\n/, printed($pprof, '-top', '-nodefraction=0', '-unit=ns', $file)) {
        my ($self, $total, $name) = /^ *(\d+)(?:ns)? +\S+ +\S+ +(\d+)(?:ns)? +\S+ +(.*)$/ or next;
        $rows++;
        return "$name: $self and $total" if $self != ($of->{$name}{self} // 0) || $total != ($of->{$name}{total} // 0);
    }
    return $rows ? '' : 'no rows';
}

sub check
{
    my ($title, @data) = @_;
    my @words = ('image', @data);
    my $has_stacks = @data > 1;
    my $listed = listed(@words);
    my $bytes = printed($gprof, '--export=pprof', @words);
    my $p = eval { read_pprof($bytes) };
    if (!ok($p, "$title: a sound profile")) {
        diag($@);
        return;
    }
    my ($of, @sum) = of_pprof($p);
    my @fields = ('self', 'calls', $has_stacks ? 'total' : ());
    is(judge($of, $listed, \@fields), '', '... with the numbers of the listings');
    my $json = eval { JSON::PP->new->decode(printed($gprof, '--export=json', @words)) } // {};
    is(judge_json($json, $of, @fields > 2 && @{ $p->{samples} }), '', '... and of the JSON export');
    is($json->{total}{self}, $sum[2], '... and its total');
    is($sum[0], $json->{total}{samples}, '... and its samples');
    is($sum[0] * $p->{period}, $sum[2], '... in which a tick is a sample') if !$has_stacks;
    is(printed($gprof, '--export=pprof', @words), $bytes, '... and the same bytes again');
  SKIP: {
        skip 'no pprof', 1 if !$pprof;
        spew('profile.pb.gz', $bytes);
        is(judge_pprof('profile.pb.gz', $of), '', '... and pprof prints them');
    }
    return if !$has_stacks;
    my ($folded, $sum) = of_folded(printed($gprof, '--export=folded', @words));
    is($sum, $sum[2], '... folded: the same total');
    is(join(' ', map { $folded->{$_}{self} // 0 } sort keys %$listed), join(' ', map { $of->{$_}{self} // 0 } sort keys %$listed),
        '... and the same times of functions');
    is(judge($folded, $listed, ['total']), '', '... and inclusive times as listed');
}

my @kinds = qw(acyclic random zipf chain ring fanout);
for my $seed (1 .. $ENV{STACKS_OUT_RUNS} // 12) {
    my $kind = $kinds[ $seed % @kinds ];
    my @data = make_case($seed, $kind, $seed % 2);
    check("$seed, $kind" . (@data > 1 ? ', measured' : ', no stacks'), @data);
}

# ---- where it is written to ------------------------------------------------------------------------

make_case(1, 'acyclic', 0);
is(qx{'$gprof' --export=pprof image gmon.out 2>&1 >/dev/full},
    "gprof: standard output: No space left on device; the report is not complete\n", 'a full disk is an error');
is($? >> 8, 1, '... by its status, too');
is(qx{{ '$gprof' --export=pprof --output=/dev/full image gmon.out; } 2>&1} =~ /No space left on device/, 1, '... with --output');
is(qx{trap '' PIPE; { '$gprof' --export=csv image gmon.out; echo status \$? >&2; } 2>&1 >&- | cat} =~ /^gprof: .*status 1\n\z/s,
    1, 'so is an output that is closed');
SKIP: {
    my ($script) = grep { -x } map { "$_/script" } split /:/, $ENV{PATH};
    skip 'no script(1) of util-linux', 2 if !$script || qx{script --version 2>&1} !~ /util-linux/;
    skip 'no terminal can be had', 2 if system('script -qec true /dev/null </dev/null >/dev/null 2>&1') != 0;
    my $said = qx{script -qec "'$gprof' --export=pprof image gmon.out" /dev/null </dev/null};
    is($said =~ s/\r//gr, "gprof: binary data is not written to a terminal; use --output=FILE\n", 'not to a terminal');
    $said = qx{script -qec "'$gprof' --export=pprof --output=profile image gmon.out" /dev/null </dev/null};
    is($said . -s 'profile', length printed($gprof, '--export=pprof', 'image', 'gmon.out'), 'but from one into a file');
}
done_testing();
