#!/usr/bin/perl
# other_image.t - warnings of data that cannot be trusted: never for an image's own, where nothing is wrong
#
# Role:   every image that is compared with GNU gprof and its data: as they are, by line, with symbols from a list,
#         summed by both programs, stripped, stripped with a separate debug file, and, of programs that run, with data
#         of libgmon. Not one may warn that the data are of another image or build, that calls are lost, unless the
#         program has threads and the C library's runtime wrote the data, or that the profiler took the time, unless
#         it is in the image. Then each image with other ones' data: most of these must be noticed. The same with
#         images of other machines.
# Input:  environment ORACLE (default /usr/bin/gprof), GPROF, BUILD, TOOLS, COMPAT. images.pl makes the images;
#         those of other machines are in tests/data/foreign.
# Output: TAP; the counts are in the names of the tests.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Check;
use Test::More;

my $images = ($ENV{COMPAT} // $build) . '/compat';
my $other  = qr/call sites in the data are not calls|has no function compiled with -pg|: is (?:another )?build/;
my $lost   = qr/its calls may be too few/;
my $took   = qr/profiling took/;
my $warns  = qr/$other|$lost|$took|was not sampled|call stack/;
my ($runs, $told) = (0, 0);
my @alarms;

# What gprof warns of; undef if it cannot read the data.
sub said
{
    my (@words) = @_;
    my @said = qx{timeout 60 '$gprof' -b @words 2>&1 >/dev/null};
    return $? ? undef : join '', grep { $_ =~ $warns } @said;
}

# Whether it says that the data are of another image.
sub warned
{
    my $said = said(@_) // return undef;
    return scalar($said =~ $other);
}

# A run that has nothing to say but what $may matches.
sub try
{
    my ($what, $may, @words) = @_;
    my $said = said(@words) // return;
    $runs++;
    $told++ if $said ne '' && $said =~ $may;
    push @alarms, map { "$what: $_" } grep { $_ !~ $may } split /^/, $said;
}

plan skip_all => 'hundreds of runs take too long under valgrind' if $ENV{VALGRIND};
plan skip_all => 'some image/data pairs could not be made' if system(qq{$^X '$FindBin::Bin/images.pl' >/dev/null}) != 0;
work_dir();
my @names = map { m{([^/]+)$} } grep { -f "$_/image" && -f "$_/gmon.out" } glob "$images/*";
# made-up data: addresses that no run has given
my %made = map { $_ => 1 } qw(object shared bare64), grep { /32/ } @names;

for my $name (@names) {
    my ($image, @data) = ("$images/$name/image", glob("$images/$name/gmon.out $images/$name/gmon.[0-9]*"));
    # what is true of the C library's data, and of those of libgmon, which measures what it says
    my ($may, $may_libgmon) = (qr/(?!)/, qr/$took|was not sampled/);
    $may = qr/$may|$lost/ if $name =~ /^threads/;
    $may = qr/$may|$other/ if $made{$name};
    $may = qr/$may|$took/ if qx{nm '$image' 2>/dev/null} =~ / [Tt] _*(?:gprof_)?(?:mcount|fentry)/;
    try($name, $may, $image, @data);
    try("$name by line", $may, '-l', $image, @data) if -s $image < 200_000;
    try("$name without local functions", $may, '-a', $image, @data);
    system("nm '$image' >symbols 2>/dev/null");
    try("$name with a list of symbols", $may, '-S', 'symbols', $image, @data) if -s 'symbols';
    system("'$gprof' -s '$image' @data >/dev/null 2>&1") == 0 && try("$name, sum", $may, $image, 'gmon.sum');
    unlink 'gmon.sum';
    system("strip -o stripped '$image' 2>/dev/null") == 0 or next;
    try("$name, stripped", $may, 'stripped', @data);
    try("$name, stripped, with a list of symbols", $may, '-S', 'symbols', 'stripped', @data) if -s 'symbols';
    if (-x $oracle && system("'$oracle' -s '$image' @data >/dev/null 2>&1") == 0) {
        try("$name, GNU's sum", $may, $image, 'gmon.sum');
        try("$name, GNU's sum without local functions", $may, '-a', $image, 'gmon.sum');
        try("$name, stripped, GNU's sum", $may, 'stripped', 'gmon.sum');
        try("$name, stripped, GNU's sum, with a list", $may, '-S', 'symbols', 'stripped', 'gmon.sum') if -s 'symbols';
        unlink 'gmon.sum';
    }
    system("objcopy --only-keep-debug '$image' stripped.debug && objcopy --add-gnu-debuglink=stripped.debug stripped"
        . ' 2>/dev/null') == 0 && try("$name, with a debug file", $may, 'stripped', @data);
    unlink 'stripped', 'stripped.debug';
    next if $made{$name} || !-f "$build/libgmon.so" || -s $image > 200_000;
    system("LD_PRELOAD='$build/libgmon.so' GMON_OUT=data timeout 20 '$image' 1 >/dev/null 2>&1");
    try("$name, run with libgmon", $may_libgmon, $image, 'data') if -f 'data';
    unlink glob 'data*';
}
is(join("\n", @alarms), '', "none of $runs runs warned falsely");
ok($runs > 200, 'there were enough of them');
ok($told > 0 || !-f "$images/threads/image", "$told said what is true");

my ($pairs, $noticed) = (0, 0);
my @programs = grep { !$made{$_} && !/^(?:noarcs|nohist|nocalls|stripped)/ } @names;
for my $i (0 .. $#programs) {
    my $other = $programs[($i * 7 + 3) % @programs];
    next if ($other =~ m{^(\w+)})[0] eq ($programs[$i] =~ m{^(\w+)})[0]; # may be the same code
    my $warned = warned("$images/$programs[$i]/image", "$images/$other/gmon.out") // next;
    $pairs++;
    $noticed += $warned;
}
ok($noticed >= 0.65 * $pairs && $pairs > 20, "of $pairs with the data of another program $noticed warned");

# ---- images of other machines ------------------------------------------------------------------

# Facts of tests/data/foreign: {bits, endian, functions => [[address, name]...], calls => [[site, callee]...]}, and
# the image in `image`.
sub foreign
{
    my ($file) = @_;
    my ($bytes, %facts) = ('');
    open my $in, '<', $file or die "$file: $!\n";
    while (<$in>) {
        if    (/^hex (\w+)/)    { $bytes .= pack 'H*', $1 }
        elsif (/^zeros (\d+)/)  { $bytes .= "\0" x $1 }
        elsif (/^(bits|endian) (\w+)/) { $facts{$1} = $2 }
        elsif (/^(function|call) (\w+) (\w+)/) { push @{ $facts{"$1s"} }, [hex $2, $1 eq 'call' ? hex $3 : $3] }
    }
    $facts{bytes} = $bytes;
    spew('image', $bytes);
    spew('symbols', join '', map { sprintf "%x T %s\n", @$_ } @{ $facts{functions} });
    return \%facts;
}

# The image's sections: [where the type stands in the file, type, address, offset, size]
sub sections
{
    my ($facts) = @_;
    my ($w, $e) = ($facts->{bits} == 64, $facts->{endian} eq 'big' ? '>' : '<');
    my $wide = $w ? "Q$e" : "L$e";
    my $at = unpack $wide, substr $facts->{bytes}, $w ? 40 : 32, 8;
    my ($bytes, $n) = unpack "S$e S$e", substr $facts->{bytes}, $w ? 58 : 46, 4;
    return map {
        my @field = unpack "L$e L$e $wide $wide $wide $wide", substr $facts->{bytes}, $at + $_ * $bytes, $bytes;
        [$at + $_ * $bytes + 4, @field[1, 3, 4, 5]]
    } 0 .. $n - 1;
}

# Without its symbol table.
sub strip_foreign
{
    my ($facts) = @_;
    my $bytes = $facts->{bytes};
    for (sections($facts)) {
        substr($bytes, $_->[0], 4) = "\0" x 4 if $_->[1] == 2;
    }
    spew('stripped', $bytes);
}

# Where the call at $site returns to.
sub return_of
{
    my ($name, $facts, $site) = @_;
    my ($in) = grep { $_->[2] && $site >= $_->[2] && $site < $_->[2] + $_->[4] } sections($facts);
    my $code = substr $facts->{bytes}, $in->[3] + $site - $in->[2], 4;
    my $first = ord($facts->{endian} eq 'big' ? $code : reverse substr $code, 0, 1);
    my $bytes = $name =~ /^(?:i386|x)/ ? 5 : $name =~ /^m/ ? 8
        : $name =~ /^s390/ ? ($first >> 6 == 3 ? 6 : 4) : $name =~ /^riscv/ && $first % 4 != 3 ? 2 : 4;
    return $site + $bytes;
}

# Data of a runtime that writes return addresses; that in a callee is the one of its first call. All of them by
# $shift bytes too high: data of another image.
sub foreign_data
{
    my ($name, $facts, $shift) = @_;
    my @calls = sort { $a->[0] <=> $b->[0] } @{ $facts->{calls} };
    my @starts = map { $_->[0] } @{ $facts->{functions} };
    my $text = "width $facts->{bits}\nendian $facts->{endian}\nmagic\n";
    for (@calls) {
        my ($site, $to) = @$_;
        my ($next) = sort { $a <=> $b } grep { $_ > $to } @starts;
        my ($hook) = grep { $_->[0] >= $to && (!$next || $_->[0] < $next) } @calls;
        $text .= sprintf "arc %#x %#x 3\n", map { return_of($name, $facts, $_) + $shift } $site, $hook->[0] if $hook;
    }
    make('mkgmon', 'data', $text);
}

(@alarms, $runs) = ();
my (@unnoticed, $others);
for my $file (sort glob "$top/tests/data/foreign/*.txt") {
    my ($name) = $file =~ m{([^/]+)\.txt$};
    my $facts = foreign($file);
    strip_foreign($facts);
    for my $how (['image'], ['-l', 'image'], ['-S', 'symbols', 'image'], ['-S', 'symbols', 'stripped']) {
        foreign_data($name, $facts, 0);
        try("$name: @$how", qr/(?!)/, @$how, 'data');
        next if $how->[0] ne 'image' || $name =~ /^mi(?:ps16|cromips)/; # nothing is known of these, and with -S
        foreign_data($name, $facts, 12);
        $others++;
        push @unnoticed, "$name: @$how" if !warned(@$how, 'data');
    }
}
is(join("\n", @alarms), '', "none of $runs runs with images of other machines warned falsely");
cmp_ok($runs, '>', 40, 'there were enough of them');
is(join("\n", @unnoticed), '', "of $others with data of another one all warned");
cmp_ok($others, '>', 8, 'there were enough of them');
done_testing();
