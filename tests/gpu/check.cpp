/*
 * An ordinary program whose every line is a fact about the device that
 * ONEAPI_DEVICE_SELECTOR names: it prints them with "right" or "WRONG".
 */
#include <sycl/sycl.hpp>

#include <cmath>
#include <cstdio>
#include <numeric>
#include <vector>

static int wrong;
static sycl::queue *queue_in_use;

static void fact(const char *what, bool right)
{
	std::printf("%s: %s\n", what, right ? "right" : "WRONG");
	wrong += !right;
}

template <typename Function>
static void section(const char *what, const Function &f)
{
	try {
		f(*queue_in_use);
	} catch (const sycl::exception &e) {
		std::printf("%s: WRONG: %s\n", what, e.what());
		wrong++;
	}
}

constexpr sycl::specialization_id<int> width(3);
constexpr sycl::specialization_id<float> scale(0.5f);

static void vectors(sycl::queue &q)
{
	constexpr int n = 1000003;
	std::vector<float> a(n), b(n), c(n);

	for (int i = 0; i < n; i++)
		a[i] = float(i % 1000), b[i] = float(i % 77) * 0.5f;
	{
		sycl::buffer A(a), B(b), C(c);
		q.submit([&](sycl::handler &h) {
			sycl::accessor x(A, h, sycl::read_only), y(B, h, sycl::read_only);
			sycl::accessor z(C, h, sycl::write_only, sycl::no_init);
			h.parallel_for(n, [=](sycl::id<1> i) { z[i] = x[i] + y[i]; });
		});
	}
	bool right = true;
	for (int i = 0; i < n; i++)
		right = right && c[i] == a[i] + b[i];
	fact("vector add through buffers", right);
}

static void ranges(sycl::queue &q)
{
	long *p = sycl::malloc_shared<long>(3 * 5 * 7 * 11, q);
	auto expect = [&](const char *what, std::size_t n, auto value) {
		bool right = true;
		for (std::size_t i = 0; i < n; i++)
			right = right && p[i] == value(long(i));
		fact(what, right);
		std::fill(p, p + 3 * 5 * 7 * 11, -1);
	};

	q.parallel_for(1155, [=](sycl::item<1> i) { p[i] = long(i.get_linear_id() * 2 + i.get_range(0)); }).wait();
	expect("a range of one dimension", 1155, [](long i) { return i * 2 + 1155; });
	q.parallel_for(sycl::range(15, 77), [=](sycl::item<2> i) { p[i.get_linear_id()] = long(i[0] * 1000 + i[1]); }).wait();
	expect("a range of two", 1155, [](long i) { return i / 77 * 1000 + i % 77; });
	q.parallel_for(sycl::range(3, 5, 77), [=](sycl::item<3> i) { p[i.get_linear_id()] = long(i[0] * 10000 + i[1] * 1000 + i[2]); }).wait();
	expect("a range of three", 1155, [](long i) { return i / 385 * 10000 + i / 77 % 5 * 1000 + i % 77; });
	q.submit([&](sycl::handler &h) { h.parallel_for(sycl::range<2>(5, 7), sycl::id<2>(3, 100), [=](sycl::item<2> i) {
		p[i.get_linear_id() - 0] = long(i[0] * 1000 + i[1]);
	}); }).wait();
	expect("an offset", 35, [](long i) { return (i / 7 + 3) * 1000 + i % 7 + 100; });
	q.parallel_for(sycl::range<2>(70001, 1), [=](sycl::item<2> i) { if (i[0] >= 70000 - 10) p[i[0] - 69990] = long(i[0]); }).wait();
	expect("more rows than a grid has", 11, [](long i) { return i + 69990; });
	q.single_task([=] { p[0] = 42; }).wait();
	expect("a single task", 1, [](long) { return 42; });
	q.parallel_for(0, [=](sycl::id<1>) { p[0] = 1; }).wait();
	expect("an empty range does nothing", 1, [](long) { return -1; });
	q.parallel_for(sycl::nd_range<1>(96, 32), [=](sycl::nd_item<1> i) {
		p[i.get_global_linear_id()] = long(i.get_group(0) * 1000 + i.get_local_id(0) * 10 + i.get_group_range(0));
	}).wait();
	expect("an nd_range of one dimension", 96, [](long i) { return i / 32 * 1000 + i % 32 * 10 + 3; });
	q.parallel_for(sycl::nd_range<2>({ 6, 64 }, { 3, 32 }), [=](sycl::nd_item<2> i) {
		p[i.get_global_linear_id()] = long(i.get_group_linear_id() * 1000 + i.get_local_linear_id());
	}).wait();
	expect("of two", 384, [](long i) { return (i / 64 / 3 * 2 + i % 64 / 32) * 1000 + i / 64 % 3 * 32 + i % 32; });
	q.parallel_for(sycl::nd_range<3>({ 2, 6, 64 }, { 1, 3, 32 }), [=](sycl::nd_item<3> i) {
		p[i.get_global_linear_id()] = long(i.get_group(0) * 10000 + i.get_group(1) * 1000 + i.get_group(2) * 100 + i.get_local_range(2));
	}).wait();
	expect("of three", 768, [](long i) { return i / 384 * 10000 + i / 64 % 6 / 3 * 1000 + i % 64 / 32 * 100 + 32; });
	sycl::free(p, q);
}

