#!/usr/bin/perl
# generate.pl SEED: a random device module as textual IR, for the comparison of
# aspect-prop with model.pl.  It is correct IR, and has everything that says
# something about aspects: named, nested, literal types; arrays and vectors;
# globals, tables, aliases and constant expressions of them; functions of all
# kinds with metadata, recursion, direct and indirect calls; virtual functions;
# loops, exceptions, and constants that initializers and functions share.
use strict;
use warnings;

my $seed = shift // 1;
my $state = $seed * 2654435761 % 4294967296;
my @out;

# Perl's own rand() may differ between versions.
sub rnd {
	my ($n) = @_;
	$state = ($state * 1103515245 + 12345) % 4294967296;
	return int($state / 65536) % $n;
}
sub pct { return rnd(100) < $_[0] }
sub pick { return $_[rnd(scalar @_)] }
sub out { push @out, @_ }

# --- aspects --------------------------------------------------------------------

my $fp64 = pick(6, 6, 5, 42);
my @number = (-2, -1, 0, 1, 2, 3, 7, 9, 28, 70, 1000, -2147483648, 2147483647);
my %name = ($fp64 => 'fp64', 1 => 'cpu', 2 => 'gpu', 28 => 'atomic64');
my @meta;	# nodes from !0 on

sub node {
	push @meta, '!{' . join(', ', @_) . '}';
	return '!' . $#meta;
}
sub operand {
	my ($number) = @_;
	return node('!"' . ($name{$number} // 'x') . '"', "i32 $number") if pct(15);
	return (pct(10) ? 'i64 ' : 'i32 ') . $number;
}
sub aspects_node { return node(map { operand(pct(15) ? $fp64 : pick(@number)) } 1 .. rnd(4)) }

# --- types ----------------------------------------------------------------------

my @struct;	# names of identified structs so far

sub scalar_type { return pick('i32', 'i64', 'float', 'i8', 'ptr', 'ptr addrspace(1)', pct(40) ? 'double' : 'half') }
sub type {
	my ($depth) = @_;
	my $r = rnd(12);
	return scalar_type() if $depth <= 0 || $r < 5;
	return '[' . (1 + rnd(3)) . ' x ' . type($depth - 1) . ']' if $r < 7;
	return '<' . pick(2, 4) . ' x ' . pick('float', 'i32', 'ptr', pct(50) ? 'double' : 'half') . '>' if $r < 8;
	return '{ ' . join(', ', map { type($depth - 1) } 0 .. rnd(3)) . ' }' if $r < 9;
	return '<{ ' . type($depth - 1) . ', i8 }>' if $r < 10;
	return @struct ? pick(@struct) : 'i32';
}
for my $i (0 .. 1 + rnd(8)) {
	my $name = pct(20) ? "%\"class.n::T $i\"" : "%T$i";
	out("$name = type { " . join(', ', map { type(2) } 0 .. rnd(3)) . " }\n");
	push @struct, $name;
}
my @used_types;
for (0 .. rnd(5)) {
	my $name = pct(10) ? '%gone' : pick(@struct);
	$name =~ s/^%"?//;
	$name =~ s/"$//;
	push @used_types, node("!\"$name\"", map { operand(pick(@number)) } 0 .. rnd(3));
}

# --- functions: signatures first ---------------------------------------------------

my @function;
my $nfunction = 2 + rnd(12);
my @set = ('A', 'B', 'C');
for my $i (0 .. $nfunction - 1) {
	my %f = (name => "f$i", cc => pick('', '', 'spir_func', 'spir_func', 'fastcc'), attributes => []);
	$f{declared} = pct(20);
	$f{cc} = pick('spir_kernel', 'ptx_kernel', 'amdgpu_kernel') if pct(30);
	$f{kernel} = $f{cc} =~ /kernel/;
	$f{name} = pick('_Z28__spirv_', '_Z22__sycl_', '_Z3__esimd_', '__builtin_') . $i if pct(8) && !$f{kernel};
	push @{$f{attributes}}, '"sycl-module-id"="a.cpp"' if pct(20);
	push @{$f{attributes}}, '"indirectly-callable"="' . pick(@set) . '"' if pct(15) && !$f{kernel};
	push @{$f{attributes}}, '"calls-indirectly"="' . join(',', map { pick(@set, 'D') } 0 .. rnd(2)) . '"' if pct(20);
	push @{$f{attributes}}, '"sycl-device-has"="' . join(',', map { pick(@number) } 1 .. rnd(4)) . '"' if pct(8);
	$f{result} = $f{kernel} || pct(50) ? 'void' : type(1);
	$f{parameters} = [map { pct(60) ? scalar_type() : type(2) } 1 .. rnd(4)];
	$f{by_value} = [map { $_ eq 'ptr' && pct(30) && $f{cc} ne 'amdgpu_kernel' ? pick('byval', 'byref') . '(' . pick(@struct) . ')' : '' } @{$f{parameters}}];
	$f{by_value}[0] = 'sret(' . pick(@struct) . ')'
		if $f{result} eq 'void' && @{$f{parameters}} && $f{parameters}[0] eq 'ptr' && !$f{kernel} && pct(30);
	push @function, \%f;
}

# --- globals --------------------------------------------------------------------------

my @global;	# [name, address space]
for my $i (0 .. rnd(5)) {
	my $space = pick(0, 0, 1);
	my $where = $space ? 'addrspace(1) ' : '';
	out("\@g$i = ${where}global " . type(2) . " zeroinitializer\n");
	push @global, ["g$i", $space];
}
my @table;
for my $i (0 .. rnd(3)) {
	my @member = map { '@' . pick(@function)->{name} } 0 .. rnd(3);
	out("\@table$i = constant { [" . @member . ' x ptr] } { [' . @member . ' x ptr] [' .
		join(', ', map { "ptr $_" } @member) . "] }\n");
	push @table, "table$i";
}
if (@table && pct(50)) {
	out("\@address = constant ptr getelementptr (i8, ptr \@$table[0], i64 8)\n");
	push @table, 'address';
}
push @global, map { [$_, 0] } @table;
# Constants of initializers belong to the module, wherever else they occur.
my @shared;
for my $i (0 .. rnd(3)) {
	my $g = pick(@global);
	my $pointer = $g->[1] ? 'ptr addrspace(1)' : 'ptr';
	my $text = pct(50) ? "getelementptr (" . pick(@struct) . ", $pointer \@$g->[0], i64 1)"
		: "addrspacecast ($pointer \@$g->[0] to ptr addrspace(4))";
	my $type = $text =~ /addrspacecast/ ? 'ptr addrspace(4)' : $pointer;
	out("\@shared$i = constant $type $text\n");
	push @shared, [$type, $text];
}
my @alias;
for my $i (0 .. 1 + rnd(4)) {
	my $f = pick(@function);
	if (pct(50) && !$f->{declared}) {
		my $cast = pct(30) ? "addrspacecast (ptr \@$f->{name} to ptr addrspace(4))" : "ptr \@$f->{name}";
		out("\@alias$i = alias i8, $cast\n");
		push @alias, [$f, "\@alias$i", $cast =~ /addrspacecast/ ? 4 : 0];
	} elsif (@global) {
		my $g = pick(@global);
		my $pointer = $g->[1] ? 'ptr addrspace(1)' : 'ptr';
		out("\@alias$i = alias " . type(1) . ", $pointer \@$g->[0]\n");
		push @global, ["alias$i", $g->[1]];
	}
}

# --- constants ---------------------------------------------------------------------------

# A constant pointer: [type, text]
sub pointer {
	my $g = pick(@global, map { [$_->{name}, 0] } @function);
	my ($name, $type) = ("\@$g->[0]", $g->[1] ? 'ptr addrspace(1)' : 'ptr');
	my $r = rnd(10);
	return pick(@shared) if pct(15);
	return [$type, 'null'] if $r < 3;
	return ['ptr addrspace(4)', "addrspacecast ($type $name to ptr addrspace(4))"] if $r < 5;
	return [$type, "getelementptr (i8, $type $name, i64 4)"] if $r < 6;
	return [$type, 'getelementptr (' . pick(@struct) . ", $type $name, i64 1)"] if $r < 7;
	return [$type, $name];
}
sub typed_pointer {
	my ($type) = @_;
	for (1 .. 8) {
		my $p = pointer();
		return $p->[1] if $p->[0] eq $type;
	}
	return 'null';
}
sub constant {
	my ($type) = @_;
	return typed_pointer($type) if $type =~ /^ptr/;
	return pick('1.0', 'poison', 'undef') if $type =~ /^(float|double|half)$/;
	return pct(15) ? 'ptrtoint (' . join(' ', @{pointer()}) . " to $type)" : pick('1', 'undef') if $type =~ /^i\d/;
	if ($type =~ /^\{ (ptr(?: addrspace\(1\))?), (i32) \}$/) {
		return "{ $1 " . typed_pointer($1) . ', i32 1 }';
	}
	return pick('zeroinitializer', 'poison', 'undef');
}

# --- instructions ---------------------------------------------------------------------------

my ($local, @value);	# in the current function: next number, [type, name] so far
my ($block, @landing);	# the block, and labels of landing pads to come

sub value_of {
	my ($type) = @_;
	my @fit = grep { $_->[0] eq $type } @value;
	return @fit && pct(60) ? pick(@fit)->[1] : constant($type);
}
sub fresh {
	my ($type) = @_;
	my $name = '%v' . $local++;
	push @value, [$type, $name];
	return $name;
}
sub mark { return pct(6) ? ', !sycl_used_aspects ' . aspects_node() : '' }

sub call {
	my @callable = grep { !$_->{kernel} || $_->{cc} eq 'ptx_kernel' } @function;
	return if !@callable;
	my $f = pick(@callable);
	my $cc = $f->{cc} ? "$f->{cc} " : '';
	my @argument;
	for my $i (0 .. $#{$f->{parameters}}) {
		my $type = $f->{parameters}[$i];
		my $how = $f->{by_value}[$i] ? "$type $f->{by_value}[$i]" : $type;
		push @argument, "$how " . value_of($type);
	}
	my ($callee, $space) = ("\@$f->{name}", '');
	my $r = rnd(10);
	my @other = grep { $_->[0] == $f } @alias;
	if ($r < 2 && @other) {
		my $alias = pick(@other);
		($callee, $space) = ($alias->[1], $alias->[2] ? "addrspace($alias->[2]) " : '');
	} elsif ($r < 4) {
		($callee, $space) = ("addrspacecast (ptr $callee to ptr addrspace(4))", 'addrspace(4) ');
	} elsif ($r < 5) {
		$callee = '%v' . $local++;
		out("  $callee = load ptr, ptr " . typed_pointer('ptr') . "\n");
	}
	my $text = "call $cc$space$f->{result} $callee(" . join(', ', @argument) . ')' . (pct(10) ? ' #90' : '');
	my $next = 'l' . $local;
	if (pct(15)) {
		push @landing, 'pad' . $local++;
		$text =~ s/^call/invoke/;
		$text .= " to label %$next unwind label %$landing[-1]";
	}
	$text .= mark();
	out($f->{result} eq 'void' ? "  $text\n" : '  ' . fresh($f->{result}) . " = $text\n");
	start($next) if $text =~ /^invoke/;
}
sub start {
	$block = shift;
	out("$block:\n");
}

# A block that jumps to itself: its first value is made from one that comes later.
sub loop {
	my $type = type(2);
	my ($before, $label, $later) = ($block, 'l' . $local++, '%v' . $local++);
	my $v = value_of($type);
	out("  br label %$label\n");
	start($label);
	my $first = fresh($type);
	out("  $first = phi $type [ $v, %$before ], [ $later, %$label ]\n");
	simple_instruction() for 0 .. rnd(2);
	out("  $later = freeze $type $first\n", "  br i1 true, label %$label, label %n$label\n");
	start("n$label");
}
sub jump {
	my $label = 'l' . $local++;
	my $v = value_of('i32');
	out("  switch i32 $v, label %$label [\n    i32 7, label %x$label\n    i32 9, label %$label\n  ]\n");
	start("x$label");
	my @before = @value;
	simple_instruction();
	@value = @before;
	out("  br label %$label\n");
	start($label);
}

# What must not end a block.
sub simple_instruction { instruction(8 + rnd(24)) }

sub instruction {
	my $r = shift // rnd(40);
	my $type = type(2);
	my $scalar = pick('float', pct(30) ? 'double' : 'half');
	my $pointer = value_of('ptr');
	return call() if $r < 6 || $r > 36;
	return loop() if $r == 32;
	return jump() if $r == 33;
	if ($r < 8) { out('  ' . fresh('ptr') . " = alloca $type" . mark() . "\n") }
	elsif ($r < 10) { my $p = typed_pointer('ptr'); out('  ' . fresh($type) . " = load $type, ptr $p" . mark() . "\n") }
	elsif ($r < 12) { my $v = value_of($type); out("  store $type $v, ptr $pointer\n") }
	elsif ($r < 14) { out('  ' . fresh('ptr') . ' = getelementptr ' . pick($type, @struct) . ", ptr $pointer, i64 1\n") }
	elsif ($r < 15) { my ($a, $b) = (value_of($scalar), value_of($scalar)); out('  ' . fresh($scalar) . " = fmul $scalar $a, $b" . mark() . "\n") }
	elsif ($r < 16) { my $a = value_of('float'); out('  ' . fresh('double') . " = fpext float $a to double\n") if pct(40) }
	elsif ($r < 17) { my ($a, $b) = (value_of($scalar), value_of($scalar)); out('  ' . fresh('i1') . " = fcmp olt $scalar $a, $b\n") }
	elsif ($r < 18) { my ($a, $b) = (value_of($type), value_of($type)); out('  ' . fresh($type) . " = select i1 true, $type $a, $type $b\n") }
	elsif ($r < 19) { my $a = value_of('i64'); out('  ' . fresh('double') . " = bitcast i64 $a to double\n") if pct(25) }
	elsif ($r < 20) { my $p = pointer(); out("  store $p->[0] $p->[1], ptr $pointer\n") }
	elsif ($r < 21) { my $v = value_of('{ ptr, i32 }'); out("  store { ptr, i32 } $v, ptr $pointer\n") }
	elsif ($r < 22) { out('  ' . fresh('i32') . " = extractvalue { $type, i32 } poison, 1\n") }
	elsif ($r < 23) { my $v = value_of($scalar); out('  ' . fresh($scalar) . " = fneg $scalar $v" . mark() . "\n") }
	elsif ($r < 24) { my $v = value_of("<2 x $scalar>"); out('  ' . fresh($scalar) . " = extractelement <2 x $scalar> $v, i32 0\n") }
	elsif ($r < 25) { my ($v, $e) = (value_of("<2 x $scalar>"), value_of($scalar)); out('  ' . fresh("<2 x $scalar>") . " = insertelement <2 x $scalar> $v, $scalar $e, i32 1\n") }
	elsif ($r < 26) { my $v = value_of("<2 x $scalar>"); out('  ' . fresh("<4 x $scalar>") . " = shufflevector <2 x $scalar> $v, <2 x $scalar> poison, <4 x i32> <i32 0, i32 1, i32 1, i32 0>\n") }
	elsif ($r < 27) { my $v = value_of($type); out('  ' . fresh("{ $type, float }") . " = insertvalue { $type, float } poison, $type $v, 0\n") }
	elsif ($r < 28) { my $p = typed_pointer('ptr'); my $v = value_of($scalar); out('  ' . fresh($scalar) . " = atomicrmw fadd ptr $p, $scalar $v seq_cst" . mark() . "\n") }
	elsif ($r < 29) { my $p = typed_pointer('ptr'); out('  ' . fresh('{ i64, i1 }') . " = cmpxchg ptr $p, i64 1, i64 2 seq_cst seq_cst\n") }
	elsif ($r < 30) { my ($p, $q) = (pointer(), value_of('ptr')); out('  ' . fresh('i1') . " = icmp eq $p->[0] $p->[1], null\n") }
	elsif ($r < 31) { my $v = value_of("{ $type, float }"); out('  ' . fresh($type) . " = extractvalue { $type, float } $v, 0\n") }
	else { my $v = value_of('i32'); out('  ' . fresh($scalar) . " = sitofp i32 $v to $scalar\n") }
}

# --- bodies ------------------------------------------------------------------------------------

my @groups;
for my $f (@function) {
	my $metadata = '';
	my $group = '';
	if (@{$f->{attributes}}) {
		push @groups, join(' ', @{$f->{attributes}});
		$group = ' #' . $#groups;
	}
	$metadata .= ' !sycl_used_aspects ' . aspects_node() if pct(20);
	$metadata .= ' !sycl_declared_aspects ' . aspects_node() if pct(15);
	$metadata .= ' !intel_used_aspects ' . aspects_node() if pct(3);
	$metadata .= ' !intel_declared_aspects ' . aspects_node() if pct(3);
	my @parameter;
	@value = ();
	$local = 0;
	for my $i (0 .. $#{$f->{parameters}}) {
		my $type = $f->{parameters}[$i];
		my $text = $f->{by_value}[$i] ? "$type $f->{by_value}[$i]" : $type;
		push @parameter, $f->{declared} ? $text : $text . ' ' . fresh($type);
	}
	my $head = ($f->{cc} ? "$f->{cc} " : '') . "$f->{result} \@$f->{name}(" . join(', ', @parameter) . ")$group";
	if ($f->{declared}) {
		out("declare$metadata $head\n");
		next;
	}
	out("define $head personality ptr \@personality$metadata {\n");
	@landing = ();
	start('entry');
	instruction() for 0 .. rnd(9);
	if (pct(20)) {
		out("  br label %next\n");
		start('next');
		instruction() for 0 .. rnd(3);
	}
	out($f->{result} eq 'void' ? "  ret void\n" : "  ret $f->{result} " . value_of($f->{result}) . "\n");
	for my $pad (@landing) {
		my $clause = pct(50) ? 'cleanup' : 'catch ptr ' . typed_pointer('ptr');
		out("$pad:\n  %e$pad = landingpad { ptr, i32 } $clause\n  resume { ptr, i32 } %e$pad\n");
	}
	out("}\n");
}
out("declare i32 \@personality(...)\n");
out(map { "attributes #$_ = { $groups[$_] }\n" } 0 .. $#groups);
out("attributes #90 = { \"virtual-call\" }\n");

my @names = map { node("!\"$name{$_}\"", "i32 $_") } sort { $a <=> $b } keys %name;
out('!sycl_aspects = !{' . join(', ', @names) . "}\n");
out('!sycl_types_that_use_aspects = !{' . join(', ', @used_types) . "}\n") if @used_types;
out(map { "!$_ = $meta[$_]\n" } 0 .. $#meta);
print @out;
