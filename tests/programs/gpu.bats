# GPUs that LLVM compiles for itself: PTX for NVIDIA's, code objects for AMD's.
load ../helper

# The real assembler says whether PTX is right; packages have none.
cuda=${CUDA_PATH:-/usr/local/cuda}
need_ptxas() {
	[ -x "$cuda/bin/ptxas" ] || skip "no ptxas in $cuda/bin"
}

# symbols FILE SORT: names of a library, those it defines or those it lacks
symbols() {
	"$LLVM_BIN/llvm-nm" "$2" "$1" | awk '{ print $NF }' | LC_ALL=C sort -u
}

@test "a device library has every function that the headers declare and lacks nothing but what CUDA and LLVM bring" {
	sed -n 's/^declare void @\(.*\)()$/\1/p' "$BUILD/gen/device-names.ll" > wanted
	[ "$(wc -l < wanted)" -gt 140 ]
	for arch in nvptx64 amdgcn; do
		library=$BUILD/share/device/$arch.bc
		symbols "$library" --defined-only > defined
		run -0 comm -23 wanted defined
		[ -z "$output" ] || { echo "$arch lacks $output"; return 1; }
		symbols "$library" --undefined-only > undefined
		[ "$(grep -v -x -e '__assertfail' -e '__nvvm_reflect' -e 'llvm\..*' undefined)" = '' ] || { cat undefined; return 1; }
		run -1 grep -e '"target-' -e '"no-builtins"' <("$LLVM_BIN/llvm-dis" "$library" -o -)
	done
}

@test "every function of a device library compiles for a new processor, and ptxas takes it" {
	"$LLVM_BIN/llc" -mcpu=sm_90a -mattr=+ptx80 "$BUILD/share/device/nvptx64.bc" -o sm_90a.ptx
	"$LLVM_BIN/llc" -mcpu=gfx90a -filetype=obj "$BUILD/share/device/amdgcn.bc" -o gfx90a.o
	need_ptxas
	"$cuda/bin/ptxas" -c --gpu-name sm_90a -o cubin sm_90a.ptx
}

# build TARGET SOURCE [OPTION...]: device images of one program, in folder t
build() {
	sycl-cc -save-temps=t "-fsycl-targets=$1" -fsycl-link -o device.o "${@:2}"
}

