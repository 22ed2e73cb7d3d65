/*
 * Devices with their queues.  Each thread has a current device, at first SYCL's default one,
 * and each device a default queue, on which functions without a queue work.
 */
#ifndef SYCLCOMPAT_DEVICE_HPP
#define SYCLCOMPAT_DEVICE_HPP

#include <algorithm>
#include <array>
#include <climits>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <iostream>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include <sycl/sycl.hpp>

#include <syclcompat/defs.hpp>

namespace syclcompat {

using event_ptr = sycl::event *;
using queue_ptr = sycl::queue *;

inline void destroy_event(event_ptr event)
{
	delete event;
}

namespace detail {

/* Of "OpenCL 3.0 text" 3 and 0; what is not there is 0. */
inline void read_version(const sycl::device &device, int &major, int &minor)
{
	const std::string text = device.get_info<sycl::info::device::version>();
	const char *const start = text.c_str() + std::min(text.find_first_of("0123456789"), text.size());
	char *end = nullptr;

	major = int(std::strtol(start, &end, 10));
	minor = *end == '.' ? int(std::strtol(end + 1, nullptr, 10)) : 0;
}

inline void print_exceptions(sycl::exception_list list)
{
	for (const std::exception_ptr &one : list)
		try {
			std::rethrow_exception(one);
		} catch (const std::exception &e) {
			std::cerr << "asynchronous exception: " << e.what() << std::endl;
		}
}

inline const char *aspect_name(sycl::aspect which)
{
	switch (static_cast<int>(which)) {
#define SYCL_CC_ASPECT(number, name) \
	case number: \
		return #name;
#include <sycl-cc/aspects.def>
#undef SYCL_CC_ASPECT
	default: return "of an unknown name";
	}
}

inline sycl::queue make_queue(const sycl::device &device, bool print_on_async_exceptions, bool in_order)
{
	const sycl::property_list properties = in_order ? sycl::property_list{ sycl::property::queue::in_order() } : sycl::property_list{};

	return print_on_async_exceptions ? sycl::queue(device, print_exceptions, properties) : sycl::queue(device, properties);
}

}

inline int get_major_version(const sycl::device &device)
{
	int major, minor;

	detail::read_version(device, major, minor);
	return major;
}
inline int get_minor_version(const sycl::device &device)
{
	int major, minor;

	detail::read_version(device, major, minor);
	return minor;
}

/* What is known of a device.  Sizes are asked for as SYCL's class, or as a pointer to the numbers. */
class device_info {
public:
	const char *get_name() const { return name_; }
	char *get_name() { return name_; }
	template <typename T = sycl::range<3>,
		std::enable_if_t<std::is_same_v<T, sycl::range<3>> || std::is_same_v<T, sycl::id<3>> || std::is_same_v<T, int *>, int> = 0>
	auto get_max_work_item_sizes() const
	{
		if constexpr (std::is_same_v<T, int *>)
			return static_cast<const int *>(work_item_sizes_);
		else
			return T(std::size_t(work_item_sizes_[0]), std::size_t(work_item_sizes_[1]), std::size_t(work_item_sizes_[2]));
	}
	template <typename T = sycl::range<3>,
		std::enable_if_t<std::is_same_v<T, sycl::range<3>> || std::is_same_v<T, sycl::id<3>> || std::is_same_v<T, int *>, int> = 0>
	auto get_max_work_item_sizes()
	{
		if constexpr (std::is_same_v<T, int *>)
			return static_cast<int *>(work_item_sizes_);
		else
			return T(std::size_t(work_item_sizes_[0]), std::size_t(work_item_sizes_[1]), std::size_t(work_item_sizes_[2]));
	}
	template <typename T = std::size_t *, std::enable_if_t<std::is_same_v<T, std::size_t *> || std::is_same_v<T, int *>, int> = 0>
	auto get_max_nd_range_size() const
	{
		if constexpr (std::is_same_v<T, int *>)
			return static_cast<const int *>(nd_range_ints_);
		else
			return static_cast<const std::size_t *>(nd_range_sizes_);
	}
	template <typename T = std::size_t *, std::enable_if_t<std::is_same_v<T, std::size_t *> || std::is_same_v<T, int *>, int> = 0>
	auto get_max_nd_range_size()
	{
		if constexpr (std::is_same_v<T, int *>)
			return static_cast<int *>(nd_range_ints_);
		else
			return static_cast<std::size_t *>(nd_range_sizes_);
	}
	bool get_host_unified_memory() const { return host_unified_memory_; }
	int get_major_version() const { return major_; }
	int get_minor_version() const { return minor_; }
	int get_integrated() const { return integrated_; }
	int get_max_clock_frequency() const { return clock_frequency_; }
	int get_max_compute_units() const { return compute_units_; }
	int get_max_work_group_size() const { return work_group_size_; }
	int get_max_sub_group_size() const { return sub_group_size_; }
	int get_max_work_items_per_compute_unit() const { return work_items_per_unit_; }
	int get_max_register_size_per_work_group() const { return register_size_; }
	std::size_t get_global_mem_size() const { return global_size_; }
	std::size_t get_local_mem_size() const { return local_size_; }
	unsigned int get_memory_clock_rate() const { return memory_clock_rate_; }
	unsigned int get_memory_bus_width() const { return memory_bus_width_; }
	std::uint32_t get_device_id() const { return device_id_; }
	std::array<unsigned char, 16> get_uuid() const { return uuid_; }
	unsigned int get_global_mem_cache_size() const { return cache_size_; }
	int get_image1d_max() const { return image_1d_; }
	auto get_image2d_max() const { return static_cast<const int *>(image_2d_); }
	auto get_image2d_max() { return static_cast<int *>(image_2d_); }
	auto get_image3d_max() const { return static_cast<const int *>(image_3d_); }
	auto get_image3d_max() { return static_cast<int *>(image_3d_); }

