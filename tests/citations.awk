# citations.awk: names each citation that nothing inside the project answers.
#   awk -f tests/citations.awk -v root=DIR FILE...
# A citation is a decision (doc/decisions.md), a statement of a design document
# (doc/status.tsv), a section of one of these documents (listed in doc/status.md),
# or a list that is not in the project, which is always wrong.

function error(what) {
	printf "%s:%d: error: %s\n", FILENAME, FNR, what
	failed = 1
}

BEGIN {
	while ((getline line < (root "/doc/decisions.md")) > 0)
		if (line ~ /^- [*][*][0-9]+[*][*] /) {
			split(line, word, "[*][*]")
			decision[word[2]] = 1
		}
	while ((getline line < (root "/doc/status.tsv")) > 0)
		if (line ~ /^document\t/) {
			split(line, word, "\t")
			statements[word[2]] = word[3]
		}
	while ((getline line < (root "/doc/status.md")) > 0)
		if (line ~ /^[|] [A-Z]+ [|]/) {
			split(line, word, / *[|] */)
			document[word[3]] = 1
		}
}

# A sentence may go on in the next line of a comment.
{
	line = $0
	sub(/^[ \t]*([*#;]|\/\/|[.]\\")+[ \t]*/, "", line)
	text = FNR == 1 ? line : before " " line
	from = FNR == 1 ? 0 : length(before)
	before = line
}

# the numbers of "decisions 8, 9 and 10", when the citation ends in this line
{
	rest = text
	at = 0
	while (match(rest, /[Dd]ecisions? [0-9]+((, | and | to )[0-9]+)*/)) {
		cited = substr(rest, RSTART, RLENGTH)
		at += RSTART + RLENGTH - 1
		rest = substr(rest, RSTART + RLENGTH)
		n = split(cited, word, /[^0-9]+/)
		for (i = 2; at > from && i <= n; i++)
			if (word[i] != "" && !(word[i] in decision))
				error("doc/decisions.md has no decision " word[i])
	}
}

/(OKF|OFE|SPC|CRD|MUX)-[0-9]+/ {
	rest = line
	while (match(rest, /(OKF|OFE|SPC|CRD|MUX)-[0-9]+/)) {
		split(substr(rest, RSTART, RLENGTH), id, "-")
		rest = substr(rest, RSTART + RLENGTH)
		if (id[2] < 1 || id[2] > statements[id[1]])
			error("doc/status.tsv has no statement " id[1] "-" id[2])
	}
}

# the title of a document, then a section in quotes, both in parentheses
{
	rest = text
	at = 0
	while (match(rest, /\([A-Z][A-Za-z, ]+, "[A-Z]/)) {
		cited = substr(rest, RSTART + 1, RLENGTH - 5)
		at += RSTART + RLENGTH - 1
		rest = substr(rest, RSTART + RLENGTH)
		if (at > from && !(cited in document))
			error("doc/status.md lists no document '" cited "'")
	}
}

{
	rest = tolower(text)
	if (match(rest, /situations? [0-9]+|reference,? sections? [0-9]|reference [(][a-h][)]|[(][a-h][)] of the reference/) &&
	    RSTART + RLENGTH - 1 > from)
		error("a list outside of the project is cited: say the fact, or add it to doc/decisions.md")
}

END { exit failed }
