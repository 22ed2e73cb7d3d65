# Fitting tables to targets, and the lists that aspect-filter prints.
load helper

# the inputs, copied where new files may appear
take() {
	cp "$inputs"/aspect-filter/* .
}

# status: filter-pvc
@test "pvc keeps fp64, sub-groups 16 and 32 and the plain module" {
	take
	aspect-filter --target=intel_gpu_pvc -o got.table mods.table
	[ "$(sed -n 's/^mods_\(.\).*/\1/p' got.table | tr '\n' ' ')" = "0 2 3 5 " ]
}

# status: filter-tgllp
@test "tgllp keeps sub-groups 8, 16 and 32 and the plain module, but not fp64" {
	take
	aspect-filter --target=intel_gpu_tgllp -o got.table mods.table
	[ "$(sed -n 's/^mods_\(.\).*/\1/p' got.table | tr '\n' ' ')" = "1 2 3 5 " ]
}

# status: filter-cfl
@test "cfl keeps all but sub-group 64, and an alias means the same target" {
	take
	aspect-filter --target=intel_gpu_cfl -o got.table mods.table
	[ "$(sed -n 's/^mods_\(.\).*/\1/p' got.table | tr '\n' ' ')" = "0 1 2 3 5 " ]
	aspect-filter --target=intel_gpu_9_2_9 -o alias.table mods.table
	cmp got.table alias.table
}

# status: filter-spir64
@test "spir64 takes every row as it is" {
	take
	aspect-filter --target=spir64 -o got.table mods.table
	cmp mods.table got.table
}

# status: filter-one-dash
@test "the first edition's spelling with one dash works" {
	take
	aspect-filter -target=intel_gpu_pvc -device-config-file="$root/share/device-config.yaml" mods.table > got.table
	aspect-filter --target=intel_gpu_pvc -o wanted.table mods.table
	cmp wanted.table got.table
}

# status: filter-unknown
@test "an unknown target is an error that names the nearest one" {
	take
	run -1 --separate-stderr aspect-filter --target=intel_gpu_pvv -o got.table mods.table
	[ "$stderr" = "aspect-filter: error: SYCL target is invalid: 'intel_gpu_pvv', did you mean 'intel_gpu_pvc'?" ]
	[ ! -e got.table ]
}

# status: filter-no-properties
@test "a table without the column Properties is copied" {
	printf '[Code|Symbols]\na.bc|a.sym\nb.bc|\n' > in.table
	aspect-filter --target=intel_gpu_dg1 -o got.table in.table
	cmp in.table got.table
	printf 'a.bc\nb.bc\n' > in.list
	aspect-filter --target=intel_gpu_dg1 -o got.list in.list
	cmp in.list got.list
}

@test "a table without rows keeps its titles" {
	printf '[Code|Properties]\n' > in.table
	aspect-filter --target=intel_gpu_dg1 -o got.table in.table
	cmp in.table got.table
	aspect-filter --target=intel_gpu_dg1 --empty -o got.table in.table
	[ "$(cat got.table)" = "[Code|Properties|Reason]" ]
}

# status: filter-no-needs
@test "rows without requirements are kept" {
	take
	printf '[Code|Properties]\na.bc|none.prop\nb.bc|\n' > in.table
	aspect-filter --target=intel_gpu_dg1 -o got.table in.table
	cmp in.table got.table
}

# status: filter-encodings
@test "both spellings of aspects and every encoding of sizes are read" {
	take
	aspect-filter --target=intel_gpu_pvc --empty -o got.table spellings.table
	diff -u "$wanted/aspect-filter/spellings.pvc.table" got.table
	aspect-filter --target=x86_64 --empty -o got.table spellings.table
	diff -u "$wanted/aspect-filter/spellings.x86_64.table" got.table
}

# status: filter-emptied
@test "emptied rows keep their cells, name an empty module and say why" {
	take
	aspect-filter --target=intel_gpu_tgllp --empty -o got.table mods.table
	diff -u "$wanted/aspect-filter/mods.tgllp.table" got.table
	[ "$("$LLVM_BIN/opt" -S empty.bc -o - | grep -vc '^;\|^source_filename\|^$')" = 0 ]
}

# status: filter-compile-target
@test "an emptying run adds compile_target to every property file and nothing else" {
	take
	aspect-filter --target=intel_gpu_tgllp --empty -o got.table mods.table
	for i in 0 1 2 3 4 5; do
		grep -v '^compile_target=2|4BAAAAAAAAQauRXZs91ZwV3X0dGbsBH$' mods_intel_gpu_tgllp_$i.prop > rest || return 1
		cmp mods_$i.prop rest || return 1
	done
}

@test "emptying twice changes nothing but the first reason stays" {
	take
	aspect-filter --target=intel_gpu_tgllp --empty -o first.table mods.table
	aspect-filter --target=intel_gpu_tgllp --empty -o again.table first.table
	[ "$(cut -d'|' -f1,4 first.table)" = "$(cut -d'|' -f1,4 again.table)" ]
}

