# Rewrite.pm - the same report without -k and -c, from data that these options were applied to
#
# Role:   GNU gprof takes a side of `-k FROM/TO` for a range of addresses, and -c takes bytes for calls. Here the
#         arcs that -k names are taken out of the data files, and the calls that our -c finds are put into the last
#         one, with count 0; what the oracle says of these without -k and -c is what it would say without the bugs.
# Input:  rewrite(words => the command's, dir => the directory it runs in (files are made there), tools => directory of
#         gmondump and mkgmon, bits => 32|64, endian => little|big, run => sub (which program, words) { text }).
# Output: the words of the new command, then why; nothing if neither option is there, or -k with a line.
# Does not: look into the image: the oracle's own trace tells its functions, ours the calls. Know files: a
#         specification with one is taken for one that names nothing, so no pair must depend on it.
#
# SPDX-License-Identifier: GPL-3.0-or-later
package Rewrite;
use strict;
use warnings;
no warnings qw(portable); # addresses have 64 bits

my $with_value = qr/^[eEfFIkmnNORStw]$/;
my $maybe_value = qr/^[ACdJpPqQZ]$/;
my $long_with_value = qr/^--(?:w|ti|no-t|m|ta|file-[fo]|ext|dir)[a-z-]*$/;

# A command as getopt_long takes it apart: { rest => words without -c and -k, arcs => of -k, static => whether -c
# was there, files => places in rest of the words that are no options }.
sub split_words
{
    my @words = @_;
    my %c = (rest => [], arcs => [], static => 0, files => []);
    while (@words) {
        my $word = shift @words;
        if ($word eq '--') {
            push @{ $c{rest} }, $word;
            push @{ $c{files} }, scalar @{ $c{rest} } and push @{ $c{rest} }, $_ for @words;
            last;
        } elsif ($word =~ /^--st/) {
            $c{static} = 1;
        } elsif ($word =~ /^--/) {
            push @{ $c{rest} }, $word, $word =~ $long_with_value && @words ? shift @words : ();
        } elsif ($word =~ /^-./) {
            split_cluster(\%c, substr($word, 1), \@words);
        } else {
            push @{ $c{files} }, scalar @{ $c{rest} };
            push @{ $c{rest} }, $word;
        }
    }
    return \%c;
}

sub split_cluster
{
    my ($c, $letters, $words) = @_;
    my $kept = '';
    my @value;
    while ($letters =~ s/^(.)//s) {
        my $letter = $1;
        if ($letter =~ $maybe_value) {
            $kept .= $letter . $letters;
            last;
        } elsif ($letter =~ $with_value) {
            my $own = $letters eq '';
            my $value = $own ? shift @$words // '' : $letters;
            if ($letter eq 'k') {
                push @{ $c->{arcs} }, $value;
            } else {
                $kept .= $letter . ($own ? '' : $value);
                @value = $value if $own;
            }
            last;
        } elsif ($letter eq 'c') {
            $c->{static} = 1;
        } else {
            $kept .= $letter;
        }
    }
    push @{ $c->{rest} }, $kept eq '' ? () : "-$kept", @value;
}

# The oracle's functions: [first address, last address, name], by address. The last one ends nowhere.
sub functions
{
    my ($trace) = @_;
    my @found;
    for (split /\n/, $trace) {
        if (/^\[symtab_finalize\] 0x([0-9a-f]+)-0x([0-9a-f]+)\t(.*)/) {
            push @found, [hex $1, hex $2, $3];
        } elsif (@found) {
            last;
        }
    }
    $found[-1][1] = ~0 if @found;
    return @found;
}

# The number of the function that an address belongs to, or -1: with -l the oracle has lines there, too.
sub function_at
{
    my ($functions, $pc) = @_;
    my ($low, $high) = (0, scalar @$functions);
    while ($low < $high) {
        my $middle = int(($low + $high) / 2);
        if ($functions->[$middle][0] <= $pc) { $low = $middle + 1 } else { $high = $middle }
    }
    return $low && $pc <= $functions->[$low - 1][1] ? $low - 1 : -1;
}

