# Loaded by every test file: paths, and a fresh folder for each test.
bats_require_minimum_version 1.5.0

root=$(cd "$BATS_TEST_DIRNAME" && while [ ! -f Makefile ]; do cd ..; done && pwd)
inputs=$root/tests/inputs
wanted=$root/tests/wanted
: "${BUILD:=$root/build}"
PATH=$BUILD/bin:$BUILD/bench:$PATH
# shellcheck source=llvm.mk
. "$root/llvm.mk"
llvm_version=$LLVM_VERSION
: "${LLVM_BIN:=$("llvm-config-$llvm_version" --bindir)}"
export PATH LLVM_BIN LC_ALL=C NO_COLOR=1 SYCL_CC_PCH=$BUILD/pch
unset MAKEFLAGS MFLAGS MAKELEVEL SYCL_CC_ROOT

setup() {
	cd "$BATS_TEST_TMPDIR" || return 1
}

# small_headers: from now on programs are compiled with the headers of inputs/small, for
# tests of which no header is the matter
small_headers() {
	export CPATH=$inputs/small
}

# The first words of the house: tools that tests/house.bats looks at.
all_tools() {
	for tool in "$root"/tools/*/*.c; do basename "$(dirname "$tool")"; done | sort -u
}

# ir FILE: the module as text, without the lines that name the file
ir() {
	"$LLVM_BIN/opt" -S "$1" -o - | sed '/^; ModuleID/d; /^source_filename/d'
}

# prop ROW LINE...: the property file of that row has these lines
prop() {
	file=t_$1.prop
	shift
	for line; do
		grep -qxF -e "$line" "$file" || { echo "no '$line' in:"; cat "$file"; return 1; }
	done
}

# wait_for COMMAND...: until it succeeds, 20 seconds at least
wait_for() {
	for _ in $(seq 1000); do
		if "$@" 2> /dev/null; then return 0; fi
		sleep 0.02
	done
	echo "waited in vain: $*"
	return 1
}

# both PROGRAM: inputs/sycl/PROGRAM.cpp prints "right" from the native image and from SPIR-V, of one object
both() {
	cd "$BATS_TEST_TMPDIR" || return 1
	sycl-cc -Wall -Wextra -Werror -c "$inputs/sycl/$1.cpp" -o p.o || return 1
	for target in x86_64 spir64; do
		sycl-cc -fsycl-targets=$target p.o -o $target || return 1
		./$target > said || { cat said; return 1; }
		[ "$(cat said)" = right ] || return 1
	done
}
