# Programs that tests of mux-aot run.
mux_test_programs := $(BUILD)/tests/mux-host $(BUILD)/tests/mux-fuzz $(BUILD)/tests/mux-wild

all: $(mux_test_programs) $(BUILD)/tests/c/mux-wild-host.o

$(BUILD)/tests/mux-%: $(BUILD)/tests/c/mux-%.o
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -ldl
