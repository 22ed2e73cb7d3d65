# Images and samplers of OpenCL C in mux-aot (doc/images.md).
load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return 1
}

# module NAME CLANG OPTION...: the kernels of inputs/mux/images.cl as NAME
module() {
	"$2" -x cl -cl-std=CL2.0 "${@:3}" -c -o "$1" "$inputs/mux/images.cl"
}

# host MODULE [OPTION...]: compiles it, and what the host says of its kernels' results
host() {
	mux-aot "${@:2}" -o images.so "$1"
	"$BUILD/tests/mux-images" ./images.so
}

@test "images of all shapes, formats and samplers are read and written as OpenCL says, from bitcode and SPIR-V of two translators" {
	module o1.bc "$LLVM_BIN/clang" -target spirv64-unknown-unknown -emit-llvm -O1
	module o0.bc "$LLVM_BIN/clang" -target spirv64-unknown-unknown -emit-llvm -O0
	module llvm.spv "$LLVM_BIN/clang" -target spirv64-unknown-unknown -O2
	module old.bc clang-15 -target spir64-unknown-unknown -emit-llvm -O0
	llvm-spirv-15 -o old.spv old.bc
	for in in o1.bc o0.bc llvm.spv old.spv; do
		run -0 host $in
		[ "$output" = "2402355 right, 0 wrong" ] || { echo "$in: $output"; return 1; }
	done
	run -0 host o1.bc --target=native
	[ "$output" = "2402355 right, 0 wrong" ]
}

@test "images and samplers are kinds of parameters, from bitcode and SPIR-V" {
	cat > k.cl <<- 'E'
	kernel void k(read_only image2d_t a, int n, sampler_t s, write_only image1d_buffer_t b, global float *o)
	{ o[n] = read_imagef(a, s, (int2)(n, n)).x; write_imagef(b, n, (float4)(n)); }
	E
	for emit in "-emit-llvm" ""; do
		# shellcheck disable=SC2086 # an option or none
		"$LLVM_BIN/clang" -cl-std=CL2.0 -target spirv64-unknown-unknown $emit -c -o k.in k.cl
		run -0 mux-aot --emit=table -o - k.in
		[ "${lines[*]}" = "k packed=40 local=0 scratch=0 $(printf '\timage 8 at 0 \tvalue 4 at 8 \tsampler 8 at 16 \timage 8 at 24 \tpointer 8 at 32')" ]
		mux-aot --emit=canonical -o canonical.ll k.in
		mux-aot --emit=table -o again canonical.ll
		diff again - <<< "$output"
	done
}

@test "an image with several samples for each element is refused with its line" {
	cat > k.cl <<- 'E'
	#pragma OPENCL EXTENSION cl_khr_gl_msaa_sharing : enable
	kernel void k(read_only image2d_msaa_t a, global float *o)
	{
		o[0] = read_imagef(a, (int2)(0, 0), 1).x;
	}
	E
	"$LLVM_BIN/clang" -cl-std=CL2.0 -gline-tables-only -target spirv64-unknown-unknown -emit-llvm -c -o k.bc k.cl
	run -1 mux-aot -o k.so k.bc
	[ "$output" = "$PWD/k.cl:4:8: error: 'read_imagef' is of an image with several samples for each element, which are not supported" ] ||
		{ echo "$output"; return 1; }
}

@test "functions of images without their library are an error that names it" {
	mkdir -p tree/bin tree/share/mux
	cp "$BUILD/bin/mux-aot" tree/bin
	echo 'kernel void k(write_only image1d_t a) { write_imagef(a, 0, (float4)(1)); }' > k.cl
	"$LLVM_BIN/clang" -cl-std=CL2.0 -target spirv64-unknown-unknown -emit-llvm -c -o k.bc k.cl
	run -1 tree/bin/mux-aot -o k.so k.bc
	[ "$output" = "mux-aot: error: cannot find 'share/mux/images.bc'" ]
}
