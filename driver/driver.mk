# driver/sections/*.sh, in the order of their numbers, become build/bin/sycl-cc
# with the places and the option table filled in.  A shell reads its script as it
# goes: a running one keeps the old file, and one with an error in its syntax is
# not made.

LLVM_BIN := $(shell $(LLVM_CONFIG) --bindir)

$(BUILD)/gen/sycl-cc.help: driver/options.tsv driver/help.awk
	@mkdir -p $(@D)
	awk -f driver/help.awk $< > $@

# The names of nodes, in their order.
$(BUILD)/gen/sycl-cc.nodes: driver/nodes.tsv
	@mkdir -p $(@D)
	sed -n '/^#/!s/\t.*//p' $< | paste -s -d ' ' > $@

sections := $(sort $(wildcard driver/sections/*.sh))

$(BUILD)/bin/sycl-cc: $(sections) driver/assemble.awk driver/section-lines.awk $(BUILD)/gen/sycl-cc.help $(BUILD)/gen/sycl-cc.nodes $(BUILD)/gen/source Makefile llvm.mk driver/driver.mk
	@mkdir -p $(@D)
	awk -f driver/assemble.awk $(sections) | \
		sed -e 's|@VERSION@|$(VERSION)|' -e "s|@LLVM_FULL@|$$($(LLVM_CONFIG) --version)|" -e 's|@LLVM_BIN@|$(LLVM_BIN)|' -e 's|@LLVM_VERSION@|$(LLVM_VERSION)|' -e 's|@SOURCE@|$(CURDIR)|' \
			-e "s|@NODES@|$$(cat $(BUILD)/gen/sycl-cc.nodes)|" \
			-e '/@HELP@/{r $(BUILD)/gen/sycl-cc.help' -e 'd}' > $@.new
	@sh -n $@.new 2> $@.errors || { awk -f driver/section-lines.awk $@.new $@.errors >&2; exit 1; }
	@rm $@.errors && chmod +x $@.new && mv $@.new $@

$(BUILD)/share/man/sycl-cc.1: driver/sycl-cc.1.in driver/options.tsv driver/nodes.tsv driver/man.awk driver/driver.mk
	@mkdir -p $(@D)
	awk -f driver/man.awk driver/options.tsv > $@.options
	sed -n '/^#/!s/\([^\t]*\)\t.*/.Cm \1/p' driver/nodes.tsv | sed -e '$$!s/$$/ ,/' -e '$$s/$$/ ./' > $@.nodes
	sed -e '/@OPTIONS@/{r $@.options' -e 'd}' -e '/@NODES@/{r $@.nodes' -e 'd}' $< > $@ && rm $@.options $@.nodes

$(BUILD)/share/completions/sycl-cc.%: driver/options.tsv driver/completion.awk $(BUILD)/gen/sycl-cc.nodes
	@mkdir -p $(@D)
	awk -v shell=$* -v nodes="$$(cat $(BUILD)/gen/sycl-cc.nodes)" -f driver/completion.awk $< > $@

# After a change of driver/nodes.tsv: the tables of doc/graph.md.
graph-page:
	awk -f driver/graph.awk driver/nodes.tsv doc/graph.md > $(BUILD)/graph.md && cp $(BUILD)/graph.md doc/graph.md
.PHONY: graph-page

# What the device pass printed, without what the host pass says too; plan-run starts it.
$(BUILD)/share/device-messages: driver/device-messages.sh
	@mkdir -p $(@D)
	sh -n $< && cp $< $@.new && mv $@.new $@

driver: $(BUILD)/share/device-messages
driver: $(BUILD)/share/man/sycl-cc.1 $(patsubst %,$(BUILD)/share/completions/sycl-cc.%,bash zsh fish)
driver: $(BUILD)/bin/sycl-cc $(patsubst %,$(BUILD)/%,$(wildcard share/*.yaml))

# Launchers of jobs for foreach.
launchers := $(patsubst %,$(BUILD)/%,$(wildcard share/launchers/*))
driver: $(launchers)
$(launchers): $(BUILD)/%: %
	@mkdir -p $(@D)
	install -m 755 $< $@

$(BUILD)/share/%.yaml: share/%.yaml
	@mkdir -p $(@D)
	cp $< $@
