# Failing calls of every tool, for failing-calls.bats: the Nth allocation, write,
# open or rename of a process fails, and nothing but a diagnosis comes of it:
# status 1, a message, no output, and of files beside it only whole ones.
# shellcheck shell=bash

# failing_begin: inputs of all tools, and what each makes of them when nothing fails
failing_begin() {
	cat > a.cpp <<-'CPP'
		#include <sycl/sycl.hpp>
		constexpr sycl::specialization_id<int> n{2};
		int main()
		{
			sycl::queue q;
			int *p = sycl::malloc_shared<int>(1, q);
			double *d = sycl::malloc_shared<double>(1, q);
			q.single_task<class wide>([=] { *d *= 2; });
			q.submit([&](sycl::handler &h) {
				h.single_task<class plain>([=](sycl::kernel_handler k) { *p = k.get_specialization_constant<n>(); });
			});
		}
	CPP
	sycl-cc -fsycl-targets=x86_64 -save-temps=in -o program a.cpp
	sycl-cc -fsycl-targets=x86_64 -c -o a.o a.cpp
	printf '%s\n' in/post-link_*.bc > codes.list
	mkdir unpacked
	object-unpack --out-dir=unpacked -o unpacked.table a.o
	printf '%s\n' '[Field|Value]' 'node|copy' 'input|codes.list' 'output|out/x.list' \
		'word|cp' 'word|codes.list' 'word|out/x.list' 'end|' > copy.plan
	mkdir want
	for tool in $(all_tools); do
		run_tool "$tool" > "$tool.want" 2> "$tool.errors" || { cat "$tool.errors"; return 1; }
		mv out "want/$tool"
	done
}

# left_whole TOOL: the last run left no output, and files beside it are as before
left_whole() {
	local file
	for file in out/*; do
		[ -e "$file" ] || continue
		case $file in
		out/o.* | out/images.table) return 1 ;;
		*) cmp -s "$file" "want/$1/${file#out/}" || return 1 ;;
		esac
	done
}

# run_tool TOOL [WRAPPER...]: its command, into the fresh folder out
run_tool() {
	local tool=$1
	shift
	rm -rf out
	mkdir out
	case $tool in
	aspect-filter) "$@" "$BUILD/bin/$tool" --empty --target=intel_gpu_dg1 -o out/o.table in/post-link.table ;;
	aspect-prop) "$@" "$BUILD/bin/$tool" --fixed-targets=x86_64 -o out/o.bc in/a.device-prepare.bc ;;
	attr-rewrite) "$@" "$BUILD/bin/$tool" --source=a.cpp --module-id-file=out/a.id -o out/o.cpp in/a.preprocess.ii ;;
	device-prepare) "$@" "$BUILD/bin/$tool" --source=a.cpp --module-id-file=in/a.module-id --strip-debug -o out/o.bc in/a.device-compile.ll ;;
	device-select) "$@" "$BUILD/bin/$tool" --triple=spirv64-unknown-unknown --targets=x86_64 --empty=out/empty.bc -o out/o.list unpacked.table ;;
	file-table-tform) "$@" "$BUILD/bin/$tool" -extract=Code,Symbols -o out/o.table in/post-link.table ;;
	foreach) "$@" "$BUILD/bin/$tool" --jobs=1 --in-file-list=codes.list --in-replace=@in@ --out-file-list=out/o.list \
		--out-replace=@out@ --out-ext=bc --out-dir=out -- cp @in@ @out@ ;;
	header-cache) "$@" "$BUILD/bin/$tool" --cache=headers -- cp ++ -t out a.cpp ;;
	mux-aot) "$@" "$BUILD/bin/$tool" -o out/o.so in/post-link_0.bc ;;
	object-pack) "$@" "$BUILD/bin/$tool" --image=spirv64-unknown-unknown,in/a.aspect-prop-2.bc --module-id-file=in/a.module-id --string=rdc=off \
		--into=in/a.host-compile.o -o out/o.o ;;
	object-unpack) "$@" "$BUILD/bin/$tool" --out-dir=out --module-ids=out/ids -o out/o.table a.o ;;
	offload-wrapper) "$@" "$BUILD/bin/$tool" --target=x86_64 --kind=sycl --format=native --compress --module-ids=in/a.module-id --batch -o out/o.o in/x86_64/replace-code.table ;;
	post-link) "$@" "$BUILD/bin/$tool" --split=auto --properties --symbols --spec-const=native --jobs=1 -o out/o.table in/device-link.bc ;;
	plan-print) "$@" "$BUILD/bin/$tool" --form=json -o out/o.json in/sycl-cc.plan ;;
	plan-run) "$@" "$BUILD/bin/$tool" --jobs=1 copy.plan ;;
	remote-cache) "$@" "$BUILD/bin/$tool" --url=http://127.0.0.1:1/ --dir=remote < /dev/null ;;
	report) "$@" "$BUILD/bin/$tool" -o out/o.html program ;;
	source-scan) "$@" "$BUILD/bin/$tool" "--include-dir=$root/include" -o out/o.txt a.cpp ;;
	spirv-prep) "$@" "$BUILD/bin/$tool" --for=llvm-spirv -o out/o.bc in/post-link_0.bc ;;
	sycl-ls) ONEAPI_DEVICE_SELECTOR=native_cpu:0 SYCL_CC_DEVICE_AS=intel_gpu_dg1 "$@" "$BUILD/bin/$tool" --device-config ;;
	sycl-image) "$@" "$BUILD/bin/$tool" extract -o out program ;;
	*) echo "no command for tool '$tool'"; return 1 ;;
	esac
}

# failing TOOL CALL N...: the tool with its Nth CALL failing, until there are no
# more.  Prints a row: how often it was diagnosed, and how often nothing came of
# it; what is neither is told, and the result is 1.
failing() {
	local tool=$1 call=$2 n status told=0 harmless=0 bad=0
	shift 2
	for n; do
		rm -f left
		status=0
		case $call in
		malloc)
			run_tool "$tool" env LD_PRELOAD="$BUILD/tests/fail-alloc.so" FAIL_ALLOC="$n" FAIL_ALLOC_LEFT=left > got 2> errors || status=$?
			[ ! -e left ] || break
			;;
		*)
			run_tool "$tool" strace -qqq -o trace -e "trace=$call" -e "inject=$call:error=EIO:when=$n" > got 2> errors || status=$?
			grep -q INJECTED trace || break
			;;
		esac
		if [ "$status" -eq 0 ] && diff -r "want/$tool" out > /dev/null && cmp -s "$tool.want" got; then
			harmless=$((harmless + 1))
		elif [ "$status" -eq 1 ] && grep -q "error: " errors && left_whole "$tool"; then
			told=$((told + 1))
		elif [ "$status" -eq 127 ] && grep -q 'error while loading shared libraries' errors; then
			told=$((told + 1))
		else
			bad=$((bad + 1))
			echo "$tool, $call $n: status $status, left: $(echo out/*), said: $(head -c 200 errors | tr '\n' ' ')"
		fi
	done
	printf '%-18s %-12s %4d diagnosed %4d harmless %4d wrong\n' "$tool" "$call" "$told" "$harmless" "$bad"
	[ "$bad" -eq 0 ]
}
