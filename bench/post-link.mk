# What bench/post-link.sh and tests/post-link.bats run besides the tools.

$(BUILD)/bench/gen-module: bench/gen-module.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -o $@ $<

tools: $(BUILD)/bench/gen-module
bench-post-link: $(BUILD)/bench/gen-module $(BUILD)/bench/measure $(BUILD)/bench/llvm-floor $(BUILD)/bench/file-floor

$(BUILD)/bench/file-floor: bench/file-floor.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -o $@ $<

.PHONY: bench-post-link
bench-post-link: all
	BUILD=$(BUILD) bench/post-link.sh
