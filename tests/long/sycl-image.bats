# sycl-image on a thousand damaged files.
load ../helper

@test "1,000 damaged files, all commands: diagnosed or read, never a crash" {
	cc -o mutate "$root/tests/c/mutate.c"
	cc -c -o host.o "$inputs/sycl-image/host.c"
	printf 'BC\300\336bytes of an image' > k.spv
	printf '_ZTS4init\n' > a.sym
	printf '[SYCL/device requirements]\naspects=2|ABAAAAAAAAQBAAAAGAAAAA\n' > a.prop
	offload-wrapper --kind=sycl --target=spir64 --entries=a.sym --properties=a.prop -o w.o k.spv
	cc -o program host.o w.o
	cc -shared -o lib.so w.o
	ar rcs lib.a host.o w.o
	object-pack -i spirv64-unknown-unknown,k.spv -n host.o -o packed.o
	for file in w.o program lib.so lib.a packed.o; do
		for seed in $(seq 200); do
			./mutate "$seed" "$file" damaged
			for command in list show size verify 'extract -o files' 'why damaged init'; do
				status=0
				operand=damaged
				[ "$command" != 'why damaged init' ] || operand=spir64
				# shellcheck disable=SC2086 # command and its options
				timeout 10 sycl-image $command "$operand" > out 2> err || status=$?
				# A refused kernel is no error: its reason is the result, on standard output.
				[ "$status" -eq 0 ] || { [ "$status" -eq 1 ] && [ "$(cat err out | wc -c)" -gt 0 ]; } ||
					{ echo "$file $seed $command: $status"; return 1; }
			done
		done
	done
}
