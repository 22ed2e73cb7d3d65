# Devices, backends and buffers between them.  A fake CUDA driver stands in for
# a GPU (tests/c/fake-cuda.c); tests/gpu runs on a real one.
load ../helper

setup_file() {
	export XDG_CACHE_HOME=$BATS_FILE_TMPDIR/cache OCL_ICD_VENDORS=$BATS_FILE_TMPDIR
	cd "$BATS_FILE_TMPDIR" || return 1
	"$BUILD/bin/sycl-cc" -O1 -fsycl-targets=nvidia_gpu_sm_75,x86_64 "$inputs/sycl/devices.cpp" -o devices
}

# with_driver COMMAND...: FAKE_CUDA lists the devices
with_driver() {
	LD_LIBRARY_PATH=$BUILD/tests/fake-cuda FAKE_CUDA_LOG=log "$@"
}

@test "ONEAPI_DEVICE_SELECTOR has its whole grammar, and every word out of it is told" {
	while read -r answer question; do
		printf '%s\n' "$question" >> questions
		printf '%s\n' "$answer" >> answers
	done <<-'EOF'
		1 *:* cuda 0 2
		1 cuda:* cuda 3 2
		1 CUDA:GPU cuda 3 2
		0 cuda:cpu cuda 3 2
		0 cuda:fpga cuda 0 2
		1 *:fpga opencl 0 3
		1 *:cpu native_cpu 0 1
		0 *:gpu native_cpu 0 1
		1 cuda:1 cuda 1 2
		0 cuda:1 cuda 0 2
		0 cuda:1 hip 1 2
		1 hip:0,1;cuda:2 cuda 2 2
		1 hip:0,1;cuda:2 hip 1 2
		0 hip:0,1;cuda:2 hip 2 2
		0 cuda:*.* cuda 0 2
		0 cuda:1.0 cuda 1 2
		0 *:*.*.* cuda 1 2
		0 level_zero:1.*.3 level_zero 1 2
		1 cuda:*.* cuda 0.1 2
		1 cuda:1.0 cuda 1.0 2
		0 cuda:1.0 cuda 1.1 2
		0 cuda:1.0 cuda 0.0 2
		0 cuda:1 cuda 1.0 2
		0 cuda:* cuda 1.0 2
		0 cuda:1.0 cuda 1.0.0 2
		1 level_zero:1.*.3 level_zero 1.7.3 2
		0 level_zero:1.*.3 level_zero 1.7.2 2
		1 *:*.* native_cpu any 0
		0 *:0.*;!native_cpu:0.1 native_cpu 0.1 1
		1 *:0.*;!native_cpu:0.1 native_cpu 0.0 1
		1 *:0.*;!native_cpu:0 native_cpu 0.0 1
		1 cuda:1.0,0 cuda 0 2
		1 !cuda:0 cuda 1 2
		0 !cuda:0 cuda 0 2
		1 !cuda:0 native_cpu 0 1
		0 *:gpu;!cuda:1 cuda 1 2
		1 *:gpu;!cuda:1 cuda 0 2
		0 *:gpu;!cuda:1;!cuda:* cuda 0 2
		0 *:gpu;!cuda:1 native_cpu 0 1
		1 !cuda:0 cuda any 0
		0 native_cpu:* cuda any 0
		1 cuda:7 cuda any 0
	EOF
	"$BUILD/tests/device-selector" < questions > found
	diff answers found
	while IFS='|' read -r selector error; do
		run -0 "$BUILD/tests/device-selector" <<< "$selector cuda 0 2"
		[ "$output" = "$error" ] || { echo "$selector: $output"; return 1; }
	done <<-'EOF'
		cuda|'cuda' is not BACKEND:DEVICES; did you mean 'cuda:*'?
		cpu|'cpu' is not BACKEND:DEVICES; did you mean '*:cpu'?
		0.1|'0.1' is not BACKEND:DEVICES; did you mean '*:0.1'?
		*|'*' is not BACKEND:DEVICES; did you mean '*:*'?
		!gpu|'gpu' is not BACKEND:DEVICES; did you mean '*:gpu'?
		processor|'processor' is not BACKEND:DEVICES
		cuda:0;|'' is not BACKEND:DEVICES
		cda:0|unknown backend 'cda'; did you mean 'cuda'?
		x:0|unknown backend 'x': *, level_zero, opencl, cuda, hip or native_cpu is wanted
		cuda:|'' is no device: *, cpu, gpu, fpga or a number is wanted
		cuda:0,tpu|'tpu' is no device: *, cpu, gpu, fpga or a number is wanted
		cuda:0.|'0.' is no device: *, cpu, gpu, fpga or a number is wanted
		cuda:0.1.2.3|'0.1.2.3' is no device: *, cpu, gpu, fpga or a number is wanted
		cuda:gpu.1|'gpu.1' is no device: *, cpu, gpu, fpga or a number is wanted
		cuda:-1|'-1' is no device: *, cpu, gpu, fpga or a number is wanted
		!cuda:0;cuda:1|'cuda:1' is behind a term with '!': those come last
	EOF
}

