# Headers of extensions, one compile each.
load ../helper

@test "a header compiles alone, each extension and each name of a header that other compilers have too" {
	cd "$root/include/sycl"
	for header in $(find access ext info khr properties usm -name '*.hpp') builtins.hpp context.hpp detail/core.hpp marray.hpp platform.hpp vector.hpp version.hpp; do
		echo "#include <sycl/$header>" | "$LLVM_BIN/clang++" -std=c++17 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -I "$root/include" -x c++ - ||
			{ echo "$header"; return 1; }
	done
}
