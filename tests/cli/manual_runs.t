#!/usr/bin/perl
# manual_runs.t - commands of the manual are run, with compilers and all, and print what it shows
#
# Role:   above an @example or @smallexample of doc/gprof.texi stands what holds it. This test holds
#             @c run: PLACE                    run in the directory PLACE
#             @c run, numbers vary: PLACE      the same, but numbers are compared as if all were
#                                              0, and line breaks as blanks
#             @c compiled: PLACE/FILE.c        C, or a part of it, which is compiled there
#             @c file: PLACE/FILE              put there as it is
#         and, in the directory `tutorial', also the commands of `@c example: tutorial/NAME': what these
#         print is compared with one recorded run by manual.t, and here all that does not vary from
#         run to run: headings and the rows of look_up, but for their figures, who was called how often,
#         whom the measured stacks blame, and that the fix is found to be faster.
#         Blocks are run one after the other as they stand in the manual, each by a shell of its own. In
#         those with lines `$ COMMAND' what both streams print is compared; the others must succeed.
# Places: what is in each at first is in %places. Programs that a block uses and that are not
#         installed, and those that would want a network, a desktop or much time, are played by a
#         script that does nothing.
# Input:  environment GPROF, SRCDIR, BUILD, TOOLS, CC.  Output: TAP.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Check;
use File::Copy qw(copy);
use Test::More;

plan skip_all => 'no libgmon for this machine' if !-f "$build/libgmon.a";

# What is in a place before its first block: files of the tree.
my %places = (
    tutorial  => [ glob "$top/doc/examples/tutorial/*" ],
    traps     => [ glob "$top/doc/examples/tutorial/*" ],
    prog      => [ glob "$top/tests/progs/manual/*" ],
    questions => [ glob "$top/tests/progs/manual/*" ],
);
my @played = qw(kcachegrind go mpirun less);
my @wanted = qw(callgrind_annotate dot jq time);

my $work = work_dir();
delete @ENV{ grep { /^GMON_/ } keys %ENV };

sub put_program
{
    my ($file, $text) = @_;
    spew($file, $text);
    chmod 0755, $file;
}

# As if all were installed: a compiler that finds gmon.h and libgmon.a, the library to preload.
sub install
{
    mkdir "$work/$_" for qw(bin lib);
    symlink "$build/libgmon.a",  "$work/lib/libgmon.a";
    symlink "$build/libgmon.so", "$work/lib/libgmon.so.1";
    put_program("$work/bin/cc", "#!/bin/sh\nPATH='$ENV{PATH}'\nexec $ENV{CC} \"\$@\"\n");
    for my $name (@played, grep { !have($_) } @wanted) {
        put_program("$work/bin/$name", "#!/bin/sh\ncat >/dev/null\n");
        note("$name is played by a script");
    }
    symlink $gprof, "$work/bin/gprof";
    open my $in, '<', "$top/src/projects/gprof-run.sh" or die "gprof-run.sh: $!\n";
    my %filled = (gprof => 'gprof', libdir => '../lib', version => '');
    put_program("$work/bin/gprof-run", join('', map { s/\@(gprof|libdir|version)\@/$filled{$1}/gr } <$in>));
    copy("$top/tests/progs/manual/mpirun.sh", "$work/bin/mpirun") or die "mpirun.sh: $!\n";
    chmod 0755, "$work/bin/mpirun";
    $ENV{PATH}            = "$work/bin:" . $gprof =~ s{/[^/]*$}{}r . ":$ENV{PATH}";
    $ENV{LIBRARY_PATH}    = "$work/lib";
    $ENV{LD_LIBRARY_PATH} = "$work/lib";
    $ENV{C_INCLUDE_PATH}  = "$top/include";
    $ENV{LC_ALL}          = 'C';
}

# The manual's blocks: { line, how, place, text }.
sub blocks
{
    open my $in, '<', "$top/doc/gprof.texi" or die "doc/gprof.texi: $!\n";
    my $manual = do { local $/; <$in> };
    my @blocks;
    while ($manual =~ /^\@c ([^\n:]+): (\S+)\n\@((?:small)?example)\n(.*?)^\@end \3$/msg) {
        my ($how, $place, $text) = ($1, $2, $4);
        my $line = 1 + (() = substr($manual, 0, $-[0]) =~ /\n/g);
        $text =~ s/^\@(?:group|end group)\n//mg;
        $text =~ s/\@r\{(.*?)\}/# $1/g;
        $text =~ s/\@([\@{}])/$1/g;
        push @blocks, { how => $how, place => $place, text => $text, line => $line };
    }
    return @blocks;
}

