# mux-aot: device modules become native CPU images.
load helper

# opencl FILE [OPTION...]: bitcode of OpenCL C kernels in kernels.bc
opencl() {
	"$LLVM_BIN/clang" -x cl -cl-std=CL2.0 -target spirv64-unknown-unknown -O1 -emit-llvm -c -o kernels.bc "$@"
}

# image NAME OPTION...: the image of tests/inputs/mux/NAME.cl in kernels.so, built once for each set of options
image() {
	local built
	built=$BATS_FILE_TMPDIR/$(printf %s "$*" | tr -c 'a-z0-9\n' _).so

	module "$1"
	[ -f "$built" ] || mux-aot "${@:2}" -o "$built" kernels.bc
	cp "$built" kernels.so
}

# module NAME: bitcode of tests/inputs/mux/NAME.cl in kernels.bc
module() {
	[ -f "$BATS_FILE_TMPDIR/$1.bc" ] || {
		opencl "$inputs/mux/$1.cl"
		mv kernels.bc "$BATS_FILE_TMPDIR/$1.bc"
	}
	cp "$BATS_FILE_TMPDIR/$1.bc" kernels.bc
}

# host KERNEL ARG...: runs a kernel of kernels.so
host() {
	"$BUILD/tests/mux-host" ./kernels.so "$@"
}

# n TIMES TEXT: the text so many times, blanks between
n() {
	local i text=$2
	for ((i = 1; i < $1; i++)); do text+=" $2"; done
	echo "$text"
}

@test "a kernel without barriers runs for every work-item, for any group size" {
	image kernels --width=16
	for size in 1 4 17 34; do
		[ "$(host add 68 $size out:f32:68 iota:f32:68 f32=0.5)" = "$(seq -s ' ' 0.5 67.5)" ] || return 1
	done
}

# status: mux-ids
@test "ids, sizes and offsets of three dimensions are those of OpenCL" {
	image kernels --width=16
	[ "$(host ids 4,2,2@5,6,7 2,1,2 out:i64:16)" = \
	  "51200000 61200001 71201000 81201001 51210000 61210001 71211000 81211001 51200100 61200101 71201100 81201101 51210100 61210101 71211100 81211101" ]
}

# status: mux-dimension-4
@test "dimensions from the fourth on have id 0 and size 1, also when the number is not constant" {
	image kernels --width=16
	[ "$(host far_dimensions 2 1 out:i64:2 i32=3)" = "10110 10110" ]
	[ "$(host far_dimensions 2 1 out:i64:2 i32=0)" = "20210 21211" ]
}

# status: mux-barrier
@test "a barrier makes local memory of other work-items visible" {
	image kernels --width=16
	[ "$(host reverse_group 6 3 out:i32:6 local=12)" = "2 1 0 5 4 3" ]
}

# status: mux-barrier-loop
@test "a barrier in a loop is met by all work-items in each round" {
	image kernels --width=16
	[ "$(host sum_group 96 32 iota:i32:96 out:i32:3)" = "496 1520 2544" ]
}

@test "barriers in uniform branches and loops keep private arrays and values" {
	image kernels --width=16
	[ "$(host branches 6 3 out:i32:6 i32=0 local=12)" = "0 3 8 3 9 17" ]
	[ "$(host branches 6 3 out:i32:6 i32=1 local=12)" = "0 7 18 9 -13 39" ]
	[ "$(host branches 6 3 out:i32:6 i32=2 local=12)" = "24 45 22 69 109 67" ]
}

@test "maths comes from libclc, that of numbers from a library of its own" {
	image kernels --width=16
	[ "$(host maths 4 4 out:f32:4)" = "2 2.6512 3.14662 3.66955" ]
	mkdir -p tree/bin tree/share/mux
	cp "$BUILD/bin/mux-aot" tree/bin
	cp "$BUILD/share/mux/libclc-numbers.bc" tree/share/mux
	opencl - <<< '__kernel void n(__global float *o, __global float *i) { o[0] = exp2(i[0]) + sin(i[1]); }'
	tree/bin/mux-aot -o kernels.so kernels.bc
	[ "$(host n 1 1 out:f32:1 iota:f32:2)" = 1.84147 ]
	opencl - <<< '__kernel void v(__global float4 *o, __global float4 *i) { o[0] = exp2(i[0]) + cos(i[1]); }'
	run -1 tree/bin/mux-aot -o kernels.so kernels.bc
	[ "$output" = "mux-aot: error: cannot find 'share/mux/libclc-host.bc'" ]
	mux-aot -o kernels.so kernels.bc
	[ "$(host v 1 1 out:f32:4 iota:f32:8)" = "0.346356 2.28366 4.96017 8.7539" ]
	echo no > tree/share/mux/libclc-numbers.bc
	run -1 tree/bin/mux-aot -o kernels.so kernels.bc
	[ "$output" = "mux-aot: error: cannot read '$PWD/tree/bin/../share/mux/libclc-numbers.bc': not LLVM IR" ]
}

@test "atomics count all work-items" {
	image kernels --width=16
	[ "$(host count 40 8 iota:i32:1 out:i32:40)" = "$(n 40 1)" ]
}

# status: mux-required-size
@test "the table has the required work-group size" {
	image kernels --width=16
	mux-aot --emit=table kernels.bc > table
	grep -q '^fixed_size packed=8 local=0 scratch=0 size=8,2,1$' table
	[ "$(host fixed_size 8,2 8,2 out:i32:16)" = "$(n 16 16)" ]
}

# status: mux-sub-group
@test "a sub-group is one work-item" {
	image kernels --width=16
	[ "$(host sub_groups 4 2 out:i32:4 out:i32:4)" = "$(printf '20001 20102 20003 20104\n1 1 1 1')" ]
}

@test "--sub-groups is for kernels that use sub-groups and require no size" {
	image kernels --sub-groups=4
	[ "$(host sub_groups 4 2 out:i32:4 out:i32:4)" = "$(printf '10003 10013 10007 10017\n1 0 1 0')" ]
	run -0 mux-aot --sub-groups=4 --emit=table kernels.bc
	[ "$(grep -c sub-group=4 <<< "$output")" -eq 1 ]
	[[ $output == *"sub_groups packed="*"sub-group=4"* ]]
	cat > required.cl <<-'END'
		__attribute__((intel_reqd_sub_group_size(1))) __kernel void one(__global uint *p) { *p = get_max_sub_group_size(); }
		__attribute__((intel_reqd_sub_group_size(8))) __kernel void eight(__global uint *p) { *p = get_max_sub_group_size(); }
		__kernel void any(__global uint *p) { *p = get_max_sub_group_size(); }
		__kernel void none(__global uint *p) { *p = 5; }
	END
	opencl required.cl
	mux-aot --sub-groups=32 -o kernels.so kernels.bc
	for kernel in one:1 eight:8 any:32 none:5; do
		[ "$(host "${kernel%:*}" 1 1 out:i32:1)" = "${kernel#*:}" ]
	done
	mux-aot --emit=table kernels.bc | grep -q '^none [^=]*packed=8 local=0 scratch=0 any-groups$'
}

@test "a kernel that requires a sub-group size and asks nothing of sub-groups has the code of one that does not" {
	cat > plain.cl <<-'END'
		__attribute__((intel_reqd_sub_group_size(8))) __kernel void plain(__global uint *p, __local uint *l)
		{
			l[get_local_id(0)] = get_global_id(0);
			barrier(CLK_LOCAL_MEM_FENCE);
			p[get_global_id(0)] = l[get_local_size(0) - 1 - get_local_id(0)];
		}
	END
	sed 's/get_local_size(0) - 1/get_num_sub_groups() + 2/' plain.cl > asks.cl
	for name in plain asks; do
		opencl $name.cl
		mux-aot --emit=table kernels.bc | grep -q ' sub-group=8 '
		mux-aot --emit=ll -o $name.ll kernels.bc
		mux-aot -o kernels.so kernels.bc
		[ "$(host plain 4 4 out:i32:4 local=64)" = "3 2 1 0" ]
	done
	run -1 grep -q 'sub[.]group' plain.ll
	grep -q 'sub[.]group' asks.ll
}

# "int += size_t" is a sum of 64 bits whose lower half counts: LLVM keeps the counter in 64.
@test "a counter of 32 bits in strides of 64 reads memory in order, and wraps as its type does" {
	local want i k item
	cat > strides.cl <<-'END'
		__kernel void strides(__global const int *in, __global int *out, int first, int n)
		{
			int sum = 0;
			for (int i = first + (int)get_global_id(0); i < n; i += get_global_size(0))
				sum += in[i & 63];
			out[get_global_id(0)] = sum;
		}
		__kernel void rounds(__global int *out, int first, int n, int most)
		{
			int sum = 0, count = 0;
			for (int i = first + (int)get_global_id(0); i < n && count < most; i += get_global_size(0) << 20, count++)
				sum = sum * 3 + i;
			out[get_global_id(0)] = sum;
		}
	END
	opencl strides.cl -O2
	mux-aot -o kernels.so kernels.bc
	want=
	for ((item = 0; item < 20; item++)); do
		for ((k = 0, i = item - 7; i < 50; i += 20)); do k=$((k + (i & 63))); done
		want+=" $k"
	done
	[ "$(host strides 20 10 iota:i32:64 out:i32:20 i32=-7 i32=50)" = "${want# }" ]
	want=
	for ((item = 0; item < 20; item++)); do
		for ((k = 0, count = 0, i = 2147000000 + item; i < 2147483647 && count < 200; count++)); do
			k=$((k * 3 + i)) i=$(((((i + (20 << 20)) & 0xffffffff) ^ 0x80000000) - 0x80000000))
		done
		want+=" $((((k & 0xffffffff) ^ 0x80000000) - 0x80000000))"
	done
	[ "$(host rounds 20 20 out:i32:20 i32=2147000000 i32=2147483647 i32=200)" = "${want# }" ]
	sed 's/ & 63//; s/first + (int)//' strides.cl > ordered.cl
	opencl ordered.cl -O2
	mux-aot --target=x86_64_avx512 --kernel=strides --emit=ll -o strides.ll kernels.bc
	grep -q 'load <[0-9]* x i32>' strides.ll
	run -1 grep gather strides.ll
}

# Sixteen rows are read together, by one base and as many offsets; the next round of a grid-stride loop is fetched ahead.
@test "rows of unknown length and loops in strides compute what is known of them, in vectors" {
	"$root/tests/mux-oracle.sh" strides bitcode -O2
	"$root/tests/mux-oracle.sh" strides backend -O2
	mux-aot --target=x86_64_avx512 --kernel=plain_rows --emit=ll -o rows.ll strides.bc
	grep -q 'getelementptr i32, ptr %[^,]*, <16 x i64>' rows.ll
	grep -q 'call <16 x i32> @llvm.masked.gather' rows.ll
	mux-aot --kernel=strided_bins --emit=ll -o strided.ll strides.bc
	# into all caches, and further ahead into the second one
	grep -q 'call void @llvm.prefetch.p0(ptr .*, i32 0, i32 3, i32 1)' strided.ll
	grep -q 'call void @llvm.prefetch.p0(ptr .*, i32 0, i32 2, i32 1)' strided.ll
}

# Processors gather slowly, those that the default is for not at all.
@test "rows, and records anywhere, are loaded in pieces and transposed" {
	"$root/tests/mux-oracle.sh" rows bitcode -O2
	"$root/tests/mux-oracle.sh" rows backend -O2
	ORACLE_TARGET=native "$root/tests/mux-oracle.sh" rows bitcode -O2
	for target in x86_64 x86_64_avx512; do
		mux-aot --target=$target --kernel=rows_of_floats --emit=ll -o floats.ll rows.bc
		[ "$(grep -c '%row.* = load <[24] x i32>' floats.ll)" -ge 8 ]
		mux-aot --target=$target --kernel=records_of_3 --emit=ll -o records.ll rows.bc
		[ "$(grep -c '%row.* = load <2 x i32>' records.ll)" -ge 8 ]
	done
}

# As many elements of a row as work-items run together fill a line of the cache, which is loaded at once.
@test "rows of one array are loaded line by line where the processor has vectors as long" {
	ORACLE_TARGET=native "$root/tests/mux-oracle.sh" rows bitcode -O1 rows_of_lines
	for target in x86_64_avx512 znver4; do
		mux-aot --target=$target --kernel=rows_of_lines --emit=ll -o lines.ll rows.bc
		[ "$(grep -c '%row.* = load <16 x i32>' lines.ll)" = 16 ]
		# pieces within, then whole pieces
		grep -q 'shufflevector <16 x i32> .*<i32 0, i32 2, i32 16, i32 18, i32 4' lines.ll
		grep -q 'shufflevector <16 x i32> .*<i32 0, i32 1, i32 2, i32 3, i32 8' lines.ll
	done
	mux-aot --target=x86_64 --kernel=rows_of_lines --emit=ll -o pieces.ll rows.bc
	run -1 grep 'load <16 x i32>' pieces.ll
}

@test "rows of two arrays that one number goes along are transposed" {
	cat > two.cl <<-'END'
		kernel void two(global const float *a, global const float *b, global const float *x, global float *y, int n) {
			int i = get_global_id(0);
			float sum = 0;
			for (int k = 0; k < n; k++)
				sum += a[i * n + k] * x[k] + b[i * n + k];
			y[i] = sum;
		}
	END
	opencl two.cl
	mux-aot --emit=ll -o two.ll kernels.bc
	[ "$(grep -c '%row.* = load <[24] x float>' two.ll)" -ge 16 ]
}

# The kernels write rows at each distance from those that they read, and from each other.
@test "rows that are written in a loop are transposed and stored in pieces where they lie apart" {
	for target in x86_64 x86_64_avx512 native; do
		ORACLE_TARGET=$target "$root/tests/mux-oracle.sh" rows bitcode -O1
	done
	for kernel in written_rows written_rows_of_two_lengths written_rows_near_each_other; do
		mux-aot --kernel=$kernel --emit=ll -o written.ll rows.bc
		[ "$(grep -c 'store <4 x i32>' written.ll)" -ge 8 ]
		grep -q '^overlap.*:' written.ll
	done
	mux-aot --width=16 --target=x86_64_avx512 --kernel=written_rows --emit=ll -o written.ll rows.bc
	[ "$(grep -c 'store <4 x i32>' written.ll)" -ge 8 ]
}

# p and q are one array, or lie one element from each other.
@test "fields of structures that are read and written by turns become vectors where arrays are apart" {
	for target in x86_64 x86_64_avx512 native; do
		ORACLE_TARGET=$target "$root/tests/mux-oracle.sh" fields bitcode -O1
	done
	for kernel in fields_of_3 fields_of_bytes fields_added fields_of_ints fields_near_behind fields_with_a_weight; do
		mux-aot --kernel=$kernel --emit=ll -o fields.ll fields.bc
		grep -q sycl-cc-interleaves fields.ll
		grep -Eq 'load <(16|24|32|48|96) x i(8|32)>' fields.ll || { echo $kernel; return 1; }
	done
	mux-aot --target=x86_64_avx512 --kernel=fields_read_by_numbers --emit=ll -o fields.ll fields.bc
	grep -q 'store <32 x i64>' fields.ll
	# without a test
	mux-aot --kernel=fields_in_place --emit=ll -o fields.ll fields.bc
	grep -Eq 'load <(24|48) x i32>' fields.ll
	run -1 grep '^overlap' fields.ll
}

# Zen 4 loads and stores 256 bits at a time.
@test "kernels that only go through memory have vectors of 256 bits where these are faster" {
	cat > streams.cl <<-'END'
		kernel void triad(global float *a, global const float *b, global const float *c, float s) {
			int i = get_global_id(0);
			a[i] = b[i] + s * c[i];
		}
		kernel void waves(global float *a, global const float *b) {
			int i = get_global_id(0);
			a[i] = sin(b[i]) * exp(b[i]);
		}
		kernel void sums(global float *a, global const float *b, int n) {
			int i = get_global_id(0);
			float sum = 0;
			for (int k = 0; k < n; k++)
				sum += b[k] * b[i];
			a[i] = sum;
		}
	END
	opencl streams.cl
	mux-aot --target=znver4 --kernel=triad --emit=ll -o triad.ll kernels.bc
	grep -q 'load <8 x float>' triad.ll
	run -1 grep 'load <16 x float>' triad.ll
	for kernel in waves sums; do
		mux-aot --target=znver4 --kernel=$kernel --emit=ll -o other.ll kernels.bc
		grep -q 'load <16 x float>' other.ll
	done
	mux-aot --target=sapphirerapids --kernel=triad --emit=ll -o triad.ll kernels.bc
	grep -q 'load <16 x float>' triad.ll
}

@test "small loops that count in a private array are vector code only where processors scatter fast" {
	cat > counts.cl <<-'END'
		kernel void counts(global const float *a, global int *o) {
			size_t i = get_global_id(0);
			int c[16] = { 0 }, most = 0;
			for (int k = 0; k < 32; k++)
				c[(int)a[i * 32 + k] & 15]++;
			for (int k = 0; k < 16; k++)
				most = max(most, c[k]);
			o[i] = most;
		}
	END
	opencl counts.cl
	mux-aot --target=x86_64_avx512 --emit=ll -o counts.ll kernels.bc
	grep -q 'call void @llvm.masked.scatter' counts.ll
	for target in x86_64 znver4; do
		mux-aot --target=$target --emit=ll -o counts.ll kernels.bc
		run -1 grep 'call void @llvm.masked.scatter' counts.ll
	done
}

@test "loops that read rows of one array take sixteen work-items together, those that write rows eight" {
	cat > rows.cl <<-'END'
		kernel void reads(global const float *a, global float *y, int n) {
			int i = get_global_id(0);
			float sum = 0;
			for (int k = 0; k < n; k++)
				sum += a[i * n + k];
			y[i] = sum;
		}
		kernel void writes(global const float *a, global float *y, int n) {
			int i = get_global_id(0);
			float sum = 0;
			for (int k = 0; k < n; k++) {
				sum += a[i * n + k];
				y[i * n + k] = sum;
			}
		}
	END
	opencl rows.cl
	mux-aot --target=x86_64_avx512 --kernel=reads --emit=ll -o reads.ll kernels.bc
	grep -q 'phi <16 x float>' reads.ll
	mux-aot --target=x86_64_avx512 --kernel=writes --emit=ll -o writes.ll kernels.bc
	grep -q 'phi <8 x float>' writes.ll
	run -1 grep 'phi <16 x float>' writes.ll
}

@test "x86_64 gathers by instructions, older processors' names do not" {
	cat > gather.cl <<-'END'
		kernel void gather(global float *out, global const float *in, global const int *index) {
			size_t i = get_global_id(0);
			out[i] = in[index[i]];
		}
	END
	opencl gather.cl -O1
	for target in x86_64 x86-64-v3 x86_64_avx512; do
		mux-aot --target=$target --emit=obj -o gather.o kernels.bc
		"$LLVM_BIN/llvm-objdump" -d --no-show-raw-insn gather.o | grep -q vgatherdps
	done
	mux-aot --target=znver1 --emit=obj -o gather.o kernels.bc
	"$LLVM_BIN/llvm-objdump" -d --no-show-raw-insn gather.o > text
	run -1 grep vgatherdps text
}

# LLVM would store the lane with the bits that it had before a truncation.
@test "a masked store of one lane is a store of that one" {
	ORACLE_TARGET=native "$root/tests/mux-oracle.sh" guards bitcode -O2 edge_of_short_elements
	for target in x86_64 x86_64_avx512; do
		mux-aot --target=$target --kernel=edge_of_short_elements --emit=ll -o edge.ll guards.bc
		grep -q 'store i8 %' edge.ll
		grep -q 'store i16 %' edge.ll
		run -1 grep 'masked.store.*<i1 true, i1 false' edge.ll
	done
}

# LLVM unrolls loops of few rounds before it makes vectors of them.
@test "a row of a known size is vectors" {
	cat > tile.cl <<-'END'
		kernel __attribute__((reqd_work_group_size(16, 16, 1))) void tile(global float *out, global const float *in) {
			local float a[16][16], b[16][16];
			size_t x = get_local_id(0), y = get_local_id(1), row = get_group_id(0);
			a[y][x] = in[(row + y) * 512 + x];
			b[y][x] = in[y * 512 + row + x];
			barrier(CLK_LOCAL_MEM_FENCE);
			float sum = 0;
			for (int k = 0; k < 16; k++)
				sum += a[y][k] * b[k][x];
			out[(row + y) * 512 + x] = sum;
		}
	END
	opencl tile.cl -O1
	mux-aot --target=x86_64 --emit=obj -o tile.o kernels.bc
	"$LLVM_BIN/llvm-objdump" -d --no-show-raw-insn tile.o > text
	run -1 grep vmovss text
	grep -q 'vmovups.*%ymm' text
}

# Out of SPIR-V an "or" does not say that it is a sum.
@test "neighbours that end at the edges of a square behind the test of a range are consecutive memory, out of SPIR-V too" {
	cat > square.cl <<-'END'
		__kernel void square(__global float *out, __global const float *in, ulong w, ulong h)
		{
			if (get_global_id(0) < w)
				if (get_global_id(1) < h) {
					int x = get_global_id(0), y = get_global_id(1);
					float sum = 0;
					for (int dy = -1; dy <= 1; dy++)
						for (int dx = -1; dx <= 1; dx++)
							sum += in[clamp(y + dy, 0, 1023) * 1024 + clamp(x + dx, 0, 1023)];
					out[y * 1024 + x] = sum;
				}
		}
	END
	opencl square.cl -O2
	spirv
	for in in kernels.bc kernels.spv; do
		mux-aot --emit=ll -o square.ll $in
		[ "$(grep -c ' load <[0-9]* x float>' square.ll)" -ge 9 ]
		run -1 grep 'call.*masked.gather' square.ll
	done
}

# clang has the ids once as they are cut off and extended, once with a bit cleared; behind the barrier they would be numbers of the work-items.
@test "behind loops that read a tile with its halo the tile is consecutive memory" {
	cat > halo.cl <<-'END'
		__kernel void halo(__global float *out, __global const float *in, __global const float *weight)
		{
			__local float t[20][20];
			int ly = get_local_id(1), lx = get_local_id(0), gy = get_global_id(1), gx = get_global_id(0);
			for (int y = ly; y < 20; y += 16)
				for (int x = lx; x < 20; x += 16)
					t[y][x] = in[(gy - ly + y) * 1024 + gx - lx + x];
			barrier(CLK_LOCAL_MEM_FENCE);
			float sum = 0;
			for (int y = 0; y < 5; y++)
				for (int x = 0; x < 5; x++)
					sum += t[ly + y][lx + x] * weight[y * 5 + x];
			out[gy * 1024 + gx] = sum;
		}
	END
	opencl halo.cl -O2
	mux-aot --target=x86_64 --emit=ll -o halo.ll kernels.bc
	[ "$(grep -c ' load <[0-9]* x float>' halo.ll)" -ge 25 ]
	run -1 grep 'call.*masked.gather' halo.ll
}

# A branch at the end of each lane's round would make two loops over the lanes.
@test "a loop that all work-items run together is one loop of vector code" {
	cat > polynomial.cl <<-'END'
		__kernel void polynomial(__global float *out, __global const float *coefficient, int n)
		{
			int i = get_global_id(0);
			float x = out[i], sum = 0;
			for (int k = 0; k < n; k++)
				sum = fma(sum, x, coefficient[k]);
			out[i] = sum;
		}
	END
	opencl polynomial.cl -O1
	mux-aot --target=x86_64 --emit=ll -o polynomial.ll kernels.bc
	# unrolled by 4, and the rounds that are left
	[ "$(sed -n '/define.*__mux_entry_polynomial/,/^}/p' polynomial.ll | grep -c '@llvm.fma.v16f32')" -eq 5 ]
}

# Divided vectors and gathers otherwise.
@test "rows are cut where remainders of ids begin again: memory is consecutive between" {
	"$root/tests/mux-oracle.sh" segments bitcode -O2
	"$root/tests/mux-oracle.sh" segments backend -O0
	ORACLE_TARGET=native "$root/tests/mux-oracle.sh" segments bitcode -O1
	cat > line.cl <<-'END'
		__kernel void line(__global float *out, __global const float *in, int w, int h)
		{
			int i = get_global_id(0), x = i % w, y = i / w;
			if (y < h - 1)
				out[y * w + x] = in[y * w + x] + in[(y + 1) * w + (x + 1) % w];
		}
	END
	opencl line.cl -O2
	mux-aot --target=x86_64_avx512 --emit=ll -o line.ll kernels.bc
	sed -n '/define.*__mux_entry_line/,/^}/p' line.ll > entry.ll
	[ "$(grep -c 'masked.gather\|[su]div <\|[su]rem <' entry.ll)" = 0 ]
	[ "$(grep -c 'load <[0-9]* x float>\|masked.load.v[0-9]*f32' entry.ll)" -ge 2 ]
}

@test "a guard of the place in a line is no mask inside" {
	cat > inside.cl <<-'END'
		__kernel void inside(__global float *out, __global const float *in, int w, int h)
		{
			int i = get_global_id(0), x = i % w, y = i / w;
			if (x > 0 && y > 0 && x < w - 1 && y < h - 1)
				out[i] = in[i] + in[i - 1] + in[i + 1] + in[i - w] + in[i + w];
		}
	END
	opencl inside.cl -O2
	mux-aot --target=x86_64 --emit=ll -o inside.ll kernels.bc
	[ "$(grep -c ' load <[0-9]* x float>' inside.ll)" -ge 5 ]
}

