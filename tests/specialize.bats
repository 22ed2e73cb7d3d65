# sycl-image specialize: values of specialization constants become part of the images of a file.
load helper
load spec

# id NAME: symbolic id of the variable ns::NAME
id() {
	printf '_ZTS3tagIL_ZN2ns%d%sEEE' ${#1} "$1"
}

setup_file() {
	cd "$BATS_FILE_TMPDIR" || return 1
	begin
	printf '%%struct.A = type { i32, [2 x float], i8 }\n' >> m.ll
	constant "$(id size)" i32 16
	constant "$(id all)" %struct.A '{ i32 1, [2 x float] [float 2.5, float 0x3FB99999A0000000], i8 7 }'
	constant "$(id flag)" i8 1
	constant "$(id big)" i64 -1
	constant "$(id byte)" i8 200
	constant "$(id h)" half 0xH3C00
	constant "$(id d)" double 0.1
	get "$(id size)" i32
	get "$(id all)" %struct.A
	get "$(id flag)" i1 b
	get "$(id big)" i64 m
	get "$(id byte)" i8 a
	get "$(id h)" half DF16_
	get "$(id d)" double d
	kernel _ZTS1k
	kernel _ZTS5plain
	cc -c -o host.o "$inputs/sycl-image/host.c"
	for mode in native emulation; do
		mkdir $mode
		(
			cd $mode || exit 1
			post-link --split=kernel --properties --symbols "--spec-const=$mode" -o t.table ../m.ll
			for code in t_*.bc; do
				"$LLVM_BIN/llc" -O0 -mtriple=spirv64v1.3-unknown-unknown -filetype=obj -o "${code%.bc}.spv" "$code"
			done
			sed 's/\.bc/.spv/' t.table > in.table
			offload-wrapper --batch --kind=sycl --format=spirv --target=spir64 -o w.o in.table
			cc -o program ../host.o w.o
		)
	done
}

setup() {
	cd "$BATS_TEST_TMPDIR" || return 1
	ln -s "$BATS_FILE_TMPDIR"/* .
}

# constants: the lines about constants of what show says
constants() {
	sed -n '/^  specialization constants/,/^  \[/{/^  \[/d; p}'
}

# literals FILE: what the constants of its image with constants are in SPIR-V, with their numbers
literals() {
	rm -rf code && sycl-image extract -o code "$1"
	spirv-val --target-env spv1.3 code/1.spv
	spirv-dis --raw-id code/1.spv | awk '
		$1 == "OpDecorate" && $3 == "SpecId" { number[$2] = $4 }
		$3 == "OpSpecConstant" { print number[$1] ": " $NF }' | sort -n
}

@test "show names each constant with its C++ name, type and default value" {
	sycl-image show native/program | constants > got
	diff -u - got <<- 'END'
		  specialization constants, native:
		    ns::size: int, id 0 of 4 at 0, default 16
		    ns::all: A, id 1 of 4 at 0, id 2 of 4 at 4, id 3 of 4 at 8, id 4 of 1 at 12, padding of 3 at 13, default {1, 2.5, 0.1, 7}
		    ns::flag: bool, id 5 of 1 at 0, default true
		    ns::big: unsigned long, id 6 of 8 at 0, default 18446744073709551615
		    ns::byte: signed char, id 7 of 1 at 0, default -56
		    ns::h: half, id 8 of 2 at 0, default 1
		    ns::d: double, id 9 of 8 at 0, default 0.1
	END
	sycl-image show emulation/program | grep -q '^  specialization constants, emulated:'
}

@test "instances of templates have their name, without a blank at its end" {
	mkdir instance && cd instance
	begin
	printf '%%struct.A = type { i32, i32 }\n' >> m.ll
	constant _ZTS3tagIL_Z1vIiEEE %struct.A '{ i32 1, i32 2 }'
	get _ZTS3tagIL_Z1vIiEEE %struct.A N2ns4pairIiEE
	kernel k
	post-link --split=off --properties --spec-const=native -o v.table m.ll
	run -0 sycl-image show v.table
	[[ $output == *$'\n    v<int>: ns::pair<int>, id 0 of 4 at 0, id 1 of 4 at 4, default {1, 2}\n'* ]]
}

values=(ns::size=-5 'ns::all={-2, {1e3, -0.5}, 0xff}' ns::flag=false ns::big=0x1 ns::byte=-128
	ns::h=65504 ns::d=1e300)

@test "values are frozen in every kind of file, native and emulated" {
	for mode in native emulation; do
		cd "$BATS_TEST_TMPDIR/$mode"
		cc -shared -o lib.so w.o
		ar rcs lib.a ../host.o w.o
		cp program stripped && strip stripped
		for file in w.o program lib.so lib.a stripped in.table; do
			mkdir out
			sycl-image specialize -o "out/$file" "$file" "${values[@]}"
			sycl-image show "out/$file" | constants > got
			sed 's/ id .*, default/ default/' got | diff -u - /dev/fd/3 3<<- END || { echo "$mode $file"; return 1; }
				  specialization constants, $(case $mode in native) echo native ;; *) echo emulated ;; esac):
				    ns::size: int, frozen, default -5
				    ns::all: A, frozen, default {-2, 1000, -0.5, -1}
				    ns::flag: bool, frozen, default false
				    ns::big: unsigned long, frozen, default 1
				    ns::byte: signed char, frozen, default -128
				    ns::h: half, frozen, default 65504
				    ns::d: double, frozen, default 1e+300
					END
			sycl-image verify "out/$file"
			[ "$(stat -c %a "$file")" = "$(stat -c %a "out/$file")" ]
			rm -r out
		done
	done
}

@test "SPIR-V gets the values as its literals, and stays valid" {
	[ "$(literals native/program | paste -s -d' ')" = \
		'0: 16 1: 1 2: 2.5 3: 0.100000001 4: 7 5: 1 6: 18446744073709551615 7: 200 8: 0x1p+0 9: 0.10000000000000001' ]
	sycl-image specialize -o other native/program "${values[@]}"
	[ "$(literals other | paste -s -d' ')" = \
		'0: 4294967291 1: 4294967294 2: 1000 3: -0.5 4: 255 5: 0 6: 1 7: 128 8: 0x1.ffcp+15 9: 1.0000000000000001e+300' ]
}

@test "only values and the first letters of names change, and back again" {
	cp native/program program
	sycl-image specialize -o other program ns::size=17
	# The literal, the default value, and the names of two properties, which may be one string.
	[ "$(cmp -l program other | wc -l)" -le 4 ]
	sycl-image specialize -o other other ns::size=16
	[ "$(cmp -l program other | wc -l)" -le 2 ]
	sycl-image show --json other | jq -e '.[1].specialization_constants[0] | .frozen and .variable == "ns::size"
		and .type == "int" and .value == "16" and .demangled == "tag<ns::size>"' > /dev/null ||
		{ sycl-image show --json other | jq '.[1].specialization_constants[0]'; return 1; }
	sycl-image specialize -o other emulation/program ns::byte=1
	[ "$(cmp -l emulation/program other | wc -l)" -le 3 ]
}

@test "a file is specialized in place, and still runs" {
	cp native/program program
	sycl-image specialize -o program program "$(id size)=3"
	run -1 ./program
	[ "$(literals program | head -1)" = '0: 3' ]
}

@test "images of a program that have the constant get it, others stay" {
	cc -o two host.o native/w.o emulation/w.o
	sycl-image specialize -o other two ns::d=-1
	sycl-image show other | grep -o 'ns::d: .*' > got
	diff -u - got <<- 'END'
		ns::d: double, frozen, id 9 of 8 at 0, default -1
		ns::d: double, frozen, id 6 of 8 at 0, default -1
	END
	sycl-image extract -o a two
	sycl-image extract -o b other
	cmp a/0.spv b/0.spv
	cmp a/2.spv b/2.spv
	cmp a/3.spv b/3.spv
	run -1 cmp -s a/1.spv b/1.spv
}

@test "compressed images are packed into the same place" {
	cd native
	offload-wrapper --batch --kind=sycl --format=spirv --compress --target=spir64 -o c.o in.table
	sycl-image specialize -o other.o c.o ns::size=99
	[ "$(stat -c %s c.o)" = "$(stat -c %s other.o)" ]
	sycl-image verify other.o
	[ "$(literals other.o | head -1)" = '0: 99' ]
	sycl-image extract --raw -o raw other.o
	zstd -dqc raw/1.zst | cmp - code/1.spv
}

@test "specialized programs run with the frozen values, whatever they set, native and emulated" {
	export XDG_CACHE_HOME=$PWD/cache
	sycl-cc -c -o constants.o "$inputs/sycl-image/constants.cpp"
	for options in -fsycl-targets=spir64 -fsycl-targets=x86_64 '-fsycl-targets=spir64 --offload-compress'; do
		# shellcheck disable=SC2086 # options, split on purpose
		sycl-cc $options -o program constants.o
		[ "$(./program)" = '2 1.5 -2 7 1 0.25 200 ' ]
		[ "$(./program set)" = '100 1.5 -2 7 1 0.25 200 ' ]
		sycl-image specialize -o frozen program app::scale=-9 'app::origin={10, 20.5, 65535}' app::verbose=false app::speed=0
		[ "$(./frozen)" = '-9 10 20.5 65535 0 0.25 0 ' ] || { echo "$options"; return 1; }
		[ "$(./frozen set)" = '-9 10 20.5 65535 0 0.25 0 ' ]
		# What is not frozen can still be set.
		sycl-image specialize -o frozen program '(anonymous namespace)::hidden=1e10'
		[ "$(./frozen set)" = '100 1.5 -2 7 1 1e+10 200 ' ]
	done
	run -0 sycl-image show program
	[[ $output == *'    app::speed: mode, id '*', default -56'* ]]
}

# refused TEXT VALUE...: the program cannot be specialized so
refused() {
	run -1 --separate-stderr sycl-image specialize -o other native/program "${@:2}"
	[ "$stderr" = "sycl-image: error: $1" ] || { echo "$stderr"; return 1; }
	[ ! -e other ]
}

@test "unknown names, and values that do not fit, are named" {
	refused "no image has a specialization constant 'ns::sise', did you mean 'ns::size'?" ns::sise=1
	refused "no image has a specialization constant 'x'" x=1
	refused "'$(id size)' is given two values" ns::size=1 "$(id size)=2"
	refused "'2147483648' is out of range for 'ns::size', which is of type int: -2147483648 to 2147483647" ns::size=2147483648
	refused "'-129' is out of range for 'ns::byte', which is of type signed char: -128 to 127" ns::byte=-129
	refused "'-1' is out of range for 'ns::big', which is of type unsigned long: 0 to 18446744073709551615" ns::big=-1
	refused "'18446744073709551616' is out of range for 'ns::big', which is of type unsigned long: 0 to 18446744073709551615" \
		ns::big=18446744073709551616
	refused "'256' is out of range for 'ns::all', which is of type A: -128 to 255" ns::all=1,2,3,256
	refused "'65520' is out of range for 'ns::h', which is of type half: -65504 to 65504" ns::h=65520
	refused "'1e39' is out of range for 'ns::all', which is of type A: -3.40282e+38 to 3.40282e+38" ns::all=1,1e39,3,4
	refused "'yes' is not a value for 'ns::flag', which is of type bool" ns::flag=yes
	refused "'1.5' is not a value for 'ns::size', which is of type int" ns::size=1.5
	refused "'ns::all' holds 4 numbers, and 3 are given" ns::all=1,2,3
	refused "'ns::size' holds 1 number, and 0 are given" ns::size=
	refused "'ns::size' holds 1 number, and 2 are given" ns::size=1,2
}

@test "special floating-point values are taken" {
	sycl-image specialize -o other native/program ns::h=-inf ns::d=nan ns::all=0,5e-324,1e-45,0
	sycl-image show other | grep -o -e 'ns::[hd]: .*' -e 'default {.*' > got
	diff -u - got <<- 'END'
		default {0, 0, 1.4013e-45, 0}
		ns::h: half, frozen, id 8 of 2 at 0, default -inf
		ns::d: double, frozen, id 9 of 8 at 0, default nan
	END
}

@test "two variables of one name want the symbolic id" {
	sed "s/$(id size)\\\\00/_ZTS3tagIL_ZN2ns3allEEE@ab-1\\\\00/; /^@$(id size)\.id/s/\[[0-9]* x/[29 x/" m.ll > two.ll
	mkdir t && cd t
	post-link --split=off --properties --symbols --spec-const=emulation -o t.table ../two.ll
	run -0 sycl-image show t.table
	[[ $output == *'    ns::all (_ZTS3tagIL_ZN2ns3allEEE@ab-1): int, id 0 of 4 at 0, default 16'* ]]
	run -1 sycl-image specialize -o other.table t.table ns::all=1
	[ "$output" = "sycl-image: error: several specialization constants are called 'ns::all': say '_ZTS3tagIL_ZN2ns3allEEE@ab-1' or '_ZTS3tagIL_ZN2ns3allEEE'" ]
	sycl-image specialize -o other.table t.table _ZTS3tagIL_ZN2ns3allEEE@ab-1=1
	sycl-image show other.table | grep -q 'ns::all (_ZTS3tagIL_ZN2ns3allEEE@ab-1): int, frozen, id 0 of 4 at 0, default 1$'
}

@test "what cannot be specialized is said" {
	object-pack -i "spirv64-unknown-unknown,$BATS_FILE_TMPDIR/native/t_1.bc" -n host.o -o packed.o
	run -1 sycl-image specialize -o other packed.o ns::size=1
	[ "$output" = 'packed.o: error: modules that are not linked yet have no values of specialization constants to change' ]
	(cd native && run -1 sycl-image specialize -o other t.table ns::size=1 &&
		[ "$output" = "image 1 of 't.table': error: native specialization constants can be changed in SPIR-V only, this image is llvmbc" ])
	sed 's/^version=.*/version=1|2/' native/t_1.prop > later.prop
	offload-wrapper --kind=sycl --format=spirv --properties=later.prop --entries=native/t_1.sym -o later.o native/t_1.spv
	run -1 sycl-image specialize -o other later.o ns::size=1
	[ "$output" = "image 0 of 'later.o': error: specialization constants of version 2: only 1 is known" ]
	sed '/^\[SYCL-CC.*types\]/,$d' native/t_1.prop > bare.prop
	offload-wrapper --kind=sycl --format=spirv --properties=bare.prop --entries=native/t_1.sym -o bare.o native/t_1.spv
	run -1 sycl-image specialize -o other bare.o ns::size=1
	[ "$output" = "image 0 of 'bare.o': error: the image does not say what specialization constant 'ns::size' is made of" ]
	[ ! -e other ]
}

@test "a wrong command line of specialize is named" {
	run -2 sycl-image specialize native/program ns::size=1
	[ "${lines[0]}" = "sycl-image: error: command 'specialize' wants a file: option '-o' is missing" ]
	run -2 sycl-image specialize -o other native/program
	[ "${lines[0]}" = "sycl-image: error: command 'specialize' wants FILE NAME=VALUE..." ]
	run -2 sycl-image specialize -o other native/program ns::size
	[ "${lines[0]}" = "sycl-image: error: command 'specialize' wants NAME=VALUE, not 'ns::size'" ]
	run -2 sycl-image specialize -o other --target=spir64 native/program ns::size=1
	[ "${lines[0]}" = "sycl-image: error: command 'specialize' changes the images of all targets: option '--target' has no place" ]
}

@test "30 damaged files are specialized or diagnosed, never a crash" {
	cc -o mutate "$root/tests/c/mutate.c"
	for file in native/program emulation/w.o; do
		for seed in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
			./mutate "$seed" "$file" damaged
			status=0
			timeout 10 sycl-image specialize -o out damaged ns::size=3 ns::all=1,2,3,4 2> err || status=$?
			[ "$status" -eq 0 ] || { [ "$status" -eq 1 ] && [ -s err ]; } || { echo "$file $seed: $status"; return 1; }
		done
	done
}
