# SYCL 2020 member by member: each program walks classes of the standard.
load ../helper

programs=$BATS_TEST_DIRNAME/../inputs/sycl/sycl-2020

# sycl: buffer
@test "buffers: every constructor, allocators, what is written back and where to, sub-buffers, other types of the same bytes" {
	both sycl-2020/buffer
}

# sycl: info
@test "platforms, devices, contexts and events: every descriptor has its type, every query an answer, every selector its device" {
	both sycl-2020/info
}

# sycl: queue
@test "queues and handlers: every constructor, and every command in every form" {
	both sycl-2020/queue
}

# sycl: ranges
@test "ranges, ids, items, groups and sub-groups: every member and operator, in 1-D, 2-D and 3-D" {
	both sycl-2020/ranges
}

# sycl: multi-ptr
@test "multi_ptr: what converts to what in every address space and decoration, operators, accessors, SYCL 1.2.1's interface" {
	both sycl-2020/multi-ptr
}

# sycl: reduction
@test "reductions: every operation, of buffers and spans, several at once, without an identity, of vec and marray" {
	both sycl-2020/reduction
}

# sycl: vec
@test "vec, its swizzles and marray: every member and operator of seven element types, conversions in every rounding mode" {
	both sycl-2020/vec
}

# sycl: math
@test "built-in functions: the standard's result types for numbers, vecs, marrays and swizzles in every place, and right values" {
	both sycl-2020/math
}

# sycl: group-functions
@test "group functions and algorithms of many types over work-groups and sub-groups; atomic_ref of every type, order, scope and space" {
	sycl-cc -Wall -Wextra -Werror -fsycl-targets=x86_64 "$programs/group-functions.cpp" -o native
	./native > said || { cat said; return 1; }
	[ "$(cat said)" = right ]
}

# sycl: others
@test "reference semantics, device copyable types, backends, exceptions, USM, span and streams, member by member" {
	both sycl-2020/others
}

# Each program is of a section of the standard, which its first line names; "each" gets those of some chapters.
each() {
	local program count=0
	for program in "$programs"/../sections/*.cpp; do
		head -1 "$program" | grep -qE "^/[*] ($1)" || continue
		(both "sections/$(basename "$program" .cpp)") || { echo "$program"; return 1; }
		count=$((count + 1))
	done
	[ "$count" -ge "$2" ]
}

# sycl: sections-model
@test "programs of chapter 3: order, work-items, memory, barriers and what can be copied to devices" {
	each '3[.]' 18
}

# sycl: sections-runtime
@test "programs of 4.3 to 4.8 and 4.13: headers, common rules, devices, queues, events, buffers, accessors, USM and exceptions" {
	each '4[.]([3-8]|13)[.:]' 58
}

# sycl: sections-kernels
@test "programs of 4.9 to 4.12: ranges, items, groups, reducers, kernels, constants, host tasks and bundles" {
	each '4[.](9|1[0-2])[.:]' 28
}

# sycl: sections-language
@test "programs of chapter 5: names of kernels, what device code may hold, attributes and external functions" {
	each '5[.]' 12
}

# sycl: sections-types
@test "programs of 4.14 to 4.17: vec, marray, half, atomics, streams, functions of numbers and groups" {
	each '4[.]1[4-7][.:]' 37
}

@test "each header compiles alone without a warning, and sycl.hpp does with clang and g++ in C++17, 20 and 23" {
	flags=(-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -fsyntax-only -I "$root/include" -x c++)
	for header in $(cd "$root/include" && find sycl syclcompat CL -name '*.hpp'); do
		case $header in
		sycl/detail/unit.hpp | sycl/detail/kernel_table.hpp | sycl/detail/spec_const_integration.hpp) continue ;;	# sycl-cc includes them
		esac
		echo "#include <$header>" | "$LLVM_BIN/clang++" -std=c++17 "${flags[@]}" - || { echo "$header"; return 1; }
	done
	for standard in 17 20 23; do
		for compiler in "$LLVM_BIN/clang++" g++; do
			echo '#include <sycl/sycl.hpp>' | "$compiler" -std=c++$standard "${flags[@]}" - || { echo "$compiler $standard"; return 1; }
		done
	done
}
