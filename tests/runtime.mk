# Programs that tests/runtime.bats runs.

all: $(BUILD)/tests/image-select $(BUILD)/tests/c/load-failures.o

$(BUILD)/tests/image-select: $(BUILD)/tests/c/image-select.o $(BUILD)/libformat.a $(BUILD)/libbase.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lyaml
