# The pipeline of the README, run line by line.
load helper

# status: pipeline-by-hand
@test "the README's pipeline by hand makes a program that runs" {
	cp "$root/examples/two-features.cpp" .
	sed -n '/^<!-- pipeline -->/,/^<!-- end -->/s/^    //p' "$root/README.md" > lines
	[ -s lines ]
	bash -eu lines > out
	grep -q '^\[Code|Properties|Symbols\]$' out
	grep -q 'aspects=2|' out
	grep -q sycl_used_aspects out
}

# status: pipeline-files
@test "every file of the pipeline by hand is what the next stage's page says" {
	cp "$root/examples/two-features.cpp" .
	sed -n '/^<!-- pipeline -->/,/^<!-- end -->/s/^    //p' "$root/README.md" > lines
	bash -eu lines > out
	[ "$(head -n 1 c.table)" = '[Code|Properties|Symbols]' ]
	[ "$(wc -l < code.list)" -eq "$(wc -l < image.list)" ]
	while read -r image; do file "$image" | grep -q 'ELF 64-bit.*shared object' || return 1; done < image.list
	file images.o | grep -q 'ELF 64-bit.*relocatable'
}

# What the examples of the tools' pages start from.
make_examples() {
	mkdir -p old new released include/app out
	cat > main.cpp <<- 'E'
		#include <sycl/sycl.hpp>
		int half(int x);
		class MyKernel;
		int main()
		{
			sycl::queue q;
			double *p = sycl::malloc_shared<double>(4, q);
			q.parallel_for<MyKernel>(4, [=](sycl::id<1> i) { p[i] = i * 0.5; }).wait();
			return half(1);
		}
	E
	cat > util.cpp <<- 'E'
		#include <sycl/sycl.hpp>
		int half(int x)
		{
			sycl::queue q;
			int *p = sycl::malloc_shared<int>(4, q);
			q.parallel_for(4, [=](sycl::id<1> i) { p[i] = x / 2; }).wait();
			return p[0];
		}
	E
	cat > hello.cpp <<- 'E'
		#include <sycl/sycl.hpp>
		class fill;
		class scale;
		constexpr sycl::specialization_id<int> tile_size(8);
		int main()
		{
			sycl::queue q;
			double *p = sycl::malloc_shared<double>(4, q);
			q.parallel_for<fill>(4, [=](sycl::id<1> i) { p[i] = i; }).wait();
			q.submit([&](sycl::handler &h) {
				h.parallel_for<scale>(4, [=](sycl::id<1> i, sycl::kernel_handler k) { p[i] *= k.get_specialization_constant<tile_size>(); });
			}).wait();
		}
	E
	sycl-cc -o hello hello.cpp
	cp hello stencil
	cp hello released
	cp hello old/app
	cp hello new/app
	export CPATH=$inputs/small:$root/include
	sycl-cc -c -save-temps=m main.cpp -o main.o
	sycl-cc -c -save-temps=u util.cpp -o util.o
	ar rc libutil.a util.o
	sycl-cc -save-temps=t -fsycl-device-code-split=per_source main.o libutil.a -o both
	cp m/main.device-prepare.bc k.prepared.bc
	cp m/main.device-optimize.bc k.optimized.bc
	cp m/main.device-compile.ll x.ll
	cp m/main.module-id x.id
	cp m/main.host-compile.o x.host.o
	cp util.cpp app.cpp
	echo 'int main() { half(2); }' >> app.cpp
	cp app.cpp x.cpp
	echo '#include <app/device.hpp>' > tool.cpp
	printf '#include <sycl/sycl.hpp>\nstd::map<int, std::function<int()>> known;\n' > include/app/device.hpp
	cp "$(echo t/*device-lib.bc)" app.bc
	post-link --split=source --symbols --properties -o app.table app.bc
	cp app_0.bc x.bc
	aspect-filter --target=intel_gpu_dg1 --empty -o post-link.table app.table
	echo 0.spv > image.list
	file-table-tform -extract=Code -drop_titles -o code.list app.table
	"$LLVM_BIN/llc" -O0 -mtriple=spirv64v1.3-unknown-unknown -filetype=obj -o app.spv app_0.bc
	cp app_0.sym app.sym
	cp app_0.prop app.prop
	echo 'define spir_kernel void @add(ptr byval([24 x i8]) %p) { ret void }' > kernels.bc
}

@test "the examples of every tool's page run, and print what the page says" {
	make_examples
	count=0
	for page in "$root"/tools/*/*.1; do
		mkdir work
		cp -r [!w]* work
		awk -f "$root/tests/page-examples.awk" "$page" > work/run
		count=$((count + $(grep -cE '^(sizes <<|\{ )' work/run || :)))
		( cd work && bash -e -o pipefail run ) || { echo "$page"; return 1; }
		rm -r work
	done
	[ "$count" -ge 25 ]
}
