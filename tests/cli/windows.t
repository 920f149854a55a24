#!/usr/bin/perl
# windows.t - images of Windows: names with a prefix, counts with padding, advice
#
# Role:   writes images of both word sizes and data as MinGW's runtime writes them. GNU gprof, where it is here, must
#         print the same listings, except for counts with padding.
# Input:  environment GPROF, TOOLS, ORACLE.
# Output: TAP; skips what libbfd cannot read.
# Does not: run the images.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Check;
use Test::More;

my $work       = work_dir();
my $has_oracle = gnu_release();
my $base       = 0x401000;

# Returns an image whose only section, of 512 bytes, is at $base. A symbol is [name, offset, local].
sub image
{
    my ($bits, @symbols) = @_;
    my ($wide, $size) = ($bits == 64, 512);
    my ($strings, $table) = ('', '');
    for (@symbols) {
        my ($name, $at, $local) = @$_;
        $table .= pack 'V3 s< v C2', 0, 4 + length $strings, $at, 1, $local ? 0 : 0x20, $local ? 3 : 2, 0;
        $strings .= "$name\0";
    }
    my $optional = pack('v C2 V5', $wide ? 0x20b : 0x10b, 2, 40, $size, 0, 0, 0x1000, 0x1000)
        . pack($wide ? 'Q<' : 'x4 V', $base - 0x1000)
        . pack('V2 v6 V4 v2', 0x1000, 512, 4, 0, 0, 0, 4, 0, 0, 0x2000, 512, 0, 3, 0)
        . pack(($wide ? 'Q<4' : 'V4') . ' V2 x128', 0x200000, 0x1000, 0x100000, 0x1000, 0, 16);
    my $head = pack('a60 V a4 v2 V3 v2', 'MZ', 64, 'PE', $wide ? 0x8664 : 0x14c, 1, 0, 512 + $size,
            scalar @symbols, length $optional, 0x103)
        . $optional . pack('a8 V6 v2 V', '.text', $size, 0x1000, $size, 512, 0, 0, 0, 0, 0x60000020);
    return pack('a512', $head) . "\x90" x $size . $table . pack('V', 4 + length $strings) . $strings;
}

# Returns a data file: a sample in each bin of two bytes, and calls as [caller, callee, count], by offset in the code.
sub data
{
    my ($bits, $padding, $moved, @calls) = @_;
    my $address = $bits == 64 ? 'Q<' : 'V';
    my $count = $bits == 64 ? 'V2' : 'V';
    my $low = $base + $moved;
    return pack("$address$address V6", $low, $low + 0x1c0, ($bits == 64 ? 40 : 32) + 2 * 224, 0x51879, 100, 0, 0, 0)
        . pack('v224', (1) x 224)
        . join '', map { pack "$address$address$count", $low + $_->[0], $low + $_->[1], $_->[2], $padding } @calls;
}

my @functions = (
    ['main', 0], ['tick', 0x40], ['_tick', 0x80], ['_ZN5Shape4areaEi', 0xc0], ['probe', 0x100, 1],
    ['glob', 0x120], ['_mcount_private', 0x140], ['_mcleanup', 0x160], ['__mcleanup', 0x180], ['own', 0x1a0, 1],
    ['last', 0x1c0]);
my @calls = ([0x10, 0x40, 3], [0x20, 0x80, 5], [0x30, 0xc0, 2], [0xd0, 0x40, 7], [0xd0, 0x80, 11], [0x10, 0x160, 2]);
my %bare = (probe => 1, glob => 1);

spew('64.exe', image(64, @functions));
spew('32.exe', image(32, map { [($bare{ $_->[0] } ? '' : '_') . $_->[0], @$_[1, 2]] } @functions));
spew('cygwin.exe', image(64, @functions, ['cygwin_crt0', 0x1d0]));
my %can_read;
for my $name (qw(32 64)) {
    spew("$name.out", data($name, 0, 0, @calls));
    $can_read{$name} = (run("'$gprof' -b -p $name.exe $name.out"))[1] == 0;
}
plan skip_all => 'no pei-i386 and pei-x86-64 in libbfd' if !$can_read{32} || !$can_read{64};

