# HIP and Level Zero, on drivers of our own (tests/c/fake-hip.c, fake-level-zero.c) that have
# their memory on the host, run kernels by name, and check what they are given.
#
# A variable is exported for its own test.
# shellcheck disable=SC2030,SC2031
load ../helper

setup_file() {
	export XDG_CACHE_HOME=$BATS_FILE_TMPDIR/cache OCL_ICD_VENDORS=$BATS_FILE_TMPDIR
	export LD_LIBRARY_PATH=$BUILD/tests/fake-hip:$BUILD/tests/fake-level-zero FAKE_HIP_LOG=log FAKE_ZE_LOG=log
	cd "$BATS_FILE_TMPDIR" || return 1
	"$BUILD/bin/sycl-cc" -O1 -fsycl-targets=amd_gpu_gfx90a,spir64 "$inputs/sycl/devices.cpp" -o devices
}

setup() {
	cd "$BATS_TEST_TMPDIR" || return 1
	devices=$BATS_FILE_TMPDIR/devices
}

# sycl: hip
@test "HIP: buffers, USM, events, hints, peers, native objects and commands that wait, on two GPUs" {
	export FAKE_HIP=gfx90a:sramecc+:xnack-,gfx90a ONEAPI_DEVICE_SELECTOR='hip:*'
	list=$'AMD HIP (2): [Fake gfx90a] [Fake gfx90a]\ndefault: Fake gfx90a'
	run -0 "$devices"
	[ "$output" = "$list"$'\nright' ]
	# All memory that was taken is given back, and nothing else.
	[ "$(grep -c '^free' log)" = "$(grep -c ' memory ' log)" ]
	for part in hints native at-once; do
		run -0 timeout 60 "$devices" $part
		[ "$output" = "$list"$'\nright' ] || { echo "$part: $output"; return 1; }
	done
	ONEAPI_DEVICE_SELECTOR='native_cpu:*;hip:*' run -0 "$devices" peers
	[ "$output" = $'sycl-cc (1): [cpu]\n'"$list"$'\nnnn\nnna\nnyn\nright' ]
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
	[[ ${lines[-1]} == "1: No device image of kernel _ZTS21fake_doubles_accessor runs on device 'Fake gfx1030': there are images for 'amd_gpu_gfx90a', 'spir64' (INVALID_BINARY)" ]]
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
	export FAKE_HIP=gfx90a ONEAPI_DEVICE_SELECTOR='hip:*'
	told=0
	for n in $(seq 1 5 78); do
		FAKE_HIP_FAIL_AT=$n=719 run "$devices" move
		[ "$status" -le 1 ] || { echo "$n: $status: $output"; return 1; }
		[ "$status" = 0 ] || told=$((told + 1))
	done
	[ "$told" -ge 10 ]
}

# sycl: level-zero
@test "Level Zero: buffers, USM, events, peers, native objects and commands that wait, on two GPUs" {
	export FAKE_ZE=12.60.7,12.55.8 ONEAPI_DEVICE_SELECTOR='level_zero:*'
	list=$'Level Zero (2): [Fake 0] [Fake 1]\ndefault: Fake 0'
	run -0 timeout 60 "$devices"
	[ "$output" = "$list"$'\nright' ]
	# All memory that was taken is given back, and nothing else.
	[ "$(grep -c '^free' log)" = "$(grep -c ' memory ' log)" ]
	for part in native at-once; do
		run -0 timeout 60 "$devices" $part
		[ "$output" = "$list"$'\nright' ] || { echo "$part: $output"; return 1; }
	done
	ONEAPI_DEVICE_SELECTOR='native_cpu:*;level_zero:*' run -0 "$devices" peers
	[[ $output == *$'\nnnn\nnna\nnyn\nright' ]] || { echo "$output"; return 1; }
	run -1 grep 'not ours' log
}

