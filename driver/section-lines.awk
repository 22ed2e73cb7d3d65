# section-lines.awk SCRIPT MESSAGES: messages about lines of the assembled script,
# as shellcheck (SCRIPT:LINE:...) and sh (SCRIPT: LINE: ...) give them, name the
# sections' files and lines.
NR == FNR {
	if ($1 == "#line") {
		file = $3
		gsub(/"/, "", file)
		offset = $2 - FNR - 1
	}
	file_of[FNR] = file
	line_of[FNR] = FNR + offset
	next
}
match($0, /^[^:]*: ?[0-9]+:/) {
	line = substr($0, 1, RLENGTH - 1)
	sub(/.*[: ]/, "", line)
	$0 = file_of[line] ":" line_of[line] ":" substr($0, RLENGTH + 1)
}
1
