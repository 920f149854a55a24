#!/usr/bin/perl
# messages.t - every message of the sources stands in a test
#
# Use: perl tests/lint/messages.t --list     prints all messages: their place and text
# Role: takes the formats of all messages from the calls that report them. A message is in a test if its
#     fixed words stand in a golden case, or in the text of another test. Messages that no test can provoke are
#     listed in messages.allow.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Check;
use File::Find;
use Test::More;

my $reporter = qr/\b(?:diag_(?:error|warning|system)|gm_say|CAUSE)\(/;
my $quoted   = qr/"(?:[^"\\]|\\.)*"/;
my $format   = qr/%[-+ #0-9.*]*(?:z|ll|l|h)?[a-zA-Z]|\{\w+\}|[][]/;

# Files below a directory of the tree that match.
sub files_of
{
    my ($dir, $suffix) = @_;
    my @found;
    find({ no_chdir => 1, wanted => sub { push @found, $_ if -f && /$suffix/ } }, "$top/$dir");
    return sort @found;
}

# The messages of a source: { text, place }. The first literal of a call is its format; those side by side are one.
sub messages_of
{
    my ($file) = @_;
    my $code = slurp($file);
    my @messages;
    while ($code =~ /$reporter/g) {
        my ($at, $depth, $end) = ($+[0], 1, $+[0]);
        while ($depth && substr($code, $end) =~ /\A(?:[^"()']|'(?:[^'\\]|\\.)'|$quoted)*+([()])/s) {
            $depth += $1 eq '(' ? 1 : -1;
            $end += $+[0];
        }
        my $call = substr $code, $at, $end - $at - 1;
        my $line = 1 + (() = substr($code, 0, $at) =~ /\n/g);
        my ($text) = map { s/"\s*PRI\w+\s*"?/u/gr =~ s/"\s*"//gr =~ s/^"|"$//gr =~ s/\\(.)/$1/gr }
            $call =~ /("(?:[^"\\]|\\.)*"(?:\s*(?:PRI\w+\s*)?$quoted)*)/ or next;
        push @messages, { text => $text, place => ($file =~ s{^\Q$top\E/}{}r) . ":$line" } if $text =~ /\w \w/;
    }
    return @messages;
}

# The fixed words of a message that a test has to show: those between what % stands for, or the longest of these.
sub fixed
{
    my @parts = sort { length $b <=> length $a } map { s/^\W+|\W+$//gr } split $format, $_[0] =~ s/%%/\0/gr;
    my @long  = grep { length >= 12 } @parts;
    return map { s/\0/%/gr } @long ? @long : @parts[ 0 .. 0 ];
}

sub plain     { return $_[0] =~ s/"\s*"//gr =~ s/\\//gr =~ s/\s+/ /gr }

my @messages = map { messages_of($_) } files_of('src', qr/\.[ch]$/);
if (@ARGV && $ARGV[0] eq '--list') {
    printf "%s: %s\n", @$_{qw(place text)} for @messages;
    exit;
}
my $tests = plain(join "\n", map { slurp($_) }
    grep { !/messages/ } files_of('tests', qr/\.(?:cases|t|c|pl|sh)$/));
my %allowed = map { $_ => 1 } grep { /\S/ && !/^#/ } split /\n/, slurp("$top/tests/lint/messages.allow");
my (@untested, %used);
for my $m (@messages) {
    next if grep { index($tests, plain($_)) >= 0 } fixed($m->{text});
    $used{ $m->{text} } = 1;
    push @untested, "$m->{place}: $m->{text}" if !$allowed{ $m->{text} };
}
cmp_ok(scalar @messages, '>=', 150, 'messages are found');
is(join("\n", @untested), '', 'each stands in a test');
is(join("\n", grep { !$used{$_} } sort keys %allowed), '', 'messages.allow lists no others');
done_testing();
