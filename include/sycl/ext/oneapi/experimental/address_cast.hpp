/* static_address_cast: the program says in which address space an object is. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_ADDRESS_CAST_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_ADDRESS_CAST_HPP

#include <sycl/khr/static_addrspace_cast.hpp>

namespace sycl::ext::oneapi::experimental {

template <access::address_space Space, typename T>
multi_ptr<T, Space, access::decorated::no> static_address_cast(T *p)
{
	return khr::static_addrspace_cast<Space>(p);
}
template <access::address_space Space, access::decorated Decorated, typename T>
multi_ptr<T, Space, Decorated> static_address_cast(T *p)
{
	return multi_ptr<T, Space, Decorated>(p);
}
template <access::address_space Space, typename T, access::decorated Decorated>
multi_ptr<T, Space, Decorated> static_address_cast(multi_ptr<T, access::address_space::generic_space, Decorated> p)
{
	return khr::static_addrspace_cast<Space>(p);
}

}

#endif
