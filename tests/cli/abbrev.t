#!/usr/bin/perl
# abbrev.t - every beginning of every long option is accepted, ambiguous or unknown, as it should be
#
# Role:   gives each prefix of each long option to gprof, with a value where one is needed and with
#         an image that does not exist, and compares what happens with what the list of options
#         says, and with GNU gprof where it is installed (what happens, and the status).
# Input:  environment GPROF, ORACLE (default /usr/bin/gprof), VALGRIND (then fewer prefixes).
# Output: TAP, one test an option.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Check;
use Test::More;

# The long options of GNU gprof: "=" needs a value, "?" may have one.
my @options = qw(
    all-lines annotated-source? brief debug? demangle? directory-path=
    display-unused-functions exec-counts? external-symbol-table= file-format= file-info
    file-ordering= flat-profile? function-ordering graph? help ignore-non-functions
    inline-file-names line min-count= no-annotated-source? no-demangle no-exec-counts?
    no-flat-profile? no-graph? no-static no-time= print-path separate-files static-call-graph
    sum table-length= time= traditional version width=
);
my %value = map { /^([a-z-]+)([=?]?)$/; $1 => $2 } @options;

# Options that GNU gprof does not have: they are meant only by what means none of the above.
my %own = map { /^([a-z-]+)([=?]?)$/; $1 => $2 }
    qw(by-file clones color? compare= compare-image= estimated export= fail-on= files-from= jobs= keep-going min-percent= names=
    no-sources no-system-sources null output= recursive run? sort= symbol-directory= top?);

# What a run did: (what getopt thought of the option, exit status).
sub outcome
{
    my ($program, @words) = @_;
    my $pid = open my $pipe, '-|';
    defined $pid or die "fork: $!\n";
    if (!$pid) {
        open STDERR, '>&', \*STDOUT;
        open STDIN, '<', '/dev/null';
        no warnings 'exec';
        exec { $program } $program, @words;
        die "$program: $!\n";
    }
    my $text = do { local $/; <$pipe> } // '';
    close $pipe;
    my $what = $text =~ /option '.*' is ambiguous/ ? 'ambiguous'
        : $text =~ /unrecognized option/                  ? 'unknown'
        : $text =~ /option '.*' requires an argument/     ? 'needs a value'
        : $text =~ /option '.*' doesn't allow an argument/ ? 'takes no value'
        : 'accepted';
    return ($what, $? & 127 ? 'signal ' . ($? & 127) : $? >> 8);
}

# What must happen: (what getopt thinks, exit status with a missing image).
sub expectation
{
    my ($name, $with_value) = @_;
    my @meant = exists $value{$name} ? ($name) : grep { /^\Q$name\E/ } keys %value;
    @meant = exists $own{$name} ? ($name) : grep { /^\Q$name\E/ } keys %own if !@meant;
    return ('ambiguous', 1) if @meant > 1;
    return ('unknown',   1) if !@meant;
    my $kind = $value{ $meant[0] } // $own{ $meant[0] };
    return ('takes no value', 1) if $with_value && $kind eq '';
    return ('needs a value',  1) if !$with_value && $kind eq '=';
    return ('accepted', $meant[0] =~ /^(?:help|version)$/ ? 0 : 1);
}

my $has_oracle = gnu_release();
work_dir();

my %seen;
for my $option (sort keys %value, keys %own) {
    my @bad;
    my @lengths = $ENV{VALGRIND} ? (length $option) : (1 .. length $option);
    for my $name ((map { substr $option, 0, $_ } @lengths), "${option}x") {
        next if $seen{$name}++;
        for my $word ("--$name", "--$name=none") {
            # at the end of the line: what needs a value must not find the image's name
            my @words = ('missing', $word);
            my $want = join ', status ', expectation($name, $word =~ /=/);
            my $got = join ', status ', outcome($gprof, @words);
            push @bad, "$word: $got; expected: $want" if $got ne $want;
            next if !$has_oracle || exists $own{$option};
            my $theirs = join ', status ', outcome($oracle, @words);
            push @bad, "$word: expected: $want; of GNU gprof: $theirs" if $theirs ne $want;
        }
    }
    is(join("\n", @bad), '', "--$option and its abbreviations");
}
done_testing();
