# 85-link-graph.sh: from device modules to a table of images
#
# For each triple: selects the modules of sources and objects, checks them, links them
# (link_group; with -fno-sycl-rdc each alone), splits the result with post-link and
# makes the images of each target (80).
#
# Offers: link_device link_group $dir $mode $stem
# Uses: add add_module_id check_inputs device_lib device_library device_link
#    device_select embed_ir folder for_each link_targets member_scan
#    modes_of object_unpack post_link post_link_command say_alone step
#    targets_of triple_part with words $library $llvm_bin $modes $names
#    $part $post_link_words $tools $triples

link_device() {
	if [ -n "$object_words" ]; then
		folder "$work/objects"
		object_unpack "$work/objects" "$work/object-unpack.table" "$object_words"
	fi
	module_ids='' module_id_words=''
	for stem in $module_stems; do
		add_module_id "$work/$stem.module-id"
	done
	[ -z "$object_words" ] || add_module_id "$work/object-unpack.module-ids"
	pulled=
	if [ -n "$object_members" ] && [ -z "$link_only" ]; then
		member_scan "$work/member-scan.list"
		pulled=$work/member-scan.list
	fi
	for link_of in $triples; do
		link_triple "$link_of"
	done
	if [ -n "$object_images" ]; then
		device_select "$work/images.device-select.list" --images
		add wrapper_words "@$work/images.device-select.list"
	fi
}

# link_triple TRIPLE: device modules of sources ($module_stems) and of objects.  Kernels
# of one name must be equal in all of them, also in modules that are linked alone.
link_triple() {
	triple_part "$1"
	modules='' n_modules=0 alone='' n_alone=0 # a list counts as two
	for stem in $module_stems; do
		if [ -n "$rdc" ]; then
			add modules "$work/$stem$part.aspect-prop-2.bc"
			n_modules=$((n_modules + 1))
		else
			add alone "$work/$stem$part.aspect-prop-2.bc"
			n_alone=$((n_alone + 1))
		fi
	done
	[ -z "$object_modules" ] || select_modules "$1"
	if [ -n "$object_alone" ]; then
		device_select "$work/alone$part.device-select.list" --alone "--triple=$1" "--empty=$work/empty-alone$part.bc"
		add alone "@$work/alone$part.device-select.list"
		n_alone=$((n_alone + 2))
	fi
	[ "$n_alone" -lt 2 ] || check_inputs "$work/check-alone$part.list" "$modules$alone"
	if [ "$n_modules" -gt 1 ]; then
		check_inputs "$work/check-inputs$part.list" "$modules"
		modules=
		add modules "@$work/check-inputs$part.list"
	fi
	if [ -n "$modules" ]; then
		device_link "$work/device-link$part.bc" "$modules"
		link_group '' "$1" "$work/device-link$part.bc"
	fi
	if [ -z "$rdc" ]; then
		for stem in $module_stems; do
			link_group "$stem." "$1" "$work/$stem$part.aspect-prop-2.bc"
		done
	fi
	[ -z "$object_alone" ] || link_alone "$1"
}

# select_modules TRIPLE: adds to $modules the list of those in objects
select_modules() {
	targets_of "$1"
	with_modules=
	if [ -n "$pulled" ]; then
		for stem in $module_stems; do
			add with_modules "--with=$work/$stem$part.aspect-prop-2.bc"
		done
	fi
	with "$with_modules" device_select "$work/device-select$part.list" "--triple=$1" "--targets=$names" \
		"--empty=$work/empty$part.bc"
	add modules "@$work/device-select$part.list"
	n_modules=$((n_modules + 2))
}

# link_group GROUP TRIPLE MODULE: images of the module.  GROUP is a prefix of file names:
# '' when all sources are linked together, else the stem of the only source.
link_group() {
	linked=$3
	device_library "$2"
	if [ -n "$library" ]; then
		device_lib "$linked" "$work/$1device-lib$part.bc" "$library"
		linked=$work/$1device-lib$part.bc
	fi
	modes_of "$2"
	table=$work/$1post-link$part.table
	for mode in $modes; do
		[ "$mode" = "${modes%% *}" ] || table=$work/$1post-link$part.$mode.table
		post_link "$linked" "$table" "$mode"
		link_targets "$table" "$2" "$1" "$mode"
	done
	embed_ir "$work/$1post-link$part.table" "$2" "$1"
}

# link_alone TRIPLE: links each module of an object compiled with -fno-sycl-rdc alone
link_alone() {
	dir=$work/alone$part code=$work/alone$part.device-select.list
	folder "$dir"
	device_library "$1"
	if [ -n "$library" ]; then
		for_each device-lib bc "$llvm_bin/llvm-link" --suppress-warnings --only-needed --internalize -o @out@ @in@ "$library"
	fi
	modes_of "$1"
	alone_dir=$dir alone_list=$code
	for mode in $modes; do
		dir=$alone_dir/$mode.post-link code=$alone_list table=$alone_dir/$mode.post-link.table
		folder "$dir"
		post_link_command "$mode" --jobs=1
		say_alone
		with "$post_link_words" for_each post-link table
		words -o @out@ @in@
		step merge-tables "$table" "$code" -- "$tools/file-table-tform" -merge=0 -o "$table" "$code"
		link_targets "$table" "$1" alone. "$mode"
	done
}
