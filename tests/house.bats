# Rules that every tool, page and comment follows.
load helper

@test "every tool answers --help on standard output with status 0" {
	for tool in $(all_tools); do
		run -0 --separate-stderr "$tool" --help
		[ -z "$stderr" ] || return 1
		[[ $output == Usage:* ]] || { echo "$tool: $output"; return 1; }
	done
}

@test "every tool answers --version as 'NAME (sycl-cc) VERSION'" {
	for tool in $(all_tools); do
		run -0 "$tool" --version
		[[ $output =~ ^$tool\ \(sycl-cc\)\ [0-9]+\.[0-9]+\.[0-9]+$ ]] || { echo "$tool: $output"; return 1; }
	done
}

@test "every tool ends an unknown option with status 2 and names it" {
	for tool in $(all_tools); do
		run -2 "$tool" --no-such-option
		[[ $output == *no-such-option* ]] || { echo "$tool: $output"; return 1; }
	done
}

@test "one dash works like two for long options" {
	for tool in $(all_tools); do
		run -0 "$tool" -version
		[[ $output == "$tool (sycl-cc)"* ]] || return 1
	done
}

@test "every tool has a page, with every option of --help" {
	for tool in $(all_tools); do
		page=$root/tools/$tool/$tool.1
		[ -f "$page" ] || { echo "no page for $tool"; return 1; }
		text=$(groff -mdoc -Tascii -P-cbou "$page" | sed 's/-\n *//g')
		for option in $("$tool" --help | grep -oE '(^|[ ,])--[a-z][-a-z0-9]*' | tr -d ' ,' | sort -u); do
			grep -q -e "-$option\b\|$option\b" <<< "$text" || { echo "$tool: $option is not in $tool.1"; return 1; }
		done
	done
}

@test "every tool has a file of tests of its name" {
	for tool in $(all_tools); do
		[ -f "$root/tests/$tool.bats" ] || { echo "no tests/$tool.bats"; return 1; }
	done
}

@test "pages are clean mdoc" {
	for page in "$root"/tools/*/*.1 "$BUILD"/share/man/*.[17] "$root"/doc/formats/*.[57] "$root"/lib/*/*.3; do
		[ -f "$page" ] || continue
		out=$(groff -mdoc -Tutf8 -ww -z "$page" 2>&1)
		[ -z "$out" ] || { echo "$page: $out"; return 1; }
	done
}

@test "scripts are clean for shellcheck" {
	"$root/tests/lint" --no-tests
}

@test "the libraries have no two functions of one name" {
	nm --defined-only --extern-only "$BUILD"/lib*.a | awk 'NF == 3 { print $3 }' > names
	[ "$(wc -l < names)" -gt 200 ]
	[ "$(sort names | uniq -d)" = "" ]
}

@test "text is made in memory by base/memstream.h: glibc's open_memstream drops what does not fit and says nothing" {
	run -1 grep -rlw open_memstream "$root"/tools "$root"/lib "$root"/runtime --include='*.c'
	[ "$output" = "" ]
}

# readable: the files in which comments and pages cite something
readable() {
	find tools lib runtime include driver share doc bench tests examples ./*.md Makefile -type f \
		! -path 'tests/inputs/*' ! -path 'tests/wanted/*' ! -path tests/house.bats ! -path tests/status.bats | sort
}

@test "what comments and pages cite is inside the project" {
	cd "$root"
	files=$BATS_TEST_TMPDIR/files
	readable > "$files"
	[ "$(wc -l < "$files")" -gt 500 ]
	xargs awk -f tests/citations.awk -v root=. < "$files"
	grep -HoE '\]\([^)]*\)' ./*.md doc/*.md | sed 's/:\](/ /; s/)$//; s/#.*//' | grep -v ' http' > "$files.links"
	while read -r page link; do
		[ -e "$(dirname "$page")/$link" ] || { echo "$page: no file '$link'"; return 1; }
	done < "$files.links"
	for path in $(xargs grep -hoE '(^|[^A-Za-z0-9_/-])(doc|tests)/[A-Za-z0-9/_-]+\.(md|[57]|bats|tsv|txt|awk|mk)\b' < "$files" | sed 's/^[^a-z]//' | sort -u); do
		case $path in
		*/NAME.* | doc/design/* | doc/specifications/*) ;;
		*) [ -e "$path" ] || [ -e "$path.in" ] || { xargs grep -n -F "$path" < "$files"; return 1; } ;;
		esac
	done
}

@test "a citation that nothing answers is named with its place" {
	cat > cites.c <<'E'
/*
 * As decision
 * 999 says (decisions 1, 2 and 998).
 */
/* situation 7 */
/* OKF-999, OKF-001; see the reference,
 * section 4.2 (Some paper, "A section") */
/* (Specialization constants,
 * "DPC++ runtime") (Other paper,
 * "Its section") */
E
	run -1 awk -f "$root/tests/citations.awk" -v root="$root" cites.c
	diff -u - <(echo "$output") <<'E'
cites.c:3: error: doc/decisions.md has no decision 999
cites.c:3: error: doc/decisions.md has no decision 998
cites.c:5: error: a list outside of the project is cited: say the fact, or add it to doc/decisions.md
cites.c:6: error: doc/status.tsv has no statement OKF-999
cites.c:7: error: doc/status.md lists no document 'Some paper'
cites.c:7: error: a list outside of the project is cited: say the fact, or add it to doc/decisions.md
cites.c:10: error: doc/status.md lists no document 'Other paper'
E
}

