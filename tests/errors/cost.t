#!/usr/bin/perl
# cost.t - a fuzzer of structures that looks for cost: files composed of one thing many times over
#
# Role:   from a seed, composes an image, data, stacks, logs or lists out of repeated structures: equal names, shared
#         offsets, equal addresses, overlapping lengths, many references to one thing. The counts are n, 2 n and 4 n.
#         Two commands read each. A finding takes more than 0.5 s and 1 s a MB of CPU time, than 64 MB and 100 bytes for
#         each byte of its files in memory or output, grows by more than its size, or ends by a signal.
# Input:  environment GPROF, TOOLS, VARIANT, VALGRIND (with these two, costs are not judged); FUZZ_SEED, the first seed;
#         FUZZ_RUNS, the number of seeds (default 20, or one in FEWER), or T, the seconds to go on for; KEEP, a directory
#         for the files of findings; V, to see each run.
# Output: TAP, one test. A finding says its seed: `FUZZ_SEED=N FUZZ_RUNS=1 V=1 perl tests/errors/cost.t`.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Check;
use Dwarf;
use Test::More;

my $zlib   = eval { require Compress::Zlib; 1 };
my $first  = $ENV{FUZZ_SEED} // 1;
my $runs   = $ENV{FUZZ_RUNS} // ($ENV{T} ? 1e9 : 20 / ($ENV{FEWER} || 1));
my $judged = !$ENV{VALGRIND} && !$ENV{VARIANT};
my $limits = $judged ? 'ulimit -v 1500000; ulimit -f 1500000;' : 'ulimit -f 1500000;';
my $factor = $ENV{T} ? 1 : 2;    # machines are busy
work_dir();
mkdir "run" or die;
chdir "run" or die;
my $out = "../out";
my $times;    # 1, 2 or 4

# ---- what is chosen -------------------------------------------------------------------------------

sub any { return $_[ below(scalar @_) ] }
sub chance { return below(100) < $_[0] }

# A count from 1 to $most, small ones as often as large ones; most counts grow with the case.
sub many
{
    my $bits = below(1 + int(log($_[0]) / log 2));
    my $n = (1 << $bits) + below(1 << $bits);
    return chance(80) ? $n * $times : $n;
}

# A function that returns a number for each index: equal, ascending, descending, few or scattered ones.
sub pattern
{
    my ($base, $step, $range) = @_;
    my $k = 1 + below(9);
    return any(sub { $base }, sub { $base + $step * $_[0] }, sub { $base + $step * $_[0] }, sub { my $v = $range - $step * $_[0]; $base + ($v > 0 ? $v : 0) },
        sub { $base + $step * ($_[0] % $k) }, sub { $base + $step * int($_[0] / $k) }, sub { $base + $_[0] * 2654435761 % $range });
}

# A function that returns a name for each index.
sub names
{
    my $long = any('x', 'ab_', 'a::b(', '_ZN1a1b', 'x.', '$', "\xc3\xa9") x many(3000);
    my $nested = '_ZN' . '3abc' x many(200);
    my $pair = join '', map { my $last = $_ ? "S${_}_" : 'S0_'; "S_I$last${last}E" } 0 .. below(9);
    return any(sub { 'f' }, sub { "f$_[0]" }, sub { "f$_[0]" }, sub { $long }, sub { $long . $_[0] % 7 }, sub { "f.constprop.$_[0]" },
        sub { "f$_[0].part.0.isra.1.cold" }, sub { 'f' . '.part.0' x ($_[0] % 50) }, sub { '.omp_outlined.' . $_[0] % 3 }, sub { "_Z1fSt4pairIiiE$pair" },
        sub { "${nested}1fEv" }, sub { sprintf '_ZN1a1b%d%sEv', length "f$_[0]", "f$_[0]" }, sub { '_RNvC1a' . length("f$_[0]") . "f$_[0]" },
        sub { '_RINvC1a1f' . 'TBa_' x ($_[0] % 30) . 'E' }, sub { "f\@\@V$_[0]" }, sub { "$_[0]" }, sub { "a/b.c:f$_[0]" }, sub { "_Z1f${_[0]}i" },
        sub { 'operator' . '(<>)' x ($_[0] % 20) }, sub { '.LC' . $_[0] }, sub { '_GLOBAL__sub_I_' . $_[0] });
}

