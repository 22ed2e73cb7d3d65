# 58-beside.sh: what is written beside the object
#
# .gcno, .dwo, .su, .json, .opt.yaml: the object of the host pass is in the work
# folder, but these files, and their names in the object, must be where clang++ alone
# would put them.
#
# Offers: compilation_entry depend_on place_beside silence_loops $beside_words
# Uses: add field with

# place_beside SOURCE OBJECT: sets $beside_words.  OBJECT is that of -c, '' when
# the program is linked at once.
place_beside() {
	beside_words=''
	[ -n "$files_beside$split_dwarf" ] || return 0
	source_stem=${1##*/}
	source_stem=${source_stem%.*}
	case $2,$dump_prefix in
	,) beside_base=${output:-a}-$source_stem ;;
	*,?*) beside_base=$dump_prefix$source_stem ;;
	*) without_suffix "$2"; beside_base=$base_name ;;
	esac
	# These two are named by other rules when a program is linked at once.
	record_base=$source_stem stack_base=$source_stem
	if [ -n "$2" ]; then
		without_suffix "$2"
		record_base=$base_name stack_base=$base_name
	elif [ -n "$output" ]; then
		without_suffix "$output"
		stack_base=$base_name
	fi
	case $host_compiler in
	*clang* | '') clang_beside "$2" ;;
	*) foreign_beside ;;
	esac
}

# clang_beside OBJECT
clang_beside() {
	case $split_dwarf,$1 in
	split,*) add beside_words -Xclang -split-dwarf-file -Xclang "$beside_base.dwo" -Xclang -split-dwarf-output -Xclang "$beside_base.dwo" ;;
	single,?*) add beside_words -Xclang -split-dwarf-file -Xclang "$1" ;;
	*) ;;
	esac
	for beside_kind in $files_beside; do
		case $beside_kind in
		coverage)
			case $beside_base in
			/*) beside_path=$beside_base ;;
			*) beside_path=$PWD/$beside_base ;;
			esac
			add beside_words -Xclang "-coverage-notes-file=$beside_path.gcno" -Xclang "-coverage-data-file=$beside_path.gcda"
			;;
		stack-usage) add beside_words -Xclang -stack-usage-file -Xclang "$stack_base.su" ;;
		time-trace)
			if [ -z "$time_trace_file" ]; then
				add beside_words "-ftime-trace=$beside_base.json"
			elif [ -d "${time_trace_file#=}" ]; then
				add beside_words "-ftime-trace=${time_trace_file#=}/${beside_base##*/}.json"
			fi
			;;
		remarks) [ "$record_format" = named ] || add beside_words "-foptimization-record-file=$record_base.opt.$record_format" ;;
		stats)
			case $stats_where in
			=obj) add beside_words -Xclang "-stats-file=${beside_base%"${beside_base##*/}"}$source_stem.stats" ;;
			*) add beside_words -Xclang "-stats-file=$source_stem.stats" ;;
			esac
			;;
		*) ;;
		esac
	done
}

# foreign_beside: GCC has one rule for all of them
foreign_beside() {
	beside_dir=${beside_base%"${beside_base##*/}"}
	add beside_words -dumpdir "${beside_dir:-./}" -dumpbase "${beside_base##*/}" -dumpbase-ext ''
}

# without_suffix PATH: sets $base_name to the path without the suffix of its last part
without_suffix() {
	base_name=$1
	case ${1##*/} in
	?*.*) base_name=${1%.*} ;;
	*) ;;
	esac
}

# compilation_entry SOURCE OBJECT: -MJ: a command that plain clang understands, without files of this run
compilation_entry() {
	[ -n "$compilation_database" ] && [ "$plan" = run ] || return 0
	{
		printf '{ "directory": %s, "file": %s, "output": %s, "arguments": ' \
			"$(json_string "$PWD")" "$(json_string "$1")" "$(json_string "$2")"
		entry_words=''
		add entry_words "$clangxx"
		entry_words=$entry_words$host_sycl_words$system_includes$compile_words$host_only_words$language_words
		add entry_words -c "$1" -o "$2"
		with "$entry_words" json_array
		printf '},\n'
	} >> "$compilation_database"
}

# json_string TEXT
json_string() {
	printf '"%s"' "$(printf '%s' "$1" | sed 's/[\\"]/\\&/g')"
}

# json_array WORD...
json_array() {
	printf '['
	comma=
	for word; do
		printf '%s' "$comma"
		json_string "$word"
		comma=', '
	done
	printf ']'
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

# silence_loops FILE: what opt, the next step, prints into the file.  It warns of each
# loop that it cannot unroll, and has no option against it: without lines nobody finds the loop.
silence_loops() {
	silent_place=${strip_lines:+<unknown>:0:0}
	[ "$warnings" != off ] || silent_place='.*'
	if [ "$plan" = run ] && [ -n "$silent_place" ]; then
		field errors "$1"
		# shellcheck disable=SC2016 # that shell's words
		field tell sh -c 'sed "/^warning: $1: loop not /d" "$2" >&2' sh "$silent_place" "$1"
	fi
}
