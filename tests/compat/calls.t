#!/usr/bin/perl
# calls.t - the calls that -c finds are those that objdump disassembles
#
# Role:   for each image, the pairs (function, function that it calls directly) of callpairs, which
#         adds arcs as `gprof -c` does, equal those of `objdump -d`: none missed, none invented. A
#         call counts when its target is the start of a function. The images: gprof itself, static
#         programs, what images.pl has built, and generated code for other machines, compiled by
#         clang, linked and disassembled by the binutils of that machine.
# Input:  environment GPROF_REAL or GPROF, TOOLS, CC, COMPAT or BUILD.
# Output: TAP; a machine whose tools are absent is skipped.
# Does not: compare with GNU gprof, which takes any byte E8 for a call.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Check;
use Test::More;
use lib $FindBin::Bin;
use Objdump;

my $compat = $ENV{COMPAT} // $build;
my $work   = work_dir();

# ---- objdump ---------------------------------------------------------------------------------

# The pairs that objdump shows, of functions that start at @$starts (ascending numbers).
sub objdump_pairs
{
    my ($objdump, $image, $arch, $functions) = @_;
    my %is_start = map { $_->[0] => 1 } @$functions;
    my %pairs;
    my $at = 0;
    for (Objdump::calls($objdump, $image, $arch, \%is_start)) {
        my ($address, $to, $text) = @$_;
        # functions and sites both ascend within a section; sections need not
        $at = 0 if $functions->[$at][0] > $address;
        $at++ while $at < $#$functions && $functions->[ $at + 1 ][0] <= $address;
        next if $functions->[$at][0] > $address || $address - $functions->[$at][0] >= $functions->[$at][1];
        $pairs{sprintf '%x %x', $functions->[$at][0], $to} = sprintf '%x: %s', $address, $text;
    }
    return \%pairs;
}

sub compare
{
    my ($name, $objdump, $image, $arch, $least) = @_;
    my (@functions, %got);
    open my $f, '-|', "'$tools/callpairs' '$image' 2>'$work/errors'" or die;
    while (<$f>) {
        push @functions, [ hex $1, hex $2 ] if /^function (\S+) (\S+)/;
        $got{"$1 $2"} = 1 if /^call (\S+) (\S+)/;
    }
    if (!close $f || !@functions) {
        fail("$name: callpairs");
        diag(slurp("$work/errors"));
        return;
    }
    my $want = objdump_pairs($objdump, $image, $arch, \@functions);
    my @missed = grep { !$got{$_} } sort keys %$want;
    my @invented = grep { !$want->{$_} } sort keys %got;
    my $n = keys %got;
    ok(!@missed && !@invented && $n >= $least, "$name: $n pairs in " . @functions . ' functions')
        or diag(join "\n", (map { "missed: $_ ($want->{$_})" } splice @missed, 0, 10),
            (map { "invented: $_" } splice @invented, 0, 10), "$n pairs, at least $least expected");
}

# ---- generated code --------------------------------------------------------------------------

# Freestanding C: functions that call each other in all directions, themselves and one far away.
sub generate
{
    my ($file, $n) = @_;
    open my $f, '>', $file or die "$file: $!\n";
    my $seed = 12345;
    my $random = sub { $seed = ($seed * 1103515245 + 12345) % 2**31; int($seed / 65536) % $_[0] };
    print {$f} "typedef long (*fn)(long);\nvolatile long v; double d; fn p;\n";
    print {$f} "#define NI __attribute__((noinline))\n";
    print {$f} "__attribute__((noinline, section(\".far\"))) long far(long x) { return v + x; }\n";
    print {$f} "NI long f$_(long);\n" for 0 .. $n - 1;
    for my $i (0 .. $n - 1) {
        my @to = map { $random->($n) } 1 .. 1 + $random->(4);
        print {$f} $i % 3 ? 'static ' : '', "NI long h$i(long x) { v += x * ", 3 + $random->(99999),
            "; return x + v; }\n";
        print {$f} "NI long f$i(long x)\n{\n    long r = h$i(x);\n";
        print {$f} "    if (v > @{[$random->(100000)]}) r += f$_(r + @{[$random->(70000)]});\n" for @to;
        print {$f} "    r += p(x); d = d * 1.25 + (double)r;\n" if $i % 4 == 0;
        print {$f} "    switch (x) {\n", (map { "    case $_: v = f@{[$random->($n)]}(v); break;\n" }
            0 .. 6), "    }\n" if $i % 5 == 0;
        print {$f} "    v += far(x);\n" if $i % 7 == 0;
        print {$f} "    v += f$i(x - 1);\n" if $i % 9 == 0;
        print {$f} "    return r + v;\n}\n";
    }
    print {$f} "void _start(void) { f0(1); f", $n - 1, "(2); }\n";
    close $f;
}