# ---- ELF files and PE images ----------------------------------------------------------------------

# A table of symbols, and its strings.
sub symbols
{
    my ($sections) = @_;
    my ($strings, @symbols, %place) = ("\0");
    for (1 .. 1 + below(3)) {
        my ($name, $value, $size) = (names(), pattern(0x401000, any(1, 16, 16, 64), 0x100000), pattern(any(0, 16), any(0, 16), any(1, 0x100000)));
        my ($info, $section) = (any(0x12, 0x12, 0x02, 0x10, 0, 0x22, 0x1a, 0x03), any(1, 1, 1, 1, 0xfff1, 1 + below($sections), 0));
        my $inside = chance(15) ? length $strings : undef;    # each name is the end of a long one
        $strings .= 'y' x many(5000) . "\0" if $inside;
        for my $i (0 .. many(5000)) {
            my $text = $inside ? '' : $name->($i);
            if (!$inside && !defined $place{$text}) {
                $place{$text} = length $strings;
                $strings .= "$text\0";
            }
            push @symbols, pack 'L<C2S<Q<2', $inside ? $inside + $i : $place{$text}, $info, 0, $section, $value->($i), $size->($i);
        }
    }
    return (join('', "\0" x 24, @symbols), $strings);
}

sub packed_section
{
    my ($section) = @_;
    my @section = @$section;
    ($section[2], $section[4]) = (0x800, pack('L<2Q<2', 1, 0, length $section[4], 1) . Compress::Zlib::compress($section[4]));
    return \@section;
}

sub image_file
{
    my %debug = chance(70) ? debug_sections() : ();
    return windows(%debug) if %debug && chance(12);
    my @sections = (['.text', chance(60) ? 8 : 1, 6, 0x401000, 0x100000]);
    my $start = any('', "\xe8\0\0\0\0", "\xff\x25\0\0\0\0", "\xe8\xfb\xff\xff\xff\x90");
    $sections[0][4] = substr $start . "\xe8\x10\0\0\0\x90\x90" x many(4000), 0, 0x100000 if $sections[0][1] == 1;
    if (chance(25)) {
        my ($at, $size, $type) = (pattern(0x401000, any(0, 1, 64), 0x100000), pattern(any(0, 0, 64), any(0, 1, 64), 0x10000), any(1, 8, 8));
        my $share = $sections[0][1] == 1 && $type == 1 ? 1 : undef;
        push @sections, map { [chance(50) ? '.text.x' : ".text.$_", $share ? 1 : 8, any(6, 6, 2), $at->($_), $size->($_), 0, 0, 0, $share] } 1 .. many(800);
    }
    if (chance(25)) {    # stubs
        my ($dynamic, $strings) = symbols(1);
        my ($slot, $number, $to) = (pattern(0x508000, 8, 0x8000), pattern(1, 1, length($dynamic) / 24), pattern(0x8000, -8, 0x8000));
        my ($n, $kind) = (many(3000), any(6, 7, 37));
        push @sections, ['.dynsym', 11, 2, 0x200, $dynamic, @sections + 2, 1, 24], ['.dynstr', 3, 2, 0x300, $strings],
            [any('.rela.plt', '.rela.dyn'), 4, 2, 0x400, join('', map { pack 'Q<3', $slot->($_), $number->($_) << 32 | $kind, 0 } 1 .. $n), @sections + 1, 0, 24],
            ['.plt', 1, 6, 0x500000, join '', map { "\xff\x25" . pack('l<', $to->($_)) . "\x66\x90" } 1 .. $n], ['.got', 1, 3, 0x508000, "\0" x 64];
    }
    push @sections, ['.opd', 1, 3, 0x600000, join '', map { pack 'Q<3', 0x401000 + 16 * $_, 0, 0 } 1 .. many(3000)] if chance(5);
    push @sections, map { ['.note.x', 7, 2, 0x100, pack('L<3a4a20', 4, 20, any(1, 3), 'GNU', 'i') x many(200)] } 1 .. many(100) if chance(10);
    push @sections, [any('.stab', '.debug', '.gnu_debuglink', '.debug_sup'), 1, 0, 0, "\0" x many(2000)] if chance(8);
    push @sections, ['.symtab_shndx', 18, 0, 0, "\0" x many(2000), @sections + 1] if chance(3);
    my $grouped = chance(30) ? 0x200 : 0;
    my @more = map { ["$_", 1, /info/ ? $grouped : 0, 0, $debug{$_}] } sort keys %debug;
    @more = map { $zlib && chance(15) ? packed_section($_) : $_ } @more;
    push @more, map { [@{ $more[$_ % @more] }] } 1 .. many(50) if @more && chance(10);    # several of a name
    my ($table, $strings) = symbols(@sections + 0);
    return elf(any(62, 62, 62, 62, 183, 40, 21, 243, 8, 22, 43), any(2, 2, 3), @sections, @more, ['.symtab', 2, 0, 0, $table, @sections + @more + 2, 1, 24], ['.strtab', 3, 0, 0, $strings]);
}

