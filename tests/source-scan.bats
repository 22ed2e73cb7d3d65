# source-scan: does a source reach a SYCL header?
load helper

@test "a source without SYCL headers is plain" {
	printf '#include <vector>\n#include "none.h"\nint main() {}\n' > a.cpp
	[ "$(source-scan a.cpp)" = plain ]
}

@test "a direct include is found and named" {
	printf 'int x;\n  #  include <sycl/sycl.hpp>\n' > a.cpp
	[ "$(source-scan a.cpp)" = 'sycl sycl/sycl.hpp a.cpp' ]
	echo '#include <CL/sycl.hpp>' > b.cpp
	[ "$(source-scan b.cpp)" = 'sycl CL/sycl.hpp b.cpp' ]
	printf '\357\273\277#include <sycl/sycl.hpp>\r\n' > mark.cpp
	[ "$(source-scan mark.cpp)" = 'sycl sycl/sycl.hpp mark.cpp' ]
	echo "#include <SYCL/sycl.hpp>" > c.cpp
	[ "$(source-scan c.cpp)" = "sycl SYCL/sycl.hpp c.cpp" ]
	echo '#include <syclcompat.hpp>' > compat.cpp
	[ "$(source-scan compat.cpp)" = 'sycl syclcompat.hpp compat.cpp' ]
	echo '#include <syclcompat/memory.hpp>' > part.cpp
	[ "$(source-scan part.cpp)" = 'sycl syclcompat/memory.hpp part.cpp' ]
	echo '#include <dpct/dpct.hpp>' > translated.cpp
	[ "$(source-scan translated.cpp)" = 'sycl dpct/dpct.hpp translated.cpp' ]
	echo '#include <ext/oneapi/matrix/matrix.hpp>' > folder.cpp
	[ "$(source-scan folder.cpp)" = 'sycl ext/oneapi/matrix/matrix.hpp folder.cpp' ]
	echo '#include <hipSYCL/sycl/queue.hpp>' > part.cpp
	[ "$(source-scan part.cpp)" = 'sycl hipSYCL/sycl/queue.hpp part.cpp' ]
	echo 'import <sycl/sycl.hpp>;' > c.cpp
	[ "$(source-scan c.cpp)" = 'sycl sycl/sycl.hpp c.cpp' ]
}

@test "includes are followed beside the file, in -iquote, in -I, and through loops" {
	mkdir -p src/sub quote angle
	printf '#include "sub/b.h"\n' > src/a.cpp
	printf '#include "b.h"\n#include "q.h"\n' > src/sub/b.h
	printf '#include <z.h>\n' > quote/q.h
	printf '#include <sycl/sycl.hpp>\n' > angle/z.h
	[ "$(source-scan --iquote=quote -I angle src/a.cpp)" = 'sycl sycl/sycl.hpp angle/z.h' ]
	[ "$(source-scan --iquote=quote src/a.cpp)" = plain ]
}

@test "a file included from the command line counts" {
	echo '#include <sycl/sycl.hpp>' > pre.h
	echo 'int x;' > a.cpp
	[ "$(source-scan --include=pre.h a.cpp)" = 'sycl sycl/sycl.hpp pre.h' ]
}

@test "an include that is a macro counts as SYCL" {
	echo '#include HEADER' > a.cpp
	[ "$(source-scan a.cpp)" = 'sycl a macro a.cpp' ]
}

@test "an include line without an end and a missing file do no harm" {
	printf '#include <abc\n#include "\n#include\n' > a.cpp
	run -0 source-scan a.cpp
	run -1 source-scan none.cpp
	[ "$output" = "source-scan: error: cannot read 'none.cpp': No such file or directory" ]
	mkdir d
	run -1 source-scan d
	[ "$output" = "source-scan: error: cannot read 'd': Is a directory" ]
	run -2 source-scan
	[ "${lines[0]}" = "source-scan: error: no input source" ]
}

@test "a source that declares namespace sycl as another name of cl::sycl is told from others" {
	printf '#include "own.h"\nint main() {}\n' > a.cpp
	printf '#include <CL/sycl.hpp>\n#include "names.h"\n' > own.h
	for line in 'namespace sycl = cl::sycl;' '  namespace sycl=::cl::sycl ; // old' 'namespace sycl = hipsycl::sycl;'; do
		printf '%s\n' "$line" > names.h
		[ "$(source-scan a.cpp)" = 'cl-sycl CL/sycl.hpp own.h' ]
	done
	for line in 'namespace s = cl::sycl;' 'namespace sycl = cl::sycl::detail;' 'namespace sycl {' 'using namespace cl::sycl;'; do
		printf '%s\n' "$line" > names.h
		[ "$(source-scan a.cpp)" = 'sycl CL/sycl.hpp own.h' ]
	done
	printf '#include <sycl/sycl.hpp>\nnamespace sycl = cl::sycl;\n' > b.cpp
	[ "$(source-scan b.cpp)" = 'cl-sycl sycl/sycl.hpp b.cpp' ]
}
