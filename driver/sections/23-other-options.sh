# 23-other-options.sh: options of the drivers of other SYCL compilers
#
# Build files of SYCL programs have them.  What has the same meaning under a name of
# clang++ or of ours gets that name; what asks for another way to the same result has
# no effect; else a note says what differs.
#
# Offers: other_option $names
# Uses: add add_input add_targets clang_option die_usage has keep_option next_word
#    take_note

# other_option OPTION WORD COUNT
other_option() {
	case $1 in
	-fsycl-* | -fno-sycl-*) other_sycl_option "$1" ;;
	--acpp-* | --opensycl-* | --hipsycl-*) layered_option "$1" ;;
	# names that clang++ has as well
	-qopenmp | -fiopenmp) taken_as -fopenmp ;;
	-qno-openmp | -fno-iopenmp) taken_as -fno-openmp ;;
	-qopenmp-simd) taken_as -fopenmp-simd ;;
	-qno-openmp-simd) taken_as -fno-openmp-simd ;;
	-fma) taken_as -ffp-contract=fast ;;
	-no-fma) taken_as -ffp-contract=off ;;
	-fp-model=*) float_model "${1#*=}" ;;
	-fp-model) next_word "$@"; float_model "$2" ;;
	-xHost | -xhost | -xHOST) taken_as -march=native ;;
	-xCORE-AVX2) taken_as -march=haswell ;;
	-xCORE-AVX512 | -xCOMMON-AVX512 | -xSKYLAKE-AVX512) taken_as -march=skylake-avx512 ;;
	-xAVX) taken_as -march=sandybridge ;;
	-xCORE-AVX-I) taken_as -march=ivybridge ;;
	-xMIC-AVX512) taken_as -march=knl ;;
	-xSSE4.2) taken_as -march=nehalem ;;
	-xSSE*) taken_as -march=x86-64 ;;
	-x[A-Z]*) taken_as "-march=$(printf '%s' "${1#-x}" | tr '[:upper:]' '[:lower:]')" ;;
	-xhaswell | -xbroadwell | -xskylake* | -x*lake | -x*lake-* | -x*rapids | -x*rapids-*) taken_as "-march=${1#-x}" ;;
	-foffload-static-lib=?*) add_input "${1#*=}"; add plain_words "${1#*=}" ;;
	-foffload-whole-static-lib=?*)
		taken_as -Wl,--whole-archive
		add_input "${1#*=}"
		add plain_words "${1#*=}"
		taken_as -Wl,--no-whole-archive
		;;
	-nolibsycl) links_runtime='' ;;
	# our runtime is in the place of that library
	-lsycl | -lsycl-preview) needs_runtime=yes ;;
	-qtbb | -tbb) taken_as -ltbb ;;
	-w0) taken_as -w ;;
	# other ways to the same result, or to less exact results
	-ax?* | -ipo | -ipo[0-9]* | -no-ipo | -qopt-* | -vec | -no-vec | -vec-threshold* | -ansi-alias | -no-ansi-alias | \
		-prec-div | -no-prec-div | -prec-sqrt | -no-prec-sqrt | -ftz | -no-ftz | -fimf-* | -fp-speculation=* | -restrict | \
		-fno-alias | -fargument-noalias | -align | -no-align | -unroll* | -no-unroll* | -parallel | -no-parallel | -no-intel-lib* | \
		-qopenmp-stubs | -foffload-lto* | -fno-offload-lto | -diag-enable* | -wd[0-9]* | \
		-traceback | -qoverride-limits | -inline-level=* | -shared-intel | -static-intel | -diag-disable* | -w[1-5] | \
		-Rno-debug-disables-optimization | -fpreview-breaking-changes | -foffload-fp32-prec-* | -fno-offload-fp32-prec-* | \
		--offload-new-driver | --no-offload-new-driver | -parallel-source-info=* | --offload-compression-level=* | -offload-compression-level=* | -fbundle-offload-arch | -fno-bundle-offload-arch | \
		-ftarget-compile-fast | -ftarget-export-symbols | -fno-target-export-symbols | -flink-huge-device-code | -fno-link-huge-device-code | \
		-fgpu-inline-threshold=* | -fcuda-short-ptr | -ftarget-register-alloc-mode=* | -reuse-exe=* | -sycl | -sycl-driver | -no-serial-memop | -intelspirmetadata) ;;
	-sycl-target | -Xspirv-translator | -Xdevice-post-link | -Xspirv-to-ir-wrapper) next_word "$@" ;;
	-Xspirv-translator=* | -Xdevice-post-link=* | -Xspirv-to-ir-wrapper=*) next_word "$@" ;;
	-Xclang)
		case $2 in
		-fsycl-is-*) clang_option "$@" ;;
		-fsycl-* | -fno-sycl-*) next_word "$@"; other_sycl_option "$2" ;;
		*) clang_option "$@" ;;
		esac
		;;
	-Xarch_host) next_word "$@"; add host_only_words "$2" ;;
	-Xarch_device)
		next_word "$@"
		case $2 in
		-fsanitize=*) take_note "'$1 $2': device code has no sanitizers" ;;
		*) add device_compile_words "$2" ;;
		esac
		;;
	# groups of warnings that clang++ does not have
	-W*sycl-strict | -W*sycl-2017-compat | -W*sycl-implicit-target | -W*incompatible-sycl*) ;;
	-qmkl | -qmkl=* | -qmkl-ilp64 | -qmkl-ilp64=* | -qipp | -qipp=* | -qdal | -qdal=* | -qdaal | -qdaal=* | -qactypes)
		take_note "'$1': no library is added"
		;;
	-fintelfpga) take_note "'$1': kernels run on the CPU, as in an emulator" ;;
	*) clang_option "$@" ;;
	esac
}

