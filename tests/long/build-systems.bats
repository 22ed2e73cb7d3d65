# A project of plain C++, made for these tests: sycl-cc builds it as clang++ does.
load ../helper

# ccache's folder, when a test makes it
setup() {
	cd "$BATS_TEST_TMPDIR" || return 1
	export CCACHE_DIR=$BATS_TEST_TMPDIR/cache
}

# build NAME COMPILER SYSTEM: the project in folder NAME; what was said goes to NAME.log, NAME.status
build() {
	local name=$1 compiler=$2 status=0
	cp -r "$inputs/plain" "$name"
	(
		cd "$name"
		case $3 in
		make) make -s -f Makefile.plain "CXX=$compiler" ;;
		cmake)
			cmake -S . -B b -G 'Unix Makefiles' "-DCMAKE_CXX_COMPILER=$compiler" &&
				make -s -C b && cp b/hello .
			;;
		autotools) autoreconf -i > log 2>&1 && ./configure -q "CXX=$compiler" && make -s ;;
		esac
	) > "$name.log" 2>&1 || status=$?
	echo "$status" > "$name.status"
}

# warnings NAME: the lines of its log that the compiler wrote, in the order of files
warnings() {
	grep -e warning: -e error: "$1.log" | sed "s|$PWD/$1|DIR|g" | sort
}

@test "make: the same program, warnings and dependency files" {
	build ours sycl-cc make
	build theirs "$LLVM_BIN/clang++" make
	cmp ours.status theirs.status
	diff <(warnings ours) <(warnings theirs)
	[ "$(warnings ours | wc -l)" -eq 1 ]
	for file in main.d greet.d main.o greet.o hello; do
		cmp "ours/$file" "theirs/$file"
	done
	(cd ours && ./hello)
}

@test "make: a mistake in a source ends with the same status and errors" {
	cp -r "$inputs/plain" broken
	echo 'int x = y;' >> broken/greet.cpp
	(cd broken && run -2 make -s -k -f Makefile.plain CXX=sycl-cc && echo "$output" > ../ours)
	(cd broken && rm -f ./*.o && run -2 make -s -k -f Makefile.plain "CXX=$LLVM_BIN/clang++" && echo "$output" > ../theirs)
	diff ours theirs
}

@test "CMake: the same answers of feature checks, warnings and program" {
	build ours sycl-cc cmake
	build theirs "$LLVM_BIN/clang++" cmake
	cmp ours.status theirs.status
	[ "$(grep answers: ours.log)" = '-- answers: 1  1  ' ]
	[ "$(grep answers: ours.log)" = "$(grep answers: theirs.log)" ]
	[ "$(grep 'compiler identification' ours.log)" = "$(grep 'compiler identification' theirs.log)" ]
	diff <(warnings ours) <(warnings theirs)
	(cd ours && ./hello)
}

@test "autotools: the same config.h, warnings and dependency files" {
	build ours sycl-cc autotools
	build theirs "$LLVM_BIN/clang++" autotools
	cmp ours.status theirs.status
	[ "$(cat ours.status)" -eq 0 ]
	diff ours/config.h theirs/config.h
	grep -q 'define HAVE_OPTIONAL 1' ours/config.h
	grep -q 'undef HAVE_NO_SUCH_FUNCTION' ours/config.h
	diff <(warnings ours) <(warnings theirs)
	diff -r ours/.deps theirs/.deps
	(cd ours && ./hello)
}

@test "ccache: the second build comes from the cache, for plain and for SYCL sources" {
	mkdir cache
	cp "$inputs"/plain/greet.* "$inputs/driver/square.cpp" .
	for source in greet square; do
		for i in 1 2; do
			ccache sycl-cc -O1 -MD -MF "$i.d" -MT x -c $source.cpp -o "$i.o" || return 1
		done
		cmp 1.o 2.o
		cmp 1.d 2.d
	done
	ccache --print-stats > stats
	[ "$(sed -n 's/^direct_cache_hit\t//p' stats)" -eq 2 ]
	[ "$(sed -n 's/^cache_miss\t//p' stats)" -eq 2 ]
	object-unpack --recorded 2.o | grep -q -x modules
}

@test "CMake with ccache as launcher builds and runs SYCL" {
	mkdir cache
	for i in 1 2; do
		cmake -S "$inputs/project" -B "b$i" -G Ninja -DCMAKE_CXX_COMPILER=sycl-cc -DCMAKE_CXX_COMPILER_LAUNCHER=ccache > log
		ninja -C "b$i" > log
		run -0 "b$i/three"
		[ "$output" = right ]
	done
}

@test "Meson: builds a static and a shared library and a program; the second build has nothing to do" {
	cp "$inputs"/project/*.?pp .
	printf '%s\n' "project('three', 'cpp', default_options: ['cpp_std=c++17'])" \
		"numbers = static_library('numbers', 'numbers.cpp')" "squares = shared_library('squares', 'squares.cpp')" \
		"executable('three', 'main.cpp', link_with: [numbers, squares])" > meson.build
	CXX=sycl-cc meson setup b > log || { cat log; return 1; }
	ninja -C b > log || { cat log; return 1; }
	run -0 b/three
	[ "$output" = right ]
	run -0 ninja -C b
	[[ $output == *"no work to do"* ]]
}

# clangd_reads SOURCE OPTION...: without an error
clangd_reads() {
	local source=$1
	shift
	"clangd-$llvm_version" "--check=$source" --check-lines=1-2 --compile-commands-dir=. "$@" > log 2>&1
	grep -q 'All checks completed, 0 errors' log || { grep '^E' log; return 1; }
}

@test "clangd reads compile_commands.json without errors: the host's view and the device's, from CMake and from -MJ" {
	cmake -S "$root/examples/cmake-project" -B b -DCMAKE_PREFIX_PATH="$BUILD" -DCMAKE_EXPORT_COMPILE_COMMANDS=1 > log
	cp b/compile_commands.json .
	clangd_reads "$root/examples/cmake-project/main.cpp"
	cp "$root"/examples/six-targets.cpp .
	sycl-cc -MJ entries -c six-targets.cpp
	(echo '['; sed '$s/,$//' entries; echo ']') > compile_commands.json
	clangd_reads six-targets.cpp
	printf '[{"directory":"%s","file":"six-targets.cpp","command":"%s/bin/sycl-cc -c six-targets.cpp"}]\n' "$PWD" "$BUILD" > compile_commands.json
	clangd_reads six-targets.cpp --query-driver='**/sycl-cc'
	printf 'CompileFlags:\n  Add: [-fsycl, -fsycl-device-only]\n' > .clangd
	clangd_reads six-targets.cpp --query-driver='**/sycl-cc'
	grep -q fsycl-is-device log
}
