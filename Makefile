# One makefile, no configure step, no recursion.  `make help` lists the targets.
#
# A tool is a folder: every tools/NAME/*.c becomes build/bin/NAME.  Tools that
# read bitcode are listed in LLVM_TOOLS; LIBS_NAME has further libraries of a tool.

VERSION := 0.1.0
PREFIX ?= /usr/local
BUILD ?= build
include llvm.mk
LLVM_CONFIG ?= llvm-config-$(LLVM_VERSION)
CC ?= cc
CFLAGS ?= -O2 -g
-include config.mk

TOOLS := $(sort $(notdir $(patsubst %/,%,$(dir $(wildcard tools/*/*.c)))))
# remote-cache is built where libcurl's headers are.
ifeq ($(shell printf '\043include <curl/curl.h>\n' | $(CC) $(CPPFLAGS) -E - > /dev/null 2>&1 && echo yes),)
TOOLS := $(filter-out remote-cache,$(TOOLS))
endif
LLVM_TOOLS := aspect-prop post-link device-select device-prepare mux-aot spirv-prep
LIBS_aspect-filter := -lyaml
LIBS_aspect-prop := -lyaml
LIBS_post-link := -lyaml
LIBS_object-pack := -lelf
LIBS_object-unpack := -lelf
# Tools that read the images of programs.
IMAGE_TOOLS := sycl-image report
LIBS_sycl-image := -lyaml -lelf -lzstd -lstdc++
LIBS_report := -lyaml -lelf -lzstd -lstdc++
LIBS_offload-wrapper := -lyaml -lzstd
LIBS_foreach := -lpthread -lnettle
LIBS_remote-cache := -lcurl -lnettle
LIBS_mux-aot := -lpthread

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wwrite-strings -Wstrict-prototypes \
	-Wmissing-prototypes -Wvla -Wformat=2
override CPPFLAGS += -D_GNU_SOURCE -DSYCL_CC_VERSION='"$(VERSION)"' -DLLVM_VERSION='"$(LLVM_VERSION)"' -Ilib -Iinclude -I$(BUILD)/gen
# Reading and writing modules is a sixteenth faster on this heap; sanitizers
# bring their own.
ifeq ($(findstring -fsanitize,$(CFLAGS)),)
LIBS_post-link += -lmimalloc
LIBS_aspect-prop += -lmimalloc
endif
override CFLAGS += -std=c11 $(WARNINGS) -MMD -MP

llvm_inc := -isystem $(shell $(LLVM_CONFIG) --includedir)
llvm_lib := $(shell $(LLVM_CONFIG) --ldflags --libs)

bins := $(TOOLS:%=$(BUILD)/bin/%)
objs = $(patsubst %.c,$(BUILD)/%.o,$(wildcard $(1)/*.c))
mans := $(wildcard driver/*.1 tools/*/*.1)

.PHONY: all tools check check-programs check-all check-long check-asan lint bench install uninstall deb clean help FORCE
.DELETE_ON_ERROR:

all: tools driver runtime

# What names the folder of the sources is made again when that has been moved or copied.
$(BUILD)/gen/source: FORCE
	@mkdir -p $(@D)
	@echo '$(CURDIR)' | cmp -s - $@ || echo '$(CURDIR)' > $@

help:
	@echo 'all check check-programs check-all check-long check-asan lint bench install uninstall deb clean; see README.md'

tools: $(bins)

# --- objects and libraries ---------------------------------------------

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -fPIC -c -o $@ $<

$(call objs,lib/ir) $(call objs,lib/mux) $(call objs,lib/mux/*) $(foreach t,$(LLVM_TOOLS),$(call objs,tools/$(t))): CPPFLAGS += $(llvm_inc)

$(BUILD)/libbase.a: $(call objs,lib/base)
$(BUILD)/libformat.a: $(call objs,lib/format)
$(BUILD)/libimages.a: $(call objs,lib/images)
$(BUILD)/libbitcode.a: $(call objs,lib/bitcode)
$(BUILD)/libir.a: $(call objs,lib/ir)
$(BUILD)/libmuxlib.a: $(call objs,lib/muxlib)
$(BUILD)/libmux.a: $(call objs,lib/mux) $(call objs,lib/mux/*)
$(BUILD)/lib%.a:
	@mkdir -p $(@D)
	rm -f $@ && $(AR) rcs $@ $^

# --- tools --------------------------------------------------------------

plain_libs := $(BUILD)/libformat.a $(BUILD)/libbase.a
ir_libs := $(BUILD)/libir.a $(BUILD)/libbitcode.a $(plain_libs)

define tool_rule
$(BUILD)/bin/$(1): $$(call objs,tools/$(1)) $(2)
	@mkdir -p $$(@D)
	$$(CC) $$(CFLAGS) $$(LDFLAGS) -o $$@ $$^ $(3) $$(LIBS_$(1))
endef
$(foreach t,$(IMAGE_TOOLS),$(eval $(call tool_rule,$(t),$(BUILD)/libimages.a $(plain_libs),)))
$(foreach t,$(filter-out $(LLVM_TOOLS) $(IMAGE_TOOLS),$(TOOLS)),$(eval $(call tool_rule,$(t),$(plain_libs),)))
$(foreach t,$(filter-out mux-aot,$(filter $(LLVM_TOOLS),$(TOOLS))),$(eval $(call tool_rule,$(t),$(ir_libs),$(llvm_lib) -lstdc++)))
$(eval $(call tool_rule,mux-aot,$(BUILD)/libmux.a $(BUILD)/libmuxlib.a $(ir_libs),$(llvm_lib) -lstdc++))

# --- parts with rules of their own: driver, runtime, device libraries ----

-include $(sort $(wildcard driver/*.mk runtime/*.mk lib/*/*.mk share/*.mk tools/*/*.mk tests/*.mk bench/*.mk doc/*.mk))

driver:
runtime:
.PHONY: driver runtime

# --- tests --------------------------------------------------------------

# check: the tools, formats, driver and CPU compiler; check-programs: C++ programs, compiled
# and run; check-all: both.  make check T=post-link runs tests/post-link.bats only.
check: all
	BUILD=$(BUILD) tests/run $(T)

check-programs: all
	BUILD=$(BUILD) tests/run --programs $(T)

check-all: all
	BUILD=$(BUILD) tests/run --all $(T)

check-long: all
	BUILD=$(BUILD) tests/run --long $(T)

check-asan:
	$(MAKE) BUILD=build-asan CFLAGS='-O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined' all
	BUILD=build-asan ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=halt_on_error=1 tests/run --asan $(T)

lint:
	tests/lint

# --- installation ---------------------------------------------------------

# bin/sycl-cc; the tools in libexec/sycl-cc, because names like foreach are too
# general for bin; their pages as sycl-cc-NAME(1).
install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/libexec/sycl-cc $(DESTDIR)$(PREFIX)/lib \
		$(DESTDIR)$(PREFIX)/share/man/man1 $(DESTDIR)$(PREFIX)/share/man/man5
	sed 's|$(CURDIR)/include|$(PREFIX)/include/sycl-cc|' $(BUILD)/bin/sycl-cc > $(DESTDIR)$(PREFIX)/bin/sycl-cc
	chmod 755 $(DESTDIR)$(PREFIX)/bin/sycl-cc
	install -m 755 $(filter-out %/sycl-ls,$(bins)) $(DESTDIR)$(PREFIX)/libexec/sycl-cc/
	install -m 755 $(BUILD)/bin/sycl-ls $(DESTDIR)$(PREFIX)/bin/
	cp -P $(BUILD)/lib/libsycl-cc-rt.* $(BUILD)/lib/libsycl-cc-mux.* $(DESTDIR)$(PREFIX)/lib/
	install -D -m 644 $(BUILD)/lib/sycl-cc/openmp-dispatch.o $(DESTDIR)$(PREFIX)/lib/sycl-cc/openmp-dispatch.o
	install -d $(DESTDIR)$(PREFIX)/lib/cmake/sycl-cc $(DESTDIR)$(PREFIX)/lib/pkgconfig
	install $(BUILD)/lib/cmake/sycl-cc/* $(DESTDIR)$(PREFIX)/lib/cmake/sycl-cc/
	chmod 644 $(DESTDIR)$(PREFIX)/lib/cmake/sycl-cc/*.cmake
	sed -i 's|$(CURDIR)/include|$${_sycl_cc_prefix}/include/sycl-cc|' $(DESTDIR)$(PREFIX)/lib/cmake/sycl-cc/sycl-cc-config.cmake
	sed 's|$(CURDIR)/include|$${prefix}/include/sycl-cc|' $(BUILD)/lib/pkgconfig/sycl-cc.pc > $(DESTDIR)$(PREFIX)/lib/pkgconfig/sycl-cc.pc
	install -D -m 644 $(BUILD)/lib/pkgconfig/sycl-cc-mux.pc $(DESTDIR)$(PREFIX)/lib/pkgconfig/sycl-cc-mux.pc
	for dir in include $(BUILD)/include; do \
		[ ! -d $$dir ] || (cd $$dir && find -L . -type f -exec install -D -m 644 {} $(abspath $(DESTDIR)$(PREFIX))/include/sycl-cc/{} \;); \
	done
	cd $(BUILD)/share && find . -type f ! -path './man/*' ! -path './completions/*' \
		-exec install -D -m 644 {} $(abspath $(DESTDIR)$(PREFIX))/share/sycl-cc/{} \;
	chmod 755 $(DESTDIR)$(PREFIX)/share/sycl-cc/launchers/*
	install -D -m 644 $(BUILD)/share/completions/sycl-cc.bash $(DESTDIR)$(PREFIX)/share/bash-completion/completions/sycl-cc
	install -D -m 644 $(BUILD)/share/completions/sycl-cc.zsh $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_sycl-cc
	install -D -m 644 $(BUILD)/share/completions/sycl-cc.fish $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/sycl-cc.fish
	install -m 644 $(BUILD)/share/man/sycl-cc.1 $(DESTDIR)$(PREFIX)/share/man/man1/sycl-cc.1
	for page in tools/*/*.1; do \
		install -m 644 $$page $(DESTDIR)$(PREFIX)/share/man/man1/sycl-cc-$${page##*/}; \
	done
	for page in doc/formats/*.5; do \
		install -m 644 $$page $(DESTDIR)$(PREFIX)/share/man/man5/sycl-cc-$${page##*/}; \
	done
	install -D -m 644 lib/muxlib/mux.3 $(DESTDIR)$(PREFIX)/share/man/man3/sycl-cc-mux.3
	install -d $(DESTDIR)$(PREFIX)/share/man/man7
	for page in doc/formats/*.7 $(BUILD)/share/man/*.7; do \
		name=$${page##*/}; \
		install -m 644 $$page $(DESTDIR)$(PREFIX)/share/man/man7/sycl-cc-$${name#sycl-cc-}; \
	done

uninstall:
	rm -rf $(DESTDIR)$(PREFIX)/libexec/sycl-cc $(DESTDIR)$(PREFIX)/include/sycl-cc $(DESTDIR)$(PREFIX)/share/sycl-cc \
		$(DESTDIR)$(PREFIX)/lib/cmake/sycl-cc $(DESTDIR)$(PREFIX)/lib/sycl-cc
	rm -f $(DESTDIR)$(PREFIX)/lib/pkgconfig/sycl-cc.pc $(DESTDIR)$(PREFIX)/bin/sycl-cc $(DESTDIR)$(PREFIX)/bin/sycl-ls $(DESTDIR)$(PREFIX)/lib/libsycl-cc-rt.* \
		$(DESTDIR)$(PREFIX)/lib/libsycl-cc-mux.* $(DESTDIR)$(PREFIX)/lib/pkgconfig/sycl-cc-mux.pc \
		$(DESTDIR)$(PREFIX)/share/man/man3/sycl-cc-mux.3 \
		$(DESTDIR)$(PREFIX)/share/bash-completion/completions/sycl-cc \
		$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_sycl-cc \
		$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/sycl-cc.fish \
		$(DESTDIR)$(PREFIX)/share/man/man1/sycl-cc.1 $(DESTDIR)$(PREFIX)/share/man/man1/sycl-cc-*.1 \
		$(DESTDIR)$(PREFIX)/share/man/man5/sycl-cc-*.5 $(DESTDIR)$(PREFIX)/share/man/man7/sycl-cc-*.7

# build/*.deb, for Debian 12: toolchain, runtime, headers.
deb: all
	@package/deb $(BUILD) $(VERSION)

clean:
	rm -rf build build-*

-include $(shell find $(BUILD) -type f -name '*.d' 2>/dev/null)
