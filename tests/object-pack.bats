# object-pack and object-unpack: device code in host objects and back.
load helper

# Two device modules and two host objects, made once for all tests of this file.
setup_file() {
	cd "$BATS_FILE_TMPDIR" || return 1
	local llvm=$LLVM_BIN
	echo 'target triple = "spirv64-unknown-unknown"' | "$llvm/llvm-as" -o one.bc
	echo 'target triple = "nvptx64-nvidia-cuda"' | "$llvm/llvm-as" -o two.bc
	echo 'int f(void) { return 1; } int main(void) { return f() - 1; }' > main.c
	echo 'int g(void) { return 2; }' > g.c
	gcc -g -c main.c -o main.host.o
	gcc -g -c g.c -o g.host.o
}

setup() {
	cd "$BATS_TEST_TMPDIR" || return 1
	cp "$BATS_FILE_TMPDIR"/* .
}

# main.o with both modules, g.o with one
pack_both() {
	object-pack --image=spirv64-unknown-unknown,one.bc,targets=spir64,opt=2 \
		--image=nvptx64-nvidia-cuda,two.bc --into=main.host.o -o main.o
	object-pack --image=spirv64-unknown-unknown,one.bc --into=g.host.o -o g.o
}

@test "LLVM's own tools read what object-pack writes" {
	object-pack --image=spirv64-unknown-unknown,one.bc,targets=spir64 --image=nvptx64-nvidia-cuda,two.bc -o got.bin
	"$LLVM_BIN/llvm-offload-binary" got.bin --image=file=got.bc,triple=nvptx64-nvidia-cuda,kind=sycl
	cmp two.bc got.bc
	pack_both
	"$LLVM_BIN/llvm-objdump" --offloading main.o | grep -E '^(kind|triple|producer)' > got.txt
	diff -u - got.txt <<-'END'
		kind            llvm ir
		triple          spirv64-unknown-unknown
		producer        sycl
		kind            llvm ir
		triple          nvptx64-nvidia-cuda
		producer        sycl
	END
}

@test "object-unpack reads what LLVM's own tool writes" {
	"$LLVM_BIN/llvm-offload-binary" -o got.bin --image=file=one.bc,triple=spirv64-unknown-unknown,kind=sycl \
		--image=file=two.bc,triple=nvptx64-nvidia-cuda,kind=openmp
	object-unpack got.bin -o got.table
	diff -u - got.table <<-'END'
		[Code|Triple|Origin|Keys]
		./got-0.bc|spirv64-unknown-unknown|got.bin|
	END
	cmp one.bc got-0.bc
}

# status: object-round-trip
@test "an object comes back with its triples and keys" {
	pack_both
	mkdir out
	object-unpack --out-dir=out -o got.table main.o g.o
	diff -u - got.table <<-'END'
		[Code|Triple|Origin|Keys]
		out/main-0.bc|spirv64-unknown-unknown|main.o|targets=spir64,opt=2
		out/main-1.bc|nvptx64-nvidia-cuda|main.o|
		out/g-2.bc|spirv64-unknown-unknown|g.o|
	END
	cmp one.bc out/main-0.bc
	cmp two.bc out/main-1.bc
}

# status: object-host-part
@test "the host part of the object is untouched, and a final link leaves device code out" {
	pack_both
	printf '%s\n' 'template <int n> inline int f() { static int count[4096]; return ++count[n]; }' \
		'thread_local int t = 3;' 'int h() { return f<1>() + f<2>() + t; }' > h.cpp
	g++ -g -ffunction-sections -c h.cpp -o h.host.o
	object-pack --image=spirv64-unknown-unknown,one.bc --into=h.host.o -o h.o
	for name in main g h; do
		objcopy "$name.host.o" want.o
		objcopy -R .llvm.offloading "$name.o" got.o
		cmp want.o got.o || return 1
		diff <(objdump -drw "$name.host.o" | sed 2d) <(objdump -drw "$name.o" | sed 2d) || return 1
	done
	for linker in bfd lld; do
		"$LLVM_BIN/clang" "-fuse-ld=$linker" main.o g.o -o "main-$linker" || return 1
		"./main-$linker" || return 1
		readelf -SW "main-$linker" > sections
		run -1 grep -F .llvm.offloading sections || return 1
	done
	readelf -aW main.o > /dev/null 2> complaints
	[ ! -s complaints ]
}

@test "ld -r keeps the containers of all its objects" {
	pack_both
	ld -r -z muldefs main.o g.o -o both.o
	object-unpack both.o -o got.table
	[ "$(grep -c '|both.o|' got.table)" -eq 3 ]
	"$LLVM_BIN/ld.lld" -r main.o g.o -o both2.o
	object-unpack both2.o -o got.table
	[ "$(grep -c '|both2.o|' got.table)" -eq 3 ]
}

@test "members of archives: plain, thin, BSD names, archives in archives" {
	pack_both
	mkdir sub
	cp g.o sub/an_object_with_a_name_beyond_sixteen_bytes.o
	ar rc plain.a main.o sub/an_object_with_a_name_beyond_sixteen_bytes.o
	ar rcT sub/../thin.a sub/an_object_with_a_name_beyond_sixteen_bytes.o
	"$LLVM_BIN/llvm-ar" rc --format=bsd bsd.a sub/an_object_with_a_name_beyond_sixteen_bytes.o
	ar rc outer.a plain.a
	ar rcT thin-outer.a plain.a
	"$LLVM_BIN/llvm-ar" rcT sub/up.a g.o
	for archive in plain.a thin.a bsd.a outer.a thin-outer.a sub/up.a; do
		object-unpack "$archive" | sed 1d | cut -d'|' -f3 | sort -u || return 1
	done > got.txt
	diff -u - got.txt <<-'END'
		plain.a(an_object_with_a_name_beyond_sixteen_bytes.o)
		plain.a(main.o)
		thin.a(sub/an_object_with_a_name_beyond_sixteen_bytes.o)
		bsd.a(an_object_with_a_name_beyond_sixteen_bytes.o)
		outer.a(plain.a)(an_object_with_a_name_beyond_sixteen_bytes.o)
		outer.a(plain.a)(main.o)
		thin-outer.a(plain.a)(an_object_with_a_name_beyond_sixteen_bytes.o)
		thin-outer.a(plain.a)(main.o)
		sub/up.a(../g.o)
	END
}

@test "--members restricts archives to the members it lists" {
	pack_both
	ar rc lib.a main.o g.o
	echo g.o > members
	object-unpack --members=members lib.a | sed 1d | cut -d'|' -f3 > got.txt
	[ "$(cat got.txt)" = 'lib.a(g.o)' ]
	echo 'lib.a(main.o)' > members
	object-unpack --members=members lib.a g.o | sed 1d | cut -d'|' -f3 | uniq > got.txt
	[ "$(tr '\n' ' ' < got.txt)" = 'lib.a(main.o) g.o ' ]
	: > members
	[ "$(object-unpack --members=members lib.a)" = '[Code|Triple|Origin|Keys]' ]
}

@test "files without device code give an empty table, a file named twice is read once" {
	pack_both
	echo '/* GNU ld script */ INPUT(x.o)' > libx.so
	: > empty.o
	[ "$(object-unpack main.host.o one.bc libx.so empty.o)" = '[Code|Triple|Origin|Keys]' ]
	[ "$(object-unpack g.o ./g.o | wc -l)" -eq 2 ]
}

