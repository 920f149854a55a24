#!/usr/bin/env perl
# mutate.pl - runs gprof on damaged files of every kind, with random options
#
# Role:   makes small sound inputs, damages one or more of them, runs gprof under limits, and demands
#         of each run: status 0 or 1; on status 1 one line of error, `gprof: ...`; at most a second of
#         processor time and 200 MB of memory.
# Usage:  mutate.pl [--from N] [--runs N] [--kinds data,stacks,image,map,symbols,source,words,
#                    listing]
#                   [--keep DIR] [--show N] [--image FILE] [--tap]
#           --from   the first seed (default 1); run N depends on its seed alone
#           --kinds  damage only files of these kinds (default: all)
#           --keep   runs that break a demand are kept in DIR/SEED with their command
#           --show   how many of them to print (default 10)
#           --image  one more sound image; repeatable
# Input:  environment GPROF (default BUILD/gprof), BUILD, TOOLS, CC, VARIANT (with a sanitizer memory
#         is not limited and time is five times as long).
# Output: what broke a demand, and the figures of all runs; TAP with --tap.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
no warnings 'portable';    # numbers of 48 bits
use Compress::Raw::Zlib qw(crc32);
use Cwd qw(abs_path);
use File::Basename qw(dirname);
use File::Copy qw(copy);
use File::Path qw(make_path);
use File::Temp qw(tempdir);
use IO::Compress::Gzip qw(gzip);
use Getopt::Long;
use IPC::Open2;

my %opt = (from => 1, runs => 1000, show => 10, kinds => '', image => []);
GetOptions(\%opt, 'from=i', 'runs=i', 'kinds=s', 'keep=s', 'show=i', 'image=s@', 'tap')
    or die "usage: mutate.pl [--from N] [--runs N] [--kinds KIND,...] [--keep DIR] [--tap]\n";
