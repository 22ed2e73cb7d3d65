# A few of the link recipes of tests/long/link-recipes.bats, and libraries that come and go.
load ../helper
load ../link-recipes

@test "static, thin and relinked: three recipes in manners that differ" {
	make_objects objects
	objects=$PWD/objects
	link_by g++ -static-pie
	run -0 ./p
	[ "${lines[-1]}" = 49 ]
	link_by thin -Wl,--gc-sections
	strip p
	run -0 ./p
	[ "$output" = 49 ]
	link_by ld-r -Wl,--as-needed
	run -0 ./p
	[ "$output" = 49 ]
}

@test "a library with kernels is opened, used and closed, twice" {
	cat > library.cpp <<-'END'
		#include <sycl/sycl.hpp>
		extern "C" int square(int x)
		{
			sycl::queue q;
			int *p = sycl::malloc_shared<int>(1, q);
			q.single_task<class square_kernel>([=] { *p = x * x; }).wait();
			const int result = *p;
			sycl::free(p, q);
			return result;
		}
	END
	cat > user.c <<-'END'
		#include <dlfcn.h>
		#include <stdio.h>
		int main(void)
		{
			for (int i = 2; i < 4; i++) {
				void *library = dlopen("./library.so", RTLD_NOW | RTLD_LOCAL);
				int (*square)(int) = library ? (int (*)(int))dlsym(library, "square") : 0;
				if (!square)
					return puts(dlerror()), 1;
				printf("%d\n", square(i));
				if (dlclose(library))
					return 1;
			}
			return 0;
		}
	END
	sycl-cc -O1 -shared -fPIC library.cpp -o library.so
	gcc user.c -o user
	run -0 ./user
	[ "$output" = $'4\n9' ]
}
