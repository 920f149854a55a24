#!/usr/bin/perl
# bbconv.t - bbconv.pl and gprof read a bb.out alike, and GNU gprof accepts what bbconv.pl writes
#
# Role:   listings of basic blocks, sound and damaged, are read by gprof directly and by way of
#         src/bbconv.pl, for images of each word size and byte order; gmon.sum is compared. A
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

# Returns what becomes of the data file: status, gmon.sum and errors.
sub sum
{
    unlink 'gmon.sum';
    my (undef, $status, $errors) = run("'$gprof' -s image-$_[0] $_[1]");
    return ($status, -e 'gmon.sum' ? slurp('gmon.sum') : '', $errors);
}

# ---- the same results, both ways -----------------------------------------------------------------

my %shapes = ('64-EL' => [64, 'little'], '64-EB' => [64, 'big'], '32-EL' => [32, 'little'],
    '32-EB' => [32, 'big']);
for my $shape (sort keys %shapes) {
    my ($bits, $endian) = @{ $shapes{$shape} };
    make('mkimage', "image-$shape", "class $bits\nendian $endian\nsection .text 0x1000 0x100\nsym main 0x1000\n");
}

sub options { return join ' ', map { "-$_" } split /-/, $_[0] }

# Read the listing both ways; the difference, or '' if there is none.
sub difference
{
    my ($listing, $shape) = @_;
    spew('bb.out', $listing);
    my ($direct, $want, $said) = sum($shape, 'bb.out');
    my ($data, $converted, $errors) = run("$bbconv " . options($shape) . ' <bb.out');
    return "gprof's status is $direct, bbconv's $converted: $said$errors" if $direct != $converted;
    return 'bbconv failed with output' if $converted && $data ne '';
    return '' if $converted;
    spew('bb-data', $data);
    my ($status, $got) = sum($shape, 'bb-data');
    return "status $status from the converted file" if $status;
    return $want eq $got ? '' : 'the sums differ';
}

my $title  = "Basic block profiling finished on Thu Mar  4 12:00:00 1993\n\n";
my $sample = "${title}File prog.c, 2 basic blocks \n\n"
    . "    Block #1: executed          3 time(s) address= 0x00001000 function= main line= 5\n"
    . "    Block #2: executed  123456789 time(s) address= 0x00001044\n\n"
    . "File a, b.c, 1 basic blocks \n\n"
    . "    Block #1: executed 4294967295 time(s) address= 0xfffffffe file= b.c\n\n";
for my $shape (sort keys %shapes) {
    ok(difference($sample, $shape) eq '', "$shape: the same sums");
}
(my $large = $sample) =~ s/4294967295/18446744073709551615/;
$large =~ s/0xfffffffe/0xFFFFFFFFFFFFFFFE/;
ok(difference($large, '64-EB') eq '', 'the largest numbers');
ok(difference($large =~ s/615 /616 /r, '64-EL') eq '', 'a count above them');
ok(difference($sample =~ s/123456789/281474976710655/r, '32-EL') eq '', 'a count of 48 bits');
ok(difference($sample =~ s/123456789/8589934590/r, '32-EB') eq '', 'one of two full fields');
ok(difference($sample =~ s/\n/\r\n/gr, '64-EL') eq '', 'carriage returns');
ok(difference($sample x 3, '64-EL') eq '', 'three runs');
ok(difference($title, '64-EL') eq '', 'no blocks');
ok(difference('', '64-EL') eq '', 'an empty file');

# Damages: bytes replaced, removed, lines cut.
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
    my $difference = difference($listing, $try % 2 ? '64-EL' : '32-EB') or next;
    $wrong++;
    diag("$difference\n$listing") if $wrong < 4;
}
ok($wrong == 0, "$times damaged listings are read or refused alike");

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
    spew('bb-data', run("$bbconv <bb.out"));
    (my $theirs, $status, $errors) = run("'$oracle' -l -C prog bb-data");
    ok($status == 0 && $theirs =~ /prog\.c:7: \(main:0x$at{main}\) 7 executions\n/
            && $theirs =~ /prog\.c:2: \(twice:0x$at{twice}\) 11 executions\n/,
        'GNU gprof lists the blocks of a converted bb.out')
        or diag("$status $theirs$errors");
}
done_testing();
