# Specialization constants end to end: programs that set and read them, in
# native (SPIR-V) and emulated images.
load ../helper

programs=$inputs/sycl/spec

# Each program is compiled once; its one object is linked for both kinds of images.
setup_file() {
	export XDG_CACHE_HOME=$BATS_FILE_TMPDIR/cache
	cd "$BATS_FILE_TMPDIR" || return 1
	for source in "$root"/examples/convolution.cpp "$inputs"/sycl/spec/*.cpp; do
		"$BUILD/bin/sycl-cc" -c "$source"
	done
	mkdir units
	mv units-*.o units
	for target in spir64 x86_64; do
		for object in *.o; do
			"$BUILD/bin/sycl-cc" "-fsycl-targets=$target" "-save-temps=${object%.o}.$target.d" "$object" -o "${object%.o}.$target"
		done
		"$BUILD/bin/sycl-cc" "-fsycl-targets=$target" "-save-temps=units.$target.d" units/*.o -o "units.$target"
	done
}

# linked PROGRAM: its output is that in both kinds of images
linked() {
	native=$("$BATS_FILE_TMPDIR/$1.spir64")
	emulated=$("$BATS_FILE_TMPDIR/$1.x86_64")
	[ "$native" = "$emulated" ] || { printf '%s\n' "$native" differs from "$emulated"; return 1; }
	output=$native
}

# props DIR: all property files of the images that DIR's program has
props() {
	cat "$BATS_FILE_TMPDIR/$1.d"/post-link*.prop
}

# --- programs ---

# status: convolution
@test "the convolution is right with several sets of coefficients, native and emulated, from one host object" {
	linked convolution
	[ "$output" = right ]
	props convolution.spir64 | grep -qx 'mode=2|wAAAAAAAAAgbhRXa2VG'
	props convolution.x86_64 | grep -qx 'mode=2|IBAAAAAAAAQZtVHbhRXav5G'
	run -1 grep -l 'mode=2|IBAAAAAAAAQZtVHbhRXav5G' "$BATS_FILE_TMPDIR"/convolution.spir64.d/*.prop
}

# status: constants-all-types
@test "constants of every type and place are right when not set, set, set to the default and set again" {
	linked types
	[ "$output" = right ]
}

# status: constants-namespaces
@test "one name in nested unnamed namespaces is three constants" {
	linked same-name
	[ "$output" = '1 2 3
10 2 3
1 20 30' ]
}

# status: constants-two-units
@test "a constant of two units is one, those of each unit only have the same name" {
	linked units
	[ "$output" = '10 20 101 301 0 1.5 10005
10 20 102 302 5 1.5 10005
50 51 52 53 0 50 50005
70 71 72 73 5 70 70005
10 20 101 301 0 1.5 10005
70 71 72 73 5 70 70005' ]
}

# status: constants-numbers
@test "a constant of two units has a number of its own in each image, and one that no kernel reads has none" {
	props units.spir64 | awk '/^\[/ { set = $0 } set == "[SYCL/specialization constants]"' > sets
	grep '^_ZTSN4sycl6detail8spec_tagIL_Z6sharedEEE=' sets > both
	[ "$(wc -l < both)" = 2 ]
	[ "$(sort -u both | wc -l)" = 2 ]
	for unit in a b; do
		grep -q "spec_tagIL_ZL7of_eachEEE@units_$unit\.cpp\." sets
	done
	run -1 grep never_on_device sets
}

@test "a constant that one unit defines and others declare is one" {
	cat > declared.hpp <<-'END'
		#include <sycl/sycl.hpp>
		extern sycl::specialization_id<int> declared;
		int read(sycl::queue &q, int *out);
	END
	cat > a.cpp <<-'END'
		#include "declared.hpp"
		sycl::specialization_id<int> declared(41);
		int main()
		{
			sycl::queue q;
			int *out = sycl::malloc_shared<int>(1, q);

			q.submit([&](sycl::handler &h) {
				h.set_specialization_constant<declared>(5);
				h.single_task([=](sycl::kernel_handler k) { *out = k.get_specialization_constant<declared>(); });
			}).wait();
			return *out == 5 && read(q, out) == 41 ? 0 : 1;
		}
	END
	cat > b.cpp <<-'END'
		#include "declared.hpp"
		int read(sycl::queue &q, int *out)
		{
			q.submit([&](sycl::handler &h) {
				h.single_task([=](sycl::kernel_handler k) { *out = k.get_specialization_constant<declared>(); });
			}).wait();
			return *out;
		}
	END
	sycl-cc -c a.cpp
	sycl-cc -c b.cpp
	for target in spir64 x86_64; do
		sycl-cc "-fsycl-targets=$target" a.o b.o -o p
		./p
	done
}

# status: constants-bundles
@test "kernel bundles keep the values they were built with, and say what they hold" {
	run -0 "$BATS_FILE_TMPDIR/bundle.spir64"
	[ "$output" = 'native
right' ]
	run -0 "$BATS_FILE_TMPDIR/bundle.x86_64"
	[ "$output" = 'emulated
right' ]
}

# status: constants-host
@test "kernels that run as plain C++ see the current values" {
	g++ -std=c++17 -Wall -Wextra -Wpedantic -Werror -I"$root/include" "$programs/same-name.cpp" -o p -L"$BUILD/lib" -lsycl-cc-rt -Wl,-rpath,"$BUILD/lib"
	sycl-cc -fno-sycl "$programs/same-name.cpp" -o q
	for program in p q; do
		run -0 "./$program"
		[ "$output" = '1 2 3
10 2 3
1 20 30' ]
	done
}

# --- images ---

@test "SPIR-V of both producers is valid and every constant has a number" {
	for via in backend llvm-spirv; do
		sycl-cc "--spirv-via=$via" "-save-temps=$via" "$BATS_FILE_TMPDIR/convolution.o" -o p
		while read -r image; do
			spirv-val "$image"
			spirv-dis "$image" | sed -n 's/.* SpecId \([0-9]*\)$/\1/p' | sort -n > numbers
			[ -s numbers ]
			# 0, 1, 2 ... without gaps but those of undefined members
			[ "$(sort -u numbers | wc -l)" -eq "$(wc -l < numbers)" ]
		done < "$via/spir64/translate.list"
		spirv-dis "$(head -n 1 "$via/spir64/translate.list")" | grep -q OpSpecConstantComposite
	done
}

# status: constants-two-modes
@test "targets of both modes get a table each, of one mode one table" {
	run -0 sycl-cc -### -save-temps=t -fsycl-targets=spir64,x86_64,intel_gpu_pvc "$root/examples/convolution.cpp"
	[ "$(grep -c '/post-link ' <<< "$output")" = 2 ]
	grep -q '/post-link .*--spec-const=native .* t/post-link.table t/' <<< "$output"
	grep -q '/post-link .*--spec-const=emulation .* t/post-link.emulation.table t/' <<< "$output"
	grep -q '/aspect-filter .*--target=x86_64 .* t/post-link.emulation.table$' <<< "$output"
	grep -q '/aspect-filter .*--target=intel_gpu_pvc .* t/post-link.emulation.table$' <<< "$output"
	grep -q '/aspect-filter .*--target=spir64 .* t/post-link.table$' <<< "$output"
	run -0 sycl-cc -### -save-temps=t -fsycl-targets=x86_64 "$root/examples/convolution.cpp"
	[ "$(grep -c '/post-link ' <<< "$output")" = 1 ]
	grep -q '/post-link .*--spec-const=emulation .* t/post-link.table t/' <<< "$output"
}

# status: constants-gpu
@test "PTX and AMDGPU code read constants from the buffer of the kernel's arguments" {
	sycl-cc -save-temps=n -fsycl-targets=nvidia_gpu_sm_80 "$programs/same-name.cpp" -o p
	xargs cat < n/nvidia_gpu_sm_80/translate.list > all.ptx
	run -1 grep sycl_get all.ptx
	# the pointer behind ranges and offsets, then each constant at its place
	[ "$(grep -c 'ld.param.b64.*_param_1+48\]' all.ptx)" = 3 ]
	for place in '' +4 +8; do grep -q "ld.global.b32.*\\[%rd[0-9]*$place\\]" all.ptx; done
	grep -qx 'mode=2|IBAAAAAAAAQZtVHbhRXav5G' n/post-link.nvptx64_*.prop
	sycl-cc -save-temps=a -fsycl-targets=amd_gpu_gfx90a "$programs/same-name.cpp" -o q
	grep -qx 'mode=2|IBAAAAAAAAQZtVHbhRXav5G' a/post-link.amdgcn_*.prop
}

# status: constants-cache
@test "programs built for one set of values are cached by the values" {
	XDG_CACHE_HOME=$PWD/cache
	"$BATS_FILE_TMPDIR/convolution.spir64"
	find cache -name '*.so' | sort > first
	[ "$(wc -l < first)" = 3 ]
	"$BATS_FILE_TMPDIR/convolution.spir64"
	find cache -name '*.so' | sort | cmp first
	# an emulated image needs none
	XDG_CACHE_HOME=$PWD/other "$BATS_FILE_TMPDIR/convolution.x86_64"
	[ "$(find other -name '*.so' | wc -l)" = 0 ]
}

@test "copies of images with the default values run while no value is set" {
	run -0 sycl-cc -save-temps=t -fsycl-add-default-spec-consts-image -fsycl-targets=x86_64 "$BATS_FILE_TMPDIR/same-name.o" -o p
	[ -z "$output" ]
	[ "$(cat t/post-link*.prop | grep -cx 'specConstsReplacedWithDefault=1|1')" -gt 0 ]
	[ "$(./p)" = "$("$BATS_FILE_TMPDIR/same-name.x86_64")" ]
	# frozen values are in no copy
	sycl-image specialize p same_name=77 -o q
	[ "$(./q | head -n 1)" = '77 2 3' ]
	run -0 sycl-cc -### -fsycl-add-default-spec-consts-image "$BATS_FILE_TMPDIR/same-name.o" -o p
	[ "${lines[0]}" = 'sycl-cc: warning: -fsycl-add-default-spec-consts-image flag has an effect only in Ahead of Time Compilation mode (AOT)' ]
	run -1 grep generate-device-image <<< "$output"
}

@test "properties of constants that make no sense are exceptions that say what is wrong" {
	cat > one.cpp <<- 'END'
		#include <sycl/sycl.hpp>
		#include <iostream>
		constexpr sycl::specialization_id<int> id(5);
		int main()
		{
			sycl::queue q;
			int *p = sycl::malloc_shared<int>(1, q);
			try {
				q.submit([&](sycl::handler &h) {
					h.set_specialization_constant<id>(7);
					h.single_task([=](sycl::kernel_handler k) { *p = k.get_specialization_constant<id>(); });
				});
				std::cout << *p << '\n';
			} catch (const sycl::exception &e) {
				std::cout << e.what() << '\n';
			}
		}
	END
	sycl-cc -save-temps=d -fsycl-targets=x86_64 one.cpp -o p
	cp d/x86_64/post-link_x86_64_0.prop prop
	while IFS=/ read -r change wrong; do
		sed "${change//|//}" prop > d/x86_64/post-link_x86_64_0.prop
		run cmp prop d/x86_64/post-link_x86_64_0.prop
		[ "$status" = 1 ]
		sycl-cc -save-temps=d --start-at=offload-wrap -fsycl-targets=x86_64 one.cpp -o p
		run -0 ./p
		wrong=${wrong/MALFORMED/the device image for \'x86_64\' has malformed properties:}
		[ "$(printf '%s' "$output" | sed "s/@one.cpp[^']*//")" = "$wrong" ] || { echo "$output"; return 1; }
	done <<- 'END'
		s|^version=.*|version=1\x7c2|/MALFORMED specialization constants of version 2: only 1 is known
		s|^mode=.*|mode=2\x7cAAAAAAAAAAA|/MALFORMED its specialization constants are neither native nor emulated
		s|^all=.*|all=2\x7cAAAAAAAAAAA|/MALFORMED the default values of its specialization constants have another size than the constants
		s|^all=.*||/MALFORMED its specialization constants have no default values
		s|^\(_ZTSN4.*\)=2.gB.*|\1=2\x7cAAAAAAAAAAA|/MALFORMED specialization constant '_ZTSN4sycl6detail8spec_tagIL_ZL2idEEE' is malformed
		s|^\(_ZTSN4.*=2.gBA.*\)QAAAAA$|\1gAAAAA|;s|^all=.*|all=2\x7cABAAAAAAAAQBAAAAAAAAAA|/specialization constant '_ZTSN4sycl6detail8spec_tagIL_ZL2idEEE' has 4 bytes on the host and more on the device
	END
}

