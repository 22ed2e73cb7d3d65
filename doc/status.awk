# status.awk: prints or checks doc/status.tsv.
#   awk -f doc/status.awk -v folder=DIR TEST... doc/status.tsv     pages, DIR/status.md and DIR/OKF.md...
#   awk -f doc/status.awk -v check=1 TEST... doc/status.tsv        one error per line, exit status 1
# TEST are all the .bats files: "# status: KEY" above "@test" gives a test its key.

function error(text) {
	printf "%s:%d: error: %s\n", FILENAME, FNR, text
	failed = 1
}

# add_key KEY: the next test of this file has it
function add_key(key) {
	if (key in title)
		error("the test '" title[key] "' has the key '" key "' already")
	pending = key
	title[key] = ""
}

FILENAME ~ /[.]bats$/ {
	if (/^@test "/ && pending != "") {
		title[pending] = $0
		sub(/^@test "/, "", title[pending])
		sub(/" [{].*$/, "", title[pending])
		file[pending] = FILENAME
		sub(/^.*\/tests\//, "tests/", file[pending])
		pending = ""
	} else if (pending != "") {
		error("no '@test' line follows the key '" pending "'")
		pending = ""
	}
	if (/^# status: /)
		add_key(substr($0, 11))
	next
}

/^#/ || /^$/ { next }

$1 == "document" {
	split($0, cell, "\t")
	documents++
	name[documents] = cell[2]
	statements[cell[2]] = cell[3]
	heading[cell[2]] = cell[4]
	next
}

{
	cells = split($0, cell, "\t")
	if (cell[1] !~ /^[A-Z]+-[0-9]+([.][.][0-9]+)?$/ || cells < 3 || cells > 4) {
		error("not a row: IDS<tab>what they ask<tab>state<tab>keys or reason")
		next
	}
	split(cell[1], id, /[.][.]/)
	split(id[1], part, "-")
	document = part[1]
	first = part[2] + 0
	last = id[2] == "" ? first : id[2] + 0
	if (!(document in statements) || last < first || last > statements[document] || first < 1)
		error("no document has the statements '" cell[1] "'")
	for (i = first; i <= last; i++)
		if (seen[document, i]++)
			error(sprintf("%s-%03d has another row already", document, i))
	state = cell[3]
	proof = cell[4]
	count[document, state] += last - first + 1
	if (state == "done") {
		n = split(proof, keys, " ")
		if (n == 0)
			error("a row that is done names tests by their keys")
		proof = ""
		for (i = 1; i <= n; i++) {
			if (!(keys[i] in title))
				error("no test has the key '" keys[i] "': put the line '# status: " keys[i] "' above its '@test'")
			used[keys[i]] = 1
			proof = proof (i > 1 ? "; " : "") (title[keys[i]] == "" ? keys[i] : title[keys[i]] " (" file[keys[i]] ")")
		}
	} else if (state == "different") {
		if (length(proof) < 20)
			error("a row that is different says why")
	} else if (state != "not yet")
		error("the state is 'done', 'different' or 'not yet', not '" state "'")
	rows[document] = rows[document] "| " cell[1] " | " cell[2] " | " state " | " proof " |\n"
}

END {
	if (check) {
		for (d = 1; d <= documents; d++)
			for (i = 1; i <= statements[name[d]]; i++)
				if (!seen[name[d], i])
					error(sprintf("%s-%03d has no row", name[d], i))
		for (key in title)
			if (!(key in used))
				error("no row names the key '" key "' of the test '" title[key] "'")
		exit failed
	}
	summary = folder "/status.md"
	print "# What holds\n\n| document | statements | done | different | not yet |\n|---|---|---|---|---|" > summary
	for (d = 1; d <= documents; d++) {
		n = name[d]
		printf "| [%s](%s.md) | %d | %d | %d | %d |\n", heading[n], n, statements[n],
			count[n, "done"], count[n, "different"], count[n, "not yet"] > summary
		printf "# %s: what holds\n\n| statements | what they ask | state | tests or reason |\n|---|---|---|---|\n%s",
			heading[n], rows[n] > (folder "/" n ".md")
	}
}
