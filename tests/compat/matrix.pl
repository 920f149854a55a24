#!/usr/bin/perl
# matrix.pl - compares our gprof with the oracle: every image/data pair x every option set
#
# Role:   runs `ORACLE -b ...` and `$GPROF -b ...` and compares the bytes of stdout and the exit status.
# Input:  --dir=DIR (default $BUILD/compat, from images.pl): directories with image and gmon.out;
#         --family=now,blurb,...,none --pairs=REGEX --sets=REGEX limit the work; environment ORACLE, GPROF,
#         BUILD, COMPAT, JOBS (2). --step=N takes every N-th set, other ones for each pair.
#         --line-limit=BYTES (200000) leaves -l out with larger images, whose lines the oracle may take minutes for.
#         --twos=N runs every sensible pair of single options with N image/data pairs, --triples=N that many
#         random triples with each, other ones for each --seed=N.
#         --tap prints one test per pair. --list prints the sets. --why prints every explained case, with a wrong line of the oracle's.
# Output: a short diff of the first differences, then `N of N identical (M explained)`; everything is kept below
#         --keep=DIR (default $BUILD/compat-diff): the command, both outputs, both messages. Status 1 on a difference.
# The oracle's answers are remembered below $COMPAT/compat-seen (COMPAT: default $BUILD), a digest each,
# void when image or data change.
# Does not: build anything; compare stderr (messages are deliberately better).
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Check;
use Cwd qw(abs_path);
use Digest::MD5 qw(md5_hex);
use Fcntl qw(:flock);
use File::Path qw(make_path remove_tree);
use File::Temp qw(tempdir);
use Getopt::Long;
use POSIX ();
use Storable qw(store retrieve);
use Time::HiRes qw(time);
use lib $FindBin::Bin;
use Elf;
use Explain;
use Sets;

my $shared = $ENV{COMPAT} // $build; # variant builds use the images and the oracle's answers of the main one
my %opt = (family => 'now', pairs => '', sets => '', dir => "$shared/compat", keep => "$build/compat-diff", show => 3, limit => 60, "line-limit" => 200_000,
    twos => 0, triples => 0, seed => 1, step => 1);
GetOptions(\%opt, qw(family=s pairs=s sets=s dir=s keep=s show=i limit=i line-limit=i step=i twos=i triples=i seed=i tap list why)) or exit 2;
my %prog = (oracle => $oracle, ours => $gprof);
my $release = gnu_release();
my $todo = is_known($release) ? '' : " # TODO GNU gprof $release is not known";
my $jobs = $ENV{JOBS} // 2;

my @sets = grep { "@$_" =~ /(?:$opt{sets})/ } map { Sets::family($_) } split /,/, $opt{family};
if ($opt{list}) {
    print "@$_\n" for @sets;
    exit 0;
}
for (sort keys %prog) {
    -x $prog{$_} or die "matrix.pl: $prog{$_} is not there (ORACLE, GPROF)\n";
}
my @pairs = sort { $b->{size} <=> $a->{size} || $a->{name} cmp $b->{name} }
    map { m{([^/]+)$}; { name => $1, dir => $_, size => -s "$_/image" } }
    grep { -f "$_/image" && -f "$_/gmon.out" && m{([^/]+)$} && $1 =~ /(?:$opt{pairs})/ } glob "$opt{dir}/*";
$pairs[$_]{number} = $_ for 0 .. $#pairs;
die "matrix.pl: no pairs in $opt{dir} (run images.pl)\n" unless @pairs;

my $tmp = tempdir('matrix-XXXXXX', TMPDIR => 1, CLEANUP => 1);
my $parent = $$;

my %spent = (oracle => 0, ours => 0);

sub run_in
{
    my ($dir, $which, @words) = @_;
    my ($out, $err) = ("$tmp/$$.out", "$tmp/$$.err");
    my $start = time;
    my $pid = fork // die "fork: $!\n";
    if ($pid == 0) {
        chdir $dir or exit 126;
        open STDOUT, '>', $out or exit 126;
        open STDERR, '>', $err or exit 126;
        open STDIN, '<', '/dev/null' or exit 126;
        alarm $opt{limit};
        # with -R the oracle believes memory that it never wrote: only zeroed pages for both
        $ENV{GLIBC_TUNABLES} = 'glibc.malloc.mmap_threshold=1' if "@words" =~ /-R map/;
        exec { $prog{$which} } 'gprof', @words or POSIX::_exit(127);
    }
    waitpid $pid, 0;
    my $status = $?;
    $spent{$which} += time - $start;
    return { out => slurp($out), err => slurp($err), status => $status };
}

