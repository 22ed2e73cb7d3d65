# libsycl-cc-mux: build/lib/libsycl-cc-mux.so and .a, and what pkg-config says of it.
# It lives in its users' programs, as the runtime does.

MUX_SO := libsycl-cc-mux.so.0
mux_lib_objs := $(patsubst %.c,$(BUILD)/rt/%.o,$(wildcard lib/muxlib/*.c))

$(BUILD)/lib/$(MUX_SO): $(mux_lib_objs)
	@mkdir -p $(@D)
	$(CC) $(RT_CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$(MUX_SO) -Wl,-z,defs -o $@ $^ -lpthread -ldl

$(BUILD)/lib/libsycl-cc-mux.so: $(BUILD)/lib/$(MUX_SO)
	ln -sf $(MUX_SO) $@

$(BUILD)/lib/libsycl-cc-mux.a: $(mux_lib_objs)
	@mkdir -p $(@D)
	rm -f $@ && $(AR) rcs $@ $^

# Paths are seen from the file, so that an installed tree can be moved.
$(BUILD)/lib/pkgconfig/sycl-cc-mux.pc: lib/muxlib/sycl-cc-mux.pc.in Makefile
	@mkdir -p $(@D)
	sed 's/@VERSION@/$(VERSION)/' $< > $@

mux-library: $(BUILD)/lib/libsycl-cc-mux.so $(BUILD)/lib/libsycl-cc-mux.a $(BUILD)/lib/pkgconfig/sycl-cc-mux.pc
runtime: mux-library
.PHONY: mux-library
