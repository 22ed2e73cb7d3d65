# Debuggers, profilers and sanitizers of the host see programs with kernels.
load ../helper

setup_file() {
	cd "$BATS_FILE_TMPDIR" || return 1
	export XDG_CACHE_HOME=$BATS_FILE_TMPDIR/cache
	"$BUILD/bin/sycl-cc" -g -c "$inputs/sycl/debugged.cpp" -o debugged.o
	"$BUILD/bin/sycl-cc" -fsycl-targets=x86_64 debugged.o -o native
	"$BUILD/bin/sycl-cc" debugged.o -o portable
	./native > said
	line=$(grep -n 'the line' "$inputs/sycl/debugged.cpp")
	printf '%s\n' "${line%%:*}" > line
}

setup() {
	cd "$BATS_FILE_TMPDIR" || return 1
	line=$(cat line)
}

# debug PROGRAM COMMAND...: gdb's answers
debug() {
	timeout 60 gdb -nx -batch -ex 'set startup-with-shell off' -ex 'set debuginfod enabled off' -ex 'set pagination off' \
		"${@:2}" "$1" < /dev/null 2>&1
}

@test "gdb stops at a line of a kernel, and names it and its function" {
	command -v gdb > /dev/null || skip 'no gdb'
	run -0 debug ./native -ex "break debugged.cpp:$line" -ex run -ex 'info symbol $pc'
	[[ $output == *"debugged.cpp:$line"$'\n'*'the line'*$'\n__mux_entry__ZTS5heavy + '* ]]
	# SPIR-V has no lines.
	run -0 debug ./portable -ex 'set breakpoint pending on' -ex 'break __mux_entry__ZTS5heavy' -ex run -ex 'info symbol $pc'
	[[ $output == *$'\n__mux_entry__ZTS5heavy'* ]]
}