/* Local accessors: each work-group turns its elements round. */
static void local(sycl::queue &q)
{
	int *p = sycl::malloc_shared<int>(4096, q);
	bool right = true;

	q.submit([&](sycl::handler &h) {
		sycl::local_accessor<char> before(3, h);
		sycl::local_accessor<int> l(64, h);
		h.parallel_for(sycl::nd_range<1>(4096, 64), [=](sycl::nd_item<1> i) {
			before[0] = 1;
			l[i.get_local_id(0)] = int(i.get_global_id(0));
			sycl::group_barrier(i.get_group());
			p[i.get_global_id(0)] = l[63 - i.get_local_id(0)];
		});
	}).wait();
	for (int i = 0; i < 4096; i++)
		right = right && p[i] == i / 64 * 64 + 63 - i % 64;
	fact("local memory of one dimension behind other local memory", right);
	q.submit([&](sycl::handler &h) {
		sycl::local_accessor<int, 2> l({ 4, 16 }, h);
		h.parallel_for(sycl::nd_range<2>({ 64, 64 }, { 4, 16 }), [=](sycl::nd_item<2> i) {
			l[i.get_local_id(0)][i.get_local_id(1)] = int(i.get_global_linear_id());
			sycl::group_barrier(i.get_group());
			p[i.get_global_linear_id()] = l[3 - i.get_local_id(0)][15 - i.get_local_id(1)];
		});
	}).wait();
	right = true;
	for (int i = 0; i < 4096; i++)
		right = right && p[i] == (i / 256 * 4 + 3 - i / 64 % 4) * 64 + i % 64 / 16 * 16 + 15 - i % 16;
	fact("of two", right);
	q.submit([&](sycl::handler &h) {
		sycl::local_accessor<int, 3> l({ 2, 4, 8 }, h);
		h.parallel_for(sycl::nd_range<3>({ 16, 16, 16 }, { 2, 4, 8 }), [=](sycl::nd_item<3> i) {
			l[i.get_local_id(0)][i.get_local_id(1)][i.get_local_id(2)] = int(i.get_global_linear_id());
			sycl::group_barrier(i.get_group());
			p[i.get_global_linear_id()] = l[1 - i.get_local_id(0)][3 - i.get_local_id(1)][7 - i.get_local_id(2)];
		});
	}).wait();
	right = true;
	for (int i = 0; i < 4096; i++)
		right = right && p[i] == (i / 512 * 2 + 1 - i / 256 % 2) * 256 + (i / 64 % 4 * 4 + 3 - i / 16 % 4) * 16 + i % 16 / 8 * 8 + 7 - i % 8;
	fact("of three", right);
	q.submit([&](sycl::handler &h) {
		sycl::local_accessor<int> l(24000, h);
		h.parallel_for(sycl::nd_range<1>(1024, 1024), [=](sycl::nd_item<1> i) {
			for (std::size_t k = i.get_local_id(0); k < 24000; k += 1024)
				l[k] = int(k);
			sycl::group_barrier(i.get_group());
			p[i.get_local_id(0)] = l[23999 - i.get_local_id(0)];
		});
	}).wait();
	fact("96,000 bytes of it", p[0] == 23999 && p[1023] == 23999 - 1023);
	sycl::free(p, q);
}

