#!/usr/bin/perl
# record.pl - makes the listings of the manual's tutorial from a run of its program
#
# Use:    perl tests/lib/record.pl, after `make check-programs', on a machine that has nothing else to do
# Role:   times differ from run to run, so the manual shows those of one run. This script runs the program
#         and writes
#             tests/golden/programs/stock.sh   all that gprof read of that run, in the languages of mkimage
#                                              and mkgmon: addresses, lines and inlined code of the
#                                              program's functions, those of the C library that are on a
#                                              stack, samples, calls and call stacks
#             tests/golden/tutorial.cases      what gprof prints of these data, which is what it prints of
#                                              the run itself, or the script fails
#             doc/gprof.texi                   the same, below each `@c example: tutorial/CASE'
#         The programs are `first' (optimised and inlined), `stock' and `fixed'. Names of directories are left out.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Check;
use Golden qw(golden_case);

my $work = work_dir();
my %libc;    # by path, the addresses that are on stacks

sub command
{
    my ($command) = @_;
    my $text = qx{$command};
    die "record.pl: failed: $command\n" if $?;
    return $text;
}

# Returns lines that tell what was inlined into the functions: runs of addresses whose code is of another one.
sub inlined
{
    my ($name, $function, @addresses) = @_;
    my ($in, @runs) = ('');
    for my $address (@addresses) {
        my ($innermost) = command("addr2line -f -e $name 0x$address") =~ /^(\S+)/;
        $in = $function->{$address} // $in;
        $runs[-1][2] //= $address if @runs;
        push @runs, [ $in, $address, undef, $innermost ] if $innermost ne $in;
    }
    my @joined;
    for (grep { defined $_->[2] } @runs) {
        my $last = $joined[-1];
        if ($last && $last->[2] eq $_->[1] && $last->[0] eq $_->[0] && $last->[3] eq $_->[3]) { $last->[2] = $_->[2] }
        else                                                                                 { push @joined, $_ }
    }
    return map { { in => $_->[0], text => "inline $_->[3] 0x$_->[1] 0x$_->[2]\n" } } @joined;
}

