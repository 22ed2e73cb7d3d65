/* Kernels that are compiled for work-groups of one size alone (mux-aot --local-size) run in launches of that size. */
#ifndef TESTS_KERNEL_SIZE_H
#define TESTS_KERNEL_SIZE_H

static unsigned launches_of_size;

/* The kernel runs in work-groups of x * y * z; counts how often it does. */
static bool
takes_size(const struct mux_kernel *kernel, uint64_t x, uint64_t y, uint64_t z)
{
	const uint32_t *size = kernel->reqd_wg_size;
	const bool takes = !size[0] || (size[0] == x && size[1] == y && size[2] == z);

	launches_of_size += takes;
	return takes;
}

#endif
