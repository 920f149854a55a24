# JsonSchema.pm - checks a document against a JSON Schema, for the keywords that doc/gprof.schema.json uses
#
#     use JsonSchema;
#     my @faults = schema_faults($schema, $document);    # "/functions/3/id: is not an integer", ...; at most 20
#
# Both are as JSON::PP decodes them. An unknown keyword is a fault of the schema, so that none is ignored.
# Known are: type, properties, required, additionalProperties (false), items, enum, const, anyOf, pattern,
# minimum, maximum, $ref (to #/$defs), and those that only describe.
#
# SPDX-License-Identifier: GPL-3.0-or-later
package JsonSchema;
use strict;
use warnings;
use B ();
use Exporter 'import';
use JSON::PP ();
our @EXPORT = qw(schema_faults);

my %describes = map { $_ => 1 } qw($schema $defs title description);

# Returns true if a scalar was a number in the document.
sub is_number
{
    my ($value) = @_;
    return 0 if !defined $value || ref $value;
    my $flags = B::svref_2object(\$value)->FLAGS;
    return ($flags & (B::SVf_IOK | B::SVf_NOK)) && !($flags & B::SVf_POK);
}

sub type_of
{
    my ($value) = @_;
    return 'null' if !defined $value;
    return 'object' if ref $value eq 'HASH';
    return 'array' if ref $value eq 'ARRAY';
    return 'boolean' if JSON::PP::is_bool($value);
    return 'string' if !is_number($value);
    return $value == int $value ? 'integer' : 'number';
}

sub equal
{
    my ($value, $want) = @_;
    return type_of($value) eq type_of($want) && (!defined $value || $value eq $want);
}

my %checks;
%checks = (
    type => sub {
        my ($want, $value) = @_;
        my $type = type_of($value);
        return $type eq $want || ($type eq 'integer' && $want eq 'number') ? '' : "is of type $type, not $want";
    },
    const => sub { equal($_[1], $_[0]) ? '' : 'is another value' },
    enum => sub { (grep { equal($_[1], $_) } @{ $_[0] }) ? '' : 'is none of the values' },
    pattern => sub { type_of($_[1]) ne 'string' || $_[1] =~ /$_[0]/ ? '' : "does not match $_[0]" },
    minimum => sub { !is_number($_[1]) || $_[1] >= $_[0] ? '' : "is below $_[0]" },
    maximum => sub { !is_number($_[1]) || $_[1] <= $_[0] ? '' : "is above $_[0]" },
    required => sub {
        return '' if ref $_[1] ne 'HASH';
        my @lacking = grep { !exists $_[1]{$_} } @{ $_[0] };
        return @lacking ? "lacks @lacking" : '';
    },
);

sub walk
{
    my ($root, $schema, $value, $at, $faults) = @_;
    return if @$faults >= 20;
    if (my $ref = $schema->{'$ref'}) {
        my ($name) = $ref =~ m{^#/\$defs/(\w+)$};
        return push @$faults, "schema: strange reference $ref" if !$name || !$root->{'$defs'}{$name};
        walk($root, $root->{'$defs'}{$name}, $value, $at, $faults);
    }
    for my $keyword (sort keys %$schema) {
        my $rule = $schema->{$keyword};
        if (my $check = $checks{$keyword}) {
            my $fault = $check->($rule, $value);
            push @$faults, "$at: $fault" if $fault;
        } elsif ($keyword eq 'properties') {
            next if ref $value ne 'HASH';
            exists $value->{$_} && walk($root, $rule->{$_}, $value->{$_}, "$at/$_", $faults) for sort keys %$rule;
        } elsif ($keyword eq 'additionalProperties') {
            next if ref $value ne 'HASH';
            exists $schema->{properties}{$_} || push @$faults, "$at: has a strange member $_" for sort keys %$value;
        } elsif ($keyword eq 'items') {
            next if ref $value ne 'ARRAY';
            walk($root, $rule, $value->[$_], "$at/$_", $faults) for 0 .. $#$value;
        } elsif ($keyword eq 'anyOf') {
            my @all;
            for my $choice (@$rule) {
                my @here;
                walk($root, $choice, $value, $at, \@here);
                push @all, \@here;
            }
            my ($best) = sort { @$a <=> @$b } @all;
            push @$faults, @$best if @$best;
        } elsif (!$describes{$keyword} && $keyword ne '$ref') {
            push @$faults, "schema: the keyword $keyword is not known here";
        }
    }
}

sub schema_faults
{
    my ($schema, $document) = @_;
    my @faults;
    walk($schema, $schema, $document, '', \@faults);
    return @faults;
}

1;
