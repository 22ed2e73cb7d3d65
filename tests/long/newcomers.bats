# What newcomers add, each in a copy of the tree at the places that CONTRIBUTING
# names and at no others.
load ../helper

# copy_tree: into the folder tree, with what is built; the driver names its folder
copy_tree() {
	mkdir tree
	tar -c -C "$root" --exclude='./build*' --exclude=./.git . | tar -x -C tree
	cp -a "$BUILD" tree/build
	touch tree/driver/driver.mk
}

@test "an aspect that is added to the list alone works from the attribute to the message of the runtime" {
	copy_tree
	sed -i '$i SYCL_CC_ASPECT(4711, ext_acme_widget)' tree/include/sycl-cc/aspects.def
	(unset BUILD && make -C tree -j2) > log 2>&1 || { tail log; return 1; }
	PATH=$PWD/tree/build/bin:$PATH
	grep -qx '.It 4711 Ta ext_acme_widget' tree/build/share/man/aspects.7
	cat > widget.cpp <<-'CPP'
		#include <algorithm>
		#include <cstdio>
		#include <sycl/sycl.hpp>
		int main()
		{
			sycl::queue q;
			constexpr sycl::aspect widget = sycl::aspect::ext_acme_widget;
			const auto has = q.get_device().get_info<sycl::info::device::aspects>();
			std::printf("%d %d ", int(sycl::any_device_has_v<widget>), int(std::count(has.begin(), has.end(), widget)));
			try {
				q.single_task([=]() [[sycl::device_has(widget)]] {}).wait();
				std::puts("ran");
			} catch (const sycl::exception &e) {
				std::puts(e.what());
			}
		}
	CPP
	sycl-cc -fsycl-targets=x86_64 widget.cpp -o p
	run -0 ./p
	[[ $output == "0 0 "*"aspect ext_acme_widget is not supported on the device"* ]]
	sycl-image list p > why
	grep -q "lacks aspect 'ext_acme_widget'" why
	export XDG_CONFIG_HOME=$PWD/config
	mkdir -p config/sycl-cc
	printf 'x86_64:\n  extends: x86_64\n  aspects: [cpu, ext_acme_widget]\n' > config/sycl-cc/device-config.yaml
	sycl-cc -fsycl-targets=x86_64 widget.cpp -o p
	SYCL_CC_DEVICE_AS=x86_64 run -0 ./p
	[ "$output" = "1 1 ran" ]
}
