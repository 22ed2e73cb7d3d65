# Precompiled headers from the cache.
load helper
# What is compiled without --cache is compiled without precompiled headers.
export SYCL_CC_PCH=

# kept: how many precompiled headers the cache has
kept() {
	find C/headers -name '*.pch' | wc -l
}

# own_headers: the headers in s are found before all others
own_headers() {
	export CPATH=$PWD/s
}

# program: a source that prints what N is
program() {
	cat > a.cpp <<'E'
/* A comment,
   and another one. */
// A third.
#include <sycl/sycl.hpp>
#include <cstdio>
#ifndef N
#define N 7
#endif
int main() {
	sycl::queue q;
	static int p[1];
	int *at = p;
	q.single_task<class k>([=] { at[0] = N; }).wait();
	std::printf("%d\n", p[0]);
}
E
}

@test "objects are the same without, the first and the second time; sources share one header for each pass" {
	program
	# Templates of headers follow the functions of the unit that use them, with and without.
	cat >> a.cpp <<'E'
std::vector<sycl::device> all() { return sycl::device::get_devices(); }
SYCL_EXTERNAL unsigned more(unsigned *p)
{
	return sycl::atomic_ref<unsigned, sycl::memory_order::relaxed, sycl::memory_scope::device>(*p) += 3;
}
E
	sycl-cc --cache=C -c a.cpp -o 1.o
	[ "$(kept)" = 2 ]
	sycl-cc --cache=C -c a.cpp -o 2.o
	cmp 1.o 2.o
	sycl-cc --no-pch -c a.cpp -o 0.o
	cmp 0.o 1.o
	nm 1.o | grep -q ' U device_code_missing__.*__of_a\.cpp\.'	# the unit's own
	# Another source takes the same ones: comments, its name and its length do not matter.
	sed -e '1,3d' -e '$a\\n' -e 's/N 7/N 8/' a.cpp > b.cpp
	sycl-cc --cache=C -c b.cpp
	[ "$(kept)" = 2 ]
	sycl-cc --cache=C -fsycl-targets=x86_64 b.o -o p
	[ "$(./p)" = 8 ]
	# Standard headers may come first; what else comes first is a reason to do without.
	{ echo '#include <cstdio> // printf'; cat a.cpp; } > c.cpp
	{ echo; echo '#include <cstdio>'; cat b.cpp; } > d.cpp
	sycl-cc --cache=C -c c.cpp
	[ "$(kept)" = 4 ]
	sycl-cc --cache=C -c d.cpp
	[ "$(kept)" = 4 ]
	sycl-cc --cache=C -fsycl-targets=x86_64 d.o -o p
	[ "$(./p)" = 8 ]
	sycl-cc --cache=C 1.o -o p
	[ "$(./p)" = 7 ]
}

@test "sources that begin with SYCLcompat's header have it precompiled, too, in both passes, and the same objects" {
	cat > a.cpp <<-'END'
		#include <cstdio>
		#include <syclcompat.hpp>
		static void kernel(int *p) { *p = N; }
		int main()
		{
			int *p = syclcompat::malloc_shared<int>(1);
			syclcompat::launch<kernel>(1, 1, p).wait();
			std::printf("%d\n", *p);
		}
	END
	sycl-cc --no-pch -DN=7 -c a.cpp -o 0.o
	sycl-cc --cache=C -DN=7 -c a.cpp -o 1.o
	cmp 0.o 1.o
	[ "$(kept)" = 2 ]
	sed 's/kernel/other/' a.cpp > b.cpp
	sycl-cc --cache=C -DN=7 -c b.cpp -o 2.o
	[ "$(kept)" = 2 ]
	sycl-cc -fsycl-targets=x86_64 2.o -o p
	[ "$(./p)" = 7 ]
	# A header of that name that is the program's own is none.
	mkdir own
	echo 'enum { own = 3 };' > own/syclcompat.hpp
	echo '#include <syclcompat.hpp>
int main() { return own - 3; }' > c.cpp
	sycl-cc --cache=C -I own c.cpp -o p
	./p
}

@test "options that change the text or its meaning have a header of their own; --no-pch has none" {
	small_headers
	program
	sycl-cc --no-pch --cache=C -c a.cpp -o plain.o
	[ ! -e C/headers ]
	# The host pass does without: these are not the headers of the installation.
	sycl-cc --cache=C -c a.cpp -o 1.o
	[ "$(kept)" = 1 ]
	# A macro of the command line that no header reads is of no matter to the text.
	sycl-cc --cache=C -DN=9 -c a.cpp -o 2.o
	[ "$(kept)" = 1 ]
	sycl-cc --cache=C -std=c++20 -c a.cpp -o 3.o
	[ "$(kept)" = 2 ]
	for object in plain 1 2 3; do
		sycl-cc --cache=C -fsycl-targets=x86_64 $object.o -o p
		./p
	done | xargs > said
	[ "$(cat said)" = '7 7 9 7' ]
}

