# For robust.bats and long/robust.bats: two sources, a folder for each test whose
# temporary files are looked at.

program=$inputs/driver/use-square.cpp
part=$inputs/driver/square.cpp

setup_file() {
	small_headers
	sycl-cc -c "$part" -o "$BATS_FILE_TMPDIR/part.o"
	sycl-cc -O1 -c "$program" -o "$BATS_FILE_TMPDIR/main.o"
}

# A folder for temporary files of its own: what stays in it is a failure.
setup() {
	cd "$BATS_TEST_TMPDIR" || return 1
	small_headers
	ln "$BATS_FILE_TMPDIR/part.o" .
	mkdir tmp
	export TMPDIR=$PWD/tmp
}

nothing_left() {
	left=$(find tmp -mindepth 1; find . -name '*.tmp' -o -name 'core*')
	[ -z "$left" ] || { echo "left behind: $left"; return 1; }
}
