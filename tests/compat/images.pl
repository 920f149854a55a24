#!/usr/bin/perl
# images.pl - builds the sample programs in their variants and runs each to get its data files
#
# Role:   makes $BUILD/compat/NAME/{image,gmon.out[,gmon.2,...]}, the input of matrix.pl.
# Input:  tests/progs/compat/, the compilers that are there; names as arguments limit the work. SQLITE_DIR: a directory
#         with sqlite3.c, of which the images sqlite-* are made if they are named.
# Output: a directory per image/data pair, one line per pair on stdout; status 1 if a build failed.
# A pair is rebuilt only when its sources, its recipe, the compiler or this script changed. The data comes
# from a real run, so it differs from run to run; a comparison gives the same file to both programs.
# Images that cannot run here (objects, libraries, other machines) get made-up data.
# Does not: compare anything, fetch anything.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Check;
use Digest::MD5 qw(md5_hex);
use Fcntl qw(:flock);
use File::Copy qw(move);
use File::Path qw(make_path remove_tree);
use File::Spec;
use lib $FindBin::Bin;
use Elf;

my $src   = "$top/tests/progs/compat";
my $jobs  = $ENV{JOBS} // 2;
my $out   = ($ENV{COMPAT} // $build) . '/compat';

# name => [compiler, flags, sources, key => value ...]; keys:
#   link:  more words for the link        plain: sources compiled without -pg
#   runs:  list of argument lists          gen:   sub that writes generated sources into the directory
#   post:  command run on the image        data:  'made' = made-up data instead of a run
#   nopg:  -pg only at the link            raw:   the flags are complete, no -pg is added
#   full:  takes long to build: left out where FEWER is above 4
#   named: how the compiler is told the sources: from the directory of the image, not absolute
my $O0 = '-O0 -g -no-pie';
my $O2 = '-O2 -g -no-pie';
my $C3 = 'statics_a.c statics_b.c statics_c.c';
# in DWARF 5 the oracle does not find the names of what clang inlined (doc/DEVIATIONS, inlined code)
my $clang2 = '-O2 -gdwarf-4 -no-pie';
my $sqlite = '-w -DSQLITE_THREADSAFE=0 -DSQLITE_OMIT_LOAD_EXTENSION -I' . ($ENV{SQLITE_DIR} // '.');
my $bare32 = '-nostdlib -static -ffreestanding -fno-stack-protector -fno-pie -no-pie -Wl,-e,main -Wl,-z,noexecstack';
my %pairs = (
    'recurse'        => ['gcc', $O0, 'recurse.c'],
    'recurse-O2'     => ['gcc', $O2, 'recurse.c'],
    'recurse-nog'    => ['gcc', '-O1 -no-pie', 'recurse.c'],
    'cycles'         => ['gcc', $O0, 'cycles.c'],
    'cycles-nog'     => ['gcc', '-O2 -no-pie', 'cycles.c'],
    'cycles-static'  => ['gcc', '-O1 -g -static', 'cycles.c'],
    'cycles-fentry'  => ['gcc', '-O1 -g -no-pie -mfentry', 'cycles.c'],
    'cycles-pie'     => ['gcc', '-O1 -g -pie -fPIE', 'cycles.c'],
    'cycles-based'   => ['gcc', '-O1 -g -pie -fPIE -Wl,-Ttext-segment=0x41000000', 'cycles.c'], # as if prelinked
    'cycles-spie'    => ['gcc', '-O1 -g -static-pie -fPIE', 'cycles.c'],
    'cycles-clang'   => ['clang', $O2, 'cycles.c'],
    'cycles-dwarf2'  => ['gcc', '-O2 -gdwarf-2 -gstrict-dwarf -no-pie', 'cycles.c'],
    'cycles-dwarf4'  => ['gcc', '-O1 -gdwarf-4 -gz -no-pie', 'cycles.c'],
    'mainrec'        => ['gcc', $O0, 'mainrec.c'],
    'manycycles'     => ['gcc', $O0, 'manycycles.c'],
    'manycycles-O2'  => ['gcc', '-O2 -fno-inline -no-pie', 'manycycles.c'],
    'statics'        => ['gcc', $O0, $C3],
    'statics-nog'    => ['gcc', '-O1 -no-pie', $C3],
    'statics-stripg' => ['gcc', $O0, $C3, post => 'strip -g'],
    'statics-lto'    => ['gcc', '-O1 -g -flto -no-pie', $C3],
    'statics-named'  => ['gcc', $O2, $C3, named => 'relative'],
    'statics-named4' => ['gcc', '-O1 -gdwarf-4 -no-pie', $C3, named => 'relative'],
    'statics-split'  => ['gcc', '-O1 -gsplit-dwarf -no-pie', $C3, named => 'relative'],
    'statics-partg'  => ['gcc', $O0, 'statics_a.c statics_b.c', nodebug => 'statics_c.c'],
    'alias'          => ['gcc', $O0, 'alias.c'],
    'alias-nog'      => ['gcc', '-O1 -no-pie', 'alias.c'],
    'nested'         => ['gcc', $O0, 'nested.c'],
    'nested-O2'      => ['gcc', $O2, 'nested.c'],
    'mixed-O0'       => ['g++', $O0, 'mixed.cc'],
    'mixed-O2'       => ['g++', $O2, 'mixed.cc'],
    'mixed-clang'    => ['clang++', '-O1 -g -no-pie', 'mixed.cc'],
    'merged-O2'      => ['gcc', $O2, 'merged.c'],
    'cold-O2'        => ['g++', $O2, 'cold.cc'],
    'shared-code'    => ['g++', $O0, 'shared_a.cc shared_b.cc', named => 'relative'],
    'library-O0'     => ['g++', $O0, 'library.cc'],
    'library-O2'     => ['g++', '-O2 -g -no-pie', 'library.cc'],
    'library-static' => ['g++', '-O1 -static', 'library.cc'],
    'templates-O0'   => ['g++', "$O0 -DSIZE=1", 'templates.cc', full => 1],
    'templates-O2'   => ['g++', "$O2 -DSIZE=1", 'templates.cc', full => 1],
    'fnptr'          => ['gcc', $O0, 'fnptr.c'],
    'fnptr-clang'    => ['clang', $O0, 'fnptr.c'],
    'signals'        => ['gcc', $O0, 'signals.c'],
    'callback'       => ['gcc', $O0, 'callback.c'],
    'callback-stat'  => ['gcc', '-O1 -g -static', 'callback.c'],
    'jump'           => ['gcc', $O0, 'jump.c'],
    'inlined-O1'     => ['gcc', '-O1 -g -no-pie', 'inlined.c'],
    'inlined-O2'     => ['gcc', $O2, 'inlined.c'],
    'inlined-O3'     => ['gcc', '-O3 -g -no-pie', 'inlined.c'],
    'inlined-Os'     => ['gcc', '-Os -no-pie', 'inlined.c'],
    'clones'         => ['gcc', $O2, 'clones.c unprofiled.c'],
    'inlined-clang'  => ['clang', $clang2, 'inlined.c'],
    'statics-clang'  => ['clang', $clang2, $C3],
    'labels'         => ['gcc', $O0, 'labels.c'],
    'labels-nog'     => ['gcc', '-O1 -no-pie', 'labels.c'],
    'huge'           => ['gcc', '-O1 -g -no-pie', 'huge.c', full => 1],
    'many2000'       => ['gcc', $O0, '', gen => sub { gen_many(@_, 2000) }],
    'many2000-nog'   => ['gcc', '-O1 -no-pie', '', gen => sub { gen_many(@_, 2000) }],
    'many11000'      => ['gcc', '-O0 -g1 -no-pie', '', gen => sub { gen_many(@_, 11000) }, full => 1],
    'nocalls'        => ['gcc', $O0, 'nocalls.c'],
    'tooshort'       => ['gcc', $O0, 'tooshort.c'],
    'halfprof'       => ['gcc', $O0, 'halfprof.c', plain => 'unprofiled.c'],
    'linkedonly'     => ['gcc', $O0, 'cycles.c', nopg => 1],
    'phases'         => ['gcc', $O0, 'phases.c', runs => [[1], [2], [3]]],
    'phases-static'  => ['gcc', '-O1 -g -static', 'phases.c', runs => [[1], [1], [2], [3]]],
    'sections'       => ['gcc', '-O1 -g -no-pie -ffunction-sections', 'sections.c'],
    'sections-dwarf2' => ['gcc', '-O0 -gdwarf-2 -gstrict-dwarf -no-pie', 'sections.c'],
    'sections-gc'    => ['gcc', '-O1 -g -no-pie -ffunction-sections', 'sections.c', link => '-Wl,--gc-sections'],
    'sections-Ttext' => ['gcc', '-O1 -no-pie -DNO_IFUNC', 'sections.c', link => '-Wl,-Ttext=0x7654320'],
    'threads'        => ['gcc', $O0, 'threads.c', link => '-pthread'],
    'longnames'      => ['gcc', $O0, 'longnames.c'],
    'tinycalls'      => ['gcc', $O0, 'tinycalls.c'],
    'diamond'        => ['gcc', $O0, 'diamond.c'],
    'diamond-nog'    => ['gcc', '-O1 -no-pie -fno-optimize-sibling-calls', 'diamond.c'],
    'forks'          => ['gcc', $O0, 'forks.c'],
    'stripped'       => ['gcc', $O0, 'cycles.c', post => 'strip'],
    'nohist'         => ['gcc', $O0, 'cycles.c', only => 1],
    'noarcs'         => ['gcc', $O0, 'statics_a.c statics_b.c statics_c.c', only => 0],
    'fortran'        => ['gfortran', $O0, 'numbers.f90'],
    'fortran-O2'     => ['gfortran', '-O2 -g -no-pie -fno-inline', 'numbers.f90'],
    'ada'            => ['gnatmake', '-O0 -g -no-pie', 'towers.adb', link => '-largs -no-pie -largs -pg'],
    'object'         => ['gcc', '-O1 -g -pg -c', 'cycles.c', raw => 1, data => 'made'],
    'shared'         => ['gcc', '-O1 -g -pg -shared -fPIC', 'cycles.c', raw => 1, data => 'made'],
    'bare64'         => ['gcc', '-O1 -g -nostdlib -static', 'bare.c', raw => 1, data => 'made'],
    'bare32'         => ['gcc', '-m32 -O1 -g -nostdlib -static -ffreestanding -fno-pie -no-pie', 'bare.c', raw => 1, data => 'made'],
    'bare32-nog'     => ['gcc', '-m32 -O0 -nostdlib -static -ffreestanding -fno-pie -no-pie', 'bare.c', raw => 1, data => 'made'],
    'clones32'       => ['gcc', "-m32 -O2 -g $bare32", 'clones.c unprofiled.c', raw => 1, data => 'made'],
    'clones32-clang' => ['clang', "-m32 -O2 -gdwarf-4 $bare32", 'clones.c unprofiled.c', raw => 1, data => 'made'],
    'nested32'       => ['gcc', "-m32 -O3 -g $bare32", 'nested.c', raw => 1, data => 'made'],
    map({ ("sqlite-$_->[0]" => ['gcc', "$_->[1] $sqlite", '../runtime/sqlite.c', gen => sub { "$ENV{SQLITE_DIR}/sqlite3.c" },
        link => '-lm', runs => [[3]]]) } ['O1-g', '-O1 -g -no-pie'], ['O1-nog', '-O1 -no-pie'], ['O1-static', '-O1 -g -static'],
        ['O2-g', $O2], ['O2-noinline-g', "$O2 -fno-inline"]),
);

# COUNT small functions in several files, calling each other in trees, chains and a few cycles; one in eight has time.
sub gen_many
{
    my ($dir, $count) = @_;
    my $files = 4;
    my @files;
    for my $part (0 .. $files - 1) {
        my $text = qq{#include "burn.h"\n};
        for (my $i = $part; $i < $count; $i += $files) {
            my @callee = grep { $_ < $count } (2 * $i + 1, 2 * $i + 2);
            my $back = $i % 97 == 13 ? int($i / 2) - 1 : -1;
            push @callee, $back if $back >= 0;
            $text .= "void f$_(int n);\n" for @callee;
            $text .= "void f$i(int n);\nKEEP void f$i(int n)\n{\n";
            $text .= '    BURN(' . ($i * 7919 % 1500) . ");\n" if $i % 8 == 0;
            $text .= "    if (n > 0) {\n" . join('', map { "        f$_(n - 1);\n" } @callee) . "    }\n" if @callee;
            $text .= "}\n";
        }
        $text .= "int main(void)\n{\n    void f0(int n);\n    for (int i = 0; i < 3; i++)\n        f0(14);\n    return 0;\n}\n"
            if $part == 0;
        spew("$dir/many$part.c", $text);
        push @files, "$dir/many$part.c";
    }
    return @files;
}

# A data file for an image that does not run: pseudo-random, but the same every time.
sub make_data
{
    my ($image, $file) = @_;
    my $elf  = Elf->read($image);
    my @func = grep { $_->{code} && $_->{type} == 2 } @{ $elf->{symbols} };
    die "$image: no functions\n" unless @func;
    my $seed = 12345;
    my $next = sub { $seed = ($seed * 1103515245 + 12345) % 2147483648; return int($seed / 65536) % $_[0] };
    my ($low, $high) = (sort { $a <=> $b } map { $_->{value} } @func)[0, -1];
    ($low, $high) = ($low & ~15, ($high + 64) & ~15);
    my $bins = ($high - $low) / 4;
    my $addr = $elf->{bits} == 64 ? 'Q<' : 'L<';
    my $text = pack('a4 L< x12', 'gmon', 1) . pack("C $addr $addr L< L< a15 a1", 0, $low, $high, $bins, 100, 'seconds', 's');
    $text .= pack 'S<*', map { $next->(3) ? 0 : $next->(40) } 1 .. $bins;
    for (1 .. 4 * @func) {
        my ($from, $self) = ($func[$next->(scalar @func)], $func[$next->(scalar @func)]);
        $text .= pack "C $addr $addr L<", 1, $from->{value} + $next->(6), $self->{value}, $next->(7) * $next->(9);
    }
    $text .= pack "C $addr $addr L<", 1, 1, $func[0]{value}, 5;    # a caller that nobody knows
    spew($file, $text);
}

# Runs a command in a directory, for ten minutes at most. Returns its status as wait does.
sub run_in
{
    my ($dir, $log, @cmd) = @_;
    my $pid = fork // die "fork: $!\n";
    if ($pid == 0) {
        chdir $dir or die "$dir: $!\n";
        open STDOUT, '>>', $log or die;
        open STDERR, '>&', \*STDOUT or die;
        alarm 600;
        exec @cmd or exit 127;
    }
    waitpid $pid, 0;
    return $?;
}

# One run of the image; every process of it leaves one file; they are renamed by their size of work: pid order.
sub collect
{
    my ($dir, $args, $files) = @_;
    local $ENV{GMON_OUT_PREFIX} = "$dir/raw";
    run_in($dir, "$dir/log", "$dir/image", @$args) & 127 and die "the program died of a signal\n";
    my $pid = sub { ($_[0] =~ /\.(\d+)$/)[0] };
    for my $raw (sort { $pid->($a) <=> $pid->($b) } glob "$dir/raw.*") {
        push @$files, @$files ? "$dir/gmon." . (@$files + 1) : "$dir/gmon.out";
        move($raw, $files->[-1]) or die "$raw: $!\n";
    }
}

# Keeps only the records with TAG (0 histogram, 1 arcs) of a 64-bit data file.
sub keep_only
{
    my ($file, $tag) = @_;
    my $text = slurp($file);
    my $kept = substr $text, 0, 20;
    for (my $at = 20; $at < length $text;) {
        my $is = ord substr $text, $at, 1;
        my $size = $is == 0 ? 41 + 2 * unpack('L<', substr $text, $at + 17, 4) : 21;
        $kept .= substr $text, $at, $size if $is == $tag;
        $at += $size;
    }
    spew($file, $kept);
}

sub compile
{
    my ($dir, $cc, $flags, $sources, %o) = @_;
    my @flags = (split(' ', $flags), "-I$src");
    push @flags, '-pg' unless $o{raw} || $o{nopg};
    my $from = $o{named} ? File::Spec->abs2rel($src, $dir) : $src;
    my @in = (map({ "$from/$_" } split ' ', $sources), $o{gen} ? $o{gen}->($dir) : ());
    my @link = split ' ', $o{link} // '';
    push @link, '-pg' if $o{nopg};
    my $n = 0;
    my @steps;
    for my $kind ('plain', 'nodebug') {
        for my $file (split ' ', $o{$kind} // '') {
            my @f = $kind eq 'plain' ? grep { $_ ne '-pg' } @flags : (grep({ $_ ne '-g' } @flags), '-g0');
            push @steps, [$cc, @f, '-c', "$src/$file", '-o', "$dir/extra$n.o"];
            push @in, "$dir/extra$n.o";
            $n++;
        }
    }
    push @steps, [$cc, @flags, @in, '-o', "$dir/image", @link];
    push @steps, [split(' ', $o{post}), "$dir/image"] if $o{post};
    for my $step (@steps) {
        run_in($dir, "$dir/log", @$step) == 0 or die "failed: @$step\n" . slurp("$dir/log");
    }
}

my %version;

sub stamp_of
{
    my ($cc, $flags, $sources, %o) = @_;
    $version{$cc} //= `$cc --version 2>/dev/null`;
    my @files = sort map { split ' ', $_ } $sources, $o{plain} // '', $o{nodebug} // '';
    return md5_hex(join "\0", $version{$cc}, $flags, map({ slurp("$src/$_") } @files, 'burn.h', 'shared.h'),
        map({ "$_=" . (ref $o{$_} eq 'ARRAY' ? join(',', map {"@$_"} @{ $o{$_} }) : ref $o{$_} ? '' : $o{$_}) } sort keys %o),
        slurp("$FindBin::Bin/images.pl"));
}

sub make_pair
{
    my ($name) = @_;
    my ($cc, $flags, $sources, %o) = @{ $pairs{$name} };
    my $dir = "$out/$name";
    return "skip  $name: no $cc" unless have($cc);
    my $stamp = stamp_of($cc, $flags, $sources, %o);
    return "ready $name" if -f "$dir/stamp" && slurp("$dir/stamp") eq $stamp;
    remove_tree($dir);
    make_path($dir);
    my @files;
    my $ok = eval {
        compile($dir, $cc, $flags, $sources, %o);
        if (($o{data} // '') eq 'made') {
            make_data("$dir/image", "$dir/gmon.out");
        } else {
            collect($dir, $_, \@files) for @{ $o{runs} // [[]] };
            die "the run left no data file\n" . slurp("$dir/log") unless @files;
            keep_only($_, $o{only}) for defined $o{only} ? @files : ();
        }
        symlink 'image', "$dir/a.out";
        1;
    };
    my $why = $@;
    unlink glob("$dir/*.o"), glob("$dir/*.ali"), glob("$dir/b~*");
    if (!$ok) {
        unlink "$dir/image";
        $why =~ s/\n/\n      /g;
        return ($o{raw} && $flags =~ /-m32/ ? 'skip ' : 'FAIL ') . " $name: $why";
    }
    spew("$dir/stamp", $stamp);
    return "built $name";
}

my @todo = @ARGV ? @ARGV : grep { !/^sqlite-/ } sort keys %pairs;
exists $pairs{$_} or die "images.pl: no pair is called $_\n" for @todo;
if (!@ARGV && ($ENV{FEWER} // 1) > 4) {
    @todo = grep { my (undef, undef, undef, %o) = @{ $pairs{$_} }; !$o{full} } @todo;
}
make_path($out);
open my $lock, '>', "$out/lock" or die "$out/lock: $!\n"; # two tests may want them at a time
flock $lock, LOCK_EX or die "$out/lock: $!\n";
if (!@ARGV) {
    my %known = map { $_ => 1 } @todo;
    m{([^/]+)$} && !$known{$1} && -f "$_/stamp" && remove_tree($_) for glob "$out/*";
}
my ($failed, $count) = (0, 0);
my @kids;
for my $k (0 .. $jobs - 1) {
    my $pid = open my $pipe, '-|';
    defined $pid or die "fork: $!\n";
    if ($pid == 0) {
        $| = 1;
        for (my $i = $k; $i < @todo; $i += $jobs) {
            print make_pair($todo[$i]), "\n";
        }
        exit 0;
    }
    push @kids, $pipe;
}
for my $pipe (@kids) {
    while (my $line = <$pipe>) {
        $failed++ if $line =~ /^FAIL/;
        $count++ if $line =~ /^(?:built|ready)/;
        print $line unless $line =~ /^ready/ && !$ENV{V};
    }
    close $pipe or $failed++;
}
print "$count of ", scalar @todo, " image/data pairs are ready\n";
exit($failed ? 1 : 0);
