# 70-image-nodes.sh: nodes of one target
#
# From the table of modules to a wrapper object.  for_each runs foreach over the list
# of files $code and sets $code to the list of results, in $dir.  Each kind of target
# has a function (cpu_images, spirv_images and offline_images, nvidia_images,
# amd_images) that turns $code from modules into images; its caller has called
# target_facts and target_words backend.
#
# Offers: amd_images aspect_filter cached_headers cpu_images extract_code
#    fatbinary for_each nvidia_images offline_images offload_wrap
#    spirv_images wrap
# Uses: add configured_options die field for_node inputs must_lack put
#    spirv_commands step target_words with words $aot $dir $llvm_bin $newline
#    $prep_words $quoted $share $spirv_extensions $spirv_version
#    $swapped_program $tools $translate_words $triple

# aspect_filter IN OUT TARGET
aspect_filter() {
	step aspect-filter "$2" "$1" -- "$tools/aspect-filter" --empty "--target=$3" \
		${device_config:+"--device-config-file=$device_config"} -o "$2" "$1"
}

# extract_code TABLE LIST: the modules that are not emptied
extract_code() {
	step extract-code "$2" "$1" -- "$tools/file-table-tform" --select=Reason= -extract=Code -drop_titles -o "$2" "$1"
}

# for_each NODE EXT COMMAND...: the list $code becomes $dir/NODE.list, item by item
for_each() {
	each_node=$1 each_ext=$2 each_in=$code
	shift 2
	code=$dir/$each_node.list
	each_words=
	[ -z "$jobs" ] || add each_words "--jobs=$jobs"
	[ -z "$launcher" ] || add each_words "--launcher=$launcher" ${verbose:+--launcher-stats}
	cache_words "$each_node" "$1"
	if [ "$plan" = run ]; then
		add each_words "--failures=$dir/$each_node.failures" "--progress=$dir/$each_node.progress"
		field failures "$dir/$each_node.failures"
		field progress "$dir/$each_node.progress"
		if [ -n "$time_trace$report${launcher:+$summary}" ]; then
			add each_words "--stats=$dir/$each_node.stats"
			field stats "$dir/$each_node.stats"
		fi
	fi
	if [ -n "$current_target" ]; then
		field table "$dir/aspect-filter.table"
		for_node "$each_node"
		[ -n "$swapped_program" ] || field rows "$each_in"
		[ -n "$swapped_program" ] || field needs "$1"
	fi
	add each_words --want-output "--in-file-list=$each_in" --in-replace=@in@ "--out-file-list=$code" \
		--out-replace=@out@ "--out-ext=$each_ext" "--out-dir=$dir" -- "$@"
	step "$each_node" "$code" "$each_in" -- "$tools/foreach"
	put "$each_words"
}

# cached_headers OPTION...: sets $cached_words and $cached_mark to what comes before
# the compiler and between the words that a precompiled header depends on and the others;
# both are empty without a cache.  What nobody asked for is left out where it would show:
# in a printed plan, and with -g: clang describes no using declarations of a precompiled header.
cached_headers() {
	cached_words='' cached_mark=''
	[ -z "$no_pch$uses_pch" ] || return 0
	case $cache@$strip_lines$plan@$pch_cache in
	?*@*@*) add cached_words "$tools/header-cache" "--cache=$cache" "$@" -- ;;
	@yesrun@/*) add cached_words "$tools/header-cache" "--cache=$pch_cache" --automatic "$@" -- ;;
	*) return 0 ;;
	esac
	add cached_mark ++
}

# cache_words NODE PROGRAM: adds the options of the cache to $each_words, with the files
# and variables that the program reads beside its arguments
cache_words() {
	[ -n "$cache$remote_cache" ] || return 0
	add each_words "--cache=${cache:-$work/cache}" --cache-ignore-names ${verbose:+--cache-stats}
	if [ -n "$remote_cache" ]; then
		add each_words "--cache=$remote_cache" ${cache_read_only:+--cache-read-only}
	fi
	add each_words --cache-env=LD_LIBRARY_PATH
	case $1,$2 in
	spirv-prep,*) set -- /usr/lib/*/libLLVM-15.so.1 ;;
	*/mux-aot) set -- "$share/mux/images.bc" "$share/mux/libclc-host.bc" "$share/mux/libclc-numbers.bc" "$llvm_bin/ld.lld" ;;
	ocloc,*)
		for name in $(env | sed -n 's/^\(IGC_[A-Za-z0-9_]*\)=.*/\1/p' | sort); do
			add each_words "--cache-env=$name"
		done
		set -- /usr/lib/*/libigc.so.? /usr/lib/*/libigdfcl.so.? /usr/local/lib/libigc.so.? /usr/local/lib/libigdfcl.so.?
		;;
	*) set -- ;;
	esac
	for file; do
		[ ! -f "$file" ] || add each_words "--cache-input=$file"
	done
}

