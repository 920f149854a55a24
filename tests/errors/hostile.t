#!/usr/bin/env perl
# hostile.t - images that lie: a report or an error in a line, never a crash or a flood of memory
#
# Role:   changes one field at a time of the ELF header, of every section header and of symbols, to
#         values that lie (0, 1, huge, beyond the end of the file), cuts the image at many lengths, and
#         runs several reports on each. A run may end with status 0 or 1, must end soon, must not be
#         ended by a signal, has a limit on its memory, and writes lines of ours on standard error.
# Input:  environment GPROF, TOOLS, CC, VARIANT; FEWER=N takes a sample of the cases (default 1: all).
# Output: TAP, one test a family of lies.
# Does not: change random bytes; tests/fuzz does.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use File::Temp qw(tempdir);
use FindBin;

my $top   = $ENV{SRCDIR} // "$FindBin::Bin/../..";
my $build = $ENV{BUILD}  // "$top/build";
my $tools = $ENV{TOOLS}  // "$build/tools";
my $gprof = $ENV{GPROF}  // "$build/gprof";
my $cc    = $ENV{CC}     // 'cc';
my $work  = tempdir('gprof-hostile.XXXXXX', TMPDIR => 1, CLEANUP => 1);
# a sanitizer or valgrind needs all addresses, and tells of memory by itself
my $limit = ($ENV{VARIANT} // '') =~ /sanitize/ || $ENV{VALGRIND} ? 'unlimited' : 400_000;
my $step  = 3 * ($ENV{FEWER} || 1) - 2;    # has no factor in common with 3 kinds of reports
my $count = 0;
my $failed = 0;
$ENV{LC_ALL} = 'C';

sub spew
{
    my ($file, $text) = @_;
    open my $f, '>:raw', $file or die "$file: $!\n";
    print {$f} $text;
    close $f or die "$file: $!\n";
}

sub slurp
{
    my ($file) = @_;
    open my $f, '<:raw', $file or die "$file: $!\n";
    local $/;
    return scalar <$f> // '';
}

# What is wrong with a run on the image, or nothing.
sub misbehaves
{
    my ($bytes, $options) = @_;
    spew("$work/a.out", $bytes);
    my $status = system "cd '$work' && ulimit -v $limit && exec timeout 20 '$gprof' -b $options a.out gmon.out >out 2>err";
    my $err = slurp("$work/err");
    my @lines = split /\n/, $err;
    return "signal $status" if $status & 127;
    $status >>= 8;
    return "status $status: $err" if $status > 1;
    return "status 1 without an error" if $status == 1 && !@lines;
    return "not a line of ours: $err" if grep { !/^gprof: ./ } @lines;
    return 'too many lines' if @lines > 20;
    return 'out of memory: ' . $err if $err =~ /memory/i;
    return;
}

my @options = ('', '-l', '-A -c');

# All images of a family, given as [what was changed, bytes].
sub family
{
    my ($name, @images) = @_;
    my (@bad, $n);
    for my $i (grep { $_ % $step == 0 } 0 .. $#images) {
        my ($what, $bytes) = @{ $images[$i] };
        $n++;
        my $why = misbehaves($bytes, $options[ $i % @options ]);
        push @bad, "$what, $options[$i % @options]: $why" if defined $why;
    }
    $failed++ if @bad;
    print @bad ? 'not ok ' : 'ok ', ++$count, " - $name: $n images\n";
    print STDERR map { s/^/# /gmr . "\n" } "failed: $name", splice @bad, 0, 10 if @bad;
}

sub patched
{
    my ($bytes, $at, $format, $value) = @_;
    my $new = pack $format, $value;
    substr($bytes, $at, length $new) = $new if $at + length $new <= length $bytes;
    return $bytes;
}

# The sections of a 64-bit little-endian ELF file: [name, offset of its header].
sub sections
{
    my ($bytes) = @_;
    my ($shoff, $shnum, $shstrndx) = (unpack('Q<', substr $bytes, 40, 8), unpack('S<2', substr $bytes, 60, 4));
    my $names = unpack 'Q<', substr $bytes, $shoff + 64 * $shstrndx + 24, 8;
    return map {
        my $at = $shoff + 64 * $_;
        [unpack('Z*', substr $bytes, $names + unpack('L<', substr $bytes, $at, 4)), $at]
    } 1 .. $shnum - 1;
}

# name, offset, format of the fields
my @header = (['class', 4, 'C'], ['data', 5, 'C'], ['type', 16, 'S<'], ['machine', 18, 'S<'],
    ['phoff', 32, 'Q<'], ['shoff', 40, 'Q<'], ['ehsize', 52, 'S<'], ['phentsize', 54, 'S<'],
    ['phnum', 56, 'S<'], ['shentsize', 58, 'S<'], ['shnum', 60, 'S<'], ['shstrndx', 62, 'S<']);
my @section = (['name', 0, 'L<'], ['type', 4, 'L<'], ['flags', 8, 'Q<'], ['addr', 16, 'Q<'],
    ['offset', 24, 'Q<'], ['size', 32, 'Q<'], ['link', 40, 'L<'], ['info', 44, 'L<'],
    ['addralign', 48, 'Q<'], ['entsize', 56, 'Q<']);
my @symbol = (['name', 0, 'L<'], ['info', 4, 'C'], ['other', 5, 'C'], ['shndx', 6, 'S<'],
    ['value', 8, 'Q<'], ['size', 16, 'Q<']);

sub lies
{
    my ($format, $size) = @_;
    my %max = (C => 0xff, 'S<' => 0xffff, 'L<' => 0xffffffff, 'Q<' => ~0);
    return grep { $_ <= $max{$format} }
        (0, 1, 2, $size - 1, $size, $size + 1, 0x7fffffff, 0xfffffff0, 1 << 32, 1 << 34, ~0 - 15,
        $max{$format} >> 1, $max{$format});
}

sub all_lies
{
    my ($name, $bytes) = @_;
    my $size = length $bytes;
    my @images;
    for my $field (@header) {
        my ($what, $at, $format) = @$field;
        push @images, map { [sprintf('%s = %#x', $what, $_), patched($bytes, $at, $format, $_)] } lies($format, $size);
    }
    family("$name, ELF header", @images);
    @images = ();
    my ($symbols, $n_symbols) = (0, 0);
    for my $section (sections($bytes)) {
        my ($of, $header) = @$section;
        ($symbols, $n_symbols) = (unpack('Q<', substr $bytes, $header + 24, 8), unpack('Q<', substr $bytes, $header + 32, 8) / 24)
            if $of eq '.symtab';
        for my $field (@section) {
            my ($what, $at, $format) = @$field;
            push @images, map { [sprintf('%s of %s = %#x', $what, $of, $_), patched($bytes, $header + $at, $format, $_)] }
                lies($format, $size);
        }
        # contents of nothing but one byte
        my ($from, $length) = unpack 'Q<2', substr $bytes, $header + 24, 16;
        next if $from + $length > $size;
        for my $byte (0, 0x7f, 0x80, 0xff) {
            my $copy = $bytes;
            substr($copy, $from, $length) = chr($byte) x $length;
            push @images, [sprintf('%s full of %#x', $of, $byte), $copy];
        }
    }
    family("$name, section headers and contents", @images);
    @images = ();
    for my $i (grep { $_ < $n_symbols } 1, 2, $n_symbols - 1) {
        for my $field (@symbol) {
            my ($what, $at, $format) = @$field;
            push @images, map { [sprintf('%s of symbol %d = %#x', $what, $i, $_), patched($bytes, $symbols + 24 * $i + $at, $format, $_)] }
                lies($format, $size);
        }
    }
    family("$name, symbols", @images);
    family("$name, cut", map { ["cut at $_", substr $bytes, 0, $_] } map { int $size * $_ / 200 } 0 .. 199);
}

sub made
{
    my ($tool, $text) = @_;
    spew("$work/text", $text);
    my $bytes = qx{'$tools/$tool' '$work/text'};
    die "$tool failed\n" if $?;
    return $bytes;
}

spew("$work/gmon.out", made('mkgmon', "magic\nhist 0x401000 0x401100 64 100 seconds s\nfill 0 63 3\n"
        . "arc 0x401008 0x401020 7\narc 0x401028 0x401040 7\n"));
my $small = made('mkimage', "section .text 0x401000 0x100\nsection .init 0x400000 0x10\n"
        . "sym main 0x401000\nsym parse 0x401020\nsym work 0x401040 local\nsym _init 0x400000\n");
all_lies('a small image', $small);
family('nothing in it', ['no sections', made('mkimage', "type exec\n")],
    ['empty sections', made('mkimage', "section .text 0x1000 0\nsection .init 0x1000 0\nsym a 0x1000\n")],
    ['no symbols', made('mkimage', "section .text 0x1000 0x10\nsymtab no\n")],
    ['everything at 0', made('mkimage', "section .text 0 0\nsym a 0\nsym b 0\n")]);

# Compressed debug sections that claim to become huge.
sub packed_lies
{
    my @images;
    for my $how ('zlib', 'zstd') {
        next if system("cd '$work' && objcopy --compress-debug-sections=$how prog packed 2>log") != 0;
        my $bytes = slurp("$work/packed");
        for my $section (grep { $_->[0] =~ /^\.debug/ } sections($bytes)) {
            my ($of, $header) = @$section;
            next if !(unpack('Q<', substr $bytes, $header + 8, 8) & 0x800);    # SHF_COMPRESSED
            my $at = unpack 'Q<', substr $bytes, $header + 24, 8;
            for my $field (['type', 0, 'L<'], ['size', 8, 'Q<'], ['addralign', 16, 'Q<']) {
                my ($what, $offset, $format) = @$field;
                push @images, map { [sprintf('%s of %s, %s = %#x', $what, $of, $how, $_), patched($bytes, $at + $offset, $format, $_)] }
                    lies($format, length $bytes);
            }
        }
    }
    family('compressed debug sections', @images);
}

# A compiled one, with debug information, so that its readers meet lies, too.
spew("$work/prog.c", "static int parse(int x) { return x * 3; }\nint work(int x) { return parse(x) + 1; }\n"
        . "void _start(void) { work(2); }\n");
my $built = system("cd '$work' && $cc -g -O1 -fno-inline -nostdlib -static -ffreestanding -fno-pie -no-pie -Wl,-n"
        . " -Wl,--build-id -Wl,-Ttext=0x401000 prog.c -o prog 2>log") == 0;
if ($built && slurp("$work/prog") =~ /^\x7fELF\x02\x01/) {
    all_lies('a program', slurp("$work/prog"));
    packed_lies();
} else {
    print 'ok ', ++$count, " - a program # SKIP the compiler makes no 64-bit little-endian ELF file\n";
}
print "1..$count\n";
exit($failed ? 1 : 0);
