# 60-source-nodes.sh: nodes of one source
#
# One function for each node, in the order of the graph: input, output, other
# arguments.  They run nothing themselves but give their command to step.
#
# Offers: aspect_prop attr_rewrite compilation_entry depend_on
#    device_compile device_optimize device_prepare host_compile host_text
#    join_texts name_stdin preprocess source_scan $host_words
# Uses: add frontend_words json_array json_string step $beside_words
#    $file_language $id_rule $include $llvm_bin $system_includes $tools
#    $triples

# source_scan SOURCE OUT: sets $reaches to sycl or plain.  A plan that is only
# printed looks too: what follows depends on the answer.  It leaves standard
# input alone.
source_scan() {
	reaches=sycl
	if [ "$plan" != run ] && [ "$1" != "$work/stdin" ]; then
		eval 'reaches=$("$tools/source-scan"' "$scan_words" '"$1")' || exit 1
	fi
	eval 'step source-scan "$2" "$1" -- "$tools/source-scan"' "$scan_words" '-o "$2" "$1"'
	if [ "$plan" = run ] && [ -f "$2" ]; then
		read -r reaches < "$2"
	fi
	reaches=${reaches%% *}
}

# device_clang TRIPLE: sets $device_words to the compiler and what selects the
# device, and $errno_words to what comes behind the user's options.  Where LLVM has
# no instructions for sin() and the like they must stay calls, of the device
# library's functions, with -ffast-math too, and so must modf(), whatever its
# name; elsewhere they must not, whatever -ffp-model says.
device_clang() {
	device_words="\"\$clangxx\" -fsycl -fsycl-device-only"
	case $1 in
	spirv64-*) errno_words=-fno-math-errno ;;
	spir*) device_words="$device_words -Xclang -triple -Xclang $1" errno_words=-fno-math-errno ;;
	*)
		device_words="$device_words -Xclang -triple -Xclang $1 -nogpulib -D__builtin_modf=modf -D__builtin_modff=modff"
		errno_words='-Xclang -fmath-errno -fno-builtin-modf -fno-builtin-modff'
		;;
	esac
	# Constructors of two names would be one function and an alias, which not all back ends have.
	device_words="$device_words -Xclang -mno-constructor-aliases"
}

# plan_dependencies OUT: sets $plan_words to what tells make or ninja which headers
# were read, for the rule that step prints next
plan_dependencies() {
	plan_words='' depfile=''
	case $plan in
	make) add plan_words -MD -MP -MF "$1.d" -MQ "$1" ;;
	ninja) add plan_words -MD -MF "$1.d" -MQ "$1" ;;
	*) return 0 ;;
	esac
	depfile=$1.d
}

# preprocess SOURCE OUT TRIPLE.  The compiler that reads the source itself knows
# what it depends on: clang here when the host's compiler reads another text.
preprocess() {
	device_clang "$3"
	frontend_words "$3"
	plan_dependencies "$2"
	if [ -n "$host_compiler" ] && [ "$3" = "${triples%% *}" ]; then
		target_options="$target_options $dependency_words"
		[ -z "$makes_dependencies" ] || plan_words='' depfile=''
	fi
	# Of the text of sycl-cc -E it takes the part of this triple.
	eval 'step preprocess "$2" "$1" --' "$device_words -w -D__SYCL_CC__ -D__SYCL_CC_TEXT_${3%%-*}__ $system_includes" \
		"$compile_words $device_text_words $target_options $plan_words" '-E -o "$2"' "$language_words" '"$1"'
}

# attr_rewrite IN OUT ID SOURCE: the first triple's, whose ID is that of the source, tells what it sees
attr_rewrite() {
	case $warnings,$3 in
	off,* | *.other-id) rewrite_words=--no-warnings ;;
	errors,*) rewrite_words=--Werror ;;
	*) rewrite_words='' ;;
	esac
	step attr-rewrite "$2" "$1" -- "$tools/attr-rewrite" ${host_compiler:+--spec-constants} $rewrite_words --source="$4" \
		--module-id-file="$3" -o "$2" "$1"
}

# device_compile IN OUT TRIPLE
device_compile() {
	device_clang "$3"
	# Warnings are the host pass's to give, but for what it does not read (62): a plan
	# that is only printed leaves them out.
	if [ "$plan" != run ] || [ "$warnings" = off ]; then
		device_words="$device_words -w"
	else
		device_words="$device_words$device_warning_words"
	fi
	frontend_words "$3"
	eval 'step device-compile "$2" "$1" --' "$device_words $device_compile_words $target_options $errno_words" \
		'-Xclang -disable-llvm-passes -emit-llvm -S -o "$2" -x c++ "$1"'
}

