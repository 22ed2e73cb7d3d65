# make bench-sycl-cc: the link step against its stages and other linkers.
bench-sycl-cc: all $(BUILD)/bench/measure $(BUILD)/bench/gen-module
	BUILD=$(BUILD) bench/sycl-cc.sh
