/* sycl::handler: one command group.  Its command runs when it is named. */
#ifndef SYCL_HANDLER_HPP
#define SYCL_HANDLER_HPP

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include <sycl/accessor.hpp>
#include <sycl/detail/kernel.hpp>
#include <sycl/device.hpp>
#include <sycl/event.hpp>
#include <sycl/reduction.hpp>

namespace sycl {

/* What a host task receives that wants to use the backend's own objects; this backend has none. */
class interop_handle {
public:
	backend get_backend() const noexcept { return backend::ext_sycl_cc_cpu; }
};

namespace detail {

struct queue_state {
	queue_state(const sycl::device &d, const sycl::context &c, const async_handler &h, bool order, bool profile)
		: device(d), context(c), handler(h), in_order(order), profiling(profile) {}

	void add_error(std::exception_ptr error)
	{
		const std::lock_guard<std::mutex> guard(mutex);

		errors.push_back(error);
	}

	sycl::device device;
	sycl::context context;
	async_handler handler;
	bool in_order, profiling;
	std::mutex mutex;
	std::vector<std::exception_ptr> errors;	/* not yet given to the handler */
};

/* "this nd_range kernel runs hierarchically": one physical work-item is a whole group. */
template <int Dimensions, typename Function>
class work_group_kernel {
public:
	work_group_kernel(const Function &f, const range<Dimensions> &local) : f_(f), local_(local) {}
	void operator()(nd_item<Dimensions>, kernel_handler handler) const
	{
		if constexpr (std::is_invocable_v<const Function &, group<Dimensions>, kernel_handler>)
			f_(maker::make<group<Dimensions>>(local_), handler);
		else
			f_(maker::make<group<Dimensions>>(local_));
	}

private:
	Function f_;
	range<Dimensions> local_;
};

template <typename Name>
class hierarchical;

}

enum class bundle_state : int;

template <bundle_state State>
class kernel_bundle;

class handler {
public:
	handler(const handler &) = delete;
	handler &operator=(const handler &) = delete;

	template <typename Accessor>
	void require(const Accessor &) {}
	void depends_on(const event &) {}
	void depends_on(const std::vector<event> &) {}

	/* --- specialization constants: the group's own values, or those of a bundle --- */

	template <auto &Id>
	void set_specialization_constant(const detail::spec_type<Id> &value)
	{
		if (has_bundle_)
			throw exception(make_error_code(errc::invalid),
				"the command group uses a kernel bundle, whose specialization constants are fixed");
		spec_.set<Id>(value);
	}
	template <auto &Id>
	detail::spec_type<Id> get_specialization_constant() const
	{
		return spec_.get<Id>();
	}
	template <bundle_state State>
	void use_kernel_bundle(const kernel_bundle<State> &bundle);

	/* --- kernels --- */

	template <typename Name = void, typename Function>
	void single_task(const Function &f)
	{
		launch<SYCL_RT_KIND_SINGLE_TASK, 1, Name>({ range<1>(1), range<1>(1), id<1>() }, f);
	}
	/* parallel_for(size, [offset or reduction...,] f); sizes may stand in braces. */
	template <typename Name = void, typename... Rest>
	void parallel_for(range<1> size, const Rest &...rest)
	{
		detail::with_reductions<Name>(*this, size, rest...);
	}
	template <typename Name = void, typename... Rest>
	void parallel_for(range<2> size, const Rest &...rest)
	{
		detail::with_reductions<Name>(*this, size, rest...);
	}
	template <typename Name = void, typename... Rest>
	void parallel_for(range<3> size, const Rest &...rest)
	{
		detail::with_reductions<Name>(*this, size, rest...);
	}
	template <typename Name = void, typename Number, typename... Rest, detail::if_integral<Number> = 0>
	void parallel_for(Number size, const Rest &...rest)
	{
		detail::with_reductions<Name>(*this, range<1>(static_cast<std::size_t>(size)), rest...);
	}
	template <typename Name = void, int Dimensions, typename... Rest>
	void parallel_for(nd_range<Dimensions> size, const Rest &...rest)
	{
		detail::with_reductions<Name>(*this, size, rest...);
	}
	template <typename Name = void, int Dimensions, typename Function>
	void parallel_for_work_group(range<Dimensions> groups, range<Dimensions> local, const Function &f)
	{
		using kernel = detail::work_group_kernel<Dimensions, Function>;
		using name = detail::hierarchical<detail::kernel_name<Name, Function>>;

		if (local.size() == 0 || local.size() > detail::max_hierarchical_group)
			throw exception(make_error_code(errc::nd_range), "a work-group of a hierarchical kernel has 1 to 1024 work-items");
		launch<SYCL_RT_KIND_ND_RANGE, Dimensions, name>({ groups, ones<Dimensions>(), id<Dimensions>() }, kernel(f, local));
	}
	template <typename Name = void, int Dimensions, typename Function>
	void parallel_for_work_group(range<Dimensions> groups, const Function &f)
	{
		parallel_for_work_group<Name>(groups, ones<Dimensions>(), f);
	}

	/* --- commands on memory --- */

