# Properties of kernels, from C++ with the real headers and the driver.
load helper

# status: properties-as-attributes
@test "properties of a function object say what attributes would" {
	cat > x.cpp <<-'END'
		#include <sycl/sycl.hpp>
		namespace ex = sycl::ext::oneapi::experimental;
		struct sized {
			double *p;
			void operator()() const { *p = *p * *p; }
			auto get(ex::properties_tag) const
			{
				return ex::properties{ex::device_has<sycl::aspect::fp16, sycl::aspect::cpu>,
					ex::work_group_size<4, 2>, ex::sub_group_size<16>};
			}
		};
		struct both {
			int *p;
			void operator()(sycl::kernel_handler) const [[sycl::reqd_sub_group_size(8)]] { *p = 1; }
			auto get(ex::properties_tag) const { return ex::properties{ex::work_group_size_hint<2>}; }
		};
		int main()
		{
			sycl::queue q;
			q.single_task<class A>(sized{nullptr});
			q.single_task<class B>(both{nullptr});
		}
	END
	mkdir temps
	run -0 --separate-stderr sycl-cc -fsycl-targets=spir64 -save-temps=temps x.cpp -o x
	# the wrappers of the headers are no part of the chain
	diff -u - <(echo "$stderr") <<-'ENDWARNING'
		aspect-prop: warning: function 'sized::operator()' uses aspect 'fp64' not listed in property 'device_has'
		use is from this call chain:
		  sized::operator()() const
		compile with '-g' to get source location
	ENDWARNING
	"$LLVM_BIN/opt" -S temps/x.device-prepare.bc -o x.ll
	node() { sed -n "s/^$(grep "^define.*$1" x.ll | grep -o "!$2 ![0-9]*" | sed 's/.* //') = //p" x.ll; }
	[ "$(node E1A reqd_work_group_size)" = '!{i32 2, i32 4, i32 1}' ]
	[ "$(node E1A intel_reqd_sub_group_size)" = '!{i32 16}' ]
	[ "$(node E1B intel_reqd_sub_group_size)" = '!{i32 8}' ]
	[ "$(node E1B work_group_size_hint)" = '!{i32 2, i32 1, i32 1}' ]
	grep -qF '"sycl-device-has"="5,1"' x.ll
}
