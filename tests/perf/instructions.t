#!/usr/bin/perl
# instructions.t - each report and export executes no more instructions than when instructions.txt was written
#
# Role:   time is noisy, instructions are not: valgrind counts those of one run of each kind, on small inputs, so that
#         what becomes slower by 3 % is seen the day it lands. Two counts of a run: `own', of gprof's own code, which
#         depends on compiler and flags alone; and `all', with the libraries, which depends on these and the processor.
#         instructions.txt has the counts of the builds that are known, each with what they depend on.
#             the same compiler and flags      own may grow by 3 %
#             the same libraries, too          and so may all
#             a compiler that is not known     own may be 30 % more than that of a known one, times what the compiler
#                                              makes of another program (mkgmon), the calibration
# When a count is meant to change, or the test says that one has become less: make bless-instructions, which counts
# anew for this compiler and keeps the others' blocks. EXACT=1: what has become less by 3 % fails, too.
#
# Input:  environment GPROF, TOOLS, BUILD, SRCDIR, CC, JOBS; BLESS=1 writes instructions.txt; CASES, a pattern of the
#         cases to count.  Output: TAP.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Check;
use Digest::MD5 qw(md5_hex);
use Test::More;

my ($TOLERANCE, $TOLERANCE_UNKNOWN) = (0.03, 0.30);
my $list = "$top/tests/perf/instructions.txt";
my $jobs = $ENV{JOBS} || 2;

plan skip_all => 'a variant build' if $ENV{VARIANT} || $ENV{VALGRIND};
plan skip_all => 'no valgrind' if system 'valgrind --version >/dev/null 2>&1';
my $compiler = compiler();
plan skip_all => 'counts are of -O2, and of x86-64' if $compiler !~ / -O2 / || $compiler !~ /x86_64/;

work_dir();