static void sums(sycl::queue &q)
{
	constexpr int n = 1 << 20;
	std::vector<int> v(n);
	int sum = 0, most = 0;

	std::iota(v.begin(), v.end(), 0);
	{
		sycl::buffer<int> b(v);
		sycl::buffer<int> total(&sum, 1), greatest(&most, 1);
		q.submit([&](sycl::handler &h) {
			sycl::accessor a(b, h, sycl::read_only);
			h.parallel_for(n, sycl::reduction(total, h, sycl::plus<int>()), sycl::reduction(greatest, h, sycl::maximum<int>()),
				[=](sycl::id<1> i, auto &t, auto &g) { t += a[i] % 1000, g.combine(a[i] ^ 0x55555); });
		});
	}
	long want = 0;
	int peak = 0;
	for (int i : v)
		want += i % 1000, peak = i % n > 0 ? std::max(peak, i ^ 0x55555) : std::max(peak, i ^ 0x55555);
	fact("reductions of a range into buffers", sum == int(want) && most == peak);
	double *usm = sycl::malloc_shared<double>(1, q);
	*usm = 1000;
	q.parallel_for(sycl::nd_range<1>(4096, 128), sycl::reduction(usm, sycl::plus<double>()),
		[=](sycl::nd_item<1> i, auto &t) { t += double(i.get_global_id(0)); }).wait();
	fact("a reduction of an nd_range into shared memory", *usm == 1000 + 4096.0 * 4095 / 2);
	q.parallel_for(sycl::nd_range<1>(4096, 128), sycl::reduction(usm, sycl::plus<double>(), sycl::property::reduction::initialize_to_identity()),
		[=](sycl::nd_item<1>, auto &t) { t += 1; }).wait();
	fact("a reduction that starts anew", *usm == 4096);
	sycl::free(usm, q);
}

static void atomics(sycl::queue &q)
{
	constexpr int n = 1 << 20, bins = 256;
	std::vector<unsigned> count(bins);
	{
		sycl::buffer<unsigned> b(count);
		q.submit([&](sycl::handler &h) {
			sycl::accessor a(b, h);
			sycl::local_accessor<unsigned> l(bins, h);
			h.parallel_for(sycl::nd_range<1>(n, 256), [=](sycl::nd_item<1> i) {
				using local_ref = sycl::atomic_ref<unsigned, sycl::memory_order::relaxed, sycl::memory_scope::work_group>;
				using global_ref = sycl::atomic_ref<unsigned, sycl::memory_order::relaxed, sycl::memory_scope::device>;

				l[i.get_local_id(0)] = 0;
				sycl::group_barrier(i.get_group());
				local_ref(l[(i.get_global_id(0) * 2654435761u >> 8) % bins])++;
				sycl::group_barrier(i.get_group());
				global_ref(a[i.get_local_id(0)]) += l[i.get_local_id(0)];
			});
		});
	}
	std::vector<unsigned> want(bins);
	for (std::size_t i = 0; i < n; i++)
		want[(i * 2654435761u >> 8) % bins]++;
	fact("a histogram in local, then global memory", count == want);
	struct numbers {
		int i;
		long l;
		float f;
		double d;
		unsigned most, least;
	} *p = sycl::malloc_shared<numbers>(1, q);
	*p = { 0, 0, 0, 0, 0, ~0u };
	q.parallel_for(10000, [=](sycl::id<1> i) {
		constexpr auto order = sycl::memory_order::relaxed;
		constexpr auto scope = sycl::memory_scope::device;
		sycl::atomic_ref<int, order, scope>(p->i).fetch_add(1);
		sycl::atomic_ref<long, order, scope>(p->l).fetch_add(long(i[0]));
		sycl::atomic_ref<float, order, scope>(p->f).fetch_add(0.5f);
		sycl::atomic_ref<double, order, scope>(p->d).fetch_add(0.25);
		sycl::atomic_ref<unsigned, order, scope>(p->most).fetch_max(unsigned(i[0]) * 7 % 10000);
		sycl::atomic_ref<unsigned, order, scope>(p->least).fetch_min(unsigned(i[0]) * 7 % 10000 + 5);
	}).wait();
	fact("atomic sums of int, long, float and double, maximum and minimum", p->i == 10000 && p->l == 49995000 && p->f == 5000
		&& p->d == 2500 && p->most == 9999 && p->least == 5);
	sycl::free(p, q);
}

