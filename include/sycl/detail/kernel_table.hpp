/*
 * Which kernel of the device pass a type names, for host compilers other than
 * clang.  Types that hold a lambda have numbers in their names, which GCC does
 * not count as clang does; but both count upwards in the order of the text.
 * So every kernel of the program registers before main(), and of those whose
 * names differ in numbers only the first on the host is the first of the
 * device, and so on.
 */
#ifndef SYCL_DETAIL_KERNEL_TABLE_HPP
#define SYCL_DETAIL_KERNEL_TABLE_HPP

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <sycl/detail/type_symbol.hpp>
#include <sycl/exception.hpp>

/* The kernels of the translation unit that the integration header cannot name; NULL ends them. */
namespace {
extern const char *const __sycl_unnamed_kernels[];
}

namespace sycl::detail {

/* A mangled name without the numbers of lambdas, and these. */
struct counted_name {
	std::string text;
	std::vector<unsigned long> number;

	explicit counted_name(const std::string &name)
	{
		for (std::string::size_type i = 0, end; i < name.size(); i = end) {
			end = i + 1;
			text += name[i];
			if (name[i] != 'E')
				continue;
			while (end < name.size() && name[end] >= '0' && name[end] <= '9')
				end++;
			if (end == name.size() || name[end] != '_') {
				end = i + 1;
				continue;
			}
			number.push_back(end == i + 1 ? 0 : 1 + std::stoul(name.substr(i + 1, end - i - 1)));
		}
	}
};

/* A kernel of the program. */
struct kernel_entry {
	kernel_entry(const char *name, const char *const *kernels) : symbol(name), unit(kernels), next(first) { first = this; }

	const char *resolve() const;

	counted_name symbol;
	const char *const *unit;	/* kernels of its translation unit */
	kernel_entry *next;
	inline static kernel_entry *first = nullptr;
};

inline const char *kernel_entry::resolve() const
{
	std::vector<std::pair<std::vector<unsigned long>, const char *>> device;
	std::vector<std::vector<unsigned long>> host;

	for (const char *const *name = unit; *name; name++) {
		const counted_name other(*name);

		if (other.text == symbol.text)
			device.emplace_back(other.number, *name);
	}
	for (const kernel_entry *other = first; other; other = other->next)
		if (other->unit == unit && other->symbol.text == symbol.text)
			host.push_back(other->symbol.number);
	if (device.size() == 1)
		return device[0].second;
	if (device.size() != host.size())
		throw exception(make_error_code(errc::runtime),
			"the host compiler counts the kernels of a function otherwise than the device pass; name kernel " + symbol.text);
	std::sort(device.begin(), device.end());
	return device[static_cast<std::size_t>(std::count_if(host.begin(), host.end(),
		[this](const std::vector<unsigned long> &number) { return number < symbol.number; }))].second;
}

template <typename Name>
struct registered_kernel {
	inline static kernel_entry entry { type_symbol<Name>(), __sycl_unnamed_kernels };
};

template <typename Name>
const char *registered_symbol()
{
	static const char *const symbol = registered_kernel<Name>::entry.resolve();

	return symbol;
}

}

#endif
