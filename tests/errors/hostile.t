#!/usr/bin/perl
# hostile.t - images that lie: a report or an error in a line, never a crash or a flood of memory
#
# Role:   changes one field at a time of the ELF header, of every section header and of symbols, to
#         values that lie (0, 1, huge, beyond the end of the file), cuts the image at many lengths, changes
#         bytes at random, and runs several reports on each. A run may end with status 0 or 1, must end soon,
#         must not be ended by a signal, has a limit on its memory, and writes lines of ours on standard error.
# Input:  environment GPROF, TOOLS, CC, VARIANT; FEWER=N takes one in 3 N + 1 of the cases (default: all);
#         FUZZ_RUNS, how many random images are made of each (default 200), and FUZZ_SEED, from which number.
# Output: TAP, one test a family of lies.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Check;
use Dwarf;
use Test::More;

work_dir();
# a sanitizer or valgrind needs all addresses, and tells of memory by itself
my $limit = ($ENV{VARIANT} // '') =~ /sanitize/ || $ENV{VALGRIND} ? 'unlimited' : 400_000;
my $step  = 3 * ($ENV{FEWER} || 0) + 1;    # has no factor in common with 3 kinds of reports

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

# ---- entries as deep as there are, and texts without an end ---------------------------------------

# Runs reports on the image, which end by themselves.
sub ends
{
    my ($what, $bytes) = @_;
    spew('a.out', $bytes);
    for my $options ('-l', '--export=json') {
        my (undef, $status, $err) = run("timeout 60 '$gprof' -b $options a.out gmon.out");
        cmp_ok($status, '<=', 1, "$what, $options: ends") or diag($err);
    }
}

my $rows = line_table("\0\x09\x02" . pack('Q<', 0x401000) . "\x21" x 50_000 . "\0\1\1");    # addresses ascend by 1
my @of_unit = (3, 8, 0x10, 0x17, 0x11, 1, 0x12, 6);    # name, line table, code from here on, so many bytes
my $plain = abbreviation(1, 0x11, 1, @of_unit) . abbreviation(2, 0x2e, 1) . abbreviation(3, 0x2e, 0, 0x55, 0x17);
sub root { return "\1a.c\0" . pack('L<Q<L<', $_[0], 0x401000, 0x100000) }
make('mkgmon', 'gmon.out', "magic\nhist 0x401000 0x501000 1024 100 seconds s\nfill 0 1023 3\narc 0x401008 0x401100 7\n");

ends("deep entries that $_", image('.debug_abbrev' => "$plain\0", '.debug_line' => $rows,
        '.debug_info' => unit(root(0) . "\2" x 400_000 . ($_ eq 'end' ? "\0" x 400_001 : ''))))
    for 'end', 'do not end';
# The last text of .debug_info has no end: a path, a name, or that of an inlined function's origin.
my @texts = (abbreviation(1, 0x11, 1, @of_unit), abbreviation(2, 0x11, 0, @of_unit, 0x1b, 8), abbreviation(3, 0x1d, 0, 0x11, 1, 0x12, 6, 3, 8),
    abbreviation(4, 0x1d, 0, 0x31, 0x13, 0x11, 1, 0x12, 6), abbreviation(5, 0x2e, 0, 3, 8));
my $code = pack('Q<L<', 0x401004, 64);
ends("a text without an end, $_->[0]", image('.debug_abbrev' => "@texts\0" =~ s/ //gr, '.debug_line' => $rows, '.debug_info' => unit($_->[1] . 'abcdefg')))
    for ['of a unit', "\2" . substr root(0), 1], ['of a function', root(0) . "\3" . $code],
    ['of an origin', root(0) . "\4" . pack('L<', 11 + length(root(0)) + 1 + 4 + 12) . $code . "\5"];

# ---- files that are named, and never end ---------------------------------------------------------

system('mkfifo', 'pipe') == 0 or die;
my %lines = ('.debug_abbrev' => "$plain\0", '.debug_line' => $rows, '.debug_info' => unit(root(0) . "\0"));
my @traps = (
    ['.gnu_debugaltlink', image(%lines, '.gnu_debugaltlink' => "pipe\0" . 'x' x 20)],
    ['.gnu_debuglink without entries', image('.debug_line' => $rows, '.gnu_debuglink' => "pipe\0\0\0\0\1\2\3\4")],
    ['a unit in a pipe', image('.debug_line' => $rows,
            '.debug_abbrev' => abbreviation(1, 0x11, 0, 0x2130, 8, 0x2131, 7, 0x10, 0x17) . "\0",
            '.debug_info' => unit("\1pipe\0" . pack('Q<L<', 1, 0)))],
);
for my $trap (@traps) {
    spew('a.out', $trap->[1]);
    for my $options ('-l', '-A', '--top') {
        my (undef, $status, $err) = run("timeout 20 '$gprof' -b $options a.out gmon.out");
        cmp_ok($status, '<=', 1, "$trap->[0] that is a pipe is not waited for, $options: $err");
    }
}

# A file of /proc seems to be regular and empty, and may wait.
SKIP: {
    skip 'no /proc', 1 if !-f '/proc/self/status' || -s _;
    make('mkgmon', 'stacks', "stacks cpu 10000000\nmodule program - a.out\nmodule library - /proc/self/status as lib\ncomplete +0x401010 lib:=0x10 signals 50\n");
    like((run("'$gprof' --top a.out stacks"))[2], qr{^gprof: warning: /proc/self/status: is not a regular file; }m, 'a library in /proc is not read');
}

# ---- an image that is cut short while it is read -------------------------------------------------

my $large = image(%lines, '.debug_line' => line_table("\0\x09\x02" . pack('Q<', 0x401000) . "\x21" x 400_000 . "\0\1\1"));
my @ended;
for my $try (1 .. 20) {
    spew('a.out', $large);
    my (undef, $status) = run("timeout 20 '$gprof' -b -l a.out gmon.out & sleep 0.0$try; : >a.out; wait \$!");
    push @ended, $status if $status > 1;
}
is("@ended", '', 'an image that is cut short while it is read: no signal');
make('mkgmon', 'gmon.out', "magic\nhist 0x401000 0x401100 64 100 seconds s\nfill 0 63 3\n"
        . "arc 0x401008 0x401020 7\narc 0x401028 0x401040 7\n");

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
