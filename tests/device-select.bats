# device-select: which device code of objects and archives takes part in a link.
load helper

# module NAME DEFINED NEEDED: a device module, "-" for nothing
module() {
	{
		echo 'target triple = "spirv64-unknown-unknown"'
		[ "$2" = - ] || echo "define spir_func void @$2() { ret void }"
		[ "$3" = - ] || printf 'declare spir_func void @%s()\ndefine spir_func void @calls_%s() { call spir_func void @%s() ret void }\n' \
			"$3" "$3" "$3"
	} | "$LLVM_BIN/llvm-as" -o "$1"
}

# The table of an object and an archive with three members.
table() {
	module main.bc main a
	module a.bc a b
	module b.bc b -
	module c.bc c -
	: > lib.a
	cat > t.table <<-'END'
		[Code|Triple|Origin|Keys]
		main.bc|spirv64-unknown-unknown|main.o|
		a.bc|spirv64-unknown-unknown|lib.a(a.o)|
		b.bc|spirv64-unknown-unknown|lib.a(b.o)|
		c.bc|spirv64-unknown-unknown|lib.a(c.o)|
	END
}

@test "without --pulled everything of the triple takes part" {
	table
	[ "$(device-select --triple=spirv64-unknown-unknown t.table | xargs)" = 'main.bc a.bc b.bc c.bc' ]
	[ -z "$(device-select --triple=nvptx64-nvidia-cuda t.table)" ]
}

@test "members that the linker takes, and those whose functions are called, take part" {
	table
	: > pulled
	[ "$(device-select --triple=spirv64-unknown-unknown --pulled=pulled t.table | xargs)" = 'main.bc a.bc b.bc' ]
	for line in '(lib.a)c.o' 'lib.a(c.o)' 'trace: lib.a(c.o)' "($PWD/lib.a)c.o"; do
		echo "$line" > pulled
		[ "$(device-select --triple=spirv64-unknown-unknown --pulled=pulled t.table | xargs)" = 'main.bc a.bc b.bc c.bc' ]
	done
}

@test "what modules of --with call takes part" {
	table
	: > pulled
	module with.bc - c
	[ "$(device-select --triple=spirv64-unknown-unknown --pulled=pulled --with=with.bc t.table | xargs)" = 'main.bc a.bc b.bc c.bc' ]
}

@test "a member of a thin archive is known by its own path" {
	table
	mkdir sub
	: > sub/c.o
	sed -i 's/lib.a(c.o)/lib.a(sub\/c.o)/' t.table
	echo ./sub/c.o > pulled
	[ "$(device-select --triple=spirv64-unknown-unknown --pulled=pulled t.table | tail -n 1)" = c.bc ]
}

@test "of two members that define a function the first takes part" {
	table
	cp c.bc d.bc
	module c.bc a -
	: > pulled
	[ "$(device-select --triple=spirv64-unknown-unknown --pulled=pulled t.table | xargs)" = 'main.bc a.bc b.bc' ]
}

@test "modules that are linked alone and finished images are lists of their own" {
	cat > t.table <<-'END'
		[Code|Triple|Origin|Keys]
		main.bc|spirv64-unknown-unknown|main.o|opt=1,rdc=off
		x.o|spirv64-unknown-unknown|main.o|rdc=off,target=x86_64
	END
	[ -z "$(device-select --triple=spirv64-unknown-unknown t.table)" ]
	[ "$(device-select --alone --triple=spirv64-unknown-unknown t.table)" = main.bc ]
	[ "$(device-select --images t.table)" = x.o ]
}

@test "when nothing takes part, --empty makes a module and lists it" {
	echo '[Code|Triple|Origin|Keys]' > t.table
	[ "$(device-select --triple=spirv64-unknown-unknown --empty=e.bc t.table)" = e.bc ]
	"$LLVM_BIN/llvm-dis" -o - e.bc | grep -q 'target triple = "spirv64-unknown-unknown"'
}

@test "an object without code for the triple is an error, one that does not take part is not" {
	table
	run -1 device-select --triple=nvptx64-nvidia-cuda --targets=sm t.table
	[ "${lines[0]}" = "device-select: error: 'main.o' has no device code for target 'sm': it was compiled for 'spirv64-unknown-unknown'; compile it with '-fsycl-targets=' naming that target too" ]
	[ "${#lines[@]}" -eq 4 ]
	: > pulled
	run -1 device-select --triple=nvptx64-nvidia-cuda --targets=sm --pulled=pulled t.table
	[ "${#lines[@]}" -eq 1 ]
}

@test "a table without the columns, no table and no triple are said" {
	echo '[Code|Triple]' > t.table
	run -1 device-select --triple=x t.table
	[ "$output" = "t.table: error: no column 'Origin'" ]
	run -1 device-select --triple=x none.table
	[ "$output" = "device-select: error: cannot read 'none.table': No such file or directory" ]
	run -2 device-select t.table
	[ "${lines[0]}" = "device-select: error: no --triple" ]
	run -2 device-select --triple=x
	[ "${lines[0]}" = "device-select: error: no input table" ]
}
