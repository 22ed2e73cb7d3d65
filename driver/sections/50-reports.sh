# 50-reports.sh: --time-trace and --summary
#
# Offers: record record_items summarize take_time write_trace $now
#    $step_output
# Uses: die $aot $producer $tools

# take_time: sets $now to nanoseconds, when somebody will read them
take_time() {
	now=0
	[ -z "$time_trace$summary" ] || now=$(date +%s%N)
}

# record NODE START END THREAD: an event of the time trace
record() {
	[ -n "$time_trace" ] || return 0
	case $step_output in
	*[!A-Za-z0-9_./+-]*) traced= ;;
	*) traced=",\"args\":{\"output\":\"${step_output##*/}\"}" ;;
	esac
	trace_events="$trace_events${trace_events:+,}
{\"name\":\"$1\",\"cat\":\"node\",\"ph\":\"X\",\"pid\":1,\"tid\":$4,\"ts\":$(($2 / 1000)),\"dur\":$((($3 - $2) / 1000))$traced}"
}

# record_items NODE STATS: events for what foreach ran, as many threads as ran at a time
record_items() {
	[ -n "$time_trace" ] && [ -f "$2" ] && [ -z "$target_failed" ] || return 0
	items=$(awk -F '\t' -v node="$1" -v start="$((started / 1000))" '
		NR > 1 {
			from = $9 * 1000000
			for (lane = 0; lane < lanes && busy[lane] > from; lane++)
				;
			if (lane == lanes)
				lanes++
			busy[lane] = from + $4 * 1000000
			printf ",\n{\"name\":\"%s %d\",\"cat\":\"item\",\"ph\":\"X\",\"pid\":1,\"tid\":%d,\"ts\":%.0f,\"dur\":%.0f,",
				node, $1, 3 + lane, start + from, $4 * 1000000
			printf "\"args\":{\"status\":%d,\"from\":\"%s\"}}", $3, $8
		}' "$2")
	trace_events=$trace_events$items
	[ -z "$save_temps" ] || rm -f -- "$2"
}

# write_trace: all events, for a trace viewer; written for a failed run too
write_trace() {
	[ -n "$time_trace" ] && [ "$plan" = run ] || return 0
	step_output=''
	[ -z "$driver_started" ] || record sycl-cc "$driver_started" "$(date +%s%N)" 0
	trace_file=$time_trace time_trace=''
	printf '[%s\n]\n' "$trace_events" > "$trace_file" || die "cannot write '$trace_file'"
}

# summarize TARGET TABLE: one line on what became of its images.  It looks at
# files, so a plan that is only printed, or stops before them, has none.
summarize() {
	[ "$plan" = run ] && [ -f "$2" ] || return 0
	take_time
	{
		"$tools/file-table-tform" --select=Reason= -extract=Code -drop_titles -o - "$2" | xargs -d '\n' -r stat -L -c 'size %s' --
		"$tools/file-table-tform" -extract=Reason --print=tsv -drop_titles -o - "$2" | sed "s/^target '[^']*' //"
	} | awk -v target="$1" -v by="${aot:-$producer}" -v ns="$((now - target_started))" '
		/^size / { built++; size += $2; next }
		NF { filtered++; if (!count[$0]++) reason[++reasons] = $0 }
		END {
			printf "sycl-cc: %s: %d image%s built%s, %d bytes; %d filtered", target, built, built == 1 ? "" : "s",
				by == "" ? "" : " by " by, size, filtered
			for (i = 1; i <= reasons; i++)
				printf "%s %s%s", i == 1 ? ":" : ",", reason[i], count[reason[i]] == 1 ? "" : " (" count[reason[i]] ")"
			printf "; %.2f s\n", ns / 1e9
		}' >&2
}