# status: ptx-ptxas
@test "PTX of kernels of every kind is what ptxas takes, for the oldest and the newest processor" {
	need_ptxas
	for arch in sm_75 sm_90; do
		build "nvidia_gpu_$arch" -g "$root/tests/gpu/kernels.cpp"
		for ptx in "t/nvidia_gpu_$arch"/*.ptx; do
			"$cuda/bin/ptxas" --gpu-name $arch -o "$ptx.cubin" "$ptx"
		done
	done
	grep -q '^\.version 7\.0' t/nvidia_gpu_sm_75/*.ptx
	grep -q '^\.version 7\.8' t/nvidia_gpu_sm_90/*.ptx
	grep -q '\.debug_info' t/nvidia_gpu_sm_75/*.ptx
}

# status: ptx-kernels
@test "PTX has kernels with our parameters, local memory of the launch, warps, and calls nothing" {
	build nvidia_gpu_sm_75 -fsycl-device-code-split=off "$root/tests/gpu/kernels.cpp"
	cat t/nvidia_gpu_sm_75/*.ptx > ptx
	[ "$(grep -c '\.entry' ptx)" -eq 4 ]
	grep -q '^\.extern \.shared \.align 16 \.b8 __sycl_cc_local_block\[\];' ptx
	grep -A 4 '\.entry _ZTS10sum_groups' ptx | grep -q '\.param \.u32 _ZTS10sum_groups_param_2'
	grep -q 'shfl\.sync\.idx\.b32' ptx
	# All lanes take part, without a mask to be computed.
	run -1 grep -e 'shfl\.sync.*[^1];$' -e 'shfl\.sync.*, %r[0-9]*;$' ptx
	grep -q 'bar\.\(cta\.\)\{0,1\}sync\|barrier\.sync' ptx
	grep -q 'atom\..*add' ptx
	run -1 grep -e '^\.extern \.func' -e 'call' ptx
}

@test "integers of 128 bits are divided, shifted and converted to and from floating point in PTX, with no call" {
	cat > m.cpp <<-'CPP'
		#include <sycl/sycl.hpp>
		int main()
		{
			sycl::queue q;
			double *d = sycl::malloc_shared<double>(4, q);
			unsigned long *n = sycl::malloc_shared<unsigned long>(4, q);
			q.single_task([=] {
				const __int128 a = static_cast<__int128>(n[0]) << n[1], b = n[2];
				d[0] = static_cast<double>(a / b);
				d[1] = static_cast<float>(static_cast<unsigned __int128>(a % b));
				n[3] = static_cast<unsigned long>(static_cast<unsigned __int128>(d[2]) >> 64) + static_cast<unsigned long>(static_cast<__int128>(d[3]));
			});
		}
	CPP
	build nvidia_gpu_sm_75 m.cpp
	cat t/nvidia_gpu_sm_75/*.ptx > ptx
	run -1 grep -e '^\.extern \.func' -e 'call' ptx
}

@test "four neighbours in a row of a two-dimensional table in local memory are one load, where the launch's width allows it" {
	cat > m.cpp <<-'CPP'
		#include <sycl/sycl.hpp>
		int main()
		{
			sycl::queue q;
			float *f = sycl::malloc_shared<float>(16, q);
			q.submit([&](sycl::handler &h) {
				sycl::local_accessor<float, 2> t(sycl::range<2>(16, 16), h);
				h.parallel_for(sycl::nd_range<1>(16, 16), [=](sycl::nd_item<1> item) {
					const std::size_t i = item.get_local_id(0);
					float sum = 0;
					for (int k = 0; k < 16; k++)
						t[k][i] = f[i] + k;
					sycl::group_barrier(item.get_group());
					for (int k = 0; k < 16; k++)
						sum += t[i][k] * k;
					f[i] = sum;
				});
			});
		}
	CPP
	build nvidia_gpu_sm_75,amd_gpu_gfx90a -O2 m.cpp
	cat t/nvidia_gpu_sm_75/*.ptx > ptx
	[ "$(grep -c 'ld\.shared\.v4\.b32' ptx)" -eq 4 ]
	[ "$(grep -c 'ld\.shared\.b32' ptx)" -eq 16 ]
	"$LLVM_BIN/llvm-objdump" -d t/amd_gpu_gfx90a/*.hsaco > code
	[ "$(grep -c 'ds_read_b128' code)" -eq 4 ]
	# One version where there is no such table.
	sed 's/local_accessor<float, 2> t(.*;/local_accessor<float, 1> t(256, h);/; s/t\[\([a-z]\)\]\[\(.\)\]/t[16 * \1 + \2]/' m.cpp > flat.cpp
	build nvidia_gpu_sm_75 -O2 flat.cpp
	run -1 grep -q 'brev' t/nvidia_gpu_sm_75/*.ptx
}

# status: fat-binary
@test "with --cuda-path an image is a fat binary of PTX and machine code, made by the tools of that folder; other targets do not ask for them" {
	mkdir -p cuda/bin
	for tool in ptxas fatbinary; do
		cat > cuda/bin/$tool <<-END
			#!/bin/sh
			echo "$tool \$*" | sed "s|[^ =]*/||g" >> log
			while [ \$# -gt 0 ]; do
				case \$1 in --output-file | --create) echo made > "\$2" ;; esac
				shift
			done
		END
	done
	chmod +x cuda/bin/*
	build nvidia_gpu_sm_80 "--cuda-path=$PWD/cuda" "$root/examples/vector-add.cpp" \
		-Xsycl-target-linker=nvidia_gpu_sm_80 '-v --maxrregcount=32'
	sed 's/post-link[^ ]*\.\([a-z]*\)/X.\1/g' log > got
	[ "$(cat got)" = 'ptxas -m64 -O3 --gpu-name sm_80 --output-file X.cubin X.ptx -v --maxrregcount=32
fatbinary -64 --create X.fatbin --image3=kind=elf,sm=80,file=X.cubin --image3=kind=ptx,sm=80,file=X.ptx' ] || { cat got; return 1; }
	run -1 --separate-stderr sycl-cc --cuda-path=nowhere -fsycl-targets=nvidia_gpu_sm_80 "$root/examples/vector-add.cpp"
	[ "$stderr" = "sycl-cc: error: --cuda-path=nowhere: there is no bin/ptxas" ]
	run -0 sycl-cc --cuda-path=nowhere -fsycl-targets=x86_64 "$root/examples/vector-add.cpp" -o other
	[ "$output" = '' ]
}

# status: fat-binary-cuda
@test "CUDA's own tools make the fat binary" {
	need_ptxas
	build nvidia_gpu_sm_90 "--cuda-path=$cuda" "$root/examples/vector-add.cpp"
	set -- t/nvidia_gpu_sm_90/*.fatbin
	[ "$(od -An -tx4 -N4 "$1")" = ' ba55ed50' ]
	[ "$(sycl-image list device.o | grep -c nvidia_gpu_sm_90)" -eq 1 ]
}

@test "AMD: a code object has every kernel with its descriptor, and nothing undefined" {
	build amd_gpu_gfx90a,amd_gpu_gfx1100 -fsycl-device-code-split=off "$root/tests/gpu/kernels.cpp"
	for target in amd_gpu_gfx90a amd_gpu_gfx1100; do
		set -- t/$target/*.hsaco
		[ $# -eq 1 ]	# the other image needs atomic64
		"$LLVM_BIN/llvm-readelf" --dyn-syms "$1" > symbols
		for kernel in _ZTS11add_vectors _ZTS10sum_groups _ZTS14sum_sub_groups; do
			grep -q "FUNC .* $kernel\$" symbols
			grep -q "OBJECT .* $kernel\.kd\$" symbols
		done
		run -1 grep ' UND [^ ]' symbols
		"$LLVM_BIN/llvm-readelf" --notes "$1" | grep -q "amdhsa.target: *amdgcn-amd-amdhsa--${target#amd_gpu_}"
	done
}

@test "functions of the C++ library go to the device library, and without it they are named as missing" {
	cat > m.cpp <<-'CPP'
		#include <sycl/sycl.hpp>
		#include <cmath>
		int main()
		{
			sycl::queue q;
			double *d = sycl::malloc_shared<double>(1, q);
			float *f = sycl::malloc_shared<float>(1, q);
			q.single_task([=] { *d = std::pow(std::sin(*d), 2.5) + std::hypot(*d, 1.5); *f = std::erf(*f) + std::fmod(*f, 3.0f); });
		}
	CPP
	build nvidia_gpu_sm_75,amd_gpu_gfx90a m.cpp
	run -1 --separate-stderr build nvidia_gpu_sm_75 --no-offloadlib m.cpp
	[[ $stderr == *"error: function 'pow' is used by device code but defined nowhere"* ]]
	mkdir -p broken/bin
	ln -s "$BUILD"/bin/* broken/bin
	cp --remove-destination "$BUILD/bin/sycl-cc" broken/bin
	run -1 --separate-stderr broken/bin/sycl-cc -fsycl-targets=nvidia_gpu_sm_75 -fsycl-link m.cpp -o d.o
	[[ $stderr == *"sycl-cc: error: there is no device library '$PWD/broken/share/device/nvptx64.bc': --no-offloadlib links without it"* ]]
}

# status: gpu-device-known
@test "code sees which device it is compiled for, and the builtins of that compiler" {
	cat > m.cpp <<-'CPP'
		#include <sycl/sycl.hpp>
		#if defined(__SYCL_DEVICE_ONLY__) ? 0 : defined(__NVPTX__) || defined(__AMDGCN__)
		#error a host pass
		#endif
		static double my_min(double x, double y)
		{
		#if defined(__NVPTX__) && defined(__SYCL_DEVICE_ONLY__)
			return __nvvm_fmin_d(x, y);
		#else
			return x < y ? x : y;
		#endif
		}
		int main()
		{
			sycl::queue q;
			double *d = sycl::malloc_shared<double>(1, q);
			unsigned *u = sycl::malloc_shared<unsigned>(1, q);
			*d = 3;
			q.single_task([=] {
				*d = my_min(*d, 2.0);
		#if defined(__AMDGCN__) && defined(__SYCL_DEVICE_ONLY__)
				*u = __builtin_amdgcn_s_getreg(1);
		#endif
			}).wait();
			return *d == 2 ? 0 : 1;
		}
	CPP
	sycl-cc -fsycl-targets=nvidia_gpu_sm_75,amd_gpu_gfx90a,x86_64 -save-temps=t m.cpp -o m
	grep -q 'min\.f64' t/nvidia_gpu_sm_75/*.ptx
	"$LLVM_BIN/llvm-dis" t/m.amdgcn.aspect-prop-2.bc -o - | grep -q 'llvm.amdgcn.s.getreg'
	./m
}

@test "atomic operations keep the order and scope that the program asks for, which LLVM's instructions alone do not" {
	cat > m.cpp <<-'CPP'
		#include <sycl/sycl.hpp>
		using sycl::memory_order, sycl::memory_scope;
		int main()
		{
			sycl::queue q;
			float *f = sycl::malloc_shared<float>(4, q);
			int *p = sycl::malloc_shared<int>(4, q);
			q.single_task([=] {
				sycl::atomic_ref<int, memory_order::relaxed, memory_scope::device>(p[0]).fetch_max(1);
				sycl::atomic_ref<int, memory_order::acq_rel, memory_scope::device>(p[1]).fetch_add(1);
				sycl::atomic_ref<float, memory_order::seq_cst, memory_scope::work_group>(f[0]).fetch_add(1);
				sycl::atomic_ref<int, memory_order::acq_rel, memory_scope::device>(p[2]).exchange(1);
			});
		}
	CPP
	build nvidia_gpu_sm_75 m.cpp
	[ "$(sed -n 's/^	\(fence[a-z_.]*\).*/\1/p; s/^	\(atom[a-z0-9_.]*\).*/\1/p' t/nvidia_gpu_sm_75/*.ptx | tr '\n' ' ')" = \
		"atom.global.max.s32 fence.acq_rel.gpu atom.global.add.u32 fence.acq_rel.gpu fence.sc.cta atom.global.add.f32 fence.sc.cta fence.acq_rel.gpu atom.global.exch.b32 fence.acq_rel.gpu " ]
}

