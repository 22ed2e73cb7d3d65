# sycl-image: what it finds in each kind of file, and that it survives damaged ones.
load helper

setup_file() {
	cd "$BATS_FILE_TMPDIR" || return 1
	"$LLVM_BIN/clang" -c -emit-llvm -target spirv64-unknown-unknown -x cl -cl-std=CL2.0 -Xclang -finclude-default-header \
		-O1 -o k.bc "$inputs/sycl-image/kernels.cl"
	"$LLVM_BIN/llc" -filetype=obj -O0 -o k.spv k.bc
	cc -c -o host.o "$inputs/sycl-image/host.c"
	printf '_ZTS4init\n_ZTS5scale\n_Z6helperi\n' > a.sym
	cat > a.prop <<- 'EOT'
		[SYCL/device requirements]
		aspects=2|ABAAAAAAAAQBAAAAGAAAAA
		reqd_sub_group_size=1|16
		[SYCL/specialization constants]
		_ZTS5other=2|gBAAAAAAAAQAAAAAAAAAAgAAAAA
		_ZTS4mine=2|gBAAAAAAAAAAAAAAAAAAAQAAAAA
		[SYCL/specialization constants default values]
		all=2|gBAAAAAAAAgKAAAAAAAAAAAAEAE
		[SYCL/exported symbols]
		_Z6helperi=1|1
	EOT
	printf '_ZTS5scale\n' > b.sym
	printf '[SYCL/device requirements]\naspects=2|gAAAAAAAAAgBAAAA\nreqd_work_group_size_uint64_t=2|ABAAAAAAAAAIAAAAAAAAAA\n' > b.prop
	printf 'a note\0 of any kind' > a.mnf
	: > empty.bc
	printf '%s\n' '[Code|Properties|Symbols|Manifest|Reason|Target]' 'k.spv|a.prop|a.sym|a.mnf||spir64' \
		"empty.bc|b.prop|b.sym||target 'intel_gpu_dg1' lacks aspect 'fp64'|intel_gpu_dg1" > in.table
	offload-wrapper --batch --kind=sycl --format=spirv --compile-opts='-g -O2' --link-opts=-x -o w.o in.table
	cc -o program host.o w.o
	object-pack -i spirv64-unknown-unknown,k.bc -n host.o -o packed.o
	cc -o "$BATS_FILE_TMPDIR/mutate" "$root/tests/c/mutate.c"
}