@test "neighbours that end at the edges are consecutive memory inside" {
	cat > edges.cl <<-'END'
		__kernel void edges(__global float *out, __global const float *in, int w, int h)
		{
			int x = get_global_id(0), y = get_global_id(1);
			out[y * w + x] = in[y * w + max(x - 1, 0)] + in[y * w + min(max(x + 1, 0), w - 1)] + in[max(y - 1, 0) * w + x];
		}
		__kernel void chosen(__global float *out, __global const float *in, int w, int h)
		{
			int x = get_global_id(0), y = get_global_id(1);
			out[y * w + x] = in[y * w + (x ? x - 1 : 0)] + in[y * w + (x < w - 1 ? x + 1 : x)] + in[(y ? y - 1 : 0) * w + x];
		}
		__kernel void around(__global float *out, __global const float *in, int w, int h)
		{
			int x = get_global_id(0), y = get_global_id(1);
			out[y * w + x] = in[y * w + (x > 0 ? x - 1 : w - 1)] + in[y * w + (x + 1 < w ? x + 1 : 0)] + in[y * w + x];
		}
	END
	opencl edges.cl -O2
	for kernel in edges chosen around; do
		mux-aot --target=x86_64 --kernel=$kernel --emit=ll -o $kernel.ll kernels.bc
		[ "$(grep -c 'load <[48] x float>' $kernel.ll)" -ge 3 ]
		run -1 grep gather $kernel.ll
	done
}

# LLVM takes them for numbers that do not wrap where it asks that of wider numbers.
@test "indices of few bits of ids and of counters wrap in vector code" {
	"$root/tests/mux-oracle.sh" masks bitcode -O2
	"$root/tests/mux-oracle.sh" masks backend -O0
	ORACLE_TARGET=native "$root/tests/mux-oracle.sh" masks bitcode -O1
}

# Nothing is kept over the barrier that is left out.
@test "a scan reads its neighbours and writes its own element in one loop, backwards" {
	"$root/tests/mux-oracle.sh" scans bitcode -O2
	"$root/tests/mux-oracle.sh" scans backend -O2
	for kernel in sums_from_below sums_from_above longs_from_below; do
		mux-aot --kernel=$kernel --emit=table -o - scans.bc | grep -q "^$kernel .* scratch=1 " || { echo "$kernel"; return 1; }
	done
	mux-aot --kernel=from_both_sides --emit=table -o - scans.bc | grep -v -q ' scratch=1 '
	mux-aot --kernel=floats_from_below --emit=ll -o scan.ll scans.bc
	[ "$(grep -c 'fadd <[0-9]* x float>' scan.ll)" -ge 6 ]
}

@test "ids that an int holds are consecutive in vectors, others wrap" {
	local at
	cat > wrap.cl <<-'END'
		__kernel void wrap(__global int *out, int n)
		{
			int i = get_global_id(0), sum = 0;
			for (int k = 0; k < n; k++)
				sum += i ^ k;
			out[get_global_id(0) - get_global_offset(0)] = sum;
		}
	END
	opencl wrap.cl
	mux-aot -o kernels.so kernels.bc
	for at in 0 2147352540 2147483630 2147483640 4294967290; do
		[ "$(host wrap 40@$at 20 out:i32:40 i32=2)" = "$(host wrap 40@$at 1 out:i32:40 i32=2)" ] || { echo "$at"; return 1; }
	done
	[ "$(host wrap 2@2147483647 2 out:i32:2 i32=1)" = '2147483647 -2147483648' ]
	mux-aot --emit=ll -o wrap.ll kernels.bc
	run -1 grep scevcheck wrap.ll
}

# The loop over the part of a row in which they hold has neither tests nor masks.
@test "tests of bounds at the beginning compute what is known of them, and divide rows" {
	"$root/tests/mux-oracle.sh" guards bitcode -O2
	# a guard that only some lanes come to is none
	"$root/tests/mux-oracle.sh" algorithms bitcode -O0 run_lengths
	cat > stencil.cl <<-'END'
		__kernel void stencil(__global float *out, __global const float *in, int w, int h)
		{
			int x = get_global_id(0), y = get_global_id(1);
			if (x > 0 && x < w - 1 && y > 0 && y < h - 1)
				out[y * w + x] = in[y * w + x - 1] + in[y * w + x + 1] + in[(y - 1) * w + x] + in[(y + 1) * w + x];
		}
		__kernel void ranged(__global float *out, __global const float *in, ulong w, ulong h, ulong right, ulong below)
		{
			if (get_global_id(0) < w)
				if (get_global_id(1) < h) {
					int x = get_global_id(0) + right, y = get_global_id(1) + below;
					if (x > 0 && x < 1023 && y > 0 && y < 1023)
						out[y * 1024 + x] = in[y * 1024 + x - 1] + in[y * 1024 + x + 1] + in[(y - 1) * 1024 + x] + in[(y + 1) * 1024 + x];
				}
		}
		__kernel void product(__global float *c, __global const float *a, __global const float *b, ulong n, ulong m)
		{
			ulong x = get_global_id(0), y = get_global_id(1);
			float sum = 0;
			if (x < n)
				if (y < m) {
					for (ulong k = 0; k < n; k++)
						sum += a[y * n + k] * b[k * n + x];
					c[y * n + x] = sum;
				}
		}
	END
	opencl stencil.cl -O2
	for kernel in stencil ranged product; do
		mux-aot --kernel=$kernel --emit=ll -o $kernel.ll kernels.bc
		[ "$(grep -c 'load <[0-9]* x float>' $kernel.ll)" -ge 1 ]
		run -1 grep -F llvm.masked $kernel.ll
	done
}

# y * 8 + x is an "or" of 64 bits in clang's code.
@test "rows whose length is a power of two are consecutive addresses" {
	opencl "$inputs/mux/oracle/guards.cl" -O2
	for kernel in rows_of_8 planes_of_64; do
		mux-aot --kernel=$kernel --emit=ll -o $kernel.ll kernels.bc
		grep -q 'load <8 x i32>' $kernel.ll
		run -1 grep gather $kernel.ll
	done
}

# They may be joined to long rows.
@test "the table says which kernels know of no work-groups" {
	cat > groups.cl <<-'END'
		kernel void global_ids(global int *a) { a[get_global_linear_id()] = get_global_id(1) + get_global_size(0) + get_work_dim(); }
		kernel void branches(global int *a) { size_t i = get_global_id(0); if (a[i] > 3) atomic_add(a, 1); else a[i] = 5; }
		kernel void arrays(global int *a) { int b[64]; for (int k = 0; k < 64; k++) b[a[k] & 63] = k; a[get_global_id(0)] = b[a[3] & 63]; }
		kernel void local_ids(global int *a) { a[get_global_id(0)] = get_local_id(0); }
		kernel void group_ids(global int *a) { a[get_global_id(0)] = get_group_id(1); }
		kernel void sizes(global int *a) { a[get_global_id(0)] = get_local_size(0); }
		kernel void memory(global int *a, local int *b) { b[0] = a[0]; a[get_global_id(0)] = b[0]; }
		kernel void barriers(global int *a) { int x = a[0]; barrier(CLK_GLOBAL_MEM_FENCE); a[get_global_id(0)] = x; }
		kernel void columns(global int *a, int n) { int s = 0; for (int k = 0; k < n; k++) s += a[k * n + get_global_id(0)]; a[get_global_id(0)] = s; }
		kernel void rows(global int *a, int n) { int s = 0; for (int k = 0; k < n; k++) s += a[get_global_id(0) * n + k]; a[get_global_id(0)] = s; }
		kernel __attribute__((reqd_work_group_size(8, 1, 1))) void one_size(global int *a) { a[get_global_id(0)] = 1; }
		__attribute__((noinline)) int group(int x) { return x + get_group_id(0); }
		kernel void helped(global int *a) { a[get_global_id(0)] = group(2); }
	END
	opencl groups.cl -O2
	run -0 mux-aot --emit=table -o - kernels.bc
	[ "$(sed -n 's/ .* any-groups$//p' <<< "$output" | sort)" = "branches
columns
global_ids" ]
}

# clang writes a return so where something ends with the function: the test comes twice, the barrier lies between.
@test "work-items that wait at a barrier do not take the way of those that have passed it by" {
	cat > kernels.ll <<-'END'
		target triple = "spir64-unknown-unknown"
		declare spir_func i64 @_Z13get_global_idj(i32)
		declare spir_func i64 @_Z12get_local_idj(i32)
		declare spir_func void @_Z7barrierj(i32)
		define spir_kernel void @returns(ptr addrspace(1) %out, ptr addrspace(1) %in, ptr addrspace(3) %part, i32 %n) {
		  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
		  %l = call spir_func i64 @_Z12get_local_idj(i32 0)
		  %from = getelementptr i32, ptr addrspace(1) %in, i64 %id
		  %to = getelementptr i32, ptr addrspace(1) %out, i64 %id
		  %x = load i32, ptr addrspace(1) %from
		  %third = urem i32 %x, 3
		  %c = icmp eq i32 %third, 0
		  br i1 %c, label %early, label %work
		early:
		  store i32 %x, ptr addrspace(1) %to
		  br label %join
		work:
		  %own = getelementptr i32, ptr addrspace(3) %part, i64 %l
		  store i32 %x, ptr addrspace(3) %own
		  call spir_func void @_Z7barrierj(i32 1)
		  %other = getelementptr i32, ptr addrspace(3) %part, i64 1
		  %y = load i32, ptr addrspace(3) %other
		  br label %join
		join:
		  %first = phi i32 [ 0, %early ], [ %y, %work ]
		  br i1 %c, label %end, label %loop
		loop:
		  %k = phi i32 [ 0, %join ], [ %k1, %loop ]
		  %s = phi i32 [ %first, %join ], [ %s1, %loop ]
		  %s3 = mul i32 %s, 3
		  %s2 = add i32 %s3, %x
		  %s1 = add i32 %s2, %k
		  %k1 = add i32 %k, 1
		  %again = icmp slt i32 %k1, %n
		  br i1 %again, label %loop, label %done
		done:
		  store i32 %s1, ptr addrspace(1) %to
		  br label %end
		end:
		  ret void
		}
	END
	for width in 1 4 16; do
		mux-aot --width=$width -o kernels.so kernels.ll
		# multiples of 3 as they are; of others three rounds of s * 3 + x + k from 1, the number of work-item 1
		[ "$(host returns 40 40 out:i32:40 iota:i32:40 local=160 i32=3)" = "0 45 58 3 84 97 6 123 136 9 162 175 12 201 214 15 240 253 18 279 292 21 318 331 24 357 370 27 396 409 30 435 448 33 474 487 36 513 526 39" ]
	done
}

# LLVM does not copy such a loop for its last round, and the counter must not seem to pass from lane to lane.
@test "large loops that all work-items run together become vector code" {
	cat > large.cl <<-'END'
		kernel void large(global const float *a, global float *b) {
			int i = get_global_id(0);
			float sum = 0;
			for (int k = -2; k <= 2; k++) {
				global const float *row = a + (k + 2) * 64 + i;
				for (int n = 0; n < 5; n++)
					sum += exp(-0.1f * (n * n + k * k) - row[n] * row[n]) * row[n];
			}
			b[i] = sum;
		}
	END
	opencl large.cl -O2
	mux-aot --emit=ll -o large.ll kernels.bc
	[ "$(grep -c 'fdiv <[0-9]* x float>' large.ll)" -ge 5 ]
}

@test "fmin and fmax do not tell zeros apart" {
	cat > least.cl <<-'END'
		kernel void least(global float *a, global const float4 *b) { size_t i = get_global_id(0); a[i] = fmin(a[i], fmax(b[i].x, b[i].y)); }
	END
	opencl least.cl -O2
	mux-aot --emit=ll -o least.ll kernels.bc
	grep -q 'call nsz .*minimumnum' least.ll
	run -1 grep 'call [^n].*imumnum' least.ll
}

@test "reductions of floats over a work-group add up columns, in vectors" {
	cat > sums.cl <<-'END'
		kernel void sums(global float *o, global const float *in)
		{
			float x = in[get_global_id(0)] + 0.5f, sum = work_group_reduce_add(x), most = work_group_reduce_max(x);
			o[get_global_id(0)] = sum + most * 100;
		}
	END
	opencl sums.cl -O2
	mux-aot -o kernels.so kernels.bc
	for size in 1 15 16 37; do
		want=$((size * (size - 1) / 2 + size / 2 + (size - 1) * 100 + 50)).$((size % 2 * 5))
		[ "$(host sums $size $size out:f32:$size iota:f32:$size | tr ' ' '\n' | sort -u)" = "${want%.0}" ] || { echo $size $want; host sums $size $size out:f32:$size iota:f32:$size; return 1; }
	done
	mux-aot --emit=ll -o sums.ll kernels.bc
	grep -q 'fadd <16 x float>' sums.ll
}

@test "columns are taken by 64 work-items together, up to the first of them that a guard would divide" {
	cat > columns.cl <<-'END'
		kernel void columns(global float *o, global const float *in, int n)
		{
			int x = get_global_id(0);
			float sum = 0;
			if (x >= n)
				return;
			for (int k = 0; k < 3; k++)
				sum += in[k * n + x];
			for (int k = 0; k < n; k++)
				sum += in[k * n + x];
			o[x] = sum;
		}
	END
	opencl columns.cl -O2
	mux-aot --emit=ll -o columns.ll kernels.bc
	grep -q 'fadd <64 x float>' columns.ll
	grep -q 'fadd <16 x float>' columns.ll
	mux-aot --local-size=32,1,1 --emit=ll -o small.ll kernels.bc
	run -1 grep -q '<64 x float>' small.ll
}

@test "ints of ids are known not to wrap, however they are made: a chunk asks nothing about them in its loop" {
	for id in 'get_global_id(0)' 'get_group_id(0) * get_local_size(0) + get_local_id(0)' \
		'(int)get_group_id(0) * (int)get_local_size(0) + (int)get_local_id(0)' 'get_global_id(0) + s.base'; do
		cat > ints.cl <<-END
			struct s { long base; };
			kernel void ints(global float *o, global const float *in, int n, struct s s)
			{
				int x = $id;
				float sum = 0;
				if (x >= n)
					return;
				for (int k = 0; k < n; k++)
					sum += in[k * n + x];
				o[x] = sum;
			}
		END
		opencl ints.cl -O2
		mux-aot --emit=ll -o ints.ll kernels.bc
		# Sums stay in registers, which they do not beside a loop for numbers that wrap.
		grep -q ' phi <64 x float>' ints.ll || { echo "$id"; return 1; }
	done
}

@test "loops down columns are vector code also where one id is divided into row and column" {
	for type in int uint long ulong; do
		cat > product.cl <<-END
			kernel void product(global const float *a, global const float *b, global float *o, $type n)
			{
				$type i = get_global_id(0), y = i / n, x = i % n;
				float sum = 0;
				for ($type k = 0; k < n; k++)
					sum += a[y * n + k] + b[k * n + x];
				o[i] = sum;
			}
			kernel void layers(global const float *a, global const float *b, global float *o, $type n, $type m)
			{
				$type i = get_global_id(0), x = i % n, y = i / n % m, z = i / n / m;
				float sum = 0;
				if (i >= n * m * n)
					return;
				for ($type k = 0; k < n; k++)
					sum += a[(z * m + y) * n + k] + b[(z * n + k) * n + x];
				o[i] = sum;
			}
		END
		opencl product.cl -O2
		for kernel in product layers; do
			mux-aot --kernel=$kernel --emit=ll -o product.ll kernels.bc
			grep -q 'fadd <64 x float>' product.ll || { echo $type $kernel; return 1; }
			[ $type != int ] || grep -q ' phi <64 x float>' product.ll
		done
	done
}

@test "private arrays that loops of a known number of rounds go over become values" {
	"$root/tests/mux-oracle.sh" arrays bitcode -O2
	"$root/tests/mux-oracle.sh" arrays backend -O1
	# 25 values, more than LLVM unrolls of itself.
	cat > window.cl <<-'END'
		kernel void window(global const float *a, global float *o, int w)
		{
			float p[5][5];
			int x = get_global_id(0), y = get_global_id(1);
			for (int v = 0; v < 5; v++)
				for (int u = 0; u < 5; u++)
					p[v][u] = a[(y + v) * w + x + u] * (v == 2 && u == 2 ? 2 : 1) + (u > v ? 1 : 0);
			float sum = 0;
			for (int v = 0; v < 5; v++)
				for (int u = 0; u < 5; u++)
					sum = sum * 0.5f + p[u][v] * p[4 - v][u] / (1 + p[v][4 - u] * p[v][4 - u]);
			o[y * w + x] = sum;
		}
	END
	opencl window.cl -O1
	run -0 mux-aot -v --emit=ll -o window.ll kernels.bc
	[[ "$output" == *', 0 in memory' ]]
	grep -q 'fdiv <[0-9]* x float>' window.ll
}

# A gather takes longer than to choose among eight values, on each processor that has one.
@test "small private arrays that work-items read and write at places of their own become values" {
	for target in x86_64 x86_64_avx512 native; do
		ORACLE_TARGET=$target "$root/tests/mux-oracle.sh" arrays bitcode -O2 chosen
		ORACLE_TARGET=$target "$root/tests/mux-oracle.sh" arrays bitcode -O2 counted_choices
	done
	for target in x86_64 x86_64_avx512 znver4; do
		mux-aot --target=$target --kernel=counted_choices --emit=ll -o counted.ll arrays.bc
		run -1 grep -E 'alloca|scatter' counted.ll
	done
	for target in x86_64 x86_64_avx512 znver4; do
		mux-aot --target=$target --kernel=chosen --emit=ll -o chosen.ll arrays.bc
		run -1 grep gather chosen.ll
		grep -q 'select <[0-9]* x i1> .*, <[0-9]* x i32>' chosen.ll
	done
	sed 's/own\[8\]/own[16]/; s/\& 7/\& 15/' "$inputs/mux/oracle/arrays.cl" > larger.cl
	opencl larger.cl -O2 -I "$inputs/mux/oracle"
	mux-aot --target=x86_64_avx512 --kernel=chosen --emit=ll -o larger.ll kernels.bc
	grep -q gather larger.ll
}

# It is computed in front of the test that keeps the signs the same, where they may differ.
@test "a comparison of numbers of one sign, computed ahead, promises nothing of signs" {
	cat > sign.cl <<-'END'
		kernel void sign(global uint *out, global const uint *in, int a, int b, int c)
		{
			int id = get_global_id(0);
			if (a < 0 || b < 0)
				return;
			int limit = a < b ? c * 3 : c + 100;
			if (id < limit)
				out[id] += in[id + 1];
		}
	END
	"$LLVM_BIN/clang" -x cl -cl-std=CL2.0 -target spirv64-unknown-unknown -O1 -w -S -emit-llvm -o sign.ll sign.cl
	sed -i 's/icmp slt i32 %2, %3/icmp samesign ult i32 %2, %3/' sign.ll
	grep -q samesign sign.ll
	mux-aot -O0 --emit=ll -o ahead.ll sign.ll
	grep -q 'icmp samesign ult i32' ahead.ll
	grep -q 'icmp ult i32' ahead.ll
}

@test "a small array may be read right behind where it is made" {
	cat > first.ll <<-'END'
		target datalayout = "e-i64:64-n8:16:32:64-G1"
		target triple = "spirv64-unknown-unknown"
		declare spir_func i64 @_Z13get_global_idj(i32)
		define spir_kernel void @first(ptr addrspace(1) %out) {
		  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
		  %number = and i64 %id, 1
		  %own = alloca [2 x i32]
		  %at = getelementptr [2 x i32], ptr %own, i64 0, i64 %number
		  %one = getelementptr i32, ptr %own, i64 1
		  store i32 5, ptr %own
		  store i32 7, ptr %one
		  %value = load i32, ptr %at
		  %to = getelementptr i32, ptr addrspace(1) %out, i64 %id
		  store i32 %value, ptr addrspace(1) %to
		  ret void
		}
	END
	"$LLVM_BIN/llvm-as" first.ll
	MALLOC_PERTURB_=165 mux-aot --target=x86_64 -o first.so first.bc
	[ "$("$BUILD/tests/mux-host" ./first.so first 4 4 out:i32:4)" = "5 7 5 7" ]
}

@test "loops that go through arrays of their own by places that differ are not masked" {
	"$root/tests/mux-oracle.sh" arrays bitcode -O2 stack
	opencl "$inputs/mux/oracle/arrays.cl" -O2
	run -0 mux-aot -v --kernel=stack -o kernels.so kernels.bc
	[[ "$output" == *', 0 soft boundaries; '* ]]
}

@test "guards of an int divide rows as those of a size_t do" {
	cat > guarded.cl <<-'END'
		struct s { long offset; };
		kernel void below(global float *a, global const float *b, int n) { int i = get_global_id(0); if (i < n) a[i] = b[i] * 2; }
		kernel void above(global float *a, global const float *b, uint n, struct s s)
		{
			uint i = get_global_id(0) + s.offset;
			if (n <= i)
				a[i] = b[i] * 2;
		}
		kernel void returned(global float *a, global const float *b, int n, struct s s)
		{
			long i = s.offset + get_global_id(0);
			if (i >= n)
				return;
			a[i] = b[i] * 2;
		}
	END
	opencl guarded.cl -O2
	for kernel in below above returned; do
		for target in x86_64 skylake-avx512 znver3 aarch64; do
			mux-aot --kernel=$kernel --target=$target --emit=ll -o guarded.ll kernels.bc
			grep -q 'store <[0-9]* x float>' guarded.ll || { echo $kernel $target; return 1; }
			run -1 grep masked guarded.ll
		done
	done
}

@test "work-items that fail a test which divides rows have done what is in front of it" {
	for target in native x86_64; do
		for optimize in -O1 -O2; do
			ORACLE_TARGET=$target "$root/tests/mux-oracle.sh" effects bitcode $optimize
		done
	done
}

@test "loops whose rounds wait for each other take 32 or 64 work-items first where vectors have 256 or 512 bits, and give what one work-item at a time gives" {
	cat > rounds.cl <<-'END'
		kernel void collatz(global int *o, int r) { int i = get_global_id(0), n = 0; uint v = i + 1; while (v != 1 && n < r) { v = v & 1 ? 3 * v + 1 : v >> 1; n++; } o[i] = n; }
		kernel void newton(global int *o, int r) { int i = get_global_id(0); double a = i + 1.5, x = a; for (int n = 0; n < r; n++) { double y = 0.5 * (x + a / x); if (y == x) break; x = y; } o[i] = (int)(x * 65536); }
		kernel void guarded(global int *o, int r) { int i = get_global_id(0), k = 0; if (i < r) { while (k * k < i * 7) k++; o[i] = k; } }
		kernel void returned(global int *o, int r) { int i = get_global_id(0), k = 0; if (i >= r) return; while (k * k < i * 7) k++; o[i] = k; }
		kernel void mixed(global int *o, int r) { int i = get_global_id(0); uint a = i * 7 + 5, b = (i * 37) % 11; if ((i * 5 & 31) == 3) return; while (b) { uint t = a % b; a = b; b = t; } o[i] = a; }
		kernel void stored(global int *o, int r) { int i = get_global_id(0), k = 0; o[i] = 9; if ((i & 63) > 40) return; while (k < (i & 15)) { o[i] += k; k++; } }
		kernel void shifted(global int *o, int r) { uint i = get_global_id(0), s = i + 1, a = 0; for (int k = 0; k < r; k++) { s ^= s << 13; s ^= s >> 17; s ^= s << 5; a += s & 255; } o[i] = a; }
		kernel void divided(global int *o, int r) { int i = get_global_id(0); float x = (i % (r | 1)) * 0.01f; if (i * 3 == r) return; for (int k = 0; k < r; k++) x = 3.7f * x * (1 - x); o[i] = (int)(x * 65536); }
		kernel void kept(global int *o, int r) { int i = get_global_id(0); float x = i, y = 1, z = 0, w = i & 7; for (int k = 0; k < r; k++) { float t = x; x = y * 0.5f + w; y = z + t * 0.25f; z = w - t; w = t * 0.125f + y * 0.25f; } o[i] = (int)(x + y + z + w); }
		kernel void two(global int *o, int r) { int i = get_global_id(0); uint s = i, t = 1; for (int k = 0; k < (r & 15); k++) s = s * 5 + k; while (t < s) t = t * 3 + 1; for (int k = 0; k < r; k++) t = t * 7 ^ k; o[i] = t; }
		kernel void nested(global int *o, int r) { int i = get_global_id(0), s = 0; for (int k = 0; k < (i & 7); k++) for (int m = k; m * m < i; m++) s += m ^ k; o[i] = s; }
	END
	opencl rounds.cl
	for kernel in collatz guarded returned two; do
		for target in x86_64_avx512 x86_64; do
			mux-aot --kernel=$kernel --target=$target --emit=ll -o wide.ll kernels.bc
			grep -q '<32 x i32>' wide.ll || { echo "$kernel $target"; return 1; }
		done
		mux-aot --kernel=$kernel --target=x86-64-v2 --emit=ll -o narrow.ll kernels.bc
		run -1 grep -F '<32 x i32>' narrow.ll
	done
	# Too much is kept, or divided.
	for kernel in kept newton mixed; do
		mux-aot --kernel=$kernel --target=x86_64_avx512 --emit=ll -o wide.ll kernels.bc
		grep -q '<\(32\|64\) x [fdi]' wide.ll || { echo "$kernel"; return 1; }
		mux-aot --kernel=$kernel --target=x86_64 --emit=ll -o narrow.ll kernels.bc
		run -1 grep '<\(32\|64\) x \([fd]\|i32\)' narrow.ll
	done
	for target in x86_64_avx512 x86_64; do
		mux-aot --kernel=divided --target=$target --emit=ll -o wide.ll kernels.bc
		grep -q '<64 x float>' wide.ll || { echo $target; return 1; }
	done
	mux-aot --target=x86_64 --width=1 -o one.so kernels.bc
	for target in x86_64 x86_64_avx512; do
		if test $target = x86_64_avx512 && ! grep -q avx512vl /proc/cpuinfo; then
			skip 'the rest needs a processor with AVX-512'
		fi
		mux-aot --target=$target -o wide.so kernels.bc
		for kernel in collatz newton guarded returned mixed stored shifted divided kept two nested; do
			for size in 16 48 100 250; do
				for n in $((size * 2 - 7)) 60; do
					for image in wide one; do
						"$BUILD/tests/mux-host" ./$image.so $kernel $((size * 3)) $size out:i32:$((size * 3)) i32=$n > $image
					done
					cmp wide one || { echo "$target $kernel $size $n"; return 1; }
				done
			done
		done
	done
}

@test "in groups of a known size, too, work-items that do not return before a barrier have what they wrote last" {
	cat > early.cl <<-'END'
		__attribute__((reqd_work_group_size(37, 1, 1)))
		kernel void k(global uint *out, global const uint *in) {
			local uint tile[37];
			uint l = get_local_linear_id();
			int i = get_global_id(0);
			out[get_global_linear_id()] = tile[l] = 5;
			if (i >= (int)get_local_size(0) * 2 - 3)
				return;
			tile[l] = in[i];
			barrier(CLK_LOCAL_MEM_FENCE);
			out[get_global_linear_id()] = tile[l] + 2;
		}
	END
	opencl early.cl
	for target in x86-64-v2 x86_64; do
		mux-aot --target=$target -o kernels.so kernels.bc
		"$BUILD/tests/mux-host" ./kernels.so k 111 37 out:i32:111 iota:i32:111 | tr '\n' ' ' > got
		seq -s ' ' 2 72 | tr -d '\n' > want
		for i in $(seq 40); do printf ' 5'; done >> want
		[ "$(sed 's/ $//' got)" = "$(cat want)" ] || { cat got; return 1; }
	done
}

@test "scatters are branched around when no lane takes part, and to one address the last lane stores: edges of tiles" {
	cat > edges.cl <<-'END'
		kernel void halo(global int *o, int n) {
			local int tile[18][18];
			int x = get_local_id(0) % 16, y = get_local_id(0) / 16, i = get_global_id(0);
			tile[y + 1][x + 1] = i;
			if (y == 0) tile[0][x + 1] = i - n;
			if (y == 15) tile[17][x + 1] = i + n;
			if (x == 0) tile[y + 1][0] = i * 2;
			if (x == 15) tile[y + 1][17] = i * 3;
			barrier(CLK_LOCAL_MEM_FENCE);
			o[i] = tile[y + 1][x] + tile[y + 1][x + 2] * 3 + (x > 0 && x < 15 ? 0 : tile[y][x + 1] * 5 + tile[y + 2][x + 1] * 7);
		}
		kernel void seldom(global int *o, int n) { int i = get_global_id(0); if (i % n == 3) o[(i * 7) % 500] = i; }
		kernel void one(global int *o, int n) { int i = get_global_id(0); if (i % n == 3) o[n] = i; }
		kernel void last(global int *o, int n) { int i = get_global_id(0); int v = i * 5; if ((i & n) == n) { o[3] = v; o[i] += v; } }
	END
	opencl edges.cl
	for target in x86_64_avx512 x86_64; do
		if test $target = x86_64_avx512 && ! grep -q avx512vl /proc/cpuinfo; then
			continue
		fi
		mux-aot --target=$target -o kernels.so kernels.bc
		mux-aot --target=$target --emit=ll -o kernels.ll kernels.bc
		"$LLVM_BIN/opt" -passes=verify -disable-output kernels.ll
		for kernel in halo seldom one last; do
			"$BUILD/tests/mux-host" ./kernels.so $kernel 512 256 out:i32:512 i32=9 > $kernel.$target
		done
	done
	mux-aot --target=x86_64_avx512 --kernel=halo --emit=ll -o kernels.ll kernels.bc
	opencl -g edges.cl
	mux-aot --target=x86_64_avx512 --emit=ll -o lines.ll kernels.bc
	"$LLVM_BIN/opt" -passes=verify -disable-output lines.ll
	# Those whose mask is not known each begin a block of their own.
	grep -v 'splat (i1 true)' kernels.ll > scatters.ll
	[ "$(grep -c 'call.*llvm.masked.scatter' scatters.ll)" -gt 0 ]
	[ "$(grep -c 'call.*llvm.masked.scatter' scatters.ll)" -eq "$(grep -B1 'call.*llvm.masked.scatter' scatters.ll | grep -c '; preds = ')" ]
	if grep -q avx512vl /proc/cpuinfo; then
		for kernel in halo seldom one last; do cmp $kernel.x86_64_avx512 $kernel.x86_64; done
	fi
}

@test "gathers are branched around when no lane takes part; where a mask is known, one or two lanes are accessed alone" {
	cat > gathers.cl <<-'END'
		kernel void seldom(global int *o, global const int *in, int n) { int i = get_global_id(0); if (i % n == 3) o[i] = in[(i * 7) % 500]; }
		kernel void edges(global int *o, global const int *in, int w)
		{
			local int tile[6][34];
			int x = get_local_id(0), y = get_local_id(1), gx = get_global_id(0), gy = get_global_id(1);

			tile[y + 1][x + 1] = in[gy * w + gx];
			if (x == 0)
				tile[y + 1][0] = in[gy * w + max(gx - 1, 0)];
			if (x == 15)
				tile[y + 1][17] = in[gy * w + min(gx + 1, w - 1)];
			if (y == 0)
				tile[0][x + 1] = in[max(gy - 1, 0) * w + min(gx, w - 1)];
			barrier(CLK_LOCAL_MEM_FENCE);
			o[gy * w + gx] = tile[y + 1][x] + tile[y + 1][x + 2] * 3 - tile[y][x + 1] * 5;
		}
	END
	opencl gathers.cl
	mux-aot --target=x86_64_avx512 --kernel=seldom --emit=ll -o seldom.ll kernels.bc
	[ "$(grep -c 'call.*llvm.masked.gather' seldom.ll)" -gt 0 ]
	[ "$(grep -c 'call.*llvm.masked.gather' seldom.ll)" -eq "$(grep -B1 'call.*llvm.masked.gather' seldom.ll | grep -c '; preds = ')" ]
	mux-aot --target=x86_64_avx512 --kernel=edges --local-size=16,4,1 --emit=ll -o edges.ll kernels.bc
	run -1 grep -E 'call.*llvm.masked.(gather|scatter).*<i1 true, i1 false, i1 false' edges.ll
	mux-aot --target=neoverse-v1 --emit=obj -o sve.o kernels.bc
	mux-aot --target=x86_64 --kernel=edges --any-size --width=1 -o plain.so kernels.bc
	"$BUILD/tests/mux-host" ./plain.so edges 64,16 16,4 out:i32:1024 iota:i32:1024 i32=64 > plain
	for target in x86_64 x86_64_avx512; do
		mux-aot --target=$target --emit=ll -o kernels.ll kernels.bc
		"$LLVM_BIN/opt" -passes=verify -disable-output kernels.ll
		if test $target = x86_64_avx512 && ! grep -q avx512vl /proc/cpuinfo; then
			skip 'the rest needs a processor with AVX-512'
		fi
		mux-aot --target=$target -o kernels.so kernels.bc
		"$BUILD/tests/mux-host" ./kernels.so seldom 512 256 out:i32:512 iota:i32:512 i32=9 > seldom.$target
		cmp seldom.x86_64 seldom.$target
		mux-aot --target=$target --kernel=edges --local-size=16,4,1 -o edges.so kernels.bc
		"$BUILD/tests/mux-host" ./edges.so edges 64,16 16,4 out:i32:1024 iota:i32:1024 i32=64 | cmp plain -
	done
}

@test "in groups of a known size local memory is in registers where that is possible, and neighbours are loaded, not shuffled" {
	cat > tree.cl <<-'END'
		kernel void tree(global float *o, global const float *in)
		{
			local float part[64];
			int l = get_local_id(0);

			part[l] = in[get_global_id(0)];
			for (int d = 32; d > 0; d /= 2) {
				barrier(CLK_LOCAL_MEM_FENCE);
				if (l < d)
					part[l] += part[l + d];
			}
			if (l == 0)
				o[get_group_id(0)] = part[0];
		}
		kernel void fir(global float *o, global const float *in)
		{
			local float part[64 + 8];
			int l = get_local_id(0);
			float sum = 0;

			part[l] = in[get_global_id(0)];
			if (l < 8)
				part[64 + l] = l;
			barrier(CLK_LOCAL_MEM_FENCE);
			for (int k = 0; k < 8; k++)
				sum += part[l + k] * k;
			o[get_global_id(0)] = sum;
		}
		kernel void unset(global int *o, global const int *in)
		{
			local int part[64];
			int l = get_local_id(0);

			if (in[l] > 9)
				part[l] = in[l];
			barrier(CLK_LOCAL_MEM_FENCE);
			int v = part[63 - l];
			o[get_global_id(0)] = in[63 - l] > 9 ? v : v > 5 ? 7 : 7;
		}
	END
	opencl tree.cl
	mux-aot --local-size=64,1,1 --emit=ll -o tree.ll kernels.bc
	sed -n '/^define.*__mux_entry_tree/,/^}/p' tree.ll > sums.ll
	run -1 grep alloca sums.ll
	[ "$(grep -c ' store ' sums.ll)" -eq 1 ]
	sed -n '/^define.*__mux_entry_fir/,/^}/p' tree.ll > fir.ll
	run -1 grep shufflevector fir.ll
	mux-aot --local-size=64,1,1 -o known.so kernels.bc
	mux-aot --any-size -o any.so kernels.bc
	for image in known any; do
		[ "$("$BUILD/tests/mux-host" ./$image.so tree 128 64 out:f32:2 iota:f32:128)" = "2016 6112" ]
		[ "$("$BUILD/tests/mux-host" ./$image.so unset 64 64 out:i32:64 iota:i32:64)" = "$(seq -s ' ' 63 -1 10) $(n 10 7)" ]
		"$BUILD/tests/mux-host" ./$image.so fir 128 64 out:f32:128 iota:f32:128 > fir.$image
	done
	cmp fir.known fir.any
}

@test "arrays in local memory of groups of a known size are copied as a whole" {
	cat > copy.cl <<-'END'
		kernel void copy(global int *o, global const int *in) {
			local int a[16], b[16];
			int l = get_local_id(0);
			a[l] = in[l];
			if (l == 0)
				for (int k = 5; k < 16; k++)
					a[k] = k;
			barrier(CLK_LOCAL_MEM_FENCE);
			if (l == 0)
				for (int k = 0; k < 8; k++)
					b[k] = a[k];
			barrier(CLK_LOCAL_MEM_FENCE);
			if (in[l] < 100)
				o[l] = b[l + 3];
		}
	END
	opencl -O2 copy.cl
	"$LLVM_BIN/llvm-dis" -o - kernels.bc | grep -q 'tail call void @llvm.memcpy'
	mux-aot --local-size=5,1,1 -o copy.so kernels.bc
	[ "$("$BUILD/tests/mux-host" ./copy.so copy 5 5 out:i32:5 iota:i32:5)" = "3 4 5 6 7" ]
}

@test "short rows of a known length are vector code: groups of 4, 8 and 12 work-items" {
	cat > rows.cl <<-'END'
		kernel void turned(global float *o, global const float *in, int from) {
			local float part[64];
			int i = get_local_id(0), x = get_global_id(0), n = get_local_size(0);
			part[i] = in[x + from] * 2;
			barrier(CLK_LOCAL_MEM_FENCE);
			o[x] = part[i] + part[(i + 1) % n];
		}
	END
	opencl rows.cl
	mux-aot -o any.so kernels.bc
	for size in 4 8 12; do
		mux-aot --local-size=$size,1,1 --target=x86_64 --emit=ll -o rows.ll kernels.bc
		grep -q 'f[am][du][dl] <[48] x float>' rows.ll || { echo $size; return 1; }
		mux-aot --local-size=$size,1,1 -o one.so kernels.bc
		for image in one any; do
			"$BUILD/tests/mux-host" ./$image.so turned $((size * 5)) $size out:f32:$((size * 5)) iota:f32:100 i32=7 > $image
		done
		cmp one any
	done
}

@test "work-items that compare the next one's number with the size of their group have what they wrote last" {
	cat > next.cl <<-'END'
		kernel void k(global uint *out, global const uint *in) {
			local uint tile[100], tail[100];
			size_t l = get_local_id(0), i = get_global_id(0);
			tile[l] = 5;
			tail[l] = 7;
			if (l + 1 < get_local_size(0)) {
				tile[l] = in[i];
				tail[l] = in[i + 1];
			}
			barrier(CLK_LOCAL_MEM_FENCE);
			out[i] = tile[l] + tail[get_local_size(0) - 1 - l] * 1000;
		}
		kernel void b(global uint *out, global const uint *in) {
			size_t l = get_local_id(0), i = get_global_id(0);
			out[2 * i] = 5;
			out[2 * i + 1] = 7;
			if (l + 1 < get_local_size(0)) {
				out[2 * i] = in[i];
				out[2 * i + 1] = in[i + 1];
			}
		}
		kernel void g(global uint *out, global const uint *in, global uint *other) {
			size_t l = get_local_id(0), i = get_global_id(0);
			out[i] = 5;
			other[i] = 7;
			if (l + 1 < get_local_size(0)) {
				out[i] = in[i];
				other[i] = in[i + 1];
			}
		}
	END
	opencl next.cl
	for size in 5 16 37 100; do
		awk -v n=$size 'BEGIN {
			for (i = 0; i < 2 * n; i++) {
				l = i % n
				first = l == n - 1 ? 5 : i
				print first + (l == 0 ? 7 : i - l + n - l) * 1000 > "k.want"
				print first "\n" (l == n - 1 ? 7 : i + 1) > "b.want"
				print first > "g.want"
			}
			for (i = 0; i < 2 * n; i++)
				print i % n == n - 1 ? 7 : i + 1 > "g.want"
		}'
		for options in --target=x86-64-v2 --target=x86_64 --target=native "--local-size=$size,1,1" \
			"--target=native --local-size=$size,1,1"; do
			# shellcheck disable=SC2086
			mux-aot $options -o kernels.so kernels.bc
			n=$((2 * size))
			"$BUILD/tests/mux-host" ./kernels.so k $n $size out:i32:$n iota:i32:$((n + 1)) | tr ' ' '\n' > k.got
			"$BUILD/tests/mux-host" ./kernels.so b $n $size out:i32:$((2 * n)) iota:i32:$((n + 1)) | tr ' ' '\n' > b.got
			"$BUILD/tests/mux-host" ./kernels.so g $n $size out:i32:$n iota:i32:$((n + 1)) out:i32:$n | tr ' ' '\n' > g.got
			for kernel in k b g; do
				diff $kernel.got $kernel.want || { echo "$kernel $size $options"; return 1; }
			done
		done
	done
}

