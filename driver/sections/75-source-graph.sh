# 75-source-graph.sh: from sources to objects and device modules
#
# Chooses the nodes of each source: compile_source has all of them;
# -fsycl-device-only, -fsycl-host-only and sources without SYCL need fewer.  The host
# pass and the device passes run side by side.  With -c, pack_object puts the results
# into one object.
#
# Offers: $file_language $source $stem $triple
# Uses: add add_module_id aspect_prop attr_rewrite compilation_entry
#    depend_on device_compile device_optimize device_prepare die field
#    host_compile host_text join_texts link_group name_stdin place_beside
#    preprocess put settle_headers settle_level source_scan spirv_commands
#    step target_facts triple_part warning with $aot $how_told $newline
#    $part $prep_words $translate_words $triples

# compile_sources [LANGUAGE SOURCE STEM LANGUAGE_WORDS]...: every source, in the order of
# the command line
compile_sources() {
	while [ $# -gt 0 ]; do
		file_language=$1 source=$2 stem=$3 language_words=$4
		compile_one
		shift 4
	done
}

# compile_one: $source, as far as the command line asks for it
compile_one() {
	object=$work/$stem.host-compile.o
	[ -z "$compile_only" ] || object_name "$source"
	reaches=plain
	if [ "$file_language" != c ] && [ -z "$no_sycl" ]; then
		source_scan "$source" "$work/$stem.source-scan"
		settle_headers
	fi
	if [ "$reaches" = sycl ]; then
		case $language_words,$source in
		"-x${newline}c++-cpp-output$newline",* | ,*.ii | ,*.i) language_words=$as_cplusplus ;;
		*) ;;
		esac
	fi
	dependency_object=${output:-$stem.o}
	[ -z "$compile_only" ] || dependency_object=$object
	depend_on "$dependency_object"
	place_beside "$source" "${compile_only:+"$object"}"
	if [ -n "$text_only" ]; then
		text_of_source
		return 0
	fi
	compilation_entry "$source" "$dependency_object"
	if [ -n "$no_sycl" ] || [ "$reaches" = plain ]; then
		host_compile "$source" "$object" ''
	elif [ -n "$host_only" ]; then
		host_compile "$source" "$object" -
	elif [ -n "$device_only" ]; then
		compile_device_only
	else
		[ -z "$relocatable" ] || die "'-r' joins objects: compile '$source' with -c first"
		compile_source "$source" "$stem"
		module_stems="$module_stems $stem"
		[ -z "$compile_only" ] || pack_object
	fi
}

# text_of_source: -E.  The text of a SYCL source has a part for each pass, so that it
# can be compiled elsewhere.
text_of_source() {
	archs=''
	set --
	if [ "$reaches" = sycl ] && [ -z "$no_sycl$host_only" ]; then
		for triple in $triples; do
			triple_part "$triple"
			preprocess "$source" "$work/$stem$part.preprocess.ii" "$triple"
			archs="$archs ${triple%%-*}"
			set -- "$@" "$work/$stem$part.preprocess.ii"
			[ -z "$device_only" ] || break
		done
	fi
	if [ -z "$device_only" ]; then
		host_text "$source" "$work/$stem.host-compile.ii"
		set -- "$work/$stem.host-compile.ii" "$@"
	else
		archs=''
	fi
	if [ "$source" = "$work/stdin" ]; then
		for text; do
			name_stdin "$text" "${text%.ii}.named.ii"
			shift
			set -- "$@" "${text%.ii}.named.ii"
		done
	fi
	join_texts "$output" "$archs" "$@"
}

# compile_device_only: the module of the first triple is the output, or its SPIR-V
compile_device_only() {
	triple=${triples%% *}
	rewrite_source "$source" "$stem" "$triple"
	compile_device "$source" "$stem" "$triple"
	object=${source##*/}
	case $device_obj,$triple in
	spirv,spirv*) spirv_module "$base.aspect-prop-2.bc" "${output:-${object%.*}.spv}" ;;
	*)
		[ "$device_obj" != spirv ] || warning "'-fsycl-device-obj=spirv': the device code of '$triple' is LLVM's bitcode"
		object=${output:-${object%.*}.bc}
		step copy-module "$object" "$base.aspect-prop-2.bc" -- cp "$base.aspect-prop-2.bc" "$object"
		;;
	esac
}

# spirv_module IN OUT: SPIR-V of a module that nothing was linked with, for the first target
spirv_module() {
	target_facts "${targets%% *}"
	spirv_commands -o "$base.spirv-prep.bc" "$1"
	step spirv-prep "$base.spirv-prep.bc" "$1" --
	put "$prep_words"
	spirv_commands -o "$2" "$base.spirv-prep.bc"
	step translate "$2" "$base.spirv-prep.bc" --
	put "$translate_words"
}

