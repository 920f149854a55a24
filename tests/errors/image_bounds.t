#!/usr/bin/perl
# image_bounds.t - images that make their readers repeat themselves cost no more than their size allows
#
# Role:   makes families of hostile images and libraries, each in three sizes (n, 2 n and 4 n), and runs reports on
#         them. Each may take 0.5 s and 1 s a MB of CPU time, and 64 MB and 100 bytes of memory and of output for each
#         byte of its files; time is allowed twice that, for busy and slow machines. What is too much is left out: status 0, and one
#         warning.
# Input:  environment GPROF, TOOLS, VARIANT; FEWER: if it is more than 1, only the smallest size is tried.
# Output: TAP, one test a family and size.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Check;
use Cwd;
use Dwarf;
use File::Path ();
use Test::More;

work_dir();
my $exact = !$ENV{VALGRIND} && !$ENV{VARIANT};    # sanitizers and valgrind have costs of their own
my $limits = $exact ? 'ulimit -v 1000000; ulimit -s 1024' : ''; # KB, so that a failure harms nobody; a small stack
my $patience = $exact ? 20 : 200;                          # seconds
my @times = ($ENV{FEWER} || 1) > 1 ? 1 : (1, 2, 4);

# Runs reports on the files that $make writes for each size; the last option words name the files that gprof reads.
sub family
{
    my ($what, $options, $make) = @_;
    for my $times (@times) {
        unlink glob '*';
        $make->($times);
        my $size = 0;
        $size += -s for glob '*';
        for my $option (ref $options ? @$options : $options) {
            my ($out, $status, $err) = run("$limits\n'$tools/measure' -o out -l $patience '$gprof' -b $option a.out gmon.out");
            my (undef, $user, $system, $kb, $code) = split ' ', $out;
            my $output = (-s 'out') + length $err;
            my $cost = sprintf '%.2f s, %d MB, output of %d MB for %d KB', $user + $system, $kb >> 10, $output >> 20, $size >> 10;
            my $fits = $user + $system < 1 + 2 * $size / 1e6 && $kb * 1024 < (80 << 20) + 100 * $size && $output < (64 << 20) + 100 * $size;
            $err = substr $err, 0, 1000;
            note("$what, $times n, $option: $cost; $err");
            ok($status == 0 && $code == ($what =~ /refused/) && ($fits || !$exact) && (() = $err =~ /warning:/g) <= ($what =~ /pattern|control|an alt file/ || $option =~ /compare/ ? 2 : 1)
                    && ($what !~ /warned of/ || $err =~ /costs too much/),
                "$what, $times n, $option: no more than its size allows, and a warning at most")
                or diag("status $code, $cost: $err");
        }
    }
}

# Data with samples in $bytes bytes of code from 0x401000 on, and a call.
sub data
{
    my ($bytes, $order) = (@_, '');
    my $bins = $bytes < 4096 ? $bytes / 4 : 1024;
    make('mkgmon', 'gmon.out', sprintf "${order}magic\nhist 0x401000 %#x %d 100 seconds s\nfill 0 %d 3\narc 0x401008 0x401100 7\n",
        0x401000 + $bytes, $bins, $bins - 1);
}

# ---- lines that only libbfd reads -------------------------------------------------------------

# Sections with n units that share a line table, or with functions that share ranges.
my @of_unit = (3, 8, 0x10, 0x17, 0x11, 1, 0x12, 6);    # name, line table, code from here on, so many bytes
my $plain = abbreviation(1, 0x11, 1, @of_unit) . abbreviation(2, 0x2e, 0, 0x55, 0x17) . "\0";
sub root { return "\1a.c\0" . pack('L<Q<L<', 0, $_[0], 0x100000) }

sub rows { return line_table("\0\x09\x02" . pack('Q<', 0x401000) . "\x21" x $_[0] . "\0\1\1") }

sub shared_table
{
    my ($times, $base) = @_;
    return ('.debug_abbrev' => $plain, '.debug_info' => unit(root($base) . "\0") x (700 * $times),
        '.debug_line' => rows(15_000 * $times));
}

sub shared_ranges
{
    my ($times, $base) = @_;
    return ('.debug_abbrev' => $plain, '.debug_line' => rows(1000),
        '.debug_info' => unit(root($base) . ("\2" . pack('L<', 0)) x (1000 * $times) . "\0"),
        '.debug_ranges' => join('', map { pack('Q<2', 16 * $_, 16 * $_ + 8) } 1 .. 1000 * $times) . "\0" x 16);
}

# Puts .debug_info into a group of sections: libdw leaves it out.
sub grouped
{
    my ($image) = @_;
    my ($header) = map { $_->[1] } grep { $_->[0] eq '.debug_info' } sections($image);
    return patched($image, $header + 8, 'Q<', 0x200);
}

family('units that share a line table, left out by libdw', ['-l', '--top'],
    sub { spew('a.out', grouped(image(shared_table($_[0], 0x401000)))); data(0x100000) });
family('functions that share ranges, left out by libdw', '-l',
    sub { spew('a.out', grouped(image(shared_ranges($_[0], 0x401000)))); data(0x100000) });
family('units that share a line table, in a program of Windows', ['-l', '--top'],
    sub { spew('a.out', windows(shared_table($_[0], 0x401000))); data(0x4000) });
family('an empty .stab', '-l', sub {
    make('mkimage', 'a.out', sprintf "section .text 0x401000 0x%x\nsection .stab 0 0\nfuncs %d f 0x401000 16\n", 160_000 * $_[0], 10_000 * $_[0]);
    data(160_000 * $_[0]);
});