setup() {
	cd "$BATS_TEST_TMPDIR" || return 1
	ln -s "$BATS_FILE_TMPDIR"/* .
}

# status: image-list
@test "lists target, format, size, kernels and needs of each image" {
	sycl-image list program > got
	size=$(awk -v n="$(wc -c < k.spv)" 'BEGIN { printf "%.1f KiB", n / 1024 }')
	diff -u - got <<- EOT
		image  target         format     size  kernels  needs
		    0  spir64         spirv   $size        2  fp16, fp64, sub-group size 16
		    1  intel_gpu_dg1  empty       0 B        1  (emptied: target 'intel_gpu_dg1' lacks aspect 'fp64')
	EOT
}

# status: image-facts
@test "shows all facts of an image" {
	sycl-image show -C w.o | sed 's/^  size: [1-9][0-9]* bytes/  size: N bytes/' > got
	diff -u "$wanted/sycl-image/show" got
}

@test "finds the same images in every kind of linked file, stripped or not" {
	sycl-image show w.o > want
	cc -no-pie -o fixed host.o w.o
	cc -shared -o lib.so w.o
	ld -r -o joined.o w.o host.o
	cc -o relr -Wl,-z,pack-relative-relocs host.o w.o
	ar rcs lib.a host.o w.o
	cp program stripped
	strip stripped
	for file in program fixed lib.so joined.o relr lib.a stripped; do
		sycl-image show "$file" > got
		sed -i 's/^\(image [01], \).*, desc/\1w.o, desc/' got
		diff -u want got || { echo "$file"; return 1; }
	done
}

@test "two wrapper objects in one program keep their order" {
	offload-wrapper --kind=sycl --target=other --entries=b.sym -o v.o k.spv
	cc -o two host.o v.o w.o
	run -0 sycl-image list two
	[[ ${lines[1]} == *' other '* && ${lines[2]} == *' spir64 '* && ${lines[3]} == *' intel_gpu_dg1 '* ]]
	[ "$(sycl-image show two | grep -o 'descriptor [0-9]*' | tr '\n' ,)" = 'descriptor 0,descriptor 1,descriptor 1,' ]
}

@test "extracted images, wrapped again, make the same object" {
	for options in '' --compress --entry-format=new; do
		# shellcheck disable=SC2086 # options, split on purpose
		offload-wrapper --batch --kind=sycl --format=spirv --compile-opts='-g -O2' $options -o one.o in.table
		cc -o one host.o one.o
		rm -rf files
		sycl-image extract -o files one
		cmp k.spv files/0.spv
		# shellcheck disable=SC2086
		offload-wrapper --batch $options -o two.o files/images.table
		cmp one.o two.o || { echo "$options"; return 1; }
	done
	diff -u a.prop files/0.prop
	diff -u a.sym files/0.sym
	cmp a.mnf files/0.manifest
}

@test "extract writes the files of an object with the descriptor's words" {
	sycl-image extract -o files program
	diff -u - files/images.table <<- 'EOT'
		[Code|Properties|Symbols|Manifest|Reason|Target|Kind|Format|CompileOptions|LinkOptions]
		files/0.spv|files/0.prop|files/0.sym|files/0.manifest||spir64|sycl|spirv|-g -O2|-x
		files/1.spv|files/1.prop|files/1.sym||target 'intel_gpu_dg1' lacks aspect 'fp64'|intel_gpu_dg1|sycl|spirv|-g -O2|-x
	EOT
}

@test "extract leaves compressed images packed on request" {
	offload-wrapper --kind=sycl --format=spirv --compress --entries=a.sym -o c.o k.spv
	run -0 sycl-image list c.o
	[[ ${lines[1]} == *' spirv+zstd '* ]]
	sycl-image extract --raw -o files c.o
	zstd -dqc files/0.zst | cmp - k.spv
}

@test "device modules of an object are listed" {
	run -0 sycl-image list packed.o
	[[ ${lines[1]} == *' spirv64-unknown-unknown  llvmbc '*'(module, not linked yet)' ]]
	sycl-image extract -o files packed.o
	cmp k.bc files/0.bc
}

@test "reads file tables" {
	run -0 sycl-image list in.table
	[[ ${lines[1]} == *' spir64 '*'fp16, fp64, sub-group size 16' ]]
	printf '[Code]\nk.spv\nmissing.spv\n' > bad.table
	run -1 --separate-stderr sycl-image list bad.table
	[ "${stderr_lines[0]}" = "sycl-image: error: cannot read 'missing.spv': No such file or directory" ]
	[ "${stderr_lines[1]}" = 'bad.table:3: note: the file is named here' ]
}

@test "JSON says the same" {
	sycl-image list --json w.o > got
	sed -i 's/^    "\(unpacked_\)*size": [1-9][0-9]*/    "\1size": N/' got
	diff -u "$wanted/sycl-image/json" got
}

@test "sizes count shared bytes once" {
	offload-wrapper --kind=sycl --target=a --entries=b.sym -o s.o k.spv --target=b k.spv
	n=$(wc -c < k.spv)
	run -0 sycl-image size s.o
	[[ ${lines[1]} =~ ^0\ +a\ +$n\ +$n ]]
	[[ ${lines[2]} =~ ^1\ +b\ +shared\ +$n ]]
	[[ ${lines[4]} =~ ^all\ 1\ +b\ +0\ +$n ]]
	[[ ${lines[5]} == "$n bytes of images in $(wc -c < s.o) of the file, "* ]]
}

