#!/usr/bin/perl
# bbconv.t - tests what bbconv.pl makes of a bb.out, and that gprof and GNU gprof read it
#
# Role:   listings of basic blocks, sound, damaged and cut, go through src/bbconv.pl, for each word
#         size and byte order. gprof adds the output up, and the blocks of gmon.sum are compared. A
#         program's own blocks go through the pipeline to GNU gprof, where that is installed.
# Input:  environment GPROF, TOOLS, SRCDIR, CC, ORACLE (default /usr/bin/gprof).
# Output: TAP.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Check;
use Test::More;

my $bbconv = "'$^X' '$top/src/bbconv.pl'";
my $times  = $ENV{VALGRIND} ? 10 : 150;

work_dir();

# ---- sound listings ------------------------------------------------------------------------------

my %shapes = ('64-EL' => [64, 'little'], '64-EB' => [64, 'big'], '32-EL' => [32, 'little'],
    '32-EB' => [32, 'big']);
for my $shape (sort keys %shapes) {
    my ($bits, $endian) = @{ $shapes{$shape} };
    make('mkimage', "image-$shape", "class $bits\nendian $endian\nsection .text 0x1000 0x100\nsym main 0x1000\n");
}

# Converts the listing. Returns the blocks that gprof reads from the output, as address:count in
# the order of their appearance, and the message; 'refused' for status 1 without output.
sub blocks
{
    my ($listing, $shape) = @_;
    spew('bb.out', $listing);
    my ($data, $status, $errors) = run("$bbconv -" . join(' -', split /-/, $shape) . ' <bb.out');
    return ($status == 1 && $data eq '' ? 'refused' : "status $status with output", $errors) if $status;
    spew('bb.gmon', $data);
    unlink 'gmon.sum';
    (undef, $status, my $said) = run("'$gprof' -s image-$shape bb.gmon");
    return ("gprof's status is $status", $said) if $status;
    my ($text) = run("'$tools/gmondump' gmon.sum");
    my (@order, %sum);    # large counts are in several pairs
    while ($text =~ /^block 0x(\S+) (\d+)$/mg) {
        push @order, $1 if !exists $sum{$1};
        $sum{$1} += $2;
    }
    return (join(' ', map { "$_:$sum{$_}" } @order), $errors);
}

my $title   = "Basic block profiling finished on Thu Mar  4 12:00:00 1993\n\n";
my $block_1 = '    Block #1: executed          3 time(s) address= 0x00001000 ';
my $block_2 = '    Block #2: executed  123456789 time(s) address= 0x00001044';
my $sample  = "${title}File prog.c, 2 basic blocks \n\n${block_1}function= main line= 5\n$block_2\n\n"
    . "File a, b.c, 1 basic blocks \n\n"
    . "    Block #1: executed 4294967295 time(s) address= 0xfffffffe file= b.c\n\n";
my $sample_blocks = '1000:3 1044:123456789 fffffffe:4294967295';
(my $large = $sample) =~ s/4294967295/18446744073709551615/;
$large =~ s/0xfffffffe/0xFFFFFFFFFFFFFFFE/;
my $one = "File a, 1 basic blocks\nBlock #1: executed 2 time(s) address= 0x7\n";

my @sound = (
    ( map { [ $_, $sample, $sample_blocks, 'as the libraries wrote it' ] } sort keys %shapes ),
    [ '64-EB', $large, '1000:3 1044:123456789 fffffffffffffffe:18446744073709551615', 'the largest numbers' ],
    [ '32-EL', $sample =~ s/123456789/281474976710655/r, $sample_blocks =~ s/123456789/281474976710655/r,
        'a count of 48 bits' ],
    [ '32-EB', $sample =~ s/123456789/8589934590/r, $sample_blocks =~ s/123456789/8589934590/r,
        'one of two full fields' ],
    [ '64-EL', $sample =~ s/\n/\r\n/gr, $sample_blocks, 'carriage returns' ],
    [ '64-EL', $sample x 3, '1000:9 1044:370370367 fffffffe:12884901885', 'three runs' ],
    [ '64-EL', "$title${one}File b,1 basic block\nBlock #1:executed 2 time(s) address=0xaBc\n", '7:2 abc:2',
        'few blanks, digits of both cases' ],
    [ '64-EL', "File a, 1 basic blocks\n\tBlock  # 1 :  executed\t2 times\taddress = 0x 7 line=\n", '7:2',
        'many blanks' ],
    [ '64-EL', $one, '7:2', 'no title' ],
    [ '64-EL', "Block #1: executed 2 time(s) address= 0x7\n", '7:2', 'a block alone' ],
    [ '64-EL', $one =~ s/\n\z/ function= f/r, '7:2', 'the end of the last line is missing' ],
    [ '64-EL', $title, '', 'no blocks' ]);
for (@sound) {
    my ($shape, $listing, $want, $name) = @$_;
    is((blocks($listing, $shape))[0], $want, "$shape: $name");
}

# ---- wrong ones ----------------------------------------------------------------------------------

for ([ $title, 'no basic blocks in the input' ],
    [ "${title}File a, 2 basic blocks\n$block_1\n", 'line 3 announces 2 .* and 1 follow' ],
    [ "${title}File a, 0 basic blocks\n$block_1\nFile b, 7 basic blocks\n", 'line 3 announces 0 .* and 1 follow' ])
{
    my ($listing, $re) = @$_;
    my ($blocks, $said) = blocks($listing, '64-EL');
    ok($blocks ne 'refused', 'a doubtful listing is read');
    like($said, qr/\Abbconv: warning: .*$re.*\n\z/, 'with one warning');
}

