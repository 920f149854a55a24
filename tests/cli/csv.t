#!/usr/bin/perl
# csv.t - what --export=csv writes is one table as RFC 4180 has it, agrees with the JSON export, and adds up
#
# Role:   reads the table with a parser of its own, field by field, of the calculator and of a program with
#         names that nobody would write.
# Input:  environment GPROF, SRCDIR, TOOLS.  Output: TAP.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Check;
use JSON::PP;
use List::Util qw(sum0);
use Test::More;

work_dir();

# The rows of a table, as lists of fields; dies where it is none.
sub parse
{
    my ($text) = @_;
    my @rows = ([]);
    pos($text) = 0;
    while (pos($text) < length $text) {
        if ($text =~ /\G"((?:[^"]|"")*)"(?=,|\r\n)/gc) {
            push @{ $rows[-1] }, $1 =~ s/""/"/gr;
        } elsif ($text =~ /\G([^",\r\n]*)(?=,|\r\n)/gc) {
            push @{ $rows[-1] }, $1;
        } else {
            die 'no field at byte ' . pos($text) . "\n";
        }
        next if $text =~ /\G,/gc;
        $text =~ /\G\r\n/gc or die;
        push @rows, [];
    }
    pop @rows;
    return @rows;
}

# The table as records by the names of its columns, after looking at its shape.
sub table
{
    my ($name, @words) = @_;
    my $text = qx{'$gprof' --export=csv @words 2>err};
    my @rows = eval { parse($text) };
    is($@, '', "$name: it is CSV");
    unlike($text =~ s/\r\n//gr, qr/[\x00-\x1f]/, "$name: a row is a line");
    my @columns = @{ shift @rows };
    is(scalar(grep { @$_ != @columns } @rows), 0, "$name: all rows have as many fields");
    my @records = map { my %r; @r{@columns} = @$_; \%r } @rows;
    my ($total) = grep { $_->{record} eq 'total' } @records;
    for my $what (qw(self samples)) {
        is(sum0(map { $_->{$what} } grep { $_->{record} =~ /^(function|unknown)$/ } @records), $total->{$what},
            "$name: $what add up");
    }
    return @records;
}

# What the table must hold by the JSON export.
sub agrees
{
    my ($name, @words) = @_;
    my $text = qx{'$gprof' --export=json @words 2>/dev/null};
    my $json = decode_json($text);
    my %name = map { $_->{id} => $_->{short} } @{ $json->{functions} };
    my %f = map { $_->{id} => join ' ', $_->{short}, $_->{calls}, $_->{self_calls}, @{ $_->{shown} }{qw(samples self self_high inclusive)} }
        grep { $_->{shown} } @{ $json->{functions} };
    my %a = map { ("$_->{from} $_->{to}" => "$name{$_->{from}} $name{$_->{to}} $_->{count} $_->{shown}") }
        grep { defined $_->{shown} } @{ $json->{arcs} };
    my @records = table($name, @words);
    my %got = map { $_->{id} => join ' ', @$_{qw(name calls self_calls samples self self_high inclusive)} }
        grep { $_->{record} eq 'function' } @records;
    is_deeply(\%got, \%f, "$name: the functions are those of JSON");
    %got = map { ("$_->{id} $_->{callee_id}" => join ' ', @$_{qw(name callee calls inclusive)}) }
        grep { $_->{record} eq 'arc' } @records;
    is_deeply(\%got, \%a, "$name: and so are the arcs");
    is_deeply([ sort keys %{ { map { $_->{inclusive_is} => 1 } @records } } ], [ $json->{times}{inclusive} ],
        "$name: each row says whether inclusive times are measured");
    is_deeply([ sort keys %{ { map { $_->{unit} => 1 } @records } } ], [ $json->{times}{unit} ], "$name: and the unit");
}

system('sh', '-c', '. "$SRCDIR/tests/golden/programs/calc.sh"; stacks | "$TOOLS/mkgmon" >stacks.gmon.out') == 0 or die;
agrees('calculator', qw(a.out gmon.out));
agrees('measured', qw(a.out gmon.out stacks.gmon.out));
agrees('filtered', qw(-Phash -qterm -c a.out gmon.out));    # with -k, JSON has more calls
agrees('lines', qw(-l a.out gmon.out));

# Names of all bytes, two and two.
my $image = "section .text 0x1000 0x10000\n";
my $data = "magic\nhist 0x1000 0x11000 4096 100 seconds s\nfill 0 4095 1\n";
my @bytes = map { sprintf '\\x%02x', $_ } 1 .. 255;
for my $i (0 .. 254) {
    $image .= sprintf qq{sym "%s%s" 0x%x\n}, $bytes[$i], $bytes[ $i * 7 % 255 ], 0x1000 + 16 * $i;
    $data .= sprintf "arc 0x%x 0x%x 1\n", 0x1000, 0x1000 + 16 * $i;
}
make('mkimage', 'odd', $image);
make('mkgmon', 'data', $data);
my @odd = grep { $_->{record} eq 'function' } table('odd names', qw(odd data));
cmp_ok(scalar @odd, '>', 100, 'odd names: there are many');
is(scalar(grep { $_->{name} =~ /^[=+\-@\t\r]/ } @odd), 0, 'and none of them is a formula');
is(scalar(grep { !utf8::decode(my $text = $_->{name}) } @odd), 0, 'and all are UTF-8');
done_testing();