# status: image-why
@test "why names the image that runs, by mangled or C++ name" {
	run -0 sycl-image why program init intel_gpu_pvc
	[ "${lines[0]}" = 'image 0 runs _ZTS4init on intel_gpu_pvc' ]
	run -0 sycl-image why -C program _ZTS5scale spir64
	[ "$output" = $'image 0 runs scale on spir64\n  image 0, spir64: chosen\n  image 1, intel_gpu_dg1: not for this device' ]
}

@test "select answers as why does, for the device of an option that no other command takes" {
	for device in intel_gpu_pvc intel_gpu_dg1; do
		run sycl-image why program scale $device
		whys_status=$status
		run "-$whys_status" sycl-image select program scale --device=$device
		[ "$output" = "$(sycl-image why program scale $device)" ] || return 1
	done
	[ "$whys_status" -eq 1 ]
	run -2 sycl-image select program scale
	[ "${lines[0]}" = "sycl-image: error: command 'select' wants a device: option '--device' is missing" ]
	run -2 sycl-image list --device=x86_64 program
	[ "${lines[0]}" = "sycl-image: error: command 'list' asks about no device: option '--device' has no place" ]
}

@test "why prints the exception's text when no image runs" {
	run -1 --separate-stderr sycl-image why program scale intel_gpu_dg1
	[ "${lines[0]}" = "Kernel uses optional feature corresponding to 'aspect::fp64' but device does not support this aspect. (Required aspect fp64 is not supported on the device)" ]
	run -1 --separate-stderr sycl-image why program scal intel_gpu_pvc
	[ "$output" = 'No kernel named scal was found' ]
	[ "$stderr" = "sycl-image: note: did you mean 'scale'?" ]
	run -1 --separate-stderr sycl-image why program scale intel_gpu_pv
	[ "${stderr_lines[0]}" = "sycl-image: error: SYCL target is invalid: 'intel_gpu_pv', did you mean 'intel_gpu_pvc'?" ]
}

@test "diff is silent and 0 for equal files" {
	run -0 sycl-image diff --error-exitcode program w.o
	[ -z "$output" ]
}

@test "diff is a gate on new needs and growth" {
	sed 's/^aspects=.*/aspects=2|gAAAAAAAAAgBAAAA/' a.prop > less.prop
	offload-wrapper --kind=sycl --target=t --entries=b.sym --properties=less.prop -o old.o k.spv
	{ cat k.spv; printf 'more'; } > longer.spv
	offload-wrapper --kind=sycl --target=t --entries=a.sym --properties=a.prop -o new.o longer.spv
	run -1 sycl-image diff -C --error-exitcode old.o new.o
	n=$(wc -c < k.spv)
	[ "${lines[0]}" = '+ t: function helper(int), first to need aspect fp16' ]
	[ "${lines[1]}" = '+ t: kernel init, first to need aspect fp16' ]
	[ "${lines[2]}" = '! t: kernel scale now needs aspect fp16' ]
	[[ ${lines[3]} == "! t: $n -> $((n + 4)) bytes, +0."* ]]
	run -0 sycl-image diff old.o new.o
	run -5 sycl-image diff --error-exitcode=5 old.o new.o
	run -0 sycl-image diff -C --error-exitcode new.o old.o
	[ "${lines[0]}" = '- t: function helper(int)' ]
	offload-wrapper --kind=sycl --target=t --entries=b.sym --properties=less.prop -o grown.o longer.spv
	run -1 sycl-image diff --error-exitcode old.o grown.o
	run -0 sycl-image diff --error-exitcode --growth=1 old.o grown.o
}

@test "verify finds kernels that are not in the module, and other bytes than said" {
	offload-wrapper --kind=sycl --target=t --format=spirv --entries=a.sym --properties=a.prop -o w1.o k.spv
	run -0 sycl-image verify w1.o
	[ -z "$output" ]
	printf '_ZTS4gone\n_ZTS4gone\n' > gone.sym
	offload-wrapper --kind=sycl --format=spirv --entries=gone.sym -o w2.o k.spv
	run -1 sycl-image verify w2.o
	[ "${lines[0]}" = "image 0 of 'w2.o': error: entry point '_ZTS4gone' is listed twice" ]
	[ "${lines[1]}" = "image 0 of 'w2.o': error: kernel '_ZTS4gone' is not in the module" ]
	offload-wrapper --kind=sycl --format=spirv -o w3.o k.bc
	run -1 sycl-image verify w3.o
	[ "$output" = "image 0 of 'w3.o': error: the descriptor says spirv, the bytes are llvmbc" ]
	head -c 200 k.spv > cut.spv
	offload-wrapper --kind=sycl --format=spirv -o w4.o cut.spv
	run -1 sycl-image verify w4.o
	[ "$output" = "image 0 of 'w4.o': error: SPIR-V module is cut short or damaged" ]
}

