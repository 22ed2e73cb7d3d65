#!/bin/sh
# check.sh: runs what `make gpu-files` built, in the folder where this script is,
# on the first CUDA device and on the CPU, and prints what is wrong.
cd "$(dirname "$0")" || exit 1
LD_LIBRARY_PATH=$PWD${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export LD_LIBRARY_PATH
failed=0

./run-ptx images/*.bin
case $? in
0) ;;
77) exit 0 ;;
*) failed=1 ;;
esac
for device in 'cuda:0' 'native_cpu:0'; do
	while read -r program; do
		if ONEAPI_DEVICE_SELECTOR=$device timeout 120 "./$program" < /dev/null > log 2>&1; then
			echo "$device: $program: right$(grep -c ': right$' log | sed 's/^0$//; s/..*/, & facts/')"
		else
			echo "$device: $program: WRONG"
			grep -v ': right$' log
			failed=1
		fi
	done < programs
done
ONEAPI_DEVICE_SELECTOR='cuda:*' timeout 120 ./two-gpus
case $? in
0) echo 'cuda:0,1: two-gpus: right' ;;
77) echo 'cuda:0,1: two-gpus: skipped: there is one GPU' ;;
*) echo 'cuda:0,1: two-gpus: WRONG' && failed=1 ;;
esac
exit "$failed"
