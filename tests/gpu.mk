# Kernels on a real NVIDIA GPU: `make gpu-files` makes an image and a small
# program that runs it, which need nothing else of this tree; `make check-gpu`
# runs them, and says why when there is no GPU.  GPU_FLAGS=--cuda-path=DIR makes
# fat binaries for GPU_ARCH.
GPU_ARCH ?= sm_75
GPU_FLAGS ?=

.PHONY: gpu-files check-gpu
gpu-files: $(BUILD)/gpu/run-ptx all
	rm -rf $(BUILD)/gpu/images
	+$(BUILD)/bin/sycl-cc -fsycl-targets=nvidia_gpu_$(GPU_ARCH) $(GPU_FLAGS) tests/gpu/kernels.cpp -o $(BUILD)/gpu/kernels
	$(BUILD)/bin/sycl-image extract -o $(BUILD)/gpu/images $(BUILD)/gpu/kernels

$(BUILD)/gpu/run-ptx: tests/gpu/run-ptx.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $< -ldl -lm

check-gpu: gpu-files
	$(BUILD)/gpu/run-ptx $(BUILD)/gpu/images/*.bin || [ $$? -eq 77 ]
