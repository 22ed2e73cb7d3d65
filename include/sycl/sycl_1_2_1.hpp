/*
 * Names of SYCL 1.2.1 that SYCL 2020 dropped.  CL/sycl.hpp brings them, sycl/sycl.hpp
 * does not: `using namespace sycl` beside `using namespace std` would make some of
 * them ambiguous.
 */
#ifndef SYCL_1_2_1_HPP
#define SYCL_1_2_1_HPP

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <mutex>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <sycl/sycl.hpp>

namespace sycl {

/* --- names for the standard library's classes (1.2.1, section 4.5) --- */

template <typename T, typename Allocator = std::allocator<T>>
using vector_class = std::vector<T, Allocator>;
using string_class = std::string;
template <typename Signature>
using function_class = std::function<Signature>;
using mutex_class = std::mutex;
template <typename T, typename Deleter = std::default_delete<T>>
using unique_ptr_class = std::unique_ptr<T, Deleter>;
template <typename T>
using shared_ptr_class = std::shared_ptr<T>;
template <typename T>
using weak_ptr_class = std::weak_ptr<T>;
template <typename T>
using hash_class = std::hash<T>;
using exception_ptr_class = std::exception_ptr;
using exception_ptr = std::exception_ptr;

/* --- OpenCL's scalar types and their vectors (4.10.1, 4.10.2) --- */

using cl_bool = bool;
#define SYCL_CC_CL_TYPE(NAME, T)            \
	using cl_##NAME = T;                \
	using cl_##NAME##2 = vec<T, 2>;     \
	using cl_##NAME##3 = vec<T, 3>;     \
	using cl_##NAME##4 = vec<T, 4>;     \
	using cl_##NAME##8 = vec<T, 8>;     \
	using cl_##NAME##16 = vec<T, 16>;
SYCL_CC_CL_TYPE(char, std::int8_t)
SYCL_CC_CL_TYPE(uchar, std::uint8_t)
SYCL_CC_CL_TYPE(short, std::int16_t)
SYCL_CC_CL_TYPE(ushort, std::uint16_t)
SYCL_CC_CL_TYPE(int, std::int32_t)
SYCL_CC_CL_TYPE(uint, std::uint32_t)
SYCL_CC_CL_TYPE(long, std::int64_t)
SYCL_CC_CL_TYPE(ulong, std::uint64_t)
SYCL_CC_CL_TYPE(float, float)
SYCL_CC_CL_TYPE(double, double)
SYCL_CC_CL_TYPE(half, half)
#undef SYCL_CC_CL_TYPE

/* --- queries of kernels (4.8.5) --- */

namespace info {
namespace kernel_work_group = kernel_device_specific;
}

/* --- exceptions by class (4.9.2) --- */

#define SYCL_CC_EXCEPTION(NAME, BASE)        \
	class NAME : public BASE {           \
	public:                              \
		using BASE::BASE;            \
	};
SYCL_CC_EXCEPTION(runtime_error, exception)
SYCL_CC_EXCEPTION(kernel_error, runtime_error)
SYCL_CC_EXCEPTION(accessor_error, runtime_error)
SYCL_CC_EXCEPTION(nd_range_error, runtime_error)
SYCL_CC_EXCEPTION(event_error, runtime_error)
SYCL_CC_EXCEPTION(invalid_parameter_error, runtime_error)
SYCL_CC_EXCEPTION(device_error, exception)
SYCL_CC_EXCEPTION(compile_program_error, device_error)
SYCL_CC_EXCEPTION(link_program_error, device_error)
SYCL_CC_EXCEPTION(invalid_object_error, device_error)
SYCL_CC_EXCEPTION(memory_allocation_error, device_error)
SYCL_CC_EXCEPTION(platform_error, device_error)
SYCL_CC_EXCEPTION(profiling_error, device_error)
SYCL_CC_EXCEPTION(feature_not_supported, device_error)
#undef SYCL_CC_EXCEPTION

/* SYCL 1.2's name for "the memory of the program is the buffer's". */
template <typename T>
using map_allocator = buffer_allocator<T>;

/* The first name of extensions for FPGAs. */
#ifndef INTEL
namespace INTEL = ext::intel;
#endif

/* --- programs (4.8.6): kernels are compiled when they are launched, so to build one means to know its kernels --- */

enum class program_state { none, compiled, linked };

namespace info {

struct program {
	struct context { using return_type = sycl::context; };
	struct devices { using return_type = std::vector<sycl::device>; };
	struct reference_count { using return_type = std::uint32_t; };
};

}

class program {
public:
	explicit program(const context &context, const property_list &properties = {})
		: program(context, context.get_devices(), properties)
	{
	}
	program(const context &context, std::vector<device> devices, const property_list & = {})
		: context_(context), devices_(std::move(devices))
	{
	}
	/* The linked program of compiled ones. */
	explicit program(const std::vector<program> &programs, std::string link_options = {}, const property_list & = {})
		: program(first(programs).context_, first(programs).devices_)
	{
		for (const program &part : programs) {
			part.expect(program_state::compiled);
			kernels_.insert(kernels_.end(), part.kernels_.begin(), part.kernels_.end());
			sources_.insert(sources_.end(), part.sources_.begin(), part.sources_.end());
		}
		link(std::move(link_options));
	}

