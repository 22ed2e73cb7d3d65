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