# Returns the image as text: entry, sections, lines with the functions that begin there, inlined code, symbols.
sub image
{
    my ($name) = @_;
    my ($text) = map { "entry $_\n" } command("readelf -h $name") =~ /Entry point address: +(\w+)/;
    my (%function, %end, @symbols, $last);
    for (split /\n/, command("readelf -S -W $name")) {
        my ($section, $at, $offset, $size) = /\] (\.text|gmon_text|\.fini) +\w+ +0*(\w+) (\w+) 0*(\w+)/ or next;
        my $bytes = $section eq '.text' ? 'hex ' . unpack 'H*', substr slurp($name), hex $offset, hex $size : 'code';
        $text .= "section $section 0x$at 0x$size $bytes\n";
    }
    my ($low, $size) = map { hex } $text =~ /^section \.text (\w+) (\w+)/m;
    for (split /\n/, command("nm -n -S $name")) {
        my ($address, $size_of, $class, $symbol) = /^0*(\w+)(?: 0*(\w+))? ([tTW]) (.+)$/ or next;
        my $is_inside = hex($address) >= $low && hex($address) < $low + $size;
        next if !($is_inside && defined $size_of) && $symbol !~ /^(?:_*mcount|_fini)$/;
        push @symbols, sprintf 'sym %s 0x%s%s%s', $symbol, $address, $size_of ? " 0x$size_of" : '',
            $class eq 't' ? ' local' : '';
        $function{$address} = $symbol;
        $end{ hex($address) + hex($size_of // '0') } = 1;
    }
    my %seen;
    for (split /\n/, command("objdump --dwarf=decodedline $name")) {
        my ($file, $line, $address) = /^(stock\.c) +(\d+) +0x(\w+)/ or next;
        $seen{ hex $address } = [ $address, "$file:$line" ];
    }
    my ($lines, $in) = ('', '');
    my @inlined = inlined($name, \%function, map { $seen{$_}[0] } sort { $a <=> $b } keys %seen);
    for (sort { $a <=> $b } keys %seen) {
        my ($address, $place) = @{ $seen{$_} };
        my $begins = $function{$address};
        $lines .= "0x$address $place" . (defined $begins ? " $begins" : '') . "\n";
        $lines .= join '', map { $_->{text} } grep { $_->{in} eq $begins } @inlined if defined $begins;
        $last = $_;
    }
    my ($end) = grep { $_ >= $last } sort { $a <=> $b } keys %end;
    return $text . $lines . sprintf("0x%x end\n", $end) . join '', map { "$_\n" } @symbols;
}

sub stacks
{
    my ($name, $file) = @_;
    my $text = command("nm -n $name >names && $tools/gmondump -n names $file");
    $text =~ s{^module program .*}{module program - stock as $name}m;
    for my $path ($text =~ m{^module library \S+ (\S+) as libc\.}mg) {
        $libc{$path}{ hex $_ } = 1 for $text =~ /libc\.\S*?:[+=]0x(\w+)/g;
    }
    $text =~ s{^module library \S+ (?:\S*/)?(libc\.\S+) as}{module library - ./$1 as}mg;
    return $text =~ s{^(module (?!program|library - \./libc)\w+) \S+ (?:\S*/)?}{$1 - }mgr;
}

# Returns the image of the C library as text: the functions that hold one of the addresses of the stacks.
sub libc_image
{
    my ($path, $addresses) = @_;
    my ($id) = command("readelf -n $path") =~ /Build ID: (\w+)/;
    my $debug = defined $id ? '/usr/lib/debug/.build-id/' . $id =~ s/^(..)/$1\//r . '.debug' : '';
    my ($text) = map { s/^.*?\] (\.text) +\w+ +0*(\w+) +\w+ 0*(\w+).*/section $1 0x$2 0x$3 code\n/sr }
        grep { /\] \.text / } split /\n/, command("readelf -S -W $path");
    my %symbols;
    for (split /\n/, command("nm -D -n -S $path" . (-f $debug ? "; nm -n -S $debug" : ''))) {
        my ($address, $size, $class, $symbol) = /^0*(\w+) 0*(\w+) ([tTWiI]) ([^@]+)/ or next;
        next if !grep { $_ >= hex $address && $_ < hex($address) + hex $size } keys %$addresses;
        $symbols{"0x$address $symbol"} = "sym $symbol 0x$address 0x$size"
            . ($class eq 't' ? ' local' : lc $class eq 'i' ? ' ifunc' : $class eq 'W' ? ' weak' : '') . "\n"
            if ($symbols{"0x$address $symbol"} // 'local') =~ /local/;
    }
    return $text . join '', map { $symbols{$_} } sort keys %symbols;
}

# A function of sh that prints a text.
sub function
{
    my ($name, $text) = @_;
    return "\n$name()\n{\n    cat <<'END'\n${text}END\n}\n";
}

# Runs all programs; returns the data as functions of sh.
sub record
{
    my $functions = '';
    for ([ 'first', 1, '' ], [ 'stock', 3, '-fno-inline' ], [ 'fixed', 3, '-fno-inline' ]) {
        my ($name, $runs, $flags) = @$_;
        command('cp fixed.c stock.c') if $name eq 'fixed';
        command("$cc -pg -g -O2 $flags -Llib -o $name stock.c -lgmon");
        $functions .= function("${name}_image", image($name));
        for my $run (1 .. $runs) {
            command("GMON_OUT=$name.$run ./$name <day.txt");
            $functions .= function("${name}_data_$run", command("$tools/gmondump $name.$run"));
            $functions .= function("${name}_stacks_$run", stacks($name, "stacks.$name.$run"));
        }
    }
    my ($path, @others) = keys %libc;
    die "record.pl: the C library is not one file on the stacks: $path @others\n" if !$path || @others;
    return $functions . function('libc_image', libc_image($path, $libc{$path})), $path =~ s{.*/}{}r;
}

