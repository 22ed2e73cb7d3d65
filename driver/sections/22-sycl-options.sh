# 22-sycl-options.sh: options about device code
#
# Those that the link must know as well go into objects (keep_option).
#
# Offers: split_mode sycl_option take_note
# Uses: add add_targets die die_usage keep_config keep_option next_word
#    other_option split_options take_number target_option $given_number
#    $split_words

# sycl_option OPTION WORD COUNT
sycl_option() {
	case $1 in
	-fsycl) ;;
	-fno-sycl) no_sycl=yes ;;
	-sycl-std=2020 | -sycl-std=sycl-2020) ;;
	-sycl-std=2017 | -sycl-std=1.2.1 | -sycl-std=121)
		take_note "'$1' is taken as 2020"
		;;
	-sycl-std=*) die_usage "unknown SYCL version '${1#*=}': 2020, 2017 or 1.2.1" ;;
	-fsycl-targets=*) add_targets "${1#*=}"; keep_option -fsycl-targets "${1#*=}" ;;
	-fsycl-device-code-split) split_mode ''; keep_option "$1" auto ;;
	-fsycl-device-code-split=*) split_mode "${1#*=}"; keep_option "${1%%=*}" "${1#*=}" ;;
	-fsycl-device-config-file=*) device_config=${1#*=}; keep_config ;;
	-fsycl-fixed-targets=*) fixed_targets=${1#*=} ;;
	-fsycl-max-parallel-link-jobs=*) take_number "${1%%=*}" "${1#*=}"; jobs=$given_number ;;
	-fsycl-device-only) device_only=yes ;;
	-fsycl-host-only) host_only=yes ;;
	-fsycl-host-compiler=?*)
		host_compiler=$(command -v -- "${1#*=}") || die "cannot find the host compiler '${1#*=}'"
		;;
	-fsycl-host-compiler-options=*)
		split_options "${1#*=}"
		host_compiler_words=$host_compiler_words$split_words
		;;
	-fsycl-link | -fsycl-link=image) link_only=yes ;;
	-fsycl-link=*) die_usage "unknown kind of '-fsycl-link': '${1#*=}', image is the only one" ;;
	-fsycl-link-targets=*)
		add_targets "${1#*=}"
		link_only=yes
		take_note "'$1': taken as '-fsycl-link -fsycl-targets=${1#*=}': the output is an object that holds the linked images"
		;;
	-fsycl-dump-device-code=?*) dump_folder=${1#*=} ;;
	-fsycl-dump-device-code | -fsycl-dump-device-code=) dump_folder=. ;;
	-ffp-accuracy=*) accuracy_level "$1" ;;
	-fsycl-allow-device-image-dependencies) image_dependencies=yes; keep_option "$1" yes ;;
	-fno-sycl-allow-device-image-dependencies)
		image_dependencies=''
		keep_option -fsycl-allow-device-image-dependencies no
		;;
	-fno-sycl-embed-spirv) embed_spirv='' ;;
	-fsycl-embed-spirv) embed_spirv=yes ;;
	--spirv-via=backend | --spirv-via=llvm-spirv) spirv_via=${1#*=}; keep_option --spirv-via "$spirv_via" ;;
	--spirv-via=*) die_usage "unknown producer of SPIR-V '${1#*=}': backend or llvm-spirv" ;;
	-fsycl-add-targets=*) add added_images "${1#*=}" ;;
	-fsycl-rdc) rdc=yes ;;
	-fno-sycl-rdc) rdc='' ;;
	-fsycl-embed-ir) embed_ir=yes; keep_option "$1" yes ;;
	-fsycl-add-default-spec-consts-image) default_copies=yes ;;
	-fno-sycl-add-default-spec-consts-image) default_copies='' ;;
	-fno-sycl-embed-ir) embed_ir=''; keep_option -fsycl-embed-ir no ;;
	-Xsycl-target-frontend=* | -Xsycl-target-backend=* | -Xsycl-target-linker=*)
		next_word "$@"
		target_kind=${1%%=*}
		target_option "$target_kind" "${target_kind##*-}" "${1#*=}" "$2"
		;;
	-Xsycl-target-frontend | -Xsycl-target-backend | -Xsycl-target-linker)
		next_word "$@"
		target_option "$1" "${1##*-}" '' "$2"
		;;
	-Xs) next_word "$@"; target_option "$1" backend '*' "$2" ;;
	-Xspirv-*) other_option "$@" ;;
	-Xs*) target_option -Xs backend '*' "-${1#-Xs}" ;;
	--cuda-path=*) cuda_path=${1#*=} ;;
	--offload-arch=*)
		# without -fsycl it is of CUDA and HIP
		if [ -z "$c_is_sycl" ]; then other_option "$@"; else processor_targets "${1#*=}"; fi
		;;
	--no-offloadlib) offload_library='' ;;
	--offloadlib) offload_library=yes ;;
	--offload-compress) compress=yes; keep_option "$1" yes ;;
	--no-offload-compress) compress=''; keep_option --offload-compress no ;;
	*) other_option "$@" ;;
	esac
}

split_mode() {
	case $1 in
	off | auto) split=$1 ;;
	per_kernel) split=kernel ;;
	per_source) split=source ;;
	'') split=auto ;;
	*) die_usage "unknown split mode '$1': off, per_source, per_kernel or auto" ;;
	esac
}

# accuracy_level OPTION: not for clang: device-prepare marks calls of maths functions
# with levels, which splits images and changes no result
accuracy_level() {
	level=${1#*=}
	level=${level%%:*}
	case $level in
	high | medium | cuda)
		take_note "'$1' parts images but changes no result: each target computes with the mathematics that it has"
		;;
	low | sycl) ;;
	*) die_usage "unknown level '$level' of '-ffp-accuracy': high, medium, low, sycl or cuda" ;;
	esac
	add accuracy_words "--ffp-accuracy=${1#*=}"
}

# take_note TEXT: a note, printed once when the command has to do with SYCL
take_note() {
	case $notes in
	*"$1
"*) ;;
	*)
		notes="${notes}sycl-cc: note: $1
" ;;
	esac
}

# processor_targets LIST: the targets of processors, as --offload-arch names them
processor_targets() {
	back_ends=$1, back_end_targets=
	while [ -n "$back_ends" ]; do
		back_end=${back_ends%%,*} back_ends=${back_ends#*,}
		case $back_end in
		sm_*) back_end=nvidia_gpu_$back_end ;;
		gfx*) back_end=amd_gpu_$back_end ;;
		*) back_end=intel_gpu_$back_end ;;
		esac
		back_end_targets=$back_end_targets${back_end_targets:+,}$back_end
	done
	add_targets "$back_end_targets"
	keep_option -fsycl-targets "$back_end_targets"
}