static void sub_groups(sycl::queue &q, unsigned size)
{
	int *p = sycl::malloc_shared<int>(5 * 256, q);

	q.parallel_for(sycl::nd_range<1>(256, 128), [=](sycl::nd_item<1> i) {
		const auto g = i.get_sub_group();
		const int me = int(i.get_global_id(0));
		p[me] = sycl::reduce_over_group(g, me, sycl::plus<>());
		p[256 + me] = sycl::shift_group_left(g, me, 1);
		p[512 + me] = sycl::permute_group_by_xor(g, me, 3);
		p[768 + me] = sycl::group_broadcast(g, me, 0) * 1000 + int(g.get_local_range()[0]);
		p[1024 + me] = sycl::exclusive_scan_over_group(g, 1, sycl::plus<>()) + sycl::any_of_group(g, me % 32 == 5) * 100
			+ int(sycl::select_from_group(g, me, (g.get_local_id()[0] + 3) % g.get_local_range()[0])) * 1000;
	}).wait();
	bool sums = true, shifts = true, swaps = true, first = true, scans = true;
	const int s = int(size);
	for (int i = 0; i < 256; i++) {
		const int base = i / s * s;

		sums = sums && p[i] == s * base + s * (s - 1) / 2;
		shifts = shifts && (i % s == s - 1 || p[256 + i] == i + 1);
		swaps = swaps && (s < 4 || p[512 + i] == (i ^ 3));
		first = first && p[768 + i] == base * 1000 + s;
		scans = scans && p[1024 + i] == i % s + (s == 32 ? 100 : i % 32 == 5 ? 100 : 0) + (base + (i + 3) % s) * 1000;
	}
	fact("sub-groups have the size that the device says, and broadcast", first);
	fact("sums of sub-groups", sums);
	fact("shifts in sub-groups", shifts);
	fact("exchanges by xor in sub-groups", swaps);
	fact("scans, votes and selections in sub-groups", scans);
	q.parallel_for(sycl::nd_range<1>(256, 128), [=](sycl::nd_item<1> i) {
		p[i.get_global_id(0)] = sycl::inclusive_scan_over_group(i.get_group(), 1, sycl::plus<>())
			+ 1000 * sycl::reduce_over_group(i.get_group(), int(i.get_local_id(0)), sycl::maximum<>());
	}).wait();
	bool groups = true;
	for (int i = 0; i < 256; i++)
		groups = groups && p[i] == i % 128 + 1 + 127000;
	fact("scans and maxima of work-groups", groups);
	sycl::free(p, q);
}

static void constants(sycl::queue &q)
{
	float *in = sycl::malloc_shared<float>(100, q), *out = sycl::malloc_shared<float>(100, q);
	auto run = [&](int w, float s) {
		q.submit([&](sycl::handler &h) {
			if (w)
				h.set_specialization_constant<width>(w);
			if (s != 0)
				h.set_specialization_constant<scale>(s);
			h.parallel_for<class convolution>(90, [=](sycl::id<1> i, sycl::kernel_handler k) {
				float sum = 0;
				for (int n = 0; n < k.get_specialization_constant<width>(); n++)
					sum += in[i + n];
				out[i] = sum * k.get_specialization_constant<scale>();
			});
		}).wait();
		return out[10];
	};
	for (int i = 0; i < 100; i++)
		in[i] = float(i);
	fact("specialization constants: default values", run(0, 0) == 33 * 0.5f);
	fact("specialization constants that are set, and again the default ones", run(5, 2) == 120 && run(2, 0) == 10.5f && run(0, 0) == 16.5f);
	sycl::free(in, q);
	sycl::free(out, q);
}