	void set_name(const char *name)
	{
		std::strncpy(name_, name, sizeof(name_) - 1);
		name_[sizeof(name_) - 1] = 0;
	}
	void set_max_work_item_sizes(const sycl::range<3> sizes)
	{
		for (int d = 0; d < 3; d++)
			work_item_sizes_[d] = int(sizes[d]);
	}
	void set_max_work_item_sizes(const sycl::id<3> sizes) { set_max_work_item_sizes(sycl::range<3>(sizes[0], sizes[1], sizes[2])); }
	void set_host_unified_memory(bool yes) { host_unified_memory_ = yes; }
	void set_major_version(int major) { major_ = major; }
	void set_minor_version(int minor) { minor_ = minor; }
	void set_integrated(int integrated) { integrated_ = integrated; }
	void set_max_clock_frequency(int frequency) { clock_frequency_ = frequency; }
	void set_max_compute_units(int units) { compute_units_ = units; }
	void set_global_mem_size(std::size_t size) { global_size_ = size; }
	void set_local_mem_size(std::size_t size) { local_size_ = size; }
	void set_max_work_group_size(int size) { work_group_size_ = size; }
	void set_max_sub_group_size(int size) { sub_group_size_ = size; }
	void set_max_work_items_per_compute_unit(int count) { work_items_per_unit_ = count; }
	void set_max_nd_range_size(int sizes[])
	{
		for (int d = 0; d < 3; d++)
			nd_range_sizes_[d] = std::size_t(nd_range_ints_[d] = sizes[d]);
	}
	void set_max_nd_range_size(sycl::id<3> sizes)
	{
		for (int d = 0; d < 3; d++)
			nd_range_ints_[d] = int(nd_range_sizes_[d] = sizes[d]);
	}
	void set_memory_clock_rate(unsigned int rate) { memory_clock_rate_ = rate; }
	void set_memory_bus_width(unsigned int width) { memory_bus_width_ = width; }
	void set_max_register_size_per_work_group(int size) { register_size_ = size; }
	void set_device_id(std::uint32_t number) { device_id_ = number; }
	void set_uuid(std::array<unsigned char, 16> uuid) { uuid_ = uuid; }
	void set_global_mem_cache_size(unsigned int size) { cache_size_ = size; }
	void set_image1d_max(std::size_t size) { image_1d_ = int(size); }
	void set_image2d_max(std::size_t width, std::size_t height)
	{
		image_2d_[0] = int(width);
		image_2d_[1] = int(height);
	}
	void set_image3d_max(std::size_t width, std::size_t height, std::size_t depth)
	{
		image_3d_[0] = int(width);
		image_3d_[1] = int(height);
		image_3d_[2] = int(depth);
	}

private:
	char name_[256] = {};
	int work_item_sizes_[3] = {};
	int nd_range_ints_[3] = {};
	std::size_t nd_range_sizes_[3] = {};
	bool host_unified_memory_ = false;
	int major_ = 0, minor_ = 0, integrated_ = 0, clock_frequency_ = 0, compute_units_ = 0, work_group_size_ = 0, sub_group_size_ = 0,
		work_items_per_unit_ = 0, register_size_ = 0;
	std::size_t global_size_ = 0, local_size_ = 0;
	unsigned int memory_clock_rate_ = 0, memory_bus_width_ = 0, cache_size_ = 0;
	std::uint32_t device_id_ = 0;
	std::array<unsigned char, 16> uuid_ = {};
	int image_1d_ = 0, image_2d_[2] = {}, image_3d_[3] = {};
};

/* A device and its queues.  The default queue is made when it is asked for. */
class device_ext : public sycl::device {
public:
	device_ext() = default;
	device_ext(const sycl::device &base, bool print_on_async_exceptions = false, bool in_order = true)
		: sycl::device(base), print_(print_on_async_exceptions), in_order_(in_order) {}
	device_ext(const device_ext &) = delete;
	device_ext &operator=(const device_ext &) = delete;
	~device_ext()
	{
		for (sycl::event &one : events_)
			try {
				one.wait();
			} catch (const std::exception &) {
				/* The event's queue has told its handler; a destructor cannot do more. */
			}
	}