# ---- DWARF ----------------------------------------------------------------------------------------

my @range = (0x11, 1, 0x12, 6);    # address and size
my %entries = (    # number of the abbreviation => tag, has children, attributes
    3 => [0x2e, 1, 3, 8, @range], 4 => [0x2e, 0, 3, 8, 0x55, 0x17], 5 => [0x2e, 0, 3, 0xe], 6 => [0x1d, 1, 0x31, 0x13, @range, 0x58, 0xb, 0x59, 0xb],
    7 => [0x1d, 0, 0x31, 0x13, 0x55, 0x17], 8 => [0x2e, 0, 0x47, 0x13, @range], 9 => [0x39, 1, 3, 8], 10 => [0x3d, 0, 0x18, 0x10],
    11 => [0x2e, 0, 3, 0xe, 0x6e, 0xe, @range], 12 => [0x2e, 0, 0x31, 0x13], 13 => [0x0b, 1, @range], 14 => [0x2e, 0, 1, 0x13, 3, 0xe, @range],
    15 => [0x2e, 0, 0x31, 0x10, @range], 16 => [0x1d, 0, 0x31, 0x10, @range], 17 => [0x0b, 1, 0x55, 0x17], 18 => [0x13, 1, 3, 0xe]);

sub entry
{
    my ($number, $name, $offset, $reference, $address, $size) = @_;
    return leb128($number) . join '', map { my ($attribute, $form) = @$_;
              $form == 8 ? "$name\0" : $form == 1 ? pack('Q<', $address) : $form == 6 ? pack('L<', $size & 0xffffffff) : $form == 0xe || $form == 0x17
            ? pack('L<', $offset) : $form == 0xb ? chr($size & 0xff) : pack('L<', $reference & 0xffffffff);
    } map { [@{ $entries{$number} }[2 * $_, 2 * $_ + 1]] } 1 .. $#{ $entries{$number} } / 2;
}

