# One program for six kinds of devices, and code that is for fixed targets only.
load ../helper

targets=spir64,intel_gpu_dg1,intel_gpu_pvc,nvidia_gpu_sm_90,amd_gpu_gfx90a,x86_64

@test "four kernels, six targets, one executable: each image is one that its device takes, and it runs here" {
	unset CPATH
	sycl-cc "-fsycl-targets=$targets" "$root/examples/six-targets.cpp" -o six
	sycl-image list six > listed
	sed 's/  *[0-9.]* [KM]*i*B  */ /; s/  */ /g; 1s/size //' listed > got
	diff "$wanted/six-targets/list" got
	run -0 ./six
	[ "$output" = "$(cat "$wanted/six-targets/output")" ]
	sycl-image verify six
}

# unit FILE NAME TYPE [OPTION...]: an object with one kernel that computes in TYPE
unit() {
	cat > "$2.cpp" <<-CPP
		#include <sycl/sycl.hpp>
		void $2(sycl::queue &q, $3 *p) { q.single_task([=] { *p = *p * *p; }).wait(); }
	CPP
	sycl-cc -c "${@:4}" "$2.cpp" -o "$1"
}

# Objects for all tests of this file.
setup_file() {
	cd "$BATS_FILE_TMPDIR" || return 1
	small_headers
	cat > main.cpp <<-'CPP'
		#include <sycl/sycl.hpp>
		void a(sycl::queue &, float *);
		void b(sycl::queue &, double *);
		int main()
		{
			sycl::queue q;
			float *f = sycl::malloc_shared<float>(1, q);
			double *d = sycl::malloc_shared<double>(1, q);
			*f = *d = 3;
			a(q, f);
			b(q, d);
			return *f == 9 && *d == 9 ? 0 : 1;
		}
	CPP
	sycl-cc -c main.cpp -o main.o
	unit a.o a float -fsycl-fixed-targets=x86_64,intel_gpu_pvc
	unit b-same.o b double -fsycl-fixed-targets=intel_gpu_12_60_7,x86_64
	unit b-other.o b double -fsycl-fixed-targets=x86_64
}

# images FILE: how many SPIR-V images a program has
images() {
	sycl-image list "$1" | grep -c ' spir64 '
}

# status: fixed-share-image
@test "two units for the same fixed targets and split off share exactly one image, other units do not" {
	objects=$BATS_FILE_TMPDIR
	sycl-cc "$objects/main.o" "$objects/a.o" "$objects/b-same.o" -fsycl-device-code-split=off -o same
	[ "$(images same)" -eq 1 ]
	./same
	sycl-cc "$objects/main.o" "$objects/a.o" "$objects/b-other.o" -fsycl-device-code-split=off -o other
	[ "$(images other)" -eq 2 ]
	./other
}

# status: fixed-both-lists
@test "code for fixed targets is compiled ahead of time for those that both lists name" {
	objects=$BATS_FILE_TMPDIR
	sycl-cc "$objects/main.o" "$objects/a.o" "$objects/b-other.o" -fsycl-targets=x86_64,intel_gpu_pvc \
		-fno-sycl-embed-spirv -save-temps=t -o p
	[ "$(wc -l < t/x86_64/translate.list)" -eq 2 ]
	[ "$(wc -l < t/intel_gpu_pvc/ocloc.list)" -eq 1 ]
	sycl-image list p | grep intel_gpu_pvc | grep -q 'not one of the fixed targets'
	./p
}

@test "no target in both lists is an error that names both" {
	printf '#include <sycl/sycl.hpp>\nint main() { sycl::queue().single_task([] {}); }\n' > a.cpp
	run -1 --separate-stderr sycl-cc a.cpp -c -fsycl-targets=intel_gpu_dg1,x86_64 -fsycl-fixed-targets=intel_gpu_pvc,intel_gpu_skl
	[ "$stderr" = "sycl-cc: error: nothing to compile: no target of '-fsycl-targets=intel_gpu_dg1,x86_64' is one of '-fsycl-fixed-targets=intel_gpu_pvc,intel_gpu_skl'" ]
}

@test "an object for fixed targets is refused by a link for others only" {
	sycl-cc -c -fsycl-fixed-targets=intel_gpu_pvc,intel_gpu_skl "$inputs/driver/main.cpp" -o v.o
	run -1 --separate-stderr sycl-cc -fsycl-targets=intel_gpu_dg1,x86_64 v.o -o p
	[ "$stderr" = "sycl-cc: error: nothing to compile: no target of '-fsycl-targets=intel_gpu_dg1,x86_64' is one of '-fsycl-fixed-targets=intel_gpu_pvc,intel_gpu_skl' of 'v.o'" ]
	[ ! -e p ]
	run -1 --separate-stderr sycl-cc -fsycl-targets=native_cpu -fsycl-fixed-targets=gpu "$inputs/driver/main.cpp" -o p
	[ "$stderr" = "sycl-cc: error: nothing to compile: no target of '-fsycl-targets=native_cpu' is one of '-fsycl-fixed-targets=gpu'" ]
	sycl-cc '-###' -fsycl-targets=native_cpu -fsycl-fixed-targets=gpu,cpu "$inputs/driver/main.cpp" -o p > plan
	sycl-cc '-###' -fsycl-targets=intel_gpu_dg1,intel_gpu_skl v.o -o p > plan
	sycl-cc '-###' -fsycl-targets=intel_gpu_dg1,spir64 v.o -o p > plan
	sycl-cc '-###' v.o -o p > plan
}

# status: fixed-no-targets
@test "fixed targets without -fsycl-targets still make an image to be compiled at run time" {
	objects=$BATS_FILE_TMPDIR
	sycl-cc "$objects/main.o" "$objects/a.o" "$objects/b-same.o" -fsycl-device-code-split=per_kernel -o p
	[ "$(images p)" -eq 2 ]
	sycl-image show p | grep -q fixed_target
	./p
}

@test "the first edition's four targets make one program, which runs here on any processor" {
	programs=$inputs/driver
	sycl-cc -fsycl -fsycl-targets=spir64,ptx64,intel_gpu_12,x86_64_avx512 "$programs/use-square.cpp" "$programs/square.cpp" -o four
	[ "$(sycl-image list four | awk 'NR > 1 { print $2 }' | sort | tr '\n' ' ')" = \
		"intel_gpu_12 nvptx64-nvidia-cuda spir64 x86_64_avx512 " ]
	run -0 ./four
	[ "$output" = 49 ]
	SYCL_CC_DEVICE_AS=x86_64 run -0 ./four
	[ "$output" = 49 ]
}
