# libclc for the host: Debian has it for other targets only, but the one for
# nvptx64 is plain maths.  Without target and address spaces it fits any CPU.
# GPUs convert a number that no integer can hold to the nearest one, other
# processors do not: where the integer is an index of a table, the text asks for it.
# fmin and fmax may return either of two zeros (OpenCL C 6.13.2): half the instructions.
# Functions are linkonce_odr, so that mux-aot reads those alone that a module uses.
LIBCLC ?= /usr/lib/clc/nvptx64--.bc
clc_with_tables := @[a-z]*_Z[0-9]*\(sinh\|cosh\|tanh\|atan2\|atan2pi\|erf\|erfc\|lgamma\|tgamma\|lgamma_r\|pow\|powr\|pown\|rootn\)[a-zD]
libclc_host := $(BUILD)/share/mux/libclc-host.bc
llvm_bin := $(shell $(LLVM_CONFIG) --bindir)

libclc_numbers := $(BUILD)/share/mux/libclc-numbers.bc
mux_builtins := $(BUILD)/share/mux/builtins.bc

mux_images := $(BUILD)/share/mux/images.bc

tools: $(libclc_host) $(libclc_numbers) $(mux_builtins) $(mux_images)

# Without target, as libclc: it is linked into modules for any CPU.
$(mux_images): include/sycl/detail/image_builtins.hpp include/sycl/detail/image_view.hpp include/sycl-cc/mux-image.h share/mux.mk
	@mkdir -p $(@D)
	$(llvm_bin)/clang -x c++ -std=c++17 -target x86_64-unknown-linux-gnu -O2 -ffreestanding -fno-exceptions -fno-rtti \
		-fno-strict-aliasing -fno-vectorize -fno-slp-vectorize -fno-asynchronous-unwind-tables -Iinclude \
		-S -emit-llvm -o $@.ll $<
	sed -i -e '/^target /d' -e '/^$$.* = comdat any$$/d' -e 's/,\{0,1\} comdat\b//' -e 's/ dso_local\b//' \
		-e 's/^define <\|^define void/define linkonce_odr &/; s/linkonce_odr define/linkonce_odr/' $@.ll
	$(llvm_bin)/llvm-as $@.ll -o $@
	rm -f $@.ll

$(mux_builtins): share/mux-builtins.cl share/mux.mk
	@mkdir -p $(@D)
	$(llvm_bin)/clang -x cl -cl-std=CL2.0 -target spirv64-unknown-unknown -O1 \
		-emit-llvm -c -o $@ $<

$(libclc_host): $(LIBCLC) share/mux.mk share/clc.awk share/copies.ll
	@mkdir -p $(@D)
	$(llvm_bin)/llvm-dis $(LIBCLC) -o $@.clc
	awk -v host=1 -f share/clc.awk $@.clc > $@.ll
	sed -i -e '/^target /d' -e 's/,\{0,1\} addrspace([0-9]*)//g' -e 's/addrspacecast/bitcast/g' \
		-e 's/"target-[a-z]*"="[^"]*"//g' \
		-e 's/\(= [a-z ]*call \)\([^@]*@llvm\.m[ai][nx]imumnum\.\)/\1nsz \2/' \
		-e '/^define.*$(clc_with_tables)/,/^}/ { s/= fptosi float \(%[0-9]*\) to i32/= call i32 @llvm.fptosi.sat.i32.f32(float \1)/' \
		-e 's/= fptosi double \(%[0-9]*\) to i32/= call i32 @llvm.fptosi.sat.i32.f64(double \1)/' \
		-e 's/= fptosi <\([0-9]*\) x float> \(%[0-9]*\) to <[0-9]* x i32>/= call <\1 x i32> @llvm.fptosi.sat.v\1i32.v\1f32(<\1 x float> \2)/' \
		-e 's/= fptosi <\([0-9]*\) x double> \(%[0-9]*\) to <[0-9]* x i32>/= call <\1 x i32> @llvm.fptosi.sat.v\1i32.v\1f64(<\1 x double> \2)/ }' $@.ll
	! grep -q llvm.nvvm $@.ll
	cat share/copies.ll >> $@.ll
	sed -i -e '/^define internal /!s/^define \(dso_local \)\{0,1\}/define linkonce_odr /' \
		-e 's/^\(@[^ ]* = \)\(local_unnamed_addr constant\)/\1linkonce_odr \2/' $@.ll
	$(llvm_bin)/llvm-as $@.ll -o $@
	rm -f $@.ll $@.clc

# Its functions of numbers, in a file of their own: the names of others have vector types in them.
$(libclc_numbers): $(libclc_host)
	$(llvm_bin)/llvm-dis $< -o - | awk '\
		/^define .*@[A-Za-z0-9_]*Dv[0-9]/ { sub(/linkonce_odr|internal/, ""); sub(/^define/, "declare"); \
			sub(/ (local_unnamed_addr|unnamed_addr|alwaysinline|#[0-9]).*/, ""); print; skip = 1 } \
		!skip { print } \
		/^}/ { skip = 0 }' | $(llvm_bin)/opt -passes=strip-dead-prototypes -o $@
