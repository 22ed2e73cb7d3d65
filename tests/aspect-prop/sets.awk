# The aspects and fixed targets of each function of a module, from textual IR:
# one line a function, NAME used={...} targets={...}
/^(define|declare) / { line[++n] = $0 }
/^![0-9]+ = / { value = $0; sub(/^![0-9]+ = (distinct )?!/, "", value); gsub(/i32 |!?"/, "", value); node[$1] = value }
function resolved(text,	out) {
	while (match(text, /![0-9]+/)) {
		out = out substr(text, 1, RSTART - 1) node[substr(text, RSTART, RLENGTH)]
		text = substr(text, RSTART + RLENGTH)
	}
	return out text
}
function operand(text, kind) {
	if (!match(text, "!" kind " ![0-9]+"))
		return "none"
	return resolved(node[substr(text, RSTART + length(kind) + 2, RLENGTH - length(kind) - 2)])
}
END {
	for (i = 1; i <= n; i++) {
		match(line[i], /@[^(]*/)
		printf "%s used=%s targets=%s\n", substr(line[i], RSTART + 1, RLENGTH - 1),
			operand(line[i], "sycl_used_aspects"), operand(line[i], "sycl_fixed_targets")
	}
}
