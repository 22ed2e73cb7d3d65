#!/bin/sh
# tests/producers.sh SOURCE...: the device code of each source through both
# producers of SPIR-V.  Prints what is refused, a line each:
#
#	CHECK PRODUCER SOURCE IMAGE
#
# CHECK is compile, extract-code, translate, spirv-val, ocloc (for pvc, of the images that it can run)
# or pocl (that it builds what the translator makes of the SPIR-V, except for functions that pocl 3.1
# does not have); IMAGE counts the rows of the table from 1.  Without pocl that is said instead.  Sources are files below the root: C++, or OpenCL
# C.  Runs in the current folder, where errors are kept (err.*).  Needs BUILD and PATH.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=llvm.mk
. "$root/llvm.mk"
llvm=$("llvm-config-$LLVM_VERSION" --bindir)
options='-w -DPLUGIN=1 -fsycl-link -fsycl-allow-device-image-dependencies -save-temps=t'
POCL_CACHE_DIR=$PWD/pocl
export POCL_CACHE_DIR
pocl=yes
if ! cc -O1 -w -o pocl-take "$root/tests/c/pocl-take.c" -lOpenCL 2> err.pocl || ! ./pocl-take; then
	pocl=no
	echo 'pocl is not here'
fi

# refuse CHECK IMAGE
refuse() {
	echo "$1 $via $source $2"
}

# plain SPIRV: the same without what llvm-spirv-15 -r dies of, null constants of
# numbers, and without the character that pocl's linker takes for a version
plain() {
	spirv-dis --raw-id "$1" | awk '
		$3 ~ /^OpType(Int|Float)$/ { number[$1] = 1 }
		$3 == "OpTypeBool" { truth[$1] = 1 }
		$3 == "OpConstantNull" && number[$4] { print $1, "= OpConstant", $4, 0; next }
		$3 == "OpConstantNull" && truth[$4] { print $1, "= OpConstantFalse", $4; next }
		/^ *Op(EntryPoint|Name|Decorate)/ { gsub(/@/, "_") }
		{ print }' | spirv-as --preserve-numeric-ids --target-env spv1.3 -o "$1.plain" -
	llvm-spirv-15 -r "$1.plain" -o "$1.bc"
	./pocl-take "$1.bc"
}

# lacks LOG: pocl misses functions of sub-groups, work-groups and half, fences, atomics on generic pointers, clocks, and nothing else
lacks() {
	grep -q 'Cannot find symbol' "$1" &&
		! grep 'Cannot find symbol' "$1" |
		grep -q -v -E 'symbol (_Z[0-9]+(mem_fence|sub_group_|work_group_|get_[a-z_]*sub_group|atom(ic)?_[a-z_]*PU3AS4|[a-z]+Dh)|__assert_fail |_Z20__sycl_cc_read_clockj )'
}

# check SPIRV IMAGE: what its readers say to it
check() {
	if [ ! -s "$1" ]; then
		refuse translate "$2"
		return
	fi
	# What compilers say to invalid SPIR-V changes from run to run.
	if ! spirv-val --target-env spv1.3 "$1" > "err.val.$via.$2" 2>&1; then
		refuse spirv-val "$2"
		return
	fi
	if [ -z "$(sed -n "$2p" reasons)" ]; then
		ocloc compile -q -spirv_input -output_no_suffix -exclude_ir -device pvc -file "$1" -output "$1.bin" \
			> "err.ocloc.$via.$2" 2>&1 || refuse ocloc "$2"
	fi
	[ "$pocl" = yes ] || return 0
	plain "$1" > "err.pocl.$via.$2" 2>&1 || :
	grep -q '^taken' "err.pocl.$via.$2" || lacks "err.pocl.$via.$2" || refuse pocl "$2"
}

# opencl: a table of one row, as the driver's
opencl() {
	mkdir -p t
	"$llvm/clang" -x cl -cl-std=CL2.0 -target spirv64-unknown-unknown -O2 -w -emit-llvm -c "$root/$source" -o t/cl.bc
	post-link --split=off --properties --symbols -o t/post-link.table t/cl.bc
}

for source; do
	rm -rf t err.*
	case ${source##*/} in
	library.cpp | device-globals.cpp) standard=-std=c++20 ;;
	*) standard= ;;
	esac
	case $source in
	*.cl) opencl ;;
	*)
		# A file may need functions of another one.
		# shellcheck disable=SC2086 # words
		sycl-cc $options $standard --stop-after=post-link "$root/$source" -o x > err.front 2>&1 ||
			{ echo "compile - $source 0"; continue; }
		;;
	esac
	[ -f t/post-link.table ] || continue
	aspect-filter --target=intel_gpu_pvc --empty -o t/pvc.table t/post-link.table
	file-table-tform --print=tsv -extract=Reason -drop_titles -o reasons t/pvc.table
	for via in backend llvm-spirv; do
		rm -rf t/spir64
		case $source in
		*.cl)
			# a source that source-scan finds to be SYCL
			printf '#include <sycl/sycl.hpp>\nint main() {}\n' > empty.cpp
			start=empty.cpp
			;;
		*) start=$root/$source ;;
		esac
		# shellcheck disable=SC2086 # words
		sycl-cc $options $standard --start-at=aspect-filter --stop-after=translate "--spirv-via=$via" "$start" -o x > "err.$via" 2>&1 || :
		[ -f t/spir64/extract-code.list ] || { echo "extract-code $via $source 0"; continue; }
		rows=$(wc -l < t/spir64/extract-code.list)
		image=0
		while [ "$image" -lt "$rows" ]; do
			image=$((image + 1))
			check "$(find t/spir64 -name "*-$image.spv")" "$image"
		done
	done
done