# name => [binutils' triplet, arch, clang's target and flags, the linker's flags]
my @machines = (
    ['i386', 'i686-linux-gnu', 'x86', 'i386-linux-gnu', ''],
    ['i386 PIC', 'i686-linux-gnu', 'x86', 'i386-linux-gnu -fPIC', '-shared -Bsymbolic'],
    ['aarch64', 'aarch64-linux-gnu', 'aarch64', 'aarch64-linux-gnu', ''],
    ['arm', 'arm-linux-gnueabihf', 'arm', 'armv7-linux-gnueabihf -marm', ''],
    ['thumb-2', 'arm-linux-gnueabihf', 'arm', 'armv7-linux-gnueabihf -mthumb', ''],
    ['thumb', 'arm-linux-gnueabihf', 'arm', 'armv6m-none-eabi', ''],
    ['arm and thumb', 'arm-linux-gnueabihf', 'arm', 'armv7-linux-gnueabihf', '', '-marm', '-mthumb'],
    ['riscv64', 'riscv64-linux-gnu', 'riscv', 'riscv64-linux-gnu', '-melf64lriscv'],
    ['riscv64 without C', 'riscv64-linux-gnu', 'riscv',
        'riscv64-linux-gnu -march=rv64imafd -mabi=lp64', '-melf64lriscv'],
    ['riscv64, not relaxed', 'riscv64-linux-gnu', 'riscv', 'riscv64-linux-gnu',
        '-melf64lriscv --no-relax'],
    ['riscv32', 'riscv64-linux-gnu', 'riscv', 'riscv32-linux-gnu -march=rv32imac -mabi=ilp32',
        '-melf32lriscv'],
    ['powerpc', 'powerpc-linux-gnu', 'ppc', 'powerpc-linux-gnu', ''],
    ['powerpc64le', 'powerpc64le-linux-gnu', 'ppc', 'powerpc64le-linux-gnu', ''],
    ['powerpc64le PIC', 'powerpc64le-linux-gnu', 'ppc', 'powerpc64le-linux-gnu -fPIC',
        '-shared -Bsymbolic'],
    ['powerpc64le, power10', 'powerpc64le-linux-gnu', 'ppc', 'powerpc64le-linux-gnu -mcpu=pwr10',
        ''],
    ['s390x', 's390x-linux-gnu', 's390', 's390x-linux-gnu', ''],
    ['mips', 'mips-linux-gnu', 'mips', 'mips-linux-gnu -fno-pic -mno-abicalls', ''],
    ['mipsel', 'mipsel-linux-gnu', 'mips', 'mipsel-linux-gnu -fno-pic -mno-abicalls', ''],
    ['sparc64', 'sparc64-linux-gnu', 'sparc', 'sparcv9-linux-gnu', ''],
);

# Compile and link for a machine; returns the image or, as a list, undef and what is missing.
sub foreign_image
{
    my ($triplet, $target, $ldflags, @variants) = @_;
    return (undef, 'no clang') if !have('clang');
    return (undef, "no binutils for $triplet") if !have("$triplet-objdump") || !have("$triplet-ld");
    my @objects;
    @variants = ('') if !@variants;
    for my $i (0 .. $#variants) {
        # of several variants each has a program of its own, and calls those of the others
        my $source = $i ? "$work/other.c" : "$work/code.c";
        push @objects, "$work/$i.o";
        # clang has no assembler of its own for some machines
        my $command = "clang --target=$target $variants[$i] -O1 -ffreestanding -fno-stack-protector"
            . " -fno-asynchronous-unwind-tables -w";
        my $done = system("$command -c -integrated-as -o $objects[-1] $source 2>'$work/log'") == 0
            || system("$command -S -o $work/$i.s $source 2>'$work/log' && "
                . "$triplet-as -o $objects[-1] $work/$i.s 2>>'$work/log'") == 0;
        return (undef, "clang cannot make code for $target") if !$done;
    }
    # a library's stubs are wanted for nothing here: leave the rest unresolved
    system("$triplet-ld $ldflags --unresolved-symbols=ignore-all --section-start=.far=0x900000"
        . " -o $work/image @objects 2>'$work/log'") == 0
        or return (undef, "$triplet-ld cannot link: " . (qx{head -n 1 '$work/log'} =~ s/\n//r));
    return "$work/image";
}

# ---- the images ------------------------------------------------------------------------------

plan skip_all => 'no objdump' if !have('objdump');
generate("$work/code.c", 120);
spew("$work/other.c", "long f0(long); long f5(long); long far(long);\n"
    . "__attribute__((noinline)) long other1(long x) { return f0(x) + f5(x) + 1; }\n"
    . "long other2(long x) { return other1(x) + far(x) + 1; }\n");

chomp(my $native = qx{uname -m} // '');
if ($native eq 'x86_64') {
    compare('gprof itself', 'objdump', $ENV{GPROF_REAL} // $gprof, 'x86', 100);
    for my $how ('-O0', '-O2', '-O3 -mavx2 -ffast-math', '-O2 -static') {
        my $flags = $how =~ /static/ ? $how : "$how -nostdlib -ffreestanding -no-pie -fno-pic";
        spew("$work/main.c", "#include <stdio.h>\nint main(void) { return printf(\"%g\\n\", 1.5) < 0; }\n");
        my $source = $how =~ /static/ ? 'main.c' : 'code.c';
      SKIP: {
            skip "$cc cannot make x86-64, $how", 1
                if system("$cc $flags -w -o '$work/native' '$work/$source' -Wl,--section-start=.far=0x900000 2>'$work/log'") != 0;
            compare("x86-64, $how", 'objdump', "$work/native", 'x86', 100);
        }
    }
    for my $image (sort glob "$compat/compat/*/image") {
        my ($name) = $image =~ m{([^/]+)/image$};
        next if $name =~ /^(?:object|many\d+(?:-nog)?|stripped)$/;
        next if qx{objdump -f '$image' 2>/dev/null} !~ /architecture: i386/;
        compare("sample $name", 'objdump', $image, 'x86', 0);
    }
}
for (@machines) {
    my ($name, $triplet, $arch, $target, $ldflags, @variants) = @$_;
    my ($image, $why) = foreign_image($triplet, $target, $ldflags, @variants);
  SKIP: {
        skip $why, 1 if !$image;
        compare($name, "$triplet-objdump", $image, $arch, 300);
    }
}
done_testing();
