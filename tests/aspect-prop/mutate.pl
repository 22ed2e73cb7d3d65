#!/usr/bin/perl
# mutate.pl SEED FILE: the text of FILE with a few random changes: lines lost,
# doubled or swapped, numbers and words replaced by others of the file, operands
# of metadata replaced, bytes changed.
use strict;
use warnings;

my ($seed, $file) = @ARGV;
my $state = $seed * 2654435761 % 4294967296;
sub rnd {
	my ($n) = @_;
	$state = ($state * 1103515245 + 12345) % 4294967296;
	return int($state / 65536) % $n;
}
open my $in, '<', $file or die "$file: $!\n";
my @line = <$in>;
my @meta = grep { $line[$_] =~ /^!|!\w+ !\d/ } 0 .. $#line;
my @word = map { /([!%\@]?[-\w."]+)/g } @line;
my @operand = ('null', '!{}', '!0', '!"text"', 'i32 -1', 'i64 99999999999', 'i1 true', 'float 1.0', 'ptr null',
	'i128 5', '!{!"x", i32 5}', '!{i32 5, !"x"}', 'distinct !{}', '!DIExpression()', 'ptr @kernel', 'i32 undef', 'i32 poison');

for (0 .. rnd(3)) {
	my $what = rnd(9);
	my $at = $what > 4 && @meta ? $meta[rnd(scalar @meta)] : rnd(scalar @line);
	if ($what == 0) { $line[$at] = '' }
	elsif ($what == 1) { $line[$at] .= $line[rnd(scalar @line)] }
	elsif ($what == 2) { my $b = rnd(scalar @line); @line[$at, $b] = @line[$b, $at] }
	elsif ($what == 3) { substr($line[$at], rnd(length($line[$at]) || 1), 1) = chr(rnd(256)) if length $line[$at] }
	elsif ($what == 4 || $what == 5) {
		my @place;
		push @place, [$-[0], $+[0] - $-[0]] while $line[$at] =~ /[!%\@]?[-\w."]+/g;
		next if !@place;
		my $place = $place[rnd(scalar @place)];
		substr($line[$at], $place->[0], $place->[1]) = $word[rnd(scalar @word)];
	} else {
		my $operand = $operand[rnd(scalar @operand)];
		my @place;
		push @place, [$-[0], $+[0] - $-[0]] while $line[$at] =~ /(?:i32 -?\d+|!"[^"]*"|!\d+|null)/g;
		next if !@place;
		my $place = $place[rnd(scalar @place)];
		substr($line[$at], $place->[0], $place->[1]) = $operand;
	}
}
print @line;
