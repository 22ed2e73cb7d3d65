# mux-aot: device modules become native CPU images.
load helper

# opencl FILE [OPTION...]: bitcode of OpenCL C kernels in kernels.bc
opencl() {
	"$LLVM_BIN/clang" -x cl -cl-std=CL2.0 -target spirv64-unknown-unknown -O1 -emit-llvm -c -o kernels.bc "$@"
}

# image [OPTION...]: the image of tests/inputs/mux/kernels.cl in kernels.so, built once for each set of options
image() {
	local name
	name=$BATS_FILE_TMPDIR/kernels$(printf %s "$*" | tr -c 'a-z0-9\n' _)

	[ -f "$BATS_FILE_TMPDIR/kernels.bc" ] || {
		opencl "$inputs/mux/kernels.cl"
		mv kernels.bc "$BATS_FILE_TMPDIR/kernels.bc"
	}
	[ -f "$name.so" ] || mux-aot "$@" -o "$name.so" "$BATS_FILE_TMPDIR/kernels.bc"
	cp "$name.so" kernels.so
}

# host KERNEL ARG...: runs a kernel of kernels.so
host() {
	"$BUILD/tests/mux-host" ./kernels.so "$@"
}

# n TIMES TEXT: the text so many times, blanks between
n() {
	local i text=$2
	for ((i = 1; i < $1; i++)); do text+=" $2"; done
	echo "$text"
}

@test "a kernel without barriers runs for every work-item, for any group size" {
	image
	for size in 1 4 17 34; do
		[ "$(host add 68 $size out:f32:68 iota:f32:68 f32=0.5)" = "$(seq -s ' ' 0.5 67.5)" ] || return 1
	done
}

@test "ids, sizes and offsets of three dimensions are those of OpenCL" {
	image
	[ "$(host ids 4,2,2@5,6,7 2,1,2 out:i64:16)" = \
	  "51200000 61200001 71201000 81201001 51210000 61210001 71211000 81211001 51200100 61200101 71201100 81201101 51210100 61210101 71211100 81211101" ]
}

@test "dimensions from the fourth on have id 0 and size 1, also when the number is not constant" {
	image
	[ "$(host far_dimensions 2 1 out:i64:2 i32=3)" = "10110 10110" ]
	[ "$(host far_dimensions 2 1 out:i64:2 i32=0)" = "20210 21211" ]
}

@test "a barrier makes local memory of other work-items visible" {
	image
	[ "$(host reverse_group 6 3 out:i32:6 local=12)" = "2 1 0 5 4 3" ]
}

@test "a barrier in a loop is met by all work-items in each round" {
	image
	[ "$(host sum_group 96 32 iota:i32:96 out:i32:3)" = "496 1520 2544" ]
}

@test "barriers in uniform branches and loops keep private arrays and values" {
	image
	[ "$(host branches 6 3 out:i32:6 i32=0 local=12)" = "0 3 8 3 9 17" ]
	[ "$(host branches 6 3 out:i32:6 i32=1 local=12)" = "0 7 18 9 -13 39" ]
	[ "$(host branches 6 3 out:i32:6 i32=2 local=12)" = "24 45 22 69 109 67" ]
}

@test "maths comes from libclc" {
	image
	[ "$(host maths 4 4 out:f32:4)" = "2 2.6512 3.14662 3.66955" ]
}

@test "atomics count all work-items" {
	image
	[ "$(host count 40 8 iota:i32:1 out:i32:40)" = "$(n 40 1)" ]
}

@test "a required work-group size stands in the table" {
	image
	mux-aot --emit=table "$BATS_FILE_TMPDIR/kernels.bc" > table
	grep -q '^fixed_size packed=8 local=0 scratch=0 size=8,2,1$' table
	[ "$(host fixed_size 8,2 8,2 out:i32:16)" = "$(n 16 16)" ]
}

@test "a sub-group is one work-item" {
	image
	[ "$(host sub_groups 4 2 out:i32:4 out:i32:4)" = "$(printf '20001 20102 20003 20104\n1 1 1 1')" ]
}

@test "the image depends on nothing but input and options" {
	image
	cp "$BATS_FILE_TMPDIR/kernels.bc" other-name.bc
	TMPDIR=$PWD mux-aot -o again.so other-name.bc
	cmp kernels.so again.so
	! grep -q mux-aot. <<< "$(ls)" || return 1
}

@test "twenty random kernels give what one thread a work-item gives" {
	run -0 "$root/tests/mux-fuzz.sh" 1 20
	[ "$output" = "20 kernels, 0 wrong launches" ]
}
