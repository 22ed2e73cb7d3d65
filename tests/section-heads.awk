# What the sections of the driver (driver/sections) define for each other, in the form
# of their heads: for each FILE "FILE Offers: NAME..." and "FILE Uses: NAME...",
# functions first, then variables with a $.  A section offers the functions that
# others call and the variables that it sets and others read without setting
# them; it uses what others offer.  Variables of the section named "state" are in
# no list: that section has them.  -v heads=yes: the lists of the heads instead.
FNR == 1 {
	files[++n] = FILENAME
	head = 1
	list = ""
}
head && /^$/ {
	head = 0
}
head && heads {
	if ($2 == "Offers:" || $2 == "Uses:")
		list = $2
	else if ($2 == "" || list == "")
		list = ""
	for (i = ($2 == list ? 3 : 2); list != "" && i <= NF; i++)
		said[FILENAME, list] = said[FILENAME, list] " " $i
}
head || /^[\t ]*#/ {
	next
}
match($0, /^[a-z_0-9]+\(\) \{/) {
	name = substr($0, 1, RLENGTH - 4)
	home[name] = FILENAME
	functions[++n_functions] = name
}
{
	sub(/ # .*/, "")
	text = $0
	gsub(/-v [a-z]+=/, "", text)
	sub(/eval ["']/, "eval ", text)
	set_words(text, "(^|[\t ;({])[a-z_]+=")
	set_words(text, "for [a-z_]+( in|;)")
	set_words(text, "add [a-z_]+ ")
	while (match(text, /read (-r )?[a-z_ ]+/)) {
		count = split(substr(text, RSTART + 5, RLENGTH - 5), word, " ")
		for (i = 1; i <= count; i++)
			sets[FILENAME, word[i]] = 1
		text = substr(text, 1, RSTART) substr(text, RSTART + RLENGTH)
	}
	text = $0
	while (match(text, /\$\{?[a-z_]+/)) {
		name = substr(text, RSTART, RLENGTH)
		gsub(/[${]/, "", name)
		reads[FILENAME, name] = 1
		variables[name] = 1
		text = substr(text, RSTART + RLENGTH)
	}
	text = $0
	while (match(text, /(^\t*|([;{!)]|&&|\|\|) |then |do |\$\(|["'])[a-z_0-9]+([ ;)"']|$)/)) {
		name = substr(text, RSTART, RLENGTH)
		sub(/^.*[^a-z_0-9"'; )]/, "", name)
		sub(/^(then|do) /, "", name)
		gsub(/[^a-z_0-9]/, "", name)
		calls[FILENAME, name] = 1
		text = "." substr(text, RSTART + RLENGTH - 1)
	}
}
function set_words(text, pattern,   name) {
	while (match(text, pattern)) {
		name = substr(text, RSTART, RLENGTH)
		sub(/^for |^add /, "", name)
		sub(/( in|;)$/, "", name)
		gsub(/[^a-z_]/, "", name)
		sets[FILENAME, name] = 1
		if (FILENAME ~ /state/)
			state[name] = 1
		text = "." substr(text, RSTART + RLENGTH - 1)
	}
}
function sorted(set,   name, list, count, i, j, words, all) {
	count = 0
	for (name in set)
		list[++count] = name
	for (i = 2; i <= count; i++)
		for (j = i; j > 1 && list[j] < list[j - 1]; j--) {
			name = list[j]
			list[j] = list[j - 1]
			list[j - 1] = name
		}
	for (i = 1; i <= count; i++)
		words = words " " list[i]
	return words
}
END {
	for (i = 1; i <= n; i++) {
		split("", offered)
		split("", used)
		split("", offered_variables)
		split("", used_variables)
		for (f = 1; f <= n_functions; f++) {
			name = functions[f]
			for (j = 1; j <= n; j++)
				if (files[j] != home[name] && (files[j], name) in calls) {
					if (home[name] == files[i])
						offered[name] = 1
					if (files[j] == files[i])
						used[name] = 1
				}
		}
		for (name in variables)
			for (j = 1; j <= n; j++) {
				if (j == i || name in state)
					continue
				if ((files[i], name) in sets && (files[j], name) in reads && !((files[j], name) in sets))
					offered_variables["$" name] = 1
				if ((files[j], name) in sets && (files[i], name) in reads && !((files[i], name) in sets))
					used_variables["$" name] = 1
			}
		if (heads) {
			print files[i] " Offers:" said[files[i], "Offers:"]
			print files[i] " Uses:" said[files[i], "Uses:"]
		} else {
			print files[i] " Offers:" sorted(offered) sorted(offered_variables)
			print files[i] " Uses:" sorted(used) sorted(used_variables)
		}
	}
}
