#!/usr/bin/perl
# model.pl [--exclude=NUMBERS] [--emulate] FILE: what aspect-prop must save for
# the module, by brute force over the text that llvm-dis writes.
#
# The text is the whole trick: every type that an instruction has anything to
# do with is spelled in its line, and so is every global.  Prints a line per
# function: NAME used=1,2 targets, in module order.
use strict;
use warnings;

my (%exclude, $emulate, $file);
for (@ARGV) {
	if (/^--exclude=(.*)/) { $exclude{$_} = 1 for split /,/, $1 }
	elsif ($_ eq '--emulate') { $emulate = 1 }
	else { $file = $_ }
}

# --- read ---------------------------------------------------------------------------

my (%type_text, %global_text, %node, %named, %group, @function, %by_name, $current);
my $symbol = qr/"(?:[^"])*"|[-\w.\$]+/;

open my $in, '<', $file or die "$file: $!\n";
while (<$in>) {
	chomp;
	s/; preds = .*//;
	if (/^%($symbol) = type (.*)/) { $type_text{$1} = $2 }
	elsif (/^\@($symbol) = (.*)/) { $global_text{$1} = $2 }
	elsif (/^!(\d+) = (?:distinct )?!\{(.*)\}$/) { $node{$1} = $2 }
	elsif (/^!([a-z]\S*) = !\{(.*)\}$/) { $named{$1} = $2 }
	elsif (/^attributes #(\d+) = \{ (.*) \}/) { $group{$1} = $2 }
	elsif (/^(define|declare)\b/) {
		my ($before, $name, $after) = /^(.*?)\@($symbol)(\(.*)$/ or die "head: $_";
		$current = { name => $name, defined => $1 eq 'define', head => $_, lines => [] };
		/^define/ or $current->{defined} = 0;
		$current->{defined} = /^define/ ? 1 : 0;
		@$current{'before', 'after'} = ($before, $after);
		push @function, $current;
		$by_name{$name} = $current;
	} elsif (/^\s+\S/ && $current) { push @{$current->{lines}}, $_ }
}

# --- numbers in nodes ---------------------------------------------------------------------

sub operands {
	my ($text) = @_;
	my @list;
	while ($text =~ /\G\s*(?:i\d+ (-?\d+)|!(\d+)|(!"[^"]*"))(?:,|$)/g) {
		if (defined $1) { push @list, $1 }
		elsif (defined $2) { my @pair = operands($node{$2}); push @list, $pair[-1] }
	}
	return @list;
}
sub attached {
	my ($text, $kind) = @_;
	return $text =~ /!$kind !(\d+)/ ? operands($node{$1}) : ();
}

my $fp64 = 6;
my %listed;	# type name to its own aspects
for (($named{sycl_aspects} // '') =~ /!(\d+)/g) { $fp64 = $1 if $node{$_} =~ /^!"fp64", i32 (-?\d+)$/ }
for (map { $named{$_} // '' } 'sycl_types_that_use_aspects', 'intel_types_that_use_aspects') {
	for my $n (/!(\d+)/g) {
		$node{$n} =~ /^!"([^"]*)", (.*)$/ or die "types: $node{$n}";
		my ($name, $rest) = ($1, $2);
		$name = "\"$name\"" if !exists $type_text{$name};
		push @{$listed{$name}}, operands($rest);
	}
}

# --- what a piece of text mentions -----------------------------------------------------------

my %of_type;
sub aspects_of_type {
	my ($name) = @_;
	$of_type{$name} //= { map { $_ => 1 } @{$listed{$name} // []}, keys %{mentions($type_text{$name}, 1)} };
	return $of_type{$name};
}
# The type at the beginning of a text.
sub leading_type {
	my ($text) = @_;
	return $1 if $text =~ /^(%$symbol|[a-z]\w*(?: addrspace\(\d+\))?)/;
	my $depth = 0;
	for my $i (0 .. length($text) - 1) {
		my $c = substr($text, $i, 1);
		$depth++ if $c =~ /[\[{<]/;
		$depth-- if $c =~ /[\]}>]/;
		return substr($text, 0, $i + 1) if !$depth;
	}
	die "type: $text";
}
# What naming a global means: the value type; an alias also names its aliasee.
sub of_global {
	my ($name) = @_;
	if (my $f = $by_name{$name}) {
		my $signature = $f->{before} . parameters($f);
		$signature =~ s/\b(?:byval|byref|sret)\(.*?\)//g;
		return mentions($signature, 1);
	}
	my $text = $global_text{$name} // return {};
	return mentions($1) if $text =~ /\balias (.*)/;
	$text =~ /\b(?:global|constant) (.*)/ or die "global: $text";
	return mentions(leading_type($1), 1);
}
sub parameters {
	my ($f) = @_;
	my ($depth, $text) = (0, '');
	for my $c (split //, $f->{after}) {
		$depth++ if $c eq '(';
		$depth-- if $c eq ')';
		$text .= $c;
		last if !$depth;
	}
	return $text;
}
# All aspects of the types (and unless only_types of the globals) in a text.
sub mentions {
	my ($text, $only_types) = @_;
	my %found;
	$text =~ s/"sycl[^"]*"//g;
	$found{$fp64} = 1 if $text =~ /(?<![\w.%\@])double(?![\w.])/;
	while ($text =~ /%($symbol)/g) {
		next if !exists $type_text{$1};
		@found{keys %{aspects_of_type($1)}} = ();
	}
	if (!$only_types) {
		while ($text =~ /\@($symbol)/g) { my $name = $1; @found{keys %{of_global($name)}} = () }
	}
	return \%found;
}

# --- calls ------------------------------------------------------------------------------------

sub behind {	# the function that an alias or cast refers to
	my ($text) = @_;
	return undef if $text !~ /\@($symbol)/;
	return $by_name{$1} if $by_name{$1};
	my $alias = $global_text{$1} // '';
	return $alias =~ /\balias [^,]*, (.*)/ ? behind($1) : undef;
}
sub callee {
	my ($line) = @_;
	return undef if $line !~ /\b(?:call|invoke) (.*)/;
	my $rest = $1;
	1 while $rest =~ s/^(?:spir_func|ptx_kernel|fastcc|noundef|addrspace\(\d+\)) //;
	$rest = substr($rest, length leading_type($rest));
	return behind($1) if $rest =~ /^ (\@$symbol)\(/;
	return behind($1) if $rest =~ /^ addrspacecast \(ptr (\@$symbol) to ptr addrspace\(4\)\)\(/;
	return undef;
}

# --- facts of each function ---------------------------------------------------------------------

my $moves = qr/^(?:alloca|getelementptr|load|store|fpext|fptrunc|sitofp|uitofp|fptoui|fptosi|fcmp|phi|extractvalue|insertvalue|ret)$/;

sub line_aspects {
	my ($line) = @_;
	my $text = $line;
	$text =~ s/\b(?:byval|byref|sret)\(.*?\)//g;
	my %found = %{mentions($text)};
	my ($opcode) = $line =~ /^\s+(?:%$symbol = )?(\w+)/;
	$opcode //= '';	# what goes on from the line before
	my $callee = callee($line);
	delete $found{$fp64} if $emulate && ($opcode =~ $moves || ($opcode eq 'call' && $callee && $callee->{defined}));
	@found{attached($line, 'sycl_used_aspects')} = ();
	return keys %found;
}
for my $f (@function) {
	my $attributes = join ' ', map { $group{$_} } $f->{after} =~ /#(\d+)/g;
	$f->{attributes} = $attributes;
	$f->{entry} = $f->{defined} && ($f->{before} =~ /\b(?:spir_kernel|ptx_kernel|amdgpu_kernel)\b/ ||
		($attributes =~ /"sycl-module-id"/ && $f->{name} !~ /^(?:_Z\d*__(?:spirv|sycl|esimd)_|__builtin_)/));
	my $all = $f->{before} . ' ' . $f->{after};
	my %own = %{mentions($f->{before} . parameters($f), 1)};
	delete $own{$fp64} if $emulate;
	$f->{metadata} = [attached($all, 'sycl_used_aspects'), attached($all, 'intel_used_aspects')];
	@own{@{$f->{metadata}}} = ();
	@own{line_aspects($_)} = () for @{$f->{lines}};
	my %declared;
	@declared{attached($all, 'sycl_declared_aspects'), attached($all, 'intel_declared_aspects')} = ();
	@declared{split /,/, $1} = () if $attributes =~ /"sycl-device-has"="([^"]*)"/;
	@$f{'own', 'declared'} = (\%own, \%declared);
	$f->{calls} = [grep { $_ } map { callee($_) } @{$f->{lines}}];
}

# --- virtual functions ------------------------------------------------------------------------------

sub holds_virtual {	# does a text lead to a virtual function, through initializers?
	my ($text, $seen) = @_;
	for my $name ($text =~ /\@($symbol)/g) {
		next if $seen->{$name}++;
		my $f = $by_name{$name};
		return 1 if $f && $f->{attributes} =~ /"indirectly-callable"/;
		return 1 if !$f && holds_virtual($global_text{$name} // '', $seen);
	}
	return 0;
}
for my $f (@function) {
	next if $f->{attributes} !~ /"calls-indirectly"="([^"]*)"/;
	my %set = map { $_ => 1 } split /,/, $1;
	my $calls = grep { /\b(?:call|invoke)\b/ && /#(\d+)/ && $group{$1} =~ /"virtual-call"/ } @{$f->{lines}};
	next if !$calls && holds_virtual(join(' ', map { s/, !.*//r } @{$f->{lines}}), {});
	push @{$f->{calls}}, grep { $_->{attributes} =~ /"indirectly-callable"="([^"]*)"/ && $set{$1} } @function;
}

# --- the fixed point -----------------------------------------------------------------------------------

my %reached;
my @todo = grep { $_->{entry} } @function;
while (my $f = shift @todo) { push @todo, @{$f->{calls}} if !$reached{$f->{name}}++ }
my $changed = 1;
while ($changed) {
	$changed = 0;
	for my $f (grep { $reached{$_->{name}} } @function) {
		for my $callee (@{$f->{calls}}) {
			for my $kind ('own', 'declared') {
				for (keys %{$callee->{$kind}}) {
					next if exists $f->{$kind}{$_};
					$f->{$kind}{$_} = undef;
					$changed = 1;
				}
			}
		}
	}
}

for my $f (@function) {
	my %saved = map { $_ => 1 } grep { !$exclude{$_} } keys %{$f->{own}};
	@saved{keys %{$f->{declared}}} = ();
	my @before = attached("$f->{before} $f->{after}", 'sycl_used_aspects');
	if (%saved) { @saved{@{$f->{metadata}}} = () }
	my $list = %saved ? join(', ', sort { $a <=> $b } keys %saved)
		: "$f->{before} $f->{after}" =~ /!sycl_used_aspects/ ? join(', ', @before) : undef;
	print $f->{name}, ' used=', defined $list ? "{$list}" : 'none', ' targets=', $f->{entry} ? '{}' : 'none', "\n";
}
