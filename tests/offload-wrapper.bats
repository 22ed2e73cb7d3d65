# Wrapper objects: what is in them, how they link, what they register.
load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return 1
	cp "$inputs"/offload-wrapper/* .
	printf 'bytes of a' > a.spv
	printf 'BYTES OF B, longer' > b.spv
	printf 'manifest of a' > a.mnf
}

# program OBJECT...: what a program with these wrapper objects prints
program() {
	[ -f "$BATS_FILE_TMPDIR/dump.o" ] || cc -I"$root/include" -c -fPIC -o "$BATS_FILE_TMPDIR/dump.o" dump.c
	cc -o program "$BATS_FILE_TMPDIR/dump.o" "$@" && ./program
}

# table ROW...: in.table with these rows
table() {
	printf '%s\n' '[Code|Properties|Symbols|Manifest|Reason]' "$@" > in.table
}

# status: wrapper-program
@test "a program sees what the files of a table say" {
	table 'a.spv|a.prop|a.sym|a.mnf|' 'b.spv|b.prop|||'
	offload-wrapper --target=spir64 --kind=sycl --format=spirv --compile-opts=-g --link-opts='a b' --batch -o w.o in.table
	program w.o > got
	diff -u "$wanted/offload-wrapper/two-images" got
}

@test "a row with a reason becomes an image of 0 bytes that says why" {
	table "missing.bc|b.prop|a.sym||target 'intel_gpu_dg1' lacks aspect 'fp64'"
	offload-wrapper --target=intel_gpu_dg1 --kind=sycl --format=native --batch -o w.o in.table
	program w.o > got
	diff -u "$wanted/offload-wrapper/emptied" got
}

@test "formats, kinds and the default format have their codes" {
	offload-wrapper --kind=sycl a.spv --format=native a.spv --format=spirv a.spv --format=llvmbc a.spv \
		--kind=unknown a.spv --kind=host a.spv --kind=hip a.spv -o w.o
	[ "$(program w.o | sed -n 's/^image version 2 //p' | tr '\n' ,)" = \
		"kind 4 format 0,kind 4 format 1,kind 4 format 2,kind 4 format 3,kind 0 format 3,kind 1 format 3,kind 3 format 3," ]
}

@test "new entries on request" {
	offload-wrapper --kind=sycl --entry-format=new --entries=a.sym -o w.o a.spv
	program w.o | grep -qx '  new entry kernel one'
}

@test "options stay in force until given again, and an empty name takes a file back" {
	offload-wrapper --kind=sycl --target=a --entries=a.sym a.spv --target=b b.spv a.mnf --entries= a.spv -o w.o
	program w.o > got
	[ "$(sed -n "s/^  target '\(.\)'.*/\1/p" got | tr -d '\n')" = abb ]
	[ "$(grep -c '^  entry' got)" = 4 ]
	[ "$(grep -c '^  no entries' got)" = 1 ]
	[ "$(grep -c 'manifest  *manifest of a (13)' got)" = 1 ]
}

@test "the producer is recorded" {
	offload-wrapper --kind=sycl --producer=llvm-spirv -o w.o a.spv
	program w.o | grep -A1 'SYCL-CC/image' | grep -q 'producer type 2.*llvm-spirv (18)'
}

@test "--verbose prints the images and the symbols that are made" {
	offload-wrapper --verbose --kind=sycl --target=spir64 -o w.o a.spv > got
	grep -qx 'adding image: offload kind=sycl' got
	grep -qx '    format=none target=spir64' got
	grep -qx 'global added: .sycl_offloading.descriptor' got
}