sub in_place
{
    my ($place) = @_;
    return if -d "$work/$place";
    mkdir "$work/$place" or die "$place: $!\n";
    -f && copy($_, "$work/$place/") for @{ $places{$place} // [] };
}

# Runs a script in a place: its status, and what both streams got.
sub run_in
{
    my ($place, $script) = @_;
    in_place($place);
    spew("$work/script", $script);
    my $printed = qx{cd '$work/$place' && timeout 100 sh -e '$work/script' </dev/null 2>&1};
    return ($?, $printed);
}

# The lines of a block that are commands, each with those that continue it.
sub commands
{
    return $_[0] =~ /^\$ ((?:[^\n]*\\\n)*[^\n]*)$/mg;
}

sub quoted { return "'" . $_[0] =~ s/'/'\\''/gr . "'" }

sub plain
{
    my ($text, $numbers_vary) = @_;
    $text =~ s/ +$//mg;
    return $text if !$numbers_vary;
    return $text =~ s/\d+(?:\.\d+)?/0/gr =~ s/\s+/ /gr;
}

# The lines of a listing that are the same in each run, but for figures and blanks: headings, rows of look_up.
# What --top says to do next depends on how busy the machine is.
sub steady
{
    return map { s/@ [0-9a-f]+/@/r =~ s/[-+<]?\d+(?:[.,]\d+)*/0/gr =~ s/~ //r =~ s/\s+/ /gr =~ s/^ | $//gr }
        grep { !/^(?:\$|Next:|  [a-z]|$)/ && (/look_up/ || !/\d/) } split /\n/, $_[0];
}

sub check_run
{
    my ($block, $numbers_vary) = @_;
    my $name = "line $block->{line}, in $block->{place}";
    my @commands = commands($block->{text});
    if (@commands) {
        my $script = "set +e\n" . join '', map { "printf '%s\\n' " . quoted("\$ $_") . "\n$_\n" } @commands;
        my (undef, $printed) = run_in($block->{place}, $script);
        is(plain($printed, $numbers_vary), plain($block->{text}, $numbers_vary), "$name: it prints what the manual shows");
    } else {
        my ($status, $printed) = run_in($block->{place}, $block->{text});
        is($status, 0, "$name: its commands succeed") or diag($printed);
    }
}

install();
my %held;
for my $block (blocks()) {
    my ($how, $place, $text) = @$block{qw(how place text)};
    $held{$how}++;
    if ($how =~ /^run(, numbers vary)?$/) {
        ok($places{$place}, "line $block->{line}: place $place is known") if !$places{$place};
        check_run($block, $1);
    } elsif ($how eq 'file' || $how eq 'compiled') {
        my ($dir, $file) = $place =~ m{^(\w+)/([\w.-]+)$} or die "line $block->{line}: no PLACE/FILE\n";
        in_place($dir);
        spew("$work/$dir/$file", $text);
        my ($status, $printed) = $how eq 'file' ? (0, '') : run_in($dir, "cc -pg -Wall -c $file\n");
        is("$status $printed", '0 ', "line $block->{line}: $file");
    } elsif ($how eq 'example' && $place =~ m{^tutorial/}) {
        like($text, qr/^\$ /, "line $block->{line}: $place begins with a command");
        my (undef, $printed) = run_in('tutorial', "set +e\n" . join "\n", commands($text));
        my %printed = map { $_ => 1 } steady($printed);
        is(join("\n", grep { !$printed{$_} } steady($text)), '', "line $block->{line}: and shows what a run of now does");
    }
}
cmp_ok($held{run} // 0, '>=', 10, 'commands were run');

# ---- the tutorial: this run beside the one that the manual shows ----------------------------------
my (undef, $recorded) = run_in('recorded', '. "$SRCDIR/tests/golden/programs/stock.sh"');
is($recorded, '', 'the recorded run');

# name, callee and calls of the program's functions, and of the arcs to look_up
sub counts
{
    my ($place, $files) = @_;
    my (undef, $csv) = run_in($place, "gprof --export=csv $files 2>/dev/null\n");
    my $ours = qr/look_up|deliver|sell|number|read_line/;
    return join "\n", sort map { join ' ', (split /,/)[ 2, 4, 7 ] }
        grep { /^function,[^,]*,$ours,/ || /^arc,[^,]*,$ours,[^,]*,look_up,/ } split /\n/, $csv;
}
my $wanted = counts('recorded', 'recorded/stock recorded/stock.1');
like($wanted, qr/^deliver look_up 70000$/m, 'the counts of the recorded run');
is(counts('tutorial', 'stock.before before.1'), $wanted, 'the tutorial: functions are called as often as in the manual');
is(counts('tutorial', 'stock after.1'), $wanted, 'and so they are after the fix');

my (undef, $measured) = run_in('tutorial', 'gprof -b -qlook_up stock.before before.1 stacks.before.1');
my ($by_deliver) = $measured =~ /^ +(\d+\.\d\d) .* deliver \(/m;
my ($by_sell)    = $measured =~ /^ +(\d+\.\d\d) .* sell \(/m;
cmp_ok($by_deliver // 0, '>', 5 * ($by_sell // 1) + 0.1, 'measured stacks blame deliver') or diag($measured);
my (undef, $changes) = run_in('tutorial', 'gprof -b --compare="before.*" --compare-image=stock.before stock after.*');
like($changes, qr/^change +-.*\n.*^ .* -\d+\.\d+ ± .* faster +770000  look_up$/ms, 'and the fix is found to be faster');
done_testing();
