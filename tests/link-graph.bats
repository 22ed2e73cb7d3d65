# Which programs follow which, for what is on the command line: dry runs.
load helper

source=$BATS_TEST_DIRNAME/inputs/driver/use-square.cpp
other=$BATS_TEST_DIRNAME/inputs/driver/square.cpp

# nodes WORD...: the nodes of the graph in the order in which they run
nodes() {
	sycl-cc --graph=json "$@" -o p | jq -r '.[].node' | grep -v mkdir | xargs
}

# plan WORD...: the commands, in the file plan
plan() {
	sycl-cc '-###' "$@" -o p > plan
}

device='preprocess attr-rewrite host-compile device-compile device-prepare aspect-prop-1 device-optimize aspect-prop-2'
link='device-link device-lib post-link'
spirv='aspect-filter extract-code spirv-prep translate replace-code offload-wrap'

# status: link-nodes
@test "one source, two sources, sources and a library, an object and a source: exactly these nodes" {
	[ "$(nodes "$source" | sed 's/ device-lib / /')" = "source-scan $device ${link/ device-lib/} $spirv host-link" ]
	[ "$(nodes "$source" "$other" | sed 's/ device-lib / /')" = \
		"source-scan $device source-scan $device check-inputs ${link/ device-lib/} $spirv host-link" ]
	sycl-cc -c "$other" -o other.o
	ar rcs libother.a other.o
	cp "$source" third.cpp
	[ "$(nodes "$source" third.cpp -L. -lother | sed 's/ device-lib / /')" = \
		"source-scan $device source-scan $device object-unpack member-scan device-select check-inputs ${link/ device-lib/} $spirv host-link" ]
	[ "$(nodes other.o "$source" | sed 's/ device-lib / /')" = \
		"source-scan $device object-unpack device-select check-inputs ${link/ device-lib/} $spirv host-link" ]
}

# status: split-option
@test "split modes reach post-link, and the last one counts" {
	for pair in per_kernel:kernel per_source:source auto:auto off:off; do
		plan "-fsycl-device-code-split=${pair%:*}" "$source"
		grep -q "post-link --split=${pair#*:} " plan || { echo "$pair"; return 1; }
	done
	plan -fsycl-device-code-split "$source"
	grep -q 'post-link --split=auto ' plan
	plan "$source"
	grep -q 'post-link --split=auto ' plan
	plan -fsycl-device-code-split -fsycl-device-code-split=off "$source"
	grep -q 'post-link --split=off ' plan
}

@test "options for one target's compiler reach no other's" {
	plan -fsycl-targets=spir64_gen -Xsycl-target-backend '-device skl' "$source"
	[ "$(grep -c 'ocloc compile .* -device skl$' plan)" -eq 1 ]
	plan -fsycl-targets=spir64_gen,x86_64 -Xsycl-target-backend=spir64_gen '-device skl' \
		-Xsycl-target-backend=x86_64 --width=4 "$source"
	grep -q 'ocloc compile .* -device skl$' plan
	grep -q 'mux-aot .* --width=4$' plan
	plan -fsycl-targets=intel_gpu_dg1,spir64_gen,intel_gpu_skl -Xsycl-target-backend=intel_gpu_dg1 '-options -one' \
		-Xsycl-target-backend=spir64_gen '-device cfl' -Xsycl-target-backend=intel_gpu_skl '-options -two' "$source"
	[ "$(sed -n 's/.*ocloc compile .* @out@ //p' plan)" = "-device dg1 -options -one
-device cfl
-device skl -options -two" ]
}

# status: intel-own-steps
@test "two Intel devices: a filter, an ocloc run and a wrapper of its own each, spir64 beside them" {
	plan -fsycl-targets=intel_gpu_pvc,intel_gpu_dg1 "$source"
	[ "$(sed -n 's/.*aspect-filter .*--target=\([^ ]*\).*/\1/p' plan | xargs)" = "intel_gpu_pvc intel_gpu_dg1 spir64" ]
	[ "$(sed -n 's/.*ocloc compile .* @out@ //p' plan | xargs)" = "-device pvc -device dg1" ]
	[ "$(sed -n 's/.*offload-wrapper --target=\([^ ]*\).*/\1/p' plan | xargs)" = "intel_gpu_pvc intel_gpu_dg1 spir64" ]
	plan -fno-sycl-embed-spirv -fsycl-targets=intel_gpu_pvc,intel_gpu_dg1 "$source"
	[ "$(grep -c 'offload-wrapper' plan)" -eq 2 ]
}

@test "the IR of NVIDIA and AMD images is embedded on demand only" {
	plan -fsycl-targets=nvptx64-nvidia-cuda "$source"
	[ "$(sed -n 's/.*offload-wrapper --target=\([^ ]*\).*/\1/p' plan | xargs)" = "nvptx64-nvidia-cuda" ]
	plan -fsycl-targets=nvptx64-nvidia-cuda -fsycl-embed-ir "$source"
	[ "$(sed -n 's/.*offload-wrapper --target=\([^ ]*\).*/\1/p' plan | sort | xargs)" = "llvm_nvptx64 nvptx64-nvidia-cuda" ]
}