@test "wrong command lines are told apart" {
	table 'a.spv||||'
	run -2 --separate-stderr offload-wrapper --kind=sycl -o w.o a.spv b.spv a.mnf
	[[ $stderr == "offload-wrapper: error: too many inputs for a single binary image, <binary file> <manifest file>{opt} expected"* ]]
	run -2 --separate-stderr offload-wrapper --kind=sycl --batch -o w.o in.table in.table
	[[ $stderr == "offload-wrapper: error: batch job table file must be the only input file"* ]]
	run -2 --separate-stderr offload-wrapper -o w.o a.spv
	[[ $stderr == "offload-wrapper: error: offload model not set"* ]]
	run -2 --separate-stderr offload-wrapper --kind=sycl --host=pdp11-dec-unix -o w.o a.spv
	[[ $stderr == "offload-wrapper: error: 'pdp11-dec-unix': unsupported target triple"* ]]
	run -2 --separate-stderr offload-wrapper --kind=openmp -o w.o a.spv
	[[ $stderr == "offload-wrapper: error: images of kind 'openmp' have another layout, which is not written"* ]]
	run -2 --separate-stderr offload-wrapper --kind=sycl -o w.o
	[[ $stderr == "offload-wrapper: error: image file name missing"* ]]
	run -2 --separate-stderr offload-wrapper --kind=sycl a.spv
	[[ $stderr == "offload-wrapper: error: no output given: -o FILE"* ]]
	run -2 --separate-stderr offload-wrapper --kind=sykl -o w.o a.spv
	[[ $stderr == "offload-wrapper: error: option '--kind' wants "*", not 'sykl'"* ]]
	[ ! -e w.o ]
}

@test "files at fault are named and nothing is left" {
	run -1 --separate-stderr offload-wrapper --kind=sycl -o w.o none.spv
	[ "$stderr" = "offload-wrapper: error: cannot read 'none.spv': No such file or directory" ]
	run -1 --separate-stderr offload-wrapper --kind=sycl -o w.o .
	[ "$stderr" = "offload-wrapper: error: cannot read '.': Is a directory" ]
	run -1 --separate-stderr offload-wrapper --kind=sycl --entries=none.sym -o w.o a.spv
	[ "$stderr" = "offload-wrapper: error: cannot read 'none.sym': No such file or directory" ]
	run -1 --separate-stderr offload-wrapper --kind=sycl --properties=a.sym -o w.o a.spv
	[ "$stderr" = "a.sym:1:1: error: property before the first category" ]
	table '|a.prop|||'
	run -1 --separate-stderr offload-wrapper --batch -o w.o in.table
	[ "$stderr" = "in.table:2: error: image file name missing" ]
	run -1 --separate-stderr offload-wrapper --kind=sycl -o w.o a.spv none.mnf
	[ "$stderr" = "offload-wrapper: error: cannot read 'none.mnf': No such file or directory" ]
	[ "$(echo w.o*)" = 'w.o*' ]
}

@test "a full disk is an error, not half an object" {
	[ -w /dev/full ]
	run -1 --separate-stderr offload-wrapper --kind=sycl -o /dev/full a.spv
	[ "$stderr" = "offload-wrapper: error: cannot write '/dev/full': No space left on device" ]
}

@test "standard output gets the same bytes as a file" {
	offload-wrapper --kind=sycl --entries=a.sym -o w.o a.spv
	offload-wrapper --kind=sycl --entries=a.sym -o - a.spv | cmp - w.o
	offload-wrapper --kind=sycl --entries=a.sym -o v.o - < a.spv
	cmp v.o w.o
}

# status: wrapper-order
@test "registration comes before constructors and main, unregistration after exit handlers" {
	offload-wrapper --kind=sycl -o w.o a.spv
	[ "$(BRIEF=1 program w.o | tr '\n' ,)" = \
		"register version 1 images 1,constructor 102,constructor,main,atexit,unregister images 1," ]
}

# status: wrapper-several
@test "several objects register once each and unregister in reverse" {
	offload-wrapper --kind=sycl -o v.o a.spv
	offload-wrapper --kind=sycl -o w.o a.spv --target=x b.spv
	[ "$(BRIEF=1 program v.o w.o | grep register | tr '\n' ,)" = \
		"register version 1 images 1,register version 1 images 2,unregister images 2,unregister images 1," ]
}

