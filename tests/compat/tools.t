#!/usr/bin/perl
# tools.t - what the makers of test files write is read as it was meant (TAP)
#
# Role: an image by mkimage against readelf, nm and objdump; data files by mkgmon against gmondump;
# cases by gencase.pl against themselves; the fuzzer must notice a corrupted report. What else the
# makers can do, the tests that use it show: with a wrong tool they fail.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Check;
use Test::More;

work_dir();

my $image = <<'E';
section .text 0x401000 0x100 hex 5589e5
section .mine 0x402000 0x40 code
section .data 0x403000 0x100
section .bss 0x404000 0x100 nobits
sym file.c 0 file local
sym main 0x401000 0x20
sym helper 0x401020 16 local
sym table 0x401030 local object
sym weakdata 0x403000 weak notype
sym only 0x403010 unique object
sym resolver 0x401090 ifunc
sym undefined 0 undef notype
sym "a b" 0x402000
sym shared 8 8 object common
sym absolute 77 abs notype
E

my $nm = <<'E';
401020 t helper
401030 t table
401000 T main
403000 W weakdata
403010 u only
401090 i resolver
                 U undefined
402000 T a b
8 C shared
4d A absolute
E

sub check_image {
    make('mkimage', 'a.out', $image);
    is(join('', map { s/^0+(?=.)//r } `nm -p a.out`), $nm, 'nm -p shows order, class and value');
    my $text = `readelf -aW a.out 2>&1`;
    ok($text !~ /warning|error/i && $text =~ /\.mine +PROGBITS +0+402000/, 'readelf -a has no complaints') or diag($text);
    like(scalar `objdump -s -j .text a.out 2>&1`, qr/401000 5589e590 90909090/, 'objdump shows the bytes of .text');
}

my @data = ([ 'every record', <<'E' ], [ 'old BSD', <<'F' ], [ '4.4BSD, 32 bits, big endian', <<'G' ], [ 'a cut record', <<'H' ]);
width 64
endian little
magic spare 0102030405060708090a0b0c
hist 0x401000 0x401100 64 100 seconds s
bin 0 12
bin 5 3 4 5
arc 0x401008 0x401020 7
bb
block 0x401000 5
block 0x401005 70000
arc 0x401028 0x402000 4294967295
hist 0x401100 0x401102 1 100 "fifteen letters" ""
E
width 64
endian little
bsd 0x401000 0x401100 64
bin 0 12
arc 0x401008 0x401020 7
F
width 32
endian big
bsd44 0x401000 0x401100 64 1000 spare 0000000a0000000b0000000c
bin 3 65535
arc 0x401008 0x401020 7
raw 010203
G
width 32
endian little
magic version 7
raw 0101020304
H

sub check_data {
    for (@data) {
        my ($name, $text) = @$_;
        my ($width) = $text =~ /width (\d+)/;
        my ($endian) = $text =~ /endian (\w+)/;
        make('mkgmon', 'd', $text);
        is(scalar `$tools/gmondump -w $width -e $endian d`, $text, "text to file to text: $name");
    }
    make('mkgmon', 'd', $data[2][1]);
    is(scalar `$tools/gmondump d`, $data[2][1], 'gmondump finds width and byte order out');
}

sub check_cases {
    mkdir $_ for 'one', 'two';
    for my $directory ('one', 'two') {
        system($^X, "$FindBin::Bin/gencase.pl", '-e', 'all', '-n', 40, 1, $directory) == 0 or ok(0, 'gencase.pl runs');
    }
    my $different = 0;
    for my $file (glob 'one/*/*') {
        $different++ if slurp($file) ne slurp($file =~ s/^one/two/r);
    }
    ok($different == 0, 'gencase.pl makes the same cases again');
    my $bad = 0;
    for my $data (glob 'one/*/data?') {
        make('mkgmon', 'u', scalar `$tools/gmondump $data`);
        $bad++ if slurp('u') ne slurp($data);
    }
    is($bad, 0, 'every data file survives gmondump and mkgmon');
}

sub check_fuzzer {
    spew('wrong', "#!/bin/sh\n'$oracle' \"\$@\" | sed 's/ main/ niam/; s/7\\./8./'\n");
    spew('dies', "#!/bin/sh\nkill -SEGV \$\$\n");
    chmod 0755, 'wrong', 'dies';
    my $fuzz = "perl $FindBin::Bin/fuzz.pl --to 60 --keep kept";
    local $ENV{GPROF} = $oracle;
    my $text = `$fuzz 2>&1`;
    ok($? == 0 && $text =~ /^60 of 60 identical$/m, 'fuzz.pl: a program equals itself') or diag($text);
    $ENV{GPROF} = './wrong';
    $text = `$fuzz 2>&1`;
    ok($? != 0 && $text =~ /from line \d+/ && $text !~ /^60 of/m, 'fuzz.pl notices wrong reports') or diag($text);
    $ENV{GPROF} = './dies';
    $text = `$fuzz 2>&1`;
    ok($? != 0 && $text =~ /ours: signal 11/ && $text =~ /^0 of 60/m, 'fuzz.pl notices crashes') or diag($text);
}

check_image();
check_data();
check_cases();
SKIP: {
    skip 'no GNU gprof of 2.40 or later', 1 if !gnu_release();
    check_fuzzer();
}
done_testing();
