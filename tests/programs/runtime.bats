# The runtime and the SYCL headers: programs that check themselves, image
# selection, refusals, the cache.
#
# Names of cached images have no odd characters; a variable is exported for its own test.
# shellcheck disable=SC2012,SC2030,SC2031
load ../helper

programs=$inputs/sycl
select_image() { "$BUILD/tests/image-select" "$@"; }

# Programs of this file are compiled once.
setup_file() {
	export XDG_CACHE_HOME=$BATS_FILE_TMPDIR/cache
	cd "$BATS_FILE_TMPDIR" || return 1
	"$BUILD/bin/sycl-cc" -fsycl-targets=x86_64 "$root/examples/two-features.cpp" -o two-features
	"$BUILD/bin/sycl-cc" "$inputs/sycl/launch.cpp" -o launch
}

# --- programs ---

# status: kernels-run
@test "kernels of every kind see their ids, local memory and parameters" {
	sycl-cc -fsycl-targets=x86_64 "$programs/launch.cpp" -o p
	run -0 ./p
	[ "$output" = right ]
}

@test "parts of the CPU device are of its compute units, and along the domains that its processors share" {
	# Even processors share a node and a cache of level 2, odd ones too; all share that of level 3.
	for cpu in $(seq 0 255); do
		mkdir -p facts/cpu/cpu"$cpu"/cache/index{0,1,2}
		echo 2 > facts/cpu/cpu"$cpu"/cache/index0/level
		echo 1 > facts/cpu/cpu"$cpu"/cache/index1/level
		echo 3 > facts/cpu/cpu"$cpu"/cache/index2/level
		echo Unified | tee facts/cpu/cpu"$cpu"/cache/index{0,2}/type > /dev/null
		echo Instruction > facts/cpu/cpu"$cpu"/cache/index1/type
		seq -s , $((cpu % 2)) 2 255 > facts/cpu/cpu"$cpu"/cache/index0/shared_cpu_list
		echo 0-255 > facts/cpu/cpu"$cpu"/cache/index2/shared_cpu_list
	done
	mkdir -p facts/node/node0 facts/node/node1
	seq -s , 0 2 255 > facts/node/node0/cpulist
	seq -s , 1 2 255 > facts/node/node1/cpulist
	sycl-cc -fsycl-targets=x86_64 "$programs/sections/sub-devices.cpp" -o p
	for units in 1 2 7; do
		SYCL_CC_CPU_FACTS=$PWD/nothing SYCL_CC_THREADS=$units run -0 timeout 100 ./p $units 0
		[ "$output" = right ]
	done
	domains=3	# two, and the next one
	[ "$(nproc)" -gt 1 ] || domains=0
	SYCL_CC_CPU_FACTS=$PWD/facts SYCL_CC_THREADS=8 run -0 timeout 100 ./p 8 $domains
	[ "$output" = right ]
	# The selector's sub-devices are the parts along the next domain: two nodes, each of which has no smaller parts.
	cat > parts.cpp <<-'CPP'
		#include <sycl/sycl.hpp>

		#include <cstdio>

		int main()
		{
			try {
				for (const sycl::device &d : sycl::device::get_devices()) {
					sycl::queue q(d);
					int *const p = sycl::malloc_shared<int>(1, q);

					q.single_task([=] { *p = 7; }).wait();
					std::printf("%u:%d ", d.get_info<sycl::info::device::max_compute_units>(), *p);
					sycl::free(p, q);
				}
				std::printf("%u\n", sycl::queue().get_device().get_info<sycl::info::device::max_compute_units>());
			} catch (const sycl::exception &e) {
				std::printf("%s\n", e.what());
			}
		}
	CPP
	sycl-cc -fsycl-targets=x86_64 parts.cpp -o parts
	[ "$domains" -gt 0 ] || return 0
	while IFS='|' read -r selector answer; do
		SYCL_CC_CPU_FACTS=$PWD/facts SYCL_CC_THREADS=8 ONEAPI_DEVICE_SELECTOR=$selector run -0 ./parts
		# shellcheck disable=SC2053	# a pattern
		[[ $output == $answer ]] || { echo "$selector: $output"; return 1; }
	done <<-'EOF'
		native_cpu:0|8:7 8
		native_cpu:0.1|4:7 4
		*:*.*|4:7 4:7 4
		native_cpu:0,0.0|8:7 4:7 8
		native_cpu:0.*;!*:0.0|4:7 4
		*:*.*.*|*leaves none*
		native_cpu:0.2|*leaves none*
		cpu|ONEAPI_DEVICE_SELECTOR=cpu: 'cpu' is not BACKEND:DEVICES; did you mean '[*]:cpu'[?]
	EOF
}