	template <typename Name>
	void compile_with_kernel_type(std::string options = {})
	{
		expect(program_state::none);
		kernels_.push_back(get_kernel_id<Name>());
		compile_options_ = std::move(options);
		state_ = program_state::compiled;
	}
	template <typename Name>
	void build_with_kernel_type(std::string options = {})
	{
		compile_with_kernel_type<Name>(std::move(options));
		state_ = program_state::linked;
	}
	/* OpenCL C, where the compiler for it is installed; else feature_not_supported. */
	void compile_with_source(const std::string &text, std::string options = {})
	{
		expect(program_state::none);
		sources_.push_back(built(text, options));
		compile_options_ = std::move(options);
		state_ = program_state::compiled;
	}
	void build_with_source(const std::string &text, std::string options = {})
	{
		compile_with_source(text, std::move(options));
		state_ = program_state::linked;
	}
	void link(std::string options = {})
	{
		if (state_ != program_state::none)
			expect(program_state::compiled);
		link_options_ = std::move(options);
		state_ = program_state::linked;
	}

	template <typename Name>
	bool has_kernel() const
	{
		return state_ == program_state::linked && std::find(kernels_.begin(), kernels_.end(), detail::id_of<Name>()) != kernels_.end();
	}
	template <typename Name>
	kernel get_kernel() const
	{
		expect(program_state::linked);
		if (!has_kernel<Name>())
			throw invalid_object_error(make_error_code(errc::invalid), "the program has no kernel of that type");
		return get_kernel_bundle<bundle_state::executable>(context_, devices_, { get_kernel_id<Name>() })
			.get_kernel(get_kernel_id<Name>());
	}

	bool has_kernel(const std::string &name) const { return state_ == program_state::linked && find_source(name) != sources_.end(); }
	kernel get_kernel(const std::string &name) const
	{
		expect(program_state::linked);
		const auto source = find_source(name);
		if (source == sources_.end())
			throw invalid_object_error(make_error_code(errc::invalid), "the program has no kernel '" + name + "'");
		return source->ext_oneapi_get_kernel(name);
	}

	context get_context() const { return context_; }
	std::vector<device> get_devices() const { return devices_; }
	std::string get_compile_options() const { return compile_options_; }
	std::string get_link_options() const { return link_options_; }
	std::string get_build_options() const { return compile_options_; }
	program_state get_state() const { return state_; }
	bool is_host() const { return false; }
	template <typename Param>
	typename Param::return_type get_info() const
	{
		if constexpr (std::is_same_v<Param, info::program::context>)
			return context_;
		else if constexpr (std::is_same_v<Param, info::program::devices>)
			return devices_;
		else
			return 1;
	}

private:
	static const program &first(const std::vector<program> &programs)
	{
		if (programs.empty())
			throw invalid_object_error(make_error_code(errc::invalid), "a program is linked of at least one");
		return programs.front();
	}
	void expect(program_state state) const
	{
		if (state_ != state)
			throw invalid_object_error(make_error_code(errc::invalid), state == program_state::none ? "the program is compiled already" :
				state == program_state::compiled ? "the program is not compiled, or linked already" : "the program is not linked");
	}
	using source = kernel_bundle<bundle_state::executable>;
	source built(const std::string &text, const std::string &options) const
	{
		namespace extension = ext::oneapi::experimental;
		std::istringstream words(options);
		const std::vector<std::string> list{ std::istream_iterator<std::string>(words), std::istream_iterator<std::string>() };

		for (const device &each : devices_)
			if (!each.ext_oneapi_can_build(extension::source_language::opencl))
				throw sycl::feature_not_supported(make_error_code(errc::feature_not_supported), "a device of the program takes no OpenCL C");
		return extension::build(extension::create_kernel_bundle_from_source(context_, extension::source_language::opencl, text), devices_,
			extension::properties{ extension::build_options(list) });
	}
	std::vector<source>::const_iterator find_source(const std::string &name) const
	{
		return std::find_if(sources_.begin(), sources_.end(), [&](const source &each) { return each.ext_oneapi_has_kernel(name); });
	}

	context context_;
	std::vector<device> devices_;
	std::vector<kernel_id> kernels_;
	std::vector<source> sources_;
	std::string compile_options_, link_options_;
	program_state state_ = program_state::none;
};

namespace detail {

/* Throws the class of SYCL 1.2.1 for a code of SYCL 2020. */
[[noreturn]] inline void throw_by_class(std::error_code code, const char *what)
{
	switch (static_cast<errc>(code.value())) {
	case errc::kernel:
	case errc::kernel_argument: throw kernel_error(code, what);
	case errc::accessor: throw accessor_error(code, what);
	case errc::nd_range: throw nd_range_error(code, what);
	case errc::event: throw event_error(code, what);
	case errc::build: throw compile_program_error(code, what);
	case errc::invalid: throw invalid_parameter_error(code, what);
	case errc::memory_allocation: throw memory_allocation_error(code, what);
	case errc::platform: throw platform_error(code, what);
	case errc::profiling: throw profiling_error(code, what);
	case errc::feature_not_supported:
	case errc::kernel_not_supported: throw sycl::feature_not_supported(code, what);
	default: throw sycl::runtime_error(code, what);
	}
}

/*
 * A program with one source that includes CL/sycl.hpp gets these exceptions everywhere,
 * and answers to queries that SYCL 2020 refuses where the backend is not OpenCL.
 */
#ifndef __SYCL_DEVICE_ONLY__
[[maybe_unused]] static const auto throws_by_class = exception_thrower = throw_by_class;
#endif

}

}

#endif
