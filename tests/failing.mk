# The library that tests/failing-calls.bats preloads.

all: $(BUILD)/tests/fail-alloc.so

$(BUILD)/tests/fail-alloc.so: tests/c/fail-alloc.c
	@mkdir -p $(@D)
	$(CC) -O2 -g -std=c11 -Wall -Wextra -fPIC -shared -o $@ $< -ldl
