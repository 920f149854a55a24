#!/usr/bin/perl
# gencase.pl - makes random small test cases: image, data files, command line
#
# Role:   the input of the differential fuzzer fuzz.pl. The same seed makes the same case on every machine. Each part
#         of a case has its own stream of random numbers, so that turning a family on changes little of the rest.
# Use:    gencase.pl [-n COUNT] [-e FAMILY,...] SEED DIRECTORY
#         gencase.pl -l                               lists the families
# Output: DIRECTORY, which must exist, gets a directory for each of COUNT seeds from SEED on, named by the seed. In it are
#             image.txt, data0.txt ...    texts for mkimage and mkgmon
#             image, data0 ...            the files made of them
#             args                        the command line, a word to a line, without the program
#             map, syms                   for the options -R and -S
#         By default a case avoids inputs for which a better program than GNU gprof must differ from GNU gprof. Each
#         kind of these inputs is a family of its own, and so is each group of rarer options; -e turns them on.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
no warnings 'portable';    # numbers of 64 bits
use FindBin;
use lib "$FindBin::Bin/../lib";
use Check;
use lib $FindBin::Bin;
use Case;
use CaseArgs;
use Getopt::Long qw(:config bundling);

# A word of the makers' languages (tests/tools/README).
sub quoted
{
    my ($word) = @_;
    return $word if $word =~ /^(?!#)[!#-\[\]-~]+$/;
    return '"' . $word =~ s/(["\\])|([^ -~])/defined $1 ? "\\$1" : sprintf '\\x%02x', ord $2/ger . '"';
}

# ---- the shape, which is decided first ---------------------------------------------------------

sub make_shape
{
    stream(0x5eed);
    $c{wide} = !chance(20);
    $c{bsd}  = chance(15);
    $c{sum}  = chance(5);
    $c{info} = chance(6) && (!$c{bsd} || $has{bsdinfo});
    $c{n_data} = pick(1, 1, 1, 1, 1, 2, 2, 3);
    $c{rate} = pick((100) x 6, 1000, 128, 60, 1, 3, 10000, 1000000);
    $c{big}  = chance(30) && $has{bigendian};
}

# ---- the image ---------------------------------------------------------------------------------

# 1 to 30 functions at odd addresses in one to three code sections, with aliases, symbols that are no functions, and
# names that are hard to handle. $c{functions} are these: [name, address, size], by address. The last one, the guard,
# is global, alone at its address and behind everything else: GNU gprof loses the last symbol's samples, so cases keep
# samples below $c{guard}. Arcs may lead there if $c{guard_callable}. Code is from $c{low} to $c{end}.

my ($head, $symbols, $strings, $at, $serial);

my @mangled = qw(_Z3abci _Z3abcv _ZN3foo3barEv _ZN3foo3barEi _ZNSt6vectorIiSaIiEE9push_backERKi
    _ZN4core3fmt9Formatter9write_str17h0123456789abcdefE _RNvC6_123foo3bar _D3std5stdio7writeln _Z1fIiEvT_
    _ZTv0_n24_N1A1fEv _Z2zzi.cold _Z ada__calendar__clock pkg__proc__2 _ada_first _ZN1AC1Ev _ZN1AC2Ev _ZN1AD0Ev);
my @special = (qw(main mcount _mcount __mcount __mcount_internal __mcleanup _gprof_mcount _mcleanup .mcount __fentry__
    etext _etext _start <locore>), 'a b', qw(Z a _ __ ___ . $ a$b
    name_that_is_much_longer_than_any_column_of_the_index_page), "\xc3\xa9t\xc3\xa9",
    qw[f(int) 1abc foo@plt foo@@VERS_1]);
my @dotted = qw(.1 .1.2 .clone.7 .constprop.0 .clone.7.constprop.2 .1.constprop.3 . .1. .cold .isra.0 .part.0 .1x .x1
    .lto_priv.0 .constprop.0.cold .clone. .part.0.constprop.0 .clone.x ..1 .constprop.);

sub make_name
{
    my ($local) = @_;
    my $kind = under(100);
    my $n = chance(6) ? 1 : $serial++;
    return chr(ord('a') + under(6)) . $n if $kind < 50;
    return "_f$n"         if $kind < 60;
    return "__f$n"        if $kind < 65;
    return ".f$n"         if $kind < 68;
    return pick(@special) if $kind < 76;
    return pick(@mangled) if $kind < 86;
    return "s$n" . ($local || $n % 2 ? pick(@dotted) : '');
}

sub put_symbol
{
    my ($name, $address, $size, $bind, $type) = @_;
    $symbols .= sprintf "sym %s %#x %d %s %s\n", quoted($name), $address, $size, $bind, $type;
    # a local dotted name is followed by a harmless string: see families, "dotted"
    $strings .= ' ' . quoted($name) . ' x' if $bind eq 'local' && $name =~ /\./ && !$has{dotted};
}

sub put_random_symbol
{
    my ($address, $size) = @_;
    my $bind = pick(qw(global global global local local weak));
    my $name = make_name($bind eq 'local');
    $size = under(9) if chance(20);
    my $type = pick(('func') x 8, qw(notype object));
    # GNU gprof gives calls in data files to functions, but those of -c to symbols of any type
    put_symbol($name, $address, $size, $bind, $has{static} ? 'func' : $type);
    return $name;
}

sub random_size
{
    my $kind = under(6);
    return $kind == 0 ? 16 * within(1, 8) : within(1, (0, 4, 400, 64, 64, 64)[$kind]);
}

# Puts one function with its aliases.
sub put_function
{
    my ($address, $size) = ($at, random_size());
    $at += $size;
    my $name;
    if (!@{ $c{functions} } && $c{sum}) {    # with -s every arc must have a known caller
        $name = make_name(0);
        put_symbol($name, $address, $size, 'global', 'func');
    } else {
        $name = put_random_symbol($address, $size);
        put_random_symbol($address, $size) while chance(12);
    }
    push @{ $c{functions} }, [$name, $address, $size];
}

sub put_guard
{
    my $size = within(1, 64);
    my $name = pick(qw(guard _guard zlast __fini_last));
    put_symbol($name, $c{guard} = $at, $size, 'global', 'func');
    push @{ $c{functions} }, [$name, $at, $size];
    $at += $size;
}

# The section's bytes: some functions start with a call of a later one. Calls are whole and go forwards only: GNU gprof
# misses other calls, or finds too many.
sub calls_from
{
    my ($address) = @_;
    my $bytes = '';
    my @f = @{ $c{functions} };
    for my $i (0 .. $#f - 1) {
        my ($name, $from, $size) = @{ $f[$i] };
        next if $size < 5 || chance(40);
        my $to = $f[within($i + 1, $#f)][1];
        $bytes .= "\x90" x ($from - $address - length $bytes) . "\xe8" . pack 'V', $to - ($from + 5);
    }
    return unpack 'H*', $bytes || "\x90";
}

sub put_section
{
    my ($name, $from, $kind) = @_;
    $head .= sprintf 'section %s %#x %d %s', $name, $from, $at - $from, $kind;
    $head .= ' hex ' . calls_from($from) if $has{static} && $name eq '.text';
    $head .= "\n";
}

# Puts N functions in a section of their own, and a gap behind the section.
sub put_code
{
    my ($name, $n, $last) = @_;
    my $from = $at;
    $at += under(20) if chance(30);    # code before the first symbol
    put_function() for 1 .. $n;
    if    ($last)        { put_guard() }
    elsif ($at == $from) { $at++ }
    put_section($name, $from, 'code');
    $at += pick(0, 0, 1, 16, 100, 0x1000) if !$last;
}

# Puts symbols that are no functions, and weak data, which counts as one.
sub put_noise
{
    my $inside = $c{low} + under($c{guard} - $c{low} + 1);
    while (chance(40)) {
        $symbols .= 'sym ' . pick('one.c 0 local file', 'two.c 0 local file', 'undefined 0 undef notype',
            'weakundef 0 weak notype undef', 'absolute 4660 abs notype', 'shared 8 8 common object',
            '"" 0 local notype undef') . "\n";
    }
    if ($inside < $c{guard}) {
        put_symbol('resolver', $inside, 4, 'global', 'ifunc')  if chance(10);
        put_symbol('only',     $inside, 4, 'unique', 'object') if chance(10);
        put_symbol('',         $inside, 0, 'local', 'section') if chance(10);
    }
    if (chance(15)) {
        my $from = $at += 0x100 - $at % 0x100;
        $at += 64;
        put_section('.data', $from, 'data');
        put_symbol('data_start', $from, 0, chance(50) ? 'weak' : 'global', 'notype');
        put_symbol('table', $from + 8, 8, 'local', 'object');
    }
}

sub random_base
{
    return $c{wide} ? 0xffffffff81000000 : 0xc0100000 if $has{kernel} && chance(30);
    return 0x555555554000 + under(3) if $c{wide} && chance(10);
    return pick(0x401000, 0x401000, 0x401003, 0x8048000, 0x1000, 0x1ff1, 0x64);
}

sub make_image
{
    stream(1);
    ($head, $symbols, $strings, $serial) = ('', '', '', 0);
    my $n = chance(25) ? within(1, 4) : within(1, 30);
    $at = $c{low} = random_base();
    my $n_init = !$has{static} && chance(15) ? within(1, 3) : 0;
    # GNU gprof's symspecs do not find a last function outside .text
    my $in_text = $has{static} || (($has{symspec} || $has{arcspec}) && !$has{lastsym});
    my $n_after = !$in_text && chance(12) ? within(1, 3) : 0;
    put_code('.init', $n_init, 0) if $n_init;
    put_code('.text', $n, !$n_after);
    put_code(pick('.mine', '.text.hot', '.fini'), $n_after - 1, 1) if $n_after;
    put_noise();
    $c{end} = $at;
    $c{guard_callable} = (!$n_after && !$c{sum}) || $has{lastsym};

    my $text = $c{wide} ? '' : "class 32\n";
    $text .= "endian big\nmachine " . ($c{wide} ? 'ppc64' : 'ppc') . "\n" if $c{big};
    $text .= chance(50) ? "type dyn\n" : "type rel\n" if chance(15);
    $text .= "order raw\n" if chance(3);
    return $text . $head . ($strings && "strtab$strings\n") . $symbols;
}

# ---- the data files ----------------------------------------------------------------------------

# Histograms whose bins fit no function, several records, arcs of every kind, basic blocks, headers with junk.

# Histograms: {low, high, n, rate, dim, abbrev}; upper bounds of a bin and of the calls of an arc; the call graph's shape.
my (@hists, $max_count, $max_calls, $shape);

sub bins
{
    my ($h) = @_;
    my $percent = pick(0, 3, 10, 30, 60, 100);
    my $text = '';
    for my $i (0 .. $h->{n} - 1) {
        next if !chance($percent);
        # a bin that reaches the guard has no samples: see "lastsym" of the families
        my $end = ($h->{low} >> 1) + int((($h->{high} - $h->{low}) >> 1) / $h->{n} * ($i + 1));
        next if !$has{lastsym} && $end > $c{guard} >> 1;
        $text .= sprintf "bin %d %d\n", $i, within(1, $max_count);
    }
    return $text;
}

sub hist
{
    my ($h) = @_;
    return sprintf("hist %#x %#x %d %d %s %s\n", @$h{qw(low high n rate)}, map { quoted($_) } @$h{qw(dim abbrev)})
        . bins($h);
}

# Draws the first record's range and bins: anything near the code.
sub random_range
{
    my ($h) = @_;
    my $before = under($c{low} < 64 ? $c{low} : 64);
    my $span = $c{end} - $c{low};
    $h->{low} = $c{low} - (chance(50) ? $before : 0);
    $h->{low} = $c{low} + under(($span >> 1) + 1) if chance(20);
    $h->{high} = $c{end} + (chance(30) ? under(100) : 0);
    $h->{high} = $h->{low} + 2 + under($span) if chance(10);
    $h->{high} = $h->{low} + 2 if $h->{high} < $h->{low} + 2;
    if (chance(25)) {
        $h->{n} = within(1, 300);
        return;
    }
    my $step = pick(1, 2, 2, 2, 3, 4, 4, 4, 5, 7, 8, 16, 16, 100);
    my $n = int(($h->{high} - $h->{low}) / $step) || 1;
    $h->{n} = $n = $n > 3000 ? 3000 : $n;
    $h->{high} = $h->{low} + $n * $step if chance(70);
    $h->{high} = $h->{low} + 2 if $h->{high} < $h->{low} + 2;
}

# Splits the range into neighbours of one scale: an even number of bytes to a bin.
sub split_range
{
    my ($whole) = @hists;
    my $step = pick(2, 4, 4, 6, 16);
    my $n = int(($whole->{high} - $whole->{low}) / $step);
    my $low = $whole->{low};
    my $parts = within(2, 4);
    return if $n < 8 || $n > 8000;
    @hists = ();
    for (1 .. $parts) {
        my $bins = within(1, int($n / $parts));
        push @hists, { %$whole, low => $low, n => $bins, high => $low + $step * $bins };
        $low = $hists[-1]{high};
        $low += under(20) if chance(20);    # a hole
    }
}

# Makes several records disagree in what they must have in common: every reader refuses them.
sub disagree
{
    my $h = { %{ $hists[-1] } };
    push @hists, $h;
    my $kind = under(4);
    if    ($kind == 0) { @$h{qw(dim low high)} = ('other', $h->{high}, 2 * $h->{high} - $h->{low}) }
    elsif ($kind == 1) { $h->{abbrev} = 'o' }
    elsif ($kind == 2) { $h->{n} += 3 }
    else               { $_ += int(($h->{high} - $h->{low}) / $h->{n}) for @$h{qw(low high)} }
}

sub make_hists
{
    my $h = { rate => $c{rate}, dim => 'seconds', abbrev => 's' };
    @hists = ($h);
    @$h{qw(dim abbrev)} = @{ pick([qw(ticks t)], [qw(microseconds u)], [qw(cycles c)], [qw(m m)], ['', ''],
        ['seconds', ''], [qw(seconds S)], ['fifteen letters', 'f']) } if chance(15);
    random_range($h);
    split_range() if chance(20) && !$c{bsd};
    disagree() if chance(2) && !$c{bsd};
    $h = $hists[0];
    if ($has{rate0} && chance(10)) { $_->{rate} = 0 for @hists }
    $hists[-1]{rate} += 100 if $has{rates} && chance(20);
    @$h{qw(low high)} = @$h{qw(high low)} if $has{lowhigh} && chance(10);
    $h->{n} = 0 if $has{nbins0} && chance(10);
    @hists = () if $has{nohist} && chance(20) && !$c{bsd};
}

# An address in function I: its beginning, or any other.
sub inside
{
    my ($i, $percent_start) = @_;
    my ($name, $address, $size) = @{ $c{functions}[$i] };
    return $address + (chance($percent_start) ? 0 : under($size));
}

sub outside
{
    my $below = under($c{low} < 100 ? $c{low} : 100);
    return chance(50) ? $c{low} - $below - ($c{low} > 200 ? 100 : 0) : $c{end} + 0x10000 + $below;
}

sub random_calls
{
    my $n = pick(0, 1, 1, 2, 3, 7, 10, 100, 12345, 1000000, 4294967295);
    $n = within(1, $n) if $n > 100;
    return $n > $max_calls ? $n % $max_calls : $n;
}

sub arc
{
    my $all = @{ $c{functions} };
    my $n = $c{guard_callable} || $all == 1 ? $all : $all - 1;
    my ($i, $j) = (under($n), under($n));
    return '' if $n == $all && !$c{guard_callable};    # nothing but the guard
    if ($shape == 1) {                                 # no cycles but self arcs
        ($i, $j) = ($j, $i) if $i > $j;
    } elsif ($shape == 2) {                            # long chains, closed now and then
        $j = ($i + 1) % $n if chance(90);
    } elsif ($shape == 3) {                            # few callees
        $j = zipf($n);
    } elsif ($shape == 4) {                            # knots
        $j = $i - $i % 3 + under(3);
        $j = $n - 1 if $j >= $n;
    }
    $j = $i if chance(4);
    my ($from, $self) = (inside($i, 20), inside($j, 90));
    if (!$c{sum} || $has{sumarcs}) {
        $from = outside() if chance(3);
        $self = outside() if chance(2);
    }
    return sprintf "arc %#x %#x %d\n", $from, $self, random_calls();
}

sub blocks
{
    my $n = under(12);
    return join '', "bb\n", map {
        my $address = inside(under(@{ $c{functions} } - 1), 30);
        sprintf "block %#x %d\n", $address, random_calls()
    } 1 .. $n;
}

sub magic_file
{
    my ($is_first, $n_arcs) = @_;
    my $blocks = chance(8) && (!$c{sum} || $has{sumblocks});
    my $n_early = chance(15) ? $n_arcs >> 1 : 0;    # arcs before the histograms
    my $text = 'magic';
    $text .= ' version 0' if chance(5) && (!$blocks || $has{blocks0});
    $text .= ' spare 0102030405060708090aff0c' if chance(10);
    $text .= "\n";
    $text .= arc() for 1 .. $n_early;
    for my $i (0 .. $#hists) {
        # every file has some of the records, the first file all
        $text .= hist($hists[$i]) if $is_first || chance(80);
        $text .= hist($hists[under($i + 1)]) if chance(5);
    }
    $text .= blocks() if $blocks;
    $text .= arc() for $n_early + 1 .. $n_arcs;
    return $text;
}

sub bsd_file
{
    my ($n_arcs) = @_;
    my $h = $hists[0];
    my $old = ($h->{rate} == 100 || $h->{rate} == 0) && chance(50);
    my $text = sprintf "bsd%s %#x %#x %d%s\n", $old ? '' : '44', @$h{qw(low high n)}, $old ? '' : " $h->{rate}";
    $text .= bins($h);
    $text .= arc() for 1 .. $n_arcs;
    $text .= "raw 010203\n" if chance(2);
    return $text;
}

sub defect
{
    my $kind = under(4);
    return 'truncate ' . under(200) . "\n"        if $kind == 0;
    return 'truncate -' . within(1, 30) . "\n"    if $kind == 1;
    return 'tag ' . within(3, 255) . "\n"         if $kind == 2;
    return sprintf "raw %02x%02x\n", under(3), under(256);
}

sub make_data
{
    stream(2);
    $max_count = pick(1, 3, 20, 20, 300, 1000, 65535);
    $max_calls = $c{rate} > 10000 && !$has{atto} ? 100000 : ~0;
    if ($c{sum} && !$has{wrap}) {    # a few files of a few records: sums stay small
        $max_count = 1000 if $max_count > 1000;
        $max_calls = 1000000;
    }
    $shape = under(5);
    make_hists();
    return map {
        my $n_arcs = under(@{ $c{functions} } * 3 + 1);
        $n_arcs = 0 if chance(5);
        my $bsd = $c{bsd};
        $bsd = !$bsd && @hists == 1 if $has{mixed} && chance(30);
        my $text = ($c{wide} ? '' : "width 32\n") . ($c{big} ? "endian big\n" : '');
        $text .= $bsd ? bsd_file($n_arcs) : magic_file($_ == 1, $n_arcs);
        $text .= defect() if $has{defect} && chance(20);
        $text;
    } 1 .. $c{n_data};
}

# ---- the files of -R and -S --------------------------------------------------------------------

# A map from functions to object files, and a list of symbols that replaces the image's own. Functions at the guard's
# address are not in the map, and are the last of the list: GNU gprof gives no samples to the last one.

# A function of the image below the guard: its name and address; nothing if there is none.
sub random_function
{
    my ($name, $address) = @{ pick(@{ $c{functions} }) };
    return $address >= $c{guard} || $name eq '' || $name =~ /[ \t\n]/ ? () : ($name, $address);
}

sub make_map
{
    my @objects = ('a.o', 'b.o', 'lib.a', '_c.o', 'dir/d e.o');
    my ($lines, $n_objects) = (within(2, 25), within(1, 5));
    my ($object, $text) = ($objects[0], '');
    for my $i (1 .. $lines) {
        my ($name) = random_function();
        $name = 'nosuch' if !defined $name || chance(5);
        $object = $objects[under($n_objects)] if chance(60);
        $text .= "No symbols in x.o\n" if chance(5);
        $text .= "\n" if $i > 1 && chance(5);
        $text .= sprintf "%s:%016x T %s\n", $object, under(4096), $name;
    }
    return $text;
}

sub make_syms
{
    my $text = '';
    for (1 .. within(1, 30)) {
        my ($name, $start) = random_function();
        my $address = $c{low} + under($c{guard} - $c{low});
        my $type = pick(split //, 'TTTtttWDb');
        $address = $start if defined $name && chance(70);
        $text .= sprintf chance(20) ? '0x%x %s ' : '%016x %s ', $address, $type;
        if (defined $name && chance(70)) {
            $text .= "$name\n";
        } else {
            my $line = chance(10) ? ' file.c:3' : '';
            $text .= 's' . under(30) . "$line\n";
        }
        $text .= "                 U printf\n" if chance(8);
    }
    return $text . sprintf "%x T main\n%x T guard\n", @c{qw(low guard)};
}

sub make_files
{
    stream(0xf11e5);
    my ($map, $syms) = (chance(40), chance(30));
    # with -s there is no map: GNU gprof drops arcs whose ends the map removes
    $c{map}  = $map && $has{fileorder} && (!$c{sum} || $has{sumarcs}) ? make_map() : '';
    $c{syms} = $syms && $has{extsyms} ? make_syms() : '';
}

# ---- the cases ---------------------------------------------------------------------------------

sub make_case
{
    my ($seed, $directory) = @_;
    %c = (seed => $seed, functions => []);
    make_shape();
    my $image = make_image();
    my @data = make_data();
    make_files();
    mkdir $directory;
    spew("$directory/args", make_args());
    for my $name (grep { $c{$_} } qw(map syms)) {
        spew("$directory/$name", $c{$name});
    }
    spew("$directory/image.txt", $image);
    make('mkimage', "$directory/image", $image);
    for my $i (0 .. $#data) {
        spew("$directory/data$i.txt", $data[$i]);
        make('mkgmon', "$directory/data$i", $data[$i]);
    }
}

my ($count, $enabled, $list) = (1, '');
GetOptions('n=i' => \$count, 'e=s' => sub { $enabled .= ",$_[1]" }, 'l' => \$list) && @ARGV == ($list ? 0 : 2)
    or die "usage: gencase.pl [-n COUNT] [-e FAMILY,...] SEED DIRECTORY | gencase.pl -l\n";
print @families if $list;
my %known = map { (split)[0] => 1 } @families;
for my $family (grep { $_ ne '' } split /,/, $enabled) {
    $known{$family} || $family eq 'all' or die "unknown family '$family'\n";
    $has{$_} = 1 for $family eq 'all' ? keys %known : $family;
}
my ($seed, $to) = @ARGV;
make_case($_, "$to/$_") for $list ? () : $seed .. $seed + $count - 1;
