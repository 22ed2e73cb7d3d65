# 45-failures.sh: what is said when a node fails
#
# A stage that fails for one target does not stop the others: stage_failed tells
# and returns, end_if_failed ends the run when all were tried.  What fails for
# all ends it at once.
#
# Offers: end_if_failed find_program stage_failed
# Uses: error for_node node_number show show_errors wait_host wanted $dir
#    $host_words $llvm_bin $step_output $swapped_program $tools $version

# stage_failed NODE STATUS COMMAND...: says which stage failed, how to look at
# it and how to run it again.  When the host pass beside it failed too, that is
# the stage to tell: it is of the same source or an earlier one.
stage_failed() {
	failing=$1 failed_status=$2
	shift 2
	drop_output
	wait_host
	if [ "$host_status" -ne 0 ]; then
		failing=host-compile failed_status=$host_status current_target='' failures=''
		eval "set -- $host_words"
	elif [ "$failing" = device-compile ]; then
		show_errors
	fi
	how_ended "$failed_status"
	if [ -n "$current_target" ] && [ -s "$failures" ]; then
		tell_rows
	else
		tell_stage "$@"
		# foreach runs post-link for objects that were compiled so.
		case $failing,$rdc,$failures in
		post-link,, | post-link,*,?*)
			printf 'sycl-cc: note: with -fno-sycl-rdc each source is linked alone: it finds no function of another\n' >&2
			;;
		*) ;;
		esac
		# A signal that ended foreach is meant for all.
		[ -n "$current_target" ] && [ "$failed_status" -lt 128 ] || exit 1
	fi
	# When it worked for one target, the others still get their turn, and the
	# program is not linked in the end.
	failing='' target_failed=yes some_failed=yes
}

# how_ended STATUS: sets $how
how_ended() {
	how="failed with status $1"
	[ "$1" -ne 0 ] || how="ended with status 0 and wrote nothing"
	[ "$1" -gt 128 ] && signal=$(kill -l "$(($1 - 128))" 2>/dev/null) || return 0
	how="was ended by SIG$signal"
	[ "$signal" != KILL ] || how="$how, perhaps out of memory"
}

# tell_stage COMMAND...: the stage $failing as a whole
tell_stage() {
	error "${current_target:+"target '$current_target': "}stage '$failing' $how"
	if [ -n "$crash_bundle" ]; then
		bundle_crash "$@"
	elif [ -n "$save_temps" ]; then
		printf 'sycl-cc: note: to run it again: %s\n' "$(show "$@")" >&2
	else
		case $failing in
		*compile | preprocess | host-link) ;;
		*) printf "sycl-cc: note: '-save-temps' keeps its input, '-v' shows its command, '--crash-bundle=DIR' both\n" >&2 ;;
		esac
	fi
}

# tell_rows: an error for each row that foreach could not do
tell_rows() {
	told=0
	while IFS='	' read -r item _ what; do
		told=$((told + 1))
		[ "$told" -le 10 ] || continue
		row_of "$item"
		item_command=${what#*: }
		item_program=${item_command%% *}
		error "target '$current_target', $row, stage '$failing': '${item_program##*/}' ${what%%: *}"
		if [ -n "$crash_bundle" ]; then
			[ -n "$kept" ] || eval "bundle_crash $item_command"
		elif [ -n "$save_temps" ]; then
			printf 'sycl-cc: note: to run it again: %s\n' "$item_command" >&2
		fi
	done < "$failures"
	[ "$told" -le 10 ] || error "target '$current_target': $((told - 10)) more rows failed"
	[ -n "$save_temps$crash_bundle" ] || want_temps=yes
}

# row_of ITEM: sets $row to which row of the target's table the item is and what
# it holds; "all" for all that are compiled
row_of() {
	row=$("$tools/file-table-tform" --print=tsv -o - "$dir/aspect-filter.table" | awk -F '\t' \
		-v item="$1" -v demangle="$llvm_bin/llvm-cxxfilt --types" '
		function kernels(file,   line, text, n) {
			while ((getline line < file) > 0) {
				n++
				sub(/[@$][^@$]*$/, "", line)
				if (n <= 3) {
					demangle_line = demangle " \047" line "\047"
					demangle_line | getline line
					close(demangle_line)
					sub(/^typeinfo name for /, "", line)
					text = text (n > 1 ? ", \047" : "\047") line "\047"
				}
			}
			close(file)
			return (n == 1 ? "kernel " : "kernels ") text (n > 3 ? " and " n - 3 " more" : "")
		}
		NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
		("Reason" in column) && $column["Reason"] != "" { next }
		{ n++ }
		item == "all" || n == item { printf "%srow %d (%s)", many++ ? ", " : "", NR - 1, kernels($column["Symbols"]) }')
}

# find_program NODE LIST PROGRAM: the rows of this target need it
find_program() {
	[ -n "$current_target" ] || return 0
	node_number "$1"
	wanted || return 0
	for_node "$1"
	[ "$plan" = run ] && [ -s "$2" ] && [ -z "$swapped_program" ] && ! command -v -- "$3" > /dev/null || return 0
	row_of all
	error "target '$current_target': cannot find its compiler '$3', which is to compile $row"
	target_failed=yes some_failed=yes
}

# drop_output: a program that was killed may leave half an output outside of the work folder
drop_output() {
	case $step_output in
	"$work"/*) ;;
	*) [ ! -f "$step_output" ] || [ -L "$step_output" ] || rm -f -- "$step_output" ;;
	esac
}

# bundle_crash COMMAND...: the work folder stays, with a script that runs the stage again
bundle_crash() {
	kept=$work
	rm -f -- "$work/.owner"
	{
		printf '#!/bin/sh\n# sycl-cc %s: stage %s %s; the whole command is in the file "command"\n' "$version" "$failing" "$how"
		printf 'cd -- %s || exit\nexec ' "$(show "$PWD")"
		show "$@"
	} > "$work/rerun.sh"
	chmod +x "$work/rerun.sh"
	printf '%s\n' "$command_line" > "$work/command"
	printf "sycl-cc: note: its files are in '%s'; '%s/rerun.sh' runs it again\n" "$work" "$work" >&2
}

# end_if_failed: when some target could not be made, all were tried by now
end_if_failed() {
	[ -n "$some_failed" ] || return 0
	[ -z "$want_temps" ] || printf 'sycl-cc: note: to run it again with its input kept: %s -save-temps=%s\n' \
		"$(eval 'show "$0"' "$typed_words")" "${output:-a.out}.temps" >&2
	exit 1
}
