#!/usr/bin/perl
# viewers.t - the programs that read exports find in them the times and calls that JSON has
#
# Role:   exports three profiles, and compares self time, inclusive time and calls of every function, as each reader
#         tells them, with those of --export=json. A reader that is not installed is skipped.
# Input:  environment GPROF, SRCDIR, TOOLS, CC; SPEEDSCOPE, the directory of npm's package.  Output: TAP.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Check;
use JSON::PP;
use List::Util qw(first max sum0);
use Test::More;

my $dir = work_dir();
mkdir 'away';    # callgrind_annotate shortens names below the directory that it runs in
my $json = JSON::PP->new;

# ---- profiles: each makes NAME and the data files that it returns, or nothing ----

# Threads, a function that calls itself, a cycle, and code that was inlined from a header.
sub threads
{
    spew('spin.h', <<'END');
static inline __attribute__((always_inline)) long spin(int n)
{
    volatile long sum = 0;

    for (int i = 0; i < n; i++)
        sum += i * i;
    return sum;
}
END
    spew('threads.c', <<'END');
#include "spin.h"
#include <pthread.h>
#include <stdlib.h>

static int even(int n);
static __attribute__((noinline)) int odd(int n) { spin(20000); return n == 0 ? 0 : even(n - 1) + 1; }
static __attribute__((noinline)) int even(int n) { spin(10000); return n == 0 ? 1 : odd(n - 1) + 1; }
static __attribute__((noinline)) int deep(int n) { spin(100000); return n == 0 ? 0 : deep(n - 1) + 1; }

static void *worker(void *unused)
{
    long sum = 0;

    for (int i = 0; i < 150; i++)
        sum += spin(100000) + deep(4);
    return unused ? (void *)sum : NULL;
}

int main(int argc, char **argv)
{
    pthread_t threads[3];

    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < 60; i++)
        even(60);
    return argc > 9 ? main(argc - 1, argv) : 0;
}
END
    return real_run('threads', '-pthread');
}

# A library that calls back into the program, which calls it again.
sub library
{
    spew('library.c', <<'END');
#include <stdlib.h>
#include <string.h>

static int calls;

static __attribute__((noinline)) int weigh(const void *one)
{
    volatile int sum = 0;

    for (int i = 0; i < 60; i++)
        sum += ((const unsigned char *)one)[i % 8];
    return sum;
}

static int by_weight(const void *left, const void *right)
{
    int l = weigh(left), r = weigh(right);

    calls++;
    return l == r ? memcmp(left, right, 8) : l < r ? -1 : 1;
}

int main(void)
{
    static unsigned char table[100000][8];

    for (int run = 0; run < 4; run++) {
        for (unsigned i = 0; i < sizeof table; i++)
            table[i / 8][i % 8] = (unsigned char)(i * 7919u >> 3 ^ (unsigned)run);
        qsort(table, sizeof table / sizeof *table, sizeof *table, by_weight);
    }
    return calls == 0;
}
END
    return real_run('library');
}

# Compiles NAME.c with the runtime, and runs it with call stacks.
sub real_run
{
    my ($name, @flags) = @_;
    return if !-e "$build/libgmon.a";
    my ($out, $status) = run("$cc -g -O1 -pg @flags -o $name $name.c '$build/libgmon.a' && ./$name && "
        . "mv gmon.out $name.out && mv stacks.gmon.out $name.stacks");
    return $status == 0 ? ("$name.out", "$name.stacks") : ();
}

