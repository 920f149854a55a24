#!/usr/bin/perl
# limit.t - files that cost too much, and libraries that fail, end with the report or with one line
#
# Role:   makes files that once took any time or memory, or made a library crash, and runs reports on them: each ends
#         with its report, or with status 1 and one line that says which limit was reached and how to lift it; never by a
#         signal. Then libraries that are put in front of the real ones loop, eat memory, crash, abort and call exit()
#         inside of a call: the line again, and no file is left. What costs many seconds is tried if FEWER is 1.
# Input:  environment GPROF, TOOLS, VARIANT, VALGRIND, CC.
# Output: TAP.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Check;
use Dwarf;
use Test::More;

plan skip_all => 'sanitizers and valgrind have no limit' if $ENV{VALGRIND} || $ENV{VARIANT};
plan skip_all => 'no Compress::Zlib' if !eval { require Compress::Zlib; 1 };
$ENV{TMPDIR} //= '/dev/shm' if -w '/dev/shm';
work_dir();
mkdir 'run' or die;
chdir 'run' or die;
my $all   = ($ENV{FEWER} || 1) == 1;
my $limit = qr/^gprof: (?:[^\n]*: )?[a-z ]+ takes more than \S+ (?:s of CPU time|[KM]B of (?:memory|output)), the limit for files of [^\n]*--no-limit\)[^\n]*\n\z/;
my $crash = qr/^gprof: [^\n]*: lib\w+ (?:crashes|aborts|gives up) while [^\n]*; [^\n]*\n\z/;

# Runs the command on the files that $make writes, and judges how it ends.
sub ends
{
    my ($what, $command, $make) = @_;
    unlink glob '*';
    $make->();
    my ($line, undef, $err) = run("'$tools/measure' -l 60 -o ../out '$gprof' $command");
    my (undef, $user, $system, $kb, $status) = split ' ', $line;
    my $cost = sprintf '%.1f s, %d MB', $user + $system, $kb >> 10;
    my $said = $err =~ s/^gprof: warning: [^\n]*\n//mgr;
    note("$what: status $status, $cost; $said");
    ok($status eq '0' && $said eq '' || $status eq '1' && ($said =~ $limit || $said =~ $crash), "$what: the report, or a line")
        or diag("status $status, $cost: $err");
    ok($kb < 4 << 20 && $user + $system < 60 && !glob('*.tmp-*'), "$what: in bounds, and no file is left") or diag($cost);
}
sub ends_slowly { return $all ? ends(@_) : () }

# Data with samples in $bytes bytes of code from 0x401000 on, and a call.
sub data
{
    my ($bytes) = @_;
    make('mkgmon', 'gmon.out', sprintf "magic\nhist 0x401000 %#x 1024 100 seconds s\nfill 0 1023 3\narc 0x401008 0x401100 7\n", 0x401000 + $bytes);
}

# An image with $n functions that have these names in turn, and data.
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

# ---- names --------------------------------------------------------------------------------------

# A type of C++ whose parts double $levels times, behind $n others.
sub doubling
{
    my ($levels, $n) = @_;
    my @place = ('S_', map { "S${_}_" } 0 .. 9, 'A' .. 'Z', map { my $high = $_; map { "$high$_" } 0 .. 9, 'A' .. 'Z' } 1, 2);
    return 'St4pairIiiE' . join '', map { my $last = $place[ $n + $_ ]; "$place[$n - 1]I$last${last}E" } 1 .. $levels;
}
ends_slowly('a pack in names of C++', '-b a.out gmon.out', sub { sharing(4, ['_Z1fIJEEvDp1aI' . doubling(60, 2) . 'T_E']) });
ends('names that the demangler expands', '-b a.out gmon.out', sub { sharing(500, ['_Z1f' . doubling(16, 1)]) });
ends('names of D with many letters', '-b a.out gmon.out', sub { sharing(2, ['_D1f' . 'P' x 400_000 . 'i']) });
ends_slowly('names of Rust with many lifetimes', '--top a.out gmon.out', sub { sharing(1, ['_RNvMIC1aFGzzzzzz_EuEu1f']) });
ends_slowly('symbols that share a long name', '-b a.out gmon.out', sub { sharing(30_000, ['f' x 3_000_000]) });
ends('many patterns that match', '-b @words a.out gmon.out', sub {
    spew('words', join '', map { "-p*f*[!$_]*\n" } 1 .. 6000);
    sharing(12_000, [map { "f$_" } 1 .. 12_000]);
});

