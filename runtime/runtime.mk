# The runtime: build/lib/libsycl-cc-rt.so and .a, the C code of runtime/ with
# lib/base and lib/format.

RT_SO := libsycl-cc-rt.so.0
rt_objs := $(patsubst %.c,$(BUILD)/rt/%.o,$(wildcard runtime/*.c) \
	$(addprefix lib/base/,arena.c cachefolder.c diag.c fd.c hash.c json.c memstream.c nametable.c outfile.c path.c suggest.c) \
	$(addprefix lib/format/,aspect.c devconfig.c gpuname.c imageselect.c lsb64.c propset.c requirements.c specconst.c spirvadapt.c spirvwords.c textfile.c triple.c))

# It lives in its users' programs, which have no sanitizer: not even in check-asan.
RT_CFLAGS := $(filter-out -fsanitize%,$(CFLAGS))

$(BUILD)/rt/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(RT_CFLAGS) -fPIC -fvisibility=hidden -Wno-vla -c -o $@ $<

# Other libraries and threads keep pointers into it: it is never unloaded.
$(BUILD)/lib/$(RT_SO): $(rt_objs)
	@mkdir -p $(@D)
	$(CC) $(RT_CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$(RT_SO) -Wl,-z,nodelete -Wl,-z,defs -o $@ $^ -lyaml -lzstd -lpthread -ldl

$(BUILD)/lib/libsycl-cc-rt.so: $(BUILD)/lib/$(RT_SO)
	ln -sf $(RT_SO) $@

$(BUILD)/lib/libsycl-cc-rt.static.a: $(rt_objs)
	@mkdir -p $(@D)
	rm -f $@ && $(AR) rcs $@ $^

# For static programs -lsycl-cc-rt must bring what the runtime itself needs: a linker script says so.
$(BUILD)/lib/libsycl-cc-rt.a: $(BUILD)/lib/libsycl-cc-rt.static.a
	echo '/* GNU ld script */ INPUT(libsycl-cc-rt.static.a -lyaml -lzstd)' > $@

runtime: $(BUILD)/lib/libsycl-cc-rt.so $(BUILD)/lib/libsycl-cc-rt.a
