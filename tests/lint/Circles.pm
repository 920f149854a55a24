# Circles.pm - the lints that find files which need each other: by includes, or by calls and data
#
# A circle is a set of files each of which reaches each other one of the set. `calls` looks into
# the object files: file A needs file B when A's object has an undefined symbol, be it a function
# or data, weak or not, that B's object defines. A pointer to a function counts as a call from the
# file that holds the pointer's initializer, so a table lies above its rows. Inline functions of a
# header count for the file that uses them. The tool and the runtime are two programs: each symbol
# is looked for in the program of the file that asks for it.
#
# SPDX-License-Identifier: GPL-3.0-or-later
package Circles;
use strict;
use warnings;
use Exporter qw(import);
use Tree;

our @EXPORT = qw(lint_circles);

# All nodes that can be reached from the node over one edge or more, as keys.
sub reached
{
    my ($edges, $from) = @_;
    my %seen;
    my @todo = ($from);
    while (defined(my $at = pop @todo)) {
        push @todo, grep { !$seen{$_}++ } keys %{ $edges->{$at} };
    }
    return \%seen;
}

# The circles of a graph {from}{to}{reason}: lists of more than one node, all of them sorted.
sub circles
{
    my ($edges) = @_;
    my %reached = map { $_ => reached($edges, $_) } keys %$edges;
    my (@circles, %done);
    for my $node (sort keys %$edges) {
        next if $done{$node};
        my @circle = grep { $_ eq $node || $reached{$_} && $reached{$_}{$node} }
            sort($node, grep { $_ ne $node } keys %{ $reached{$node} });
        @done{@circle} = (1) x @circle;
        push @circles, \@circle if @circle > 1;
    }
    return @circles;
}

# A complaint's explanation: each edge inside the circle, "a.c -> b.c (reason, ...)".
sub explain
{
    my ($edges, @circle) = @_;
    my @said;
    for my $from (@circle) {
        for my $to (grep { $_ ne $from && $edges->{$from}{$_} } @circle) {
            my @why = sort keys %{ $edges->{$from}{$to} };
            push @said, ($from =~ s{.*/}{}r) . ' -> ' . ($to =~ s{.*/}{}r) . ' (' . join(', ', @why) . ')';
        }
    }
    return join '; ', @said;
}

# Which file includes which: {from}{to}{the name in the #include}.
sub includes
{
    my %edges;
    for my $file (files(qr/\.(?:[chS]|def|inc)$/, 'src', 'include')) {
        $edges{$file} //= {};
        for my $name (slurp($file) =~ /^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"/mg) {
            my $to = resolve($file, $name) // next;
            $edges{$file}{$to}{$name} = 1;
        }
    }
    return \%edges;
}

# Which file uses symbols of which, of these objects: {from}{to}{symbol}. Dies when nm fails.
sub uses
{
    my (@names) = @_;
    my (%needs, %defines, %edges);
    return {} if !@names;
    open my $nm, '-|', 'nm', '-P', '-A', map { "$Tree::objects/$_" } @names
        or die "lint.pl: nm: $!\n";
    while (<$nm>) {
        my ($object, $symbol, $type) = /^\Q$Tree::objects\E\/(.*?): (\S+) (\S)/ or next;
        my $file = source_of($object);
        if    ($type =~ /[Uwv]/)   { $needs{$file}{$symbol} = 1 }
        elsif ($type =~ /[A-Zui]/) { $defines{$symbol}{$file} = 1 }
    }
    close $nm or die "lint.pl: nm failed\n";
    for my $file (map { source_of($_) } @names) {
        $edges{$file} //= {};
        for my $symbol (keys %{ $needs{$file} }) {
            $edges{$file}{$_}{$symbol} = 1 for keys %{ $defines{$symbol} || {} };
        }
    }
    return \%edges;
}

sub lint_circles
{
    my @objects = object_files() or return 'circles: no objects (--objects DIR)';
    my @bad;
    for ([ includes => includes() ],
         [ calls => uses(grep { !m{^src/runtime/} } @objects) ],
         [ calls => uses(grep { m{^src/runtime/} } @objects) ]) {
        my ($kind, $edges) = @$_;
        push @bad, map { "circle of $kind: @$_: " . explain($edges, @$_) } circles($edges);
    }
    return @bad;
}

1;
