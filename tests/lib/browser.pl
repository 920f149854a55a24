#!/usr/bin/perl
# browser.pl - shows pages in a headless Chromium, all in one process, and prints their documents
#
# Role:   html.t has some hundred pages shown, and a browser takes seconds to start. Commands go to it through a pipe,
#         as JSON with a zero byte behind it (--remote-debugging-pipe, the DevTools protocol).
# Input:  BROWSER, its program; DIRECTORY, for its files. Standard input: a line "WIDTH FILE URL" for each page, which
#         is shown in a tab of its own, WIDTH by 800 pixels; with a p behind WIDTH, with the style of print.
# Output: FILE, the document without its scripts, when it is loaded and none of these has it wait with <html data-going>;
#         FILE.console, what its console has, a line a message. Standard output: a line for each page, empty, or what went
#         wrong.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use JSON::PP;
use POSIX;
use Time::HiRes;

my ($browser, $directory) = @ARGV;
my $patience = 60;
my $document = 'for (const script of [...document.scripts]) script.remove(); document.documentElement.outerHTML';
my $json     = JSON::PP->new->utf8;
my ($id, $received, %replies, @events) = (0, '');

my $pid;

$| = 1;
{
    local $^F = 100;    # the pipes stay open in the browser, which expects them as 3 and 4
    pipe my $its_input, my $commands or die "pipe: $!";
    pipe my $answers, my $its_output or die "pipe: $!";
    $pid = fork // die "fork: $!";
    if ($pid == 0) {
        POSIX::dup2(fileno $its_input,  3);
        POSIX::dup2(fileno $its_output, 4);
        open STDIN,  '<', '/dev/null';
        open STDOUT, '>', '/dev/null';
        open STDERR, '>', '/dev/null';
        exec $browser, '--headless', '--no-sandbox', '--disable-gpu', "--user-data-dir=$directory", '--remote-debugging-pipe'
            or POSIX::_exit(127);
    }
    close $its_input;
    close $its_output;
    binmode $commands;
    binmode $answers;
    open COMMANDS, '>&', $commands or die;
    open ANSWERS,  '<&', $answers  or die;
    $SIG{PIPE} = 'IGNORE';
}

# Receives messages until there is one for which $wanted returns true.
sub receive
{
    my ($what, $wanted) = @_;
    my $end = Time::HiRes::time() + $patience;
    until ($wanted->()) {
        my $ready = '';
        vec($ready, fileno ANSWERS, 1) = 1;
        my $left = $end - Time::HiRes::time();
        $left > 0 && select($ready, undef, undef, $left) > 0 or die "no answer to $what in $patience seconds\n";
        sysread(ANSWERS, $received, 1 << 20, length $received) or die "the browser has ended\n";
        while ($received =~ s/^([^\0]*)\0//) {
            my $message = $json->decode($1);
            if (defined $message->{id}) { $replies{ $message->{id} } = $message }
            else                        { push @events, $message }
        }
    }
}

sub command
{
    my ($method, $params, $session) = @_;
    my $number = ++$id;
    syswrite COMMANDS, $json->encode({ id => $number, method => $method, params => $params,
        $session ? (sessionId => $session) : () }) . "\0" or die "the browser has ended\n";
    receive($method, sub { $replies{$number} });
    my $reply = delete $replies{$number};
    die "$method: $reply->{error}{message}\n" if $reply->{error};
    return $reply->{result};
}

sub evaluate
{
    my ($expression, $session) = @_;
    return command('Runtime.evaluate', { expression => $expression, returnByValue => JSON::PP::true }, $session)->{result}{value};
}

# The messages of the console among the events.
sub console
{
    return map { my $text = $_; $text =~ s/\n/ /g; "$text\n" } map {
        my $of = $_->{params};
            $_->{method} eq 'Log.entryAdded'           ? $of->{entry}{text}
          : $_->{method} eq 'Runtime.exceptionThrown'  ? $of->{exceptionDetails}{exception}{description} // $of->{exceptionDetails}{text}
          : $_->{method} eq 'Runtime.consoleAPICalled' ? join ' ', map { $_->{value} // $_->{description} // '' } @{ $of->{args} }
          :                                              ()
    } @events;
}

sub spew
{
    my ($file, @text) = @_;
    open my $to, '>:utf8', $file or die "$file: $!\n";
    print $to @text;
    close $to or die "$file: $!\n";
}

sub show
{
    my ($width, $file, $url) = @_;
    @events = ();
    my $medium  = $width =~ s/p$// ? 'print' : '';
    my $target  = command('Target.createTarget', { url => 'about:blank' })->{targetId};
    my $session = command('Target.attachToTarget', { targetId => $target, flatten => JSON::PP::true })->{sessionId};
    command("$_.enable", {}, $session) for qw(Page Runtime Log);
    command('Emulation.setDeviceMetricsOverride',
        { width => $width + 0, height => 800, deviceScaleFactor => 1, mobile => JSON::PP::false }, $session);
    command('Emulation.setEmulatedMedia', { media => $medium }, $session);
    command('Page.navigate', { url => $url }, $session);
    receive("Page.navigate $url", sub { grep { $_->{method} eq 'Page.loadEventFired' } @events });
    my $end = time + $patience;
    while (evaluate('"going" in document.documentElement.dataset', $session)) {
        die "the page's script has not ended in $patience seconds\n" if time > $end;
        select undef, undef, undef, 0.02;
    }
    spew($file, evaluate($document, $session), "\n");
    command('Target.closeTarget', { targetId => $target });
    spew("$file.console", console());
}

while (<STDIN>) {
    chomp;
    print eval { show(split ' ', $_, 3); 1 } ? "\n" : $@ =~ s/\n//gr . "\n";
}
eval { command('Browser.close', {}) };
waitpid $pid, 0;
