/*
 * Which kernel of the device pass a type names, for host compilers other than
 * clang.  Types that contain a lambda have numbers in their names, which GCC and
 * clang count differently, but both upwards in the order of the text.  So every
 * kernel of the program registers before main(), and among names that differ only
 * in numbers the first of the host is the first of the device, and so on.
 */
#ifndef SYCL_DETAIL_KERNEL_TABLE_HPP
#define SYCL_DETAIL_KERNEL_TABLE_HPP

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <sycl/detail/kernel_info.hpp>
#include <sycl/detail/kernel_number.hpp>
#include <sycl/detail/type_symbol.hpp>
#include <sycl/exception.hpp>

/* The kernels of the translation unit that the integration header cannot name; a null name ends them. */
namespace {
extern const sycl::detail::unnamed_kernel __sycl_unnamed_kernels[];
}

namespace sycl::detail {

/*
 * A mangled name without the numbers that compilers give to lambdas, and to
 * classes of one name in a function; these numbers, in the order of the text; and
 * whether kernel_number.hpp, which counts in the order of the table, numbered the
 * name.
 */
struct counted_name {
	std::string text;
	std::vector<unsigned long> number;
	bool numbered = false;

	explicit counted_name(std::string name)
	{
		std::string::size_type discriminator = std::string::npos;

		strip_number(name);
		for (std::string::size_type i = 0; i < name.size();) {
			if (i == discriminator) {
				i = read_discriminator(name, i);
			} else if (name.compare(i, 4, "3$_0") == 0) {	/* clang's name for an unnamed class */
				text += "Ut";
				i += 4;
			} else if (is_digit(name[i]) && name.compare(behind_digits(name, i), 7, "._anon_") == 0) {	/* g++'s */
				size_type digits = 0;

				i = behind_digits(name, i) + 7;
				text += "Ut";
				put_number(1 + std::stoul(name.substr(i), &digits));
				i += digits;
			} else if ((name[i] == 'C' || name[i] == 'D') && i + 2 < name.size() && is_digit(name[i + 1]) && name[i + 2] == 'E') {
				text += name[i];	/* local to a constructor: g++ uses the name of all its forms */
				i += 2;
			} else if (name.compare(i, 2, "Ut") == 0) {
				text += "Ut";
				i = read_number(name, i + 2);
			} else {
				text += name[i++];
				if (name[i - 1] != 'E')
					continue;
				if (ends_source_name(name, i - 1) && is_discriminator(name, i))
					discriminator = i;
				else
					i = read_number(name, i);
				if (i < name.size() && is_digit(name[i]))
					discriminator = source_name_end(name, i);
				if (!is_discriminator(name, discriminator))
					discriminator = std::string::npos;
			}
		}
		number.resize(text.size() + 1);
	}

	/*
	 * The text without what the compilers do not have alike around a lambda that
	 * initializes a static variable of a namespace: g++ says the variable,
	 * "NL5firstMUlvEE", clang does not, "UlvE", which also shifts the numbers of
	 * repeated types; nor does g++ say that a function template is static.
	 */
	std::string common_text() const
	{
		std::string common;

		for (size_type i = 0; i < text.size(); i++) {
			if (text[i] == 'L' && i + 1 < text.size() && is_digit(text[i + 1])) {
				const size_type end = source_name_end(text, i + 1);

				if (end != std::string::npos && text.compare(end, 3, "MUl") == 0)
					i = end;
			} else if (text[i] == 'S') {
				const size_type end = text.find_first_not_of("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", i + 1);

				common += 'S';
				if (end != std::string::npos && text[end] == '_')
					i = end;
			} else if (text[i] != 'N' && text[i] != 'E') {
				common += text[i];
			}
		}
		return common;
	}

private:
	using size_type = std::string::size_type;

	static bool is_digit(char c) { return c >= '0' && c <= '9'; }

	/* The number of "13__sycl_numberI" NAME "Li1EE". */
	void strip_number(std::string &name)
	{
		if (name.compare(0, 20, "_ZTS13__sycl_numberI") == 0) {
			name.erase(name.rfind("Li"));
			numbered = true;
		}
	}
	static bool is_discriminator(const std::string &name, size_type i)
	{
		return i < name.size() && name[i] == '_' && i + 1 < name.size() &&
			(is_digit(name[i + 1]) || (name[i + 1] == '_' && i + 2 < name.size() && is_digit(name[i + 2])));
	}
	/* The position after the identifier whose length is at i; npos when the name is shorter. */
	static size_type source_name_end(const std::string &name, size_type i)
	{
		size_type digits = 0;
		const unsigned long length = std::stoul(name.substr(i, 6), &digits);

		return length < name.size() - i - digits ? i + digits + length : std::string::npos;
	}
	/* The underscore at i begins a name; what follows a lambda may be "cl", its operator, or no small letter. */
	static bool begins_name(const std::string &name, size_type i)
	{
		const char c = i + 1 < name.size() ? name[i + 1] : 'E';

		return is_digit(c) || c == '_' || (c >= 'a' && name.compare(i + 1, 2, "cl") != 0);
	}
	/* The position after the digits at i. */
	static size_type behind_digits(const std::string &name, size_type i)
	{
		while (i < name.size() && is_digit(name[i]))
			i++;
		return i;
	}
	/* An identifier and its length end before i. */
	static bool ends_source_name(const std::string &name, size_type i)
	{
		for (size_type from = i; from-- > 0;)
			if (is_digit(name[from]) && source_name_end(name, from) == i)
				return true;
		return false;
	}
	void put_number(unsigned long value)
	{
		number.resize(text.size() + 1);
		number[text.size()] = value;
	}
	/* The position after "_" or "4_" at i, which follows lambdas; i when it is absent. */
	size_type read_number(const std::string &name, size_type i)
	{
		const size_type end = behind_digits(name, i);

		if (end == name.size() || name[end] != '_' || (end != i && begins_name(name, end)))
			return i;
		put_number(end == i ? 1 : 2 + std::stoul(name.substr(i, end - i)));
		return end + 1;
	}
	/* "_4" or "__14_". */
	size_type read_discriminator(const std::string &name, size_type i)
	{
		const bool is_long = name[i + 1] == '_';
		size_type digits = 0;

		put_number(1 + std::stoul(is_long ? name.substr(i + 2) : name.substr(i + 1, 1), &digits));
		return is_long ? i + 3 + digits : i + 2;
	}
};

/* A kernel of the program. */
struct kernel_entry {
	kernel_entry(const char *name, const char *numbered, const unnamed_kernel *kernels)
		: symbol(name), numbered_symbol(numbered), unit(kernels) {}

