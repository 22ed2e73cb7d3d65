# 99-main.sh: a run of sycl-cc from beginning to end
#
# main reads the command line, computes what depends on all options, and makes the
# plan: sources first, then the link.
#
# Uses: add ask_objects be_clang die die_usage find_libraries folder
#    host_link inputs keep_stdin link_device open_work plan_begin plan_end
#    print_plan put read_command_line run_plan scan_sources settle_headers
#    settle_openmp settle_targets step take_note warning with wrapper_link $lib
#    $tools

# needs_sycl OPTION VALUE: the option is an error under -fno-sycl
needs_sycl() {
	[ -z "$2" ] || die_usage "The option $1 must be used in conjunction with -fsycl to enable offloading."
}

# check_options: missing inputs and options that exclude each other
check_options() {
	# What is for the linker alone, as -Wl,--version, counts as an input to clang.
	case $inputs$added_images,$plain_words in
	0,*-Wl,* | 0,*-Xlinker*) be_clang ;;
	*) ;;
	esac
	[ "$inputs" -gt 0 ] || [ -n "$added_images" ] || die_usage 'no input files'
	if [ -n "$no_sycl" ]; then
		needs_sycl -fsycl-targets "$targets$fixed_targets"
		needs_sycl -fsycl-link "$link_only"
		needs_sycl -fsycl-add-targets "$added_images"
		needs_sycl -fsycl-device-only "$device_only"
	fi
	case $device_obj,$device_only in
	,* | llvmir,* | spirv,yes) ;;
	*) take_note "'-fsycl-device-obj=$device_obj': objects hold device code as LLVM's bitcode all the same" ;;
	esac
	[ -z "$targets" ] || [ -z "$added_images" ] ||
		die_usage 'The option -fsycl-targets= conflicts with -fsycl-add-targets='
}

# look_at_inputs: finds out which inputs have device code; without any, becomes clang
look_at_inputs() {
	find_libraries
	if [ -n "$maybe_objects" ] && [ -z "$compile_only$no_sycl$relocatable" ]; then
		ask_objects
	fi
	reaches=sycl
	scan_sources
	[ "$reaches" != plain ] || [ -n "$object_words$needs_runtime" ] || be_clang
	# Standard input without -x is C to clang.
	[ "$plan$reads_stdin${text_only:+text}" != runnonetext ] || be_clang
	printf '%s' "$notes" >&2
	[ -z "$c_inputs" ] || warning "treating 'c' input as 'c++' when -fsycl is used [-Wexpected-file-type]"
}

# settle_words: the words that depend on the targets and on the place of the installation
settle_words() {
	# Nobody checks the text of an intermediate file.
	add device_compile_words -Xclang -gsrc-hash=none
	[ -z "$strip_lines" ] || add device_compile_words -gline-tables-only
	# SPIR-V and GPUs have no use for variables, and an image that is not optimised may need more aspects.
	case $targets,$optimizes in
	*' '* | *,yes) keeps_variables='' ;;
	x86_64*) ;;
	*) keeps_variables='' ;;
	esac
	[ -z "$keeps_variables" ] || device_level=O1
	settle_headers
	add runtime_words "-L$lib" -Wl,--push-state,--as-needed -lsycl-cc-rt -Wl,--pop-state
	# glibc refuses static programs with a path for libraries.
	if [ -z "$link_is_static" ]; then
		case $lib in
		*,*) add runtime_words -Xlinker -rpath -Xlinker "$lib" ;;
		*) add runtime_words "-Wl,-rpath,$lib" ;;
		esac
	fi
	[ -z "$relocatable" ] && [ -n "$links_runtime" ] || runtime_words=
}