@test "says what is no file of device images" {
	run -1 sycl-image list host.o
	[ "$output" = 'host.o: error: no device images' ]
	run -1 sycl-image list none
	[ "$output" = "sycl-image: error: cannot read 'none': No such file or directory" ]
	run -1 sycl-image list .
	[ "$output" = "sycl-image: error: cannot read '.': Is a directory" ]
	run -1 sycl-image list k.spv
	[ "$output" = 'k.spv: error: neither an ELF file, nor an archive, nor a file table' ]
	run -1 sycl-image list "$inputs/sycl-image/host.c"
	[ "$output" = "$inputs/sycl-image/host.c:1: error: neither an ELF file, nor an archive, nor a file table with a column 'Code'" ]
	head -c 3000 w.o > cut.o
	run -1 sycl-image list cut.o
	[ "$output" = 'cut.o: error: damaged ELF file: cut short' ]
	run -1 --separate-stderr bash -c 'sycl-image list w.o > /dev/full'
	[ "$stderr" = "sycl-image: error: cannot write '-': No space left on device" ]
}

# An executable that is not position independent has its addresses in place:
# at FILE ADDRESS: where that address is in the file
at() {
	readelf -SW "$1" | sed 's/^ *\[ *[0-9]*\]//' | while read -r _ type address offset size _; do
		case $type in PROGBITS|INIT_ARRAY) ;; *) continue ;; esac
		[ $((0x$address)) -gt $(($2)) ] || [ $((0x$address + 0x$size)) -le $(($2)) ] || echo $(($2 - 0x$address + 0x$offset))
	done
}

# peek FILE ADDRESS: the 8-byte number there
peek() {
	od -An -v -t u8 -j "$(at "$1" "$2")" -N 8 "$1" | tr -d ' '
}

# poke ADDRESS NUMBER [BYTES]: the file damaged, a copy of fixed with that number there
poke() {
	local i bytes='' number=$2
	for i in $(seq "${3:-8}"); do
		bytes+=$(printf '\\x%02x' $((number & 255)))
		number=$((number >> 8))
	done
	cp fixed damaged
	printf '%b' "$bytes" | dd of=damaged bs=1 seek="$(at fixed "$1")" conv=notrunc status=none
}

# says TEXT: what show says of the file damaged
says() {
	run -1 --separate-stderr sycl-image show damaged
	[ "$stderr" = "damaged: error: $1" ] || { echo "$stderr"; return 1; }
}

@test "says what is wrong with a descriptor" {
	cc -no-pie -o fixed host.o w.o
	desc=0x$(nm fixed | sed -n 's/ . \.sycl_offloading\.descriptor$//p')
	image=$(peek fixed "$desc+8")
	sets=$(peek fixed "$image+80")
	set=$(peek fixed "$sets+8")
	poke "$desc" 9 2
	says 'descriptor of version 9: only version 1 is known'
	poke "$desc+2" 60000 2
	says 'the images of a descriptor are not in the file as a whole'
	poke "$image" 3 2
	says 'image of version 3: only version 2 is known'
	poke "$image+8" 1
	says 'a string of the descriptor is not in the file'
	poke "$image+56" $((1 << 40))
	says 'an array of the descriptor is not in the file as a whole'
	poke "$image+64" 0
	says 'an array of the descriptor has no valid begin and end'
	poke "$image+72" $(($(peek fixed "$image+72") + 8))
	says 'the array of entries has a size that no entries have'
	poke "$set+16" 7 4
	says "property 'aspects' has no valid value"
	poke "$set+24" 15
	says "bit count of property 'aspects' does not fit its size"
	poke "$image+80" "$(peek fixed "$image+64")"
	run -1 sycl-image show damaged
}

