/*
 * The stable name of a type without clang's built-in.  Both compilers mangle
 * types as the Itanium C++ ABI says, and clang's name is that after "_ZTS".
 */
#ifndef SYCL_DETAIL_TYPE_SYMBOL_HPP
#define SYCL_DETAIL_TYPE_SYMBOL_HPP

#include <string>
#ifdef __cpp_rtti
#include <typeinfo>
#endif

namespace sycl::detail {

/* GCC writes L before names of internal linkage in unnamed namespaces too; clang does not. */
inline std::string without_local_marks(const std::string &symbol)
{
	static const std::string unnamed = "12_GLOBAL__N_1";
	std::string::size_type at = 0;
	std::string result = symbol;

	while ((at = result.find(unnamed, at)) != std::string::npos) {
		at += unnamed.size();
		for (;;) {
			std::string::size_type digits = 0, length;

			if (at + 1 < result.size() && result[at] == 'L' && result[at + 1] >= '0' && result[at + 1] <= '9')
				result.erase(at, 1);
			if (at >= result.size() || result[at] < '0' || result[at] > '9')
				break;
			length = std::stoul(result.substr(at, 9), &digits);
			at += digits + length;
		}
	}
	return result;
}

/* Of a pointer, since the type may be incomplete: its name is "P" and that of the type. */
template <typename T>
const char *type_symbol()
{
#ifdef __cpp_rtti
	static const std::string symbol = "_ZTS" + without_local_marks(typeid(T *).name() + 1);

	return symbol.c_str();
#else
	return __PRETTY_FUNCTION__;	/* not the stable name, but unique for each type */
#endif
}

}

#endif