@test "a program sees the CPU and every CUDA device, the selected ones alone, and takes a GPU that it has images for" {
	cp "$BATS_FILE_TMPDIR/devices" .
	run -0 ./devices none
	[ "$output" = $'sycl-cc (1): [cpu]\ndefault: cpu\nright' ]
	FAKE_CUDA=90,80,60 run -0 with_driver ./devices none
	[ "$output" = $'sycl-cc (1): [cpu]\nNVIDIA CUDA (3): [Fake sm_90] [Fake sm_80] [Fake sm_60]\ndefault: Fake sm_90\nright' ]
	# The third is too old for the program's images: nothing is lost while another takes them.
	ONEAPI_DEVICE_SELECTOR='cuda:1,2' FAKE_CUDA=90,80,60 run -0 with_driver ./devices none
	[ "$output" = $'NVIDIA CUDA (2): [Fake sm_80] [Fake sm_60]\ndefault: Fake sm_80\nright' ]
	ONEAPI_DEVICE_SELECTOR='*:*;!cuda:0,1' FAKE_CUDA=90,80,60 run -0 with_driver ./devices none
	[ "$output" = $'sycl-cc (1): [cpu]\nNVIDIA CUDA (1): [Fake sm_60]\ndefault: cpu\nright' ]
	ONEAPI_DEVICE_SELECTOR=native_cpu:0 FAKE_CUDA_FAIL=cuInit=1 FAKE_CUDA=90 SYCL_CC_TRACE=images run -0 with_driver ./devices none
	[[ $output == *'cuda: left out by ONEAPI_DEVICE_SELECTOR'* && $output == *$'sycl-cc (1): [cpu]\ndefault: cpu\nright' ]]
	ONEAPI_DEVICE_SELECTOR=cuda:0 run -1 ./devices none
	[ "$output" = '1: No device of requested type available: ONEAPI_DEVICE_SELECTOR=cuda:0 leaves none (SYCL_CC_TRACE=images tells what was found)' ]
	ONEAPI_DEVICE_SELECTOR=cda:0 run -1 ./devices none
	[ "$output" = "1: ONEAPI_DEVICE_SELECTOR=cda:0: unknown backend 'cda'; did you mean 'cuda'?" ]
}

