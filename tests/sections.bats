# The sections of the driver, of which make makes one script.
load helper

# heads [-v NAME=VALUE]: what the sections offer and use
heads() {
	(cd "$root" && awk "$@" -f tests/section-heads.awk driver/sections/*.sh)
}

@test "the head of each section of the driver lists what it offers and what it uses of others" {
	heads > wanted
	[ "$(wc -l < wanted)" -gt 20 ]
	heads -v heads=yes > got
	diff wanted got
}

@test "a section of the driver has at most 300 lines, and its first line names it" {
	for section in "$root"/driver/sections/*.sh; do
		[ "$(wc -l < "$section")" -le 300 ] || { echo "$section is too long"; return 1; }
		[[ $(head -1 "$section") == "# ${section##*/}: "* ]] || { echo "$section does not say what it is"; return 1; }
	done
}

@test "the built sycl-cc holds all sections in order, and each #line is true" {
	sed -n 's/^#line [0-9]* "\(.*\)"$/\1/p' "$BUILD/bin/sycl-cc" > got
	(cd "$root" && printf '%s\n' driver/sections/*.sh) > wanted
	diff wanted got
	while IFS=: read -r at what; do
		read -r _ line file <<< "$what"
		[ "$(sed -n "$((at + 1))p" "$BUILD/bin/sycl-cc")" = "$(sed -n "${line}p" "$root/${file//\"/}")" ] || return 1
	done < <(grep -n '^#line' "$BUILD/bin/sycl-cc")
}

@test "what shellcheck and sh say about the driver names the section's file and line" {
	mkdir -p driver/sections
	printf '# 10-a.sh: first\n\nset -eu\n' > driver/sections/10-a.sh
	printf '# 20-b.sh: second\n#\n# Uses: nothing\n\nx=$1\necho $x\n\necho "$none"\n' > driver/sections/20-b.sh
	awk -f "$root/driver/assemble.awk" driver/sections/*.sh > script
	run -1 shellcheck -f gcc script
	printf '%s\n' "$output" > messages
	run -0 awk -f "$root/driver/section-lines.awk" script messages
	[[ ${lines[0]} == "driver/sections/20-b.sh:6:6: note: Double quote to prevent globbing"* ]]
	run -2 sh script one
	printf '%s\n' "$output" > messages
	run -0 awk -f "$root/driver/section-lines.awk" script messages
	[ "${lines[0]}" = one ]
	[ "${lines[1]}" = 'driver/sections/20-b.sh:8: none: parameter not set' ]
}

@test "only one line of the driver evaluates text, and no word of a user gets there: any bytes reach the plan as they are" {
	[ "$(cat "$root"/driver/sections/*.sh | grep -v '^[[:space:]]*#' | grep -c '\<eval\>')" -eq 1 ]
	grep -h -A10 '^add() {' "$root"/driver/sections/12-words.sh | grep -q '^	eval "$list='
	# Every list that add gets is a name in the text.
	# One function has the list's name from its two callers.
	[ "$(cat "$root"/driver/sections/*.sh | grep -v "^#" | grep -o -E "(^|[^a-z_-])add [^ ]*" | grep -c "[\"\$]")" -eq 1 ]
	cp "$inputs/driver/square.cpp" $'odd |\\$(touch no)`touch no`\'"; *[a]\n\x01.cpp'
	set -- $'odd |\\$(touch no)`touch no`\'"; *[a]\n\x01.cpp' '-DA=$(touch no)' '-DB=`touch no`' $'-DC=\'; touch no; \'' '-DD="; touch no; "' '-DE=*' '-DF=?[a-z]' \
		$'-DG=a\nb' '-DH=a|b\134\n\\' $'-DI=\r' '-DJ=  two  blanks  ' '-D' '' '-DK=#SYCL-CC' -Wl,-z,now '-L;touch no' $'-I\ttab'
	sycl-cc --graph=json "$@" -o 'p;touch no' > plan
	[ ! -e no ]
	for word; do
		jq -e --arg word "$word" 'any(.[]; any(.command[]; . == $word))' plan > /dev/null || { printf 'no %q\n' "$word"; return 1; }
	done
	# So do words of response files and of strings that hold several.
	printf '%s' "'-DL=it\"s \$(touch no)' -DM='a|b'" > words
	sycl-cc '--graph=json' @words -fsycl-targets=x86_64 -Xsycl-target-backend "-q='a  b' \"c|d\" '\$(touch no)'" "$inputs/driver/square.cpp" -o p > plan
	jq -e '[.[] | select(.node == "translate") | .command[-3:]] == [["-q=a  b", "c|d", "$(touch no)"]]' plan
	jq -e 'any(.[]; any(.command[]; . == "-DL=it\"s $(touch no)")) and any(.[]; any(.command[]; . == "-DM=a|b"))' plan
	[ ! -e no ]
}
