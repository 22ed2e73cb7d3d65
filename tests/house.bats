# What every tool of the house does alike.
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

@test "every option of --help stands in the tool's page, and the page is there" {
	for tool in $(all_tools); do
		page=$root/tools/$tool/$tool.1
		[ -f "$page" ] || { echo "no page for $tool"; return 1; }
		text=$(groff -mdoc -Tascii -P-cbou "$page" | sed 's/-\n *//g')
		for option in $("$tool" --help | grep -oE '(^|[ ,])--[a-z][-a-z0-9]*' | tr -d ' ,' | sort -u); do
			grep -q -e "-$option\b\|$option\b" <<< "$text" || { echo "$tool: $option is not in $tool.1"; return 1; }
		done
	done
}

@test "pages are clean mdoc" {
	for page in "$root"/tools/*/*.1 "$BUILD"/share/man/*.1 "$root"/doc/formats/*.[57]; do
		[ -f "$page" ] || continue
		out=$(groff -mdoc -Tutf8 -ww -z "$page" 2>&1)
		[ -z "$out" ] || { echo "$page: $out"; return 1; }
	done
}

@test "scripts are clean for shellcheck" {
	"$root/tests/lint"
}

@test "no name stands for two functions in the libraries" {
	nm --defined-only --extern-only "$BUILD"/lib*.a | awk 'NF == 3 { print $3 }' > names
	[ "$(wc -l < names)" -gt 200 ]
	[ "$(sort names | uniq -d)" = "" ]
}

@test "text is made in memory by base/memstream.h: glibc's open_memstream drops what does not fit and says nothing" {
	run -1 grep -rlw open_memstream "$root"/tools "$root"/lib "$root"/runtime --include='*.c'
	[ "$output" = "" ]
}