@test "a driver that is broken, old or empty is no device, and the trace says why" {
	cp "$BATS_FILE_TMPDIR/devices" .
	for case in 'cuInit=3|90|cuInit failed: CUDA_ERROR_3' '|0|cuInit failed: CUDA_ERROR_100' 'cuDeviceGetCount=1|90|the driver has no device' \
		'cuDeviceGetName=1|90|device 0 does not answer' "|35|'Fake sm_35' (compute capability 3.5) is too old"; do
		IFS='|' read -r fail devices why <<< "$case"
		FAKE_CUDA_FAIL=$fail FAKE_CUDA=$devices run -0 --separate-stderr with_driver ./devices none
		[ "$output" = $'sycl-cc (1): [cpu]\ndefault: cpu\nright' ]
		[ "$stderr" = "" ]
		SYCL_CC_TRACE=commands,images FAKE_CUDA_FAIL=$fail FAKE_CUDA=$devices run -0 --separate-stderr with_driver ./devices none
		[[ $stderr == *"sycl-cc: images: cuda: $why"* ]] || { echo "$case: $stderr"; return 1; }
	done
	mkdir empty
	: > empty/libcuda.so.1
	SYCL_CC_TRACE=images LD_LIBRARY_PATH=$PWD/empty run -0 --separate-stderr ./devices none
	[[ $stderr == *'sycl-cc: images: cuda: no driver: '*'file too short'* ]]
	cc -shared -o empty/libcuda.so.1 -x c - <<< 'int cuInit(unsigned f) { return (int)f; }'
	SYCL_CC_TRACE=images LD_LIBRARY_PATH=$PWD/empty run -0 --separate-stderr ./devices none
	[[ $stderr == *"cuda: the driver lacks 'cuDriverGetVersion': it is too old"* ]]
}

@test "buffers and shared memory move between the CPU and two GPUs, and only when their contents are elsewhere" {
	cp "$BATS_FILE_TMPDIR/devices" .
	FAKE_CUDA=90,75 run -0 with_driver ./devices
	[ "$output" = $'sycl-cc (1): [cpu]\nNVIDIA CUDA (2): [Fake sm_90] [Fake sm_75]\ndefault: Fake sm_90\nright' ]
	# All that was taken is given back.
	[ "$(grep -c '^free' log)" = "$(grep -c 'memory' log)" ]
	rm log
	ONEAPI_DEVICE_SELECTOR=cuda:0 FAKE_CUDA=90,75 run -0 with_driver ./devices move
	# There, the host's change, there again, the fill, there; the copy, the task; the placeholder's, and back.
	[ "$(grep -c '^start copy 400' log)" -le 10 ]
	[ "$(grep -c '^device memory 400' log)" = 2 ]
}

@test "nothing waits in submit: kernels, copies, fills, reductions and streams stay behind a kernel that waits for the program" {
	cp "$BATS_FILE_TMPDIR/devices" .
	FAKE_CUDA=90,75 run -0 with_driver timeout 60 ./devices at-once
	[ "${lines[-1]}" = right ]
	# Threads copy the program's own memory, for which the driver would wait in submit; accessors are filled on the device.
	[ "$(grep -c '^start copy 256$' log)" = 4 ]
	[ "$(grep -c '^start set32 36$' log)" = 2 ]
}

@test "prefetch and advice reach CUDA for shared memory alone, and devices say whose memory they reach" {
	cp "$BATS_FILE_TMPDIR/devices" .
	FAKE_CUDA=90,80,75 run -0 with_driver ./devices hints
	sed -n '1,/^advice 7/{ /^prefetch/p; /^advice/p; }' log > hints
	diff - hints <<-'EOF'
		prefetch 256 to 0
		prefetch 128 to -1
		advice 3 of 128 for 0
		advice 2 of 64 for 0
		advice 4 of 64 for 0
		advice 6 of 64 for 0
		prefetch 4 to 0
		advice 7 of 64 for 0
	EOF
	rm log
	FAKE_CUDA=90,80,75 run -0 with_driver ./devices peers
	[ "${output#*sm_90$'\n'}" = $'nnnn\nnnaa\nnyna\nnnyn\nright' ]
	[ "$(grep -c able log)" = 8 ]
}

# sycl: interop
@test "programs get CUDA's own devices, contexts, streams, events and memory, and devices and contexts from these" {
	cp "$BATS_FILE_TMPDIR/devices" .
	FAKE_CUDA=90,75 run -0 with_driver ./devices native
	[ "${lines[-1]}" = right ]
}

