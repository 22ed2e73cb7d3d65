/* usm_deleter: has smart pointers free memory of USM. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_USM_RAII_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_USM_RAII_HPP

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/queue.hpp>
#include <sycl/usm.hpp>

namespace sycl::ext::oneapi::experimental {

class usm_deleter {
public:
	usm_deleter(const context &context) : context_(context) {}
	usm_deleter(const queue &queue) : context_(queue.get_context()) {}

	template <typename T>
	void operator()(T *p) const
	{
		sycl::free(const_cast<std::remove_cv_t<T> *>(p), context_);
	}

private:
	context context_;
};

}

#endif