@test "atomic loads that order others stay so, in loops over work-items: vectors have no order; relaxed ones may be vectors" {
	cat > order.cl <<-'END'
		kernel void acquires(global atomic_int *flag, global const int *data, global int *out) {
			int i = get_global_id(0);
			int ready = atomic_load_explicit(flag + i, memory_order_acquire, memory_scope_device), value = data[i];
			out[i] = ready ? value : -1;
		}
		kernel void relaxes(global atomic_int *flag, global const int *data, global int *out) {
			int i = get_global_id(0);
			int ready = atomic_load_explicit(flag + i, memory_order_relaxed, memory_scope_device), value = data[i];
			out[i] = ready ? value : -1;
		}
	END
	opencl order.cl
	for target in x86_64 x86_64_avx512 aarch64; do
		mux-aot --target=$target --kernel=acquires --emit=ll -o acquires.ll kernels.bc
		mux-aot --target=$target --kernel=relaxes --emit=ll -o relaxes.ll kernels.bc
		grep -q 'load atomic i32, .* acquire' acquires.ll
		[ "$(grep -c 'load <[0-9]* x i32>' acquires.ll)" = 0 ]
		grep -q 'load <[0-9]* x i32>' relaxes.ll
	done
}

@test "with SVE, structures that few work-items write are written in order with what all read: they are no vectors under a mask" {
	cat > alone.cl <<-'END'
		struct p { int x, y; };
		kernel void ordered(global struct p *s, global const int *in, global int *out) {
			int i = get_global_id(0), y = 0;
			if (in[i] == 3) {
				s[i].x = 100;
				y = s[3].x;
				s[i].y = y + 5;
			}
			out[i] = y;
		}
		kernel void apart(global struct p *s, global const int *in, global int *out) {
			int i = get_global_id(0);
			if (in[i] == 3) {
				s[i].x = 100;
				s[i].y = in[i] + 5;
			}
			out[i] = i;
		}
	END
	opencl alone.cl
	mux-aot --target=neoverse-v1 --kernel=ordered --emit=ll -o ordered.ll kernels.bc
	mux-aot --target=neoverse-v1 --kernel=apart --emit=ll -o apart.ll kernels.bc
	[ "$(grep -c 'call .*@llvm.vector.interleave2' ordered.ll)" = 0 ]
	grep -q 'call .*@llvm.vector.interleave2' apart.ll
	command -v qemu-aarch64 > /dev/null || return 0
	"$LLVM_BIN/clang" --target=aarch64-linux-gnu -std=c11 -D_GNU_SOURCE -O1 -fuse-ld=lld -I"$root/include" -I"$root/lib" \
		-o arm-host "$root/tests/c/mux-host.c" -ldl -lm
	mux-aot --target=neoverse-v1 -o kernels.so kernels.bc
	[ "$(qemu-aarch64 -L /usr/aarch64-linux-gnu ./arm-host ./kernels.so ordered 64 64 both:i32:128 iota:i32:64 out:i32:64 |
		tr '\n' ' ' | cut -d ' ' -f 7,8,132)" = "100 105 100" ]
}

@test "reductions in clusters are of the work-items that are there, also where the first one is not" {
	cat > clusters.cl <<-'END'
		__attribute__((intel_reqd_sub_group_size(8))) __kernel void k(__global int *out)
		{
			int i = get_global_id(0);

			out[i] = -1;
			if (i & 1)
				out[i] = sub_group_clustered_reduce_add(i, 4u);
			if (i > 4)
				out[i] += 100 * sub_group_clustered_reduce_max(-i, 2u);
		}
	END
	opencl clusters.cl
	mux-aot -o kernels.so kernels.bc
	[ "$(host k 11 11 out:i32:11)" = "-1 4 -1 4 -1 -488 -601 -588 -801 -791 -1001" ]
}

@test "work-items of a sub-group that part in a loop go through it round by round, and behind it together" {
	cat > rounds.cl <<-'END'
		__attribute__((intel_reqd_sub_group_size(4))) __kernel void rounds(__global uint *out, uint n)
		{
			uint i = get_global_id(0), s = 0, k;

			for (k = 0; k < n; k++)
				if (i >> k & 1)
					s = 10 * s + sub_group_non_uniform_reduce_add(i);
			out[i] = s;
		}
		__attribute__((intel_reqd_sub_group_size(4))) __kernel void behind(__global uint *out, __global const uint *in)
		{
			uint i = get_global_id(0), s = 0, k, n = in[i];

			for (k = 0; ; k++) {
				s = 10 * s + sub_group_non_uniform_reduce_add(1);
				if (k == n)
					break;
				if (n > 1)
					s = 10 * s + sub_group_non_uniform_reduce_add(2);
			}
			out[i] = 10 * s + sub_group_non_uniform_reduce_add(1);
		}
	END
	opencl rounds.cl
	mux-aot -o kernels.so kernels.bc
	[ "$(host rounds 4 4 out:i32:4 i32=2)" = "0 4 5 45" ]
	[ "$(host behind 4 4 out:i32:4 iota:i32:4)" = "44 434 443424 44342214" ]
}

@test "the sign of NaN is 0, that of zeros a zero of their sign" {
	cat > signs.cl <<-'END'
		#pragma OPENCL EXTENSION cl_khr_fp16 : enable
		kernel void signs(global int *o)
		{
			uint i = get_global_id(0), s = i << 31;
			float2 v = sign(as_float2((uint2)(0x7fc00000u, 0x40000000u) | s));
			o[4 * i] = as_int(sign(as_float(0x7f812345u | s)));
			o[4 * i + 1] = as_int(v.x) | as_int2(sign(as_double(0x7ff8000000000000ul | (ulong)s << 32))).y | as_short(sign(as_half((ushort)(0x7e00u | s >> 16))));
			o[4 * i + 2] = as_int(sign(as_float(s)));
			o[4 * i + 3] = as_int(v.y);
		}
	END
	opencl signs.cl
	mux-aot -o kernels.so kernels.bc
	[ "$(host signs 2 2 out:i32:8)" = "0 0 0 1065353216 0 0 -2147483648 -1082130432" ]
}

# LLVM 22 has cvtps2dq read from memory, as if all addresses were multiples of 16.
@test "without AVX, numbers that are rounded to integers may be anywhere" {
	cat > nearest.cl <<-'END'
		__kernel void row(__global int *out, __global const float *in)
		{
			out[get_global_id(0)] = convert_int_rte(in[get_global_id(0) + 1]);
		}
		__kernel void vector(__global int *out, __global const float *in)
		{
			vstore4(convert_int4_rte(vload4(get_global_id(0), in + 1)), get_global_id(0), out);
		}
	END
	opencl nearest.cl
	for target in x86-64 x86-64-v2; do
		mux-aot --target=$target -o kernels.so kernels.bc
		[ "$(host row 32 32 out:i32:32 iota:f32:33)" = "$(seq -s ' ' 1 32)" ]
		[ "$(host vector 8 1 out:i32:32 iota:f32:33)" = "$(seq -s ' ' 1 32)" ]
	done
}

# LLVM 22 loses the third byte, llvm-project pull request 202039.
@test "on aarch64, vectors of three bytes made of 64-bit numbers are stored byte by byte" {
	cat > triples.cl <<-'END'
		__kernel void k(__global uchar *out, __global const long *in)
		{
			vstore3(convert_uchar3(vload3(get_global_id(0), in) * 5), get_global_id(0), out);
		}
	END
	opencl triples.cl
	mux-aot --emit=ll -o triples.ll kernels.bc
	grep -q 'store <3 x i8>' triples.ll
	mux-aot --target=aarch64 --emit=ll -o triples.ll kernels.bc
	run -1 grep 'store <3 x i8>' triples.ll
	command -v qemu-aarch64 > /dev/null || return 0
	"$LLVM_BIN/clang" --target=aarch64-linux-gnu -std=c11 -D_GNU_SOURCE -O1 -fuse-ld=lld -I"$root/include" -I"$root/lib" \
		-o arm-host "$root/tests/c/mux-host.c" -ldl -lm
	mux-aot --target=aarch64 -o kernels.so kernels.bc
	[ "$(qemu-aarch64 -L /usr/aarch64-linux-gnu ./arm-host ./kernels.so k 4 4 out:i32:3 iota:i64:12)" = "$((0x0f0a0500)) $((0x231e1914)) $((0x37322d28))" ]
}

@test "with SVE, scatters beside loads of vectors compile" {
	cat > scatter.cl <<-'END'
		kernel void k(global int *out, global const int *in) {
			uint i = get_global_id(0);
			out[in[i]] = in[i + 7];
		}
	END
	opencl scatter.cl
	for target in a64fx neoverse-v1; do
		mux-aot --target=$target --emit=ll -o scatter.ll kernels.bc
		grep -q 'call .*@llvm.masked.scatter.nx' scatter.ll
	done
}

@test "loops that clang has vectorized, with counters that are vectors, compile and give what one work-item at a time gives" {
	cat > vectors.cl <<-'END'
		kernel void counted(global int *o) { int4 k = (int4)(0, 1, 2, 3), s = 0; int i = get_global_id(0); for (int n = 0; n < i % 9; n++) { s += k * k; k += (int4)4; } o[i] = s.x ^ s.y ^ s.z ^ s.w; }
		kernel void moved(global int *o) { int i = get_global_id(0); float2 x = (float2)(i, 1), s = 0; for (int n = 0; n < (i & 7); n++) { s += x; x += (float2)(1, 2); } o[i] = (int)(s.x * 3 + s.y); }
	END
	opencl vectors.cl
	mux-aot -o wide.so kernels.bc
	mux-aot --width=1 -o one.so kernels.bc
	for kernel in counted moved; do
		for image in wide one; do
			"$BUILD/tests/mux-host" ./$image.so $kernel 99 33 out:i32:99 > $image
		done
		cmp wide one || { echo "$kernel"; return 1; }
	done
}