	bool is_native_host_atomic_supported() { return has(sycl::aspect::usm_atomic_host_allocations); }
	int get_major_version() const { return syclcompat::get_major_version(*this); }
	int get_minor_version() const { return syclcompat::get_minor_version(*this); }
	int get_max_compute_units() const { return int(get_info<sycl::info::device::max_compute_units>()); }
	int get_max_clock_frequency() const { return int(get_info<sycl::info::device::max_clock_frequency>()); }
	int get_integrated() const { return get_device_info().get_integrated(); }
	int get_max_sub_group_size() const
	{
		const auto sizes = get_info<sycl::info::device::sub_group_sizes>();

		return sizes.empty() ? 1 : int(*std::max_element(sizes.begin(), sizes.end()));
	}
	int get_max_register_size_per_work_group() const { return register_size; }
	int get_max_work_group_size() const { return int(get_info<sycl::info::device::max_work_group_size>()); }
	int get_mem_base_addr_align() const { return int(get_info<sycl::info::device::mem_base_addr_align>()); }
	std::size_t get_global_mem_size() const { return get_info<sycl::info::device::global_mem_size>(); }
	/* A device that does not say what is free has it all. */
	void get_memory_info(std::size_t &free_memory, std::size_t &total_memory) const
	{
		total_memory = get_global_mem_size();
		free_memory = has(sycl::aspect::ext_intel_free_memory) ? get_info<sycl::ext::intel::info::device::free_memory>() : total_memory;
	}

	void get_device_info(device_info &out) const
	{
		namespace info = sycl::info::device;
		const bool unified = has(sycl::aspect::usm_host_allocations) && is_cpu();

		out.set_name(get_info<info::name>().c_str());
		out.set_major_version(get_major_version());
		out.set_minor_version(get_minor_version());
		out.set_max_work_item_sizes(get_info<info::max_work_item_sizes<3>>());
		out.set_host_unified_memory(unified);
		out.set_integrated(unified);
		out.set_max_clock_frequency(get_max_clock_frequency());
		out.set_max_compute_units(get_max_compute_units());
		out.set_max_work_group_size(get_max_work_group_size());
		out.set_max_sub_group_size(get_max_sub_group_size());
		out.set_max_work_items_per_compute_unit(get_max_work_group_size());
		out.set_max_register_size_per_work_group(register_size);
		out.set_global_mem_size(get_global_mem_size());
		out.set_local_mem_size(get_info<info::local_mem_size>());
		out.set_max_nd_range_size(sycl::id<3>(INT_MAX, INT_MAX, INT_MAX));
		out.set_global_mem_cache_size(unsigned(get_info<info::global_mem_cache_size>()));
		out.set_image1d_max(get_info<info::image2d_max_width>());
		out.set_image2d_max(get_info<info::image2d_max_width>(), get_info<info::image2d_max_height>());
		out.set_image3d_max(get_info<info::image3d_max_width>(), get_info<info::image3d_max_height>(), get_info<info::image3d_max_depth>());
		if (has(sycl::aspect::ext_intel_memory_clock_rate))
			out.set_memory_clock_rate(get_info<sycl::ext::intel::info::device::memory_clock_rate>());
		if (has(sycl::aspect::ext_intel_memory_bus_width))
			out.set_memory_bus_width(get_info<sycl::ext::intel::info::device::memory_bus_width>());
		if (has(sycl::aspect::ext_intel_device_id))
			out.set_device_id(get_info<sycl::ext::intel::info::device::device_id>());
		if (has(sycl::aspect::ext_intel_device_info_uuid))
			out.set_uuid(get_info<sycl::ext::intel::info::device::uuid>());
	}
	device_info get_device_info() const
	{
		device_info all;

		get_device_info(all);
		return all;
	}

