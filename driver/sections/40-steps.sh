# 40-steps.sh: a node becomes rows of the plan
#
# step NODE OUTPUT INPUT... -- [WORD...] writes the rows of a node into the plan
# (doc/formats/plan.5), unless --start-at or --stop-after leaves the node out; words
# and put append to its command.  field adds rows to the next node, before its step:
# field depfile x.d.  Nothing runs here: plan-run runs a plan, plan-print prints it.
# The name of a new node goes into driver/nodes.tsv.
#
# Offers: field fields folder for_node inputs node_number plan_print put put_rows
#    rows step words $nodes $number $swapped_program
# Uses: add die with $blanks $newline

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

# rows FIELD VALUE...: a row of the plan for each value
rows() {
	field=$1 row_values=
	shift
	add row_values "$@"
	put_rows "$field" "$row_values"
}

# plan_print FORMAT WORD...: appends to the plan
plan_print() {
	# shellcheck disable=SC2059 # the format is the caller's
	printf "$@" 2> /dev/null >&8 || die "cannot write the plan in '${work:-standard output}'"
}

# put_rows FIELD LIST: a row for each word of the list
put_rows() {
	[ -n "$2" ] || return 0
	set -f
	IFS=$newline
	# shellcheck disable=SC2086 # a list is split at its lines
	plan_print "$1|%s\n" $2
	IFS=$blanks
	set +f
}

# field FIELD VALUE..., fields FIELD LIST: rows of the node that the next step is
field() {
	field_values=
	next_field=$1
	shift
	add field_values "$@"
	fields "$next_field" "$field_values"
}

fields() {
	set -f
	IFS=$newline
	for value in $2; do
		next_fields="$next_fields$1|$value$newline"
	done
	IFS=$blanks
	set +f
}

# inputs LIST: files, and @FILE for a list of them, that the next step reads
inputs() {
	set -f
	IFS=$newline
	for value in $1; do
		next_fields="${next_fields}input|${value#@}$newline"
	done
	IFS=$blanks
	set +f
}

# words WORD..., put LIST: more of the command of the step before
words() {
	[ -n "$skipped" ] || rows word "$@"
}

put() {
	[ -n "$skipped" ] || put_rows word "$1"
}

# step NODE OUTPUT INPUT... -- [WORD...]: one node of the graph.  Until the next step,
# words and put append to its command.
step() {
	node_number "$1"
	[ "$1" != "$start_node" ] || start_node=''
	[ "$1" != "$stop_node" ] || stop_node=''
	skipped=
	if ! wanted; then
		next_fields='' skipped=yes
		return 0
	fi
	rows node "$1"
	rows output "$2"
	case $2 in
	*.list) rows may empty ;;
	*) ;;
	esac
	[ -z "$current_target" ] || rows for "$current_target"
	for_node "$1"
	shift 2
	while [ "$1" != -- ]; do
		rows input "${1#@}"
		shift
	done
	shift
	plan_print '%s' "$next_fields"
	next_fields=''
	rows word ${swapped_program:+"$swapped_program"} "$@"
}

# folder DIR: makes the folder before any node runs
folder() {
	case $plan in
	run | script) rows folder "$1" ;;
	*) mkdir -p "$1" ;;
	esac
}

# wanted: the node of $number is between --start-at and --stop-after
wanted() {
	[ "$number" -le "$stop_number" ] && [ "$number" -ge "$start_number" ]
}

# for_node NODE: sets $swapped_program to the program that --stage gives for it, or to nothing
for_node() {
	swapped_program=
	[ -z "$swapped_stages" ] || with "$swapped_stages" find_stage "$1"
}

# find_stage NODE NODE=PROGRAM...
find_stage() {
	for_node=$1
	shift
	for swapped; do
		case $swapped in
		"$for_node="*) swapped_program=${swapped#*=} ;;
		*) ;;
		esac
	done
}
