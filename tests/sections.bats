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