command("mkdir lib && ln -s $build/libgmon.a lib && cp $top/doc/examples/tutorial/*.* .");
command('sh day.sh >day.txt');
my ($functions, $libc) = record();
spew("$top/tests/golden/programs/stock.sh", <<'END' . $functions . <<"END_LIBC" . <<'END_COMMANDS');
# stock.sh - what the program of the manual's tutorial recorded in one run; written by lib/record.pl
#
# Commands:
#     recorded NAME   makes the files stock, gmon.out and stacks.gmon.out: of the first build, `stock' or `fixed'
#     compared        makes the files of three runs: stock.before, before.N, stock, after.N
#     steps           shows each command of its input (a line, or two if a \\ ends the first), and what it prints
# The runs are recorded/NAME.NUMBER, one of the first build, and three of each other.
#
# SPDX-License-Identifier: GPL-3.0-or-later
END

libc_image | "\$TOOLS/mkimage" -o $libc
END_LIBC
mkdir recorded
for name in first stock fixed; do
    ${name}_image | perl "$SRCDIR/tests/lib/linetable.pl" | "$TOOLS/mkimage" >recorded/$name
    for run in 1 2 3; do
        command -v ${name}_data_$run >/dev/null || break
        ${name}_data_$run | "$TOOLS/mkgmon" >recorded/$name.$run
        ${name}_stacks_$run | "$TOOLS/mkgmon" >recorded/stacks.$name.$run
    done
done

recorded()
{
    cp recorded/$1 stock
    cp recorded/$1.1 gmon.out
    cp recorded/stacks.$1.1 stacks.gmon.out
}

compared()
{
    cp recorded/stock stock.before
    cp recorded/fixed stock
    for run in 1 2 3; do
        stock_data_$run | "$TOOLS/mkgmon" >before.$run
        stock_stacks_$run | sed 's/^module program - stock/&.before/' | "$TOOLS/mkgmon" >stacks.before.$run
        fixed_data_$run | "$TOOLS/mkgmon" >after.$run
        fixed_stacks_$run | "$TOOLS/mkgmon" >stacks.after.$run
    done
}

steps()
{
    while IFS= read -r step; do
        case $step in
        *\\) IFS= read -r rest && step="$step
$rest" ;;
        esac
        printf '$ %s\n' "$step"
        eval "$step" </dev/null || return
    done
}
END_COMMANDS
command("make -C $top bless T='tutorial/*' >&2");
die "record.pl: --top says that the program waited, as the machine was busy; run this again\n"
    if golden_case("$top/tests/golden", 'tutorial/top')->{stdout} =~ /were CPU time/;

# The files of the run itself, by what the cases call them.
my %files = (
    first => 'cp first stock; cp first.1 gmon.out; cp stacks.first.1 stacks.gmon.out',
    stock => 'cp stock.kept stock; cp stock.1 gmon.out; cp stacks.stock.1 stacks.gmon.out',
    compare => 'cp stock.kept stock.before; cp fixed stock; for run in 1 2 3; do'
        . ' for kind in "" stacks.; do cp ${kind}stock.$run ${kind}before.$run; cp ${kind}fixed.$run ${kind}after.$run; done; done',
);
command('cp stock stock.kept');
my %of = (first => 'first', first_lines => 'first', inlined => 'first', compare => 'compare');
my $manual = slurp("$top/doc/gprof.texi");
while ($manual =~ /^\@c example: tutorial\/(\w+)\n\@smallexample\n(.*?)^\@end smallexample\n/msg) {
    my ($case, $at, $old) = ($1, $-[2], $2);
    my $shown = golden_case("$top/tests/golden", "tutorial/$case")->{stdout};
    if ($case ne 'open_cycle') {
        my ($step) = $shown =~ /^\$ (.*)$/m;
        my $real = command("exec 2>/dev/null; $files{ $of{$case} // 'stock' }; ln -sf $gprof gprof; PATH=.:\$PATH; $step; true");
        die "record.pl: $case: the run itself gives\n$real" if $shown !~ /\Q$real\E\z/;
    }
    substr($manual, $at, length $old) = $shown =~ s/ +$//mgr =~ s/\n+\z/\n/r =~ s/([\@{}])/\@$1/gr;
    pos($manual) = $at;
}
spew("$top/doc/gprof.texi", $manual);