# pass_to_clang [LANGUAGE SOURCE STEM LANGUAGE_WORDS]...: -S and the like are clang's alone
pass_to_clang() {
	pass_inputs=
	while [ $# -gt 0 ]; do
		case $2 in
		"$work_mark"/*) add pass_inputs - ;;
		*) add pass_inputs "$2" ;;
		esac
		shift 4
	done
	[ -z "$output" ] || add host_only_words -o "$output"
	[ -z "$compile_only" ] || add host_only_words -c
	[ -z "$no_sycl" ] || host_sycl_words=''
	pass_words=$host_sycl_words$system_includes$compile_words$host_only_words$dependency_options$language_words$pass_inputs
	if [ "$plan" != run ]; then
		print_plan clang_plan
	fi
	if [ -n "$verbose" ]; then
		clang_plan 8>&1 | "$tools/plan-print" | sed 1d >&2
	fi
	# No node follows, and clang may read standard input.
	with "$pass_words" exec "$host_cxx"
}

# clang_plan: a plan of one node
clang_plan() {
	plan_begin
	inputs "$pass_inputs"
	step host-compile "${output:--}" -- "$host_cxx"
	put "$pass_words"
	plan_end
}

# check_output: the folder of the output exists, before anything is compiled
check_output() {
	case $output in
	*/*) [ -e "${output%/*}/" ] || die "cannot write '$output': there is no folder '${output%/*}'" ;;
	*) ;;
	esac
	[ ! -d "$output" ] || die "cannot write '$output': it is a folder"
}

# leave_jobserver: make passes its jobserver only to recipes that name $(MAKE) or begin
# with +.  In others the descriptors are closed: use one job, and do not warn.
leave_jobserver() {
	[ -z "$launcher" ] || return 0
	case ${MAKEFLAGS-} in
	*--jobserver-auth=[0-9]*,*) jobserver=${MAKEFLAGS##*--jobserver-auth=} ;;
	*--jobserver-fds=[0-9]*,*) jobserver=${MAKEFLAGS##*--jobserver-fds=} ;;
	*) return 0 ;;
	esac
	[ -p "/proc/self/fd/${jobserver%%,*}" ] || jobs=${jobs:-1}
}

# precompile: makes precompiled headers, for the host pass
precompile() {
	[ "$sources" -eq "$precompiles" ] || die_usage 'headers are precompiled alone: leave out the other sources'
	[ -z "$host_compiler" ] || die_usage "headers are precompiled for clang++, not for '$host_compiler'"
	pass_through=yes
	[ -n "$no_sycl" ] || add host_sycl_words -D__SYCL_CC_PCH__
}

# make_plan: writes all nodes of the run, in their order
make_plan() {
	plan_begin
	[ "$plan" != script ] || [ -z "$save_temps" ] || folder "$work"
	[ -z "$reads_stdin" ] || keep_stdin
	with "$source_words" compile_sources
	if [ -z "$compile_only$device_only$text_only" ]; then
		if [ -n "$module_stems$object_words" ]; then
			link_device
		fi
		with "$added_images" wrap_added
		if [ -n "$link_only" ]; then
			wrapper_link "${output:-a.o}"
		else
			host_link "${output:-a.out}"
		fi
	fi
	lacks_node --start-at "$start_node"
	lacks_node --stop-after "$stop_node"
	plan_end
}

# lacks_node OPTION NODE: the node is one of the graph, but not of this run: nothing would be left out, or all
lacks_node() {
	[ -z "$2" ] || die_usage "this command has no node '$2' for option '$1': --graph=dot shows those that it has"
}

main() {
	add typed_words "$@"
	[ -x "$clangxx" ] || die "cannot find '$clangxx': is package clang-@LLVM_VERSION@ installed?"
	read_command_line "$@"
	if [ -n "$list_targets" ]; then
		exec "$tools/aspect-filter" "$list_targets" ${device_config:+"--device-config-file=$device_config"}
	fi
	check_options
	settle_openmp
	look_at_inputs
	settle_targets
	settle_words
	if [ -n "$compile_only$device_only$text_only" ] && [ -n "$output" ] && [ "$sources" -gt 1 ]; then
		die_usage "cannot specify -o when compiling several sources with ${text_only:+-E}${compile_only:+-c}"
	fi
	[ -z "$precompiles" ] || precompile
	[ -z "$pass_through" ] || with "$source_words" pass_to_clang
	leave_jobserver
	[ "$plan" != run ] || check_output
	[ "$reads_stdin" != none ] || die_usage '-E or -x required when input is from standard input'
	open_work
	if [ "$plan" = run ]; then
		run_plan make_plan
	else
		print_plan make_plan
	fi
}

main "$@"
