# make install, make uninstall and the Debian package.
load helper

make_it() {
	make -s -C "$root" BUILD="${BUILD#"$root"/}" "$@"
}

# The packages, made once for all tests: $debs, one a line.
setup_file() {
	debs=$(make_it deb | sed "s|^|$root/|")
	export debs
}

# deb PACKAGE: the file of it
deb() {
	grep "/$1_" <<< "$debs"
}

@test "make uninstall removes every file that make install installed" {
	make_it install DESTDIR="$PWD/stage" PREFIX=/opt/sycl
	for file in bin/sycl-cc bin/sycl-ls libexec/sycl-cc/foreach lib/libsycl-cc-rt.so include/sycl-cc/sycl/sycl.hpp \
		share/sycl-cc/device-config.yaml share/man/man1/sycl-cc.1 share/man/man1/sycl-cc-post-link.1 \
		share/man/man5/sycl-cc-file-table.5 share/bash-completion/completions/sycl-cc share/zsh/site-functions/_sycl-cc \
		share/fish/vendor_completions.d/sycl-cc.fish lib/pkgconfig/sycl-cc.pc lib/cmake/sycl-cc/sycl-cc-config.cmake \
		share/sycl-cc/cmake-shims/lib/cmake/IntelSYCL/IntelSYCLConfig.cmake; do
		[ -f "stage/opt/sycl/$file" ] || { echo "$file is missing"; return 1; }
	done
	for tool in $(all_tools); do
		[ -x "stage/opt/sycl/libexec/sycl-cc/$tool" ] || [ "$tool" = sycl-ls ] || { echo "$tool is missing"; return 1; }
	done
	make_it uninstall DESTDIR="$PWD/stage" PREFIX=/opt/sycl
	[ -z "$(find stage ! -type d)" ]
}

@test "when the sources have moved, make writes again what names their folder" {
	mkdir a
	tar -C "$root" --exclude='./build*' --exclude=./.git -cf - . | tar -C a -xf -
	make -s -C a BUILD=build build/lib/pkgconfig/sycl-cc.pc
	grep "=$PWD/a/include" a/build/lib/pkgconfig/sycl-cc.pc
	mv a b
	make -s -C b BUILD=build build/lib/pkgconfig/sycl-cc.pc
	grep "=$PWD/b/include" b/build/lib/pkgconfig/sycl-cc.pc
	touch -d '1 hour ago' b/build/lib/pkgconfig/sycl-cc.pc b/build/gen/source
	touch -d '2 hours ago' b/Makefile b/share/packages.mk b/share/sycl-cc.pc.in
	make -s -C b BUILD=build build/lib/pkgconfig/sycl-cc.pc
	[ -z "$(find b/build/lib/pkgconfig/sycl-cc.pc -mmin -30)" ]
}

@test "installed and then moved elsewhere, sycl-cc makes programs that run" {
	make_it install DESTDIR="$PWD/stage" PREFIX=/opt/sycl
	mv stage/opt/sycl 'some where'
	run -0 'some where/bin/sycl-cc' -fsycl-targets=spir64,x86_64 "$root/examples/vector-add.cpp" -o v
	[ -z "$output" ]
	run -0 ./v
	run -0 'some where/bin/sycl-cc' '-###' "$root/examples/vector-add.cpp"
	[[ $output != *"$BUILD"* ]]
	[[ $output == *"some where/libexec/sycl-cc/post-link"* ]]
	mkdir links
	ln -s "../some where/bin/sycl-cc" links/c++
	[ "$(links/c++ '-###' "$root/examples/vector-add.cpp")" = "$output" ]
	mv 'some where' somewhere
	export PKG_CONFIG_PATH=$PWD/somewhere/lib/pkgconfig
	# shellcheck disable=SC2046 # words
	g++ $(pkg-config --cflags sycl-cc) "$root/examples/vector-add.cpp" $(pkg-config --libs sycl-cc) \
		-Wl,-rpath,"$PWD/somewhere/lib" -o w
	./w
	[ "$(realpath "$(pkg-config --variable=compiler sycl-cc)")" = "$PWD/somewhere/bin/sycl-cc" ]
}