@test "a macro defined before the include, and a file that an option includes, are seen: the host pass compiles anew" {
	mkdir -p s/sycl
	sed 's/^#pragma once$//' "$inputs/small/sycl/sycl.hpp" > s/sycl/sycl.hpp
	cat >> s/sycl/sycl.hpp <<'E'
#ifdef TWICE
inline int times() { return 2; }
#else
inline int times() { return 1; }
#endif
E
	own_headers
	program
	sed -i 's/at\[0\] = N/at[0] = times() * N/; s/p\[0\])/p[0] + 100 * times())/' a.cpp
	for text in '' '#define TWICE' '' '#define OTHER'; do
		{ echo "$text"; cat a.cpp; } > b.cpp
		sycl-cc --cache=C -fsycl-targets=x86_64 b.cpp -o p
		case $text in
		*TWICE) [ "$(./p)" = 214 ] ;;
		*) [ "$(./p)" = 107 ] ;;
		esac || return 1
	done
	echo '#define TWICE' > before.hpp
	sycl-cc --cache=C -fsycl-targets=x86_64 -include before.hpp a.cpp -o p
	[ "$(./p)" = 214 ]
	# -D and the environment are part of the key.
	sycl-cc --cache=C -fsycl-targets=x86_64 -DTWICE a.cpp -o p
	[ "$(./p)" = 214 ]
}

@test "a header that changes is read again; one that only has another date does not stop the cache" {
	mkdir -p s/sycl
	cp "$inputs/small/sycl/sycl.hpp" s/sycl/
	echo 'inline int times() { return 1; }' > s/sycl/times.hpp
	sed -i '$i#include "times.hpp"' s/sycl/sycl.hpp
	own_headers
	program
	sed -i 's/at\[0\] = N/at[0] = times() * N/; s/p\[0\])/p[0] + 100 * times())/' a.cpp
	sycl-cc --cache=C -fsycl-targets=x86_64 a.cpp -o p
	[ "$(./p)" = 107 ]
	echo 'inline int times() { return 3; }' > s/sycl/times.hpp
	sycl-cc --cache=C -fsycl-targets=x86_64 a.cpp -o p
	[ "$(./p)" = 321 ]
	n=$(kept)
	touch -d '+10 seconds' s/sycl/times.hpp
	sycl-cc --cache=C -fsycl-targets=x86_64 a.cpp -o p
	sycl-cc --cache=C -fsycl-targets=x86_64 a.cpp -o p
	[ "$(./p)" = 321 ]
	[ "$(kept)" -le "$n" ]
	# A cache that is damaged, or cannot be written, is no error.
	for file in C/headers/*.pch; do echo damaged > "$file"; done
	sycl-cc --cache=C -fsycl-targets=x86_64 a.cpp -o p
	[ "$(./p)" = 321 ]
	rm -rf C
	echo > C
	sycl-cc --cache="$PWD/C/x" -c a.cpp 2>/dev/null || sycl-cc -c a.cpp
}

@test "errors, warnings and -MD are those of a compilation without precompiled headers" {
	program
	sed -i 's/^int main.*/&\n\tint unused = 1; short s = 100000;/' a.cpp
	sycl-cc -Wall -MD -MF plain.d -MT x -c a.cpp 2> plain.err
	[ "$(grep -c warning: plain.err)" -ge 2 ]
	for _ in 1 2; do
		sycl-cc --cache=C -Wall -MD -MF cached.d -MT x -c a.cpp 2> cached.err
		diff plain.err cached.err
		cmp plain.d cached.d
	done
	[ "$(kept)" = 2 ]
	sed -i 's/short s/no_type s/' a.cpp
	run -1 sycl-cc -Wall -c a.cpp
	plain=$output
	run -1 sycl-cc -Wall --cache=C -c a.cpp
	[ "${plain%%to run it again:*}" = "${output%%to run it again:*}" ]
	[ "$(kept)" = 2 ]
}

@test "a dependency file has the source first, and for -MP a rule for each other file, with a precompiled header too" {
	program
	echo 'int own;' > 'own #1.hpp'
	sed 's/^int main/#include "own #1.hpp"\n&/' a.cpp > 'b $c.cpp'
	for options in '-MD -MP' -MMD '-MMD -MP -MT x:y -MQ z'; do
		sycl-cc --no-pch $options -MF plain.d -c 'b $c.cpp' -o b.o
		for _ in 1 2; do
			sycl-cc --cache=C $options -MF cached.d -c 'b $c.cpp' -o b.o
			cmp plain.d cached.d
		done
	done
	sycl-cc --no-pch -MD -MP -MF plain.d -MT 'some target: of this length' -MT "$(printf '%60s' x | tr ' ' y)" -c './/b $c.cpp' -o b.o
	sycl-cc --cache=C -MD -MP -MF cached.d -MT 'some target: of this length' -MT "$(printf '%60s' x | tr ' ' y)" -c './/b $c.cpp' -o b.o
	cmp plain.d cached.d
	[ "$(kept)" = 2 ]
}

