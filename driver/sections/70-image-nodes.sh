# 70-image-nodes.sh: nodes of one target
#
# From the table of modules to a wrapper object. What is done to each module
# goes through for_each, which runs foreach over a list and leaves a list.
#
# Offers: amdgpu_link aot_compile aspect_filter extract_code fatbinary for_each
#    gpu_architecture gpu_optimize offload_wrap ptxas replace_code spirv_prep
#    translate $producer
# Uses: add configured_options die find_program record_items step target_words
#    $aot $facts_of $llvm_bin $share $spirv_extensions $spirv_version $tools
#    $triple

# aspect_filter IN OUT TARGET
aspect_filter() {
	step aspect-filter "$2" "$1" -- "$tools/aspect-filter" --empty "--target=$3" \
		${device_config:+"--device-config-file=$device_config"} -o "$2" "$1"
}

# extract_code TABLE LIST: the modules that are not emptied
extract_code() {
	step extract-code "$2" "$1" -- "$tools/file-table-tform" --select=Reason= -extract=Code -drop_titles -o "$2" "$1"
}

# for_each NODE LIST OUT EXT COMMAND...: a new list, made item by item
for_each() {
	each_node=$1 each_in=$2 each_out=$3 each_ext=$4
	shift 4
	[ -n "$target_failed" ] || find_program "$each_node" "$each_in" "$1"
	each_words=
	[ -z "$jobs" ] || add each_words "--jobs=$jobs"
	cache_words "$each_node" "$1"
	if [ "$plan" = run ]; then
		failures=${each_out%.list}.failures
		add each_words "--failures=$failures"
		[ -z "$time_trace" ] || add each_words "--stats=${each_out%.list}.stats"
	fi
	add each_words --want-output "--in-file-list=$each_in" --in-replace=@in@ "--out-file-list=$each_out" \
		--out-replace=@out@ "--out-ext=$each_ext" "--out-dir=${each_out%/*}" -- "$@"
	eval 'step "$each_node" "$each_out" "$each_in" -- "$tools/foreach"' "$each_words"
	failures=
	record_items "$each_node" "${each_out%.list}.stats"
}

# for_each_words: the same with the backend options of the target at the end
for_each_words() {
	for_each_list=
	add for_each_list "$@"
	eval "for_each $for_each_list $target_options"
}

# cache_words NODE PROGRAM: adds to $each_words that results come from the cache,
# and what they depend on that only the program knows
cache_words() {
	[ -n "$cache" ] || return 0
	add each_words "--cache=$cache" --cache-ignore-names ${verbose:+--cache-stats}
	add each_words --cache-env=LD_LIBRARY_PATH
	case $1,$2 in
	spirv-prep,*) set -- /usr/lib/*/libLLVM-15.so.1 ;;
	*/mux-aot) set -- "$share/mux/libclc-host.bc" "$llvm_bin/llvm-link" "$llvm_bin/ld.lld" ;;
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

# spirv_prep LIST OUT
spirv_prep() {
	for_each spirv-prep "$1" "$2" bc "$tools/spirv-prep" "--for=$spirv_via" -o @out@ @in@
}

# gpu_architecture TARGET: sets $architecture to that of the name or of the
# user's --offload-arch, which is then no option of LLVM's back end any more
gpu_architecture() {
	case $1 in
	nvidia_gpu_* | amd_gpu_*) architecture=${1#*_gpu_} ;;
	*) architecture='' ;;
	esac
	named=$architecture
	configured_options
	eval "set -- $target_options"
	target_options=
	for word; do
		case $word in
		--offload-arch=* | --cuda-gpu-arch=*) architecture=${word#*=} ;;
		*) add target_options "$word" ;;
		esac
	done
	[ "${named:-$architecture}" = "$architecture" ] ||
		die "target '$facts_of' is compiled for '$named', not for '$architecture'"
	case $architecture,$triple in
	,nvptx*) architecture=sm_75 ;;
	,*) die "missing AMDGPU architecture for SYCL offloading; specify it with '-Xsycl-target-backend --offload-arch'" ;;
	*) ;;
	esac
}

# gpu_optimize LIST OUT: what came from the device library is inlined
gpu_optimize() {
	for_each gpu-optimize "$1" "$2" bc "$llvm_bin/opt" "-passes=default<$device_level>" "-mtriple=$triple" \
		"-mcpu=$architecture" -o @out@ @in@
}

# gpu_code LIST OUT EXT FILETYPE: LLVM's back end for the triple of the target
gpu_code() {
	for_each_words translate "$1" "$2" "$3" "$llvm_bin/llc" -O3 "-mtriple=$triple" "-mcpu=$architecture" \
		"-filetype=$4" -o @out@ @in@
}

