/* Matrices that sub-groups share: products of all types, layouts and sizes of sub-groups, element by element, inside bounds. */
#include <sycl/sycl.hpp>
#include <sycl/ext/oneapi/matrix/matrix-intel.hpp>
#include <sycl/ext/oneapi/matrix/matrix-unified.hpp>

#include <algorithm>
#include <vector>

#include "check.hpp"

namespace ext = sycl::ext::oneapi::experimental;
namespace intel = sycl::ext::intel::experimental::matrix;
using namespace sycl::ext::oneapi::experimental::matrix;

template <typename T>
static auto global(T *p)
{
	return sycl::address_space_cast<sycl::access::address_space::global_space, sycl::access::decorated::no>(p);
}

/* GPUs have sub-groups of few sizes. */
static bool has(const sycl::queue &q, std::size_t size)
{
	const std::vector<std::size_t> all = q.get_device().get_info<sycl::info::device::sub_group_sizes>();

	return std::find(all.begin(), all.end(), size) != all.end();
}

/* c += a * b, matrices of rows x inner and inner x cols cut into tiles. */
template <typename Factor, typename Sum, std::size_t SubGroup, std::size_t TileRows, std::size_t TileCols, std::size_t TileInner,
	typename Element = Factor>
static void multiply(sycl::queue q, layout b_layout)
{
	constexpr std::size_t rows = 2 * TileRows, cols = 3 * TileCols, inner = 2 * TileInner;

	if (!has(q, SubGroup))
		return;
	Element *const a = sycl::malloc_shared<Element>(rows * inner, q), *const b = sycl::malloc_shared<Element>(inner * cols, q);
	Sum *const c = sycl::malloc_shared<Sum>(rows * cols, q);
	const auto run = [&](auto how) {
		q.parallel_for(sycl::nd_range<2>({ rows / TileRows, cols / TileCols * SubGroup }, { 1, SubGroup }),
			[=](sycl::nd_item<2> it) [[sycl::reqd_sub_group_size(SubGroup)]] {
				const std::size_t row = it.get_global_id(0) * TileRows, col = it.get_global_id(1) / SubGroup * TileCols;
				const sycl::sub_group sg = it.get_sub_group();
				joint_matrix<sycl::sub_group, Factor, use::a, TileRows, TileInner, layout::row_major> left;
				joint_matrix<sycl::sub_group, Factor, use::b, TileInner, TileCols, decltype(how)::value> right;
				joint_matrix<sycl::sub_group, Sum, use::accumulator, TileRows, TileCols> sum;

				joint_matrix_load(sg, sum, global(c) + (row * cols + col), cols, layout::row_major);
				for (std::size_t k = 0; k < inner; k += TileInner) {
					joint_matrix_prefetch<TileRows, TileInner>(sg, a + row * inner + k, inner, layout::row_major,
						ext::properties{ ext::prefetch_hint_L1 });
					joint_matrix_load(sg, left, global(static_cast<const Element *>(a)) + (row * inner + k), inner);
					if constexpr (decltype(how)::value == layout::col_major)
						joint_matrix_load(sg, right, ext::annotated_ptr<Element>(b) + std::ptrdiff_t(col * inner + k), inner);
					else
						joint_matrix_load(sg, right, global(b) + (k * cols + col * 4 / sizeof(Element)), cols * 4 / sizeof(Element));
					if constexpr (decltype(how)::value == intel::layout::packed)
						sum = joint_matrix_mad(sg, left, right, sum);
					else
						joint_matrix_mad(sg, sum, left, right, sum);
				}
				joint_matrix_store(sg, sum, global(c) + (row * cols + col), cols, layout::row_major);
			}).wait();
	};
	const auto at_b = [&](std::size_t k, std::size_t col) {
		constexpr std::size_t packed = 4 / sizeof(Element) ? 4 / sizeof(Element) : 1;

		return b_layout == layout::col_major ? col * inner + k : k / packed * cols * packed + col * packed + k % packed;
	};

	for (std::size_t i = 0; i < rows * inner; i++)
		a[i] = Element(i % 7);
	for (std::size_t i = 0; i < inner * cols; i++)
		b[i] = Element(int(i % 5) - 1);
	for (std::size_t i = 0; i < rows * cols; i++)
		c[i] = Sum(i % 3);
	if (b_layout == layout::col_major)
		run(std::integral_constant<layout, layout::col_major>());
	else
		run(std::integral_constant<layout, layout::ext_intel_packed>());
	for (std::size_t row = 0; row < rows; row++)
		for (std::size_t col = 0; col < cols; col++) {
			float wanted = float((row * cols + col) % 3);

			for (std::size_t k = 0; k < inner; k++)
				wanted += float(a[row * inner + k]) * float(b[at_b(k, col)]);
			check(float(c[row * cols + col]) == wanted);
		}
	sycl::free(a, q);
	sycl::free(b, q);
	sycl::free(c, q);
}

