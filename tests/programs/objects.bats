# Objects and archives: what -c records, what a link takes of them, and what it says when they do not fit.
load ../helper

programs=$inputs/driver

# Objects of the programs, made once.
setup_file() {
	cd "$BATS_FILE_TMPDIR" || return 1
	small_headers
	for source in main twice square use-square; do
		sycl-cc -O1 -c "$programs/$source.cpp" || return 1
	done
	printf '#include <sycl/sycl.hpp>\nint plain(sycl::range<1> r) { return static_cast<int>(r[0]); }\n' > plain.cpp
	printf '#include <sycl/sycl.hpp>\nvoid unused(sycl::queue &q) { q.single_task<class unused_kernel>([] {}); }\n' > unused.cpp
	sycl-cc -O1 -c plain.cpp
	sycl-cc -O1 -c unused.cpp
}

setup() {
	cd "$BATS_TEST_TMPDIR" || return 1
	small_headers
	cp "$BATS_FILE_TMPDIR"/*.o .
}

# kernels PROGRAM: the kernels of its images, sorted
kernels() {
	sycl-image --json list "$1" | jq -r '.. | .kernels? // empty | .[]? | .name? // .' | sort -u
}

@test "an object whose source has the SYCL header but no kernel has no device code" {
	run -1 grep -q -F .llvm.offloading plain.o
	grep -q -F .llvm.offloading square.o
	[ "$(object-unpack plain.o | wc -l)" -eq 1 ]
}

@test "targets and options of -c are recorded in the object" {
	sycl-cc -O1 -c -fsycl-targets=spir64,x86_64 -fsycl-device-code-split=per_kernel -Xsycl-target-backend=spir64 '-a "b, c"' \
		"$programs/twice.cpp" -o t.o
	object-unpack --recorded t.o > recorded
	diff - recorded <<-'END'
		file t.o
		modules
		-fsycl-targets=spir64,x86_64
		-fsycl-device-code-split=per_kernel
		-Xsycl-target-backend:spir64=-a "b, c"
	END
}

@test "what objects record holds for the link" {
	sycl-cc -O1 -c -fsycl-targets=x86_64 -fsycl-device-code-split=off "$programs/square.cpp"
	sycl-cc '-###' square.o use-square.o -o p > commands
	grep -q -e '--split=off' commands
	grep -q -e '--target=x86_64 --kind' commands
	run -1 grep -q -e '--target=spir64 --kind' commands
	sycl-cc square.o use-square.o -o p
	run -0 ./p
	[ "$output" = 49 ]
}

@test "an option with two values in objects, or in an object and the link, is an error that states both" {
	sycl-cc -O1 -c -fsycl-device-code-split=off "$programs/twice.cpp"
	sycl-cc -O1 -c -fsycl-device-code-split=per_kernel "$programs/main.cpp"
	run -1 sycl-cc main.o twice.o -o p
	[ "$output" = "object-unpack: error: option '-fsycl-device-code-split' has two values: 'per_kernel' in 'main.o' and 'off' in 'twice.o'" ]
	run -1 sycl-cc -fsycl-device-code-split=auto twice.o square.o -o p
	[ "$output" = "object-unpack: error: option '-fsycl-device-code-split' has two values: 'auto' on the command line and 'off' in 'twice.o'" ]
	sycl-cc -O1 -c -fsycl-targets=x86_64 "$programs/square.cpp"
	sycl-cc -O1 -c -fsycl-targets=spir64 "$programs/use-square.cpp"
	sycl-cc square.o use-square.o -o p
	sycl-cc -O1 -c -fsycl-targets=spir64 "$programs/twice.cpp" -o t.o
	run -1 sycl-cc square.o t.o -o p
	[ "$output" = "object-unpack: error: option '-fsycl-targets' has two values: 'x86_64' in 'square.o' and 'spir64' in 't.o'" ]
	[ ! -e p2 ]
}

@test "a device configuration of -c is wanted at the link, with the same content" {
	cp "$root/share/device-config.yaml" mine.yaml
	sycl-cc -O1 -fsycl-device-config-file=mine.yaml -c "$programs/square.cpp"
	run -1 sycl-cc square.o use-square.o -o p
	[ "$output" = "sycl-cc: error: objects were compiled with -fsycl-device-config-file='mine.yaml': give that file at the link too" ]
	mkdir other
	cp mine.yaml other
	sycl-cc -fsycl-device-config-file=other/mine.yaml square.o use-square.o -o p
	run -0 ./p
	echo '# changed' >> other/mine.yaml
	run -1 sycl-cc -fsycl-device-config-file=other/mine.yaml square.o use-square.o -o p
	[[ $output == "object-unpack: error: option '-fsycl-device-config-file' has two values: 'mine.yaml (checksum "*" on the command line and 'mine.yaml (checksum "*" in 'square.o'" ]]
}

@test "an object without code for a target of the link is an error that says what it was compiled for" {
	run -1 sycl-cc -fsycl-targets=nvidia_gpu_sm_80 square.o use-square.o -o p
	[[ $output == *"device-select: error: 'square.o' has no device code for target 'nvidia_gpu_sm_80': it was compiled for 'spirv64-unknown-unknown'; compile it with '-fsycl-targets=' naming that target too"* ]]
	[ ! -e p ]
}

@test "device code of an archive comes with the members that the linker takes, and no others" {
	ar rcs libsquare.a square.o unused.o
	ar rcsT thin.a square.o unused.o
	sycl-cc use-square.o -L. -lsquare -o p
	run -0 ./p
	[ "$output" = 49 ]
	[ "$(kernels p | grep -c unused)" -eq 0 ]
	[ "$(kernels p | wc -l)" -eq 1 ]
	for linker in lld bfd; do
		sycl-cc "-fuse-ld=$linker" use-square.o libsquare.a -o "p-$linker"
		[ "$(kernels "p-$linker" | wc -l)" -eq 1 ]
		sycl-cc "-fuse-ld=$linker" use-square.o thin.a -o "thin-$linker"
		[ "$(kernels "thin-$linker" | wc -l)" -eq 1 ]
	done
	sycl-cc use-square.o -Wl,--whole-archive libsquare.a -Wl,--no-whole-archive -o all
	[ "$(kernels all | wc -l)" -eq 2 ]
}

@test "a member that only device code needs comes too, and what it needs in turn" {
	printf '#include <sycl/sycl.hpp>\nSYCL_EXTERNAL int thrice(int);\nSYCL_EXTERNAL int twice(int x) { return thrice(x) - x; }\n' > twice.cpp
	printf '#include <sycl/sycl.hpp>\nSYCL_EXTERNAL int thrice(int x) { return 3 * x; }\n' > thrice.cpp
	sycl-cc -O1 -c twice.cpp -o twice.o
	sycl-cc -O1 -c thrice.cpp
	ar rcs libtwice.a thrice.o twice.o unused.o
	sycl-cc main.o -L. -ltwice -o p
	run -0 ./p
	[ "$output" = right ]
	[ "$(kernels p | grep -c unused)" -eq 0 ]
}

@test "an archive within an archive: the linker does not look, and a warning says what to do" {
	ar rcs inner.a square.o
	ar rcs outer.a inner.a
	run -1 sycl-cc use-square.o outer.a -o p
	[[ $output == *"object-unpack: warning: 'outer.a(inner.a)' is an archive within an archive, where linkers do not look: make the outer one with 'ar rcT', or name the inner one at the link"* ]]
	ar rcsT flat.a inner.a
	sycl-cc -fuse-ld=bfd use-square.o flat.a -o p
	run -0 ./p
	[ "$output" = 49 ]
}

@test "different kernels of one name in two objects are an error that names both" {
	for value in 1 2; do
		printf '#include <sycl/sycl.hpp>\nclass same;\nvoid f%d(sycl::queue &q, int *p) { q.single_task<same>([=] { *p = %d; }); }\n' \
			$value $value > $value.cpp
		sycl-cc -O1 -fPIC -c $value.cpp
	done
	run -1 sycl-cc -shared 1.o 2.o -o p.so
	[[ $output == *"post-link: error: kernel 'same' is not the same in "*"(source '1.cpp') and "*"(source '2.cpp')"* ]]
	[[ $output == *"stage 'check-inputs' failed with status 1"* ]]
	run -1 sycl-cc -O1 -fPIC -fno-sycl-rdc -shared 1.cpp 2.cpp -o p.so
	[[ $output == *"kernel 'same' is not the same in "*"(source '1.cpp') and "*"(source '2.cpp')"* ]]
}

# The helper is too large to be inlined, but for its only call: one source has one, the other has more.
@test "a kernel of a header is the same in two objects, whatever else calls its helpers" {
	{
		printf '#include <sycl/sycl.hpp>\ninline unsigned mix(unsigned x, const unsigned *t) {\n'
		for i in {1..60}; do
			echo "	x ^= (x << $((i % 7 + 1))) + t[x >> $((i % 11)) & 7] * ${i}u; x = x & $i ? x + $i : x >> 3 | x << 29;"
		done
		printf '\treturn x;\n}\n'
		echo 'inline void fill(sycl::queue &q, unsigned *p) {'
		echo '	q.parallel_for<class of_header>(8, [=](sycl::id<1> i) { const unsigned t[8] = { 5, 3, 8 }; p[i] = mix(i[0], t); }).wait();'
		echo '}'
	} > header.hpp
	printf '#include "header.hpp"\nvoid other(sycl::queue &q, unsigned *p) { fill(q, p); }\n' > 1.cpp
	cat > 2.cpp <<- 'END'
		#include "header.hpp"
		void other(sycl::queue &q, unsigned *p);
		int main() {
			sycl::queue q;
			unsigned *p = sycl::malloc_shared<unsigned>(16, q);
			const unsigned t[8] = { 5, 3, 8 };
			fill(q, p);
			other(q, p + 8);
			q.single_task([=] { p[0] = mix(p[1], t) + mix(p[2], t); }).wait();
			return p[3] != mix(3, t) || p[11] != p[3] || p[0] != mix(p[1], t) + mix(p[2], t);
		}
	END
	for options in '-O2' '-O0 -g -fsycl-targets=x86_64' '-O2 -fno-sycl-rdc -fsycl-targets=x86_64'; do
		# shellcheck disable=SC2086 # words
		sycl-cc $options 1.cpp 2.cpp -o p || return 1
		./p || return 1
	done
	sed -i 's/60u/61u/' header.hpp
	sycl-cc -O2 -c 1.cpp
	sed -i 's/61u/60u/' header.hpp
	run -1 sycl-cc -O2 1.o 2.cpp -o p
	[[ $output == *"error: kernel 'fill(sycl::queue&, unsigned int*)::of_header' is not the same in "* ]]
}

@test "a link by another program fails with what to do, and works with the object of -fsycl-link" {
	for linker in g++ "$LLVM_BIN/clang++"; do
		run -1 "$linker" use-square.o square.o -L"$BUILD/lib" -lsycl-cc-rt -o p
		[[ $output == *device_code_missing__link_with_sycl_cc_or_add_fsycl_link_object* ]]
	done
	sycl-cc -fsycl-link use-square.o square.o -o device.o
	g++ use-square.o square.o device.o -L"$BUILD/lib" -lsycl-cc-rt "-Wl,-rpath,$BUILD/lib" -o p
	run -0 ./p
	[ "$output" = 49 ]
}

@test "each -fsycl-link object of an archive comes with the host code that needs it; a missing one is a link error" {
	for value in 1 2; do
		printf '#include <sycl/sycl.hpp>\nvoid f%s(sycl::queue &q, int *a) { q.single_task<class K%s>([=] { *a += %s; }); }\n' $value $value $value > f$value.cpp
		sycl-cc -fPIC -c f$value.cpp -o f$value.o
		sycl-cc -fsycl-targets=x86_64 -fsycl-link f$value.o -o d$value.o
	done
	printf '#include <sycl/sycl.hpp>\n#include <cstdio>\nvoid f1(sycl::queue &, int *);\nvoid f2(sycl::queue &, int *);\nint main() {\n\tsycl::queue q;\n\tint *a = sycl::malloc_shared<int>(1, q);\n\t*a = 0;\n\tf1(q, a);\n\tf2(q, a);\n\tstd::printf("%%d\\n", *a);\n}\n' > m.cpp
	g++ -fPIC -std=c++17 -I"$root/include" -c m.cpp -o m.o
	ar rcs both.a f1.o f2.o d1.o d2.o
	ar rcs first.a f1.o f2.o d1.o
	runtime=(-L"$BUILD/lib" -lsycl-cc-rt "-Wl,-rpath,$BUILD/lib")
	for linker in "g++ -fuse-ld=bfd" "g++ -fuse-ld=gold" "$LLVM_BIN/clang++ -fuse-ld=lld"; do
		$linker m.o both.a "${runtime[@]}" -o p
		run -0 ./p
		[ "$output" = 3 ]
		for kind in -pie -shared; do
			# shellcheck disable=SC2086 # words
			run -1 $linker $kind m.o -Wl,--whole-archive first.a -Wl,--no-whole-archive "${runtime[@]}" -o p
			[[ $output == *device_code_missing__link_with_sycl_cc_or_add_fsycl_link_object__of_f2.cpp.* ]]
			[[ $output != *__of_f1.cpp.* ]]
		done
	done
	# sycl-cc needs none of them: it makes images of all members that the linker takes
	sycl-cc m.o first.a -o p
	run -0 ./p
	[ "$output" = 3 ]
	g++ -r f1.o f2.o -nostdlib -o f.o
	sycl-cc -fsycl-targets=x86_64 m.o f.o -o p
	run -0 ./p
	[ "$output" = 3 ]
}

# status: no-rdc
@test "-fno-sycl-rdc: each source is linked alone, in one run and through objects" {
	sycl-cc -O1 -fno-sycl-rdc "$programs/square.cpp" "$programs/use-square.cpp" -o direct
	run -0 ./direct
	[ "$output" = 49 ]
	sycl-cc -O1 -fno-sycl-rdc -c "$programs/square.cpp" -o alone.o
	object-unpack --recorded alone.o | grep -q -x alone
	sycl-cc alone.o use-square.o unused.o -o p
	run -0 ./p
	[ "$output" = 49 ]
	[ "$(kernels p | wc -l)" -eq 2 ]
	run -1 sycl-cc -O1 -fno-sycl-rdc "$programs/main.cpp" "$programs/twice.cpp" -o p2
	[[ $output == *"twice(int)"* ]]
	[[ $output == *"sycl-cc: note: with -fno-sycl-rdc each source is linked alone: it finds no function of another"* ]]
	[ ! -e p2 ]
	sycl-cc -O1 -fno-sycl-rdc -c "$programs/main.cpp" -o main-alone.o
	run -1 --separate-stderr sycl-cc main-alone.o -o p2
	[[ $stderr == *"
sycl-cc: error: stage 'post-link' failed with status 1
"*"
sycl-cc: note: with -fno-sycl-rdc each source is linked alone: it finds no function of another" ]]
	[[ $stderr != *file-table-tform* ]]
}

# status: no-rdc-nodes
@test "with -fno-sycl-rdc nothing is linked before post-link, which runs for each source and splits at least by source" {
	for mode in off per_source per_kernel; do
		sycl-cc '-###' -fno-sycl-rdc "-fsycl-device-code-split=$mode" "$programs/square.cpp" "$programs/use-square.cpp" -o p > lines
		[ "$(grep -c '/post-link --split' lines)" -eq 2 ]
		grep /llvm-link lines > links
		run -1 grep -v -e --only-needed links	# but for what is used of the device library
		[ "$mode" != off ] || [ "$(grep -c -e --split=source lines)" -eq 2 ]
	done
	[ "$(grep -c -e --split=kernel lines)" -eq 2 ]
}

@test "-c -fno-sycl-rdc finishes images for targets compiled ahead of time; the link takes them as they are" {
	sycl-cc -O1 -fno-sycl-rdc -fsycl-targets=spir64,x86_64 -c "$programs/square.cpp" -o alone.o
	object-unpack --recorded alone.o > recorded
	diff - recorded <<-'END'
		file alone.o
		alone
		images
		runtime
		-fsycl-targets=spir64,x86_64
	END
	object-unpack alone.o | cut -d'|' -f2,4 | grep -q 'target=x86_64'
	sycl-cc -O1 -fno-sycl-rdc -fsycl-targets=x86_64 -c "$programs/square.cpp" -o image.o
	sycl-cc '-###' image.o use-square.o -o p > commands
	run -1 grep -q -e '--split' commands
	for object in alone.o image.o; do
		sycl-cc "$object" use-square.o -o p
		run -0 ./p
		[ "$output" = 49 ]
		sycl-image list p | grep -q x86_64
	done
}

@test "objects without device code add no stage to a link" {
	for i in $(seq 100); do
		objcopy --redefine-sym "_Z5plainN4sycl5rangeILi1EEE=plain_$i" plain.o "plain-$i.o"
	done
	sycl-cc '-###' square.o use-square.o -o p > few
	sycl-cc '-###' square.o use-square.o plain-*.o -o p > many
	diff <(sed 's/ plain-[0-9]*\.o//g' many) few
}

@test "-r joins objects with their device code; a source is told to be compiled first" {
	sycl-cc -r square.o use-square.o -o both.o
	sycl-cc both.o -o p
	run -0 ./p
	[ "$output" = 49 ]
	run -1 sycl-cc -r "$programs/square.cpp" -o r.o
	[ "$output" = "sycl-cc: error: '-r' joins objects: compile '$programs/square.cpp' with -c first" ]
}

@test "libraries are found as the linker finds them: -l:FILE, LIBRARY_PATH, archives first for static programs" {
	mkdir lib
	ar rcs lib/libsquare.a square.o
	sycl-cc use-square.o -Llib -l:libsquare.a -o p
	run -0 ./p
	LIBRARY_PATH=$PWD/lib sycl-cc use-square.o -lsquare -o p
	run -0 ./p
	: > lib/libsquare.so
	sycl-cc -static use-square.o -Llib -lsquare -o p 2> log
	run -0 ./p
	[ "${lines[-1]}" = 49 ]
}