@test "-Wp,-MD,FILE, -Wp,-MMD,FILE and -Wp,-MP are -MD, -MMD, -MF and -MP" {
	program
	for kind in -MD -MMD; do
		sycl-cc $kind -MP -MF plain.d -c a.cpp -o a.o
		for options in --no-pch --cache=C --cache=C; do
			sycl-cc "$options" "-Wp,$kind,b.d" -Wp,-MP -c a.cpp -o a.o
			cmp plain.d b.d
		done
	done
	sycl-cc -Wp,-MMD -c a.cpp -o c.o
	[[ $(< c.d) == 'c.o: '* ]]
}

@test "many at a time make one header; g++ as host compiler takes none, and ccache works" {
	small_headers
	program
	for i in 1 2 3 4; do sycl-cc --cache=C -c a.cpp -o $i.o & done
	wait
	for i in 2 3 4; do cmp 1.o $i.o; done
	[ "$(kept)" = 1 ]
	sycl-cc --cache=D '-###' -c a.cpp | grep -c 'header-cache --cache=D' > both
	sycl-cc --cache=D '-###' -fsycl-host-compiler=g++ -c a.cpp | grep -c 'header-cache --cache=D' > one
	[ "$(cat both one | xargs)" = '2 1' ]
	export CCACHE_DIR=$PWD/ccache SYCL_CC_CACHE=$PWD/C
	ccache sycl-cc -c a.cpp -o 5.o
	ccache sycl-cc -c a.cpp -o 6.o
	cmp 5.o 6.o
	sycl-cc -fsycl-targets=x86_64 5.o -o p
	[ "$(./p)" = 7 ]
}

@test "without --cache the second compilation makes the header, in a folder that nobody else can write; the object is the same" {
	small_headers
	program
	unset SYCL_CC_PCH
	export XDG_CACHE_HOME=$PWD/X/Y
	mkdir X
	headers() { find X -name '*.pch' | wc -l; }
	sycl-cc --no-pch -c a.cpp -o 0.o
	SYCL_CC_PCH='' sycl-cc -c a.cpp -o 0.o
	sycl-cc --cache= -c a.cpp -o 0.o
	sycl-cc -g -c a.cpp -o g.o
	sycl-cc --graph=script -c a.cpp | { run -1 grep header-cache; }
	[ ! -e X/Y ]
	sycl-cc -c a.cpp -o 1.o
	[ "$(headers)" = 0 ]
	[ "$(stat -c %a X/Y X/Y/sycl-cc | xargs)" = '700 700' ]
	sycl-cc -c a.cpp -o 2.o
	[ "$(headers)" = 1 ]
	sycl-cc -c a.cpp -o 3.o
	for i in 1 2 3; do cmp 0.o $i.o; done
	# Without a home, in one that cannot be written, or that others can: as without.
	rm -r X/Y/sycl-cc/headers
	chmod o+w X/Y/sycl-cc
	sycl-cc -c a.cpp -o 1.o
	XDG_CACHE_HOME=/proc/nowhere sycl-cc -c a.cpp -o 2.o
	env -u HOME -u XDG_CACHE_HOME "$BUILD/bin/sycl-cc" -c a.cpp -o 3.o
	for i in 1 2 3; do cmp 0.o $i.o; done
	[ "$(headers)" = 0 ]
}

@test "header-cache: what is wrong with a command is told" {
	echo 'int i;' > a.cpp
	run -2 header-cache -- cc ++ a.cpp
	[ "${lines[0]}" = "header-cache: error: no cache: option '--cache' is missing" ]
	run -2 header-cache --cache=C -- cc a.cpp
	[ "${lines[0]}" = "header-cache: error: the command wants a compiler, '++' and an input" ]
	run -127 header-cache --cache=C -- no-such-compiler ++ a.cpp
	[ "$output" = "header-cache: error: cannot start 'no-such-compiler': No such file or directory" ]
	run -1 header-cache --cache=C -- cc ++ nowhere.cpp
	[ "$output" = "header-cache: error: cannot read 'nowhere.cpp': No such file or directory" ]
	# What is no beginning: another token, a header of the user, a file of that name here.
	mkdir -p h/sycl
	echo 'int of_header;' > h/sycl/sycl.hpp
	echo 'int of_other;' > h/other.hpp
	number=0
	for text in 'int i;\n#include <sycl/sycl.hpp>' '#define X\n#include <sycl/sycl.hpp>' '#include "other.hpp"\n#include <sycl/sycl.hpp>' \
		'#include <other.hpp> #include <sycl/sycl.hpp>' '// x \\\n#include <sycl/sycl.hpp>' '#include <sycl/sycl.hpp'; do
		printf '%b\n' "$text" > a.cpp
		header-cache --cache=C --header=h/sycl/sycl.hpp -- sh -c 'printf "%s\n" "$@" > words' sh ++ -x a.cpp
		[ "$(cat words)" = $'-x\na.cpp' ] || { echo "$text"; return 1; }
	done
	run -3 header-cache --cache=C -- sh -c 'exit 3' ++ a.cpp
}
