# Targets as the driver sees them: names, aliases, compilers, options; dry runs.
load helper

source=$BATS_TEST_DIRNAME/inputs/driver/use-square.cpp

# plan TARGETS [OPTION...]: the commands of a link for these targets
plan() {
	targets=$1
	shift
	sycl-cc '-###' "-fsycl-targets=$targets" "$@" "$source" -o p > plan
}

# status: four-targets
@test "the first edition's four targets, as written, make four wrappers" {
	plan spir64,ptx64,intel_gpu_12,x86_64_avx512
	[ "$(grep -o 'offload-wrapper --target=[^ ]*' plan | sed 's/.*=//' | sort | tr '\n' ' ')" = \
		"intel_gpu_12 nvptx64-nvidia-cuda spir64 x86_64_avx512 " ]
	grep -q 'mux-aot .*-mcpu=x86-64-v4' plan
	grep -q 'ocloc compile .*-exclude_ir.* -device gen12lp' plan
	grep -q 'llc -O3 -mtriple=nvptx64-nvidia-cuda -mcpu=sm_75' plan
}

# status: two-intel
@test "two Intel devices: two filters, two ocloc runs with their own options only, two wrappers and spir64" {
	plan intel_gpu_12_60_7,intel_gpu_dg1 '-Xsycl-target-backend=intel_gpu_12_60_7' '-options -g'
	[ "$(grep -c 'aspect-filter --empty' plan)" = 3 ]
	[ "$(grep -c 'ocloc compile' plan)" = 2 ]
	grep 'ocloc compile' plan | grep -e '-device pvc' | grep -q -e '-options -g'
	run -1 grep -e '-device dg1.*-options' plan
}

@test "SPIR-V version and extensions are those of the configuration, the producer is chosen explicitly" {
	plan spir64
	grep -q 'llc -O0 -mtriple=spirv64v1.3-unknown-unknown -spirv-ext=+SPV_INTEL_subgroups,+SPV_KHR_bit_instructions,+SPV_EXT_shader_atomic_float_add' plan
	grep -q -e '--producer=backend' plan
	plan spir64 --spirv-via=llvm-spirv
	grep -q 'spirv-prep --for=llvm-spirv' plan
	grep -q 'llvm-spirv-15 --spirv-max-version=1.3 --spirv-ext=+SPV_INTEL_subgroups' plan
	grep -q -e '--producer=llvm-spirv' plan
	run -2 --separate-stderr sycl-cc '-###' --spirv-via=magic "$source"
	[[ $stderr == "sycl-cc: error: unknown producer of SPIR-V 'magic': backend or llvm-spirv"* ]]
}

# status: alias-twice
@test "an alias of a target that is already there is named and ignored, an unknown target named with its nearest" {
	run -0 --separate-stderr sycl-cc '-###' -fsycl-targets=intel_gpu_pvc,intel_gpu_12_60_7 "$source"
	[ "$stderr" = "sycl-cc: warning: The SYCL offloading target 'intel_gpu_12_60_7' is similar to target 'intel_gpu_pvc' already specified - will be ignored." ]
	run -1 --separate-stderr sycl-cc '-###' -fsycl-targets=intel_gpu_bad "$source"
	[ "$stderr" = "sycl-cc: error: SYCL target is invalid: 'intel_gpu_bad', did you mean 'intel_gpu_bdw'?" ]
	[ -z "$output" ]
}

@test "AMD without an architecture is an error, with --offload-arch it is compiled for that" {
	run -1 --separate-stderr sycl-cc '-###' -fsycl-targets=amdgcn-amd-amdhsa "$source"
	[[ $stderr == *"error: missing AMDGPU architecture for SYCL offloading; specify it with '-Xsycl-target-backend --offload-arch'"* ]]
	plan amdgcn-amd-amdhsa -Xsycl-target-backend --offload-arch=gfx90a
	grep -q 'llc -O3 -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a' plan
}