my $top   = $ENV{SRCDIR} // dirname(dirname(dirname(abs_path($0))));
my $build = abs_path($ENV{BUILD} // "$top/build");
my $tools = $ENV{TOOLS} // "$build/tools";
my $gprof = $ENV{GPROF_REAL} // $ENV{GPROF} // "$build/gprof";    # never under valgrind
$gprof = abs_path($gprof) // die "$gprof: $!\n" if $gprof =~ m{/};
my $asan  = ($ENV{VARIANT} // '') =~ /sanitize/;
my @images = map { abs_path($_) // die "$_: $!\n" } @{ $opt{image} };
my ($MOST_MS, $MOST_KB) = $asan ? (5000, 1 << 30) : (1000, 200 << 10);
my $asan_options = 'fast_unwind_on_malloc=0:allocator_may_return_null=1:' . ($ENV{ASAN_OPTIONS} // '');
my $keep = $opt{keep} ? abs_path($opt{keep}) // $opt{keep} : undef;

$ENV{LC_ALL} = 'C';
$ENV{ASAN_OPTIONS} = $asan_options;
delete @ENV{qw(GPROF_PATH POSIXLY_CORRECT VALGRIND)};
my $base = -w '/dev/shm' && !$ENV{TMPDIR} ? '/dev/shm' : $ENV{TMPDIR} // '/tmp';
my $dir = tempdir('gprof-mutate-XXXXXX', DIR => $base, CLEANUP => 1);
chdir $dir or die "$dir: $!";
END { chdir '/' }

sub spew
{
    my ($name, $text) = @_;
    open my $f, '>:raw', $name or die "$name: $!";
    print $f $text;
    close $f or die "$name: $!";
}

sub slurp
{
    open my $f, '<:raw', $_[0] or return '';
    local $/;
    return scalar(<$f>) // '';
}

# ---- sound inputs: kind => list of contents -------------------------------------------------------

sub made
{
    my ($tool, $text) = @_;
    spew('text', $text);
    system("$tools/$tool", '-o', 'made', 'text') == 0 or die "$tool failed\n";
    return slurp('made');
}

# The same as gzip writes it.
sub packed
{
    my ($bytes) = @_;
    gzip(\$bytes => \my $packed, -Minimal => 1) or die "gzip failed\n";
    return $packed;
}

# The same as lines of text in a log.
sub dumped
{
    my ($how, $bytes) = @_;
    spew('dumped', $bytes);
    return scalar `$tools/mkdump $how <dumped`;
}

my $lines = <<'END';
section .text 0x1000 0x100 fill 0x90 hex e83b000000
section .debug_abbrev 0 27 hex 01110110171101120603081b080000022e00030811011206000000
section .debug_info 0 114 hex 6e00000004000000000008010000000000100000000000000001000064656d6f2e63002f73726300026d61696e000010000000000000400000000270617273650040100000000000004000000002776f726b0080100000000000004000000002646f6e6500c0100000000000004000000000
section .debug_line 0 74 hex 4600000004001e000000010101fb0e0d0001010101000000010000010064656d6f2e63000000000000090200100000000000000309010240030a010240030a010240030a010240000101
sym main  0x1000
sym _Z5parsei 0x1040
sym work  0x1080 0x40 local
sym done  0x10c0
END
my $data = <<'END';
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
my $stacks = <<'END';
stacks cpu 10000000 missing 2
module program - image
module library 00c0ffee /lib/libc.so.6
module profiler - ""
complete +0x1004 +0x1044 +0x1084 =0x10c8 signals 9 ticks 36
complete +0x1004 libc.so.6:+0x10 =0x1090 signals 2
complete +0x1004 +0x1048 profiler:
no-unwind =0x1090
END
my %sound = (
    image => [
        made('mkimage', $lines),
        made('mkimage', $lines . "section .init 0x8000 0x40 code\nsym _init 0x8000\nfuncs 50 f 0x8001 1\n"),
        made('mkimage', "class 32\nendian big\nmachine ppc\nsection .text 0x1000 0x100 hex "
                . "480000414bffffff60000000480000214e800020\nsym main 0x1000\nsym parse 0x1040\n"
                . "sym work 0x1060 0 local notype\n"),
        made('mkimage', "class 32\nmachine arm\ntype dyn\nsection .text 0x1000 0x100 hex feffffeb00f000f8\n"
                . "sym main 0x1000\nsym \$a 0x1000 0 local notype\nsym parse 0x1041\n"),
        made('mkimage', "type rel\nsection .text 0 0x100\nsection .text.x 0 0x40\nsym main 0 0x10 in .text\n"
                . "sym x 0 0x10 in .text.x\n"),
    ],
    data => [
        made('mkgmon', $data),
        made('mkgmon', "width 32\nendian big\n" . $data =~ s/ 64 100/ 32 100/r =~ s/bin 20/bin 10/r),
        made('mkgmon', "width 32\n$data"),
        made('mkgmon', "bsd 0x1000 0x1100 64\nbin 0 12\narc 0x1004 0x1040 7\n"),
        made('mkgmon', "bsd44 0x1000 0x1100 64 1000\nbin 9 12\narc 0x1044 0x1080 7\n"),
        made('mkgmon', "magic\ngen random 40 0x1000 6 arcs 300 seed 3 count 9\n"),
        packed(made('mkgmon', $data)),
        dumped('hex 20', made('mkgmon', $data)),
        dumped('base64 48 "[1.5] "', made('mkgmon', $data)) x 2,
    ],
    stacks => [
        made('mkgmon', $stacks),
        made('mkgmon', "stacks wall 1000000\nmodule program - image\nrandom 60 5 20 12\n"),
        packed(made('mkgmon', $stacks)),
    ],
    listing => [ <<'END' ],
Basic block profiling finished on a day
File demo.c, 2 basic blocks
    Block #1: executed 1 time(s) address= 0x1000 function= main line= 10 file= demo.c
    Block #2: executed 9 time(s) address= 0x1048 function= parse line= 20 file= demo.c
END
    map     => [ "a.o:0 T main\na.o:4 T _Z5parsei\nb.o:0 T done\nb.o:8 t work\nNo symbols in c.o\n" ],
    symbols => [ "1000 T main\n1040 T parse extra\n1080 t work\n  10c0\tT done\nU x\n" ],
    source  => [ join '', map { "line $_\n" } 1 .. 60 ],
    words   => [ "-b -p\n-qmain '-Qdemo.c:20' \"-kmain/work\"\n" ],
);

# A program of the compiler at hand, with all that real ones have; and in other formats, which are
# not sound: conversion loses something, and libbfd has remarks.
my @foreign;
spew('real.c', "int g(int i) { return i * 3; }\nint f(int i) { return i ? g(i) + f(i - 1) : 0; }\n"
        . "int main(int c, char **v) { return f(c) + !v; }\n");
my $cc = $ENV{CC} || 'cc';
for my $command (
    "$cc -g -O1 -o made real.c",
    "$cc -g -gdwarf-4 -gz -o made real.c",
    "$cc -g -c -o made real.c && cp made real.o",
    'rm -f made && ar rc made real.o',
    map { "objcopy -O $_ real.o made" } 'pe-x86-64', 'pei-x86-64', 'srec', 'elf32-x86-64',
    )
{
    next if system("($command) >log 2>&1") != 0;
    push @{ $command =~ /real.c/ ? $sound{image} : \@foreign }, slurp('made');
}

push @{ $sound{image} }, map { slurp($_) } @images;

# ---- damage ---------------------------------------------------------------------------------------

my $state = 1;    # of the random numbers: xorshift on 48 bits, the same with every perl

sub random
{
    my ($below) = @_;
    $state ^= $state << 13 & 0xffffffffffff;
    $state ^= $state >> 7;
    $state ^= $state << 17 & 0xffffffffffff;
    return $below ? ($state >> 8) % $below : 0;
}

sub choose { return $_[ random(scalar @_) ] }

my @edges = (0, 1, 2, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff, 0x1000, 0x40);

sub number
{
    my $n = random(4) ? choose(@edges) : random(1 << 32);
    return random(7) ? pack choose('v', 'n', 'V', 'N', 'Q<', 'Q>'), $n : chr($n & 255);
}

sub damage
{
    my ($text) = @_;
    for (0 .. (random(4) ? random(4) : random(60))) {
        my $size = length $text;
        # heads of files and of images' sections count more than their middle
        my $at = random(3) ? random($size + 1) : random($size < 64 ? $size + 1 : 64);
        my $n = 1 << random(random(2) ? 4 : 9);
        my $how = random(8);
        $n = $size - $at if $n > $size - $at;
        if    ($how <= 1 && $at < $size) { substr($text, $at, 1) ^= chr(1 << random(8)) }
        elsif ($how == 2 && $at < $size) { substr($text, $at, 1) = chr random(256) }
        elsif ($how <= 4) { my $new = number(); substr($text, $at, length $new) = $new if $at + length $new <= $size }
        elsif ($how == 5) { substr($text, $at, $n) = '' }
        elsif ($how == 6) { substr($text, $at, 0) = random(2) ? substr($text, $at, $n) : number() }
        elsif (!random(4)) { $text = substr $text, 0, $at }
    }
    return $text;
}

# A file of call stacks with the checksum that it should have, or reading ends there.
sub checked
{
    my ($file) = @_;
    substr($file, -4) = pack 'V', crc32(substr $file, 0, -6) if length $file > 18;
    return $file;
}

# ---- a run ----------------------------------------------------------------------------------------

my @options = (
    '-p', '-q', '-A', '-C', '-r', '-Rmap', '-i', '-s', '-a', '-c', '-D', '-l', '-m3', '-z', '-b', '-T', '-L',
    '-x', '-y', '-Ssymbols', '-qmain', '-Nwork', '-pparse', '-kmain/parse', '-Qdemo.c:20', '-w20', '-w0',
    '--demangle=none', '--demangle=rust', '--inline-file-names', '-Obsd', '-O4.4bsd', '-Omagic', '-d', '-nf1',
    '--estimated', '--compare-estimates', '@words', '-t3', '-Z', '-J',
);
my %file = (image => 'image', data => 'gmon.out', stacks => 'stacks', listing => 'bb.out', map => 'map', symbols => 'symbols',
    source => 'demo.c', words => 'words');
my %wanted = map { $_ => 1 } split /,/, $opt{kinds};

my ($limited_in, $limited_out);
my $limited = open2($limited_out, $limited_in, "$tools/limited", 10, $asan ? 0 : 4000);

# Make the files of run SEED; returns the command and which kinds are damaged.
sub prepare
{
    my ($seed) = @_;
    $state = ($seed * 0x9e3779b1 ^ 0x5deece66d) & 0xffffffffffff || 1;
    random(2) for 1 .. 8;
    my %damaged;
    for my $kind (sort keys %sound) {
        $damaged{$kind} = 1 if %wanted ? $wanted{$kind} : random(10) < ($kind =~ /^(data|image)$/ ? 5 : 2);
        my $text = choose(@{ $sound{$kind} }, $kind eq 'image' && $damaged{image} ? @foreign : ());
        $text = damage($text) if $damaged{$kind};
        $text = checked($text) if $damaged{$kind} && $kind eq 'stacks' && random(4);
        spew($file{$kind}, $text);
    }
    my @words = map { choose(@options) } 1 .. random(5);
    push @words, '-Rmap' if $wanted{map};
    push @words, '-Ssymbols' if $wanted{symbols};
    push @words, '@words' if $wanted{words};
    push @words, '-A' if $wanted{source};
    my %seen;    # the two orders exclude each other: that is a usage error
    @words = grep { !$seen{$_}++ } @words;
    @words = grep { $_ ne '-r' } @words if $seen{'-Rmap'};
    push @words, '-I.', 'image';
    push @words, $wanted{listing} || !random(6) ? 'bb.out' : 'gmon.out';
    push @words, choose('gmon.out', 'bb.out', $words[-1]) if !random(5);
    push @words, 'stacks' if $wanted{stacks} || !random(3);
    return (\@words, \%damaged);
}

my (%count, @bad, $most_ms, $most_kb);
$most_ms = $most_kb = 0;

# What is wrong with a run, or ''. Of a damaged image libbfd has remarks of its own, which begin like
# ours, or with the file's name.
sub judge
{
    my ($how, $n, $ms, $kb, $words, $damaged) = @_;
    my $err    = slurp('err');
    my @lines  = split /(?<=\n)/, $err;
    my @errors = grep { !/^gprof: warning: / } @lines;
    return "signal $n" if $how eq 'signal';
    return "status $n" if $n != 0 && $n != 1;
    return "$ms ms"    if $ms > $MOST_MS;
    return "$kb kB"    if $kb > $MOST_KB;
    return '' if $err =~ /^Usage: /m && grep { $_ eq '@words' } @$words;
    my @foreign = grep { !/^gprof: [^\n]*\n\z/ && !($damaged->{image} && /^image[: ]/) } @errors;
    return "a foreign line: $foreign[0]" if @foreign;
    return '' if $damaged->{image} && @errors >= $n;
    return scalar(@errors) . " lines of error with status $n: @errors" if @errors != $n;
    return '';
}

sub keep_run
{
    my ($seed, $words) = @_;
    return if !$keep;
    make_path("$keep/$seed");
    copy($_, "$keep/$seed/$_") for values %file, 'out', 'err';
    open my $f, '>', "$keep/$seed/command" or die "$keep/$seed: $!";
    print $f "$gprof ", join(' ', map { s/'/'\\''/gr =~ s/.*/'$&'/r } @$words), "\n";
    close $f;
}

for my $seed ($opt{from} .. $opt{from} + $opt{runs} - 1) {
    my ($words, $damaged) = prepare($seed);
    # what libbfd loses of a damaged image is no leak of ours
    my @env = $asan && $damaged->{image} ? ('/usr/bin/env', "ASAN_OPTIONS=$asan_options:detect_leaks=0") : ();
    print $limited_in join("\t", @env, $gprof, @$words), "\n";
    $limited_in->flush;
    my ($how, $n, $ms, $kb) = split ' ', scalar(<$limited_out>) // die "limited died\n";
    $count{"$how $n"}++;
    $most_ms = $ms if $ms > $most_ms;
    $most_kb = $kb if $kb > $most_kb;
    my $why = judge($how, $n, $ms, $kb, $words, $damaged);
    next if $why eq '';
    chomp $why;
    push @bad, "seed $seed: $why: gprof @$words (damaged: " . join(' ', sort keys %$damaged) . ')';
    keep_run($seed, $words);
}
close $limited_in;
waitpid $limited, 0;

my $prefix = $opt{tap} ? '# ' : '';
my @shown = @bad > $opt{show} ? @bad[ 0 .. $opt{show} - 1 ] : @bad;
print map { "$prefix$_\n" } @shown;
printf "${prefix}%d runs: %s; at most %d ms and %d kB\n", $opt{runs},
    join(', ', map { "$_: $count{$_}" } sort keys %count), $most_ms, $most_kb;
if ($opt{tap}) {
    print @bad ? 'not ' : '', "ok 1 - $opt{runs} runs on damaged files, from seed $opt{from} on\n1..1\n";
} else {
    printf "%d of %d broke a demand\n", scalar @bad, $opt{runs};
}
exit(@bad ? 1 : 0);
