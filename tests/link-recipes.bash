# Ways to link objects with device code, for tests/programs/link-recipes.bats and tests/long/link-recipes.bats.

# make_objects DIR OPTION...: square.o and use-square.o, compiled with these options
make_objects() {
	local dir=$1 source
	shift
	mkdir -p "$dir"
	for source in square use-square; do
		sycl-cc -O1 -fPIE "$@" -c "$root/tests/inputs/driver/$source.cpp" -o "$dir/$source.o" || return 1
	done
}

# foreign_link LINKER... -- OPTION...: the object of -fsycl-link makes any linker good enough
foreign_link() {
	local linker=() main=$objects/use-square.o part=$objects/square.o
	while [ "$1" != -- ]; do
		linker+=("$1")
		shift
	done
	shift
	sycl-cc -fsycl-link "$main" "$part" -o device.o || return 1
	"${linker[@]}" "$@" "$main" "$part" device.o -L"$BUILD/lib" -lsycl-cc-rt "-Wl,-rpath,$BUILD/lib" -o p
}

# static programs must not have a path for libraries
without_rpath() {
	local words=() word
	for word; do
		case $word in
		-Wl,-rpath,*) ;;
		*) words+=("$word") ;;
		esac
	done
	"${words[@]}"
}

# link_by RECIPE OPTION...: links the objects in $objects to p
link_by() {
	local recipe=$1 plain=()
	shift
	rm -f p device.o ./*.a both.o
	case " $* " in
	*' -static-pie '*) plain=(without_rpath) ;;
	esac
	case $recipe in
	g++) foreign_link "${plain[@]}" g++ -- "$@" ;;
	clang++) foreign_link "${plain[@]}" "$LLVM_BIN/clang++" -- "$@" ;;
	ld.lld) foreign_link "${plain[@]}" "$LLVM_BIN/clang++" -fuse-ld=lld -- "$@" ;;
	archive)
		ar rcs libsquare.a "$objects/square.o"
		sycl-cc "$@" "$objects/use-square.o" -L. -lsquare -o p
		;;
	thin)
		ar rcs inner.a "$objects/square.o"
		ar rcsT outer.a inner.a
		sycl-cc "$@" "$objects/use-square.o" outer.a -o p
		;;
	ld-r)
		ld -r "$objects/use-square.o" "$objects/square.o" -o both.o
		sycl-cc "$@" both.o -o p
		;;
	esac
}