	/* All queues end and go; the default one is new. */
	void reset(bool print_on_async_exceptions = false, bool in_order = true)
	{
		queues_wait_and_throw();
		const std::lock_guard<std::recursive_mutex> lock(mutex_);

		queues_.clear();
		default_.reset();
		saved_ = nullptr;
		print_ = print_on_async_exceptions;
		in_order_ = in_order;
	}

	sycl::queue *default_queue()
	{
		const std::lock_guard<std::recursive_mutex> lock(mutex_);

		if (!default_)
			default_ = std::make_unique<sycl::queue>(detail::make_queue(*this, print_, in_order_));
		return default_.get();
	}
	/* The object stays, so that a saved queue that was the default one is the new one, too. */
	void set_default_queue(const sycl::queue &q)
	{
		const std::lock_guard<std::recursive_mutex> lock(mutex_);

		if (default_) {
			default_->wait_and_throw();
			*default_ = q;
		} else {
			default_ = std::make_unique<sycl::queue>(q);
		}
	}
	void queues_wait_and_throw()
	{
		std::vector<sycl::queue> all;
		{
			const std::lock_guard<std::recursive_mutex> lock(mutex_);

			if (default_)
				all.push_back(*default_);
			for (const std::unique_ptr<sycl::queue> &one : queues_)
				all.push_back(*one);
		}
		for (sycl::queue &one : all)
			one.wait_and_throw();
	}
	sycl::queue *create_queue(bool print_on_async_exceptions = false, bool in_order = true)
	{
		const std::lock_guard<std::recursive_mutex> lock(mutex_);

		queues_.push_back(std::make_unique<sycl::queue>(detail::make_queue(*this, print_on_async_exceptions, in_order)));
		return queues_.back().get();
	}
	void destroy_queue(sycl::queue *&queue)
	{
		const std::lock_guard<std::recursive_mutex> lock(mutex_);

		if (saved_ == queue)
			saved_ = nullptr;
		if (default_.get() == queue)
			default_.reset();
		queues_.erase(std::remove_if(queues_.begin(), queues_.end(), [&](const auto &one) { return one.get() == queue; }), queues_.end());
		queue = nullptr;
	}
	/* The queue that create_queue() has returned a copy of. */
	void destroy_queue(const sycl::queue &q)
	{
		const std::lock_guard<std::recursive_mutex> lock(mutex_);

		for (const std::unique_ptr<sycl::queue> &one : queues_)
			if (*one == q) {
				sycl::queue *found = one.get();

				destroy_queue(found);
				return;
			}
	}
	void set_saved_queue(sycl::queue *q)
	{
		const std::lock_guard<std::recursive_mutex> lock(mutex_);

		saved_ = q;
	}
	sycl::queue *get_saved_queue()
	{
		const std::lock_guard<std::recursive_mutex> lock(mutex_);

		return saved_ ? saved_ : default_queue();
	}
	sycl::context get_context() { return default_queue()->get_context(); }

	/* The destructor waits for it. */
	void add_event(sycl::event one)
	{
		const std::lock_guard<std::recursive_mutex> lock(mutex_);

		events_.push_back(one);
	}

	void has_capability_or_fail(const std::initializer_list<sycl::aspect> &aspects) const
	{
		for (const sycl::aspect one : aspects)
			if (!has(one))
				throw sycl::exception(sycl::make_error_code(sycl::errc::feature_not_supported),
					"the device '" + get_info<sycl::info::device::name>() + "' lacks the aspect '" + detail::aspect_name(one) + "'");
	}

private:
	/* No device says it; programs compare it with what their kernels need. */
	static constexpr int register_size = 65536;

	bool print_ = false, in_order_ = true;
	std::recursive_mutex mutex_;
	std::unique_ptr<sycl::queue> default_;
	std::vector<std::unique_ptr<sycl::queue>> queues_;
	sycl::queue *saved_ = nullptr;	/* NULL: the default queue */
	std::vector<sycl::event> events_;
};

namespace detail {

/* All devices; number 0 is SYCL's default one. */
class dev_mgr {
public:
	static dev_mgr &instance()
	{
		static dev_mgr all;

		return all;
	}

