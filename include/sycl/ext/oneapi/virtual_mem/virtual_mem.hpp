/* Virtual memory: ranges of addresses, to which memory of a device is mapped. */
#ifndef SYCL_EXT_ONEAPI_VIRTUAL_MEM_VIRTUAL_MEM_HPP
#define SYCL_EXT_ONEAPI_VIRTUAL_MEM_VIRTUAL_MEM_HPP

#include <cstddef>
#include <cstdint>

#include <sycl/device.hpp>
#include <sycl/detail/std_mutex.hpp>
#include <sycl/khr/split_headers/version.hpp>
#include <sycl/queue.hpp>

namespace sycl {

namespace ext::oneapi::experimental {

enum class granularity_mode { minimum, recommended };
/* The order of sycl_rt_virtual_access. */
enum class address_access_mode : char { none, read, read_write };

}

namespace detail {

inline void need_virtual_memory(const device &device)
{
	if (!device.has(aspect::ext_oneapi_virtual_mem))
		refuse(errc::feature_not_supported, "the device has no virtual memory");
}
SYCL_CC_ON_DEMAND
void need_virtual_memory(const context &context)
{
	for (const device &device : context.get_devices())
		need_virtual_memory(device);
}
inline void need_granularity(std::uintptr_t one, std::uintptr_t other = 0)
{
	if ((one | other) % sycl_rt_virtual_granularity() != 0)
		refuse(errc::invalid, "an address, a size or an offset is no multiple of the granularity of memory");
}

/* How memory is mapped: of two entries with an address the later one counts. */
struct mapped_ranges {
	struct range {
		std::uintptr_t begin, end;
		ext::oneapi::experimental::address_access_mode mode;
	};

	static mapped_ranges &all()
	{
		static mapped_ranges ranges;

		return ranges;
	}
	SYCL_CC_ON_DEMAND
	static void add(mapped_ranges &to, const range &added)
	{
		const std::lock_guard<std::mutex> guard(to.mutex);

		to.ranges.add(added);
	}
	SYCL_CC_ON_DEMAND
	static void remove(mapped_ranges &from, std::uintptr_t begin, std::uintptr_t end)
	{
		const std::lock_guard<std::mutex> guard(from.mutex);
		list<range> kept;

		for (const range &each : from.ranges)
			if (each.begin < begin || each.end > end)
				kept.add(each);
		from.ranges.swap(kept);
	}
	SYCL_CC_ON_DEMAND
	static ext::oneapi::experimental::address_access_mode find(mapped_ranges &in, std::uintptr_t address)
	{
		const std::lock_guard<std::mutex> guard(in.mutex);

		for (std::size_t i = in.ranges.size(); i-- > 0;)
			if (in.ranges[i].begin <= address && address < in.ranges[i].end)
				return in.ranges[i].mode;
		refuse(errc::invalid, "no memory is mapped to the address");
	}

	std::mutex mutex;
	list<range> ranges;
};

}

namespace ext::oneapi::experimental {

SYCL_CC_ON_DEMAND
std::size_t get_mem_granularity(const device &device, const context &, granularity_mode = granularity_mode::recommended)
{
	detail::need_virtual_memory(device);
	return sycl_rt_virtual_granularity();
}
SYCL_CC_ON_DEMAND
std::size_t get_mem_granularity(const context &context, granularity_mode = granularity_mode::recommended)
{
	detail::need_virtual_memory(context);
	return sycl_rt_virtual_granularity();
}

SYCL_CC_ON_DEMAND
std::uintptr_t reserve_virtual_mem(std::uintptr_t start, std::size_t size, const context &context)
{
	void *address;

	detail::need_virtual_memory(context);
	detail::need_granularity(start, size);
	detail::check_status(sycl_rt_virtual_reserve(reinterpret_cast<void *>(start), size, &address));
	return reinterpret_cast<std::uintptr_t>(address);
}
SYCL_CC_ON_DEMAND
std::uintptr_t reserve_virtual_mem(std::size_t size, const context &context)
{
	return experimental::reserve_virtual_mem(0, size, context);
}
SYCL_CC_ON_DEMAND
void free_virtual_mem(std::uintptr_t address, std::size_t size, const context &)
{
	detail::need_granularity(address, size);
	detail::check_status(sycl_rt_virtual_release(reinterpret_cast<void *>(address), size));
}

class physical_mem {
public:
	physical_mem(const device &device, const context &context, std::size_t size) : state_(make(device, context, size)) {}
	physical_mem(const queue &of, std::size_t size) : physical_mem(of.get_device(), of.get_context(), size) {}

