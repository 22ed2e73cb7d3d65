/* memory_pool: where async_malloc() takes memory from.  It counts bytes; each piece is an allocation of its own. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_ASYNC_ALLOC_MEMORY_POOL_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_ASYNC_ALLOC_MEMORY_POOL_HPP

#include <algorithm>
#include <cstddef>
#include <limits>

#include <sycl/ext/oneapi/properties/properties.hpp>
#include <sycl/khr/split_headers/version.hpp>
#include <sycl/kernel_bundle.hpp>
#include <sycl/queue.hpp>
#include <sycl/usm.hpp>

namespace sycl {

namespace ext::oneapi::experimental {

namespace property::memory_pool {
struct initial_threshold : sycl::detail::run_time_property {
	constexpr initial_threshold(std::size_t size) : value(size) {}

	std::size_t value;
};
struct maximum_size : sycl::detail::run_time_property {
	constexpr maximum_size(std::size_t size) : value(size) {}

	std::size_t value;
};
struct zero_init : sycl::detail::run_time_property {
	constexpr zero_init() = default;
};
using initial_threshold_key = initial_threshold;
using maximum_size_key = maximum_size;
using zero_init_key = zero_init;
}

}

namespace detail {

/* What the copies of a pool share. */
struct pool_state : counted {
	pool_state(const sycl::context &c, const sycl::device &d) : context(copy_of(c)), device(copy_of(d)) {}

	/* Null when the pool may not be so large, or when there is no memory. */
	SYCL_CC_ON_DEMAND
	static void *take(pool_state &pool, std::size_t size)
	{
		const std::lock_guard<std::mutex> guard(pool.mutex);
		const std::size_t bytes = size ? size : 1;
		const unsigned char zero = 0;
		void *memory;

		if (bytes > pool.maximum - pool.used)
			return nullptr;
		memory = sycl_rt_scratch_take(pool.device.detail_get(), SYCL_RT_MEMORY_DEVICE, bytes, 0);
		if (memory) {
			pool.used += bytes;
			pool.reserved = std::max(pool.reserved, pool.used);
			if (pool.zeroes)
				check_status(sycl_rt_fill(pool.device.detail_get(), memory, &zero, 1, bytes));
		}
		return memory;
	}
	SYCL_CC_ON_DEMAND
	static void give(pool_state &pool, void *memory, std::size_t size)
	{
		const std::lock_guard<std::mutex> guard(pool.mutex);

		sycl_rt_scratch_drop(memory, nullptr);
		pool.used -= size ? size : 1;
		pool.reserved = std::max(pool.used, std::min(pool.reserved, pool.threshold));
	}

	sycl::context context;
	sycl::device device;
	std::size_t threshold = 0, maximum = std::numeric_limits<std::ptrdiff_t>::max();
	bool zeroes = false;
	std::size_t used = 0, reserved = 0;
	std::mutex mutex;
};

inline void need_pools(const device &device, usm::alloc kind)
{
	if (!device.has(aspect::ext_oneapi_async_memory_alloc))
		refuse(errc::feature_not_supported, "the device has no pools of memory");
	if (!detail::same(kind, usm::alloc::device))
		refuse(errc::invalid, "a pool of memory is of usm::alloc::device");
}

}

namespace ext::oneapi::experimental {

class memory_pool {
public:
	template <typename Properties = empty_properties_t>
	memory_pool(const context &context, const device &device, usm::alloc kind, Properties properties = {})
	{
		detail::need_pools(device, kind);
		state_ = detail::shared<detail::pool_state>(new detail::pool_state(context, device));
		if constexpr (Properties::template has_property<property::memory_pool::initial_threshold>())
			state_->threshold = properties.template get_property<property::memory_pool::initial_threshold>().value;
		if constexpr (Properties::template has_property<property::memory_pool::maximum_size>())
			state_->maximum = properties.template get_property<property::memory_pool::maximum_size>().value;
		if (state_->maximum > static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max()))
			detail::refuse(errc::memory_allocation, "no pool of memory is that large");
		state_->zeroes = Properties::template has_property<property::memory_pool::zero_init>();
		(void)properties;
	}
	template <typename Properties = empty_properties_t>
	memory_pool(const queue &of, usm::alloc kind, Properties properties = {})
		: memory_pool(of.get_context(), of.get_device(), kind, properties) {}

	context get_context() const { return state_->context; }
	device get_device() const { return state_->device; }
	usm::alloc get_alloc_kind() const { return usm::alloc::device; }
	std::size_t get_threshold() const { return read(state_->threshold); }
	std::size_t get_reserved_size_current() const { return read(state_->reserved); }
	std::size_t get_used_size_current() const { return read(state_->used); }
	void increase_threshold_to(std::size_t size)
	{
		const std::lock_guard<std::mutex> guard(state_->mutex);

		state_->threshold = std::max(state_->threshold, size);
	}

	SYCL_CC_OWNER_BEFORE
	friend bool operator==(const memory_pool &a, const memory_pool &b) { return a.state_.get() == b.state_.get(); }
	friend bool operator!=(const memory_pool &a, const memory_pool &b) { return a.state_.get() != b.state_.get(); }

	/* For these headers only. */
	const detail::shared<detail::pool_state> &detail_state() const { return state_; }

private:
	std::size_t read(const std::size_t &number) const
	{
		const std::lock_guard<std::mutex> guard(state_->mutex);

		return number;
	}

	detail::shared<detail::pool_state> state_;
};

}

/* What context::ext_oneapi_get_default_memory_pool() calls: one for each context and device. */
SYCL_CC_ON_DEMAND
ext::oneapi::experimental::memory_pool detail_default_pool(const context &context, const device &device, usm::alloc kind)
{
	static std::mutex mutex;
	static detail::list<ext::oneapi::experimental::memory_pool> made;
	const std::lock_guard<std::mutex> guard(mutex);

	detail::need_pools(device, kind);
	detail::check_devices(context, detail::list<sycl::device>(&device, 1));
	for (const ext::oneapi::experimental::memory_pool &pool : made)
		if (pool.detail_state()->context == context && pool.detail_state()->device == device)
			return pool;
	return made.add(ext::oneapi::experimental::memory_pool(context, device, kind));
}

}

template <>
struct std::hash<sycl::ext::oneapi::experimental::memory_pool> {
	std::size_t operator()(const sycl::ext::oneapi::experimental::memory_pool &pool) const
	{
		return std::hash<const void *>()(pool.detail_state().get());
	}
};

#endif
