# The program that tests/bitcode.bats runs.

$(BUILD)/tests/bitcode: $(BUILD)/tests/c/bitcode.o $(BUILD)/libbitcode.a $(BUILD)/libformat.a $(BUILD)/libbase.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^

all: $(BUILD)/tests/bitcode
