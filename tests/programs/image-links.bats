# Device images that import functions of others: -fsycl-allow-device-image-dependencies.
load ../helper

programs=$inputs/sycl/images

# Sources are compiled once, linked for each target.
setup_file() {
	export XDG_CACHE_HOME=$BATS_FILE_TMPDIR/cache
	cd "$BATS_FILE_TMPDIR" || return 1
	for n in 1 2; do
		"$BUILD/bin/sycl-cc" -fPIC -DPLUGIN=$n -c "$inputs/sycl/images/plugin.cpp" -o plugin$n.o
	done
	for source in main a b library; do
		"$BUILD/bin/sycl-cc" -fPIC -c "$inputs/sycl/images/$source.cpp" -o $source.o
	done
}

# link_for TARGET OPTION...: program, library and plugins
link_for() {
	options="-fsycl-targets=$1 -fsycl-allow-device-image-dependencies ${*:2}"
	objects=$BATS_FILE_TMPDIR
	for n in 1 2; do
		sycl-cc $options -shared "$objects/plugin$n.o" -o plugin$n.so || return 1
	done
	sycl-cc $options -shared "$objects/library.o" -o liblibrary.so
	sycl-cc $options "$objects/main.o" "$objects/a.o" "$objects/b.o" -o p -L. -llibrary -Wl,-rpath,"$PWD"
}

# status: native-imports
@test "native images import functions of their program, of libraries and of plugins that come and go" {
	link_for x86_64
	run -0 ./p ./plugin1.so ./plugin2.so
	[ "$output" = right ]
	# Kernels that need no other image are compiled ahead of time all the same.
	rm -rf "$XDG_CACHE_HOME"
	SYCL_CC_ROOT=/nowhere PATH=/usr/bin run stdbuf -o0 ./p
	[ "$status" -ne 0 ]
	[[ $output == *'run<Chain>'* && $output != *'run<Plain>'* ]]
}

# status: spirv-imports
@test "SPIR-V images import functions of their program, of libraries and of plugins that come and go" {
	link_for spir64 --offload-compress
	run -0 ./p ./plugin1.so ./plugin2.so
	[ "$output" = right ]
	ls "$XDG_CACHE_HOME/sycl-cc" > first
	run -0 ./p ./plugin1.so ./plugin2.so
	[ "$output" = right ]
	diff first <(ls "$XDG_CACHE_HOME/sycl-cc")
}

# status: imported-needs
@test "the device must meet what the imported functions need, and is asked before anything is compiled" {
	link_for spir64 -fsycl-device-code-split=per_kernel
	SYCL_CC_DEVICE_CONFIG=$root/examples/no-fp64.yaml SYCL_CC_DEVICE_AS=no_fp64 run -0 ./p
	[ "$output" = right ]
}

@test "built-in functions of the device are no imports" {
	cat > k.cpp <<-'END'
		#include <sycl/sycl.hpp>
		SYCL_EXTERNAL int other(int);
		SYCL_EXTERNAL float root(float x) { return sycl::sin(x); }
		int main() {
			sycl::queue q;
			int *a = sycl::malloc_shared<int>(4, q);
			q.parallel_for(4, [=](sycl::id<1> i) { a[i] = other(int(sycl::fabs(float(i[0])))); });
		}
	END
	sycl-cc -fsycl-allow-device-image-dependencies -fsycl-device-code-split=off -save-temps=t -c k.cpp
	post-link --split=off --properties --allow-device-image-dependencies --emit-imported-symbols t/k.aspect-prop-2.bc -o t.table
	diff -u - <(sed -n '/imported/,$p' t_0.prop | grep -v -e functor -e _ZTSZ4mainE) <<-'END'
		[SYCL/imported symbols]
		_Z5otheri=1|1
		[SYCL-CC/imports of entry points]
		_Z4rootf=2|AAAAAAAAAAA
	END
}