# device_prepare IN OUT ID SOURCE: for another host compiler with integration header and footer
device_prepare() {
	prepare_in=$1 prepare_out=$2 prepare_id=$3 prepare_source=$4
	integration=${host_compiler:+"${3%.module-id}"}
	eval "set -- $accuracy_words"
	step device-prepare "$prepare_out" "$prepare_in" -- "$tools/device-prepare" --source="$prepare_source" \
		--module-id-file="$prepare_id" "$@" \
		${integration:+"--integration-header=$integration.header"} \
		${integration:+"--integration-footer=$integration.footer"} \
		${strip_lines:+--strip-debug} -o "$prepare_out" "$prepare_in"
}

# aspect_prop NODE IN OUT OPTION...: used aspects
aspect_prop() {
	aspect_node=$1 aspect_in=$2 aspect_out=$3
	shift 3
	step "$aspect_node" "$aspect_out" "$aspect_in" -- "$tools/aspect-prop" "$@" \
		${fixed_targets:+"--fixed-targets=$fixed_targets"} \
		${device_config:+"--device-config-file=$device_config"} -o "$aspect_out" "$aspect_in"
}

# device_optimize IN OUT
device_optimize() {
	step device-optimize "$2" "$1" -- "$llvm_bin/opt" "-passes=default<$device_level>" -o "$2" "$1"
}

# host_compile SOURCE OUT ID: for SYCL sources the file with the module id, or "-"; "" compiles plain C or C++
host_compile() {
	if [ -n "$3$no_sycl" ] && [ -n "$host_compiler" ] && [ "$file_language" != c ]; then
		foreign_compile "$@"
		return 0
	fi
	host_words="\"\$host_cxx\" $host_sycl_words $system_includes"
	if [ -z "$3" ]; then
		host_words="\"\$clangxx\"${no_sycl:+ $system_includes}"
	fi
	host_words="$host_words $compile_words $host_only_words $dependency_words $beside_words"
	host_needs=
	case $3 in
	*.module-id)
		# A precompiled header does not know the unit's id yet.
		[ -z "$uses_pch" ] || add host_words -include "$include/sycl/detail/unit.hpp"
		add host_words "@$3"
		# Rules of make name one output.
		add host_needs "$id_rule"
		;;
	*) ;;
	esac
	plan_dependencies "$2"
	# With -MD the user's file is in the way: the rule then knows the headers of the device pass.
	[ -z "$makes_dependencies" ] || plan_words='' depfile=''
	eval 'step host-compile "$2" "$1"' "$host_needs -- $host_words $plan_words" '-c -o "$2"' "$language_words" '"$1"'
}

# host_text SOURCE OUT [-E]: with -E no dependency file; the host pass's half of -E: what it says of the unit is for the compile to fill in
host_text() {
	eval 'step host-compile "$2" "$1" --' "\"\$host_cxx\" $host_sycl_words $system_includes" \
		"-D__SYCL_TU_ID__=__SYCL_TU_ID__ $compile_words $host_only_words ${3:-$dependency_words}" '-o "$2"' "$language_words" '"$1"'
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
	foreign_words="$foreign_words $system_includes $compile_words $host_only_words $host_compiler_words $beside_words"
	case $3 in
	*.module-id)
		foreign_base=${3%.module-id}
		foreign_text=$foreign_base.host.cpp
		# The compiler must not start before its text is there.
		foreign_beside=$beside beside=
		# shellcheck disable=SC2016 # arguments of the inner shell
		step host-text "$foreign_text" "$1" "$foreign_base.footer" -- sh -c \
			'printf "#include \"%s\"\n" "$2" "${3##*/}" > "$1"' host-text "$foreign_text" "$1" "$foreign_base.footer"
		beside=$foreign_beside
		add foreign_words -iquote . "@$3" -include "$foreign_base.header"
		;;
	*) foreign_words="$foreign_words $dependency_words" ;;
	esac
	plan_dependencies "$2"
	[ -z "$makes_dependencies" ] || plan_words='' depfile=''
	add foreign_words -c -o "$2" "$foreign_text"
	eval 'step host-compile "$2" "$foreign_text" --' "$foreign_words $plan_words"
}

# depend_on OBJECT: sets $dependency_words to what makes the dependency file of that object
depend_on() {
	dependency_words=$dependency_options
	[ -n "$makes_dependencies" ] || return 0
	if [ -z "$dependency_file" ]; then
		case ${1##*/} in
		*.*) add dependency_words -MF "${1%.*}.d" ;;
		*) add dependency_words -MF "$1.d" ;;
		esac
	fi
	[ -n "$dependency_target" ] || add dependency_words -MT "$1"
}

# compilation_entry SOURCE OBJECT: -MJ: a command that plain clang understands, without files of this run
compilation_entry() {
	[ -n "$compilation_database" ] && [ "$plan" = run ] || return 0
	{
		printf '{ "directory": %s, "file": %s, "output": %s, "arguments": ' \
			"$(json_string "$PWD")" "$(json_string "$1")" "$(json_string "$2")"
		entry_words="\"\$clangxx\" $host_sycl_words $system_includes $compile_words $host_only_words $language_words"
		add entry_words -c "$1" -o "$2"
		eval "json_array $entry_words"
		printf '},\n'
	} >> "$compilation_database"
}