# status: wrapper-linkers
@test "every linker and every kind of executable works, with and without --gc-sections" {
	table 'a.spv|a.prop|a.sym|a.mnf|' 'b.spv|b.prop|||'
	offload-wrapper --target=spir64 --kind=sycl --format=spirv --compile-opts=-g --link-opts='a b' --batch -o w.o in.table
	for linker in bfd lld; do
		for kind in '-pie -fPIE' '-no-pie -fno-PIE' '-static'; do
			# shellcheck disable=SC2086 # two words
			"$LLVM_BIN/clang" -I"$root/include" -fuse-ld=$linker $kind -Wl,--gc-sections -Wl,--fatal-warnings -o program dump.c w.o 2> err ||
				{ echo "$linker $kind"; cat err; return 1; }
			./program > got
			diff -u "$wanted/offload-wrapper/two-images" got || { echo "$linker $kind"; return 1; }
		done
	done
}

# status: wrapper-dlopen
@test "a shared library registers at dlopen and unregisters at dlclose" {
	offload-wrapper --kind=sycl -o w.o a.spv
	echo 'int answer(void); int answer(void) { return 42; }' > lib.c
	cc -shared -fPIC -o libw.so lib.c w.o
	cat > open.c <<-'END'
		#include <dlfcn.h>
		#include <stdio.h>
		void __sycl_register_lib(void *d); void __sycl_unregister_lib(void *d);
		void __sycl_register_lib(void *d) { puts("register"); (void)d; }
		void __sycl_unregister_lib(void *d) { puts("unregister"); (void)d; }
		int main(void) { void *lib; puts("main"); lib = dlopen("./libw.so", RTLD_NOW); puts(lib ? "opened" : dlerror());
			dlclose(lib); puts("closed"); return 0; }
	END
	cc -rdynamic -o program open.c
	[ "$(./program | tr '\n' ,)" = "main,register,opened,unregister,closed," ]
}

@test "without registration there is only the descriptor, global under the name asked for" {
	offload-wrapper --kind=sycl --emit-reg-funcs=0 --desc-name=lalala -o w.o a.spv
	[ "$(nm w.o | grep ' D ')" = "0000000000000000 D .sycl_offloading.lalala" ]
	run -1 grep -c -e register_lib -e tgtimg -e init_array w.o
}

# status: wrapper-symbols
@test "symbols and sections have the names that the format says" {
	table 'a.spv|a.prop|a.sym|a.mnf|' 'b.spv|b.prop|||'
	offload-wrapper --target=spir64 --batch -o w.o in.table
	readelf -sW w.o | sed -n 's/.* \(OBJECT\|FUNC\|NOTYPE\) *\(LOCAL\|GLOBAL\) *DEFAULT *\([0-9A-Z]*\) \(.*\)/\1 \2 \4/p' | sort > got
	diff -u "$wanted/offload-wrapper/symbols" got
	for section in .lrodata.sycl.spir64 .sycl_offloading.descriptors .data.rel.ro.sycl_offloading.images .data.rel.ro.sycl_offloading \
		.rodata.sycl_offloading .tgtimg .init_array.1 .fini_array.1 .text.startup .note.GNU-stack; do
		readelf -SW w.o | grep -q -e " $section " || { echo "$section"; return 1; }
	done
}

@test "the bytes can be taken out of the section, and other ELF readers find no fault" {
	offload-wrapper --kind=sycl --target=spir64 -o w.o b.spv
	"$LLVM_BIN/llvm-objcopy" --dump-section .lrodata.sycl.spir64=out w.o /dev/null
	cmp out b.spv
	readelf -aW w.o > all 2> err
	[ ! -s err ]
	"$LLVM_BIN/llvm-readelf" -aW w.o > all 2> err
	[ ! -s err ]
}

@test "an empty file is an image of 0 bytes, an empty table a descriptor without images" {
	: > empty
	offload-wrapper --kind=sycl -o w.o empty
	program w.o | grep -q 'bytes null (0)'
	table
	offload-wrapper --batch -o w.o in.table
	program w.o | grep -qx 'register version 1 images 0'
}

@test "identical images are stored once, also under different targets" {
	head -c 300000 /dev/zero > big
	cp big same
	cp big other && printf x >> other
	offload-wrapper --kind=sycl --target=a big --target=b same --target=b other -o w.o
	[ "$(stat -c %s w.o)" -gt 600000 ] && [ "$(stat -c %s w.o)" -lt 610000 ]
	[ "$(program w.o | grep -c 'bytes .*(30000[01])')" = 3 ]
}

