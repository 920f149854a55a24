# CaseArgs.pm - makes the command line of a random test case
#
# Role:   draws options in short, long and abbreviated spelling, in any order, and the file names. -b is always there,
#         because the explanations are worded differently in every gprof.
#
# SPDX-License-Identifier: GPL-3.0-or-later
package CaseArgs;
use strict;
use warnings;
use Case;
use Exporter qw(import);

our @EXPORT = qw(make_args);

# An option is written here as its letter, or as its long name if it has no letter.
my %long = (b => 'brief', p => 'flat-profile', q => 'graph', z => 'display-unused-functions', a => 'no-static',
    T => 'traditional', P => 'no-flat-profile', Q => 'no-graph', L => 'print-path', w => 'width', i => 'file-info',
    s => 'sum', D => 'ignore-non-functions', O => 'file-format', n => 'time', N => 'no-time', A => 'annotated-source',
    J => 'no-annotated-source', C => 'exec-counts', Z => 'no-exec-counts', x => 'all-lines', t => 'table-length',
    y => 'separate-files', m => 'min-count', r => 'function-ordering', l => 'line', c => 'static-call-graph',
    R => 'file-ordering', S => 'external-symbol-table', map { $_ => $_ } qw(no-demangle demangle inline-file-names));
# All long names: an abbreviation must not fit two of them.
my @long_names = (values %long, qw(directory-path debug help version));
# Options whose argument may be a word of its own, and those whose argument may be left out. Both end a cluster.
my %is_separate = map { $_ => 1 } qw(w O n N e E f F k t m R S);
my %is_attached = map { $_ => 1 } qw(p q P Q A J C Z demangle);

my @chosen;             # [option, argument if any]
my (@words, $grows);    # the words; true if the last one is a cluster of short options that may grow

sub choose { push @chosen, [@_] }

sub maybe
{
    my ($percent, @options) = @_;
    for (@options) {
        choose($_) if chance($percent);
    }
}

# An abbreviation of a long option, the shortest one or a longer one.
sub abbreviated
{
    my ($name) = @_;
    my ($all, $unique) = (length $name, 1);
    for my $other (grep { $_ ne $name } @long_names) {
        my $same = 0;
        $same++ while $same < $all && substr($name, 0, $same + 1) eq substr($other, 0, $same + 1);
        $unique = $same + 1 if $same + 1 > $unique;
    }
    $unique = $all if $unique > $all;
    return substr $name, 0, chance(50) ? $all : within($unique, $all);
}

# Puts a word, or joins it to the one before.
sub put_argument
{
    my ($argument, $apart, $sign) = @_;
    if   ($apart) { push @words, $argument }
    else          { $words[-1] .= $sign . $argument }
}

sub put_option
{
    my ($option, $argument) = @_;
    if (length $option > 1 || ($long{$option} && chance(25))) {
        push @words, '--' . abbreviated($long{$option});
        put_argument($argument, $is_separate{$option} && chance(40), '=') if defined $argument;
        $grows = 0;
        return;
    }
    push @words, '-' if !$grows || !chance(25);
    $words[-1] .= $option;
    put_argument($argument, $is_separate{$option} && chance(50), '') if defined $argument;
    $grows = !$is_separate{$option} && !$is_attached{$option};
}

# The name of a random function. GNU gprof takes a name that begins with a digit for a line's number, so it can name no
# such function.
sub random_name
{
    my $name = chance(5) ? 'nosuch' : pick(@{ $c{functions} })->[0];
    return $name =~ /^\d/ ? 'nosuch' : $name;
}

# A specification of one function. GNU gprof takes a name with a dot for a file's name, so `f.part.0' names nothing
# there. Behind a colon both programs take it for a function's name.
sub spec { return $_[0] =~ /\./ ? ":$_[0]" : $_[0] }

sub maybe_spec
{
    my ($percent, $option) = @_;
    return if !chance($percent);
    my $name = random_name();
    # GNU gprof does not find a last function outside .text
    my $unseen = $name eq $c{functions}[-1][0] && !$c{guard_callable};
    choose($option, spec($name)) if $name ne '' && !$unseen;
}

sub choose_symspecs
{
    return if !chance(70);
    for my $option (qw(p P q Q n N e E f F)) {
        for (my $percent = 20; chance($percent); $percent = 50) {
            maybe_spec(100, $option);
        }
    }
}

sub choose_number
{
    my ($option) = @_;
    my $any = under(300);
    choose($option, pick(0, 1, 10, 40, 79, 80, 81, 100, 132, 200, $any));
}

sub choose_format
{
    my $format = $c{bsd} ? pick(qw(bsd auto b a)) : pick(qw(magic auto a m mag au));
    $format = $has{format} ? pick(qw(auto magic bsd 4.4bsd 4)) : $has{mixed} ? 'auto' : $format;
    choose('O', $format);
}

sub choose_styles
{
    maybe(35, 'p');
    maybe(30, 'q');
    maybe(5, 'B');
    maybe(7, 'P', 'Q');
    choose_symspecs() if $has{symspec};
    if ($has{counts}) {
        maybe(30, 'C');
        maybe_spec(10, 'C');
        maybe(3, 'Z');
        maybe_spec(10, 'Z');
    }
    if ($has{annotate}) {
        maybe(10, 'A');
        maybe(5, 'J');
    }
    maybe(25, 'r') if $has{order};
}

sub choose_options
{
    choose('b');
    choose('s') if $c{sum};
    choose_styles() if !$c{sum} || $has{sumreport};
    choose('i') if $c{info};
    maybe(25, 'z');
    maybe(15, 'a');
    maybe(25, 'T');
    maybe(5, 'L');
    maybe(12, 'D');
    maybe(10, 'no-demangle');
    maybe(8, 'inline-file-names');
    choose('demangle', chance(10) ? undef : pick(qw(auto gnu-v3 java gnat dlang rust none))) if chance(15);
    choose_number('w') if chance(15);
    choose_format() if chance(15);
    if ($has{arcspec} && !$c{sum}) {    # GNU gprof leaves such arcs out of gmon.sum, too
        while (chance(40)) {
            my @ends = map { spec(chance(80) ? random_name() : '') } 1, 2;
            choose('k', "$ends[0]/$ends[1]");
        }
    }
    if ($has{annotate}) {
        maybe(5, 'x', 'y');
        choose_number('t') if chance(5);
    }
    choose_number('m') if $has{mincount} && chance(20);
    maybe(25, 'l') if $has{line};
    maybe(40, 'c') if $has{static};
    choose('R', 'map') if $c{map};
    choose('S', 'syms') if $c{syms};
}

sub make_args
{
    stream(3);
    (@chosen, @words, $grows) = ();
    choose_options();
    for my $i (reverse 1 .. $#chosen) {
        my $k = under($i + 1);
        @chosen[$i, $k] = @chosen[$k, $i];
    }
    my @files = ('image', map { "data$_" } 0 .. $c{n_data} - 1);
    my $files_at = chance(15) ? under(scalar @chosen) : @chosen;
    for my $i (0 .. $#chosen) {
        if ($i == $files_at) {
            push @words, @files;
            $grows = 0;
        }
        put_option(@{ $chosen[$i] });
    }
    push @words, (chance(4) ? '--' : ()), @files if $files_at == @chosen;
    return join '', map { "$_\n" } @words;
}

1;
