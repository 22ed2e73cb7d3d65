# sycl-ls: the devices that programs see.
load helper

setup_file() {
	export OCL_ICD_VENDORS=$BATS_FILE_TMPDIR XDG_CACHE_HOME=$BATS_FILE_TMPDIR/cache
}

# with_gpus COMMAND...: a driver of our own has GPUs
with_gpus() {
	LD_LIBRARY_PATH=$BUILD/tests/fake-cuda FAKE_CUDA=90,75 "$@"
}

@test "sycl-ls: a line for each device has backend, type, number, platform, name, version and driver" {
	run -0 --separate-stderr with_gpus sycl-ls
	[[ ${lines[0]} == '[native_cpu:cpu][native_cpu:0] sycl-cc, '*' 3.0 ['*']' ]]
	[ "${lines[1]}" = '[cuda:gpu][cuda:0] NVIDIA CUDA, Fake sm_90 9.0 [CUDA 13.0]' ]
	[ "${lines[2]}" = '[cuda:gpu][cuda:1] NVIDIA CUDA, Fake sm_75 7.5 [CUDA 13.0]' ]
	[ "${#lines[@]}" -eq 3 ]
	[ -z "$stderr" ]
}

@test "sycl-ls: OpenCL devices are listed without being asked for" {
	OCL_ICD_VENDORS=/etc/OpenCL/vendors/pocl.icd run -0 sycl-ls
	[[ ${lines[1]} == '[opencl:cpu][opencl:0] Portable Computing Language, '*' OpenCL '* ]]
}

@test "sycl-ls: a selector leaves devices out, which keep their numbers, and a note says so" {
	ONEAPI_DEVICE_SELECTOR='cuda:1' run -0 --separate-stderr with_gpus sycl-ls
	[ "$output" = '[cuda:gpu][cuda:1] NVIDIA CUDA, Fake sm_75 7.5 [CUDA 13.0]' ]
	[ "$stderr" = 'sycl-ls: note: ONEAPI_DEVICE_SELECTOR=cuda:1 leaves out the other devices' ]
	ONEAPI_DEVICE_SELECTOR='cuda:5' run -1 --separate-stderr with_gpus sycl-ls
	[[ -z $output && $stderr == *'sycl-ls: error: No device of requested type available: ONEAPI_DEVICE_SELECTOR=cuda:5 leaves none'* ]]
	ONEAPI_DEVICE_SELECTOR='cda:0' run -1 --separate-stderr sycl-ls
	[[ $stderr == *"sycl-ls: error: ONEAPI_DEVICE_SELECTOR=cda:0: unknown backend 'cda'; did you mean 'cuda'?"* ]]
}

@test "sycl-ls --verbose: platforms, memory, aspects and sub-group sizes, and why drivers have no device" {
	FAKE_CUDA=90,35 LD_LIBRARY_PATH=$BUILD/tests/fake-cuda run -0 sycl-ls --verbose
	for line in 'Platforms: 2' 'Platform [#2]:' '    Name     : NVIDIA CUDA' '    Device [cuda:0]:' \
		'        Global memory     : 8589934592' '        Sub-group sizes   : 32' \
		"    cuda: 'Fake sm_35' (compute capability 3.5) is too old" '    opencl: there is no driver'; do
		grep -qxF -e "$line" <<< "$output" || { echo "no '$line' in:"; echo "$output"; return 1; }
	done
	[[ $output == *'Aspects           : gpu fp16 fp64 '* ]]
	FAKE_CUDA_FAIL=cuInit=3 run -0 with_gpus sycl-ls -verbose
	[[ $output == *'cuda: cuInit failed: CUDA_ERROR_3'* ]]
}

@test "sycl-ls --json: the same for programs, with names escaped" {
	sycl-ls --json > none
	[ "$(jq -r '.devices | length' none)" -eq 1 ]
	[[ $(jq -r '.withoutDevices[]' none) == *'cuda: no driver: '* ]]
	with_gpus sycl-ls --json > j
	[ "$(jq -c '.devices[2] | [.backend, .number, .type, .name, .driver, .subGroupSizes, .maxWorkGroupSize]' j)" = \
		'["cuda",1,"gpu","Fake sm_75","CUDA 13.0",[32],1024]' ]
	[ "$(jq '.devices[1].aspects | index("fp64") != null' j)" = true ]
}

@test "sycl-ls --device-config: entries that the compiler and the CPU device take for that device" {
	SYCL_CC_DEVICE_AS=intel_gpu_dg1 sycl-ls --device-config > mine.yaml
	name=$(sed -n 's/^\(my_.*\):$/\1/p' mine.yaml)
	[ "$name" = my_intel_gpu_dg1_on_the_cpu ]
	cat > m.cpp <<-'CPP'
		#include <sycl/sycl.hpp>
		#include <cstdio>
		int main()
		{
			sycl::queue q;
			double x = 2;
			double *p = &x;
			try {
				q.single_task([=] { *p *= 1.5; }).wait();
				std::printf("%g\n", x);
			} catch (const sycl::exception &e) {
				std::printf("%s\n", e.what());
			}
		}
	CPP
	sycl-cc "-fsycl-device-config-file=mine.yaml" "-fsycl-targets=$name" -save-temps=t -fsycl-link m.cpp -o d.o
	[[ $(sycl-image list d.o) == *"$name"* ]]
	sycl-cc -fsycl-targets=x86_64 m.cpp -o m
	run -0 ./m
	[ "$output" = 3 ]
	SYCL_CC_DEVICE_CONFIG=mine.yaml SYCL_CC_DEVICE_AS=$name run -0 ./m
	[[ $output == *'fp64 is not supported on the device'* ]]
}

@test "sycl-ls: operands are refused, and a full disk is told" {
	run -2 sycl-ls device
	[ "${lines[0]}" = "sycl-ls: error: unexpected operand 'device'" ]
	run -1 bash -c 'sycl-ls > /dev/full'
	[[ $output == *'No space left on device'* ]]
}

@test "sycl-ls --verbose: the CPU's vendor is who made the processor, its platform's is sycl-cc" {
	case $(sed -n 's/^vendor_id.*: //p' /proc/cpuinfo | head -1) in
	GenuineIntel) maker='Intel(R) Corporation' id=32902 ;;
	AuthenticAMD) maker='Advanced Micro Devices, Inc.' id=4130 ;;
	*) maker=sycl-cc id=0 ;;
	esac
	ONEAPI_DEVICE_SELECTOR=native_cpu:0 run -0 --separate-stderr sycl-ls --verbose
	grep -Fx "        Vendor            : $maker" <<< "$output"
	grep -Fx "        Vendor id         : $id" <<< "$output"
	grep -Fx '    Vendor   : sycl-cc' <<< "$output"
}
