# Objdump - the calls that objdump disassembles
#
# Role:   what stands in the way of comparing our decoders with it: which mnemonics of which machine
#         are calls, and where their operands name the target.
# Input:  an objdump that knows the machine, an image.
# Output: call sites and targets. Does not: decode anything by itself.
#
# SPDX-License-Identifier: GPL-3.0-or-later
package Objdump;
use strict;
use warnings;

# By the mnemonic: is it a call? (Operands that are no address are dropped elsewhere.)
my %calls = (
    x86     => qr/^(?:(?:data16|addr32|rex\.\w+|bnd|lock|cs|ds|es|ss|fs|gs|repn?z) )*call[lqw]?$/,
    aarch64 => qr/^bl$/,
    arm     => qr/^blx?(?:eq|ne|cs|cc|mi|pl|vs|vc|hi|ls|ge|lt|gt|le)?$/,
    riscv   => qr/^(?:c\.)?jalr?$/,
    ppc     => qr/^b(?!\w*(?:lr|ctr|tar|cl))\w*la?[-+]?$/,
    s390    => qr/^(?:brasl?|jasl?)$/,
    mips    => qr/^(?:jalx?|jals|bals?|balc|bgezalls?|bgezall|bltzalls?|bltzall)$/,
    sparc   => qr/^call$/,
);

# The target of a call's operands, or undef when they name none.
sub target
{
    my ($arch, $mnemonic, $operands) = @_;
    if ($arch eq 'riscv') {
        # a register other than the links may be named first
        return if $operands =~ /^(\w+),/ && $1 !~ /^(?:ra|t0)$/ && $mnemonic eq 'jal';
        return if $mnemonic eq 'jalr' && $operands !~ /^(?:(?:ra|t0),)?-?\d+\(/;
        return $1 if $operands =~ /# ([0-9a-f]+)(?: <|$)/;
        return if $mnemonic eq 'jalr';
    }
    return $1 if $operands =~ /(?:^|[,\s])(?:0x)?([0-9a-f]+)(?: <[^<>]*(?:<.*>)?[^<>]*>)?\s*(?:[#;@].*)?$/;
    return;
}

# ppc64le: second entry -> function, by what readelf says.
sub local_entries
{
    my ($objdump, $image) = @_;
    my %start_of;
    (my $readelf = $objdump) =~ s/objdump$/readelf/;
    open my $f, '-|', "$readelf -sW '$image' 2>/dev/null" or die;
    while (my $line = <$f>) {
        $start_of{hex($1) + $2} = hex $1 if $line =~ /^ *\d+: ([0-9a-f]+) .*\[<localentry>: (\d+)\]/;
    }
    close $f;
    return \%start_of;
}

# The direct calls of functions that start at the keys of %$is_start, in the order of the
# disassembly: [site, target, text]. Dies when objdump fails.
sub calls
{
    my ($objdump, $image, $arch, $is_start) = @_;
    my $entries = $arch eq 'ppc' ? local_entries($objdump, $image) : {};
    my @found;
    open my $f, '-|', "$objdump -d --no-show-raw-insn -w '$image'" or die;
    while (my $line = <$f>) {
        my ($address, $text) = $line =~ /^\s*([0-9a-f]+):\s+(\S.*?)\s*$/ or next;
        my ($mnemonic, $operands) = $text =~ /^((?:(?:data16|addr32|rex\.\w+|bnd|lock|[c-g]s|repn?z) )*\S+)\s*(.*)$/;
        next if $mnemonic !~ $calls{$arch};
        my $to = target($arch, $mnemonic, $operands);
        next if !defined $to;
        $to = hex $to;
        $to = $entries->{$to} if !$is_start->{$to} && exists $entries->{$to};
        push @found, [hex $address, $to, $text] if $is_start->{$to};
    }
    close $f or die "$objdump failed on $image\n";
    return @found;
}

1;
