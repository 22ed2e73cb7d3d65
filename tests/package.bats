# make install, make uninstall and the Debian package.
load helper

make_it() {
	make -s -C "$root" BUILD="${BUILD#"$root"/}" "$@"
}

# The package, made once for all tests: $deb.
setup_file() {
	deb=$root/$(make_it deb)
	cp "$deb" "$BATS_FILE_TMPDIR/first.deb"
	export deb
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

@test "the Debian package holds what make install installs, and no path of its build" {
	make_it install DESTDIR="$PWD/stage" PREFIX=/usr
	dpkg-deb -x "$deb" unpacked
	(cd stage && find usr ! -type d) | sed 's|site-functions|vendor-completions|; s|\(/man/.*\)|\1.gz|' | sort > installed
	(cd unpacked && find usr ! -type d ! -path 'usr/share/doc/*') | sort > packed
	diff installed packed
	[ "$(find unpacked/usr/share/doc -type f | sed 's|.*/||' | sort | xargs)" = 'NEWS.md.gz README.md copyright' ]
	run -1 grep -r -l -a -F "$root" unpacked
	run -0 dpkg-deb -f "$deb" Depends
	for package in "clang-$llvm_version" "llvm-$llvm_version" libc6 libyaml-0-2 libelf1 libzstd1 "libllvm$llvm_version"; do
		[[ ", $output," == *", $package,"* ]] || { echo "$package is missing in: $output"; return 1; }
	done
	unpacked/usr/bin/sycl-cc --version
}

@test "the Debian package installs and removes without a trace" {
	if [ "$(id -u)" -ne 0 ]; then
		# Without rights to install, what it would do: the files, and no script that runs.
		[ "$(dpkg-deb --ctrl-tarfile "$deb" | tar -t | sed 's|^\./||' | sort | xargs)" = 'control md5sums triggers' ]
		return
	fi
	mkdir -p root/var/lib/dpkg/info root/var/lib/dpkg/updates root/var/lib/dpkg/triggers
	touch root/var/lib/dpkg/status root/var/lib/dpkg/available
	dpkg --root="$PWD/root" --log=/dev/null --force-depends -i "$deb" > log 2>&1
	dpkg --root="$PWD/root" -V sycl-cc
	root/usr/bin/sycl-cc "$root/examples/vector-add.cpp" -o v
	./v
	dpkg --root="$PWD/root" --log=/dev/null -P sycl-cc > log 2>&1
	[ -z "$(find root ! -type d ! -path 'root/var/lib/dpkg/*')" ]
	[ ! -e root/usr ]
}

@test "the Debian package made twice has the same bytes" {
	make_it deb
	cmp "$BATS_FILE_TMPDIR/first.deb" "$deb"
}