# pack_object: makes $object of the host object and the device modules, or of images (link_early)
pack_object() {
	packs='' module_ids='' module_id_words=''
	add_module_id "$work/$stem.module-id"
	if [ -n "$rdc" ]; then
		for triple in $triples; do
			triple_part "$triple"
			add packs "$triple=$work/$stem$part.aspect-prop-2.bc"
		done
	else
		link_early "$stem"
	fi
	with "$packs" object_pack "$work/$stem.host-compile.o" "$object" "$work/$stem.module-id"
}

# object_name SOURCE: sets $object to where -c puts the object
object_name() {
	object=${1##*/}
	object=${output:-${object%.*}.o}
}

# compile_source SOURCE STEM: device modules and $work/STEM.host-compile.o.  The host
# pass comes first in the plan, because an error in both passes is then told by it.
compile_source() {
	rewrite_source "$1" "$2" "$triples"
	[ -n "$host_compiler" ] || host_compile "$1" "$work/$2.host-compile.o" "$work/$2.module-id"
	for triple in $triples; do
		compile_device "$1" "$2" "$triple"
		# Its header and footer are those of the first device pass.
		if [ -n "$host_compiler" ] && [ "$triple" = "${triples%% *}" ]; then
			host_compile "$1" "$work/$2.host-compile.o" "$work/$2.module-id"
		fi
	done
}

# rewrite_source SOURCE STEM TRIPLES: the text for each device pass, and the
# module id, which is that of the first
rewrite_source() {
	id=$work/$2.module-id other_id=0
	for triple in $3; do
		triple_part "$triple"
		preprocess "$1" "$work/$2$part.preprocess.ii" "$triple"
		attr_rewrite "$work/$2$part.preprocess.ii" "$work/$2$part.attr-rewrite.cpp" "$id" "${1##*/}"
		id=$work/$2.$((other_id += 1)).other-id
	done
}

# tell_aspects TRIPLE: sets the list $tell_words to the options for warnings of the node
# aspect-prop-1, which is the next; a triple tells what those before it did not
tell_aspects() {
	settle_level "$aspect_warnings"
	tell_words=
	[ "$1" != "${triples%% *}" ] || told=
	case $how_told in
	off) add tell_words --no-warnings && return ;;
	fatal) add tell_words --Werror ;;
	*) ;;
	esac
	if [ -n "$told" ]; then
		add tell_words "--told=$told"
		field input "$told"
	fi
	if [ "$1" != "${triples##* }" ]; then
		told=$base.told
		add tell_words "--list-told=$told"
		field output "$told"
	fi
}

# compile_device SOURCE STEM TRIPLE: into $work/STEM.aspect-prop-2.bc
compile_device() {
	triple_part "$3"
	base=$work/$2$part source_name=${1##*/}
	device_compile "$base.attr-rewrite.cpp" "$base.device-compile.ll" "$3"
	device_prepare "$base.device-compile.ll" "$base.device-prepare.bc" "$work/$2.module-id" "$source_name"
	# Before optimisation, with warnings; fp64 is not saved.
	tell_aspects "$3"
	with "$tell_words" aspect_prop aspect-prop-1 "$base.device-prepare.bc" "$base.aspect-prop-1.bc" --exclude-aspects=fp64
	device_optimize "$base.aspect-prop-1.bc" "$base.device-optimize.bc"
	# What is left after optimisation, without warnings.
	aspect_prop aspect-prop-2 "$base.device-optimize.bc" "$base.aspect-prop-2.bc" --no-warnings ${compile_only:+--drop-empty}
}

# link_early STEM: -c -fno-sycl-rdc links the device code of one source.  Adds to $packs
# its images, and the modules for targets that compile at run time.
link_early() {
	for early_triple in $triples; do
		triple_part "$early_triple"
		early_targets='' late=
		for target in $targets; do
			target_facts "$target"
			case $triple,$aot in
			"$early_triple,") [ "${triple#spirv}" = "$triple" ] || { late=yes; continue; } ;;
			"$early_triple",*) ;;
			*) continue ;;
			esac
			early_targets="$early_targets $target"
			add packs "$triple=$work/$1.$target.offload-wrap.o,target=$target"
		done
		[ -z "$late" ] || add packs "$early_triple=$work/$1$part.aspect-prop-2.bc"
		if [ -n "$early_targets" ]; then
			all_targets=$targets targets=$early_targets
			link_group "$1." "$early_triple" "$work/$1$part.aspect-prop-2.bc"
			targets=$all_targets
		fi
	done
}
