# Programs that tests/aspect-prop.bats runs.

$(BUILD)/tests/bitkinds: $(BUILD)/tests/c/bitkinds.o $(BUILD)/libir.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^

all: $(BUILD)/tests/bitkinds
