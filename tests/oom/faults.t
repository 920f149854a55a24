#!/usr/bin/perl
# faults.t - TAP: memory that is refused, system calls that fail, are cut short or interrupted
#
# Role:   runs build/gprof-fault (fault.c) again and again on small cases and lets the 1st, 2nd, 3rd ...
#         call fail, until a run has fewer calls than that. What must hold of each run:
#           - status 0 and all output as without the fault, or status 1 and one line of error
#           - what was printed is the beginning of the right output
#           - gmon.sum and annotated files are the complete new ones or as they were before
#           - nothing else lies in the directory
#           - no memory is lost and no descriptor stays open, unless memory was out: then the
#             program ends at once
# Input:  FEWER=N lets every N-th call fail, with another beginning in each case (default 1: all); FAULT_ALL=1 lets the allocations of libraries fail, too, and counts what happens
#         (no test: libbfd and libdw are known to die).
# Output: TAP, a test for each case and call.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Check;
use Test::More;
use POSIX ();

my $step  = $ENV{FEWER} || 1;
my $runs  = 0;
$gprof = "$build/gprof-fault";
# A refused block is what we test; leaks of our own are counted by fault.c.
$ENV{ASAN_OPTIONS} = 'allocator_may_return_null=1:' . ($ENV{ASAN_OPTIONS} // '');

$ENV{TMPDIR} //= '/dev/shm' if -w '/dev/shm';
my $dir = work_dir();

# The formats of --export.
sub exports
{
    return split /, /, `'$gprof' --export=? image 2>&1` =~ s/.*known are (.*)\n/$1/r;
}

# A libbfd inside the program would get its calls from us, too, and it does not stand that.
plan skip_all => 'libbfd is part of the program, or there is no objdump'
    if `objdump -p '$gprof' 2>/dev/null` !~ /NEEDED +libbfd/;

# ---- the cases -------------------------------------------------------------------------------

make('mkimage', 'image', <<'END');
section .text 0x1000 0x100 fill 0x90 hex e83b000000
section .debug_abbrev 0 27 hex 01110110171101120603081b080000022e00030811011206000000
section .debug_info 0 114 hex 6e00000004000000000008010000000000100000000000000001000064656d6f2e63002f73726300026d61696e000010000000000000400000000270617273650040100000000000004000000002776f726b0080100000000000004000000002646f6e6500c0100000000000004000000000
section .debug_line 0 74 hex 4600000004001e000000010101fb0e0d0001010101000000010000010064656d6f2e63000000000000090200100000000000000309010240030a010240030a010240030a010240000101
sym main  0x1000
sym _Z5parsei 0x1040
sym work  0x1080 0x40 local
sym done  0x10c0
END
make('mkgmon', 'gmon.out', <<'END');
magic
hist 0x1000 0x1100 64 100 seconds s
bin 0 12
bin 20 3 4 5
arc 0x1004 0x1040 7
arc 0x1044 0x1080 9
arc 0x1084 0x1040 2
arc 0x1048 0x10c0 1
bb
block 0x1000 5
block 0x1048 6
END
make('mkgmon', 'bsd', "bsd 0x1000 0x1100 64\nbin 0 12\narc 0x1004 0x1040 7\n");
system("$tools/mkdump hex 20 <gmon.out >log") == 0 or die "mkdump failed\n";
make('mkgmon', 'stacks', <<'END');
stacks cpu 10000000
module program - image
module library - libc.so.6
complete +0x1004 +0x1044 =0x1090 signals 9
complete +0x1004 libc.so.6:+0x10 =0x10c8 signals 2
no-unwind =0x1090
END
mkdir 'src';
spew('src/demo.c', join '', map { "line $_\n" } 1 .. 40);
spew('symbols', "1000 T main\n1040 T parse\n1080 t work\n");
spew('map', "a.o:0 T main\na.o:4 T _Z5parsei\nb.o:0 T done\nb.o:8 t work\n");
spew('words', "-b -p\nimage\n");

my @cases = (
    [ 'flat profile and call graph', 'image' ],
    [ 'traced',                      '-d', 'image' ],
    [ 'lines',                       '-b', '-l', 'image' ],
    [ 'measured times', '-b', '-p', '-q', 'image', 'gmon.out', 'stacks' ],
    [ 'stacks alone, symspecs', '-b', '-qmain', '-Nwork', '-Pdone', 'image', 'stacks' ],
    [ 'annotated source',            '-A', '-x', '-Isrc', 'image' ],
    [ 'annotated files',             '-A', '-y', '-Isrc', 'image' ],
    [ 'a sum',                       '-s', 'image', 'gmon.out', 'gmon.out' ],
    [ 'a sum with stacks',           '-s', 'image', 'stacks', 'gmon.out', 'stacks' ],
    [ 'a sum in the BSD format',     '-s', '-Obsd', 'image', 'bsd' ],
    [ 'data in a log',               '-b', '-p', 'image', 'log', 'log' ],
    [ 'symbols from a file',         '-b', '-S', 'symbols', 'image' ],
    [ 'execution counts',            '-C', 'image' ],
    [ 'blocks by line',              '-l', '-C', 'image' ],
    [ 'folded stacks',               '--export=folded', 'image', 'gmon.out', 'stacks' ],
    [ 'a profile for pprof',         '--export=pprof', 'image', 'gmon.out', 'stacks' ],
    [ 'an order of functions',       '-r', 'image' ],
    [ 'an order of objects',         '-R', 'map', 'image' ],
    [ 'symspecs',  '-b', '-pmain', '-kmain/work', '-Qdemo.c:20', '-Nwork', '-Zdone', '-nmain', 'image' ],
    [ 'names in the words of the source',
        '-b', '-p', '-q', '--names=short', '-Pparse(int)', '-Qmian', '-kmain/p*', '-nd?ne', 'image' ],
    [ 'static calls, traditional layout', '-b', '-c', '-T', '-z', 'image' ],
    ( map { [ "the export $_", "--export=$_", 'image', 'gmon.out', 'stacks' ] } exports() ),
    [ 'changes for a browser', '--compare=gmon.out', '--export=html', 'image', 'gmon.out', 'stacks' ],
    [ 'one screen',                  '--top', 'image' ],
    [ 'one screen, sorted by file',  '--top', '--sort=file', 'image', 'gmon.out', 'stacks' ],
    [ 'one function',                '--top=main', 'image', 'gmon.out', 'stacks' ],
    [ 'call paths',                  '--tree', 'image', 'gmon.out', 'stacks' ],
    [ 'files beside each other',     '--by-file', '--jobs=2', 'image', 'gmon.out', 'gmon.out', 'stacks' ],
    [ 'information',                 '-i', '-L', '--inline-file-names', 'image' ],
    [ 'words from a file',           '@words' ],
    [ 'help',                        '--help' ],
    [ 'a wrong option',              '--flat-profil=x', '--wdth' ],
);

# ---- a run -------------------------------------------------------------------------------------

my @outputs = ('gmon.sum', 'stacks.gmon.sum', 'demo.c-ann');    # what a run may write; there is an older one
my %inputs;

# Run the program with these faults; what came of it.
sub run_case
{
    my ($fault, @args) = @_;
    spew($_, 'older') for @outputs;
    unlink 'report';
    $runs++;
    my $pid = fork // die "fork: $!";
    if ($pid == 0) {
        open STDOUT, '>', 'out' and open STDERR, '>', 'err' or POSIX::_exit(99);
        if (!$ENV{FAULT_ALL}) { @ENV{qw(FAULT FAULT_REPORT)} = ($fault, 'report') }
        elsif ($fault) { @ENV{qw(FAULT FAULT_REPORT LD_PRELOAD)} = ($fault, 'report', "$dir/preload.so") }
        { no warnings 'exec'; exec { $gprof } 'gprof', @args }
        exit 99;
    }
    waitpid $pid, 0;
    my %r = (status => $?, out => slurp('out'), err => slurp('err'));
    $r{$_} = slurp($_) for @outputs;
    my $report = -e 'report' ? slurp('report') : '';
    ($r{calls}, $r{failed}, $r{leaked}, $r{open}) =
        $report =~ /^calls (\d+) failed (\d+) leaked (-?\d+) open (-?\d+)/;
    return \%r;
}

# What is wrong with a run, compared with the one without a fault; '' when nothing is.
sub judge
{
    my ($got, $want) = @_;
    my @lines  = split /(?<=\n)/, $got->{err};
    my @errors = grep { !/^gprof: warning: / } @lines;
    my $usage  = $want->{status} != 0;    # then the usage text follows
    return "status $got->{status}" if $got->{status} != 0 && $got->{status} != 256;
    return 'no report' if !defined $got->{calls};
    if ($got->{err} !~ /^gprof: out of memory/m) {
        return "$got->{leaked} blocks lost" if $got->{leaked};
        return "$got->{open} descriptors open" if $got->{open};
    }
    if ($got->{status} == 0) {
        # a file that has troubles of its own is left out, and the run goes on
        return '' if grep { m{^gprof: (warning: \S*demo\.c: could not be located|demo\.c-ann: )} } @lines;
        return '' if grep { m{^gprof: warning: \S*demo\.c: Input/output error; its annotated text} } @lines;
        return 'standard output is cut' if $got->{out} ne $want->{out};
        return 'standard error differs' if $got->{err} ne $want->{err};
        $got->{$_} eq $want->{$_} or return "$_ differs" for @outputs;
        return '';
    }
    return 'standard output is another one' if index($want->{out}, $got->{out}) != 0;
    return 'the error is ' . scalar(@errors) . ' lines' if !$usage && @errors != 1;
    return "no line of ours: $errors[0]" if $errors[0] !~ /^gprof: .*\n\z/;
    for (@outputs) {
        return "$_ is neither old nor new" if $got->{$_} ne 'older' && $got->{$_} ne $want->{$_};
    }
    return '';
}

sub strays
{
    opendir my $d, '.' or die "$dir: $!";
    return grep { !$inputs{$_} } readdir $d;
}

# Let each call of a kind fail in its turn: all runs must do. Returns how many there were.
sub try_all
{
    my ($case, $want, $call, $error, $onwards) = @_;
    my ($name, @args) = @$case;
    my ($n, @bad) = (0);
    my $tests = Test::More->builder->current_test;
    for (my $at = $step > 1 ? 1 + ($tests * 7) % $step : 1;; $at += $step) {
        my $got = run_case("$call:$error:$at$onwards", @args);
        my $why = judge($got, $want);
        push @bad, "the ${at}th: $why: " . join ' | ', split /\n/, $got->{err} if $why;
        last if defined $got->{calls} && !$got->{failed} || $at > 5000 || @bad > 5;
        $n++;
    }
    my @strays = strays();
    push @bad, "left behind: @strays" if @strays;
    unlink @strays;
    is(join("\n", @bad), '', "$name: $call fails with $error, $n times" . ($onwards ? ', then always' : ''));
    return $n;
}

# ---- all cases, all faults ---------------------------------------------------------------------

sub test_case
{
    my ($case) = @_;
    my ($name, @args) = @$case;
    my $want = run_case('', @args);
    if (!grep { $_ eq $name } 'help', 'a wrong option') {
        ok($want->{status} == 0 && !$want->{leaked} && !$want->{open}, "$name: without a fault")
            or diag("status $want->{status}\n$want->{err}");
    }
    try_all($case, $want, 'alloc', 'ENOMEM', '');
    try_all($case, $want, $_, 'EIO', '') for qw(read write fsync rename fchmod);
    try_all($case, $want, 'close', 'EIO', '');
    try_all($case, $want, 'write', 'ENOSPC', '+');
    try_all($case, $want, $_, 'EMFILE', '') for qw(open mkstemp pipe);
    try_all($case, $want, 'fstat', 'EIO', '');
    test_other_library(@args) if $name =~ /^flat/;
    for my $fault ('short', 'read:EINTR:%2', 'write:EINTR:%2', 'open:EINTR:%2', 'fsync:EINTR:1',
        'close:EINTR:%1') {
        my $got = run_case($fault, @args);
        is_deeply([ @$got{ qw(status out err), @outputs } ], [ @$want{ qw(status out err), @outputs } ], "$name: $fault changes nothing");
    }
}

# The same program, killed at each of its calls while it replaces a sum, leaves the old pair of files, or the new one, or
# one whose reader is told.
sub test_killed_sum
{
    my @sum = ('image', 'gmon.sum', 'stacks.gmon.sum');
    my (%n, @bad);
    my @pairs = map {
        local $ENV{FAULT} = '';
        system($gprof, '-s', 'image', ('gmon.out', 'stacks') x $_) == 0 or die;
        [slurp('gmon.sum'), slurp('stacks.gmon.sum')]
    } 1, 2;
    for (my $at = 1;; $at++) {
        spew('gmon.sum', $pairs[0][0]);
        spew('stacks.gmon.sum', $pairs[0][1]);
        my $status = do { local $ENV{FAULT} = "any:KILL:$at"; system $gprof, '-s', 'image', ('gmon.out', 'stacks') x 2 };
        my $pair = slurp('gmon.sum') . slurp('stacks.gmon.sum');
        my ($which) = grep { $pair eq join '', @{ $pairs[$_] } } 0, 1;
        my $said = defined $which ? '' : `'$gprof' -b -p @sum 2>&1`;
        $n{ $which // 'told' }++;
        push @bad, "the ${at}th: $said" if !defined $which && $said !~ /^\S+: stacks\.gmon\.sum: is from another run/;
        unlink strays();
        last if $status == 0;
    }
    is(join("\n", @bad), '', sprintf 'a sum that is killed: the old pair %d times, told %d times, the new pair %d times',
        map { $n{$_} // 0 } 0, 'told', 1);
    ok($n{0} && $n{1}, '... and each of the two is seen');
}

# A libbfd of another version than the header that gprof was compiled with is not used.
sub test_other_library
{
    my $got = run_case('bfd_init:EIO:1', @_);
    ok($got->{status} == 256 && $got->{out} eq '' && !$got->{leaked}
            && $got->{err} =~ /^gprof: the libbfd found at run time is not the one [^\n]*; build it again[^\n]*\n\z/,
        'another libbfd than gprof was built with is refused') or diag($got->{err});
}

# How a process fares whose libraries get no memory either: a table, no test.
sub survey
{
    my $preload = "$top/tests/oom/fault.c";
    system(split(' ', $cc), '-D_GNU_SOURCE', '-DFAULT_PRELOAD', '-shared', '-fPIC', '-O2', '-o',
        'preload.so', $preload) == 0 or die "preload.so: cannot be built\n";
    $inputs{'preload.so'} = 1;
    printf "# %-36s %6s %6s %6s %6s %6s\n", 'allocations of all code', 'runs', 'told', 'same', 'other',
        'died';
    for my $case (@cases) {
        my ($name, @args) = @$case;
        my $want = run_case('', @args);
        my %n = (told => 0, same => 0, other => 0, died => 0);
        my $at = 1;
        for (; $at < 20000; $at += $step) {
            my $got = run_case("alloc:ENOMEM:$at", @args);
            my $kind = $got->{status} & 127 ? 'died' : $got->{status} == 256 ? 'told'
                : $got->{out} eq $want->{out} ? 'same' : 'other';
            $n{$kind}++;
            last if defined $got->{failed} && !$got->{failed};
        }
        printf "# %-36s %6d %6d %6d %6d %6d\n", $name, $at, @n{qw(told same other died)};
    }
}

spew($_, '') for @outputs, 'out', 'err', 'report';
opendir my $d, '.' or die "$dir: $!";
$inputs{$_} = 1 for readdir $d;
if ($ENV{FAULT_ALL}) {
    survey();
    plan skip_all => 'a survey';
}
test_case($_) for @cases;
test_killed_sum();
note("$runs runs");
done_testing();
