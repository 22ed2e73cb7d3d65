/* sycl_khr_dynamic_addrspace_cast: null where an object is not in the address space. */
#ifndef SYCL_KHR_DYNAMIC_ADDRSPACE_CAST_HPP
#define SYCL_KHR_DYNAMIC_ADDRSPACE_CAST_HPP

#include <sycl/multi_ptr.hpp>
#include <sycl/khr/split_headers/version.hpp>

namespace sycl::khr {

template <access::address_space Space, typename T>
multi_ptr<T, Space, access::decorated::no> dynamic_addrspace_cast(T *p)
{
	return address_space_cast<Space, access::decorated::no>(p);
}
template <access::address_space Space, typename T, access::decorated Decorated>
multi_ptr<T, Space, Decorated> dynamic_addrspace_cast(multi_ptr<T, access::address_space::generic_space, Decorated> p)
{
	return address_space_cast<Space, Decorated>(p.get_raw());
}

}

#endif
