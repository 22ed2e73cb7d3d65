/* Virtual memory: reserved, mapped, protected, unmapped, mapped elsewhere. */
#include <sycl/sycl.hpp>
#include <sycl/ext/oneapi/virtual_mem/physical_mem.hpp>
#include <sycl/ext/oneapi/virtual_mem/virtual_mem.hpp>

#include "refused.hpp"

namespace ext = sycl::ext::oneapi::experimental;
using mode = ext::address_access_mode;

int main()
{
	static_assert(SYCL_EXT_ONEAPI_VIRTUAL_MEM == 1);
	sycl::queue q;
	const sycl::context c = q.get_context();
	const sycl::device d = q.get_device();

	check(d.has(sycl::aspect::ext_oneapi_virtual_mem));
	const std::size_t page = ext::get_mem_granularity(d, c), least = ext::get_mem_granularity(c, ext::granularity_mode::minimum);
	const std::size_t n = 2 * page / sizeof(int);
	check(page && least && page % least == 0 && ext::get_mem_granularity(d, c, ext::granularity_mode::minimum) <= page);

	const std::uintptr_t range = ext::reserve_virtual_mem(4 * page, c);
	const std::uintptr_t elsewhere = ext::reserve_virtual_mem(range + 4 * page, page, c);
	{
		ext::physical_mem first(d, c, 2 * page), second(q, page), copy = first;

		check(copy == first && first != second && std::hash<ext::physical_mem>()(copy) == std::hash<ext::physical_mem>()(first));
		check(first.size() == 2 * page && first.get_device() == d && first.get_context() == c);
		int *const p = static_cast<int *>(first.map(range, 2 * page, mode::read_write));
		int *const more = static_cast<int *>(second.map(range + 2 * page, page, mode::read_write));
		check(reinterpret_cast<std::uintptr_t>(p) == range && more == p + n);
		/* One array over two memories. */
		q.parallel_for(sycl::range<1>(n + n / 2), [=](sycl::id<1> i) { p[i] = int(i[0]); }).wait();
		check(p[n - 1] == int(n) - 1 && more[0] == int(n) && more[n / 2 - 1] == int(n + n / 2) - 1);
		check(ext::get_access_mode(p, page, c) == mode::read_write);
		ext::set_access_mode(p + n / 2, page, mode::read, c);
		check(ext::get_access_mode(p, page, c) == mode::read_write && ext::get_access_mode(p + n / 2, page, c) == mode::read);
		check(p[n - 1] == int(n) - 1);
		ext::set_access_mode(p, page, mode::none, c);
		check(ext::get_access_mode(p, page, c) == mode::none);
		ext::unmap(p, 2 * page, c);
		refused(sycl::errc::invalid, [&] { ext::get_access_mode(p, page, c); });
		check(ext::get_access_mode(more, page, c) == mode::read_write);
		/* The second page of the first memory, at another address. */
		int *const again = static_cast<int *>(first.map(elsewhere, page, mode::read, page));
		int *const got = sycl::malloc_shared<int>(2, q);
		q.single_task([=] { got[0] = again[0], got[1] = more[1]; }).wait();
		check(got[0] == int(n) / 2 && got[1] == int(n) + 1);
		q.memcpy(got, again + 1, sizeof(int)).wait();
		check(got[0] == int(n) / 2 + 1);
		sycl::free(got, q);

		refused(sycl::errc::invalid, [&] { first.map(range, 2 * page, mode::read, page); });
		refused(sycl::errc::invalid, [&] { first.map(range + 1, page, mode::read); });
		refused(sycl::errc::invalid, [&] { ext::physical_mem(q, page + 1); });
		refused(sycl::errc::invalid, [&] { ext::reserve_virtual_mem(page / 2, c); });
		refused(sycl::errc::invalid, [&] { ext::reserve_virtual_mem(0, c); });
		refused(sycl::errc::invalid, [&] { ext::unmap(reinterpret_cast<void *>(range), page, c); });
		refused(sycl::errc::memory_allocation, [&] { ext::reserve_virtual_mem((std::size_t(1) << 60), c); });
		ext::unmap(more, page, c);
		ext::unmap(again, page, c);
	}
	ext::free_virtual_mem(range, 4 * page, c);
	ext::free_virtual_mem(elsewhere, page, c);
	return done();
}