# A directory of its own for what a run writes; the pair's files appear in it as links.
sub scratch
{
    my ($pair, $name) = @_;
    my $dir = "$tmp/$$.$name";
    remove_tree($dir);
    make_path($dir);
    symlink "$pair->{dir}/$_", "$dir/$_" for 'image', 'a.out', @{ $pair->{data} };
    spew("$dir/resp", qq{-p "image"\n'gmon.out'\n});
    spew("$dir/map", $pair->{map}) if defined $pair->{map};
    spew("$dir/syms", $pair->{syms}) if defined $pair->{syms};
    return $dir;
}

# Returns where a program says that functions, and with -l lines, are: FILE:LINE by (NAME:ADDRESS).
sub places
{
    my ($pair, $which, @by_line) = @_;
    return { reverse run_in($pair->{dir}, $which, qw(-b -C -z), @by_line, qw(image gmon.out))->{out} =~ /^(.*:\d+): (\(.*\)) \d+ executions$/mg };
}

# Some faults of a release would hide all else in a pair. Then it is compared without what shows the fault, and a note says so.
sub leave_out_faults
{
    my ($pair) = @_;
    for my $by_line ('', $pair->{size} > $opt{"line-limit"} ? () : '-l') {
        my ($theirs, $ours) = map { places($pair, $_, $by_line || ()) } qw(oracle ours);
        my ($wrong) = grep { ($ours->{$_} // '<unknown>') !~ /^<unknown>/ && $ours->{$_} ne $theirs->{$_} } sort keys %$theirs;
        if ($release eq '2.40' && $wrong) {    # doc/DEVIATIONS, headers
            my $copy = "$tmp/$pair->{name}.bare";
            system('cp', '-rL', $pair->{dir}, $copy) == 0 && system('objcopy', '--strip-debug', "$copy/image") == 0
                or die "$pair->{name}: cannot be stripped\n";
            $pair->{dir} = $copy;
            $pair->{note} = ", without debug information: 2.40 says $theirs->{$wrong}, not $ours->{$wrong}";
            last;
        }
        my ($lost) = sort grep { !/\./ && !$theirs->{$_} && $ours->{$_} !~ /^<unknown>/ } keys %$ours;
        if ($release eq 'trunk' && $by_line && $lost) {    # doc/DEVIATIONS, trunk alone, first bytes
            $pair->{no_lines} = 1;
            $pair->{note} = ", without -l: the trunk does not list $ours->{$lost} $lost";
        }
    }
}

# What a pair's symspecs, map file and symbol file are made of: the two busiest functions and their file.
sub prepare
{
    my ($pair) = @_;
    $pair->{dir} = abs_path($pair->{dir});
    leave_out_faults($pair) if $release =~ /^(?:2\.40|trunk)$/;
    $pair->{data} = [map { m{([^/]+)$} } grep { !/gmon\.sum$/ } glob "$pair->{dir}/gmon.*"];
    $pair->{data} = ['gmon.out', grep { $_ ne 'gmon.out' } @{ $pair->{data} }];
    $pair->{elf} = Elf->read("$pair->{dir}/image");
    my @func = sort { $a->{value} <=> $b->{value} } grep { $_->{code} && $_->{type} == 2 } @{ $pair->{elf} ? $pair->{elf}{symbols} : [] };
    my $n = 0;
    $pair->{map} = join '', map { 'obj' . int($n++ / 3) . ".o:0000 T $_->{name}\n" } grep { $_->{name} !~ /\s/ } @func;
    # with an end behind all samples: what is last gets none from the oracle
    $pair->{syms} = join '', map({ sprintf "%x %s %s\n", $_->{value}, $_->{bind} ? 'T' : 't', $_->{name} } @func), "7fffffff T end\n";
    $pair->{F} = 'main';
    $pair->{G} = 'main';
    my $flat = run_in($pair->{dir}, 'oracle', '-b', '-p', '--no-demangle', 'image', 'gmon.out')->{out};
    my @busy = map { /^ *[\d.]+ +[\d.]+ +[\d.]+ .*  (\S+)$/ ? $1 : () } split /\n/, $flat;
    @$pair{qw(F G)} = @busy[0, @busy > 1 ? 1 : 0] if @busy;
    my ($file) = grep { $_->{info} == 4 && $_->{name} =~ /^\w+\.(?:c|cc|f90|adb)$/ } @{ $pair->{elf} ? $pair->{elf}{symbols} : [] };
    $pair->{S} = $file ? $file->{name} : 'nowhere.c';
}

# A function's name in a specification. GNU gprof takes one with a dot for a file, unless there is a colon before it.
sub spec_of
{
    my ($colon, $kind, $name) = @_;
    return ($colon || ($kind ne 'S' && $name =~ /\./ ? ':' : '')) . $name;
}

sub words_of
{
    my ($pair, $set) = @_;
    my @data = @{ $pair->{data} };
    my @all = @data > 1 ? @data : (@data, @data);
    my $files = grep { /^%[IDARN]$|^\@|^nowhere$/ && $_ ne '@nowhere' } @$set;
    my @words = map {
              $_ eq '%I' ? 'image'
            : $_ eq '%D' ? 'gmon.out'
            : $_ eq '%A' ? @all
            : $_ =~ /^%[NV]$/ ? ()
            : s/%R/resp/r =~ s/(:?)%([FGS])/spec_of($1, $2, $pair->{$2})/ger
    } @$set;
    push @words, 'image', 'gmon.out' unless $files || "@$set" =~ /%I|-R nowhere$|-S nowhere$/;
    push @words, 'image', 'gmon.out' if "@$set" =~ /-[RS] nowhere$/;
    unshift @words, '-b' unless grep { $_ eq '%V' } @$set;
    return @words;
}

# Self times, calls and names of the flat profile: what a merge must not change.
sub flat_rows
{
    my ($text) = @_;
    return join "\n", map { /^ *(\S+) +(\S+) +(\S+)(?: +(\d+) +\S+ +\S+)?  +(\S.*)$/ ? join ' ', $1, $2, $3, $4 // '-', $5 : $_ } split /\n/, $text;
}

# gmon.sum of our run must tell the oracle the same as the data files did.
sub check_sum
{
    my ($dir, $set, $pair) = @_;
    return 'no gmon.sum was written' unless -f "$dir/gmon.sum";
    my @data = grep { /^gmon\./ } words_of($pair, $set);
    my @files = @data ? @data : 'gmon.out';
    for my $report ('-p', '-C') {
        my $sum = run_in($dir, 'oracle', '-b', $report, 'image', 'gmon.sum');
        my $raw = run_in($dir, 'oracle', '-b', $report, 'image', @files);
        return 'gmon.sum: not compared, the oracle is over the limit' if timed_out($sum) || timed_out($raw);
        return "gmon.sum: the oracle says $sum->{err}" if $sum->{status} != $raw->{status};
        return "gmon.sum: $report has changed" if flat_rows($sum->{out}) ne flat_rows($raw->{out});
    }
    return '';
}

sub keep_difference
{
    my ($pair, $set, $o, $g, $words, $extra) = @_;
    (my $name = "$pair->{name}__@$set") =~ s{[^\w.%+=-]+}{_}g;
    my $dir = "$opt{keep}/" . substr $name, 0, 150;
    make_path($dir);
    my $line = join ' ', map { /^[\w.%+=,:\/@-]+$/ ? $_ : "'$_'" } @$words;
    spew("$dir/command", "cd $pair->{dir}\n$prog{oracle} $line\n$prog{ours} $line\n# status $o->{status} and $g->{status}\n$extra\n");
    spew("$dir/oracle.out", $o->{out});
    spew("$dir/oracle.err", $o->{err});
    spew("$dir/ours.out", $g->{out});
    spew("$dir/ours.err", $g->{err});
    return $dir;
}

sub digest
{
    my ($r) = @_;
    return "$r->{status} " . md5_hex($r->{out});
}

# What the oracle said of this pair in an earlier run, so that only ours need run again.
sub recall
{
    my ($pair) = @_;
    $pair->{memory} = "$shared/compat-seen/$pair->{name}.$release";
    $pair->{stamp} = md5_hex(join "\0", map({ slurp("$pair->{dir}/$_") } 'image', @{ $pair->{data} }), $prog{oracle}, (stat $prog{oracle})[7, 9]);
    my $memory = -f $pair->{memory} && eval { retrieve($pair->{memory}) };
    $pair->{seen} = $memory->{seen} if $memory && $memory->{stamp} eq $pair->{stamp};
}

# Stopped by our time limit: there is no answer that could be compared or remembered.
sub timed_out
{
    my ($r) = @_;
    return ($r->{status} & 127) == POSIX::SIGALRM();
}

sub compare
{
    my ($pair, $set) = @_;
    my @words = words_of($pair, $set);
    my (%r, %dir);
    my $sum = grep { /^(?:-s|--sum)$/ } @words;
    my $key = join "\0", @words;
    my $seen = $sum ? undef : $pair->{seen}{$key};
    for my $which (qw(ours oracle)) {
        $dir{$which} = $sum || !$pair->{scratch} ? scratch($pair, $which) : $pair->{scratch};
        $pair->{scratch} = $dir{$which} unless $sum;
        $r{$which} = run_in($dir{$which}, $which, @words);
        return { same => 1 } if $seen && $which eq 'ours' && $seen eq digest($r{$which});
    }
    $pair->{seen}{$key} = digest($r{oracle}) unless $sum || timed_out($r{oracle});
    my ($o, $g) = @r{qw(oracle ours)};
    my $extra = '';
    my @late = grep { timed_out($r{$_}) } qw(oracle ours);
    if (@late) {
        $extra = "not compared: @late over the limit of $opt{limit} s (--limit)";
    } elsif ($sum && $g->{status} == 0) {
        $extra = check_sum($dir{ours}, $set, $pair);
    }
    my $same = $o->{out} eq $g->{out} && $o->{status} == $g->{status};
    return { same => 1 } if $same && !$extra;
    my @data = map { "$pair->{dir}/$_" } do { my @d = grep { /^gmon\./ } @words; @d ? @d : 'gmon.out' };
    my @why = $extra ? () : Explain::explain(dir => $dir{ours}, words => \@words, data => \@data, oracle => $o, ours => $g,
        elf => $pair->{elf}, release => is_known($release) ? $release : '', tmp => $dir{ours}, tools => $tools, run => sub { run_in($dir{ours}, @_) });
    return { why => \@why, wrong => $o->{out} eq '' ? "status " . ($o->{status} >> 8) : wrong_line($o->{out}, $g->{out}) } if @why;
    return { kept => keep_difference($pair, $set, $o, $g, \@words, $extra), extra => $extra };
}

# Returns the first line of the oracle's that is not ours.
sub wrong_line
{
    my ($theirs, $ours) = @_;
    my %ours = map { $_ => 1 } split /\n/, $ours;
    my ($line) = grep { !$ours{$_} } split /\n/, $theirs;
    return $line // 'the order of its lines';
}

# The sets that this run gives to a pair.
sub sets_of
{
    my ($pair) = @_;
    my $number = $pair->{number};
    my @twos = Sets::twos();
    return (
        @sets[grep { ($_ + $number) % $opt{step} == 0 } 0 .. $#sets],
        @twos[grep { ($_ + $number) % @pairs < $opt{twos} } 0 .. $#twos],
        Sets::triples($opt{triples}, $opt{seed} * 1000 + $number),
    );
}

sub do_pair
{
    my ($pair) = @_;
    prepare($pair);
    recall($pair);
    my %t = (name => $pair->{name}, note => $pair->{note} // '', same => 0, explained => [], different => []);
    for my $set (sets_of($pair)) {
        next if "@$set" =~ /(?:^| )-l\b/ && ($pair->{no_lines} || $pair->{size} > $opt{"line-limit"});
        my $r = compare($pair, $set);
        if ($r->{same}) {
            $t{same}++;
        } elsif ($r->{why}) {
            push @{ $t{explained} }, { set => "@$set", %$r };
        } else {
            push @{ $t{different} }, ["@$set", $r->{kept}, $r->{extra}];
        }
    }
    store({ stamp => $pair->{stamp}, seen => $pair->{seen} // {} }, $pair->{memory});
    return \%t;
}

# Workers take the next pair from a shared counter, the largest first.
remove_tree($opt{keep});
make_path("$shared/compat-seen");
spew("$tmp/next", '0');
my @kids;
for (1 .. $jobs) {
    my $pid = fork // die "fork: $!\n";
    if ($pid == 0) {
        my $ok = eval {
            while (1) {
                open my $fh, '+<', "$tmp/next" or die $!;
                flock $fh, LOCK_EX or die $!;
                my $n = <$fh> + 0;
                seek $fh, 0, 0;
                print $fh $n + 1;
                close $fh;
                last if $n >= @pairs;
                store(do_pair($pairs[$n]), "$tmp/result.$n");
            }
            store(\%spent, "$tmp/spent.$$");
            1;
        };
        print STDERR $@ unless $ok;
        POSIX::_exit($ok ? 0 : 1);
    }
    push @kids, $pid;
}
my $broken = 0;
for (@kids) {
    waitpid $_, 0;
    $broken++ if $?;
}

sub show_difference
{
    my ($t, $d) = @_;
    my ($set, $dir, $extra) = @$d;
    print "# $t->{name}: $set", $extra ? " ($extra)" : '', "\n";
    return if !-f "$dir/command";
    print map { "#   $_\n" } split /\n/, (slurp("$dir/command") =~ s/^cd .*\n//r);
    my @diff = split /\n/, qx{diff -u '$dir/oracle.out' '$dir/ours.out' | sed -n '3,16p'};
    print map { "#   $_\n" } @diff, slurp("$dir/ours.err") =~ /^(.+)$/m ? "ours says: $1" : ();
}

my ($total, $same, $explained, $shown, $number) = (0, 0, 0, 0, 0);
my %reason;
print '1..', scalar @pairs, "\n" if $opt{tap};
for my $n (sort { $pairs[$a]{name} cmp $pairs[$b]{name} } 0 .. $#pairs) {
    my $t = -f "$tmp/result.$n" ? retrieve("$tmp/result.$n") : { name => $pairs[$n]{name}, same => 0, explained => [], different => [['broken off', $tmp, '']] };
    my ($x, $d) = (scalar @{ $t->{explained} }, scalar @{ $t->{different} });
    my $all = $t->{same} + $x + $d;
    $total += $all;
    $same += $t->{same} + $x;
    $explained += $x;
    printf "%s %d - %s: %d of %d identical (%d explained)%s%s\n", $d ? 'not ok' : 'ok', ++$number, $t->{name}, $t->{same} + $x, $all, $x, $t->{note} // '',
        $d ? $todo : '' if $opt{tap};
    for my $e (@{ $t->{explained} }) {
        $reason{$_}++ for map { s/(no samples) of .*/$1/r } @{ $e->{why} };
        print "# explained: $t->{name}: $e->{set}: ", join('; ', @{ $e->{why} }), "; GNU's: $e->{wrong}\n" if $opt{why};
    }
    for my $e (@{ $t->{different} }) {
        show_difference($t, $e) if $shown++ < $opt{show};
    }
    print "# $t->{name}: different with: ", join(' | ', map { $_->[0] . ($_->[2] ? " ($_->[2])" : '') } @{ $t->{different} }), "\n" if $d;
}
print "# explained by $_: $reason{$_}\n" for sort keys %reason;
for my $file (glob "$tmp/spent.*") {
    my $s = retrieve($file);
    $spent{$_} += $s->{$_} for keys %$s;
}
printf "# time: oracle %.1f s, ours %.1f s\n", @spent{qw(oracle ours)};
print "# all differences are in $opt{keep}\n" if $shown;
print $opt{tap} ? '# ' : '', "$same of $total identical ($explained explained)\n";
exit(($same == $total || $todo) && !$broken ? 0 : 1);
