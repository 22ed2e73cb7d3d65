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
		grep -q -F -e "	${option%=}" -e " ${option%=}" "$root"/driver/sections/*-options.sh || { echo "$option"; return 1; }
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

@test "-sycl-std: 2020 is taken, older versions with a note, others are refused" {
	source=$inputs/driver/square.cpp
	run -0 --separate-stderr sycl-cc '-###' -sycl-std=2020 "$source"
	[ -z "$stderr" ]
	run -0 --separate-stderr sycl-cc '-###' -sycl-std=1.2.1 "$source"
	[ "$stderr" = "sycl-cc: note: '-sycl-std=1.2.1' is taken as 2020" ]
	run -2 --separate-stderr sycl-cc '-###' -sycl-std=2035 "$source"
	[ "${stderr_lines[0]}" = "sycl-cc: error: unknown SYCL version '2035': 2020, 2017 or 1.2.1" ]
}

@test "a response file holds words as a shell would read them" {
	printf '%s\n' '-O1 "-DTEXT=\"a b\""' "-D'SPACE'=1 \\" '' '-DLAST' > words
	sycl-cc '-###' @words "$inputs/driver/square.cpp" -o p > plan
	grep -q -e '-DTEXT="a b"' plan
	grep -q -e ' -DSPACE=1 -DLAST ' plan
	run -1 sycl-cc @no-such-words
	[ "$output" = "sycl-cc: error: no such file: '@no-such-words'" ]
}

@test "--offload-compress stores images compressed where that is shorter, and the program runs" {
	{
		echo '#include <sycl/sycl.hpp>'
		echo '#include <cstdio>'
		echo 'int main() { sycl::queue q; int *p = sycl::malloc_shared<int>(64, q);'
		for i in $(seq 30); do
			echo "q.parallel_for<class k$i>(sycl::range<1>(64), [=](sycl::id<1> i) { p[i] = int(i[0]) * $i + p[63 - i]; }).wait();"
		done
		echo 'std::puts("ran"); sycl::free(p, q); }'
	} > many.cpp
	sycl-cc -O1 --offload-compress -fsycl-device-code-split=off many.cpp -o p
	run -0 ./p
	[ "$output" = ran ]
	[ "$(sycl-image --json list p | jq '.[0].compressed')" = true ]
}