# 20,000 functions, and some whose names formats must quote; one of 40,000 characters. Of such profiles speedscope refuses
# one in ten, whose fractions it adds up to less than there was before: not this one.
sub many
{
    my @odd = ('(1)', 'two\\x0afn=lines', ' blanks  ', '\\xff\\xc3\\xa4', '', '</svg>&lt;\\"b\\"', 'back\\\\\\\\',
        'a,12,b;c d 7', 'x' x 40000);
    my $at = 0x400000 + 16 * 20000;
    make('mkimage', 'many', join '', "section .text 0x400000 320160\nfuncs 20000 f 0x400000 16\n",
        map { sprintf "sym \"%s\" 0x%x 0x10\n", $odd[$_], $at + 16 * $_ } 0 .. $#odd);
    make('mkgmon', 'many.out', join '', "magic\nhist 0x400000 0x44e2a0 80040 100 seconds s\nnoise 3 2 2\nfill 80000 80035 3\n",
        "gen acyclic 20000 0x400000 16 arcs 60000 seed 1\n",
        map { sprintf "arc 0x%x 0x%x %d\n", $at + 16 * $_ + 8, $at + 16 * $_ + 16, $_ + 2 } 0 .. $#odd - 1);
    return 'many.out';
}

# ---- readers: each returns functions as { NAME => { self, inclusive, calls } }, with what it tells ----

sub add
{
    my ($functions, $name, %more) = @_;
    $functions->{$name}{$_} += $more{$_} for keys %more;
    return;
}

sub lines
{
    my ($command) = @_;
    my ($out, $status, $err) = run($command);
    is("$status:$err", '0:', 'it has nothing to say of errors: ' . $command =~ s/ .*//r);
    return split /\n/, $out;
}

sub callgrind_annotate
{
    my ($file) = @_;
    my %of;
    for my $what (qw(self inclusive)) {
        for (lines("cd away && callgrind_annotate --auto=no --threshold=100 --inclusive="
                . ($what eq 'self' ? 'no' : 'yes') . " ../$file")) {
            my ($time, $name) = /^ *([\d,]+) (?:\( *[\d.]+%\)|  *)  \S*:(\S+?)(?: \[.*\])?$/ or next;
            $time =~ tr/,//d;
            # inlined code of another file is a function of its own; calls are of the function's own file
            if ($what eq 'self') { add(\%of, $name, self => $time) }
            else { $of{$name}{$what} = max($of{$name}{$what} // 0, $time) }
        }
    }
    return \%of;
}

# KCachegrind's rules: a function's inclusive time is that of its calls or that of what it calls with its own, whichever
# is more; calls by itself do not count, and members of a cycle have none.
sub kcachegrind
{
    my ($file) = @_;
    my (%of, %name, %out, %into, $from, $to, $count);
    my $named = sub { my ($id, $text) = @_; $name{$id} = $text if defined $text; return $name{$id} };
    for (split /\n/, slurp($file)) {
        if    (/^fn=(\(\d+\))(?: (.*))?$/)  { $from = $named->($1, $2) }
        elsif (/^cfn=(\(\d+\))(?: (.*))?$/) { $to   = $named->($1, $2) }
        elsif (/^calls=(\d+)/)              { $count = $1; fail("$file: a call without number: $_") if $count == 0 }
        elsif (/^\d+ (\d+)$/ && defined $count) {
            add(\%of, $to, calls => $count);
            $out{$from}{$to} += $1 if $from ne $to;
            $into{$to}{$from} = $out{$from}{$to} if $from ne $to;
            undef $count;
        } elsif (/^\d+ (\d+)$/) { add(\%of, $from, self => $1) }
    }
    my $cycle = cycles(\%out);
    for my $f (keys %of) {
        next if $cycle->{$f};
        my $self = $of{$f}{self} // 0;
        $of{$f}{inclusive} = max($self + sum0(values %{ $out{$f} // {} }), sum0(values %{ $into{$f} // {} }));
    }
    return \%of;
}

# Returns the functions that are in cycles: what can be reached, and reaches back. Only those that keep callers and
# callees when all others are taken away can be.
sub cycles
{
    my ($out) = @_;
    my %left = map { $_ => 1 } keys %$out, map { keys %$_ } values %$out;
    my $before = -1;
    while ($before != keys %left) {
        $before = keys %left;
        my %called = map { $_ => 1 } map { keys %{ $out->{$_} } } grep { $left{$_} } keys %$out;
        for my $f (keys %left) {
            delete $left{$f} if !$called{$f} || !grep { $left{$_} } keys %{ $out->{$f} // {} };
        }
    }
    my %in;
    for my $f (keys %left) {
        my @todo = $f;
        my %seen;
        while (defined(my $g = pop @todo)) {
            for (grep { $left{$_} && !$seen{$_}++ } keys %{ $out->{$g} }) { push @todo, $_ }
        }
        $in{$f} = 1 if $seen{$f};
    }
    return \%in;
}

my $speedscope = first { -d $_ } map { "$_/dist/release" } $ENV{SPEEDSCOPE} // (),
    have('npm') ? map { "$_/speedscope" } qx{npm root -g 2>/dev/null} =~ /(.+)/ : ();

sub speedscope
{
    my ($file) = @_;
    my %of;
    my ($first, @functions) = lines("node '$top/tests/lib/speedscope.js' '$speedscope' $file");
    like($first, qr/\tnanoseconds$/, 'it knows the unit') if $file =~ /pprof/;
    for (@functions) {
        my ($name, $self, $inclusive) = split /\t/;
        add(\%of, $name, self => $self, inclusive => $inclusive);
    }
    return \%of;
}

sub pprof
{
    my ($file) = @_;
    my %of;
    local $ENV{PPROF_TMPDIR} = $dir;
    for my $what (qw(time calls)) {
        my ($out) = run('go tool pprof -noinlines -nodefraction=0 -edgefraction=0 -nodecount=100000 -unit=ns -top '
            . ($what eq 'calls' ? '-sample_index=calls ' : '') . $file);
        for (split /\n/, $out) {
            my ($flat, $cum, $name) = /^ *(\d+)(?:ns)? +\S+% +\S+% +(\d+)(?:ns)? +\S+% +(\S+)$/ or next;
            add(\%of, $name, $what eq 'calls' ? (calls => $flat) : (self => $flat, inclusive => $cum));
        }
    }
    return \%of;
}

# Returns flat times as { FILE:LINE => ns }, as `-list' tells them by lines, and `-weblist' by addresses.
sub pprof_lines
{
    my ($file, $how) = @_;
    my (%of, $in);
    local $ENV{PPROF_TMPDIR} = $dir;
    run("go tool pprof -unit=ns -output=$how.txt -$how=. $file");
    for (split /\n/, slurp("$how.txt")) {
        $in = $1 if /^ROUTINE .* in (?:.*\/)?(.+)$/ || /"filename">(?:[^<]*\/)?([^<]+)/;
        next if ($in // '.') eq '.';    # code of no file
        $of{"$in:$2"} += $1 if $how eq 'list' && /^ *(\d+)ns +\d+ns +(\d+):/;
        $of{"$in:$1"} += $2 if $how eq 'weblist' && /<span class=line> *(\d+)<\/span> <span class=\w+> *(\d+)ns /;
    }
    return \%of;
}

sub dot
{
    my ($file) = @_;
    my %of;
    lines("dot -Tsvg -o $file.svg $file");
    my ($total) = slurp($file) =~ /label=".*?: ([\d.]+ m?s),/;
    for (@{ $json->decode(join '', lines("dot -Tjson0 $file"))->{objects} }) {
        my ($name, $inclusive, $self) = $_->{tooltip} =~ /^([^ ]+)(?: <cycle \d+>)?: ([\d.]+ m?s), itself ([\d.]+ m?s)$/ or next;
        my ($calls) = $_->{label} =~ /(\d+) calls?$/;
        $of{$name} = { self => in_ns($self), inclusive => in_ns($inclusive), calls => $calls // 0 };
    }
    return \%of;
}

sub in_ns
{
    my ($number, $unit) = split / /, $_[0];
    return $number * ($unit eq 's' ? 1e9 : 1e6);
}

my $python = first { have($_) && system("$_ -c 'import pandas' 2>/dev/null") == 0 } qw(python3 /usr/bin/python3);

sub pandas
{
    my ($file) = @_;
    my %of;
    for (lines(qq{$python -c "import pandas
t = pandas.read_csv('$file', dtype=str, keep_default_na=False)
f = t[t.record == 'function'].copy()
for c in ('calls', 'self_calls', 'self', 'inclusive'): f[c] = pandas.to_numeric(f[c])
for r in f.itertuples(): print(r.name, r.self, r.inclusive, r.calls + r.self_calls, sep='\\t')"})) {
        my ($name, @values) = split /\t/;
        add(\%of, $name, self => $values[0], inclusive => $values[1], calls => $values[2]);
    }
    return \%of;
}

sub jq
{
    my ($file) = @_;
    my %of;
    for (lines(qq{jq -r '.functions[] | select(.shown) | [.short, .shown.self, .shown.inclusive, .calls + .self_calls] | \@tsv' $file})) {
        my ($name, @values) = split /\t/;
        add(\%of, $name, self => $values[0], inclusive => $values[1], calls => $values[2]);
    }
    return \%of;
}

# ---- what is compared ----

# What JSON has: times, calls, and what must be known to compare them.
sub facts
{
    my ($text) = @_;
    my $d = $json->decode($text);
    my (%of, %name);
    for my $f (grep { $_->{shown} } @{ $d->{functions} }) {
        $name{ $f->{id} } = $f->{short};
        add(\%of, $f->{short}, self => $f->{shown}{self}, inclusive => $f->{shown}{inclusive},
            calls => $f->{calls} + $f->{self_calls});
        $of{ $f->{short} }{cycle} = 1 if $f->{cycle};
        add(\%of, $f->{short}, again => $f->{self_calls});
    }
    # calls that no count tells of are one in callgrind
    $of{ $name{ $_->{to} } }{guessed}++ for grep { $_->{known_by} eq 'stacks' && $name{ $_->{to} } } @{ $d->{arcs} };
    return { functions => \%of, measured => $d->{times}{inclusive} eq 'measured', total => $d->{shown}{self} };
}

# Reader, program that must be there, format; `off': by how much a time may be off, of a reader that
# rounds; `only': just those functions that it has; `others': calls of a function by itself are left out. speedscope makes paths of callgrind's calls: those of a cycle are its own,
# and it leaves out what is small.
my @readers = (
    { name => 'callgrind_annotate', needs => 'valgrind', has => have('callgrind_annotate'), read => \&callgrind_annotate,
        format => 'callgrind', off => sub { 1000 } },
    { name => 'KCachegrind', has => 1, read => \&kcachegrind, format => 'callgrind', off => sub { 1000 } },
    { name => 'speedscope', needs => 'speedscope', has => $speedscope && have('node'), read => \&speedscope,
        format => 'callgrind', paths => 1, off => sub { 1000 + 0.001 * $_[0]{total} } },
    { name => 'speedscope', needs => 'speedscope', has => $speedscope && have('node'), read => \&speedscope,
        format => 'folded', measured => 1, off => sub { 0 } },
    { name => 'speedscope', needs => 'speedscope', has => $speedscope && have('node'), read => \&speedscope,
        format => 'pprof', flat => 1, off => sub { 0 } },
    { name => 'pprof', needs => 'pprof', has => have('go'), read => \&pprof, format => 'pprof', flat => 1, others => 1, off => sub { 0 } },
    { name => 'Graphviz', needs => 'dot', has => have('dot'), read => \&dot, format => 'dot', options => '--min-percent=0.05', only => 1,
        off => sub { $_[0]{total} < 1e9 ? 1e4 : 1e7 } },
    { name => 'pandas', needs => 'pandas', has => $python, read => \&pandas, format => 'csv', off => sub { 0 } },
    { name => 'jq', needs => 'jq', has => have('jq'), read => \&jq, format => 'json', off => sub { 0 } },
);

sub compare
{
    my ($reader, $want, $got) = @_;
    my ($compared, $off, @faults) = (0, $reader->{off}->($want));
    my %told = map { %$_ } values %$got;
    for my $name (sort grep { /^[\w<>.]+$/ && length($_) < 1000 } keys %{ $want->{functions} }) {
        my $w = { %{ $want->{functions}{$name} } };
        my $g = $got->{$name};
        $w->{calls} -= $w->{again} if $reader->{others};
        next if (!$g && $reader->{only}) || ($w->{cycle} && $reader->{paths});
        for my $what (qw(self inclusive calls)) {
            my $value = $g->{$what} // 0;
            my $most  = $off;
            next if !exists $told{$what};
            if ($what eq 'inclusive') {
                # a cycle has inclusive time as a whole, and code that calls from outside none
                next if ($w->{cycle} && (!$want->{measured} || !exists $g->{$what})) || $w->{$what} == 0;
                next if $reader->{flat} && !$want->{measured};
            } elsif ($what eq 'calls') {
                $most = $reader->{format} eq 'callgrind' ? 1 + ($w->{guessed} // 0) : 0;
            }
            $compared++;
            push @faults, "$name: $what is $value, not $w->{$what}" if abs($value - $w->{$what}) > $most;
        }
    }
    push @faults, "only $compared figures were compared" if $compared < 10;
    return join "\n", @faults > 9 ? (@faults[0 .. 8], scalar(@faults) . ' in all') : @faults;
}

for my $profile ([threads => \&threads], [library => \&library], [many => \&many]) {
    my ($name, $make) = @$profile;
    my @data = $make->();
    subtest $name => sub {
        plan skip_all => 'no runtime, or no compiler' if !@data;
        my ($text, $status, $err) = run("'$gprof' --export=json $name @data");
        is($status, 0, 'JSON') or diag($err);
        my $want = facts($text);
        for my $reader (@readers) {
            my $title = "$reader->{name} reads $reader->{format}";
            next if $reader->{measured} && !$want->{measured};
        SKIP: {
                skip "no $reader->{needs}", 1 if !$reader->{has};
                my $file = "$reader->{format}.$name";
                my $options = $reader->{options} // '';
                run("'$gprof' --export=$reader->{format} $options --output=$file $name @data");
                is(compare($reader, $want, $reader->{read}->($file)), '', $title);
            }
        }
    SKIP: {
            skip 'no pprof', 1 if !have('go') || !-e 'pprof.' . $name || !-e "$name.c";
            my ($lines, $addresses) = map { pprof_lines("pprof.$name", $_) } qw(list weblist);
            is_deeply($addresses, $lines, 'pprof: the addresses of a line have its time');
            cmp_ok(keys %$lines, '>', 0, 'pprof: lines have time');
            my ($listing, $status) = run("PPROF_TMPDIR='$dir' go tool pprof -disasm=. pprof.$name");
            is($status, 0, 'pprof: it disassembles');
            like($listing, qr/^ +[\d.]+m?s +[\d.]+m?s +[0-9a-f]+: /m, 'pprof: instructions have time');
        }
    };
}
done_testing();