# taken_as OPTION: clang's name of the option; sources without SYCL get that name, too
taken_as() {
	clang_option "$1" '' 1
	plain=''
	add plain_words "$1"
}

# float_model MODEL
float_model() {
	case $1 in
	fast | fast=1 | fast=2) taken_as -ffp-model=fast ;;
	precise | source | consistent | double | extended) taken_as -ffp-model=precise ;;
	strict) taken_as -ffp-model=strict ;;
	except | no-except) ;;
	*) die_usage "unknown model of floating point '$1': fast, precise or strict" ;;
	esac
}

# other_sycl_option OPTION: of the common SYCL compiler; it has no effect here.
# If our behaviour differs from what the option asks for, a note says so.
other_sycl_option() {
	case $1 in
	-fsycl-unnamed-lambda | -fno-sycl-id-queries-fit-in-int | -fsycl-id-queries-range=size_t | -fsycl-early-optimizations | \
		-fno-sycl-dead-args-optimization | -fno-sycl-instrument-device-code | \
		-fno-sycl-decompose-functor | -fsycl-disable-range-rounding | -fsycl-range-rounding=* | \
		-fsycl-decompose-functor | -fsycl-exp-range-rounding | -fsycl-force-inline-kernel-lambda | \
		-fno-sycl-force-inline-kernel-lambda | -fsycl-optimize-non-user-code | -fno-sycl-optimize-non-user-code | \
		-fsycl-use-bitcode | -fsycl-remove-unused-external-funcs | \
		-fno-sycl-remove-unused-external-funcs | -fsycl-std-layout-kernel-params | -fno-sycl-std-layout-kernel-params | \
		-fsycl-fp32-prec-sqrt | -fno-sycl-fp32-prec-sqrt | -fsycl-esimd-force-stateless-mem | \
		-fno-sycl-esimd-force-stateless-mem | -fsycl-esimd-build-host-code | -fsycl-cuda-compatibility | \
		-fsycl-libspirv-path=* | -fsycl-libdevice-path=* | -fno-sycl-libspirv | -fsycl-device-lib-jit-link | \
		-fno-sycl-device-lib-jit-link | -fsycl-rtc-mode | -fno-sycl-rtc-mode | -fsycl-explicit-simd | -fno-sycl-explicit-simd | \
		-fsycl-esimd | -fno-sycl-esimd | \
		-fsycl-preserve-device-nonsemantic-metadata | -fno-sycl-preserve-device-nonsemantic-metadata | \
		-fsycl-allow-virtual-functions | -fno-sycl-allow-virtual-functions | -fsycl-enable-int-header-diags | \
		-fsycl-parallel-for-force-range-rounding | -fsycl-undef-max-work-group-size | \
		-fsycl-link-huge-device-code | -fno-sycl-link-huge-device-code | -fsycl-use-main-file-name | -fno-sycl-use-footer | \
		-fsycl-device-code-split-esimd | -fno-sycl-device-code-split-esimd | -fsycl-device-code-lower-esimd | \
		-fno-sycl-device-code-lower-esimd | -fsycl-force-target=* | -fno-sycl-esimd-build-host-code | \
		-fsycl-use-integration-headers | -fno-sycl-use-integration-headers | -fsycl-footer-path=*) ;;
	-fno-sycl-unnamed-lambda) take_note "'$1': kernels need no name all the same" ;;
	-fsycl-id-queries-fit-in-int | -fsycl-id-queries-range=int | -fsycl-id-queries-range=uint)
		take_note "'$1': ids are computed as size_t all the same"
		;;
	-fno-sycl-early-optimizations)
		device_level=O1
		take_note "'$1': device code is optimised at -O1, the least that there is"
		;;
	-fsycl-dead-args-optimization) take_note "'$1': a kernel's arguments are passed as one object, unused ones too" ;;
	-fsycl-instrument-device-code) take_note "'$1': device code gets no calls of profilers" ;;
	-fsycl-allow-func-ptr | -fsycl-allow-func-ptr=defined | -fsycl-allow-func-ptr=labeled | -fsycl-enable-function-pointers)
		function_pointers=yes
		;;
	-fno-sycl-allow-func-ptr) function_pointers='' ;;
	-fsycl-default-sub-group-size=*) default_sub_groups "${1#*=}" ;;
	-fsycl-device-obj=llvmir | -fsycl-device-obj=spirv | -fsycl-device-obj=asm) device_obj=${1#*=} ;;
	-fsycl-device-obj=*) die_usage "unknown kind of device code in '$1': llvmir, spirv or asm" ;;
	-fno-sycl-use-bitcode) take_note "'$1': objects hold device code as LLVM's bitcode all the same" ;;
	-fsycl-fp64-conv-emu) take_note "'$1': double is not emulated" ;;
	-fsycl-pstl-offload | -fsycl-pstl-offload=*) take_note "'$1': algorithms of the C++ library run on the host all the same" ;;
	-fsycl-device-lib=?* | -fno-sycl-device-lib=?*) device_lib_option "$1" ;;
	-fsycl-native-cpu) add_targets native_cpu; keep_option -fsycl-targets native_cpu ;;
	*) die_usage "unknown option '$1'" ;;
	esac
}