# --- host compilers other than clang ---

# integration SOURCE: the stages of the device pass by hand, up to module, header and footer
integration() {
	"$LLVM_BIN/clang++" -fsycl -fsycl-device-only -w -D__SYCL_CC__ -isystem "$root/include" -E -o x.ii "$1"
	attr-rewrite --spec-constants --source="${1##*/}" --module-id-file=x.id -o x.rewritten.cpp x.ii
	"$LLVM_BIN/clang++" -fsycl -fsycl-device-only -w -Xclang -disable-llvm-passes -S -emit-llvm -o x.ll -x c++ x.rewritten.cpp
	device-prepare --source="${1##*/}" --module-id-file=x.id --integration-header=x.header --integration-footer=x.footer -o x.bc x.ll
}

# status: constants-gcc
@test "g++ between integration header and footer sees the same constants as clang" {
	sycl-cc -fsycl-host-compiler=g++ -Wall -Wextra -Wpedantic -Werror -c "$programs/same-name.cpp" -o p.o
	for target in spir64 x86_64; do
		sycl-cc "-fsycl-targets=$target" p.o -o p
		[ "$(./p)" = "$("$BATS_FILE_TMPDIR/same-name.$target")" ]
	done
}

# status: constants-footer
@test "the footer names the constants of the design's example, and leads to ambiguous ones with shims" {
	cat > x.cpp <<- 'END'
		#include <sycl/sycl.hpp>
		struct A {
			float a, b;
		};
		constexpr sycl::specialization_id<int> id_int;
		struct Wrapper {
		public:
			static constexpr sycl::specialization_id<A> id_A { A { 1, 2 } };
		};
		class hidden {
			static constexpr sycl::specialization_id<int> not_named { 5 };
		};
		constexpr inline sycl::specialization_id<double> id_double;
		using int_id = sycl::specialization_id<int>;
		namespace outer {
		inline namespace v1 {
		constexpr int_id several { 1 }, in_one(2);
		}
		}
		constexpr sycl::specialization_id<int> same_name{1};
		namespace {
		constexpr sycl::specialization_id<int> same_name{2};
		namespace {
		constexpr sycl::specialization_id<int> same_name{3};
		}
		}
		template <typename T>
		constexpr sycl::specialization_id<T> generic;
		class global;
		int main()
		{
			int *p = nullptr;
			sycl::queue().single_task<global>([=] { *p = 1; });
			sycl::queue().submit([](sycl::handler &h) { h.single_task<class local>([] {}); });
		}
	END
	integration "$PWD/x.cpp"
	diff -u "$wanted/spec/footer" x.footer
	diff -u "$wanted/spec/header" x.header
	g++ -std=c++17 -isystem "$root/include" -include x.header @x.id -fsyntax-only -x c++ - <<< "#include \"$PWD/x.cpp\"
#include \"$PWD/x.footer\""
}