template <std::size_t SubGroup>
static void elements(sycl::queue q)
{
	if (!has(q, SubGroup))
		return;
	float *const in = sycl::malloc_shared<float>(30, q), *const out = sycl::malloc_shared<float>(90, q);
	int *const calls = sycl::malloc_shared<int>(SubGroup, q), *const sums = sycl::malloc_shared<int>(5, q);

	for (int i = 0; i < 30; i++)
		in[i] = float(i);
	q.parallel_for(sycl::nd_range<1>(SubGroup, SubGroup), [=](sycl::nd_item<1> it) [[sycl::reqd_sub_group_size(SubGroup)]] {
		const sycl::sub_group sg = it.get_sub_group();
		joint_matrix<sycl::sub_group, float, use::accumulator, 5, 6> c, d;
		joint_matrix<sycl::sub_group, precision::tf32, use::a, 5, 6, layout::row_major> a;
		float row[5] = {};
		int n = 0;

		joint_matrix_fill(sg, c, 2);
		joint_matrix_load(sg, d, global(in), 5, layout::col_major);
		joint_matrix_apply(sg, d, c, [&](float &x, float &y) {
			y += x;
			n++;
		});
		joint_matrix_store(sg, c, global(out), 6, layout::row_major);
		joint_matrix_copy(sg, c, a);
		joint_matrix_apply(sg, a, [&](float &x) {
			x = round_to_tf32(x) * 10;
			n += 100;
		});
		intel::joint_matrix_apply(sg, a, [&](float &x, std::size_t r, std::size_t) { row[r] += x; });
		intel::joint_matrix_store(sg, a, global(out + 30), 6);
		for (int r = 0; r < 5; r++)
			sums[r] = int(sycl::reduce_over_group(sg, row[r], sycl::plus<float>()));
		joint_matrix_copy(sg, a, d);
		joint_matrix_store(sg, d, global(out + 60), 5, layout::col_major);
		calls[it.get_local_id(0)] = n;
	}).wait();
	int all = 0;

	for (std::size_t i = 0; i < SubGroup; i++)
		all += calls[i];
	check(all == 30 * 101);
	for (int r = 0; r < 5; r++) {
		int sum = 0;

		for (int col = 0; col < 6; col++) {
			check(out[r * 6 + col] == float(col * 5 + r + 2));
			check(out[30 + r * 6 + col] == 10 * float(col * 5 + r + 2) && out[60 + col * 5 + r] == out[30 + r * 6 + col]);
			sum += 10 * (col * 5 + r + 2);
		}
		check(sums[r] == sum);
	}
	sycl::free(in, q);
	sycl::free(out, q);
	sycl::free(calls, q);
	sycl::free(sums, q);
}

/* Elements as get_wi_data() gives them: changed ones of a and b are in products. */
template <typename Factor, std::size_t SubGroup>
static void own_elements(sycl::queue q)
{
	if (!has(q, SubGroup))
		return;
	float *const out = sycl::malloc_shared<float>(20, q);
	int *const counts = sycl::malloc_shared<int>(SubGroup, q);

	q.parallel_for(sycl::nd_range<1>(SubGroup, SubGroup), [=](sycl::nd_item<1> it) [[sycl::reqd_sub_group_size(SubGroup)]] {
		const sycl::sub_group sg = it.get_sub_group();
		joint_matrix<sycl::sub_group, Factor, use::a, 4, 3, layout::row_major> a;
		joint_matrix<sycl::sub_group, Factor, use::b, 3, 5, layout::row_major> b;
		joint_matrix<sycl::sub_group, float, use::accumulator, 4, 5> c;

		joint_matrix_fill(sg, a, Factor(1));
		joint_matrix_fill(sg, b, Factor(0));
		joint_matrix_fill(sg, c, 0);
		auto of_a = get_wi_data(sg, a);
		auto of_b = intel::get_wi_data(sg, b);
		auto of_c = sycl::ext::oneapi::detail::get_wi_data(sg, c);
		using in_memory = typename sycl::ext::oneapi::detail::jm_type_interpretation_helper_trait<Factor>::storage_element_type;

		for (int i = 0; i < int(of_a.length()); i++) {
			const auto [row, column] = of_a[i].get_coord();

			of_a[i] += in_memory(float(row));
			if (column == 2 && of_a[i] > Factor(1.5f))
				of_a[i] = of_a[i] * Factor(2);
		}
		for (std::size_t i = 0; i < of_b.length(); i++)
			of_b[i] = Factor(float(std::get<1>(of_b[i].get_coord())) + 1);
		joint_matrix_mad(sg, c, a, b, c);
		for (std::size_t i = 0; i < of_c.length(); i++) {
			of_c[i] /= 2;
			if (1 < of_c[i] && of_c[i] != 4)
				of_c[i] = of_c[i] - 1;
		}
		for (std::size_t i = 0; i < of_b.length(); i++)
			of_b[i] = of_b[i] - of_b[i];
		joint_matrix_mad(sg, c, a, b, c);
		joint_matrix_store(sg, c, global(out), 5, layout::row_major);
		counts[it.get_local_id(0)] = int(of_a.length() + of_b.length() + of_c.length());
	}).wait();
	int all = 0;

	for (std::size_t i = 0; i < SubGroup; i++)
		all += counts[i];
	check(all == 12 + 15 + 20);
	for (std::size_t i = 0; i < 20; i++) {
		const std::size_t row = i / 5, column = i % 5;
		const float half = float((row + 1) * (column + 1) * (row ? 4 : 3)) / 2;

		check(out[i] == (1 < half && half != 4 ? half - 1 : half));
	}
	sycl::free(out, q);
	sycl::free(counts, q);
}

