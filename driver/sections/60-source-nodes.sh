# 60-source-nodes.sh: nodes of one source
#
# One function for each node, in the order of the graph: input, output, other
# arguments.  They run nothing themselves but give their command to step.
#
# Offers: aspect_prop attr_rewrite device_compile device_optimize device_prepare
#    host_compile host_text join_texts name_stdin preprocess source_scan
# Uses: add cached_headers field fields frontend_words put silence_loops step take_answer triple_part with words
#    $beside_words $file_language $llvm_bin $part $share $source
#    $stem $tools $triples

# source_scan SOURCE OUT: sets $reaches and $standard_headers, as source-scan answers.
# What follows depends on the answer: it is asked for now, and a node of the plan, too.
source_scan() {
	if [ "$1" = "$work/stdin" ]; then
		scan_answer=sycl
	elif [ -z "$only_scan" ]; then
		asked=$scan_words
		add asked "$1"
		scan_answer=$(with "$asked" "$tools/source-scan") || exit 1
	else
		scan_answer=$only_scan
	fi
	take_answer
	step source-scan "$2" "$1" -- "$tools/source-scan"
	put "$scan_words"
	words -o "$2" "$1"
}

# device_clang TRIPLE: sets $device_words to the compiler and what selects the
# device, and $errno_words to what comes behind the user's options.  Where LLVM has
# no instructions for sin() and the like they must stay calls, of the device
# library's functions, with -ffast-math too, and so must modf(), whatever its
# name; elsewhere they must not, whatever -ffp-model says.
device_clang() {
	device_words='' errno_words=''
	add device_words "$clangxx" -fsycl -fsycl-device-only
	case $1 in
	spirv64-*) add errno_words -fno-math-errno ;;
	spir*)
		add device_words -Xclang -triple -Xclang "$1"
		add errno_words -fno-math-errno
		;;
	*)
		add device_words -Xclang -triple -Xclang "$1" -nogpulib -D__builtin_modf=modf -D__builtin_modff=modff
		add errno_words -Xclang -fmath-errno -fno-builtin-modf -fno-builtin-modff
		;;
	esac
	# Constructors of two names would be one function and an alias, which not all back ends have.
	add device_words -Xclang -mno-constructor-aliases
}

# plan_dependencies OUT: sets $plan_words to what makes the compiler tell which
# headers it read, for make, ninja and a later --resume
plan_dependencies() {
	plan_words='' depfile=''
	case $plan in
	make) add plan_words -MD -MP -MF "$1.d" -MQ "$1" ;;
	ninja) add plan_words -MD -MF "$1.d" -MQ "$1" ;;
	run) [ -z "$save_temps" ] || add plan_words -MD -MF "$1.d" -MQ "$1" ;;
	*) ;;
	esac
	[ -z "$plan_words" ] || depfile=$1.d
}

# say_dependencies: for the next step.  What the user's -MD and the like write is
# where no row names it; the rules of make know the headers of the device pass.
say_dependencies() {
	[ -z "$makes_dependencies" ] || plan_words='' depfile=''
	[ -z "$depfile" ] || field depfile "$depfile"
	[ -z "$makes_dependencies$beside_words" ] || field again always
}

# preprocess SOURCE OUT TRIPLE.  The compiler that reads the source itself knows
# what it depends on: clang here when the host's compiler reads another text.
preprocess() {
	device_clang "$3"
	frontend_words "$3"
	plan_dependencies "$2"
	if [ -n "$host_compiler" ] && [ "$3" = "${triples%% *}" ]; then
		target_options=$target_options$dependency_words
		say_dependencies
	elif [ -n "$depfile" ]; then
		field depfile "$depfile"
	fi
	# Of the text of sycl-cc -E it takes the part of this triple.
	step preprocess "$2" "$1" --
	put "$device_words"
	words -w -D__SYCL_CC__ "-D__SYCL_CC_TEXT_${3%%-*}__"
	put "$system_includes$compile_words$device_text_words$target_options$plan_words"
	words -E -o "$2"
	put "$language_words"
	words "$1"
}

# attr_rewrite IN OUT ID SOURCE: the first triple's, whose ID is that of the source, tells what it sees
attr_rewrite() {
	case $warnings,$3 in
	off,* | *.other-id) rewrite_option=--no-warnings ;;
	errors,*) rewrite_option=--Werror ;;
	*) rewrite_option='' ;;
	esac
	field output "$3"
	step attr-rewrite "$2" "$1" -- "$tools/attr-rewrite" ${host_compiler:+--spec-constants} \
		${rewrite_option:+"$rewrite_option"} --source="$4" \
		--module-id-file="$3" -o "$2" "$1"
}

