/* What an integration header specialises before everything else. */
#ifndef SYCL_DETAIL_KERNEL_INFO_HPP
#define SYCL_DETAIL_KERNEL_INFO_HPP

namespace sycl::detail {

/*
 * What the device pass knows of a kernel: its name, and how many bytes of its function
 * object hold data at most, when nothing lies between them (0: not known).
 */
template <typename Name>
struct kernel_info;

/* The same of a kernel that the integration header cannot name. */
struct unnamed_kernel {
	const char *name;
	unsigned long functor_data;
};

}

#endif