@test "PTX that imports functions is linked with the images that have them, across libraries, and what is missing is named" {
	cat > o.cpp <<-'CPP'
		#include <sycl/sycl.hpp>
		SYCL_EXTERNAL int other(int x) { return x + 1; }
	CPP
	cat > k.cpp <<-'CPP'
		#include <sycl/sycl.hpp>
		#include <cstdio>
		SYCL_EXTERNAL int other(int);
		SYCL_EXTERNAL int nowhere(int);
		int main()
		{
			sycl::queue q;
			int *a = sycl::malloc_shared<int>(4, q);
			try {
				for (int i = 0; i < 2; i++)
					q.single_task<class Links>([=] { a[0] = other(a[1]); }).wait();
				q.single_task<class Lacks>([=] { a[0] = nowhere(1); });
			} catch (const sycl::exception &e) {
				std::printf("%d: %s\n", e.code().value(), e.what());
			}
		}
	CPP
	for part in '-shared -fPIC o.cpp -o libo.so' "k.cpp -o k -L. -lo -Wl,-rpath,$PWD"; do
		# shellcheck disable=SC2086	# words
		sycl-cc -fsycl-targets=nvidia_gpu_sm_75 -fsycl-allow-device-image-dependencies $part
	done
	FAKE_CUDA=90 run -0 with_driver ./k
	[ "$output" = "7: kernel _ZTSZ4mainE5Lacks calls the function 'nowhere(int)' (_Z7nowherei) of another device image, but none has it; searched: '$PWD/libo.so', './k'" ]
	[ "$(grep -c '^link nvidia_gpu_sm_75, type 1$' log)" = 2 ]
	[ "$(grep -c '^module' log)" = 1 ]
	[ "$(grep -c '^launch _ZTSZ4mainE5Links' log)" = 2 ]
	FAKE_CUDA_FAIL=cuLinkComplete=220 FAKE_CUDA=90 run -0 with_driver ./k
	[ "$output" = "7: building the device image for 'nvidia_gpu_sm_75' failed on device 'Fake sm_90': CUDA_ERROR_220" ]
}

@test "launches have their sizes in CUDA's order, local memory and the constants of each launch" {
	cp "$BATS_FILE_TMPDIR/devices" .
	ONEAPI_DEVICE_SELECTOR=cuda:1 FAKE_CUDA=90,75 run -0 with_driver ./devices launches
	grep -v -e free -e unload -e stream log > calls
	diff - calls <<-'EOF'
		context 1
		shared memory 4 on 1
		module on 1
		device memory 4 on 1
		start copy 4
		launch _ZTS12other_kernel on 1: 2,2,2 of 32,3,1, 10 local, range 2,6,64 offset 7
		constant 5
		attribute 8 50000
		device memory 4 on 1
		start copy 4
		launch _ZTS12other_kernel on 1: 2,2,2 of 32,3,1, 50000 local, range 2,6,64 offset 7
		constant 6
		launch _ZTS12other_kernel on 1: 2,2,2 of 32,3,1, 50000 local, range 2,6,64 offset 7
		constant 6
		attribute 8 96256
		launch _ZTS12other_kernel on 1: 2,2,2 of 32,3,1, 96256 local, range 2,6,64 offset 7
		constant 6
	EOF
}

@test "ranges keep within CUDA's grids in all dimensions, and empty ones are no launches" {
	cp "$BATS_FILE_TMPDIR/devices" .
	ONEAPI_DEVICE_SELECTOR=cuda:0 FAKE_CUDA=90 run -0 with_driver ./devices ranges
	grep launch log | sed 's/ on 0:/:/; s/^launch [^:]*: //' > calls
	diff - calls <<-'EOF'
		1,1,32768 of 1,1,64, 0 local, range 2097152,1,1 offset 0
		1,32768,32768 of 1,32,32, 0 local, range 1048576,1048576,1 offset 0
		1,32768,1 of 1,1024,1, 0 local, range 33554432,1,1 offset 0
	EOF
}

