/* Types that are asked for by functions of SYCLcompat. */
#ifndef SYCLCOMPAT_TRAITS_HPP
#define SYCLCOMPAT_TRAITS_HPP

#include <cstddef>
#include <type_traits>

namespace syclcompat {

/* A parameter of this type takes no part in the deduction of T. */
template <class T>
struct type_identity {
	using type = T;
};
template <class T>
using type_identity_t = typename type_identity<T>::type;

/* What can be added to a T. */
template <typename T>
struct arith {
	using type = std::conditional_t<std::is_pointer_v<T>, std::ptrdiff_t, T>;
};
template <typename T>
using arith_t = typename arith<T>::type;

}

#endif