# status: own-target
@test "a target of the user's own file is compiled as it says" {
	printf 'my_gpu:\n  extends: intel_gpu_pvc\n  ip-version: 30.5.0\n  spirv-version: 1.2\n  spirv-extensions: []\n' > my.yaml
	plan my_gpu -fsycl-device-config-file=my.yaml
	grep -q 'llc -O0 -mtriple=spirv64v1.2-unknown-unknown -filetype=obj' plan
	grep -q 'ocloc compile .* -device 30.5.0' plan
	grep -q 'offload-wrapper --target=intel_gpu_30_5_0' plan
}

@test "the CPU target takes a level and a processor as other back ends do" {
	sycl-cc -c "$BATS_TEST_DIRNAME/inputs/driver/square.cpp" -o p.o
	sycl-cc -fsycl-targets=x86_64 -Xsycl-target-backend=x86_64 '-O2 -march=haswell' -fsycl-link p.o -o d.o
	run -1 sycl-cc -fsycl-targets=x86_64 -Xsycl-target-backend -march=pentium9000 -fsycl-link p.o -o d.o
	[[ $output == *"mux-aot: error: unknown processor 'pentium9000': known are x86_64, "* ]]
}

@test "options reach their own target only, split once with shell quoting" {
	plan intel_gpu_pvc,intel_gpu_dg1,x86_64,nvidia_gpu_sm_80 -Xsycl-target-backend=intel_gpu_pvc "-options '-a b'" \
		-Xsycl-target-backend=x86_64 '-mcpu=x86-64-v3' -Xsycl-target-backend=nvptx64-nvidia-cuda "--fp-contract=off" \
		-Xsycl-target-frontend=nvidia_gpu_sm_80 "-DA=\"b c\""
	grep 'ocloc compile' plan | grep -q -F -e "-device pvc -options '-a b'"
	[ "$(grep -c -e '-a b' plan)" -eq 1 ]
	[ "$(grep -c -e 'mcpu=x86-64-v3' plan)" -eq 1 ]
	[ "$(grep -c -e 'llc .*--fp-contract=off' plan)" -eq 1 ]
	[ "$(grep -c -F -e "'-DA=b c'" plan)" -eq 2 ]
	[ "$(grep -F -e "'-DA=b c'" plan | grep -c nvptx64)" -eq 2 ]
}

@test "-Xs goes to all offline compilers, -Xsparam is -param, portable images keep theirs" {
	plan intel_gpu_dg1,x86_64 -Xs '-x y' -Xsz
	[ "$(grep -c -e '-x y -z' plan)" -eq 3 ]
	grep -q -F -e "'--compile-opts=-x y -z'" plan
	plan spir64 -Xsycl-target-backend -cl-fast -Xsycl-target-linker '-l m'
	grep -q -F -e "--compile-opts=-cl-fast '--link-opts=-l m'" plan
}

@test "an option for a target that is not built is warned about as clang does it" {
	run -0 --separate-stderr sycl-cc '-###' -fsycl-targets=spir64 -Xsycl-target-backend=x86_64 -foo "$source"
	[ "$stderr" = "sycl-cc: warning: argument unused during compilation: '-Xsycl-target-backend=x86_64 -foo' [-Wunused-command-line-argument]" ]
	run -1 --separate-stderr sycl-cc '-###' -Werror -fsycl-targets=spir64 -Xsycl-target-backend=x86_64 -foo "$source"
	[ "$stderr" = "sycl-cc: error: argument unused during compilation: '-Xsycl-target-backend=x86_64 -foo' [-Werror,-Wunused-command-line-argument]" ]
	run -0 --separate-stderr sycl-cc '-###' -Wno-unused-command-line-argument -fsycl-targets=spir64 -Xsycl-target-backend=x86_64 -foo "$source"
	[ -z "$stderr" ]
}

