# Programs that tests of mux-aot run.
mux_test_programs := $(BUILD)/tests/mux-host $(BUILD)/tests/mux-fuzz $(BUILD)/tests/mux-wild

all: $(mux_test_programs) $(BUILD)/tests/c/mux-wild-host.o

# Linked with plain code that clang compiles for the test: never under sanitizers.
$(BUILD)/tests/c/mux-wild-host.o: CFLAGS += -fno-sanitize=all

$(BUILD)/tests/mux-%: $(BUILD)/tests/c/mux-%.o
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -ldl