@test "eight bytes are not loaded or stored under a mask at once: LLVM with AVX-512 may access sixteen" {
	cat > bytes.cl <<-'END'
		kernel void some(global uchar *o, global const ulong *in, ulong k) { size_t i = get_global_id(0); if (in[i] > k) o[i] = (uchar)(in[i] * 3 + o[i]); }
	END
	opencl bytes.cl
	mux-aot --target=sapphirerapids --emit=ll -o bytes.ll kernels.bc
	for access in store load; do
		grep -q "call .* @llvm.masked.$access.v4i8" bytes.ll
		run -1 grep "call .* @llvm.masked.$access.v8i8" bytes.ll
	done
	mux-aot --target=native -o kernels.so kernels.bc
	mux-aot --target=native --width=1 -o one.so kernels.bc
	[ "$(host some 40 20 both:i32:10 iota:i64:40 i64=30)" = "$("$BUILD/tests/mux-host" ./one.so some 40 20 both:i32:10 iota:i64:40 i64=30)" ]
}

# OpenCL C: such a quotient is some number.  x86 raises an exception, Arm does not.
@test "quotients by 0, and those that have no room, end no program" {
	for optimize in -O0 -O1; do
		ORACLE_TARGET=native "$root/tests/mux-oracle.sh" guards bitcode $optimize divisions
	done
	cat > divide.cl <<-'END'
		kernel void guarded(global uint *o, global const uint *in) { int i = get_global_id(0); o[i] = in[i] / in[i + 1]; }
		kernel void plain(global uint *o, global const uint *in)
		{
			int i = get_global_id(0), x = in[i];
			ushort h = x;
			o[i] = in[i] / (in[i + 1] | 1) + in[i] % 7 + x / -7 + (int)h / ((x & 3) + 4 | 8);
		}
	END
	opencl divide.cl -O1
	mux-aot --width=1 --kernel=guarded --emit=ll -o guarded.ll kernels.bc
	grep -q ' = freeze ' guarded.ll
	mux-aot --width=1 --kernel=plain --emit=ll -o plain.ll kernels.bc
	run -1 grep ' = freeze ' plain.ll
	mux-aot --width=1 --target=aarch64 --kernel=guarded --emit=ll -o arm.ll kernels.bc
	run -1 grep ' = freeze ' arm.ll
}

@test "words that are merged under a test choose before they are merged: LLVM with AVX-512 takes one for the mask" {
	cat > merges.cl <<-'END'
		kernel void first(global uint *o, global const uint *in) { int i = get_global_id(0); uint x = in[i] * 2654435761u, t = x * 3; if (x & 4) t = (x & ~248u) | (t & 248u); o[i] = t; }
		kernel void second(global uint *o, global const uint *in) { int i = get_global_id(0); uint x = in[i] * 2654435761u, t = x * 3; if (x & 4) x = (x & ~248u) | (t & 248u); o[i] = x; }
		kernel void other(global ulong *o, global const uint *in) { int i = get_global_id(0); ulong x = in[i] * 2654435761ul, t = x * 3; o[i] = x & 4 ? t : (x & 248) | (t & ~248ul); }
	END
	opencl merges.cl -O2
	mux-aot --target=x86_64_avx512 --kernel=first --emit=ll -o merges.ll kernels.bc
	[ "$(grep -oE '= (select|or disjoint|or) <' merges.ll | head -2 | tr -d '\n')" = '= select <= or <' ]
	mux-aot --width=1 -o one.so kernels.bc
	for width in 4 8 16; do
		mux-aot --target=native --width=$width -o kernels.so kernels.bc
		for kernel in first second other; do
			[ "$(host $kernel 200 100 out:i64:200 iota:i32:200)" = \
				"$("$BUILD/tests/mux-host" ./one.so $kernel 200 100 out:i64:200 iota:i32:200)" ] || { echo $kernel $width; return 1; }
		done
	done
}

@test "guards of ids beyond an int, and of sums that wrap, hold in vectors as one by one" {
	cat > far.cl <<-'END'
		kernel void wraps(global int *o, uint n) { uint i = get_global_id(0); if (i < n) o[(i + 3u) & 15u] = i + 5; }
		kernel void below(global int *o, uint n) { int i = get_global_id(0); if (i < (int)n) o[(uint)(i + 3) & 15u] = i + 5; }
		kernel void ends(global int *o, uint n) { long i = get_global_id(0); if (i >= (long)n) return; o[(i + 3) & 15] = (int)i + 5; }
		kernel void above(global int *o, uint n) { long i = get_global_id(0); if (i >= (long)n) o[(i + 3) & 15] = (int)i + 5; }
		kernel void between(global int *o, uint n) { int i = get_global_id(0); if (i != 2 && i < (int)n) o[(uint)(i + 3) & 15u] = i + 5; }
	END
	opencl far.cl -O2
	mux-aot --target=native -o kernels.so kernels.bc
	mv kernels.so native.so
	mux-aot --width=1 -o kernels.so kernels.bc
	for kernel in wraps below ends above between; do
		for offset in 0 2147352570 2147483640 4294967293; do
			for n in 0 4 2147483645 4294967295; do
				[ "$("$BUILD/tests/mux-host" ./native.so $kernel 8@$offset 8 out:i32:16 i32=$n)" = \
					"$(host $kernel 8@$offset 8 out:i32:16 i32=$n)" ] || { echo $kernel $offset $n; return 1; }
			done
		done
	done
}

@test "rows that are copied, and rows at places that rows tell, are right" {
	"$root/tests/mux-oracle.sh" rows bitcode -O2
	cat > copies.cl <<-'END'
		kernel void copies(global int *o, global const int *a, ulong n)
		{
			size_t i = get_global_id(0);
			for (ulong k = 0; k < n; k++)
				o[i * n + k] = a[i * n + k];
		}
	END
	opencl copies.cl -O2
	for target in x86_64 native aarch64; do
		mux-aot --target=$target --emit=ll -o copies.ll kernels.bc
		run -1 grep badref copies.ll
	done
}

@test "multiples of an int that wrap in a row are right in it" {
	cat > far.cl <<-'END'
		#define TRIPLE long e = (int)(3u * (uint)i); o[get_local_id(0)] = (int)(e >> 40) + (int)(e * 5 >> 3)
		kernel void all(global int *o, int n) { int i = get_global_id(0); TRIPLE; }
		kernel void below(global int *o, int n) { int i = get_global_id(0); if (i < n) { TRIPLE; } }
		kernel void between(global int *o, int n) { int i = get_global_id(0); if (i >= 0 && i != n) { TRIPLE; } }
	END
	opencl far.cl -O2
	for target in native x86_64; do
		mux-aot --target=$target -o kernels.so kernels.bc
		for offset in 0 5 715827870 715827880 1431655750 1431655762; do
			wanted=
			for ((i = offset; i < offset + 16; i++)); do
				e=$((3 * i & 0xffffffff))
				e=$((e >> 31 ? e - 0x100000000 : e))
				wanted+="$(((e >> 40) + (e * 5 >> 3))) "
			done
			for kernel in all below between; do
				[ "$(host $kernel 16@$offset 16 out:i32:16 i32=2147483647)" = "${wanted% }" ] || { echo $kernel $offset; return 1; }
			done
		done
	done
}

@test "counters of a byte begin again at 0 in a row of more work-items than it has values" {
	cat > bytes.cl <<-'END'
		kernel void without_sign(global int *o, global const int *a, uchar step)
		{
			uchar k = get_local_id(0);
			int sum = 0;
			do {
				sum += a[k] + 1;
				k += step;
			} while (k < (uchar)200);
			o[get_global_id(0)] = sum;
		}
		kernel void with_sign(global int *o, global const int *a, char step)
		{
			char k = get_local_id(0);
			int sum = 0;
			do {
				sum += a[k + 128] + 1;
				k += step;
			} while (k < (char)100);
			o[get_global_id(0)] = sum;
		}
	END
	opencl bytes.cl -fwrapv
	mux-aot -o kernels.so kernels.bc
	mux-aot --width=1 -o plain.so kernels.bc
	for kernel in without_sign with_sign; do
		[ "$(host $kernel 300 300 out:i32:300 iota:i32:256 i32=3)" = \
			"$("$BUILD/tests/mux-host" ./plain.so $kernel 300 300 out:i32:300 iota:i32:256 i32=3)" ] || { echo $kernel; return 1; }
	done
	[[ $(host without_sign 300 300 out:i32:300 iota:i32:256 i32=3) = "$(for ((i = 0, s = 0; i < 200; i += 3)); do s=$((s + i + 1)); echo $s; done | tail -1) "* ]]
}

@test "kernels that index by multiples of an int, as for pixels and points, are vector code" {
	"$root/tests/mux-oracle.sh" strides bitcode -O2
	cat > gray.cl <<-'END'
		kernel void gray(global const uchar *a, global uchar *o, int n)
		{
			int i = get_global_id(0);
			if (i < n)
				o[i] = (a[3 * i] * 77 + a[3 * i + 1] * 150 + a[3 * i + 2] * 29) >> 8;
		}
		kernel void directions(global const float *p, global float *o, int n, long first)
		{
			int i = get_global_id(0) + first;
			if (i >= n)
				return;
			float x = p[3 * i], y = p[3 * i + 1], z = p[3 * i + 2], d = 1 / (x * x + y * y + z * z);
			o[3 * i] = x * d;
			o[3 * i + 1] = y * d;
			o[3 * i + 2] = z * d;
		}
		kernel void points(global const float *p, global float *o, uint w)
		{
			uint i = get_global_id(1) * w + get_global_id(0);
			o[i] = p[4 * i] * p[4 * i + 1] + p[4 * i + 2];
		}
	END
	opencl gray.cl -O2
	for kernel in gray directions points; do
		mux-aot --kernel=$kernel --emit=ll -o gray.ll kernels.bc
		grep -q 'shufflevector <[0-9]* x [if]' gray.ll || { echo $kernel; return 1; }
		run -1 grep -e gather -e scatter -e masked gray.ll
	done
}

# LLVM lets what both write come first, and asks again who goes on.
@test "work-items that return behind what those that stay do too miss no barrier" {
	cat > kernels.ll <<-'END'
		target triple = "spirv64-unknown-unknown"
		declare spir_func i64 @_Z12get_local_idj(i32)
		declare spir_func void @_Z7barrierj(i32)
		define spir_kernel void @parted(ptr addrspace(1) %o, ptr addrspace(3) %t) {
		  %x = call spir_func i64 @_Z12get_local_idj(i32 0)
		  %n = trunc i64 %x to i32
		  %stays = icmp ugt i32 %n, 2
		  %p = getelementptr i32, ptr addrspace(1) %o, i64 %x
		  %mine = getelementptr i32, ptr addrspace(3) %t, i64 %x
		  %left = getelementptr i32, ptr addrspace(3) %mine, i64 -1
		  store i32 %n, ptr addrspace(3) %mine
		  call spir_func void @_Z7barrierj(i32 3)
		  br i1 %stays, label %stay, label %leave
		stay:
		  %a = load i32, ptr addrspace(3) %left
		  call spir_func void @_Z7barrierj(i32 3)
		  %a10 = mul i32 %a, 10
		  store i32 %a10, ptr addrspace(3) %mine
		  br label %both
		leave:
		  br label %both
		both:
		  %v = phi i32 [ %a, %stay ], [ 77, %leave ]
		  ; so much that LLVM does not write it twice
		  store volatile i32 %v, ptr addrspace(1) %p
		  store volatile i32 %v, ptr addrspace(1) %p
		  store volatile i32 %v, ptr addrspace(1) %p
		  store volatile i32 %v, ptr addrspace(1) %p
		  store volatile i32 %v, ptr addrspace(1) %p
		  store volatile i32 %v, ptr addrspace(1) %p
		  store volatile i32 %v, ptr addrspace(1) %p
		  store volatile i32 %v, ptr addrspace(1) %p
		  store volatile i32 %v, ptr addrspace(1) %p
		  store volatile i32 %v, ptr addrspace(1) %p
		  store volatile i32 %v, ptr addrspace(1) %p
		  store volatile i32 %v, ptr addrspace(1) %p
		  store volatile i32 %v, ptr addrspace(1) %p
		  store volatile i32 %v, ptr addrspace(1) %p
		  store volatile i32 %v, ptr addrspace(1) %p
		  store volatile i32 %v, ptr addrspace(1) %p
		  br i1 %stays, label %more, label %end
		more:
		  call spir_func void @_Z7barrierj(i32 3)
		  %b = load i32, ptr addrspace(3) %left
		  %sum = add i32 %b, %v
		  store i32 %sum, ptr addrspace(1) %p
		  br label %end
		end:
		  ret void
		}
	END
	for width in 1 4 16; do
		mux-aot --width=$width -o kernels.so kernels.ll
		# those from 3 on: the number to the left, and what that one has then: its own, or ten times the one before
		[ "$(host parted 8 8 out:i32:8 local=64)" = "77 77 77 4 23 34 45 56" ] || { host parted 8 8 out:i32:8 local=64; return 1; }
	done
}

# clang freezes what it divides twice, once with the quotient.
@test "by-value parameters are defined numbers: nothing of them is frozen" {
	cat > frozen.ll <<-'END'
		target triple = "spirv64-unknown-unknown"
		%args = type { i64, i32 }
		declare spir_func i64 @_Z13get_global_idj(i32)
		define spir_kernel void @frozen(ptr addrspace(1) %out, ptr byval(%args) align 8 %args) {
		  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
		  %offset = load i64, ptr %args
		  %sum = add i64 %id, %offset
		  %i = trunc i64 %sum to i32
		  %at = getelementptr i8, ptr %args, i64 8
		  %w = load i32, ptr %at
		  %i.frozen = freeze i32 %i
		  %w.frozen = freeze i32 %w
		  %y = sdiv i32 %i.frozen, %w.frozen
		  %yw = mul i32 %y, %w.frozen
		  %x = sub i32 %i.frozen, %yw
		  %x1 = add i32 %x, %y
		  %x64 = sext i32 %x1 to i64
		  %to = getelementptr i32, ptr addrspace(1) %out, i64 %x64
		  store i32 %i, ptr addrspace(1) %to
		  ret void
		}
	END
	mux-aot --emit=canonical -o canonical.ll frozen.ll
	run -1 grep freeze canonical.ll
	# Rows are cut by it: plain vector code.
	mux-aot --emit=ll -o frozen.o.ll frozen.ll
	grep -q 'store <[0-9]* x i32>' frozen.o.ll
	run -1 grep scatter frozen.o.ll
}

@test "loops as long as the number of a row says run together, and their work-items keep sums in registers" {
	cat > triangle.cl <<-'END'
		kernel void triangle(global const float *a, global float *o, int n)
		{
			int x = get_global_id(0), y = get_global_id(1);
			float sum = 0;
			for (int k = 0; k <= y; k++)
				sum += a[y * n + k] + a[k * n + x];
			o[y * n + x] = sum;
		}
		kernel void rows(global const float *a, global const int *begin, global float *o, int n)
		{
			int x = get_global_id(0), y = get_global_id(1);
			float sum = 0;
			if (x >= n)
				return;
			for (int k = begin[y]; k < begin[y + 1]; k++)
				sum += a[k * n + x];
			o[y * n + x] = sum;
		}
	END
	opencl triangle.cl -O2
	for kernel in triangle rows; do
		mux-aot --kernel=$kernel --emit=ll -o triangle.ll kernels.bc
		grep -q ' phi <64 x float>' triangle.ll || { echo $kernel; return 1; }
		run -1 grep masked triangle.ll
	done
}

@test "what both ways to a barrier compute alike is computed again behind it, not kept for each work-item" {
	cat > alike.ll <<-'END'
		target triple = "spirv64-unknown-unknown"
		declare spir_func i64 @_Z12get_local_idj(i32)
		declare spir_func void @_Z7barrierj(i32)
		define spir_kernel void @alike(ptr addrspace(1) %p, i32 %n, ptr addrspace(3) %t) {
		  %x = call spir_func i64 @_Z12get_local_idj(i32 0)
		  %small = icmp ult i64 %x, 5
		  br i1 %small, label %one, label %other
		one:
		  %n1 = zext i32 %n to i64
		  %k1 = mul nuw i64 %n1, %x
		  %t1 = getelementptr inbounds i32, ptr addrspace(3) %t, i64 %k1
		  %a = getelementptr i32, ptr addrspace(3) %t, i64 %x
		  store i32 7, ptr addrspace(3) %a
		  br label %end
		other:
		  %n2 = zext i32 %n to i64
		  %k2 = mul i64 %n2, %x
		  %t2 = getelementptr i32, ptr addrspace(3) %t, i64 %k2
		  %b = getelementptr i32, ptr addrspace(3) %t, i64 %k2
		  store i32 %n, ptr addrspace(3) %b
		  br label %end
		end:
		  %k = phi i64 [ %k1, %one ], [ %k2, %other ]
		  %at = phi ptr addrspace(3) [ %t1, %one ], [ %t2, %other ]
		  call spir_func void @_Z7barrierj(i32 3)
		  %v = load i32, ptr addrspace(3) %at
		  %o = getelementptr i32, ptr addrspace(1) %p, i64 %k
		  store i32 %v, ptr addrspace(1) %o
		  ret void
		}
	END
	run -0 mux-aot -v -o alike.so alike.ll
	[[ "$output" == *' 0 uniform, 0 different, 0 in memory' ]]
	mux-aot --emit=canonical -o canonical.ll alike.ll
	run -1 grep ' phi ' canonical.ll
	# Only one of them promised to stay inside.
	sed -n '/^end:/,$p' canonical.ll > end
	grep -q 'getelementptr i32, ptr %t' end
}

@test "work-items that return early at both ends of a row leave plain vector code between them" {
	cat > early.cl <<-'END'
		kernel void early(global float *o, global const float *a, int w, int n)
		{
			long i = get_global_id(0);
			if (i < w)
				return;
			if (i >= n - w)
				return;
			o[i] = a[i] + a[i - w] + a[i + w];
		}
		kernel void equal(global float *o, global const float *a, int w, int h)
		{
			int x = get_global_id(0), y = get_global_id(1);
			if (x == 0 || y == 0 || x == w - 1 || y == h - 1)
				return;
			o[y * w + x] = a[y * w + x - 1] + a[y * w + x + 1];
		}
	END
	opencl early.cl -O2
	for kernel in early equal; do
		mux-aot --kernel=$kernel --emit=ll -o $kernel.ll kernels.bc
		[ "$(grep -c ' load <[0-9]* x float>' $kernel.ll)" -ge 2 ] || { echo $kernel; return 1; }
		run -1 grep masked $kernel.ll
	done
}

@test "the global id from group, size and local id is that id: groups may be joined, and the offset is left out" {
	cat > ids.cl <<-'END'
		kernel void ids(global int *o)
		{
			int i = get_group_id(0) * get_local_size(0) + get_local_id(0);
			size_t j = get_local_id(1) + get_local_size(1) * get_group_id(1);
			o[j * 10 + i] = i + (int)j * 100 + get_group_id(2);
		}
		kernel void other(global int *o)
		{
			o[get_global_id(0)] = get_group_id(0) * get_local_size(1) + get_local_id(0);
		}
	END
	opencl ids.cl -O2
	mux-aot --emit=canonical -o ids.ll kernels.bc
	sed -n '/define.*@ids(/,/^}/p' ids.ll > ids
	[ "$(grep -c 'call i64 @__mux_get_global_id' ids)" -eq 2 ]
	[ "$(grep -c 'call i64 @__mux_get_global_offset' ids)" -eq 2 ]
	run -1 grep -E 'get_local_|get_group_id.i32 [01]' ids
	sed -n '/define.*@other(/,/^}/p' ids.ll | grep -q get_group_id

	cat > line.cl <<-'END'
		kernel void line(global int *o)
		{
			int i = get_group_id(0) * get_local_size(0) + get_local_id(0);
			o[i] = (int)get_global_id(0) * 10 + i;
		}
	END
	opencl line.cl -O2
	mux-aot -o kernels.so kernels.bc
	for local in 1 3 6; do
		[ "$(host line 6@5 $local out:i32:6)" = "50 61 72 83 94 105" ] || { host line 6@5 $local out:i32:6; return 1; }
	done
}

# LLVM would move p[2 * i] of "behind" past the store to it.
@test "structures side by side are loaded as vectors where no access passes another one" {
	cat > pixels.cl <<-'END'
		kernel void gray(global int *o, global const int *in)
		{
			size_t i = get_global_id(0);
			o[i] = in[3 * i] * 4 + in[3 * i + 1] * 2 + in[3 * i + 2];
		}
		kernel void swap(global int *p)
		{
			size_t i = get_global_id(0);
			int first = p[2 * i], second = p[2 * i + 1];
			p[2 * i] = second;
			p[2 * i + 1] = first;
		}
		kernel void behind(global int *p, global int *q, int n)
		{
			size_t i = get_global_id(0);
			int second = p[2 * i + 1];
			p[2 * i + n] = 5;
			q[i] = p[2 * i] + second;
		}
		kernel void apart(global int *p, global int *q)
		{
			size_t i = get_global_id(0);
			p[2 * i] = 5;
			q[i] = p[2 * i] + p[2 * i + 1];
		}
		kernel void twice(global int *p, int n)
		{
			size_t i = get_global_id(0);
			p[2 * i] = 5;
			p[2 * i + n] = 7;
			p[2 * i + 1] = 9;
		}
	END
	opencl pixels.cl -O2
	mux-aot --emit=ll -o pixels.ll kernels.bc
	for kernel in gray swap apart behind twice; do
		grep "define .*@__mux_entry_$kernel(" pixels.ll | sed 's/.*) \(#[0-9]*\).*/attributes \1 =/' > attribute
		case $kernel in gray | swap | apart) wanted=1 ;; *) wanted=0 ;; esac
		[ "$(grep -f attribute pixels.ll | grep -c sycl-cc-interleaves)" = $wanted ] || { echo $kernel; return 1; }
	done
	run -1 grep -E 'optnone|noinline' pixels.ll
	mux-aot -o kernels.so kernels.bc
	[ "$(host gray 40 40 out:i32:40 iota:i32:120)" = "$(for ((i = 0; i < 40; i++)); do printf '%s ' $((21 * i + 4)); done | sed 's/ $//')" ]
	[ "$(host swap 33 33 both:i32:66)" = "$(for ((i = 0; i < 33; i++)); do printf '%s %s ' $((2 * i + 1)) $((2 * i)); done | sed 's/ $//')" ]
	[ "$(host behind 33 33 iota:i32:66 out:i32:33 i32=0)" = "$(for ((i = 0; i < 33; i++)); do printf '%s ' $((2 * i + 6)); done | sed 's/ $//')" ]
	[ "$(host apart 33 33 iota:i32:66 out:i32:33)" = "$(for ((i = 0; i < 33; i++)); do printf '%s ' $((2 * i + 6)); done | sed 's/ $//')" ]
	[ "$(host twice 4 4 both:i32:8 i32=0)" = "7 9 7 9 7 9 7 9" ]
}

# Without that work-item 1 would wait for work-item 0, which the test keeps out of the part where it holds.
@test "rows are not divided where a work-item waits for the one before it" {
	cat > chain.cl <<-'END'
		kernel void chain(global int *out, volatile global int *flag, int n)
		{
			int i = get_global_id(0);
			if (i > 0 && i < n && get_global_id(1) < 5)
				while (!atomic_add(&flag[i - 1], 0))
					;
			out[i] = i;
			atomic_xchg(&flag[i], 1);
		}
	END
	opencl chain.cl -O2
	mux-aot -o kernels.so kernels.bc
	[ "$(timeout 60 "$BUILD/tests/mux-host" ./kernels.so chain 5 5 out:i32:5 out:i32:5 i32=9)" = "0 1 2 3 4"$'\n'"1 1 1 1 1" ]
}

