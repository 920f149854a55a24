#!/usr/bin/perl
# bounds_data.t - data files, lists and symspecs that ask for much: the cost is in proportion to their size
#
# Role:   each family of hostile files comes in three sizes, n, 2n and 4n. Time, memory and output of a run are held
#         against the size of all files together: 0.5 s and 1 s a MB, 64 MB and 100 times the bytes. Twice that is
#         allowed, as machines are busy; each family once took more than that, or grew by the square of its size.
# Input:  environment GPROF, TOOLS, VARIANT, VALGRIND: with these two, costs are not judged.
# Output: TAP.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Check;
use Test::More;

plan skip_all => 'no Compress::Zlib' if !eval { require Compress::Zlib; 1 };
$ENV{TMPDIR} //= '/dev/shm' if -w '/dev/shm';
work_dir();
my $judged = !$ENV{VALGRIND} && !$ENV{VARIANT};

# A family: its name, the sizes of n, what makes the files of a size and returns their names, the command, and the
# status and message that it ends with.
sub family
{
    my ($name, $n, $make, $command, $status, $message) = @_;
    my (@seconds, @bad);
    for my $times (1, 2, 4) {
        my $bytes = 0;
        $bytes += -s $_ for $make->($n * $times);
        my ($line, undef, $err) = run("'$tools/measure' -l 20 -o out '$gprof' $command");
        my (undef, $user, $system, $kb, $code) = split ' ', $line;
        my ($s, $out) = ($user + $system, -s 'out');
        note(sprintf '%s, %d bytes: %.2f s, %d KB, output of %d bytes', $name, $bytes, $s, $kb, $out);
        push @bad, "status $code: $err" if $code !~ /^$status$/ || $err !~ $message;
        push @bad, "$s s for $bytes bytes" if $judged && $s > 2 * (0.5 + $bytes / 1e6);
        push @bad, "$kb KB for $bytes bytes" if $judged && 1024 * $kb > 2 * ((64 << 20) + 100 * $bytes);
        push @bad, "output of $out bytes for $bytes" if $out > (65 << 20) + 100 * $bytes;
        push @seconds, $s;
    }
    push @bad, "times grow: @seconds" if $judged && $seconds[2] > 3 * $seconds[1] + 0.3;
    is(join("\n", @bad), '', $name);
}

sub image
{
    my (@symbols) = @_;
    make('mkimage', 'a.out', join '', "section .text 0x1000 0x1000000 code nobits\n", map { "sym $_\n" } @symbols);
    return 'a.out';
}

# ---- symspecs: n of them, and 2n functions ------------------------------------------------------

make('mkgmon', 'gmon.out', "magic\nhist 0x1000 0x1100 64 100 seconds s\nfill 0 63 3\narc 0x1008 0x1010 7\n");

