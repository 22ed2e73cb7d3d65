# Help, manual page and completions of sycl-cc come from one option table.
load helper

# The options of the table, one a line.
table() {
	awk -F '\t' '!/^#/ && NF >= 3 { print $1 }' "$root/driver/options.tsv"
}

@test "--help, the manual page and all completions hold every option of the table" {
	sycl-cc --help > help
	groff -mdoc -Tascii -P-cbou "$BUILD/share/man/sycl-cc.1" > page
	while read -r option; do
		for text in help page "$BUILD"/share/completions/sycl-cc.{bash,zsh,fish}; do
			grep -q -F -e "$option" "$text" || { echo "$option is not in $text"; return 1; }
		done
	done < <(table)
}

@test "no option is twice in the table" {
	run -0 sh -c "sort | uniq -d" < <(table)
	[ -z "$output" ]
}

# status: option-table
@test "the driver knows every option of the table" {
	while read -r option; do
		grep -q -F -e "	${option%=}" -e " ${option%=}" "$root"/driver/sections/*-options.sh || { echo "$option"; return 1; }
	done < <(table)
}

@test "bash completes options, files, and leaves no blank after =" {
	run -0 bash -c ". '$BUILD/share/completions/sycl-cc.bash'
		COMP_WORDS=(sycl-cc -fsycl-ta) COMP_CWORD=1
		compopt() { echo \"\$*\"; }
		_sycl_cc
		echo \"\${COMPREPLY[@]}\""
	[ "$output" = '-o nospace
-fsycl-targets=' ]
}

@test "zsh completes options and nodes" {
	mkdir f
	cp "$BUILD/share/completions/sycl-cc.zsh" f/_sycl-cc
	cat > z <<-'END'
		zmodload zsh/zpty
		zpty z "TERM=dumb zsh -f -i"
		zpty -w z "PS1=; unsetopt zle_bracketed_paste; fpath=($PWD/f \$fpath); autoload -Uz compinit; compinit -u -D; echo rea''dy"
		zpty -r z out '*ready*'
		zpty -w -n z $'sycl-cc --stop-after=offl\t'
		zpty -r z out '*offload-wrap*'
		print -r -- "$out"
		zpty -w -n z $'\x15sycl-cc -fsycl-targ\t'
		zpty -r z out '*fsycl-targets=*'
		print -r -- "$out"
	END
	run -0 timeout 20 zsh -f z
	[[ $output != *_arguments:* ]]
}

@test "fish completes options with what they do, and nodes" {
	said() {
		HOME=$PWD fish -c "source '$BUILD/share/completions/sycl-cc.fish'; complete -C '$1'"
	}
	[ "$(said 'sycl-cc --resu')" = $'--resume\t'"$(sed -n 's/^--resume\t\t//p' "$root/driver/options.tsv")" ]
	[ "$(said 'sycl-cc --stop-after=post')" = '--stop-after=post-link' ]
	# A text with a quote is one word.
	[ "$(said 'sycl-cc -' | grep -c '^-o')" -ge 1 ]
	touch source.cpp
	[ "$(said 'sycl-cc sour')" = source.cpp ]
}

@test "-sycl-std: 2020 is taken, older versions with a note, others are refused" {
	source=$inputs/driver/square.cpp
	run -0 --separate-stderr sycl-cc '-###' -sycl-std=2020 "$source"
	[ -z "$stderr" ]
	run -0 --separate-stderr sycl-cc '-###' -sycl-std=1.2.1 "$source"
	[ "$stderr" = "sycl-cc: note: '-sycl-std=1.2.1' is taken as 2020" ]
	run -2 --separate-stderr sycl-cc '-###' -sycl-std=2035 "$source"
	[ "${stderr_lines[0]}" = "sycl-cc: error: unknown SYCL version '2035': 2020, 2017 or 1.2.1" ]
}

@test "with -fsycl, --offload-arch names targets by their processors" {
	sycl-cc '-###' -fsycl --offload-arch=sm_90,pvc --offload-arch=gfx90a "$inputs/driver/square.cpp" -o p > plan
	sycl-cc '-###' -fsycl-targets=nvidia_gpu_sm_90,intel_gpu_pvc,amd_gpu_gfx90a "$inputs/driver/square.cpp" -o p > wanted
	cmp plan wanted
	run -1 sycl-cc -fsycl --offload-arch=foo "$inputs/driver/square.cpp" -o p
	[[ $output == *"SYCL target is invalid: 'intel_gpu_foo'"* ]]
	run -0 sycl-cc -c --offload-arch=sm_90 "$inputs/driver/square.cpp"
	[[ $output == *"argument unused during compilation: '--offload-arch=sm_90'"* ]]
}

@test "a response file holds words as a shell would read them" {
	printf '%s\n' '-O1 "-DTEXT=\"a b\""' "-D'SPACE'=1 \\" '' '-DLAST' > words
	sycl-cc '-###' @words "$inputs/driver/square.cpp" -o p > plan
	grep -q -e '-DTEXT="a b"' plan
	grep -q -e ' -DSPACE=1 -DLAST ' plan
	run -1 sycl-cc @no-such-words
	[ "$output" = "sycl-cc: error: no such file: '@no-such-words'" ]
}

@test "--offload-compress stores images compressed where that is shorter, and the program runs" {
	small_headers
	{
		echo '#include <sycl/sycl.hpp>'
		echo '#include <cstdio>'
		echo 'int main() { sycl::queue q; int *p = sycl::malloc_shared<int>(64, q);'
		for i in $(seq 30); do
			echo "q.parallel_for<class k$i>(sycl::range<1>(64), [=](sycl::id<1> i) { p[i] = int(i[0]) * $i + p[63 - i]; }).wait();"
		done
		echo 'std::puts("ran"); sycl::free(p, q); }'
	} > many.cpp
	sycl-cc -O1 --offload-compress -fsycl-device-code-split=off many.cpp -o p
	run -0 ./p
	[ "$output" = ran ]
	[ "$(sycl-image --json list p | jq '.[0].compressed')" = true ]
}

@test "options of the common SYCL compiler are taken, with a note where they say something else; each is in the table" {
	small_headers
	source=$inputs/driver/square.cpp
	silent='-fsycl-unnamed-lambda -fno-sycl-id-queries-fit-in-int -fsycl-id-queries-range=size_t -fsycl-early-optimizations
		-fno-sycl-dead-args-optimization -fno-sycl-instrument-device-code -fno-sycl-allow-func-ptr -fsycl-device-lib=all
		-fno-sycl-device-lib=all -fsycl-link=image --gcc-toolchain=/usr'
	noted='-fno-sycl-unnamed-lambda -fsycl-id-queries-fit-in-int -fsycl-id-queries-range=int -fno-sycl-early-optimizations
		-fsycl-dead-args-optimization -fsycl-instrument-device-code
		-fno-sycl-device-lib=libc,libm-fp32 -fsycl-link-targets=spir64'
	for option in $silent; do
		run -0 --separate-stderr sycl-cc '-###' "$option" "$option" "$source"
		[ -z "$stderr" ] || { echo "$option: $stderr"; return 1; }
	done
	for option in $noted; do
		run -0 --separate-stderr sycl-cc '-###' "$option" "$source"
		[[ $stderr == "sycl-cc: note: '$option'"* && $stderr != *$'\n'* ]] || { echo "$option: $stderr"; return 1; }
	done
	for option in $silent $noted; do
		grep -q -e "^${option%%=*}" "$root/driver/options.tsv" || { echo "$option has no row"; return 1; }
	done
	run -2 sycl-cc '-###' -fsycl-link=early "$source"
	[ "${lines[0]}" = "sycl-cc: error: unknown kind of '-fsycl-link': 'early', image is the only one" ]
	run -2 sycl-cc '-###' -fno-sycl-device-lib=libx "$source"
	[ "${lines[0]}" = "sycl-cc: error: unknown device library 'libx' in '-fno-sycl-device-lib=libx'" ]
	sycl-cc '-###' -fno-sycl-early-optimizations "$source" | grep -q 'passes=default<O1>'
	sycl-cc '-###' -fsycl-link-targets=spir64,x86_64 "$source" -o l.o | grep -q 'ld.lld -r -o l.o .*spir64.* .*x86_64'
	sycl-cc -O1 -fsycl-dump-device-code=dump/here -fsycl-link "$source" -o l.o
	[ "$(echo dump/here/*)" = dump/here/spir64-0.spv ]
	for option in -fsycl-dump-device-code -fsycl-dump-device-code=; do
		sycl-cc -O1 $option -fsycl-link "$source" -o l.o
		cmp spir64-0.spv dump/here/spir64-0.spv
		rm spir64-0.spv
	done
	# What has no SYCL in it is not bothered.
	echo 'int x;' > plain.cpp
	run -0 sycl-cc -fsycl-id-queries-fit-in-int -c plain.cpp
	[ -z "$output" ]
}

@test "options of icpx, AdaptiveCpp and ComputeCpp have clang's meaning, or none, or a note; each is in the manual page" {
	source=$inputs/driver/square.cpp
	silent='-ipo -no-ipo -axCORE-AVX512 -qopt-report=3 -qopt-zmm-usage=high -vec -no-vec -ansi-alias -prec-div -no-prec-div -ftz
		-fimf-precision=high -fp-speculation=safe -restrict -traceback -inline-level=2 -shared-intel -static-intel
		-diag-disable=10441 -fpreview-breaking-changes -foffload-fp32-prec-div -foffload-fp32-prec-sqrt
		-ftarget-register-alloc-mode=pvc:large -reuse-exe=x -sycl -sycl-driver -no-serial-memop -intelspirmetadata
		-fsycl-force-inline-kernel-lambda -fsycl-optimize-non-user-code -fsycl-use-bitcode
		-fsycl-remove-unused-external-funcs -fsycl-decompose-functor -fsycl-exp-range-rounding
		-fsycl-std-layout-kernel-params -fsycl-fp32-prec-sqrt -fsycl-esimd-force-stateless-mem
		-fsycl-esimd-build-host-code -fsycl-cuda-compatibility -fsycl-libspirv-path=x -fsycl-device-lib-jit-link
		-fsycl-rtc-mode -fsycl-explicit-simd -fsycl-preserve-device-nonsemantic-metadata -fsycl-allow-virtual-functions
		-fsycl-enable-int-header-diags -fsycl-parallel-for-force-range-rounding -fsycl-undef-max-work-group-size
		-fsycl-force-target=spir64 --offload-new-driver --no-offload-new-driver -parallel-source-info=2 --offload-compression-level=3 -fno-bundle-offload-arch -ftarget-export-symbols -ftarget-compile-fast -flink-huge-device-code
		-fsycl-link-huge-device-code -fsycl-use-integration-headers -fsycl-footer-path=/x -fno-sycl-esimd-build-host-code -fsycl-use-main-file-name -fno-sycl-use-footer -fsycl-device-code-split-esimd
		-fsycl-device-code-lower-esimd -fgpu-inline-threshold=500
		-fcuda-short-ptr -fno-alias -fargument-noalias -align -unroll=4 -parallel -no-intel-lib -qopenmp-stubs -foffload-lto=thin -diag-enable=vec'
	pairs='-wd10 -Xspirv-translator -x -Xdevice-post-link -x -Xclang -fsycl-allow-virtual-functions -Xclang -fsycl-disable-range-rounding -Wno-sycl-strict -Wsycl-strict'
	noted='--acpp-stdpar --acpp-stdpar-unconditional-offload -qmkl -qmkl=parallel -qipp -qdal -qactypes -fintelfpga -fsycl-pstl-offload -fsycl-fp64-conv-emu
		-fsycl-device-obj=spirv -fno-sycl-use-bitcode'
	sycl-cc '-###' "$source" -o p > wanted
	sycl-cc '-###' $silent $pairs -sycl-target spir64 "$source" -o p > got
	diff wanted got
	run -0 --separate-stderr sycl-cc '-###' -Xclang -fsycl-fp64-conv-emu -Xarch_device -fsanitize=address "$source" -o p
	printf '%s\n' "$output" | diff wanted -
	[ "$stderr" = "sycl-cc: note: '-fsycl-fp64-conv-emu': double is not emulated
sycl-cc: note: '-Xarch_device -fsanitize=address': device code has no sanitizers" ]
	sycl-cc '-###' -Xarch_host -DON_HOST -Xarch_device -DON_DEVICE "$source" -o p > got
	[ "$(grep -c -e -DON_HOST got)" -eq 1 ]
	[ "$(grep -e -DON_HOST got | grep -c -e -fsycl-is-host)" -eq 1 ]
	[ "$(grep -c -e -DON_DEVICE got)" -eq 1 ]
	for option in $noted; do
		run -0 --separate-stderr sycl-cc '-###' "$option" "$source" -o p
		[[ $stderr == "sycl-cc: note: '$option'"* && $stderr != *$'\n'* ]] || { echo "$option: $stderr"; return 1; }
		printf '%s\n' "$output" | diff wanted -
	done
	for option in $silent $noted -sycl-target -qopenmp -fiopenmp -qopenmp-simd -fp-model -fma -xHost -qtbb -tbb -foffload-static-lib --acpp-targets -nolibsycl -lsycl -lsycl-preview; do
		case $option in
		-no-vec | -no-prec-*) option=-${option#-no-} ;;
		-qopt-*) option=-qopt- ;;
		-fimf-*) option=-fimf- ;;
		-ax*) option=-ax ;;
		--acpp-stdpar*) option=--acpp-stdpar ;;
		esac
		option=${option%%=*}
		grep -q -E -e " Fl ${option#-}( |$)|^\.Fl ${option#-}( |$)" "$root/driver/sycl-cc.1.in" || { echo "$option is not in the page"; return 1; }
	done
	sycl-cc '-###' --hipsycl-platform=cuda --acpp-cpu-cxx=g++ --acpp-clang=clang++ --acpp-cuda-path=/x --acpp-rocm-path=/x -fsycl-esimd \
		"$source" -o p | diff wanted -
	while read -r line; do
		theirs=${line% *} ours=${line##* }
		sycl-cc '-###' $theirs "$source" -o p > got
		sycl-cc '-###' $ours "$source" -o p | diff - got || { echo "$theirs"; return 1; }
	done <<-'END'
		-qopenmp -fopenmp
		-fiopenmp -fopenmp
		-qno-openmp -fno-openmp
		-qopenmp-simd -fopenmp-simd
		-fp-model=precise -ffp-model=precise
		-fp-model=source -ffp-model=precise
		-fp-model=fast=2 -ffp-model=fast
		-fma -ffp-contract=fast
		-no-fma -ffp-contract=off
		-xHost -march=native
		-xCORE-AVX512 -march=skylake-avx512
		-xICELAKE-SERVER -march=icelake-server
		-xsapphirerapids -march=sapphirerapids
		-xMIC-AVX512 -march=knl
		-w0 -w
		-qtbb -ltbb
		-tbb -ltbb
		--acpp-targets=omp -fsycl-targets=x86_64
		--opensycl-targets=omp;generic -fsycl-targets=x86_64,spir64
		--hipsycl-targets=cuda:sm_70,sm_80;hip:gfx90a -fsycl-targets=nvidia_gpu_sm_70,nvidia_gpu_sm_80,amd_gpu_gfx90a
		--hipsycl-platform=cpu -fsycl-targets=x86_64
		--hipsycl-platform=cpu --hipsycl-targets=omp -fsycl-targets=x86_64
		--hipsycl-gpu-arch=sm_75 -fsycl-targets=nvidia_gpu_sm_75
		--acpp-gpu-arch=gfx906 -fsycl-targets=amd_gpu_gfx906
		--acpp-save-temps -save-temps
		-fsycl-native-cpu -fsycl-targets=native_cpu
	END
	sycl-cc '-###' -fp-model strict "$source" -o p > got
	sycl-cc '-###' -ffp-model=strict "$source" -o p | diff - got
	run -2 sycl-cc '-###' -fp-model=quick "$source"
	[ "${lines[0]}" = "sycl-cc: error: unknown model of floating point 'quick': fast, precise or strict" ]
	run -2 sycl-cc '-###' --acpp-targets=cuda-nvcxx "$source"
	[ "${lines[0]}" = "sycl-cc: error: no target for 'cuda-nvcxx' of '--acpp-targets=cuda-nvcxx'; use -fsycl-targets= (sycl-cc --list-targets)" ]
	run -2 sycl-cc '-###' --acpp-nothing "$source"
	[ "${lines[0]}" = "sycl-cc: error: unknown option '--acpp-nothing'" ]
	# Sources without SYCL get clang's names, too.
	printf '#ifndef _OPENMP\n#error\n#endif\n' > plain.cpp
	sycl-cc -qopenmp -ipo -fp-model precise -c plain.cpp
	printf 'int f() { return 0; }\n' > f.cpp
	sycl-cc -c f.cpp -o f.o
	ar rc libf.a f.o
	printf 'int f(); int main() { return f(); }\n' > main.cpp
	sycl-cc main.cpp -foffload-static-lib=libf.a --offload-new-driver -o p
	./p
}

@test "-lsycl is the runtime, with sources, objects and programs that have no SYCL in them" {
	small_headers
	sycl-cc '-###' "$inputs/driver/square.cpp" -o p > wanted
	sycl-cc '-###' -lsycl "$inputs/driver/square.cpp" -lsycl -o p | diff wanted -
	printf 'int main() {}\n' > plain.cpp
	sycl-cc plain.cpp -lsycl -o p
	./p
	sycl-cc -c plain.cpp -lsycl-preview
	sycl-cc plain.o -lsycl-preview -o p
	./p
	# A host object needs the runtime, whoever compiled it.
	printf '#include <sycl/sycl.hpp>\nint main() { return sycl::device().is_gpu() && sycl::device().is_cpu(); }\n' > user.cpp
	"$LLVM_BIN/clang++" -std=c++17 -I"$root/include" -c user.cpp
	sycl-cc user.o -lsycl -o p
	./p
}

@test "-foffload-whole-static-lib takes all members of an archive, with their device code; -nolibsycl leaves the runtime out" {
	small_headers
	cat > k.cpp <<-'END'
		#include <sycl/sycl.hpp>
		#include <cstdio>
		static int value = [] {
			sycl::queue q;
			int *p = sycl::malloc_shared<int>(1, q), r;
			q.single_task<class of_the_archive>([=] { *p = 7; }).wait();
			r = *p;
			std::printf("%d\n", r);
			return r;
		}();
	END
	printf 'int main() {}\n' > main.cpp
	sycl-cc -c k.cpp
	ar rc libk.a k.o
	sycl-cc main.cpp -foffload-static-lib=libk.a -o some
	sycl-cc main.cpp -foffload-whole-static-lib=libk.a -o all
	[ -z "$(./some)" ]
	[ "$(./all)" = 7 ]
	run -1 sycl-cc -nolibsycl k.o main.cpp -o none
	[[ $output == *"undefined reference to \`sycl_rt_"* ]]
	sycl-cc -nolibsycl k.o main.cpp -L"$BUILD/lib" -lsycl-cc-rt -Wl,-rpath,"$BUILD/lib" -o own
	[ "$(./own)" = 7 ]
}

@test "-fopenmp reaches the link and both preprocessors; kernels in parallel regions are found" {
	small_headers
	cat > omp.cpp <<-'END'
		#include <sycl/sycl.hpp>
		#include <cstdio>
		#ifndef _OPENMP
		#error no OpenMP here
		#endif
		// as <omp.h> has it
		extern "C" {
		extern int initial_device(void);
		    #pragma omp begin declare variant match(device={kind(host)})
		    static inline int initial_device(void) { return 1; }
		    #pragma omp end declare variant
		    #pragma omp begin declare variant match(device={kind(nohost)})
		    static inline int initial_device(void) { return 0; }
		    #pragma omp end declare variant
		}
		int main() {
			sycl::queue q;
			int *p = sycl::malloc_shared<int>(1, q), n = 0;
			auto other = [] { return 1; };
		#pragma omp parallel
			{
		#pragma omp single
				q.single_task([=] { p[0] = 42; }).wait();
		#pragma omp atomic
				n += other();
			}
			std::printf("%d %d %d\n", p[0], n > 0, initial_device());
		}
	END
	sycl-cc -O1 -fopenmp -c omp.cpp
	sycl-cc '-###' -fopenmp omp.o -o p | grep -q 'clang++ -o p .*-fopenmp'
	# A library of OpenMP, as far as this program needs one.
	cat > libomp.c <<-'END'
		#include <stdarg.h>
		int __kmpc_global_thread_num(void *at) { return 0; }
		int __kmpc_single(void *at, int thread) { return 1; }
		void __kmpc_end_single(void *at, int thread) {}
		void __kmpc_barrier(void *at, int thread) {}
		void __kmpc_fork_call(void *at, int n, void (*f)(int *, int *, ...), ...) {
			void *a[4];
			va_list v;
			int zero = 0;
			va_start(v, f);
			for (int i = 0; i < n && i < 4; i++) a[i] = va_arg(v, void *);
			va_end(v);
			f(&zero, &zero, a[0], a[1], a[2], a[3]);
		}
	END
	"$LLVM_BIN/clang" -shared -fPIC libomp.c -o libomp.so
	sycl-cc -fopenmp omp.o -L. -o p
	LD_LIBRARY_PATH=. run -0 ./p
	[ "$output" = '42 1 1' ]
}

@test "-fopenmp takes the library and header of another LLVM where that of ours is not installed" {
	small_headers
	mkdir -p tree/bin llvm/llvm-own llvm/llvm-9/lib/clang/9/include
	ln -s "$BUILD"/bin/* tree/bin
	rm tree/bin/sycl-cc
	sed "s|^llvm_bin=.*|llvm_bin=$PWD/llvm/llvm-own/bin|" "$BUILD/bin/sycl-cc" > tree/bin/sycl-cc
	chmod +x tree/bin/sycl-cc
	ln -s "$BUILD/share" "$BUILD/lib" tree
	ln -s "$LLVM_BIN" llvm/llvm-own/bin
	echo 'extern "C" int omp_get_max_threads(void);' > llvm/llvm-9/lib/clang/9/include/omp.h
	cat > libomp.c <<-'END'
		#include <stdarg.h>
		static int last, given;
		int omp_get_max_threads(void) { return 77; }
		int __kmpc_global_thread_num(void *at) { return 0; }
		void __kmpc_dispatch_init_4(void *at, int thread, int kind, int from, int to, int step, int chunk) { last = to; given = 0; }
		int __kmpc_dispatch_next_4(void *at, int thread, int *is_last, int *from, int *to, int *step) {
			*is_last = *step = 1;
			*from = 0;
			*to = last;
			return !given++;
		}
		int __kmpc_reduce_nowait(void *at, int thread, int n, long size, void *data, void *f, void *lock) { return 1; }
		void __kmpc_end_reduce_nowait(void *at, int thread, void *lock) {}
		void __kmpc_fork_call(void *at, int n, void (*f)(int *, int *, ...), ...) {
			void *a[4];
			va_list v;
			int zero = 0;
			va_start(v, f);
			for (int i = 0; i < n && i < 4; i++) a[i] = va_arg(v, void *);
			va_end(v);
			f(&zero, &zero, a[0], a[1], a[2], a[3]);
		}
	END
	"$LLVM_BIN/clang" -shared -fPIC libomp.c -o llvm/llvm-9/lib/libomp.so
	cat > loop.h <<-'END'
		#include <omp.h>
		#include <cstdio>
		static int loop() {
			int sum = omp_get_max_threads();
		#pragma omp parallel for schedule(dynamic) reduction(+:sum)
			for (int i = 0; i < 10; i++) sum += i;
			return sum;
		}
	END
	printf '#include "loop.h"\nint main() { std::printf("%%d\\n", loop()); }\n' > plain.cpp
	printf '#include <sycl/sycl.hpp>\n#include "loop.h"\nint main() { sycl::queue q; int *p = sycl::malloc_shared<int>(1, q);
		q.single_task([=] { *p = 7; }).wait(); std::printf("%%d\\n", loop() + *p); }\n' > omp.cpp
	export LD_LIBRARY_PATH=llvm/llvm-9/lib
	tree/bin/sycl-cc -O1 -fopenmp plain.cpp -o p
	[ "$(./p)" = 122 ]
	tree/bin/sycl-cc -O1 -Werror -fopenmp -c omp.cpp
	tree/bin/sycl-cc -Werror -fopenmp omp.o -o p
	[ "$(./p)" = 129 ]
	# With the library of our LLVM nothing else is looked for.
	mkdir llvm/llvm-own/lib
	touch llvm/llvm-own/lib/libomp.so
	run -0 tree/bin/sycl-cc '-###' -fopenmp omp.cpp -o p
	[[ $output != *llvm-9* ]]
}

@test "options of the host alone do not disturb the device pass under -Werror; what lies beside the object lies there" {
	small_headers
	cp "$inputs/driver/square.cpp" .
	mkdir d
	run -0 sycl-cc -Werror -O1 -g -gsplit-dwarf -fsanitize=address -fcf-protection --coverage -ftime-trace -fstack-usage \
		-fsave-optimization-record -c square.cpp -o d/y.o
	[ -z "$output" ]
	[ "$(echo d/y.*)" = 'd/y.dwo d/y.gcno d/y.json d/y.o d/y.opt.yaml d/y.su' ]
	[ "$(echo ./*)" = './d ./square.cpp' ]
	"$LLVM_BIN/llvm-dwarfdump" --debug-info d/y.o | grep -q 'DW_AT_dwo_name.*("d/y.dwo")'
	strings d/y.o | grep -q -x "$PWD/d/y.gcda"
	echo 'int main() {}' > main.cpp
	sycl-cc -O1 -g -gsplit-dwarf --coverage -ftime-trace -fstack-usage -fsave-optimization-record square.cpp main.cpp -o d/p
	[ "$(cd d && echo p*)" = 'p p-main.dwo p-main.gcno p-main.json p-square.dwo p-square.gcno p-square.json p.su' ]
	[ "$(echo ./*.yaml)" = './main.opt.yaml ./square.opt.yaml' ]
	./d/p
	[ -f d/p-main.gcda ]
	# clang takes these for some processors, or with -flto alone, which the device pass does not have
	run -0 sycl-cc -Werror -O1 -g -fdebug-types-section -flto -fwhole-program-vtables -fvirtual-function-elimination \
		-fvisibility=hidden square.cpp main.cpp -o p
	[ -z "$output" ]
	./p
}

# Distributions compile so.  glibc's inline functions would call __memcpy_chk and the like in kernels.
@test "-D_FORTIFY_SOURCE checks the buffers of host code alone" {
	cat > fortified.cpp <<-'END'
		#include <cstdio>
		#include <cstring>
		#include <sycl/sycl.hpp>
		int main(int argc, char **argv)
		{
			sycl::queue q;
			char *p = sycl::malloc_shared<char>(8, q), copy[8];
			p[0] = 5;
			q.single_task([=] {
				char text[8];
				std::strcpy(text, "kernel");
				std::memset(text + 1, 'i', p[0] & 1);
				std::memcpy(p, text, p[0] + 2);
			}).wait();
			std::memcpy(copy, argv[1], std::strlen(argv[1]) + 1);
			std::printf("%s %s\n", p, copy);
		}
	END
	for option in -D_FORTIFY_SOURCE=2 '-D _FORTIFY_SOURCE=3' -Wp,-U_FORTIFY_SOURCE,-D_FORTIFY_SOURCE=3; do
		# shellcheck disable=SC2086 # words
		sycl-cc -O2 $option -fsycl-targets=x86_64 fortified.cpp -o p
		run -0 ./p host
		[ "$output" = 'kirnel host' ] || return 1
		run -134 ./p 'longer than it may be'
	done
	sycl-cc -O2 -D_FORTIFY_SOURCE=2 -fsycl-targets=spir64,nvidia_gpu_sm_80 -c fortified.cpp -o p.o
}

@test "warnings on device code are what -w, -Werror, -Wno- and -Werror= make of them" {
	small_headers
	cat > w.cpp <<-'END'
		#include <sycl/sycl.hpp>
		void run(sycl::queue &q, float *p) {
			q.single_task([=]() [[sycl::device_has(sycl::aspect::fp16)]] { p[0] = float(double(p[0]) * 1.1); });
		}
	END
	sycl-cc -save-temps=t --stop-after=device-prepare -c w.cpp -o w.o
	# told STATUS WORD OPTION...: the status, and how the warning begins, '' for none
	told() {
		local wanted_status=$1 word=$2
		shift 2
		run "-$wanted_status" sycl-cc -save-temps=t --start-at=aspect-prop-1 --stop-after=aspect-prop-1 "$@" -c w.cpp -o w.o
		case $word in
		'') [ -z "$output" ] ;;
		*) [[ $output == *"$word: function '"*"uses aspect 'fp64'"* ]] ;;
		esac || { echo "$*: $output"; return 1; }
	}
	told 0 warning
	told 0 '' -w
	told 0 '' -w -Werror
	told 1 error -Werror
	told 0 warning -Werror -Wno-error
	told 0 '' -Wno-sycl-aspect-mismatch
	told 1 error -Werror=sycl-aspect-mismatch
	told 0 warning -Werror -Wno-error=sycl-aspect-mismatch
	told 0 '' -Werror -Wno-sycl-aspect-mismatch
	run -1 sycl-cc -Werror -c w.cpp -o w.o
	[[ $output == *"stage 'aspect-prop-1' failed with status 1"* ]]
	[ ! -e w.o ]
}

@test "-fsycl makes C++ of *.c; other names of sources and headers are what they are to clang++" {
	small_headers
	cp "$inputs/driver/square.cpp" square.c
	run -0 --separate-stderr sycl-cc '-###' -fsycl square.c -o p
	[ "$stderr" = "sycl-cc: warning: treating 'c' input as 'c++' when -fsycl is used [-Wexpected-file-type]" ]
	[[ $output == *" -c -o "*" -x c++ square.c"*"device-compile"* ]]
	run -0 --separate-stderr sycl-cc '-###' -w square.c -fsycl -o p
	[ -z "$stderr" ]
	for name in a.CXX a.CC a.cp a.c++ a.CPP; do
		cp square.c "$name"
		sycl-cc '-###' "$name" -o p | grep -q device-compile || { echo "$name"; return 1; }
	done
	cp square.c a.hpp
	sycl-cc a.hpp
	[ -s a.hpp.pch ] || [ -s a.hpp.gch ]
	run -2 sycl-cc a.hpp a.CXX
	[ "${lines[0]}" = 'sycl-cc: error: headers are precompiled alone: leave out the other sources' ]
}

@test "response files name response files" {
	printf '%s\n' '-DONE' '@second' > first
	printf '%s\n' '-DTWO=\"@second\"' > second
	sycl-cc '-###' @first "$inputs/driver/square.cpp" -o p | grep -q -e " -DONE '-DTWO=\"@second\"' "
	echo '@loop' > loop
	run -1 sycl-cc @loop
	[ "$output" = 'sycl-cc: error: response files name each other without an end' ]
}

@test "minima and maxima over groups and in reductions are right with -ffast-math, and their identities finite" {
	for level in -O0 -O2; do
		sycl-cc -Wall -Wextra -Werror $level -ffast-math -c "$inputs/sycl/finite.cpp" -o f.o
		for target in x86_64 spir64; do
			sycl-cc -ffast-math -fsycl-targets=$target f.o -o f
			[ "$(./f)" = right ]
		done
	done
}

@test "-ffast-math and -ffp-model=strict compile for every kind of target; the device pass sees what the host pass sees" {
	cat > f.cpp <<-'END'
		#include <sycl/sycl.hpp>
		#include <cmath>
		#if defined(__FAST_MATH__) != defined(FAST)
		#error one pass does not know
		#endif
		void f(sycl::queue &q, float *p, double *d) {
			q.single_task<class fast>([=] { p[0] = (p[1] + p[2]) - p[1]; p[3] = p[4] / p[5] + sycl::sin(p[6]); d[0] = std::sin(d[1]); });
		}
	END
	sycl-cc -O1 -ffast-math -DFAST -fsycl-targets=spir64,nvidia_gpu_sm_80,amd_gpu_gfx90a -fsycl-link f.cpp -o f.o
	sycl-cc -O1 -ffp-model=strict -fsycl-link f.cpp -o f.o
	sycl-cc -Ofast -w -DFAST -fsycl-device-only f.cpp -o f.bc
	ir f.bc | grep -q 'fdiv fast float'
	# The sum that reassociation takes away is gone.
	run -1 grep 'fsub' <(ir f.bc)
	sycl-cc '-###' -ffast-math f.cpp -o p | grep -q 'clang++ -o p .*-ffast-math'
}

@test "loops of the device that are not unrolled are warnings with their line under -g, none without lines or with -w" {
	small_headers
	cat > u.cpp <<-'END'
		#include <sycl/sycl.hpp>
		void f(sycl::queue &q, int *p) {
			q.single_task([=] {
				#pragma unroll
				for (int i = p[0]; i > 0; i /= 2) p[i] += __builtin_popcount(p[i - 1]);
			});
		}
	END
	run -0 sycl-cc -O2 -c u.cpp -o u.o
	[ -z "$output" ] || { echo "$output"; return 1; }
	run -0 sycl-cc -O2 -g -c u.cpp -o u.o
	[[ $output == "warning: u.cpp:"*": loop not unrolled"* ]] || { echo "$output"; return 1; }
	run -0 sycl-cc -O2 -g -w -c u.cpp -o u.o
	[ -z "$output" ]
}

@test "the device pass warns about what the host pass does not read, once for all triples, and nothing is told twice" {
	small_headers
	cat > only.h <<-'END'
		#define twice(x) ((x) == (x) ? (x) : 0)
		inline int here(int x) {
		#ifdef __SYCL_DEVICE_ONLY__
			if (x = 2) return 3;
		#endif
			return twice(x);
		}
	END
	cat > w.cpp <<-'END'
		#include <sycl/sycl.hpp>
		#include "only.h"
		#ifdef BOTH
		static int both(int x) { int unused_both; return x; }
		#else
		static int both(int x) { return x; }
		#endif
		void f(sycl::queue &q, int *p) { q.single_task([=] { p[0] = both(2) + here(3); }); }
	END
	run -0 sycl-cc -O1 -Wall -DBOTH -fsycl-targets=spir64,nvidia_gpu_sm_80 -save-temps=t -c w.cpp -o w.o
	[ "$(grep -c 'warning: ' <<< "$output")" -eq 2 ] || { echo "$output"; return 1; }
	[[ $output == *"In file included from w.cpp:2:"*"./only.h:4:7: warning: using the result of an assignment"*"-Wparentheses]"* ]]
	[[ $output == *"w.cpp:4:30: warning: unused variable 'unused_both'"* ]]
	[ -z "$(find t -name '*.errors*')" ]
	# aspect-prop's list of warnings is another file
	grep -q unused_both t/w.device-messages || grep -q 'using the result' t/w.device-messages
	run -1 sycl-cc -O1 -Werror -c w.cpp -o e.o
	[[ $output == *"./only.h:4:7: error: using the result of an assignment"*"[-Werror,-Wparentheses]"*"stage 'device-compile' failed with status 1"* ]]
	[ "$(grep -c 'error: using' <<< "$output")" -eq 1 ] || { echo "$output"; return 1; }
	[ ! -e e.o ]
	for quiet in -w '-Werror -Wno-parentheses'; do
		# shellcheck disable=SC2086 # words
		run -0 sycl-cc -O1 $quiet -c w.cpp -o w.o
		[ -z "$output" ] || { echo "$quiet: $output"; return 1; }
	done
}

@test "groups of errors that options switch off are off in the device pass too, with -w and in printed plans" {
	cat > n.cpp <<- 'E'
	#include <cstdio>
	#include <sycl/sycl.hpp>
	int main()
	{
		sycl::queue q;
		const long n = static_cast<long>(q.get_device().get_info<sycl::info::device::max_compute_units>() * 0 + 5);
		int *p = sycl::malloc_shared<int>(4, q);

		q.parallel_for(4, [=](sycl::id<1> i) { const int a[] = { n, n + static_cast<long>(i[0]) }; p[i] = a[0] + a[1]; }).wait();
		std::printf("%d\n", p[3]);
	}
	E
	for option in -Wno-narrowing '-w -Wno-narrowing' '-w -Wno-error=c++11-narrowing' '-Wno-narrowing -Wno-error'; do
		# shellcheck disable=SC2086 # words
		run -0 sycl-cc $option n.cpp -o n
		[ "$(./n)" = 13 ] || { echo "$option: $output"; return 1; }
		rm n
	done
	sycl-cc -Wno-narrowing '-###' n.cpp -o n > plan
	grep -q -e 'fsycl-is-device.* -w -Wno-narrowing' -e 'fsycl-device-only.* -w -Wno-narrowing' plan || { cat plan; return 1; }
	run -1 sycl-cc -w n.cpp -o n
	[[ $output == *"error: non-constant-expression cannot be narrowed"* ]]
}