@test "property sets that images have in common are stored once, others of the same names are not" {
	sed 's/ten=1|10/ten=1|11/' a.prop > c.prop
	sed 's/ten=1|10/ten=2|wAAAAAAAAAAe4YzX2QD/' a.prop > d.prop
	table 'a.spv|a.prop|||' 'b.spv|a.prop|||' 'a.spv|c.prop|||' 'a.spv|d.prop|||' 'a.spv|a.prop|||'
	offload-wrapper --target=spir64 --kind=sycl --batch -o w.o in.table
	program w.o > got
	[ "$(grep -c '^  aspects type 2 ' got)" = 5 ]
	[ "$(sed -n 's/^  ten type //p' got | sed 's/null value, \|   .*//' | tr '\n' ,)" = '1 10,1 10,1 11,2,1 10,' ] || { cat got; return 1; }
	# Five arrays of sets; of properties one of the requirements, three with names of kernels.
	[ "$("$LLVM_BIN/llvm-readelf" -s w.o | grep -c __sycl_offload_prop_sets_arr)" = 9 ]
}

@test "images that differ only behind a long common start are both kept" {
	head -c 200000 /dev/zero > big
	{ head -c 199999 /dev/zero; printf x; } > other
	offload-wrapper --kind=sycl big --target= other -o w.o
	[ "$(stat -c %s w.o)" -gt 400000 ]
}

@test "compressed images have a readable header and are valid zstd files" {
	yes 'some text that repeats' | head -c 200000 > big
	offload-wrapper --kind=sycl --target=t --format=spirv --compress big --format=native a.spv -o w.o
	program w.o > got
	[ "$(sed -n 's/^image version 2 kind 4 //p' got | tr '\n' ,)" = "format 4,format 1," ]
	grep -qF 'bytes \*M\18\18\00\00\00sycl-cc\00\01\00\02\00\00\00\00\00@\0d\03\00\00\00\00\00(' got
	[ "$(stat -c %s w.o)" -lt 10000 ]
	size=$(sed -n 's/.*bytes .*sycl-cc.*(\([0-9]*\))$/\1/p' got)
	"$LLVM_BIN/llvm-objcopy" --dump-section .lrodata.sycl.t=all w.o /dev/null
	head -c "$size" all | zstd -dc | cmp - big
}

@test "70,000 images become two descriptors" {
	for i in 0 1 2 3 4 5 6 7 8 9; do printf %d $i > $i; done
	{ echo '[Code]'; seq 0 69999 | sed 's/.*\(.\)$/\1/'; } > in.table
	offload-wrapper --batch --target=t -o w.o in.table
	[ "$(BRIEF=1 program w.o | grep register | tr '\n' ,)" = \
		"register version 1 images 65535,register version 1 images 4465,unregister images 4465,unregister images 65535," ]
}

@test "an aarch64 host gets the same descriptor and code that its linker takes" {
	offload-wrapper --kind=sycl --target=t --host=aarch64-unknown-linux-gnu --entries=a.sym -o w.o a.spv
	"$LLVM_BIN/llvm-objdump" -dr --no-show-raw-insn --no-leading-addr w.o > got
	diff -u "$wanted/offload-wrapper/aarch64" got
	"$LLVM_BIN/ld.lld" -m aarch64linux -shared -o libw.so w.o
	"$LLVM_BIN/llvm-readelf" -r libw.so | grep -q R_AARCH64_RELATIVE
}

@test "the same input gives the same bytes" {
	table 'a.spv|a.prop|a.sym|a.mnf|' 'b.spv|b.prop|||'
	offload-wrapper --batch --compress -o v.o in.table
	offload-wrapper --batch --compress -o w.o in.table
	cmp v.o w.o
}

# spirv VERSION LINE...: image.spv, made by generator 7, with these first instructions
spirv() {
	printf '%s\n' 'OpCapability Kernel' 'OpCapability Addresses' "${@:2}" 'OpMemoryModel Physical64 OpenCL' |
		spirv-as --target-env "spv$1" -o image.spv -
}

