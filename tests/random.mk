# Writes the programs that tests/programs/random.bats compiles and runs.
all: $(BUILD)/tests/sycl-random

$(BUILD)/tests/sycl-random: $(BUILD)/tests/c/sycl-random.o
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^