# Numbers of the functions that one side of FROM/TO names; an empty side, code outside of them, too.
sub named
{
    my ($functions, $side) = @_;
    return (0 .. $#$functions, -1) if $side =~ /^:?0*$/;
    return () if $side !~ /:/ && $side =~ /^\d|\./; # a line or a file
    $side =~ s/^://;
    return grep { $functions->[$_][2] eq $side } 0 .. $#$functions;
}

# Which arcs -k names, as a test of two function numbers. Of those that begin with one caller the last counts.
sub arc_test
{
    my ($functions, @arcs) = @_;
    my (%by_first, %seen);
    for my $arc (reverse @arcs) {
        my ($from, $to) = $arc =~ m{^([^/]*)(?:/(.*))?$}s;
        my @from = named($functions, $from) or next;
        next if $by_first{ $from[0] };
        $by_first{ $from[0] } = [{ map { $_ => 1 } @from }, { map { $_ => 1 } defined $to ? named($functions, $to) : () }];
    }
    my @tests = values %by_first;
    return sub { my ($from, $to) = @_; return scalar grep { $_->[0]{$from} && $_->[1]{$to} } @tests };
}

# Copy a data file without the arcs that `drop` tells, and with the arcs of `add` at the end.
sub copy_data
{
    my ($in, $out, $a, $drop, @add) = @_;
    open my $dump, '-|', "$a->{tools}/gmondump", '-w', $a->{bits}, '-e', $a->{endian}, $in or return 0;
    my @lines = <$dump>;
    close $dump or return 0;
    # a file without any arc would not have a call graph, so they lead from nowhere to nowhere
    s/^arc (\S+) (\S+) /$drop->(oct $1, oct $2) ? 'arc 0xfffffff0 0xfffffff0 ' : $&/e for @lines;
    my @cut; # the part of an arc at the end of a file that is cut off
    unshift @cut, pop @lines while @lines && $lines[-1] =~ /^raw /;
    open my $make, '|-', "$a->{tools}/mkgmon", '-o', $out or return 0;
    print $make @lines, (map { "arc 0x$_->[0] 0x$_->[1] 0\n" } @add), @cut;
    return close $make;
}

# What was said of rewritten data, with what -i says of the data as they are.
sub with_info
{
    my ($text, $plain) = @_;
    my $info = qr/\A(?:File .*\n(?:\t.*\n)+)+/;
    my ($head) = $plain =~ /($info)/;
    return defined $head ? $text =~ s/$info/$head/r : $text;
}

sub rewrite
{
    my (%a) = @_;
    my $c = split_words(@{ $a{words} });
    return unless $c->{static} || @{ $c->{arcs} };
    return if grep { m{:\d} || /\w:/ } @{ $c->{arcs} };
    my (@add, @why);
    my $drop = sub { 0 };
    if (@{ $c->{arcs} }) {
        my @functions = functions($a{run}->('oracle', '-d4097', @{ $c->{rest} }));
        my $test = arc_test(\@functions, @{ $c->{arcs} });
        $drop = sub { $test->(map { function_at(\@functions, $_) } @_) };
        push @why, 'arcs: a side of -k is a range of addresses';
    }
    if ($c->{static}) {
        my @words = @{ $c->{rest} };
        @add = map { /^\[find_call\] 0x([0-9a-f]+) in .* calls 0x([0-9a-f]+), (?!left out: )/ ? [$1, $2] : () }
            split /\n/, $a{run}->('ours', '-d257', '-c', @words);
        push @why, '-c: bytes that are no calls, calls that are not found';
    }
    my @new = @{ $c->{rest} };
    my @files = @{ $c->{files} };
    my @data = @files[1 .. $#files];
    for my $i (0 .. $#data) {
        copy_data("$a{dir}/$new[$data[$i]]", "$a{dir}/rewritten$i", \%a, $drop, $i == $#data ? @add : ()) or return;
        $new[$data[$i]] = "rewritten$i";
    }
    return (\@new, @why);
}

1;
