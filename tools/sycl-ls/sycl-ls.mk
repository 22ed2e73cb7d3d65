# sycl-ls has the runtime in it.  It is the one tool besides sycl-cc that users call by name:
# `make install` puts it into bin.
LIBS_sycl-ls := -lyaml -lzstd -lpthread -ldl
$(BUILD)/bin/sycl-ls: $(BUILD)/lib/libsycl-cc-rt.static.a