# default_sub_groups SIZE: the names are of what kernels have without the option
default_sub_groups() {
	case $1 in
	primary | automatic) sub_group_size= ;;
	'' | *[!0-9]* | 0*) die_usage "'-fsycl-default-sub-group-size' is a number of work-items, 'primary' or 'automatic', not '$1'" ;;
	*) sub_group_size=$1 ;;
	esac
}

# device_lib_option OPTION: there is one device library, whose used functions are linked
device_lib_option() {
	names=${1#*=},
	while [ -n "$names" ]; do
		name=${names%%,*} names=${names#*,}
		case $1,$name in
		-fno-*,all) offload_library='' ;;
		-fsycl-*,all) offload_library=yes ;;
		*,libc | *,libm-fp32 | *,libm-fp64 | *,libimf-fp32 | *,libimf-fp64 | *,libimf-bf16 | *,libm-bfloat16 | *,internal)
			case $1 in
			-fno-*) take_note "'$1': the device library is one: '-fno-sycl-device-lib=all' leaves it out" ;;
			*) ;;
			esac
			;;
		*) die_usage "unknown device library '$name' in '$1'" ;;
		esac
	done
}

# layered_option OPTION: of AdaptiveCpp, under its three names
layered_option() {
	case ${1#--*-} in
	targets=*) layered_targets "$1" "${1#*=}" ;;
	platform=cpu | platform=omp | platform=host | platform=hipcpu) layered_targets "$1" omp ;;
	gpu-arch=sm_*) layered_targets "$1" "cuda:${1#*=}" ;;
	gpu-arch=gfx*) layered_targets "$1" "hip:${1#*=}" ;;
	# the processor says it
	platform=cuda | platform=nvidia | platform=nvcc | platform=rocm | platform=amd | platform=hip | platform=hcc) ;;
	stdpar | stdpar-*) take_note "'$1': algorithms of the C++ library run on the host all the same" ;;
	save-temps) save_temps=. ;;
	# where its programs, libraries and settings are, and what it compiles in another way
	use-accelerated-cpu | export-all | explicit-multipass | clang=* | clang-include-path=* | cpu-cxx=* | nvcxx=* | cuda-path=* | \
		rocm-path=* | config-file=* | bootstrap | restrict-device-header-path | *-cxx-flags=* | *-link-line=* | sscp-*) ;;
	*) die_usage "unknown option '$1'" ;;
	esac
}

# layered_targets OPTION TARGETS: omp;cuda:sm_70,sm_80;hip:gfx90a, as targets of ours
layered_targets() {
	back_ends=$2\; back_end_targets=
	while [ -n "$back_ends" ]; do
		back_end=${back_ends%%;*} back_ends=${back_ends#*;}
		processors='' prefix=''
		case $back_end in
		generic | spirv) processors=spir64 ;;
		omp | omp.*) processors=x86_64 ;;
		cuda:sm_* | cuda.*:sm_*) processors=${back_end#*:} prefix=nvidia_gpu_ ;;
		hip:gfx* | hip.*:gfx*) processors=${back_end#*:} prefix=amd_gpu_ ;;
		*) die_usage "no target for '$back_end' of '$1'; use -fsycl-targets= (sycl-cc --list-targets)" ;;
		esac
		processors=$processors,
		while [ -n "$processors" ]; do
			back_end_target=$prefix${processors%%,*} processors=${processors#*,}
			# a platform says it again
			has "$targets" "$back_end_target" || back_end_targets=$back_end_targets${back_end_targets:+,}$back_end_target
		done
	done
	[ -n "$back_end_targets" ] || return 0
	add_targets "$back_end_targets"
	keep_option -fsycl-targets "$back_end_targets"
}
