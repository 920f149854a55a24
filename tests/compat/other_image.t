#!/usr/bin/env perl
# other_image.t - the warning of data that are not of the image: never for those that are
#
# Role:   every image that is compared with GNU gprof and its data: as they are, by line, with symbols from a list,
#         summed by both programs, stripped, stripped with a separate debug file, and, of programs that run, with data
#         of libgmon. Not one may warn that the data are of another image. Then each image with other ones' data:
#         most of these must be noticed.
# Input:  environment ORACLE (default /usr/bin/gprof), GPROF, BUILD, COMPAT. images.pl makes the images.
# Output: TAP; the counts are in the names of the tests.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Temp qw(tempdir);
use FindBin;

my $top    = abs_path("$FindBin::Bin/../..");
my $build  = $ENV{BUILD} // "$top/build";
my $gprof  = $ENV{GPROF} // "$build/gprof";
my $oracle = $ENV{ORACLE} // '/usr/bin/gprof';
my $images = ($ENV{COMPAT} // $build) . '/compat';
my $warns  = qr/calls in the data (?:come from|lead to) where|counts no calls/;
my ($count, $failed, $runs) = (0, 0, 0);
my @alarms;
$ENV{LC_ALL} = 'C';
delete @ENV{qw(GPROF_PATH GMON_OUT_PREFIX GMON_OUT)};

sub ok
{
    my ($good, $name, @why) = @_;
    $failed++ if !$good;
    print $good ? 'ok ' : 'not ok ', ++$count, " - $name\n";
    print STDERR map { "# $_\n" } "failed: $name", @why if !$good;
}

# Whether gprof says that the data are of another image; undef if it cannot read them.
sub warned
{
    my (@words) = @_;
    my $said = qx{timeout 60 '$gprof' -b @words 2>&1 >/dev/null};
    return $? ? undef : scalar($said =~ $warns);
}

sub try
{
    my ($what, @words) = @_;
    my $warned = warned(@words) // return;
    $runs++;
    push @alarms, $what if $warned;
}

if ($ENV{VALGRIND}) {
    print "1..0 # SKIP hundreds of runs take too long under valgrind\n";
    exit 0;
}
if (system(qq{$^X '$FindBin::Bin/images.pl' >/dev/null}) != 0) {
    print "1..0 # SKIP some image/data pairs could not be made\n";
    exit 0;
}
my $work = tempdir('gprof-other.XXXXXX', TMPDIR => 1, CLEANUP => 1);
chdir $work or die;
my @names = map { m{([^/]+)$} } grep { -f "$_/image" && -f "$_/gmon.out" } glob "$images/*";
# made-up data: addresses that no run has given
my %made = map { $_ => 1 } qw(object shared bare64 bare32 bare32-nog);

for my $name (@names) {
    my ($image, @data) = ("$images/$name/image", glob("$images/$name/gmon.out $images/$name/gmon.[0-9]*"));
    try($name, $image, @data);
    try("$name by line", '-l', $image, @data) if -s $image < 200_000;
    try("$name without local functions", '-a', $image, @data);
    system("nm '$image' >symbols 2>/dev/null");
    try("$name with a list of symbols", '-S', 'symbols', $image, @data) if -s 'symbols';
    system("'$gprof' -s '$image' @data >/dev/null 2>&1") == 0 && try("$name, sum", $image, 'gmon.sum');
    unlink 'gmon.sum';
    system("strip -o stripped '$image' 2>/dev/null") == 0 or next;
    try("$name, stripped", 'stripped', @data);
    try("$name, stripped, with a list of symbols", '-S', 'symbols', 'stripped', @data) if -s 'symbols';
    if (-x $oracle && system("'$oracle' -s '$image' @data >/dev/null 2>&1") == 0) {
        try("$name, GNU's sum", $image, 'gmon.sum');
        try("$name, GNU's sum without local functions", '-a', $image, 'gmon.sum');
        try("$name, stripped, GNU's sum", 'stripped', 'gmon.sum');
        unlink 'gmon.sum';
    }
    system("objcopy --only-keep-debug '$image' stripped.debug && objcopy --add-gnu-debuglink=stripped.debug stripped"
        . ' 2>/dev/null') == 0 && try("$name, with a debug file", 'stripped', @data);
    unlink 'stripped', 'stripped.debug';
    next if $made{$name} || !-f "$build/libgmon.so" || -s $image > 200_000;
    system("LD_PRELOAD='$build/libgmon.so' GMON_OUT=data timeout 20 '$image' 1 >/dev/null 2>&1");
    try("$name, run with libgmon", $image, 'data') if -f 'data';
    unlink glob 'data*';
}
ok(!@alarms, scalar(@alarms) . " of $runs runs warned", @alarms);
ok($runs > 200, 'there were enough of them');

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
print "1..$count\n";
exit($failed ? 1 : 0);
