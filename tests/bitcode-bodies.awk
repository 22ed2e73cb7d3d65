# Bodies of functions as text that does not depend on what else the module holds:
# attributes, metadata and globals without a name are written out where they are
# mentioned, by their numbers nowhere.  The file is given twice:
#
#	awk -f bitcode-bodies.awk module.ll module.ll

# Metadata in place of its numbers, so many levels deep.
function expand(text, depth,    out, name) {
	out = ""
	while (match(text, /![0-9]+/)) {
		name = substr(text, RSTART, RLENGTH)
		out = out substr(text, 1, RSTART - 1) (depth ? "{" node(name, depth - 1) "}" : "!")
		text = substr(text, RSTART + RLENGTH)
	}
	return out text
}

function node(name, depth,    text) {
	if (!((name, depth) in known)) {
		known[name, depth] = "a ring"
		text = metadata[name]
		# A unit lists what the part has; functions that a node names may be gone.
		known[name, depth] = text ~ /DICompileUnit/ ? "unit" : text ~ /ptr @|null/ ? "values" : expand(text, depth)
	}
	return known[name, depth]
}

# The type that text begins with: what is extracted keeps no initial values.
function type_of(text,    i, c, depth) {
	for (i = 1; i <= length(text); i++) {
		c = substr(text, i, 1)
		depth += index("{[<(", c) > 0
		depth -= index("}])>", c) > 0
		if (!depth && c ~ /[ ,]/)
			break
	}
	return substr(text, 1, i - 1)
}

function line_of(line,    out) {
	sub(/ *;.*/, "", line)
	while (match(line, / #[0-9]+/))
		line = substr(line, 1, RSTART - 1) " {" attributes[substr(line, RSTART + 1, RLENGTH - 1)] "}" substr(line, RSTART + RLENGTH)
	gsub(/ \{\}/, "", line)
	out = ""
	while (match(line, /@[0-9]+/)) {
		out = out substr(line, 1, RSTART - 1) "(" global[substr(line, RSTART, RLENGTH)] ")"
		line = substr(line, RSTART + RLENGTH)
	}
	return expand(out line, 2)
}

FNR == 1 { file++ }
file == 1 && /^attributes #/ {
	name = $2
	sub(/^attributes #[0-9]+ = \{/, "")
	sub(/\}$/, "")
	gsub(/"sycl-(module-id|entry-point)"(="[^"]*")?/, "")
	gsub(/ +/, " ")
	attributes[name] = $0 == " " ? "" : $0
}
file == 1 && /^![0-9]+ = / {
	name = $1
	sub(/^![0-9]+ = /, "")
	metadata[name] = $0
}
file == 1 && /^@[0-9]+ = / {
	name = $1
	sub(/^@[0-9]+ = /, "")
	gsub(/[@#!][0-9]+/, "")
	sub(/^.*(constant|global) /, "")
	global[name] = type_of($0)
}
# Linkage and comdat are the part's business.
file == 2 && /^define / {
	inside = 1
	sub(/^define .*@/, "define @")
	sub(/ comdat(\([^)]*\))?/, "")
	gsub(/ (local_)?unnamed_addr/, "")
}
file == 2 && inside && !/^$/ { print line_of($0) }
file == 2 && /^}/ { inside = 0 }
