# Maths functions of the device compiler against C's of twice the precision.
load ../helper

# exact COUNT [OPTION...]: the functions, with COUNT arguments each
exact() {
	"$LLVM_BIN/clang" -x cl -cl-std=CL2.0 -target spirv64-unknown-unknown -O1 "${@:2}" -emit-llvm -c -o accuracy.bc "$inputs/mux/accuracy.cl"
	mux-aot -o accuracy.so accuracy.bc
	./mux-accuracy ./accuracy.so "$1"
}

# rows: of the page's table, from lines TYPE FUNCTION ERROR DENORMAL-ERROR LIMIT
rows() {
	awk '{ error[$1, $2] = $3 > $4 ? $3 : $4; limit[$1, $2] = $5 }
		$1 == "float" { name[n++] = $2 }
		END {
			for (i = 0; i < n; i++) {
				f = name[i]; allowed = limit["float", f]
				if (limit["double", f] != allowed) allowed = allowed ", " limit["double", f]
				printf "| `%s` | %s | %.2f | %.2f | %.2f |\n", f, allowed, error["half", f], error["float", f], error["double", f]
			}
		}'
}

@test "no maths function of half, float or double is less exact than OpenCL allows; doc/accuracy.md says how exact" {
	gcc -std=gnu11 -O2 -I"$root/include" -I"$inputs/mux" -o mux-accuracy "$root"/tests/c/{mux-accuracy,accuracy}.c -ldl -lquadmath -lm
	exact 1000000 > table || { grep WRONG table; return 1; }
	exact 1 -DHALVES >> table || { grep WRONG table; return 1; }
	[ "$(wc -l < table)" -eq 135 ]
	diff <(grep '^| `' "$root/doc/accuracy.md") <(rows < table)
}
