#!/usr/bin/perl
# record.pl - runs the program of the manual's tutorial, and writes what it recorded as text
#
# Use:    perl tests/lib/record.pl >tests/golden/programs/stock.sh, after `make check-programs', and
#         then `make bless T=tutorial'
# Role:   times differ from run to run, so the manual shows those of one run. This script writes all that
#         gprof read of that run in the languages of mkimage and mkgmon, from which golden/tutorial.cases
#         makes the files again: addresses and lines of the program's functions, samples, calls and call
#         stacks. Names of directories are left out, and so is everything outside of the program's own code.
# Output: a file for sh, with the programs `first' (optimised and inlined), `stock' and `fixed'.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Check;

my $work = work_dir();

sub command
{
    my ($command) = @_;
    my $text = qx{$command};
    die "record.pl: failed: $command\n" if $?;
    return $text;
}

# Returns the image as text: sections, lines with the functions that begin there, symbols.
sub image
{
    my ($name) = @_;
    my ($text, %function, %end, @symbols, $last) = ('');
    for (split /\n/, command("readelf -S -W $name")) {
        $text .= "section $1 0x$2 0x$3 code\n" if /\] (\.text|gmon_text|\.fini) +\w+ +0*(\w+) +\w+ 0*(\w+)/;
    }
    my ($low, $size) = map { hex } $text =~ /^section \.text (\w+) (\w+)/m;
    for (split /\n/, command("nm -n -S $name")) {
        my ($address, $size_of, $class, $symbol) = /^0*(\w+)(?: 0*(\w+))? ([tTW]) (.+)$/ or next;
        my $is_inside = hex($address) >= $low && hex($address) < $low + $size;
        next if !($is_inside && defined $size_of) && $symbol !~ /^(?:mcount|_fini)$/;
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
    my $lines = '';
    for (sort { $a <=> $b } keys %seen) {
        my ($address, $place) = @{ $seen{$_} };
        my $begins = $function{$address};
        $lines .= "0x$address $place" . (defined $begins ? " $begins" : '') . "\n";
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
    return $text =~ s{^(module (?!program)\w+) \S+ (?:\S*/)?}{$1 - }mgr;
}

sub function
{
    my ($name, $text) = @_;
    print "\n$name()\n{\n    cat <<'END'\n${text}END\n}\n";
}

command("mkdir lib && ln -s $build/libgmon.a lib && cp $top/doc/examples/tutorial/*.* .");
command('sh day.sh >day.txt');
print <<'END';
# stock.sh - what the program of the manual's tutorial recorded in one run; written by lib/record.pl
#
# Commands:
#     recorded NAME   makes the files stock, gmon.out and stacks.gmon.out: of the first build, `stock' or `fixed'
#     steps           shows each command of its input (a line, or two if a \\ ends the first), and what it prints
# The runs are recorded/NAME.NUMBER, one of the first build, and three of each other.
#
# SPDX-License-Identifier: GPL-3.0-or-later
END
my @programs = ([ 'first', 1, '' ], [ 'stock', 3, '-fno-inline' ], [ 'fixed', 3, '-fno-inline' ]);
for (@programs) {
    my ($name, $runs, $flags) = @$_;
    command('cp fixed.c stock.c') if $name eq 'fixed';
    command("$cc -pg -g -O2 $flags -Llib -o $name stock.c -lgmon");
    function("${name}_image", image($name));
    for my $run (1 .. $runs) {
        command("GMON_OUT=$name.$run ./$name <day.txt");
        function("${name}_data_$run", command("$tools/gmondump $name.$run"));
        function("${name}_stacks_$run", stacks($name, "stacks.$name.$run"));
    }
}
print <<'END';

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
END
