# Skipped.pm - runs tests as prove does, and then lists the programs whose lack made tests skip
#
# Use: prove --harness Skipped. The reason `no PROGRAM' of a skipped test or file counts for PROGRAM if
#     tests/optional lists PROGRAM; that file also says what to install. Tests of a subtest count, too.
# Output: one line behind prove's summary, if something was skipped.
#
# SPDX-License-Identifier: GPL-3.0-or-later
package Skipped;
use strict;
use warnings;
use parent 'TAP::Harness';
use File::Basename;

my %missing;    # skipped tests by missing program; '': for another reason

# Returns tests/optional as a hash: the packages of each program.
sub packages
{
    my %of;
    open my $list, '<', dirname(__FILE__) . '/../optional' or die "tests/optional: $!\n";
    while (<$list>) {
        my ($program, @packages) = split ' ', s/#.*//r;
        $of{$program} = \@packages if @packages;
    }
    return \%of;
}

sub make_parser
{
    my ($self, @job) = @_;
    my ($parser, $session) = $self->SUPER::make_parser(@job);
    $parser->callback(ALL => sub {
        my ($program) = $_[0]->as_string =~ /#\s*skip\S*\s+(?:no\s+(\S+?)[,;:.]?(?:\s|$))?/i or return;
        $missing{ $program // '' }++;
    });
    return ($parser, $session);
}

sub summary
{
    my ($self, @aggregate) = @_;
    $self->SUPER::summary(@aggregate);
    my $packages = packages();
    my $others = 0;
    $others += delete $missing{$_} for grep { !$packages->{$_} } keys %missing;
    my @programs = sort keys %missing;
    my @counts = map { "$missing{$_} for want of $_" } @programs;
    push @counts, "$others that cannot run here (prove -v says why)" if $others;
    return if !@counts;
    my %install = map { $_ => 1 } map { @{ $packages->{$_} } } @programs;
    my $apt = grep { -x "$_/apt-get" } split /:/, $ENV{PATH};
    print 'Skipped: ', join(', ', @counts),
        !%install ? '' : $apt ? '; to run these: apt-get install ' . join(' ', sort keys %install) : '; install these programs to run them',
        "\n";
    return;
}

1;
