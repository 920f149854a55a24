#!/usr/bin/perl
# hostile.t - images that lie: a report or an error in a line, never a crash or a flood of memory
#
# Role:   changes one field at a time of the ELF header, of every section header and of symbols, to
#         values that lie (0, 1, huge, beyond the end of the file), cuts the image at many lengths, changes
#         bytes at random, and runs several reports on each. A run may end with status 0 or 1, must end soon,
#         must not be ended by a signal, has a limit on its memory, and writes lines of ours on standard error.
# Input:  environment GPROF, TOOLS, CC, VARIANT; FEWER=N takes a sample of the cases (default 1: all);
#         FUZZ_RUNS, how many random images are made of each (default 200), and FUZZ_SEED, from which number.
# Output: TAP, one test a family of lies.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Check;
use Test::More;

work_dir();
# a sanitizer or valgrind needs all addresses, and tells of memory by itself
my $limit = ($ENV{VARIANT} // '') =~ /sanitize/ || $ENV{VALGRIND} ? 'unlimited' : 400_000;
my $step  = 3 * ($ENV{FEWER} || 1) - 2;    # has no factor in common with 3 kinds of reports

# What is wrong with a run on the image, or nothing. libbfd may have remarks of its own, which name the file.
sub misbehaves
{
    my ($bytes, $options) = @_;
    spew('a.out', $bytes);
    my (undef, $status, $err) = run("ulimit -v $limit && exec timeout 20 '$gprof' -b $options a.out gmon.out");
    my @lines = split /\n/, $err;
    return "status $status: $err" if $status > 1;
    return "status 1 without an error" if $status == 1 && !@lines;
    return "not a line of ours: $err" if grep { !/^(?:gprof: .|a\.out[: ])/ } @lines;
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
    is(join("\n", splice @bad, 0, 10), '', "$name: $n images");
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
    make($tool, 'made', $text);
    return slurp('made');
}

make('mkgmon', 'gmon.out', "magic\nhist 0x401000 0x401100 64 100 seconds s\nfill 0 63 3\n"
        . "arc 0x401008 0x401020 7\narc 0x401028 0x401040 7\n");
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
        next if system("objcopy --compress-debug-sections=$how prog packed 2>log") != 0;
        my $bytes = slurp('packed');
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
spew('prog.c', "static int parse(int x) { return x * 3; }\nint work(int x) { return parse(x) + 1; }\n"
        . "void _start(void) { work(2); }\n");
my $built = system("$cc -g -O1 -fno-inline -nostdlib -static -ffreestanding -fno-pie -no-pie -Wl,-n"
        . " -Wl,--build-id -Wl,-Ttext=0x401000 prog.c -o prog 2>log") == 0;
SKIP: {
    skip 'the compiler makes no 64-bit little-endian ELF file', 1 if !$built || slurp('prog') !~ /^\x7fELF\x02\x01/;
    all_lies('a program', slurp('prog'));
    packed_lies();
}

# ---- random bytes ------------------------------------------------------------------------------

my @numbers = (0, 1, 0x40, 0x7f, 0x80, 0xff, 0x1000, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff);

# Returns the bytes with a few changes: bits, bytes, numbers, and pieces that are missing, repeated or cut off. Half of
# the changes are among the $n bytes from $from on, which a whole image would seldom have changed.
sub damaged
{
    my ($bytes, $from, $n) = @_;
    for (0 .. (below(4) ? below(4) : below(60))) {
        my ($size, $how) = (length $bytes, below(24));
        my $at = below(2) && $from + $n <= $size ? $from + below($n) : below($size);
        my $some = 1 + below(below(2) ? 16 : 512);
        if    ($how < 6)  { substr($bytes, $at, 1) ^= chr(1 << below(8)) }
        elsif ($how < 9)  { substr($bytes, $at, 1) = chr below(256) }
        elsif ($how < 16) { $bytes = patched($bytes, $at, ('S<', 'S>', 'L<', 'L>', 'Q<')[ below(5) ], $numbers[ below(scalar @numbers) ]) }
        elsif ($how < 19) { substr($bytes, $at, $some) = '' }
        elsif ($how < 22) { substr($bytes, $at, 0) = substr $bytes, $at, $some }
        elsif ($how < 23) { substr($bytes, $at) = '' }
        last if $bytes eq '';
    }
    return $bytes;
}

sub random_bytes
{
    my ($name, $bytes, $from, $n) = @_;
    my $first = $ENV{FUZZ_SEED} // 1;
    family("$name, random bytes", map { seed($_); ["seed $_", damaged($bytes, $from, $n)] }
        $first .. $first + ($ENV{FUZZ_RUNS} // 200) - 1);
}

# The heads of files count more than their middle, and so do sections that a reader interprets.
random_bytes('a small image', $small, 0, 64);
my $lines = made('mkimage', <<'END');
section .text 0x401000 0x100 hex e83b000000
section .debug_abbrev 0 27 hex 01110110171101120603081b080000022e00030811011206000000
section .debug_info 0 114 hex 6e00000004000000000008010000000000104000000000000001000064656d6f2e63002f73726300026d61696e000010400000000000400000000270617273650040104000000000004000000002776f726b0080104000000000004000000002646f6e6500c0104000000000004000000000
section .debug_line 0 74 hex 4600000004001e000000010101fb0e0d0001010101000000010000010064656d6f2e63000000000000090200104000000000000309010240030a010240030a010240030a010240000101
sym main 0x401000
sym parse 0x401040
END
random_bytes("lines, $_->[0]", $lines, unpack 'Q<2', substr $lines, $_->[1] + 24, 16)
    for grep { $_->[0] =~ /^\.debug/ } sections($lines);
random_bytes('32 bits, the other byte order', made('mkimage', "class 32\nendian big\nmachine ppc\nsection .text 0x401000 0x100 hex "
        . "480000414bffffff60000000480000214e800020\nsym main 0x401000\nsym parse 0x401040\n"), 0, 52);
random_bytes('Arm', made('mkimage', "class 32\nmachine arm\ntype dyn\nsection .text 0x401000 0x100 hex feffffeb00f000f8\n"
        . "sym main 0x401000\nsym \$a 0x401000 0 local notype\nsym parse 0x401041\n"), 0, 52);
random_bytes('an object file', made('mkimage', "type rel\nsection .text 0 0x100\nsection .text.x 0 0x40\n"
        . "sym main 0 0x10 in .text\nsym x 0 0x10 in .text.x\n"), 0, 64);
if ($built) {
    my $program = slurp('prog');
    random_bytes("a program, $_->[0]", $program, unpack 'Q<2', substr $program, $_->[1] + 24, 16)
        for grep { $_->[0] =~ /^\.debug_(?:info|abbrev|line|ranges|rnglists)$/ } sections($program);
    for my $format ('pe-x86-64', 'pei-x86-64', 'srec', 'elf32-x86-64') {
        random_bytes($format, slurp('other'), 0, 64) if system("objcopy -O $format prog other 2>log") == 0;
    }
    random_bytes('an archive', slurp('archive'), 0, 64) if system('ar rc archive prog 2>log') == 0;
}
done_testing();