# device_compile IN OUT TRIPLE
device_compile() {
	device_clang "$3"
	# Warnings are the host pass's to give, but for what it does not read
	# (device-messages): a plan that is only printed leaves them out, but for what is
	# an error without -Wno-GROUP (narrowing).
	if [ "$plan" != run ] || [ "$warnings" = off ]; then
		add device_words -w
	fi
	device_words=$device_words$device_warning_words
	frontend_words "$3"
	device_words=$device_words$device_compile_words$target_options$errno_words
	add device_words -Xclang -disable-llvm-passes
	if [ "$plan" = run ]; then
		field errors "$2.errors"
		host_text_words
		add host_words -D__SYCL_CC_LINES__ -E -o "$work/$stem.host-lines.ii"
		host_words=$host_words$language_words
		add host_words "$source"
		with "$host_words" tell_device_errors "$@"
	fi
	cached_headers
	step device-compile "$2" "$1" --
	put "$cached_words$device_words$cached_mark"
	# The text is one of a folder that is gone when a debugger reads its name.
	[ -n "$strip_lines" ] || words "-fdebug-prefix-map=$1=$source"
	words -emit-llvm -S -o "$2" -x c++ "$1"
}

# tell_device_errors IN OUT TRIPLE HOST_WORD...: the command that shows what the
# device compile printed
tell_device_errors() {
	tell_in=$1 tell_out=$2
	shift 3
	field tell sh "$share/device-messages" "$tell_out.errors" "${tell_in%.attr-rewrite.cpp}.preprocess.ii" \
		"$work/$stem.host-lines.ii" "$work/$stem.device-messages" $# "$@"
	[ -n "$device_error_words" ] || return 0
	fields tell "$device_words"
	fields tell "$device_error_words"
	field tell -emit-llvm -S -ferror-limit=0 -o "$tell_out.errors.ll" -x c++ "$tell_in"
}

# device_prepare IN OUT ID SOURCE: for another host compiler with integration header and footer
device_prepare() {
	prepare_in=$1 prepare_out=$2 prepare_id=$3 prepare_source=$4
	integration=${host_compiler:+"${3%.module-id}"}
	[ -z "$integration" ] || field output "$integration.header" "$integration.footer"
	step device-prepare "$prepare_out" "$prepare_in" "$prepare_id" -- "$tools/device-prepare" --source="$prepare_source" \
		--module-id-file="$prepare_id"
	put "$accuracy_words"
	words ${integration:+"--integration-header=$integration.header"} ${integration:+"--integration-footer=$integration.footer"} \
		${strip_lines:+--strip-debug} ${sub_group_size:+"--sub-group-size=$sub_group_size"} ${keeps_variables:+--opt-level=0} \
		${function_pointers:+--allow-func-ptr} -o "$prepare_out" "$prepare_in"
}

# aspect_prop NODE IN OUT OPTION...: used aspects
aspect_prop() {
	aspect_node=$1 aspect_in=$2 aspect_out=$3
	shift 3
	[ "$aspect_node$compile_only" != aspect-prop-2yes ] || field may empty
	step "$aspect_node" "$aspect_out" "$aspect_in" -- "$tools/aspect-prop" "$@" \
		${fixed_targets:+"--fixed-targets=$fixed_targets"} \
		${device_config:+"--device-config-file=$device_config"} -o "$aspect_out" "$aspect_in"
}

# device_optimize IN OUT: loops stay scalar, since vectors are made of work-items; for debuggers, the headers' functions are inlined alone
device_optimize() {
	optimize_passes="default<$device_level>"
	[ -z "$keeps_variables" ] || optimize_passes='always-inline,cgscc(inline),function(sroa,simplifycfg),globaldce'
	silence_loops "$2.errors"
	step device-optimize "$2" "$1" -- "$llvm_bin/opt" -vectorize-loops=false "-passes=$optimize_passes" -o "$2" "$1"
}