@test "strings of --string go to every image; a file of no bytes is no image" {
	: > none.bc
	object-pack --image=spirv64-unknown-unknown,one.bc,a=1 --image=nvptx64-nvidia-cuda,none.bc --string=-b=x,y=z \
		--string=a=2 --into=main.host.o -o main.o
	[ "$(object-unpack main.o | sed 1d)" = './main-0.bc|spirv64-unknown-unknown|main.o|a=1,-b=x,y=z' ]
	object-pack --image=spirv64-unknown-unknown,none.bc --into=main.host.o -o main.o
	cmp main.host.o main.o
	run -2 object-pack --image=spirv64-unknown-unknown,one.bc --string=word -o x
	[ "${lines[0]}" = "object-pack: error: option '--string' wants KEY=VALUE, not 'word'" ]
	run -2 object-pack --image=spirv64-unknown-unknown,one.bc --string=a=1 --string=a=2 -o x
	[ "${lines[0]}" = "object-pack: error: key 'a' is given twice" ]
}

@test "packing again adds to what is there" {
	pack_both
	object-pack --image=nvptx64-nvidia-cuda,two.bc --into=g.o -o g2.o
	object-unpack g2.o | cut -d'|' -f2 > got.txt
	[ "$(tr '\n' ' ' < got.txt)" = 'Triple spirv64-unknown-unknown nvptx64-nvidia-cuda ' ]
}

@test "an object of more than 65,280 sections can be packed" {
	awk 'BEGIN { for (i = 0; i < 65300; i++) printf ".section s%d,\"a\"\n.byte 1\n", i }' > many.s
	as many.s -o many.host.o
	object-pack --image=spirv64-unknown-unknown,one.bc --into=many.host.o -o many.o
	[ "$(object-unpack many.o | wc -l)" -eq 2 ]
	"$LLVM_BIN/llvm-objdump" --offloading many.o | grep -q 'triple *spirv64'
}