	void *map(std::uintptr_t address, std::size_t size, address_access_mode mode, std::size_t offset = 0) const
	{
		void *const at = reinterpret_cast<void *>(address);

		detail::need_granularity(address, size | offset);
		if (offset > state_->size || size > state_->size - offset)
			detail::refuse(errc::invalid, "more memory is mapped than there is");
		detail::check_status(sycl_rt_virtual_map(state_->memory, offset, at, size, static_cast<sycl_rt_virtual_access>(mode)));
		detail::mapped_ranges::add(detail::mapped_ranges::all(), { address, address + size, mode });
		return at;
	}
	context get_context() const { return state_->context; }
	device get_device() const { return state_->device; }
	std::size_t size() const noexcept { return state_->size; }

	SYCL_CC_OWNER_BEFORE
	friend bool operator==(const physical_mem &a, const physical_mem &b) { return a.state_.get() == b.state_.get(); }
	friend bool operator!=(const physical_mem &a, const physical_mem &b) { return a.state_.get() != b.state_.get(); }

private:
	friend struct detail::weak_access;
	friend struct std::hash<physical_mem>;

	struct state : detail::counted {
		state(const sycl::device &d, const sycl::context &c, std::size_t n) : device(d), context(c), size(n)
		{
			detail::check_status(sycl_rt_physical_take(size, &memory));
		}
		~state() { sycl_rt_physical_drop(memory); }

		sycl::device device;
		sycl::context context;
		std::size_t size;
		int memory;
	};

	SYCL_CC_ON_DEMAND
	static detail::shared<state> make(const device &device, const context &context, std::size_t size)
	{
		bool known = false;

		for (const sycl::device &own : context.get_devices())
			known = known || own == device;
		if (!known)
			detail::refuse(errc::invalid, "the device is none of the context's");
		detail::need_virtual_memory(device);
		detail::need_granularity(size);
		return detail::shared<state>(new state(device, context, size));
	}

	detail::shared<state> state_;
};

SYCL_CC_ON_DEMAND
void set_access_mode(const void *at, std::size_t size, address_access_mode mode, const context &)
{
	const std::uintptr_t address = reinterpret_cast<std::uintptr_t>(at);

	detail::need_granularity(address, size);
	detail::mapped_ranges::find(detail::mapped_ranges::all(), address);
	detail::check_status(sycl_rt_virtual_protect(const_cast<void *>(at), size, static_cast<sycl_rt_virtual_access>(mode)));
	detail::mapped_ranges::add(detail::mapped_ranges::all(), { address, address + size, mode });
}
SYCL_CC_ON_DEMAND
address_access_mode get_access_mode(const void *at, std::size_t size, const context &)
{
	const std::uintptr_t address = reinterpret_cast<std::uintptr_t>(at);

	detail::need_granularity(address, size);
	return detail::mapped_ranges::find(detail::mapped_ranges::all(), address);
}
SYCL_CC_ON_DEMAND
void unmap(const void *at, std::size_t size, const context &)
{
	const std::uintptr_t address = reinterpret_cast<std::uintptr_t>(at);

	detail::need_granularity(address, size);
	detail::mapped_ranges::find(detail::mapped_ranges::all(), address);
	detail::check_status(sycl_rt_virtual_unmap(const_cast<void *>(at), size));
	detail::mapped_ranges::remove(detail::mapped_ranges::all(), address, address + size);
}

}

}

template <>
struct std::hash<sycl::ext::oneapi::experimental::physical_mem> {
	std::size_t operator()(const sycl::ext::oneapi::experimental::physical_mem &memory) const
	{
		return std::hash<const void *>()(memory.state_.get());
	}
};

#endif
