# Loaded by the tests of lib/bitcode: damaged modules.

# make_seeds: small modules in seeds/, each form of record in one of them; the same bytes wherever the tree is
make_seeds() {
	mkdir -p seeds
	for name in forms debug constants; do
		"$LLVM_BIN/llvm-as" -o "seeds/$name.bc" < "$root/tests/inputs/bitcode/$name.ll"
		for function in $("$LLVM_BIN/llvm-nm" --defined-only "seeds/$name.bc" 2> /dev/null | awk '$2 == "T" || $2 == "W" { print $3 }'); do
			"$LLVM_BIN/llvm-extract" --func="$function" "seeds/$name.bc" -o "seeds/$name-$function.bc" 2> /dev/null || :
		done
	done
	cp "$root"/tests/inputs/bitcode/{damaged,refused,taken}/*.bc seeds/
}

# make_fuzz: the target of libFuzzer, with sanitizers
make_fuzz() {
	"$LLVM_BIN/clang" -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined -O1 -g -std=c11 -D_GNU_SOURCE \
		-I"$root/lib" -o fuzz "$root"/tests/c/bitcode-{fuzz,mutate}.c "$root"/lib/bitcode/*.c \
		"$root"/lib/base/{arena,diag,fd,hash}.c -lxxhash
}

# fuzz_runs COUNT SEED: that many inputs of that seed; no leak, no fault, no input that takes long
fuzz_runs() {
	mkdir -p "work.$2"
	ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 ./fuzz "-runs=$1" "-seed=$2" -max_len=4096 -rss_limit_mb=4096 -timeout=20 \
		-detect_leaks=0 -print_final_stats=1 "work.$2" seeds > "fuzz.$2" 2>&1 || { tail -40 "fuzz.$2"; return 1; }
	grep -q "^stat::number_of_executed_units: $1\$" "fuzz.$2"
}

# differs SEED COUNT: that many mutants against LLVM; the counts in the file counts
differs() {
	"$BUILD/tests/bitcode-differ" "$1" "$2" "$root/tests/bitcode-unseen.txt" ../seeds/*.bc > counts 2> errors ||
		{ cat errors; return 1; }
	grep -q "^$2 mutants: LLVM takes [1-9]" counts
}
