/* throws(code, f): calling f ends in a SYCL exception with that code. */
#ifndef THROWS_HPP
#define THROWS_HPP

#include <sycl/sycl.hpp>

template <typename Function>
bool throws(sycl::errc code, const Function &f)
{
	try {
		f();
	} catch (const sycl::exception &e) {
		return e.code() == code;
	}
	return false;
}

#endif
