#!/usr/bin/perl
# linetable.pl - turns source lines of a made-up program into DWARF sections in mkimage's language
#
# Use: linetable.pl <TEXT | mkimage >IMAGE
# TEXT is in mkimage's language. Between its sections and its symbols it has, in the order of addresses,
#     directory [PATH]              where the compiler ran, if not in the current directory
#     ADDRESS FILE:LINE FUNCTION    a function begins here
#     ADDRESS FILE:LINE             a further line of it
#     ADDRESS FILE:LINE -           a line in no function, as of assembly; so are the next lines
#     inline FUNCTION FROM TO       code of the function above, between these addresses, is that of FUNCTION
#     ADDRESS end                   code without lines follows
# A FILE may have a directory of its own in front.  DWARF 4, of the class and byte order that TEXT says.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;

my (@rows, @files, %number, @functions, %abstract, $end);
my $directory = '.';
my ($u16, $u32, $pointer, $bytes) = ('v', 'V', 'Q<', 8);    # as pack has them
while (<STDIN>) {
    next if /^\s*(?:#|$)/;
    my ($address, $place, $function, $to) = split;
    if ($address eq 'directory') {
        $directory = $place // '';
        next;
    } elsif ($address eq 'inline') {
        push @{ $functions[-1][3] }, [ $place, hex $function, hex $to ];
        $abstract{$place} = 0;
        next;
    } elsif ($address !~ /^0x/) {
        ($pointer, $bytes) = ('V', 4) if "$address $place" eq 'class 32';
        ($u16, $u32, $pointer) = ('n', 'N', $bytes == 8 ? 'Q>' : 'N') if "$address $place" eq 'endian big';
        print;
        next;
    }
    $address = hex $address;
    $functions[-1][2] //= $address if @functions && ($function || $place eq 'end');
    if ($place eq 'end') {
        $end = $address;
        last;
    }
    my ($file, $line) = $place =~ /^(.+):(\d+)$/ or die "linetable.pl: line $.: no FILE:LINE\n";
    push @files, $file if !$number{$file};
    $number{$file} //= @files;
    push @rows, [ $address, $number{$file}, $line ];
    push @functions, [ $function, $address ] if $function && $function ne '-';
}
die "linetable.pl: no rows, or no end\n" if !@rows || !$end;
my $low = $rows[0][0];

sub sleb
{
    my ($value) = @_;
    my $bytes = '';
    for (;;) {
        my $low_bits = $value & 0x7f;
        $value = ($value - $low_bits) / 128;
        my $last = ($value == 0 && $low_bits < 0x40) || ($value == -1 && $low_bits >= 0x40);
        $bytes .= pack 'C', $last ? $low_bits : $low_bits | 0x80;
        return $bytes if $last;
    }
}

# Returns a unit: its length, then the bytes.
sub unit { return pack($u32, length $_[0]) . $_[0] }

sub section
{
    my ($name, $bytes) = @_;
    printf "section %s 0 %d hex %s\n", $name, length $bytes, unpack 'H*', $bytes;
}

# Abbreviation 1: the compile unit; 2: a function with its name and range; 3: one with inlined code; 4: an inlined
# function, and 5: its code in another one.
section('.debug_abbrev', pack 'H*', '01110110171101120603081b080000022e000308110112060000'
    . '032e010308110112060000' . '042e000308200b0000' . '051d003113110112060000' . '00');

my $info = pack "$u16 $u32 C", 4, 0, $bytes;
$info .= pack("C $u32 $pointer $u32", 1, 0, $low, $end - $low) . "$files[0]\0$directory\0";
for (sort keys %abstract) {
    $abstract{$_} = 4 + length $info;    # behind the length of the unit
    $info .= "\4$_\0\1";
}
for (@functions) {
    my ($function, $from, $to, $inlined) = @$_;
    $info .= ($inlined ? "\3" : "\2") . "$function\0" . pack "$pointer $u32", $from, $to - $from;
    $info .= pack "C $u32 $pointer $u32", 5, $abstract{ $_->[0] }, $_->[1], $_->[2] - $_->[1] for @{ $inlined // [] };
    $info .= "\0" if $inlined;
}
section('.debug_info', unit("$info\0"));

my $lengths = pack 'C*', 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1;
my $header = pack('CCCcCC', 1, 1, 1, -5, 14, 13) . $lengths;
my (@directories, %directory);
for (@files) {
    my ($in, $name) = m{^(.+)/(.+)$} or next;
    push @directories, $in if !$directory{$in};
    $directory{$in} //= @directories;
}
$header .= join('', map { "$_\0" } @directories) . "\0";
for (@files) {
    my ($in, $name) = m{^(?:(.+)/)?(.+)$};
    $header .= "$name\0" . pack 'CCC', $in ? $directory{$in} : 0, 0, 0;
}
$header .= "\0";
my ($program, $at) = ('', 1);
for my $row (@rows) {
    my ($address, $file, $line) = @$row;
    $program .= pack("CCC $pointer", 0, $bytes + 1, 2, $address) . pack('CC', 4, $file)    # address, file
        . "\3" . sleb($line - $at) . "\1";                                  # line, row
    $at = $line;
}
$program .= pack("CCC $pointer", 0, $bytes + 1, 2, $end) . pack 'C*', 0, 1, 1;             # end of sequence
section('.debug_line', unit(pack("$u16 $u32", 4, length $header) . $header . $program));
print while <STDIN>;    # the symbols
