# Inputs that several tests of report have.

# large_table: k.table, six targets with the same 20,000 kernels
large_table() {
	awk 'BEGIN { for (i = 0; i < 20000; i++) printf "_ZTSZN3app4util8solver%dILi%dEE3runERN4sycl5queueERNS3_6bufferIdLi2ENS3_6detail9allocatorIdEEvEEPKfEUlNS3_7nd_itemILi2EEEE_@solver_of_things_%d.cpp.%016x\n", i % 9 + 1, i, i % 50, i * 7919 }' > k.sym
	printf x > k.bin
	{
		echo '[Code|Symbols|Target]'
		for target in x86_64 spir64 intel_gpu_pvc intel_gpu_acm_g10 nvidia_gpu_sm_80 amd_gpu_gfx90a; do echo "k.bin|k.sym|$target"; done
	} > k.table
}
