# 65-link-nodes.sh: nodes of one link
#
# From objects and modules to the table of device images, and the last link.
# One function for each node, like 60.
#
# Offers: add_module_id check_inputs device_lib device_library device_link
#    device_select host_link member_scan object_unpack post_link
#    post_link_command say_alone wrapper_link $library $post_link_words
# Uses: add die field inputs must_lack put step with words wrap $llvm_bin
#    $part $share $tools

# object_pack HOST OUT ID, then TRIPLE=FILE[,KEY=VALUE] for each device module.  What
# was said about the link is recorded with them (doc/graph.md).
object_pack() {
	pack_host=$1 pack_out=$2 pack_id=$3 packed='' pack_inputs=''
	add packed "--module-id-file=$3"
	shift 3
	for image; do
		add packed "--image=${image%%=*},${image#*=}"
		image=${image#*=}
		add pack_inputs "${image%,target=*}"
	done
	[ -n "$rdc" ] || add packed --string=rdc=off
	[ -z "$fixed_targets" ] || add packed "--string=fixed-targets=$fixed_targets"
	with "$recorded" pack_strings
	inputs "$pack_inputs"
	field input "$pack_id"
	step object-pack "$pack_out" "$pack_host" -- "$tools/object-pack"
	put "$packed"
	words "--into=$pack_host" -o "$pack_out"
}

# pack_strings [OPTION VALUE]...
pack_strings() {
	while [ $# -gt 1 ]; do
		add packed "--string=$1=$2"
		shift 2
	done
}

# object_unpack DIR TABLE WORDS: device modules of objects and archives
object_unpack() {
	inputs "$3"
	field output "${2%.table}.module-ids"
	step object-unpack "$2" -- "$tools/object-unpack" "--out-dir=$1" "--module-ids=${2%.table}.module-ids" -o "$2"
	put "$3"
}

# add_module_id FILE: the id of a module whose device code is wrapped
add_module_id() {
	add module_ids "$1"
	add module_id_words "--module-ids=$1"
}

# Programs with kernels refer to it; wrapper objects define it (doc/graph.md).
device_code_symbol=device_code_missing__link_with_sycl_cc_or_add_fsycl_link_object

# member_scan OUT: a trial link, only for its trace: the members of archives that
# the linker takes.  The output is the list, hence the shell.  What the
# wrapper objects will define is 0 there: linkers insist on hidden symbols.
member_scan() {
	field again always
	inputs "$link_inputs$module_ids"
	# shellcheck disable=SC2016 # variables of the inner shell
	step member-scan "$1" -- sh -c \
		'out=$1 symbol=$2; shift 2; while [ "$1" != -- ]; do sed "s/.*\"\(.*\)..$/-Wl,--defsym=${symbol}__of_\1=0/" "${1#*=}" || exit 1; shift; done > "$out.symbols"; shift; "$@" "@$out.symbols" > "$out" 2> "$out.errors" || { cat "$out.errors" >&2; exit 1; }' \
		member-scan "$1" "$device_code_symbol"
	put "$module_id_words"
	words -- "$clangxx"
	put "$link_words"
	words -fno-lto "-Wl,--trace,--trace,--unresolved-symbols=ignore-all,--defsym=$device_code_symbol=0" -o "$1.out"
}

# device_select OUT ARGUMENT...: device code of objects that takes part in the link
device_select() {
	select_out=$1
	shift
	for word; do
		case $word in
		--with=*) field input "${word#*=}" ;;
		*) ;;
		esac
	done
	step device-select "$select_out" "$work/object-unpack.table" ${pulled:+"$pulled"} -- "$tools/device-select" \
		${pulled:+"--pulled=$pulled"} "$@" -o "$select_out" "$work/object-unpack.table"
}

# check_inputs OUT WORDS: kernels of one name are the same in all modules
check_inputs() {
	inputs "$2"
	step check-inputs "$1" -- "$tools/post-link" --check-inputs -o "$1"
	put "$2"
}

# device_link OUT WORDS: modules, and @FILE for a list of them
device_link() {
	inputs "$2"
	step device-link "$1" -- "$llvm_bin/llvm-link" --suppress-warnings -o "$1"
	put "$2"
}

# device_library TRIPLE: sets $library to the device library of that triple, if any
device_library() {
	library=
	case $offload_library,$1 in
	yes,nvptx64-* | yes,amdgcn-* | yes,spirv*) library=$share/device/${1%%-*}.bc ;;
	*) return 0 ;;
	esac
	[ -f "$library" ] || die "there is no device library '$library': --no-offloadlib links without it"
}

# device_lib IN OUT LIBRARY: library functions that are used
device_lib() {
	step device-lib "$2" "$1" "$3" -- "$llvm_bin/llvm-link" --suppress-warnings --only-needed --internalize -o "$2" "$1" "$3"
}

# post_link IN TABLE MODE: specialization constants are native or emulated
post_link() {
	post_link_command "$3" "${jobs:+"--jobs=$jobs"}"
	[ -n "$rdc" ] || say_alone
	step post-link "$2" "$1" --
	put "$post_link_words"
	words -o "$2" "$1"
}

# say_alone: a remark for the next step, should it fail
say_alone() {
	field remark 'with -fno-sycl-rdc each source is linked alone: it finds no function of another'
}

# post_link_command MODE OPTION: sets $post_link_words
post_link_command() {
	post_link_split=$split
	post_link_copies=
	[ "$1" = native ] || post_link_copies=$default_copies
	[ -n "$rdc" ] || [ "$split" != off ] || post_link_split=source
	# When the program runs CUDA's driver links PTX; nothing links other native code of GPUs.
	case $part$cuda_path in
	.nvptx64) imports=$image_dependencies ;;
	.nvptx64?* | .amdgcn*) imports='' ;;
	*) imports=$image_dependencies ;;
	esac
	post_link_words=
	add post_link_words "$tools/post-link" "--split=$post_link_split" --properties --symbols "--spec-const=$1" \
		--emit-exported-symbols --emit-imported-symbols --device-globals \
		${device_config:+"--device-config-file=$device_config"} \
		${imports:+--allow-device-image-dependencies} \
		${post_link_copies:+--generate-device-image-default-spec-consts} ${2:+"$2"}
}

# wrap_added TARGET:FILE...: files that -fsycl-add-targets names, as they are
wrap_added() {
	count=0
	for added; do
		count=$((count + 1))
		wrap "${added#*:}" "$work/added-$count.offload-wrap.o" "${added%%:*}"
	done
}

# host_link OUT: everything in $link_words
host_link() {
	# Another compiler's instrumentation needs that compiler's library.
	case $host_compiler,$files_beside in
	,* | *clang*,*) ;;
	*coverage*) add link_words -lgcov ;;
	*) ;;
	esac
	field may miss
	field again always
	inputs "$link_inputs$wrapper_words"
	step host-link "$1" -- "$clangxx" -o "$1"
	put "$link_words$wrapper_words$runtime_words"
}

# wrapper_link OUT: -fsycl-link: an object of the wrapper objects alone, an empty one where nothing has device code
wrapper_link() {
	if [ -z "$wrapper_words" ]; then
		step host-link "$1" -- "$clangxx" -x c /dev/null -c -o "$1"
		return 0
	fi
	must_lack % "${1%"${1##*/}"}" 'ld.lld replaces it'
	field may miss
	inputs "$wrapper_words"
	step host-link "$1" -- "$llvm_bin/ld.lld" -r -o "$1"
	put "$wrapper_words"
}
