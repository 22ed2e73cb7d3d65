# Wrapper objects of large programs.
load ../helper

# peak COMMAND...: runs it and prints its peak memory in KiB, which foreach measures
peak() {
	echo once > one.list
	foreach --in-file-list=one.list --in-replace=@once@ -j1 --stats=peak.stats -- "$@" > /dev/null
	awk -F'\t' 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /peak/) k = i } NR == 2 { print $k }' peak.stats
}

@test "10,000 images of 10 kB and one of 3 GB link with both linkers and run" {
	cd "$BATS_TEST_TMPDIR"
	[ "$(df --output=avail -k . | tail -n 1)" -gt 14000000 ] || skip 'needs 14 GB of disk'
	cp "$inputs/offload-wrapper/dump.c" .
	cc -I"$root/include" -c -o dump.o dump.c
	mkdir many
	head -c 100000000 /dev/urandom | split -b 10000 -a 5 -d - many/i
	truncate -s 3000000000 huge
	printf 'the end' >> huge
	{ echo '[Code]'; echo huge; printf '%s\n' many/i*; } > in.table
	kib=$(peak offload-wrapper --kind=sycl --target=t --batch -o w.o in.table)
	echo "# peak of offload-wrapper: $kib KiB" >&3
	[ "$kib" -lt 32768 ]
	for linker in bfd lld; do
		"$LLVM_BIN/clang" "-fuse-ld=$linker" -o program dump.o w.o
		BRIEF=1 ./program > got
		grep -q '^register version 1 images 10001$' got
		rm program
	done
}
