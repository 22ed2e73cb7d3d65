# make check-llvm: the numbers of lib/bitcode against the installed LLVM's headers.
.PHONY: check-llvm
check-llvm:
	@tests/check-llvm $(shell $(LLVM_CONFIG) --includedir)

# Programs that tests/bitcode.bats and tests/long/bitcode.bats run.

$(BUILD)/tests/bitcode: $(BUILD)/tests/c/bitcode.o $(BUILD)/libbitcode.a $(BUILD)/libformat.a $(BUILD)/libbase.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^

$(BUILD)/tests/c/bitcode-differ.o: CPPFLAGS += $(llvm_inc)

$(BUILD)/tests/bitcode-differ: $(BUILD)/tests/c/bitcode-differ.o $(BUILD)/tests/c/bitcode-mutate.o $(BUILD)/libbitcode.a \
		$(BUILD)/libformat.a $(BUILD)/libbase.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(llvm_lib)

all: $(BUILD)/tests/bitcode $(BUILD)/tests/bitcode-differ
