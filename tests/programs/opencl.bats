# Devices of OpenCL drivers: pocl's, which takes SPIR 1.2 that llvm-spirv makes of our SPIR-V.
load ../helper

setup_file() {
	export XDG_CACHE_HOME=$BATS_FILE_TMPDIR/cache POCL_CACHE_DIR=$BATS_FILE_TMPDIR/pocl
	export OCL_ICD_VENDORS=/etc/OpenCL/vendors/pocl.icd ONEAPI_DEVICE_SELECTOR='opencl:*'
	cd "$BATS_FILE_TMPDIR" || return 1
	"$BUILD/bin/sycl-cc" -O1 -fsycl-targets=spir64,x86_64 "$inputs/sycl/devices.cpp" -o devices
}

@test "OpenCL: a driver's device is there when the selector names it, and a missing loader, driver or translator is told" {
	cp "$BATS_FILE_TMPDIR/devices" .
	run -0 ./devices none
	[ "$output" = $'Portable Computing Language (1): [cpu]\ndefault: cpu\nright' ]
	ONEAPI_DEVICE_SELECTOR='*:*' run -0 ./devices none
	[ "$output" = $'sycl-cc (1): [cpu]\nPortable Computing Language (1): [cpu]\ndefault: cpu\nright' ]
	for selector in '' '!opencl:1' 'opencl:7;native_cpu:*'; do
		ONEAPI_DEVICE_SELECTOR=$selector run -0 ./devices none
		[ "$output" = $'sycl-cc (1): [cpu]\ndefault: cpu\nright' ]
	done
	ONEAPI_DEVICE_SELECTOR='' SYCL_CC_TRACE=images run -0 --separate-stderr ./devices none
	[[ $stderr == *'images: opencl: not asked: ONEAPI_DEVICE_SELECTOR does not select it'* ]]
	export ONEAPI_DEVICE_SELECTOR='*:*' SYCL_CC_TRACE=images
	OCL_ICD_VENDORS=$PWD run -0 --separate-stderr ./devices none
	[[ $output == $'sycl-cc (1): [cpu]\n'* && $stderr == *'images: opencl: there is no driver'* ]]
	run -0 --separate-stderr env PATH=/nowhere ./devices none
	[[ $stderr == *"takes no SPIR-V, but SPIR 1.2: for that the program 'llvm-spirv-15' is missing"* ]]
	# An older translator writes what the driver reads, too.
	mkdir bin
	ln -s "$(command -v llvm-spirv-15)" bin/llvm-spirv-14
	run -0 --separate-stderr env PATH="$PWD/bin" ./devices none
	[[ $output == *$'\nPortable Computing Language (1): [cpu]\n'* ]]
	: > libOpenCL.so.1
	LD_LIBRARY_PATH=$PWD run -0 --separate-stderr ./devices none
	[[ $output == $'sycl-cc (1): [cpu]\n'* && $stderr == *'images: opencl: no loader of drivers: '*'file too short'* ]]
}

@test "OpenCL: buffers move between the native CPU and a driver's device in one program, and only when they must" {
	cp "$BATS_FILE_TMPDIR/devices" .
	ONEAPI_DEVICE_SELECTOR='*:*' run -0 ./devices
	[ "${lines[-1]}" = right ]
	SYCL_CC_TRACE=commands,images run -0 --separate-stderr ./devices move
	[ "$output" = $'Portable Computing Language (1): [cpu]\ndefault: cpu\nright' ]
	[[ $stderr == *"built the image for 'spir64', translated to SPIR 1.2"* ]]
	[ "$(grep -c ' moves from the host to ' <<< "$stderr")" -le 5 ]
	[ "$(grep -c ' to the host$' <<< "$stderr")" -le 5 ]
	# The native CPU has the native image.
	SYCL_CC_TRACE=images ONEAPI_DEVICE_SELECTOR='native_cpu:*' run -0 --separate-stderr ./devices move
	[[ $stderr == *"the image for 'x86_64'"* && $stderr != *"the image for 'spir64'"* ]]
}

# runs PROGRAM: inputs/sycl/PROGRAM.cpp prints "right"
runs() {
	sycl-cc -w -c "$inputs/sycl/$1.cpp" -o "$1.o"
	sycl-cc "$1.o" -o "$1"
	"./$1" > said
	[ "$(cat said)" = right ] || { cat said; return 1; }
}

@test "OpenCL: extensions have their names; other backends have those of their aspects, and none that opencl:: tells" {
	cat > extensions.cpp <<-'CPP'
		#include <sycl/backend/opencl.hpp>
		#include <sycl/sycl.hpp>

		#include <cstdio>

		int main()
		{
			for (const sycl::device &d : sycl::device::get_devices()) {
				const sycl::platform p = d.get_platform();

				for (const std::string &name : d.get_info<sycl::info::device::extensions>())
					if (name.empty() || !d.has_extension(name))
						std::printf("lacks %s\n", name.c_str());
				std::printf("%d %d %d:", d.has_extension("cl_khr_fp64"), d.has_extension("cl_khr_fp"), p.has_extension("cl_khr_icd"));
				try {
					std::printf(" %d %d %d\n", sycl::opencl::has_extension(d, "cl_khr_fp64"), sycl::opencl::has_extension(d, ""),
						sycl::opencl::has_extension(p, "cl_khr_icd"));
				} catch (const sycl::exception &e) {
					std::printf(" %s\n", e.what());
				}
			}
		}
	CPP
	sycl-cc extensions.cpp -o extensions
	ONEAPI_DEVICE_SELECTOR='*:*' run -0 ./extensions
	[ "$output" = $'1 0 0: the device is none of OpenCL\n1 0 1: 1 0 1' ]
}