sub rows
{
    my $program = '';
    for (1 .. 1 + below(3)) {
        my ($address, $file, $what) = (pattern(0x401000, any(0, 1, 16), 0x100000), pattern(1, 1, any(2, 100)), below(9));
        $program .= "\0\x09\x02" . pack 'Q<', 0x401000;
        $program .= join '', map {
                  $what < 2 ? "\x21" : $what == 2 ? "\0\x09\x02" . pack('Q<', $address->($_)) . "\1" : $what == 3 ? "\0\x09\x02" . pack('Q<', $address->($_)) . "\1\2\x10\0\1\1"
                : $what == 4 ? "\4" . leb128($file->($_)) . "\x21" : $what == 5 ? "\3" . leb128($_ % 60) . "\1" : $what == 6 ? "\0\5\3g\0\0\0\0" : $what == 7 ? "\0\2\4\1\1" : "\1"
        } 1 .. many(8000);
        $program .= "\x21\0\1\1" if chance(80);
    }
    my ($dirs, $files, $name) = (join('', map { 'd' x many(200) . "\0" } 1 .. many(10)), '', names());
    my $directory = pattern(0, 1, 9);
    $files .= $name->($_) . "\0" . leb128($directory->($_)) . "\0\0" for 1 .. many(100);
    my $head = pack('C*', any(1, 1, 4), 1, 1, 0xfb, 14, 13, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1) . "$dirs\0$files\0";
    if (chance(20)) {    # version 5; its lists may claim any number of nothing
        my $names = pack 'C5', any([1, 1, 8, 0], [1, 1, 0x1f, 0])->@*, 0;
        my $line = $names =~ /\x08/ ? $files =~ s/\0\S\0\0/\0/r : '';
        $head = substr($head, 0, 18) . (chance(50) ? "\0" . leb128(any(1, 1 << 20, ~0 >> 1)) . "\1\1\x08\1a\0" : "\1\1\x08\1d\0\1\1\x08\2a.c\0b.c\0");
        return with_length(pack('S<C2L<', 5, 8, 0, length $head) . $head . $program);
    }
    return with_length(pack('S<L<', 4, length $head) . $head . $program);
}

sub debug_sections
{
    my ($strings, $name, $at) = ("\0", names(), 0);
    my @places = map { my $here = length $strings; $strings .= $name->($_) . "\0"; $here } 1 .. many(300);
    my ($offset, $ranges) = (pattern(0, any(0, 1, 16), 16 * @places), '');
    my $range = pattern(0x100, any(0, 8, 16), 0x10000);
    $ranges .= pack('Q<2', $range->($_), $range->($_) + any(8, 8, 0x1000)) for 1 .. many(3000);
    $ranges .= "\0" x 16;
    my $base = any(0x401000, 0x401000, 0);
    my $root = sub { "\1a.c\0/d\0" . pack 'L<Q<L<', $_[0], $base, 0x100000 };
    my $body = '';
    for (1 .. 1 + below(4)) {
        my ($kind, $address, $size) = (any(sort { $a <=> $b } keys %entries), pattern(0x401000, any(0, 1, 2, 16), 0x100000), pattern(any(1, 16), any(0, 0, 1), 0x1000));
        my ($call, $start, $n) = (names(), length($body) + 11 + length $root->(0), many(2000));
        my ($reference, $string) = (pattern($start, any(0, 12, -12), $start), pattern(0, 1, scalar @places));
        my $nests = $entries{$kind}[1] && chance(60);
        for my $i (0 .. $n - 1) {
            my $where = $kind == 5 || $kind > 10 ? $places[ $string->($i) % @places ] : 16 * $offset->($i);
            my $bytes = entry($kind, $call->($i % 1000), $where, $reference->($i), $address->($i), $size->($i));
            $body .= $bytes . ($entries{$kind}[1] && !$nests ? "\0" : '');
        }
        $body .= "\0" x $n if $nests && chance(80);
    }
    my ($units, $tables) = (chance(50) ? many(600) : 1, chance(20) ? many(20) : 1);
    my $tab = pattern(0, 0, 1);
    my $info = '';
    my $short = chance(50) ? '' : $body;    # of the units behind the first one
    my $lines = join '', map { rows() } 1 .. $tables;
    for my $i (1 .. (length($body) > 20_000 * $times && $short ? 1 : $units)) {
        $info .= unit($root->($tables == 1 ? 0 : $i * 40 % length $lines) . ($i == 1 ? $body : $short) . "\0", 0);
    }
    my $unused = chance(15) ? join '', map { abbreviation($_, 0x34, 0, 3, 8) } 100 .. 100 + many(3000) : '';
    return ('.debug_info' => $info, '.debug_line' => $lines, '.debug_str' => $strings, '.debug_ranges' => $ranges,
        '.debug_abbrev' => $unused . abbreviation(1, any(0x11, 0x11, 0x11, 0x3c), 1, 3, 8, 0x1b, 8, 0x10, 0x17, @range)
            . join('', map { abbreviation($_, @{ $entries{$_} }) } sort { $a <=> $b } keys %entries) . "\0",
        chance(10) ? ('.debug_aranges' => with_length(pack('S<L<C2x4', 2, 0, 8, 0) . join('', map { pack 'Q<2', $range->($_), 16 } 1 .. many(2000)) . "\0" x 16)) : ());
}

