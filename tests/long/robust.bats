# Many objects and long paths: what robust.bats leaves out for its time.
load ../helper
load ../robust

@test "2,000 objects link, plain ones and some with device code" {
	printf 'int unused_here;\n' > plain.c
	"$LLVM_BIN/clang" -c plain.c
	"$LLVM_BIN/llvm-objcopy" --strip-symbol=unused_here plain.o
	sycl-cc -c "$program"
	mkdir o
	for i in $(seq 2000); do ln plain.o "o/$i.o"; done
	sycl-cc o/*.o use-square.o part.o -o p
	run -0 ./p
	[ "$output" = 49 ]
	printf '%s\n' o/*.o use-square.o part.o > all
	sycl-cc @all -o q
	cmp p q
	nothing_left
}

@test "paths of 3,900 characters: compiled and linked, or one error when a name gets too long" {
	step=$(printf 'd%.0s' $(seq 194))
	deep=.
	for _ in $(seq 19); do deep=$deep/$step; done
	(for _ in $(seq 19); do mkdir "$step" && cd "$step" || exit; done)
	[ "${#deep}" -gt 3700 ]
	cp "$part" "$deep/x.cpp"
	sycl-cc -O1 -c "$deep/x.cpp" -o "$deep/x.o"
	sycl-cc -O1 -c "$program" -o use.o
	sycl-cc use.o "$deep/x.o" -o "$deep/p"
	run -0 "$deep/p"
	[ "$output" = 49 ]
	TMPDIR=$deep run -0 sycl-cc use.o part.o -o q
	mkdir -p "$deep/$step/$step/$step"
	TMPDIR=$deep/$step/$step run sycl-cc use.o part.o -o q
	[ "$status" -eq 0 ] || [ "$(grep -c 'sycl-cc: error: ' <<< "$output")" -eq 1 ]
}
