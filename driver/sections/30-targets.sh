# 30-targets.sh: the targets of the build
#
# The device configuration (share/device-config.yaml) says what a target is:
# describe_targets asks once for all, target_facts sets what it said about one.
# A target that needs no new program is an entry there and nothing here.
# settle_targets ends with $targets and their $triples.
#
# Offers: add_targets describe modes_of settle_targets spec_const_mode
#    target_facts targets_of triple_part $aot $aot_options $described
#    $image_target $mode $modes $names $part $processor $spirv_extensions
#    $spirv_version $target_macros $triple $triples
# Uses: add die has settle_options warning with $tools

# add_targets LIST: its names, separated by commas
add_targets() {
	[ -n "$1" ] || warning "joined argument expects additional value: '-fsycl-targets='"
	names=$1,
	while [ -n "${names#,}" ]; do
		name=${names%%,*} names=${names#*,}
		[ -z "$name" ] || targets="$targets${targets:+ }$name"
	done
}

# describe NAMES OPTION...: sets $described to what the device configuration says
# about targets, names separated by commas
describe() {
	names=$1
	shift
	described=$("$tools/aspect-filter" ${device_config:+"--device-config-file=$device_config"} \
		"--describe=$names" "$@" 2>&1) || {
		printf '%s\n' "$described" | sed 's/^aspect-filter: /sycl-cc: /' >&2
		exit 1
	}
}

# describe_targets: asks the device configuration about $targets, which get the
# names that it uses, each once; $target_macros are the macros that tell code
# what these targets have, $target_table keeps what it says, eight words a target.
# One of the targets must be able to run what is for fixed targets: the sources, and each object.
describe_targets() {
	asked=
	for target in $targets; do
		asked=$asked${asked:+,}$target
	done
	with "$object_fixed" describe "$asked" "--traits-macros=$asked" ${fixed_targets:+"--fixed-targets=$fixed_targets"}
	asked=$targets targets='' target_table='' target_macros=''
	while IFS='=' read -r key value; do
		case $key in
		name) asked_name=${asked%% *} asked=${asked#* } described_name=$value ;;
		-D*) add target_macros "$key=$value" ;;
		image-target) described_image=$value ;;
		triple) described_triple=$value ;;
		aot-toolchain) described_aot=$value ;;
		aot-toolchain-options) described_options=$value ;;
		processor) described_processor=$value ;;
		spirv-version) described_version=$value ;;
		spirv-extensions)
			if has "$targets" "$described_name"; then
				warning "The SYCL offloading target '$asked_name' is similar to target '$described_name' already specified - will be ignored."
				continue
			fi
			targets="$targets${targets:+ }$described_name"
			add target_table "$described_name" "$described_image" "$described_triple" "$described_aot" \
				"$described_options" "$described_processor" "$described_version" "$value"
			;;
		*) ;;
		esac
	done <<-END
		$described
	END
}

# target_facts TARGET: sets $image_target, $triple, $aot, $aot_options, $processor, $spirv_version and $spirv_extensions
target_facts() {
	with "$target_table" find_facts "$1"
}

# find_facts TARGET [NAME IMAGE TRIPLE AOT OPTIONS PROCESSOR VERSION EXTENSIONS]...
find_facts() {
	facts_of=$1
	shift
	while [ $# -gt 0 ]; do
		if [ "$1" = "$facts_of" ]; then
			image_target=$2 triple=$3 aot=$4 aot_options=$5 processor=$6 spirv_version=$7 spirv_extensions=$8
			return 0
		fi
		shift 8
	done
}

# triple_part TRIPLE: sets $part to what file names of that triple carry
triple_part() {
	case $1 in
	spirv64-*) part='' ;;
	*) part=.${1%%-*} ;;
	esac
}

# spec_const_mode: sets $mode to how images of the target get the values of
# specialization constants; target_facts was asked.  Only SPIR-V that is
# compiled at run time has constants of its own.
spec_const_mode() {
	case $aot,$triple in
	,spirv*) mode=native ;;
	*) mode=emulation ;;
	esac
}

# modes_of TRIPLE: sets $modes to those that targets of the triple have
modes_of() {
	modes=
	for target in $targets; do
		target_facts "$target"
		[ "$triple" = "$1" ] || continue
		spec_const_mode
		has "$modes" "$mode" || modes="$modes${modes:+ }$mode"
	done
}

# targets_of TRIPLE: sets $names to the targets of the triple, for messages
targets_of() {
	names=
	for target in $targets; do
		target_facts "$target"
		[ "$triple" != "$1" ] || names=$names${names:+,}$target
	done
}

# check_default_copies: images that are compiled at run time need no copy
check_default_copies() {
	[ -n "$default_copies" ] || return 0
	for target in $targets; do
		target_facts "$target"
		spec_const_mode
		[ "$mode" = native ] || return 0
	done
	warning "-fsycl-add-default-spec-consts-image flag has an effect only in Ahead of Time Compilation mode (AOT)"
}

# settle_targets: those that are built, now that all options are known, and $triples
settle_targets() {
	[ -n "$targets" ] || targets=spir64
	[ "$plan" != run ] || command -v opencl-aot > /dev/null || native_targets
	describe_targets
	settle_options
	[ -z "$embed_spirv" ] || add_portable
	check_default_copies
	triples=
	for target in $targets; do
		target_facts "$target"
		has "$triples" "$triple" || triples="$triples${triples:+ }$triple"
	done
	case $triples in
	*nvptx64*) [ -z "$cuda_path" ] || [ -x "$cuda_path/bin/ptxas" ] || die "--cuda-path=$cuda_path: there is no bin/ptxas" ;;
	*) cuda_path='' ;;
	esac
}

# native_targets: images for processors are ours where the compiler that their target names
# is not installed.  Options of the only back end were for that compiler.
native_targets() {
	case " $targets " in
	*' spir64_x86_64'[\ -]*) ;;
	*) return 0 ;;
	esac
	named=$targets targets=
	for target in $named; do
		case $target in
		spir64_x86_64 | spir64_x86_64-*)
			[ -n "$compile_only" ] || printf "sycl-cc: note: target '%s': 'opencl-aot' is not installed, so its images are those of 'x86_64'\n" "$target" >&2
			target=x86_64
			;;
		*) ;;
		esac
		targets="$targets${targets:+ }$target"
	done
	[ "$targets" != x86_64 ] || with "$option_table" drop_back_end
}

# drop_back_end [OPTION KIND NAME WORDS]...
drop_back_end() {
	option_table=
	while [ $# -gt 0 ]; do
		[ "$2" = backend ] || add option_table "$1" "$2" "$3" "$4"
		shift 4
	done
}

# add_portable: beside native images of Intel GPUs, a portable one for newer GPUs
add_portable() {
	case " $targets " in
	*' spir64 '*) ;;
	*' intel_gpu_'*)
		targets="$targets spir64"
		describe_targets
		;;
	*) ;;
	esac
}
