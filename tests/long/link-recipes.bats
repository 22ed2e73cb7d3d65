# Six link recipes, with and without -fno-sycl-rdc, in six manners: each program runs.
load ../helper
load ../link-recipes

recipes='g++ clang++ ld.lld archive thin ld-r'

setup_file() {
	cd "$BATS_FILE_TMPDIR" || return 1
	make_objects rdc && make_objects no-rdc -fno-sycl-rdc &&
		make_objects rdc-sections -ffunction-sections -fdata-sections &&
		make_objects no-rdc-sections -fno-sycl-rdc -ffunction-sections -fdata-sections &&
		make_objects rdc-lto -flto && make_objects no-rdc-lto -fno-sycl-rdc -flto
}

# links_and_runs OBJECTS OPTION...: by every recipe
links_and_runs() {
	local recipe kind=$1
	shift
	for mode in rdc no-rdc; do
		objects=$BATS_FILE_TMPDIR/$mode$kind
		for recipe in $recipes; do
			[ "$kind,$recipe" != -lto,ld-r ] || continue
			link_by "$recipe" "$@" || { echo "$mode $recipe $*: does not link"; return 1; }
			[ -z "$strip" ] || strip p
			run ./p
			[ "$status,$output" = 0,49 ] || { echo "$mode $recipe $*: $status $output"; return 1; }
		done
	done
}

@test "plain" { links_and_runs ''; }

@test "strip" {
	cp -r "$BATS_FILE_TMPDIR/rdc" "$BATS_FILE_TMPDIR/rdc-stripped"
	cp -r "$BATS_FILE_TMPDIR/no-rdc" "$BATS_FILE_TMPDIR/no-rdc-stripped"
	strip -g "$BATS_FILE_TMPDIR"/*rdc-stripped/*.o
	strip=yes links_and_runs -stripped
}

@test "--gc-sections" { links_and_runs -sections -Wl,--gc-sections; }

@test "--as-needed" { links_and_runs '' -Wl,--as-needed; }

@test "-flto; what ld -r makes of such objects is refused with what to do, and runs without -flto" {
	links_and_runs -lto -flto
	objects=$BATS_FILE_TMPDIR/rdc-lto
	run -1 link_by ld-r -flto
	[ "$output" = "sycl-cc: error: 'both.o' was made by 'ld -r' of objects compiled with -flto, which linkers cannot read: link those objects themselves, or leave out -flto" ]
	link_by ld-r
	run -0 ./p
	[ "$output" = 49 ]
}

@test "-static-pie" { links_and_runs '' -static-pie; }