sub specs
{
    my ($n, $function, $spec) = @_;
    spew('words', join '', map { sprintf("$spec\n", $_) =~ s/\*0/*/r } 1 .. $n);
    return (image(map { sprintf("$function 0x%x 0 local", $_, 0x0ff0 + 16 * $_) =~ s/^f0/f/r } 1 .. 2 * $n), 'gmon.out', 'words');
}
family("$_->[0] and functions $_->[3]", 1500, sub { specs($_[0], @$_[1, 2]) }, '-b @words a.out gmon.out', 0, qr/$_->[4]/)
    for ['equal names', 'f%.0s', '-pf%.0s', 'of that name', '^$'],
    ['equal arcs', 'f%.0s', '-kf/f%.0s', 'of that name', '^$'],
    ['arcs with one callee', 'f%.0s', '-q:/f%.0s', 'of that name', '^$'],
    ['equal patterns', 'f%d', '-pf*%.0s', 'that match', '^$'],
    ['other patterns', 'f%d', '-p*f*[!%d]*', 'that match', '^(?:gprof: warning: a.out: .* functions that patterns name are missing\n)?$'],
    ['patterns', 'f%d', '-p*x*%d', 'that do not match', 'names nothing'];

# ---- words that name their own file --------------------------------------------------------------

family('a file of words that names itself', 2000, sub { spew('words', '@words ' x $_[0]); 'words' }, '@words', 1,
    qr/^gprof: words: is read again and again; [^\n]*\n$/);

# ---- call stacks ---------------------------------------------------------------------------------

sub leb128
{
    my ($n) = @_;
    return $n < 128 ? chr $n : chr($n & 127 | 128) . leb128($n >> 7);
}

sub numbers { return join '', map { leb128($_) } @_ }
sub section { return $_[0] . leb128(length $_[1]) . $_[1] }

# A function that calls itself, with a sample at each of n depths.
sub chain
{
    my ($n) = @_;
    my $tree = numbers(0, 10_000_000, $n, $n, 0, 0, 1, (0, 0, 1, 0) x 2) . numbers(1, 2 * (2 * 0x1004 + 1), 1, 1, 1, 1)
        . numbers(0, 0, 1, 1, 1, 1) x ($n - 2) . numbers(0, 0, 0, 1, 1, 1);
    my $file = "gstack\r\n\1\0\0\0" . section('M', numbers(1, 0, 0) . leb128(5) . 'a.out') . section('T', $tree);
    return $file . section('E', pack 'L<', Compress::Zlib::crc32($file));
}

family("a deep stack of functions with $_->[0] names, $_->[2]", 1000, sub {
        my ($n) = @_;
        spew('stacks', chain(4 * $n));
        return (image('f' . 'x' x ($n * $_->[1]) . ' 0x1000 16'), 'stacks');
    }, "--export=$_->[2] a.out stacks", 0, qr/^$/)
    for ['long', 8, 'folded'], ['short', 0, 'pprof'];

# A file of stacks of the program a.out and of ./lib: the program's nodes, and then those of the library.
sub stacks_of_two
{
    my ($samples, $nodes) = @_;
    my $modules = numbers(2, 0, 0) . leb128(5) . 'a.out' . numbers(1, 0) . leb128(5) . './lib';
    my $file = "gstack\r\n\1\0\0\0" . section('M', $modules) . section('T', numbers(0, 10_000_000, $samples, $samples, 0, 0, 1, (0, 0, 1, 0) x 2) . $nodes);
    return $file . section('E', pack 'L<', Compress::Zlib::crc32($file));
}

family('places in a library, called by a stub with a long name', 100_000, sub {
        my ($n) = @_;
        my $name = 'x' x (2.5 * $n);
        make('mkimage', 'a.out', "section .rela.plt 0x200 24 hex 004000000000000025000000000000000011000000000000\nsection .plt 0x1010 16 hex ff25ea2f00006690\n"
            . "section .text 0x10c0 0x180 hex e84bffffff\nsection .data 0x4000 32\nsym main 0x10c0 64\nsym $name 0x1100 32 ifunc\n");
        make('mkimage', 'lib', "section .text 0x1000 0x1000000 code nobits\nsym inner 0x1000 0x1000000 local\n");
        my $call = 2 * 0x10c4 + 1;
        spew('stacks', stacks_of_two($n, numbers(1, 2 * $call, $n, 0) . join '', map { numbers(2, 2 * (2 * (0x10c4 + $_) - $call), 0, 1, 1, 1) } 1 .. $n));
        return ('a.out', 'lib', 'stacks');
    }, '--top a.out stacks', 0, qr/^gprof: warning: a.out: reading it costs too much[^\n]*\n$/);

family('many calls from a function with a long name, pprof', 1000, sub {
        my ($n) = @_;
        make('mkgmon', 'calls', join '', "magic\n", map { sprintf "arc 0x%x 0x900000 1\n", 0x1000 + 8 * $_ } 1 .. 8 * $n);
        return (image('f' . 'x' x (16 * $n) . ' 0x1000 16', 'g 0x900000 16'), 'calls');
    }, '--export=pprof a.out calls', 0, qr/^gprof: warning: calls: has no histogram[^\n]*\n$/);

family('calls of a library with a long path, callgrind', 1000, sub {
        my ($n) = @_;
        make('mkgmon', 'stacks', "stacks cpu 10000000\nmodule program - a.out\nmodule library - " . 'l' x (60 * $n) . " as lib\n"
            . join '', map { sprintf "complete +0x%x lib:=0x10 signals 1\n", 0x1004 + 16 * $_ } 0 .. 4 * $n);
        return (image(map { sprintf "f%d 0x%x 16", $_, 0x1000 + 16 * $_ } 0 .. 4 * $n), 'stacks');
    }, '--export=callgrind a.out stacks', 0, qr/^(?:gprof: warning[^\n]*\n)?$/);

family('packed calls of functions whose names are control characters, csv', 120_000, sub {
        my $k = int sqrt $_[0];
        my @functions = map { 0x1000 + 16 * $_ } 0 .. $k - 1;
        my $arcs = join '', map { my $at = $_; map { "\1" . pack('Q<2L<', $at + 4, $_, 1) } @functions } @functions;
        spew('packed', Compress::Zlib::memGzip(substr(head(0), 0, 20) . $arcs));
        return (image(map { sprintf "%s%04d 0x%x 16", "\1" x 36, $_, $functions[$_] } 0 .. $k - 1), 'packed');
    }, '--export=csv a.out packed', 0, qr/^gprof: warning: packed: has no histogram[^\n]*\n(?:gprof: warning: a.out: reading it costs too much[^\n]*\n)?$/);

family('a range for each file', 4000, sub {
        my ($n) = @_;
        spew("range$_", substr(head(0), 0, 20) . "\0" . pack('Q<2L<2', 0x1000 + 4 * $_, 0x1004 + 4 * $_, 1, 100) . "seconds\0\0\0\0\0\0\0\0s\0\0")
            for map { $_ * 7919 % $n } 0 .. $n - 1;
        return (image('f 0x1000 16'), map { "range$_" } 0 .. $n - 1);
    }, '-b -p a.out range*', 0, qr/^gprof: warning: range0: holds no sample[^\n]*\n$/);
family("many rates, $_", 2000, sub {
        my ($n) = @_;
        spew('rates', substr(head(0), 0, 20) . join '', map { "\0" . pack('Q<2L<2a15aS<', 0x1000, 0x1000 + 16 * $n, 1, $_, 'seconds', 's', 9) } 100 .. 100 + $n);
        return (image(map { sprintf "f%d 0x%x 16", $_, 0x1000 + 16 * $_ } 0 .. $n - 1), 'rates');
    }, "$_ a.out rates", 0, qr/^(?:gprof: warning: rates: [^\n]*\n)?$/)
    for '-b -p', '--export=html';

family('a list that names one file again and again, and many functions', 10_000, sub {
        my ($n) = @_;
        make('mkgmon', 'tiny', "magic\nhist 0x1000 0x1010 8 100 seconds s\nbin 1 7\n");
        spew('list', "tiny\n" x $n);
        return (image(map { sprintf "f%d 0x%x 16", $_, 0x1000 + 16 * $_ } 0 .. $n - 1), 'tiny', 'list');
    }, '--by-file --files-from=list a.out', 0, qr/^(?:gprof: warning: tiny: [^\n]*\n)?$/);
family('files with a bin that lies on all functions', 1000, sub {
        my ($n) = @_;
        spew("one$_", substr(head(0), 0, 20) . "\0" . pack('Q<2L<2a15aS<', 0x1000, 0x1000 + 32 * $n, 1, 100, 'seconds', 's', 30_000 + $_)) for 1 .. $n;
        spew('list', join '', map { "one$_\n" } 1 .. $n);
        return ('list', image(map { sprintf 'f%d 0x%x 16', $_, 0x1000 + 16 * $_ } 0 .. 2 * $n - 1), map { "one$_" } 1 .. $n);
    }, '--by-file --files-from=list a.out', 0, qr/^gprof: warning: one1: has no call counts.*\n(?:gprof: warning: a.out: .*some data files are missing\n)?$/);
family('a sum of a file of 4.4BSD with large counters', 1000, sub {
    my ($n) = @_;
    spew('gmon.out', pack('Q<2L<3l<x8', 0x1000, 0x1000 + 4 * $n, 40 + 4 * $n, 0x00051879, 100, 32) . pack('L<*', 0xffffffff, (1) x ($n - 1)));
    return (image('f 0x1000 16'), 'gmon.out');
}, '-s --output=out a.out gmon.out', '[01]', qr/too large for its data files|^$/);
family('a caller with a long name, --top', 4000, sub {
        my ($n) = @_;
        make('mkgmon', 'calls', sprintf "magic\nhist 0x1000 0x%x %d 100 seconds s\nfill 0 %d 1\n%s", 0x1000 + 16 * $n, $n, $n - 1,
            join '', map { sprintf "arc 0x1004 0x%x 1\n", 0x1000 + 16 * $_ } 1 .. $n);
        return (image('f' . 'x' x (25 * $n) . ' 0x1000 16', map { sprintf "f%d 0x%x 16", $_, 0x1000 + 16 * $_ } 1 .. $n), 'calls');
    }, '--top=1000000 a.out calls', 0, qr/^gprof: warning: a.out: [^\n]* some names are missing\n$/);

# ---- packed files, and dumps in logs -------------------------------------------------------------

my $most = 60 << 20;

# Packs the bytes, repeated so often.
sub packed
{
    my ($head, $bytes, $times) = @_;
    my ($z) = Compress::Zlib::deflateInit(-Level => 1, -WindowBits => 31);
    my $piece = $bytes x 1000;
    my $packed = $z->deflate($head);
    $packed .= $z->deflate($piece) for 1 .. $times / 1000;
    spew('packed', $packed . $z->flush);
    return (image('f 0x1000 16'), 'packed');
}

# The start of a data file with a histogram of so many bins.
sub head
{
    my ($bins) = @_;
    return "gmon\1\0\0\0" . "\0" x 12 . "\0" . pack('Q<2L<2', 0x1000, 0x1000 + 4 * $bins, $bins, 100) . pack('a15', 'seconds') . 's';
}

# The lines that send these bytes and as many zeros as the bins of the histogram have.
sub dump_lines
{
    my ($bytes, $zeros) = @_;
    my $start = my $crc = Compress::Zlib::crc32($bytes);
    $crc = Compress::Zlib::crc32("\0" x (1 << 20), $crc) for 1 .. $zeros >> 20;
    my $line = $zeros ? sprintf("#gmon %x 0*%x %x\n", length $bytes, $zeros, $crc & 0xffff) : '';
    return sprintf "#gmon begin hex\n#gmon 0 %s %x\n%s#gmon end %x %x\n", unpack('H*', $bytes), $start & 0xffff, $line,
        $zeros + length $bytes, $crc;
}
my $dump = dump_lines(head($most / 2), $most);
my $large = qr/^gprof: (?:packed|log): (?:becomes larger than its size allows, as damaged files may; if it is packed and sound, unpack it first|.*becomes too large)/;

family('dumps of many zeros in a log', 20, sub { spew('log', $dump x $_[0]); (image('f 0x1000 16'), 'log') }, '-b -p a.out log', 1, $large);
family('dumps of many zeros in a packed log', 20, sub { packed('', $dump, 1000 * $_[0]) }, '-b -p a.out packed', 1, $large);
my $quarter = 4000 << 10;    # bins
family("packed bins$_->[0]", 1, sub { packed(head($quarter * $_[0]), $_->[1], 2 * $quarter / length($_->[1]) * $_[0]) },
    '-b -p a.out packed', '[01]', qr/$large|^(?:gprof: warning: packed: holds no sample[^\n]*\n)?$/)
    for ['', "\1\2" x 512], [', most of them empty', "\1" . "\0" x 1023], [', all of them empty', "\0" x 1024];
family('packed bins of a function, by address', 500_000, sub {
        my ($bins) = @_;
        return ((packed(head($bins), "\1\0", $bins))[1], image(sprintf 'f 0x1000 0x%x', 4 * $bins));
    }, '--export=pprof a.out packed', 0, qr/^gprof: warning: packed: has no call counts[^\n]*\n(?:gprof: warning: a.out: reading it costs too much[^\n]*\n)?$/);
family('packed histograms without a rate', 25_000, sub { packed(substr(head(0), 0, 20), "\0" x 41, $_[0]) }, '-i a.out packed', 0,
    qr/^(?!.*the sampling rate.*the sampling rate)gprof: warning: packed: the sampling rate/s);
family('packed histograms of descending ranges', 120_000, sub {
        my ($n) = @_;
        return packed(substr(head(0), 0, 20) . join('', map { "\0" . pack('Q<2L<2a15a', 0x10000000 - 16 * $_, 0x10000010 - 16 * $_, 0, 100, 'seconds', 's') } 1 .. $n), '', 0);
    }, '-b -p a.out packed', 0, qr/^gprof: warning: packed: its samples[^\n]*\n$/);
family('a packed log of histograms of descending ranges', 20_000, sub {
        my $start = substr(head(0), 0, 20) . "\0";
        my @dumps = map { dump_lines($start . pack('Q<2L<2a15a', 0x10000000 - 16 * $_, 0x10000010 - 16 * $_, 0, 100, 'seconds', 's'), 0) } 1 .. $_[0];
        return packed(join('', @dumps), '', 0);
    }, '-b -p a.out packed', 0, qr/^gprof: warning: packed: its samples[^\n]*\n$/);
family("a sum of packed bins of a byte$_", 15_000, sub {
        my $bins = 1024 * $_[0];
        packed(pack('Q<2L<3l<x8', 0x1000, 0x1000 + 4 * $bins, 40 + $bins, 0x00051879, 100, 8), "\0" x 1024, $_[0]);
    }, "-s --output=out$_ a.out packed", '[01]', qr/too large for its data files|^$/)
    for '', ' -O bsd';
family('packed call stacks with many trees', 60_000, sub {
        my $file = "gstack\r\n\1\0\0\0" . section('M', numbers(1, 0, 0) . leb128(5) . 'a.out')
            . join '', map { section('T', numbers(0, $_, 0, 0, 0, 0, 1, 0, 0, 0, 0)) } 1 .. $_[0];
        return packed($file . section('E', pack 'L<', Compress::Zlib::crc32($file)), '', 0);
    }, '--by-file a.out packed', 1,
    qr/^gprof: packed: becomes larger/);
family('packed stacks with nodes of four bytes', 120_000, sub {
        my ($n) = @_;
        my $tree = numbers(0, 10_000_000, 1, 1, 0, 0, 1, (0, 0, 1, 0) x 2, 1, 2 * (2 * 0x1004 + 1), 1, 0) . numbers(0, 0, 1, 0) x ($n - 2) . numbers(0, 0, 0, 1, 1, 1);
        my $file = "gstack\r\n\1\0\0\0" . section('M', numbers(1, 0, 0) . leb128(5) . 'a.out') . section('T', $tree);
        return packed($file . section('E', pack 'L<', Compress::Zlib::crc32($file)), '', 0);
    }, '--export=pprof a.out packed', '[01]', qr/$large|^$/);
family('packed stacks of many modules', 100_000, sub {
        my ($n) = @_;
        my $modules = numbers($n + 1, 0, 0) . leb128(5) . 'a.out' . join '', map { "\1" . leb128(100) . 'i' x 96 . pack('N', $_) . "\1x" } 1 .. $n;
        my $file = "gstack\r\n\1\0\0\0" . section('M', $modules) . section('T', numbers(0, 10_000_000, 0, 0, 0, 0, 1, 0, 0, 0, 0));
        spew('packed', Compress::Zlib::memGzip($file . section('E', pack 'L<', Compress::Zlib::crc32($file))));
        return (image('f 0x1000 16'), 'packed');
    }, '--by-file a.out packed', '[01]', qr/$large|^$/);
family('packed stacks', 100_000, sub { packed(chain(8 * $_[0]), '', 0) }, '-b -q a.out packed', '[01]', qr/$large|^$/);
{
    my ($status, $err) = (run("gzip -c <gmon.out >small.gz && '$gprof' -b -p a.out small.gz"))[ 1, 2 ];
    is("$status $err", '0 ', 'a usual packed file is read');
}
done_testing();
