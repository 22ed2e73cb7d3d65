# The device configuration's generated parts and checks.

# A valid module without contents, for rows that a target cannot run.
$(BUILD)/lib/format/targetfilter.o: $(BUILD)/gen/empty-module.inc
$(BUILD)/gen/empty-module.inc:
	@mkdir -p $(@D)
	$(shell $(LLVM_CONFIG) --bindir)/llvm-as -o $(@:.inc=.bc) </dev/null
	od -An -v -tu1 $(@:.inc=.bc) | sed 's/  *\([0-9][0-9]*\)/\1,/g' >$@

# The device configuration against the real ocloc.
.PHONY: check-config
check-config: tools
	BUILD=$(BUILD) LLVM_CONFIG=$(LLVM_CONFIG) share/check-config