@test "what the driver refuses is an exception with its name, and a refused device is told before anything is built" {
	cp "$BATS_FILE_TMPDIR/devices" .
	export ONEAPI_DEVICE_SELECTOR='cuda:*'
	while IFS='|' read -r fail what error; do
		FAKE_CUDA_FAIL=$fail FAKE_CUDA=90 run -1 with_driver ./devices "$what"
		[[ ${lines[2]} == "$error"* ]] || { echo "$fail: $output"; return 1; }
	done <<-'EOF'
		cuLaunchKernel=701|move|1: cuLaunchKernel failed: CUDA_ERROR_701 (made up)
		cuStreamSynchronize=700|launches|1: copying specialization constants failed: CUDA_ERROR_700 (made up)
		cuModuleLoadDataEx=218|move|7: building the device image for 'nvidia_gpu_sm_75' failed on device 'Fake sm_90': CUDA_ERROR_218:
		cuMemAlloc_v2=2|move|9: out of memory: device 'Fake sm_90' has no space for a buffer of 400 bytes
		cuMemcpyAsync=719|move|1: cuMemcpyAsync failed: CUDA_ERROR_719 (made up)
		cuModuleGetFunction=500|move|7: the device image for 'nvidia_gpu_sm_75' lacks kernel _ZTS21fake_doubles_accessor
	EOF
	# What goes wrong behind submit() is an asynchronous error.
	FAKE_CUDA_FAIL=cuEventSynchronize=700 FAKE_CUDA=90 run with_driver ./devices late-untimed
	[[ $output == *'late: 1: a command failed: CUDA_ERROR_700 (made up)'* ]]
	rm -f log
	FAKE_CUDA=90 run -0 with_driver ./devices late
	# The join comes behind the second in its lane, and waits for the first.
	[ "$(grep -c '^wait' log)" = 1 ]
	FAKE_CUDA_FAIL=cuModuleLoadDataEx=218 FAKE_CUDA=90 run -1 with_driver ./devices move
	[ "${lines[3]}" = 'ptxas fatal: made up' ]
	rm log
	FAKE_CUDA=60 run -1 with_driver ./devices move
	[[ $output == *"1: No device image of kernel _ZTS21fake_doubles_accessor runs on device 'Fake sm_60': there are images for 'nvidia_gpu_sm_75', 'x86_64' (INVALID_BINARY)" ]]
	run -1 grep -e module -e launch log
}