@test "Level Zero: launches have their sizes, local memory and constants; sycl-ls shows ip-versions and real aspects" {
	export FAKE_ZE=12.60.7,12.55.8 ONEAPI_DEVICE_SELECTOR=level_zero:1
	SYCL_CC_TRACE=images run -0 --separate-stderr "$devices" launches
	grep '^launch' log > calls
	diff - calls <<-'EOF'
		launch _ZTS12other_kernel on 1: 2,2,2 of 32,3,1, 10 local, range 2,6,64 offset 7
		launch _ZTS12other_kernel on 1: 2,2,2 of 32,3,1, 50000 local, range 2,6,64 offset 7
		launch _ZTS12other_kernel on 1: 2,2,2 of 32,3,1, 50000 local, range 2,6,64 offset 7
	EOF
	# A module for the default value of the constant, one for 6.
	[ "$(grep -c "Fake 1: built the image for 'spir64', with 0 others" <<< "$stderr")" = 2 ]
	ONEAPI_DEVICE_SELECTOR='level_zero:*' run -0 --separate-stderr sycl-ls
	[ "$output" = '[level_zero:gpu][level_zero:0] Level Zero, Fake 0 12.60.7 [16909060]
[level_zero:gpu][level_zero:1] Level Zero, Fake 1 12.55.8 [16909060]' ]
	[ "$(ONEAPI_DEVICE_SELECTOR='level_zero:*' sycl-ls --json 2> /dev/null \
		| jq -c '[.devices[] | [.subGroupSizes, (.aspects | index("fp64") != null, index("atomic64") != null)]]')" \
		= '[[[16,32],true,true],[[16,32],false,false]]' ]
}

@test "Level Zero: a loader that is broken, old or empty is no device, and what the driver refuses is an exception" {
	for case in 'zeInit=2013265921|12.60.7|zeInit failed: error 0x78000001' '||there is no driver' \
		'zeDeviceGet=1|12.60.7|driver 0 has no device' 'zeDeviceGetProperties=1|12.60.7|'"'a device' does not answer" \
		"zeDeviceGetModuleProperties=1|12.60.7|'Fake 0' does not tell its properties"; do
		IFS='|' read -r fail list why <<< "$case"
		FAKE_ZE_FAIL=$fail FAKE_ZE=$list run -0 sycl-ls --verbose
		grep -qxF "    level_zero: $why" <<< "$output" || { echo "$case: $output"; return 1; }
	done
	cc -shared -o libze_loader.so.1 -x c - <<< 'int zeInit(unsigned f) { return (int)f; }'
	LD_LIBRARY_PATH=$PWD run -0 sycl-ls --verbose
	[[ $output == *"level_zero: the loader lacks 'zeDriverGet': it is too old"* ]]
	export ONEAPI_DEVICE_SELECTOR='level_zero:*' FAKE_ZE=12.60.7
	while IFS='|' read -r fail what error; do
		FAKE_ZE_FAIL=$fail run -1 "$devices" "$what"
		[[ $output == *$'\n'"$error"* ]] || { echo "$fail: $output"; return 1; }
	done <<-'EOF'
		zeModuleCreate=0x70000004|move|7: building the device image for 'spir64' failed on device 'Fake 0': error 0x70000004:
		zeKernelCreate=0x78000011|move|7: the device image for 'spir64' lacks kernel _ZTS21fake_doubles_accessor (error 0x78000011)
		zeKernelSetArgumentValue=0x78000016|move|1: zeKernelSetArgumentValue failed: ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE
		zeMemAllocDevice=0x70000003|move|9: out of memory: device 'Fake 0' has no space for a buffer of 400 bytes
		zeCommandListCreateImmediate=0x70000001|late|1: making a command list or an event failed: ZE_RESULT_ERROR_DEVICE_LOST
	EOF
	FAKE_ZE_FAIL=zeModuleCreate=0x70000004 run -1 "$devices" move
	[ "${lines[3]}" = 'error: made up' ]
}

@test "Level Zero: whichever call fails, the program gets an exception, an asynchronous error or its result" {
	export FAKE_ZE=12.60.7 ONEAPI_DEVICE_SELECTOR='level_zero:*'
	told=0
	for n in $(seq 1 11 130); do
		FAKE_ZE_FAIL_AT=$n=0x70000001 run timeout 20 "$devices" move
		[ "$status" -le 1 ] || { echo "$n: $status: $output"; return 1; }
		[ "$status" = 0 ] || told=$((told + 1))
	done
	[ "$told" -ge 5 ]
}
