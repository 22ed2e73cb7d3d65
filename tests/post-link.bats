# post-link: grouping, contents of images, requirements, symbols, checks, tables.
load helper
load post-link

# The module under construction: kernels, functions, then text of any kind.
setup() {
	cd "$BATS_TEST_TMPDIR" || return 1
	printf '%s\n' 'target triple = "spirv64-unknown-unknown"' > m.ll
}

# ir_text TEXT: adds lines to the module
ir_text() {
	printf '%s\n' "$1" >> m.ll
}

# kernel NAME UNIT [METADATA [BODY]]: a kernel of that translation unit
kernel() {
	ir_text "define spir_kernel void @$1() \"sycl-module-id\"=\"$2\" ${3-} { ${4-} ret void }"
}

# external NAME UNIT [METADATA [BODY]]: a SYCL_EXTERNAL function
external() {
	ir_text "define spir_func void @$1() \"sycl-module-id\"=\"$2\" ${3-} { ${4-} ret void }"
}

call() {
	printf 'call spir_func void @%s() ' "$@"
}

# same_from_bitcode OPTION...: text goes through LLVM, bitcode is read as records: both give the same bytes
same_from_bitcode() {
	rm -rf text bits
	mkdir text bits
	cp m.ll text/m.ll
	"$LLVM_BIN/llvm-as" -o bits/m.ll m.ll 2> /dev/null || return 0
	for form in text bits; do
		( cd "$form" && { post-link "$@" -o t.table m.ll > out 2> err; echo $? > status; } )
	done
	diff -r -x m.ll text bits > differences || { cat differences >&2; return 9; }
	for image in bits/*.bc; do
		[ ! -s "$image" ] || "$LLVM_BIN/opt" -passes=verify -disable-output "$image" 2> verify.log || { cat verify.log >&2; return 9; }
	done
}

# split OPTION...: t.table and its files from the module
split() {
	same_from_bitcode --symbols --properties "$@" || return
	post-link --symbols --properties "$@" -o t.table m.ll
}

# rows LIST...: the symbols of each row, separated by commas, are exactly these
rows() {
	i=0
	for sym in "$@"; do
		[ "$(paste -s -d, "t_$i.sym")" = "$sym" ] ||
			{ echo "row $i has $(paste -s -d, "t_$i.sym"), not $sym"; return 1; }
		i=$((i + 1))
	done
	[ "$(tail -n +2 t.table | wc -l)" -eq $# ] || { cat t.table; return 1; }
}

# no_prop ROW TEXT: no line of the property file starts with the text
no_prop() {
	run -1 grep -F -e "$2" "t_$1.prop"
}

# code ROW: the module of that row as text
code() {
	ir "t_$1.bc"
}

# defines ROW NAME...: the row's module defines exactly these functions
defines() {
	row=$1
	shift
	diff -u <(printf '%s\n' "$@" | sort) \
		<(code "$row" | sed -n 's/^define [^@]*@\([^(]*\)(.*/\1/p' | sort)
}

two_units() {
	kernel k0 A
	kernel k1 A
	kernel k2 B
}

# --- properties of an image ------------------------------------------------

# status: no-aspects
@test "a kernel without aspects gives an empty aspect list" {
	kernel k A
	split --split=auto
	prop 0 '[SYCL/device requirements]' 'aspects=2|AAAAAAAAAAA'
}

# status: aspects-sorted
@test "aspects are listed sorted" {
	kernel k A '!sycl_used_aspects !{i32 6, i32 5}'
	split --split=auto
	prop 0 'aspects=2|ABAAAAAAAAQBAAAAGAAAAA'
}

@test "aspects as pairs of name and number give the same text" {
	kernel k A '!sycl_used_aspects !{!{!"fp64", i32 6}}'
	split --split=auto
	prop 0 'aspects=2|gAAAAAAAAAgBAAAA'
}

# status: internal-aspects
@test "internal aspects split but are never listed" {
	kernel k0 A
	kernel k1 A '!sycl_used_aspects !{i32 -1}'
	split --split=source
	rows k1 k0 || rows k0 k1
	prop 0 'aspects=2|AAAAAAAAAAA'
	prop 1 'aspects=2|AAAAAAAAAAA'
}

# status: declared-aspects
@test "declared aspects count like used ones" {
	kernel k A '!sycl_declared_aspects !{i32 6} !sycl_used_aspects !{i32 5}'
	kernel l A '!sycl_used_aspects !{i32 6, i32 5}'
	split --split=source
	rows k,l
	prop 0 'aspects=2|ABAAAAAAAAQBAAAAGAAAAA'
}

