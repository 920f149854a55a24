#!/usr/bin/perl
# bbconv.pl - turns bb.out, a listing of basic blocks, into a data file that any gprof reads
#
# Use: bbconv.pl [-32|-64] [-EL|-EB] [FILE...] >bb.gmon
# Input: what old profiling libraries wrote, from the files or standard input; several are added up
# by the gprof that reads the output. Output: the magic format, one record of basic blocks, with
# addresses of 32 or 64 bits (default: 64), little (-EL) or big endian (-EB; default: this machine).
# Status 1 with one line on standard error, and no output, for what is not understood.
#
# doc/gmon-format describes both formats.
# Numbers of 64 bits are handled as two halves, so that a perl with 32-bit integers will do.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;

my $usage = "usage: bbconv [-32|-64] [-EL|-EB] [FILE...] >bb.gmon";
my $form  = q{a basic block is a line 'Block #1: executed 2 time(s) address= 0x3'};
my $bits  = 64;
my $big   = unpack('C', pack 'S', 1) == 0;
my ($count, $pairs, $known, $warned) = (0, "", 0, 0);    # known: some line was

sub quit { print STDERR "bbconv: $_[0]\n"; exit 1 }

# A number's upper and lower 32 bits, of hexadecimal or decimal digits; nothing if it has more.
sub halves
{
    my ($digits, $is_hex) = @_;
    my ($high, $low, $base) = (0, 0, $is_hex ? 16 : 10);
    for my $digit (split //, $digits) {
        $low  = $low * $base + hex $digit;
        $high = $high * $base + int($low / 2**32);
        return if $high >= 2**32;
        $low -= int($low / 2**32) * 2**32;
    }
    return ($high, $low);
}

# Whether the decimal digits are a number of 64 bits.
sub fits { my @halves = halves($_[0], 0); return @halves > 0 }

sub u32 { return pack $big ? 'N' : 'V', $_[0] }

# A number in the output's form; nothing if that is too small.
sub word
{
    my ($high, $low) = @_;
    return $big ? u32($high) . u32($low) : u32($low) . u32($high) if $bits == 64;
    return $high ? () : u32($low);
}

# Add a block to the output. A count above 32 bits is continued in further pairs of the same
# address, which every reader adds up; up to 65536 of them, or a line could fill a disk.
sub add
{
    my ($where, $high, $low, @address) = @_;
    my $address = word(@address)
        // quit("$where: the address has more than 32 bits; leave out -32");
    if ($bits == 64) {
        $pairs .= $address . word($high, $low);
        $count++;
        return;
    }
    quit("$where: the count has more than 48 bits; leave out -32")
        if $high > 65535;
    my ($parts, $rest) = ($high, $low + $high);    # each part is 2^32 - 1
    ($parts, $rest) = ($parts + 1, $rest - 4294967295) if $rest > 4294967295;
    $pairs .= ($address . u32(4294967295)) x $parts . $address . u32($rest);
    $count += $parts + 1;
}

# A line that begins with `Block'.
sub block
{
    my ($where, $line, $has_newline) = @_;
    my ($number, $times, $hex, $rest) = $line =~ m{^Block\s*\#\s*([0-9]+)\s*:\s*executed\s*([0-9]+)
        \s*time(?:\(s\)|s)?\s*address\s*=\s*0[xX]\s*([0-9a-fA-F]+)(\s|$)}xa
        or quit("$where is not understood; $form: mend the line, or remove it");
    quit("$where: the file seems to be cut off there; run the program again")
        if $rest eq '' && !$has_newline;
    fits($number) or quit("$where: the block's number is not below 2^64; mend the line");
    my @times   = halves($times, 0) or quit("$where: the count is not below 2^64; mend the line");
    my @address = halves($hex,   1) or quit("$where: the address is not below 2^64; mend the line");
    add($where, @times, @address);
}

sub convert
{
    my ($in, $name) = @_;
    my ($announced, $from, $found) = (0, 0, 0);
    my $check = sub {
        return if !$from || $warned || $announced == $found;
        $warned = 1;
        print STDERR "bbconv: warning: $name: line $from announces $announced basic blocks and",
            " $found follow; if the file was cut off, run the program again\n";
    };
    while (my $line = <$in>) {
        my $has_newline = chomp $line;
        $line =~ s/^\s+//a;
        next if $line eq "";
        $known = 1;
        if ($line =~ /^Block/) {
            block("$name: line $.", $line, $has_newline);
            $found++;
        } elsif ($line =~ /^File.*,\s*([0-9]+)\s*basic\s*block[^,]*$/sa && fits($1)) {
            my $next = $1;
            $check->();
            ($announced, $from, $found) = ($next, $., 0);
        } elsif ($line !~ /^Basic block profiling/) {
            quit("$name: line $. is not understood; $form: mend the line, or remove it");
        }
    }
    $check->();
}

while (@ARGV && $ARGV[0] =~ /^-./) {
    my $option = shift @ARGV;
    last if $option eq '--';
    if    ($option =~ /^-(32|64)$/)     { $bits = $1 }
    elsif ($option =~ /^-E([LB])$/)     { $big = $1 eq 'B' }
    elsif ($option =~ /^-(h|-help)$/)   { print "$usage\n"; exit 0 }
    else                                { quit("unknown option $option; $usage") }
}
quit('the output is not text; direct it into a file: bbconv <bb.out >bb.gmon') if -t STDOUT;
for my $name (@ARGV ? @ARGV : '-') {
    my $in = \*STDIN;
    if ($name ne '-') {
        undef $in;
        open $in, '<', $name or quit("$name: $!; name a bb.out");
        # perl 5.32 reads nothing from a directory, and sees no error.
        quit("$name: Is a directory; name a bb.out") if -d $in;
    }
    binmode $in;
    convert($in, $name eq '-' ? 'standard input' : $name);
    quit("$name: $!") if $in->error;
    $. = 0;
}
quit("no basic blocks and no title; is the input a bb.out?") if !$known;
print STDERR "bbconv: warning: there are no basic blocks in the input\n" if !$count && !$warned;
binmode STDOUT;
print "gmon", u32(1), "\0" x 12, $count ? ("\2", u32($count), $pairs) : ()
    or quit("standard output: $!");
close STDOUT or quit("standard output: $!");
