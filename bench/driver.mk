# The driver against clang.
bench-driver: all $(BUILD)/bench/measure
	BUILD=$(BUILD) bench/driver.sh
