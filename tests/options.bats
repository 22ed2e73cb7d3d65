# Help, manual page and completions of sycl-cc come from one option table.
load helper

# The options of the table, one a line.
table() {
	awk -F '\t' '!/^#/ && NF >= 3 { print $1 }' "$root/driver/options.tsv"
}

@test "--help, the manual page and both completions hold every option of the table" {
	sycl-cc --help > help
	groff -mdoc -Tascii -P-cbou "$BUILD/share/man/sycl-cc.1" > page
	while read -r option; do
		for text in help page "$BUILD/share/completions/sycl-cc.bash" "$BUILD/share/completions/sycl-cc.zsh"; do
			grep -q -F -e "$option" "$text" || { echo "$option is not in $text"; return 1; }
		done
	done < <(table)
}

@test "no option stands twice in the table" {
	run -0 sh -c "sort | uniq -d" < <(table)
	[ -z "$output" ]
}

@test "the driver knows every option of the table" {
	while read -r option; do
		grep -q -F -e "	${option%=}" -e " ${option%=}" "$root/driver/sycl-cc.in" || { echo "$option"; return 1; }
	done < <(table)
}

@test "bash completes options, files, and leaves no blank after =" {
	run -0 bash -c ". '$BUILD/share/completions/sycl-cc.bash'
		COMP_WORDS=(sycl-cc -fsycl-ta) COMP_CWORD=1
		compopt() { echo \"\$*\"; }
		_sycl_cc
		echo \"\${COMPREPLY[@]}\""
	[ "$output" = '-o nospace
-fsycl-targets=' ]
}
