# make bench-aspect-prop: against opt and against reading and writing alone.

$(BUILD)/bench/llvm-floor: bench/llvm-floor.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(llvm_inc) $(CFLAGS) -o $@ $< $(llvm_lib)

bench-aspect-prop: tools $(BUILD)/bench/measure $(BUILD)/bench/gen-module $(BUILD)/bench/llvm-floor
	BUILD=$(BUILD) LLVM_CONFIG=$(LLVM_CONFIG) bench/aspect-prop.sh