# ---- what counts depend on ---------------------------------------------------------------------
# Version and target of the compiler, the flags that matter, and whether libdw reads the lines.
sub compiler
{
    my ($version) = split /\n/, `$cc --version 2>/dev/null`;
    my $machine = `$cc -dumpmachine 2>/dev/null`;
    chomp $machine;
    my ($compile, undef, $libs) = split m{ // }, slurp("$build/flags") . ' // //';
    my @flags = grep { /^-(?:O|f|m|std=|DNDEBUG|flto)/ && !/prefix-map/ } split ' ', $compile;
    return join ' ', $version // 'unknown', $machine, @flags, $libs =~ /-ldw\b/ ? 'libdw' : 'libbfd', '';
}

# The libraries by their sizes, and what of the processor libc chooses its functions by.
sub surroundings
{
    my ($objects) = @_;
    my ($flags) = slurp('/proc/cpuinfo') =~ /^flags\s*:(.*)/m;
    return substr md5_hex(join ' ', $flags // '', map { "$_ " . (-s $_ // 0) } grep { $_ ne $gprof && -e } sort keys %$objects), 0, 12;
}

# ---- inputs ------------------------------------------------------------------------------------
my ($n, $text) = (500, 0x400000);

sub make_image
{
    my ($file, $symbols) = @_;
    make('mkimage', $file, sprintf "section .text %d %d\n%s", $text, 16 * $n, $symbols);
}

# Functions of 16 bytes with two lines each, in a source of as many lines.
sub make_lines
{
    open my $to, '|-', "perl '$top/tests/lib/linetable.pl' | '$tools/mkimage' -o lines" or die "linetable.pl: $!";
    printf {$to} "section .text 0x%x %d\n", $text, 16 * $n;
    for my $i (0 .. $n - 1) {
        printf {$to} "0x%x lines.c:%d f%d\n0x%x lines.c:%d\n", $text + 16 * $i, 2 * $i + 1, $i, $text + 16 * $i + 8, 2 * $i + 2;
    }
    printf {$to} "0x%x end\nfuncs %d f 0x%x 16\n", $text + 16 * $n, $n, $text;
    close $to or die 'linetable.pl failed';
    spew('lines.c', join '', map { "line $_ of some length;\n" } 1 .. 2 * $n);
}

sub make_inputs
{
    make_image('image', "funcs $n f $text 16\n");
    make_image('static', "funcs $n f $text 16 local\n");
    make_image('cxx', join '', map { sprintf "sym _ZN5space4f%03dIiEEvT_S1_ %d 16 func\n", $_, $text + 16 * $_ } 0 .. $n - 1);
    make_lines();
    for my $kind (qw(zipf random)) {
        make('mkgmon', "$kind.out", sprintf "magic\nhist %d %d %d 100 seconds s\nnoise 3 10 20\ngen %s %d %d 16 arcs 2500 seed 5\nbb\n%s",
            $text, $text + 16 * $n - 64, 4 * $n - 16, $kind, $n, $text,
            join '', map { sprintf "block %d %d\n", $text + 16 * $_, $_ } 0 .. $n / 2);
    }
    make('mkgmon', 'gmon.out.stacks', "stacks cpu 10000000\nmodule program - image\nrandom 500 1 20 $n\n");
    spew('map', join '', map { sprintf "o%d.o:00000000 T f%d\n", $_ / 10, $_ } 0 .. $n - 1);
}

# ---- cases -------------------------------------------------------------------------------------
my @many = ('--jobs=1', 'image', ('zipf.out') x 20);
my @stacks = qw(image zipf.out gmon.out.stacks);
my @cases = (
    map({ [ $_->[0], $_->[1] ] }
        [ listing => [qw(-b image zipf.out)] ],         [ cycle => [qw(-b image random.out)] ],
        [ explained => [qw(image zipf.out)] ],          [ flat => [qw(-b -p image zipf.out)] ],
        [ graph => [qw(-b -q image zipf.out)] ],        [ traditional => [qw(-b -T image zipf.out)] ],
        [ static => [qw(-b static zipf.out)] ],         [ demangled => [qw(-b cxx zipf.out)] ],
        [ filtered => [qw(-b -pf1 -qf2 -n f3 image zipf.out)] ], [ calls_in_code => [qw(-b -c image zipf.out)] ],
        [ counts => [qw(-b -C image zipf.out)] ],       [ annotated => [qw(-b -A lines zipf.out)] ],
        [ lines => [qw(-b -l lines zipf.out)] ],        [ lines_flat => [qw(-b -l -p lines zipf.out)] ],
        [ blocks => [qw(-b -l -A -x lines zipf.out)] ], [ with_lines => [qw(-b -p --inline-file-names lines zipf.out)] ],
        [ order => [qw(-r image zipf.out)] ],           [ file_order => [qw(-R map image zipf.out)] ],
        [ info => [qw(-i image zipf.out)] ],            [ sum => [ '-s', @many ] ],
        [ stacks => [ '-b', @stacks ] ],                [ estimates => [ '-b', '--compare-estimates', @stacks ] ],
        [ top => [qw(--top image zipf.out)] ],          [ top_cycle => [qw(--top image random.out)] ],
        [ top_names => [qw(--top --sort=name cxx zipf.out)] ], [ top_stacks => [ '--top', @stacks ] ],
        [ compare => [qw(--compare=random.out image zipf.out)] ],
        [ compare_runs => [qw(--compare=random.out image zipf.out zipf.out random.out)] ],
        [ compare_json => [qw(--compare=random.out --export=json image zipf.out)] ],
        [ compare_stacks => [ '--compare=zipf.out', @stacks ] ],
        [ by_file => [ '--by-file', @many ] ],          [ by_file_json => [ '--by-file', '--export=json', @many ] ],
    ),
    map({ [ "export_$_", [ "--export=$_", 'lines', 'zipf.out' ] ] } qw(json csv callgrind html pprof dot)),
    map({ [ "estimated_$_", [ "--export=$_", '--estimated', 'image', 'zipf.out' ] ] } qw(folded pprof html)),
    map({ [ "stacks_$_", [ "--export=$_", @stacks ] ] } qw(json csv callgrind html pprof dot folded)),
);

# ---- counting ----------------------------------------------------------------------------------
# Instructions of the program's own object file, and of all; lines behind `calls=` are of callees.
sub read_counts
{
    my ($file, $program) = @_;
    my ($mine, $own, $all, $skip, %objects) = (0, 0, 0, 0);
    open my $in, '<', $file or return;
    while (<$in>) {
        if (/^ob=(.*)/) {
            $mine = $1 eq $program;
            $objects{$1} = 1;
        } elsif (/^calls=/) {
            $skip = 1;
        } elsif (/^(?:0x)?[0-9a-f]+ (\d+)$/) {
            $all += $1 unless $skip;
            $own += $1 if $mine && !$skip;
            $skip = 0;
        }
    }
    return { own => $own, all => $all, objects => \%objects };
}

# One run in a directory of its own, from where the inputs are seen by links; its counts end up in counts.NAME.
sub count
{
    my ($name, $program, @words) = @_;
    mkdir "run-$name" or die "run-$name: $!";
    chdir "run-$name" or die "run-$name: $!";
    symlink "../$_", $_ for map { s{^\.\./}{}r } glob '../*.out* ../image ../static ../cxx ../lines ../lines.c ../map';
    exec 'timeout', '120', 'valgrind', '-q', '--tool=callgrind', '--dump-line=no', '--compress-strings=no', '--compress-pos=no',
        '--callgrind-out-file=counts', $program, @words;
}

# All runs, as many at a time as there are processors for; the counts by name.
sub count_all
{
    my (%runs) = @_;
    my (%names, %counts);
    for my $name ((sort keys %runs), undef) {
        while (%names && (!defined $name || keys %names >= $jobs)) {
            my $pid = wait;
            my $done = delete $names{$pid} // next;
            $counts{$done} = $? == 0 ? read_counts("run-$done/counts", $runs{$done}[0]) : undef;
        }
        last if !defined $name;
        my $pid = fork // die "fork: $!";
        if ($pid == 0) {
            open STDOUT, '>', '/dev/null';
            open STDERR, '>', "$name.messages";
            count($name, @{ $runs{$name} });
        }
        $names{$pid} = $name;
    }
    return \%counts;
}

# ---- the list ----------------------------------------------------------------------------------
# A block a compiler: its counts by case, `calibration' among them, and what `all' depends on.
sub read_list
{
    my (@blocks, $block);
    for (split /\n/, slurp($list)) {
        push @blocks, $block = { compiler => "$1 ", counts => {} } if /^compiler (.*\S)/;
        $block->{surroundings} = $1 if /^libraries (\S+)/;
        $block->{counts}{$1} = { own => $2, all => $3 } if /^(\w+) +(\d+) +(\d+)$/;
    }
    return @blocks;
}

sub write_list
{
    my (@blocks) = @_;
    my ($head) = slurp($list) =~ /^((?:#.*\n)*)/;
    open my $to, '>', $list or die "$list: $!";
    print {$to} $head;
    for my $block (@blocks) {
        printf {$to} "\ncompiler %s\nlibraries %s\n", $block->{compiler} =~ s/ $//r, $block->{surroundings};
        printf {$to} "%-20s %10d %10d\n", $_, @{ $block->{counts}{$_} }{qw(own all)} for sort keys %{ $block->{counts} };
    }
    close $to or die "$list: $!";
}

# ---- all of it ---------------------------------------------------------------------------------
make_inputs();
spew('calibration.out.txt', sprintf "magic\nhist %d %d %d 100 seconds s\nnoise 3 10 20\ngen random %d %d 16 arcs 20000 seed 5\n",
    $text, $text + 16 * $n, 4 * $n, $n, $text);
my @chosen = grep { !$ENV{CASES} || $_->[0] =~ /$ENV{CASES}/ } @cases;
my $got = count_all(
    calibration => [ "$tools/mkgmon", '-o', 'calibrated', 'calibration.out.txt' ],
    map { ($_->[0] => [ $gprof, @{ $_->[1] } ]) } @chosen);
plan skip_all => 'valgrind cannot run what this compiler makes: ' . substr slurp('calibration.messages'), 0, 80
    if !$got->{calibration};
my $around = surroundings({ map { %{ $_->{objects} } } grep { $_ } values %$got });

if ($ENV{BLESS}) {
    my @missing = grep { !$got->{$_} } keys %$got;
    die "no counts: @missing\n" if @missing || $ENV{CASES};
    my @others = grep { $_->{compiler} ne $compiler } read_list();
    write_list({ compiler => $compiler, surroundings => $around, counts => $got }, @others);
    print "instructions.txt: ", scalar keys %$got, " counts of $compiler\n";
    exit 0;
}

my @blocks = read_list();
my ($known) = grep { $_->{compiler} eq $compiler } @blocks;
my $block = $known // $blocks[0] or plan skip_all => 'instructions.txt has no counts';
my $same_libraries = $known && $block->{surroundings} eq $around;
my $scale = $known || !$got->{calibration} ? 1 : $got->{calibration}{own} / $block->{counts}{calibration}{own};
my $tolerance = $known ? $TOLERANCE : $TOLERANCE_UNKNOWN;
note $known ? 'compiler and flags are known' : "counts are not known of $compiler: they are those of $block->{compiler}"
    . sprintf 'times %.2f, and may be %.0f %% more', $scale, 100 * $tolerance;
note 'the libraries or the processor are others: only instructions of gprof itself are compared' if $known && !$same_libraries;

my @less;
for my $case (@chosen) {
    my $name = $case->[0];
    my ($is, $was) = ($got->{$name}, $block->{counts}{$name});
    for my $what ($same_libraries ? qw(own all) : 'own') {
        my $change = $is && $was ? $is->{$what} / ($was->{$what} * $scale) - 1 : undef;
        my $good = defined $change && $change <= $tolerance && !($ENV{EXACT} && $change < -$tolerance);
        ok($good, "$name, $what" . (defined $change ? sprintf ': %+.1f %%', 100 * $change : ''))
            or diag(!$is ? "$name failed: " . slurp("$name.messages")
            : !$was ? "$name: instructions.txt has no count; make bless-instructions"
            : "$name: $is->{$what} instructions ($what), instructions.txt says $was->{$what}; if that is meant: make bless-instructions");
        push @less, $name if $known && defined $change && $change < -$tolerance;
    }
}
note "less than instructions.txt has; make bless-instructions, so that the next change is seen: @less" if @less;
done_testing;
