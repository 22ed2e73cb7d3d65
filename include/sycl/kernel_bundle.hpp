/*
 * sycl::kernel_id, kernel and kernel_bundle: kernels by name.  Images are
 * built when their first kernel runs, so a bundle is a list of names, a device
 * and a state; kernels that a device cannot run are refused here already.
 */
#ifndef SYCL_KERNEL_BUNDLE_HPP
#define SYCL_KERNEL_BUNDLE_HPP

#include <algorithm>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include <sycl/device.hpp>
#include <sycl/queue.hpp>

namespace sycl {

enum class bundle_state : int { input, object, executable };

class kernel_id {
public:
	const char *get_name() const noexcept { return name_; }

	friend bool operator==(const kernel_id &a, const kernel_id &b) { return std::string(a.name_) == b.name_; }
	friend bool operator!=(const kernel_id &a, const kernel_id &b) { return !(a == b); }

	/* For these headers only. */
	kernel_id(const char *name, const char *unit) : name_(name), unit_(unit) {}
	const char *detail_unit() const { return unit_; }

private:
	const char *name_, *unit_;
};

template <typename Name>
kernel_id get_kernel_id()
{
	static_assert(detail::names_kernel<Name>());
	return kernel_id(detail::kernel_symbol<Name>(), SYCL_CC_UNIT);
}

/* Whether the device can run all of these kernels. */
SYCL_CC_ON_DEMAND
bool is_compatible(const std::vector<kernel_id> &ids, const device &device)
{
#ifdef SYCL_CC_PLAIN_HOST
	(void)ids;	/* kernels are functions of the program, which need no image */
	(void)device;
	return true;
#else
	return std::all_of(ids.begin(), ids.end(), [&](const kernel_id &id) {
		return sycl_rt_kernel_check(device.detail_get(), id.get_name(), id.detail_unit()) == SYCL_RT_SUCCESS;
	});
#endif
}

template <typename Name>
bool is_compatible(const device &device)
{
	return is_compatible({ get_kernel_id<Name>() }, device);
}

class kernel {
public:
	backend get_backend() const noexcept { return context_.get_backend(); }
	context get_context() const { return context_; }

	template <typename Param>
	typename Param::return_type get_info() const
	{
		if constexpr (std::is_same_v<Param, info::kernel::function_name>)
			return id_.get_name();
		else
			return {};
	}
	template <typename Param>
	typename Param::return_type get_info(const device &device) const
	{
		namespace q = info::kernel_device_specific;
		sycl_rt_kernel_facts facts;

		detail::check(sycl_rt_kernel_ask(device.detail_get(), id_.get_name(), id_.detail_unit(), &facts));
		const std::size_t reqd = facts.reqd_work_group_size[0] * facts.reqd_work_group_size[1] * facts.reqd_work_group_size[2];
		if constexpr (std::is_same_v<Param, q::work_group_size>)
			return reqd ? reqd : facts.work_group_size;
		else if constexpr (std::is_same_v<Param, q::compile_work_group_size>)
			return range<3>(facts.reqd_work_group_size[0], facts.reqd_work_group_size[1], facts.reqd_work_group_size[2]);
		else if constexpr (std::is_same_v<Param, q::preferred_work_group_size_multiple>)
			return facts.preferred_multiple;
		else if constexpr (std::is_same_v<Param, q::private_mem_size>)
			return facts.private_bytes;
		else if constexpr (std::is_same_v<Param, q::max_sub_group_size>)
			return facts.sub_group_size;
		else if constexpr (std::is_same_v<Param, q::max_num_sub_groups>)
			return static_cast<std::uint32_t>(facts.work_group_size / facts.sub_group_size);
		else
			return {};
	}

	/* For these headers only. */
	kernel(const kernel_id &id, const context &context) : id_(id), context_(context) {}

private:
	kernel_id id_;
	context context_;
};

namespace detail {

/* The specialization constants in the image of a kernel; none when no device runs it. */
SYCL_CC_ON_DEMAND
sycl_rt_spec_facts spec_facts(const std::vector<device> &devices, const kernel_id &id, const char *name,
	const char *unit)
{
	sycl_rt_spec_facts facts = {};

	for (const device &d : devices)
		if (sycl_rt_spec_ask(d.detail_get(), id.get_name(), id.detail_unit(), name, unit, &facts) == SYCL_RT_SUCCESS)
			break;
	return facts;
}

}

template <bundle_state State>
class kernel_bundle {
public:
	backend get_backend() const noexcept { return context_.get_backend(); }
	context get_context() const noexcept { return context_; }
	std::vector<device> get_devices() const noexcept { return devices_; }
	std::vector<kernel_id> get_kernel_ids() const { return ids_; }
	bool empty() const noexcept { return ids_.empty(); }
	bool has_kernel(const kernel_id &id) const noexcept { return std::find(ids_.begin(), ids_.end(), id) != ids_.end(); }
	bool has_kernel(const kernel_id &id, const device &device) const noexcept
	{
		return has_kernel(id) && is_compatible({ id }, device);
	}
	template <typename Name>
	bool has_kernel() const noexcept
	{
		return has_kernel(get_kernel_id<Name>());
	}
	template <typename Name>
	bool has_kernel(const device &device) const noexcept
	{
		return has_kernel(get_kernel_id<Name>(), device);
	}
	template <bundle_state Own = State, typename = std::enable_if_t<Own == bundle_state::executable>>
	kernel get_kernel(const kernel_id &id) const
	{
		if (!has_kernel(id))
			throw exception(make_error_code(errc::invalid), "the kernel bundle does not hold this kernel");
		return kernel(id, context_);
	}
	template <typename Name, bundle_state Own = State, typename = std::enable_if_t<Own == bundle_state::executable>>
	kernel get_kernel() const
	{
		return get_kernel(get_kernel_id<Name>());
	}

