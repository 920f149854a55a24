#!/usr/bin/perl
# terminal.t - on a terminal: width and colours, and who overrules whom
#
# Role:   runs gprof on a pseudo-terminal of several widths, with the variables that say something of
#         colours and width, and looks at what comes out.
# Input:  environment GPROF, TOOLS, SRCDIR.  Output: TAP.  Needs /dev/ptmx as Linux has it.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Check;
use Fcntl;
use Test::More;

# Numbers of Linux; where a machine has others, or no pseudo-terminals, the test is left out.
use constant { TIOCSPTLCK => 0x40045431, TIOCGPTN => 0x80045430, TIOCSWINSZ => 0x5414 };

# Both ends of a pseudo-terminal of that width.
sub open_pty
{
    my ($columns) = @_;
    my ($unlock, $number, $size) = (pack('i', 0), pack('i', 0), pack('S4', 25, $columns, 0, 0));
    sysopen my $master, '/dev/ptmx', O_RDWR | O_NOCTTY or return;
    ioctl $master, TIOCSPTLCK, $unlock or return;
    ioctl $master, TIOCGPTN, $number or return;
    sysopen my $slave, '/dev/pts/' . unpack('i', $number), O_RDWR | O_NOCTTY or return;
    ioctl $slave, TIOCSWINSZ, $size or return;
    return ($master, $slave);
}

my @try = open_pty(80) or plan skip_all => 'no pseudo-terminals here';
close $_ for @try;

# What gprof prints on a terminal of that width (0: it does not know), with these variables.
sub on_terminal
{
    my ($columns, $variables, @words) = @_;
    my ($master, $slave) = open_pty($columns) or die "no pseudo-terminal: $!\n";
    my $pid = fork // die "fork: $!\n";
    if (!$pid) {
        alarm 60;
        $ENV{TERM} = 'xterm';
        $ENV{$_} = $variables->{$_} for keys %$variables;
        close $master;
        open STDIN,  '<',  '/dev/null' or die;
        open STDOUT, '>&', $slave      or die;
        close $slave;
        exec $gprof, @words or die;
    }
    close $slave;
    my $text = '';
    while (sysread $master, my $piece, 65536) {    # ends with EIO
        $text .= $piece;
    }
    waitpid $pid, 0;
    is($?, 0, "gprof @words on a terminal of $columns columns succeeds");
    return $text =~ s/\r\n/\n/gr;
}

# The same into a pipe.
sub in_pipe
{
    my ($variables, @words) = @_;
    my $pid = open(my $pipe, '-|') // die "fork: $!\n";
    if (!$pid) {
        alarm 60;
        $ENV{$_} = $variables->{$_} for keys %$variables;
        exec $gprof, @words or die;
    }
    local $/;
    my $text = <$pipe>;
    close $pipe;
    return $text;
}

sub has_colour { return index($_[0], "\033") >= 0 }

# The columns of the longest line, colours left out.
sub width
{
    my ($text) = @_;
    $text =~ s/\033\[\d*m//g;
    utf8::decode($text);
    my ($most) = sort { $b <=> $a } map { length } split /\n/, $text;
    return $most;
}

work_dir();
make('mkimage', 'prog', "section .text 0x1000 0x100\nsym " . 'long_name_' x 6 . "main 0x1000\nsym "
    . 'long_name_' x 9 . "work 0x1080\n");
make('mkgmon', 'gmon.out', "magic\nhist 0x1000 0x1100 16 100 seconds s\nbin 0 30\nbin 8 70\narc 0x1008 0x1080 5\n");

my @command = ('--top', 'prog');

# width
my $plain = in_pipe({}, @command);
is(width($plain), 80, 'a pipe has 80 columns');
for my $columns (40, 80, 100, 131) {
    my $width = width(on_terminal($columns, {}, @command));
    ok($width <= $columns && $width > $columns - 14, 'and its lines are as long, if no column fits into the rest');
}
my $at_60 = in_pipe({ COLUMNS => 60 }, @command);
my $wide  = on_terminal(400, {}, @command);
like($wide, qr/Most self time.*Most inclusive time/, 'there tables stand side by side');
cmp_ok(width($wide), '<=', 400, 'and are no longer');
unlike(on_terminal(190, {}, @command), qr/Most self time.*Most inclusive time/, 'but not if names would be cut for it');
is(on_terminal(0, {}, '--color=never', @command), $plain, 'and 80 columns do where the terminal says nothing');
is(on_terminal(100, { COLUMNS => 60 }, '--color=never', @command), $at_60, 'and COLUMNS overrules the terminal');
is(on_terminal(100, { COLUMNS => '' }, @command), on_terminal(100, {}, @command), 'unless it is empty');
ok(width($at_60) <= 60 && $at_60 ne $plain, 'COLUMNS counts in a pipe, too');
cmp_ok(width(on_terminal(5, {}, @command)), '<=', 20, 'and lines are short, but not too short to read');

# colour
ok(!has_colour($plain), 'a pipe has no colours');
ok(has_colour(on_terminal(80, {}, @command)), 'and there are colours');
my @cases = (
    [{ NO_COLOR => 1 }, [], 0, 0],
    [{ NO_COLOR => '' }, [], 1, 0],
    [{ TERM => 'dumb' }, [], 0, 0],
    [{ CLICOLOR_FORCE => 1 }, [], 1, 1],
    [{ CLICOLOR_FORCE => 0 }, [], 1, 0],
    [{ CLICOLOR_FORCE => '' }, [], 1, 0],
    [{ CLICOLOR_FORCE => 1, TERM => 'dumb' }, [], 1, 1],
    [{ CLICOLOR_FORCE => 1, NO_COLOR => 1 }, [], 0, 0],
    [{}, ['--color=never'], 0, 0],
    [{}, ['--color=auto'], 1, 0],
    [{}, ['--color'], 1, 1],
    [{ CLICOLOR_FORCE => 1 }, ['--color=never'], 0, 0],
    [{ NO_COLOR => 1, TERM => 'dumb' }, ['--color=always'], 1, 1],
);
for my $case (@cases) {
    my ($variables, $options, $terminal, $pipe) = @$case;
    my $what = join ' ', (map { "$_=$variables->{$_}" } sort keys %$variables), @$options;
    my $text = on_terminal(80, $variables, @$options, @command);
    is(has_colour($text) ? 1 : 0, $terminal,
        "$what: colours on a terminal" . ($terminal ? '' : ', none'));
    is(has_colour(in_pipe($variables, @$options, @command)) ? 1 : 0, $pipe,
        "$what: colours in a pipe" . ($pipe ? '' : ', none'));
    is($text =~ s/\033\[\d*m//gr, $plain, "$what: and nothing else is different");
}

# what has neither
is(on_terminal(200, { CLICOLOR_FORCE => 1 }, 'prog'), in_pipe({}, 'prog'), 'the listings are the same');
is(on_terminal(200, {}, '--output=report', @command), '', 'with --output nothing is printed');
open my $report, '<', 'report' or die;
is(do { local $/; <$report> }, $plain, 'and the file is like a pipe');
done_testing();
