/* 4.13.2: every constructor of exceptions, with codes, numbers and categories, texts and contexts; errc as an error_code. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;

static bool has(const sycl::exception &e, errc code, const std::string &text, bool with_context)
{
	const std::exception &base = e;
	return e.code() == code && e.category() == sycl_category() && std::string(base.what()).find(text) != std::string::npos && e.has_context() == with_context;
}

int main()
{
	const context c;
	const std::string text = "some text";
	const std::error_code code = make_error_code(errc::invalid);
	const int n = static_cast<int>(errc::nd_range);

	static_assert(std::is_base_of_v<std::exception, sycl::exception> && std::is_error_code_enum_v<errc> && noexcept(make_error_code(errc::invalid)) && noexcept(sycl_category()) && int(errc::success) == 0);
	static_assert(std::is_copy_constructible_v<sycl::exception> && std::is_nothrow_copy_constructible_v<sycl::exception> && noexcept(std::declval<const sycl::exception &>().code()) && noexcept(std::declval<const sycl::exception &>().has_context()));
	check(has(sycl::exception(code, text), errc::invalid, text, false) && has(sycl::exception(code, "plain"), errc::invalid, "plain", false) && has(sycl::exception(code), errc::invalid, "", false));
	check(has(sycl::exception(n, sycl_category(), text), errc::nd_range, text, false) && has(sycl::exception(n, sycl_category(), "plain"), errc::nd_range, "plain", false) && has(sycl::exception(n, sycl_category()), errc::nd_range, "", false));
	check(has(sycl::exception(c, code, text), errc::invalid, text, true) && has(sycl::exception(c, code, "plain"), errc::invalid, "plain", true) && has(sycl::exception(c, code), errc::invalid, "", true));
	check(has(sycl::exception(c, n, sycl_category(), text), errc::nd_range, text, true) && has(sycl::exception(c, n, sycl_category(), "plain"), errc::nd_range, "plain", true) && has(sycl::exception(c, n, sycl_category()), errc::nd_range, "", true));
	check(sycl::exception(c, code).get_context() == c);
	try {
		sycl::exception(code).get_context();
		check(false);
	} catch (const sycl::exception &e) {
		check(e.code() == errc::invalid);
	}
	const std::error_code from_enum = errc::build;
	check(from_enum == errc::build && from_enum != errc::kernel && from_enum.category() == sycl_category() && std::string(sycl_category().name()) == "sycl");
	const errc all[] = { errc::runtime, errc::kernel, errc::accessor, errc::nd_range, errc::event, errc::kernel_argument, errc::build, errc::invalid, errc::memory_allocation, errc::platform, errc::profiling, errc::feature_not_supported, errc::kernel_not_supported, errc::backend_mismatch };
	for (const errc &a : all) {
		check(int(a) != 0 && !make_error_code(a).message().empty());
		for (const errc &b : all)
			check((a == b) == (&a == &b));
	}
	/* caught by its bases, thrown again, copied */
	try {
		try {
			throw sycl::exception(std::make_error_code(std::errc::io_error), "of another category");
		} catch (const sycl::exception &e) {
			check(e.category() == std::generic_category() && e.code() == std::errc::io_error);
			const sycl::exception copy = e;
			throw;
		}
	} catch (const std::exception &e) {
		check(std::string(e.what()).find("of another category") != std::string::npos);
	}
	return done();
}
