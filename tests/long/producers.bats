# Both producers of SPIR-V on every program of the tests and examples.
load ../helper

# sources: files with device code, one a line, below the root
sources() {
	# ext-device-global.cpp is two units.
	(cd "$root" && grep -l -r --include='*.cpp' -e 'sycl/sycl.hpp' -e '^#include "\(escape\|polynomial\).hpp"' tests/inputs examples |
		grep -v /ext-device-global.cpp
		ls tests/inputs/mux/kernels.cl tests/inputs/mux/loops.cl tests/inputs/sycl-image/kernels.cl) | sort
}

@test "spirv-val and ocloc take what both producers make, all but the known images" {
	# shellcheck disable=SC2046 # file names of our own
	"$root/tests/producers.sh" $(sources) | sort > refused
	sed 's/#.*//; s/[[:space:]]*$//; /^$/d' "$root/tests/spirv-known.txt" | sort > known
	if grep -q -x 'pocl is not here' refused; then
		sed -i '/^pocl /d' refused known
	fi
	comm -23 refused known > unlisted
	comm -13 refused known > taken
	[ ! -s unlisted ] || { echo 'refused, and not in tests/spirv-known.txt:'; cat unlisted; return 1; }
	[ ! -s taken ] || { echo 'in tests/spirv-known.txt, but taken now:'; cat taken; return 1; }
}

# same SOURCE...: the program prints the same as native code, and from the SPIR-V of either producer
same() {
	local targets=x86_64 via=backend way
	for way in native backend llvm-spirv; do
		[ "$way" = native ] || { targets=spir64 via=$way; }
		sycl-cc -w "-fsycl-targets=$targets" "--spirv-via=$via" "${@/#/$root/}" -o "p.$way" || { echo "$1, $way: not built"; return 1; }
		"./p.$way" > "out.$way" || { echo "$1, $way: status $?"; return 1; }
		cmp "out.$way" out.native || { echo "$1, $way"; return 1; }
	done
}

@test "programs give the same results as native code and as SPIR-V of either producer" {
	export XDG_CACHE_HOME=$PWD/kept
	for example in "$root"/examples/*.cpp; do
		same "examples/${example##*/}" || return 1
	done
	for name in launch memory text groups functions; do
		same "tests/inputs/sycl/$name.cpp" || return 1
	done
	same tests/inputs/driver/main.cpp tests/inputs/driver/twice.cpp
	same tests/inputs/driver/use-square.cpp tests/inputs/driver/square.cpp
	same tests/inputs/project/main.cpp tests/inputs/project/numbers.cpp tests/inputs/project/squares.cpp
	same tests/inputs/sycl-image/hello.cpp
	same tests/inputs/sycl/wide.cpp tests/inputs/sycl/wide-more.cpp
}

@test "128-bit integers are those of the host at -O0 too, the sources being compiled apart" {
	for name in wide wide-more; do
		sycl-cc -O0 -fsycl-targets=spir64,x86_64 -c "$inputs/sycl/$name.cpp" -o $name.o
	done
	for target in spir64 x86_64; do
		sycl-cc -fsycl-targets=$target wide.o wide-more.o -o p
		./p
	done
}