	const unnamed_kernel *resolve() const;
	const unnamed_kernel *find() const;
	bool is_listed() const;
	const unnamed_kernel *resolve_by_common_text() const;

	counted_name symbol, numbered_symbol;
	const unnamed_kernel *unit;	/* kernels of its translation unit */
	kernel_entry *next = nullptr;
	inline static kernel_entry *first = nullptr;
};

/* One that is found in the list. */
struct listed_kernel : kernel_entry {
	listed_kernel(const char *name, const char *numbered, const unnamed_kernel *kernels) : kernel_entry(name, numbered, kernels)
	{
		next = first;
		first = this;
	}
};

/* The only kernel with this common text; null when there are none or several. */
inline const unnamed_kernel *kernel_entry::resolve_by_common_text() const
{
	const std::string common = symbol.common_text();
	const unnamed_kernel *found = nullptr;

	for (const unnamed_kernel *kernel = unit; kernel->name; kernel++) {
		const counted_name other(kernel->name);

		if (other.numbered || other.common_text() != common)
			continue;
		if (found)
			return nullptr;
		found = kernel;
	}
	return found;
}

/* Null when there is none, or it is not known which. */
inline const unnamed_kernel *kernel_entry::find() const
{
	std::vector<std::pair<std::vector<unsigned long>, const unnamed_kernel *>> device;
	std::vector<std::vector<unsigned long>> host;
	bool numbered = false;

	for (const unnamed_kernel *kernel = unit; kernel->name; kernel++) {
		const counted_name other(kernel->name);

		if (other.text != (other.numbered ? numbered_symbol : symbol).text)
			continue;
		device.emplace_back(other.number, kernel);
		numbered = numbered || other.numbered;
	}
	for (const kernel_entry *other = first; other; other = other->next)
		if (other->unit == unit && other->symbol.text == symbol.text)
			host.push_back(other->symbol.number);
	if (device.size() == 1)
		return device[0].second;
	if (const unnamed_kernel *kernel = device.empty() ? resolve_by_common_text() : nullptr)
		return kernel;
	if (device.empty() || device.size() != host.size())
		return nullptr;
	/* Kernels of one number: used in the order of the table, declared in that of the host's numbers. */
	if (!numbered)
		std::sort(device.begin(), device.end());
	return device[static_cast<std::size_t>(std::count_if(host.begin(), host.end(),
		[this](const std::vector<unsigned long> &number) { return number < symbol.number; }))].second;
}

inline const unnamed_kernel *kernel_entry::resolve() const
{
	const unnamed_kernel *const kernel = find();

	if (!kernel)
		detail::refuse(errc::runtime, ("the host compiler counts the kernels of a function otherwise than the device pass; name kernel "
			+ symbol.text).c_str());
	return kernel;
}

/* Whether the program launches a kernel of the name; of one without numbers that need not be known. */
inline bool kernel_entry::is_listed() const
{
	for (const kernel_entry *other = first; other; other = other->next)
		if (other->unit == unit && other->symbol.text == symbol.text && other->symbol.number == symbol.number)
			return true;
	return symbol.number.empty();
}

template <typename Name>
struct registered_kernel {
	inline static listed_kernel entry { type_symbol<Name>(), type_symbol<__sycl_number<Name, 0>>(), __sycl_unnamed_kernels };
};

template <typename Name>
const unnamed_kernel &find_registered()
{
	const kernel_entry &entry = registered_kernel<Name>::entry;
	/* The constructor of a global object may launch the kernel before its entry is initialized. */
	static const unnamed_kernel *const kernel = entry.unit ? entry.resolve()
		: kernel_entry(type_symbol<Name>(), type_symbol<__sycl_number<Name, 0>>(), __sycl_unnamed_kernels).resolve();

	return *kernel;
}

/* The name in device images of a kernel that is asked for, which may be another translation unit's, or no kernel. */
template <typename Name>
const char *find_symbol()
{
	const kernel_entry entry(type_symbol<Name>(), type_symbol<__sycl_number<Name, 0>>(), __sycl_unnamed_kernels);
	const unnamed_kernel *const kernel = entry.is_listed() ? entry.find() : nullptr;

	return kernel ? kernel->name : type_symbol<Name>();
}

}

#endif
