#!/bin/sh
# bench/offload-wrapper.sh: offload-wrapper against cp, cat, linkers and the
# upstream wrapper.  Prints one line a goal:
#
#	wrapper  GOAL  RATIO  bar BAR  ok|MISSED
#
# Ratios of processor time unless the goal says wall; medians of neighbouring runs.
set -eu
bench_name=wrapper
# shellcheck source=bench/common
. "$(dirname "$0")/common"
wrap="exec $BUILD/bin/offload-wrapper --kind=sycl --target=spir64 -o w.o"
cd "$work"

head -c 100000000 /dev/urandom > m100
head -c 1000000 m100 > m1
mkdir many
split -b 10000 -a 5 -d m100 many/i
{ echo '[Code]'; printf '%s\n' many/i*; } > many.table
printf '%s\n' many/i* > many.list
echo '.section .sycl, "a"; .incbin "m1"' > m1.s

cpu '100 MB / cp' 2.0 "$wrap m100" 'exec cp m100 copy'
mib '100 MB' 64
cpu '100 MB / ld.lld -r -b binary' 1.0 "$wrap m100" "exec $llvm/ld.lld -m elf_x86_64 -r -b binary -o l.o m100"
all_runs=$RUNS RUNS=1
cpu '100 MB / llvm-offload-wrapper and llc' 0.05 "$wrap m100" \
	"$llvm/llvm-offload-wrapper --triple=x86_64-pc-linux-gnu --kind=openmp -o u.bc m100 && $llvm/llc -filetype=obj -o u.o u.bc"
RUNS=$all_runs
# Holes take no room on the disk, but are bytes like others to the wrapper.
truncate -s 1000000000 m1000
"$measure" 1 "$wrap m1000" 'exec true' > result
read -r _ _ peak < result
mib '1 GB' 32
rm -f m1000 w.o
wall '10,000 x 10 kB, wall / cat' 2.0 "$wrap --batch many.table" 'cat many/i* > all'
mib '10,000 x 10 kB' 32
wall '10,000 x 10 kB, wall / ld.lld -r -b binary' 1.2 "$wrap --batch many.table" \
	"exec $llvm/ld.lld -m elf_x86_64 -r -b binary -o l.o @many.list"
cpu 'one 1 MB image / gas .incbin' 1.5 "$wrap m1" 'exec as -o g.o m1.s'
