# Pprof.pm - reads profiles as pprof has them: gzip, protobuf, profile.proto
#
# Role:   decodes what --export=pprof writes, by the description of the formats alone, and rejects all that a
#         reader may reject: numbers that are defined twice or not at all, samples with too few or too many
#         values, texts that stand twice in the table or are not UTF-8.
#
# read_pprof(BYTES) dies with the error, or returns
#
#     { types => [[type, unit]], period_type => [type, unit], period => N, default => type, comments => [text],
#       mappings => [{...}], functions => [{...}], samples => [{ stack => [place], values => [N] }] }
#
# A place, the innermost first, is { name, system, file, start, line, address, mapping => { file, build_id, ... } }.
#
# SPDX-License-Identifier: GPL-3.0-or-later
package Pprof;
use strict;
use warnings;
use Exporter qw(import);
use Encode ();
use IO::Uncompress::Gunzip qw($GunzipError);
our @EXPORT_OK = qw(read_pprof place_text);

# Takes the next varint of $$bytes.
sub varint
{
    my ($bytes) = @_;
    my ($value, $shift) = (0, 0);
    for (;;) {
        $$bytes =~ s/\A(.)//s or die "a number is cut off\n";
        my $byte = ord $1;
        die "a number has more than 64 bits\n" if $shift == 63 && $byte > 1;
        $value |= ($byte & 0x7f) << $shift;
        return $value if $byte < 0x80;
        $shift += 7;
    }
}

# Returns a message as [field, number or bytes]...
sub fields
{
    my ($bytes) = @_;
    my @fields;
    pos($bytes) = 0;
    while (pos($bytes) < length $bytes) {
        my $tag = number_at(\$bytes);
        my ($field, $wire) = ($tag >> 3, $tag & 7);
        if ($wire == 0) {
            push @fields, [ $field, number_at(\$bytes) ];
        } elsif ($wire == 2) {
            my $size = number_at(\$bytes);
            my $at = pos $bytes;
            $at + $size <= length $bytes or die "field $field is cut off\n";
            push @fields, [ $field, substr $bytes, $at, $size ];
            pos($bytes) = $at + $size;
        } else {
            die "field $field has wire type $wire\n";
        }
    }
    return @fields;
}

sub number_at
{
    my ($bytes) = @_;
    $$bytes =~ /\G([\x80-\xff]{0,9}[\x00-\x7f])/gc or die "a number is cut off\n";
    my $text = $1;
    return varint(\$text);
}

sub packed
{
    my ($bytes) = @_;
    my @numbers;
    pos($bytes) = 0;
    push @numbers, number_at(\$bytes) while pos($bytes) < length $bytes;
    return @numbers;
}

# Returns a message whose fields are numbers, by NAMES in the order of their numbers, from 1.
sub record
{
    my ($bytes, @names) = @_;
    my %record = map { $_ => 0 } grep { defined } @names;
    for my $f (fields($bytes)) {
        my $name = $names[ $f->[0] - 1 ] // die "field $f->[0] is not known\n";
        $record{$name} = $f->[1];
    }
    return \%record;
}

sub by_id
{
    my ($what, @records) = @_;
    my %by;
    for (@records) {
        die "$what has number 0\n" if !$_->{id};
        die "$what $_->{id} is defined twice\n" if $by{ $_->{id} }++;
    }
    return { map { ($_->{id} => $_) } @records };
}

sub read_pprof
{
    my ($packed) = @_;
    my $in = IO::Uncompress::Gunzip->new(\$packed, MultiStream => 0) or die "no gzip file: $GunzipError\n";
    my $bytes = do { local $/; <$in> };
    die "the gzip file is damaged: $GunzipError\n" if $in->error;
    my %all;
    push @{ $all{ $_->[0] } }, $_->[1] for fields($bytes);

    my @texts = @{ $all{6} // [] };
    die "the first text is not empty\n" if !@texts || $texts[0] ne '';
    my %seen;
    for (@texts) {
        die "the text `$_' stands twice\n" if $seen{$_}++;
        my $copy = $_;
        eval { Encode::decode('UTF-8', $copy, Encode::FB_CROAK); 1 } or die "the text `$_' is not UTF-8\n";
        die "the text `$_' has a control character\n" if /[\x00-\x1f\x7f]/;
    }
    my %used = (0 => 1);
    my $text = sub { $used{ $_[0] } = 1; return $texts[ $_[0] ] // die "text $_[0] is not there\n" };
    my $type = sub { my $t = record($_[0], qw(type unit)); return [ map { $text->($t->{$_}) } qw(type unit) ] };

    my $types = [ map { $type->($_) } @{ $all{1} // [] } ];
    my @mappings = map { record($_, qw(id start limit offset file build_id functions files lines inlines)) } @{ $all{3} // [] };
    my @functions = map { record($_, qw(id name system file start)) } @{ $all{5} // [] };
    for my $record (@mappings, @functions) {
        for my $field (qw(name system file build_id)) {
            $record->{$field} = $text->($record->{$field}) if exists $record->{$field};
        }
    }
    my ($mapping, $function) = (by_id('a mapping', @mappings), by_id('a function', @functions));
    my %called;
    my @places = map {
        my $p = record($_, qw(id mapping address line));
        my $l = record($p->{line} || '', qw(function line));
        my $f = $function->{ $l->{function} } // die "function $l->{function} is not there\n";
        my $m = $p->{mapping} ? $mapping->{ $p->{mapping} } // die "mapping $p->{mapping} is not there\n" : undef;
        die sprintf "the place 0x%x is outside of $m->{file}\n", $p->{address}
            if $m && $p->{address} && ($p->{address} < $m->{start} || $p->{address} >= $m->{limit});
        $called{ $l->{function} } = 1;
        +{ %$f, id => $p->{id}, address => $p->{address}, line => $l->{line}, mapping => $m };
    } @{ $all{4} // [] };
    my $place = by_id('a place', @places);
    keys %called == @functions or die "a function has no place\n";
    my %met;
    my @samples = map {
        my %s = map { $_->[0] => [ packed($_->[1]) ] } fields($_);
        die "a sample has no place\n" if !@{ $s{1} // [] };
        @{ $s{2} // [] } == @$types or die "a sample has not as many values as there are types\n";
        die "a sample of nothing\n" if !grep { $_ } @{ $s{2} };
        $met{$_} = 1 for @{ $s{1} };
        +{ stack => [ map { $place->{$_} // die "place $_ is not there\n" } @{ $s{1} } ], values => $s{2} };
    } @{ $all{2} // [] };
    keys %met == @places or die "a place has no sample\n";
    my %profile = (
        types => $types, mappings => \@mappings, functions => \@functions, samples => \@samples,
        period => $all{12}[0] // 0, period_type => $type->($all{11}[0] // ''),
        default => $text->($all{14}[0] // 0),
        comments => [ map { $text->($_) } map { packed($_) } @{ $all{13} // [] } ],
    );
    keys %used == @texts or die "a text is not used\n";
    return \%profile;
}

# Returns "NAME (FILE:LINE)", without the part in brackets if there is no line; with the address, if that is wanted.
sub place_text
{
    my ($p, $with_address) = @_;
    return $p->{name} . ($p->{line} ? " ($p->{file}:$p->{line})" : '')
        . ($with_address && $p->{address} ? sprintf ' 0x%x', $p->{address} : '');
}

1;
