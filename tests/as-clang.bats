# What users type to a compiler: without SYCL in it, sycl-cc does what clang++ does.
load helper

# same ARGUMENT...: status, output, messages and files are those of clang++
same() {
	local who
	for who in ours theirs; do
		rm -rf "$who"
		cp -r "$inputs/plain" "$who"
		echo 'int main() { return 0; }' > "$who/m.cpp"
		echo 'int c(void) { return 1; }' > "$who/c.c"
	done
	(cd ours && status=0 && { sycl-cc "$@" > out 2> err < /dev/null || status=$?; } && echo "$status" > status)
	(cd theirs && status=0 && { "$LLVM_BIN/clang++" "$@" > out 2> err < /dev/null || status=$?; } && echo "$status" > status)
	diff -r ours theirs || { echo "differs: $*"; return 1; }
}

@test "compiling, preprocessing, assembling and dependencies" {
	same -c m.cpp
	same -c main.cpp greet.cpp
	same -c main.cpp greet.cpp -o both.o
	same -E -dM -x c++ /dev/null
	same -E main.cpp -o main.ii
	same -S -O1 main.cpp
	same -M main.cpp
	same -MM main.cpp -o dep
	same -MD -MP -MF x.d -c main.cpp -o x.o
	same -emit-llvm -S m.cpp
	same -fsyntax-only m.cpp
	same -x c -c m.cpp
	same -c c.c
	same -include greet.h -c m.cpp
}

@test "linking programs and libraries" {
	same main.cpp greet.cpp -o hello -s
	same m.cpp -pthread -lm -o m
	same -shared -fPIC greet.cpp -o libgreet.so
	same -static m.cpp -o m
	same greet.cpp
	same m.cpp -lno-such-library
}

@test "warnings, errors and questions" {
	same -Wall -Wextra -c main.cpp
	same -Wall -Werror -c main.cpp
	same -fno-such-flag -c m.cpp
	same -Wno-such-warning -c m.cpp
	same -c m.cpp -o no/such/folder.o
	same -std=c++98 -pedantic -c greet.cpp
	for question in -print-search-dirs -print-file-name=libstdc++.so -print-prog-name=ld -dumpmachine -dumpversion -v -Wl,--version; do
		same $question
	done
}

@test "options of SYCL change nothing where there is no SYCL" {
	cp -r "$inputs/plain" x
	sycl-cc -c x/greet.cpp -o 1.o
	sycl-cc -fsycl -fsycl-targets=spir64,x86_64 -fno-sycl-rdc -sycl-std=2020 -Xsycl-target-backend=spir64 '-a b' -Xs -c \
		--offload-compress --cache=images --summary -c x/greet.cpp -o 2.o
	cmp 1.o 2.o
}

@test "-fsyntax-only, -E, -S, -M and -emit-llvm of a SYCL source are of the host pass" {
	small_headers
	cp "$inputs/driver/square.cpp" .
	sycl-cc -fsyntax-only square.cpp
	[ "$(ls)" = square.cpp ]
	sycl-cc -E square.cpp | grep -q 'namespace sycl'
	sycl-cc -S -O1 square.cpp
	grep -q square_on_device square.s
	[[ $(sycl-cc -M square.cpp) == 'square.o: square.cpp '* ]]
	sycl-cc -emit-llvm -c square.cpp
	ir square.bc | grep -q 'define .*square_on_device'
}
