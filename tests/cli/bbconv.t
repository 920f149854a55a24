#!/usr/bin/env perl
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
use Cwd qw(abs_path);
use File::Temp qw(tempdir);
use FindBin;

my $top    = $ENV{SRCDIR} // abs_path("$FindBin::Bin/../..");
my $build  = $ENV{BUILD}  // "$top/build";
my $gprof  = $ENV{GPROF}  // "$build/gprof";
my $tools  = $ENV{TOOLS}  // "$build/tools";
my $oracle = $ENV{ORACLE} // '/usr/bin/gprof';
my $bbconv = "'$^X' '$top/src/bbconv.pl'";
my $times  = $ENV{VALGRIND} ? 10 : 150;
my ($count, $failed) = (0, 0);

chdir(tempdir('gprof-bbconv.XXXXXX', TMPDIR => 1, CLEANUP => 1)) or die;
$ENV{LC_ALL} = 'C';

sub ok($$@)
{
    my ($ok, $name) = @_;
    $count++;
    $failed++ if !$ok;
    print $ok ? 'ok' : 'not ok', " $count - $name\n";
    return $ok;
}

sub slurp
{
    open my $f, '<:raw', $_[0] or return '';
    local $/;
    return scalar(<$f>) // '';
}

sub spew
{
    open my $f, '>:raw', $_[0] or die "$_[0]: $!\n";
    print {$f} $_[1];
    close $f or die "$_[0]: $!\n";
}

# Run a shell command; its status, and whether it was ended by a signal as 128 and more.
sub run
{
    system "$_[0]";
    return $? & 127 ? 128 + ($? & 127) : $? >> 8;
}

# What becomes of the data file: (status, gmon.sum).
sub sum
{
    unlink 'gmon.sum';
    my $status = run("'$gprof' -s image-$_[0] $_[1] 2>err");
    return ($status, slurp('gmon.sum'));
}

# ---- the same results, both ways -----------------------------------------------------------------

my %shapes = ('64-EL' => [64, 'little'], '64-EB' => [64, 'big'], '32-EL' => [32, 'little'],
    '32-EB' => [32, 'big']);
for my $shape (sort keys %shapes) {
    my ($bits, $endian) = @{ $shapes{$shape} };
    spew('text', "class $bits\nendian $endian\nsection .text 0x1000 0x100\nsym main 0x1000\n");
    run("'$tools/mkimage' text >image-$shape") == 0 or die "mkimage failed\n";
}

sub options { return join ' ', map { "-$_" } split /-/, $_[0] }

# Read the listing both ways; the difference, or '' if there is none.
sub difference
{
    my ($listing, $shape) = @_;
    spew('bb.out', $listing);
    my ($direct, $want) = sum($shape, 'bb.out');
    my $converted = run("$bbconv " . options($shape) . ' <bb.out >bb-data 2>bbconv.err');
    return "gprof's status is $direct, bbconv's $converted: "
        . slurp('err') . slurp('bbconv.err') if $direct != $converted;
    return 'bbconv failed with output' if $converted && -s 'bb-data';
    return '' if $converted;
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

# Damages: bytes replaced, removed, lines cut. The generator is our own: the same everywhere.
my $state = 1;
sub below { $state = ($state * 1103515245 + 12345) % 2147483648; return ($state >> 8) % $_[0] }
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
    print "# $difference\n# ", $listing =~ s/\n/\n# /gr, "\n" if $wrong < 4;
}
ok($wrong == 0, "$times damaged listings are read or refused alike");

# ---- options, messages ---------------------------------------------------------------------------

spew('bb.out', $sample);
run("$bbconv <bb.out >default");
my $native = unpack('C', pack 'S', 1) ? '-EL' : '-EB';
run("$bbconv -64 $native bb.out >named");
ok(slurp('default') ne '' && slurp('default') eq slurp('named'),
    '64 bits and the byte order of this machine are the default');
run("$bbconv -- bb.out bb.out >twice");
ok(length(slurp('twice')) == 2 * length(slurp('named')) - 25, 'two files, one record');
for ([ '-16 bb.out', qr/^bbconv: unknown option -16; usage: .*\n\z/ ],
    [ 'missing', qr/^bbconv: missing: No such file.*name a bb\.out\n\z/ ],
    [ '.',       qr/^bbconv: \.: .*\n\z/ ]) {
    my ($words, $re) = @$_;
    my $status = run("$bbconv $words >none 2>err");
    ok($status == 1 && slurp('err') =~ $re && !-s 'none', "refused: $words")
        or print '# ', slurp('err');
}
spew('bb.out', $large);
ok(run("$bbconv -32 bb.out >none 2>err") == 1 && slurp('err') =~ /line 10: .* more than 32 bits/,
    'an address that does not fit -32');
if (-w '/dev/full') {
    my $status = run("$bbconv bb.out >/dev/full 2>err");
    ok($status == 1 && slurp('err') =~ /^bbconv: standard output: /, 'a full disk');
}
ok(run("$bbconv --help >help") == 0 && slurp('help') =~ /^usage: bbconv /, '--help');

# ---- GNU gprof -----------------------------------------------------------------------------------

sub skip { $count++; print "ok $count # SKIP $_[0]\n" }

if ((qx{'$oracle' --version 2>/dev/null} // '') !~ /^GNU gprof .*\b2\.40\b/) {
    skip('no GNU gprof 2.40');
} else {
    my $cc = $ENV{CC} || 'cc';
    spew('prog.c', "int twice(int n)\n{\n    return 2 * n;\n}\n\nint main(void)\n{\n"
            . "    return twice(0);\n}\n");
    run("$cc -g -O0 -no-pie -o prog prog.c 2>err") == 0 or die 'no program: ', slurp('err');
    my %at = map { /^0*([0-9a-f]+) T (main|twice)$/ ? ($2, $1) : () } qx{nm prog};
    spew('bb.out', "${title}File prog.c, 2 basic blocks\n"
            . "Block #1: executed 7 time(s) address= 0x$at{main}\n"
            . "Block #2: executed 11 time(s) address= 0x$at{twice} function= twice\n");
    run("$bbconv <bb.out >bb-data");
    my $theirs = qx{'$oracle' -l -C prog bb-data 2>err};
    my $status = $? >> 8;
    ok($status == 0 && $theirs =~ /prog\.c:7: \(main:0x$at{main}\) 7 executions\n/
            && $theirs =~ /prog\.c:2: \(twice:0x$at{twice}\) 11 executions\n/,
        'GNU gprof lists the blocks of a converted bb.out')
        or print "# $status $theirs", slurp('err');
}
print "1..$count\n";
exit($failed ? 1 : 0);
