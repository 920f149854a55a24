#!/usr/bin/perl
# stack_use.pl - the deepest stack below a function: frames along the calls, from -fstack-usage
#
# Use: stack_use.pl [--own=FUNCTION]... ROOT LIBRARY SU...
#                                         FUNCTION has a stack of its own; LIBRARY was linked from objects that the compiler has
#                                         written the files SU beside
# Prints the sum in bytes, which includes return addresses, and the calls that lead there. Fails
# where one of these functions calls itself or one through a pointer, or has a frame of no fixed size.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;

my %own;
$own{$1} = 1, shift @ARGV while @ARGV && $ARGV[0] =~ /^--own=(\w+)$/;
my ($root, $library, @su) = @ARGV;
my (%frame, %calls, %name, %deepest, %is_above, %is_dynamic);

# The largest of those of one name.
for my $su (@su) {
    open my $in, '<', $su or die "$su: $!\n";
    while (<$in>) {
        my ($name, $bytes, $kind) = /:([\w.]+)\t(\d+)\t([\w,]+)$/ or next;
        $name =~ s/\..*//;
        $is_dynamic{$name} = 1 if $kind eq 'dynamic';
        $frame{$name} = $bytes if !defined $frame{$name} || $frame{$name} < $bytes;
    }
}

# By address, as several files may have functions of one name. A function's cold part is code of
# its own and runs in the frame of the function.
my $from;
for (`objdump -d --no-show-raw-insn '$library'`) {
    if (/^0*([0-9a-f]+) <([\w.]+)>:/) {
        $from = $1;
        $name{$from} = $2;
    } elsif (/\bcallq?\s+\*/ && defined $from) { # a jump through one is a switch
        $calls{$from}{pointer} = 1;
    } elsif (/\b(?:callq?|j[a-z]+)\s+([0-9a-f]+) <[\w.]+>/ && defined $from && $1 ne $from) {
        $calls{$from}{$1} = 1;
    }
}

sub deepest
{
    my ($at) = @_;

    die "a call through a pointer\n" if $at eq 'pointer';
    return @{$deepest{$at}} if $deepest{$at};
    die "$name{$at} calls itself\n" if $is_above{$at}++;
    return @{$deepest{$at} = [0, '']} if $own{$name{$at} =~ s{\..*}{}r};
    my @most = (0, '');
    for my $callee (sort keys %{$calls{$at} || {}}) {
        my @here = deepest($callee);
        @most = @here if $here[0] > $most[0];
    }
    (my $plain = $name{$at}) =~ s/\..*//;
    my $own = $name{$at} =~ /\.cold/ ? 0 : $frame{$plain};
    die "$name{$at}: nothing is known of its frame\n" if !defined $own;
    die "$name{$at}: a frame of no fixed size\n" if $is_dynamic{$plain};
    $deepest{$at} = [$own + $most[0], "$name{$at} $own $most[1]"];
    return @{$deepest{$at}};
}

my ($start) = grep { $name{$_} eq $root } keys %name;
die "no function $root\n" if !defined $start;
$name{$_} or delete $calls{$_} for keys %calls;
# Jumps into the middle of a function are its own.
for my $at (keys %calls) {
    $_ eq 'pointer' || $name{$_} or delete $calls{$at}{$_} for keys %{$calls{$at}};
}
printf "%d %s\n", deepest($start);
