# Tree.pm - what the lints have in common: finding and reading the files of a source tree
#
# SPDX-License-Identifier: GPL-3.0-or-later
package Tree;
use strict;
use warnings;
use Exporter qw(import);
use File::Basename;
use File::Find;

our @EXPORT = qw(files tracked slurp code grep_code resolve source_of object_files allow_list);
our $tree   = '.';    # the top of the source tree
our $objects = '';    # the directory of its object files, laid out as the tree is

# Files below these directories of the tree that match, as paths from the tree, sorted.
sub files
{
    my ($re, @dirs) = @_;
    my @found;
    for my $dir (grep { -d "$tree/$_" } @dirs) {
        find({ no_chdir => 1, wanted => sub {
            push @found, substr $_, length($tree) + 1 if -f && m{$re};
        } }, "$tree/$dir");
    }
    return sort @found;
}

# The files that git knows and that are there, as paths from the tree; none where there is no git.
sub tracked
{
    return grep { -f "$tree/$_" } split /\0/, `git -C '$tree' ls-files -z 2>/dev/null`;
}

sub slurp
{
    open my $f, '<', "$tree/$_[0]" or die "lint.pl: $_[0]: $!\n";
    local $/;
    return scalar(<$f>) // '';
}

# C source with comments and the text of literals blanked, line numbers kept.
sub code
{
    my $text = slurp($_[0]);
    $text =~ s{(/\*.*?\*/|//[^\n]*)|"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)+)'}{
        my $all = $&;
        defined $1 ? $1 =~ s/[^\n]+/ /gr : substr($all, 0, 1) . substr($all, -1)
    }gsex;
    return $text;
}

# Complaints about each match of the expression in the code: "FILE:LINE: what".
sub grep_code
{
    my ($file, $re, $what) = @_;
    my @bad;
    my $line = 0;
    for my $text (split /\n/, code($file)) {
        $line++;
        push @bad, "$file:$line: " . sprintf($what, $1) if $text =~ $re;
    }
    return @bad;
}

# The file in the tree that a quoted include means, or nothing: a system or generated header.
sub resolve
{
    my ($from, $name) = @_;
    for my $try (dirname($from) . "/$name", "src/$name", "include/$name") {
        1 while $try =~ s{[^/]+/\.\./}{};
        $try =~ s{(^|/)\./}{$1}g;
        return $try if -f "$tree/$try";
    }
    return;
}

# The source that an object file (a path from $objects) was made from, or nothing: the object is
# left over from a file that has been moved or removed.
sub source_of
{
    my ($object) = @_;
    $object =~ s/\.o$//;
    return (grep { -f "$tree/$_" } map { "$object.$_" } qw(c S))[0];
}

# The object files of the sources below src/, as paths from $objects, sorted.
sub object_files
{
    my @found;
    return () if !-d "$objects/src";
    find({ no_chdir => 1, wanted => sub {
        push @found, substr $_, length($objects) + 1 if /\.o$/;
    } }, "$objects/src");
    return sort grep { source_of($_) } @found;
}

# The lines of tests/lint/NAME, a list of exceptions, without comments and needless blanks.
sub allow_list
{
    my ($name) = @_;
    my @lines;
    for (split /\n/, -f "$tree/tests/lint/$name" ? slurp("tests/lint/$name") : '') {
        s/\s*#.*//;
        push @lines, join ' ', split ' ' if /\S/;
    }
    return @lines;
}

1;