# ---- data, stacks and logs ------------------------------------------------------------------------

sub counts_file
{
    my $bytes = 'gmon' . pack('L<', 1) . "\0" x 12;
    for (1 .. 1 + below(4)) {
        my ($kind, $from, $to, $count) = (below(3), pattern(0x401000, any(0, 2, 16), 0x100000), pattern(0x401000, any(0, 2, 16), 0x100000), pattern(any(0, 1, 0xffffffff), 1, 100));
        my ($n, $bins, $apart) = (many($kind ? 5000 : 100), many(1000), any(0, 1));
        $bytes .= pack('CL<', 2, $n) if $kind == 2;
        for my $i (1 .. $n) {
            $bytes .= $kind == 1 ? pack('CQ<2L<', 1, $from->($i), $to->($i), $count->($i)) : $kind == 2 ? pack('Q<2', $from->($i), $count->($i))
                : pack('CQ<2L<2a15C', 0, 0x401000 + 4 * $bins * $i * $apart, 0x401000 + 4 * $bins * ($i * $apart + 1), $bins, 100, 'seconds', 115) . pack('S<', $count->(0) & 0xffff) x $bins;
        }
    }
    return $bytes;
}

sub stacks_file
{
    my ($n, $way, $id, $far) = (many(200), below(4), any('-', '-', '11' x 20), pattern(0x1000, any(0, 1, 16), 0x10000));
    my @kinds = any(['library'], ['library'], ['vdso', 'anonymous', 'library']);
    my $text = "stacks cpu 10000000\nmodule program - a.out as p\n";
    $text .= sprintf "module %s %s %s as m%d\n", $kinds[0][ $_ % @{ $kinds[0] } ], $id eq '-' || $way ? $id : sprintf('%040x', $_),
        $way > 1 ? "./libz.so$_" : './' x ($way ? $_ % 20 : 0) . 'libz.so' . ($way ? '' : "#$_" x 0), $_
        for 1 .. ($way == 0 && $id ne '-' || $way > 1 ? $n : 20);
    my $modules = () = $text =~ /^module/mg;
    for (1 .. 1 + below(3)) {
        my ($deep, $wide, $module, $self) = (many(500), many(300), any(0, 1, 2), pattern(0x401000, any(0, 2, 16), 0x10000));
        ($deep, $wide) = ($deep, 1 + int(20_000 * $times / $deep)) if $deep * $wide > 20_000 * $times;
        for my $i (1 .. $wide) {
            $text .= join(' ', 'complete', map { sprintf 'p:+0x%x', $self->($_ + ($_ < $deep ? 0 : $i)) + 1 } 1 .. $deep)
                . ($module && $modules > 1 ? sprintf ' m%d:+0x%x', 1 + $i % ($modules - 1), $far->($i) : '') . sprintf(" p:=0x%x signals 2\n", $self->($i));
        }
    }
    return made('mkgmon', $text);
}