# status: runtime-cxx20
@test "buffers, accessors, shared memory, events and errors work in C++20" {
	sycl-cc -std=c++20 -fsycl-targets=x86_64 "$programs/memory.cpp" -o p
	run -0 ./p
	[ "$output" = right ]
}

@test "a required work-group size is met in 1-D, 2-D and 3-D, and no other one is taken" {
	sycl-cc -c "$programs/sizes.cpp" -o p.o
	sycl-cc -fsycl-targets=x86_64 p.o -o native
	sycl-cc p.o -o portable
	for p in native portable; do
		run -0 ./$p
		[ "$output" = right ]
		run -0 sycl-image list $p
		[[ $output == *'work-group size 8'*  && $output == *'work-group size 2x4'$'\n'* && $output == *'work-group size 2x4x8'* ]]
		run -0 sycl-image list --json $p
		[ "$(jq -c '[.. | .work_group_size? // empty] | unique' <<< "$output")" = '[[1],[2,4],[2,4,8],[8]]' ]
	done
}

# sycl: host-tasks
@test "host tasks run on threads of their own, in the order of events, queues and buffers" {
	sycl-cc -fsycl-targets=x86_64 "$programs/host-tasks.cpp" -o p
	run -0 timeout 60 ./p
	[ "$output" = $'right\nended' ]
}

# sycl: commands
@test "kernels and copies run side by side and while the program goes on, in the order of events, queues, buffers and host accessors" {
	sycl-cc -fsycl-targets=x86_64 "$programs/commands.cpp" -o p
	SYCL_CC_THREADS=3 run -0 timeout 100 ./p
	[ "$output" = $'stream 70\nright' ]
}

@test "the trace of launches is JSON of kernels, copies and host tasks at all times: many threads, a child, a kill" {
	sycl-cc -c "$programs/launches.cpp" -o p.o
	sycl-cc -fsycl-targets=x86_64 p.o -o native
	sycl-cc p.o -o portable
	SYCL_CC_TRACE=launches:threads.json run -0 --separate-stderr ./native forks
	[ -z "$stderr" ]
	child=$output
	# Events of one row do not overlap.
	for file in threads.json "threads.json.$child"; do
		jq -e '[.[] | select(.ph == "X")] | group_by(.tid) | all(.[]; sort_by(.ts) | . as $e
			| all(range(1; length); $e[. - 1].ts + $e[. - 1].dur <= $e[.].ts + 0.01))' "$file"
	done
	[ "$(jq -c '[.[] | select(.ph == "X") | .name] | group_by(.) | map([.[0], length])' threads.json)" \
		= '[["copy",80],["fill",80],["host task",80],["outer::work<int>",80],["plain",80],["plane",80]]' ]
	for p in native portable; do
		SYCL_CC_TRACE=images,launches:$p.json run -137 --separate-stderr ./$p killed
		[ "$(jq -c '.[] | select(.ph == "X") | [.name, .cat, .args.queue, .args.global, .args.local]' $p.json)" = \
'["fill","fill",1,null,null]
["plain","kernel",1,null,null]
["plane","kernel",1,[4,16],null]
["outer::work<int>","kernel",1,[2,4,8],[1,2,4]]
["host task","host task",1,null,null]
["copy","copy",1,null,null]' ]
	done
	SYCL_CC_TRACE=launches:absent/t.json run -137 --separate-stderr ./native killed
	[ "$stderr" = "sycl-cc: launches: cannot write 'absent/t.json': No such file or directory" ]
	[ ! -c /dev/full ] || SYCL_CC_TRACE=launches:/dev/full run -137 --separate-stderr ./native killed
	[[ ! -c /dev/full || $stderr == "sycl-cc: launches: cannot write events: No space left on device" ]]
}

@test "sizes that no memory and no counter has are refused before anything is touched" {
	sycl-cc -fsycl-targets=x86_64 "$programs/huge.cpp" -o p
	run -0 ./p
	[ "$output" = right ]
}

@test "vectors, half and built-in functions give the same on device and host" {
	sycl-cc -fsycl-targets=x86_64 "$programs/functions.cpp" -o p
	run -0 ./p
	[ "$output" = right ]
}