	void memcpy(void *to, const void *from, std::size_t size)
	{
		timed([&] { detail::check(sycl_rt_copy(context_.device, to, from, size)); });
	}
	template <typename T>
	void copy(const T *from, T *to, std::size_t n)
	{
		memcpy(to, from, n * sizeof(T));
	}
	void memset(void *to, int value, std::size_t size)
	{
		const unsigned char byte = static_cast<unsigned char>(value);

		timed([&] { detail::check(sycl_rt_fill(context_.device, to, &byte, 1, size)); });
	}
	template <typename T>
	void fill(void *to, const T &pattern, std::size_t n)
	{
		timed([&] { detail::check(sycl_rt_fill(context_.device, to, &pattern, sizeof(T), n)); });
	}
	void prefetch(const void *, std::size_t) {}
	void mem_advise(const void *, std::size_t, int) {}
	template <typename T, int Dimensions, access_mode Mode, target Target, access::placeholder Placeholder, typename Value>
	void copy(accessor<T, Dimensions, Mode, Target, Placeholder> from, std::shared_ptr<Value> to)
	{
		copy(from, to.get());
	}
	template <typename Value, typename T, int Dimensions, access_mode Mode, target Target, access::placeholder Placeholder>
	void copy(std::shared_ptr<Value> from, accessor<T, Dimensions, Mode, Target, Placeholder> to)
	{
		copy(from.get(), to);
	}
	template <typename T, int Dimensions, access_mode Mode, target Target, access::placeholder Placeholder, typename Value>
	void copy(accessor<T, Dimensions, Mode, Target, Placeholder> from, Value *to)
	{
		timed([&] { std::copy(from.begin(), from.end(), to); });
	}
	template <typename Value, typename T, int Dimensions, access_mode Mode, target Target, access::placeholder Placeholder>
	void copy(const Value *from, accessor<T, Dimensions, Mode, Target, Placeholder> to)
	{
		timed([&] { std::copy(from, from + to.size(), to.begin()); });
	}
	template <typename T, int Dimensions, access_mode Mode, target Target, access::placeholder Placeholder,
		typename Value, int ToDimensions, access_mode ToMode, target ToTarget, access::placeholder ToPlaceholder>
	void copy(accessor<T, Dimensions, Mode, Target, Placeholder> from, accessor<Value, ToDimensions, ToMode, ToTarget, ToPlaceholder> to)
	{
		if (to.size() < from.size())
			throw exception(make_error_code(errc::invalid), "copy into an accessor that is smaller than its source");
		timed([&] { std::copy(from.begin(), from.end(), to.begin()); });
	}
	template <typename T, int Dimensions, access_mode Mode, target Target, access::placeholder Placeholder, typename Value>
	void fill(accessor<T, Dimensions, Mode, Target, Placeholder> to, const Value &value)
	{
		timed([&] { std::fill(to.begin(), to.end(), static_cast<T>(value)); });
	}
	template <typename Accessor>
	void update_host(const Accessor &) {}
	/* Exceptions of the task are asynchronous errors. */
	template <typename Function>
	void host_task(Function &&f)
	{
		timed([&] {
			try {
				if constexpr (std::is_invocable_v<Function, interop_handle>)
					f(interop_handle());
				else
					f();
			} catch (...) {
				queue_->add_error(std::current_exception());
			}
		});
	}

	/* For these headers only. */
	template <sycl_rt_kernel_kind Kind, int Dimensions, typename Name, typename Function>
	void detail_launch(const detail::launch_shape<Dimensions> &shape, const Function &f)
	{
		launch<Kind, Dimensions, Name>(shape, f);
	}
	const sycl_rt_device *detail_device() const { return context_.device; }
	/* Runs the function when the command has ended. */
	template <typename Function>
	void detail_afterwards(Function f)
	{
		afterwards_.emplace_back(std::move(f));
	}

private:
	friend class queue;
	friend std::uint32_t detail::reserve_local(handler &, std::size_t, std::size_t);

	handler(detail::queue_state *queue, sycl_rt_times *times)
		: context_{ queue->device.detail_get(), 0, times, &spec_ }, queue_(queue) {}

	template <int Dimensions>
	static range<Dimensions> ones()
	{
		return range<Dimensions>() + 1;
	}
	template <sycl_rt_kernel_kind Kind, int Dimensions, typename Name, typename Function>
	void launch(const detail::launch_shape<Dimensions> &shape, const Function &f)
	{
		if (has_bundle_)
			check_bundle(detail::kernel_symbol<detail::kernel_name<Name, Function>>());
		detail::launch_kernel<Kind, Dimensions, Name>(f, shape, context_);
	}
	/* Runs a command that is no kernel. */
	template <typename Function>
	void timed(const Function &command)
	{
		if (context_.times)
			context_.times->start = sycl_rt_now();
		command();
		if (context_.times)
			context_.times->end = sycl_rt_now();
	}

	/* A bundle that is used must hold the kernel. */
	void check_bundle(const char *kernel) const
	{
		for (const std::string &name : bundle_kernels_)
			if (name == kernel)
				return;
		throw exception(make_error_code(errc::kernel_not_supported), "the kernel bundle in use does not hold this kernel");
	}

	void finish()
	{
		for (const auto &f : afterwards_)
			f();
	}

	detail::launch_context context_;
	detail::queue_state *queue_;
	detail::spec_values spec_;
	bool has_bundle_ = false;
	std::vector<std::string> bundle_kernels_;
	std::vector<std::function<void()>> afterwards_;
};

namespace detail {

inline std::uint32_t reserve_local(handler &handler, std::size_t size, std::size_t alignment)
{
	const std::size_t offset = (handler.context_.local_bytes + alignment - 1) / alignment * alignment;

	handler.context_.local_bytes = offset + size;
	return static_cast<std::uint32_t>(offset);
}

}

}

#endif