@test "SPIR-V is read and must be of the version, producer and extensions of the target" {
	check() {
		run --separate-stderr offload-wrapper --kind=sycl --target=spir64 --format=spirv --spirv-version=1.3 \
			--spirv-extensions=+SPV_KHR_bit_instructions,+SPV_INTEL_subgroups "$@" -o w.o image.spv
	}
	spirv 1.3 'OpExtension "SPV_KHR_bit_instructions"'
	check
	[ "$status" -eq 0 ]
	rm w.o
	check --producer=backend
	[ "$status,$stderr" = "1,image.spv: error: target 'spir64': generator 7 made the SPIR-V, not 'backend'" ]
	spirv 1.4
	check
	[ "$status,$stderr" = "1,image.spv: error: target 'spir64': SPIR-V of version 1.4, later than '1.3'" ]
	spirv 1.2 'OpExtension "SPV_KHR_bit"' 'OpExtension "SPV_INTEL_subgroups"' 'OpExtension "SPV_INTEL_optnone"'
	check
	[ "$status,$stderr" = "1,image.spv: error: target 'spir64': SPIR-V with extension 'SPV_KHR_bit'
image.spv: error: target 'spir64': SPIR-V with extension 'SPV_INTEL_optnone'" ]
	head -c 40 image.spv > part && mv part image.spv
	check
	[ "$status,$stderr" = "1,image.spv: error: target 'spir64': the image is damaged SPIR-V" ]
	echo text > image.spv
	check
	[ "$status,$stderr" = "1,image.spv: error: target 'spir64': the image is no SPIR-V" ]
	[ ! -e w.o ]
}

@test "the driver has SPIR-V images checked against the configuration of their target" {
	printf 'old:\n  extends: spir64\n  spirv-version: 1.2\n' > old.yaml
	sycl-cc '-###' -fsycl-targets=old -fsycl-device-config-file=old.yaml "$inputs/driver/use-square.cpp" > plan
	grep -q -e '--producer=backend --spirv-version=1.2 --spirv-extensions=+SPV_INTEL_subgroups' plan
	sycl-cc '-###' -fsycl-targets=x86_64 "$inputs/driver/use-square.cpp" > plan
	run -1 grep -e --spirv-version plan
}

@test "--module-ids defines the symbols of modules, as sources and packed objects name them" {
	printf -- '-D__SYCL_TU_ID__=\\"a.cpp.1\\"\n' > a.id
	printf -- '-D__SYCL_TU_ID__=\\"b.cpp.2\\"\n' > b.id
	printf 'BC\300\336' > code.bc
	echo 'int x;' | cc -c -x c -o host.o -
	object-pack --image=one,code.bc --image=two,code.bc --module-id-file=b.id --into=host.o -o b.o
	object-unpack --out-dir=. --module-ids=objects.ids -o b.table b.o host.o
	diff b.id objects.ids
	object-unpack --out-dir=. --module-ids=none.ids -o none.table host.o
	offload-wrapper --kind=sycl --module-ids=a.id --module-ids=objects.ids --module-ids=none.ids -o w.o a.spv
	readelf -sW w.o | awk '$8 ~ /__of_/ { print $5, $6, $8 }' > symbols
	diff - symbols <<-'END'
		WEAK HIDDEN device_code_missing__link_with_sycl_cc_or_add_fsycl_link_object__of_a.cpp.1
		WEAK HIDDEN device_code_missing__link_with_sycl_cc_or_add_fsycl_link_object__of_b.cpp.2
	END
	echo other > a.id
	run -1 offload-wrapper --kind=sycl --module-ids=a.id -o w.o a.spv
	[ "$output" = "offload-wrapper: error: 'a.id' is not a module id file: it should hold -D__SYCL_TU_ID__=\\\"ID\\\"" ]
	run -1 object-pack --image=one,code.bc --module-id-file=none.ids -o c
	[ "$output" = "object-pack: error: 'none.ids' is not a module id file: it should hold -D__SYCL_TU_ID__=\\\"ID\\\"" ]
}
