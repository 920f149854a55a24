#!/usr/bin/perl
# golden.t - the command tests in tests/golden, see tests/lib/golden.pl
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use File::Basename;
my $here = dirname(__FILE__);
exec $^X, "$here/../lib/golden.pl", "$here/../golden" or die "golden.t: $!\n";
