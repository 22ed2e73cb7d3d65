# driver/sycl-cc.in becomes build/bin/sycl-cc with the places and the option
# table filled in.

LLVM_BIN := $(shell $(LLVM_CONFIG) --bindir)

$(BUILD)/gen/sycl-cc.help: driver/options.tsv driver/help.awk
	@mkdir -p $(@D)
	awk -f driver/help.awk $< > $@

$(BUILD)/bin/sycl-cc: driver/sycl-cc.in $(BUILD)/gen/sycl-cc.help Makefile driver/driver.mk
	@mkdir -p $(@D)
	sed -e 's|@VERSION@|$(VERSION)|' -e 's|@LLVM_BIN@|$(LLVM_BIN)|' -e 's|@SOURCE@|$(CURDIR)|' \
		-e '/@HELP@/{r $(BUILD)/gen/sycl-cc.help' -e 'd}' $< > $@
	chmod +x $@

driver: $(BUILD)/bin/sycl-cc $(patsubst %,$(BUILD)/%,$(wildcard share/*.yaml))

$(BUILD)/share/%.yaml: share/%.yaml
	@mkdir -p $(@D)
	cp $< $@
