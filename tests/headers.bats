# The C++ headers themselves: what a program may do to them, and what they may do to a program.
load helper

@test "no name in the headers is a single capital letter but T: words say what they are" {
	found=$(cd "$root/include" && find . -name '*.hpp' -exec sed -E 's,//.*,,; s,"[^"]*",,g; s,'"'.'"',,g; s,^( \*|/\*|	+/\*).*,,; s,/\*.*\*/,,' {} + \
		| grep -owE '[A-SU-Z]' | sort | uniq -c)
	[ -z "$found" ] || { echo "$found"; return 1; }
	# the same search finds one
	[ "$(echo 'template <typename N> f(N);' | grep -owE '[A-SU-Z]' | sort -u)" = N ]
}

@test "a program may define every other letter and 60 usual words as macros before it includes the headers" {
	names="A B C D E F G H I J K L M N O P Q R S U V W X Y Z
		SIZE LENGTH LEN BLOCK BLOCK_SIZE TILE TILE_SIZE WIDTH HEIGHT DEPTH MAX MIN EPS EPSILON REAL TYPE DATA_TYPE DTYPE
		DIM DIMS DIMENSIONS NUM COUNT VALUE VAL DATA INDEX IDX ROWS COLS ROW COL ITER ITERATIONS NAME HOST DEVICE GLOBAL LOCAL
		PRIVATE KERNEL GROUP RANGE ITEM QUEUE BUFFER RESULT OP OPERATION APPLY POSITION LAST FIRST ARGS FLOAT DOUBLE INT BOOL
		TRUE FALSE PI NX NY NZ THREADS WG_SIZE LOCAL_SIZE GLOBAL_SIZE UNROLL DEBUG CHECK ERROR SUCCESS"
	defines=()
	for name in $names; do
		defines+=("-D$name=1024")
	done
	cd "$BATS_TEST_TMPDIR"
	run -0 sycl-cc -Wall -Wextra -Wpedantic -Werror "${defines[@]}" "$inputs/sycl/macros.cpp" -o macros
	run -0 ./macros
	[ "$output" = 448 ]
	g++ -std=c++17 -fsyntax-only "${defines[@]}" -I "$root/include" "$inputs/sycl/macros.cpp"
}

programs=$BATS_TEST_DIRNAME/inputs/sycl

# both PROGRAM: it prints "right" from the native image and from SPIR-V, of one object
both() {
	cd "$BATS_TEST_TMPDIR" || return 1
	sycl-cc -Wall -Wextra -Werror -c "$programs/$1.cpp" -o p.o || return 1
	for target in x86_64 spir64; do
		sycl-cc -fsycl-targets=$target p.o -o $target || return 1
		./$target > said || { cat said; return 1; }
		[ "$(cat said)" = right ] || return 1
	done
}

@test "async_work_group_copy strides through global memory, of every type, in 1-D, 2-D and 3-D, and touches nothing else" {
	both async-copy
}

@test "built-in functions refuse what they do not take without an error, and give vecs for swizzles: C++17, C++20, g++" {
	"$LLVM_BIN/clang++" -std=c++17 -Wall -Wextra -Werror -fsyntax-only -I "$root/include" "$programs/overloads.cpp"
	"$LLVM_BIN/clang++" -std=c++20 -Wall -Wextra -Werror -fsyntax-only -I "$root/include" "$programs/overloads.cpp"
	g++ -std=c++17 -Wall -Wextra -Werror -fsyntax-only -I "$root/include" "$programs/overloads.cpp"
}
