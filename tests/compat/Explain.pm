# Explain.pm - which differences are meant, and the proof that nothing else differs
#
# Role:   every rule says when it applies (looking at the image's symbols, the data, the oracle's message, never
#         at a name pattern alone) and what the oracle would have said without its bug; only if that equals our output
#         byte for byte is a difference "explained". A reason begins with the name of its row in doc/DEVIATIONS.
# Input:  a pair directory, the words of the command, both results.
# Output: explain() = the reasons, or an empty list.
#
# SPDX-License-Identifier: GPL-3.0-or-later
package Explain;
use strict;
use warnings;
use Elf;
use Rewrite;

# The name rule for local symbols (behaviour as observed), for one string: 0 dropped, 1 kept, 2 kept with a
# dotted end, where the oracle goes on into the next string.
sub name_fate
{
    my ($name) = @_;
    return 1 if $name !~ /[.\$]/;
    return 0 if $name =~ /\$/ || $name eq '';
    return $name =~ /^[^.]*(?:\.(?:clone\.(?=[^.])|constprop\.(?=[^.]))?\d+(?=\.))*\.(?:clone\.(?=.)|constprop\.(?=.))?\d*$/ ? 2 : 0;
}

# Local symbols whose own name is fine but whose fate the oracle decides by the following strings.
sub dotted_victims
{
    my ($elf) = @_;
    return () unless $elf && $elf->{strtab};
    my $strings = $elf->strings;
    my @victims;
    for my $y (@{ $elf->{symbols} }) {
        next unless $y->{bind} == 0 && $y->{code} && $y->{type} < 3 && name_fate($y->{name}) == 2;
        for (my $at = $y->{str}; $at < length $strings;) {
            my $name = unpack 'Z*', substr $strings, $at;
            last if $name eq '';
            my $fate = name_fate($name);
            if ($fate == 0) {
                push @victims, $y;
                last;
            }
            last if $fate == 1;
            $at += 1 + length $name;
        }
    }
    return @victims;
}

sub histograms
{
    my ($file, $bits) = @_;
    open my $fh, '<:raw', $file or return;
    my $t = do { local $/; <$fh> } // '';
    my @found;
    my $w = $bits / 8;
    my $int = $w == 8 ? 'Q<' : 'L<';
    for (my $at = 20; $at < length $t;) {
        my $tag = ord substr $t, $at, 1;
        last if $tag > 1;
        if ($tag == 0) {
            my ($low, $high, $bins) = unpack "$int $int L<", substr $t, $at + 1, 2 * $w + 4;
            my $head = 1 + 2 * $w + 24;
            push @found, { low => $low, high => $high, count => [unpack 'S<*', substr $t, $at + $head, 2 * $bins] };
            $at += $head + 2 * $bins;
        } else {
            $at += 1 + 2 * $w + 4;
        }
    }
    return @found;
}

# The symbol with the highest address, if samples lie at or above it.
sub sampled_last
{
    my ($elf, $no_static, @data) = @_;
    return unless $elf;
    my $last;
    for my $y (@{ $elf->{symbols} }) {
        next unless $y->{shndx} && $y->{shndx} < 0xff00 && $y->{type} < 3;
        next unless $y->{bind} == 2 || $y->{code};
        next if $y->{bind} == 0 && ($no_static || !name_fate($y->{name}));
        $last = $y if !$last || $y->{value} > $last->{value};
    }
    return unless $last;
    for my $h (map { histograms($_, $elf->{bits}) } @data) {
        my $bins = @{ $h->{count} } or next;
        my $scale = int(($h->{high} - $h->{low}) / 2) / $bins;
        for my $i (0 .. $bins - 1) {
            return ($last, $h->{high}) if $h->{count}[$i] && int($h->{low} / 2) + int($scale * ($i + 1)) > int($last->{value} / 2);
        }
    }
    return;
}

# A copy of the image without debug symbols, in which no string follows that the oracle could trip over; with END
# also one more function at END, so that no symbol with samples is the last one.
sub mended_image
{
    my ($elf, $file, $end, @names) = @_;
    my @symbols = grep { !$_->{debug} } @{ $elf->{symbols} };
    if (defined $end) {
        my ($text) = grep { $_->{code} && $_->{type} == 2 } @symbols;
        for my $name (@names ? @names : 'zzz_terminal') {
            push @symbols, { name => $name, bind => 1, type => 2, info => 18, shndx => $text->{shndx}, value => $end, size => 0 };
            $end += 16;
        }
    }
    $elf->write_with($file, @symbols);
    return $file;
}