@test "memory that LLVM's back end fills with a function of its own is filled" {
	cat > fill.cl <<-'END'
		kernel void fill(global int *p, int n) { for (int i = 0; i < n; i++) p[i] = -1; }
		kernel void fill_local(global int *p, int n)
		{
			local int q[8];
			q[get_local_id(0)] = 5;
			barrier(CLK_LOCAL_MEM_FENCE);
			if (get_local_id(0) == 1)
				for (int i = 0; i < n; i++)
					q[i] = 0;
			barrier(CLK_LOCAL_MEM_FENCE);
			p[get_global_id(0)] = q[get_local_id(0)];
		}
		kernel void fill_private(global int *p, int n)
		{
			int q[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
			for (int i = 0; i < n; i++)
				q[i] = -1;
			p[get_global_id(0)] = q[get_local_id(0)];
		}
	END
	"$LLVM_BIN/clang" -x cl -cl-std=CL2.0 -target spirv64-unknown-unknown -O2 -c -o fill.spv fill.cl
	grep -q 'spirv[.]llvm_memset_p1' fill.spv
	mux-aot -o kernels.so fill.spv
	[ "$(host fill 1 1 both:i32:6 i32=4)" = '-1 -1 -1 -1 4 5' ]
	[ "$(host fill_local 4 4 out:i32:4 i32=3)" = '0 0 0 5' ]
	[ "$(host fill_private 4 4 out:i32:4 i32=2)" = '-1 -1 3 4' ]
}

# A sum by exchanges is shuffles of vectors without memory between them; by numbers from memory it is not.
@test "exchanges by numbers that can be computed are shuffles of vectors" {
	cat > known.cl <<-'END'
		__attribute__((intel_reqd_sub_group_size(8))) __kernel void sum(__global const uint *in, __global uint *p, uint unknown)
		{
			uint x = in[get_global_id(0)];
			for (uint d = get_max_sub_group_size() / 2; d > 0; d /= 2)
				x += sub_group_shuffle_xor(x, DISTANCE);
			p[get_global_id(0)] = x;
		}
	END
	for distance in d 'd ^ unknown'; do
		sed "s/DISTANCE/$distance/" known.cl > kernel.cl
		opencl kernel.cl -O2
		mux-aot --emit=ll -o known.ll kernels.bc
		mux-aot -o kernels.so kernels.bc
		[ "$(host sum 16 8 iota:i32:16 out:i32:16 i32=0)" = "$(n 8 28) $(n 8 92)" ]
		[ "$(host sum 4 4 iota:i32:4 out:i32:4 i32=0)" = "$(n 4 12)" ]
		cp known.ll "known-${#distance}.ll"
	done
	[ "$(grep -c 'shufflevector <8 x i32> .* poison, <8 x i32> <i32 [0-9]' known-1.ll)" -ge 3 ]
	run -1 grep -q 'shufflevector <8 x i32> .* poison, <8 x i32> <i32 [0-9]' known-11.ll
}

@test "exchanges in a row by one number are one, of a vector" {
	cat > rows.cl <<-'END'
		__attribute__((intel_reqd_sub_group_size(8))) __kernel void row(__global uint *o, __global const uint *by)
		{
			uint i = get_global_id(0), from = (by[i] + 3) & 7, x[12];
			for (uint k = 0; k < 12; k++)
				x[k] = sub_group_shuffle(i * 100 + k, from);
			o[i] = x[0] + x[1] * 3 + x[11] * 10;
			for (uint k = 2; k < 11; k++)
				o[i] += k * x[k];
		}
	END
	opencl rows.cl -O2
	mux-aot --emit=ll -o rows.ll kernels.bc
	[ "$(grep -c '^[^ ;].*:' rows.ll)" -lt 50 ]
	mux-aot -o kernels.so kernels.bc
	wanted=$(for i in 3 4 5 6 7 0 1 2 11 12 13 14 15 8 9 10; do echo $((6800 * i + 497)); done | xargs)
	[ "$(host row 16 16 out:i32:16 iota:i32:16)" = "$wanted" ]
}

@test "SPIR-V's variables of masks have the masks of the work-item's sub-group" {
	cat > masks.ll <<-'END'
		target triple = "spirv64-unknown-unknown"
		@__spirv_BuiltInSubgroupLtMask = external addrspace(1) constant <4 x i32>
		@__spirv_BuiltInSubgroupGeMask = external addrspace(1) constant <4 x i32>
		@__spirv_BuiltInGlobalInvocationId = external addrspace(1) constant <3 x i64>
		define spir_kernel void @masks(ptr addrspace(1) %p) !intel_reqd_sub_group_size !{i32 64} {
		  %ids = load <3 x i64>, ptr addrspace(1) @__spirv_BuiltInGlobalInvocationId
		  %id = extractelement <3 x i64> %ids, i32 0
		  %less = load <4 x i32>, ptr addrspace(1) @__spirv_BuiltInSubgroupLtMask
		  %high = getelementptr i8, ptr addrspace(1) @__spirv_BuiltInSubgroupGeMask, i64 4
		  %from = load i32, ptr addrspace(1) %high
		  %low = extractelement <4 x i32> %less, i32 0
		  %sum = add i32 %low, %from
		  %to = getelementptr i32, ptr addrspace(1) %p, i64 %id
		  store i32 %sum, ptr addrspace(1) %to
		  ret void
		}
	END
	mux-aot -o kernels.so masks.ll
	[ "$(host masks 3 3 out:i32:3)" = "-1 0 2" ]
}

@test "a barrier of a sub-group is one under SPIR-V's name too" {
	cat > barrier.cl <<-'END'
		void __attribute__((overloadable)) __spirv_ControlBarrier(uint, uint, uint);
		__attribute__((intel_reqd_sub_group_size(4))) __kernel void swaps(__global int *out, __local int *l)
		{
			int i = get_local_id(0);

			for (int k = 0; k < 3; k++) {
				l[(4 * k + i) & 15] = 10 * k + i;
				__spirv_ControlBarrier(3, k == 1 ? 1 : 3, 0x110);
				out[get_global_id(0)] = l[(4 * k + (i ^ 3)) & 15];
			}
		}
	END
	"$LLVM_BIN/clang" -x cl -cl-std=CL2.0 -target spirv64-unknown-unknown -O1 -emit-llvm -c -o barrier.bc barrier.cl
	mux-aot -o kernels.so barrier.bc
	[ "$(host swaps 4 4 out:i32:4 local=64)" = "23 22 21 20" ]
}

@test "a loop behind a guard is right when all, some and no work-items of a chunk pass it" {
	for options in --width=16 --no-guards --width=1; do
		image loops $options
		for pass in 3 16 20 40; do
			want=$(for ((i = 0; i < 48; i++)); do
				echo $((i < pass ? i * pass * (pass - 1) / 2 + (pass - 1) * pass * (2 * pass - 1) / 6 : 0))
			done | xargs)
			got=$(host guarded_sum 48 48 out:i32:48 iota:i32:48 i32=$pass)
			[ "$got" = "$want" ] || { echo "$options $pass: $got"; return 1; }
		done
	done
}

@test "a loop that work-items leave one by one is right with and without masks" {
	want="0 1 7 2 5 8 16 3 19 6 14 9 9 17 17 4 12 20 20 7 7 15"
	for options in --width=16 --width=4 --no-masks --width=1; do
		image loops $options
		got=$(host collatz 22 22 out:i32:22)
		[ "$got" = "$want" ] || { echo "$options: $got"; return 1; }
	done
}

@test "loops behind guards and masked loops become vector code" {
	module loops
	mux-aot --emit=ll -o kernels.ll kernels.bc
	for kernel in guarded_sum collatz; do
		sed -n "/^define.*@__mux_entry_$kernel(/,/^}/p" kernels.ll > $kernel.ll
		grep -q 'mul.*<16 x i32>' $kernel.ll || { echo "$kernel has no vectors"; return 1; }
	done
}

@test "streams and trees are vectors without masks, out of SPIR-V too" {
	module streams
	spirv
	for in in kernels.bc kernels.spv; do
		mux-aot --emit=ll -o kernels.ll $in
		! grep -E 'llvm\.masked\.(gather|scatter|load|store)' kernels.ll || return 1
		[ "$(grep -c 'load <4 x double>' kernels.ll)" -gt 4 ]
		mux-aot --emit=obj -o kernels.o $in
		"$LLVM_BIN/llvm-objdump" -d kernels.o | sed 1,2d > $in.text
	done
	cmp kernels.bc.text kernels.spv.text
}

@test "halves are rounded before they become integers, on processors with instructions for halves" {
	cat > rounded.ll <<-'END'
		target triple = "spir64-unknown-unknown"
		declare half @llvm.rint.f16(half)
		define spir_kernel void @rounded(ptr addrspace(1) %in, ptr addrspace(1) %out) {
		  %x = load half, ptr addrspace(1) %in
		  %r = call half @llvm.rint.f16(half %x)
		  %i = fptosi half %r to i32
		  store i32 %i, ptr addrspace(1) %out
		  ret void
		}
	END
	mux-aot --mcpu=sapphirerapids --emit=obj -o rounded.o rounded.ll
	"$LLVM_BIN/llvm-objdump" -d --no-show-raw-insn rounded.o > text
	grep -q 'vrndscale[sp]h' text
	grep -Eq 'vcvttsh2si|vcvttph2dq' text
}

@test "atomics with scopes and orders, as instructions and as SPIR-V functions" {
	image kernels --width=16
	[ "$(host exchange 40 8 out:i32:3)" = "780 780 39" ]
}

@test "atomic operations on local memory are loads and stores of one thread, in the order of work-items; those on other memory stay" {
	cat > tally.cl <<-'END'
		__kernel void tally(__global int *out, __local int *l, volatile __global int *all)
		{
			int i = get_local_id(0), old;

			if (i == 0) {
				l[0] = l[1] = l[2] = 0;
				l[3] = 100;
			}
			barrier(CLK_LOCAL_MEM_FENCE);
			old = atomic_inc(&l[0]);
			atomic_add(&l[1], i);
			atomic_max(&l[2], (int)get_global_id(0));
			atomic_min(&l[3], 50 - i);
			if (atomic_cmpxchg(&l[4 + i / 2], l[4 + i / 2], i) == 12345)
				atomic_xchg(&l[0], 0);
			atomic_add(all, old);
			barrier(CLK_LOCAL_MEM_FENCE);
			out[get_global_id(0)] = old + 10 * l[0] + 1000 * l[1] + 100000 * l[2] + 10000000 * (l[3] - 40);
		}
	END
	opencl tally.cl
	spirv
	for in in kernels.bc kernels.spv; do
		mux-aot --emit=ll -o tally.ll $in
		[ "$(grep -cE 'atomicrmw|cmpxchg' tally.ll)" -eq "$(grep -cE 'atomicrmw add ' tally.ll)" ]
		grep -q 'atomicrmw add ' tally.ll
		grep -q 'load atomic i32' tally.ll
		for options in --width=16 --width=1; do
			mux-aot $options -o kernels.so $in
			host tally 16 8 out:i32:16 local=64 both:i32:1 > got
			printf '%s\n' "$(seq -s ' ' 30728080 30728087) $(seq -s ' ' 31528080 31528087)" 56 | diff - got
		done
	done
}

@test "so are those that come to local memory through generic pointers" {
	cat > count.cl <<-'END'
		static void count(int *at)
		{
			atomic_fetch_add_explicit((volatile atomic_int *)at, 1, memory_order_relaxed, memory_scope_work_group);
		}
		__kernel void counts(__global int *out)
		{
			__local int l[4];
			int i = get_local_id(0);

			if (i < 4)
				l[i] = 0;
			barrier(CLK_LOCAL_MEM_FENCE);
			count(&l[i * 5 & 3]);
			barrier(CLK_LOCAL_MEM_FENCE);
			out[get_global_id(0)] = l[i & 3];
		}
	END
	opencl count.cl -O2
	spirv
	for in in kernels.bc kernels.spv; do
		mux-aot --emit=ll -o counts.ll $in
		run -1 grep -E 'atomicrmw|cmpxchg' counts.ll
		mux-aot -o kernels.so $in
		[ "$(host counts 16 8 out:i32:16)" = "2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2" ]
	done
}

@test "work-group collectives give what their work-items hold" {
	image kernels --width=16
	host collectives 8 4 out:i32:56 i32=3 > got
	echo "6 6 6 6 22 22 22 22 2 3 3 3 6 7 7 7 0 1 3 6 0 5 11 18 1 1 1 1 5 5 5 5 1 1 1 1 2 2 2 2" \
		"-2147483648 0 0 0 -2147483648 4 4 4 12 12 12 12 24 24 24 24" > want
	diff -u want got
}

# spirv: kernels.bc as SPIR-V in kernels.spv
spirv() {
	"$LLVM_BIN/llc" -O0 -mtriple=spirv64v1.3-unknown-unknown -filetype=obj \
		-spirv-ext=+SPV_INTEL_subgroups,+SPV_KHR_bit_instructions -o kernels.spv kernels.bc
}

@test "work-items that return before a barrier are not waited for and do nothing behind it" {
	for options in --width=16 --width=1; do
		image faults $options
		[ "$(host leavers 8 8 out:i32:8 i32=0 local=64)" = "0 0 0 0 0 0 0 0" ]
		[ "$(host leavers 8 8 out:i32:8 i32=3 local=64)" = "3162 101 100 0 0 0 0 0" ]
		[ "$(host leavers 8 8 out:i32:8 i32=8 local=64)" = "3167 106 105 104 103 102 101 100" ]
		[ "$(host leavers 40 20 out:i32:40 i32=3 local=128)" = "3162 101 100 $(n 17 0) 3162 101 100 $(n 17 0)" ] || {
			host leavers 40 20 out:i32:40 i32=3 local=128
			return 1
		}
		[ "$(host added 8 8 out:i32:8 i32=5)" = "1301 0 1302 1303 1304 0 0 0" ] || return 1
	done
}

# status: mux-called-kernel
@test "a kernel may be called by another one" {
	image faults --width=16
	[ "$(host outer 4 4 out:i32:4 i32=5)" = "15 15 15 15" ]
	mux-aot -o kernels.so "$inputs/mux/faults.ll"
	[ "$(host out 4 4 out:i32:4 i32=5)" = "15 15 15 15" ]
	[ "$(host in 4 4 out:i32:4 i32=5)" = "5 5 5 5" ]
	grep -q '^in .* size=4,1,1' <<< "$(mux-aot --emit=table -o - "$inputs/mux/faults.ll")"
}

# status: mux-collect
@test "collectives add, are logical, broadcast from any place, and counts are 32 bits wide" {
	image faults --width=16
	[ "$(host logical 8 8 out:i32:8 i32=2)" = "$(n 8 110)" ]
	[ "$(host logical 8 8 out:i32:8 i32=9)" = "$(n 8 101)" ]
	mux-aot -o kernels.so "$inputs/mux/faults.ll"
	[ "$(host collect 4,2 4,2 out:i32:6 out:i32:1 | head -1)" = "12 1 0 5 8 -1" ]
	# exclusive minimum: all ones first, then 0
	[ "$(host scans 4 4 out:i32:4)" = "6001 16102 26312 36632" ]
}

@test "parts of SPIR-V's id variables are found by their bytes and by an index" {
	mux-aot -o kernels.so "$inputs/mux/faults.ll"
	[ "$(host parts 4,3,2 4,3,2 out:i32:24)" = \
		"0 1 2 303 110 11 212 113 20 121 222 23 0 1 102 303 110 111 212 113 120 121 222 123" ]
}

@test "alignments above 64 hold in local and private memory and in parameters" {
	for options in --width=16 --width=1; do
		image faults $options
		# shellcheck disable=SC2046 # words
		[ "$(host aligned 8 8 out:i32:8 $(n 15 i64=0) i32=7 $(n 31 i32=0))" = "$(n 8 9)" ]
	done
}

@test "asynchronous copies move elements of all sizes, with strides" {
	image kernels --width=16
	[ "$(host copies 6 6 out:i32:14 iota:i32:16 local=128 local=64)" = "30000 30301 30602 30903 30004 30305 10 11 12 0 0 1 0 2" ]
}

@test "asynchronous copies of lines and planes, out of SPIR-V too" {
	module copies
	spirv
	for in in kernels.bc kernels.spv; do
		mux-aot -o kernels.so $in
		for size in 1 5 2,1,2 37; do
			[ "$(host planes $size $size out:i32:12 iota:i32:24)" = "0 5 6 0 13 14 0 109 110 0 113 114" ] || {
				echo "$in $size"
				host planes $size $size out:i32:12 iota:i32:24
				return 1
			}
		done
	done
}

@test "halves are read, written and rounded as halves, out of SPIR-V too" {
	module half
	spirv
	for in in kernels.bc kernels.spv; do
		mux-aot -o kernels.so $in
		host halves 1 1 out:i32:24 out:i32:8 i32=1 | head -1 | tr ' ' '\n' > got
		diff -u "$inputs/mux/half.want" got || { echo "from $in"; return 1; }
	done
}

@test "maths functions give denormal results, of halves and vectors too, and tgamma its values far below 0" {
	cat > kernels.cl <<-'END'
		#pragma OPENCL EXTENSION cl_khr_fp16 : enable
		__kernel void small(__global float *out, float x)
		{
			int n;
			int2 m;

			out[0] = exp(x) == 0x1.5p-145f && exp((float4)(0, 1, x, 2)).z == 0x1.5p-145f;
			out[1] = exp2(x - 32.75f) == 0x1p-133f && exp2((float3)(x - 32.75f)).y == 0x1p-133f;
			out[2] = erfc(-x / 10) == 0x1p-149f && erfc((float2)(-x / 10)).y == 0x1p-149f;
			out[3] = rootn(x * 0x1p-136f, 1) == x * 0x1p-136f && rootn((double2)(x), (int2)(1, -1)).y == 1 / (double)x;
			out[4] = fabs(tgamma((double)x - 74.25) * 0x1p1000 * 0x1p52 + 1.784820795) < 1e-5;
			out[5] = isinf(tgamma((half)-0.0h)) && signbit((float)tgamma((half)-0.0h));
			out[6] = fabs(tgamma((float2)(x / 2.5f, 4)).y - 6) < 1e-5f && fmod((float2)(1e30f, x), (float2)(7, 3)).y == fmod(x, 3.0f);
			out[7] = fabs(lgamma(x * 1e-22f) - 46.0492f) < 1e-3f && powr((double)3e-285, 4e76) == 0;
			out[8] = remquo(0x1p-140f, x, &n) == 0x1p-140f && n == 0 && remquo(x, 0x1p-144f, &n) == 0 && n == 0 && remquo(x, 1.0f, &n) == -0.25f && n == -100;
			out[9] = remquo((float2)(x, 0x1.4p-147f), (float2)(0x1p120f, 0x1p-148f), &m).y == 0x1p-149f && m.y == 2 + 0 * m.x && remquo(1e300, (double)x, &n) == 37.5;
		}
	END
	opencl kernels.cl
	spirv
	for in in kernels.bc kernels.spv; do
		mux-aot -o kernels.so $in
		got=$(host small 1 1 out:f32:10 f32=-100.25)
		[ "$got" = "1 1 1 1 1 1 1 1 1 1" ] || { echo "$in: $got"; return 1; }
	done
}

@test "helpers that call one another twice, level by level, stay functions and compute the same" {
	local level want
	{
		echo 'unsigned h0(unsigned x, unsigned i) { return x * 5u + i; }'
		for level in {1..12}; do
			echo "unsigned h$level(unsigned x, unsigned i) {"
			echo "	unsigned y = h$((level - 1))(x, i) ^ ${level}u;"
			echo "	return h$((level - 1))(y & 1 ? y * 3 : y >> 2, i + $level) + y; }"
		done
	} > helpers.h
	{
		cat helpers.h
		echo '__kernel void tree(__global unsigned *out) { size_t i = get_global_id(0); out[i] = h12(i, 7u); }'
	} > tree.cl
	{
		printf '#include <stdio.h>\n'
		cat helpers.h
		echo 'int main(void) { for (unsigned i = 0; i < 20; i++) printf("%d%c", (int)h12(i, 7), i < 19 ? 32 : 10); }'
	} > tree.c
	cc -O1 -w -o tree tree.c
	want=$(./tree)
	opencl tree.cl
	mux-aot -o kernels.so kernels.bc
	[ "$(host tree 20 20 out:i32:20)" = "$want" ]
	mux-aot --emit=ll -o kernels.ll kernels.bc
	[ "$(wc -l < kernels.ll)" -lt 4000 ] || { wc -l kernels.ll; return 1; }
}

@test "a long kernel is not copied for each of its loops: those that gain least are not cut out" {
	local k
	{
		echo '__kernel void loops(__global int *out, __global const int *in, int n) {'
		echo 'int i = get_global_id(0), x = in[i], y = i + 1;'
		for k in {1..20}; do
			echo "if (n & $k) { int z = y & 1023; do { z = z & 1 ? (3 * z - 7) >> 2 : z >> 1; y += z; } while (z > $k); }"
		done
		for k in {1..150}; do
			echo "y = x >> $((k % 23)) & 1 ? y * $((2 * k + 1)) + in[(y + $k) & 63] : (y ^ x) + $k;"
		done
		echo 'out[i] = y; }'
	} > long.cl
	sed '/& 1 ?.*: (y/d' long.cl > short.cl
	for name in short long; do
		opencl $name.cl
		mux-aot --width=1 -o kernels.so kernels.bc
		host loops 64 64 out:i32:64 iota:i32:64 i32=7 > want
		mux-aot -v -o kernels.so kernels.bc 2> $name.note
		host loops 64 64 out:i32:64 iota:i32:64 i32=7 | diff want -
		mux-aot --emit=ll -o $name.ll kernels.bc
	done
	grep -Eq ', [3-9][0-9] soft boundaries;' short.note || { cat short.note; return 1; }
	! grep -Eq ', ([2-9][0-9]|1[0-9]) soft boundaries;' long.note || { cat long.note; return 1; }
	[ "$(wc -l < long.ll)" -lt 12000 ] || { wc -l long.ll; return 1; }
}

@test "a kernel of 160 loops, none of which is cut out in the end, is compiled in 700 MB" {
	local k
	{
		echo '__kernel void loops(__global int *out, __global const int *in) { int i = get_global_id(0), x = in[i], y = i + 1;'
		for k in {0..159}; do
			echo "if (x & $((k + 1))) { int z = y & 1023; while (z > $k) { z = z & 1 ? (3 * z - 7) >> 2 : z >> 1; y += z; } }"
		done
		echo 'out[i] = y; }'
	} > loops.cl
	opencl loops.cl
	([ "$TEST_SET" = asan ] || ulimit -v 700000; mux-aot -j1 -v -o kernels.so kernels.bc 2> note)
	grep -q ' 0 soft boundaries;' note || { cat note; return 1; }
}

@test "in very long kernels functions that are not to be inlined, and large ones that are called once, stay functions" {
	local k
	{
		echo '__attribute__((noinline)) int apart(int x) {'
		for k in {1..60}; do echo "x = (x ^ x >> $((k % 9 + 1))) * $((2 * k + 1)) + (x << 3);"; done
		echo 'return x; }'
		echo 'int branches(int x, int n) {'
		for k in {1..30}; do echo "if (x & $((1 << k % 20))) x += n * $k; else if (n & $k) x = x * $k - n;"; done
		echo 'return x; }'
		echo '__kernel void very_long(__global int *out, int n) { int i = get_global_id(0), x = i * 7; volatile __global int *v = out + 20;'
		echo 'x = branches(apart(x + 1), n);'
		echo '#ifndef SHORT'
		for k in {1..3200}; do echo "v[$((k % 8))] = v[$((k % 7))] * $((2 * k + 1)) + v[$((k % 5 + 1))];"; done
		echo '#endif'
		echo 'out[i] = x; }'
	} > very.cl
	opencl very.cl -O1
	mux-aot -v -o kernels.so kernels.bc
	mux-aot --emit=ll -o kernels.ll kernels.bc
	for function in apart branches; do
		grep -Eq "call .*@$function\(" kernels.ll || { echo "$function is inlined"; return 1; }
	done
	{
		printf '#define __kernel\n#define __global\n#include <stdio.h>\nstatic int id; static int get_global_id(int d) { return id; }\n'
		cat very.cl
		echo 'int main(void) { int out[28] = { 0 }; for (id = 0; id < 20; id++) very_long(out, 5);'
		echo 'for (id = 0; id < 20; id++) printf("%d%c", out[id], id < 19 ? 32 : 10); }'
	} > very.c
	"$LLVM_BIN/clang" -O1 -w -fwrapv -o very very.c
	[ "$(host very_long 20 20 out:i32:28 i32=5 | cut -d " " -f 1-20)" = "$(./very)" ]
	opencl very.cl -O1 -DSHORT
	mux-aot --emit=ll -o kernels.ll kernels.bc
	! grep -E 'call .*@(apart|branches)\(' kernels.ll || return 1
}

@test "a long block becomes several loops over work-items, with what they keep in memory between" {
	local k
	{
		echo '__kernel void long_block(__global int *out, __global const int *in, int n) { int i = get_global_id(0), x = in[i], y = n;'
		for k in {1..170}; do
			echo "x = ((x << 1 ^ x >> 3) + (x >> $((k % 23)) & y) ^ (x << 7 ^ y >> 5)) * $((2 * k + 1)); y ^= x + in[(y + $k) & 31];"
		done
		echo 'out[i] = x + y; }'
	} > block.cl
	opencl -w block.cl
	{
		printf '#define __kernel\n#define __global\n#include <stdio.h>\nstatic int id; static int get_global_id(int d) { return id; }\n'
		cat block.cl
		echo 'int main(void) { int in[37], out[37]; for (id = 0; id < 37; id++) in[id] = id;'
		echo 'for (id = 0; id < 37; id++) long_block(out, in, 9);'
		echo 'for (id = 0; id < 37; id++) printf("%d%c", out[id], id < 36 ? 32 : 10); }'
	} > block.c
	"$LLVM_BIN/clang" -O1 -w -fwrapv -o block block.c
	mux-aot -v -o kernels.so kernels.bc 2> note
	grep -Eq ', [1-9] soft boundaries;' note || { cat note; return 1; }
	[ "$(host long_block 37 37 out:i32:37 iota:i32:37 i32=9)" = "$(./block)" ]
	mux-aot --emit=ll -o kernels.ll kernels.bc
	grep -q 'xor <16 x i32>' kernels.ll
}

@test "many kernels are compiled in parts: any number of processes writes the same image, variables are shared" {
	local k
	{
		echo '__global int counter = 5; __constant int table[4] = { 1, 2, 3, 4 };'
		for k in {0..79}; do
			echo "__kernel void k$k(__global int *out) { counter += table[$k & 3]; out[0] = counter + 1000 * $k; }"
		done
		echo '__kernel void three(__global int *out) { out[0] = counter; }'
	} > many.cl
	opencl many.cl
	# kernels of unnamed namespaces have names like this one
	"$LLVM_BIN/llvm-dis" -o - kernels.bc | sed 's/@k13(/@"k13@unit.cpp"(/' > kernels.ll
	mv kernels.ll kernels.bc
	mux-aot -j1 -o one.so kernels.bc
	mux-aot --jobs=3 -o kernels.so kernels.bc
	cmp one.so kernels.so
	for k in 0 7 13@unit.cpp 38 40 79; do
		[ "$(host k$k 1 1 out:i32:1)" = $((1000 * ${k%@*} + 6 + ${k%@*} % 4)) ] || return 1
	done
	[ "$(host three 1 1 out:i32:1)" = 5 ]
	run -2 mux-aot --jobs=0 kernels.bc
	[ "${lines[0]}" = "mux-aot: error: option '--jobs' wants a number from 1 to 1024, not '0'" ]
}

@test "printf prints vectors, and its result is 0" {
	module half
	mux-aot -o kernels.so kernels.bc
	[ "$(host prints 1 1 out:i32:2 i32=7)" = "$(printf '%s\n' '<07,08,09,10> 0x1,0xff 7% 1.50,2.50 text 3' '1 0')" ]
}

# status: mux-spirv
@test "printf prints vectors out of SPIR-V whose format is in constant memory, but not decorated as constant" {
	cat > kernels.cl <<-'END'
		__kernel void prints(__global int *out)
		{
			out[0] = printf("%v4hld %s %5.2f\n", (int4)(1, 2, 3, 4), "x", 2.5);
		}
	END
	"$LLVM_BIN/clang" -x cl -cl-std=CL1.2 -target spirv64 -O0 -c -o kernels.spv kernels.cl
	spirv-dis --raw-id kernels.spv | sed '/OpDecorate .* Constant$/d' | spirv-as --target-env spv1.4 --preserve-numeric-ids -o plain.spv -
	mux-aot -o kernels.so plain.spv
	[ "$(host prints 1 1 out:i32:1)" = "$(printf '%s\n' '1,2,3,4 x  2.50' 0)" ]
}

@test "printf prints texts of different lengths, and vectors, out of SPIR-V of LLVM's back end" {
	cat > texts.cl <<-'END'
		__kernel void texts(__global int *out)
		{
			printf("short\n");
			printf("");
			printf("a longer one: %d\n", 3);
			printf("%d and %s\n", 4, "text");
			printf("%d and %s\n", 5, "a longer one");
			out[0] = printf("%v2hd|%v4hlf\n", (short2)(1, -2), (float4)(0.5f, 2, 3, 4));
			printf("%c\n", 'z');
		}
	END
	local level
	for level in -O0 -O2; do
		"$LLVM_BIN/clang" -x cl -cl-std=CL2.0 -target spirv64-unknown-unknown $level -w -c -o texts.spv texts.cl
		mux-aot -o texts.so texts.spv
		[ "$("$BUILD/tests/mux-host" ./texts.so texts 1 1 out:i32:1)" = \
			"$(printf '%s\n' short 'a longer one: 3' '4 and text' '5 and a longer one' '1,-2|0.500000,2.000000,3.000000,4.000000' z 0)" ]
	done
}

@test "SPIR-V gives the same results as bitcode" {
	image kernels --width=16
	spirv
	mv kernels.so bitcode.so
	mux-aot -o spirv.so kernels.spv
	while read -r line; do
		# shellcheck disable=SC2086 # words
		for from in bitcode spirv; do
			cp $from.so kernels.so
			host $line > $from.out
		done
		diff -u bitcode.out spirv.out || { echo "$line"; return 1; }
	done <<-'END'
		add 64 16 out:f32:64 iota:f32:64 f32=1.5
		ids 4,2,2@5,6,7 2,1,2 out:i64:16
		far_dimensions 2 1 out:i64:2 i32=1
		reverse_group 32 16 out:i32:32 local=64
		sum_group 96 32 iota:i32:96 out:i32:3
		branches 40 20 out:i32:40 i32=2 local=80
		maths 32 16 out:f32:32
		exchange 40 8 out:i32:3
		count 40 8 iota:i32:1 out:i32:40
		fixed_size 8,2 8,2 out:i32:16
		sub_groups 4 2 out:i32:4 out:i32:4
		collectives 32 16 out:i32:224 i32=2
		copies 6 6 out:i32:14 iota:i32:16 local=128 local=64
		cases 8 8 out:i32:8 iota:i32:8
	END
}

@test "SPIR-V of LLVM's back end: composites of values, conversions to the same type, any and all of integers" {
	module foreign
	mux-aot -o kernels.so kernels.bc
	[ "$(host saturated 1 1 out:i32:4 iota:i32:4)" = "1 127000 127 65535" ]
	spirv
	for in in kernels.bc kernels.spv; do
		mux-aot -o kernels.so $in
		got=$(host foreign 1 1 out:i32:8 iota:f32:8 iota:f64:16 iota:i32:4)
		[ "$got" = "2234 1222 25 1750 3 -1 41 32" ] || { echo "$in: $got"; return 1; }
	done
}

# status: mux-atomics
@test "atomic functions of OpenCL C: of C11 and older ones, 64 bits, floats, flags, out of SPIR-V too" {
	module atomics
	spirv
	# every scope is the system's
	mux-aot --emit=ll -o kernels.ll kernels.bc
	for wanted in cmpxchg 'atomicrmw umax' 'load atomic' 'store atomic' 'fence acq_rel'; do
		grep -q "$wanted" kernels.ll || { echo "no $wanted"; return 1; }
	done
	! grep -E '(cmpxchg|atomicrmw|atomic|fence) .*syncscope' kernels.ll || return 1
	mux-aot -o bitcode.so kernels.bc
	mux-aot -o spirv.so kernels.spv
	for from in bitcode spirv; do
		cp $from.so kernels.so
		for size in 5 5,1,1 1,5 1,1,5; do
			{
				host atomics_c11 $size $size out:i32:5 both:i32:16
				host atomics_wide $size $size out:i32:5 both:i64:9
				host atomics_flag $size $size out:i32:5
				host atomics_old $size $size out:i32:5 both:i32:12
			} > got
			diff -u - got <<-'END' || { echo "$from $size"; return 1; }
				15153 15153 15153 15153 15153
				31 -4 2 0 4 5 6 7 -252 9 14 11 1075838976 1073741824 14 15
				7 7 7 7 7
				21474836485 -17179869184 17 4615063718147915776 29 34359738368 1099511627776 12 9
				12 12 12 12 12
				504 504 504 504 504
				10 -14 7 -2 31 4 2 -4 -252 1069547520 55 21
			END
		done
	done
}

@test "ballots, masks and logical reductions of sub-groups, out of SPIR-V too" {
	opencl -cl-std=CL3.0 "$inputs/mux/subgroups.cl"
	spirv
	for in in kernels.bc kernels.spv; do
		mux-aot -o kernels.so $in
		[ "$(host ballots 1 1 out:i32:8)" = "1 11 11 0 111 111 1101 17" ] || { echo $in; host ballots 1 1 out:i32:8; return 1; }
	done
}

@test "pointers to generic memory know where they point, through functions, branches and loops" {
	for optimize in -O0 -O2; do
		opencl $optimize "$inputs/mux/generic.cl"
		spirv
		for in in kernels.bc kernels.spv; do
			mux-aot -o kernels.so $in
			[ "$(host points 4 4 out:i32:8 iota:i32:4)" = "114221 114223 114221 114223 4 22 11 4" ] || {
				echo "$optimize $in: $(host points 4 4 out:i32:8 iota:i32:4)"
				return 1
			}
		done
	done
	cat > loaded.cl <<-'END'
		__kernel void loaded(__global int *out, __global int *in) { out[0] = to_local((int *)(ulong)(in[0] + 8)) != 0; }
	END
	opencl -cl-std=CL2.0 loaded.cl
	spirv
	for in in kernels.bc kernels.spv; do
		run -1 mux-aot -o out.so $in
		[[ $output == "mux-aot: error: function 'loaded': address space of a pointer that '"*"' gets is not known before the kernel runs" ]]
	done
	# a program of SYCL knows it
	"$LLVM_BIN/llvm-dis" kernels.bc -o - | sed '/^!opencl.ocl.version/d' > sycl.ll
	spirv-dis kernels.spv | sed 's/OpSource OpenCL_C .*/OpSource OpenCL_CPP 100000/' > sycl.spvasm
	spirv-as --target-env spv1.3 -o sycl.spv sycl.spvasm
	for in in sycl.ll sycl.spv; do
		mux-aot -o kernels.so $in
		[ "$(host loaded 1 1 out:i32:1 iota:i32:1)" = 1 ]
	done
}

@test "SPIR-V is read from standard input, its table is that of the bitcode" {
	module loops
	spirv
	mux-aot --emit=table - < kernels.spv > got
	mux-aot --emit=table kernels.bc > want
	diff -u want got
}

@test "SPIR-V 1.6: instructions, modes and names that LLVM's producers seldom write, builtin variables as any pointer" {
	spirv-as --target-env spv1.6 -o forms.spv "$inputs/mux/oracle/forms.spvasm"
	mux-aot -o forms.so forms.spv
	"$BUILD/tests/mux-host" ./forms.so | sort | diff "$inputs/mux/oracle/forms.want" -
}

@test "modules of SPIR-V that spirv-link linked have a builtin variable several times" {
	cat > a.cl <<-'END'
		uint helper(uint x, __global const uint *p) { return x * 3 + p[get_local_id(0)]; }
		__kernel void first(__global uint *out, __global const uint *in) { out[get_global_id(0)] = in[get_global_id(0)] + 1; }
	END
	cat > b.cl <<-'END'
		uint helper(uint x, __global const uint *p);
		__kernel void second(__global uint *out, __global const uint *in)
		{
			out[get_global_id(0)] = helper(in[get_global_id(0)], in) + get_local_id(0);
		}
	END
	for name in a b; do
		clang-15 -x cl -cl-std=CL2.0 -target spir64 -O0 -emit-llvm -c -o $name.bc $name.cl
		llvm-spirv-15 --spirv-max-version=1.1 -o $name.spv $name.bc
	done
	spirv-link --allow-partial-linkage --target-env spv1.1 -o kernels.spv a.spv b.spv
	mux-aot -o kernels.so kernels.spv
	[ "$(host first 4 4 out:i32:4 iota:i32:8)" = "1 2 3 4" ]
	[ "$(host second 4 4 out:i32:4 iota:i32:8)" = "0 5 10 15" ]
}

@test "the translator's variables outside of functions begin parts of local arrays and structures" {
	cat > parts.cl <<-'END'
		struct squares { int of[8], more; };
		__kernel void parts(__global int *out, __global const int *in)
		{
			int i = get_global_id(0), row[2][6] = { { 5, 6, 7, 8, 9, 10 }, { in[i], in[i + 1] } };
			struct squares s = { { 0, 1, 4, 9, 16, 25, 36, 49 }, in[i] };

			s.of[in[i] & 7] += 100 * s.more;
			row[0][5] += row[1][1];
			out[i] = s.of[3] + row[0][i & 1 ? 5 : 0];
		}
	END
	clang-15 -x cl -cl-std=CL2.0 -target spir64 -O0 -emit-llvm -c -o parts.bc parts.cl
	llvm-spirv-15 --spirv-max-version=1.3 -o parts.spv parts.bc
	spirv-dis parts.spv | grep '^ *%[^ ]* = OpVariable .* Function %'
	mux-aot -o kernels.so parts.spv
	[ "$(host parts 4 4 out:i32:4 iota:i32:8)" = "14 21 14 323" ]
}

@test "damaged SPIR-V is diagnosed" {
	module loops
	spirv
	head -c 16 kernels.spv > short.spv
	run -1 mux-aot -o out.so short.spv
	[ "$output" = "mux-aot: error: cannot read 'short.spv': damaged SPIR-V header" ]
	{ head -c 20 kernels.spv; printf '\0\0\0\0'; } > zero.spv
	run -1 mux-aot -o out.so zero.spv
	[ "$output" = "mux-aot: error: cannot read 'zero.spv': damaged SPIR-V at byte 20" ]
	head -c -4 kernels.spv > cut.spv
	run -1 mux-aot -o out.so cut.spv
	[ "$output" = "mux-aot: error: cannot read 'cut.spv': damaged SPIR-V, a function is not complete" ]
	# A switch whose last case has no block: llvm-spirv-15 would take all memory that there is.
	"$LLVM_BIN/clang" -x cl -target spirv64-unknown-unknown -O0 -w -c -o switch.spv - <<-'END'
		kernel void k(global int *p, int n) { switch (n) { case 1: *p = 5; break; case 2: *p = 6; break; case 7: *p = 8; } }
	END
	perl -e 'local $/; binmode STDIN; binmode STDOUT; my @w = unpack "V*", <STDIN>; my ($at) = grep { $w[$_] == (9 << 16 | 251) } 5 .. $#w;
		$w[$at] = 8 << 16 | 251; $w[$at + 8] = 1 << 16; print pack "V*", @w' < switch.spv > odd.spv
	run -1 mux-aot -o out.so odd.spv
	[[ $output = "mux-aot: error: cannot read 'odd.spv': damaged SPIR-V at byte "* ]] || { echo "$output"; return 1; }
	# Structures and constants that contain themselves, from LLVM's back end, whose constants are written anew.
	cat > self.spvasm <<-'END'
		OpCapability Kernel
		OpCapability Addresses
		OpMemoryModel Physical64 OpenCL
		OpEntryPoint Kernel %k "k"
		%void = OpTypeVoid
		%s = OpTypeStruct %s %s
		%t = OpTypeStruct %t %t
		%a = OpConstantComposite %s %a %a
		%b = OpConstantComposite %t %a %a
		%fn = OpTypeFunction %void
		%k = OpFunction %void None %fn
		%l = OpLabel
		OpReturn
		OpFunctionEnd
	END
	spirv-as -o self.spv self.spvasm
	perl -e 'local $/; binmode STDIN; binmode STDOUT; my @w = unpack "V*", <STDIN>; $w[2] = 43 << 16; print pack "V*", @w' < self.spv > of-llvm.spv
	run mux-aot -o self.so of-llvm.spv
	[[ $output != *'LLVM crashed'* && $status -le 1 ]] || { echo "$output"; return 1; }
	# An integer of 8 million bits.
	perl -e 'local $/; binmode STDIN; binmode STDOUT; my @w = unpack "V*", <STDIN>; my ($at) = grep { $w[$_] == (4 << 16 | 21) } 5 .. $#w;
		$w[$at + 2] |= 1 << 23; print pack "V*", @w' < switch.spv > wide.spv
	run -1 mux-aot -o out.so wide.spv
	[[ $output = "mux-aot: error: cannot read 'wide.spv': damaged SPIR-V at byte "* ]] || { echo "$output"; return 1; }
	[ ! -e out.so ]
}

@test "reads of a private array stay between the writes around them" {
	for options in --width=16 --width=1; do
		image loops $options
		[ "$(host interleaved 8 8 out:i32:8 iota:i32:9)" = "1000 12010 31028 16012 13012 32030 59056 24020" ] || return 1
	done
}

@test "the image depends on nothing but input and options" {
	image loops --width=16
	cp kernels.bc other-name.bc
	TMPDIR=$PWD mux-aot -o again.so other-name.bc
	cmp kernels.so again.so
	! grep -q mux-aot. <<< "$(ls)" || return 1
}

@test "random kernels give what one thread a work-item gives, with strides and trees too" {
	for seed in 1 2000; do
		got=$("$root/tests/mux-fuzz.sh" $seed 15)
		[ "$got" = "15 kernels, 0 wrong launches" ] || { echo "seed $seed: $got"; return 1; }
	done
}

@test "so do wild ones: helpers that wait, early returns, gotos into loops, collectives, three dimensions" {
	got=$("$root/tests/mux-fuzz.sh" 3000 4)
	[ "$got" = "4 kernels, 0 wrong launches" ] || { echo "$got"; return 1; }
}

@test "so do those that walk over rows: remainders, edges, divisors that are 0 where they are not reached, records, pixels, atomics" {
	for seed in 6001 10001; do
		got=$("$root/tests/mux-fuzz.sh" $seed 20)
		[ "$got" = "20 kernels, 0 wrong launches" ] || { echo "seed $seed: $got"; return 1; }
	done
}

@test "so do those of small private arrays, of loops along rows, and in strides of the launch" {
	for seed in 14001 15001 16001; do
		got=$("$root/tests/mux-fuzz.sh" $seed 8 --target=native)
		[ "$got" = "8 kernels, 0 wrong launches" ] || { echo "seed $seed: $got"; return 1; }
	done
}

@test "so do those of groups that exchange values: tiles with edges, trees, scans, sorts, products, counts" {
	got=$("$root/tests/mux-fuzz.sh" 8001 5)
	[ "$got" = "5 kernels, 0 wrong launches" ] || { echo "$got"; return 1; }
}

@test "so do those whose sub-groups exchange values, in branches too" {
	for size in 1 16 32; do
		got=$("$root/tests/mux-fuzz.sh" 12001 6 --sub-groups=$size)
		[ "$got" = "6 kernels, 0 wrong launches" ] || { echo "sub-groups of $size: $got"; return 1; }
	done
}

# LLVM's InstCombine makes wrong code of differences of vectors of addresses.
@test "differences of addresses of private memory compile where gathers are instructions" {
	ORACLE_TARGET=skylake "$root/tests/mux-oracle.sh" addresses bitcode -O2 pointer_loops
}

@test "locks, clusters, exchanges of floats, copies of arrays, comparisons of pointers, dimensions that are not there compute what is known of them" {
	oracle="$root/tests/mux-oracle.sh"
	"$oracle" atomics-c11 bitcode -O2 lock_by_flag
	"$oracle" atomics-c11 backend -O2
	"$oracle" sub-groups bitcode -O2 clusters_16
	"$oracle" copies backend -O2 copy_out
	"$oracle" control backend -O0 pointers
	"$oracle" ids llvm-spirv -O0 beyond
	"$oracle" addresses backend -O0 pointers_to_begin_with
	"$oracle" language backend -O0 parts_of_longs
	"$oracle" language backend -O2 parts_of_longs
	"$oracle" addresses backend -O2 null_pointers_to_begin_with
	"$oracle" addresses backend -O2 tables_of_texts
}

@test "SPIR-V may have instructions without meaning, which debuggers read" {
	ORACLE_OPTIONS='-g -mllvm -spirv-ext=+SPV_KHR_non_semantic_info -mllvm --spv-emit-nonsemantic-debug-info' \
		"$root/tests/mux-oracle.sh" addresses backend -O0
	spirv-dis addresses.spv | grep -q 'OpExtInstImport "NonSemantic.Shader.DebugInfo.100"'
}

@test "variables whose alignment LLVM's back end writes wrong have that of their loads" {
	cat > kernels.cl <<-'END'
		typedef uint uint5 __attribute__((ext_vector_type(5)));
		kernel void five(global uint *out)
		{
			uint5 a;
			for (int i = 0; i < 5; i++)
				a[i] = out[get_global_id(0)] + i;
			a = a * 3u + a;
			out[get_global_id(0)] = a[0] + a[get_local_id(0) % 5];
		}
		kernel void wide(global uint *out)
		{
			uint a[9] __attribute__((aligned(256)));
			for (int i = 0; i < 9; i++)
				a[i] = i;
			*(uint8 *)a += out[get_global_id(0)];
			out[get_global_id(0)] = a[get_local_id(0)] + ((size_t)a & 255);
		}
	END
	for optimize in -O0 -O2; do
		"$LLVM_BIN/clang" -x cl -cl-std=CL2.0 -target spirv64-unknown-unknown $optimize -w -c -o kernels.spv kernels.cl
		mux-aot -o kernels.so kernels.spv
		[ "$(host five 7 7 both:i32:7)" = "0 12 24 36 48 40 52" ]
		[ "$(host wide 5 5 both:i32:5)" = "0 2 4 6 8" ]
	done
}

@test "kernels and helpers may have the names of the C library's functions that builtins call" {
	cat > kernels.cl <<-'END'
		float remainderf(float a, float b) { return remainder(a, b) + 100; }
		kernel void fmodf(global float *out)
		{
			float x = out[get_global_id(0)];
			out[get_global_id(0)] = fmod(x, 3.0f) + remainderf(x, 4.0f);
		}
		kernel void ldexpf(global float *out) { out[get_global_id(0)] = ldexp(out[get_global_id(0)], 3); }
	END
	"$LLVM_BIN/clang" -x cl -cl-std=CL2.0 -target spirv64 -O1 -emit-llvm -c -o kernels.bc kernels.cl
	mux-aot -o kernels.so kernels.bc
	[ "$(host fmodf 6 6 both:f32:6)" = "100 102 104 99 101 103" ]
	[ "$(host ldexpf 4 4 both:f32:4)" = "0 8 16 24" ]
}

@test "cl_intel_subgroups: collectives, exchanges of two values, blocks of memory, in sub-groups of one and of eight, out of SPIR-V too" {
	local kernel
	for kernel in eight one_blocks one_collectives one_exchanges; do
		"$root/tests/mux-oracle.sh" sub-groups-intel bitcode -O2 $kernel
		"$root/tests/mux-oracle.sh" sub-groups-intel llvm-spirv -O0 $kernel
	done
}

@test "builtins at NaN, infinity, zeros, denormal numbers and overflow compute what OpenCL says" {
	"$root/tests/mux-oracle.sh" edges bitcode -O2
	"$root/tests/mux-oracle.sh" edges backend -O2
}

@test "extended bit operations, out of SPIR-V too, and integer dot products compute what OpenCL says; clocks go on" {
	local kernel
	"$root/tests/mux-oracle.sh" bits bitcode -O0
	"$root/tests/mux-oracle.sh" bits bitcode -O2
	for kernel in bit_orders bit_parts; do
		ORACLE_OPTIONS='-DNO_DOT -mllvm -spirv-ext=+SPV_KHR_bit_instructions' "$root/tests/mux-oracle.sh" bits backend -O2 $kernel
	done
	cat > kernels.cl <<-'END'
		kernel void clocks(global int *out)
		{
			ulong first = clock_read_device(), second = clock_read_work_group();
			uint2 third = clock_read_hilo_sub_group();
			out[0] = first && second > first && ((ulong)third.y << 32 | third.x) > second;
		}
	END
	"$LLVM_BIN/clang" -x cl -cl-std=CL3.0 -target spirv64 -O1 -emit-llvm -c -o kernels.bc kernels.cl
	mux-aot -o kernels.so kernels.bc
	[ "$(host clocks 1 1 out:i32:1)" = 1 ]
}

# spirv_body SUB-GROUP < BODY: kernels.so has a kernel k(out) whose body makes the uint %r of its global id %g; sub-groups have that size, 0: none
spirv_body() {
	local mode=
	[ "$1" = 0 ] || mode="OpExecutionMode %k SubgroupSize $1"
	cat - > body
	cat > body.spvasm <<-END
		OpCapability Addresses
		OpCapability Kernel
		OpCapability Int64
		OpCapability Int8
		OpCapability Float16
		OpCapability Vector16
		OpCapability Groups
		OpCapability SubgroupDispatch
		OpCapability GroupNonUniformVote
		OpCapability GroupNonUniformArithmetic
		OpCapability GroupNonUniformRotateKHR
		OpCapability GroupUniformArithmeticKHR
		OpExtension "SPV_KHR_subgroup_rotate"
		OpExtension "SPV_KHR_uniform_group_instructions"
		OpMemoryModel Physical64 OpenCL
		OpEntryPoint Kernel %k "k" %gid
		$mode
		OpDecorate %gid BuiltIn GlobalInvocationId
		OpDecorate %gid Constant
		%void = OpTypeVoid
		%bool = OpTypeBool
		%uint = OpTypeInt 32 0
		%ulong = OpTypeInt 64 0
		%half = OpTypeFloat 16
		%float = OpTypeFloat 32
		%v2uint = OpTypeVector %uint 2
		%v3ulong = OpTypeVector %ulong 3
		%v3float = OpTypeVector %float 3
		%v8half = OpTypeVector %half 8
		%v16float = OpTypeVector %float 16
		%in = OpTypePointer Input %v3ulong
		%to = OpTypePointer CrossWorkgroup %uint
		%type = OpTypeFunction %void %to
		%u0 = OpConstant %uint 0
		%u1 = OpConstant %uint 1
		%u2 = OpConstant %uint 2
		%u3 = OpConstant %uint 3
		%u4 = OpConstant %uint 4
		%gid = OpVariable %in Input
		%k = OpFunction %void None %type
		%out = OpFunctionParameter %to
		%entry = OpLabel
		%ids = OpLoad %v3ulong %gid Aligned 32
		%id = OpCompositeExtract %ulong %ids 0
		%g = OpUConvert %uint %id
		$(cat body)
		%at = OpInBoundsPtrAccessChain %to %out %id
		OpStore %at %r Aligned 4
		OpReturn
		OpFunctionEnd
	END
	spirv-as --target-env spv1.3 -o body.spv body.spvasm
	mux-aot -o kernels.so body.spv
}

@test "SPIR-V: values rotate in clusters where the instruction has their size" {
	spirv_body 8 <<< '%r = OpGroupNonUniformRotateKHR %uint %u3 %g %u1 %u4'
	[ "$(host k 16 16 out:i32:16)" = "1 2 3 0 5 6 7 4 9 10 11 8 13 14 15 12" ]
	spirv_body 8 <<< '%r = OpGroupNonUniformRotateKHR %uint %u3 %g %u1'
	[ "$(host k 16 16 out:i32:16)" = "1 2 3 4 5 6 7 0 9 10 11 12 13 14 15 8" ]
}

@test "SPIR-V: group operations on vectors are those of their elements" {
	local sum last
	last='%a = OpCompositeExtract %uint %s 0
		%b = OpCompositeExtract %uint %s 1
		%p = OpShiftLeftLogical %uint %b %u4
		%r = OpIAdd %uint %p %a'
	sum='%v = OpCompositeConstruct %v2uint %g %u1'
	spirv_body 4 <<< "$sum
		%s = OpGroupNonUniformIAdd %v2uint %u3 Reduce %v
		$last"
	[ "$(host k 8 8 out:i32:8)" = "70 70 70 70 86 86 86 86" ]
	spirv_body 4 <<< "$sum
		%s = OpGroupNonUniformIAdd %v2uint %u3 ClusteredReduce %v %u2
		$last"
	[ "$(host k 8 8 out:i32:8)" = "33 33 37 37 41 41 45 45" ]
	spirv_body 4 <<< "$sum
		%s = OpGroupNonUniformSMax %v2uint %u3 InclusiveScan %v
		$last"
	[ "$(host k 8 8 out:i32:8)" = "16 17 18 19 20 21 22 23" ]
	spirv_body 0 <<< "$sum
		%s = OpGroupIAdd %v2uint %u2 ExclusiveScan %v
		$last"
	[ "$(host k 8 8 out:i32:8)" = "0 16 33 51 70 90 111 133" ]
	# the first one has the identity, also where sub-groups have one work-item
	spirv_body 1 <<< "$sum
		%s = OpGroupNonUniformIMul %v2uint %u3 ExclusiveScan %v
		$last"
	[ "$(host k 2 2 out:i32:2)" = "17 17" ]
	spirv_body 4 <<< '%f = OpConvertUToF %float %g
		%v = OpCompositeConstruct %v3float %f %f %f
		%s = OpGroupNonUniformFMax %v3float %u3 Reduce %v
		%x = OpCompositeExtract %float %s 2
		%r = OpConvertFToU %uint %x'
	[ "$(host k 8 8 out:i32:8)" = "3 3 3 3 7 7 7 7" ]
	# the first elements are the same in all, the second ones in the second sub-group
	spirv_body 4 <<< '%n = OpShiftRightLogical %uint %g %u2
		%e = OpIEqual %bool %n %u0
		%o = OpSelect %uint %e %g %u3
		%v = OpCompositeConstruct %v2uint %u1 %o
		%s = OpGroupNonUniformAllEqual %bool %u3 %v
		%r = OpSelect %uint %s %u1 %u0'
	[ "$(host k 8 8 out:i32:8)" = "0 0 0 0 1 1 1 1" ]
}

@test "SPIR-V: the extension's group operations are there in sub-groups of one work-item" {
	local op
	for op in IMul BitwiseAnd BitwiseOr BitwiseXor; do
		spirv_body 0 <<< "%r = OpGroup${op}KHR %uint %u3 Reduce %g"
		[ "$(host k 4 4 out:i32:4)" = "0 1 2 3" ] || { echo $op; return 1; }
	done
	spirv_body 0 <<< '%r = OpGroupBitwiseAndKHR %uint %u3 ExclusiveScan %g'
	[ "$(host k 2 2 out:i32:2)" = "-1 -1" ]
	spirv_body 0 <<< '%p = OpIEqual %bool %g %u1
		%s = OpGroupLogicalXorKHR %bool %u3 InclusiveScan %p
		%r = OpSelect %uint %s %u1 %u0'
	[ "$(host k 4 4 out:i32:4)" = "0 1 0 0" ]
}

@test "SPIR-V: products of vectors of eight and sixteen elements" {
	spirv_body 0 <<< '%f = OpConvertUToF %float %g
		%v = OpCompositeConstruct %v16float %f %f %f %f %f %f %f %f %f %f %f %f %f %f %f %f
		%s = OpDot %float %v %v
		%r = OpConvertFToU %uint %s'
	[ "$(host k 4 4 out:i32:4)" = "0 16 64 144" ]
	spirv_body 0 <<< '%f = OpConvertUToF %half %g
		%v = OpCompositeConstruct %v8half %f %f %f %f %f %f %f %f
		%s = OpDot %half %v %v
		%r = OpConvertFToU %uint %s'
	[ "$(host k 4 4 out:i32:4)" = "0 8 32 72" ]
}

@test "barriers of two parts: what is before the first is done behind the second, out of SPIR-V too" {
	cat > split.cl <<-'END'
		void intel_work_group_barrier_arrive(cl_mem_fence_flags flags) __attribute__((overloadable, convergent));
		void intel_work_group_barrier_wait(cl_mem_fence_flags flags) __attribute__((overloadable, convergent));
		__kernel void k(__global int *out, __local int *at)
		{
			int i = get_local_id(0), own = i * i;

			at[i] = own;
			intel_work_group_barrier_arrive(CLK_LOCAL_MEM_FENCE);
			own += 100;
			intel_work_group_barrier_wait(CLK_LOCAL_MEM_FENCE);
			out[i] = own + at[get_local_size(0) - 1 - i];
		}
	END
	opencl -cl-std=CL2.0 split.cl
	mux-aot -o kernels.so kernels.bc
	[ "$(host k 4 4 out:i32:4 local=16)" = "109 105 105 109" ]
	cat > split.spvasm <<-'END'
		OpCapability Addresses
		OpCapability Kernel
		OpCapability Int64
		OpCapability SplitBarrierINTEL
		OpExtension "SPV_INTEL_split_barrier"
		OpMemoryModel Physical64 OpenCL
		OpEntryPoint Kernel %k "k" %lid
		OpDecorate %lid BuiltIn LocalInvocationId
		OpDecorate %lid Constant
		%void = OpTypeVoid
		%uint = OpTypeInt 32 0
		%ulong = OpTypeInt 64 0
		%v3ulong = OpTypeVector %ulong 3
		%in = OpTypePointer Input %v3ulong
		%to = OpTypePointer CrossWorkgroup %uint
		%at = OpTypePointer Workgroup %uint
		%type = OpTypeFunction %void %to %at
		%group = OpConstant %uint 2
		%release = OpConstant %uint 260
		%acquire = OpConstant %uint 258
		%l3 = OpConstant %ulong 3
		%lid = OpVariable %in Input
		%k = OpFunction %void None %type
		%out = OpFunctionParameter %to
		%all = OpFunctionParameter %at
		%entry = OpLabel
		%ids = OpLoad %v3ulong %lid Aligned 32
		%i = OpCompositeExtract %ulong %ids 0
		%x = OpUConvert %uint %i
		%own = OpInBoundsPtrAccessChain %at %all %i
		OpStore %own %x Aligned 4
		OpControlBarrierArriveINTEL %group %group %release
		%n = OpISub %ulong %l3 %i
		OpControlBarrierWaitINTEL %group %group %acquire
		%other = OpInBoundsPtrAccessChain %at %all %n
		%y = OpLoad %uint %other Aligned 4
		%place = OpInBoundsPtrAccessChain %to %out %i
		OpStore %place %y Aligned 4
		OpReturn
		OpFunctionEnd
	END
	spirv-as --target-env spv1.3 -o split.spv split.spvasm
	mux-aot -o kernels.so split.spv
	[ "$(host k 4 4 out:i32:4 local=16)" = "3 2 1 0" ]
}

@test "SPIR-V: a kernel that wants arithmetic rounded another way than to nearest is refused" {
	local mode
	cat > float.cl <<-'END'
		__kernel void k(__global float *p) { p[0] += 0x1.8p-24f; }
	END
	"$LLVM_BIN/clang" -x cl -target spirv64-unknown-unknown -O1 -c -o float.spv float.cl
	spirv-dis --raw-id float.spv > float.spvasm
	for mode in RTE RTZ; do
		sed "s/OpCapability Kernel/&\nOpCapability RoundingMode$mode/; s/OpEntryPoint Kernel \(%[0-9]*\).*/&\nOpExecutionMode \1 RoundingMode$mode 32/" \
			float.spvasm > $mode.spvasm
		spirv-as --target-env spv1.4 --preserve-numeric-ids -o $mode.spv $mode.spvasm
	done
	mux-aot -o out.so RTE.spv
	run -1 mux-aot -o out.so RTZ.spv
	[ "$output" = "mux-aot: error: cannot read 'RTZ.spv': a kernel wants arithmetic that is rounded toward zero, not to nearest" ]
}

@test "cl_intel_subgroup_buffer_prefetch: blocks that are fetched ahead are read" {
	cat > ahead.cl <<-'END'
		void intel_sub_group_block_prefetch_ui4(const __global uint *p) __attribute__((overloadable, convergent));
		__attribute__((intel_reqd_sub_group_size(SIZE))) __kernel void k(__global uint *out, __global const uint *in)
		{
			intel_sub_group_block_prefetch_ui4(in);
			out[get_global_id(0)] = in[get_global_id(0)] + get_sub_group_local_id();
		}
	END
	local size
	for size in 1 2; do
		opencl -cl-std=CL3.0 -DSIZE=$size ahead.cl
		mux-aot -o kernels.so kernels.bc
		[ "$(host k 4 4 out:i32:4 iota:i32:16)" = "$([ $size = 1 ] && echo 0 1 2 3 || echo 0 2 2 4)" ] || { echo $size; return 1; }
	done
}

@test "variables that LLVM's back end declares by one element of them have their size, and its copies may overlap" {
	"$root/tests/mux-oracle.sh" addresses backend -O0
	"$root/tests/mux-oracle.sh" addresses backend -O1
	mux-aot --emit=table -o table addresses.spv
	grep -q '^contexts .* local=256 ' table
	# a copy that overlaps is no memmove any more
	"$root/tests/mux-oracle.sh" algorithms backend -O2 sha
	# what is one number stays one
	cat > one.cl <<-'END'
		void set(local int *at) { *at = 1; }
		kernel void one(global int *out) { local int flag, count; set(&flag); atomic_inc(&count); out[0] = flag + count; }
	END
	"$LLVM_BIN/clang" -x cl -cl-std=CL2.0 -target spirv64 -O1 -c -o one.spv one.cl
	mux-aot --emit=table -o table one.spv
	grep -q '^one .* local=20 ' table
}

# refused NAME MESSAGE: the kernel of tests/inputs/mux/wrong.cl under that name is an error
refused() {
	cp "$inputs/mux/wrong.cl" .
	opencl -g "-D$1" wrong.cl
	local status=0
	mux-aot -o out.so kernels.bc 2> message || status=$?
	[ $status -eq 1 ] || return 1
	[ "$(cat message)" = "$PWD/wrong.cl:$2" ] || { cat message; return 1; }
	[ ! -e out.so ]
}

@test "recursion, calls by pointer, undefined functions, assembler are refused with line and kernel" {
	refused RECURSION "5:25: error: kernel 'recursion': function 'faculty' calls itself, and device code cannot recurse"
	refused POINTER "23:9: error: kernel 'pointer': call of a function that is not known before the kernel runs"
	refused UNDEFINED "32:9: error: kernel 'undefined': undefined function 'elsewhere'"
	refused ASSEMBLER "39:2: error: kernel 'assembler': inline assembler is not for this device"
	refused SYSTEM "103:43: error: kernel 'calls': undefined function 'system'"
	refused SUB_GROUP "44: error: kernel 'sub_group': sub-groups of 24 are required: sizes are powers of two up to 64"
}

# status: mux-orders
@test "a barrier that ids part, two orders and scopes that do not exist are refused with their line" {
	refused DIVERGENT "57:3: error: kernel 'divergent': barrier that only some work-items of a group reach"
	refused ROUNDS "71:3: error: kernel 'rounds': barrier that only some work-items of a group reach"
	refused ORDERS "83:20: error: memory semantics 0x206 have two orders"
	refused SCOPE "89:49: error: unknown scope 9"
	refused EXECUTION "93:46: error: execution scope 1 of a barrier: only a work-group (2) and a sub-group (3) can wait"
	refused OPENCL "97:43: error: unknown memory order 9"
	cat > mux.ll <<-'END'
		declare void @__mux_work_group_barrier(i32, i32, i32)
		define spir_kernel void @direct(ptr addrspace(1) %p) {
		  call void @__mux_work_group_barrier(i32 0, i32 2, i32 12)
		  ret void
		}
	END
	run -1 mux-aot -o out.so mux.ll
	[ "$output" = "mux-aot: error: function 'direct': memory semantics 0xc have two orders" ]
}

@test "an array of a size that is known only at run time is refused" {
	cat > alloca.ll <<-'END'
		define spir_kernel void @grows(ptr addrspace(1) %p, i64 %n) {
		  %a = alloca i32, i64 %n
		  store volatile i32 1, ptr %a
		  ret void
		}
	END
	run -1 mux-aot -o out.so alloca.ll
	[ "$output" = "mux-aot: error: kernel 'grows': array whose size is not known when it is compiled" ]
}

@test "exceptions and computed goto are refused" {
	cat > unwinds.ll <<-'END'
		declare void @abort()
		declare i32 @__gxx_personality_v0(...)
		define spir_kernel void @unwinds(ptr addrspace(1) %p) personality ptr @__gxx_personality_v0 {
		  invoke void @abort() to label %x unwind label %y
		x:
		  ret void
		y:
		  %l = landingpad { ptr, i32 } cleanup
		  ret void
		}
	END
	run -1 mux-aot -o out.so unwinds.ll
	[ "$output" = "mux-aot: error: kernel 'unwinds': exceptions are not for devices" ]
	cat > jumps.ll <<-'END'
		@table = internal constant [2 x ptr] [ptr blockaddress(@jumps, %x), ptr blockaddress(@jumps, %y)]
		define spir_kernel void @jumps(ptr addrspace(1) %p, i64 %i) {
		  %e = getelementptr [2 x ptr], ptr @table, i64 0, i64 %i
		  %a = load ptr, ptr %e
		  indirectbr ptr %a, [label %x, label %y]
		x:
		  store i32 1, ptr addrspace(1) %p
		  ret void
		y:
		  ret void
		}
	END
	run -1 mux-aot -o out.so jumps.ll
	[ "$output" = "mux-aot: error: kernel 'jumps': computed goto is not for this device" ]
	[ ! -e out.so ]
}

@test "--kernel compiles that kernel and what it calls" {
	module faults
	[ "$(mux-aot --kernel=outer --emit=table -o - kernels.bc | grep -v "^$(printf '\t')")" = "outer packed=12 local=0 scratch=0 any-groups" ]
	mux-aot --kernel=outer -o kernels.so kernels.bc
	[ "$(host outer 4 4 out:i32:4 i32=5)" = "15 15 15 15" ]
	run -1 mux-aot --kernel=missing -o out.so kernels.bc
	[ "$output" = "mux-aot: error: no kernel 'missing' in the module" ]
	mux-aot --emit=canonical -o canonical.ll kernels.bc
	for input in kernels.bc canonical.ll; do
		run -1 mux-aot --kernel=outr -o out.so $input
		[ "$output" = "mux-aot: error: no kernel 'outr' in the module, did you mean 'outer'?" ]
	done
}

# status: mux-canonical
@test "the canonical form is text that says all: compiled on, it gives the same image" {
	module kernels
	mux-aot --emit=canonical -o k.ll kernels.bc
	grep -q '^define .*@add(.* !mux_layout' k.ll
	grep -q '@reverse_group(' k.ll
	! grep -qE '_Z[0-9]+(get_|barrier)|addrspace' k.ll || return 1
	for width in 1 16; do
		mux-aot --width=$width -o a.so kernels.bc
		mux-aot --width=$width -o b.so k.ll
		cmp a.so b.so
	done
	mux-aot --kernel=add -o one.so k.ll
	[ "$(mux-aot --kernel=add --emit=table kernels.bc)" = "$(mux-aot --emit=table --kernel=add k.ll)" ]
	cp one.so kernels.so
	[ "$(host add 4 4 out:f32:4 iota:f32:4 f32=0.5)" = "0.5 1.5 2.5 3.5" ]
	sed 's/"mux-orig-fn"="add"/"mux-orig-fn"="first"/' k.ll > renamed.ll
	mux-aot --emit=ll --kernel=add -o - renamed.ll | grep -q '"mux-base-fn-name"="add" "mux-kernel"="entry-point".* "mux-orig-fn"="first"'
	run -1 mux-aot --kernel=missing k.ll
	[ "$output" = "mux-aot: error: no kernel 'missing' in the module" ]
	sed -E 's/^(!.* = !\{i32 0, i32 20.*), i32 [0-9]+\}/\1}/' k.ll > bad.ll
	run -1 mux-aot -o b.so bad.ll
	[[ ${lines[0]} == *"error: kernel "*": its metadata 'mux_layout' does not describe its parameters" ]]
}

# status: mux-scheduled
@test "entries say which parameter is the work-group's, kernels how much local memory they use" {
	module kernels
	mux-aot --emit=ll -o out.ll kernels.bc
	grep -q '^define .*@__mux_entry_add(.* !mux_scheduled_fn' out.ll
	grep -q '^!{i32 -1, i32 1}\|= !{i32 -1, i32 1}' out.ll
	grep -q '^!mux-scheduling-params = !{![0-9]*, ![0-9]*}' out.ll
	grep -q '= !{!"MuxWorkGroupInfo"}' out.ll
	grep -q '"mux-local-mem-usage"="[1-9]' out.ll
}

@test "an image for one work-group size requires it" {
	module kernels
	mux-aot --local-size=8,2 --kernel=add --emit=table kernels.bc | grep -q '^add .* size=8,2,1'
	for size in 0 1,2,3,4 "8," 65536 256,256 x; do
		run -2 mux-aot --local-size=$size kernels.bc
		[ "${lines[0]}" = "mux-aot: error: option '--local-size' wants X,Y,Z, at most 65535 work-items, not '$size'" ]
	done
	printf 'kernel void r(global int *p) __attribute__((reqd_work_group_size(4,1,1))); kernel void r(global int *p) { *p = 1; }' > r.cl
	opencl r.cl
	run -1 mux-aot --local-size=5 kernels.bc
	[[ $output == *"kernel 'r': it requires work-groups of 4,1,1, not 5,1,1" ]]
}

@test "a kernel that requires larger work-groups than there are is compiled, with a warning" {
	printf '%s\n' '__attribute__((reqd_work_group_size(1024,1024,64))) kernel void large(global int *p) { *p = 1; }' \
		'__attribute__((reqd_work_group_size(65535,1,1))) kernel void largest(global int *p) { *p = 1; }' > large.cl
	opencl large.cl
	run -0 mux-aot -o large.so kernels.bc
	[ "$output" = "mux-aot: warning: kernel 'large': no launch can have the work-groups of 1024,1024,64 that it requires: they have at most 65535 work-items" ]
}

# status: mux-metadata
@test "metadata and string attributes of a kernel are its entry's" {
	cat > one.ll <<-'END'
		define spir_kernel void @one(ptr addrspace(1) %p) #0 !reqd_work_group_size !0 !foreign !1 {
		  store i32 1, ptr addrspace(1) %p
		  ret void
		}
		attributes #0 = { "mine"="kept" "target-cpu"="other" }
		!0 = !{i32 4, i32 2, i32 1}
		!1 = !{!"text"}
	END
	mux-aot --emit=ll -o out.ll one.ll
	grep -q '^define .*@__mux_entry_one(.* !reqd_work_group_size ![0-9]* !foreign ![0-9]*' out.ll
	grep -q '^attributes .*"mine"="kept" "mux-base-fn-name"="one" "mux-kernel"="entry-point" "mux-no-subgroups" "mux-orig-fn"="one"' out.ll
	! grep -q '"target-cpu"="other"' out.ll || return 1
}

