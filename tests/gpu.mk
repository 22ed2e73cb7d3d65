# Kernels on a real NVIDIA GPU.  `make gpu-files` builds, for a machine that may
# have no compiler, the folder build/gpu: programs with images for GPU and CPU,
# the runtime, an image with a small loader of its own, and check.sh, which runs
# all of it.  `make check-gpu` does both here; without a GPU it says so.
# GPU_FLAGS=--cuda-path=DIR makes fat binaries for GPU_ARCH.
GPU_ARCH ?= sm_75
GPU_FLAGS ?=

gpu_programs := launch functions groups accessors sizes async-copy libm libc swizzles commands many-queues \
	ext-dpct ext-dpct-buffers ext-dpct-groups ext-dpct-launch ext-groups ext-hints ext-khronos ext-math ext-printf ext-sort ext-weak ext-graph ext-matrix ext-virtual bundles huge packed
# Programs of sections of SYCL 2020 that a GPU can answer for.
gpu_sections := accessor-constructors address-space-casts async-copies atomic-orders atomic-ref-types barriers data-parallel \
	device-events geometric-overloads group-broadcasts group-votes-types half id-range-members integer-overloads \
	kernel-functors kernel-lambdas linear-order local-accessor-types local-rows marray-operators math-special \
	multi-ptr-conversions nd-item-members old-names pointer-aliases reducers spans vec-constructors work-group-collectives \
	buffer-lifetime group-algorithms hierarchical math-overloads native-overloads native-precision reduction-forms \
	reduction-shapes relational specialization-constants streams sub-group-lanes sub-group-rows sub-group-shuffles sub-groups vec-conversion vec-swizzle \
	host-task-forms polymorphic-objects sub-buffers usm-commands copies events handler-commands submissions host-accessor accessor-misuse abandoned-groups \
	packed-structures plain-members usm-alignment columns early-returns divided-ids fields-and-rows guarded-effects waiting-rounds
# Programs of two translation units.
gpu_pairs := ext-device-global function-pointers
# Random programs, of those seeds.
gpu_random := $(addprefix random-,401 402 403 404)
gpu_binaries := $(addprefix $(BUILD)/gpu/,check accuracy $(gpu_pairs) $(gpu_programs) $(gpu_sections) $(gpu_random))

.PHONY: gpu-files check-gpu
gpu-files: $(BUILD)/gpu/run-ptx $(gpu_binaries) all
	rm -rf $(BUILD)/gpu/images
	+$(BUILD)/bin/sycl-cc -fsycl-targets=nvidia_gpu_$(GPU_ARCH) $(GPU_FLAGS) tests/gpu/kernels.cpp -o $(BUILD)/gpu/kernels
	$(BUILD)/bin/sycl-image extract -o $(BUILD)/gpu/images $(BUILD)/gpu/kernels
	printf '%s\n' $(notdir $(gpu_binaries)) > $(BUILD)/gpu/programs
	+$(BUILD)/bin/sycl-cc -fsycl-targets=nvidia_gpu_$(GPU_ARCH) $(GPU_FLAGS) tests/gpu/two-gpus.cpp -o $(BUILD)/gpu/two-gpus
	cp $(BUILD)/lib/$(RT_SO) tests/gpu/check.sh $(BUILD)/gpu
	cp -L $$(ldd $(BUILD)/lib/$(RT_SO) | awk '/libyaml|libzstd/ { print $$3 }') $(BUILD)/gpu

$(BUILD)/gpu/check: tests/gpu/check.cpp all
	@mkdir -p $(@D)
	+$(BUILD)/bin/sycl-cc -O2 -fsycl-targets=nvidia_gpu_$(GPU_ARCH),x86_64 $(GPU_FLAGS) $< -o $@

# A C compiler that has libquadmath's header is gcc.
$(BUILD)/gpu/accuracy: tests/gpu/accuracy.cpp tests/c/accuracy.c tests/c/accuracy.h tests/c/accuracy-functions.h tests/inputs/mux/accuracy.def all
	@mkdir -p $(@D)
	gcc -std=gnu11 -O2 -Itests/inputs/mux -c -o $@.o tests/c/accuracy.c
	+$(BUILD)/bin/sycl-cc -O2 -fsycl-targets=nvidia_gpu_$(GPU_ARCH),x86_64 $(GPU_FLAGS) $< $@.o -l:libquadmath.a -o $@
	rm $@.o

gpu_link = $(BUILD)/bin/sycl-cc -fsycl-targets=nvidia_gpu_$(GPU_ARCH),x86_64 $(GPU_FLAGS) $< -o $@

gpu_pair = $(BUILD)/bin/sycl-cc -std=c++20 -fsycl-allow-func-ptr -fsycl-targets=nvidia_gpu_$(GPU_ARCH),x86_64 $(GPU_FLAGS)

$(addprefix $(BUILD)/gpu/,$(gpu_pairs)): $(BUILD)/gpu/%: tests/inputs/sycl/%.cpp all
	@mkdir -p $(@D)
	+$(gpu_pair) -DOTHER_UNIT -c $< -o $@.o
	+$(gpu_pair) $< $@.o -o $@
	rm $@.o

$(addprefix $(BUILD)/gpu/,$(gpu_programs)): $(BUILD)/gpu/%: tests/inputs/sycl/%.cpp all
	@mkdir -p $(@D)
	+$(gpu_link)

$(addprefix $(BUILD)/gpu/,$(gpu_sections)): $(BUILD)/gpu/%: tests/inputs/sycl/sections/%.cpp all
	@mkdir -p $(@D)
	+$(gpu_link)

$(BUILD)/gpu/random-%: $(BUILD)/tests/sycl-random tests/inputs/sycl/random.hpp tests/inputs/sycl/random-more.hpp all
	@mkdir -p $(@D)
	$< $* 5 > $@.cpp
	+$(BUILD)/bin/sycl-cc -std=c++17 -O2 -fsycl-targets=nvidia_gpu_$(GPU_ARCH),x86_64 $(GPU_FLAGS) -Itests/inputs/sycl $@.cpp -o $@
	rm $@.cpp

$(BUILD)/gpu/run-ptx: tests/gpu/run-ptx.c tests/gpu/cuda.h
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $< -ldl -lm

check-gpu: gpu-files
	$(BUILD)/gpu/check.sh
