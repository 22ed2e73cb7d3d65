# 80-image-graph.sh: from a table of modules to the image of one target
#
# link_target is the way of every target; where its kind differs it asks $aot
# and $triple. A new kind of target is an arm there, with its functions in 70.
#
# Offers: embed_ir link_targets
# Uses: add amdgpu_link aot_compile aspect_filter extract_code fatbinary
#    gpu_architecture gpu_optimize offload_wrap ptxas replace_code
#    spec_const_mode spirv_prep step summarize take_time target_facts
#    target_words translate $aot $image_target $mode $now $tools $triple

# link_target TABLE TARGET GROUP: the device image table becomes a wrapper object
link_target() {
	take_time
	target_started=$now
	dir=$work/$3$2 wrapper=$work/$3$2.offload-wrap.o current_target=$2
	target_words backend "$2"
	target_facts "$2"
	step mkdir "$dir" -- mkdir -p "$dir"
	aspect_filter "$1" "$dir/aspect-filter.table" "$2"
	extract_code "$dir/aspect-filter.table" "$dir/extract-code.list"
	code=$dir/extract-code.list
	case $aot,$triple in
	mux-aot,*) ;;
	*,spirv*)
		spirv_prep "$code" "$dir/spirv-prep.list"
		code=$dir/spirv-prep.list
		;;
	*)
		gpu_architecture "$2"
		gpu_optimize "$code" "$dir/gpu-optimize.list"
		code=$dir/gpu-optimize.list
		;;
	esac
	translate "$code" "$dir/translate.list" "$2"
	code=$dir/translate.list
	case $aot,$triple in
	mux-aot,* | ,spirv*) ;;
	*,nvptx*)
		if [ -n "$cuda_path" ]; then
			ptxas "$code" "$dir/ptxas.list" "$2"
			fatbinary "$code" "$dir/ptxas.list" "$dir/fatbinary.list"
			code=$dir/fatbinary.list
		fi
		;;
	*,amdgcn*)
		amdgpu_link "$code" "$dir/amdgpu-link.list" "$2"
		code=$dir/amdgpu-link.list
		;;
	*)
		native=$dir/aot.list
		[ "$aot" != ocloc ] || native=$dir/ocloc.list
		aot_compile "$code" "$native"
		code=$native
		;;
	esac
	replace_code "$dir/aspect-filter.table" "$code" "$dir/replace-code.table"
	offload_wrap "$dir/replace-code.table" "$wrapper" "$image_target"
	add wrapper_words "$wrapper"
	[ -z "$summary" ] || summarize "$2" "$dir/replace-code.table"
	current_target='' target_failed=''
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

# embed_ir TABLE TRIPLE GROUP: the modules themselves as images too, where native code is all there is
embed_ir() {
	case $embed_ir,$2 in
	yes,nvptx64-*) ir_target=llvm_nvptx64 ;;
	yes,amdgcn-*) ir_target=llvm_amdgcn ;;
	*) return 0 ;;
	esac
	step offload-wrap "$work/$3$ir_target.offload-wrap.o" "$1" -- "$tools/offload-wrapper" "--target=$ir_target" \
		--kind=sycl --format=llvmbc ${compress:+--compress} --batch -o "$work/$3$ir_target.offload-wrap.o" "$1"
	add wrapper_words "$work/$3$ir_target.offload-wrap.o"
}