@test "a file that is not an object, damaged device code and an unknown option are named" {
	echo text > text.o
	run -1 object-pack --image=spirv64-unknown-unknown,one.bc --into=text.o -o x.o
	[ "$output" = "object-pack: error: cannot add device code to 'text.o': not an ELF file" ]
	[ ! -e x.o ]
	run -1 object-pack --image=spirv64-unknown-unknown,one.bc --into=one.bc -o x.o
	[ "$output" = "object-pack: error: cannot add device code to 'one.bc': it is LLVM bitcode (-flto)" ]
	run -1 object-pack --image=spirv64-unknown-unknown,text.o -o x.bin
	[ "$output" = "object-pack: error: 'text.o' is neither bitcode, SPIR-V nor an object" ]
	[ ! -e x.bin ]
	run -1 object-pack --image=spirv64-unknown-unknown,nowhere.bc -o x.bin
	[ "$output" = "object-pack: error: cannot read 'nowhere.bc': No such file or directory" ]
	run -2 object-pack --image=one.bc
	[ "${lines[0]}" = "object-pack: error: option '--image' wants TRIPLE,FILE, not 'one.bc'" ]
	run -2 object-pack --image=spirv64-unknown-unknown,one.bc,a=1,a=2
	[ "${lines[0]}" = "object-pack: error: key 'a' is given twice in '--image=spirv64-unknown-unknown,one.bc,a=1,a=2'" ]
	run -2 object-pack one.bc
	[ "${lines[0]}" = "object-pack: error: 'one.bc' is not an option; --image names device code" ]
	run -2 object-pack
	[ "${lines[0]}" = "object-pack: error: no --image" ]
	run -1 object-pack --image=spirv64-unknown-unknown,one.bc --into="$(type -P true)" -o x.o
	[[ $output == *"cannot add device code to "*": not a relocatable 64-bit object" ]]
	cp main.host.o outside.o
	# section 1 is at 2^40: its header is at e_shoff + 64, the offset 24 into it
	perl -e 'open F, "+<", "outside.o"; binmode F; seek F, 40, 0; read F, $at, 8;
		seek F, unpack("Q", $at) + 64 + 24, 0; print F pack "Q", 1 << 40'
	run -1 object-pack --image=spirv64-unknown-unknown,one.bc --into=outside.o -o x.o
	[[ $output == "object-pack: error: cannot add device code to 'outside.o': "* ]]
	[ ! -e x.o ]
	run -2 object-unpack -o x.table
	[ "${lines[0]}" = "object-unpack: error: no input" ]
	run -1 object-unpack nowhere.o
	[ "$output" = "object-unpack: error: cannot read 'nowhere.o': No such file or directory" ]
}

@test "truncated objects, archives and containers are diagnosed" {
	pack_both
	ar rc lib.a main.o
	object-pack --image=spirv64-unknown-unknown,one.bc -o c.bin
	head -c 60 c.bin > cut.bin
	run -1 object-unpack cut.bin
	[ "$output" = "object-unpack: error: cannot read 'cut.bin': truncated offload container" ]
	head -c 5000 main.o > cut.o
	run -1 object-unpack cut.o
	[ "$output" = "object-unpack: error: cannot read 'cut.o': truncated ELF file" ]
	head -c 5000 lib.a > cut.a
	run -1 object-unpack cut.a
	[ "$output" = "object-unpack: error: cannot read 'cut.a': damaged archive" ]
	rm -f g.o; ar rcT thin.a main.o; rm main.o
	run -1 object-unpack thin.a
	[ "$output" = "object-unpack: error: cannot read 'main.o': No such file or directory" ]
}

@test "damaged input of 200 kinds is diagnosed or read, never a crash" {
	pack_both
	ar rc lib.a main.o g.o
	object-pack --image=spirv64-unknown-unknown,one.bc,a=b -o c.bin
	mkdir out
	perl -e 'srand 7;
		for $file ("main.o", "lib.a", "c.bin", "main.host.o") {
			open F, "<", $file; binmode F; local $/; $text = <F>;
			for $i (1 .. 50) {
				$bad = $text;
				for (1 .. 1 + int rand 8) {
					$at = rand() < 0.5 ? int rand 200 : rand() < 0.5 ? length($bad) - 1 - int rand 2000 : int rand length $bad;
					substr($bad, $at, 1) = chr int rand 256;
				}
				open O, ">", "bad-$file-$i"; binmode O; print O $bad; close O;
			}
		}'
	for bad in bad-*; do
		run object-unpack --out-dir=out -o got.table "$bad"
		[ "$status" -le 1 ] || { echo "$bad: $status"; return 1; }
		[ "$status" -eq 0 ] || [[ $output == object-unpack:\ error:\ * ]] || { echo "$bad: $output"; return 1; }
		case $bad in
		*.o-*)
			run object-pack --image=spirv64-unknown-unknown,one.bc --into="$bad" -o x.o
			[ "$status" -le 1 ] || { echo "$bad: $status"; return 1; }
			;;
		esac
	done
}

@test "objects of -flto hold device code too: the driver asks for fat ones" {
	printf '#include <sycl/sycl.hpp>\nint main() { sycl::queue q; q.single_task([] {}); }\n' > lto.cpp
	run -0 sycl-cc -flto -c lto.cpp -o lto.o
	[ "$(object-unpack lto.o | cut -d'|' -f2 | tr '\n' ' ')" = 'Triple spirv64-unknown-unknown ' ]
	readelf -SW lto.o | grep -qF .llvm.lto
	sycl-cc -flto lto.o -o lto
	./lto
}
