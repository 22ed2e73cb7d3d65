#!/usr/bin/perl
# http-cache.pl FOLDER [MODE...]: a server for one cache on a free port of 127.0.0.1, which
# it writes to FOLDER/port.  GET and PUT of files in FOLDER; each request is a line of
# FOLDER/log.  A file FOLDER/mode, or MODE, makes it a bad one: refuse (403 for PUT), error
# (500), silent (no answer), cut (half of a body), alter (other contents).
use strict;
use warnings;
use IO::Socket::INET;

my ($dir, @modes) = @ARGV;
my $server = IO::Socket::INET->new(LocalAddr => '127.0.0.1', Listen => 64, ReuseAddr => 1) or die "listen: $!";
mkdir "$dir/$_" for qw(ac cas);
open(my $out, '>', "$dir/port.new") or die;
print $out $server->sockport;
close $out;
rename "$dir/port.new", "$dir/port";
$SIG{CHLD} = 'IGNORE';
$SIG{PIPE} = 'IGNORE';

sub mode {
	my ($wanted) = @_;
	my @now = @modes;
	if (open(my $in, '<', "$dir/mode")) { push @now, split ' ', join ' ', <$in>; }
	return grep { $_ eq $wanted } @now;
}

sub answer {
	my ($client, $status, $body, $path) = @_;
	my $size = length $body;
	substr($body, $size / 2, 1) ^= "\1" if mode('alter') && $path && $path =~ m{^/cas/};
	$body = substr $body, 0, $size / 2 if mode('cut') && $size > 100;
	print $client "HTTP/1.1 $status X\r\nContent-Length: $size\r\n\r\n$body";
	$client->flush;
	return !mode('cut');
}

sub serve {
	my ($client) = @_;
	binmode $client;
	while (my $line = <$client>) {
		my ($verb, $path) = $line =~ m{^(\S+) (\S+) HTTP} or return;
		my ($size, $token) = (0, '');
		while (my $header = <$client>) {
			last if $header =~ /^\r?\n$/;
			$size = $1 if $header =~ /^Content-Length: (\d+)/i;
			$token = $1 if $header =~ /^Authorization: (.*?)\r/i;
		}
		my $body = '';
		read($client, $body, $size) if $size;
		open(my $log, '>>', "$dir/log");
		print $log "$verb $path" . ($token ? " $token" : '') . "\n";
		close $log;
		sleep 60 if mode('silent');
		if (mode('error')) { answer($client, 500, ''); next; }
		if ($verb eq 'PUT') {
			if (mode('refuse')) { answer($client, 403, ''); next; }
			open(my $file, '>', "$dir$path.$$") or die;
			binmode $file;
			print $file $body;
			close $file;
			rename "$dir$path.$$", "$dir$path";
			answer($client, 201, '');
		} elsif (open(my $file, '<', "$dir$path")) {
			binmode $file;
			local $/;
			answer($client, 200, scalar <$file>, $path) or return;
		} else {
			answer($client, 404, '');
		}
	}
}

while (my $client = $server->accept) {
	my $child = fork;
	if (!$child) { $SIG{CHLD} = 'DEFAULT'; close $server; serve($client); exit 0; }
	close $client;
}
