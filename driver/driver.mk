# driver/sycl-cc.in becomes build/bin/sycl-cc with the places filled in.

LLVM_BIN := $(shell $(LLVM_CONFIG) --bindir)

$(BUILD)/bin/sycl-cc: driver/sycl-cc.in Makefile driver/driver.mk
	@mkdir -p $(@D)
	sed -e 's|@VERSION@|$(VERSION)|' -e 's|@LLVM_BIN@|$(LLVM_BIN)|' -e 's|@SOURCE@|$(CURDIR)|' $< > $@
	chmod +x $@

driver: $(BUILD)/bin/sycl-cc $(patsubst %,$(BUILD)/%,$(wildcard share/*.yaml))

$(BUILD)/share/%.yaml: share/%.yaml
	@mkdir -p $(@D)
	cp $< $@