@test "group algorithms, atomics and reductions give the right results" {
	sycl-cc -std=c++23 -fsycl-targets=x86_64 "$programs/groups.cpp" -o p
	run -0 ./p
	[ "$output" = right ]
	SYCL_CC_THREADS=1 run -0 ./p
	[ "$output" = right ]
	SYCL_CC_THREADS=7 run -0 ./p
	[ "$output" = right ]
}

@test "a child that is forked while the parent's threads wait for host tasks runs its own" {
	sycl-cc -O1 -fsycl-targets=x86_64 "$inputs/sycl/forked-host-tasks.cpp" -o forked
	run -0 timeout 60 ./forked
	[ "$output" = right ]
}

@test "a job that found no processor free is taken when a helping thread of the program leaves" {
	SYCL_CC_THREADS=1 run -0 "$BUILD/tests/pool-room"
	[ "$output" = right ]
}

@test "100,000 allocations are asked for and given back in any order, in a moment" {
	cd "$BATS_TEST_TMPDIR"
	cat > many.cpp <<-'END'
		#include <sycl/sycl.hpp>
		#include <cstdio>
		#include <vector>
		int main()
		{
			constexpr std::size_t n = 100000;
			sycl::queue q;
			const sycl::context c = q.get_context();
			std::vector<char *> p(n);
			std::size_t wrong = 0;
			const auto is = [&](const char *at, sycl::usm::alloc kind) { wrong += get_pointer_type(at, c) != kind; };

			for (char *&one : p)
				one = sycl::malloc_shared<char>(16, q);
			for (std::size_t i = 0; i < n / 2; i++)
				sycl::free(p[i], q);
			for (std::size_t i = 0; i < n; i++)
				is(p[i], i < n / 2 ? sycl::usm::alloc::unknown : sycl::usm::alloc::shared);
			for (std::size_t i = 0; i < n / 2; i++)
				p[i] = sycl::malloc_host<char>(16, q);
			for (std::size_t k = 0, i = 0; k < n; k++, i = (i + 61803) % n) {
				is(p[i] + 15, i < n / 2 ? sycl::usm::alloc::host : sycl::usm::alloc::shared);
				sycl::free(p[i], q);
				is(p[i], sycl::usm::alloc::unknown);
			}
			std::printf("%zu wrong\n", wrong);
		}
	END
	sycl-cc -O1 -fsycl-targets=x86_64 many.cpp -o many
	run -0 timeout 8 ./many
	[ "$output" = '0 wrong' ]
}

@test "streams print numbers as iostreams do; assertions and kernel bundles work" {
	sycl-cc -fsycl-targets=x86_64 "$programs/text.cpp" -o p
	run -0 ./p
	diff -u - <(printf '%s\n' "$output") <<'END'
text 42 -7 3000000000 1
0xff 010    12
1.5 0.1 100000 1e+07 -1.234e-05 0 123457
3.14 3.00 0.05 1234.50
1.234568e+04 1.000000e+01
0x1.8p+0 -0x1.4p-3 0x0p+0 0x1.7e43c8800759cp+996
nd_range(global_range: {4}, local_range: {2}) 1, 2 {1, 2, 3}
{3, 4} 1, 2.5 0.5
abcdefgh0
abcdefgh0
abcdefgh0
abcdefgh0
right
END
}

@test "streams print infinities and not-a-numbers as such with -ffast-math too" {
	cat > fast.cpp <<-'END'
		#include <sycl/sycl.hpp>
		int main()
		{
			sycl::queue q;
			double *d = sycl::malloc_shared<double>(2, q);
			d[0] = HUGE_VAL, d[1] = -__builtin_nan("");
			q.submit([&](sycl::handler &h) {
				sycl::stream out(256, 80, h);
				h.single_task([=] { out << d[0] << ' ' << d[1] << ' ' << (float)-d[0] << sycl::hexfloat << d[0] << '\n'; });
			}).wait();
		}
	END
	for target in x86_64 spir64; do
		sycl-cc -w -ffast-math -fsycl-targets=$target fast.cpp -o p
		run -0 timeout 60 ./p
		[ "$output" = 'inf nan -infinf' ] || return 1
	done
}

