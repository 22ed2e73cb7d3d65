/* 4.13.2: every error code has its category, its message and its comparison. */
#include <sycl/sycl.hpp>
#include <sstream>
#include <string>
#include <system_error>

#include "../check.hpp"

int main()
{
	using sycl::errc;
	const errc codes[] = { errc::success, errc::runtime, errc::kernel, errc::accessor, errc::nd_range, errc::event,
		errc::kernel_argument, errc::build, errc::invalid, errc::memory_allocation, errc::platform, errc::profiling,
		errc::feature_not_supported, errc::kernel_not_supported, errc::backend_mismatch };

	static_assert(std::is_error_code_enum_v<errc> && std::is_base_of_v<std::exception, sycl::exception>);
	static_assert(noexcept(sycl::make_error_code(errc::runtime)) && noexcept(sycl::sycl_category()));
	static_assert(std::is_nothrow_copy_constructible_v<sycl::exception> && std::is_copy_assignable_v<sycl::exception>);
	for (const errc code : codes) {
		const std::error_code made = code;

		check(made == sycl::make_error_code(code) && made.category() == sycl::sycl_category() && made.value() == static_cast<int>(code));
		check(!made.message().empty());
		const sycl::exception e(made, "why");
		check(e.code() == code && std::string(e.what()).find("why") != std::string::npos && !e.has_context());
		check(e.category() == sycl::sycl_category());
	}
	check(std::string(sycl::sycl_category().name()) == "sycl");
	sycl::queue q;
	const sycl::exception with(q.get_context(), std::error_code(errc::build), std::string("text"));
	check(with.has_context() && with.get_context() == q.get_context());
	const sycl::exception number(5, std::generic_category(), "other");
	check(number.code().value() == 5 && number.code().category() == std::generic_category());
	try {
		number.get_context();
		check(false);
	} catch (const sycl::exception &e) {
		check(e.code() == errc::invalid);
	}
	const sycl::exception copy = with;
	check(copy.get_context() == with.get_context() && copy.code() == with.code());
	return done();
}
