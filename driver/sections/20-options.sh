# 20-options.sh: the command line, and the options that are sycl-cc's own
#
# read_command_line goes through the words once.  An option's function gets the
# word, the one behind it and how many are left; next_word takes that one too.
# What a function does not know it gives to the next: driver_option, sycl_option
# (22), clang_option (24). A new option goes into one of them and into
# options.tsv, of which --help, the manual page and the completions are made.
#
# Offers: next_word read_command_line take_number $given_number
# Uses: add add_input add_stdin die die_usage node_number print_version
#    split_options sycl_option with $llvm_bin $nodes $number $split_words
#    $tools

# read_command_line WORD...: response files first: their words replace the name
# of the file
read_command_line() {
	if has_files "$@"; then
		file_depth=$((file_depth + 1))
		[ "$file_depth" -le 20 ] || die "response files name each other without an end"
		expand_files "$@"
		with "$expanded" read_command_line
		return 0
	fi
	for word; do
		case $word in
		-fsycl) c_is_sycl=yes ;;
		-fno-sycl) c_is_sycl='' ;;
		--) break ;;
		*) ;;
		esac
	done
	read_words "$@"
	if [ -n "$verbose" ]; then
		add host_only_words -v
		add link_words -v
	fi
}

# has_files WORD...: one of them names a response file
has_files() {
	for word; do
		case $word in
		@?*) [ ! -f "${word#@}" ] || return 0 ;;
		*) ;;
		esac
	done
	return 1
}

# expand_files WORD...: sets $expanded to the words, for @FILE those in the file
expand_files() {
	expanded=
	for word; do
		case $word in
		@?*)
			if [ -f "${word#@}" ]; then
				split_options "$(cat -- "${word#@}")"
				expanded=$expanded$split_words
			else
				add expanded "$word"
			fi
			;;
		*) add expanded "$word" ;;
		esac
	done
}

# read_words WORD...: options and inputs.  An option's function gets the word,
# the next one and how many are left; $taken is how many it took, and $plain says
# whether any compiler would get them.
read_words() {
	while [ $# -gt 0 ]; do
		taken=1 plain=yes
		case $1 in
		-) add_stdin ;;
		--)
			add plain_words "$@"
			shift
			for word; do
				add_input "$word"
			done
			break
			;;
		-print-prog-name=*) driver_option "$1" ;;
		-print-*) exec "$clangxx" "$@" ;;
		-*) driver_option "$1" "${2-}" $# ;;
		*) add_input "$1" ;;
		esac
		case $plain,$taken in
		yes,1) add plain_words "$1" ;;
		yes,2) add plain_words "$1" "$2" ;;
		*) ;;
		esac
		shift "$taken"
	done
}

# next_word OPTION WORD COUNT: the option takes the next word
next_word() {
	[ "$3" -gt 1 ] || die_usage "option '$1' wants an argument"
	taken=2
}

# take_number OPTION VALUE: sets $given_number
take_number() {
	case $2 in
	'' | *[!0-9]* | 0) die_usage "option '$1' wants a number from 1, not '$2'" ;;
	*) given_number=$2 ;;
	esac
}

# known_node OPTION NODE
known_node() {
	node_number "$2"
	[ "$number" -gt 0 ] || die_usage "option '$1' names no node of the graph: '$2'"
}

# driver_option OPTION WORD COUNT: options about the graph
driver_option() {
	plain=
	case $1 in
	--help | -help) usage; exit 0 ;;
	--version) print_version; exit 0 ;;
	-dumpversion | -dumpmachine) exec "$clangxx" "$1" ;;
	--list-targets | --list-targets=*) list_targets=$1 ;;
	-print-prog-name=*)
		for folder in "$tools" "$llvm_bin"; do
			if [ -x "$folder/${1#*=}" ]; then
				printf '%s\n' "$folder/${1#*=}"
				exit 0
			fi
		done
		exec "$clangxx" "$1"
		;;
	-###) plan=script ;;
	--graph=dot | --graph=json | --graph=make | --graph=ninja) plan=${1#*=} ;;
	--graph=*) die_usage "unknown form of graph '${1#*=}': dot, json, make or ninja" ;;
	--stop-after=*)
		known_node --stop-after "${1#*=}"
		stop_node=${1#*=} stop_number=$number save_temps=${save_temps:-.}
		;;
	--start-at=*)
		known_node --start-at "${1#*=}"
		start_node=${1#*=} start_number=$number save_temps=${save_temps:-.}
		;;
	--stage)
		next_word "$@"
		known_node --stage "${2%%=*}"
		add swapped_stages "$2"
		;;
	--stage=*)
		stage_option=${1#*=}
		known_node --stage "${stage_option%%=*}"
		add swapped_stages "$stage_option"
		;;
	--cache=) cache='' remote_cache='' pch_cache='' ;;
	--cache=http://* | --cache=https://*) remote_cache=${1#*=} ;;
	--cache=*) cache=${1#*=} ;;
	--cache-read-only) cache_read_only=yes ;;
	--launcher=*) launcher=${1#*=} ;;
	--no-pch) no_pch=yes ;;
	--report=*) report=${1#*=} driver_started=$(date +%s%N) ;;
	--report-against=*) report_against=${1#*=} ;;
	--time-trace=*) time_trace=${1#*=} driver_started=$(date +%s%N) ;;
	-j | --jobs) next_word "$@"; take_number "$1" "$2"; node_jobs=$given_number ;;
	-j[0-9]*) take_number -j "${1#-j}"; node_jobs=$given_number ;;
	--jobs=*) take_number --jobs "${1#*=}"; node_jobs=$given_number ;;
	--resume) resume=yes save_temps=${save_temps:-.} ;;
	--summary) summary=yes ;;
	--crash-bundle=*)
		crash_bundle=${1#*=}
		case $crash_bundle in
		-*) crash_bundle=./$crash_bundle ;;
		*) ;;
		esac
		;;
	-save-temps | --save-temps) save_temps=. ;;
	-save-temps=* | --save-temps=*) save_temps=${1#*=} ;;
	*) sycl_option "$@" ;;
	esac
}

usage() {
	cat <<'END'
Usage: sycl-cc [OPTION...] FILE...
Compile and link SYCL programs: sources, objects and archives in, one program
out that carries device images for every target.

@HELP@

Everything else goes to the host compiler, clang++.  The stages and their files:
doc/graph.md.  Each stage has a manual page, sycl-cc-NAME(1).

Nodes of the graph, in their order:
END
	printf '%s\n' "$nodes" | fold -s -w 78
}