@test "an option for a target that nobody knows, or for no target in particular of several, is an error" {
	run -1 --separate-stderr sycl-cc '-###' -fsycl-targets=x86_64 -Xsycl-target-linker=x86_65 -foo "$source"
	[ "$stderr" = "sycl-cc: error: SYCL target is invalid: 'x86_65', did you mean 'x86_64'?" ]
	run -1 --separate-stderr sycl-cc '-###' -fsycl-targets=intel_gpu_pvc,x86_64 -Xsycl-target-frontend -foo "$source"
	[ "$stderr" = "sycl-cc: error: cannot deduce implicit triple value for '-Xsycl-target-frontend', specify triple using '-Xsycl-target-frontend=<triple>'" ]
	[ -z "$output" ]
}

# status: generic-aot
@test "generic ahead-of-time targets take the device from the options, under each of their names" {
	plan spir64_gen -Xsycl-target-backend '-device pvc'
	[ "$(grep -c 'ocloc compile .*-device pvc$' plan)" -eq 1 ]
	plan spir64_gen-unknown-unknown,intel_gpu_dg1,spir64_x86_64-unknown-unknown -Xsycl-target-backend=spir64_gen '-device skl'
	[ "$(grep -c 'ocloc compile .*-device skl' plan)" -eq 1 ]
	[ "$(grep -c 'ocloc compile .*-device dg1$' plan)" -eq 1 ]
	[ "$(grep -c 'opencl-aot .*--device=cpu$' plan)" -eq 1 ]
	plan spir-unknown-unknown
	grep -q 'triple -Xclang spirv32-unknown-unknown' plan
	grep -q 'llc -O0 -mtriple=spirv32v1.3-unknown-unknown' plan
}

@test "without opencl-aot, spir64_x86_64 is x86_64, and options that were for opencl-aot have no use" {
	local note="sycl-cc: note: target 'spir64_x86_64': 'opencl-aot' is not installed, so its images are those of 'x86_64'"
	run -0 sycl-cc -fsycl-targets=spir64_x86_64 -c "$BATS_TEST_DIRNAME/inputs/driver/square.cpp" -o s.o
	[ -z "$output" ]
	run -0 sycl-cc -fsycl-targets=spir64_x86_64 -Xs '-march=avx2' -fsycl-link s.o -o d.o
	[ "$output" = "$note" ]
	sycl-image list d.o | grep -q ' x86_64 *native '
	run -0 sycl-cc -fsycl-targets=spir64_x86_64,spir64 -Xsycl-target-backend=spir64_x86_64 -march=avx2 -fsycl-link s.o -o d.o
	[[ $output == "$note"*"unused during compilation: '-Xsycl-target-backend=spir64_x86_64 -march=avx2'"* ]]
	[ "$(sycl-image list d.o | grep -c -e ' x86_64 *native ' -e ' spir64 *spirv ')" -eq 2 ]
	mkdir bin
	printf '#!/bin/sh\nexit 1\n' > bin/opencl-aot
	chmod +x bin/opencl-aot
	PATH=$PWD/bin:$PATH run -1 sycl-cc -fsycl-targets=spir64_x86_64 -fsycl-link s.o -o d.o
	[[ $output != *note:\ target* ]]
}

# status: spir64-gen
@test "ocloc takes the devices of spir64_gen as they are written: a family, several, or none" {
	for device in gen9 skl,dg1; do
		sycl-cc -fsycl-link -fsycl-targets=spir64_gen -Xsycl-target-backend "-device $device" \
			"$BATS_TEST_DIRNAME/inputs/driver/square.cpp" -o d.o
		[ "$(sycl-image list d.o | grep -c ' spir64_gen *native ')" -eq 1 ]
		sycl-image extract -o images d.o
		[ "$(head -c 7 images/0.bin)" = '!<arch>' ]
	done
	run -1 --separate-stderr sycl-cc '-###' -fsycl-targets=spir64_gen "$source"
	[ "$stderr" = "sycl-cc: error: target 'spir64_gen' wants its device: -Xsycl-target-backend=spir64_gen '-device DEVICE'" ]
}