@test "an image for aarch64 holds code for it, and names no library of this machine" {
	"$LLVM_BIN/clang" -x cl -cl-std=CL2.0 -target spirv64-unknown-unknown -O2 -w -emit-llvm -c -o v.bc "$root/tests/inputs/mux/oracle/vectors.cl"
	mux-aot --target=aarch64 -o v.so v.bc
	"$LLVM_BIN/llvm-readelf" -h -d v.so > elf
	grep -q 'Machine: *AArch64' elf
	! grep -q NEEDED elf || return 1
	run mux-aot --target=cortex-a72 --emit=table v.bc
	[ "$output" = "$(mux-aot --emit=table v.bc)" ]
}

@test "--verbose says what became of each kernel" {
	cat > one.ll <<-'END'
		define spir_kernel void @one(ptr addrspace(1) %p) {
		  store i32 1, ptr addrspace(1) %p
		  ret void
		}
	END
	run -0 mux-aot --verbose -o out.so one.ll
	[ "$output" = "mux-aot: note: kernel 'one': 1 blocks, 0 barriers, 0 soft boundaries; slots: 0 computed again, 0 uniform, 0 different, 0 in memory" ]
}

@test "a kernel that names no work-item and has no atomics is not cut for vectors: the same one with an id is" {
	cat > alone.cl <<-'END'
		kernel void k(global int *a, int n) { for (int i = 0; i < n; i++) a[WHERE + i] = a[WHERE + i] * 3 + n; }
	END
	for where in 0 'get_global_id(0)' 'atomic_inc(a)'; do
		"$LLVM_BIN/clang" -x cl -cl-std=CL2.0 -target spirv64-unknown-unknown -O2 -w "-DWHERE=$where" -emit-llvm -c -o k.bc alone.cl
		mux-aot --verbose -o k.so k.bc 2>&1 | grep -o '[0-9]* soft boundaries'
	done > found
	[ "$(head -n 1 found)" = '0 soft boundaries' ]
	[ "$(grep -c -v '^0 ' found)" = 2 ]
}

