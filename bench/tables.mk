# make bench-tables: file-table-tform against mawk and cat.

$(BUILD)/bench/%: bench/%.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(CPPFLAGS) -o $@ $<

.PHONY: bench-tables
bench-tables: tools $(BUILD)/bench/measure
	BUILD=$(BUILD) bench/tables.sh
