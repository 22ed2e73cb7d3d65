# Enumerators of C headers, a line each: ENUM NAME VALUE.  It knows what enumerators
# of LLVM's headers of bitcode are made of: numbers, sums, shifts, names that came before.
function value_of(text,    part, n, i, sum) {
	gsub(/[ \t()]/, "", text)
	n = split(text, part, "+")
	if (n > 1) {
		for (i = 1; i <= n; i++)
			sum += value_of(part[i])
		return sum
	}
	if (split(text, part, "<<") == 2)
		return value_of(part[1]) * 2 ^ value_of(part[2])
	if (text ~ /^0x/) {
		for (i = 3; i <= length(text); i++)
			sum = sum * 16 + index("0123456789abcdef", tolower(substr(text, i, 1))) - 1
		return sum
	}
	return text in value ? value[text] : text + 0
}

function take(text,    at, name) {
	gsub(/[ \t]/, "", text)
	if (text == "")
		return
	at = index(text, "=")
	name = at ? substr(text, 1, at - 1) : text
	if (at)
		next_value = value_of(substr(text, at + 1))
	value[name] = next_value
	printf "%s %s %.0f\n", enum, name, next_value++
}

{
	gsub(/\/\*[^*]*\*\//, "")
	sub(/\/\/.*/, "")
	sub(/\/\*.*/, "")	# the rest is a comment of several lines, which begin with a star
	if ($0 ~ /^[ \t]*\*/)
		next
	line = line " " $0
}
!inside && line ~ /enum[^;{]*\{/ {
	enum = line
	sub(/^.*enum/, "", enum)
	sub(/\{.*/, "", enum)
	sub(/:.*/, "", enum)
	gsub(/[ \t]|class/, "", enum)
	sub(/^.*enum[^;{]*\{/, "", line)
	inside = 1
	next_value = 0
}
{
	while (inside && match(line, /[,}]/)) {
		c = substr(line, RSTART, 1)
		take(substr(line, 1, RSTART - 1))
		line = substr(line, RSTART + 1)
		inside = c != "}"
	}
	if (!inside && line !~ /enum/)
		line = ""
}
