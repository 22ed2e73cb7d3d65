/* What the programs of extensions share: refused(code, function) expects an exception of SYCL with that code. */
#ifndef REFUSED_HPP
#define REFUSED_HPP

#include <sycl/exception.hpp>

#include "check.hpp"

template <typename Function>
void refused(sycl::errc code, Function function)
{
	try {
		function();
		check(false);
	} catch (const sycl::exception &e) {
		check(e.code() == code);
	}
}

#endif
