# libclc for the host: Debian has it for other targets only, but the one for
# nvptx64 is plain maths.  Without target and address spaces it fits any CPU.
LIBCLC ?= /usr/lib/clc/nvptx64--.bc
libclc_host := $(BUILD)/share/mux/libclc-host.bc
llvm_bin := $(shell $(LLVM_CONFIG) --bindir)

tools: $(libclc_host)

$(libclc_host): $(LIBCLC) share/mux.mk
	@mkdir -p $(@D)
	$(llvm_bin)/llvm-dis $(LIBCLC) -o $@.ll
	sed -i -e '/^target /d' -e 's/,\{0,1\} addrspace([0-9]*)//g' -e 's/addrspacecast/bitcast/g' \
		-e 's/"target-[a-z]*"="[^"]*"//g' $@.ll
	! grep -q llvm.nvvm $@.ll
	$(llvm_bin)/llvm-as $@.ll -o $@
	rm -f $@.ll