@test "structures that overlap do not take for ever" {
	printf '%s\n' '[Code|Symbols]' > many.table
	printf '_ZTS%d\n' $(seq 50) > many.sym
	printf 'k.spv|many.sym%.0s\n' $(seq 60) >> many.table
	offload-wrapper --kind=sycl --batch -o many.o many.table
	cc -no-pie -o fixed host.o many.o
	desc=0x$(nm fixed | sed -n 's/ . \.sycl_offloading\.descriptor$//p')
	image=$(peek fixed "$desc+8")
	offset=$(at fixed "$image")
	cp fixed damaged
	# every image gets the entries of all up to its own
	for i in $(seq 59); do
		dd if=fixed of=damaged bs=1 skip=$((offset + 64)) seek=$((offset + 96 * i + 64)) count=8 conv=notrunc status=none
	done
	run -1 --separate-stderr timeout 10 sycl-image list damaged
	[ "$stderr" = 'damaged: error: structures of the descriptor overlap' ]
}

@test "verify says what is wrong with an image" {
	cc -no-pie -o fixed host.o w.o
	desc=0x$(nm fixed | sed -n 's/ . \.sycl_offloading\.descriptor$//p')
	image=$(peek fixed "$desc+8")
	poke "$image+2" 9 1
	run -1 sycl-image verify damaged
	[ "$output" = "image 0 of 'damaged': error: unknown kind 9" ]
	poke "$image+3" 9 1
	run -1 sycl-image verify damaged
	[ "$output" = "image 0 of 'damaged': error: unknown format 9" ]
	poke "$image+56" "$(peek fixed "$image+48")"
	run -1 sycl-image verify damaged
	[ "$output" = "image 0 of 'damaged': error: no bytes, and no reason for that" ]
	sed 's/^_ZTS4mine=.*/_ZTS4mine=2|IAAAAAAAAAQA/' a.prop > bad.prop
	offload-wrapper --kind=sycl --properties=bad.prop -o v.o k.spv
	run -1 sycl-image verify v.o
	[ "$output" = "image 0 of 'v.o': error: specialization constant '_ZTS4mine' is malformed" ]
}

@test "verify unpacks compressed images" {
	head -c 100000 /dev/zero > zeros
	offload-wrapper --kind=sycl --format=native --compress -o c.o zeros
	run -0 sycl-image verify c.o
	offset=$(readelf -SW c.o | sed -n 's/.* \.lrodata\.sycl *PROGBITS *[0-9a-f]* \([0-9a-f]*\) .*/\1/p')
	printf '\377' | dd of=c.o bs=1 seek=$((0x$offset + 40)) conv=notrunc status=none
	run -1 sycl-image verify c.o
	[ "$output" = 'c.o: error: compressed image is damaged' ]
	printf '\377' | dd of=c.o bs=1 seek=$((0x$offset + 8)) conv=notrunc status=none
	run -1 sycl-image verify c.o
	[ "$output" = 'c.o: error: compressed image without a valid header' ]
}

@test "says which machines' files it reads, and which archive is damaged" {
	printf '\177ELF\1\1\1' > small
	head -c 60 /dev/zero >> small
	run -1 sycl-image list small
	[ "$output" = 'small: error: not an ELF file of a 64-bit little-endian machine' ]
	ar rcs lib.a host.o w.o
	head -c 100 lib.a > cut.a
	run -1 sycl-image list cut.a
	[ "$output" = 'cut.a: error: damaged archive' ]
}

