# What bench/tables.sh runs besides the tools.

$(BUILD)/bench/measure: bench/measure.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -o $@ $<

bench-tables: $(BUILD)/bench/measure
