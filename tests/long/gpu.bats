# Every test program for GPUs that LLVM compiles for itself.
load ../helper

@test "PTX and code objects of every test program are what ptxas and the linker take" {
	cuda=${CUDA_PATH:-/usr/local/cuda}
	grep -l -r --include='*.cpp' 'sycl/sycl.hpp' "$inputs" "$root/examples" "$root/bench" > all
	# Images that import functions of others have none for these targets; two are two units.
	grep -v -e '/sycl/images/' -e /ext-device-global.cpp -e /ext-free-function.cpp all > sources
	while read -r source <&3; do
		others=() targets=nvidia_gpu_sm_75,amd_gpu_gfx1100
		[[ $source != */driver/main.cpp ]] || others=("${source%main.cpp}twice.cpp")
		[[ $source != */library.cpp && $source != */device-globals.cpp ]] || others=(-std=c++20)
		[[ $source != */examples/*/main.cpp ]] || others=("${source%/*}"/[!m]*.cpp)
		# Nothing of ours reads what LLVM's printf for AMD GPUs would write.
		[[ $source != */ext-printf.cpp ]] || targets=nvidia_gpu_sm_75
		rm -rf t
		sycl-cc -save-temps=t -fsycl-targets=$targets -fsycl-link -DPLUGIN=1 -o d.o "$source" "${others[@]}" > log 2>&1 ||
			{ echo "$source"; cat log; false; }
		[ -x "$cuda/bin/ptxas" ] || continue
		for ptx in t/nvidia_gpu_sm_75/*.ptx; do
			[ ! -e "$ptx" ] || "$cuda/bin/ptxas" --gpu-name sm_75 -o cubin "$ptx" || { echo "$source"; false; }
		done
	done 3< sources
	[ -x "$cuda/bin/ptxas" ] || skip "no ptxas in $cuda/bin"
}

@test "every function of a device library compiles for old processors and the newest" {
	"$LLVM_BIN/llc" -mcpu=sm_50 -mattr=+ptx70 "$BUILD/share/device/nvptx64.bc" -o sm_50.ptx
	for arch in gfx803 gfx1201; do
		"$LLVM_BIN/llc" -mcpu=$arch -filetype=obj "$BUILD/share/device/amdgcn.bc" -o $arch.o
	done
}

# The GPU's IR with one address space, and functions of tests/c/gpu-groups.c for its instructions.
@test "group functions compiled for an NVIDIA GPU are right in 22 shapes of work-groups, whatever order work-items run in" {
	sycl-cc -fsycl-targets=nvidia_gpu_sm_90 -fsycl-device-code-split=off -save-temps=t -fsycl-link -o g.o "$inputs/sycl/gpu-groups.cpp"
	"$LLVM_BIN/llvm-dis" -o gpu.ll t/nvidia_gpu_sm_90/post-link.nvptx64_0-1.bc
	perl -ne 'next if /^(target|attributes|!)/; s/ addrspace\(\d+\)//g; s/addrspacecast/bitcast/g; s/ptx_kernel //; s/= internal /= /; s/byval\([^)]*\) //g;
		s/ #\d+//g; s/, ![\w.]+ !\d+//g; s/ !\w+ !\d+//g; s/(noundef )?range\(i32 -?\d+, -?\d+\)//;
		s/\@llvm\.nvvm\.([a-z.0-9]+)/"\@gpu_".($1 =~ tr,.,_,r)/ge; print' gpu.ll > cpu.ll
	"$LLVM_BIN/llc" -O1 -relocation-model=pic -mtriple="$("$LLVM_BIN/llvm-config" --host-target)" -filetype=obj -o cpu.o cpu.ll
	cc -std=c11 -D_GNU_SOURCE -O1 -Wall -Wextra -Werror -o gpu-groups "$root/tests/c/gpu-groups.c" cpu.o
	run -0 ./gpu-groups
	[ "$output" = '0 wrong' ]
}