template <typename T, int Tile>
static bool product(sycl::queue &q)
{
	constexpr std::size_t n = 96;
	std::vector<T> a(n * n), b(n * n), c(n * n);

	for (std::size_t i = 0; i < n * n; i++)
		a[i] = T(float(i % 7)), b[i] = T(float(i % 5));
	{
		sycl::buffer<T, 2> A(a.data(), { n, n }), B(b.data(), { n, n }), C(c.data(), { n, n });
		q.submit([&](sycl::handler &h) {
			sycl::accessor x(A, h, sycl::read_only), y(B, h, sycl::read_only);
			sycl::accessor z(C, h, sycl::write_only);
			sycl::local_accessor<T, 2> s({ Tile, Tile }, h), t({ Tile, Tile }, h);
			h.parallel_for(sycl::nd_range<2>({ n, n }, { Tile, Tile }), [=](sycl::nd_item<2> i) {
				const auto r = i.get_local_id(0), k = i.get_local_id(1);
				T sum = T(0.0f);
				for (std::size_t tile = 0; tile < n; tile += Tile) {
					s[r][k] = x[i.get_global_id(0)][tile + k];
					t[r][k] = y[tile + r][i.get_global_id(1)];
					sycl::group_barrier(i.get_group());
					for (std::size_t m = 0; m < Tile; m++)
						sum += s[r][m] * t[m][k];
					sycl::group_barrier(i.get_group());
				}
				z[i.get_global_id()] = sum;
			});
		});
	}
	for (std::size_t i = 0; i < n; i++)
		for (std::size_t k = 0; k < n; k++) {
			float sum = 0;
			for (std::size_t m = 0; m < n; m++)
				sum += float(a[i * n + m]) * float(b[m * n + k]);
			if (float(c[i * n + k]) != sum)
				return false;
		}
	return true;
}

static void numbers(sycl::queue &q)
{
	fact("tiled product of float", product<float, 16>(q));
	if (q.get_device().has(sycl::aspect::fp64))
		fact("tiled product of double", product<double, 8>(q));
	if (q.get_device().has(sycl::aspect::fp16))
		fact("tiled product of half", product<sycl::half, 16>(q));
	double *d = sycl::malloc_shared<double>(8 * 256, q);
	float *f = sycl::malloc_shared<float>(8 * 256, q);
	q.parallel_for(256, [=](sycl::id<1> id) {
		const int i = int(id[0]);
		const double x = (i - 100) * 0.07;
		const float y = float(i - 100) * 0.07f;
		d[i] = sycl::sin(x), d[256 + i] = sycl::exp(x), d[512 + i] = sycl::pow(2.5, x), d[768 + i] = sycl::sqrt(sycl::fabs(x));
		d[1024 + i] = sycl::log(sycl::fabs(x) + 1), d[1280 + i] = sycl::tgamma(sycl::fabs(x) + 0.5);
		f[i] = sycl::sin(y), f[256 + i] = sycl::exp(y), f[512 + i] = sycl::pow(2.5f, y), f[768 + i] = sycl::rsqrt(sycl::fabs(y) + 1);
		f[1024 + i] = sycl::log(sycl::fabs(y) + 1), f[1280 + i] = sycl::atan2(y, 1.5f);
	}).wait();
	bool doubles = true, floats = true;
	auto near = [](double a, double b, double ulps) { return std::fabs(a - b) <= ulps * std::fabs(b) + ulps * 0.01; };
	for (int i = 0; i < 256; i++) {
		const double x = (i - 100) * 0.07, e = 2e-15;
		const float y = float(i - 100) * 0.07f;
		doubles = doubles && near(d[i], std::sin(x), e) && near(d[256 + i], std::exp(x), e) && near(d[512 + i], std::pow(2.5, x), 8 * e)
			&& d[768 + i] == std::sqrt(std::fabs(x)) && near(d[1024 + i], std::log(std::fabs(x) + 1), e)
			&& near(d[1280 + i], std::tgamma(std::fabs(x) + 0.5), 8 * e);
		floats = floats && near(f[i], std::sin(y), 5e-7) && near(f[256 + i], std::exp(y), 5e-7) && near(f[512 + i], std::pow(2.5f, y), 2e-6)
			&& near(f[768 + i], 1 / std::sqrt(std::fabs(y) + 1), 3e-7) && near(f[1024 + i], std::log(std::fabs(y) + 1), 5e-7)
			&& near(f[1280 + i], std::atan2(y, 1.5f), 8e-7);
	}
	fact("built-in functions of float", floats);
	fact("built-in functions of double", doubles);
	sycl::free(d, q);
	sycl::free(f, q);
}