@test "the trace of commands has launches on the CPU as on GPUs, those that run inside submit too" {
	cp "$BATS_FILE_TMPDIR/devices" .
	ONEAPI_DEVICE_SELECTOR=native_cpu:0 SYCL_CC_TRACE=commands run -0 --separate-stderr ./devices launches
	cpu=$(sycl-ls 2> /dev/null | sed -n 's/^\[native_cpu:cpu\].* sycl-cc, \(.*\) 3\.0 \[.*/\1/p')
	[ "$stderr" = "sycl-cc: commands: $cpu: _ZTS12other_kernel: 2x2x2 work-groups of 1x3x32, 10 bytes of local memory
sycl-cc: commands: $cpu: _ZTS12other_kernel: 2x2x2 work-groups of 1x3x32, 50000 bytes of local memory
sycl-cc: commands: $cpu: _ZTS12other_kernel: 2x2x2 work-groups of 1x3x32, 50000 bytes of local memory" ] || { echo "$stderr"; return 1; }
	ONEAPI_DEVICE_SELECTOR=native_cpu:0 SYCL_CC_TRACE=commands run -0 --separate-stderr ./devices late
	[ "$(grep -c ': 1x1x1 work-groups of 1x1x1, 0 bytes' <<< "$stderr")" -eq 3 ]
}

@test "work-groups of kernels that do not know of them are joined to rows on the CPU" {
	cat > joined.cpp <<-'END'
		#include <sycl/sycl.hpp>
		int main()
		{
			sycl::queue q;
			int *a = sycl::malloc_shared<int>(512 * 512, q);
			q.parallel_for<class unaware>(sycl::nd_range<2>({512, 512}, {16, 16}), [=](sycl::nd_item<2> i) { a[i.get_global_linear_id()] = 1; }).wait();
			q.parallel_for<class aware>(sycl::nd_range<2>({512, 512}, {16, 16}), [=](sycl::nd_item<2> i) { a[i.get_global_linear_id()] = i.get_local_id(0); }).wait();
			q.parallel_for<class odd>(sycl::nd_range<2>({26, 143}, {2, 11}), [=](sycl::nd_item<2> i) { a[i.get_global_linear_id()] = 1; }).wait();
		}
	END
	sycl-cc -O2 -fsycl-targets=x86_64 joined.cpp -o joined
	SYCL_CC_THREADS=2 SYCL_CC_TRACE=commands run -0 --separate-stderr ./joined
	[ "$(grep -o '[a-z]*: [0-9x]* work-groups.*' <<< "$stderr")" = "unaware: 1x512x1 work-groups of 1x1x512, 0 bytes of local memory
aware: 1x32x32 work-groups of 1x16x16, 0 bytes of local memory
odd: 1x13x13 work-groups of 1x2x11, 0 bytes of local memory" ] || { echo "$stderr"; return 1; }
}

@test "the trace of launches has kernels of a device with its range, and the buffers that move" {
	cp "$BATS_FILE_TMPDIR/devices" .
	for case in launches move; do
		SYCL_CC_TRACE=launches:$case.json FAKE_CUDA=90 ONEAPI_DEVICE_SELECTOR=cuda:0 run -0 with_driver ./devices $case
	done
	[ "$(jq -c '[.[] | select(.cat == "kernel")][0] | [.name, .args.device, .args.global, .args.local, .dur >= 0]' launches.json)" \
		= '["other_kernel","Fake sm_90",[2,6,64],[1,3,32],true]' ]
	[ "$(jq -c '[.[] | select(.cat == "copy") | .args | has("bytes") and .device == "Fake sm_90"] | unique' move.json)" = '[true]' ]
}

@test "commands of many queues and threads run in the order of queues and events, whichever ends are recorded" {
	"$BUILD/bin/sycl-cc" -O1 -fsycl-targets=nvidia_gpu_sm_75 "$inputs/sycl/many-queues.cpp" -o many
	for seed in 1 2 3; do
		LD_LIBRARY_PATH=$BUILD/tests/fake-cuda FAKE_CUDA=75 run -0 timeout 60 ./many 1000 $seed
		[ "$output" = right ]
	done
}

@test "a reduction whose buffer has been on a GPU ends while another thread's kernel waits for it" {
	"$BUILD/bin/sycl-cc" -std=c++17 -O1 -fsycl-targets=nvidia_gpu_sm_75,x86_64 "$inputs/sycl/reduction-place.cpp" -o place
	LD_LIBRARY_PATH=$BUILD/tests/fake-cuda FAKE_CUDA=75 run -0 timeout 60 ./place
	[ "$output" = "1 49152" ]
}

@test "a buffer's contents are kept for who reads them beside an accessor with no_init, in a command group and in a graph" {
	"$BUILD/bin/sycl-cc" -std=c++17 -O1 -fsycl-targets=nvidia_gpu_sm_75 "$inputs/sycl/kept-contents.cpp" -o kept
	LD_LIBRARY_PATH=$BUILD/tests/fake-cuda FAKE_CUDA=75 run -0 timeout 60 ./kept
	[ "$output" = right ]
}

@test "a GPU's device globals have their initial values, and copies from and to them go through its driver" {
	"$BUILD/bin/sycl-cc" -std=c++20 -O1 -fsycl-targets=nvidia_gpu_sm_75 "$inputs/sycl/device-globals.cpp" -o globals
	LD_LIBRARY_PATH=$BUILD/tests/fake-cuda FAKE_CUDA=75 run -0 timeout 60 ./globals
	[ "$output" = right ]
}
