# make bench-offload-wrapper: against copying the same bytes.
bench-offload-wrapper: all $(BUILD)/bench/measure
	BUILD=$(BUILD) LLVM_CONFIG=$(LLVM_CONFIG) bench/offload-wrapper.sh
