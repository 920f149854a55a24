# Dwarf.pm - makes small ELF images with debug information that lies, for the tests
#
# Use: use Dwarf;
#
#     leb128(N), with_length(BYTES)         a number in LEB128; bytes behind their length
#     abbreviation(NUMBER, TAG, HAS_CHILDREN, ATTRIBUTE, FORM ...)
#     unit(ENTRIES, OFFSET)                 a unit of .debug_info, DWARF 4; the offset is that of its abbreviations
#     line_table(PROGRAM)                   a table of the file a.c
#     elf(MACHINE, TYPE, SECTION ...)       an ELF file of 64 bits; its sections are described there
#     image(SECTION => CONTENTS ...)        an ELF file of 64 bits with a megabyte of code at 0x401000
#     windows(SECTION => CONTENTS ...)      a program of Windows with 16 KB of code at 0x401000
#     sections(BYTES)                       its sections, as [name, offset of the header]
#     patched(BYTES, AT, FORMAT, VALUE)     the bytes with a number that pack writes
#     made(TOOL, TEXT)                      what mkimage or mkgmon makes of the text
#
# SPDX-License-Identifier: GPL-3.0-or-later
package Dwarf;
use strict;
use warnings;
use Check;
use Exporter qw(import);

our @EXPORT = qw(leb128 with_length abbreviation unit line_table elf image windows sections patched made);

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

sub made
{
    my ($tool, $text) = @_;
    make($tool, 'made', $text);
    return slurp('made');
}

sub leb128
{
    my ($n) = @_;
    return $n < 128 ? chr $n : chr($n & 127 | 128) . leb128($n >> 7);
}

# An abbreviation: number, tag, has children, and attributes with their forms.
sub abbreviation
{
    my ($number, $tag, $parent, @attributes) = @_;
    return join '', map { leb128($_) } $number, $tag, $parent, @attributes, 0, 0;
}

sub unit { return with_length(pack('S<L<C', 4, $_[1] // 0, 8) . $_[0]) }

sub line_table
{
    my ($program, @files) = @_;
    my $head = pack('C*', 1, 1, 1, 0xfb, 14, 13, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1, 0) . join('', map { "$_\0\0\0\0" } @files ? @files : 'a.c') . "\0";
    return with_length(pack('S<L<', 4, length $head) . $head . $program);
}

# An ELF file of 64 bits. Sections are [name, type, flags, address, bytes or size, link, info, entry size, number of one
# whose offset it shares].
sub elf
{
    my ($machine, $type, @sections) = @_;
    my ($names, $bytes, @offset, $headers) = ("\0", "\0" x 64);
    my %place = ('' => 0);
    for my $s ([('', 0, 0, 0, 0)], @sections, ['.shstrtab', 3, 0, 0, undef]) {
        if (!defined $place{ $s->[0] }) {
            $place{ $s->[0] } = length $names;
            $names .= "$s->[0]\0";
        }
        my $content = $s->[4] // $names;
        my $is_size = $s->[1] == 8 || $s->[1] == 0;
        push @offset, defined $s->[8] ? $offset[ $s->[8] ] : length $bytes;
        $headers .= pack 'L<2Q<4L<2Q<2', $place{ $s->[0] }, @$s[1 .. 3], $offset[-1], $is_size || defined $s->[8] ? $content : length $content,
            $s->[5] // 0, $s->[6] // 0, 1, $s->[7] // 0;
        $bytes .= $content . "\0" x (-length($content) & 7) if !$is_size && !defined $s->[8];
    }
    my $n = @sections + 2;
    substr($bytes, 0, 64) = pack 'a4C4x8S<2L<Q<3L<S<6', "\x7fELF", 2, 1, 1, 0, $type, $machine, 1, 0x401000, 0, length $bytes, 0, 64, 56, 0, 64, $n, $n - 1;
    return $bytes . $headers;
}

# An image with these contents of sections, by name.
sub image
{
    my (%contents) = @_;
    return made('mkimage', join '', "section .text 0x401000 0x100000 code nobits\n",
        (map { sprintf "section %s 0 %d hex %s\n", $_, length $contents{$_}, unpack 'H*', $contents{$_} } sort keys %contents),
        "sym main 0x401000\nsym parse 0x401100\n");
}

# A program of Windows with these contents of sections, by name.
sub windows
{
    my (%contents) = @_;
    my $strings = '';
    my $code = 0x4000;
    my ($headers, $data, $at, $address) = ('', "\x90" x $code, 0x200 + 40 * (1 + keys %contents), 0x102000);
    for my $name (sort keys %contents) {
        my $bytes = $contents{$name};
        $headers .= pack 'a8L<6S<2L<', '/' . (4 + length $strings), length $bytes, $address, length $bytes, $at + length $data, 0, 0, 0, 0,
            0x42100040;
        $strings .= "$name\0";
        $data .= $bytes;
        $address += (length($bytes) + 0xfff) & ~0xfff;
    }
    $headers = pack('a8L<6S<2L<', '.text', $code, 0x1000, $code, $at, 0, 0, 0, 0, 0x60000020) . $headers;
    my $symbols = join '', map { pack 'L<2L<s<S<C2', 0, 4 + length($strings) + $_->[0], $_->[1], 1, 0x20, 2, 0 } [0, 0], [5, 0x100];
    my $optional = pack('S<C2L<5', 0x20b, 2, 40, 0x100000, 0, 0, 0x1000, 0x1000) . pack('Q<L<2S<6L<4S<2Q<4L<2', 0x400000, 0x1000, 0x200,
        4, 0, 0, 0, 4, 0, 0, $address, 0x200, 0, 3, 0, 0x200000, 0x1000, 0x100000, 0x1000, 0, 16) . "\0" x 128;
    my $head = 'MZ' . "\0" x 58 . pack('L<', 64) . "PE\0\0" . pack('S<2L<3S<2', 0x8664, 1 + keys %contents, 0, $at + length $data, 2,
        length $optional, 0x22e) . $optional;
    $strings .= "main\0parse\0";
    return pack("a$at", $head . $headers) . $data . $symbols . pack('L<', 4 + length $strings) . $strings;
}

sub with_length { return pack('L<', length $_[0]) . $_[0] }

1;
