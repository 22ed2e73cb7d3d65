# make bench-tables: file-table-tform against mawk and cat.

$(BUILD)/bench/measure: bench/measure.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -o $@ $<

bench-tables: tools $(BUILD)/bench/measure
	BUILD=$(BUILD) bench/tables.sh