@test "C++20's library works in kernels; what it throws on the host ends the program and says what it is" {
	local place=([1]='array:[0-9]*: std::array<int, 4ul>::at(unsigned long) const: .*out_of_range'
		[2]='optional:[0-9]*: std::optional<int>::value() const &: .*bad_optional_access'
		[3]='variant:[0-9]*: .* std::get<.*bad_variant_access' [4]='string_view:[0-9]*: .*sv_check.*out_of_range')
	sycl-cc -std=c++20 -fsycl-targets=x86_64,spir64 -D_GLIBCXX_ASSERTIONS "$programs/library.cpp" -o p
	for what in 1 2 3 4; do
		run -134 ./p $what
		grep -x "p: ${place[what]}' failed\." <<< "$output" || { echo "$output"; return 1; }
	done
	run -0 ./p
	[ "$output" = right ]
	sycl-cc -std=c++20 -fsycl-targets=spir64 "$programs/library.cpp" -o p
	run -0 ./p
	[ "$output" = right ]
}

@test "kernels of shared libraries come and go; threads and forked children launch too" {
	for n in 2 3; do
		sycl-cc -fsycl-targets=x86_64 -shared -fPIC -DPLUGIN=$n "$programs/shared/plugin.cpp" -o plugin$n.so
	done
	sycl-cc -fsycl-targets=x86_64 "$programs/shared/main.cpp" -o p
	run -0 ./p
	[ "$output" = right ]
}

# status: headers-host
@test "SYCL headers are silent in host code under g++ and clang++" {
	printf '#include <sycl/sycl.hpp>\n#include <CL/sycl.hpp>\nint main() { cl::sycl::id<1> i(1); return int(i[0]) - 1; }\n' > h.cpp
	for compiler in "g++ -std=c++17" "g++ -std=c++20" "$LLVM_BIN/clang++ -std=c++17" "$LLVM_BIN/clang++ -std=c++23"; do
		run -0 $compiler -Wall -Wextra -Wpedantic -I"$root/include" -fsyntax-only h.cpp
		[ -z "$output" ] || { echo "$compiler: $output"; return 1; }
	done
}

# status: host-fallback
@test "without a device compile kernels run on the host, one work-item after the other" {
	g++ -std=c++17 -I"$root/include" "$root/examples/vector-add.cpp" -o p -L"$BUILD/lib" -lsycl-cc-rt -Wl,-rpath,"$BUILD/lib"
	run -0 ./p
	[[ $output == *right ]]
	g++ -std=c++17 -I"$root/include" "$root/examples/reduction.cpp" -o p -L"$BUILD/lib" -lsycl-cc-rt -Wl,-rpath,"$BUILD/lib"
	run -0 ./p
	[[ $output == *right ]]
}

@test "the CPU device has the aspects of the target x86_64" {
	sed -n '/^x86_64:/,/sub-group/p' "$root/share/device-config.yaml" | tr -d '\n ' | sed 's/.*aspects:\[//; s/\].*//' \
		| tr , '\n' | sed '$a\' | sort > config
	sed -n '/cpu_aspect_names\[\] = {/,/};/p' "$root/runtime/backend-cpu.c" | grep -o '"[a-z0-9_]*"' | tr -d '"' | sort > runtime
	diff -u config runtime
}

# --- selection ---

# status: native-first
@test "an image of the device's own target comes before SPIR-V" {
	run -0 select_image 'target=x86_64 target=spir64' 'spir64' 'x86_64'
	[ "$output" = 'image 1' ]
	run -0 select_image 'target=x86_64 target=spir64' 'intel_gpu_pvc' 'spir64' 'spir64'
	[ "$output" = 'image 1' ]
}

# status: no-image
@test "no image for the device, and no image at all, are told apart" {
	run -0 select_image 'target=x86_64 target=spir64' 'intel_gpu_pvc' 'spir64_gen'
	[ "$output" = "errc 1: No device image of kernel K runs on device 'a device': there are images for 'intel_gpu_pvc', 'spir64_gen' (INVALID_BINARY)" ]
	run -0 select_image 'target=x86_64'
	[ "$output" = 'errc 1: No kernel named K was found' ]
}

# status: aspect-refused
@test "a missing aspect is refused with both wordings, the first one missing" {
	run -0 select_image 'target=spir64 aspect=cpu aspect=fp64' 'spir64 aspect=fp16 aspect=fp64 aspect=atomic64'
	[ "$output" = "errc 13: Kernel uses optional feature corresponding to 'aspect::fp16' but device does not support this aspect. (Required aspect fp16 is not supported on the device)" ]
	run -0 select_image 'target=spir64 aspect=fp64' 'spir64 aspect=fp64'
	[ "$output" = 'image 0' ]
}

