# The device libraries: share/device/ARCH.bc, from share/device/libm.c, which is
# all that SPIR-V needs, and for GPUs from gpu.c and those functions of libclc
# that our headers declare.  A program gets only the functions that it calls (node
# device-lib).
CLC ?= /usr/lib/clc
CLC_nvptx64 := $(CLC)/nvptx64--.bc
CLC_amdgcn := $(CLC)/amdgcn-amd-amdhsa.bc
TRIPLE_nvptx64 := nvptx64-nvidia-cuda
TRIPLE_amdgcn := amdgcn-amd-amdhsa
# clang takes the newest PTX of the CUDA that it finds, and an old one where there is none.
FLAGS_nvptx64 := -Xclang -target-feature -Xclang +ptx63
# The body of a C library function must not become a call of itself,
# and a product of conjugates is real: without fma().
FLAGS_libm := -ffreestanding -fno-builtin -ffp-contract=off -std=c11 -Wall -Wextra -Wno-incompatible-library-redeclaration -O2

device_tools := $(shell $(LLVM_CONFIG) --bindir)
device_libraries := $(patsubst %,$(BUILD)/share/device/%.bc,nvptx64 amdgcn)
spirv_libraries := $(patsubst %,$(BUILD)/share/device/%.bc,spirv64 spirv32)
libm_sources := $(addprefix share/device/,libm.c real.h gamma.h complex.h text.h) share/device.mk

tools: $(device_libraries) $(spirv_libraries)

# The names that headers declare for GPUs, as IR that needs them all.  One string is often written in pieces.
# It changes less often than the headers.
$(BUILD)/gen/device-names.ll: $(BUILD)/gen/device-names.stamp
	@:
$(BUILD)/gen/device-names.stamp: $(wildcard include/sycl/*.hpp include/sycl/detail/*.hpp) share/device.mk
	@mkdir -p $(@D)
	$(device_tools)/clang++ -fsycl -fsycl-device-only -D__SYCL_CC__ -DSYCL_CC_GPU -Iinclude -I$(BUILD)/include -E include/sycl/sycl.hpp | \
		sed 's/" *"//g' | tr ';' '\n' | sed -n 's/.*__asm__("\(_Z[^"]*\)").*/\1/p' | LC_ALL=C sort -u | \
		awk '{ print "declare void @" $$1 "()"; all = all (NR > 1 ? ", " : "") "ptr @" $$1 } \
			END { print "@device_names = global [" NR " x ptr] [" all "]" }' > $(@:.stamp=.ll).new
	cd $(@D) && if cmp -s device-names.ll.new device-names.ll; then rm device-names.ll.new; else mv device-names.ll.new device-names.ll; fi
	touch $@

# Attributes that name processors would forbid inlining into code for another one,
# and clang casts a null pointer to the address space that it has, which llvm-as refuses.
for_any_processor = sed -i -e 's/ "target-[a-z]*"="[^"]*"//g; s/ "frame-pointer"="[^"]*"//g; s/ "stack-protector-buffer-size"="[^"]*"//g' \
	-e 's/ "no-builtins"//g; s/ nobuiltin / /g' \
	-e 's/addrspacecast (ptr addrspace(4) null to ptr addrspace(4))/null/g' -e 's/^\(attributes .[0-9]* = {\) }/\1 nounwind }/' -e '/^@device_names = /d' -e '/^!llvm.ident/d'

$(device_libraries): $(BUILD)/share/device/%.bc: share/device/gpu.c share/device/nvptx64.h share/device/amdgcn.h \
		$(wildcard share/device/*.ll) $(BUILD)/gen/device-names.ll $(libm_sources) share/clc.awk
	@mkdir -p $(@D)
	$(device_tools)/clang --target=$(TRIPLE_$*) $(FLAGS_$*) -nogpulib -ffreestanding -std=c11 -Wall -Wextra -O2 -emit-llvm -c -o $@.own share/device/gpu.c
	$(device_tools)/clang --target=$(TRIPLE_$*) $(FLAGS_$*) -nogpulib $(FLAGS_libm) -emit-llvm -c -o $@.libm share/device/libm.c
	$(device_tools)/llvm-link --suppress-warnings $@.own $@.libm $(wildcard share/device/$*.ll) $(BUILD)/gen/device-names.ll -o $@.named
	$(device_tools)/llvm-dis $(CLC_$*) -o - | awk -f share/clc.awk > $@.clc
	$(device_tools)/llvm-link --suppress-warnings --only-needed $@.named $@.clc -S -o $@.ll
	$(for_any_processor) $@.ll
	$(device_tools)/llvm-as $@.ll -o $@
	rm -f $@.own $@.libm $@.named $@.clc $@.ll

$(spirv_libraries): $(BUILD)/share/device/%.bc: $(libm_sources)
	@mkdir -p $(@D)
	$(device_tools)/clang --target=$*-unknown-unknown $(FLAGS_libm) -emit-llvm -S -o $@.ll share/device/libm.c
	$(for_any_processor) $@.ll
	$(device_tools)/llvm-as $@.ll -o $@
	rm -f $@.ll