static void usm(sycl::queue &q)
{
	constexpr int n = 100000;
	int *device = sycl::malloc_device<int>(n, q), *shared = sycl::malloc_shared<int>(n, q), *host = sycl::malloc_host<int>(n, q);
	std::vector<int> plain(n);

	for (int i = 0; i < n; i++)
		shared[i] = i, host[i] = 2 * i;
	q.parallel_for(n, [=](sycl::id<1> i) { device[i] = shared[i] + host[i]; }).wait();
	q.memcpy(plain.data(), device, n * sizeof(int)).wait();
	bool right = true;
	for (int i = 0; i < n; i++)
		right = right && plain[i] == 3 * i;
	fact("device, shared and host memory in one kernel", right);
	q.fill(device, 7, n).wait();
	q.copy(device, host, n).wait();
	fact("fill and copy", host[0] == 7 && host[n - 1] == 7);
	struct three { char c[3]; };
	q.fill(reinterpret_cast<three *>(device), three{ { 'a', 'b', 'c' } }, 1000).wait();
	q.memcpy(plain.data(), device, 4000).wait();
	fact("fill with a pattern of three bytes", std::memcmp(reinterpret_cast<char *>(plain.data()) + 2994, "abcabc\7", 7) == 0);
	const auto kind = sycl::get_pointer_type(device + 5, q.get_context());
	fact("pointers tell what they are", kind == sycl::usm::alloc::device && sycl::get_pointer_device(shared, q.get_context()) == q.get_device()
		&& sycl::get_pointer_type(plain.data(), q.get_context()) == sycl::usm::alloc::unknown);
	sycl::free(device, q);
	sycl::free(shared, q);
	sycl::free(host, q);
}

static void buffers(sycl::queue &q)
{
	sycl::queue cpu{ sycl::device() };
	std::vector<int> v(1000, 1);

	for (const sycl::device &d : sycl::device::get_devices())
		if (d.is_cpu())
			cpu = sycl::queue(d);
	auto twice = [](sycl::queue &to, auto &b) {
		to.submit([&](sycl::handler &h) {
			sycl::accessor a(b, h);
			h.parallel_for<class twice>(b.get_range(), [=](sycl::id<1> i) { a[i] *= 2; });
		});
	};
	{
		sycl::buffer<int> b(v);
		sycl::buffer<int> half(b, sycl::id<1>(500), sycl::range<1>(500));

		twice(q, b);
		twice(cpu, half);
		twice(q, half);
		sycl::host_accessor(b)[0] += 5;
		twice(q, b);
	}
	fact("a buffer and its half move between devices and the host", v[0] == 14 && v[499] == 4 && v[500] == 16 && v[999] == 16);
	int seen = 0;
	sycl::buffer<int> b(v);
	twice(q, b);
	q.submit([&](sycl::handler &h) {
		sycl::accessor a(b, h, sycl::read_only_host_task);
		h.host_task([=, &seen] { seen = a[999]; });
	});
	twice(q, b);
	q.wait();
	fact("a host task sees what the kernel before it wrote, and not the one behind it", seen == 32 && sycl::host_accessor(b)[999] == 64);
	sycl::buffer<int, 3> cube(sycl::range<3>(4, 5, 6));
	q.submit([&](sycl::handler &h) {
		sycl::accessor a(cube, h, sycl::write_only, sycl::no_init);
		h.parallel_for(cube.get_range(), [=](sycl::item<3> i) { a[i] = int(i.get_linear_id()); });
	});
	q.submit([&](sycl::handler &h) {
		sycl::accessor a(cube, h, sycl::range<3>(2, 2, 2), sycl::id<3>(1, 2, 3));
		h.parallel_for(a.get_range(), [=](sycl::item<3> i) { a[i] = -1; });
	});
	sycl::host_accessor c(cube);
	fact("accessors to a part of three dimensions", c[1][2][3] == -1 && c[2][3][4] == -1 && c[3][3][4] == 112 && c[1][2][2] == 44);
}

