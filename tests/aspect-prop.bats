# Which aspects each function gets, and what aspect-prop says about them.
load helper

in=$inputs/aspect-prop

# sets FILE: one line a function, 'NAME used={...} targets={...}', from textual IR
sets() {
	awk -f "$root/tests/aspect-prop/sets.awk" "$1"
}

# check NAME [OPTION...]: the sets of inputs/aspect-prop/NAME.ll are wanted/aspect-prop/NAME.sets
check() {
	name=$1; shift
	aspect-prop "$@" -S -o got.ll "$in/$name.ll"
	sets got.ll > got.sets
	diff -u "$wanted/aspect-prop/${wanted_name:-$name}.sets" got.sets
}

@test "a module without !sycl_aspects and without entry points stays as it is" {
	"$LLVM_BIN/llvm-as" -o in.bc "$in/no-aspects.ll"
	aspect-prop -o out.bc in.bc
	cmp in.bc out.bc
}

# status: callee-aspects
@test "a kernel gets what its callees use" { check two-kernels; }

# status: diamond
@test "functions that are reached twice count once" { check diamond; }

# status: type-members
@test "types are found in structs, arrays, vectors and literal structs, not behind pointers" {
	check nested-types
}

# status: signatures
@test "return types, parameters and by-value parameters count" { check signatures; }

# status: fp64-number
@test "double uses the number that !sycl_aspects gives to fp64" {
	check doubles-6
	check doubles-5
}

# status: source-types
@test "source types of getelementptr and value types of globals count" { check globals-and-geps; }

# status: instruction-aspects
@test "aspects of single instructions count, internal ones too" { check instructions; }