@test "new files are beside the output" {
	take
	mkdir out
	aspect-filter --target=intel_gpu_tgllp --empty -o out/got.table mods.table
	[ -f out/empty.bc ] && [ -f out/mods_intel_gpu_tgllp_5.prop ]
	[ ! -e empty.bc ] && [ ! -e mods_intel_gpu_tgllp_5.prop ]
}

@test "a row to be emptied needs the column Code" {
	take
	printf '[Cod|Properties]\na.bc|gpu.prop\n' > in.table
	run -1 --separate-stderr aspect-filter --target=x86_64 --empty in.table
	[ "$stderr" = "in.table: error: no column 'Code', did you mean 'Cod'?" ]
}

# status: filter-bad-properties
@test "a property file that is missing, malformed or no text is named and nothing is written" {
	take
	printf '[Code|Properties]\na.bc|missing.prop\n' > in.table
	run -1 --separate-stderr aspect-filter --target=x86_64 -o got.table in.table
	[ "$stderr" = "aspect-filter: error: cannot read 'missing.prop': No such file or directory" ]
	printf '[Code|Properties]\na.bc|malformed.prop\n' > in.table
	run -1 --separate-stderr aspect-filter --target=x86_64 -o got.table in.table
	[ "$stderr" = "malformed.prop: error: property 'aspects' of 'SYCL/device requirements' is malformed" ]
	printf '[SYCL/device requirements]\naspects=3|1\n' > malformed.prop
	run -1 --separate-stderr aspect-filter --target=x86_64 -o got.table in.table
	[ "$stderr" = "malformed.prop:2:9: error: property type is neither 1 nor 2" ]
	[ ! -e got.table ]
}

@test "a missing target, a missing table and a second table are wrong command lines" {
	take
	run -2 --separate-stderr aspect-filter mods.table
	[[ $stderr == "aspect-filter: error: no target given: --target=TARGET"* ]]
	run -2 --separate-stderr aspect-filter --target=spir64
	[[ $stderr == "aspect-filter: error: no input table"* ]]
	run -2 --separate-stderr aspect-filter --target=spir64 a.table b.table
	[[ $stderr == "aspect-filter: error: more than one input: 'a.table' and 'b.table'"* ]]
	run -2 --separate-stderr aspect-filter --list-targets mods.table
	[[ $stderr == "aspect-filter: error: no input table is wanted beside --list-targets, --describe and --traits-macros"* ]]
	run -2 --separate-stderr aspect-filter --list-targets=xml
	[[ $stderr == "aspect-filter: error: option '--list-targets' wants no value or 'json', not 'xml'"* ]]
}

# status: filter-describe
@test "--describe prints what the driver needs and names every unknown target" {
	aspect-filter --describe=intel_gpu_12_60_7,ptx64 > got
	diff -u "$wanted/aspect-filter/describe" got
	run -1 --separate-stderr aspect-filter --describe=x,y
	[ "$stderr" = "aspect-filter: error: SYCL target is invalid: 'x'
aspect-filter: error: SYCL target is invalid: 'y'" ]
}

@test "fixed targets that none of the described targets is are an error, by the rule for rows" {
	aspect-filter --describe=intel_gpu_12_60_7,x86_64 --fixed-targets=intel_gpu_pvc > got
	aspect-filter --describe=intel_gpu_12_60_7,x86_64 > want
	cmp want got
	aspect-filter --describe=spir64 --fixed-targets=intel_gpu_pvc --fixed-targets=cpu > got
	aspect-filter --describe=x86_64 --fixed-targets=intel_gpu_pvc,cpu:a.o > got
	run -1 --separate-stderr aspect-filter --describe=x86_64,intel_gpu_dg1 --fixed-targets=cpu --fixed-targets=intel_gpu_pvc:my:a.o
	[ "$stderr" = "aspect-filter: error: nothing to compile: no target of '-fsycl-targets=x86_64,intel_gpu_dg1' is one of '-fsycl-fixed-targets=intel_gpu_pvc' of 'my:a.o'" ]
	[ -z "$output" ]
	run -1 --separate-stderr aspect-filter --describe=x86_64 --fixed-targets=gpu
	run -1 --separate-stderr aspect-filter --describe=x86_64 --fixed-targets=intel_gpu_pvx
	[[ $stderr == *"SYCL target is invalid: 'intel_gpu_pvx', did you mean 'intel_gpu_pvc'?" ]] || { echo "$stderr"; return 1; }
	run -2 --separate-stderr aspect-filter --list-targets --fixed-targets=gpu
	[[ $stderr == "aspect-filter: error: option '--fixed-targets' wants '--describe'"* ]]
}

@test "traits macros: intersection, union, and any aspect when a target may have others" {
	aspect-filter --traits-macros=intel_gpu_pvc,amd_gpu_gfx906 > got
	grep -qx -e '-D__SYCL_ALL_DEVICES_HAVE_fp64__=1' got
	grep -qx -e '-D__SYCL_ANY_DEVICE_HAS_fp16__=1' got
	run -1 grep -e ALL_DEVICES_HAVE_fp16 -e ANY_ASPECT got
	aspect-filter --traits-macros=spir64,intel_gpu_pvc > got
	[ "$(cat got)" = -D__SYCL_ANY_DEVICE_HAS_ANY_ASPECT__=1 ]
}