# status: sizes-refused
@test "sub-group and work-group sizes are refused with both wordings" {
	run -0 select_image 'target=spir64 sub-group=8 sub-group=16' 'spir64 sub-group=64'
	[ "$output" = "errc 13: Kernel has a required sub-group size of '64' but device does not support this sub-group size. (Sub-group size 64 is not supported on the device)" ]
	run -0 select_image 'target=spir64 max-group=1024' 'spir64 group=64 group=32'
	[ "$output" = "errc 13: Kernel has a required work-group size of '2048' but device does not support this work-group size. (Required work-group size 2048 is not supported on the device)" ]
	run -0 select_image 'target=spir64 max-group=1024' 'spir64 group=64 group=16'
	[ "$output" = 'image 0' ]
	run -0 select_image 'target=spir64 max-group=1024' 'spir64 group=4294967296 group=4294967296 group=2'
	[ "$output" = "errc 13: Kernel has a required work-group size that no device supports. (Required work-group size is not supported (total number of work-items requested can't fit into size_t))" ]
}

# status: fixed-refused
@test "an image for other fixed targets is refused before anything else" {
	run -0 select_image 'target=spir64 number=0x10005' 'spir64 fixed=0x10017 aspect=fp64'
	[ "$output" = "errc 13: Kernel was compiled with '-fsycl-fixed-targets=65559' but was submitted to a different device." ]
	run -0 select_image 'target=spir64 number=0x10005 aspect=cpu' 'spir64 fixed=0x10017 fixed=1'
	[ "$output" = 'image 0' ]
	run -0 select_image 'target=spir64 number=0x10017' 'spir64 fixed=0x10017'
	[ "$output" = 'image 0' ]
}

# status: emptied-not-run
@test "an emptied image is never run: refused, passed over, or its reason told" {
	run -0 select_image 'answers=intel_gpu_dg1 target=spir64' 'intel_gpu_dg1 aspect=fp64 empty' 'spir64 aspect=fp64'
	[[ $output == "errc 13: Kernel uses optional feature corresponding to 'aspect::fp64'"* ]]
	run -0 select_image 'answers=intel_gpu_dg1 target=spir64 aspect=fp64' 'intel_gpu_dg1 aspect=fp64 empty' 'spir64 aspect=fp64'
	[ "$output" = 'image 1' ]
	run -0 select_image 'target=x86_64 aspect=fp64' "x86_64 aspect=fp64 empty reason=target_'x86'_lacks_it"
	[ "$output" = "errc 13: image for x86_64 was emptied at build time: target 'x86' lacks it" ]
	run -0 select_image 'target=x86_64' 'x86_64 empty'
	[ "$output" = 'errc 13: image for x86_64 was emptied at build time: no reason given' ]
}

# --- devices ---