# LLVM's vectorizer takes more than the square of their number.
@test "thousands of integer sums in a row are vector code in pieces, but in a branch not at all" {
	local n branch
	for branch in 0 1; do
		for n in 100 1700; do
			awk -v n=$n -v branch=$branch 'BEGIN {
				print "__kernel void row(__global uint *o) { uint x = get_global_id(0), y = 1;"
				if (branch)
					print "if (x != 7) {"
				for (i = 1; i <= n; i++)
					printf "x = x * %d + y; y += x;\n", 2 * i + 1
				if (branch)
					print "}"
				print "o[get_global_id(0)] = x; }"
			}' > row.cl
			opencl row.cl
			mux-aot -o kernels.so kernels.bc
			mux-aot --emit=ll -o $n-$branch.ll kernels.bc
			awk -v n=$n -v branch=$branch 'BEGIN {
				for (id = 0; id < 20; id++) {
					x = id; y = 1
					for (i = 1; i <= n && !(branch && id == 7); i++) {
						x = (x * (2 * i + 1) + y) % 4294967296
						y = (y + x) % 4294967296
					}
					printf "%s%.0f", id ? " " : "", x - (x > 2147483647) * 4294967296
				}
				print ""
			}' > wanted
			[ "$(host row 20 10 out:i32:20)" = "$(cat wanted)" ] || { echo "$n $branch"; return 1; }
		done
	done
	grep -q '<8 x i32>' 100-0.ll
	grep -q '<8 x i32>' 100-1.ll
	[ "$(grep -c "<[0-9]* x i32>" 1700-0.ll)" -gt 4000 ]
	[ "$(grep -c "<[0-9]* x i32>" 1700-1.ll)" = 0 ]
}

# Vector code of it is eight times as fast, and takes 3 s to make.
@test "a kernel of ten thousand instructions that are no sum of integers is made vector code of" {
	awk 'BEGIN {
		print "__kernel void rounds(__global uint *o) { uint x = get_global_id(0), y = 1;"
		for (i = 1; i <= 3000; i++)
			printf "x = (x ^ y) + %d; y ^= x << 3;\n", i
		print "o[get_global_id(0)] = x; }"
	}' > rounds.cl
	opencl rounds.cl
	mux-aot --emit=ll -o rounds.ll kernels.bc
	[ "$(wc -l < rounds.ll)" -gt 10000 ]
	[ "$(grep -c "<16 x i32>" rounds.ll)" -gt 10000 ]
}

