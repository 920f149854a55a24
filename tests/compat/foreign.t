#!/usr/bin/perl
# foreign.t - images of other machines are read here: names, times, arcs, and calls by -c
#
# Role:   for each machine an image of tests/progs/foreign.c, its functions and call sites as the
#         binutils of that machine name them, and a data file in its word size and byte order: a known
#         number of samples in every function, a known count at every call site. The flat profile
#         must show just these times and calls, the call graph just these arcs; a data file with one
#         arc only must show all of them with -c. Where no difference is promised, GNU gprof must
#         print the same.
#         Of those compiled now, lines must be right, too.
# Input:  tests/data/foreign/*.txt, an image of each machine and its facts; and, for each kind of image
#         whose compiler is here, one that is compiled now. Environment GPROF, TOOLS, BUILD, CC, ORACLE.
# Output: TAP. With --record, writes those of tests/data/foreign again that can be compiled here.
# Does not: run the images.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Check;
use Test::More;
use File::Basename qw(basename);
use lib $FindBin::Bin;
use Objdump;

my $data   = "$top/tests/data/foreign";
my $source = "$top/tests/progs/foreign.c";
my $work   = work_dir();
my $has_oracle = gnu_release();
my @functions = qw(work leaf again far back top main _start);

# What GNU gprof does otherwise, and what -c cannot do:
my %not_as_oracle = map { $_ => 1 } qw(thumb ppc64);    # odd addresses; descriptors
my %no_calls      = map { $_ => 1 } qw(mips16 micromips);

