# The readers of lib/format under damaged input, with sanitizers.
load ../helper

@test "tables, property files, device configurations and SPIR-V: 60 seconds of damage under sanitizers" {
	awk -f "$root/tests/page-examples.awk" "$root"/doc/formats/{file-table,property-set}.5 > make-files
	bash make-files
	cc -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -D_GNU_SOURCE -I"$root/lib" -I"$root/include" -I"$BUILD/gen" \
		-o fuzz "$root/tests/c/fuzz-formats.c" "$root"/lib/base/*.c "$root"/lib/format/*.c -lyaml
	head -c 3000 "$root/share/device-config.yaml" > config.yaml
	cat > small.yaml <<- 'EOT'
		targets:
		  my_target:
		    aspects: [fp16, fp64]
		    reqd-sub-group-sizes: [8, 16]
	EOT
	for level in -O0 -O2; do
		"$LLVM_BIN/clang" -x cl -cl-std=CL2.0 -target spirv64-unknown-unknown $level -c -o kernels$level.spv "$inputs/sycl/spirv-kernels.cl"
	done
	ASAN_OPTIONS=detect_leaks=0 run -0 ./fuzz 60 1 split.table target.table fp.prop other.prop constants.prop config.yaml small.yaml ./*.spv
	[[ $output =~ ^[0-9]+\ tables,\ [0-9]+\ property\ files,\ [0-9]+\ device\ configurations,\ [0-9]+\ modules\ of\ SPIR-V$ ]]
	echo "# $output" >&3
}
