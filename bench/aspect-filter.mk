# make bench-aspect-filter: against cat of the property files.
bench-aspect-filter: all $(BUILD)/bench/measure
	BUILD=$(BUILD) bench/aspect-filter.sh