@test "options for a linker that a target does not have are an error" {
	for target in x86_64 intel_gpu_dg1 nvidia_gpu_sm_80; do
		run -1 --separate-stderr sycl-cc '-###' -fsycl-targets=$target -Xsycl-target-linker -x "$source"
		[ "$stderr" = "sycl-cc: error: nothing links images of target '$target', so '-Xsycl-target-linker' has no use" ]
	done
	plan amd_gpu_gfx90a -Xsycl-target-linker --icf=all
	grep -q 'ld\.lld --no-undefined -shared -Bsymbolic -o @out@ @in@ --icf=all' plan
}

@test "kernels for AMD GPUs may use device globals, which the code object exports" {
	sycl-cc -std=c++20 -fsycl-targets=amd_gpu_gfx1100 -fsycl-link -save-temps=t -o d.o "$BATS_TEST_DIRNAME/inputs/sycl/device-globals.cpp"
	[ "$("$LLVM_BIN/llvm-readelf" --dyn-syms t/amd_gpu_gfx1100/*.hsaco | grep -c 'OBJECT .* GLOBAL .* __sycl_device_global_')" -eq 2 ]
}

# status: pass-per-triple
@test "one device pass for all targets of a triple, three triples make three" {
	plan spir64,intel_gpu_dg1,intel_gpu_pvc,x86_64,nvidia_gpu_sm_80,nvidia_gpu_sm_90,amd_gpu_gfx90a
	[ "$(grep -c -e '-emit-llvm -S' plan)" -eq 3 ]
	[ "$(grep -c 'offload-wrapper' plan)" -eq 7 ]
}

@test "an architecture other than the target's is an error, a generic target takes it from the options" {
	plan nvptx64-nvidia-cuda -Xsycl-target-backend '--offload-arch=sm_86'
	grep -q 'llc -O3 -mtriple=nvptx64-nvidia-cuda -mcpu=sm_86 -filetype=asm' plan
	run -1 --separate-stderr sycl-cc '-###' -fsycl-targets=nvidia_gpu_sm_80 -Xs --offload-arch=sm_86 "$source"
	[ "$stderr" = "sycl-cc: error: target 'nvidia_gpu_sm_80' is compiled for 'sm_80', not for 'sm_86'" ]
}

# status: embed-ir
@test "-fsycl-embed-ir adds an image of LLVM IR for NVIDIA and AMD only" {
	plan nvidia_gpu_sm_80,nvidia_gpu_sm_90,x86_64 -fsycl-embed-ir
	[ "$(grep -o 'offload-wrapper --target=[^ ]*' plan | sed 's/.*=//' | sort | tr '\n' ' ')" = \
		"llvm_nvptx64 nvidia_gpu_sm_80 nvidia_gpu_sm_90 x86_64 " ]
	plan nvidia_gpu_sm_80
	run -1 grep llvm_ plan
}

# status: embed-ir-compile
@test "-fsycl-embed-ir under -c counts at the link" {
	sycl-cc -c -fsycl-embed-ir -fsycl-targets=nvidia_gpu_sm_80 "$BATS_TEST_DIRNAME/inputs/driver/square.cpp" -o square.o
	sycl-cc '-###' square.o -o p > plan
	grep -q 'offload-wrapper --target=llvm_nvptx64' plan
}

