# Golden.pm - reads and writes files of golden cases, NAME.cases
#
# Role:   the only module that knows the form of these files; golden.pl runs their cases, oracle.t, manual.t and
#         options.t read them.
#
#     # NAME - what the cases are about
#     commands that come before those of each case
#
#     === CASE
#     # what this case shows
#     commands for sh
#     --- status 1
#     --- stderr
#     what it prints there
#     --- stdout
#     and here
#
#     === NEXT_CASE
#
# A stream on which a case prints nothing has no block, and status 0 is not written. The line above each ===
# is empty and belongs to nothing; all other bytes of a block count. `--- stdout escaped' (or stderr) heads a
# block that cannot be shown as it is: \xNN is a byte, \\ a backslash, and a \ at the end of a line joins the
# line with the next one. So a \ at the end of the last line says that the output ends without a newline.
# No other line may begin with `=== ' or `--- '.
#
# SPDX-License-Identifier: GPL-3.0-or-later
package Golden;
use strict;
use warnings;
use Exporter qw(import);
use File::Find;
our @EXPORT_OK = qw(golden_files stray_files golden_case read_golden write_golden);

# Returns all NAME.cases below DIR, sorted, as [path, NAME]; NAME may hold directories.
sub golden_files
{
    my ($dir) = @_;
    return map { m{^\Q$dir\E/(.*)\.cases$} ? [ $_, $1 ] : () } files_below($dir);
}

# Returns the files below DIR, without DIR, that are neither cases nor programs used by cases.
sub stray_files
{
    my ($dir) = @_;
    return map { m{\.(?:cases|sh)$} ? () : substr $_, length($dir) + 1 } files_below($dir);
}

sub files_below
{
    my ($dir) = @_;
    my @files;
    find({ no_chdir => 1, wanted => sub { push @files, $_ if -f } }, $dir);
    return sort @files;
}

# Reads a file as { path, head, cases }, a case as { name, commands, status, stderr, stdout }; a case's script
# is head . commands. Dies with FILE:LINE and the error.
sub read_golden
{
    my ($path) = @_;
    open my $in, '<:raw', $path or die "$path: $!\n";
    my %file = (path => $path, head => '', cases => []);
    my ($case, $into, $escaped, %seen) = (undef, \$file{head}, 0);
    my $wrong = sub { die "$path:$.: $_[0]\n" };
    while (my $line = <$in>) {
        if ($line =~ /^=== ([\w.-]+)\n\z/) {
            my $name = $1;
            $$into =~ s/(\A|\n)\n\z/$1/ or $wrong->("no empty line above === $name");
            finish($case, $wrong);
            $wrong->("a second case $name") if $seen{$name}++;
            $case = { name => $name, commands => '', status => '0', stderr => '', stdout => '' };
            push @{ $file{cases} }, $case;
            ($into, $escaped) = (\$case->{commands}, 0);
        } elsif ($case && $line =~ /^--- status (\S.*)\n\z/) {
            $case->{status} = $1;
            $into = \$case->{behind_status};
        } elsif ($case && $line =~ /^--- (stderr|stdout)( escaped)?\n\z/) {
            $wrong->("a second block of $1") if exists $case->{escaped}{$1};
            $case->{escaped}{$1} = $2;
            $into = \$case->{$1};
        } elsif ($line =~ /^(?:===|---) /) {
            $wrong->('neither the start of a case nor one of its blocks');
        } else {
            $$into .= $line;
        }
    }
    finish($case, $wrong);
    return \%file;
}

# Checks a case at its end, and unescapes its blocks.
sub finish
{
    my ($case, $wrong) = @_;
    return if !$case;
    $wrong->("$case->{name} does not begin with a comment that says what it shows")
        if $case->{commands} !~ /\A# \S/;
    $wrong->("$case->{name} has text behind its status") if length(delete $case->{behind_status} // '');
    my $escaped = delete $case->{escaped} // {};
    $case->{$_} = unescape($case->{$_}) for grep { $escaped->{$_} } keys %$escaped;
}

sub unescape
{
    my ($text) = @_;
    $text =~ s{\\(?:x([0-9a-f]{2})|(\\)|\n)}{defined $1 ? chr hex $1 : $2 // ''}ge;
    return $text;
}

# Returns true if these bytes can stand in a file as they are; tabs and form feeds can.
sub is_plain
{
    my ($text) = @_;
    my $copy = $text;
    return $text =~ /\n\z/ && $text !~ /[\x00-\x08\x0b\x0d-\x1f\x7f]/ && $text !~ /^(?:===|---) /m
        && utf8::decode($copy);
}

sub block
{
    my ($kind, $text) = @_;
    return '' if !length $text;
    return "--- $kind\n$text" if is_plain($text);
    $text =~ s/\\/\\\\/g;
    $text =~ s/([^\t\n -~])/sprintf '\\x%02x', ord $1/ge;
    $text =~ s/^([=-])(?=\1\1 )/sprintf '\\x%02x', ord $1/gme;
    return "--- $kind escaped\n" . ($text =~ /\n\z/ ? $text : "$text\\\n");
}

sub write_golden
{
    my ($file) = @_;
    my $text = $file->{head};
    for my $case (@{ $file->{cases} }) {
        $text .= "\n=== $case->{name}\n$case->{commands}";
        $text .= "--- status $case->{status}\n" if $case->{status} ne '0';
        $text .= block('stderr', $case->{stderr}) . block('stdout', $case->{stdout});
    }
    open my $out, '>:raw', "$file->{path}.new" or die "$file->{path}: $!\n";
    print {$out} $text;
    close $out or die "$file->{path}: $!\n";
    rename "$file->{path}.new", $file->{path} or die "$file->{path}: $!\n";
}

# Returns the case of that name below DIR, with its script, or undef if there is none.
sub golden_case
{
    my ($dir, $name) = @_;
    my ($stem, $case_name) = $name =~ m{^(.*)/([^/]*)$} or return undef;
    return undef if !-f "$dir/$stem.cases";
    my $file = read_golden("$dir/$stem.cases");
    my ($case) = grep { $_->{name} eq $case_name } @{ $file->{cases} };
    return $case && { %$case, script => $file->{head} . $case->{commands} };
}

1;
