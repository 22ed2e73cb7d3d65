# 55-plans.sh: the plan in other forms: a script, make, ninja, dot, json
#
# step calls print_FORM with the command when $plan is FORM; $node, $step_output
# and $step_inputs say what it is for.  A script is printed by show.
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
	make) printf '.DELETE_ON_ERROR:\nall: %s\n\n' "$(escaped "$make_escapes" "${output:-a.out}")" ;;
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

# What names of files get before characters that mean something.
ninja_escapes='s/[$ :]/$&/g'
make_escapes='s/[#: ]/\\&/g; s/\$/$$/g'

# escaped ESCAPES NAME...: the names behind each other
escaped() {
	escapes=$1
	shift
	printf '%s\n' "$@" | sed "$escapes" | paste -s -d ' '
}

# rule_words ESCAPES COMMAND...: sets what a rule is made of: $rule_output,
# $rule_inputs, and $rule_command, a shell line with $ doubled
rule_words() {
	rule_output=$(escaped "$1" "$step_output")
	rule_inputs=$(eval 'escaped "$1"' "$step_inputs")
	shift
	rule_command=$(show "$@" | sed 's/\$/$$/g')
}

# print_ninja, print_make COMMAND...: the step as a rule.  The plan's files live
# in the work folder, so the result can be run again and again.
print_ninja() {
	rule_words "$ninja_escapes" "$@"
	printf 'build %s: node %s\n  name = %s\n  command = %s\n' "$rule_output" "$rule_inputs" "$node" "$rule_command"
	[ -z "$depfile" ] || printf '  depfile = %s\n' "$(escaped 's/[$]/$$/g' "$depfile")"
}

print_make() {
	rule_words "$make_escapes" "$@"
	printf '%s: %s\n\t%s\n\n' "$rule_output" "$rule_inputs" "$rule_command"
	[ -z "$depfile" ] || printf -- '-include %s\n\n' "$(escaped "$make_escapes" "$depfile")"
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