sub dump_of
{
    my ($bytes, $line, $zeros) = @_;
    my ($text, $crc, $at) = ("#gmon begin hex\n", 0, 0);
    for (my $i = 0; $i < length $bytes; $i += $line) {
        my $part = substr $bytes, $i, $line;
        $crc = Compress::Zlib::crc32($part, $crc);
        $text .= sprintf "#gmon %x %s %x\n", $i, unpack('H*', $part), $crc & 0xffff;
    }
    if ($zeros) {
        $crc = Compress::Zlib::crc32("\0" x $zeros, $crc);
        $text .= sprintf "#gmon %x 0*%d %x\n", length $bytes, $zeros, $crc & 0xffff;
    }
    return $text . sprintf "#gmon end %x %x\n", $zeros + length $bytes, $crc;
}

# Writes the data; returns the names of files, as words.
sub write_data
{
    my $kind = below(10);
    my $bytes = $kind < 5 ? counts_file() : stacks_file();
    if ($zlib && $kind == 9) {
        $bytes = dump_of(substr($bytes, 0, 20_000), 1 + below(64), any(0, 0, 1 << 16)) x many(20);
    } elsif ($zlib && $kind == 4) {
        $bytes = Compress::Zlib::memGzip($bytes . any('', "\0" x (many(200) << 10)));
    }
    spew('gmon.out', $bytes);
    return chance(10) ? 'gmon.out ' x many(50) : 'gmon.out';
}

# ---- lists, and what is run -----------------------------------------------------------------------

