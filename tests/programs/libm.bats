# The C library in kernels.
load ../helper

# programs NAME: compiles tests/inputs/sycl/NAME.cpp once, and runs it with a
# native image and with a portable one, which is valid SPIR-V
programs() {
	sycl-cc -c "$inputs/sycl/$1.cpp" -o "$1.o"
	sycl-cc -fsycl-targets=x86_64 "$1.o" -o native
	sycl-cc -save-temps=t -fsycl-targets=spir64 "$1.o" -o portable
	spirv-val --target-env spv1.3 t/spir64/*.spv
	./native
	./portable
}

@test "functions of <cmath> and <complex> in kernels have the host's values, in native and in portable images" {
	programs libm
}

@test "native::, half_precision::, memory and string functions work in native and in portable images" {
	programs libc
}

@test "functions of texts, characters and numbers in texts have the host's results in kernels; abort() ends the program" {
	programs libc-text
	sycl-cc -fsycl-targets=nvidia_gpu_sm_75,amd_gpu_gfx90a "$inputs/sycl/libc-text.cpp" -o gpus
	small_headers
	cat > a.cpp <<-'CPP'
		#include <sycl/sycl.hpp>
		#include <cstdlib>
		int main() { sycl::queue().single_task([] { std::abort(); }).wait(); }
	CPP
	for target in x86_64 spir64; do
		sycl-cc -fsycl-targets=$target a.cpp -o a
		run -134 ./a
		[[ $output == "a: kernel:0: abort(): Assertion \`abort()' failed."* ]]
	done
}

@test "a function of the C library that devices lack is named, and so is one that --no-offloadlib leaves out" {
	cat > m.cpp <<-'CPP'
		#include <sycl/sycl.hpp>
		#include <cmath>
		int main()
		{
			sycl::queue q;
			double *d = sycl::malloc_shared<double>(1, q);
			q.single_task([=] { *d = NAME(*d); }).wait();
		}
	CPP
	run -1 --separate-stderr sycl-cc -DNAME=::j0 m.cpp -o m
	[[ $stderr == *"error: function 'j0' is used by device code but defined nowhere"* ]]
	run -1 --separate-stderr sycl-cc -DNAME=std::cbrt --no-offloadlib m.cpp -o m
	[[ $stderr == *"error: function 'cbrt' is used by device code but defined nowhere"* ]]
}
