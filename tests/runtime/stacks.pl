# stacks.pl - reads a file of call stacks strictly, and prints it
#
# Use: perl stacks.pl FILE [PROGRAM]
#
#     tree CLOCK INTERVAL signals N ticks N missing N lost N runs N nodes N
#     sum signals N ticks N          of the nodes
#     end NAME signals N             of each way in which walks ended
#     stack NAME;FRAME;...;LEAF SIGNALS TICKS SQUARES
#
# The outermost frame comes first. A frame of PROGRAM is the function that nm has there, of a
# library its name in brackets. A second reader beside gprof's, of include/gmon_stacks.h alone: what
# is not in the form that the runtime should write, down to the order of modules and children and
# the shortest numbers, ends it with status 1 and a line on stderr.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;

my ($file, $program) = @ARGV;
my @end_names = qw(complete guessed no-unwind off-stack too-deep no-memory);
my @kinds = qw(program library vdso anonymous profiler);
my ($bytes, $at) = ('', 0);

sub wrong { die "$file: at byte $at: @_\n" }

# ---- bytes ------------------------------------------------------------------------------------
sub take
{
    my $n = shift;
    $at + $n <= length $bytes or wrong 'cut short';
    my $piece = substr $bytes, $at, $n;
    $at += $n;
    return $piece;
}

sub u8 { return ord take(1) }

sub number
{
    my ($value, $shift, $byte) = (0, 0);
    do {
        $byte = u8();
        $value |= ($byte & 127) << $shift;
        $shift += 7;
    } while ($byte & 128);
    $byte != 0 || $shift == 7 or wrong 'a number is longer than it must be';
    return $value;
}

sub crc
{
    my $sum = 0xffffffff;
    for my $byte (unpack 'C*', shift) {
        $sum ^= $byte;
        $sum = $sum & 1 ? $sum >> 1 ^ 0xedb88320 : $sum >> 1 for 1 .. 8;
    }
    return $sum ^ 0xffffffff;
}

# ---- names ------------------------------------------------------------------------------------
my (@starts, @names);
if (defined $program) {
    my %seen;
    for (`nm -n '$program'`) {
        my ($address, $name) = /^([0-9a-f]+) [tTwWiV] (\S+)/ or next;
        next if $seen{hex $address}++;
        push @starts, hex $address;
        push @names, $name;
    }
}

sub function_at
{
    my $address = shift;
    my ($low, $high) = (0, scalar @starts);
    while ($low < $high) {
        my $middle = int(($low + $high) / 2);
        if ($starts[$middle] <= $address) { $low = $middle + 1 } else { $high = $middle }
    }
    return $low ? $names[$low - 1] : sprintf '0x%x', $address;
}

sub frame_name
{
    my ($module, $key) = @_;
    return sprintf '%s+0x%x%s', $module->{kind}, $key >> 1, $key & 1 ? '' : '!'
        if $module->{kind} eq 'program' && !defined $program;
    return function_at($key >> 1) if $module->{kind} eq 'program';
    my ($base) = $module->{path} =~ m{([^/]*)$};
    return '[' . (length $base ? $base : $module->{kind}) . ']';
}

# ---- sections ---------------------------------------------------------------------------------
my @modules;

sub read_modules
{
    my $last = '';
    for (1 .. number()) {
        my $kind = $kinds[u8()] // wrong 'no such kind of module';
        my $id = take(number());
        my $path = take(number());
        my $order = join "\0", (grep { $kinds[$_] eq $kind } 0 .. $#kinds)[0], unpack('H*', $id), $path;
        $order gt $last or wrong "module $path is out of order";
        $last = $order;
        push @modules, {kind => $kind, path => $path, used => 0};
    }
}

sub read_tree
{
    my $clock = ('cpu', 'wall')[u8()] // wrong 'no such clock';
    my $interval = number();
    my %head = map { $_ => number() } qw(signals ticks missing lost runs);
    my (%sum, %ends, @stacks, $nodes);
    $sum{signals} = $sum{ticks} = 0;
    my @open;    # nodes from the root on: module, key, children to come, last child, name
    do {
        my ($m, $z) = (number(), number());
        my $children = number();
        my $signals = number();
        my ($ticks, $squares) = $signals ? (number(), number()) : (0, 0);
        my $up = $open[-1];
        my $module = $m || ($up ? $up->{module} : 0);
        wrong 'a module is given that is the parent\'s' if $m && $up && $m == $up->{module};
        my $key = ($up ? $up->{key} : 0) + ($z & 1 ? -(($z >> 1) + 1) : $z >> 1);
        my $name = '';
        if (!$up) {
            $module == 0 && $key == 0 && $signals == 0 or wrong 'this is no root';
        } elsif (@open == 1) {
            $module == 0 or wrong 'an end in a module';
            $name = $end_names[$key] // wrong "no such end: $key";
        } else {
            my $of = $module ? $modules[$module - 1] : wrong 'a frame without a module';
            $of->{used} = 1;
            $name = frame_name($of, $key);
            wrong 'a frame of no file has a key' if $key && $of->{kind} =~ /anonymous|profiler/;
        }
        if ($up) {
            my $last = $up->{last};
            !$last || $last->[0] < $module || ($last->[0] == $module && $last->[1] < $key)
                or wrong 'children are out of order';
            $up->{last} = [$module, $key];
            $up->{left}--;
        }
        $children || $signals || !$up or wrong 'a node without samples';
        $ticks >= $signals && $squares >= $ticks or wrong 'fewer ticks than signals';
        $nodes++;
        push @open, {module => $module, key => $key, left => $children, name => $name};
        if ($signals) {
            $sum{signals} += $signals;
            $sum{ticks} += $ticks;
            $ends{$open[1]{name}} += $signals;
            push @stacks, join(';', map { $_->{name} } @open[1 .. $#open]) . " $signals $ticks $squares";
        }
        pop @open while @open && !$open[-1]{left};
    } while (@open);
    $sum{$_} == $head{$_} or wrong "$sum{$_} $_ in the nodes, $head{$_} in the head" for qw(signals ticks);
    ($ends{'no-memory'} // 0) == $head{lost} or wrong 'lost samples are not those without memory';
    print "tree $clock $interval ", join(' ', map { "$_ $head{$_}" } qw(signals ticks missing lost runs)),
        " nodes $nodes\n", "sum signals $sum{signals} ticks $sum{ticks}\n";
    print "end $_ signals $ends{$_}\n" for grep { $ends{$_} } @end_names;
    print "stack $_\n" for @stacks;
}

open my $in, '<:raw', $file or die "$file: $!\n";
{ local $/; $bytes = <$in>; }
take(12) eq "gstack\r\n\1\0\0\0" or wrong 'no file of stacks';
while (1) {
    my $begin = $at;
    my $tag = chr u8();
    my $end = number();
    $end += $at;
    if ($tag eq 'M') { read_modules() }
    elsif ($tag eq 'T') { read_tree() }
    elsif ($tag eq 'E') {
        unpack('V', take(4)) == crc(substr $bytes, 0, $begin) or wrong 'the sum is wrong';
    } else { wrong "an unknown section $tag" }
    $at == $end or wrong "section $tag does not end where it should";
    last if $tag eq 'E';
}
$at == length $bytes or wrong 'more than there should be';
$_->{used} or wrong "module $_->{path} is not used" for @modules;
