# doc/status.md is complete and true as far as a machine can tell.
load helper

# Every row of the status pages: FIRST LAST STATE PROOF, tab separated.
rows() {
	cat "$root"/doc/status.md "$root"/doc/status/*.md 2>/dev/null |
		awk -F ' *[|] *' '$2 ~ /^[A-Z]+-[0-9]+([.][.][0-9]+)?$/ {
			split($2, id, /[.][.]/)
			split(id[1], part, "-")
			last = id[2] == "" ? part[2] : id[2]
			print part[1] "\t" part[2] + 0 "\t" last + 0 "\t" $4 "\t" $5
		}'
}

@test "every statement of the five design documents has exactly one row" {
	rows | awk -F '\t' '
		BEGIN { n["OKF"] = 231; n["OFE"] = 82; n["SPC"] = 145; n["CRD"] = 238; n["MUX"] = 391 }
		{ for (i = $2; i <= $3; i++) seen[$1, i]++ }
		END {
			for (d in n) for (i = 1; i <= n[d]; i++) if (seen[d, i] != 1) {
				printf "%s-%03d stands in %d rows\n", d, i, seen[d, i]
				bad = 1
			}
			exit bad
		}'
}

@test "every row is done, different or not yet" {
	rows | awk -F '\t' '$4 != "done" && $4 != "different" && $4 != "not yet" { print; bad = 1 } END { exit bad }'
}

@test "every done row names a test that exists" {
	grep -rhoE '^@test "[^"]*"' "$root"/tests | sed 's/^@test "//; s/"$//' | sort -u > names
	rows | awk -F '\t' '$4 == "done" { print $5 }' | tr ';' '\n' | sed 's/^ *//; s/ *$//; s/^`//; s/`$//' | sort -u > wanted_names
	comm -13 names wanted_names > missing
	[ ! -s missing ] || { cat missing; return 1; }
}

@test "every different row gives a reason" {
	rows | awk -F '\t' '$4 == "different" && length($5) < 20 { print; bad = 1 } END { exit bad }'
}

@test "the numbers of doc/status.md are those of its pages" {
	rows | awk -F '\t' '{ n[$1, $4] += $3 - $2 + 1 }
		END { split("OKF OFE SPC CRD MUX", d, " "); for (i = 1; i <= 5; i++) print d[i], n[d[i], "done"] + 0, n[d[i], "different"] + 0, n[d[i], "not yet"] + 0 }' > numbers
	sed -n 's,^| \[.*(status/\([A-Z]*\)\.md) | [0-9]* | \([0-9]*\) | \([0-9]*\) | \([0-9]*\) |$,\1 \2 \3 \4,p' "$root/doc/status.md" > told
	diff -u numbers told
}
