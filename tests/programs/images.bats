# Images of SYCL 2020 and 1.2.1 (doc/images.md): memory, formats, samplers, and who refuses them.
load ../helper

programs=$inputs/sycl/pictures

# both OBJECT...: the program prints "right" from the native image and from SPIR-V
both() {
	for target in x86_64 spir64; do
		sycl-cc -fsycl-targets=$target "$@" -lm -o $target || return 1
		./$target > said || { cat said; return 1; }
		[ "$(cat said)" = right ] || return 1
	done
}

@test "images of every format, order and size are read and written in kernels, host tasks and on the host, and written back" {
	sycl-cc -O0 -Wall -Wextra -Werror -c "$programs/images.cpp" -o p.o
	both p.o
}

# sycl: images
@test "a blur and every sampler give what a reference in C gives, in 1-D, 2-D and 3-D; their SPIR-V is valid and needs the aspect image alone" {
	cc -std=c11 -Wall -Wextra -O1 -ffp-contract=off -c "$programs/reference.c" -o r.o
	sycl-cc -Wall -Wextra -Werror -c "$programs/samplers.cpp" -o p.o
	both p.o r.o
	# a half channel is converted without fp16
	sycl-image list spir64 | grep -qE ' 4  image$'
	sycl-image extract -o out spir64
	spirv-val --target-env spv1.3 out/*.spv
}

@test "a kernel that uses an image has the aspect, and a device without it refuses the accessor by name" {
	sycl-cc -fsycl-targets=nvidia_gpu_sm_80,x86_64 "$programs/refused.cpp" -o refused
	[ "$(./refused)" = "4 5 1" ]
	[ "$(SYCL_CC_DEVICE_AS=nvidia_gpu_sm_80 ./refused)" = "device 'nvidia_gpu_sm_80 (on the CPU)' lacks aspect 'image', which accessors of images need
0 5 1" ]
	sycl-image list refused > images
	grep -q "nvidia_gpu_sm_80 *empty .*(emptied: target 'nvidia_gpu_sm_80' lacks aspect 'image')" images
	grep -qE 'nvidia_gpu_sm_80 *native .* -$' images
	grep -qE 'x86_64 *native .* image$' images
}

@test "what an image does not take is a compile error that names the rule" {
	cat > wrong.cpp <<-'END'
		#include <sycl/sycl.hpp>
		using namespace sycl;
		void f(host_unsampled_image_accessor<int4, 2> a, host_sampled_image_accessor<float4, 3> b)
		{
			a.read(float2(1, 2));
			a.write(int4(1), int4(2));
			b.read(int4(1));
			b.read(1.0f);
		}
		extern host_unsampled_image_accessor<int2, 1> c;
		unsigned n = c.size();
	END
	run -1 "$LLVM_BIN/clang++" -std=c++17 -fsyntax-only -I "$root/include" wrong.cpp
	for rule in "read at int, int2 or int4" "written at int, int2 or int4" "read at float, float2 or float4" "sampled at float, float2 or float4" \
		"accessed as int4, uint4, float4 or half4"; do
		[[ $output == *"$rule"* ]] || { echo "$rule"; return 1; }
	done
}

# Vector code of all formats takes seconds to compile, and is no faster.
@test "reads and writes of images are functions in the code of a kernel, ahead of time and out of SPIR-V" {
	cat > p.cpp <<-'END'
		#include <sycl/sycl.hpp>
		using namespace sycl;
		void f(queue &q, sampled_image<2> &in, unsampled_image<2> &out)
		{
			q.submit([&](handler &h) {
				sampled_image_accessor<float4, 2> a(in, h);
				unsampled_image_accessor<float4, 2, access_mode::write> b(out, h);
				h.parallel_for(range<2>(64, 64), [=](id<2> i) { b.write(int2(i[1], i[0]), a.read(float2(i[1] + 0.3f, i[0]))); });
			});
		}
	END
	sycl-cc -fsycl-device-only p.cpp -o p.bc
	sycl-cc -fsycl-device-only -fsycl-device-obj=spirv p.cpp -o p.spv
	for code in p.bc p.spv; do
		mux-aot --emit=canonical -o p.ll $code
		for name in load_pixel store_pixel sample_pixel; do
			[ "$(grep -c "^define .*@_ZN4sycl6detail[0-9]*$name" p.ll)" = 1 ]
		done
		# 18,000 lines when they are inlined
		[ "$(mux-aot --emit=ll -o - $code | wc -l)" -lt 5000 ]
	done
	# other devices decide for themselves
	[ "$(spirv-dis p.spv | grep -c DontInline)" = 0 ]
}
