/*
 * The end of every integration footer, for host compilers other than clang: the
 * definitions that need the specializations of get_spec_constant_symbolic_ID.
 */
#ifndef SYCL_DETAIL_SPEC_CONST_INTEGRATION_HPP
#define SYCL_DETAIL_SPEC_CONST_INTEGRATION_HPP

#include <sycl/detail/type_symbol.hpp>
#include <sycl/specialization_id.hpp>

namespace sycl::detail {

/* Members of templates, and private ones, have no specialization: host and device mangle them alike. */
template <auto &Id>
inline const char *get_spec_constant_symbolic_ID()
{
	return type_symbol<spec_tag<Id>>();
}

template <auto &Id>
const char *spec_name()
{
	return get_spec_constant_symbolic_ID<Id>();
}

}

#endif