@test "-O says how much work-groups are optimized, and results are the same at every level" {
	cat > levels.cl <<-'END'
		__kernel void levels(__global int *o, int n, __local int *l)
		{
			int i = get_local_id(0), s = 0;
			l[i] = i * i;
			barrier(CLK_LOCAL_MEM_FENCE);
			for (int k = 0; k <= i; k++)
				if (l[k] % 3 != n)
					s += l[k];
			o[get_global_id(0)] = s;
		}
	END
	opencl levels.cl
	for level in '' -O0 -O1 -O2 -O3 -Os -Oz -O '-O0 -O2' '-O0 --width=8'; do
		mux-aot $level -o kernels.so kernels.bc
		[ "$(host levels 16 8 out:i32:16 i32=1 local=32)" = "0 0 0 9 9 9 45 45 0 0 0 9 9 9 45 45" ]
		mux-aot $level --emit=ll -o "code$level" kernels.bc
	done
	cmp code code-O3
	cmp code-O1 code-O
	cmp code-O2 'code-O0 -O2'
	# one by one, and in memory
	[ "$(grep -c '<[48] x i32>' code-O0)" = 0 ]
	grep -q '<[48] x i32>' code-O2
}

@test "wrong command lines and inputs are diagnosed" {
	run -2 mux-aot
	[ "${lines[0]}" = "mux-aot: error: no input" ]
	run -1 mux-aot a.bc b.bc
	[ "${lines[0]}" = "mux-aot: error: cannot read 'a.bc': No such file or directory" ]
	run -2 mux-aot --target=skylak x.bc
	[ "${lines[0]}" = "mux-aot: error: unknown processor 'skylak', did you mean 'skylake'?" ]
	run -2 mux-aot --target=pentium9000 x.bc
	[[ "${lines[0]}" = "mux-aot: error: unknown processor 'pentium9000': known are x86_64, x86_64_avx512, "*", neoverse-v2, native" ]]
	run -2 mux-aot -O4 x.bc
	[ "${lines[0]}" = "mux-aot: error: option '-O' wants 0, 1, 2, 3, s or z, not '4'" ]
	run -2 mux-aot --width=12 x.bc
	[ "${lines[0]}" = "mux-aot: error: option '--width' wants a power of two, not 12" ]
	run -2 mux-aot --sub-groups=24 x.bc
	[ "${lines[0]}" = "mux-aot: error: option '--sub-groups' wants a power of two, not 24" ]
	run -2 mux-aot --emit=tabel x.bc
	[ "${lines[0]}" = "mux-aot: error: option '--emit' wants so, obj, ll, table or canonical, not 'tabel'" ]
	run -1 mux-aot missing.bc
	[ "$output" = "mux-aot: error: cannot read 'missing.bc': No such file or directory" ]
	echo hello > text.bc
	run -1 mux-aot text.bc
	[ "$output" = "text.bc:1:1: error: expected top-level entity" ]
	echo '__kernel void sets(__global int *p) { *p = 1; }' > kernels.cl
	"$LLVM_BIN/clang" -x cl -target spirv32 -O1 -emit-llvm -c -o kernels.bc kernels.cl
	"$LLVM_BIN/clang" -x cl -target spirv32 -O1 -c -o kernels.spv kernels.cl
	for name in kernels.bc kernels.spv; do
		run -1 mux-aot -o kernels.so $name
		[ "$output" = "mux-aot: error: cannot compile '$name': its addresses have 32 bits, those of the processor 64: compile it for spir64 or spirv64" ]
	done
}

@test "a module without kernels has an empty table" {
	echo 'target triple = "spirv64-unknown-unknown"' > empty.ll
	mux-aot -o empty.so empty.ll
	run -1 "$BUILD/tests/mux-host" ./empty.so none 1 1
	[ "$output" = "mux-host: no kernel 'none'" ]
}

@test "with -g the image has the lines of the kernels" {
	opencl -g "$inputs/mux/loops.cl"
	mux-aot -o lines.so kernels.bc
	"$LLVM_BIN/llvm-dwarfdump" --debug-line lines.so > lines
	grep -q 'loops.cl' lines
	line=$(grep -n 's += in\[k\]' "$inputs/mux/loops.cl")
	grep -Eq "^0x[0-9a-f]+ +${line%%:*} " lines
}

# status: mux-given-ids
@test "a module calls builtins of the ComputeMux specification by their own names: ids, fences, barriers" {
	image given
	[ "$(host ids 4,2 2,2 out:i64:96 | cut -d ' ' -f 49-96)" = "0 221 1 2 3 2 4 1 1 0 1 0 0 221 1 3 3 3 4 1 1 0 1 0 0 221 1 2 3 2 4 1 1 0 1 0 0 221 1 3 3 3 4 1 1 0 1 0" ]
	[ "$(host fences 8 8 out:i32:8)" = "3 4 5 6 7 0 1 2" ]
	mux-aot --emit=canonical -o canonical.ll kernels.bc
	grep -o 'call.*@__mux_work_group_[a-z_0-9]*(i32 [0-9]*' canonical.ll | sed 's/.*(i32 //' > numbers
	[ "$(wc -l < numbers)" -ge 40 ]
	[ -z "$(sort numbers | uniq -d)" ]
}

# status: mux-given-groups
@test "group operations of the ComputeMux specification: every operation, work-groups, sub-groups of 4 and of 1, shuffles of two operands" {
	image given
	[ "$(host whole 3,2 3,2 out:i64:84 | cut -d ' ' -f 29-84)" = "1 40 15 7 6 6 2 2 -5 65535 0 63 1 1 1 40 15 7 24 24 6 6 -5 65535 0 63 1 1 1 40 15 7 120 120 24 24 -5 65535 0 63 1 1 1 40 15 7 720 720 120 120 -5 65535 0 63 1 1" ]
	[ "$(host four 6 6 out:i64:60)" = "3 2 6 1 1 3 103 1 1 1 3 2 6 2 1 2 103 3 0 0 3 2 6 6 2 1 1 3 3 3 3 2 6 24 6 0 1 101 2 2 0 4 9 5 1 4 104 5 5 5 0 5 9 30 5 5 105 5 4 4" ]
	[ "$(host one 3 3 out:i64:30)" = "2 0 0 1 1 0 100 100 0 0 2 1 1 2 1 1 101 101 1 1 2 2 2 3 1 2 102 102 2 2" ]
	[ "$(host operations 3 3 out:i64:192 | cut -d ' ' -f 129-192)" = "8 2 8 2 -18 -3 -18 -3 8 2 8 2 -18 -3 -18 -3 -1 -1 -1 -1 3 3 3 3 -1 -1 -1 -1 6 3 6 3 65535 65535 65535 65535 6 3 6 3 2 3 2 3 -1 -1 -1 -1 -6 -4 -6 -4 1 1 1 1 1 1 1 1 1 0 1 0" ]
}

# status: mux-given-dma
@test "DMA of the ComputeMux specification copies lines, planes and cubes both ways" {
	image given
	[ "$(host dma 3 3 out:i32:40 iota:i32:64)" = "1 2 3 4 5 99 0 0 0 1 2 0 0 10 11 12 0 0 0 0 0 1 0 0 10 11 0 0 0 0 30 31 0 0 40 41 0 0 0 0" ]
}

# status: mux-given-vectors
@test "a vec-group of the ComputeMux specification is a vector's elements, or one value" {
	mux-aot -o kernels.so "$inputs/mux/vec-group.ll"
	[ "$(host vec 1 1 out:i64:9)" = "1 0 6 10 115 1 9 -2147483648 11" ]
}

# status: mux-given-wrong
@test "unknown builtins of ComputeMux and other types than theirs are refused with their function" {
	local declared error
	while IFS='|' read -r declared error; do
		printf 'declare %s\ndefine spir_kernel void @k(ptr addrspace(1) %%p) {\n  call %s\n  ret void\n}\n' "$declared" \
			"$(sed 's/(i32/(i32 1/; s/, i32/, i32 1/g; s/i64)/i64 1)/; s/, float/, float 1.0/; s/x i32>/& zeroinitializer/' <<< "$declared")" > wrong.ll
		run -1 mux-aot -o out.so wrong.ll
		[ "$output" = "mux-aot: error: function 'k': $error" ]
	done <<-'END'
		i64 @__mux_get_locl_id(i32)|'__mux_get_locl_id' is no builtin of ComputeMux
		i64 @__mux_get_sub_group_id()|'__mux_get_sub_group_id' has type 'i32 ()', not 'i64 ()'
		i64 @__mux_get_local_id(i64)|'__mux_get_local_id' has type 'i64 (i32)', not 'i64 (i64)'
		i32 @__mux_work_group_reduce_add_i32(i32)|'__mux_work_group_reduce_add_i32' has type 'i32 (i32, i32)', not 'i32 (i32)'
		float @__mux_work_group_reduce_add_f32(i32, float)|'__mux_work_group_reduce_add_f32' is no builtin of ComputeMux
		i32 @__mux_work_group_reduce_add_v4i32(i32, <4 x i32>)|'__mux_work_group_reduce_add_v4i32' is no builtin of ComputeMux
		i32 @__mux_sub_group_shuffle_i32(i32, i64)|'__mux_sub_group_shuffle_i32' has type 'i32 (i32, i32)', not 'i32 (i32, i64)'
		i64 @__mux_vec_group_reduce_mul_nxv1i32(<vscale x 1 x i32>)|'__mux_vec_group_reduce_mul_nxv1i32' is no builtin of ComputeMux
	END
}

# status: mux-max-work-dim
@test "a kernel whose metadata max_work_dim says 1 has no loops over y and z" {
	for n in 1 2 4; do
		cat > dim$n.ll <<-END
			declare i64 @__mux_get_global_id(i32)
			declare i64 @__mux_get_local_size(i32)
			define spir_kernel void @dim(ptr addrspace(1) %p) !max_work_dim !0 {
			  %x = call i64 @__mux_get_global_id(i32 0)
			  %y = call i64 @__mux_get_global_id(i32 1)
			  %s = call i64 @__mux_get_local_size(i32 1)
			  %t = mul i64 %s, 10
			  %v = add i64 %t, %y
			  %a = getelementptr i64, ptr addrspace(1) %p, i64 %x
			  store i64 %v, ptr addrspace(1) %a
			  ret void
			}
			!0 = !{i32 $n}
		END
	done
	mux-aot -o kernels.so dim1.ll
	[ "$(host dim 3 3 out:i64:3)" = "10 10 10" ]
	[ "$(host dim 3,2 3,2 out:i64:3)" = "10 10 10" ]
	mux-aot -o kernels.so dim2.ll
	[ "$(host dim 3,2 3,2 out:i64:3)" = "21 21 21" ]
	run -1 mux-aot -o kernels.so dim4.ll
	[ "$output" = "mux-aot: error: kernel 'dim': its metadata 'max_work_dim' is none of 1, 2 and 3" ]
	mux-aot --emit=canonical -o canonical.ll dim1.ll
	grep -q '^define .*@dim(.* !max_work_dim' canonical.ll
	mux-aot -o kernels.so canonical.ll
	[ "$(host dim 3,2 3,2 out:i64:3)" = "10 10 10" ]
}

@test "from the canonical form too, sub-groups have one work-item in kernels that require none beside one that does" {
	cat > beside.ll <<-'END'
		declare i64 @__mux_get_local_linear_id()
		declare i32 @__mux_sub_group_reduce_add_i32(i32)
		define spir_kernel void @eight(ptr addrspace(1) %p) !intel_reqd_sub_group_size !{i32 8} {
		  %l = call i64 @__mux_get_local_linear_id()
		  %i = trunc i64 %l to i32
		  %a = getelementptr i32, ptr addrspace(1) %p, i64 %l
		  %r = call i32 @__mux_sub_group_reduce_add_i32(i32 %i)
		  store i32 %r, ptr addrspace(1) %a
		  ret void
		}
	END
	sed -n '/^define/,/^}/p' beside.ll | sed 's/@eight\((.*)\) !.*{/@lone\1 {/' > lone.ll
	cat lone.ll >> beside.ll
	mux-aot --emit=canonical -o canonical.ll beside.ll
	for input in beside.ll canonical.ll; do
		mux-aot -o kernels.so $input
		[ "$(host lone 3,2 3,2 out:i32:6)" = "0 1 2 3 4 5" ]
		[ "$(host eight 3,2 3,2 out:i32:6)" = "$(n 6 15)" ]
	done
}

# status: mux-work-item-order
@test "work-items run in the six orders that mux-work-item-order asks for, behind barriers too" {
	for order in xyz xzy yxz yzx zxy zyx; do
		cat <<-END
			define spir_kernel void @$order(ptr addrspace(1) %n, ptr addrspace(1) %p) "mux-work-item-order"="$order" {
			  %l = call i64 @__mux_get_local_linear_id()
			  %a = getelementptr i32, ptr addrspace(1) %p, i64 %l
			  %first = atomicrmw add ptr addrspace(1) %n, i32 1 monotonic
			  call void @__mux_work_group_barrier(i32 0, i32 2, i32 16)
			  %second = atomicrmw add ptr addrspace(1) %n, i32 1 monotonic
			  %t = mul i32 %first, 100
			  %s = add i32 %t, %second
			  store i32 %s, ptr addrspace(1) %a
			  ret void
			}
		END
	done > orders.ll
	printf 'declare i64 @__mux_get_local_linear_id()\ndeclare void @__mux_work_group_barrier(i32, i32, i32)\n' >> orders.ll
	mux-aot --emit=canonical -o canonical.ll orders.ll
	mux-aot -o kernels.so canonical.ll
	while read -r order numbers; do
		run -0 host "$order" 3,2,2 3,2,2 out:i32:1 out:i32:12
		[ "$output" = "24"$'\n'"$numbers" ] || { echo "$order $output"; return 1; }
	done <<-'END'
		xyz 12 113 214 315 416 517 618 719 820 921 1022 1123
		xzy 12 113 214 618 719 820 315 416 517 921 1022 1123
		yxz 12 214 416 113 315 517 618 820 1022 719 921 1123
		yzx 12 416 820 113 517 921 214 618 1022 315 719 1123
		zxy 12 214 416 618 820 1022 113 315 517 719 921 1123
		zyx 12 416 820 214 618 1022 113 517 921 315 719 1123
	END
	run -1 mux-aot -o bad.so <(sed 's/="yxz"/="yx"/' orders.ll)
	[ "$output" = "mux-aot: error: kernel 'yxz': its attribute 'mux-work-item-order' is 'yx', not xyz, xzy, yxz, yzx, zxy or zyx" ]
	run -1 mux-aot -o bad.so <(sed 's/="zyx" {/="zyx" !intel_reqd_sub_group_size !{i32 8} {/' orders.ll)
	[ "$output" = "mux-aot: error: kernel 'zyx': its attribute 'mux-work-item-order' is 'zyx', but sub-groups of 8 run in the order xyz" ]
}

# status: mux-barrier-schedule
@test "behind a barrier of schedule linear work-items run one after the other, of schedule once only one runs" {
	cat > schedules.ll <<-'END'
		declare i64 @__mux_get_local_linear_id()
		declare void @__mux_work_group_barrier(i32, i32, i32)
		declare spir_func void @_Z7barrierj(i32)
		define spir_kernel void @linear(ptr addrspace(1) %p, i32 %times) {
		  %l = call i64 @__mux_get_local_linear_id()
		  %i = trunc i64 %l to i32
		  call spir_func void @_Z7barrierj(i32 2) "mux-barrier-schedule"="linear"
		  br label %loop
		loop:
		  %k = phi i32 [ 0, %0 ], [ %next, %loop ]
		  %v = load i32, ptr addrspace(1) %p
		  %t = mul i32 %v, 3
		  %s = add i32 %t, %i
		  store i32 %s, ptr addrspace(1) %p
		  %next = add i32 %k, 1
		  %again = icmp ult i32 %next, %times
		  br i1 %again, label %loop, label %end
		end:
		  ret void
		}
		define spir_kernel void @once(ptr addrspace(1) %n, ptr addrspace(1) %p) {
		  %l = call i64 @__mux_get_local_linear_id()
		  %a = getelementptr i32, ptr addrspace(1) %p, i64 %l
		  call void @__mux_work_group_barrier(i32 0, i32 2, i32 16) "mux-barrier-schedule"="once"
		  %old = atomicrmw add ptr addrspace(1) %n, i32 5 monotonic
		  call void @__mux_work_group_barrier(i32 1, i32 2, i32 16) "mux-barrier-schedule"="scalar-tail"
		  %v = load i32, ptr addrspace(1) %n
		  store i32 %v, ptr addrspace(1) %a
		  ret void
		}
	END
	mux-aot -o kernels.so schedules.ll
	# Vectors of 16 give 2016619784.
	[ "$(host linear 37 37 out:i32:1 i32=2)" = 1093114536 ]
	[ "$(host once 3,2,2 3,2,2 out:i32:1 out:i32:12)" = "5"$'\n'"$(n 12 5)" ]
	run -1 mux-aot -o bad.so <(sed 's/store i32 %v,/store i32 %old,/' schedules.ll)
	once="mux-aot: error: kernel 'once': one work-item runs the code behind a barrier whose 'mux-barrier-schedule' is 'once', but"
	[ "$output" = "$once all need a value that is computed there" ]
	run -1 mux-aot -o bad.so <(sed 's/@once(.*)/& !intel_reqd_sub_group_size !{i32 8}/' schedules.ll)
	[ "$output" = "$once the kernel has sub-groups" ]
	sed 's/^  %a = .*/&\n  %z = icmp eq i64 %l, 2\n  br i1 %z, label %out, label %on\nout:\n  ret void\non:/' schedules.ll > leaves.ll
	run -1 mux-aot -o bad.so leaves.ll
	[ "$output" = "$once others may return before it" ]
	run -1 mux-aot -o bad.so <(sed 's/="once"/="one"/' schedules.ll)
	[ "$output" = "mux-aot: error: kernel 'once': the attribute 'mux-barrier-schedule' of a barrier is 'one', not unordered, once, scalar-tail or linear" ]
}

# status: mux-one-sub-group
@test "the work-group of a kernel with mux-degenerate-subgroups is one sub-group" {
	cat > one.ll <<-'END'
		declare i64 @__mux_get_local_linear_id()
		declare i32 @__mux_sub_group_reduce_add_i32(i32)
		declare i32 @__mux_get_num_sub_groups()
		declare i32 @__mux_get_sub_group_size()
		define spir_kernel void @one(ptr addrspace(1) %p) "mux-degenerate-subgroups" !reqd_work_group_size !{i32 3, i32 2, i32 1} {
		  %l = call i64 @__mux_get_local_linear_id()
		  %i = trunc i64 %l to i32
		  %a = getelementptr i32, ptr addrspace(1) %p, i64 %l
		  %r = call i32 @__mux_sub_group_reduce_add_i32(i32 %i)
		  %g = call i32 @__mux_get_num_sub_groups()
		  %z = call i32 @__mux_get_sub_group_size()
		  %t = mul i32 %r, 1000
		  %u = mul i32 %g, 100
		  %v = add i32 %t, %u
		  %w = add i32 %v, %z
		  store i32 %w, ptr addrspace(1) %a
		  ret void
		}
	END
	sed -n '/^define/,/^}/p' one.ll | sed 's/@one(.*{/@lone(ptr addrspace(1) %p) "mux-base-fn-name"="base" {/' > lone.ll
	cat lone.ll >> one.ll
	mux-aot -o kernels.so one.ll
	[ "$(host one 3,2 3,2 out:i32:6)" = "$(n 6 15106)" ]
	[ "$(host lone 3,2 3,2 out:i32:6)" = "601 1601 2601 3601 4601 5601" ]
	mux-aot --emit=ll -o out.ll one.ll
	grep -q '"mux-degenerate-subgroups"' out.ll
	grep -q 'define .*@__mux_entry_base(' out.ll
	sed 's/!reqd_work_group_size .* {/{/' one.ll > any.ll
	mux-aot --local-size=4,2 -o kernels.so any.ll
	[ "$(host one 4,2 4,2 out:i32:8)" = "$(n 8 28108)" ]
	for input in any.ll <(sed 's/i32 3, i32 2/i32 13, i32 5/' one.ll); do
		run -1 mux-aot -o bad.so "$input"
		[ "$output" = "mux-aot: error: kernel 'one': its attribute 'mux-degenerate-subgroups' needs a required work-group size, of at most 64 work-items and no more than the sub-group size" ]
	done
}

# status: mux-pass-page
@test "kernels with barriers have code for a likely work-group size, which runs in groups of that size, and code for all" {
	local kernel all group want
	cat > likely.cl <<-'END'
		#define GID1 get_global_id(0)
		#define GID2 GID1 + get_global_size(0) * get_global_id(1)
		#define GID3 GID2 + get_global_size(0) * get_global_size(1) * get_global_id(2)
		#define REVERSE(X, Y, Z, AT, GID) \
			size_t at = GID; \
			AT(Z, Y, X) = in[at]; \
			barrier(CLK_LOCAL_MEM_FENCE); \
			o[at] = AT(get_local_size(2) - 1 - Z, get_local_size(1) - 1 - Y, get_local_size(0) - 1 - X);
		#define ONE(z, y, x) part[x]
		#define TWO(z, y, x) tile[y][x]
		#define THREE(z, y, x) box[z][y][x]
		kernel void one(global int *o, global const int *in)
		{
			local int part[18];
			REVERSE(get_local_id(0), 0, 0, ONE, GID1)
		}
		kernel void two(global int *o, global const int *in)
		{
			local int tile[4][9];
			REVERSE(get_local_id(0), get_local_id(1), 0, TWO, GID2)
		}
		kernel void three(global int *o, global const int *in)
		{
			local int box[2][4][4];
			REVERSE(get_local_id(0), get_local_id(1), get_local_id(2), THREE, GID3)
		}
		kernel void square(global int *o, global const int *in)
		{
			local int part[64];
			int y = get_local_id(1) * get_local_size(0);
			part[y + get_local_id(0)] = in[GID2];
			barrier(CLK_LOCAL_MEM_FENCE);
			o[GID2] = part[y + get_local_size(0) - 1 - get_local_id(0)];
		}
		kernel __attribute__((work_group_size_hint(20, 1, 1))) void hint(global int *o, global const int *in, local int *part)
		{
			REVERSE(get_local_id(0), 0, 0, ONE, GID1)
		}
		kernel __attribute__((reqd_work_group_size(16, 1, 1))) void required(global int *o, global const int *in)
		{
			local int part[16];
			REVERSE(get_local_id(0), 0, 0, ONE, GID1)
		}
		kernel void alone(global int *o, global const int *in)
		{
			local int part[64];
			part[get_local_id(0)] = in[get_global_id(0)];
			o[get_global_id(0)] = part[get_local_id(0)];
		}
	END
	opencl likely.cl
	mux-aot --emit=ll -o likely.ll kernels.bc
	[ "$(sed -n 's/^define.*@__mux_entry_\([a-z]*\.[0-9x]*\)(.*/\1/p' likely.ll | sort | tr '\n' ' ')" = \
	  "hint.20x1x1 one.16x1x1 square.8x8x1 three.4x4x2 two.8x4x1 " ]
	mux-aot --any-size --emit=ll -o all.ll kernels.bc
	run -1 grep '^define.*\.[0-9]*x' all.ll
	# Other texts than a size say nothing.
	mux-aot --kernel=one --emit=canonical -o one.ll kernels.bc
	grep -q '"sycl-cc-likely-size"="16,1,1"' one.ll
	for text in '' 1,1 0,1,1 x,1,1 65536,1,1 4194304,4194304,1048576; do
		sed "s/\"sycl-cc-likely-size\"=\"[^\"]*\"/\"sycl-cc-likely-size\"=\"$text\"/" one.ll > other.ll
		mux-aot --emit=ll -o all.ll other.ll
		run -1 grep '^define.*\.[0-9]*x' all.ll
	done
	mux-aot -o both.so kernels.bc
	mux-aot --any-size -o all.so kernels.bc
	# Without the code for all, groups of other sizes do nothing.
	sed '/call void @__mux_entry_[a-z]*\.any(/d' likely.ll > rest.ll
	"$LLVM_BIN/clang" -shared -w -o rest.so rest.ll
	while read -r kernel all group want; do
		set -- "$kernel" "$all" "$group" out:i32:128 iota:i32:128
		[ "$kernel" != hint ] || set -- "$@" local=80
		"$BUILD/tests/mux-host" ./all.so "$@" > all
		"$BUILD/tests/mux-host" ./both.so "$@" | cmp - all
		run -0 "$BUILD/tests/mux-host" ./rest.so "$@"
		case $want in
		likely) [ "$output" = "$(cat all)" ] ;;
		all) [ "$output" = "$(n 128 0)" ] ;;
		esac || { echo "$kernel $group: not $want"; return 1; }
	done <<-END
		one 128 16 likely
		one 128 8 all
		two 16,8 8,4 likely
		two 16,8 8,2 all
		two 32,4 4,4 all
		three 8,8,2 4,4,2 likely
		three 8,8,2 4,4,1 all
		three 8,4,4 4,2,2 all
		square 16,8 8,8 likely
		square 32,4 32,2 all
		hint 120 20 likely
		hint 126 9 all
	END
}

@test "mux-pass(7) has every file of the stages" {
	for file in "$root"/lib/mux/*/*.c; do
		name=${file#"$root/lib/mux/"}
		case $name in
		# Parts of a stage that the page names.
		lower/lower-* | lower/collective-lower.c | lower/builtin.c | analysis/dominators.c | analysis/variables.c | emit/emit.c | emit/loops.c) continue ;;
		esac
		grep -q -F "${name%.c}" "$root/doc/formats/mux-pass.7" || { echo "$name"; return 1; }
	done
}