/* A matrix of 5 x 7 in lines of 8, a tile of 4 x 4 from (3, 5) on. */
static void bounds(sycl::queue q)
{
	constexpr std::size_t SubGroup = 32;
	int *const from = sycl::malloc_shared<int>(40, q), *const to = sycl::malloc_shared<int>(40, q), *const part = sycl::malloc_shared<int>(32, q);

	for (int i = 0; i < 40; i++) {
		from[i] = i + 1;
		to[i] = -1;
	}
	q.parallel_for(sycl::nd_range<1>(SubGroup, SubGroup), [=](sycl::nd_item<1> it) [[sycl::reqd_sub_group_size(SubGroup)]] {
		const sycl::sub_group sg = it.get_sub_group();
		joint_matrix<sycl::sub_group, int, use::accumulator, 4, 4> c;
		joint_matrix<sycl::sub_group, int, use::b, 4, 4, layout::row_major> b;

		intel::joint_matrix_load_checked(sg, c, global(from), 8, layout::row_major, 5, 7, 3, 5);
		joint_matrix_store(sg, c, global(part), 4, layout::row_major);
		intel::joint_matrix_load_checked(sg, b, global(from), 8, 5, 7, 3, 5);
		joint_matrix_apply(sg, b, [](int &x) { x *= 2; });
		intel::joint_matrix_store_checked(sg, b, global(to), 8, 5, 7, 3, 5);
		intel::joint_matrix_fill_checked(sg, c, 9, 5, 7, 3, 5);
		joint_matrix_store(sg, c, global(part + 16), 4, layout::row_major);
	}).wait();
	for (int i = 0; i < 16; i++) {
		const bool inside = i / 4 < 2 && i % 4 < 2;

		check(part[i] == (inside ? from[(3 + i / 4) * 8 + 5 + i % 4] : 0));
		check(part[16 + i] == (inside ? 9 : 0));
	}
	for (int i = 0; i < 40; i++)
		check(to[i] == (i / 8 >= 3 && (i % 8 == 5 || i % 8 == 6) ? 2 * from[i] : -1));
	sycl::free(from, q);
	sycl::free(to, q);
	sycl::free(part, q);
}

int main()
{
	sycl::queue q;
	const sycl::device device = q.get_device();
	const std::vector<combination> all = device.get_info<ext::info::device::matrix_combinations>();
	using params = matrix_params<ext::architecture::x86_64, sycl::half, sycl::half, float>;

	static_assert(SYCL_EXT_ONEAPI_MATRIX == 1 && SYCL_EXT_INTEL_MATRIX == 1);
	static_assert(params::M == 16 && params::N == 16 && params::K == 32);
	static_assert(std::is_same_v<params::joint_matrix_c<sycl::sub_group>, joint_matrix<sycl::sub_group, float, use::accumulator, 16, 16>>);
	static_assert(matrix_params<ext::architecture::x86_64, int, int, int, int, 2, 3, 4>::N == 3);
	check(all.empty() != device.has(sycl::aspect::ext_intel_matrix));
	check(device.get_info<sycl::ext::intel::experimental::info::device::matrix::numtiles>() == 0);
	check(round_to_tf32(1 + 3 * 0x1p-11f) == 1 + 0x1p-9f && round_to_tf32(1 + 0x1p-11f) == 1 && round_to_tf32(-1 - 5 * 0x1p-12f) == -1 - 0x1p-10f);
	for (layout how : { layout::col_major, layout::ext_intel_packed }) {
		multiply<std::int8_t, std::int32_t, 32, 8, 16, 32>(q, how);
		multiply<sycl::half, float, 8, 8, 8, 16>(q, how);
		multiply<sycl::ext::oneapi::bfloat16, float, 32, 16, 16, 16>(q, how);
		multiply<sycl::half, sycl::half, 4, 3, 5, 4>(q, how);
		multiply<precision::tf32, float, 16, 8, 16, 8, float>(q, how);
	}
	multiply<double, double, 16, 4, 3, 5>(q, layout::col_major);
	elements<8>(q);
	elements<32>(q);
	own_elements<float, 8>(q);
	own_elements<sycl::half, 32>(q);
	own_elements<sycl::ext::oneapi::bfloat16, 16>(q);
	bounds(q);
	return done();
}
