/* 5.4: packed structures with bit-fields across all boundaries, and constants of unions, in kernels. */
#include <sycl/sycl.hpp>

#include <cstring>

#include "../check.hpp"

using namespace sycl;

/* One run of 265 bits, which a compiler takes as one integer. */
struct __attribute__((packed)) record {
	int a : 29;
	unsigned b : 30;
	signed long c : 50;
	bool d : 1;
	unsigned long e : 63;
	int f : 3;
	unsigned g : 32;
	long h : 57;

	void turn(int by)
	{
		a += by;
		b ^= static_cast<unsigned>(by) * 2654435761u;
		c = c * 3 - by;
		d = !d;
		e = e << 1 | (d ? 1u : 0u);
		f += by;
		g -= static_cast<unsigned>(c);
		h = a < 0 ? -h : h + f;
	}
};

__extension__ typedef __int128 large;

struct __attribute__((packed)) message {
	char tag;
	record body[2];
	large weight[2];
	volatile short tail;
};

union number {
	signed char small;
	int whole;
	struct {
		short x, y;
	} pair;
};

static constexpr number numbers[] = { { 1 }, { -2 }, { 3 }, { 4 }, { -5 }, { 6 }, { 7 }, { -8 } };

struct __attribute__((packed)) unit {
	char name;
	large factor;
};

static constexpr unit units[] = { { 1, large(7) << 70 }, { 2, -3 }, { 3, 5 } };

static message changed(message m, int by)
{
	const number n = numbers[by & 7];
	message *const self = by < 0 ? nullptr : &m;

	for (int k = 0; k < by % 5; k++) {
		m.body[k & 1].turn(by + k);
		m.body[1].f = m.body[0].f;
		m.tail = static_cast<short>(m.tail + n.small);
	}
	m.body[by & 1].h = m.body[0].a;
	self->weight[by & 1] = self->weight[0] * (by + 1) + units[by % 3].factor;
	m.tag = static_cast<char>(m.tag + units[by % 3].name);
	return m;
}

static message start(std::size_t i)
{
	message m{};

	m.tag = static_cast<char>(i);
	m.weight[0] = large(i) << 60;
	for (int k = 0; k < 2; k++) {
		m.body[k].a = static_cast<int>(i * 7919) - 1000 + k;
		m.body[k].c = -static_cast<long>(i) << 20;
		m.body[k].e = i * 0x9e3779b97f4a7c15u >> 1;
		m.body[k].h = static_cast<long>(i) - 50;
	}
	return m;
}

static bool is_same(const message &x, const message &y)
{
	return !std::memcmp(&x, &y, sizeof x);
}

int main()
{
	constexpr std::size_t n = 120;
	queue q;
	message *m = malloc_shared<message>(n, q), want[n];
	const auto reset = [&] {
		for (std::size_t i = 0; i < n; i++)
			m[i] = start(i);
	};

	static_assert(sizeof(record) == 34);
	for (std::size_t i = 0; i < n; i++)
		want[i] = changed(start(i), static_cast<int>(i));

	reset();
	q.parallel_for(n, [=](id<1> i) { m[i] = changed(m[i], static_cast<int>(i)); }).wait();
	for (std::size_t i = 0; i < n; i++)
		check(is_same(m[i], want[i]));

	reset();
	q.parallel_for(nd_range<2>({ 6, 20 }, { 3, 10 }), [=](nd_item<2> it) {
		const auto i = it.get_global_linear_id();

		m[i] = changed(m[i], static_cast<int>(i));
	}).wait();
	for (std::size_t i = 0; i < n; i++)
		check(is_same(m[i], want[i]));

	reset();
	{
		buffer<message, 3> b(m, range<3>(4, 5, 6));

		q.submit([&](handler &h) {
			accessor a(b, h);

			h.parallel_for(b.get_range(), [=](item<3> it) { a[it] = changed(a[it], static_cast<int>(it.get_linear_id())); });
		});
	}
	for (std::size_t i = 0; i < n; i++)
		check(is_same(m[i], want[i]));
	free(m, q);
	return done();
}