# cpu_images: native code of this machine; sub-groups as runtime/build.c asks for them
cpu_images() {
	configured_options
	for_each translate so "$tools/mux-aot" --sub-groups=32 ${image_dependencies:+--for-link} -o @out@ @in@
	put "$target_options"
}

# spirv_images: SPIR-V of each module
spirv_images() {
	spirv_commands -o @out@ @in@
	with "$prep_words" for_each spirv-prep bc
	with "$translate_words" for_each translate spv
}

# names_device WORD...: the words contain ocloc's -device
names_device() {
	for word; do
		[ "$word" != -device ] || return 0
	done
	return 1
}

# offline_images: SPIR-V becomes native code by the compiler that the device configuration names
offline_images() {
	configured_options
	case $aot in
	ocloc)
		with "$target_options" names_device ||
			die "target '$current_target' wants its device: -Xsycl-target-backend=$current_target '-device DEVICE'"
		for_each ocloc bin "$ocloc" compile -q -spirv_input -output_no_suffix -exclude_ir -file @in@ -output @out@
		;;
	*) for_each aot bin "$aot" -o @out@ @in@ ;;
	esac
	put "$target_options"
}

# gpu_architecture: sets $architecture from the target's name or from --offload-arch,
# which it takes out of $target_options
gpu_architecture() {
	case $current_target in
	nvidia_gpu_* | amd_gpu_*) architecture=${current_target#*_gpu_} ;;
	*) architecture='' ;;
	esac
	named=$architecture
	configured_options
	architecture_words=$target_options target_options=
	with "$architecture_words" find_architecture
	[ "${named:-$architecture}" = "$architecture" ] ||
		die "target '$current_target' is compiled for '$named', not for '$architecture'"
	case $architecture,$triple in
	,nvptx*) architecture=sm_75 ;;
	,*) die "missing AMDGPU architecture for SYCL offloading; specify it with '-Xsycl-target-backend --offload-arch'" ;;
	*) ;;
	esac
}

# find_architecture WORD...: the other words are for the back end
find_architecture() {
	for option; do
		case $option in
		--offload-arch=* | --cuda-gpu-arch=*) architecture=${option#*=} ;;
		*) add target_options "$option" ;;
		esac
	done
}

# gpu_code EXT FILETYPE [OPTION]: inlines the device library with opt and that option,
# then runs LLVM's back end.  Only kernels stay visible.  The passes infer address
# spaces and alignments, which the back end does not.  Images that others import
# functions of keep those that post-link has left visible.
gpu_code() {
	case $1${image_dependencies:+,$cuda_path} in
	s,) visible='*' ;;
	*) visible='_ZTS*,__sycl_device_global_*' ;;
	esac
	specific=
	case $architecture in
	sm_*a) specific=-nvvm-reflect-add=__SYCL_CC_ARCH_SPECIFIC=1 ;;
	*) ;;
	esac
	for_each gpu-optimize bc "$llvm_bin/opt" \
		"-passes=internalize,default<$device_level>,function(infer-address-spaces,infer-alignment)" \
		"-internalize-public-api-list=$visible" ${3:+"$3"} ${specific:+"$specific"} "-mtriple=$triple" "-mcpu=$architecture" -o @out@ @in@
	for_each translate "$1" "$llvm_bin/llc" -O3 "-mtriple=$triple" "-mcpu=$architecture" "-filetype=$2" -o @out@ @in@
	put "$target_options"
}

# nvidia_images: PTX, or with --cuda-path fat binaries of it and machine code.
# Instructions of sub-groups need PTX 6 and debug information 7, where LLVM would
# write the oldest version that knows the processor.  Conversions of 128-bit integers are
# code: LLVM would call functions, which PTX has not.
nvidia_images() {
	gpu_architecture
	target_options=-expand-fp-convert-bits=64$newline$target_options
	case $architecture in
	sm_5? | sm_6? | sm_7[0-5]) target_options=-mattr=+ptx70$newline$target_options ;;
	*) ;;
	esac
	case $device_level in
	O2 | O3) gpu_code s asm -unroll-partial-threshold=160 ;;	# by 4, as nvcc does, what has 40 instructions
	*) gpu_code s asm ;;
	esac
	integer_stores
	[ -n "$cuda_path" ] || return 0
	ptx=$code
	target_words linker "$current_target"
	for_each ptxas cubin "$cuda_path/bin/ptxas" -m64 -O3 --gpu-name "$architecture" --output-file @out@ @in@
	put "$target_options"
	fatbinary "$ptx" "$code" "$dir/fatbinary.list"
	code=$dir/fatbinary.list
}