	/* --- specialization constants --- */

	bool contains_specialization_constants() const noexcept
	{
		return std::any_of(ids_.begin(), ids_.end(), [&](const kernel_id &id) { return facts(id).constants > 0; });
	}
	/* Are all constants of the bundle constants of its code? */
	bool native_specialization_constant() const noexcept
	{
		return contains_specialization_constants() && std::all_of(ids_.begin(), ids_.end(), [&](const kernel_id &id) {
			const sycl_rt_spec_facts f = facts(id);
			return f.constants == 0 || f.native;
		});
	}
	template <auto &Id>
	bool has_specialization_constant() const noexcept
	{
		return std::any_of(ids_.begin(), ids_.end(), [&](const kernel_id &id) {
			return detail::spec_facts(devices_, id, detail::spec_name<Id>(), SYCL_CC_UNIT).has != 0;
		});
	}
	template <auto &Id, bundle_state Own = State, typename = std::enable_if_t<Own == bundle_state::input>>
	void set_specialization_constant(const detail::spec_type<Id> &value)
	{
		spec_->set<Id>(value);
	}
	template <auto &Id>
	detail::spec_type<Id> get_specialization_constant() const
	{
		return spec_->get<Id>();
	}

	friend bool operator==(const kernel_bundle &a, const kernel_bundle &b) { return a.context_ == b.context_ && a.ids_ == b.ids_; }
	friend bool operator!=(const kernel_bundle &a, const kernel_bundle &b) { return !(a == b); }

	/* For these headers only. */
	kernel_bundle(const context &context, const std::vector<device> &devices, const std::vector<kernel_id> &ids,
		const detail::spec_values &spec = {})
		: context_(context), devices_(devices), ids_(ids), spec_(std::make_shared<detail::spec_values>(spec)) {}
	const detail::spec_values &detail_spec() const { return *spec_; }

private:
	sycl_rt_spec_facts facts(const kernel_id &id) const { return detail::spec_facts(devices_, id, nullptr, ""); }

	context context_;
	std::vector<device> devices_;
	std::vector<kernel_id> ids_;
	std::shared_ptr<detail::spec_values> spec_;	/* copies of a bundle share them */
};

template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &context, const std::vector<device> &devices, const std::vector<kernel_id> &ids)
{
	for (const kernel_id &id : ids)
		if (std::none_of(devices.begin(), devices.end(), [&](const device &d) { return is_compatible({ id }, d); }))
			throw exception(make_error_code(errc::invalid), sycl_rt_message());
	return kernel_bundle<State>(context, devices, ids);
}

template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &context, const std::vector<kernel_id> &ids)
{
	return get_kernel_bundle<State>(context, context.get_devices(), ids);
}

template <typename Name, bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &context)
{
	return get_kernel_bundle<State>(context, { get_kernel_id<Name>() });
}

template <typename Name, bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &context, const std::vector<device> &devices)
{
	return get_kernel_bundle<State>(context, devices, { get_kernel_id<Name>() });
}

SYCL_CC_ON_DEMAND
kernel_bundle<bundle_state::executable> build(const kernel_bundle<bundle_state::input> &from)
{
	return kernel_bundle<bundle_state::executable>(from.get_context(), from.get_devices(), from.get_kernel_ids(), from.detail_spec());
}

SYCL_CC_ON_DEMAND
kernel_bundle<bundle_state::object> compile(const kernel_bundle<bundle_state::input> &from)
{
	return kernel_bundle<bundle_state::object>(from.get_context(), from.get_devices(), from.get_kernel_ids(), from.detail_spec());
}

SYCL_CC_ON_DEMAND
kernel_bundle<bundle_state::executable> link(const kernel_bundle<bundle_state::object> &from)
{
	return kernel_bundle<bundle_state::executable>(from.get_context(), from.get_devices(), from.get_kernel_ids(), from.detail_spec());
}

template <bundle_state State>
void handler::use_kernel_bundle(const kernel_bundle<State> &bundle)
{
	static_assert(State == bundle_state::executable, "a command group can only use an executable kernel bundle");
	if (bundle.get_context() != queue_->context)
		throw exception(make_error_code(errc::invalid), "the kernel bundle and the queue have different contexts");
	rare().has_bundle = true;
	spec_ = bundle.detail_spec();
	rare().bundle_kernels = {};
	for (const kernel_id &id : bundle.get_kernel_ids())
		rare().bundle_kernels.add(id.get_name());
}

}

#endif