@test "the version of LLVM is a line of llvm.mk; pages and examples that name programs of it agree" {
	cd "$root"
	program='(clang(\+\+)?|clang-tools|llvm(-[a-z]+)*|llc|opt|lld|ld\.lld|lib(clc|omp|clang-rt|LLVM))-?'
	git ls-files -co --exclude-standard | grep -v -e '^tests/inputs/' -e '^LICENSE' -e '^include/ext$' > "$BATS_TEST_TMPDIR/files"
	[ "$(wc -l < "$BATS_TEST_TMPDIR/files")" -gt 500 ]
	# Text for people, where a program has its name as Debian has it.
	run -0 bash -c 'grep -E "\.(md|tsv|[157])$" "$1" | xargs grep -noE "$2[0-9]{2}\b"' - "$BATS_TEST_TMPDIR/files" "$program"
	[ "${#lines[@]}" -ge 5 ]
	run -1 grep -v -e "$llvm_version$" -e 'llvm-spirv-15$' <<< "$output"
	[ -z "$output" ]
	# Everything that is run.
	run -1 bash -c 'grep -vE "\.(md|tsv|[157])$" "$1" | tr "\n" "\0" | xargs -0 cat | grep -nE "$2$3\b"' - "$BATS_TEST_TMPDIR/files" "$program" "$llvm_version"
	[ -z "$output" ]
}

@test "names of annotations, attributes and metadata are in format/irnames.h and nowhere else in C" {
	sed -n 's/^#define [A-Z_]* \("[a-z].*"\)$/\1/p' "$root/lib/format/irnames.h" | grep -v '"reqd_\|"work_' > names
	[ "$(wc -l < names)" -ge 40 ]
	run -1 grep -rnF -f names "$root/lib" "$root/tools" --include='*.c'
	[ "$output" = "" ]
}

@test "every triple of the device configuration has its places: a row, a device library, the driver's arms" {
	sed -n 's/^  triple: //p' "$root/share/device-config.yaml" | sort -u > triples
	[ "$(wc -l < triples)" -ge 3 ]
	mapfile -t starts < <(sed -n 's/^	{ "\([a-z0-9]*\)", .*/\1/p' "$root/lib/format/triple.c")
	while read -r triple; do
		found=
		for start in "${starts[@]}"; do
			case $triple in
			"$start"*) found=yes ;;
			esac
		done
		[ -n "$found" ] || { echo "no row for '$triple' in lib/format/triple.c"; return 1; }
		[ -f "$BUILD/share/device/${triple%%-*}.bc" ] || { echo "no device library for '$triple'"; return 1; }
		case $triple in
		spirv*) continue ;;
		esac
		for section in 65 80; do
			grep -q -e "${triple%%-*}" "$root"/driver/sections/$section-*.sh || { echo "no arm for '$triple' in $section"; return 1; }
		done
	done < triples
}

@test "every target of the device configuration has its permanent number in share/target-numbers.txt" {
	aspect-filter --list-targets=json | jq -r '.[] | select(."target-aspect" != 0) | "\(."target-aspect") \(.name)"' > have
	[ "$(wc -l < have)" -ge 50 ]
	while read -r number name; do
		printf '0x%x %s\n' "$number" "$name"
	done < have | sort > configured
	sort "$root/share/target-numbers.txt" | grep '^0x' | comm -23 configured - > missing
	[ ! -s missing ] || { cat missing; return 1; }
}