# ---- what libbfd reads --------------------------------------------------------------------------

ends_slowly('sections that share a long name', '-b a.out gmon.out', sub {
    my $name = 'x' x 800_000;    # one text: 8,000 would take 6 GB
    sharing(2, ['f', 'g'], map { [$name, 1, 0, 0, ''] } 1 .. 8000);
});
ends_slowly('many sections of one type', '-b a.out gmon.out', sub { sharing(2, ['f', 'g'], map { ["s$_", 18, 0, 0, "\0\0\0\0", 2, 0, 4] } 1 .. 40_000) });
ends('notes that share their bytes', '-b a.out gmon.out', sub {
    my $bytes = pack('L<3a4', 4, 0, 9, 'GNU') x 40_000;
    sharing(2, ['f', 'g'], ['x', 7, 0, 0, $bytes, 0, 0, 4], map { ['x', 7, 0, 0, length $bytes, 0, 0, 4, 1] } 2 .. 4000);
});

# ---- lines --------------------------------------------------------------------------------------

my @of_unit = (3, 8, 0x10, 0x17, 0x11, 1, 0x12, 6);    # name, line table, code from here on, so many bytes
my $plain = abbreviation(1, 0x11, 1, @of_unit) . abbreviation(2, 0x2e, 0, 0x55, 0x17) . "\0";
sub root { return "\1a.c\0" . pack('L<Q<L<', 0, $_[0], 0x100000) }
sub rows { return line_table("\0\x09\x02" . pack('Q<', 0x401000) . "\x21" x $_[0] . "\0\1\1") }

# Puts .debug_info into a group of sections: libdw leaves it out, and libbfd is asked.
sub grouped
{
    my ($image) = @_;
    my ($header) = map { $_->[1] } grep { $_->[0] eq '.debug_info' } sections($image);
    return patched($image, $header + 8, 'Q<', 0x200);
}
my %shared_table = ('.debug_abbrev' => $plain, '.debug_info' => unit(root(0x401000) . "\0") x 2800, '.debug_line' => rows(60_000));

ends('units that share a line table', '-b -l a.out gmon.out', sub { spew('a.out', image(%shared_table)); data(0x100000) });
ends('the same, left out by libdw', '-b -l a.out gmon.out', sub { spew('a.out', grouped(image(%shared_table))); data(0x100000) });
ends_slowly('functions that share ranges, left out by libdw', '-b -l a.out gmon.out', sub {
    spew('a.out', grouped(image('.debug_abbrev' => $plain, '.debug_line' => rows(1000),
        '.debug_info' => unit(root(0x401000) . ("\2" . pack('L<', 0)) x 4000 . "\0"),
        '.debug_ranges' => join('', map { pack('Q<2', 16 * $_, 16 * $_ + 8) } 1 .. 4000) . "\0" x 16)));
    data(0x100000);
});
ends('lists of abbreviations within each other', '-b -l a.out gmon.out', sub {
    my ($lists, @at) = ('');
    for my $number (2 .. 40_000) {
        push @at, length $lists;
        $lists .= abbreviation($number, 0x34, 0);
    }
    spew('a.out', image('.debug_abbrev' => $lists . abbreviation(1, 0x11, 0, @of_unit) . "\0", '.debug_line' => rows(100),
        '.debug_info' => join '', map { unit(root(0x401000), $_) } @at));
    data(0x100000);
});
ends('packed units', '-b -l a.out gmon.out', sub {
    my $units = unit('') x 2_000_000;
    my $image = image('.debug_abbrev' => "\0", '.debug_line' => rows(100), '.debug_info' => pack('L<2Q<2', 1, 0, length $units, 1) . Compress::Zlib::compress($units));
    my ($header) = map { $_->[1] } grep { $_->[0] eq '.debug_info' } sections($image);
    spew('a.out', patched($image, $header + 8, 'Q<', 0x800));
    data(0x100000);
});