# Returns the number of the process that reads lines for process $gprof, waiting until it was begun.
sub reader_of
{
    my ($gprof) = @_;
    for (1 .. 300) {
        my ($reader) = split ' ', eval { slurp("/proc/$gprof/task/$gprof/children") } // '';
        return $reader if $reader || waitpid($gprof, 1) != 0;    # WNOHANG
        select undef, undef, undef, 0.02;
    }
    return;
}
SKIP: {
    skip 'only Linux ends a process with its parent', 1 if !-e "/proc/$$/task/$$/children" || !$exact;
    spew('a.out', grouped(image(shared_table(4, 0x401000))) . "\0" x 20_000_000);    # lines may take 20 s
    data(0x100000);
    defined(my $pid = fork) or die "fork: $!\n";
    exec 'sh', '-c', "exec '$gprof' -b -l a.out gmon.out >out" or exit 127 if $pid == 0;
    my $reader = reader_of($pid) // 0;
    kill KILL => $pid;
    waitpid $pid, 0;
    my $state = '';
    for (1 .. 250) {
        ($state) = (eval { slurp("/proc/$reader/stat") } // ') gone') =~ /\) (\S+)/;
        last if $state =~ /gone|Z/;
        select undef, undef, undef, 0.02;
    }
    ok($reader && $state =~ /gone|Z/, 'gprof that is killed leaves no process that reads lines') or diag("process '$reader': $state");
}

# ---- long names -------------------------------------------------------------------------------

# Debug information with a row for each of $n bytes; each second byte is of an inlined function $inner.
sub inlined
{
    my ($n, $outer, $inner) = @_;
    my @code = (3, 8, 0x11, 1, 0x12, 6);
    return ('.debug_abbrev' => abbreviation(1, 0x11, 1, @of_unit) . abbreviation(2, 0x2e, 1, @code) . abbreviation(3, 0x2e, 0, 3, 8)
            . abbreviation(4, 0x1d, 0, 0x31, 0x13, 0x11, 1, 0x12, 6) . "\0",
        '.debug_line' => rows($n),
        '.debug_info' => unit(root(0x401000) . "\3$inner\0" . "\2$outer\0" . pack('Q<L<', 0x401000, $n)
                . join('', map { "\4" . pack 'L<Q<L<', 11 + 1 + 4 + 4 + 8 + 4, 0x401000 + 2 * $_, 1 } 0 .. $n / 2 - 1) . "\0\0"));
}

sub dense
{
    my ($n, $outer, $inner, $symbols) = @_;
    my %contents = inlined($n, $outer, $inner);
    make('mkimage', 'a.out', join '', sprintf("section .text 0x401000 0x%x code nobits\n", $n),
        (map { sprintf "section %s 0 %d hex %s\n", $_, length $contents{$_}, unpack 'H*', $contents{$_} } sort keys %contents), $symbols);
    data($n);
}

family('a long name, and names of clones', ['', '--top'], sub {
    my ($times) = @_;
    my $n = 6000 * $times;
    make('mkimage', 'a.out', sprintf("section .text 0x401000 0x%x code nobits\nsym %s 0x401000 16\n", 16 * $n + 16, 'x' x (150_000 * $times))
        . join '', map { sprintf "sym .omp_outlined. 0x%x 16 local\n", 0x401000 + 16 * $_ } 1 .. $n);
    data(16 * $n);
});
family('names that are parts of a long one', ['', '--top'], sub {
    my ($times) = @_;
    my ($n, $long) = (3000 * $times, 100_000 * $times);
    my $image = made('mkimage', sprintf("section .text 0x401000 0x%x code nobits\nsym %s 0x401000 16\n", 16 * $n + 16, 'x' x $long)
        . join '', map { sprintf "sym s 0x%x 16\n", 0x401000 + 16 * $_ } 1 .. $n);
    my ($at) = map { unpack 'Q<', substr $image, $_->[1] + 24, 8 } grep { $_->[0] eq '.symtab' } sections($image);
    substr($image, $at + 24 * $_, 4) = pack 'L<', 1 + $_ for 2 .. $n + 1;
    spew('a.out', $image);
    data(16 * $n);
});
family('names that the demangler expands', ['', '-c', '--export=json', '--export=callgrind'], sub {
    my ($times) = @_;
    my $n = 4000 * $times;
    my $arguments = 'St4pairIiiE' . join '', map { my $last = $_ ? "S${_}_" : 'S0_'; "S_I$last${last}E" } 0 .. 6;    # each twice the one before
    make('mkimage', 'a.out', sprintf("section .text 0x401000 0x%x\n", 16 * $n)
        . join '', map { sprintf "sym _Z6f%05d%s 0x%x 16\n", $_, $arguments, 0x401000 + 16 * $_ } 0 .. $n - 1);
    data(16 * $n);
});
# An image with $n functions that have these names in turn.
sub sharing
{
    my ($n, $names, @sections) = @_;
    my ($strings, $symbols, @at) = ("\0", "\0" x 24);
    for my $name (@$names) {
        push @at, length $strings;
        $strings .= "$name\0";
    }
    $symbols .= pack 'L<C2S<Q<2', $at[ $_ % @at ], 0x12, 0, 1, 0x401000 + 16 * $_, 16 for 0 .. $n - 1;
    unshift @sections, ['.text', 8, 6, 0x401000, 0x100000];
    spew('a.out', elf(62, 2, @sections, ['.symtab', 2, 0, 0, $symbols, @sections + 2, 1, 24], ['.strtab', 3, 0, 0, $strings]));
    data(0x100000);
}

family('names that the demangler gives up', ['', '--names=short', '--export=json'], sub {
    my ($times) = @_;
    my $arguments = 'St4pairIiiE' . join '', map { my $last = 'S' . (0 .. 9, 'A' .. 'Z')[$_] . '_'; "S_I$last${last}E" } 0 .. 15;
    sharing(5000 * $times, [map { "_Z2f$_$arguments" . 'i' x 500 } 0, 1]);
});
# A type of C++ whose parts double $levels times, behind $n others.
sub doubling
{
    my ($levels, $n) = @_;
    my @place = ('S_', map { "S${_}_" } 0 .. 9, 'A' .. 'Z', map { my $high = $_; map { "$high$_" } 0 .. 9, 'A' .. 'Z' } 1, 2);
    return 'St4pairIiiE' . join '', map { my $last = $place[ $n + $_ ]; "$place[$n - 1]I$last${last}E" } 1 .. $levels;
}
for (['a pack', 1, '_Z1fIJEEvDp1aI' . doubling(60, 2) . 'T_E'], ['a pack of a constructor', 1, '_GLOBAL__I__Z1fIJEEvDp1aI' . doubling(60, 2) . 'T_E'],
    ['packs within packs', 100, '_Z1fIJ' . 'i' x 250 . 'EJEEvDp1bIT_Dp1aI' . doubling(14, 4) . 'T0_EE']) {
    my ($what, $n, $name) = @$_;
    family("$what in names of C++", ['', '--export=json'], sub {
        my $times = $n * $_[0];
        sharing($times, [map { $name =~ s/1f/5f$_/r } 1000 .. 999 + $times]);
    });
}
for (['letters', 2, '_D1f' . 'P' x 200_000 . 'i'], ['letters for a small stack', 2, '_D1f' . 'P' x 16_000 . 'i'], ['functions', 6000, '_D1fF' . 'DFZ' x 330 . 'Zv']) {
    my ($what, $n, $name) = @$_;
    family("names of D with many $what", ['', '--export=json'], sub { sharing($n * $_[0], [$name]) });
}
for (['C++ with an operator that converts', '_ZN1acv' . 'T_I' x 40 . 'i' . 'E' x 40 . 'Ev'],
    ['C++ with the length of a pack', '_Z1fIJEEv1AIXsZL1pI' . 'S1_I' x 30 . 'S1_IiiE' . join('', map { "S${_}_E" } 2 .. 9, 'A' .. 'V') . 'iE0EEE'],
    ['D with functions that are none', '_D1f' . 'FC1a' x 40 . '?'], ['D with methods that are none', '_D1a' . 'MFC1a' x 60],
    ['D with templates that are functions', '_D1a' . 'FC__T1aZ' x 60 . 'F'], ['D with lengths of two kinds', '_D8__T1a' . 'S9__T1a' x 40],
    ['D with references to many pointers', '_D1a' . 'P' x 16_000 . 'C1aMFQmxpQmxrQmxtQmxvQmxxQmxzZv'],
    ['Rust with many lifetimes', '_RNvMIC1aFGzzzzzz_EuEu1f'], ['Rust behind a dollar', '$_RMIC1aFGZZZZZZZZ_EuEu'],
    ['Rust with lifetimes that are not shown', '_RMIC1a' . 'FGZZ_Eu' x 60_000 . 'Eu'],
    ['Rust with a number that is read again', '_RINvC1a1fTCs' . '0' x 50_000 . '_0' . 'B8_' x 16_000 . 'EE']) {
    my ($what, $name) = @$_;
    family("names of $what", ['', '--top'], sub { sharing($_[0], [$name]) });
}
family('symbols that share a long name', ['', '--top', '--export=json'], sub { sharing(30_000 * $_[0], ['f' x (3_000_000 * $_[0])]) });
family("symbols that share a long name of bytes $_->[0]", ['-z --export=json', '-z --export=pprof'], sub { sharing(12_000 * $_[0], [$_->[1] x 1000]) })
    for ['that are no UTF-8', "\xff"], ['<', '<'];
family('a name of Rust in Punycode', ['', '--top'], sub {
    my $text = join '_', ('a' x (80_000 * $_[0])) x 2;
    sharing(1, ['_RNvC1cu' . length($text) . "_$text"]);
});
family('symbols whose names are not there, beside a section with a long name', ['', '--top'], sub {
    my ($times) = @_;
    my $symbols = join '', map { pack 'L<C2S<Q<2', @$_ } [0, 0, 0, 0, 0, 0], [1, 0x12, 0, 1, 0x401000, 16], [1, 0xf2, 0, 1, 0x401020, 16],
        ([0x7ffffff, 0x12, 0, 1, 0x401010, 16]) x (2000 * $times);
    spew('a.out', elf(62, 2, ['.text', 8, 6, 0x401000, 0x100000], ['.symtab', 2, 0, 0, $symbols, 3, 1, 24], ['s' x (50_000 * $times), 3, 0, 0, "\0main\0"]));
    data(0x1000);
});
family('an object file with a long name', ['-R map', '-b -p -R map'], sub {
    my ($times) = @_;
    spew('map', 'o' x (100_000 * $times) . ":0 T f\n");
    sharing(1000 * $times, ['f']);
});
family('a long pattern', ["-p'*" . 'x' x 1500 . "y*'"], sub { sharing(300 * $_[0], [map { 'x' x 3000 . $_ } 0, 1]) });
family('sections that share a long name, refused', '', sub {
    my ($times) = @_;
    sharing(2, ['f', 'g'], map { ['x' x (200_000 * $times), 1, 0, 0, ''] } 1 .. 2000 * $times);
});
family('sections that share a long name, whose place is in the first header, refused', '-l', sub {
    my ($times) = @_;
    sharing(2, ['f', 'g'], map { ['x' x (200_000 * $times), 1, 0, 0, ''] } 1 .. 2000 * $times);
    my $image = slurp('a.out');
    my ($headers, $names) = (unpack('Q<', substr $image, 40, 8), unpack('S<', substr $image, 62, 2));
    spew('a.out', patched(patched($image, 62, 'S<', 0xffff), $headers + 40, 'L<', $names));
});
family('sections of a program of Windows that share a long name, refused', '', sub {
    my ($times) = @_;
    my $program = windows('l' x (100_000 * $times) => '', map { ("name of section $_" => '') } 1 .. 2000 * $times);
    my $headers = 64 + 4 + 20 + unpack 'S<', substr $program, 64 + 4 + 16, 2;
    substr($program, $headers + 40 * $_, 8) = pack 'a8', '/4' for 1 .. 1 + 2000 * $times;
    spew('a.out', $program);
    data(0x1000);
});

family('sections of a program of Windows that share line numbers, refused', '', sub {
    my ($times) = @_;
    my ($n, $lines) = (1000 * $times, 20_000 * $times);
    my $program = windows('#lines' => pack('L<S<', 0, 0) . pack('L<S<', 1, 1) x ($lines - 1), map { ("name of section $_" => '') } 1 .. $n);
    my $headers = 64 + 4 + 20 + unpack 'S<', substr $program, 64 + 4 + 16, 2;
    for (2 .. $n + 1) {
        substr($program, $headers + 40 * $_ + 28, 4) = substr $program, $headers + 40 + 20, 4;
        substr($program, $headers + 40 * $_ + 32, 8) = pack 'S<2L<', $lines >> 16, $lines & 0xffff, 0xc0000080;
    }
    spew('a.out', $program);
    data(0x1000);
});
# Sections for each of which libbfd passes over all of them, or over all symbols.
family("many sections of the type $_, refused", '', sub {
    my ($times) = @_;
    sharing(2, ['f', 'g'], map { ['s', $_, 0, 0, ''] } ($_) x (12_000 * $times));
}) for 3, 6, 18;
family('many sections in groups, refused', '', sub {
    my $n = 15_000 * $_[0];
    sharing(2, ['f', 'g'], ['.group', 17, 0, 0, pack('L<*', 1, (3) x (30 * $n)), $n + 3, 1, 4], map { ['.m', 1, 0x200, 0, ''] } 1 .. $n);
});

# Returns $n names that have one hash in libbfd's tables. They are made of blocks with two spellings that lead to the
# same hash.
sub names_of_one_hash
{
    my ($n) = @_;
    my ($hash, @names) = (0, '');
    while (@names < $n) {
        my ($text, $h, %with) = 'aaaa';
        while (1) {
            $h = $hash;
            $h = ($h + $_ * 0x20001) ^ ($h + $_ * 0x20001) >> 2 for unpack 'C*', $text;
            last if $with{$h};
            $with{$h} = $text++;
        }
        @names = map { ("$_$with{$h}", "$_$text") } @names;
        $hash = $h;
    }
    return @names[0 .. $n - 1];
}
for (['', 1500], [', refused', 15_000]) {
    my ($refused, $n) = @$_;
    family("sections whose names have one hash$refused", ['', '--compare=gmon.out'], sub {
        sharing(2, ['f', 'g'], map { [$_, 1, 0, 0, ''] } names_of_one_hash($n * $_[0]));
    });
}
# An object file of COFF. Its sections are .text, which has the first 32 of $bytes, and those of $headers.
sub coff
{
    my ($machine, $headers, $bytes, $symbols, $names) = @_;
    my $at = 60 + length $headers;
    return pack('S<2L<3S<2', $machine, 1 + length($headers) / 40, 0, $at + length $bytes, length($symbols) / 18, 0, 0) . coff_header('.text', 0, 0, 32, $at, 0, 0, 0, 0, 0x60000020)
        . $headers . $bytes . $symbols . $names;
}
sub coff_header { return pack 'a8L<6S<2L<', @_ }
sub coff_function { return pack 'a8L<s<S<C2', @_, 1, 0x20, 2, 0 }

for (['', pack 'L<', 4], [' in a file without names', '']) {
    my ($what, $names) = @$_;
    family("sections with symbols of their own$what, refused", '', sub {
        my ($times) = @_;
        spew('a.out', coff(0x8664, coff_header('.text$x', 0, 0, 1, 0, 0, 0, 0, 0, 0x60001020) x (8000 * $times), "\x90" x 32,
            coff_function('main', 0) . pack('a8L<s<S<C2', 'x', 0, 1, 0, 3, 0) x (32_000 * $times), $names));
        data(0x1000);
    });
}

# An object file with a function, and $n sections that share line numbers.
sub sharing_lines
{
    my ($machine, $n, $lines, $function, $names) = @_;
    my $headers = join '', map { coff_header("s$_", 0, 0, 0, 0, 0, 92 + 40 * $n, 0, $lines, 0xc0000080) } 1 .. $n;
    return coff($machine, $headers, "\x90" x 32 . pack('L<S<', 0, 0) . pack('L<S<', 1, 1) x ($lines - 1), coff_function($function, 0), $names);
}
for (['without names', 0x8664, ''], ['of another machine', 0xc020, pack 'L<', 4]) {
    my ($what, $machine, $names) = @$_;
    family("sections that share line numbers in an object file $what, refused", '', sub {
        spew('a.out', sharing_lines($machine, 1000 * $_[0], 15_000 * $_[0], 'main', $names));
        data(0x1000);
    });
}

# Lists that libbfd sorts, looking for the place of each entry from the beginning.
sub counted { return pack('L<', 4 + length $_[0]) . $_[0] }
for (['attributes', 0x6ffffff5, sub { 'A' . counted("gnu\0" . ("\1" . pack 'L<', 5 + length $_[0]) . $_[0]) }, sub { leb128(128 + 2 * $_[0]) . "\1" }],
    ['properties', 7, sub { pack('L<3a4', 4, length $_[0], 5, 'GNU') . $_[0] }, sub { pack 'L<4', 0xc0000002 + $_[0], 4, 1, 0 }])
{
    my ($what, $type, $list, $entry) = @$_;
    family("many $what, refused", '', sub { sharing(2, ['f', 'g'], ['.list', $type, 0, 0, $list->(join '', map { $entry->($_) } 1 .. 40_000 * $_[0])]) });
}

family("names of COFF behind $_", ['', '--top'], sub {
    my $name = "${_}_Z1f1a" . doubling(21 + $_[0], 1);
    spew('a.out', coff(0x14c, '', "\x90" x 32, coff_function('_f', 0) . coff_function(pack('L<2', 0, 4), 16), pack('L<', 5 + length $name) . "$name\0"));
    make('mkgmon', 'gmon.out', "width 32\nmagic\nhist 0 32 8 100 seconds s\nfill 0 7 3\narc 4 16 7\n");
}) for '_.', '..', '$';

# Arguments of an operator that converts are parsed twice, and those of D that are symbols three times.
for (['C++', '_Z1f', 'i', sub { "N1acvT_I$_[0]EE" }, '?'], ['D', '_D__T1f', 'i', sub { "S99__T1f$_[0]Z" }, 'ZFZv']) {
    my ($language, $start, $text, $nest, $end) = @$_;
    family("names of $language that nest", ['', '--top'], sub {
        my ($times) = @_;
        my $nested = sub { my $name = $text; $name = $nest->($name) for 1 .. $_[0]; return "$start$name$end" };
        make('mkimage', 'a.out', "section .text 0x401000 0x10000 code nobits\nsym main 0x401000\n"
            . join '', map { sprintf "sym %s.%d 0x%x 16\n", $nested->($_ % 2 ? 9 : 9 + 10 * $times), $_, 0x4010f0 + 16 * $_ } 1 .. 400 * $times);
        data(0x10000);
    });
}
# Each reference reads a path of 450 names, which show nothing, again.
family('names of Rust that refer to empty ones', ['', '--top', '--export=csv'], sub {
    my $n = 20 * $_[0];
    my @digits = (0 .. 9, 'a' .. 'z', 'A' .. 'Z');
    my $name = 'INvC1a7f000000';
    my $at = length $name;
    $name .= 'Nt' x 450 . 'C0' . '0' x 450;
    for (1 .. 15) {
        my ($next, $number, $digits) = (length $name, $at, '');
        for ($number--; $number >= 0; $number = int($number / 62) - ($number < 62)) {
            $digits = $digits[ $number % 62 ] . $digits;
        }
        $name .= 'T' . "B${digits}_" x 2 . 'E';
        $at = $next;
    }
    make('mkimage', 'a.out', "section .text 0x401000 0x10000 code nobits\nsym main 0x401000\n"
        . join '', map { sprintf "sym _R%sE 0x%x 16\n", $name =~ s/0{6}/sprintf '%06d', $_[0]/er =~ s/f0{6}/sprintf 'f%06d', $_/er, 0x401100 + 16 * $_ } 1 .. $n);
    data(0x10000);
});
family('names of D that repeat themselves', ['', '--demangle=dlang --top', '--export=csv'], sub {
    my ($times) = @_;
    my $n = 4000 * $times;
    make('mkimage', 'a.out', sprintf("section .text 0x401000 0x%x code nobits\n", 16 * $n)
        . join '', map { sprintf "sym _D6f%05dFHiiHQeQg%sZv 0x%x 16\n", $_, 'HQgQi' x ($_ % 2 ? 4 : 20), 0x401000 + 16 * $_ } 0 .. $n - 1);
    data(16 * $n);
});
family('a function with a long name, and lines of others in it', ['--top', '--export=json', '-l'], sub {
    my ($times) = @_;
    my $long = 'x' x (60_000 * $times);
    dense(3000 * $times, $long, 'short', "sym $long 0x401000 @{[3000 * $times]}\n");
});
family('a short function, and lines of one with a long name', ['--export=json', '-l'], sub {
    my ($times) = @_;
    my $long = 'x' x (60_000 * $times);
    dense(3000 * $times, 'main', $long, "sym main 0x401000 @{[3000 * $times]}\nsym $long 0x1000 1\n");
});
# Many calls from a long name, or in a file with a long path.
sub calls
{
    my ($n, $to) = @_;
    make('mkgmon', 'gmon.out', "magic\nhist 0x401000 0x401100 64 100 seconds s\nfill 0 63 1\n" . join '', map { sprintf "arc 0x%x $to 1\n", 0x401004 + 4 * $_ } 0 .. $n - 1);
}
for (['function with a long name', 'main', 'x'], ['clone with a long name', 'm', 'm', 'm.']) {
    my ($what, $outer, $inner, $clone) = @$_;
    family("calls in code of a $what, inlined", ['--export=pprof', '--export=html'], sub {
        my ($times) = @_;
        my ($n, $long) = (10_000 * $times, 'x' x (100_000 * $times));
        my %contents = inlined(16, $outer, $clone ? $inner : $long);
        $contents{'.debug_info'} = unit(root(0x401000) . "\3" . ($clone ? $inner : $long) . "\0" . "\2$outer\0" . pack('Q<L<', 0x401000, 0x100000)
            . "\4" . pack('L<Q<L<', 11 + 5 + 16, 0x401002, 0x90000) . "\0\0");
        $contents{'.debug_line'} = line_table("\0\x09\x02" . pack('Q<', 0x401000) . "\x21\2" . leb128(0x100000) . "\1\0\1\1");
        spew('a.out', elf(62, 2, ['.text', 8, 6, 0x401000, 0x200000], (map { [$_, 1, 0, 0, $contents{$_}] } sort keys %contents),
            ['.symtab', 2, 0, 0, "\0" x 24 . pack('L<C2S<Q<2' x 2, 1, 0x12, 0, 1, 0x401000, 0x100000, 3, 0x12, 0, 1, 0x501000, 16), 6, 1, 24],
            ['.strtab', 3, 0, 0, "\0" . 'f' . "\0" . "g\0" . ($clone ? $clone . $long . "\0" : '')]));
        spew('a.out', patched(slurp('a.out'), index(slurp('a.out'), pack('L<C2S<Q<', 1, 0x12, 0, 1, 0x401000)), 'L<', 5)) if $clone;
        calls($n, '0x501000');
    });
}
# $n functions that have these names in turn, in a file with this path.
sub in_file
{
    my ($n, $path, @names) = @_;
    my $program = "\0\x09\x02" . pack('Q<', 0x401000) . "\1\2" . leb128(0x100000) . "\0\1\1";
    sharing($n, \@names, ['.debug_abbrev', 1, 0, 0, $plain], ['.debug_info', 1, 0, 0, unit(root(0x401000) . "\0")], ['.debug_line', 1, 0, 0, line_table($program, $path)]);
}
family('functions in a file with a path of control characters', ['--export=json', '--export=csv'], sub {
    my ($times) = @_;
    in_file(5000 * $times, "\1" x 4000, 'f', 'g');
    calls(5000 * $times, '0x401000');
});
family('functions in a file with a long path', '--export=callgrind', sub {
    my $n = 14_000 * $_[0];
    in_file($n, 'p' x 4090, 1 .. $n);
});
family('calls between functions with names of 900 bytes, packed', ['-q', map { "--export=$_" } qw(json csv callgrind html)], sub {
    my $n = 150_000 * $_[0];
    my $functions = int sqrt $n;
    sharing($functions, ['x' x 900]);
    my @at = map { pack 'Q<', 0x401000 + 16 * $_ } 0 .. $functions - 1;
    my $zip = Compress::Zlib::memGzip(slurp('gmon.out') . join '', map { my $from = $_; map { "\1$from$_\1\0\0\0" } @at } @at);
    spew('gmon.out', $zip);
}) if eval { require Compress::Zlib; 1 };
family('a function with a long name and many lines', ['-l', '-lq'], sub {
    my ($times) = @_;
    my $long = 'x' x (40_000 * $times);
    dense(2000 * $times, $long, $long, "sym $long 0x401000 @{[2000 * $times]}\n");
});

# ---- entries, paths and files that debug information names ------------------------------------

family("entries of a byte with many attributes, $_->[0]", '-l', sub {
    my $n = 10_000 * $_[0];
    spew('a.out', image('.debug_abbrev' => abbreviation(1, 0x11, 1, @of_unit) . abbreviation(2, $_->[1], 0, (0x3c, 0x19) x $n)
            . abbreviation(3, 0x2e, 1, 0x3c, 0x19) . "\0",
        '.debug_line' => rows(1000), '.debug_info' => unit(root(0x401000) . $_->[2] . "\2" x (3 * $n) . "\0" x (1 + length $_->[2]))));
    data(0x100000);
}) for ['functions', 0x2e, ''], ['variables', 0x34, ''], ['variables below a declaration', 0x34, "\3"];
family('units that name an origin behind a long text', ['-l', '--export=json'], sub {
    my ($times) = @_;
    my $at = 11 + length root(0);
    spew('a.out', image('.debug_abbrev' => abbreviation(1, 0x11, 1, @of_unit) . abbreviation(2, 0x34, 0, 0x25, 8, 0x31, 0x10) . abbreviation(3, 0x11, 0, 0x31, 0x10) . "\0",
        '.debug_line' => rows(100), '.debug_info' => unit(root(0x401000) . "\2" . 's' x (150_000 * $times) . "\0" . pack('L<', $at) . "\0")
            . unit("\3" . pack 'L<', $at) x (7000 * $times)));
    data(0x100000);
});
family('origins with many attributes', '-l', sub {
    my $n = 7000 * $_[0];
    spew('a.out', image('.debug_line' => rows(1000),
        '.debug_abbrev' => abbreviation(1, 0x11, 1, @of_unit) . abbreviation(2, 0x2e, 0, (0x3c, 0x19) x $n) . abbreviation(3, 0x1d, 0, 0x31, 0x13, 0x12, 6)
            . abbreviation(4, 0x2e, 0, 0x31, 0x13) . "\0",
        '.debug_info' => unit(root(0x401000) . "\2" . join('', map { "\4" . pack 'L<', 32 } 1 .. $n) . join('', map { "\3" . pack 'L<2', 28 + 5 * $_, 4 } 1 .. $n) . "\0")));
    data(0x100000);
});

# Writes an image with these contents of sections, by name, behind these sections.
sub with_sections
{
    my ($contents, @sections) = @_;
    sharing(1, ['main'], @sections, map { [$_, 1, 0, 0, $contents->{$_}] } sort keys %$contents);
}

# Debug information whose names are in an alt file, the link to one, and the build ID that it names.
my %of_alt = ('.debug_abbrev' => abbreviation(1, 0x11, 1, 3, 0x1f21, @of_unit[2 .. 7]) . abbreviation(2, 0x2e, 0, 3, 0x1f21, @of_unit[4 .. 7]) . "\0",
    '.debug_line' => rows(100), '.debug_info' => unit("\1" . pack('L<2Q<L<', 0, 0, 0x401000, 0x100000) . "\2" . pack('L<Q<L<', 0, 0x401000, 100) . "\0"));
sub alt_link { return ['.gnu_debugaltlink', $_[1] // 1, $_[2] // 0, 0, "$_[0]\0" . '2' x 20] }
sub build_id { return ['.note.gnu.build-id', 7, 2, 0x300000, pack('L<3a4', 4, 20, 3, 'GNU') . $_[0] x 20] }

# An image with a function of an alt file, whose name is in that one's alt file.
sub chain
{
    my ($far) = @_;
    spew('alt', elf(62, 3, build_id('2'), ['.debug_abbrev', 1, 0, 0, abbreviation(1, 0x3c, 1) . abbreviation(2, 0x2e, 0, 3, 0x1f21) . "\0"],
        ['.debug_info', 1, 0, 0, unit("\1\2" . pack('L<', 0) . "\0")], alt_link($far)));
    with_sections({ '.debug_abbrev' => abbreviation(1, 0x11, 1, @of_unit) . abbreviation(2, 0x2e, 0, 0x31, 0x1f20, @of_unit[4 .. 7]) . "\0",
        '.debug_line' => rows(100), '.debug_info' => unit(root(0x401000) . "\2" . pack('L<Q<L<', 12, 0x401000, 100) . "\0") }, alt_link('alt'));
}

# Runs a report on files that $make writes, which name a pipe.
sub not_waited_for
{
    my ($what, $make) = @_;
    unlink glob '*';
    system('mkfifo', 'pipe') == 0 or die;
    $make->();
    my (undef, $status, $err) = run("timeout $patience '$gprof' -b -l a.out gmon.out");
    cmp_ok($status, '<=', 1, "a pipe is not waited for: $what") or diag($err);
}

# A line table with these files, whose rows are in one file after the other.
sub rows_of
{
    my ($n, @files) = @_;
    my $head = pack('C*', 1, 1, 1, 0xfb, 14, 13, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1) . "d\0\0" . join('', map { "$_\0\1\0\0" } @files) . "\0";
    my $some = join '', map { "\4" . chr($_) . "\x20" } 1 .. @files;
    return with_length(pack('S<L<', 4, length $head) . $head . "\0\x09\x02" . pack('Q<', 0x401000) . (@files > 1 ? $some x ($n / @files) : "\x21" x $n) . "\0\1\1");
}
family("rows of $_->[0] of $_->[1] bytes and more", ['-l', '--top -l', map { "-l --export=$_" } qw(callgrind json csv html)], sub {
    my ($times) = @_;
    my $path = 'x' x ($_->[1] == 4000 ? 4000 : $_->[1] * $times);
    spew('a.out', image('.debug_abbrev' => $plain . "\0", '.debug_info' => unit(root(0x401000) . "\0"),
        '.debug_line' => rows_of(20_000 * $times, $_->[0] eq 'a file' ? $path : ("${path}a", "${path}b"))));
    data(0x100000);
}) for ['a file', 4000], ['a file', 20_000], ['two files', 20_000];
SKIP: {
    skip 'no Compress::Zlib', 15 if !eval { require Compress::Zlib; 1 };
    my $zeros = "\0" x 30_000_000;
    my $packed = pack('L<2Q<2', 1, 0, length $zeros, 1) . Compress::Zlib::compress($zeros);
    family('units that name a packed file of entries', '-l', sub {
        my ($times) = @_;
        my $entries = image('.debug_abbrev.dwo' => abbreviation(1, 0x11, 0) . "\0", '.debug_info.dwo' => $packed);
        my ($header) = map { $_->[1] } grep { $_->[0] eq '.debug_info.dwo' } sections($entries);
        spew('x.dwo', patched($entries, $header + 8, 'Q<', 0x800));
        spew('a.out', image('.debug_abbrev' => abbreviation(1, 0x4a, 0, 0x76, 8, 0x1b, 8) . "\0", '.debug_line' => rows(100),
            '.debug_info' => join '', map { with_length(pack('S<C2L<Q<', 5, 4, 8, 0, $_) . "\1x.dwo\0.\0") } 1 .. 500 * $times));
        data(0x100000);
    });

    # An image with this debug information; one section is packed.
    my $packing = sub {
        my ($name, %contents) = @_;
        $contents{$name} = pack('L<2Q<2', 1, 0, length $contents{$name}, 1) . Compress::Zlib::compress($contents{$name});
        my $image = image('.debug_abbrev' => $plain, '.debug_info' => unit(root(0x401000) . "\0"), '.debug_line' => rows(100), %contents);
        my ($header) = map { $_->[1] } grep { $_->[0] eq $name } sections($image);
        spew('a.out', patched($image, $header + 8, 'Q<', 0x800));
        data(0x100000);
    };
    family('packed units', '-l', sub { $packing->('.debug_info', '.debug_abbrev' => "\0", '.debug_info' => unit('') x (500_000 * $_[0])) });
    family('packed units of types', '-l', sub {
        $packing->('.debug_types', '.debug_types' => with_length(pack 'S<L<CQ<L<', 4, 0, 8, 5, 23) x (250_000 * $_[0]));
    });
    for (['without attributes', 0, ''], ['below a declaration', 50, "\2"]) {
        my ($what, $n, $parent) = @$_;
        family("packed entries $what", '-l', sub {
            my $entries = unit(root(0x401000) . $parent . "\3" x (15_000_000 * $_[0]) . "\0" x (1 + length $parent));
            $packing->('.debug_info', '.debug_info' => $entries,
                '.debug_abbrev' => abbreviation(1, 0x11, 1, @of_unit) . abbreviation(2, 0x2e, 1, 0x3c, 0x19) . abbreviation(3, 0x34, 0, (0x3c, 0x19) x $n) . "\0");
        });
    }
    family('packed types whose signatures have one hash', '-l', sub {
        my $size = { 1 => 25_717, 2 => 51_437, 4 => 102_877 }->{ $_[0] };    # of the table that libdw makes
        my @types = map { with_length(pack('S<L<CQ<L<', 4, 0, 8, 5 + $_ * $size * ($size - 2), 23) . "\2") } 1 .. 0.89 * $size;
        $packing->('.debug_types', '.debug_types' => join '', @types);
    });
    family('packed units that name a file that is none', '-l', sub {
        my ($times) = @_;
        spew('y', 'no ELF file');
        $packing->('.debug_info', '.debug_abbrev' => abbreviation(1, 0x4a, 0, 0x76, 8, 0x1b, 8) . "\0",
            '.debug_info' => join '', map { with_length(pack('S<C2L<Q<', 5, 4, 8, 0, $_) . "\1y\0.\0") } 1 .. 40_000 * $times);
    });
    family('packed ranges of addresses', '-l', sub {
        my ($times) = @_;
        $packing->('.debug_aranges', '.debug_abbrev' => abbreviation(1, 0x11, 0, 3, 8, 0x10, 6, 0x11, 1, 0x12, 1) . "\0",
            '.debug_info' => with_length(pack('S<L<C', 2, 0, 8) . "\1a\0" . pack 'L<Q<2', 0, 0x401000, 0x401010),
            '.debug_aranges' => with_length(pack('S<L<C2L<', 2, 0, 8, 0, 0) . pack('Q<2', 0x401000, 16) x (900_000 * $times) . "\0" x 16));
    });

    # A section with so many MB of zeros, packed in the way of its name.
    my ($stream) = Compress::Zlib::deflateInit(-WindowBits => -15);
    my $megabyte = $stream->deflate("\0" x 1_000_000) . $stream->flush(Compress::Zlib::Z_FULL_FLUSH());
    my $bomb = sub {
        my ($name, $type, $n) = @_;
        my $head = $name =~ /^.z/ ? pack('a4Q>', 'ZLIB', 1_000_000 * $n) : pack 'L<2Q<2', 1, 0, 1_000_000 * $n, 1;
        return [$name, $type, $name =~ /^.z/ ? 0 : 0x800, 0, "$head\x78\x9c" . $megabyte x $n . "\3\0" . pack 'N', (1_000_000 * $n % 65_521) << 16 | 1];
    };
    family('a packed section of an odd type', '-l', sub {
        with_sections({ '.debug_abbrev' => $plain, '.debug_info' => unit(root(0x401000) . "\0"), '.debug_line' => rows(100) },
            $bomb->('.zdebug_str', 10, 60 * $_[0]));
    });
    for (['a unit that names', 0, 60], ['units that name', 20, 20]) {
        my ($what, $n, $megabytes) = @$_;
        family("$what a file with a packed section of an odd type", '-l', sub {
            my ($times) = @_;
            spew('x.dwo', elf(62, 1, ['.debug_abbrev.dwo', 1, 0, 0, abbreviation(1, 0x11, 0) . "\0"],
                ['.debug_info.dwo', 1, 0, 0, with_length(pack('S<C2L<Q<', 5, 5, 8, 0, 1) . "\1")], $bomb->('.zdebug_str.dwo', 3, $megabytes * $times)));
            spew('a.out', image('.debug_abbrev' => abbreviation(1, 0x4a, 0, 0x76, 8, 0x1b, 8, @of_unit[2 .. 7]) . "\0", '.debug_line' => rows(100),
                '.debug_info' => skeletons(1 + $n * $times, "x.dwo\0.\0" . substr root(0x401000), 5)));
            data(0x100000);
        });
    }
    for (['that unpacks to too much', '2'], ['of another build', '3']) {
        my ($what, $id) = @$_;
        family("an alt file $what", '-l', sub {
            spew('alt', elf(62, 3, build_id($id), $bomb->('.debug_str', 1, 60 * $_[0])));
            with_sections(\%of_alt, alt_link('alt'));
        });
    }
    family('an alt file whose own one unpacks to too much', '-l', sub {
        spew('far', elf(62, 3, build_id('2'), $bomb->('.debug_str', 1, 60 * $_[0])));
        chain('far');
    });

    # libbfd follows the link of a debug file that libdw has not looked for.
    not_waited_for('the alt file of a debug file', sub {
        spew('debug', elf(62, 2, (map { [$_, 1, 0, 0, $of_alt{$_}] } sort keys %of_alt), alt_link('pipe')));
        with_sections({ '.debug_line' => rows(100) }, ['.gnu_debuglink', 1, 0, 0, pack 'a8L<', 'debug', Compress::Zlib::crc32(slurp('debug'))]);
    });
}
not_waited_for('the alt file of an alt file', sub { chain('pipe') });
for (['behind a link without bytes', ['.gnu_debugaltlink', 8, 0, 0, 30], alt_link('pipe')],
    ['behind a link in a group', alt_link('none', 1, 0x200), alt_link('pipe')], ['by a link of an odd type', alt_link('pipe', 10)]) {
    my ($what, @links) = @$_;
    not_waited_for("an alt file $what", sub { with_sections(\%of_alt, @links) });
}
sub skeletons { return join '', map { with_length(pack('S<C2L<Q<', 5, 4, 8, 0, $_) . "\1$_[1]") } 1 .. $_[0] }
family('units that name a file of many units', '-l', sub {
    my ($times) = @_;
    spew('x.dwo', elf(62, 1, ['.debug_abbrev.dwo', 1, 0, 0, abbreviation(1, 0x11, 0) . "\0"],
        ['.debug_info.dwo', 1, 0, 0, join '', map { with_length(pack('S<C2L<Q<', 5, 5, 8, 0, 1_000_000 + $_) . "\1") } 1 .. 10_000 * $times]));
    spew('a.out', image('.debug_abbrev' => abbreviation(1, 0x4a, 0, 0x76, 8, 0x1b, 8) . "\0", '.debug_line' => rows(100),
        '.debug_info' => skeletons(400 * $times, "x.dwo\0.\0")));
    data(0x100000);
});
for (
    ['many empty sections', sub { map { ['.e', 1, 0, 0, ''] } 1 .. 4000 * $_[0] }],
    ['sections that share bytes', sub { ['.e', 1, 0, 0, 'x' x (100_000 * $_[0])], map { ['.e', 1, 0, 0, 100_000 * $_[0], 0, 0, 0, 1] } 1 .. 3000 * $_[0] }],
    ['a section that unpacks to too much', sub { ['.e', 1, 0x800, 0, pack 'L<2Q<2', 1, 0, 1 << 50, 1], map { ['.e', 1, 0, 0, 'bytes'] } 1 .. 4000 * $_[0] }])
{
    my ($what, $sections) = @$_;
    family("units that name a file of entries with $what", '-l', sub {
        my ($times) = @_;
        spew('x.dwo', elf(62, 1, $sections->($times), ['.debug_abbrev.dwo', 1, 0, 0, abbreviation(1, 0x11, 0) . "\0"],
            ['.debug_info.dwo', 1, 0, 0, skeletons(1, '')]));
        spew('a.out', image('.debug_abbrev' => abbreviation(1, 0x4a, 0, 0x76, 8, 0x1b, 8) . "\0", '.debug_line' => rows(100),
            '.debug_info' => skeletons(2000 * $times, "x.dwo\0.\0")));
        data(0x100000);
    });
}
for (['within others', 1], ['without an end', 0]) {
    my ($what, $ends) = @$_;
    family("lists of abbreviations $what", '-l', sub {
        my ($times) = @_;
        my $n = 10_000 * $times;
        my ($lists, @at) = ('');
        for my $number (2 .. $n) {
            push @at, length $lists;
            $lists .= abbreviation($number, 0x34, 0);
        }
        $lists .= abbreviation(1, 0x11, 0, @of_unit) . "\0" x $ends;
        spew('a.out', image('.debug_abbrev' => $lists, '.debug_line' => rows(100), '.debug_info' => join '', map { unit(root(0x401000), $_) } @at));
        data(0x100000);
    });
}
for (['behind a section without bytes', '', ['.debug_abbrev', 8, 0, 0, 16]], ['behind a section in a group', '', ['.debug_abbrev', 1, 0x200, 0, "\0"]],
    ['that link-time optimization kept', '.gnu.debuglto_', ['.stab', 1, 0, 0, '']], ['of split types', '', undef, pack 'S<C2L<Q<L<', 5, 6, 8, 0, 5, 24]) {
    my ($what, $prefix, $before, $head) = @$_;
    family("units that share abbreviations, $what", '-l', sub {
        my $n = 800 * $_[0];
        my $unit = unit(root(0x401000) . "\0");
        with_sections({ "$prefix.debug_abbrev" => join('', map { abbreviation(1 + $_, 0x34, 0) } 1 .. 5 * $n) . $plain, "$prefix.debug_line" => rows(100),
            "$prefix.debug_info" => $unit . ($head ? with_length($head . root(0x401000) . "\0") : $unit) x $n }, $before // ());
    });
}
family('units that name a file of entries by a long name', '-l', sub {
    my ($times) = @_;
    spew('a.out', image('.debug_abbrev' => abbreviation(1, 0x4a, 0, 0x76, 14) . "\0", '.debug_line' => rows(100),
        '.debug_str' => 'x' x (250_000 * $times) . "\0", '.debug_info' => skeletons(5000 * $times, pack 'L<', 0)));
    data(0x100000);
});
family('lines of many data files', '-l --files-from=list', sub {
    spew('a.out', grouped(image(shared_table($_[0], 0x401000))));
    data(0x100000);
    spew('list', "gmon.out\n" x (70 * $_[0]));
});

# ---- long names in many rows ------------------------------------------------------------------

family('calls of a function with a long name', ['-q', '--export=csv'], sub {
    my ($times) = @_;
    my $n = 4000 * $times;
    make('mkimage', 'a.out', sprintf("section .text 0x401000 0x%x code nobits\nsym %s 0x401000 16\nfuncs $n f 0x401010 16\n", 16 * $n + 16, 'x' x (100_000 * $times)));
    make('mkgmon', 'gmon.out', "magic\nhist 0x401000 0x401100 64 100 seconds s\nfill 0 63 3\n" . join '', map { sprintf "arc 0x%x 0x401000 1\n", 0x401004 + 16 * $_ } 1 .. $n);
});

# ---- stubs, sections and other formats --------------------------------------------------------

family('stubs of one slot', '', sub {
    my ($times) = @_;
    my $n = 15_000 * $times;
    my $code = join '', map { "\xff\x25" . pack('l<', 0x8000 - 8 * $_ - 6) . "\x66\x90" } 0 .. $n - 1;
    my $relocations = pack('Q<3', 0x508000, 7, 0) x $n;
    make('mkimage', 'a.out', sprintf "section .rela.plt 0x200 %d hex %s\nsection .plt 0x500000 %d hex %s\nsection .text 0x401000 0x1000\nsym main 0x401000 64\n",
        length $relocations, unpack('H*', $relocations), length $code, unpack('H*', $code));
    data(0x1000);
});
family('empty sections at an address', ['', '-S map'], sub {
    my ($times) = @_;
    my $n = 2400 * $times;
    make('mkimage', 'a.out', "section .text 0x401000 0x40000\n" . join('', map { "section .text.$_ 0x401000 0 code\n" } 1 .. $n)
        . "funcs $n f 0x401000 16\n");
    spew('map', "401000 T f1\n401010 T f2\n");
    data(0x10000);
});
family('function descriptors and empty sections', '', sub {
    my ($times) = @_;
    my $n = 2500 * $times;
    make('mkimage', 'a.out', "endian big\nmachine ppc64\nsection .text 0x401000 0x40000\n"
        . sprintf("section .opd 0x600000 %d data hex %s\n", 24 * $n, unpack 'H*', join '', map { pack 'Q>3', 0x401000 + 16 * $_, 0, 0 } 1 .. $n)
        . join('', map { "section .text.$_ 0x401000 0 code\n" } 1 .. $n)
        . join('', map { sprintf "sym f%d 0x%x 24\n", $_, 0x600000 + 24 * $_ } 0 .. $n - 1));
    data(0x1000, "endian big\n");
});
family('a file of Tektronix, refused', '', sub {
    my ($times) = @_;
    my $text = '';
    for my $i (1 .. 8000 * $times) {
        my $body = sprintf '%02x%d8%08x%s', 0, 6, 0x401000 + 0x4000 * $i, '90';
        $body = sprintf '8%08X90', 0x401000 + 0x4000 * $i;
        $text .= tek('6', $body);
    }
    spew('a.out', $text . tek('3', '5.text1' . '8004010008FFFFFFFF') . tek('8', '800401000'));
    data(0x1000);
});

# libbfd reads what stands here before gprof can ask it for anything.
for (['notes', 7, 4000, pack('L<3a4', 4, 0, 9, 'GNU') x 10_000], ['groups', 17, 200, pack('L<', 1) x 25_000]) {
    my ($what, $type, $n, $contents) = @$_;
    family("$what that share their bytes, refused", '', sub {
        my ($times) = @_;
        my $bytes = $contents x $times;
        spew('a.out', elf(62, 2, ['.text', 8, 6, 0x401000, 0x1000], ['x', $type, 0, 0, $bytes, 0, 0, 4],
            map({ ['x', $type, 0, 0, length $bytes, 0, 0, 4, 2] } 2 .. $n * $times), ['.member', 1, 0x202, 0x100, '']));
        data(0x1000);
    });
}
family('versions that share their entries, refused', '--top', sub {
    my ($times) = @_;
    my ($n, $entries) = (100 * $times, 15_000 * $times);
    my @versions = (map({ pack 'S<2L<3', 1, $entries, 1, 16 * ($n - $_), $_ < $n - 1 ? 16 : 0 } 0 .. $n - 1), pack('L<', 4) x ($entries + 8));
    spew('a.out', elf(62, 2, ['.text', 8, 6, 0x401000, 0x1000], ['.dynsym', 11, 2, 0x200, pack('x24L<C2S<Q<2', 1, 0x12, 0, 1, 0x401000, 16), 3, 1, 24],
        ['.dynstr', 3, 2, 0x300, "\0main\0"], ['.gnu.version', 0x6fffffff, 2, 0x400, pack('S<2', 0, 5), 2, 0, 2],
        ['.gnu.version_r', 0x6ffffffe, 2, 0x500, join('', @versions), 3, $n],
        ['.symtab', 2, 0, 0, pack('x24L<C2S<Q<2', 1, 0x12, 0, 1, 0x401000, 16), 3, 1, 24]));
    data(0x1000);
});
is((run("'$gprof' a.out gmon.out"))[2],
    "gprof: a.out: its sections overlap, or become more than 100 times as large, as in damaged files; copy or link the program again\n",
    'what is said then');
spew('a.out', elf(62, 2, ['.text', 8, 6, 0x401000, 0x1000], ["\e[31m", 1, 0x200, 0, '']));
unlike((run("'$gprof' a.out gmon.out"))[2], qr/\e/, "names that change a terminal do not reach it by libbfd's remarks");
spew('a.out', sharing_lines(0x8664, 3, 10, "\e[31mx", pack 'L<', 4));
unlike((run("'$gprof' a.out gmon.out"))[2], qr/\e/, 'nor do those of COFF');

# A record of Tektronix's extended format: its length, its kind, its sum and its text.
sub tek
{
    my ($kind, $body) = @_;
    my $length = sprintf '%02X', 5 + length $body;
    my %value = (map({ ($_ => ord($_) - 48) } 0 .. 9), map({ ($_ => ord($_) - 55) } 'A' .. 'Z'), '$' => 36, '%' => 37, '.' => 38, _ => 39,
        map { ($_ => ord($_) - 57) } 'a' .. 'z');
    my $sum = 0;
    $sum += $value{$_} for split //, "$length$kind$body";
    return sprintf "%%%s%s%02X%s\n", $length, $kind, $sum & 0xff, $body;
}

# ---- ranges and entries that libdw passes over ---------------------------------------------------

# Functions whose ranges are in one list, from each of its first entries on, or all from the first.
sub shared_list
{
    my ($version, $times, $range, $entry, $end, $step) = @_;
    my $functions = unit(root(0x401000) . join('', map { "\2" . pack 'L<', $step * $_ } 0 .. 4000 * $times - 1) . "\0");
    substr($functions, 4, 7) = pack 'S<C2L<', 5, 1, 8, 0 if $version == 5;
    substr($functions, 0, 4) = pack 'L<', length($functions) - 4;
    my $base = abbreviation(1, 0x11, 1, @of_unit) . abbreviation(2, 0x2e, 0, 0x55, 0x17) . "\0";
    return ('.debug_abbrev' => $base, '.debug_line' => rows(1000), '.debug_info' => $functions,
        ($version == 5 ? '.debug_rnglists' : '.debug_ranges') => $range . $entry x (8000 * $times) . $end,
        '.debug_addr' => pack('L<S<C2Q<', 12, 5, 8, 0, 0));
}
for my $list ([4, '', "\xff" x 8 . "\0" x 8, "\0" x 16, 16], [4, pack('Q<2', 0, 8), "\xff" x 8 . "\0" x 8, "\0" x 16, 0],
    [5, '', "\5" . "\0" x 8, "\0", 9], [5, "\4\0\10", "\5" . "\0" x 8, "\0", 0], [5, '', "\1\x80\0", "\0", 3])
{
    family("functions that share a list of base addresses, DWARF $list->[0], " . ($list->[4] || 'all') . ' bytes on', '-l',
        sub { spew('a.out', image(shared_list($list->[0], $_[0], @$list[1 .. 4]))); data(0x100000) });
}
family('functions that share a list of base addresses behind a section without bytes', '-l',
    sub { with_sections({ shared_list(4, 2 * $_[0], '', "\xff" x 8 . "\0" x 8, "\0" x 16, 16) }, ['.debug_ranges', 8, 0, 0, 16]) });
family('functions inlined from within one text, warned of', '-l', sub {
    my $n = 25_000 * $_[0];
    my $text = 11 + 1 + 4 + 4 + 8 + 4 + 1;    # offset of the text in the unit
    spew('a.out', image('.debug_abbrev' => abbreviation(1, 0x11, 1, @of_unit) . abbreviation(2, 0x2e, 0, 0x2001, 8) . abbreviation(4, 0x1d, 0, 0x31, 0x13, 0x12, 11) . "\0",
        '.debug_line' => rows(1000),
        '.debug_info' => unit(root(0x401000) . "\2" . "\2" x (8 * $n) . "\0"
                . join('', map { "\4" . pack 'L<C', $text + $_, 1 } 0 .. $n - 1) . "\0")));
    data(0x100000);
});

# A line of a function, or of a file, with a long name in many rows.
sub one_line
{
    my ($name, $path, $program) = @_;
    my $head = pack('C*', 1, 1, 1, 0xfb, 14, 13, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1) . "\0$path\0\0\0\0\0";
    my %contents = ('.debug_abbrev' => abbreviation(1, 0x11, 1, 0x10, 0x17, 0x11, 1, 3, 8) . abbreviation(2, 0x2e, 0, 3, 8, 0x11, 1, 0x12, 6) . "\0",
        '.debug_info' => unit("\1" . pack('L<Q<', 0, 0x401000) . "a.c\0" . ($name && "\2$name\0" . pack('Q<L<', 0x401000, 0x100000)) . "\0"),
        '.debug_line' => with_length(pack('S<L<', 4, length $head) . "$head\0\x09\x02" . pack('Q<', 0x401000) . "$program\0\1\1"));
    return "section .text 0x401000 0x100000 code nobits\n" . join '', map { sprintf "section %s 0 %d hex %s\n", $_, length $contents{$_}, unpack 'H*', $contents{$_} } sort keys %contents;
}
family('basic blocks of a line in a function with a long name', '-C -l', sub {
    my ($times) = @_;
    my $long = 'x' x (100_000 * $times);
    make('mkimage', 'a.out', one_line($long, 'a.c', "\1\2" . leb128(0x100000)) . "sym $long 0x401000 0x100000\n");
    make('mkgmon', 'gmon.out', "magic\nhist 0x401000 0x401100 64 100 seconds s\nfill 0 63 1\nbb\n" . join '', map { sprintf "block 0x%x 3\n", 0x401000 + 8 * $_ } 0 .. 10_000 * $times - 1);
});
for (['bins', 50_000, 50_000], ['packed bins', 20_000, 80_000]) {
    my ($what, $bytes, $bins) = @$_;
    family("$what of a function with a long name, warned of", ['--export=html', '--export=pprof'], sub {
        my ($long, $n) = ('x' x ($bytes * $_[0]), $bins * $_[0]);
        make('mkimage', 'a.out', one_line($long, 'a.c', "\1\2" . leb128(0x100000)) . "sym $long 0x401000 0x100000\n");
        make('mkgmon', 'gmon.out', sprintf "magic\nhist 0x401000 %#x %d 100 seconds s\nfill 0 %d 1\narc 0x401008 0x401000 1\n", 0x401000 + 2 * $n, $n, $n - 1);
        spew('gmon.out', Compress::Zlib::memGzip(slurp('gmon.out'))) if $what =~ /packed/;
    }) if $what !~ /packed/ || eval { require Compress::Zlib; 1 };
}
family('lines of a byte each in a function with a long name, warned of', '-l', sub {
    my $n = 200_000 * $_[0];
    make('mkimage', 'a.out', one_line('', 'a.c', "\x21" x $n) . sprintf "sym %s 0x401000 %d\n", 'f' x (400_000 * $_[0]), $n);
    data($n);
});
family('lines of a byte each, warned of', ['--top=1000000 -l', '-l --export=json', map { "--compare=gmon.out -l -z $_" } '', '--export=html'], sub {
    my $n = 75_000 * $_[0];
    make('mkimage', 'a.out', one_line('', 'a.c', "\x21" x $n) . "sym main 0x401000 $n\n");
    data($n);
});
family('lines of a file with a long name', '--top=1000000 -l', sub {
    my $n = 5000 * $_[0];
    make('mkimage', 'a.out', one_line('', 'p' x 4000, "\1" . "\2\x10\3\1\1" x $n) . "funcs $n f 0x401000 16\n");
    make('mkgmon', 'gmon.out', sprintf "magic\nhist 0x401000 0x%x %d 100 seconds s\nfill 0 %d 1\n%s", 0x401000 + 16 * $n, $n, $n - 1,
        join '', map { sprintf "arc 0x%x 0x%x 1\n", 0x401004 + 16 * $_, 0x401010 + 16 * $_ } 0 .. $n - 2);
});

# ---- sources ------------------------------------------------------------------------------------

# $n functions of 16 bytes, which units of source files with this debug information and these line tables describe.
sub functions_of_sources
{
    my ($n, $units, $tables) = @_;
    my %contents = ('.debug_abbrev' => abbreviation(1, 0x11, 1, 3, 8, 0x1b, 8, 0x10, 0x17, 0x11, 1, 0x12, 6) . "\0", '.debug_info' => $units, '.debug_line' => $tables);
    make('mkimage', 'a.out', join '', "section .text 0x401000 0x100000 code nobits\nfuncs $n f 0x401000 16\n",
        map { sprintf "section %s 0 %d hex %s\n", $_, length $contents{$_}, unpack 'H*', $contents{$_} } sort keys %contents);
    make('mkgmon', 'gmon.out', sprintf "magic\nhist 0x401000 0x%x %d 100 seconds s\nfill 0 %d 1\n%s", 0x401000 + 16 * $n, $n, $n - 1,
        join '', map { sprintf "arc 0x401004 0x%x 1\n", 0x401000 + 16 * $_ } 0 .. $n - 1);
}
family('sources on a path of many directories, warned of', ['-A', '--export=html'], sub {
    my $n = 450 * $_[0];
    mkdir 'd';
    spew("$_.c", "\n") for 1 .. $n;
    functions_of_sources($n, unit("\1a.c\0" . 'd/../' x 810 . "\0" . pack('L<Q<L<', 0, 0x401000, 16 * $n) . "\0"),
        line_table("\0\x09\x02" . pack('Q<', 0x401000) . join('', map { "\4" . leb128($_) . "\1\2\x10" } 1 .. $n) . "\0\1\1", map { "$_.c" } 1 .. $n));
});
family('a source that is named in many ways, warned of', ['-A', '--export=html'], sub {
    my $n = 300 * $_[0];
    my ($units, $tables, $here) = ('', '', getcwd());
    for my $i (0 .. $n - 1) {
        my $directory = $here . join('', map { $_ ? '/.' : '/' } split //, sprintf '%012b', $i);
        $units .= unit("\1a.c\0$directory\0" . pack('L<Q<L<', length $tables, 0x401000 + 16 * $i, 16) . "\0");
        $tables .= line_table("\0\x09\x02" . pack('Q<', 0x401000 + 16 * $i) . "\1\2\x10\0\1\1");
    }
    functions_of_sources($n, $units, $tables);
    spew('a.c', "\n" x (20_000 * $_[0]));
});

# ---- libraries --------------------------------------------------------------------------------

# Call stacks with $n modules, whose paths lead to one library. $module returns the build ID and the path of one.
sub modules
{
    my ($n, $id, $module) = @_;
    my $library = made('mkimage', "section .text 0x5000 0x8000\nfuncs 4000 a_function_of_the_library_ 0x5000 8\n"
            . "section .note 0x200 36 data hex 040000001400000003000000474e5500$id\n");
    my ($header) = map { $_->[1] } grep { $_->[0] =~ /^.note/ } sections($library);
    spew('libz.so', $id ? patched($library, $header + 4, 'L<', 7) : $library);    # SHT_NOTE
    make('mkimage', 'a.out', "section .text 0x401000 0x1000\nsym main 0x401000 64\n");
    make('mkgmon', 'gmon.out', "stacks cpu 10000000\nmodule program - /opt/a.out\n" . join('', map { sprintf "module library %s %s as m$_\n", $module->($_) } 1 .. $n)
        . "name main 0x401000\n" . join '', map { "complete main+4 m$_:=0x5010 signals 1\n" } 1 .. $n);
}

family('modules of other builds that name one library', '--top',
    sub { modules(700 * $_[0], '11' x 20, sub { sprintf('%040x', $_[0]), './libz.so' }) });
family('modules that name a library in many ways', '--top', sub {
    modules(700 * $_[0], '', sub { '-', '.' . join('', map { $_ ? '/./' : '//' } split //, sprintf '%012b', $_[0]) . 'libz.so' });
});
family('calls of a module with a long name', '--export=pprof', sub {
    my $n = 10_000 * $_[0];
    make('mkimage', 'a.out', "section .text 0x401000 0x1000\nsym main 0x401000 64\n");
    make('mkgmon', 'gmon.out', 'stacks cpu 10000000' . "\nmodule program - a.out\nmodule library - " . 'l' x (5 * $n) . " as m\nname main 0x401000\n"
        . join '', map { sprintf "complete main+4 m:=%#x signals 1\n", 0x10 + $_ } 1 .. $n);
});
family('small libraries', '--top', sub {
    my $n = 2000 * $_[0];
    modules($n, '', sub { '-', "./l$_[0]" });
    my $contents = "\0.text\0.symtab\0" . "\0" x 16 . pack 'L<3C2S<', 0, 0x5000, 16, 0x12, 0, 1;    # names of sections, and symbols
    my $headers = join '', map { pack 'L<10', @$_ } [(0) x 10], [1, 8, 6, 0x5000, 52, 0x1000, 0, 0, 1, 0],
        [7, 2, 0, 0, 52 + 16, 32, 3, 1, 1, 16], [0, 3, 0, 0, 52, 16, 0, 0, 1, 0];
    my $library = pack('a4C4x8S<2L<5S<6', "\x7fELF", 1, 1, 1, 0, 3, 3, 1, 0x5000, 0, 52 + length $contents, 0, 52, 32, 0, 40, 4, 3) . $contents . $headers;
    spew("l$_", $library) for 1 .. $n;
});
# A library of $bytes bytes with functions whose names share their bytes.
sub library_of_long_names
{
    my ($bytes) = @_;
    my $symbols = "\0" x 24 . join '', map { pack 'L<C2S<Q<2', $_, 0x12, 0, 1, 0x5000 + 16 * $_, 16 } 1 .. $bytes / 48;
    return elf(62, 3, ['.text', 8, 6, 0x5000, 0x1000000], ['.symtab', 2, 0, 0, $symbols, 3, 1, 24], ['.strtab', 3, 0, 0, "\0" . 'x' x ($bytes / 2) . "\0"]);
}
family('libraries with long names, warned of', '--top', sub {
    my $n = 40 * $_[0];
    modules($n, '', sub { '-', "./l$_[0]" });
    spew("l$_", library_of_long_names(32_768)) for 1 .. $n;
});
# $n libraries that name one debug file.
sub naming
{
    my ($n, $debug) = @_;
    spew('debug', $debug);
    modules($n, '', sub { '-', "./lib$_[0].so" });
    my $library = made('mkimage', "section .text 0x5000 0x80000 code nobits\nsection .gnu_debuglink 0 12 hex "
            . unpack('H*', pack 'a8L<', 'debug', Compress::Zlib::crc32($debug)) . "\n");
    spew("lib$_.so", $library) for 1 .. $n;
}
family('libraries on a path of many directories', '--top', sub {
    my ($n, $path) = (25 * $_[0], 'directory/' . 'd/' x 1900);
    modules($n, '', sub { '-', "$path$_[0]" });
    File::Path::make_path($path);
    my $library = made('mkimage', "section .text 0x5000 4096 code nobits\nsection .gnu_debuglink 0 8 hex 6400000000000000\n");
    spew("$path$_", $library) for 1 .. $n;
});
File::Path::remove_tree('directory');
SKIP: {
    skip 'no Compress::Zlib', 2 if !eval { require Compress::Zlib; 1 };
    family('libraries that name one debug file', '--top', sub {
        my $n = 200 * $_[0];
        naming($n, made('mkimage', sprintf "section .text 0x5000 0x80000 code nobits\nfuncs %d a_function_of_the_library_ 0x5000 8\n", 10 * $n));
    });
    family('libraries that name one debug file with long names, warned of', '--top', sub { naming(60 * $_[0], library_of_long_names(32_768)) });
}
done_testing();