# ptx LIST OUT: instructions of sub-groups need PTX 6 and debug information 7,
# where LLVM would write the oldest version that knows the processor
ptx() {
	case $architecture in
	sm_5? | sm_6? | sm_7[0-5]) target_options=" -mattr=+ptx70$target_options" ;;
	*) ;;
	esac
	gpu_code "$1" "$2" ptx asm
}

# spirv LIST OUT: by the producer that --spirv-via names
spirv() {
	case $spirv_via in
	backend)
		for_each translate "$1" "$2" spv "$llvm_bin/llc" -O0 \
			"-mtriple=${triple%%-*}v$spirv_version-unknown-unknown" ${spirv_extensions:+"-spirv-ext=$spirv_extensions"} \
			-filetype=obj -o @out@ @in@
		;;
	*)
		for_each translate "$1" "$2" spv "$llvm_spirv" "--spirv-max-version=$spirv_version" \
			${spirv_extensions:+"--spirv-ext=$spirv_extensions"} -o @out@ @in@
		;;
	esac
}

# translate LIST OUT TARGET: modules become images of the target, or what its ahead-of-time compiler takes
translate() {
	case $aot,$triple in
	mux-aot,*)
		configured_options
		for_each_words translate "$1" "$2" so "$tools/mux-aot" -o @out@ @in@
		;;
	*,nvptx64-*) ptx "$1" "$2" ;;
	*,amdgcn-*) gpu_code "$1" "$2" o obj ;;
	*) spirv "$1" "$2" ;;
	esac
}

# aot_compile LIST OUT: SPIR-V becomes native code
aot_compile() {
	configured_options
	case $aot,$target_options in
	ocloc,*-device*) ;;
	ocloc,*) die "target '$facts_of' wants its device: -Xsycl-target-backend=$facts_of '-device DEVICE'" ;;
	*) ;;
	esac
	case $aot in
	ocloc)
		for_each_words ocloc "$1" "$2" bin "$ocloc" compile -q -spirv_input -output_no_suffix -exclude_ir \
			-file @in@ -output @out@
		;;
	*) for_each_words aot "$1" "$2" bin "$aot" -o @out@ @in@ ;;
	esac
}

# amdgpu_link LIST OUT TARGET
amdgpu_link() {
	target_words linker "$3"
	for_each_words amdgpu-link "$1" "$2" hsaco "$llvm_bin/ld.lld" --no-undefined -shared -o @out@ @in@
}

# ptxas LIST OUT TARGET: PTX is assembled with CUDA's own tools, when --cuda-path names them
ptxas() {
	target_words linker "$3"
	for_each_words ptxas "$1" "$2" cubin "$cuda_path/bin/ptxas" -m64 -O3 --gpu-name "$architecture" \
		--output-file @out@ @in@
}

# fatbinary PTX CUBINS OUT: both in one file, for this processor and for later ones
fatbinary() {
	step fatbinary "$3" "$1" "$2" -- "$tools/foreach" ${jobs:+"--jobs=$jobs"} \
		--in-file-list="$1" --in-replace=@ptx@ --in-file-list="$2" --in-replace=@cubin@ \
		--out-file-list="$3" --out-replace=@out@ --out-ext=fatbin --out-dir="${3%/*}" -- \
		"$cuda_path/bin/fatbinary" -64 --create @out@ \
		"--image3=kind=elf,sm=${architecture#sm_},file=@cubin@" \
		"--image3=kind=ptx,sm=${architecture#sm_},file=@ptx@"
}

# replace_code TABLE LIST OUT
replace_code() {
	step replace-code "$3" "$1" "$2" -- "$tools/file-table-tform" --where=Reason= -replace=Code,0 -o "$3" "$1" "$2"
}

# offload_wrap TABLE OUT TARGET
offload_wrap() {
	case $aot$triple in
	spirv*) image_format=spirv ;;
	*) image_format=native ;;
	esac
	case $triple,$aot in
	spirv*,mux-aot) producer= ;;
	spirv*) producer=$spirv_via ;;
	*) producer= ;;
	esac
	if [ "$image_format" = spirv ]; then
		target_words backend "$facts_of"
		image_compile=${target_options# }
		target_words linker "$facts_of"
		image_link=${target_options# }
		spirv_rules=yes
	else
		image_compile='' image_link='' spirv_rules=''
	fi
	step offload-wrap "$2" "$1" -- "$tools/offload-wrapper" "--target=$3" --kind=sycl "--format=$image_format" \
		${producer:+"--producer=$producer"} ${spirv_rules:+"--spirv-version=$spirv_version"} \
		${spirv_rules:+"--spirv-extensions=$spirv_extensions"} \
		${image_compile:+"--compile-opts=$image_compile"} ${image_link:+"--link-opts=$image_link"} \
		${compress:+--compress} --batch -o "$2" "$1"
}