@test "bitcode and the text that it is of give the same module, with warnings and without" {
	for name in "$in"/*.ll; do
		"$LLVM_BIN/llvm-as" -o in.bc "$name"
		aspect-prop -o text.bc "$name" 2> text.txt
		aspect-prop -o bitcode.bc in.bc 2> bitcode.txt
		cmp text.txt bitcode.txt
		for made in text bitcode; do
			# What needed no change is as it came.
			"$LLVM_BIN/opt" -passes=no-op-module -o "$made.bc" "$made.bc"
			"$LLVM_BIN/llvm-dis" "$made.bc"
			sed -i '/^; ModuleID/d' "$made.ll"
		done
		cmp text.ll bitcode.ll
	done
}

@test "bitcode in a form that only LLVM reads gives the same module" {
	"$LLVM_BIN/llvm-as" -o in.bc "$in/instructions.ll"
	# A wrapper: magic number, version, where the bitcode begins, its size, a processor.
	perl -e 'local $/; my $b = <STDIN>; binmode STDOUT; print pack("V5", 0x0b17c0de, 0, 20, length $b, 7), $b' \
		< in.bc > wrapped.bc
	aspect-prop -S -o plain.ll in.bc
	aspect-prop -S -o got.ll wrapped.bc
	diff <(sed 1d plain.ll) <(sed 1d got.ll)
	aspect-prop -o done.bc in.bc
	perl -e 'local $/; my $b = <STDIN>; binmode STDOUT; print pack("V5", 0x0b17c0de, 0, 20, length $b, 7), $b' \
		< done.bc > wrapped.bc
	aspect-prop -o again.bc wrapped.bc
	cmp wrapped.bc again.bc
}

@test "bitcode that is cut short anywhere is diagnosed" {
	"$LLVM_BIN/llvm-as" -o whole.bc "$in/instructions.ll"
	for n in $(seq 4 97 $(($(stat -c %s whole.bc) - 4))); do
		head -c "$n" whole.bc > in.bc
		run -1 aspect-prop -o out.bc in.bc
		[[ $output == "aspect-prop: error: cannot read 'in.bc': "* && ${output#*in.bc} != *in.bc* ]] ||
			{ echo "$n: $output"; return 1; }
		[ ! -e out.bc ] || return 1
	done
}

# status: aspects-ascending
@test "numbers are written in ascending order" { check chain-of-four; }

# status: declared-flow
@test "declared aspects become used ones, of callers and declarations too" { check declared-flows; }

@test "nothing flows to a function that no entry point reaches" { check no-entry; }

# status: entry-points
@test "kernels of every kind and functions with a module id are entry points, builtins are not" {
	check entry-points
}

# status: recursion
@test "recursion: every member of a cycle gets what any member uses" { check cycles; }

# status: casts-aliases
@test "calls through casts and aliases are direct calls" { check callees; }

# status: first-edition-names
@test "metadata names of the first edition mean the same" { check first-edition; }

@test "a type that the module does not know is ignored" { check unknown-type; }

# status: exclude
@test "excluded aspects are saved only where they were before" {
	check exclude --exclude-aspects=four,1
}

# status: two-runs
@test "run 1 without fp64, run 2 with it" {
	aspect-prop --exclude-aspects=fp64 -S -o run1.ll "$in/two-runs.ll"
	sets run1.ll > run1.sets
	diff -u "$wanted/aspect-prop/two-runs-1.sets" run1.sets
	aspect-prop --no-warnings -S -o run2.ll run1.ll
	sets run2.ll > run2.sets
	diff -u "$wanted/aspect-prop/two-runs-2.sets" run2.sets
}

# status: device-has
@test "a function is warned about what its device_has does not list, a kernel is not" {
	aspect-prop -o out.bc "$in/device-has.ll" 2> got.txt
	diff -u "$wanted/aspect-prop/device-has.txt" got.txt
}

# status: device-has-property
@test "the property device_has is checked at the function that the kernel calls" {
	aspect-prop -S -o out.ll "$in/device-has-property.ll" 2> got.txt
	diff -u "$wanted/aspect-prop/device-has-property.txt" got.txt
	sets out.ll > got.sets
	diff -u "$wanted/aspect-prop/device-has-property.sets" got.sets
}

@test "callers of virtual function sets get all members, constructors get none" { check virtual; }

# status: fixed-entry-points
@test "every entry point gets the names of the fixed targets" {
	wanted_name=targets-types check targets --fixed-targets=host,cpu,gpu
	aspect-prop -S -o again.ll got.ll
	cmp got.ll again.ll
	aspect-prop --fixed-targets= -S -o none.ll got.ll
	sets none.ll | grep -x "k_half used={5} targets={}"
}

@test "a type without aspects in !sycl_types_that_use_aspects is an error" {
	sed 's/, i32 1}/}/' "$in/unknown-type.ll" > in.ll
	run -1 aspect-prop -o out.bc in.ll
	[ "$output" = "aspect-prop: error: malformed '!sycl_types_that_use_aspects': operand 0 is not a type name with aspect numbers" ]
	[ ! -e out.bc ]
}

@test "with emulated conversions only computing with double counts" {
	check emulation --fp64-conv-emu
}

# status: warning-place
@test "warnings name file, line and column of the use and of each call, with the line of source" {
	aspect-prop -o out.bc "$in/debug-info.ll" 2> got.txt
	diff -u "$wanted/aspect-prop/debug-info.txt" got.txt
	cp "$in/hw.cpp" .
	aspect-prop -o out.bc "$in/debug-info.ll" 2> got.txt
	diff -u "$wanted/aspect-prop/debug-info-source.txt" got.txt
}

# status: warning-no-g
@test "without -g a warning has the call chain and a hint" {
	opt=$LLVM_BIN/opt
	"$opt" -strip-debug -o in.bc "$in/debug-info.ll"
	run -0 aspect-prop -o out.bc in.bc
	[ "${lines[0]}" = "aspect-prop: warning: function 'foo' uses aspect 'fp64' not listed in 'sycl::device_has'" ]
	[ "${lines[1]}" = "use is from this call chain:" ]
	[ "${lines[2]}" = "  foo()" ]
	[ "${lines[3]}" = "  bar()" ]
	[ "${lines[4]}" = "  boo()" ]
	[ "${lines[5]}" = "compile with '-g' to get source location" ]
}

# status: warning-second-run
@test "the chain stays whole when the module went through an earlier run" {
	aspect-prop --no-warnings -o run1.bc "$in/debug-info.ll"
	aspect-prop -o run2.bc run1.bc 2> got.txt
	diff -u "$wanted/aspect-prop/debug-info.txt" got.txt
}

@test "warnings as JSON" {
	aspect-prop --diag-format=json -o out.bc "$in/debug-info.ll" 2> got.txt
	diff -u "$wanted/aspect-prop/debug-info.json" got.txt
	aspect-prop --diag-format=json -o out.bc "$in/two-kernels.ll" 2> got.txt
	[ "$(cat got.txt)" = "[]" ]
}

@test "warnings as SARIF, the chain as a code flow" {
	aspect-prop --diag-format=sarif -o out.bc "$in/debug-info.ll" 2> got.txt
	diff -u "$wanted/aspect-prop/debug-info.sarif" got.txt
}

# sarif OPTION... FILE: the log of a run, in got.sarif
sarif() {
	aspect-prop --diag-format=sarif -o out.bc "$@" 2> got.sarif
}

@test "SARIF logs have what SARIF 2.1.0 requires, with warnings of every kind and without" {
	for name in debug-info device-has device-has-property explain first-edition places two-kernels no-aspects; do
		sarif "$in/$name.ll"
		jq -e -f "$in/sarif.jq" got.sarif > /dev/null || { echo "$name"; return 1; }
	done
	sarif --fixed-targets=small,other,able,tiny,cpu --device-config-file="$in/targets.yaml" "$in/targets.ll"
	jq -e -f "$in/sarif.jq" got.sarif > /dev/null
	[ "$(jq -c '[.runs[0].results[].ruleId] | unique' got.sarif)" = '["target-aspect","target-sub-group-size","target-work-group-size"]' ]
	run -1 --separate-stderr aspect-prop --Werror --diag-format=sarif -o out.bc "$in/debug-info.ll"
	printf '%s\n' "$stderr" > got.sarif
	jq -e -f "$in/sarif.jq" got.sarif > /dev/null
	[ "$(jq -c '[.runs[0].results[].level] | unique' got.sarif)" = '["error"]' ]
	# File names of any kind become URIs.
	sed 's/filename: "hw.cpp"/filename: "a b%\\C3\\A4[#]?.cpp"/' "$in/debug-info.ll" > odd.ll
	sarif odd.ll
	jq -e -f "$in/sarif.jq" got.sarif > /dev/null
	grep -q '"uri":"a%20b%25%C3%A4%5B%23%5D%3F.cpp"' got.sarif
}

@test "a code flow of SARIF leads from the function to the place of the warning" {
	for name in debug-info device-has places explain; do
		sarif "$in/$name.ll"
		jq -e '.runs[0].results | length > 0 and all(.[];
			.codeFlows | length == 1 and (.[0].threadFlows | length == 1))' got.sarif > /dev/null || { echo "$name"; return 1; }
		jq -e 'all(.runs[0].results[]; .codeFlows[0].threadFlows[0].locations as $steps |
			($steps | length) >= 2 and ($steps[0].location.message.text | startswith("uses") | not) and
			($steps[-1].location | del(.message)) == .locations[0] and
			($steps[-1].location.message.text | startswith("uses aspect")) and
			all($steps[1:-1][]; .location.message.text | startswith("calls ")))' got.sarif > /dev/null || { echo "$name"; return 1; }
	done
}

@test "the checks of SARIF find what is missing or wrong" {
	sarif "$in/debug-info.ll"
	result='.runs[0].results[0]'
	flow="$result.codeFlows[0].threadFlows[0]"
	for damage in 'del(.version)' '.version = "2.0.0"' 'del(.["$schema"])' '.runs = []' 'del(.runs[0].tool.driver.name)' \
		'del(.runs[0].results)' '.runs[0].tool.driver.rules[1].id = "device-has"' "del($result.message)" \
		"$result.message = {}" "$result.level = \"fatal\"" "$result.ruleIndex = 3" "$result.ruleIndex = -1" \
		"del($result.locations)" "$result.locations[0].physicalLocation.region.startLine = 0" \
		"$result.locations[0].physicalLocation.artifactLocation.uri = \"a b\"" \
		"del($result.locations[0].physicalLocation.artifactLocation)" "$flow.locations = []" \
		"$flow.locations[0] = {}" "$result.codeFlows[0].threadFlows = []" "del($flow.locations[1].location.message.text)"; do
		jq "$damage" got.sarif > bad.sarif
		if jq -e -f "$in/sarif.jq" bad.sarif > /dev/null 2>&1; then
			echo "$damage"
			return 1
		fi
	done
}

@test "colour only on a terminal, and not with NO_COLOR" {
	unset NO_COLOR
	TERM=xterm script -qec "aspect-prop -o out.bc '$in/debug-info.ll'" /dev/null > coloured.txt
	grep -q $'^\033\\[1mhw.cpp:27:11:\033\\[0m \033\\[1;35mwarning:\033\\[0m function' coloured.txt
	NO_COLOR=1 TERM=xterm script -qec "aspect-prop -o out.bc '$in/debug-info.ll'" /dev/null > plain.txt
	run -1 grep $'\033' plain.txt
	TERM=xterm aspect-prop -o out.bc "$in/debug-info.ll" 2> plain.txt
	run -1 grep $'\033' plain.txt
}

# status: werror
@test "-Werror: every warning is an error, nothing is written" {
	run -1 aspect-prop -Werror -o out.bc "$in/debug-info.ll"
	[ "${lines[0]}" = "hw.cpp:27:11: error: function 'foo' uses aspect 'fp64' not listed in 'sycl::device_has'" ]
	[ ! -e out.bc ]
	aspect-prop -Werror -o out.bc "$in/two-kernels.ll"
}

# kernels N: N functions whose device_has lists nothing, all calling one that uses double
kernels() {
	for i in $(seq "$1"); do
		printf 'define void @f%d() !sycl_declared_aspects !0 {\n  call void @helper()\n  ret void\n}\n' "$i"
		printf 'define spir_kernel void @k%d() {\n  call void @f%d()\n  ret void\n}\n' "$i" "$i"
	done
	printf 'define void @helper() {\n  %%x = alloca double\n  ret void\n}\n'
	printf '!0 = !{}\n!sycl_aspects = !{!1}\n!1 = !{!"fp64", i32 6}\n'
}

@test "hundreds of warnings with one cause are one warning and a count" {
	kernels 500 > in.ll
	run -0 aspect-prop -o out.bc in.ll
	[ "${#lines[@]}" = 6 ]
	[ "${lines[0]}" = "aspect-prop: warning: function 'f1' uses aspect 'fp64' not listed in 'sycl::device_has'" ]
	[ "${lines[3]}" = "  helper()" ]
	[ "${lines[4]}" = "and 499 more through 'helper'" ]
	kernels 10 > in.ll
	run -0 aspect-prop -o out.bc in.ll
	[ "$(grep -c warning: <<< "$output")" = 10 ]
	run -0 aspect-prop --same-cause=9 -o out.bc in.ll
	[ "$(grep -c warning: <<< "$output")" = 1 ]
	run -0 aspect-prop --same-cause=0 --diag-format=json -o out.bc in.ll
	[ "$(grep -c '"severity":"warning"' <<< "$output")" = 10 ]
}

# status: silent-without-device-has
@test "code without device_has and without fixed targets is never warned about" {
	for name in two-runs signatures doubles-6 instructions; do
		run -0 aspect-prop -o out.bc "$in/$name.ll"
		[ -z "$output" ] || return 1
	done
}

# status: fixed-diagnosed
@test "fixed targets: aspects, sub-group and work-group sizes that a target lacks" {
	aspect-prop --fixed-targets=small,other,able,tiny,cpu --device-config-file="$in/targets.yaml" \
		-S -o out.ll "$in/targets.ll" 2> got.txt
	diff -u "$wanted/aspect-prop/targets.txt" got.txt
	sets out.ll | grep -x "k_half used={5} targets={small, other, able, cpu}"
	run -0 aspect-prop --fixed-targets=intel_gpu_dg1 -o out.bc "$in/targets.ll"
	[ "${lines[0]}" = "aspect-prop: warning: function 'k_double' uses aspect 'fp64', which target 'intel_gpu_dg1' lacks" ]
}

@test "an unknown fixed target is a wrong command line, with the nearest name" {
	run -2 aspect-prop --fixed-targets=intel_gpu_dg11 -o out.bc "$in/targets.ll"
	[ "$output" = "aspect-prop: error: SYCL target is invalid: 'intel_gpu_dg11', did you mean 'intel_gpu_dg1'?" ]
}

@test "fixed targets need !sycl_aspects" {
	run -1 aspect-prop --fixed-targets=cpu -o out.bc "$in/no-aspects.ll"
	[ "$output" = "aspect-prop: error: '$in/no-aspects.ll' has no '!sycl_aspects', which '--fixed-targets' needs" ]
}

# status: no-sycl-aspects
@test "a module without !sycl_aspects gets empty target lists and nothing else" {
	sed 's/^define double/define spir_kernel double/' "$in/no-aspects.ll" > in.ll
	printf '!sycl_types_that_use_aspects = !{!0}\n!0 = !{!"A", i32 1}\n' >> in.ll
	aspect-prop -S -o out.ll in.ll 2> got.txt
	[ "$(cat got.txt)" = "aspect-prop: warning: 'in.ll' has '!sycl_types_that_use_aspects' but no '!sycl_aspects': it is left as it is" ]
	[ "$(sets out.ll)" = "helper used=none targets={}" ]
}

# status: exclude-unknown
@test "an unknown excluded aspect is a wrong command line, with the nearest name" {
	run -2 aspect-prop --exclude-aspects=fp46 -o out.bc "$in/two-runs.ll"
	[ "${lines[0]}" = "aspect-prop: error: option '--exclude-aspects': no aspect 'fp46', did you mean 'fp16'?" ]
	aspect-prop --exclude-aspects=atomic64,4711 -o out.bc "$in/two-runs.ll"
}

@test "--named writes pairs of name and number, which are read like numbers" {
	aspect-prop --named -S -o out.ll "$in/instructions.ll"
	sets out.ll > got.sets
	diff -u "$wanted/aspect-prop/instructions-named.sets" got.sets
	aspect-prop -S -o again.ll out.ll
	sets again.ll > got.sets
	diff -u "$wanted/aspect-prop/instructions.sets" got.sets
}

@test "malformed metadata of every kind is named" {
	# MESSAGE, then the sed command that breaks the input
	while IFS='|' read -r message command; do
		sed "$command" "$in/malformed.ll" > in.ll
		cmp -s in.ll "$in/malformed.ll" && { echo "nothing broken: $command"; return 1; }
		run -1 aspect-prop -o out.bc in.ll
		[ "$output" = "aspect-prop: error: $message" ] || { echo "$command: $output"; return 1; }
		[ ! -e out.bc ] || return 1
	done < "$in/malformed.txt"
	aspect-prop -o out.bc "$in/malformed.ll"
}

@test "input that is no module is diagnosed" {
	echo 'define void @f() {' > broken.ll
	run -1 aspect-prop -o out.bc broken.ll
	[ "$output" = "broken.ll:2:1: error: found end of file when expecting more instructions" ]
	run -1 aspect-prop -o out.bc missing.ll
	[ "$output" = "aspect-prop: error: cannot read 'missing.ll': No such file or directory" ]
	head -c 200 /bin/sh > noise.bc
	run -1 aspect-prop -o out.bc noise.bc
	[[ $output == "noise.bc:1:1: error: "* ]]
	[ ! -e out.bc ]
}

# status: second-run
@test "a second run changes no byte, nor does the same run" {
	for name in "$in"/*.ll; do
		aspect-prop --no-warnings -o 1.bc "$name"
		aspect-prop --no-warnings -o 1b.bc "$name"
		aspect-prop --no-warnings -o 2.bc 1.bc
		cmp 1.bc 1b.bc || return 1
		cmp 1.bc 2.bc || return 1
		aspect-prop --no-warnings -S -o 1.ll "$name"
		aspect-prop --no-warnings -S -o 2.ll 1.ll
		cmp 1.ll 2.ll || return 1
	done
}

@test "a second run with excluded aspects changes no byte" {
	for name in exclude two-runs declared-flows cycles virtual; do
		aspect-prop --no-warnings --exclude-aspects=fp64,1 -o 1.bc "$in/$name.ll"
		aspect-prop --no-warnings --exclude-aspects=fp64,1 -o 2.bc 1.bc
		cmp 1.bc 2.bc || return 1
	done
}

@test "standard input and output" {
	aspect-prop -S -o - - < "$in/two-kernels.ll" > got.ll
	sets got.ll > got.sets
	diff -u "$wanted/aspect-prop/two-kernels.sets" got.sets
}

@test "the command line is checked" {
	run -2 aspect-prop -o out.bc
	[ "${lines[0]}" = "aspect-prop: error: no input file" ]
	run -2 aspect-prop in.bc
	[ "${lines[0]}" = "aspect-prop: error: no output file, give one with '-o'" ]
	run -2 aspect-prop -o out.bc a.bc b.bc
	[ "${lines[0]}" = "aspect-prop: error: one module at a time: 'b.bc' is too many" ]
	run -2 aspect-prop --diag-format=xml -o out.bc a.bc
	[ "${lines[0]}" = "aspect-prop: error: option '--diag-format' wants text, json or sarif, not 'xml'" ]
}

@test "--explain: chain, instruction, place and sort of a use, per aspect" {
	aspect-prop --explain=_ZTS6Kernel "$in/explain.ll" > got.txt
	diff -u "$wanted/aspect-prop/explain.txt" got.txt
	aspect-prop --explain=Kernel:fp16 "$in/explain.ll" > got.txt
	[ "$(head -n 1 got.txt)" = "fp16 (5): signature" ]
	[ "$(grep -c '^[a-z]' got.txt)" = 1 ]
}

@test "--explain: a value has the type that its instruction gives it" {
	while IFS='|' read -r type value; do
		cat > in.ll <<- END
			define spir_kernel void @k($type %v, i1 %c, ptr %p) {
			  %x = $value
			  %y = fneg double %x
			  ret void
			}
			!sycl_aspects = !{!0}
			!0 = !{!"fp64", i32 6}
		END
		run -0 aspect-prop --explain=k in.ll
		[ "${lines[0]}" = 'fp64 (6): computation' ] || { echo "$value: $output"; return 1; }
		[ "${lines[2]}" = '  %y = fneg double %x' ] || { echo "$value: $output"; return 1; }
	done <<- END
		<2 x double>|extractelement <2 x double> %v, i32 0
		[3 x double]|extractvalue [3 x double] %v, 2
		{ i32, { ptr, double } }|extractvalue { i32, { ptr, double } } %v, 1, 1
		double|freeze double %v
		double|select i1 %c, double %v, double %v
		float|fpext float %v to double
		i64|bitcast i64 %v to double
		ptr|load double, ptr %v
		ptr|load atomic double, ptr %v seq_cst, align 8
		ptr|va_arg ptr %v, double
		ptr|call double %v(i32 1)
	END
}

@test "--explain: the nearest use may be weaker than another" {
	aspect-prop --explain=moves "$in/strongest.ll" > got.txt
	diff -u "$wanted/aspect-prop/strongest.txt" got.txt
}

@test "--explain: a literal that optimisation removes, and one that it keeps" {
	for kernel in removed kept variable wanted; do
		aspect-prop --explain="$kernel" "$in/literals.ll" || return 1
	done > got.txt
	diff -u "$wanted/aspect-prop/literals.txt" got.txt
}

@test "--explain: functions without aspects, unknown functions and aspects" {
	[ "$(aspect-prop --explain=only_floats "$in/doubles-6.ll")" = "only_floats() uses no aspect" ]
	[ "$(aspect-prop --explain=only_floats:fp64 "$in/doubles-6.ll")" = "only_floats() does not use fp64" ]
	run -1 aspect-prop --explain=only_float "$in/doubles-6.ll"
	[ "$output" = "aspect-prop: error: no function 'only_float' in the module, did you mean 'only_floats'?" ]
	run -1 aspect-prop --explain=loads:fp32 "$in/doubles-6.ll"
	[ "$output" = "aspect-prop: error: no aspect 'fp32' in the module" ]
}

@test "deep types and long chains cost no stack" {
	{
		echo '%T0 = type { double }'
		seq 2000 | awk '{ printf "%%T%d = type { %%T%d }\n", $1, $1 - 1 }'
		echo 'define spir_kernel void @f0(ptr %p) { %x = getelementptr %T2000, ptr %p, i64 1 ret void }'
		seq 20000 | awk '{ printf "define spir_kernel void @f%d() { call void @f%d(ptr null) ret void }\n", $1, $1 - 1 }'
		echo '!sycl_aspects = !{!1}'
		echo '!1 = !{!"fp64", i32 6}'
	} > in.ll
	(ulimit -s 512; aspect-prop -S -o out.ll in.ll)
	[ "$(sets out.ll | grep -c 'used={6}')" = 20001 ]
}

# status: random-modules
@test "50 random modules: the same sets as a brute-force model that shares no code" {
	"$root/tests/aspect-prop/compare" 1 50
}

@test "damaged texts are read or diagnosed" {
	"$root/tests/aspect-prop/fuzz" 1 1 "$in"/*.ll
}

@test "places of variables, of temporaries, and in files of other folders" {
	run -0 aspect-prop -o out.bc "$in/places.ll"
	places=$(grep warning: <<< "$output" | cut -d ' ' -f 1)
	[ "$places" = "$(printf '%s\n' x.cpp:12:10: x.cpp:21:5: /home/user/include/x.hpp:31:5:)" ]
}

@test "--drop-empty: a module without entry point becomes a file of no bytes" {
	echo 'define internal void @f() { ret void }' > none.ll
	aspect-prop --drop-empty -o none.bc none.ll
	[ ! -s none.bc ]
	echo 'define spir_kernel void @f() { ret void }' > one.ll
	aspect-prop --drop-empty -o one.bc one.ll
	[ -s one.bc ]
}

@test "every seeded fault of the long tests has a place in the sources" {
	run -0 "$root/tests/aspect-prop/faults" 0
	[ -z "$output" ] || { echo "$output"; return 1; }
}