@test "gdb prints the variables of a kernel of -g -O0, of its functions and behind a barrier; of -O2 no wrong value" {
	command -v gdb > /dev/null || skip 'no gdb'
	cp "$inputs/sycl/variables.cpp" .
	place() { grep -n "$1 \*/" variables.cpp | sed 's/:.*//'; }
	sycl-cc -g -O0 -fsycl-targets=x86_64 -c variables.cpp -o variables.o
	sycl-cc -fsycl-targets=x86_64 variables.o -o variables
	sycl-cc -g -O2 -fsycl-targets=x86_64 variables.cpp -o quick
	run -0 ./quick
	[ "$output" = 0 ]
	run -0 debug ./variables -ex "break variables.cpp:$(place 'in the helper') if outer == 6" -ex run -ex 'print inner' -ex up \
		-ex 'print place' -ex 'print past' -ex 'print odd' -ex delete \
		-ex "break variables.cpp:$(place 'behind the barrier') -force-condition if place == 7 && round == 2" -ex c \
		-ex 'print place' -ex 'print odd' -ex 'print past' -ex 'print total' -ex 'print round' -ex 'print result[15] * 0' \
		-ex delete -ex c
	# 8 * 2, and the tile's 2 + 3 with past[0] + past[1] in two rounds.
	[ "$(grep -o '^\$.*' <<< "$output")" = "\$1 = 7
\$2 = 6
\$3 = {6, 18}
\$4 = false
\$5 = 7
\$6 = true
\$7 = {7, 21}
\$8 = $((8 * 2 + 2 + 3 + 7 + 21))
\$9 = 2
\$10 = 0" ]
	# Registers of optimised code have other values: then the variable has none.  gdb stops in the first code of a line
	# alone, which may be vector code or what is left of a row: these rows need both.
	sed 's/malloc_shared<int>(16/malloc_shared<int>(1040/; s/{4, 4}, {2, 2}/{16, 65}, {2, 65}/; s/ tile(4/ tile(130/' variables.cpp > wide.cpp
	sycl-cc -g -O2 -fsycl-targets=x86_64 wide.cpp -o wide
	output=$(debug ./wide -ex "break wide.cpp:$(place 'the result')" -ex run -ex 'print place >= 0 && place < 1040' \
		-ex 'print past[1] - 3 * place') || true	# gdb's status when a variable has no value
	[[ $output == *'the result'* && $output != *' = false'* && ! $output =~ \$[12]' = '-?[1-9] ]]
}

@test "a kernel of -g with many barriers takes no more memory than without -g" {
	cd "$BATS_TEST_TMPDIR"
	{
		printf '__kernel void k(__global int *p, __local int *l) { int i = get_local_id(0), s = p[i];\n'
		for n in $(seq 24); do
			printf '{ int a = s + %d; int b = a * 3; l[i + %d] = b; barrier(CLK_LOCAL_MEM_FENCE); int c = l[(i ^ 1) + %d]; s += c - b; }\n' \
				"$n" "$((n % 2 * 4))" "$((n % 2 * 4))"
		done
		printf 'p[i] = s; }\n'
	} > many.cl
	"$LLVM_BIN/clang" -x cl -cl-std=CL2.0 -target spirv64-unknown-unknown -g -O1 -emit-llvm -c -o many.bc many.cl
	([ "$TEST_SET" = asan ] || ulimit -v 2000000; mux-aot -o many.so many.bc)
	[ "$("$BUILD/tests/mux-host" ./many.so k 4 4 both:i32:4 local=32)" = "412715312 -412715311 412715314 -412715309" ]
}

@test "objects of -g have the same bytes again, and name no folder that is gone" {
	small_headers
	printf '%s\n' '#include <sycl/sycl.hpp>' 'void f(sycl::queue &q) { q.single_task<class small>([] { int local = 1; (void)local; }); }' > small.cpp
	sycl-cc -g -c small.cpp -o one.o
	sycl-cc -g -c small.cpp -o two.o
	cmp one.o two.o
	grep -q small.cpp one.o
	[ "$(grep -a -c attr-rewrite one.o)" = 0 ]
}

@test "SYCL_CC_IMAGES keeps images as files, so that perf tells kernels and lines; without a folder programs run all the same" {
	mkdir -p kept
	SYCL_CC_IMAGES=kept run -0 ./native
	[ "$output" = "$(cat said)" ]
	[ "$(nm kept/sycl-cc-image-*.so | grep -c ' t __mux_entry__ZTS5heavy$')" = 1 ]
	SYCL_CC_IMAGES=absent run -0 --separate-stderr ./native
	[[ $output == "$(cat said)" && $stderr == "sycl-cc: images: cannot write 'absent/sycl-cc-image-"*"-1.so': No such file or directory" ]]
	perf record -o perf.data true > perf.log 2>&1 || skip 'perf may not record'
	for p in native portable; do
		SYCL_CC_IMAGES=kept perf record -o $p.data ./$p > perf.log 2>&1
		perf report -i $p.data --stdio -s sym,srcline 2> /dev/null > $p.report
		grep '__mux_entry__ZTS5heavy ' $p.report
	done
	grep "__mux_entry__ZTS5heavy .*debugged.cpp:$line" native.report
}

@test "valgrind and AddressSanitizer have nothing to say about a program with kernels" {
	sycl-cc -O1 -fsanitize=address -fsycl-targets=x86_64 "$inputs/sycl/debugged.cpp" -o sanitized
	run -0 --separate-stderr ./sanitized
	[[ $output == "$(cat said)" && -z $stderr ]]
	command -v valgrind > /dev/null || skip 'no valgrind'
	run -0 valgrind -q --error-exitcode=9 ./native
	[[ $output == *"$(cat said)" ]]
}

@test "ThreadSanitizer has nothing to say about threads that share no object of SYCL" {
	sycl-cc -std=c++17 -O1 -fsanitize=thread -fsycl-targets=x86_64 "$inputs/sycl/thread-races.cpp" -o races
	for _ in 1 2 3 4 5 6; do
		# its shadow memory has no place where the kernel randomizes addresses by many bits
		run -0 --separate-stderr setarch -R ./races
		[[ $output == right && -z $stderr ]] || { echo "$stderr" | head -20; return 1; }
	done
}