# Writes a list; returns the options that have it read.
sub write_list
{
    my ($n, $name, $address) = (many(3000), names(), pattern(0x401000, any(0, 16), 0x100000));
    my @lines = map { my $text = $name->($_) =~ s/[^!-~]//gr; [sprintf('%08x', $address->($_)), $text eq '' ? 'f' : $text] } 1 .. $n;
    my $kind = below(7);
    if ($kind < 2) {
        spew('map', join '', map { ($kind ? "o$_->[0]:" : '') . "$_->[0] T $_->[1]\n" } @lines);
        return $kind ? '--file-ordering=map' : '--external-symbol-table=map';
    } elsif ($kind == 2) {
        spew('list', "gmon.out\n" x ($n % (200 * $times)) . "gmon.out\n");
        return any('--files-from=list', '--by-file --files-from=list', '--compare=@list', '-s --output=../sum --files-from=list');
    } elsif ($kind == 3) {
        my ($json) = run("$limits timeout 20 '$gprof' --export=json a.out gmon.out");
        my @json = split /^/, $json;
        my ($at, $some) = (below(1 + @json), 1 + below(30));
        splice @json, $at, 0, map { @json[ grep { $_ < @json } $at .. $at + $some ] } 1 .. many(300);
        spew('base.json', join '', @json);
        return '--compare=base.json';
    }
    my $option = any('-p', '-P', '-q', '-Q', '-n', '-N', '-A', '-C', '-k');
    spew('words', join '', map { my $spec = $_->[1] =~ s/(["'\\])/\\$1/gr;
              "$option" . ($kind == 4 ? $spec : $kind == 5 ? "$spec/*" : "*$spec*") . ($option eq '-k' && $kind != 5 ? "/$spec" : '') . "\n" } @lines);
    return '@words';
}

my @options = ('', '', '-l', '-l', '-lq', '-A', '-A -l', '-A -x', '-c', '-C', '-z', '-a', '-D', '-i', '-T -b', '-r', '--top', '--top --clones', '--top -l', '--top --names=short',
    '--by-file', '--compare=gmon.out', '--names=base', '--names=mangled', '--inline-file-names', '--compare-estimates', '--estimated', '-s --output=../sum',
    map { ("--export=$_", "--export=$_ -l") } qw(callgrind dot folded pprof json csv html));

# Makes the files of a case in an empty directory; returns the commands.
sub compose
{
    seed($_[0] * 7919 + 1);
    below(9) for 1 .. 9;    # the first numbers of seeds that are neighbours are alike
    unlink glob '*';
    spew('a.out', image_file());
    symlink 'a.out', 'libz.so' if chance(50);
    spew('libz.so', image_file()) if !-e 'libz.so' && chance(60);
    spew('a.c', ('a line' . 'x' x many(200) . "\n") x many(2000)) if chance(20);
    my $data = write_data();
    my $list = chance(30) ? write_list() : '';
    return map { "$list $_ a.out $data" } any(@options), any(@options);
}

# ---- runs -----------------------------------------------------------------------------------------

# Runs a command; returns what is wrong with it, or '', and the seconds that it took.
sub cost
{
    my ($command, $size) = @_;
    my $most = 20 + int($size / 500_000);
    my ($line, $status, $err) = run("$limits '$tools/measure' -l $most -o '$out' '$gprof' $command");
    my (undef, $user, $system, $kb, $code) = split ' ', $line;
    my ($seconds, $bytes) = ($user + $system, length($err) + -s $out);
    note("$command: $size bytes, status $code, $seconds s, $kb KB, output of $bytes: $err") if $ENV{V};
    my $bad = $code > 1 ? "status $code: " . substr $err, -3000 : '';
    $bad .= "$seconds s " if $judged && $seconds > $factor * (0.5 + $size / 1e6);
    $bad .= "$kb KB " if $judged && 1024 * $kb > (80 << 20) + 100 * $size;
    $bad .= "output of $bytes bytes " if $bytes > (64 << 20) + 100 * $size;
    return ($bad, $seconds);
}

# Tries a seed; returns the findings.
sub try_seed
{
    my ($seed) = @_;
    my (%last, @bad);
    for (1, 2, 4) {
        $times = $_;
        my @commands = compose($seed);
        my $files = 0;
        $files += -s for grep { !-l } glob '*';
        for my $command (@commands) {
            # a file counts as often as it is read
            my $named = () = join('', $command, $command =~ /\@list/ ? slurp('list') : '') =~ /gmon\.out/g;
            my $size = $files + ($named - 1) * (-s 'gmon.out' // 0);
            my ($bad, $seconds) = cost($command, $size);
            ($bad, $seconds) = cost($command, $size) if $bad;    # a busy machine
            my ($before, $smaller) = @{ $last{$command =~ s/(gmon.out )+/gmon.out/r} // [9, 1] };
            $bad ||= "$seconds s after $before s" if $judged && $before > 0.08 && $seconds > 0.4 && $seconds > 1.8 * $before * $size / $smaller;
            push @bad, "seed $seed, $times n, $size bytes, gprof $command: $bad" if $bad;
            $last{$command =~ s/(gmon.out )+/gmon.out/r} = [$seconds, $size];
        }
        if (@bad) {
            system("mkdir -p '$ENV{KEEP}/$seed' && cp -P * '$ENV{KEEP}/$seed'") if $ENV{KEEP};
            last;
        }
    }
    return @bad;
}

# Seeds that once found something come first: names read for each call; a process that nobody read, and gprof waited;
# a library whose symbols were read for each of its paths.
my @once = $ENV{FUZZ_SEED} ? () : (1000371, 1000915, 3000309);
my @bad = map { try_seed($_) } @once;
my $n;
my $until = time + ($ENV{T} || 1e9);
for ($n = 0; $n < $runs && time < $until; $n++) {
    my @found = try_seed($first + $n);
    diag(@found) if @found && $ENV{T};
    push @bad, @found;
}
is(join("\n", @bad), '', "seeds from $first on, $n of them: no more time, memory and output than the files' size allows");
done_testing();
