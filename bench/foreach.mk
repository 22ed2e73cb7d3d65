# make bench-foreach: foreach against xargs and a loop of nothing but posix_spawn.

$(BUILD)/bench/spawn-floor: bench/spawn-floor.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -o $@ $<

bench-foreach: all $(BUILD)/bench/measure $(BUILD)/bench/spawn-floor
	BUILD=$(BUILD) bench/foreach.sh
