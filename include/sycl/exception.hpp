/* sycl::exception, its error codes, and the list that asynchronous handlers receive. */
#ifndef SYCL_EXCEPTION_HPP
#define SYCL_EXCEPTION_HPP

#include <cstddef>
#include <exception>
#include <string>
#include <system_error>

#include <sycl-cc/runtime.h>
#include <sycl/detail/defines.hpp>
#include <sycl/detail/shared.hpp>
#include <sycl/detail/std_function.hpp>

namespace sycl {

class context;

enum class errc : int {
	success = SYCL_RT_SUCCESS,
	runtime = SYCL_RT_RUNTIME,
	kernel = SYCL_RT_KERNEL,
	accessor = SYCL_RT_ACCESSOR,
	nd_range = SYCL_RT_ND_RANGE,
	event = SYCL_RT_EVENT,
	kernel_argument = SYCL_RT_KERNEL_ARGUMENT,
	build = SYCL_RT_BUILD,
	invalid = SYCL_RT_INVALID,
	memory_allocation = SYCL_RT_MEMORY_ALLOCATION,
	platform = SYCL_RT_PLATFORM,
	profiling = SYCL_RT_PROFILING,
	feature_not_supported = SYCL_RT_FEATURE_NOT_SUPPORTED,
	kernel_not_supported = SYCL_RT_KERNEL_NOT_SUPPORTED,
	backend_mismatch = SYCL_RT_BACKEND_MISMATCH
};

}

template <>
struct std::is_error_code_enum<sycl::errc> : std::true_type {};

namespace sycl {

namespace detail {

class category : public std::error_category {
public:
	const char *name() const noexcept override { return "sycl"; }
	std::string message(int number) const override
	{
		static const char *const text[] = {
			"success", "runtime error", "kernel error", "accessor error", "nd_range error", "event error",
			"kernel argument error", "build error", "invalid object", "memory allocation error",
			"platform error", "profiling error", "feature not supported", "kernel not supported",
			"backend mismatch"
		};

		return number >= 0 && number < int(sizeof text / sizeof *text) ? text[number] : "unknown error";
	}
};

/* State that the copies of an exception share. */
struct exception_state : counted {
	explicit exception_state(const char *what)
	{
		while (*what)
			text.push_back(*what++);
	}
	virtual ~exception_state() = default;

	std::string text;
	const context *origin = nullptr;
};

}

inline const std::error_category &sycl_category() noexcept
{
	static const detail::category category;

	return category;
}

inline std::error_code make_error_code(errc code) noexcept
{
	return { static_cast<int>(code), sycl_category() };
}

class exception : public virtual std::exception {
public:
	exception(std::error_code code, const std::string &what) : exception(code, what.c_str()) {}
	exception(std::error_code code, const char *what) : code_(code), state_(new detail::exception_state(what)) {}
	exception(std::error_code code) : exception(code, code.message()) {}
	exception(int number, const std::error_category &category, const std::string &what)
		: exception(std::error_code(number, category), what) {}
	exception(int number, const std::error_category &category, const char *what)
		: exception(std::error_code(number, category), what) {}
	exception(int number, const std::error_category &category) : exception(std::error_code(number, category)) {}
	exception(context, std::error_code code, const std::string &what);
	exception(context, std::error_code code, const char *what);
	exception(context, std::error_code code);
	exception(context, int number, const std::error_category &category, const std::string &what);
	exception(context, int number, const std::error_category &category, const char *what);
	exception(context, int number, const std::error_category &category);

	const std::error_code &code() const noexcept { return code_; }
	const std::error_category &category() const noexcept { return code_.category(); }
	const char *what() const noexcept override { return state_->text.c_str(); }
	int get_cl_code() const noexcept { return 0; }	/* of SYCL 1.2.1: CL_SUCCESS where OpenCL did not fail */
	bool has_context() const noexcept { return state_->origin != nullptr; }
	context get_context() const;

private:
	std::error_code code_;
	detail::shared<detail::exception_state> state_;
};

class exception_list {
public:
	using value_type = std::exception_ptr;
	using reference = value_type &;
	using const_reference = const value_type &;
	using size_type = std::size_t;
	using iterator = const std::exception_ptr *;
	using const_iterator = iterator;

	size_type size() const { return list_.size(); }
	iterator begin() const { return list_.begin(); }
	iterator end() const { return list_.end(); }

private:
	friend class queue;
	detail::list<std::exception_ptr> list_;
};

using async_handler = std::function<void(exception_list)>;

namespace detail {

/* sycl_1_2_1.hpp sets it: the classes of exceptions that SYCL 1.2.1 had. */
inline void (*exception_thrower)(std::error_code code, const char *what);

[[noreturn]] inline void refuse(errc code, const char *what)
{
	if (exception_thrower)
		exception_thrower(make_error_code(code), what);
	throw exception(make_error_code(code), what);
}

/* Throws what a function of the runtime reported. */
inline void check_status(int status)
{
	if (status)
		refuse(static_cast<errc>(status), sycl_rt_message());
}

}

}

#endif
