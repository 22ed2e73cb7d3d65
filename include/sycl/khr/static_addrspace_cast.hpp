/* sycl_khr_static_addrspace_cast: the program says in which address space an object is. */
#ifndef SYCL_KHR_STATIC_ADDRSPACE_CAST_HPP
#define SYCL_KHR_STATIC_ADDRSPACE_CAST_HPP

#include <sycl/multi_ptr.hpp>
#include <sycl/khr/split_headers/version.hpp>

namespace sycl::khr {

template <access::address_space Space, typename T>
multi_ptr<T, Space, access::decorated::no> static_addrspace_cast(T *p)
{
	return multi_ptr<T, Space, access::decorated::no>(p);
}
template <access::address_space Space, typename T, access::decorated Decorated>
multi_ptr<T, Space, Decorated> static_addrspace_cast(multi_ptr<T, access::address_space::generic_space, Decorated> p)
{
	return multi_ptr<T, Space, Decorated>(p.get_raw());
}

}

#endif
