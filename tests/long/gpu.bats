# Every test program for GPUs that LLVM compiles for itself.
load ../helper

@test "PTX and code objects of every test program are what ptxas and the linker take" {
	cuda=${CUDA_PATH:-/usr/local/cuda}
	for source in $(grep -l -r --include='*.cpp' 'sycl/sycl.hpp' "$inputs" "$root/examples" "$root/bench"); do
		case $source in
		*/driver/main.cpp) source="$source ${source%main.cpp}twice.cpp" ;;
		esac
		rm -rf t
		sycl-cc -save-temps=t -fsycl-targets=nvidia_gpu_sm_75,amd_gpu_gfx1100 -fsycl-link -o d.o $source > log 2>&1 ||
			{ echo "$source"; cat log; false; }
		[ -x "$cuda/bin/ptxas" ] || continue
		for ptx in t/nvidia_gpu_sm_75/*.ptx; do
			[ ! -e "$ptx" ] || "$cuda/bin/ptxas" --gpu-name sm_75 -o cubin "$ptx" || { echo "$source"; false; }
		done
	done
	[ -x "$cuda/bin/ptxas" ] || skip "no ptxas in $cuda/bin"
}