# status: no-fp64-device
@test "on a device without fp64 the plain kernel runs and the other is refused" {
	run -0 "$BATS_FILE_TMPDIR/two-features"
	[ "$output" = $'plain kernel: right\ndouble kernel: right' ]
	SYCL_CC_DEVICE_CONFIG=$root/examples/no-fp64.yaml SYCL_CC_DEVICE_AS=no_fp64 run -0 "$BATS_FILE_TMPDIR/two-features"
	[ "$output" = "plain kernel: right
double kernel: Kernel uses optional feature corresponding to 'aspect::fp64' but device does not support this aspect. (Required aspect fp64 is not supported on the device)" ]
	SYCL_CC_DEVICE_AS=intel_gpu_dg1 run -0 "$BATS_FILE_TMPDIR/two-features"
	[[ $output == *'Required aspect fp64 is not supported on the device)' ]]
}

@test "a device that is in no configuration is named with the nearest one" {
	SYCL_CC_DEVICE_AS=intel_gpu_dg run "$BATS_FILE_TMPDIR/two-features"
	[[ $output == *"SYCL_CC_DEVICE_AS=intel_gpu_dg: SYCL target is invalid: 'intel_gpu_dg', did you mean 'intel_gpu_dg1'?"* ]]
}

# --- SPIR-V and the cache ---

@test "SPIR-V images are compiled once; a damaged cache entry is made again" {
	rm -rf "$XDG_CACHE_HOME/sycl-cc"
	run -0 "$BATS_FILE_TMPDIR/launch"
	[ "$output" = right ]
	ls "$XDG_CACHE_HOME/sycl-cc" > first
	[ "$(wc -l < first)" -gt 0 ]
	SYCL_CC_ROOT=/nowhere PATH=/usr/bin run -1 sh -c "$BATS_FILE_TMPDIR/launch >/dev/null 2>err; [ ! -s err ]"
	grep -q "mux-aot' is not where the runtime is" err
	ls -i "$XDG_CACHE_HOME"/sycl-cc/*.so > inodes
	run -0 "$BATS_FILE_TMPDIR/launch"
	ls -i "$XDG_CACHE_HOME"/sycl-cc/*.so | diff inodes -
	for entry in "$XDG_CACHE_HOME"/sycl-cc/*.so; do
		printf X | dd of="$entry" bs=1 seek=2000 conv=notrunc status=none
	done
	run -0 "$BATS_FILE_TMPDIR/launch"
	[ "$output" = right ]
	ls "$XDG_CACHE_HOME/sycl-cc" > second
	diff first second
	run -0 "$BATS_FILE_TMPDIR/launch"
	[ "$output" = right ]
}

@test "an updated library of functions makes new entries of the cache, also with its old size and time" {
	mkdir -p root/bin root/share/mux
	ln -s "$root/share/device-config.yaml" root/share
	# shellcheck disable=SC2016	# for the script
	printf '#!/bin/sh\nunset SYCL_CC_ROOT\nexec "%s/bin/mux-aot" "$@"\n' "$BUILD" > root/bin/mux-aot
	chmod +x root/bin/mux-aot
	export SYCL_CC_ROOT=$PWD/root SYCL_CACHE_DIR=$PWD/built
	cached() { find built -name '*.so' | wc -l; }
	library() { printf %s "$1" > root/share/mux/libclc-host.bc && touch -d 2026-01-01 root/share/mux/libclc-host.bc; }
	library one
	[ "$("$BATS_FILE_TMPDIR/launch")" = right ]
	first=$(cached)
	[ "$first" -gt 0 ]
	[ "$("$BATS_FILE_TMPDIR/launch")" = right ]
	[ "$(cached)" -eq "$first" ]
	library two
	[ "$("$BATS_FILE_TMPDIR/launch")" = right ]
	[ "$(cached)" -eq $((2 * first)) ]
}

@test "of SPIR-V with many kernels the first four that run are compiled alone, then all" {
	sycl-cc "$programs/many-kernels.cpp" -o many
	export XDG_CACHE_HOME=$PWD/cache
	mkdir cache
	cached() { find cache -name '*.so' | wc -l; }
	[ "$(./many 3)" = 30 ]
	[ "$(cached)" -eq 1 ]
	[ "$(./many 3 4 3)" = "30 40 30" ]
	[ "$(cached)" -eq 2 ]
	[ "$(./many 0 1 2 3 5 4)" = "0 10 20 30 50 40" ]
	[ "$(cached)" -eq 6 ]
	[ "$(./many 11 3)" = "110 30" ]
	[ "$(cached)" -eq 6 ]
}

# The lines of the trace about code for work-groups of one size, without the kernels' names.
fitted() { sed -n 's/^sycl-cc: images: .*: code for/code for/p' "$1"; }

@test "kernels get code for the size of their work-groups alone when they run long, the cache keeps it, and other sizes run as before" {
	sycl-cc "$programs/fitted.cpp" -o fitted
	export SYCL_CACHE_DIR=$PWD/built SYCL_CC_TRACE=images
	# The first launch is one of 5,000 work-items, which is refused.
	[ "$(SYCL_CC_FIT=never ./fitted 64 37 2> trace)" = right ]
	[ -z "$(fitted trace)" ]
	[ "$(./fitted 37 64 2> trace)" = right ]
	[ -z "$(fitted trace)" ]
	[ "$(./fitted 37 busy 37 2> trace)" = right ]
	[ "$(fitted trace)" = 'code for work-groups of 1x1x64 alone' ]
	[ "$(./fitted 64 1000 37 64 2> trace)" = right ]
	[ "$(fitted trace)" = 'code for work-groups of 1x1x64 alone, from the cache' ]
	[ "$(SYCL_CC_FIT=always ./fitted 64 256 2> trace)" = right ]
	fitted trace > got
	diff got - <<-'END'
		code for work-groups of 1x1x64 alone
		code for work-groups of 1x8x8 alone
		code for work-groups of 2x4x4 alone
		code for work-groups of 1x1x37 alone
		code for work-groups of 1x1x37 alone
		code for work-groups of 1x2x64 alone
		code for work-groups of 1x2x64 alone
		code for work-groups of 1x2x20 alone
		code for work-groups of 1x2x20 alone
	END
	# And the code for all sizes: of the first four kernels alone, and of all.
	[ "$(find built -name '*.so' | wc -l)" -eq 14 ]
	for size in 1 2 16 37 1000 4096; do
		[ "$(SYCL_CC_FIT=always ./fitted $size 64 $size 2> trace)" = right ]
		fitted trace | grep -q "of 1x1x$size alone"
	done
}

@test "a kernel runs the code for all sizes when there is none for its own: the compiler fails, or the image is native" {
	sycl-cc "$programs/fitted.cpp" -o fitted
	export SYCL_CC_TRACE=images SYCL_CC_FIT=always
	mkdir -p root/bin && ln -s "$root/share" root/share
	# shellcheck disable=SC2016	# for the script
	printf '#!/bin/sh\ncase "$*" in *--local-size*) echo no code for you; exit 1;; esac\nunset SYCL_CC_ROOT\nexec "%s/bin/mux-aot" "$@"\n' "$BUILD" > root/bin/mux-aot
	chmod +x root/bin/mux-aot
	[ "$(SYCL_CACHE_DIR=$PWD/failed SYCL_CC_ROOT=$PWD/root ./fitted 64 2> trace)" = right ]
	[ -z "$(fitted trace)" ]
	[ "$(grep -c 'no code for work-groups of one size: building the device image failed' trace)" -eq 9 ]
	sycl-cc -fsycl-targets=x86_64 "$programs/fitted.cpp" -o fitted
	[ "$(./fitted 64 2> trace)" = right ]
	[ -z "$(fitted trace)" ]
	SYCL_CC_FIT=sometimes ./fitted 64 2> trace
	grep -q "SYCL_CC_FIT=sometimes: 'always' or 'never' is wanted" trace
}

@test "kernels with a hint of their work-groups' size run in groups of that size and of others, in one to three dimensions" {
	for target in spir64 x86_64; do
		sycl-cc -fsycl-targets=$target -c "$programs/likely.cpp" -o likely.o
		sycl-cc -fsycl-targets=$target likely.o -o likely
		[ "$(./likely)" = right ]
	done
	# Native images have code for the size of each hint.
	sycl-image extract -o images likely
	[ "$("$LLVM_BIN/llvm-nm" images/0.bin | sed -n 's/.*\.\([0-9]*x[0-9]*x[0-9]*\)$/\1/p' | sort | tr '\n' ' ')" = '10x4x1 24x1x1 5x3x2 ' ]
}

# A compiler that writes a line for each run, and first waits for the seconds of the file "delay".
slow_root() {
	mkdir -p root/bin && ln -s "$root/share" root/share
	printf '#!/bin/sh\necho run >> "%s/runs"\nsleep "$(cat "%s/delay")"\nexec "%s/bin/mux-aot" "$@"\n' "$PWD" "$PWD" "$BUILD" > root/bin/mux-aot
	chmod +x root/bin/mux-aot
	export SYCL_CC_ROOT=$PWD/root
}

@test "of programs that start at once one compiles, also when the one before was killed at it; nothing is left of that" {
	slow_root
	export SYCL_CACHE_DIR=$PWD/built
	echo 5 > delay
	"$BATS_FILE_TMPDIR/launch" &
	killed=$!
	wait_for test -s runs
	kill -9 $killed
	wait $killed || :
	[ -z "$(find built -name '*.so')" ]
	find built -name 'sycl-cc-build.*' -exec touch -d 2000-01-01 {} +
	echo 0.5 > delay
	: > runs
	for i in 1 2 3 4 5 6 7 8; do "$BATS_FILE_TMPDIR/launch" > "out.$i" & done
	wait
	for i in 1 2 3 4 5 6 7 8; do [ "$(cat "out.$i")" = right ]; done
	[ "$(wc -l < runs)" -eq "$(find built -name '*.so' | wc -l)" ]
	[ -z "$(find built -name 'sycl-cc-build.*')" ]
}

@test "SYCL_CACHE_DIR is the folder of the cache, SYCL_CACHE_MAX_SIZE its limit, SYCL_CACHE_PERSISTENT=0 leaves it out" {
	sycl-cc "$programs/many-kernels.cpp" -o many
	export XDG_CACHE_HOME=$PWD/other
	cached() { find . -name '*.so' | wc -l; }
	[ "$(SYCL_CACHE_PERSISTENT=0 SYCL_CACHE_DIR=no ./many 3)" = 30 ]
	[ ! -e no ] && [ ! -e other ]
	export SYCL_CACHE_DIR=mine
	[ "$(./many 0 1 2 3)" = "0 10 20 30" ]
	[ "$(stat -c %a mine)" = 700 ] && [ ! -e other ]
	[ "$(cached)" -eq 4 ]
	# The largest file that there was, and no more: the one used last stays.
	for size in nonsense 0 1000 99999999999999999999; do
		rm -r mine
		[ "$(SYCL_CACHE_MAX_SIZE=$size ./many 0 1 2 3)" = "0 10 20 30" ]
		[ "$(cached)" -eq 4 ]
	done
	head -c 1048000 /dev/zero > mine/old.so
	touch -d 2000-01-01 mine/*.so
	touch -d 1999-01-01 mine/old.so
	[ "$(SYCL_CACHE_MAX_SIZE=1 ./many 0 4)" = "0 40" ]
	[ ! -e mine/old.so ]
	[ "$(find mine -name '*.so' -newermt 2001-01-01 | wc -l)" -eq 2 ]
	[ "$(cached)" -eq 5 ]
	# Others may write there: it is not used.
	chmod 777 mine
	[ "$(./many 11)" = 110 ]
	[ "$(cached)" -eq 5 ]
}

# status: no-cache-folder
@test "without a cache folder SPIR-V images run all the same" {
	XDG_CACHE_HOME=/proc/nowhere run -0 "$BATS_FILE_TMPDIR/launch"
	[ "$output" = right ]
}

@test "an image that cannot be loaded leaves no open file and no mapping" {
	printf 'int x;' | cc -shared -fPIC -x c - -o tableless.so
	printf '\177ELF and no more' > damaged.so
	head -c 64 tableless.so > short.so
	printf '\003\002\043\007 and no more' > spirv
	for image in tableless.so damaged.so short.so spirv; do
		printf '%s\n' "$image" > entries
		target=x86_64 format=native
		[ "$image" != spirv ] || target=spir64 format=spirv
		offload-wrapper --kind=sycl "--format=$format" "--target=$target" --entries=entries -o "$image.o" "$image"
	done
	cc -std=c11 -D_GNU_SOURCE -I "$root/include" "$root/tests/c/load-failures.c" ./*.so.o spirv.o -L"$BUILD/lib" -lsycl-cc-rt "-Wl,-rpath,$BUILD/lib" -o p
	run -0 ./p tableless.so damaged.so short.so spirv
	[[ $output == "tableless.so: the device image for 'x86_64' has no kernel table of version 1
damaged.so: cannot load the device image for 'x86_64': "*"
short.so: cannot load the device image for 'x86_64': "*"
spirv: building the device image failed: "*"damaged SPIR-V header
files left: 0, mappings left: 0" ]]
}

# Programs of SYCL 1.2.1 ask for these where those of SYCL 2020 ask for aspects.
@test "a device without a driver's list has OpenCL's extensions by its aspects" {
	cat > extensions.cpp <<-'END'
		#include <sycl/sycl.hpp>
		#include <cstdio>
		int main() {
			sycl::device d;
			const bool doubles = d.has_extension("cl_khr_fp64"), halves = d.has_extension("cl_khr_fp16");
			const auto all = d.get_info<sycl::info::device::extensions>();
			std::printf("%d %d %d %d\n", doubles, halves, d.has_extension("cl_khr_int64_base_atomics"), d.has_extension("cl_khr_local_int32_base_atomics"));
			if (doubles != d.has(sycl::aspect::fp64) || halves != d.has(sycl::aspect::fp16) || d.has_extension("cl_khr_fp")
				|| all.size() < 5 || !d.has_extension(all.back()))
				return 1;
		}
	END
	sycl-cc -w -fsycl-targets=x86_64 extensions.cpp -o extensions
	[ "$(./extensions)" = '1 1 1 1' ]
	[ "$(SYCL_CC_DEVICE_AS=intel_gpu_dg1 ./extensions)" = '0 1 1 1' ]
}