	device_ext &current_device() { return get_device(current_device_id()); }
	device_ext &cpu_device() const
	{
		for (const std::shared_ptr<device_ext> &one : devices_)
			if (one->is_cpu())
				return *one;
		throw std::runtime_error("no device is a CPU");
	}
	device_ext &get_device(unsigned int number) const
	{
		if (number >= devices_.size())
			throw std::runtime_error("no device has the number " + std::to_string(number));
		return *devices_[number];
	}
	unsigned int current_device_id() const { return current(); }
	unsigned int select_device(unsigned int number)
	{
		get_device(number);
		return current() = number;
	}
	unsigned int device_count() const { return static_cast<unsigned int>(devices_.size()); }
	unsigned int get_device_id(const sycl::device &device) const
	{
		for (unsigned int i = 0; i < device_count(); i++)
			if (static_cast<const sycl::device &>(*devices_[i]) == device)
				return i;
		throw std::runtime_error("the device has no number");
	}
	void filter(const std::vector<std::string> &names)
	{
		std::vector<std::shared_ptr<device_ext>> kept;

		for (const std::shared_ptr<device_ext> &one : devices_) {
			const std::string name = one->get_info<sycl::info::device::name>();

			if (std::any_of(names.begin(), names.end(), [&](const std::string &part) { return name.find(part) != std::string::npos; }))
				kept.push_back(one);
		}
		if (kept.empty())
			throw std::runtime_error("no device has a name with one of the words of filter_device");
		devices_ = kept;
		current() = 0;
		report();
	}
	void list_devices() const
	{
		for (unsigned int i = 0; i < device_count(); i++)
			std::cout << "Device " << i << ": " << devices_[i]->get_info<sycl::info::device::name>() << std::endl;
	}

	dev_mgr(const dev_mgr &) = delete;
	dev_mgr &operator=(const dev_mgr &) = delete;

private:
	dev_mgr()
	{
		const sycl::device first(sycl::default_selector_v);

		devices_.push_back(std::make_shared<device_ext>(first));
		for (const sycl::device &one : sycl::device::get_devices())
			if (one != first)
				devices_.push_back(std::make_shared<device_ext>(one));
		report();
	}
	/* Of the calling thread. */
	static unsigned int &current()
	{
		static thread_local unsigned int number = 0;

		return number;
	}
	void report() const
	{
#ifdef SYCLCOMPAT_VERBOSE
		list_devices();
#endif
	}

	std::vector<std::shared_ptr<device_ext>> devices_;
};

}

/* --- devices --- */

inline unsigned int get_current_device_id()
{
	return detail::dev_mgr::instance().current_device_id();
}
inline device_ext &get_current_device()
{
	return detail::dev_mgr::instance().current_device();
}
inline device_ext &get_device(unsigned int number)
{
	return detail::dev_mgr::instance().get_device(number);
}
inline device_ext &cpu_device()
{
	return detail::dev_mgr::instance().cpu_device();
}
inline void filter_device(const std::vector<std::string> &names)
{
	detail::dev_mgr::instance().filter(names);
}
inline void list_devices()
{
	detail::dev_mgr::instance().list_devices();
}
inline unsigned int select_device(unsigned int number)
{
	return detail::dev_mgr::instance().select_device(number);
}
inline unsigned int get_device_id(const sycl::device &device)
{
	return detail::dev_mgr::instance().get_device_id(device);
}
inline unsigned int device_count()
{
	return detail::dev_mgr::instance().device_count();
}

/* --- queues --- */

inline sycl::queue get_default_queue()
{
	return *get_current_device().default_queue();
}
inline void set_default_queue(const sycl::queue &q)
{
	get_current_device().set_default_queue(q);
}
inline sycl::context get_default_context()
{
	return get_current_device().get_context();
}
inline sycl::queue create_queue(bool print_on_async_exceptions = false, bool in_order = true)
{
	return *get_current_device().create_queue(print_on_async_exceptions, in_order);
}
inline void destroy_queue(sycl::queue q)
{
	get_current_device().destroy_queue(q);
}
inline void wait(sycl::queue q = get_default_queue())
{
	q.wait();
}
inline void wait_and_throw(sycl::queue q = get_default_queue())
{
	q.wait_and_throw();
}

/* The version of SYCL that the compiler has: 202001 and so on. */
inline int get_sycl_language_version()
{
	return SYCL_LANGUAGE_VERSION;
}

}

#endif
