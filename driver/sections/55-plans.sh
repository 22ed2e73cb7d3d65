# 55-plans.sh: the plan in other forms: a script, make, ninja, dot, json
#
# step calls print_FORM with the command when $plan is FORM; $node, $step_output
# and $step_inputs say what it is for. A script is printed by show.
#
# Offers: json_array json_string plan_begin plan_end
# Uses: die show $node $step_inputs $step_output

plan_begin() {
	check_names
	case $plan in
	script)
		if [ -z "$save_temps" ]; then
			# shellcheck disable=SC2016 # text of a script
			printf '%s\n' 'work=$(mktemp -d "${TMPDIR:-/tmp}/sycl-cc.XXXXXX") || exit' \
				"trap 'rm -rf -- \"\$work\"' EXIT"
		fi
		echo 'set -e'
		;;
	ninja)
		# shellcheck disable=SC2016 # ninja's variables
		printf 'rule node\n  command = $command\n  description = $name $out\n\n'
		;;
	dot) printf 'digraph "sycl-cc" {\n' ;;
	json) json_comma=''; echo '[' ;;
	make) printf '.DELETE_ON_ERROR:\nall: %s\n\n' "$(make_words "${output:-a.out}")" ;;
	*) ;;
	esac
}

# check_names: what make and ninja cannot write down as the name of a file
check_names() {
	eval "set -- $source_words $link_inputs $(show "$output" "$work")"
	for name; do
		case $plan,$name in
		make,*[%\;\|=*?[\\]*) die "--graph=make cannot name '$name': it holds one of %;|=*?[\\" ;;
		make,*"
"* | ninja,*"
"* | ninja,*'|'*) die "--graph=$plan cannot name '$name': it holds a line break or '|'" ;;
		*) ;;
		esac
	done
}

plan_end() {
	case $plan in
	dot) echo '}' ;;
	json) printf '\n]\n' ;;
	*) ;;
	esac
}

# print_ninja, print_make COMMAND...: the step as a rule.  The plan's files live
# in the work folder, so the result can be run again and again.
print_ninja() {
	rule_command "$@"
	printf 'build %s: node %s\n  name = %s\n  command = %s\n' \
		"$(ninja_words "$step_output")" "$(ninja_list "$step_inputs")" "$node" "$command_text"
}

# ninja_words PATH...: escaped for a build line
ninja_words() {
	printf '%s' "$1" | sed 's/[$ :]/$&/g'
}

ninja_list() {
	eval "set -- $1"
	for path; do
		ninja_words "$path"
		printf ' '
	done
}

print_make() {
	rule_command "$@"
	printf '%s: %s\n\t%s\n\n' "$(make_words "$step_output")" "$(make_list "$step_inputs")" "$command_text"
	make_outputs="$make_outputs $(make_words "$step_output")"
}

make_words() {
	printf '%s' "$1" | sed 's/[#: ]/\\&/g; s/\$/$$/g'
}

make_list() {
	eval "set -- $1"
	for path; do
		make_words "$path"
		printf ' '
	done
}

# rule_command COMMAND...: sets $command_text to a shell line with $ doubled
rule_command() {
	command_text=$(show "$@" | sed 's/\$/$$/g')
}

print_dot() {
	printf '  "%s" [shape=box];\n' "$step_output"
	eval "set -- $step_inputs"
	for path; do
		printf '  "%s" -> "%s" [label="%s"];\n' "$path" "$step_output" "$node"
	done
}

print_json() {
	printf '%s  {"node": "%s", "output": %s, "inputs": ' "$json_comma" "$node" "$(json_string "$step_output")"
	eval "json_array $step_inputs"
	printf ', "command": '
	json_array "$@"
	printf '}'
	json_comma=",
"
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