@test "the images of a thin archive are those of its members' files" {
	mkdir sub
	cp w.o sub/w.o
	ar rc plain.a w.o
	ar rcT thin.a sub/w.o host.o plain.a
	"$LLVM_BIN/llvm-ar" rcT sub/up.a w.o
	for file in thin.a sub/up.a; do
		sycl-image verify "$file"
		sycl-image list --json "$file" | grep -o '"file": *"[^"]*"' | sort -u || return 1
	done > got.txt
	diff -u - got.txt <<-'END'
		"file": "thin.a(plain.a)(w.o)"
		"file": "thin.a(sub/w.o)"
		"file": "sub/up.a(../w.o)"
	END
	sycl-image extract -o from-thin sub/up.a
	sycl-image extract -o from-object w.o
	diff -r -x images.table from-object from-thin
	run -1 sycl-image specialize thin.a x=1 -o y.a
	[ "$output" = 'thin.a: error: a thin archive has no images: specialize its members' ]
	[ ! -e y.a ]
	rm sub/w.o
	run -1 sycl-image list thin.a
	[ "$output" = "sycl-image: error: cannot read 'sub/w.o': No such file or directory" ]
}

@test "an ambiguous kernel is named with both" {
	printf '_ZTS5scale@a.cpp-1\n_ZTS5scale@b.cpp-2\n' > two.sym
	offload-wrapper --kind=sycl --target=spir64 --entries=two.sym -o v.o k.spv
	run -1 sycl-image why v.o scale spir64
	[ "$output" = "sycl-image: error: kernel 'scale' is ambiguous: '_ZTS5scale@a.cpp-1' and '_ZTS5scale@b.cpp-2'" ]
	run -0 sycl-image why v.o _ZTS5scale@b.cpp-2 spir64
}

@test "a wrong command line is named" {
	run -2 sycl-image
	[ "${lines[0]}" = "sycl-image: error: no command: list, show, size, extract, diff, why, select, verify, specialize or report" ]
	run -2 sycl-image lst w.o
	[ "${lines[0]}" = "sycl-image: error: unknown command 'lst', did you mean 'list'?" ]
	run -2 sycl-image why w.o
	[ "${lines[0]}" = "sycl-image: error: command 'why' wants FILE KERNEL TARGET" ]
	run -2 sycl-image extract w.o
	[ "${lines[0]}" = "sycl-image: error: command 'extract' wants a folder: option '-o' is missing" ]
	run -2 sycl-image diff --growth=x w.o w.o
	[ "${lines[0]}" = "sycl-image: error: option '--growth' wants a number of per cent, not 'x'" ]
}

# status: image-driver
@test "looks into what the driver makes: object, archive, program of two targets" {
	sycl-cc -c -o hello.o "$inputs/sycl-image/hello.cpp"
	ar rcs hello.a hello.o
	for file in hello.o hello.a; do
		run -0 sycl-image list "$file"
		[[ ${lines[1]} == '    0  spirv64-unknown-unknown  llvmbc '*'(module, not linked yet)' ]]
	done
	sycl-cc -fsycl-targets=spir64,x86_64 -save-temps=steps -o hello hello.o
	run -0 sycl-image list hello
	[[ ${lines[1]} =~ ^\ +0\ +spir64\ +spirv\ .*\ 1\ +-$ ]]
	[[ ${lines[2]} =~ ^\ +1\ +x86_64\ +native\ .*\ 1\ +-$ ]]
	sycl-image verify hello
	run -0 sycl-image why -C hello 'main::hello' x86_64
	[ "${lines[0]}" = 'image 1 runs main::hello on x86_64' ]
	for target in spir64 x86_64; do
		sycl-image extract --target="$target" -o "$target" hello
		offload-wrapper --batch --module-ids=steps/object-unpack.module-ids -o "$target.o" "$target/images.table"
		cmp "steps/$target.offload-wrap.o" "$target.o"
	done
}

@test "60 damaged files are diagnosed or read, never a crash" {
	ar rcs lib.a host.o w.o
	for file in w.o program lib.a packed.o; do
		for seed in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
			./mutate "$seed" "$file" damaged
			status=0
			timeout 10 sycl-image show damaged > out 2> err || status=$?
			[ "$status" -eq 0 ] || { [ "$status" -eq 1 ] && [ -s err ]; } || { echo "$file $seed: $status"; return 1; }
		done
	done
}
