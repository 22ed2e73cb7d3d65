# Programs that tests of mux-aot run.
mux_test_programs := $(BUILD)/tests/mux-host $(BUILD)/tests/mux-fuzz $(BUILD)/tests/mux-wild $(BUILD)/tests/mux-rows

mux_hosts := $(BUILD)/tests/c/mux-wild-host.o $(BUILD)/tests/c/mux-rows-host.o

all: $(mux_test_programs) $(mux_hosts)

# Linked with plain code that clang compiles for the test: never under sanitizers.
$(mux_hosts): CFLAGS += -fno-sanitize=all

$(BUILD)/tests/mux-%: $(BUILD)/tests/c/mux-%.o
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -ldl
