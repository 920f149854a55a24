#!/usr/bin/perl
# fast_path.pl - how many instructions mcount executes for an arc that it knows
#
# Use: OBJDUMP -d mcount.o | perl fast_path.pl FUNCTION
# The fast path of each machine's mcount.S is written from its beginning to its first return without
# a branch that is taken, so its length is the number of lines up to there; where an instruction
# is executed behind the return, that counts, too. A return right behind a conditional branch is that
# of calls which are not counted: the path goes on where that branch leads.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;

my $return = qr/^(?:rep[z ]*ret|bnd ret|ret[lq]?|blr|bx\s+(?:lr|ip)|br\s+%r14?|jr\s+(?:ra|t9))\b|^(?:pop|ldm)\S*\s.*pc\}|^ldr\s+pc/;
my $function = shift // die "use: fast_path.pl FUNCTION <disassembly\n";
my ($inside, $instructions, $last, $branch, $from) = (0, 0, 0);
while (<STDIN>) {
    if (/^[0-9a-f]+ <(.*)>:$/) {
        $inside ||= $1 eq $function;
        next;
    }
    my ($at, $text) = /^\s+([0-9a-f]+):\t[0-9a-f ]+\t(.*)/ or next;
    next if !$inside || (defined $from && $at ne $from);
    undef $from;
    my $before = $branch;
    ($branch) = $text =~ /^bne\+\s+([0-9a-f]+)/;
    if (defined $before && $text =~ $return) {
        $from = $before;
        next;
    }
    $instructions++;
    last if $last;
    next if $text !~ $return;
    last if $text !~ /^jr\s/;
    $last = 1;
}
die "fast_path.pl: no return in $function\n" if !$instructions;
print "$instructions\n";