# status: first-edition-command
@test "the first edition's command, as written, makes one device pass a triple and three images" {
	run -0 --separate-stderr plan spir64,intel_gpu_12_0,ptx64,intel_gpu_tgl
	[ "$stderr" = "sycl-cc: warning: The SYCL offloading target 'intel_gpu_tgl' is similar to target 'intel_gpu_tgllp' already specified - will be ignored." ]
	[ "$(grep -c -e '-emit-llvm -S' plan)" -eq 2 ]
	[ "$(grep -o 'offload-wrapper --target=[^ ]*' plan | sed 's/.*=//' | sort | tr '\n' ' ')" = \
		"intel_gpu_tgllp nvptx64-nvidia-cuda spir64 " ]
	sycl-cc --list-targets > list
	for target in intel_gpu_tgllp nvptx64-nvidia-cuda spir64 x86_64; do
		grep -q "^$target\b" list || { cat list; return 1; }
	done
}

@test "code knows what one and all of its targets have, in device and host passes alike" {
	cat > t.cpp <<-'CPP'
		#include <sycl/sycl.hpp>
		#include CHECKS
		int main() { sycl::queue().single_task([] {}); }
	CPP
	cat > some.h <<-'CPP'
		static_assert(sycl::all_devices_have_v<sycl::aspect::fp64> && sycl::any_device_has_v<sycl::aspect::fp16>);
		static_assert(!sycl::all_devices_have_v<sycl::aspect::fp16> && !sycl::any_device_has_v<sycl::aspect::cpu>);
	CPP
	cat > any.h <<-'CPP'
		static_assert(!sycl::all_devices_have_v<sycl::aspect::fp64> && sycl::any_device_has_v<sycl::aspect::cpu>);
	CPP
	cat > none.h <<-'CPP'
		static_assert(!sycl::all_devices_have_v<sycl::aspect::fp64> && !sycl::any_device_has_v<sycl::aspect::fp64>);
	CPP
	sycl-cc -c -fsycl-targets=intel_gpu_pvc,amd_gpu_gfx906 -fno-sycl-embed-spirv -DCHECKS='"some.h"' t.cpp
	sycl-cc -c -DCHECKS='"any.h"' t.cpp
	"$LLVM_BIN/clang++" -fsyntax-only -std=c++17 -I"$root/include" -DCHECKS='"none.h"' t.cpp
	sycl-cc '-###' t.cpp > plan
	[ "$(grep -c __SYCL_ANY_DEVICE_HAS_ANY_ASPECT__=1 plan)" -eq 2 ]
	sycl-cc '-###' -fno-sycl t.cpp > plan
	run -1 grep __SYCL_A plan
	aspects=$(sed -n 's/^	\([a-z0-9_]*\) = [0-9]*,$/\1/p' "$root/include/sycl/aspects.hpp")
	[ "$(grep -o 'APPLY([a-z0-9_]*)' "$root/include/sycl/device_traits.hpp" | sed 's/APPLY(\(.*\))/\1/')" = "$aspects" ]
}

@test "a 32-bit SPIR-V module is valid" {
	sycl-cc -fsycl-link -fsycl-targets=spir "$BATS_TEST_DIRNAME/inputs/driver/square.cpp" -o d.o
	sycl-image extract -o images d.o
	spirv-val images/0.spv
	spirv-dis images/0.spv | grep -q 'OpMemoryModel Physical32 OpenCL'
}

@test "images of GPUs import functions if they are PTX, which CUDA's driver links, and nothing could link others" {
	mkdir -p cuda/bin
	ln -s /bin/true cuda/bin/ptxas
	ln -s /bin/true cuda/bin/fatbinary
	for case in '2 1' "1 0 --cuda-path=$PWD/cuda"; do
		# shellcheck disable=SC2086	# words
		set -- $case
		plan x86_64,nvidia_gpu_sm_80,amd_gpu_gfx90a -fsycl-allow-device-image-dependencies ${3-}
		[ "$(grep -c -e ' --allow-device-image-dependencies' plan)" -eq "$1" ]
		[ "$(grep -e ' --allow-device-image-dependencies' plan | grep -c nvptx)" -eq "$2" ]
		run -1 grep -e ' --allow-device-image-dependencies.*amdgcn' plan
	done
}