static void errors(sycl::queue &q)
{
	auto code = [&](auto submit) {
		try {
			submit();
			q.wait_and_throw();
		} catch (const sycl::exception &e) {
			return e.code().value();
		}
		return 0;
	};
	fact("a work-group that is too large is refused", code([&] {
		q.parallel_for(sycl::nd_range<1>(8192, 8192), [=](sycl::nd_item<1>) {});
	}) == int(sycl::errc::nd_range));
	fact("sizes that do not divide are refused", code([&] {
		q.parallel_for(sycl::nd_range<1>(100, 32), [=](sycl::nd_item<1>) {});
	}) == int(sycl::errc::nd_range));
	fact("more local memory than there is is refused", code([&] {
		q.submit([&](sycl::handler &h) {
			sycl::local_accessor<char> l(2000000000, h);
			h.parallel_for(sycl::nd_range<1>(32, 32), [=](sycl::nd_item<1>) { l[0] = 1; });
		});
	}) == (q.get_device().is_gpu() ? int(sycl::errc::memory_allocation) : 0) || q.get_device().is_cpu());
}

static void many(sycl::queue &)
{
	sycl::queue order{ sycl::property_list{ sycl::property::queue::in_order(), sycl::property::queue::enable_profiling() } };
	int *p = sycl::malloc_device<int>(1, order), result = 0;
	const std::uint64_t before = sycl_rt_now();

	order.memset(p, 0, sizeof *p);
	sycl::event last;
	for (int i = 0; i < 10000; i++)
		last = order.single_task<class small>([=] { *p = *p * 3 + 1; });
	const std::uint64_t submitted = sycl_rt_now();
	order.memcpy(&result, p, sizeof result).wait();
	const std::uint64_t after = sycl_rt_now();
	unsigned want = 0;
	for (int i = 0; i < 10000; i++)
		want = want * 3 + 1;
	fact("10,000 small kernels in order", unsigned(result) == want);
	const auto start = last.get_profiling_info<sycl::info::event_profiling::command_start>();
	const auto end = last.get_profiling_info<sycl::info::event_profiling::command_end>();
	fact("event times are in order", last.get_profiling_info<sycl::info::event_profiling::command_submit>() <= start && start <= end);
	std::printf("(10,000 submitted in %.1f, done in %.1f ms)\n", double(submitted - before) / 1e6, double(after - before) / 1e6);
	sycl::queue plain{ sycl::property::queue::in_order() };
	const std::uint64_t again = sycl_rt_now();
	for (int i = 0; i < 10000; i++)
		plain.single_task<class smaller>([=] { *p = *p * 3 + 1; });
	const std::uint64_t all = sycl_rt_now();
	plain.wait();
	std::printf("(without event times: in %.1f, done in %.1f ms)\n", double(all - again) / 1e6, double(sycl_rt_now() - again) / 1e6);
	sycl::free(p, order);
}

