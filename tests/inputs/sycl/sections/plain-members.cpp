/* 4.14.2, 4.13.1: vec, half and bfloat16 as members of unions, in arrays and in the memory of work-groups, as numbers may be. */
#include <sycl/sycl.hpp>

#include <cstring>
#include <type_traits>

#include "../check.hpp"

using namespace sycl;
using ext::oneapi::bfloat16;

union pixel {
	float4 all;
	float one[4];
	struct {
		float x, y, z, w;
	} named;
};

union scale {
	half number;
	std::uint16_t bits;
	bfloat16 other;
};

static_assert(std::is_trivially_default_constructible_v<pixel> && std::is_trivially_default_constructible_v<scale>);
static_assert(float4{}[3] == 0 && static_cast<float>(half{}) == 0 && static_cast<float>(bfloat16{}) == 0);
constexpr float4 left{ 1, 2, 3, 4 }, right{ 4, 3, 2, 1 };
static_assert((left + right)[0] == 5 && (left < right)[1] == -1 && (-left)[2] == -3 && left.wzyx()[3] == 1);

/* One work-item's number: through both unions, an array of vecs and one of halves. */
static float turn(int i)
{
	float4 row[3];
	half low[5];
	pixel p;
	scale s;

	for (int k = 0; k < 3; k++)
		row[k] = float4(static_cast<float>(i + k));
	for (int k = 0; k < 5; k++)
		low[k] = half(static_cast<float>(k + i % 7));
	p.all = row[i % 3] + row[(i + 1) % 3];
	p.one[1] += 0.5f;
	s.bits = static_cast<std::uint16_t>(0x3c00 + i % 16);
	return p.named.x + p.all.y() * 2 + static_cast<float>(s.number) + static_cast<float>(low[i % 5]);
}

template <int Dimensions>
static void run(queue &q, range<Dimensions> size)
{
	buffer<float, Dimensions> out(size);

	q.submit([&](handler &h) {
		accessor a(out, h, write_only, no_init);

		h.parallel_for(size, [=](item<Dimensions> i) { a[i] = turn(static_cast<int>(i.get_linear_id())); });
	});
	host_accessor found(out, read_only);
	int n = 0;

	for (const float value : found)
		check(value == turn(n++));
}

/* Halves in memory of the work-group that no constructor has to fill. */
static void reverse(queue &q)
{
	constexpr std::size_t items = 32;
	half *data = malloc_shared<half>(4 * items, q);

	for (std::size_t i = 0; i < 4 * items; i++)
		data[i] = half(static_cast<float>(i));
	q.parallel_for(nd_range<1>(4 * items, items), [=](nd_item<1> it) {
		auto &row = *ext::oneapi::group_local_memory_for_overwrite<half[items]>(it.get_group());
		const std::size_t l = it.get_local_id(0);

		row[l] = data[it.get_global_id(0)];
		group_barrier(it.get_group());
		data[it.get_global_id(0)] = row[items - 1 - l];
	}).wait();
	for (std::size_t i = 0; i < 4 * items; i++)
		check(static_cast<float>(data[i]) == static_cast<float>(i / items * items + items - 1 - i % items));
	free(data, q);
}

/* DPC++'s list of aspects, and its nd_range of nothing, as dpct's helpers use them. */
static const char *name_of(aspect wanted)
{
	switch (wanted) {
#define __SYCL_ASPECT(NAME, NUMBER) case aspect::NAME: return #NAME;
#include <sycl/info/aspects.def>
#include <sycl/info/aspects_deprecated.def>
#undef __SYCL_ASPECT
	}
	return "";
}

int main()
{
	static thread_local nd_range<3> launch = nd_range<3>();
	queue q;

	check(launch.get_global_range().size() == 0);
	check(!std::strcmp(name_of(aspect::fp16), "fp16") && !std::strcmp(name_of(aspect::usm_shared_allocations), "usm_shared_allocations"));
	run(q, range<1>(101));
	run(q, range<2>(7, 19));
	run(q, range<3>(3, 5, 11));
	reverse(q);
	return done();
}
