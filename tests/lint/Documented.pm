# Documented.pm - the lint that asks for the documentation of each row of the source tree's tables
#
# A row without a word for its user is half an addition. For each table one function finds the rows
# in the source and says of each what is missing where; a table without any row is a complaint as
# well, as it means that the table has moved and this file has not followed.
#
# SPDX-License-Identifier: GPL-3.0-or-later
package Documented;
use strict;
use warnings;
use Exporter qw(import);
use File::Basename;
use Tree;

our @EXPORT = qw(lint_documented);

my $page   = 'doc/gprof.1';
my $manual = 'doc/gprof.texi';
my $layout = 'doc/gmon-format';

# A file's text, or nothing where there is no such file.
sub text_of
{
    my ($file) = @_;
    return -f "$Tree::tree/$file" ? slurp($file) : '';
}

# Letters and digits alone, in lower case: x86_64 is the same as x86-64 then.
sub plain
{
    return lc $_[0] =~ s/[^A-Za-z0-9]//gr;
}

# The names below these directories of the tree that are directories themselves.
sub directories
{
    my ($dir) = @_;
    return map { basename($_) } grep { -d } sort glob "$Tree::tree/$dir/*";
}

# The items of the manual's tables that describe this option, with what is said below them.
sub item_of
{
    my ($option) = @_;
    return text_of($manual) =~ /^(\@itemx? --\Q$option\E(?![\w-]).*?)(?=^\@item |^\@end )/ms ? $1 : '';
}

# ---- the tables: each returns for each row its name, and what is missing or '' -------------------

# src/view/reports.def: an option that both manuals have, and a section of the manual. Of an option
# that chooses a report by its value ("export=json") both name the value, too.
sub reports
{
    my @rows;
    my $table = text_of('src/view/reports.def');
    while ($table =~ /^(?:REPORT|NO_PRINTER)\((\w+)(.*?)\)$/msg) {
        my ($name, $fields) = ($1, $2);
        my ($option, $value) = $fields =~ /\.option = "([\w-]+)(?:=([\w-]+))?"/;
        if (!defined $option) {
            push @rows, [ $name, $fields =~ /\.comes_with\b/ ? '' : 'has neither an option nor .comes_with' ];
            next;
        }
        my ($node) = item_of($option) =~ /\@p?xref\{([^,}]+)/;
        push @rows, [ $name,
              text_of($page) =~ s/\\-/-/gr !~ /--\Q$option\E(?![\w-])/ ? "$page has no --$option"
            : !item_of($option) ? "$manual has no item --$option"
            : !$node            ? "$manual refers to no section (\@pxref) at --$option"
            : text_of($manual) !~ /^\@node \Q$node\E$/m ? "$manual has no node $node"
            : !defined $value   ? ''
            : item_of($option) !~ /\b\Q$value\E\b/ ? "$manual does not name $value at --$option"
            : text_of($page) =~ s/\\f.//gr !~ /\b\Q$value\E\b/   ? "$page does not name $value"
            : '' ];
    }
    return @rows;
}

# src/profile/formats: doc/gmon-format lists each data-file format, and the manual explains it.
sub formats
{
    my @rows;
    my ($chapter) = text_of($manual) =~ /^\@node Data files$(.*?)^\@node /ms;
    my ($table) = text_of('src/profile/formats/gmon_format.c') =~ /\bgmon_formats\[FORMATS\] = \{\n(.*?)^\};/ms;
    for my $name (($table // '') =~ /= \{"([^"]+)"/g) {
        push @rows, [ $name,
              text_of($layout) !~ /^ +\Q$name\E  /m ? "$layout does not list $name"
            : ($chapter // '') !~ /(?:^\@item |\@file\{)\Q$name\E(?:$|\})/m ? "$manual does not have $name in Data files"
            : '' ];
    }
    return @rows;
}

# src/analysis/checks/causes.c: the manual lists what each cause says, from behind leading figures up to what differs from
# case to case.
sub causes
{
    my @rows;
    my ($table) = text_of('src/analysis/checks/causes.c') =~ /\bcauses\[\] = \{\n(.*?)^\};/ms;
    for my $row (split /^ +CAUSE\(/m, ($table // '')) {
        my ($what) = $row =~ /\bOF_\w+,\s*"((?:[^"\\]|\\.|"\s*")*)"/ or next;
        $what =~ s/"\s*"//g;
        my ($words) = $what =~ /^(?:\{\w+\}(?: % of)? ?)?([^:;,(\{]*?) ?(?:[:;,(\{]|$)/ or next;
        next if $words eq '';
        push @rows, [ $what, text_of($manual) =~ /^\@itemx? \Q$words\E$/m ? '' : "$manual has no item \"$words\"" ];
    }
    return @rows;
}

# src/image/machine.h: the manual names each machine that has a decoder, where it describes -c.
sub machines
{
    my @rows;
    my $table = text_of('src/image/machine.h');
    my $known = plain(item_of('static-call-graph'));
    while ($table =~ /^ +ROW\((\w+), (\w+), (\w+)/mg) {
        my ($name, $decoder, $arch) = ($1, $2, $3);
        next if $decoder eq 'none';
        my @names = map { plain($_) } $name, $arch eq 'unknown' ? () : $arch;
        push @rows, [ $name, grep({ index($known, $_) >= 0 } @names) ? ''
            : "$manual does not name it at --static-call-graph" ];
    }
    return @rows;
}

# The runtime's machines, a directory each: the README and the manual name them.
sub runtimes
{
    my @rows;
    my ($section) = text_of($manual) =~ /^\@node libgmon$(.*?)^\@node /ms;
    for my $name (grep { $_ ne 'generic' } directories('src/runtime/arch')) {
        push @rows, [ $name,
              index(plain(text_of('README')), plain($name)) < 0 ? 'README does not name it'
            : index(plain($section // ''), plain($name)) < 0    ? "$manual does not name it at libgmon"
            : '' ];
    }
    return @rows;
}

my @tables = (
    [ 'data-file format'   => \&formats ],
    [ 'report'             => \&reports ],
    [ 'cause'              => \&causes ],
    [ 'machine'            => \&machines ],
    [ 'part of the runtime' => \&runtimes ],
);

sub lint_documented
{
    my @bad;
    for (@tables) {
        my ($kind, $rows) = @$_;
        my @rows = $rows->() or push @bad, "documented: no table has a row for a $kind";
        push @bad, map { "$kind $_->[0]: $_->[1]" } grep { $_->[1] ne '' } @rows;
    }
    return @bad;
}

1;
