# Elf.pm - reads just enough of an ELF image to explain a difference, and can mend its string table
#
# Role:   symbols with section, binding and type for images.pl and Explain.pm.
# Input:  an ELF file of either class, little-endian.
# Output: Elf->read(FILE) = { bits, symbols => [{name value size type bind shndx code}] }, or undef.
# Does not: know any profiling.
#
# SPDX-License-Identifier: GPL-3.0-or-later
package Elf;
use strict;
use warnings;

sub read
{
    my ($class, $file) = @_;
    open my $fh, '<:raw', $file or return;
    my $t = do { local $/; <$fh> };
    return unless length $t >= 52 && substr($t, 0, 4) eq "\x7fELF" && ord(substr $t, 5, 1) == 1;
    my $wide = ord(substr $t, 4, 1) == 2;
    my ($shoff, $shentsize, $shnum, $shstrndx) =
        $wide ? unpack('x40 Q< x10 S< S< S<', $t) : unpack('x32 L< x10 S< S< S<', $t);
    my @section;
    for my $i (0 .. $shnum - 1) {
        my %s;
        @s{qw(name type flags addr offset size link info align entsize)} =
            unpack $wide ? 'L< L< Q< Q< Q< Q< L< L< Q< Q<' : 'L<10', substr $t, $shoff + $i * $shentsize, $shentsize;
        $s{head} = $shoff + $i * $shentsize;
        push @section, \%s;
    }
    my $self = bless { file => $file, bits => $wide ? 64 : 32, text => $t, section => \@section, symbols => [] }, $class;
    my ($symtab) = grep { $_->{type} == 2 } @section;
    return $self unless $symtab;
    @$self{qw(symtab strtab)} = ($symtab, $section[$symtab->{link}]);
    my $names = substr $t, $self->{strtab}{offset}, $self->{strtab}{size};
    my $each = $wide ? 24 : 16;
    for (my $at = $each; $at + $each <= $symtab->{size}; $at += $each) {
        my %y = (at => $symtab->{offset} + $at);
        my $raw = substr $t, $y{at}, $each;
        @y{qw(str info shndx value size)} = $wide ? unpack('L< C x S< Q< Q<', $raw) : (unpack 'L< L< L< C x S<', $raw)[0, 3, 4, 1, 2];
        $y{name} = unpack 'Z*', substr $names, $y{str};
        @y{qw(bind type)} = ($y{info} >> 4, $y{info} & 15);
        my $in = $y{shndx} > 0 && $y{shndx} < @section ? $section[$y{shndx}] : undef;
        $y{code} = $in && ($in->{flags} & 4) ? 1 : 0;
        $y{debug} = $in && !($in->{flags} & 2) && $y{bind} == 2 ? 1 : 0;    # gcc -flto -g leaves such symbols
        push @{ $self->{symbols} }, \%y;
    }
    return $self;
}

sub strings
{
    my ($self) = @_;
    return substr $self->{text}, $self->{strtab}{offset}, $self->{strtab}{size};
}

# Writes a copy whose symbol table and string table are new ones at the end of the file: SYMBOLS are records as
# read() returns them, and every string is followed by one that no name rule can trip over.
sub write_with
{
    my ($self, $file, @symbols) = @_;
    my $wide = $self->{bits} == 64;
    my $names = "\0_\0";
    my $table = "\0" x ($wide ? 24 : 16);
    my $locals = 1;
    for my $y (@symbols) {
        my $str = length $names;
        $names .= "$y->{name}\0_\0";
        $locals++ if $y->{bind} == 0;
        $table .= $wide ? pack('L< C C S< Q< Q<', $str, $y->{info}, 0, @$y{qw(shndx value size)})
            : pack 'L< L< L< C C S<', $str, @$y{qw(value size info)}, 0, $y->{shndx};
    }
    my $t = $self->{text};
    my %new = (symtab => $table, strtab => $names);
    for my $which (sort keys %new) {
        $t .= "\0" x (-length($t) % 16);
        my ($offset, $size) = (length $t, length $new{$which});
        my $head = $self->{$which}{head};
        $wide ? substr($t, $head + 24, 16, pack 'Q< Q<', $offset, $size) : substr($t, $head + 16, 8, pack 'L< L<', $offset, $size);
        substr $t, $head + ($wide ? 44 : 28), 4, pack 'L<', $locals if $which eq 'symtab';
        $t .= $new{$which};
    }
    open my $fh, '>:raw', $file or die "$file: $!\n";
    print $fh $t;
    close $fh or die "$file: $!\n";
}

1;
