# Specialization constants at length.
load ../helper
load ../spec

setup_file() {
	nice make -s -j2 -C "$root" BUILD="$root/build-asan" CFLAGS='-O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined' \
		"$root/build-asan/bin/post-link" "$root/build-asan/bin/sycl-image"
}

setup() {
	cd "$BATS_TEST_TMPDIR" || return 1
	PATH=$root/build-asan/bin:$PATH
	export ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=halt_on_error=1
}

@test "1,000 random struct types are laid out as the host compiler does, under sanitizers" {
	for ((seed = 1; seed <= 25; seed++)); do laid_out_alike $seed 40 $((seed % 3)) || return 1; done
}
