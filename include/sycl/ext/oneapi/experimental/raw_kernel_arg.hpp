/* raw_kernel_arg: bytes that are an argument of a kernel, whose type the program does not know. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_RAW_KERNEL_ARG_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_RAW_KERNEL_ARG_HPP

#include <cstddef>

#include <sycl/detail/kernel.hpp>
#include <sycl/khr/split_headers/version.hpp>

namespace sycl::ext::oneapi::experimental {

class raw_kernel_arg : public detail::kernel_bytes {
public:
	/* The bytes are read when the argument is set. */
	raw_kernel_arg(const void *from, std::size_t size) : from_(from), size_(size) {}

	/* For these headers only.  Of a function object's members it is one that is aligned as a type of that size. */
	void detail_give(detail::kernel_argument &argument) const
	{
		const std::size_t power = size_ & (~size_ + 1);

		argument.set(from_, size_, power == 0 ? 1 : power > alignof(std::max_align_t) ? alignof(std::max_align_t) : power);
	}
	const void *detail_from() const { return from_; }
	std::size_t detail_size() const { return size_; }

private:
	const void *from_;
	std::size_t size_;
};

}

/* Its first name. */
namespace sycl::ext::oneapi {
using experimental::raw_kernel_arg;
}

#endif