# name => [compiler, flags, objdump, what Objdump calls the machine, bits, byte order]
my @mips = qw(-mno-abicalls);
my @machines = (
    ['i386',       $ENV{CC} // 'cc', ['-m32'], 'objdump', 'x86', 32, 'little'],
    ['x32',        $ENV{CC} // 'cc', ['-mx32'], 'objdump', 'x86', 32, 'little'],
    ['x86-64',     $ENV{CC} // 'cc', ['-m64'], 'objdump', 'x86', 64, 'little'],
    ['aarch64',    'aarch64-linux-gnu', [], '', 'aarch64', 64, 'little'],
    ['aarch64_be', 'aarch64-linux-gnu', ['-mbig-endian'], '', 'aarch64', 64, 'big'],
    ['arm',        'arm-linux-gnueabihf', ['-marm'], '', 'arm', 32, 'little'],
    ['armeb',      'arm-linux-gnueabihf', ['-marm', '-mbig-endian', '-mbe8'], '', 'arm', 32, 'big'],
    ['thumb',      'arm-linux-gnueabihf', ['-mthumb'], '', 'arm', 32, 'little'],
    ['riscv64',    'riscv64-linux-gnu', [], '', 'riscv', 64, 'little'],
    ['riscv32',    'riscv64-linux-gnu', ['-march=rv32imac', '-mabi=ilp32'], '', 'riscv', 32, 'little'],
    ['ppc64le',    'powerpc64le-linux-gnu', [], '', 'ppc', 64, 'little'],
    ['ppc64',      'powerpc64-linux-gnu', [], '', 'ppc', 64, 'big'],
    ['ppc',        'powerpc64-linux-gnu', ['-m32'], '', 'ppc', 32, 'big'],
    ['s390x',      's390x-linux-gnu', [], '', 's390', 64, 'big'],
    ['s390',       's390x-linux-gnu', ['-m31'], '', 's390', 32, 'big'],
    ['mips',       'mips-linux-gnu', [@mips], '', 'mips', 32, 'big'],
    ['mipsel',     'mips-linux-gnu', [@mips, '-EL'], '', 'mips', 32, 'little'],
    ['mips16',     'mips-linux-gnu', [@mips, '-mips16', '-msoft-float'], '', 'mips', 32, 'big'],
    ['micromips',  'mips-linux-gnu', [@mips, '-mmicromips'], '', 'mips', 32, 'big'],
    ['mipsn32',    'mips-linux-gnu', [@mips, '-mabi=n32', '-march=mips64r2'], '', 'mips', 32, 'big'],
    ['mips64',     'mips-linux-gnu', [@mips, '-mabi=64', '-march=mips64r2', '-msym32'], '', 'mips', 64, 'big'],
);

# Small, and the same calls from every compiler.
no warnings "qw";
my @flags = qw(-O1 -falign-functions=4 -fno-toplevel-reorder -ffreestanding -fno-stack-protector
    -fno-asynchronous-unwind-tables -fno-optimize-sibling-calls -fno-ipa-cp -fno-ipa-sra -nostdlib
    -static -no-pie -fno-pie -w -Wl,-e_start -Wl,--build-id=none -Wl,-n -Wl,-z,max-page-size=4096
    -Wl,-z,common-page-size=4096 -Wl,-Ttext-segment=0x400000 -Wl,--section-start=.far=0x200000);

# ---- an image and its facts --------------------------------------------------------------------

# Facts: {bits, endian, functions => {name => address}, calls => [[site, address of the callee]...]}

# Compile for a machine into $work/image; returns the facts or, as a list, undef and what is missing.
sub compile
{
    my ($name, $compiler, $flags, $objdump, $arch, $bits, $endian, $debug) = @_;
    my @cc = $objdump ? split(' ', $compiler) : "$compiler-gcc";
    $objdump ||= "$compiler-objdump";
    return (undef, "no $cc[0]") if !have($cc[0]);
    return (undef, "no $objdump") if !have($objdump);
    open my $old, '>&', \*STDERR or die;
    open STDERR, '>', "$work/log" or die;
    my $status = system @cc, @flags, @$flags, $debug ? '-g' : '-g0', '-o', "$work/image", $source;
    (my $strip = $objdump) =~ s/objdump$/strip/;
    system $strip, "-g", map({ ('-R', $_) } qw(.comment .pdr .mdebug.abi32 .note.gnu.property)), "$work/image" if !$debug;
    open STDERR, '>&', $old or die;
    return (undef, "$cc[0] cannot make it: " . (split /\n/, slurp("$work/log") . "\n")[0]) if $status != 0;
    my %address;
    open my $f, '-|', "$objdump -d '$work/image'" or die;
    while (my $line = <$f>) {
        $address{$2} = hex $1 if $line =~ /^([0-9a-f]+) <\.?(\w+)>:/;
    }
    close $f or return (undef, "$objdump fails");
    my %functions = map { $_ => $address{$_} // return (undef, "$objdump shows no $_") } @functions;
    my %is_start = reverse %functions;
    my @calls = map { [@$_[0, 1]] } Objdump::calls($objdump, "$work/image", $arch, \%is_start);
    return {bits => $bits, endian => $endian, functions => \%functions, calls => \@calls};
}

# The text of an image and its facts; long runs of zeros are counted.
sub record
{
    my ($name, $facts, $how) = @_;
    my $text = "# $name.txt - tests/progs/foreign.c for $name, and what its binutils say of it\n"
        . "#\n# Made by tests/compat/foreign.t --record with\n# $how\n#\n"
        . "# SPDX-License-Identifier: GPL-3.0-or-later\n"
        . "bits $facts->{bits}\nendian $facts->{endian}\n";
    my $f = $facts->{functions};
    $text .= sprintf "function %x %s\n", $f->{$_}, $_ for sort { $f->{$a} <=> $f->{$b} } keys %$f;
    $text .= sprintf "call %x %x\n", @$_ for @{ $facts->{calls} };
    my $bytes = slurp("$work/image");
    while ($bytes =~ /\G(?:(\0{16,})|((?:(?!\0{16}).){1,48}))/gs) {
        $text .= defined $1 ? 'zeros ' . length($1) . "\n" : 'hex ' . unpack('H*', $2) . "\n";
    }
    spew("$data/$name.txt", $text);
}

# The other way: facts, and the image in $work/image.
sub recorded
{
    my ($file) = @_;
    my %facts = (calls => []);
    my $bytes = '';
    for (split /\n/, slurp($file)) {
        my ($what, @w) = split ' ';
        if (!defined $what || $what eq '#') { next }
        elsif ($what eq 'function') { $facts{functions}{ $w[1] } = hex $w[0] }
        elsif ($what eq 'call')     { push @{ $facts{calls} }, [map { hex } @w] }
        elsif ($what eq 'hex')      { $bytes .= pack 'H*', $w[0] }
        elsif ($what eq 'zeros')    { $bytes .= "\0" x $w[0] }
        else                        { $facts{$what} = $w[0] }
    }
    spew("$work/image", $bytes);
    return \%facts;
}

# ---- what must be seen -------------------------------------------------------------------------

sub holder
{
    my ($facts, $at) = @_;
    my $f = $facts->{functions};
    return (grep { $f->{$_} <= $at } sort { $f->{$b} <=> $f->{$a} } keys %$f)[0];
}

# Write the data file with the first $n call sites; returns what the reports must show.
sub make_data
{
    my ($facts, $n) = @_;
    my $f = $facts->{functions};
    my (%ticks, %arcs, %calls, $text);
    my %name_of = reverse %$f;
    $text = "width $facts->{bits}\nendian $facts->{endian}\nmagic\n";
    my @names = sort { $f->{$a} <=> $f->{$b} } keys %$f;
    # the two regions of code have a histogram each; a bin has two bytes
    for my $region (['far'], [grep { $_ ne 'far' } @names]) {
        my ($low, $high) = @$f{ @$region[0, -1] };
        $high += 64;
        $text .= sprintf "hist %#x %#x %d 100 seconds s\n", $low, $high, ($high - $low) / 2;
        for my $i (0 .. $#$region) {
            my $name = $region->[$i];
            $ticks{$name} = 100 + 11 * length($name) + $i;
            $text .= sprintf "bin %d %d\n", ($f->{$name} + 4 - $low) / 2, $ticks{$name};
        }
    }
    for my $i (0 .. $#{ $facts->{calls} }) {
        my ($site, $to) = @{ $facts->{calls}[$i] };
        my ($caller, $callee) = (holder($facts, $site), $name_of{$to});
        my $k = $i < $n ? 3 + $i : 0;
        $arcs{"$caller $callee"} += $k;
        $calls{$callee} += $k if $caller ne $callee;
        $text .= sprintf "arc %#x %#x %d\n", $site, $to, $k if $k;
    }
    make('mkgmon', "$work/gmon.out", $text);
    return (\%ticks, \%arcs, \%calls);
}

sub report
{
    my ($program, @options) = @_;
    my ($text, $status, $errors) = run("timeout 60 '$program' @options image gmon.out");
    return $text . ($status ? "status $status\n" : '') . ($errors =~ s{^(?=.)}{said: }gmr);
}

sub sorted
{
    my ($lines) = @_;
    return join '', sort map { "$_\n" } @$lines;
}

# name, seconds, calls: as in the flat profile
sub flat_rows
{
    my ($text) = @_;
    my @rows;
    for (split /\n/, $text) {
        push @rows, "$4 $1 " . ($2 // 0) if /^ *[\d.]+ +[\d.]+ +([\d.]+)(?: +(\d+) +[\d.]+ +[\d.]+)?( +)(\w+)$/;
        push @rows, $_ if /^(?:said|status)/;
    }
    return sorted(\@rows);
}

# caller, callee, count: as in the call graph
sub graph_arcs
{
    my ($text) = @_;
    my (@arcs, $primary);
    for (split /\n/, $text) {
        $primary = undef if /^-----/;
        push @arcs, $_ if /^(?:said|status)/;
        if (/^\[\d+\] +[\d.]+ +[\d.]+ +[\d.]+ *(?:(\d+)(?:\+(\d+))?)? +(\w+)(?: <cycle \d+>)? \[\d+\]$/) {
            $primary = $3;
            push @arcs, "$3 $3 $2" if defined $2;
        } elsif (defined $primary
            && /^ +(?:[\d.]+ +[\d.]+ +)?(\d+)(?:\/\d+)? +(\w+)(?: <cycle \d+>)? \[\d+\]$/) {
            push @arcs, "$primary $2 $1" if "$primary" ne $2;
        }
    }
    return sorted(\@arcs);
}

sub check
{
    my ($name, $machine, $facts) = @_;
    my ($ticks, $arcs, $calls) = make_data($facts, scalar @{ $facts->{calls} });
    my $flat = flat_rows(report($gprof, '-b', '-p'));
    my $want = sorted([map { sprintf '%s %.2f %d', $_, $ticks->{$_} / 100, $calls->{$_} // 0 } keys %$ticks]);
    is($flat, $want, "$name: times and calls");
    my $graph = graph_arcs(report($gprof, '-b', '-q'));
    $want = sorted([map { "$_ $arcs->{$_}" } keys %$arcs]);
    is($graph, $want, "$name: arcs") or diag(report($gprof, '-b', '-q'));
    compare_with_oracle($name, $machine);

    ($ticks, $arcs, $calls) = make_data($facts, 1);
    $graph = graph_arcs(report($gprof, '-b', '-q', '-c'));
    if ($no_calls{$machine}) {
        like($graph, qr/call instructions are not known/, "$name: -c says that it cannot");
        return;
    }
    # a function that calls itself has no entry for that when it did not
    $want = sorted([map { "$_ $arcs->{$_}" } grep { !/^(\w+) \1$/ } keys %$arcs]);
    is($graph, $want, "$name: calls by -c");
}

# The lines on which the functions begin, in both kinds of reports that show lines.
sub check_lines
{
    my ($name, $facts) = @_;
    my ($ticks) = make_data($facts, scalar @{ $facts->{calls} });
    my (%begins, %ends, $last);
    my @source = split /\n/, slurp($source);
    for my $i (0 .. $#source) {
        $begins{ $last = $1 } = $i + 1 if $source[$i] =~ /^[a-zA-Z_].*\b(\w+)\((?:long x|void)\)$/;
        $ends{$last} = $i + 1 if defined $last && $source[$i] eq '}';
    }
    my $text = report($gprof, '-b', '-p', '--inline-file-names');
    # of a short prologue the first row is that of the first statement
    my @wrong = grep {
        my $at = $text =~ m{ \Q$_\E \(foreign\.c:(\d+)\)$}m ? $1 : 0;
        $at < $begins{$_} || $at > $begins{$_} + 2
    } keys %$ticks;
    is("@wrong", '', "$name: lines of functions") or diag($text);
    $text = report($gprof, '-b', '-p', '-l');
    my %seconds;
    for my $line (split /\n/, $text) {
        my ($self, $function, $at) = $line =~ /^ *[\d.]+ +[\d.]+ +([\d.]+) .*?(\w+) \(foreign\.c:(\d+) @ [0-9a-f]+\)$/ or next;
        $seconds{$function} += $self if $at >= $begins{$function} && $at <= $ends{$function};
    }
    my $got = join ' ', map { sprintf '%s %.2f', $_, $seconds{$_} // 0 } sort keys %$ticks;
    my $want = join ' ', map { sprintf '%s %.2f', $_, $ticks->{$_} / 100 } sort keys %$ticks;
    is($got, $want, "$name: times by line") or diag($text);
}

# Stripped, with a separate debug file: the same report.
sub check_stripped
{
    my ($name, $tools_of, $facts) = @_;
    make_data($facts, scalar @{ $facts->{calls} });
    my @kinds = (['-b'], ['-b', '-l', '-p'], ['-b', '-q', '-c']);
    my $want = join '', map { report($gprof, @$_) } @kinds;
    my $objcopy = "${tools_of}objcopy";
    my $made = system("$objcopy --only-keep-debug image image.debug && "
        . "${tools_of}strip image && $objcopy --add-gnu-debuglink=image.debug image 2>log") == 0;
    my $got = join '', map { report($gprof, @$_) } @kinds;
    ok($made, "$name: stripped");
    is($got, $want, '... with the same reports');
    unlink "$work/image.debug";
}

sub compare_with_oracle
{
    my ($name, $machine) = @_;
    return if $not_as_oracle{$machine};
  SKIP: {
        skip 'no GNU gprof of 2.40 or later', 1 if !$has_oracle;
        my ($ours, $theirs) = map { report($_, "-b") =~ s{^said: .*\n}{}gmr } $gprof, $oracle;
        is($ours, $theirs, "$name: as GNU gprof");
    }
}

if (@ARGV && $ARGV[0] eq '--record') {
    for my $m (grep { -e "$data/$_->[0].txt" } @machines) {
        my ($name, $compiler, $flags, $objdump) = @$m;
        my ($facts, $why) = compile(@$m);
        print $facts ? "recorded $name\n" : "left out $name: $why\n";
        next if !$facts;
        my $cc = $objdump ? $compiler : "$compiler-gcc";
        my ($version) = split /\n/, qx{$cc --version};
        record($name, $facts, "$version" . (@$flags ? "\n# " : '') . "@$flags");
    }
    exit 0;
}
for my $file (sort glob "$data/*.txt") {
    my $name = basename($file, '.txt');
    check($name, $name, recorded($file));
}
for my $m (@machines) {
    my ($facts, $why) = compile(@$m, 'with lines');
  SKIP: {
        skip $why, 1 if !$facts;
        check("$m->[0], compiled now", $m->[0], $facts);
        # the line tables of compressed MIPS code have odd addresses, which are not looked up
        check_lines("$m->[0], compiled now", $facts) if !$no_calls{ $m->[0] };
        check_stripped("$m->[0], compiled now", $m->[3] ? '' : "$m->[1]-", $facts);
    }
}
done_testing();
