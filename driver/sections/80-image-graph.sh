# 80-image-graph.sh: from a table of modules to the image of one target
#
# link_target has the nodes of every target.  $aot and $triple choose the function of
# 70 that makes the images: a new kind of target is an arm here and a function there.
#
# Offers: embed_ir link_targets $dir
# Uses: amd_images aspect_filter cpu_images extract_code field folder
#    nvidia_images offline_images offload_wrap spec_const_mode spirv_images
#    step target_facts target_words wrap $aot $image_target $mode $tools
#    $triple

# dump_code LIST PREFIX: copies the images to PREFIX-N.EXT (-fsycl-dump-device-code)
dump_code() {
	field again always
	# shellcheck disable=SC2016 # variables of the inner shell
	step dump-code "$dir/dump-code.list" "$1" -- sh -c \
		'set -e; mkdir -p -- "${2%/*}"; n=0; while IFS= read -r file; do cp -- "$file" "$2-$n.${file##*.}"; n=$((n + 1)); done < "$1"; cp -- "$1" "$3"' \
		dump-code "$1" "$2" "$dir/dump-code.list"
}

# replace_code TABLE LIST OUT
replace_code() {
	step replace-code "$3" "$1" "$2" -- "$tools/file-table-tform" --where=Reason= -replace=Code,0 -o "$3" "$1" "$2"
}

# link_target TABLE TARGET GROUP: the device image table becomes a wrapper object
link_target() {
	dir=$work/$3$2 current_target=$2
	target_words backend "$2"
	target_facts "$2"
	folder "$dir"
	aspect_filter "$1" "$dir/aspect-filter.table" "$2"
	extract_code "$dir/aspect-filter.table" "$dir/extract-code.list"
	code=$dir/extract-code.list
	case $aot,$triple in
	mux-aot,*) cpu_images ;;
	,spirv*) spirv_images ;;
	*,spirv*)
		spirv_images
		offline_images
		;;
	*,nvptx*) nvidia_images ;;
	*) amd_images ;;
	esac
	[ -z "$dump_folder" ] || dump_code "$code" "$dump_folder/$3$2"
	replace_code "$dir/aspect-filter.table" "$code" "$dir/replace-code.table"
	offload_wrap "$dir/replace-code.table" "$work/$3$2.offload-wrap.o" "$image_target"
	current_target=''
}

# link_targets TABLE TRIPLE GROUP MODE: a wrapper object for each target of the triple in that mode
link_targets() {
	for target in $targets; do
		target_facts "$target"
		[ "$triple" = "$2" ] || continue
		spec_const_mode
		[ "$mode" != "$4" ] || link_target "$1" "$target" "$3"
	done
}

# embed_ir TABLE TRIPLE GROUP: -fsycl-embed-ir: the modules as images, beside native code
embed_ir() {
	case $embed_ir,$2 in
	yes,nvptx64-*) ir_target=llvm_nvptx64 ;;
	yes,amdgcn-*) ir_target=llvm_amdgcn ;;
	*) return 0 ;;
	esac
	wrap "$1" "$work/$3$ir_target.offload-wrap.o" "$ir_target" --format=llvmbc ${compress:+--compress} --batch
}
