# Programs that tests of mux-aot run.
mux_test_programs := $(BUILD)/tests/mux-host $(BUILD)/tests/mux-fuzz $(BUILD)/tests/mux-wild $(BUILD)/tests/mux-rows $(BUILD)/tests/mux-lanes $(BUILD)/tests/mux-places $(BUILD)/tests/mux-images

mux_hosts := $(patsubst %,$(BUILD)/tests/c/mux-%-host.o,wild rows lanes)

all: $(mux_test_programs) $(mux_hosts)

# Linked with plain code that clang compiles for the test: never under sanitizers.
$(mux_hosts): CFLAGS += -fno-sanitize=all

$(BUILD)/tests/mux-%: $(BUILD)/tests/c/mux-%.o
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -ldl -lm
