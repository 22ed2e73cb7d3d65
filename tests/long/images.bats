# Images on targets that are compiled ahead of time.
load ../helper

@test "kernels with images and samplers compile for an Intel GPU" {
	programs=$root/tests/inputs/sycl/pictures
	cc -std=c11 -c "$programs/reference.c" -o r.o
	sycl-cc -fsycl-targets=intel_gpu_dg2_g10 "$programs/samplers.cpp" r.o -lm -o gpu
	sycl-image list gpu | grep -E 'intel_gpu_acm_g10 *native .* 4  image'
}
