# Programs that tests/formats.bats runs.

$(BUILD)/tests/formats: $(BUILD)/tests/c/formats.o $(BUILD)/libformat.a $(BUILD)/libbase.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lyaml

all: $(BUILD)/tests/formats
