# Programs that tests/programs/runtime.bats runs.

all: $(BUILD)/tests/image-select $(BUILD)/tests/pool-room

$(BUILD)/tests/image-select: $(BUILD)/tests/c/image-select.o $(BUILD)/libformat.a $(BUILD)/libbase.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lyaml

$(BUILD)/tests/pool-room: $(BUILD)/tests/c/pool-room.o $(BUILD)/rt/runtime/pool.o
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^

# Drivers for machines without a GPU, and the selector by itself: for tests/programs/backends.bats.
all: $(BUILD)/tests/fake-cuda/libcuda.so.1 $(BUILD)/tests/fake-hip/libamdhip64.so.6 $(BUILD)/tests/fake-level-zero/libze_loader.so.1 $(BUILD)/tests/device-selector

$(BUILD)/tests/fake-cuda/libcuda.so.1: tests/c/fake-cuda.c tests/c/fake-streams.h
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(RT_CFLAGS) -Wno-missing-prototypes -fPIC -shared -Wl,-soname,libcuda.so.1 -o $@ $<

$(BUILD)/tests/fake-hip/libamdhip64.so.6: tests/c/fake-hip.c tests/c/fake-streams.h
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(RT_CFLAGS) -Wno-missing-prototypes -fPIC -shared -Wl,-soname,libamdhip64.so.6 -o $@ $<

$(BUILD)/tests/fake-level-zero/libze_loader.so.1: tests/c/fake-level-zero.c tests/c/fake-streams.h
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(RT_CFLAGS) -Wno-missing-prototypes -Wno-unused-function -fPIC -shared -Wl,-soname,libze_loader.so.1 -o $@ $<

$(BUILD)/tests/device-selector: $(BUILD)/tests/c/device-selector.o $(BUILD)/rt/runtime/selector.o $(BUILD)/libbase.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^