/* Commands of one queue that do not depend on each other, and some that do. */
static void overlap(sycl::queue &)
{
	using profile = sycl::info::event_profiling::command_submit;
	using begins = sycl::info::event_profiling::command_start;
	using ends = sycl::info::event_profiling::command_end;
	sycl::queue any{ sycl::property::queue::enable_profiling() };
	constexpr std::size_t n = 1 << 24;
	int *a = sycl::malloc_device<int>(4, any), *b = sycl::malloc_device<int>(n, any), *host = sycl::malloc_host<int>(n, any);
	/* Steps that no compiler sums up. */
	auto steps = [](unsigned x) {
		for (int i = 0; i < 1000000; i++)
			x = x * x + (x >> 7 ^ 1013904223u);
		return x;
	};
	auto spin = [=](int *p) { *p = int(steps(unsigned(*p))); };
	const unsigned want = steps(0);
	for (std::size_t i = 0; i < n; i++)
		host[i] = int(i);
	any.memset(a, 0, 4 * sizeof(int)).wait();
	any.single_task<class warm>([=] { a[3] = 0; }).wait();
	const std::uint64_t before = sycl_rt_now();
	sycl::event first = any.single_task<class spin_one>([=] { spin(a); });
	sycl::event second = any.single_task<class spin_two>([=] { spin(a + 1); });
	sycl::event third = any.memcpy(b, host, n * sizeof(int));
	const std::uint64_t submitted = sycl_rt_now();
	/* A diamond below the three, in another queue, and a host task. */
	sycl::queue other{ any.get_device() };
	sycl::event join = other.submit([&](sycl::handler &h) {
		h.depends_on({ first, second, third });
		h.single_task<class join>([=] { a[2] = a[0] + a[1] + b[n - 1]; });
	});
	int seen = 0, *seen_by = sycl::malloc_host<int>(1, any);
	sycl::event task = other.submit([&](sycl::handler &h) {
		h.depends_on(join);
		h.host_task([&] { any.memcpy(&seen, a + 2, sizeof seen).wait(); });
	});
	any.submit([&](sycl::handler &h) {
		h.depends_on(task);
		h.single_task<class last>([=] { *seen_by = a[2] + 1; });
	}).wait();
	fact("events order kernels, copies and host tasks of two queues", unsigned(seen) == 2 * want + unsigned(n - 1) && *seen_by == seen + 1);
	const auto start = std::max({ first.get_profiling_info<begins>(), second.get_profiling_info<begins>(), third.get_profiling_info<begins>() });
	const auto end = std::min({ first.get_profiling_info<ends>(), second.get_profiling_info<ends>(), third.get_profiling_info<ends>() });
	const double length = double(first.get_profiling_info<ends>() - first.get_profiling_info<begins>()) / 1e6;
	if (any.get_device().is_gpu()) {
		fact("two kernels and a copy of one queue run at once", start < end);
		fact("submit returns before the command has ended", submitted < first.get_profiling_info<ends>()
			&& first.get_profiling_info<profile>() >= before);
	}
	for (const sycl::event &e : { first, second, third })
		std::printf("(from %.3f to %.3f ms)\n", (double(e.get_profiling_info<begins>()) - double(before)) / 1e6,
			(double(e.get_profiling_info<ends>()) - double(before)) / 1e6);
	std::printf("(submitted in %.3f ms, a kernel took %.3f ms, at once for %.3f ms)\n", double(submitted - before) / 1e6, length,
		(double(end) - double(start)) / 1e6);
	sycl::free(a, any);
	sycl::free(b, any);
	sycl::free(host, any);
	sycl::free(seen_by, any);
}

int main()
{
	sycl::queue q;

	queue_in_use = &q;
	std::printf("device: %s\n", q.get_device().get_info<sycl::info::device::name>().c_str());
	const auto sizes = q.get_device().get_info<sycl::info::device::sub_group_sizes>();
	section("vectors", vectors);
	section("ranges", ranges);
	section("local memory", local);
	section("reductions", sums);
	section("atomics", atomics);
	section("sub-groups", [&](sycl::queue &u) { sub_groups(u, unsigned(sizes.back())); });
	section("constants", constants);
	section("numbers", numbers);
	section("shared memory", usm);
	section("buffers", buffers);
	section("errors", errors);
	section("many kernels", many);
	section("order", overlap);
	std::printf(wrong ? "%d WRONG\n" : "all right\n", wrong);
	return wrong != 0;
}
