# object-unpack alone; tests/object-pack.bats has the way there and back.
load helper

@test "an object without device code gives a table without rows" {
	echo 'int x;' | "$LLVM_BIN/clang" -x c -c - -o plain.o
	mkdir d
	object-unpack --out-dir=d -o t.table plain.o
	[ "$(wc -l < t.table)" -eq 1 ]
	[[ $(cat t.table) == '[Code|Triple|Origin'* ]]
	[ "$(find d -type f | wc -l)" -eq 0 ]
}

@test "what was packed comes out with its triple and where it was" {
	echo 'int x;' | "$LLVM_BIN/clang" -x c -c - -o plain.o
	"$LLVM_BIN/llvm-as" -o k.bc < /dev/null
	object-pack --image=spirv64-unknown-unknown,k.bc --into=plain.o -o x.o
	mkdir d
	object-unpack --out-dir=d -o t.table x.o
	row=$(tail -n 1 t.table)
	[[ $row == *'|spirv64-unknown-unknown|'* ]]
	cmp "${row%%|*}" k.bc
}

@test "a missing file, a folder and garbage are diagnosed, and no table is left" {
	mkdir d folder
	printf 'garbage' > garbage.o
	for input in none.o folder; do
		run -1 object-unpack --out-dir=d -o t.table "$input"
		[[ $output == "object-unpack: error: cannot read '$input'"* ]]
	done
	[ ! -e t.table ]
	run -2 object-unpack --no-such-option
}