@test "the Debian packages hold what make install installs, each file once, and no path of their build" {
	make_it install DESTDIR="$PWD/stage" PREFIX=/usr
	for deb in $debs; do
		dpkg-deb -x "$deb" unpacked
		(cd unpacked && dpkg-deb -c "$deb" | sed -n 's|^[^d].* \./\(usr/[^ ]*\).*|\1|p') >> all
		[[ $(dpkg-deb --ctrl-tarfile "$deb" | tar -t | sed 's|^\./||' | sort | xargs) =~ ^'control md5sums'(' shlibs triggers')?$ ]]
	done
	(cd stage && find usr ! -type d) | sed 's|site-functions|vendor-completions|; s|\(/man/.*\)|\1.gz|' | sort > installed
	grep -v -e usr/share/doc/ -e usr/share/lintian/ all | sort > packed
	diff installed packed
	diff -r "$root/examples" unpacked/usr/share/doc/sycl-cc/examples
	[ "$(find unpacked/usr/share/doc/sycl-cc -maxdepth 1 -type f | sed 's|.*/||' | sort | xargs)" = 'NEWS.md.gz README.md changelog.gz copyright' ]
	run -1 grep -r -l -a -F "$root" unpacked
	run -0 dpkg-deb -f "$(deb sycl-cc)" Depends
	for package in "clang-$llvm_version" "llvm-$llvm_version" libc6 libyaml-0-2 libelf1 libzstd1 "libllvm$llvm_version" 'libsycl-cc-rt0 (= 0.1.0)'; do
		[[ ", $output," == *", $package,"* ]] || { echo "$package is missing in: $output"; return 1; }
	done
	unpacked/usr/bin/sycl-cc --version
}

# copy_needed ROOT PROGRAM...: the shared libraries that the programs need and ROOT lacks, into it
copy_needed() {
	local to=$1 library
	shift
	LD_LIBRARY_PATH=$to/usr/lib ldd "$@" | sed -n 's/.* => \(\/[^ ]*\) .*/\1/p; s/^\t\(\/lib64[^ ]*\) .*/\1/p' | sort -u | while IFS= read -r library; do
		[[ $library == "$to"/* ]] || install -D "$library" "$to$library"
	done
}

@test "a program built here runs where the runtime's package is alone, natively and from SPIR-V" {
	unshare -rm true 2> /dev/null || skip 'no name space to mount folders in'
	dpkg-deb -x "$(deb libsycl-cc-rt0)" root
	[ -z "$(find root -name '*.hpp' -o -name sycl-cc -type f)" ]
	small_headers
	cp "$inputs/project/squares.cpp" "$inputs/project/three.hpp" .
	sycl-cc -c "$inputs/project/main.cpp" squares.cpp "$inputs/project/numbers.cpp"
	for target in x86_64 spir64; do
		sycl-cc -fsycl-targets=$target main.o squares.o numbers.o -o root/$target
	done
	copy_needed "$PWD/root" "$PWD"/root/{x86_64,usr/libexec/sycl-cc/mux-aot,usr/lib/libsycl-cc-rt.so.0}
	mkdir root/tmp root/proc root/dev
	run -0 dpkg-deb -f "$(deb libsycl-cc-rt0)" Depends
	[[ $output == "llvm-spirv-15, lld-$llvm_version, "* ]]
	for program in env llvm-spirv-15 "ld.lld-$llvm_version"; do
		program=$(command -v $program)
		copy_needed "$PWD/root" "$program"
		install -D "$program" "root$program"
	done
	for target in x86_64 spir64; do
		run -0 unshare -rm sh -c 'mount --rbind /proc root/proc && mount --rbind /dev root/dev && exec chroot root env -i HOME=/tmp ASAN_OPTIONS="${ASAN_OPTIONS-}" "$0"' /$target
		[ "$output" = right ]
	done
	find root/tmp -type f | grep -q .
}

@test "the Debian packages install and remove without a trace" {
	if [ "$(id -u)" -ne 0 ]; then
		# Without rights to install: no script runs, which the test of the files looks at.
		for deb in $debs; do run -1 bash -c "dpkg-deb --ctrl-tarfile '$deb' | tar -t | grep -e inst -e rm"; done
		return
	fi
	mkdir -p root/var/lib/dpkg/info root/var/lib/dpkg/updates root/var/lib/dpkg/triggers
	touch root/var/lib/dpkg/status root/var/lib/dpkg/available
	# shellcheck disable=SC2086 # a path each, without blanks
	dpkg --root="$PWD/root" --log=/dev/null --force-depends -i $debs > log 2>&1
	dpkg --root="$PWD/root" -V sycl-cc libsycl-cc-rt0 libsycl-cc-dev
	root/usr/bin/sycl-cc "$root/examples/vector-add.cpp" -o v
	./v
	dpkg --root="$PWD/root" --log=/dev/null -P sycl-cc libsycl-cc-dev libsycl-cc-rt0 > log 2>&1
	[ -z "$(find root ! -type d ! -path 'root/var/lib/dpkg/*')" ]
	[ ! -e root/usr ]
}