# ---- data ---------------------------------------------------------------------------------------

# Packs the bytes, repeated so often.
sub packed
{
    my ($head, $bytes, $times) = @_;
    my ($z) = Compress::Zlib::deflateInit(-Level => 1, -WindowBits => 31);
    my $piece = $bytes x 1000;
    my $packed = $z->deflate($head);
    $packed .= $z->deflate($piece) for 1 .. $times / 1000;
    spew('packed', $packed . $z->flush);
    sharing(1, ['f']);
}
sub numbers { return join '', map { leb128($_) } @_ }
sub section { return $_[0] . leb128(length $_[1]) . $_[1] }
sub stacks
{
    my ($trees) = @_;
    my $file = "gstack\r\n\1\0\0\0" . section('M', numbers(1, 0, 0) . leb128(5) . 'a.out') . $trees;
    return $file . section('E', pack 'L<', Compress::Zlib::crc32($file));
}
my $magic = "gmon\1\0\0\0" . "\0" x 12;

ends('a packed file that becomes very large', '-b a.out packed', sub { packed($magic . "\0", "\1" x 1000, 1_200_000) });
ends('packed call stacks with many trees', '--by-file a.out packed',
    sub { packed(stacks(join '', map { section('T', numbers(0, $_, 0, 0, 0, 0, 1, 0, 0, 0, 0)) } 1 .. 240_000), '', 0) });
ends('a deep stack with long names, written out', '--export=folded a.out stacks', sub {
    my $n = 16_000;    # a function that calls itself, with a sample at each depth
    spew('stacks', stacks(section('T', numbers(0, 10_000_000, $n, $n, 0, 0, 1, (0, 0, 1, 0) x 2) . numbers(1, 2 * (2 * 0x401004 + 1), 1, 1, 1, 1)
        . numbers(0, 0, 1, 1, 1, 1) x ($n - 2) . numbers(0, 0, 0, 1, 1, 1))));
    sharing(1, ['f' x 32_000]);
});
ends('a count that would fill the disk', '-s --output=sum a.out gmon.out', sub {
    sharing(1, ['f']);
    make('mkgmon', 'gmon.out', "bsd 0x401000 0x401100 16\narc 0x401008 0x401040 0xffffffffffffffff\n");
});
ok(!-e 'sum', 'and no sum is left');
ends('a file of words that names itself', '@words', sub { spew('words', '@words ' x 8000) });
ends('a width', '-b -q -w 2000000000 a.out gmon.out', sub { sharing(2, ['main', 'f']) });

# ---- what is said, and the option ---------------------------------------------------------------

{
    my (undef, undef, $err) = run("'$gprof' -b -w 2000000000 a.out gmon.out | tail -c 1");
    like($err, qr/^gprof: a\.out: writing the report takes more than 512 MB of output, .*; the report is not complete\n/m, 'a listing that is cut off is said to be so');
    (my $bytes, undef, $err) = run("'$gprof' --no-limit -b -w 2000000000 a.out gmon.out | wc -c");
    ok($bytes > 600 << 20 && $err !~ /limit/, '--no-limit lifts the limit') or diag("$bytes bytes: $err");
    truncate 'a.out', 1 << 34;
    (undef, undef, $err) = run("'$gprof' -b -w 2000000000 a.out gmon.out | tail -c 1");
    like($err, qr/takes more than 51\d MB/, 'a file that has more bytes than there are on the disk buys nothing');
}

# ---- libraries that fail ------------------------------------------------------------------------

