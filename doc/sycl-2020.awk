# sycl-2020.awk: checks doc/sycl-2020.md against the headers and the tests.
#   awk -f doc/sycl-2020.awk HEADER... TEST... doc/sycl-2020.md    one error per line, exit status 1
# A name is public when it is declared in namespace sycl, or in the public part of a class
# there.  Headers are read as they are written here: namespaces and classes open and close
# at the start of a line, members are indented by one tab.  "# sycl: KEY" above "@test"
# gives a test its key.

function error(text) {
	print FILENAME ":" FNR ": error: " text
	failed = 1
}

# Base classes of detail whose members are those of the standard's classes.
BEGIN {
	n = split("buffer_view:accessor element_view:accessor command_view:accessor host_view:host_accessor array:id array:range " \
		"with_properties:buffer atomic_base:atomic_ref atomic_number:atomic_ref atomic_operations:atomic_ref " \
		"reducer_operators:reducer span_reducer:reducer legacy_types:multi_ptr swizzled:vec", pair, " ")
	for (i = 1; i <= n; i++) {
		split(pair[i], part, ":")
		owner[part[1]] = part[2]
	}
}

# declare NAME: the header has it, in the class if there is one
function declare(name) {
	if (name == "" || name ~ /^detail_|^ext_|^khr_|^SYCL_CC|^(Rank|typename|decltype|noexcept)$/ || name == class || name in owner)
		return
	if (!((class SUBSEP name) in declared)) {
		declared[class, name] = FILENAME ":" FNR
		order[++ndeclared] = class SUBSEP name
	}
}

# name_of LINE: what the declaration declares, or ""
function name_of(line,    before) {
	gsub(/SYCL_CC_INLINE|SYCL_CC_ON_DEMAND|\[\[[^]]*\]\]/, "", line)
	while (match(line, /template <[^()]*> ?/))
		line = substr(line, RSTART + RLENGTH)
	if (line ~ /^[ \t]*(friend (struct|class|std)|typedef|static_assert|public:|private:|protected:|#|\/|\*|return|case|if|for|while|switch|:|,|&&|\|\||[{}])/)
		return ""
	if (match(line, /using [A-Za-z_0-9]+ =/))
		return substr(line, RSTART + 6, RLENGTH - 8)
	if (line ~ /using |[A-Za-z_0-9>]::~?[A-Za-z_0-9]+\(/)
		return ""
	if (match(line, /operator *(\[\]|\(\)|->|<=|>=|==|!=|&&|\|\||\+\+|--|<<=|>>=|<<|>>|[-+*\/%&|^]=|[-+*\/%&|^<>=~!]|[A-Za-z_:]+)/)) {
		before = substr(line, RSTART, RLENGTH)
		return before ~ /operator *[A-Za-z_:]/ ? "" : before
	}
	if (match(line, /[A-Za-z_][A-Za-z_0-9]* = /) && line !~ /\(.* = / )
		return substr(line, RSTART, RLENGTH - 3)
	if (match(line, /[A-Za-z_~][A-Za-z_0-9]*\(/))
		return substr(line, RSTART, RLENGTH - 1)
	return ""
}

# The page does not list the members of images.
FILENAME ~ /image[.]hpp$/ { next }

FILENAME ~ /[.]hpp$/ {
	if (FNR == 1)
		depth = hidden = 0
	if (/^namespace .*[{]$/) {
		depth++
		if (/detail|namespace std|native|half_precision|[ :](ext|khr|access|info|usm|property)/)
			hidden = hidden ? hidden : depth
		class = ""
		next
	}
	if (/^}/ && !/^};/) {
		if (in_class || in_body)
			in_class = in_body = 0
		else if (depth) {
			if (hidden == depth)
				hidden = 0
			depth--
		}
		class = ""
		next
	}
	if (/^(template <.*> )?(class|struct|enum class) [^;]*[{]?$/ && !/;$/) {
		line = $0
		sub(/^template <.*> /, "", line)
		sub(/^(enum )?(class|struct) (alignas\([^{]*\) |SYCL_CC_USES_ASPECTS\([^)]*\) )?/, "", line)
		match(line, /^[A-Za-z_0-9]+/)
		class = substr(line, RSTART, RLENGTH)
		in_class = 1
		is_public = /struct/
		if (hidden) {
			if (!(class in owner)) {
				class = "-"
			} else
				class = owner[class]
		}
		next
	}
	if (/^};/) {
		in_class = 0
		class = ""
		next
	}
	if (in_class) {
		if (/^(public|private|protected):/)
			is_public = /^public/
		else if (is_public && class != "-" && /^\t[^\t]/)
			declare(name_of($0))
		next
	}
	if (/^{/) {
		in_body = 1
		next
	}
	if (depth && !hidden && /^[a-zA-Z].*[(]/ && !/;$/ || (depth && !hidden && /^inline constexpr/)) {
		class = ""
		declare(name_of($0))
	}
	next
}

FILENAME ~ /[.]bats$/ {
	if (/^# sycl: /)
		title[key = substr($0, 9)] = FILENAME ":" FNR
	else if (key != "" && !/^@test/ && !/^# status: /)
		error("no '@test' line follows the key '" key "'")
	if (!/^# (sycl|status): /)
		key = ""
	next
}

# The page: "## heading" names classes in backticks; rows are | names | state | keys or reason |.
/^## / {
	nclass = 0
	line = $0
	while (match(line, /`[^`]+`/)) {
		heading[++nclass] = substr(line, RSTART + 1, RLENGTH - 2)
		line = substr(line, RSTART + RLENGTH)
	}
	next
}
/^[|]/ && !/^[|]-/ && !/^[|] (members|names) / {
	if (split($0, cell, / *[|] */) != 5) {
		error("not a row: | names | state | keys or reason |")
		next
	}
	line = cell[2]
	named = 0
	while (match(line, /`[^`]+`/)) {
		name = substr(line, RSTART + 1, RLENGTH - 2)
		line = substr(line, RSTART + RLENGTH)
		if (name !~ /^operator\(/)
			sub(/\(.*/, "", name)
		gsub(/\\/, "", name)
		gsub(/&#124;/, "|", name)
		for (i = 1; i <= nclass; i++)
			row[heading[i], name] = 1
		if (nclass == 0)
			row["", name] = 1
		named = 1
	}
	if (!named)
		error("the row names nothing in backticks")
	if (cell[3] == "done" || cell[3] == "partial") {
		n = split(cell[4], keys, /[ ,;:]+/)
		proofs = 0
		for (i = 1; i <= n; i++)
			if (keys[i] in title) {
				used[keys[i]] = 1
				proofs++
			} else if (cell[3] == "done")
				error("no test has the key '" keys[i] "': put the line '# sycl: " keys[i] "' above its '@test'")
		if (proofs == 0)
			error("a row that is " cell[3] " names a test by its key")
	} else if (cell[3] != "absent")
		error("the state is 'done', 'partial' or 'absent', not '" cell[3] "'")
	if (cell[3] != "done" && length(cell[4]) < 20)
		error("a row that is " cell[3] " says why")
}

END {
	for (i = 1; i <= ndeclared; i++) {
		split(order[i], part, SUBSEP)
		if (!((part[1], part[2]) in row) && !(("", part[2]) in row && part[1] == "")) {
			print declared[part[1], part[2]] ": error: no row of doc/sycl-2020.md names '" part[2] "'" (part[1] == "" ? "" : " of '" part[1] "'")
			failed = 1
		}
	}
	for (key in title)
		if (!(key in used)) {
			print title[key] ": error: no row names the key '" key "'"
			failed = 1
		}
	exit failed
}