# Returns the names and calls of the flat profile, sorted: NAME CALLS.
sub rows
{
    my ($text) = @_;
    my ($flat) = $text =~ /name    \n(.*?)(?:\n\n|\z)/s;
    return join ', ', sort map { /^ *[\d.]+ +[\d.]+ +[\d.]+ +(?:(\d+) +[\d.]+ +[\d.]+ +)?(\S.*)$/ ? "$2 " . ($1 // 0) : () }
        split /\n/, $flat // '';
}

sub reported
{
    my ($options, $image, $data) = @_;
    return run("'$gprof' $options $image $data");
}

# ---- counts and their padding ----

my $want = rows((reported('-b -p', '64.exe', '64.out'))[0]);
like($want, qr/^Shape::area\(int\) 2, _mcleanup 2, .*\b_tick 16, .*, tick 10$/, 'counts without padding');
spew('padded.out', data(64, 0x05bc05bc, 0, @calls));
is(rows((reported('-b -p', '64.exe', 'padded.out'))[0]), $want, 'padding is no part of a count');
my ($text, $status) = reported('-s', '64.exe', 'padded.out 64.out');
is($status, 0, '-s of padded counts');
($text) = reported('-b -p', '64.exe', 'gmon.sum');
like(rows($text), qr/_tick 32, .*\btick 20$/, '... adds them up');
($text, $status) = reported('-s -O bsd', '64.exe', 'padded.out');
is(rows((reported('-b -p', '64.exe', 'gmon.sum'))[0]), $want, '... and in the BSD format, too');
spew('wide.out', data(64, 1, 0, [0x10, 0x40, 3]));
like(rows((reported('-b -p', 'cygwin.exe', 'wide.out'))[0]), qr/\btick 4294967299/, 'counts of Cygwin have 8 bytes');

# ---- names with a prefix ----

# Classic listings by name: what they must show, and the same from GNU gprof.
sub is_shown
{
    my ($options, $want) = @_;
    my ($text) = reported("-b $options", '32.exe', '32.out');
    my @names = sort grep { $_ ne 'last' } $text =~ /^ *[\d.]+ +[\d.]+ +[\d.]+ +(?:\d+ +[\d.]+ +[\d.]+ +)?(\S+)$/mg;
    is("@names", $want, "32.exe $options");
  SKIP: {
        skip 'no GNU gprof 2.40', 1 if !$has_oracle;
        my ($theirs) = run("'$oracle' -b $options 32.exe 32.out");
        is($text, $theirs, '... as GNU gprof');
    }
}

my $all = 'Shape::area(int) _mcleanup _mcount_private _tick glob main own tick';
is_shown('-p',           $all);
is_shown('-p -z',        $all);
is_shown('-p --no-demangle', '__ZN5Shape4areaEi __mcleanup __mcount_private __tick _main _own _tick glob');
is_shown('-ptick',       'tick');
is_shown('-p_tick',      '_tick');
is_shown('-p__tick',     $all);
is_shown('-pglob',       'glob');
is_shown('-pprobe',      $all);
is_shown('-P_tick -p',   $all =~ s/_tick //r);
is_shown('-p_ZN5Shape4areaEi', 'Shape::area(int)');
is_shown('-p -k _ZN5Shape4areaEi/_tick', $all);

# ---- the profiler's functions ----

for my $image (qw(32 64)) {
    my ($text) = reported('--export=csv', "$image.exe", "$image.out");
    like($text, qr/\btick\b/, "$image.exe: own reports have functions");
    unlike($text, qr/mcount_private/, '... and leave out _mcount_private');
}

# ---- advice ----

sub advice
{
    my ($options, $image, $data) = @_;
    my ($text, $status, $errors) = reported($options, $image, $data);
    return "$text$errors" =~ s/\n +/ /gr;
}

spew('moved.out', data(64, 0, 0x7ff6 << 32, @calls));
my $said = advice('--top', '64.exe', 'moved.out');
like($said, qr/name the image that wrote the data, or link it with -Wl,--disable-dynamicbase$/m,
    'samples of a moved image: how to link it');
like($said, qr/^Next: name .*, or link it with -Wl,--disable-dynamicbase$/m, '... and what is next');
unlike($said, qr/-static|-pg|-no-pie|not counted/, '... and nothing that does not help');
like(advice('--top', '64.exe', '64.out'), qr/^Next: callers and callees .*: gprof --top=Shape::area 64\.exe 64\.out$/m,
    'no advice to link with libgmon');
# with the marks between which MinGW's start-up code takes samples
spew('marks.exe', image(64, @functions, ['__eprol', 0, 1], ['etext', 0x1c0]));
like(advice('--top', 'marks.exe', 'moved.out'), qr/: it was loaded elsewhere; link it with -Wl,--disable-dynamicbase$/m,
    'a range of the length of the code is of the image, loaded elsewhere');
spew('rebuilt.exe', image(64, @functions, ['__eprol', 0, 1], ['etext', 0x1e0]));
for my $data (qw(moved.out 64.out)) {
    $said = advice('--top', 'rebuilt.exe', $data);
    like($said, qr/rebuilt.exe: is another build: its code is at 0x401000 to 0x4011e0,/, "$data: a range of another length: rebuilt");
    unlike($said, qr/dynamicbase/, '... and no advice to link it in another way');
}
spew('none.out', pack 'Q<2 V6 v', $base, $base + 4, 42, 0x51879, 100, 0, 0, 0, 0);
like(advice('-p', '64.exe', 'none.out'), qr/or all in libraries; give it more work$/m, 'no samples');
like(advice('-p', '64.exe', ''), qr/; compile and link 64\.exe with -pg, and run it first$/m, 'no data');

# ---- lines of assembly, by a real compiler ----

SKIP: {
    my $cc = 'x86_64-w64-mingw32-gcc';
    skip "no $cc", 2 if system("command -v $cc >/dev/null 2>&1");
    spew('asm.s', ".globl asmwork\n.def asmwork; .scl 2; .type 32; .endef\n.text\nasmwork:\nmovl \$1, %eax\naddl %eax, %eax\nret\n");
    spew('main.c', "int asmwork(void); int main(void) { return asmwork() + asmwork(); }\n");
    is(system("$cc -g -O1 main.c asm.s -o asm.exe"), 0, 'the compiler makes an image');
    my ($at) = qx($cc -print-prog-name=nm) =~ /(.+)/ && qx($1 asm.exe) =~ /^0*(\w+) T asmwork$/m;
    no warnings 'portable';
    spew('asm.out', pack('Q<2 V6 v2', hex $at, 4 + hex $at, 40 + 4, 0x51879, 100, 0, 0, 0, 20, 20));
    my ($text) = reported('-b -p -l', 'asm.exe', 'asm.out');
    like($text, qr/ asmwork \(asm\.s:5 @ $at\)$/m, '-l: an assembly line has its place');
}
done_testing();
