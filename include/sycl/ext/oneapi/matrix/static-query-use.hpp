/*
 * Sizes of matrices by the types of their elements, for a processor that the program names.  The
 * names of the members are single letters: programs that have them as macros do not get them.
 */
#ifndef SYCL_EXT_ONEAPI_MATRIX_STATIC_QUERY_USE_HPP
#define SYCL_EXT_ONEAPI_MATRIX_STATIC_QUERY_USE_HPP

#include <sycl/ext/oneapi/experimental/device_architecture.hpp>
#include <sycl/ext/oneapi/matrix/matrix.hpp>

#if !defined(M) && !defined(N) && !defined(K)

namespace sycl::ext::oneapi::experimental::matrix {

/* Each size of every type is there, on every processor: the program's, or what suits the processor. */
template <architecture Architecture, typename Left, typename Right, typename Added, typename Result = Added,
	std::size_t Rows = 0, std::size_t Cols = 0, std::size_t Inner = 0>
struct matrix_params {
private:
	static constexpr bool is_dg2 = Architecture == architecture::intel_gpu_dg2_g10 ||
		Architecture == architecture::intel_gpu_dg2_g11 || Architecture == architecture::intel_gpu_dg2_g12;
	static constexpr bool is_pvc = Architecture == architecture::intel_gpu_pvc;

public:
	static constexpr std::size_t M = Rows ? Rows : is_dg2 || is_pvc ? 8 : 16;
	static constexpr std::size_t N = Cols ? Cols : is_dg2 ? 8 : 16;
	static constexpr std::size_t K = Inner ? Inner
		: (is_dg2 || is_pvc || sizeof(sycl::detail::matrix_element<Left>) > 2 ? 32 : 64) / sizeof(sycl::detail::matrix_element<Left>);

	template <typename Group, layout Layout>
	using joint_matrix_a = joint_matrix<Group, Left, use::a, M, K, Layout>;
	template <typename Group, layout Layout>
	using joint_matrix_b = joint_matrix<Group, Right, use::b, K, N, Layout>;
	template <typename Group>
	using joint_matrix_c = joint_matrix<Group, Added, use::accumulator, M, N>;
	template <typename Group>
	using joint_matrix_d = joint_matrix<Group, Result, use::accumulator, M, N>;
};

}

#endif

#endif
