#ifndef SYCL_REDUCTION_HPP
#define SYCL_REDUCTION_HPP

#include <sycl/detail/kernel.hpp>

namespace sycl::detail {

template <typename Name, int D, typename Handler, typename F>
void with_reductions(Handler &handler, const range<D> &size, const F &f)
{
	handler.template detail_launch<SYCL_RT_KIND_RANGE, D, Name>(launch_shape<D>{ size, range<D>(), id<D>() }, f);
}

template <typename Name, int D, typename Handler, typename F>
void with_reductions(Handler &handler, const nd_range<D> &size, const F &f)
{
	handler.template detail_launch<SYCL_RT_KIND_ND_RANGE, D, Name>(
		launch_shape<D>{ size.get_global_range(), size.get_local_range(), size.get_offset() }, f);
}

}

#endif
