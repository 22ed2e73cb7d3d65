# The option table as help text: options in a column of 30, texts folded at 78.
BEGIN { FS = "\t" }
/^#/ || NF < 3 { next }
{
	left = "  " $1 (($2 == "" || $1 ~ /=$/ || $2 ~ /^\[/) ? "" : " ") $2
	if (length(left) > 28) {
		print left
		left = ""
	}
	n = split($3, word, " ")
	line = sprintf("%-30s", left)
	for (i = 1; i <= n; i++) {
		if (length(line) + length(word[i]) > 78) {
			print line
			line = sprintf("%-30s", "")
		}
		line = line (line ~ /[^ ]$/ ? " " : "") word[i]
	}
	print line
}