# integer_stores: a part of a number of floating point is stored from another register.
# LLVM stores a double that is not aligned byte by byte; ptxas takes the first, which needs
# no shift, for a conversion of the double to a byte.
integer_stores() {
	for_each integer-stores ptx sed -nE \
		-e 's/^([[:space:]]+)(st[.][a-z0-9_.]*[.]b(8|16|32)[[:space:]]+\[[^]]*\], )(%rd[0-9]+);/\1{ .reg .b64 %part; mov.b64 %part, \4; \2%part; }/' \
		-e 's/^([[:space:]]+)(st[.][a-z0-9_.]*[.]b(8|16)[[:space:]]+\[[^]]*\], )(%r[0-9]+);/\1{ .reg .b32 %part; mov.b32 %part, \4; \2%part; }/' \
		-e 's/^([[:space:]]+)(st[.][a-z0-9_.]*[.]b8[[:space:]]+\[[^]]*\], )(%rs[0-9]+);/\1{ .reg .b16 %part; mov.b16 %part, \3; \2%part; }/' \
		-e 'w @out@' @in@
}

# fatbinary PTX CUBINS OUT: both in one file, for this processor and for later ones
fatbinary() {
	step fatbinary "$3" "$1" "$2" -- "$tools/foreach" ${jobs:+"--jobs=$jobs"} ${launcher:+"--launcher=$launcher"} \
		--in-file-list="$1" --in-replace=@ptx@ --in-file-list="$2" --in-replace=@cubin@ \
		--out-file-list="$3" --out-replace=@out@ --out-ext=fatbin --out-dir="${3%/*}" -- \
		"$cuda_path/bin/fatbinary" -64 --create @out@ \
		"--image3=kind=elf,sm=${architecture#sm_},file=@cubin@" \
		"--image3=kind=ptx,sm=${architecture#sm_},file=@ptx@"
}

# tell_processor: modules get the function that device code asks for its processor
# (lib/format/architecture.h)
tell_processor() {
	case ${architecture#gfx} in
	*[!0-9a-f]* | ????? | '') gfx_number=67108864 ;;
	*) gfx_number=$((0x4000000 + 0x${architecture#gfx})) ;;
	esac
	# shellcheck disable=SC2016 # variables of the inner shell
	step processor "$dir/processor.ll" -- sh -c 'printf "define linkonce_odr i32 @__sycl_architecture() alwaysinline { ret i32 %s }\n" "$1" > "$2"' \
		processor "$gfx_number" "$dir/processor.ll"
	for_each processor-link bc "$llvm_bin/llvm-link" --suppress-warnings --only-needed -o @out@ @in@ "$dir/processor.ll"
}

# amd_images: code objects
amd_images() {
	must_lack % "$work" 'ld.lld replaces it'
	gpu_architecture
	tell_processor
	gpu_code o obj
	target_words linker "$current_target"
	for_each amdgpu-link hsaco "$llvm_bin/ld.lld" --no-undefined -shared -Bsymbolic -o @out@ @in@
	put "$target_options"
}

# wrap IN OUT TARGET OPTION...: makes the wrapper object of images for the link of the program
wrap() {
	wrapped=$1 wrapper=$2 wrapped_for=$3
	shift 3
	inputs "$module_ids"
	step offload-wrap "$wrapper" "$wrapped" -- "$tools/offload-wrapper" "--target=$wrapped_for" --kind=sycl "$@"
	put "$module_id_words"
	words -o "$wrapper" "$wrapped"
	add wrapper_words "$wrapper"
}

# offload_wrap TABLE OUT TARGET: images to be compiled at run time carry their options
offload_wrap() {
	wrap_words='' producer=
	case $aot,$triple in
	mux-aot,*) add wrap_words --format=native ;;
	,spirv*)
		producer=$spirv_via
		target_words backend "$current_target"
		with "$target_options" quote_words
		image_compile=${quoted# }
		target_words linker "$current_target"
		with "$target_options" quote_words
		image_link=${quoted# }
		add wrap_words --format=spirv "--producer=$producer" "--spirv-version=$spirv_version" \
			"--spirv-extensions=$spirv_extensions" ${image_compile:+"--compile-opts=$image_compile"} \
			${image_link:+"--link-opts=$image_link"}
		;;
	*,spirv*)
		producer=$spirv_via
		add wrap_words --format=native "--producer=$producer"
		;;
	*) add wrap_words --format=native ;;
	esac
	field producer "${aot:-$producer}"
	add wrap_words ${compress:+--compress} --batch
	with "$wrap_words" wrap "$1" "$2" "$3"
}