# sycl: opencl-made
@test "OpenCL: platforms, devices, contexts, queues and events are made of their own objects" {
	cat > made.cpp <<-'CPP'
		#include <sycl/sycl.hpp>

		#include <cstdio>

		int main()
		{
			constexpr auto own = sycl::backend::opencl;
			const sycl::property_list orders[] = { {}, { sycl::property::queue::in_order() } };
			int failures = 0;

			for (const sycl::property_list &order : orders) {
				sycl::queue q(order);
				int *const p = sycl::malloc_shared<int>(1, q);
				const sycl::event last = q.single_task([=] { *p = 1; });
				const sycl::event made = sycl::make_event<own>(sycl::get_native<own>(last), q.get_context());

				failures += sycl::get_native<own>(made) != sycl::get_native<own>(last);
				q.submit([&](sycl::handler &h) {
					h.depends_on(made);
					h.single_task([=] { *p += 10; });
				}).wait_and_throw();
				failures += *p != 11;
				failures += sycl::make_queue<own>(sycl::get_native<own>(q), q.get_context()) != q;
				failures += sycl::make_device<own>(sycl::get_native<own>(q.get_device())) != q.get_device();
				failures += sycl::make_platform<own>(sycl::get_native<own>(q.get_device().get_platform())) != q.get_device().get_platform();
				failures += sycl::get_native<own>(sycl::make_context<own>(sycl::get_native<own>(q.get_context())))
					!= sycl::get_native<own>(q.get_context());
				sycl::free(p, q);
			}
			try {
				sycl::make_event<own>({ nullptr }, sycl::context());
			} catch (const sycl::exception &e) {
				std::printf("%d %s\n", e.code() == sycl::errc::invalid, e.what());
			}
			std::puts(failures ? "wrong" : "right");
		}
	CPP
	sycl-cc made.cpp -o made
	run -0 ./made
	[[ $output == '1 clRetainEvent failed: '*$'\nright' ]]
}

@test "OpenCL: launches of every kind and size" {
	runs launch
	runs sizes
}

@test "OpenCL: kernels behind host tasks; sizes that are wrong are told at once there, too" {
	sycl-cc -w "$inputs/sycl/host-tasks.cpp" -o host-tasks
	run -0 ./host-tasks
	[[ $output == right$'\n'* ]]
}

@test "OpenCL: what a device lacks is told before anything is built, wrong sizes too, and constants have the values that are set" {
	sycl-cc -w "$inputs/sycl/refusals.cpp" -o refusals
	SYCL_CC_TRACE=images ./refusals 2> trace | sed 's/a work-group has [0-9]*/a work-group has N/' > said
	diff said - <<-'END'
		half: 13: Kernel uses optional feature corresponding to 'aspect::fp16' but device does not support this aspect. (Required aspect fp16 is not supported on the device)
		size: 4: The local size dimension of submitted nd_range doesn't match the required work-group size dimension: it is {4, 2}, the kernel requires {2, 4}
		dimensions: 4: The local size dimension of submitted nd_range doesn't match the required work-group size dimension: it is {1, 2, 4}, the kernel requires {4, 2, 1}
		sub-group: 13: Kernel has a required sub-group size of '64' but device does not support this sub-group size. (Sub-group size 64 is not supported on the device)
		uneven: 4: Non-uniform work-groups are not supported: global size 10 is not a multiple of local size 3 in dimension 0
		local: 9: 1073741824 bytes of local memory are asked for, a work-group has N at most
		right
	END
	# Four values are three programs: that of the defaults, and two more.
	[ "$(grep -c 'built the image' trace)" -le 7 ]
	sycl-cc -w -fsycl-targets=x86_64 "$inputs/sycl/refusals.cpp" -o native
	run -134 ./native
	[[ $output == *"there are images for 'x86_64' (INVALID_BINARY)"* ]]
}

@test "OpenCL: kernels in other files and libraries, and functions of other images" {
	cat > f.cpp <<-'CPP'
		#include <sycl/sycl.hpp>
		SYCL_EXTERNAL int twice(int x) { return 2 * x; }
	CPP
	cat > m.cpp <<-'CPP'
		#include <sycl/sycl.hpp>
		#include <cstdio>
		SYCL_EXTERNAL int twice(int x);
		int main()
		{
			sycl::queue q;
			int *p = sycl::malloc_shared<int>(1, q);
			*p = 21;
			q.single_task([=] { *p = twice(*p); }).wait();
			std::printf("%d\n", *p);
		}
	CPP
	sycl-cc -c f.cpp -o f.o
	sycl-cc -c m.cpp -o m.o
	sycl-cc m.o f.o -o together
	run -0 ./together
	[ "$output" = 42 ]
	sycl-cc -fsycl-allow-device-image-dependencies -shared -fPIC f.cpp -o libf.so
	sycl-cc -fsycl-allow-device-image-dependencies m.cpp -o apart -L. -lf -Wl,-rpath,"$PWD"
	run -0 ./apart
	[ "$output" = 42 ]
}