for my $wrong ('something else', 'File a', 'File a, many basic blocks',
    'File a, 18446744073709551616 basic blocks',
    'Block 1: executed 2 time(s) address= 0x7', 'Block #: executed 2 time(s) address= 0x7',
    'Block #99999999999999999999: executed 2 time(s) address= 0x7',
    'Block #1 executed 2 time(s) address= 0x7', 'Block #1: run 2 time(s) address= 0x7',
    'Block #1: executed time(s) address= 0x7', 'Block #1: executed -1 time(s) address= 0x7',
    'Block #1: executed 18446744073709551616 time(s) address= 0x7',
    'Block #1: executed 0x10 time(s) address= 0x7', 'Block #1: executed 2',
    'Block #1: executed 2 time(s)', 'Block #1: executed 2 time(s) line= 7 address= 0x7',
    'Block #1: executed 2 time(s) address= 7', 'Block #1: executed 2 time(s) address= 0x',
    'Block #1: executed 2 time(s) address= 0x7g',
    'Block #1: executed 2 time(s) address= 0x10000000000000000') {
    my ($blocks, $said) = blocks("$title$wrong\n$block_2\n", '64-EL');
    ok($blocks eq 'refused' && $said =~ /\Abbconv: standard input: line 3.*; .*\n\z/, "refused: $wrong")
        or diag("$blocks $said");
}
is((blocks('', '64-EL'))[0], 'refused', 'refused: an empty file');
like((blocks("$title$block_2", '64-EL'))[1], qr/line 3.*cut off/, 'an address at the very end, maybe cut');

# Damages: bytes replaced, removed, lines cut. Each is refused, or gives data that gprof reads.
my @likely = (
    "\0", "\n", "\r", "\t", "\f", "\xff", ' ', ',', '#', ':', '=', '0', 'x', '9', 'f', 'g');
my $wrong = 0;
for my $try (1 .. $times) {
    my $listing = $sample;
    my $kind    = below(4);
    my $at      = below(length $listing);
    if    ($kind == 0) { substr($listing, $at) = '' }
    elsif ($kind == 1) { substr($listing, $at, 1 + below(3)) = '' }
    elsif ($kind == 2) { substr($listing, $at, 0) = $likely[below(scalar @likely)] }
    else               { substr($listing, $at, 1) = $likely[below(scalar @likely)] }
    my ($blocks, $said) = blocks($listing, $try % 2 ? '64-EL' : '32-EB');
    next if $blocks =~ /\A(refused|([0-9a-f]+:\d+( |\z))*)\z/;
    $wrong++;
    diag("$blocks $said\n$listing") if $wrong < 4;
}
ok($wrong == 0, "$times damaged listings are refused, or read by gprof");

# ---- options, messages ---------------------------------------------------------------------------

spew('bb.out', $sample);
my ($default) = run("$bbconv <bb.out");
my $native = unpack('C', pack 'S', 1) ? '-EL' : '-EB';
my ($named) = run("$bbconv -64 $native bb.out");
ok($default ne '' && $default eq $named, '64 bits and the byte order of this machine are the default');
my ($twice) = run("$bbconv -- bb.out bb.out");
ok(length $twice == 2 * length($named) - 25, 'two files, one record');
for ([ '-16 bb.out', qr/^bbconv: unknown option -16; usage: .*\n\z/ ],
    [ 'missing', qr/^bbconv: missing: No such file.*name a bb\.out\n\z/ ],
    [ '.',       qr/^bbconv: \.: .*\n\z/ ]) {
    my ($words, $re) = @$_;
    my ($printed, $status, $errors) = run("$bbconv $words");
    like($errors, $re, "refused: $words");
    is("$status$printed", 1, 'with status 1, and without output');
}
spew('bb.out', $large);
my (undef, $status, $errors) = run("$bbconv -32 bb.out");
ok($status == 1 && $errors =~ /line 10: .* more than 32 bits/, 'an address that does not fit -32');
(undef, $status, $errors) = run("$bbconv bb.out >/dev/full");
ok($status == 1 && $errors =~ /^bbconv: standard output: /, 'a full disk');
(my $help, $status) = run("$bbconv --help");
ok($status == 0 && $help =~ /^usage: bbconv /, '--help');

# ---- GNU gprof -----------------------------------------------------------------------------------

SKIP: {
    skip 'no GNU gprof of 2.40 or later', 1 if !gnu_release();
    spew('prog.c', "int twice(int n)\n{\n    return 2 * n;\n}\n\nint main(void)\n{\n"
            . "    return twice(0);\n}\n");
    (undef, $status, $errors) = run("$cc -g -O0 -no-pie -o prog prog.c");
    die "no program: $errors" if $status;
    my %at = map { /^0*([0-9a-f]+) T (main|twice)$/ ? ($2, $1) : () } qx{nm prog};
    spew('bb.out', "${title}File prog.c, 2 basic blocks\n"
            . "Block #1: executed 7 time(s) address= 0x$at{main}\n"
            . "Block #2: executed 11 time(s) address= 0x$at{twice} function= twice\n");
    spew('bb.gmon', run("$bbconv <bb.out"));
    (my $theirs, $status, $errors) = run("'$oracle' -l -C prog bb.gmon");
    ok($status == 0 && $theirs =~ /prog\.c:7: \(main:0x$at{main}\) 7 executions\n/
            && $theirs =~ /prog\.c:2: \(twice:0x$at{twice}\) 11 executions\n/,
        'GNU gprof lists the blocks of a converted bb.out')
        or diag("$status $theirs$errors");
}
done_testing();