SKIP: {
    my %calls = (libbfd => 'bfd_check_format', libdw => 'dwarf_begin_elf', libiberty => 'bfd_demangle', zlib => 'inflate');
    skip 'libbfd is part of the program, or there is no objdump', 1 if `objdump -p '$gprof' 2>/dev/null` !~ /NEEDED +libbfd/;
    delete $calls{libdw} if `objdump -p '$gprof' 2>/dev/null` !~ /NEEDED +libdw/;
    my $cc = $ENV{CC} || 'cc';
    spew('../fails.c', <<'END');
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
void *CALL(void)
{
    const char *act = getenv("ACT");
    char *volatile p = NULL;

    if (write(2, "raw text\n", 9) < 0 || strcmp(act, "crash") == 0)
        *p = 1;
    if (strcmp(act, "abort") == 0)
        abort();
    if (strcmp(act, "exit") == 0)
        exit(3);
    while (strcmp(act, "loop") == 0)
        ;
    while (strncmp(act, "eat", 3) == 0 && (p = malloc(1 << 20)))
        memset(p, 1, 1 << 20);
    if (strcmp(act, "eat and crash") == 0)
        *p = 1;
    return NULL;
}
END
    for my $library (sort keys %calls) {
        system("$cc -shared -fPIC -o ../$library.so -DCALL=$calls{$library} ../fails.c") == 0 or die;
        for my $act ('abort', 'crash', $library eq 'zlib' ? () : 'eat', 'eat and crash', 'exit', $all || $library eq 'libbfd' ? 'loop' : ()) {
            unlink glob '*';
            spew('a.out', image(%shared_table, '.debug_info' => unit(root(0x401000) . "\0")));
            data(0x100000);
            system("mv gmon.out g && gzip -c g >gmon.out.gz && rm g") == 0 or die;
            make('mkimage', 'a.out', "section .text 0x401000 0x1000\nsym _Z1fv 0x401000\n") if $library eq 'libiberty';
            unlink 'made';
            spew('report', 'old');
            # what a parent ignores ends a program all the same
            my (undef, $status, $err) = run("trap '' ABRT SEGV; timeout 60 env ACT='$act' LD_PRELOAD=\$PWD/../$library.so '$gprof' -b -l --output=report a.out gmon.out.gz");
            my $want = $act eq 'loop' ? qr/s of CPU time/ : $act =~ /eat/ ? qr/MB of memory/ : qr/$library (?:crashes|aborts|gives up)/;
            $err =~ s/^gprof: warning: [^\n]*\n//mg;
            ok($status == 1 && $err =~ /^gprof: [^\n]*$want[^\n]*\n\z/, "$library, $act: a line, and no raw text") or diag("$status: $err");
            is(join(' ', sort glob '*') . slurp('report'), 'a.out gmon.out.gz reportold', "$library, $act: files are as they were");
        }
    }
    my (undef, undef, $err) = run("ulimit -S -d 100000; env ACT='eat and crash' LD_PRELOAD=\$PWD/../libbfd.so '$gprof' -b a.out gmon.out.gz");
    like($err, qr/^gprof: [^\n]*: libbfd crashes [^\n]*\n\z/, 'a lower limit of the user is kept, and not said to be one of gprof');
}

# A fault of gprof's own is one: a signal that is sent to it stands for that.
for my $signal ('SEGV', 'ABRT') {
    system('mkfifo', 'pipe') if !-p 'pipe';
    sharing(1, ['f']);
    spew('report', 'old');
    my $pid = fork // die;
    exec $gprof, '-b', '--output=report', 'a.out', 'pipe' or exit 127 if $pid == 0;
    open my $writer, '>', 'pipe' or die;    # now gprof reads
    kill $signal, $pid;
    waitpid $pid, 0;
    is(($? & 127) . join(' ', glob 'report*'), { SEGV => 11, ABRT => 6 }->{$signal} . 'report', "SIG$signal outside of libraries ends gprof, and its file goes");
}
done_testing();