# host_compile SOURCE OUT ID: for SYCL sources the file with the module id, or "-"; "" compiles plain C or C++
host_compile() {
	if [ -n "$3$no_sycl" ] && [ -n "$host_compiler" ] && [ "$file_language" != c ]; then
		foreign_compile "$@"
		return 0
	fi
	host_words='' host_needs=''
	if [ -n "$3" ]; then
		add host_words "$host_cxx"
		host_words=$host_words$host_sycl_words$system_includes
	else
		add host_words "$clangxx"
		[ -z "$no_sycl" ] || host_words=$host_words$system_includes
	fi
	host_words=$host_words$compile_words$host_only_words
	cached_words='' cached_mark=''
	case $3 in
	*.module-id)
		triple_part "${triples%% *}"
		host_text=${3%.module-id}$part.attr-rewrite.cpp
		cached_headers "--header=$headers/sycl/sycl.hpp" "--text=$host_text" "--unit=$headers/sycl/detail/unit.hpp"
		[ -z "$cached_words" ] || field input "$host_text"
		;;
	*) ;;
	esac
	host_words=$cached_words$host_words$cached_mark$dependency_words$beside_words
	case $3 in
	*.module-id)
		# A precompiled header does not know the unit's id yet.
		[ -z "$uses_pch" ] || add host_words -include "$headers/sycl/detail/unit.hpp"
		add host_words "@$3"
		host_needs=$3
		;;
	*) ;;
	esac
	plan_dependencies "$2"
	say_dependencies
	step host-compile "$2" "$1" ${host_needs:+"$host_needs"} --
	put "$host_words$plan_words"
	words -c -o "$2"
	put "$language_words"
	words "$1"
}

# host_text_words: sets $host_words to what makes the host pass's text; what it says of
# the unit is for the compile to fill in
host_text_words() {
	host_words=''
	add host_words "$host_cxx"
	host_words=$host_words$host_sycl_words$system_includes
	add host_words -D__SYCL_TU_ID__=__SYCL_TU_ID__
	host_words=$host_words$compile_words$host_only_words
}

# host_text SOURCE OUT: the host pass's half of -E
host_text() {
	host_text_words
	step host-compile "$2" "$1" --
	put "$host_words$dependency_words"
	words -o "$2"
	put "$language_words"
	words "$1"
}

# join_texts OUT ARCHS HOST TEXT...: one text for all passes, each of which finds
# its own when it preprocesses the text once more: TEXTs are those of the device
# passes ARCHS.  OUT '' is standard output.
join_texts() {
	join_out=$1 join_archs=$2
	shift 2
	step join-texts "${join_out:--}" "$@" -- sh -c "$join_script" join-texts "$join_out" "$join_archs" "$@"
}

# In one line, which every form of the plan can hold.
# shellcheck disable=SC2016 # variables of the inner shell
{
	join_script='set -e; [ -z "$1" ] || exec > "$1"; archs=$2 host=$3 word=if; shift 3; '
	join_script=$join_script'for arch in $archs; do printf "#%s defined __SYCL_CC_TEXT_%s__\\n" "$word" "$arch"; '
	join_script=$join_script'cat -- "$1"; shift; word=elif; done; if [ "$word" = if ]; then exec cat -- "$host"; fi; '
	join_script=$join_script'printf "#elif defined __SYCL_DEVICE_ONLY__\\n#error this text was preprocessed for other targets\\n#else\\n"; '
	join_script=$join_script'cat -- "$host"; printf "#endif\\n"'
}

# name_stdin TEXT OUT: the text of standard input without the name of the file that held it
name_stdin() {
	# shellcheck disable=SC2016 # text of awk
	step name-stdin "$2" "$1" -- awk -v "name=$work/stdin" -v "out=$2" \
		'substr($0, 1, 2) == "# " && (at = index($0, "\"" name "\"")) { $0 = substr($0, 1, at) "<stdin>" substr($0, at + length(name) + 1) } { print > out }' \
		"$1"
}

# foreign_compile SOURCE OUT ID: the host pass by -fsycl-host-compiler.  Without
# clang's built-ins the source is between an integration header and footer.
foreign_compile() {
	foreign_text=$1 foreign_words=
	add foreign_words "$host_compiler" -D__SYCL_CC__
	case ${host_compiler##*/} in
	*clang*) add foreign_words -Wno-unknown-attributes ;;
	*) add foreign_words -Wno-attributes=sycl:: ;;
	esac
	foreign_words=$foreign_words$system_includes$compile_words$host_only_words$host_compiler_words$beside_words
	case $3 in
	*.module-id)
		foreign_base=${3%.module-id}
		foreign_text=$foreign_base.host.cpp
		# shellcheck disable=SC2016 # arguments of the inner shell
		step host-text "$foreign_text" "$1" "$foreign_base.footer" -- sh -c \
			'printf "#include \"%s\"\n" "$2" "${3##*/}" > "$1"' host-text "$foreign_text" "$1" "$foreign_base.footer"
		field input "$3" "$foreign_base.header"
		add foreign_words -iquote . "@$3" -include "$foreign_base.header"
		;;
	*) foreign_words=$foreign_words$dependency_words ;;
	esac
	plan_dependencies "$2"
	say_dependencies
	add foreign_words -c -o "$2" "$foreign_text"
	step host-compile "$2" "$foreign_text" --
	put "$foreign_words$plan_words"
}
