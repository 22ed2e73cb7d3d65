# 40-steps.sh: a node runs, or is printed
#
# step is the one way to run a program: step NODE OUTPUT INPUT... -- COMMAND...
# It knows the order of nodes ($nodes), --start-at, --stop-after and --stage,
# and either runs the command (run_command, the only place that starts programs
# of the graph) or prints it as the plan says (55). The name of a new node goes
# into driver/nodes.tsv.
#
# Offers: for_node node_number show show_errors step wait_host wanted
#    $errors $host_words $node $nodes $number $step_inputs $step_output
#    $swapped_program
# Uses: add choose_warnings quote record stage_failed take_time
#    tell_device_warnings $now $quoted

# show ARGUMENT...: prints the command as one runnable line.  In a script the
# work folder is a variable.
show() {
	line=
	for word; do
		quote "$word"
		line="$line${line:+ }$quoted"
	done
	while [ "$plan" = script ]; do
		case $line in
		*"''$work_mark"*) line="${line%%"''$work_mark"*}\"\$work\"'${line#*"''$work_mark"}" ;;
		*" '$work_mark"*) line="${line%%" '$work_mark"*} \"\$work\"'${line#*" '$work_mark"}" ;;
		*"$work_mark"*) line="${line%%"$work_mark"*}'\"\$work\"'${line#*"$work_mark"}" ;;
		*) break ;;
		esac
	done
	printf '%s\n' "$line"
}

# The nodes in the order of the graph (driver/nodes.tsv): --stop-after and --start-at count here.
nodes='@NODES@'

# node_number NODE: sets $number to its place in the graph, 0 for no node
node_number() {
	number=0
	for known in $nodes; do
		number=$((number + 1))
		[ "$known" != "$1" ] || return 0
	done
	number=0
}

# step NODE OUTPUT INPUT... -- COMMAND...: one node of the graph.  Runs it, or
# prints it in the form that was asked for.
step() {
	[ -z "$target_failed" ] || return 0
	node=$1 step_output=$2 step_inputs=
	shift 2
	while [ "$1" != -- ]; do
		# Only forms of the plan other than these two name inputs.
		[ "$plan" = run ] || [ "$plan" = script ] || add step_inputs "$1"
		shift
	done
	shift
	node_number "$node"
	wanted || [ "$node" = mkdir ] || return 0
	for_node "$node"
	[ -z "$swapped_program" ] || set -- "$swapped_program" "$@"
	case $plan in
	run) run_command "$node" "$@" ;;
	script) show "$@" ;;
	*)
		# A plan's folders are there before its files.
		if [ "$node" = mkdir ]; then
			"$@"
		else
			"print_$plan" "$@"
		fi
		depfile=''
		;;
	esac
}

# wanted: --start-at and --stop-after let the node of $number be done
wanted() {
	[ "$number" -le "$stop_number" ] && [ "$number" -ge "$start_number" ]
}

# for_node NODE: sets $swapped_program to what --stage names for it, if anything
for_node() {
	for_node=$1 swapped_program=
	eval "set -- $swapped_stages"
	for swapped; do
		case $swapped in
		"$for_node="*) swapped_program=${swapped#*=} ;;
		*) ;;
		esac
	done
}

# run_command NODE COMMAND...: starts one program; the only place that does.
# It runs in the background: a signal to the driver then acts at once.  With
# $beside, the host pass goes on beside what follows, until wait_host.
run_command() {
	node=$1
	shift
	[ -z "$verbose" ] || show "$@" >&2
	# There is nothing to come after it, and it may want standard input.
	[ -z "$pass_through" ] || exec "$@"
	take_time
	started=$now status=0
	# Of an earlier run with -save-temps: whoever writes nothing must not be saved by it.
	case $step_output in
	"$work"/*) [ -z "$save_temps" ] || [ ! -f "$step_output" ] || rm -f -- "$step_output" ;;
	*) ;;
	esac
	if [ -n "$beside" ]; then
		host_words='' host_started=$started host_output=$step_output
		add host_words "$@"
		"$@" 9>&- &
		host_pid=$!
		return 0
	fi
	case $node in
	device-compile)
		errors=$step_output.errors
		"$@" 2> "$errors" 9>&- &
		;;
	*) "$@" 9>&- & ;;
	esac
	stage_pid=$!
	# The shell would say "Killed" as well.
	wait "$stage_pid" 2>/dev/null || status=$?
	stage_pid=
	take_time
	record "$node" "$started" "$now" 1
	if [ "$status" -ne 0 ] || ! has_written "$node"; then
		stage_failed "$node" "$status" "$@"
	fi
	[ "$node" != device-compile ] || tell_device_warnings "$@"
}

# has_written NODE: its output is there.  A program may end well and write nothing.
has_written() {
	case $1,$step_output in
	*,- | mkdir,* | host-link,*) return 0 ;;
	*,*.list) [ -e "$step_output" ] ;;
	aspect-prop-2,*) [ -s "$step_output" ] || { [ -n "$compile_only" ] && [ -e "$step_output" ]; } ;;
	*) [ -s "$step_output" ] || { [ -e "$step_output" ] && [ ! -f "$step_output" ]; } ;;
	esac
}

# show_errors: what the device pass printed
show_errors() {
	[ ! -s "$errors" ] || choose_warnings "$errors" >&2
	[ -z "$save_temps" ] || rm -f -- "$errors" "$errors.chosen"
}

# wait_host: the host pass that was started beside others has ended
wait_host() {
	[ -n "$host_pid" ] || return 0
	host_status=0 step_output=$host_output
	wait "$host_pid" 2>/dev/null || host_status=$?
	host_pid=
	if [ -n "$time_trace" ] && [ -f "$host_output" ]; then
		record host-compile "$host_started" "$(date -r "$host_output" +%s%N)" 2
	fi
	if [ "$host_status" -eq 0 ]; then
		! has_written host-compile || return 0
	fi
	[ -n "$failing" ] || eval "stage_failed host-compile $host_status $host_words"
}
