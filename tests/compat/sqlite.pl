#!/usr/bin/env perl
# sqlite.pl - the comparison on a large real program: SQLite's amalgamation
#
# Role:   builds SQLite with -pg in several variants, runs a workload, and gives the images to matrix.pl.
# Input:  environment SQLITE_DIR: a directory with sqlite3.c and sqlite3.h; GPROF, ORACLE, BUILD as for matrix.pl;
#         arguments go to matrix.pl. --build-only as first argument stops before the comparison.
# Output: what matrix.pl prints; a skip line when SQLITE_DIR is unset. Images stay below $BUILD/compat-sqlite.
# The oracle's -s needs 100 s for one of the variants, hence the long limit.
# Does not: fetch SQLite.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Path qw(make_path);
use FindBin;

my $from = $ENV{SQLITE_DIR};
if (!defined $from || !-f "$from/sqlite3.c" || !-f "$from/sqlite3.h") {
    print "1..0 # SKIP SQLITE_DIR names no directory with sqlite3.c and sqlite3.h\n";
    exit 0;
}
$from = abs_path($from);
my $top = abs_path("$FindBin::Bin/../..");
my $build = $ENV{BUILD} // "$top/build";
$build = "$top/$build" unless $build =~ m{^/};
my $out = "$build/compat-sqlite";
my $load = "$top/tests/progs/runtime/sqlite.c";

my @variants = (
    ['O1-g', qw(-O1 -g -no-pie)],
    ['O2-noinline-g', qw(-O2 -g -fno-inline -no-pie)],
    ['O2-g', qw(-O2 -g -no-pie)],
    ['O1-nog', qw(-O1 -no-pie)],
    ['O1-static', qw(-O1 -g -static)],
);

sub newer
{
    my ($target, @from) = @_;
    return 0 unless -f $target;
    my $when = (stat $target)[9];
    return !grep { (stat $_)[9] > $when } @from;
}

for my $v (@variants) {
    my ($name, @flags) = @$v;
    my $dir = "$out/sqlite-$name";
    next if newer("$dir/gmon.out", $load, "$from/sqlite3.c", $0);
    make_path($dir);
    unlink glob("$dir/gmon.*");
    my @cc = ('gcc', '-pg', @flags, '-w', "-I$from", '-DSQLITE_THREADSAFE=0', '-DSQLITE_OMIT_LOAD_EXTENSION',
        $load, "$from/sqlite3.c", '-o', "$dir/image", '-lm');
    system(@cc) == 0 or die "sqlite.pl: failed: @cc\n";
    system("cd '$dir' && ./image && ln -sf image a.out") == 0 or die "sqlite.pl: the workload failed\n";
    -s "$dir/gmon.out" or die "sqlite.pl: no data file in $dir\n";
}
if (@ARGV && $ARGV[0] eq '--build-only') {
    print "images are in $out\n";
    exit 0;
}
exec $^X, "$FindBin::Bin/matrix.pl", "--dir=$out", "--keep=$out-diff", '--limit=300', @ARGV or die "matrix.pl: $!\n";