# status: helper-aspects
@test "aspects of a helper do not split, are warned about and listed" {
	ir_text 'define internal spir_func void @_Z3foov() !sycl_used_aspects !{i32 6} { ret void }'
	kernel k A '' "$(call _Z3foov)"
	kernel l A
	run -0 --separate-stderr split --split=source
	rows k,l
	prop 0 'aspects=2|gAAAAAAAAAgBAAAA'
	[ "$stderr" = "post-link: warning: function 'foo()' uses aspect 'fp64' not expected by its calling kernel.  Missing [[sycl::device_has()]] on SYCL_EXTERNAL function?
post-link: note: reached from kernel 'k' -> 'foo()'
post-link: note: all 2 kernels and functions of its image need this now; '[[sycl::device_has(sycl::aspect::fp64)]]' on the declaration that they see or '-fsycl-device-code-split=per_kernel' leaves it to those that call it" ]
}

# status: fixed-numbers
@test "fixed targets are listed as numbers" {
	kernel k A '!sycl_fixed_targets !{i32 7}'
	kernel l B '!sycl_fixed_targets !{}'
	split --split=source
	prop 1 'fixed_target=2|gAAAAAAAAAwBAAAA'
	no_prop 1 aspects
	no_prop 0 fixed_target
}

# status: work-group-listed
@test "a required work-group size is listed with every split mode" {
	kernel k A '!reqd_work_group_size !{i32 32}'
	split --split=source
	prop 0 'reqd_work_group_size_uint64_t=2|ABAAAAAAAAAIAAAAAAAAAA'
	split --split=off
	prop 0 'reqd_work_group_size_uint64_t=2|ABAAAAAAAAAIAAAAAAAAAA'
}

# status: sub-group-listed
@test "a required sub-group size of a kernel is a number" {
	kernel k A '!intel_reqd_sub_group_size !{i32 16}'
	split --split=source
	prop 0 'reqd_sub_group_size=1|16'
}

# status: sub-group-differs
@test "a function with another sub-group size is warned about and both sizes are listed" {
	external f B '!intel_reqd_sub_group_size !{i32 32}'
	kernel k A '!intel_reqd_sub_group_size !{i32 16}' "$(call f)"
	run -0 --separate-stderr split --split=source --emit-only-kernels-as-entry-points
	[ "$stderr" = "post-link: warning: function 'f' has required sub-group size '32' that does not match its calling kernel.  Missing [[sycl::reqd_sub_group_size()]] attribute on SYCL_EXTERNAL function?
post-link: note: reached from kernel 'k' -> 'f'" ]
	prop 0 'reqd_sub_group_size=2|ABAAAAAAAAAEAAAAgAAAAA'
}

# status: sub-group-named
@test "named sub-group sizes group with none and are not listed" {
	kernel k0 A '!intel_reqd_sub_group_size !{!"primary"}'
	kernel k1 A
	split --split=source
	rows k0,k1
	no_prop 0 reqd_sub_group_size
}

# status: design-encoding
@test "the design's encoding of requirements" {
	kernel k A '!reqd_work_group_size !{i32 32} !intel_reqd_sub_group_size !{i32 16}'
	kernel l A '!reqd_work_group_size !{i32 8, i32 4, i32 2}'	# [[reqd_work_group_size(2, 4, 8)]]
	split --split=source --requirements=design
	prop 1 'reqd_sub_group_size=2|gAAAAAAAAAAEAAAA' 'reqd_work_group_size=2|ABAAAAAAAAQAAAAAgAAAAA'
	no_prop 1 aspects
	prop 0 'reqd_work_group_size=2|ACAAAAAAAAwAAAAACAAAAQAAAAACAAAA'	# 3 2 4 8
}

# status: fixed-one-image
@test "code for equal fixed targets shares an image whatever it uses" {
	kernel k0 A '!sycl_fixed_targets !{!"gpu", !"cpu"} !sycl_used_aspects !{i32 6}'
	kernel k1 A '!sycl_fixed_targets !{!"cpu", !"gpu"} !intel_reqd_sub_group_size !{i32 8}'
	kernel k2 A '!sycl_fixed_targets !{!"cpu"}'
	split --split=off
	rows k0,k1 k2
	prop 0 'fixed_target=2|ABAAAAAAAAQAAAAACAAAAA'
	no_prop 0 aspects
	no_prop 0 reqd_sub_group_size
}

# status: fixed-differ
@test "a function for other fixed targets is warned about, the image is left with what both have" {
	external f B '!sycl_fixed_targets !{!"cpu"}'
	kernel k A '!sycl_fixed_targets !{!"gpu"}' "$(call f)"
	run -0 --separate-stderr split --split=source --emit-only-kernels-as-entry-points
	[ "$stderr" = "post-link: warning: function 'f' compiled with a different \`-fsycl-fixed-targets\` switch than its calling kernel
post-link: note: reached from kernel 'k' -> 'f'" ]
	prop 0 'fixed_target=2|AAAAAAAAAAA'
}

@test "kernels without fixed targets that call code which has them are limited to those, beside their own needs" {
	external f B '!sycl_fixed_targets !{!"cpu", !"gpu"}'
	external g B '!sycl_fixed_targets !{!"gpu"}'
	kernel k A '!sycl_used_aspects !{i32 6}' "$(call f) $(call g)"
	run -0 --separate-stderr split --split=source --emit-only-kernels-as-entry-points
	[ "${stderr_lines[0]}" = "post-link: warning: function 'f' compiled with a different \`-fsycl-fixed-targets\` switch than its calling kernel" ]
	[ "${#stderr_lines[@]}" -eq 4 ]
	prop 0 'fixed_target=2|gAAAAAAAAAgAAAAA' 'aspects=2|gAAAAAAAAAgBAAAA'
}

@test "the features that code for fixed targets uses have a property set of their own" {
	kernel k0 A '!sycl_fixed_targets !{!"gpu"} !sycl_used_aspects !{i32 6, i32 -1}'
	kernel k1 A '!sycl_fixed_targets !{!"gpu"} !intel_reqd_sub_group_size !{i32 8} !reqd_work_group_size !{i32 4, i32 8}'
	kernel k2 A '!sycl_fixed_targets !{!"gpu"} !intel_reqd_sub_group_size !{i32 16} !reqd_work_group_size !{i32 16}'
	split --split=off
	prop 0 '[SYCL-CC/uses of fixed targets]' 'uses=2|gAAAAAAAAAgBAAAA' 'sub-groups=2|ABAAAAAAAAACAAAAQAAAAA' \
		'work-items=2|ABAAAAAAAAAIAAAAAAAAAA'
}

@test "the size of a kernel's functor is noted" {
	kernel k A '!sycl_functor_size !{i32 24}'
	split
	prop 0 '[SYCL-CC/functor size]' 'k=1|24'
}

# --- grouping -----------------------------------------------------------------

# status: split-source
@test "source and auto give one image per unit, the greatest key first" {
	two_units
	for mode in source auto; do
		split --split=$mode
		rows k2 k0,k1
	done
}

# status: split-kernel
@test "kernel gives one image per kernel" {
	two_units
	split --split=kernel
	rows k2 k1 k0
}

# status: split-off
@test "without a split mode one image holds all" {
	two_units
	post-link --symbols -o t.table m.ll
	rows k0,k1,k2
	defines 0 k0 k1 k2
}

# status: split-aspects
@test "kernels of one unit with different aspects part" {
	kernel k0 A
	kernel k1 A '!sycl_used_aspects !{i32 1}'
	kernel k2 B
	split --split=source
	rows k2 k1 k0
	split --split=off
	rows k1 k0,k2
}

# status: aspect-set
@test "aspects form a set" {
	kernel k1 A '!sycl_used_aspects !{i32 1}'
	kernel k2 A '!sycl_used_aspects !{i32 1, i32 2}'
	kernel k3 A '!sycl_used_aspects !{i32 2, i32 1}'
	kernel k4 A '!sycl_used_aspects !{i32 2, i32 3, i32 4}'
	split --split=source
	rows k4 k2,k3 k1
}

# status: split-work-group
@test "work-group sizes part, in text order of their keys" {
	kernel a A '!reqd_work_group_size !{i32 32}'
	kernel b A '!reqd_work_group_size !{i32 64, i32 64}'
	kernel c A '!reqd_work_group_size !{i32 64, i32 64}'
	kernel d A '!reqd_work_group_size !{i32 16, i32 16, i32 16}'
	split --split=source
	rows b,c a d
}

# status: split-sub-group
@test "sub-group sizes part" {
	for size in 8 16 32 64; do
		kernel "k$size" A "\"sycl-optlevel\"=\"3\" !intel_reqd_sub_group_size !{i32 $size}"
	done
	kernel fp64 A '"sycl-optlevel"="3" !sycl_used_aspects !{i32 6}'
	kernel plain A '"sycl-optlevel"="3"'
	split --split=source
	rows fp64 k8 k64 k32 plain k16
}

@test "register counts and optimisation levels part" {
	kernel a A '"sycl-grf-size"="128"'
	kernel b A '"sycl-grf-size"="256"'
	split --split=source
	rows b a
	prop 0 'sycl-grf-size=1|256'
	prop 1 'sycl-grf-size=1|128'
}

@test "optimisation levels are noted" {
	kernel a c1.cpp '"sycl-optlevel"="0"'
	kernel b c2.cpp '"sycl-optlevel"="2"'
	split --split=source
	rows b a
	prop 0 'optLevel=1|2'
	prop 1 'optLevel=1|0'
}

@test "joint matrix strings part" {
	kernel a A '!sycl_joint_matrix !{!"x"}'
	kernel b A '!sycl_joint_matrix !{!"y"}'
	kernel c A '!sycl_joint_matrix !{!"y"} !sycl_joint_matrix_mad !{!"m"}'
	kernel d A '!sycl_joint_matrix !{!"y"} !sycl_joint_matrix_mad !{!"n"}'
	split --split=source
	rows d c b a
}

@test "a declared kernel is no entry point" {
	kernel k A
	ir_text 'declare spir_kernel void @elsewhere() "sycl-module-id"="C"'
	split --split=source
	rows k
}

# status: external-groups
@test "SYCL_EXTERNAL functions are grouped like kernels" {
	external f A '!sycl_used_aspects !{i32 1}'
	kernel k A '!sycl_used_aspects !{i32 1, i32 3}' "$(call f)"
	external g B '!sycl_used_aspects !{i32 2}'
	external h B '!sycl_used_aspects !{i32 2}'
	kernel k2 B '!sycl_used_aspects !{i32 2}'
	split --split=source
	rows g,h,k2 k f
	defines 1 f k
	code 1 | grep -q '^define internal spir_func void @f()'
}

# status: kernels-only
@test "only kernels as entry points" {
	external f A '!sycl_used_aspects !{i32 1}'
	kernel k A '!sycl_used_aspects !{i32 1, i32 3}' "$(call f)"
	external g B '!sycl_used_aspects !{i32 2}'
	kernel k2 B '!sycl_used_aspects !{i32 2}'
	split --split=source --emit-only-kernels-as-entry-points
	rows k2 k
	defines 0 k2
	defines 1 f k
}

@test "auto cuts units of more than 100 kernels, in order of names" {
	for i in $(seq 1000 1249); do kernel "k$i" A; done
	split --split=auto
	[ "$(wc -l < t_0.sym) $(wc -l < t_1.sym) $(wc -l < t_2.sym)" = '50 100 100' ]
	[ "$(head -1 t_2.sym) $(head -1 t_0.sym)" = 'k1000 k1200' ]
	split --split=auto --auto-kernels=250
	[ "$(wc -l < t_0.sym)" = 250 ]
	rm -f t_*
	split --split=auto --auto-instructions=10
	[ "$(wc -l < t_0.sym)" = 10 ]
}

# --- contents of images -------------------------------------------------------------

@test "a table of functions goes where it is used, unless everyone may see it" {
	ir_text 'define internal spir_func void @f() { ret void }'
	ir_text '@inner = internal addrspace(1) constant [1 x ptr] [ptr @f]'
	kernel k0 A '' 'load ptr, ptr addrspace(1) @inner'
	kernel k1 B
	split --split=source
	defines 0 k1
	defines 1 f k0
	sed -i 's/@inner = internal/@inner = weak/' m.ll
	split --split=source
	defines 0 f k1
	defines 1 f k0
}

@test "an indirect call takes the functions of its type along" {
	ir_text 'define spir_func void @f1() "referenced-indirectly" { call spir_func void @deep() ret void }'
	ir_text 'define spir_func i32 @f2() "referenced-indirectly" { ret i32 0 }'
	ir_text 'define internal spir_func void @deep() { ret void }'
	ir_text 'define spir_kernel void @k(ptr %f) "sycl-module-id"="A" { call void %f() ret void }'
	kernel l B
	split --split=source
	rows l k
	defines 0 l
	defines 1 deep f1 k
	code 1 | grep -q '^define spir_func void @f1()'
}

@test "an internal constant stays with its users" {
	ir_text '@c = internal addrspace(1) constant i32 1'
	kernel k0 A '' 'load i32, ptr addrspace(1) @c'
	kernel k1 B
	split --split=source
	run -1 grep -c '@c = ' <(code 0)
	run -0 grep -c '@c = ' <(code 1)
}

@test "llvm.used is in no image" {
	two_units
	ir_text 'declare spir_kernel void @unused()'
	ir_text '@llvm.used = appending global [3 x ptr] [ptr @k0, ptr @k2, ptr @unused], section "llvm.metadata"'
	split --split=source
	for i in 0 1; do run -1 grep -e llvm.used -e unused <(code $i); done
	post-link --ir-output-only -S -o - m.ll > one.ll
	run -1 grep -e llvm.used -e unused one.ll
}

@test "every image keeps its own execution modes" {
	kernel k0 A
	kernel k1 A
	ir_text '!spirv.ExecutionMode = !{!0, !1}'
	ir_text '!0 = !{ptr @k0, i32 17, i32 8, i32 1, i32 1}'
	ir_text '!1 = !{ptr @k1, i32 17, i32 16, i32 1, i32 1}'
	split --split=kernel
	[ "$(code 0 | grep -c 'i32 17')" = 1 ]
	code 0 | grep -q '!{ptr @k1, i32 17, i32 16, i32 1, i32 1}'
	code 1 | grep -q '!{ptr @k0, i32 17, i32 8, i32 1, i32 1}'
}

# status: no-functions
@test "a module without functions gives one row" {
	split --split=source
	diff -u <(printf '%s\n' '[Code|Properties|Symbols]' 't_0.bc|t_0.prop|t_0.sym') t.table
	[ ! -s t_0.sym ]
	prop 0 'aspects=2|AAAAAAAAAAA'
}

# status: helpers-internal
@test "helpers become internal, unused ones go" {
	ir_text 'define spir_func void @helper() { ret void }'
	ir_text 'define linkonce_odr spir_func void @unused() { ret void }'
	kernel k0 A '' "$(call helper)"
	kernel k1 B '' "$(call helper)"
	split --split=source
	for i in 0 1; do code $i | grep -q '^define internal spir_func void @helper()' || return 1; done
	split
	defines 0 helper k0 k1
}

@test "kernels of other back ends are kernels" {
	printf '%s\n' 'target triple = "nvptx64-nvidia-cuda"' > m.ll
	ir_text 'define ptx_kernel void @p() { ret void }'
	ir_text 'define amdgpu_kernel void @a() { ret void }'
	split --split=kernel
	rows p a
}

# --- undefined names ---------------------------------------------------------------

@test "an undefined function is an error with the chain to it" {
	ir_text 'declare spir_func void @_Z6userfnv()'
	ir_text 'declare spir_func void @c_function()'
	ir_text 'define internal spir_func void @mid() { call spir_func void @_Z6userfnv() call spir_func void @c_function() ret void }'
	kernel k A '' "$(call mid)"
	run -1 --separate-stderr split --split=source
	[ "$stderr" = "post-link: error: function 'userfn()' is used by device code but defined nowhere
post-link: note: reached from kernel 'k' -> 'mid' -> 'userfn()'
post-link: error: function 'c_function' is used by device code but defined nowhere
post-link: note: reached from kernel 'k' -> 'mid' -> 'c_function'" ]
	[ ! -e t.table ]
}

@test "an undefined function is a warning on demand" {
	ir_text 'declare spir_func void @userfn()'
	kernel k A '' "$(call userfn)"
	run -0 --separate-stderr split --split=source --allow-undefined
	[ "$stderr" = "post-link: warning: function 'userfn' is used by device code but defined nowhere
post-link: note: reached from kernel 'k' -> 'userfn'" ]
	rm t.table
	split --split=source --allow-import='user*'
	[ -e t.table ]
}

@test "intrinsics that only other SYCL compilers lower are undefined functions" {
	ir_text 'declare ptr @llvm.sycl.alloca.p0.p0.p0.i8(ptr, ptr, ptr, i8, i64)'
	kernel k A '' '%a = call ptr @llvm.sycl.alloca.p0.p0.p0.i8(ptr null, ptr null, ptr null, i8 0, i64 4)'
	run -1 --separate-stderr split --split=source
	[ "${stderr_lines[0]}" = "post-link: error: function 'llvm.sycl.alloca.p0.p0.p0.i8' is used by device code but defined nowhere" ]
}

@test "builtins of the device may stay undefined" {
	ir_text 'declare spir_func void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)'
	ir_text 'declare spir_func i64 @_Z13get_global_idj(i32)'
	ir_text 'declare void @llvm.trap()'
	ir_text '@__spirv_BuiltInGlobalSize = external addrspace(1) constant <3 x i64>'
	kernel k A '' 'call spir_func void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
		call spir_func i64 @_Z13get_global_idj(i32 0) call void @llvm.trap()
		load <3 x i64>, ptr addrspace(1) @__spirv_BuiltInGlobalSize'
	run -0 --separate-stderr split --split=source
	[ -z "$stderr" ]
}

# --- symbols between images ----------------------------------------------------------

# status: imports
@test "images import functions of other images" {
	ir_text 'define spir_func void @p() { ret void }'
	external __q B
	external b B '' "$(call p __q)"
	external a B '' "$(call b)"
	kernel k0 A '' "$(call a)"
	kernel k1 A '' "$(call a)"
	split --split=kernel --allow-device-image-dependencies --emit-imported-symbols
	rows k1 k0 b a __q
	defines 0 k1
	defines 3 a
	defines 2 __q b p
	prop 0 '[SYCL/imported symbols]' 'a=1|1'
	prop 3 'b=1|1'
	no_prop 2 '[SYCL/imported symbols]'
}

# status: exports
@test "exported names are SYCL_EXTERNAL functions" {
	external f A
	kernel k A
	ir_text 'define void @c() "sycl-module-id"="A" { ret void }'
	kernel l B
	split --split=source --emit-exported-symbols
	no_prop 0 '[SYCL/exported symbols]'
	diff -u <(printf '%s\n' '[SYCL/exported symbols]' 'f=1|1') <(sed -n '/exported/,/^\[SYCL\/misc/p' t_1.prop)
}

# --- outputs --------------------------------------------------------------------------

# status: output-names
@test "names follow the first table, files go to the folder that was asked for" {
	mkdir a d
	kernel k A
	post-link --symbols -o a/t.table --out-dir=d m.ll
	diff -u <(printf '%s\n' '[Code|Symbols]' 'd/t_0.bc|d/t_0.sym') a/t.table
	post-link --symbols -o x.y.table m.ll
	[ -f x.y_0.bc ]
}

# status: table-for-target
@test "a table for a target empties the rows that it cannot run, like aspect-filter" {
	kernel k0 A '!sycl_used_aspects !{i32 6}'
	kernel k1 A
	post-link --split=source --properties --symbols -o t.table -o intel_gpu_tgllp,u.table m.ll
	cp u.table direct.table
	mkdir direct && cp t_intel_gpu_tgllp_*.prop empty.bc direct
	aspect-filter --empty --target=intel_gpu_tgllp -o u.table t.table
	diff -u direct.table u.table
	for f in direct/*; do cmp "$f" "$(basename "$f")" || return 1; done
	diff -u <(printf '%s\n' '[Code|Properties|Symbols|Reason]' \
		"empty.bc|t_intel_gpu_tgllp_0.prop|t_0.sym|target 'intel_gpu_tgllp' lacks aspect 'fp64'" \
		't_1.bc|t_intel_gpu_tgllp_1.prop|t_1.sym|') u.table
	grep -q '^compile_target=' t_intel_gpu_tgllp_1.prop
}

@test "incompatible rows are left out on demand" {
	kernel k0 A '!sycl_used_aspects !{i32 6}'
	post-link --split=source --properties --symbols --drop-incompatible -o t.table -o intel_gpu_tgllp,u.table m.ll
	diff -u <(printf '%s\n' '[Code|Properties|Symbols]') u.table
}

@test "an unknown target is an error with the nearest name" {
	kernel k A
	run -1 --separate-stderr post-link --properties -o t.table -o intel_gpu_tgllq,u.table m.ll
	[[ ${stderr_lines[0]} == *"'intel_gpu_tgllq'"*"did you mean 'intel_gpu_tgllp'?" ]]
	[ ! -e t.table ]
}

@test "without -o one image is the input itself" {
	kernel k A
	run -0 --separate-stderr post-link --symbols m.ll
	[ "$stderr" = "post-link: note: the IR is not modified: the table names 'm.ll'" ]
	diff -u <(printf '%s\n' '[Code|Symbols]' 'm.ll|m_0.sym') m.files
}

# status: one-module
@test "one module instead of a table" {
	two_units
	run -2 post-link --ir-output-only --split=kernel -o x.bc m.ll
	[ "${lines[0]}" = "post-link: error: -split can't be used with -ir-output-only" ]
	run -2 post-link --ir-output-only --symbols -o x.bc m.ll
	post-link --ir-output-only --split=auto -S -o - m.ll > one.ll
	[ "$(grep -c '^define' one.ll)" = 3 ]
}

@test "a command line that asks for nothing is wrong" {
	kernel k A
	post-link --split=off -o t.table m.ll
	[ "$(wc -l < t.table)" -eq 2 ]
	run -2 --separate-stderr post-link -o t.table m.ll
	[ "${stderr_lines[0]}" = 'post-link: error: no actions: give --split, --symbols, --properties or another option that asks for something' ]
}

# --- whole programs ---------------------------------------------------------------------

# status: nothing-lost
@test "nothing is lost, nothing doubled, no image needs two things: 100 kernels, every split mode" {
	gen-module -n 100 -u 3 > big.ll
	for mode in off source kernel auto; do sound --split=$mode || return 1; done
}

@test "the same images whatever the number of processes" {
	gen-module -n 60 -u 3 -g > big.ll
	mkdir one three
	post-link --split=source --symbols --properties --jobs=1 -o one/t.table big.ll
	post-link --split=source --symbols --properties --jobs=3 -o three/t.table big.ll
	for f in one/*_*; do cmp "$f" "three/${f#one/}" || return 1; done
}

@test "an image with debug info names only units, types and variables that it uses" {
	gen-module -n 40 -u 4 -g > big.ll
	post-link --split=kernel --symbols --verify -o t.table big.ll
	for i in 0 20 47; do
		"$LLVM_BIN/opt" -passes=strip-dead-debug-info "t_$i.bc" -o stripped.bc
		[ $((10 * $(stat -c %s "t_$i.bc"))) -le $((11 * $(stat -c %s stripped.bc))) ] || return 1
		run -1 grep -c 'record_\|limit_' <(ir "t_$i.bc")
		run -0 grep -c '#dbg_value' <(ir "t_$i.bc")
	done
}

@test "functions with block addresses or prefixes are cut out, too" {
	ir_text '@targets = internal constant [1 x ptr] [ptr blockaddress(@jump, %there)]'
	ir_text 'define internal spir_func void @jump() { %t = load ptr, ptr @targets indirectbr ptr %t, [label %there] there: ret void }'
	ir_text 'define internal spir_func void @prefixed() prefix i32 7 { ret void }'
	ir_text 'define internal spir_func void @unused() { ret void }'
	kernel k0 A '' "$(call jump)"
	kernel k1 B '' "$(call prefixed)"
	kernel k2 C '' "$(call unused)"
	split --split=source --verify
	rows k2 k1 k0
	defines 0 k2 unused
	defines 1 k1 prefixed
	defines 2 jump k0
	code 1 | grep -q 'prefix i32 7'
}

@test "aliases and constants that name functions follow them" {
	ir_text 'define internal spir_func void @f() { ret void }'
	ir_text '@also = internal alias void (), ptr @f'
	ir_text '@far = internal alias void (), ptr @also'
	ir_text '@pair = internal constant { i32, ptr } { i32 1, ptr getelementptr inbounds (i8, ptr @base, i64 4) }'
	ir_text '@base = internal addrspace(0) global [8 x i8] zeroinitializer'
	kernel k0 A '' "$(call far)"
	kernel k1 B '' 'load ptr, ptr getelementptr inbounds (i8, ptr @pair, i64 8)'
	split --split=source --verify
	defines 1 f k0
	code 1 | grep -q '^@far = internal alias'
	run -1 grep -q '@pair' <(code 1)
	code 0 | grep -q '^@base = internal global'
}

@test "values that variables name through no_cfi, dso_local_equivalent and ptrauth follow them" {
	for name in f g h i; do ir_text "define internal spir_func void @$name() { ret void }"; done
	ir_text '@relative = internal constant { ptr, ptr } { ptr no_cfi @f, ptr dso_local_equivalent @g }'
	ir_text '@signed = internal constant ptr ptrauth (ptr @h, i32 2, i64 5, ptr @place)'
	ir_text '@place = internal global i64 0'
	kernel k0 A '' 'load ptr, ptr @relative'
	kernel k1 B '' 'load ptr, ptr @signed'
	split --split=source --verify
	defines 0 h k1
	defines 1 f g k0
	code 0 | grep -q '^@place = internal global'
}

@test "records that name what LLVM does not see in them are cut after LLVM wrote them anew" {
	# As LLVM reads it, the sum of an address and undef is undef: the variable @a is in no image.
	cp "$inputs/bitcode/constant-that-folds.bc" m.bc
	post-link --split=kernel --verify -o t.table m.bc
	code 0 | grep -q '^@t = internal global i64 undef'
	run -1 grep '^@a =' <(code 0)
	# What LLVM refuses stays an error, and is one error.
	head -c 1200 m.bc > cut.bc
	run -1 post-link --split=kernel -o t.table cut.bc
	[ "${#lines[@]}" -eq 1 ]
}

@test "an image that may import defines what an alias, an ifunc or the address of a block names" {
	ir_text 'target datalayout = "G1"'	# LLVM adds that to what it reads as bitcode
	ir_text '@also = alias void (), ptr @f'
	ir_text '@far = internal alias void (), ptr @also'
	ir_text '@chosen = ifunc void (), ptr @resolver'
	ir_text '@place = internal constant ptr blockaddress(@jump, %there)'
	external f A
	external plain A
	ir_text 'define ptr @resolver() "sycl-module-id"="A" { ret ptr null }'
	for name in jump own; do
		ir_text "define spir_func void @$name(ptr %p) \"sycl-module-id\"=\"A\" { indirectbr ptr %p, [label %there] there: ret void }"
	done
	kernel k1 B '' "$(call far)"
	kernel k2 C '' 'call void @chosen()'
	kernel k3 D '' "%p = load ptr, ptr @place call spir_func void @own(ptr blockaddress(@own, %there)) $(call plain)"
	split --split=source --allow-device-image-dependencies
	rows k3 k2 k1 'f,jump,own,plain,resolver'
	defines 0 jump k3 own
	defines 1 k2 resolver
	defines 2 f k1
	code 0 | grep -q '^declare spir_func void @plain'
}

# --- device globals, metadata of kernels -------------------------------------------------

# device_global NAME ID SIZE SCOPE: SCOPE is an attribute or empty
device_global() {
	ir_text "@$1 = ${5-} addrspace(1) global i64 0 \"sycl-unique-id\"=\"$2\" \"sycl-device-global-size\"=\"$3\" $4"
}

@test "device globals are listed with size and scope" {
	device_global a u1 8 ''
	device_global b u2 4 '"sycl-device-image-scope"'
	device_global c u3 4 '"sycl-device-image-scope"="false"'
	kernel k A
	split --device-globals
	prop 0 '[SYCL/device globals]' 'u1=2|ABAAAAAAAAACAAAAAAAAAA' 'u2=2|ABAAAAAAAAABAAAABAAAAA' 'u3=2|ABAAAAAAAAABAAAAAAAAAA'
	sed -i '/^@/d' m.ll
	split --device-globals
	no_prop 0 '[SYCL/device globals]'
}

@test "a device global of image scope in two images is an error" {
	device_global a u1 8 '"sycl-device-image-scope"' internal
	kernel k0 A '' 'load i64, ptr addrspace(1) @a'
	kernel k1 B '' 'load i64, ptr addrspace(1) @a'
	run -1 --separate-stderr split --split=source --device-globals
	[ "$stderr" = "post-link: error: device_global variable 'a' with property 'device_image_scope' is used in more than one device image: by 'k1' and by 'k0'" ]
	split --split=off --device-globals
	sed -i 's/ "sycl-device-image-scope"//' m.ll
	split --split=source --device-globals
	for i in 0 1; do code $i | grep -q '^@a = internal' || return 1; done
}

@test "device globals leave llvm.compiler.used" {
	device_global dg1 u1 8 '' internal
	device_global dg2 u2 8 '' internal
	ir_text '@other = internal addrspace(1) global i32 0'
	ir_text '@llvm.compiler.used = appending global [3 x ptr addrspace(1)] [ptr addrspace(1) @dg1, ptr addrspace(1) @other, ptr addrspace(1) @dg2], section "llvm.metadata"'
	kernel k A
	split --device-globals
	code 0 | grep -qF '@llvm.compiler.used = appending global [1 x ptr addrspace(1)] [ptr addrspace(1) @other], section "llvm.metadata"'
	run -1 grep -q '@dg' <(code 0)
}

@test "a list of used variables whose new type needs more bits than the file gives to types is written whole" {
	for name in a b c; do ir_text "@$name = internal addrspace(1) global i32 1"; done
	cast='ptr addrspace(4) addrspacecast (ptr addrspace(1) %s to ptr addrspace(4))'
	# shellcheck disable=SC2059 # the format is ours
	ir_text "@llvm.compiler.used = appending addrspace(1) global [3 x ptr addrspace(4)] [$(printf "$cast, $cast, $cast" @a @b @c)], section \"llvm.metadata\""
	external f A '' 'load i32, ptr addrspace(1) @a'
	external g B '' 'load i32, ptr addrspace(1) @b'
	for mode in kernel source; do
		split --split=$mode
		code 0 | grep -q '^@llvm.compiler.used = appending addrspace(1) global \[3 x ptr addrspace(4)\]'
	done
}

@test "metadata of kernels is listed on demand" {
	device_global my_dg id 4 ''
	kernel k A '!reqd_work_group_size !{i32 8, i32 4, i32 2} !intel_reqd_sub_group_size !{i32 64}'
	split --emit-program-metadata --device-globals
	prop 0 'k@reqd_work_group_size=2|gBAAAAAAAAACAAAAEAAAAIAAAAA' 'k@reqd_sub_group_size=1|64' \
		'id@global_id_mapping=2|oAAAAAAAAAQb59FZnB'
}

@test "masks of dropped arguments" {
	kernel k A '!sycl_kernel_omit_args !{i1 true, i1 false, i1 true}'
	kernel l A '!sycl_kernel_omit_args !{}'
	split --emit-param-info
	prop 0 '[SYCL/kernel param opt]' 'k=2|DAAAAAAAAAQB'
	no_prop 0 l=
}

@test "registered kernels follow their image" {
	kernel k0 A
	kernel k1 B
	ir_text '!sycl_registered_kernels = !{!0, !1}'
	ir_text '!0 = !{!"foo", !"k0"}'
	ir_text '!1 = !{!"bar", !"k1"}'
	split --split=source
	prop 0 '[SYCL/registered kernels]' 'bar=2|QAAAAAAAAAwaxA'
	no_prop 0 foo=
	prop 1 'foo=2|QAAAAAAAAAwawA'
}

@test "a sanitizer is noted" {
	ir_text '@__AsanKernelMetadata = addrspace(1) global i32 0'
	kernel k A
	split
	prop 0 'sanUsed=2|gAAAAAAAAAQYzFmb'
}

@test "kernel names, id queries, assert use" {
	ir_text 'define internal spir_func void @__devicelib_assert_fail() { ret void }'
	kernel k A '' "$(call __devicelib_assert_fail)"
	kernel l A
	split --emit-kernel-names --id-queries-range=size_t
	prop 0 '[SYCL/kernel names]' 'k=1|1' 'l=1|1' 'idQueriesRange=1|2' '[SYCL/assert used]'
	[ "$(sed -n '/assert used/,$p' t_0.prop)" = $'[SYCL/assert used]\nk=1|1' ]
}

# --- virtual functions -----------------------------------------------------------------------

@test "an image has the functions of its vtables" {
	ir_text '@vt0 = linkonce_odr addrspace(1) constant { [1 x ptr] } { [1 x ptr] [ptr @m0] }'
	ir_text '@vt1 = linkonce_odr addrspace(1) constant { [1 x ptr] } { [1 x ptr] [ptr @m1] }'
	ir_text 'define linkonce_odr spir_func void @m0() { ret void }'
	ir_text 'define linkonce_odr spir_func void @m1() { ret void }'
	kernel k A '' '%p = alloca ptr store ptr addrspace(1) @vt0, ptr %p store ptr addrspace(1) @vt1, ptr %p'
	split --split=source --verify
	defines 0 k m0 m1
}

@test "sets of virtual functions are images of their own" {
	external foo A '"indirectly-callable"="set-1"'
	external bar A '"indirectly-callable"="set-2"'
	external baz A '"indirectly-callable"="set-2"'
	ir_text '@vt = linkonce_odr addrspace(1) constant [1 x ptr] [ptr @foo]'
	kernel k A '"calls-indirectly"="set-1"' '%p = alloca ptr store ptr addrspace(1) @vt, ptr %p'
	split --split=source --verify
	rows bar,baz foo k
	prop 1 '[SYCL/virtual functions]' 'virtual-functions-set=2|oAAAAAAAAAwclRXLxA'
	defines 2 k
	code 2 | grep -q '^declare spir_func void @foo()'
	grep -q '^uses-virtual-functions-set=' t_2.prop
	split --split=source --emit-only-kernels-as-entry-points
	rows bar,baz foo k
}

@test "names that nobody can export are never imports" {
	ir_text 'declare spir_func void @_Z8__insidev()'
	ir_text 'declare spir_func void @__x()'
	ir_text 'declare spir_func void @unused()'
	ir_text 'declare spir_func void @used()'
	ir_text 'declare void @llvm.trap()'
	kernel k A '' "$(call _Z8__insidev __x used) call void @llvm.trap()"
	split --allow-device-image-dependencies --emit-imported-symbols --allow-undefined 2> /dev/null
	[ "$(sed -n '/imported/,$p' t_0.prop)" = $'[SYCL/imported symbols]\nused=1|1' ]
}

@test "the order of functions, variables and metadata in the input does not show" {
	for seed in 1 2 3; do shuffled_alike $seed || return 1; done
}

# --- several inputs --------------------------------------------------------------------------

# unit FILE RESULT [NAME]: a source with the kernel and a helper that gives the result
unit() {
	cat > "$1" <<- END
		target triple = "spirv64-unknown-unknown"
		define spir_kernel void @_ZTS6kernel(ptr addrspace(1) %p) "sycl-module-id"="$1" {
		  %v = call spir_func i32 @${3-helper}()
		  store i32 %v, ptr addrspace(1) %p
		  ret void
		}
		define internal spir_func i32 @${3-helper}() { ret i32 $2 }
	END
}

@test "different kernels of one name are an error that names both modules" {
	unit a.ll 1
	unit b.ll 2
	run -1 --separate-stderr post-link --symbols -o t.table a.ll b.ll
	[ "$stderr" = "post-link: error: kernel 'kernel' is not the same in 'a.ll' and 'b.ll'" ]
	[ ! -e t.table ]
	run -1 post-link --check-inputs a.ll b.ll
	run -0 --separate-stderr post-link --symbols --allow-duplicates -o t.table a.ll b.ll
	[ "$stderr" = "post-link: warning: kernel 'kernel' is not the same in 'a.ll' and 'b.ll'" ]
	code 0 | grep -q 'ret i32 1'
}

@test "checked modules come from lists too, and go into a response file" {
	unit 'a b.ll' 1
	unit b.ll 1 another
	printf 'a b.ll\n\nb.ll\n' > modules
	post-link --check-inputs -o got @modules
	diff - got <<< $'"a b.ll"\nb.ll'
	run -1 post-link --check-inputs -o got @none
	[ "$output" = "post-link: error: cannot read 'none': No such file or directory" ]
}

@test "a kernel that two modules define alike is kept once" {
	unit a.ll 1
	unit b.ll 1 another
	run -0 --separate-stderr post-link --symbols -o t.table a.ll b.ll
	[ -z "$stderr" ]
	rows _ZTS6kernel
	post-link --check-inputs a.ll b.ll
}

@test "types that clang or LLVM numbers do not make kernels of one name different" {
	for number in 0 1; do
		cat > "$number.ll" <<- END
			target triple = "spirv64-unknown-unknown"
			%class.anon.$number = type { ptr addrspace(4), i32 }
			define weak_odr spir_kernel void @_ZTS6kernel(ptr byval(%class.anon.$number) %p) "sycl-module-id"="$number" { ret void }
		END
	done
	post-link --check-inputs 0.ll 1.ll
}

@test "hashes depend on the contents of definitions, not on their positions" {
	unit a.ll 1
	unit b.ll 1 another
	unit c.ll 2
	diff <(post-link --hashes a.ll) <(post-link --hashes b.ll)
	run -1 diff <(post-link --hashes a.ll) <(post-link --hashes c.ll)
	[[ $(post-link --hashes a.ll | sed -n 2p) == *' _ZTS6kernel' ]]
}

# --- what can go wrong ---------------------------------------------------------------------

@test "damaged bitcode is diagnosed" {
	truncated 25
	flipped 25
}

@test "host code is diagnosed" {
	sed -i 's/spirv64-unknown-unknown/x86_64-unknown-linux-gnu/' m.ll
	run -1 --separate-stderr split
	[ "$stderr" = "post-link: error: 'm.ll' is code for 'x86_64-unknown-linux-gnu', which is not a device" ]
}

@test "malformed metadata is diagnosed" {
	kernel k A '!sycl_used_aspects !{!"fp64"}'
	run -1 --separate-stderr split
	[ "$stderr" = "post-link: error: function 'k' has malformed metadata '!sycl_used_aspects'" ]
}

@test "a full disk at one of many files is diagnosed and leaves no table" {
	gen-module -n 100 > big.ll
	mkdir out
	ln -s /dev/full out/t_37.bc
	run -1 --separate-stderr post-link --split=kernel --symbols --properties -o out/t.table big.ll
	[ "$stderr" = "post-link: error: cannot write 'out/t_37.bc': No space left on device" ]
	[ ! -e out/t.table ]
}

@test "the death of a process that makes images is diagnosed, and none outlives post-link" {
	gen-module -n 1500 | "$LLVM_BIN/llvm-as" -o big.bc
	mkdir out
	post-link --split=kernel --jobs=2 --symbols -o out/t.table big.bc 2> err & pid=$!
	wait_for [ -e out/t_0.bc ]
	# A child ends after its batch: one that is alive when the signal comes.
	wait_for eval 'child=$(pgrep -P "$pid" | head -1) && kill -KILL "$child"'
	status=0
	wait "$pid" || status=$?
	[ "$status" = 1 ]
	grep -qx 'post-link: error: a process that made images was ended by signal 9 (Killed)' err
	[ ! -e out/t.table ]
	rm -r out && mkdir out
	post-link --split=kernel --jobs=2 --symbols -o out/t.table big.bc & pid=$!
	wait_for [ -e out/t_0.bc ]
	children=$(pgrep -P "$pid")
	kill -KILL "$pid"
	wait "$pid" || :
	for child in $children; do
		for ((n = 0; n < 100; n++)); do kill -0 "$child" 2> /dev/null || continue 2; sleep 0.05; done
		return 1
	done
}

# processes COMMAND...: how many processes it starts
processes() {
	strace -f -qq -e trace=fork,vfork,clone,clone3 -e signal=none -o trace "$@"
	grep -cE '(fork|clone)' trace || :
}

@test "under make a further process is started only with a token, which goes back" {
	gen-module -n 100 | "$LLVM_BIN/llvm-as" -o big.bc
	mkdir one free none
	post-link --split=kernel --symbols -j1 -o one/t.table big.bc
	mkfifo tokens
	exec 8<> tokens
	export MAKEFLAGS=" -j3 --jobserver-auth=fifo:$PWD/tokens"
	[ "$(processes post-link --split=kernel --symbols -j8 -o none/t.table big.bc)" -eq 0 ]
	printf 'x' >&8
	[ "$(processes post-link --split=kernel --symbols -j8 -o free/t.table big.bc)" -ge 2 ]
	read -r -n 1 -t 1 back <&8
	[ "$back" = x ]
	exec 8>&-
	for dir in none free; do
		for file in one/*_*; do cmp "$file" "$dir/${file#one/}"; done
	done
}

@test "--mem-budget makes do with fewer processes and gives the same files" {
	gen-module -n 100 | "$LLVM_BIN/llvm-as" -o big.bc
	mkdir one two
	post-link --split=kernel --symbols -j1 -o one/t.table big.bc
	processes post-link --split=kernel --symbols -j8 --mem-budget=1M -o two/t.table big.bc > count 2> err
	[ "$(cat count)" = 0 ]
	grep -qE '^post-link: warning: --mem-budget is below what the loaded module needs \([0-9]+ MiB\): using one process$' err
	for file in one/*_*; do cmp "$file" "two/${file#one/}"; done
	[ "$(processes post-link --split=kernel --symbols -j2 --mem-budget=8G -o two/t.table big.bc)" -ge 2 ]
}

# --- the report -------------------------------------------------------------------------------

# status: split-report
@test "the report tells what each image holds and why" {
	ir_text 'define internal spir_func void @helper() { ret void }'
	kernel k0 A '!sycl_used_aspects !{i32 6, i32 5} !reqd_work_group_size !{i32 8, i32 4}' "$(call helper)"
	kernel k1 B '' "$(call helper)"
	split --split=source --report > report
	diff -u <(sed "s/SIZE0/$(stat -c %s t_0.bc)/; s/SIZE1/$(stat -c %s t_1.bc)/" <<- 'END'
		t_0.bc: 1 entry points, SIZE0 bytes, 2 functions, 1 of them in other images too; unit B
		t_1.bc: 1 entry points, SIZE1 bytes, 2 functions, 1 of them in other images too; unit A, aspects fp16+fp64, work-group 8x4
	END
	) report
	split --split=source --report=json > report.json
	jq -e 'map(.why) == ["unit B", "unit A, aspects fp16+fp64, work-group 8x4"]' report.json
	jq -e '.[0] | .shared == 1 and .functions == 2 and .code == "t_0.bc"' report.json
}

# status: ocloc-accepts
@test "ocloc accepts what is kept for a GPU and refuses what is emptied" {
	agrees_with_ocloc intel_gpu_dg1 intel_gpu_skl
}