# The oracle's text as it would be without the bugs that need no second run.
sub mend_text
{
    my ($text, $elf, @data) = @_;
    my @why;
    if ($elf && !map { histograms($_, $elf->{bits}) } @data) {
        push @why, 'no histogram: times are -nan' if $text =~ s/-nan/0.00/g;
    }
    push @why, 'index numbers: cut from 10000 on' if $text =~ s/^\[\d{5} (.*\[(\d{5,})\])$/[$2] $1/mg;
    push @why, 'index numbers: cut from 10000 on' if $text =~ s/([\[(])(\d{5}) (?=\S)/$1$2@{[$1 eq '[' ? ']' : ')']} /g && !@why;
    return ($text, @why);
}

# Returns the number of --min-count in a command line, or 0.
sub min_count
{
    my @words = @_;
    my $min = 0;
    for my $i (0 .. $#words) {
        last if $words[$i] eq '--';
        next unless $words[$i] =~ /^(?:--m[a-z-]*=?|-[a-zA-Z]*m)(\d*)$/;
        my $value = length $1 ? $1 : $words[ $i + 1 ] // '';
        $min = $value if $value =~ /^\d+$/;
    }
    return $min;
}

# Execution counts without the lines below -m.
sub without_rare
{
    my ($text, @words) = @_;
    my $min = min_count(@words);
    my $cut = $text =~ s/^\S+:\d+: \(.*:0x[0-9a-f]+\) (\d+) executions\n/$min > 1 && $1 < $min ? '' : $&/gemr;
    return $cut eq $text ? ($text) : ($cut, '-m N: no effect on -C');
}

# Returns what the oracle would print of a random case without the bugs that need no look at image and data.
sub mend_random
{
    my ($text, @words) = @_;
    ($text) = without_rare($text, @words);
    return $text =~ s/-nan/0.00/gr;
}

# How many lines of a listing are no executed lines, though it shows something; less those that it hides. MENDED
# is the same listing without the bugs.
sub idle_lines
{
    my ($marked, $mended) = @_;
    my @shown = split /^/, $mended;
    my $idle = 0;
    for my $line (split /^/, $marked) {
        my $show = shift @shown;
        my $blank = $line =~ /^ {16}/;
        $idle++ if !$blank && $show =~ /^ {7}##### -> /;
        $idle-- if $blank && $show =~ /^ *\d+ -> /;
    }
    return $idle;
}

# An annotated listing in which "Lines executed" leaves out the lines marked #####, of which MARKED, the same
# listing with --min-count=1, has all that did not run; SHOWN is MARKED without other bugs.
sub mend_annotated
{
    my ($text, $marked, $shown) = @_;
    my @marked = split /^(?=\*\*\* File )/m, $marked;
    my @shown = split /^(?=\*\*\* File )/m, $shown;
    my @parts = split /^(?=\*\*\* File )/m, $text;
    return $text if @parts != @marked;
    my $changed = 0;
    for my $i (0 .. $#parts) {
        my $idle = idle_lines($marked[$i], $shown[$i]) or next;
        $changed |= $parts[$i] =~ s{^ *(\d+)(   Executable lines in this file\n) *(\d+)(   Lines executed\n) *[\d.]+(?=   Percent of)}
            {sprintf '%9d%s%9d%s%9.2f', $1, $2, $3 - $idle, $4, $1 ? 100 * ($3 - $idle) / $1 : 100}me;
    }
    return (join('', @parts), $changed ? 'Lines executed: lines marked ##### are counted' : ());
}

# Calls of functions by file and line, of what -C -l -z lists.
sub calls_by_line
{
    my ($elf, $text) = @_;
    my @functions = grep { $_->{code} && ($_->{type} == 2 || $_->{type} == 10) } @{ $elf->{symbols} };
    my %starts = map { $_->{value} => 1 } grep { $_->{bind} || name_fate($_->{name}) } @functions;
    my %calls;
    while ($text =~ /^(.+):(\d+): \(.*:0x([0-9a-f]+)\) (\d+) executions$/mg) {
        $calls{"$1:$2"} += $4 if $starts{ hex $3 };
    }
    return \%calls;
}

# The command for the execution counts of what an annotated listing shows.
sub counting
{
    return qw(-b -C -l -z), map { /^(?:-A|--annotated-source=)(.+)/ ? "-C$1" : /^(?:-J|--no-annotated-source=)(.+)/ ? "-Z$1" : /^-[aD]$/ ? $_ : () } @_;
}

# An annotated listing by line in which a function's calls stand on its first line, though code of another one
# stands there too. With REPEAT (-x) they are repeated on its next lines.
sub mend_starts
{
    my ($text, $calls, $min, $repeat) = @_;
    my ($file, $number, $again) = ('', 0, '');
    my @lines = split /^/, $text;
    for my $line (@lines) {
        $number++;
        if ($line =~ /^\*\*\* File (.*):$/) {
            ($file, $number, $again) = ($1, 0, '');
        } elsif ($line =~ /^(?:Top \d+ Lines|Execution Summary):$/) {
            $file = '';
        }
        next if length $line < 16;
        my $count = $calls->{"$file:$number"};
        if (defined $count && substr($line, 0, 16) !~ /,/) {
            $again = sprintf '%12s -> ', $count < $min ? '#####' : $count;
            substr $line, 0, 16, $again;
        } elsif ($repeat && $again && $line =~ /^ {0,11}\S+ -> /) {
            substr $line, 0, 16, $again;
        }
    }
    my $mended = join '', @lines;
    return ($mended, $mended eq $text ? () : 'shared lines: a function shows none of its calls');
}

# The command with its default and @FILE words written out, so that another image can be put in.
sub plain_words
{
    my @words = map { $_ eq '@resp' ? ('-p', 'image', 'gmon.out') : $_ } @_;
    push @words, 'image', 'gmon.out' unless grep { !/^-/ } @words;
    return @words;
}

# Line mode loses a last function behind .text, and the one before it loses its samples: of a copy with two more
# symbols at the end, which the data do not know, both must say the same. Ours leaves out a last one without data.
sub explain_line
{
    my ($elf, $words, $both, $mend, %a) = @_;
    return () unless by_line(@$words);
    my ($end) = sort { $b <=> $a } map { $_->{value} } grep { $_->{shndx} < 0xff00 } @{ $elf->{symbols} };
    my $image = mended_image($elf, "$a{tmp}/mended", $end + 16, '_~one', '_~two');
    my ($l, $r) = $both->($image);
    my ($text) = $mend->($l, $image);
    return () if $l->{status} != $r->{status} || $l->{status} & 127;
    return 'last function: -l loses it' if $text eq $r->{out};
    return ();
}

# Words that ask for a report.
my $report = qr{^-(?:[pqBCAirR]|[PQZJ].)|^--(?:fl|gr|file-|exec|annot)};

sub by_line { return scalar grep { /^(?:-l|--line)$/ } @_ }

# Function orders. From 80 called functions on the oracle puts one of 80 first that has few callers, all of them much
# used; it then loses the last of these functions or lists their callers twice. Which of the others the first ones
# displace is not known, so this is the proof: its list is none of all functions, and ours is one of the same names.
sub unsound_order
{
    my ($theirs, $ours, @words) = @_;
    return 0 unless grep { /^(?:-r|--function-)/ } @words;
    my $name = qr/^[^\s-]\S*$/;
    my (@texts, @names);
    for my $text ($theirs, $ours) {
        push @texts, join "\n", grep { $_ !~ $name } split /\n/, $text;
        push @names, [ grep { $_ =~ $name } split /\n/, $text ];
    }
    my (%theirs, %ours);
    $theirs{$_}++ for @{ $names[0] };
    $ours{$_}++ for @{ $names[1] };
    my @strangers = grep { !$ours{$_} } keys %theirs;
    my @wrong = grep { ($theirs{$_} // 0) != $ours{$_} } keys %ours;
    my @twice = by_line(@words) ? () : grep { $_ > 1 } values %ours;    # lines have the names of their functions
    return $texts[0] eq $texts[1] && keys %ours >= 80 && !@strangers && @wrong && !@twice;
}

# Only a fault of its own is a crash: an alarm is our time limit, a kill is somebody else's.
sub crashed
{
    my ($o, $g) = @_;
    return ($o->{status} & 127) =~ /^(?:4|6|7|8|11)$/ && !($g->{status} & 127) && $g->{status} >> 8 < 2;
}

# Rows of doc/DEVIATIONS that not all known releases have: which have it. A release that is not known may have any.
my %seen = (
    aborts => ['2.40', '2.44'],
);

sub is_seen
{
    my ($why, $release) = @_;
    my ($row) = $why =~ /^([^:]*)/;
    return !$release || !$seen{$row} || grep { $_ eq $release } @{ $seen{$row} };
}

# Arguments: dir (of the pair), words (the command's), data (files), oracle and ours (results: out, err, status),
# release (the oracle's; '' if it is not known),
# run (sub: which program, words -> result), tmp (directory for mended images), tools (directory of gmondump and mkgmon).
sub explain
{
    my (%a) = @_;
    my @why = reasons(%a);
    return grep({ !is_seen($_, $a{release}) } @why) ? () : @why;
}

sub reasons
{
    my (%a) = @_;
    my ($o, $g) = @a{qw(oracle ours)};
    my @words = plain_words(@{ $a{words} });
    my (@why, $again);
    my $elf = $a{elf};
    my %rewrite = (dir => $a{dir}, tools => $a{tools}, bits => $elf && $elf->{bits}, endian => 'little',
        run => sub { $a{run}->(@_)->{out} });
    my (undef, @rewritten) = $elf ? Rewrite::rewrite(%rewrite, words => \@words) : ();
    if (crashed($o, $g)) {
        return ('the oracle crashes') unless @rewritten;
    } elsif (($o->{status} | $g->{status}) & 127) {
        return ();
    }
    push @why, @rewritten;
    $again = @rewritten;
    if (grep { /^(?:-s|--sum)$/ } @words) {
        my @rest = grep { !/^(?:-s|--sum)$/ } @words;
        # ours need none; what -i tells is of the data alone
        return '-s: it needs symbols'
            if $o->{err} =~ /has no symbols/ && $g->{status} == 0 && $g->{out} =~ /\A(?:File .*\n(?:\t.*\n)+)*\z/;
        if ($o->{err} =~ /somebody miscounted/ && $g->{status} == 0) {
            push @why, 'aborts: -s';
        } elsif (grep { $_ =~ $report } @rest) {
            push @why, '-s: reports are by line';
        }
        if (@why && grep { $_ =~ $report } @rest) {
            @words = @rest;
            $again = 1;
        } elsif (@why) {
            return $g->{out} eq '' ? @why : ();
        }
    } elsif ($o->{err} =~ /somebody miscounted/ && $g->{status} == 0) {
        return ('aborts: -l');
    }
    my $image = 'image';
    my @faults = (
        $elf && dotted_victims($elf) ? 'dotted names: decided by the next string' : (),
        $elf && grep({ $_->{debug} } @{ $elf->{symbols} }) ? 'debug symbols: taken for functions' : ());
    if (@faults) {
        push @why, @faults;
        $image = mended_image($elf, "$a{tmp}/mended");
        $again = 1;
    }
    my $swap = sub { my ($to) = @_; map { $_ eq 'image' ? $to : $_ } @words };
    my $theirs = sub {
        my @own = $swap->(@_);
        my ($new) = @rewritten ? Rewrite::rewrite(%rewrite, words => \@own) : ();
        return $new ? @$new : @own;
    };
    my $both = sub { my ($to) = @_; ($a{run}->('oracle', $theirs->($to)), $a{run}->('ours', $swap->($to))) };
    my $expect = $again ? $a{run}->('oracle', $theirs->($image)) : $o;
    $expect->{out} = Rewrite::with_info($expect->{out}, $o->{out}) if @rewritten;
    return (@why, 'the oracle crashes') if crashed($expect, $g);
    my $mend = sub {
        my ($result, $file) = @_;
        my ($tables, $sources) = $result->{out} =~ /\A(.*?)(^\*\*\* File .*)?\z/ms;
        my ($mended, @reasons) = mend_text($tables, $elf, @{ $a{data} });
        return ($mended, @reasons) unless defined $sources;
        my $marked = $a{run}->('oracle', $theirs->($file), '-m1')->{out} =~ s/^.*?^(?=\*\*\* File )//msr;
        my $shown = $marked;
        my @more;
        if (by_line(@words)) {
            my @data = map { "$a{dir}/$_" } map { m{([^/]+)$} } @{ $a{data} };
            my $calls = calls_by_line($elf, $a{run}->('oracle', counting(@words), $file, @data)->{out});
            my $min = min_count(@words) || 1;
            my $repeat = grep { /^-x$|^--all-l/ } @words;
            ($shown) = mend_starts($marked, $calls, 1, $repeat);
            ($sources, @more) = mend_starts($sources, $calls, $min, $repeat);
        }
        ($sources, my @idle) = mend_annotated($sources, $marked, $shown);
        return ($mended . $sources, @reasons, @more, @idle);
    };
    my ($text, @more) = $mend->($expect, $image);
    push @why, @more;
    ($text, @more) = without_rare($text, @words);
    push @why, @more;
    return @why if @why && $text eq $g->{out} && $expect->{status} == $g->{status};
    return (@why, '-r, many: functions are lost or repeated') if unsound_order($text, $g->{out}, @words);
    my @line = $elf ? explain_line($elf, \@words, $both, $mend, %a) : ();
    return (@why, @line) if @line;
    my ($last, $high) = sampled_last($elf, scalar(grep { /^(?:-a|--no-sta)/ } @words), @{ $a{data} });
    return () unless $last;
    $image = mended_image($elf, "$a{tmp}/mended", ($last->{value} + 16 > $high ? $last->{value} + 16 : $high));
    my ($l, $r) = $both->($image);
    ($text) = $mend->($l, $image);
    return $text eq $r->{out} && $l->{status} == $r->{status} && !($l->{status} & 127) ? (@why, "last function: no samples of $last->{name}") : ();
}

1;
