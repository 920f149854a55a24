#!/bin/sh
# ten_thousand.t - --by-file of 10,000 files: right, in whatever order, with few open files, and in
# a time and memory that are near those of -s
#
# The files are small, so that opening them takes most of the time: `make bench BENCHFLAGS=--by-file` has
# files of 400 KB. A list names each of 97 files, which differ, by many links to it.
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"

[ -z "$VALGRIND" ] || skip_all 'valgrind is too slow for it'

printf 'section .text 0x1000 0x1000\nfuncs 64 f 0x1000 64\n' | "$TOOLS/mkimage" -o prog
perl -we '
    for my $k (0 .. 96) {
        open my $to, "|-", "$ENV{TOOLS}/mkgmon -o file.$k" or die;
        print {$to} "magic\nhist 0x1000 0x2000 1024 100 seconds s\n";
        printf {$to} "bin %d %d\n", 16 * $_, 1 + ($k * ($_ + 3)) % (50 + 13 * $_) for 0 .. 40;
        print {$to} "bin 700 5\n" if $k == 13;
        print {$to} "arc 0x1010 0x1040 3\n";
        close $to or die;
    }
    mkdir "runs" or die;
    my @names;
    for my $i (0 .. 9999) {
        link "file." . $i % 97, "runs/gmon.out.$i" or die;
        push @names, "runs/gmon.out.$i\n";
    }
    open my $list, ">", "list" or die;
    print {$list} @names;
    close $list or die;
    open $list, ">", "shuffled" or die;
    print {$list} sort { ($a =~ /(\d+)/)[0] * 7919 % 10007 <=> ($b =~ /(\d+)/)[0] * 7919 % 10007 } @names;
    close $list or die' || bail 'no files'

# shells beside dash take -n, too; POSIX knows ulimit -f alone
# shellcheck disable=SC3045
(
    ulimit -n 16
    gprof --by-file -bz --files-from=list prog >one
) && (
    ulimit -n 16
    gprof --by-file -bz --files-from=shuffled prog >other
)
is_file other one 'the same bytes in another order'

# What it must be, from the numbers above.
perl -we '
    my (%at, $wrong, $rows);
    for my $f (0 .. 40) {
        my @t = map { 1 + ($_ % 97 * ($f + 3)) % (50 + 13 * $f) } 0 .. 9999;
        my ($sum, $max, $where) = (0, -1);
        for (0 .. $#t) { $sum += $t[$_]; ($max, $where) = ($t[$_], $_) if $t[$_] > $max }
        my @s = sort { $a <=> $b } @t;
        $at{"f$f"} = [ $s[0] / 100, ($s[4999] + $s[5000]) / 200, $max / 100, $sum / 100, "runs/gmon.out.$where" ];
    }
    while (<>) {
        my ($min, $median, $max, $ratio, $total, $file, $name) = split or next;
        next unless defined $name && $at{$name};
        my $w = $at{$name};
        $rows++;
        ++$wrong && print "# $_" if abs($min - $w->[0]) > .0051 || abs($max - $w->[2]) > .0051
            || abs($total - $w->[3]) > .0051 || $file ne $w->[4] || abs($median - $w->[1]) > .0051;
    }
    die "$rows rows\n" unless $rows == 41;
    exit !!$wrong' one >log 2>&1
is "$?$(head -n 3 log)" 0 'sums, extremes, their files and medians are exact'
is "$(awk '$NF == "f43"' one | tr -s ' ')" ' 0.00 0.00 0.05 97.09 5.15 runs/gmon.out.13 f43' 'a function of few files'
is "$(sed '1,/^By file/d' one | awk '/gmon/ { print $NF }')" "$(cat list)" 'all files, by number'

# CPU time and memory, the least of three.
cost()
{
    for _ in 1 2 3; do
        "$TOOLS/measure" gprof "$@" --jobs=1 --files-from=list prog | tail -n 1
    done | awk '{ t = $2 + $3; if (NR == 1 || t < least) least = t; if ($4 > most) most = $4 } END { print least, most }'
}
sum=$(cost -s --output=sum)
ours=$(cost --by-file)
note "-s: $sum; --by-file: $ours (seconds, KiB)"
# Each file has 41 functions; a function of a file takes at most 64 bytes.
ok 'at most 4 times the CPU time of -s, and 0.2 s, and 25 MB more' awk -v a="$sum" -v b="$ours" \
    'BEGIN { split(a, s); split(b, o); exit !(o[1] <= 4 * s[1] + 0.2 && o[2] <= s[2] + 25 * 1024) }'
done_testing
