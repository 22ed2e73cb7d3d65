# HIP, on a driver of our own (tests/c/fake-hip.c) that has its memory on the host, runs
# kernels by name, and checks what it is given.
load helper

setup_file() {
	export XDG_CACHE_HOME=$BATS_FILE_TMPDIR/cache OCL_ICD_VENDORS=$BATS_FILE_TMPDIR
	export LD_LIBRARY_PATH=$BUILD/tests/fake-hip FAKE_HIP_LOG=log
	cd "$BATS_FILE_TMPDIR" || return 1
	"$BUILD/bin/sycl-cc" -O1 -fsycl-targets=amd_gpu_gfx90a,x86_64 "$BATS_TEST_DIRNAME/inputs/sycl/devices.cpp" -o devices
}

setup() {
	cd "$BATS_TEST_TMPDIR" || return 1
	devices=$BATS_FILE_TMPDIR/devices
}

# sycl: hip
@test "HIP: buffers, USM, events, hints, native objects and commands that wait, on two GPUs and the CPU" {
	export FAKE_HIP=gfx90a:sramecc+:xnack-,gfx90a
	list=$'sycl-cc (1): [cpu]\nAMD HIP (2): [Fake gfx90a] [Fake gfx90a]\ndefault: Fake gfx90a'
	run -0 "$devices"
	[ "$output" = "$list"$'\nright' ]
	# All memory that was taken is given back, and nothing else.
	[ "$(grep -c '^free' log)" = "$(grep -c ' memory ' log)" ]
	for part in hints native at-once; do
		run -0 timeout 60 "$devices" $part
		[ "$output" = "$list"$'\nright' ] || { echo "$part: $output"; return 1; }
	done
	run -0 "$devices" peers
	[ "$output" = "$list"$'\nnnn\nnna\nnyn\nright' ]
	run -1 grep 'not ours' log
	grep -qx 'advice 3 of 128 for 1' log
}

@test "HIP: launches have their sizes in HIP's order, local memory and constants; sycl-ls shows the devices" {
	ONEAPI_DEVICE_SELECTOR=hip:1 FAKE_HIP=gfx90a,gfx90a run -0 "$devices" launches
	sed -n '/^launch/p; /^constant/p' log > calls
	diff - calls <<-'EOF'
		launch _ZTS12other_kernel on 1: 2,2,2 of 32,3,1, 10 local, range 2,6,64 offset 7
		constant 5
		launch _ZTS12other_kernel on 1: 2,2,2 of 32,3,1, 50000 local, range 2,6,64 offset 7
		constant 6
		launch _ZTS12other_kernel on 1: 2,2,2 of 32,3,1, 50000 local, range 2,6,64 offset 7
		constant 6
	EOF
	FAKE_HIP=gfx90a:sramecc+:xnack-,gfx1030 run -0 --separate-stderr sycl-ls
	[ "${lines[1]}" = '[hip:gpu][hip:0] AMD HIP, Fake gfx90a gfx90a [HIP 6.3]' ]
	[ "${lines[2]}" = '[hip:gpu][hip:1] AMD HIP, Fake gfx1030 gfx1030 [HIP 6.3]' ]
	[ "$(FAKE_HIP=gfx90a,gfx1030 sycl-ls --json | jq -c '[.devices[1, 2] | .subGroupSizes]')" = '[[64],[32]]' ]
}

@test "HIP: a driver that is broken, old or empty is no device, and sycl-ls and the trace say why" {
	for case in 'hipInit=3|gfx90a|hipInit failed: hipError3' '||hipInit failed: hipError100' \
		'hipGetDeviceCount=1|gfx90a|the driver has no device' 'hipGetDevicePropertiesR0600=1|gfx90a|device 0 does not answer' \
		"|sm_75|'Fake sm_75' names no architecture"; do
		IFS='|' read -r fail list why <<< "$case"
		FAKE_HIP_FAIL=$fail FAKE_HIP=$list run -0 sycl-ls --verbose
		grep -qxF "    hip: $why" <<< "$output" || { echo "$case: $output"; return 1; }
	done
	SYCL_CC_TRACE=images FAKE_HIP=sm_75 run -0 --separate-stderr "$devices" none
	[[ $output == $'sycl-cc (1): [cpu]\ndefault: cpu\nright' && $stderr == *"images: hip: 'Fake sm_75' names no architecture"* ]]
	: > libamdhip64.so.6
	LD_LIBRARY_PATH=$PWD run -0 sycl-ls --verbose
	[[ $output == *'hip: no driver: '* ]]
	cc -shared -o libamdhip64.so.6 -x c - <<< 'int hipInit(unsigned f) { return (int)f; }'
	LD_LIBRARY_PATH=$PWD run -0 sycl-ls --verbose
	[[ $output == *"hip: the driver lacks 'hipDriverGetVersion': it is too old"* ]]
}

@test "HIP: an image for another architecture is refused before anything is loaded, and a refused image and kernel are told" {
	export ONEAPI_DEVICE_SELECTOR='hip:*'
	FAKE_HIP=gfx1030 run -1 "$devices" move
	[[ ${lines[-1]} == "1: No device image of kernel _ZTS21fake_doubles_accessor runs on device 'Fake gfx1030': there are images for 'amd_gpu_gfx90a', 'x86_64' (INVALID_BINARY)" ]]
	run -1 grep -e module -e launch log
	while IFS='|' read -r fail what error; do
		FAKE_HIP_FAIL=$fail FAKE_HIP=gfx90a run -1 "$devices" "$what"
		[[ ${lines[2]} == "$error"* ]] || { echo "$fail: $output"; return 1; }
	done <<-'EOF'
		hipModuleLaunchKernel=701|move|1: hipModuleLaunchKernel failed: hipError701 (made up)
		hipModuleLoadData=209|move|7: loading the device image for 'amd_gpu_gfx90a' failed on device 'Fake gfx90a': hipError209
		hipModuleGetFunction=500|move|7: the device image for 'amd_gpu_gfx90a' lacks kernel _ZTS21fake_doubles_accessor
		hipMalloc=2|move|9: out of memory: device 'Fake gfx90a' has no space for a buffer of 400 bytes
		hipSetDevice=101|late|1: hipSetDevice failed: hipError101 (made up)
	EOF
	# The default handler of asynchronous errors ends the program, and says why.
	FAKE_HIP_FAIL=hipEventSynchronize=719 FAKE_HIP=gfx90a run -134 --separate-stderr "$devices" usm
	[[ $stderr == *'what():  a command failed: hipError719 (made up)'* ]]
}

@test "HIP: whichever call fails, the program gets an exception, an asynchronous error or its result" {
	export FAKE_HIP=gfx90a
	told=0
	for n in $(seq 1 4 93); do
		FAKE_HIP_FAIL_AT=$n=719 run "$devices" move
		[ "$status" -le 1 ] || { echo "$n: $status: $output"; return 1; }
		[ "$status" = 0 ] || told=$((told + 1))
	done
	[ "$told" -ge 10 ]
}
