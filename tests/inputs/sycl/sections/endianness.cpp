/* 3.14: host and device agree on the order of bytes, on sizes, alignments and places of members. */
#include <sycl/sycl.hpp>

#include <complex>

#include "../check.hpp"

struct mixed {
	char a;
	double b;
	short c;
	long long d : 40;
	bool e;
	float f[3];
	sycl::float3 g;
	char h;
	sycl::half i;
	void *j;
	enum class small : unsigned char { none, some } k;
};
struct empty {};
struct derived : empty, mixed {
	int l;
};

struct layout {
	template <typename T>
	void add()
	{
		v[n++] = sizeof(T), v[n++] = alignof(T);
	}
	void measure()
	{
		n = 0;
		add<char>(), add<wchar_t>(), add<bool>(), add<short>(), add<int>(), add<long>(), add<long long>(), add<float>(), add<double>(), add<void *>(), add<std::size_t>(), add<std::nullptr_t>();
		add<sycl::half>(), add<sycl::char3>(), add<sycl::short8>(), add<sycl::float16>(), add<sycl::double2>(), add<sycl::marray<char, 3>>(), add<sycl::id<3>>(), add<sycl::range<2>>();
		add<mixed>(), add<derived>(), add<std::array<short, 3>>(), add<std::pair<char, int>>(), add<std::complex<double>>(), add<sycl::accessor<int, 2>>(), add<sycl::local_accessor<float>>(), add<sycl::ext::oneapi::bfloat16>();
		derived d;
		const auto place = [&](auto &m) { v[n++] = std::size_t(reinterpret_cast<char *>(&m) - reinterpret_cast<char *>(&d)); };
		place(d.a), place(d.b), place(d.c), place(d.e), place(d.f), place(d.g), place(d.h), place(d.i), place(d.j), place(d.k), place(d.l);
	}
	std::size_t v[80], n;
};

int main()
{
	sycl::queue q;
	layout here{}, *const there = sycl::malloc_shared<layout>(1, q);
	unsigned char *const bytes = sycl::malloc_shared<unsigned char>(16, q);

	here.measure();
	q.single_task([=] {
		there->measure();
		const std::uint32_t n = 0x01020304;
		const double d = -2.5;
		for (int i = 0; i < 4; i++)
			bytes[i] = reinterpret_cast<const unsigned char *>(&n)[i];
		for (int i = 0; i < 8; i++)
			bytes[4 + i] = reinterpret_cast<const unsigned char *>(&d)[i];
	}).wait();
	check(here.n == there->n && std::equal(here.v, here.v + here.n, there->v));
	const std::uint32_t n = 0x01020304;
	const double d = -2.5;
	check(std::memcmp(bytes, &n, 4) == 0 && std::memcmp(bytes + 4, &d, 8) == 0);
	check(q.get_device().get_info<sycl::info::device::is_endian_little>() == (bytes[0] == 4));
	sycl::free(there, q), sycl::free(bytes, q);
	return done();
}