@test "PTX: the base of local memory is a constant, neighbours there are loaded as vectors, waiting needs no fence, rsqrt() is an instruction" {
	build nvidia_gpu_sm_90 -fsycl-device-code-split=off "$root/bench/gpu/kernels.cpp"
	cat t/nvidia_gpu_sm_90/*.ptx > ptx
	[ "$(grep -c '\.entry' ptx)" -eq 5 ]
	run -1 grep -e sycl_cc_local_memory -e 'fence\.' -e membar -e 'sqrt\.rn' -e 'div\.' ptx
	grep -q 'rsqrt\.approx\.f32' ptx
	# nothing but the constant distances of a tile's rows is between the loads
	sed -n '/\.entry _ZTS5tiles/,/^}/p' ptx > tiles
	[ "$(grep -c 'ld\.shared\.v4\.b32' tiles)" -eq 4 ]
	# four bodies in one round
	[ "$(sed -n '/\.entry _ZTS6bodies/,/^}/p' ptx | grep -c 'rsqrt\.approx')" -ge 4 ]
}

@test "atomic operations on private memory are plain ones, also through a generic pointer" {
	cat > private.cpp <<-'END'
		#include <sycl/sycl.hpp>
		template <typename T> SYCL_EXTERNAL T count(T n)
		{
			T own = n;
			sycl::atomic_ref<T, sycl::memory_order::acq_rel, sycl::memory_scope::device> one(own);
			one += 2; one.exchange(one.load() + 1); one.fetch_min(7); one.compare_exchange_strong(n, 3); one.store(one - 1);
			return own;
		}
		template int count(int); template long count(long);
		SYCL_EXTERNAL int shared(int *p) { return sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device,
			sycl::access::address_space::global_space>(*p)++; }
		int main() { int *p = nullptr; sycl::queue().single_task([=] { p[0] = count(1) + count(2L) + shared(p); }); }
	END
	sycl-cc -fsycl-targets=nvidia_gpu_sm_80 -save-temps=t private.cpp -o p
	grep -h -P '^\t(@.* )?(atom|red|isspacep|.*relaxed)' t/nvidia_gpu_sm_80/*.ptx > found
	[[ $(cat found) == $'\t'atom.*global.add* && $(wc -l < found) -eq 1 ]] || { cat found; return 1; }
}

@test "parts of numbers of floating point are stored from registers of their own in PTX, and members that are not aligned have every bit" {
	cd "$BATS_TEST_TMPDIR"
	for level in -O0 -O2; do
		sycl-cc $level -fsycl-targets=nvidia_gpu_sm_75 "$inputs/sycl/packed.cpp" -o packed
		sycl-image extract -o images packed
		run -1 grep -aE '^[[:space:]]+st[.][^[:space:]]*[.]b(8|16|32)[[:space:]][^,]*, %rd|^[[:space:]]+st[.][^[:space:]]*[.]b(8|16)[[:space:]][^,]*, %r[0-9]' images/0.bin
		grep -aq 'mov.b64 %part, %rd[0-9]*; st[.a-z]*.b8' images/0.bin
		rm -r images
	done
	for target in x86_64 spir64; do
		sycl-cc -fsycl-targets=$target "$inputs/sycl/packed.cpp" -o packed
		run -0 ./packed
		[ "$output" = right ]
	done
}
