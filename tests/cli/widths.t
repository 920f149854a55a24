#!/usr/bin/perl
# widths.t - names in tables of each width: a wider line shows no less of one, and none loses its end
#
# Role:   prints --top and --by-file of a program in C++, Rust, D and C with 40 to 240 columns, and looks
#         at each name.
# Input:  environment GPROF, TOOLS, SRCDIR.  Output: TAP.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Check;
use Test::More;

work_dir();
my @names = qw(
    _ZN4llvm15InstCombinePass3runERNS_8FunctionERNS_15AnalysisManagerIS1_JEEE
    _ZN4llvm8SROAPass3runERNS_8FunctionERNS_15AnalysisManagerIS1_JEEE
    _ZN6engine6render10Rasterizer4areaERKNS_4math7PolygonIdLm3EEE
    _ZN6engine6render10Rasterizer4areaERKNS_4math7PolygonIfLm3EEE
    _ZNSt8_Rb_treeIiSt4pairIKiiESt10_Select1stIS2_ESt4lessIiESaIS2_EE24_M_get_insert_unique_posERS1_
    _ZN4core3ptr42drop_in_place$LT$alloc..string..String$GT$17h0123456789abcdefE
    _RNvMsr_NtCs3ssYzQotkvD_3std4pathNtB5_7PathBuf3newCs15kBYyAo9fc_7mycrate
    _D3std5range10primitives__T8popFrontTaZQmFNaNbNiNeMKAaZv
    a_function_of_c_with_a_name_of_sixty_columns_and_with_an_end
);
my $at = 0x1000;
my ($symbols, $arcs, @counts) = ('', '');
for my $name (@names) {
    $symbols .= sprintf "sym %s 0x%x\n", $name, $at;
    $arcs .= sprintf "arc 0x%x 0x%x %d\n", $at + 8, $at + 0x40, 1200000 if @counts / 4 < @names - 1;
    push @counts, 40 + @counts, 0, 0, 0;
    $at += 0x40;
}
make('mkimage', 'prog', sprintf "section .text 0x1000 0x%x\n%s", $at - 0x1000, $symbols);
make('mkgmon', "long/directory/of/rank.$_", sprintf "magic\nhist 0x1000 0x%x %d 1000 seconds s\nbin 0 %s\n%s",
    $at, ($at - 0x1000) / 16, join(' ', @counts), $arcs)
    for do { mkdir 'long'; mkdir 'long/directory'; mkdir 'long/directory/of'; 1 .. 2 };

# The names in the columns that the report calls `function' and `hottest caller': "TABLE NUMBER TITLE" => text.
# Tables beside each other are found by their titles.
sub names_of
{
    my ($text) = @_;
    my (%found, @columns, $table, $row);
    for my $line (split /\n/, $text) {
        if ($line =~ /function/ && $line =~ /%|min/) {
            @columns = ();
            while ($line =~ /(function|hottest caller|caller)(?=  |$)/g) {
                push @columns, [ $1 =~ s/hottest //r, $-[0] ];
            }
            ($table, $row) = (($table // 0) + 1, 0);
        } elsif ($line !~ /^ *\d+\.\d+ /) {
            @columns = () if $line eq '';
        } elsif (@columns) {
            $row++;
            for my $c (0 .. $#columns) {
                my ($title, $start) = @{ $columns[$c] };
                my $n = grep { $_->[0] eq $title } @columns[ 0 .. $c ];    # in a pair the second is the second table's
                my ($name) = substr($line, $start) =~ /^(\S.*?)(?:  |$)/ if length $line > $start;
                $found{ ($table + $n - 1) . " $row $title" } = $name if defined $name;
            }
        }
    }
    return \%found;
}

# The end of a name's last component, of which no more may be lost than what is behind it.
sub end_of
{
    my ($whole) = @_;
    1 while $whole =~ s/(?:\([^()]*\)|<[^<>]*>| const|!)$//;
    return substr $whole, -3;
}

for ([ 1, qw(--top=0) ], [ 5, qw(--top=0 --sort=file) ], [ 5, qw(--by-file -b) ]) {
    my ($step, @command) = @$_;
    my (%most, @less, @endless, @longer);
    my @data = map { "long/directory/of/rank.$_" } 1, 2;
    local $ENV{COLUMNS} = 240;
    my $widest = qx($gprof @command prog @data 2>&1);
    utf8::decode($widest);
    my $whole = names_of($widest);
    for (my $columns = 40; $columns <= 240; $columns += $step) {
        $ENV{COLUMNS} = $columns;
        my $text  = qx($gprof @command prog @data 2>&1);
        utf8::decode($text);
        my $names = names_of($text);
        push @longer, $columns if $command[0] =~ /top/ && grep { length > $columns } grep { /^ *[\d?]/ } split /\n/, $text;
        for my $key (sort keys %$names) {
            my $name  = $names->{$key};
            my $shown = length $name =~ s/\.\.\.//gr;
            push @less, "$columns: $name" if $shown < ($most{$key} // 0);
            $most{$key} = $shown;
            push @endless, "$columns: $name" if end_of($name) ne end_of($whole->{$key} // '');
        }
    }
    cmp_ok(scalar keys %most, '>=', scalar @names, "@command: names were found");
    is(join("\n", grep { defined } @less[ 0 .. 4 ]), '', "@command: a wider line shows no less of a name");
    is(join("\n", grep { defined } @endless[ 0 .. 4 ]), '', "@command: and none loses its end");
    is("@longer", '', "@command: no line is longer than the terminal");
}
done_testing();
