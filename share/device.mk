# The device libraries of GPUs: share/device/ARCH.bc, from share/device/gpu.c and
# those functions of libclc that our headers declare.  Nothing of this is taken
# into a program but what it calls (node device-lib).
CLC ?= /usr/lib/clc
CLC_nvptx64 := $(CLC)/nvptx64--.bc
CLC_amdgcn := $(CLC)/amdgcn-amd-amdhsa.bc
TRIPLE_nvptx64 := nvptx64-nvidia-cuda
TRIPLE_amdgcn := amdgcn-amd-amdhsa
# clang takes the newest PTX of the CUDA that it finds, and an old one where there is none.
FLAGS_nvptx64 := -Xclang -target-feature -Xclang +ptx63

device_tools := $(shell $(LLVM_CONFIG) --bindir)
device_libraries := $(patsubst %,$(BUILD)/share/device/%.bc,nvptx64 amdgcn)

tools: $(device_libraries)

# The names that headers declare, as IR that needs them all.  One string is often written in pieces.
# It changes less often than the headers.
$(BUILD)/gen/device-names.ll: $(BUILD)/gen/device-names.stamp
	@:
$(BUILD)/gen/device-names.stamp: $(wildcard include/sycl/*.hpp include/sycl/detail/*.hpp) share/device.mk
	@mkdir -p $(@D)
	$(device_tools)/clang++ -fsycl -fsycl-device-only -D__SYCL_CC__ -Iinclude -I$(BUILD)/include -E include/sycl/sycl.hpp | \
		sed 's/" *"//g' | tr ';' '\n' | sed -n 's/.*__asm__("\(_Z[^"]*\)").*/\1/p' | LC_ALL=C sort -u | \
		awk '{ print "declare void @" $$1 "()"; all = all (NR > 1 ? ", " : "") "ptr @" $$1 } \
			END { print "@device_names = global [" NR " x ptr] [" all "]" }' > $(@:.stamp=.ll).new
	cd $(@D) && if cmp -s device-names.ll.new device-names.ll; then rm device-names.ll.new; else mv device-names.ll.new device-names.ll; fi
	touch $@

# Attributes that name processors would forbid inlining into code for another one.
$(device_libraries): $(BUILD)/share/device/%.bc: share/device/gpu.c share/device/nvptx64.h share/device/amdgcn.h \
		$(wildcard share/device/*.ll) $(BUILD)/gen/device-names.ll share/device.mk
	@mkdir -p $(@D)
	$(device_tools)/clang --target=$(TRIPLE_$*) $(FLAGS_$*) -nogpulib -ffreestanding -std=c11 -Wall -Wextra -O2 -emit-llvm -c -o $@.own $<
	$(device_tools)/llvm-link --suppress-warnings $@.own $(wildcard share/device/$*.ll) $(BUILD)/gen/device-names.ll -o $@.named
	$(device_tools)/llvm-link --suppress-warnings --only-needed $@.named $(CLC_$*) -S -o $@.ll
	sed -i -e 's/ "target-[a-z]*"="[^"]*"//g; s/ "frame-pointer"="[^"]*"//g; s/ "stack-protector-buffer-size"="[^"]*"//g' \
		-e 's/ "no-builtins"//g; s/ nobuiltin / /g' \
		-e '/^@device_names = /d' -e '/^!llvm.ident/d' $@.ll
	$(device_tools)/llvm-as $@.ll -o $@
	rm -f $@.own $@.named $@.ll
