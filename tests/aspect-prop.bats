# Which aspects each function gets.  "Situation N" counts as in the list of
# test situations that the project was specified with.
load helper

in=$inputs/aspect-prop

# sets FILE: one line a function, 'NAME used={...} targets={...}', from textual IR
sets() {
	awk '
	/^(define|declare) / { line[++n] = $0 }
	/^![0-9]+ = / { value = $0; sub(/^![0-9]+ = (distinct )?!/, "", value); gsub(/i32 |"|!/, "", value); node[$1] = value }
	function operand(text, kind) {
		if (!match(text, "!" kind " ![0-9]+"))
			return "none"
		return node[substr(text, RSTART + length(kind) + 2, RLENGTH - length(kind) - 2)]
	}
	END {
		for (i = 1; i <= n; i++) {
			match(line[i], /@[^(]*/)
			printf "%s used=%s targets=%s\n", substr(line[i], RSTART + 1, RLENGTH - 1),
				operand(line[i], "sycl_used_aspects"), operand(line[i], "sycl_fixed_targets")
		}
	}' "$1"
}

# check NAME [OPTION...]: the sets of inputs/aspect-prop/NAME.ll are wanted/aspect-prop/NAME.sets
check() {
	name=$1; shift
	aspect-prop "$@" -S -o got.ll "$in/$name.ll"
	sets got.ll > got.sets
	diff -u "$wanted/aspect-prop/${wanted_name:-$name}.sets" got.sets
}

@test "a module without !sycl_aspects and without entry points stays as it is (situation 1)" {
	"$LLVM_BIN/llvm-as" -o in.bc "$in/no-aspects.ll"
	aspect-prop -o out.bc in.bc
	cmp in.bc out.bc
}

@test "a kernel gets what its callees use (situation 2)" { check two-kernels; }

@test "functions that are reached twice count once (situation 3)" { check diamond; }

@test "types are found in structs, arrays, vectors and literal structs, not behind pointers (situations 4 and 5)" {
	check nested-types
}

@test "return types, parameters and by-value parameters count (situation 6)" { check signatures; }

@test "double uses the number that !sycl_aspects gives to fp64 (situation 7)" {
	check doubles-6
	check doubles-5
}

@test "source types of getelementptr and value types of globals count (situation 8)" { check globals-and-geps; }

@test "aspects of single instructions count, internal ones too (situation 9)" { check instructions; }

@test "numbers are written in ascending order (situation 10)" { check chain-of-four; }

@test "declared aspects become used ones, of callers and declarations too (situations 13 and 14)" { check declared-flows; }

@test "nothing flows to a function that no entry point reaches (situation 15)" { check no-entry; }

@test "kernels of every kind and functions with a module id are entry points, builtins are not (situation 16)" {
	check entry-points
}

@test "recursion: every member of a cycle gets what any member uses" { check cycles; }

@test "calls through casts and aliases are direct calls" { check callees; }

@test "metadata names of the first edition mean the same" { check first-edition; }

@test "a type that the module does not know is ignored (situation 20)" { check unknown-type; }
