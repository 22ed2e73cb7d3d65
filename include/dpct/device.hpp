/*
 * Devices of programs that dpct translated from CUDA: SYCLcompat's, whose queues are references
 * to objects.  Both have the same default queue and current device.
 */
#if __has_include_next(<dpct/device.hpp>)
#include_next <dpct/device.hpp>
#else
#ifndef DPCT_DEVICE_HPP
#define DPCT_DEVICE_HPP

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

#include <sycl/sycl.hpp>

#include <syclcompat/device.hpp>
#include <syclcompat/util.hpp>

namespace dpct {

using syclcompat::destroy_event, syclcompat::device_info, syclcompat::event_ptr, syclcompat::get_major_version, syclcompat::get_minor_version,
	syclcompat::get_sycl_language_version, syclcompat::queue_ptr;

class device_ext : public sycl::device {
public:
	explicit device_ext(syclcompat::device_ext &base) : sycl::device(base), base_(&base), saved_(base.default_queue()) {}
	device_ext(const device_ext &) = delete;
	device_ext &operator=(const device_ext &) = delete;

#define SYCL_CC_NUMBER(NAME) \
	int NAME() const { return base_->NAME(); }
	SYCL_CC_NUMBER(get_major_version)
	SYCL_CC_NUMBER(get_minor_version)
	SYCL_CC_NUMBER(get_max_compute_units)
	SYCL_CC_NUMBER(get_max_clock_frequency)
	SYCL_CC_NUMBER(get_integrated)
	SYCL_CC_NUMBER(get_max_sub_group_size)
	SYCL_CC_NUMBER(get_max_register_size_per_work_group)
	SYCL_CC_NUMBER(get_max_work_group_size)
	SYCL_CC_NUMBER(get_mem_base_addr_align)
#undef SYCL_CC_NUMBER
	bool is_native_host_atomic_supported() const { return base_->is_native_host_atomic_supported(); }
	std::size_t get_global_mem_size() const { return base_->get_global_mem_size(); }
	void get_memory_info(std::size_t &free_memory, std::size_t &total_memory) const { base_->get_memory_info(free_memory, total_memory); }
	void get_device_info(device_info &out) const { base_->get_device_info(out); }
	device_info get_device_info() const { return base_->get_device_info(); }

	/* In order. */
	sycl::queue &default_queue() { return *base_->default_queue(); }
	sycl::queue &in_order_queue() { return default_queue(); }
	sycl::queue &out_of_order_queue()
	{
		const std::lock_guard<std::mutex> lock(mutex_);

		if (!out_of_order_)
			out_of_order_ = base_->create_queue(false, false);
		return *out_of_order_;
	}
	sycl::queue *create_queue(bool enable_exception_handler = false) { return create_in_order_queue(enable_exception_handler); }
	sycl::queue *create_in_order_queue(bool enable_exception_handler = false) { return base_->create_queue(enable_exception_handler, true); }
	sycl::queue *create_out_of_order_queue(bool enable_exception_handler = false) { return base_->create_queue(enable_exception_handler, false); }
	void destroy_queue(sycl::queue *&queue)
	{
		if (saved_ == queue)
			saved_ = base_->default_queue();
		base_->destroy_queue(queue);
	}
	void set_saved_queue(sycl::queue *queue) { saved_ = queue; }
	sycl::queue *get_saved_queue() const { return saved_; }
	void queues_wait_and_throw() { base_->queues_wait_and_throw(); }
	/* All queues end and go; the default one is new. */
	void reset()
	{
		base_->reset();
		out_of_order_ = nullptr;
		saved_ = base_->default_queue();
	}
	sycl::context get_context() const { return base_->default_queue()->get_context(); }

	/* Throws unless the device has all aspects. */
	void has_capability_or_fail(const std::initializer_list<sycl::aspect> &aspects) const
	{
		for (sycl::aspect one : aspects)
			if (!has(one))
				throw std::runtime_error(get_info<sycl::info::device::name>() + " lacks aspect " + syclcompat::detail::aspect_name(one));
	}

private:
	syclcompat::device_ext *base_;
	std::mutex mutex_;
	sycl::queue *saved_, *out_of_order_ = nullptr;
};

/* All devices; number 0 is SYCL's default one.  Each thread has a current one. */
class dev_mgr {
public:
	static dev_mgr &instance()
	{
		static dev_mgr all;

		return all;
	}
	device_ext &current_device() { return get_device(current_device_id()); }
	device_ext &cpu_device() const { return get_device(syclcompat::get_device_id(syclcompat::cpu_device())); }
	device_ext &get_device(unsigned int number) const
	{
		if (number >= devices_.size())
			throw std::runtime_error("no device has the number " + std::to_string(number));
		return *devices_[number];
	}
	unsigned int current_device_id() const { return syclcompat::get_current_device_id(); }
	unsigned int select_device(unsigned int number) { return syclcompat::select_device(number); }
	unsigned int device_count() const { return static_cast<unsigned int>(devices_.size()); }
	unsigned int get_device_id(const sycl::device &device) const { return syclcompat::get_device_id(device); }

	dev_mgr(const dev_mgr &) = delete;
	dev_mgr &operator=(const dev_mgr &) = delete;

private:
	dev_mgr()
	{
		for (unsigned int i = 0; i < syclcompat::device_count(); i++)
			devices_.push_back(std::make_unique<device_ext>(syclcompat::get_device(i)));
	}

	std::vector<std::unique_ptr<device_ext>> devices_;
};

inline device_ext &get_current_device()
{
	return dev_mgr::instance().current_device();
}
inline device_ext &get_device(unsigned int number)
{
	return dev_mgr::instance().get_device(number);
}
inline device_ext &cpu_device()
{
	return dev_mgr::instance().cpu_device();
}
inline unsigned int get_current_device_id()
{
	return dev_mgr::instance().current_device_id();
}
inline unsigned int select_device(unsigned int number)
{
	return dev_mgr::instance().select_device(number);
}
inline unsigned int get_device_id(const sycl::device &device)
{
	return dev_mgr::instance().get_device_id(device);
}
inline unsigned int device_count()
{
	return dev_mgr::instance().device_count();
}
inline void get_device_info(device_info &out, const sycl::device &device)
{
	get_device(get_device_id(device)).get_device_info(out);
}
inline void has_capability_or_fail(const sycl::device &device, const std::initializer_list<sycl::aspect> &aspects)
{
	get_device(get_device_id(device)).has_capability_or_fail(aspects);
}

inline sycl::queue &get_default_queue()
{
	return get_current_device().default_queue();
}
inline sycl::queue &get_in_order_queue()
{
	return get_current_device().in_order_queue();
}
inline sycl::queue &get_out_of_order_queue()
{
	return get_current_device().out_of_order_queue();
}
inline sycl::context get_default_context()
{
	return get_current_device().get_context();
}

}

#endif
#endif
