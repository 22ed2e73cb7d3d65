/* sycl::platform, device, context, and how a program selects a device. */
#ifndef SYCL_DEVICE_HPP
#define SYCL_DEVICE_HPP

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <ostream>
#include <string>
#include <type_traits>
#include <vector>

#include <sycl/exception.hpp>
#include <sycl/ext/oneapi/experimental/device_architecture.hpp>
#include <sycl/ext/oneapi/experimental/forward_progress.hpp>
#include <sycl/id.hpp>
#include <sycl/info.hpp>
#include <sycl/property_list.hpp>

namespace sycl {

class device;

class context;

namespace ext::oneapi::experimental {
/* Of kernels that a program compiles while it runs. */
enum class source_language { opencl, spirv, sycl };
struct cl_version {
	unsigned major : 10, minor : 10, patch : 12;
};
inline constexpr cl_version opencl_c_1_0 = { 1, 0, 0 };
inline constexpr cl_version opencl_c_1_1 = { 1, 1, 0 };
inline constexpr cl_version opencl_c_1_2 = { 1, 2, 0 };
inline constexpr cl_version opencl_c_2_0 = { 2, 0, 0 };
inline constexpr cl_version opencl_c_3_0 = { 3, 0, 0 };
}
namespace ext::oneapi {
enum class peer_access { access_supported, atomics_supported };
}

/* Queries that extensions add. */
namespace khr::info::device {
template <int Dimensions = 3>
struct max_work_group_range {
	static_assert(Dimensions >= 1 && Dimensions <= 3, "1 to 3 dimensions");
	using return_type = range<Dimensions>;
	static constexpr int detail_groups = Dimensions;
};
struct max_work_group_range_size {
	using return_type = std::size_t;
};
}
namespace ext::oneapi::experimental::info::device {
template <int Dimensions = 3>
struct max_work_groups : khr::info::device::max_work_group_range<Dimensions> {
	using return_type = id<Dimensions>;
};
struct max_global_work_groups : khr::info::device::max_work_group_range_size {};
}
namespace ext::oneapi::info::device {
struct num_compute_units {
	using return_type = std::size_t;
};
}
namespace ext::intel {
enum class throttle_reason { power_cap, current_limit, thermal_limit, psu_alert, sw_range, hw_range, other };
}
namespace ext::intel::info::device {
/* Queues have no parts of a device of their own. */
struct max_compute_queue_indices {
	using return_type = int;
	static constexpr int detail_value = 1;
};
struct free_memory {
	using return_type = std::uint64_t;
};
/* Facts of Intel's GPUs, each with an aspect, which no device has here: asking is an error. */
struct of_gpu {};
#define SYCL_CC_INFO(NAME, TYPE) \
	struct NAME : of_gpu { \
		using return_type = TYPE; \
	};
SYCL_CC_INFO(device_id, std::uint32_t)
SYCL_CC_INFO(pci_address, std::string)
SYCL_CC_INFO(gpu_eu_count, std::uint32_t)
SYCL_CC_INFO(gpu_eu_simd_width, std::uint32_t)
SYCL_CC_INFO(gpu_slices, std::uint32_t)
SYCL_CC_INFO(gpu_subslices_per_slice, std::uint32_t)
SYCL_CC_INFO(gpu_eu_count_per_subslice, std::uint32_t)
SYCL_CC_INFO(gpu_hw_threads_per_eu, std::uint32_t)
SYCL_CC_INFO(max_mem_bandwidth, std::uint64_t)
SYCL_CC_INFO(memory_clock_rate, std::uint32_t)
SYCL_CC_INFO(memory_bus_width, std::uint32_t)
SYCL_CC_INFO(current_clock_throttle_reasons, std::vector<throttle_reason>)
SYCL_CC_INFO(fan_speed, std::int32_t)
SYCL_CC_INFO(min_power_limit, std::int32_t)
SYCL_CC_INFO(max_power_limit, std::int32_t)
SYCL_CC_INFO(node_mask, unsigned int)
struct luid : of_gpu {
	using return_type = std::array<unsigned char, 8>;
};
struct uuid : of_gpu {
	using return_type = std::array<unsigned char, 16>;
};
#undef SYCL_CC_INFO
}
/* Matrices that sub-groups share (ext/oneapi/matrix/matrix.hpp). */
namespace ext::oneapi::experimental::matrix {
enum class matrix_type { bf16, fp16, tf32, fp32, fp64, sint8, sint16, sint32, sint64, uint8, uint16, uint32, uint64 };
struct combination {
	std::size_t max_msize, max_nsize, max_ksize, msize, nsize, ksize;
	matrix_type atype, btype, ctype, dtype;
};
}
namespace ext::oneapi::experimental::info::device {
struct matrix_combinations {
	using return_type = std::vector<matrix::combination>;
};
}
namespace ext::intel::experimental::info::device::matrix {
struct numtiles {
	using return_type = int;
	static constexpr int detail_value = 0;
};
}
namespace detail {
/* Code of all devices does these; the CPU has them in place of others that it lacks. */
inline std::vector<ext::oneapi::experimental::matrix::combination> matrix_combinations()
{
	using type = ext::oneapi::experimental::matrix::matrix_type;
	std::vector<ext::oneapi::experimental::matrix::combination> all;

	for (type left : { type::uint8, type::sint8 })
		for (type right : { type::uint8, type::sint8 })
			all.push_back({ 16, 16, 64, 0, 0, 0, left, right, type::sint32, type::sint32 });
	for (type factor : { type::bf16, type::fp16 })
		all.push_back({ 16, 16, 32, 0, 0, 0, factor, factor, type::fp32, type::fp32 });
	all.push_back({ 16, 16, 32, 0, 0, 0, type::fp16, type::fp16, type::fp16, type::fp16 });
	all.push_back({ 16, 16, 16, 0, 0, 0, type::tf32, type::tf32, type::fp32, type::fp32 });
	all.push_back({ 16, 16, 8, 0, 0, 0, type::fp64, type::fp64, type::fp64, type::fp64 });
	return all;
}
}
/* Devices made of other devices, which there are none of. */
namespace ext::oneapi::experimental::info::device {
struct component_devices {
	using return_type = std::vector<sycl::device>;
};
struct composite_device {
	using return_type = sycl::device;
};
}
/* Whether there are graphs, as programs asked before the aspects. */
namespace ext::oneapi::experimental {
enum class graph_support_level { unsupported, native, emulated };
namespace info::device {
struct graph_support {
	using return_type = graph_support_level;
};
}
}
/* The names that they had in the standard's namespace. */
namespace info::device {
using ext_intel_device_info_uuid = ext::intel::info::device::uuid;
using ext_intel_pci_address = ext::intel::info::device::pci_address;
using ext_intel_gpu_eu_count = ext::intel::info::device::gpu_eu_count;
using ext_intel_gpu_eu_simd_width = ext::intel::info::device::gpu_eu_simd_width;
using ext_intel_gpu_slices = ext::intel::info::device::gpu_slices;
using ext_intel_gpu_subslices_per_slice = ext::intel::info::device::gpu_subslices_per_slice;
using ext_intel_gpu_eu_count_per_subslice = ext::intel::info::device::gpu_eu_count_per_subslice;
using ext_intel_gpu_hw_threads_per_eu = ext::intel::info::device::gpu_hw_threads_per_eu;
using ext_intel_max_mem_bandwidth = ext::intel::info::device::max_mem_bandwidth;
using ext_intel_free_memory = ext::intel::info::device::free_memory;
using ext_oneapi_max_global_work_groups = ext::oneapi::experimental::info::device::max_global_work_groups;
using ext_oneapi_max_work_groups_1d = ext::oneapi::experimental::info::device::max_work_groups<1>;
using ext_oneapi_max_work_groups_2d = ext::oneapi::experimental::info::device::max_work_groups<2>;
using ext_oneapi_max_work_groups_3d = ext::oneapi::experimental::info::device::max_work_groups<3>;
}

namespace detail {

/* The words of a text, which spaces separate. */
template <typename List>
List words_of(const char *text)
{
	List words;

	while (*(text += std::strspn(text, " "))) {
		words.emplace_back(text, std::strcspn(text, " "));
		text += std::strcspn(text, " ");
	}
	return words;
}
template <typename String>
bool has_word(const char *text, const String &word)
{
	for (const String &one : words_of<std::vector<String>>(text))
		if (one == word)
			return true;
	return false;
}

}

class device_selector {
public:
	virtual ~device_selector() = default;
	virtual int operator()(const device &device) const = 0;
	inline device select_device() const;
};

class device {
public:
	inline device();
	template <typename Selector, typename = typename std::enable_if<
		std::is_invocable_r_v<int, const Selector &, const device &> && !std::is_base_of_v<device, Selector>>::type>
	explicit device(const Selector &selector);
	explicit device(const device_selector &selector) : device(selector.select_device()) {}

	backend get_backend() const noexcept { return static_cast<backend>(number(SYCL_RT_DEVICE_BACKEND)); }
	inline platform get_platform() const;
	bool is_cpu() const { return detail::same(type(), info::device_type::cpu); }
	bool is_gpu() const { return detail::same(type(), info::device_type::gpu); }
	bool is_accelerator() const { return detail::same(type(), info::device_type::accelerator); }
	bool is_host() const { return false; }
	bool has(aspect which) const { return sycl_rt_device_has(device_, static_cast<std::uint32_t>(which)) != 0; }
	SYCL_CC_ON_DEMAND
	bool has_extension(const std::string &name) const
	{
		return detail::has_word(sycl_rt_device_text(device_, SYCL_RT_DEVICE_EXTENSIONS), name);
	}
	template <typename Param>
	typename Param::return_type get_info() const;
	/* SYCL 1.2.1: get_info<info::device::max_work_item_sizes>() */
	template <template <int> class Param>
	id<3> get_info() const
	{
		return id<3>(get_info<Param<3>>());
	}
	template <typename Param>
	typename Param::return_type get_backend_info() const
	{
		return get_info<Param>();
	}
	bool ext_oneapi_can_access_peer(const device &peer, ext::oneapi::peer_access what = ext::oneapi::peer_access::access_supported) const
	{
		return 0 != ask_peer(peer, detail::same(what, ext::oneapi::peer_access::access_supported) ? SYCL_RT_PEER_ACCESS : SYCL_RT_PEER_ATOMICS);
	}
	void ext_oneapi_enable_peer_access(const device &peer) { ask_peer(peer, SYCL_RT_PEER_ENABLE); }
	void ext_oneapi_disable_peer_access(const device &peer) { ask_peer(peer, SYCL_RT_PEER_DISABLE); }
	/* Devices that take SPIR-V take that of the program; texts need a compiler. */
	bool ext_oneapi_can_build(ext::oneapi::experimental::source_language language) const
	{
		return detail_builds(get_backend(), language);
	}
	bool ext_oneapi_can_compile(ext::oneapi::experimental::source_language language) const { return ext_oneapi_can_build(language); }
	SYCL_CC_ON_DEMAND
	std::size_t ext_oneapi_index_within_platform() const;
	/* For all commands of all queues of the device; a command that calls it does not wait for itself. */
	SYCL_CC_ON_DEMAND
	void ext_oneapi_wait() const;
	SYCL_CC_ON_DEMAND
	void ext_oneapi_wait_and_throw() const;
	SYCL_CC_ON_DEMAND
	void ext_oneapi_throw_asynchronous() const;
	static bool detail_takes_spirv(backend which)
	{
		return !detail::same(which, backend::ext_oneapi_cuda) && !detail::same(which, backend::ext_oneapi_hip);
	}
	static bool detail_builds(backend which, ext::oneapi::experimental::source_language language)
	{
		using ext::oneapi::experimental::source_language;

		switch (language) {
		case source_language::sycl: return sycl_rt_has_compiler(SYCL_RT_SYCL) != 0;
		case source_language::opencl: return detail_takes_spirv(which) && sycl_rt_has_compiler(SYCL_RT_OPENCL_C);
		default: return detail_takes_spirv(which);
		}
	}
	bool ext_oneapi_supports_cl_c_version(const ext::oneapi::experimental::cl_version &version) const
	{
		const unsigned number = version.major * 10 + version.minor;

		return ext_oneapi_can_build(ext::oneapi::experimental::source_language::opencl) && !version.patch
			&& ((number >= 10 && number <= 12) || number == 20 || number == 30);
	}
	SYCL_CC_ON_DEMAND
	bool ext_oneapi_supports_cl_c_feature(const std::string &name) const
	{
		const auto &known = detail::deferred<Later>(name);

		return ext_oneapi_can_build(ext::oneapi::experimental::source_language::opencl)
			&& (known == "__opencl_c_int64" || known == "__opencl_c_generic_address_space" || (known == "__opencl_c_fp64" && has(aspect::fp64)));
	}
	SYCL_CC_ON_DEMAND
	bool ext_oneapi_supports_cl_extension(const std::string &name, ext::oneapi::experimental::cl_version *version = nullptr) const
	{
		const auto &known = detail::deferred<Later>(name);
		const bool is = ext_oneapi_can_build(ext::oneapi::experimental::source_language::opencl)
			&& (known == "cl_khr_byte_addressable_store" || known == "cl_khr_global_int32_base_atomics" || known == "cl_khr_global_int32_extended_atomics"
			|| known == "cl_khr_local_int32_base_atomics" || known == "cl_khr_local_int32_extended_atomics" || (known == "cl_khr_fp64" && has(aspect::fp64))
			|| (known == "cl_khr_fp16" && has(aspect::fp16)));

		if (is && version)
			*version = { 1, 0, 0 };
		return is;
	}
	std::string ext_oneapi_cl_profile() const
	{
		return ext_oneapi_can_build(ext::oneapi::experimental::source_language::opencl) ? "FULL_PROFILE" : "";
	}
	bool ext_oneapi_architecture_is(ext::oneapi::experimental::architecture which) const { return detail::same(architecture(), which); }
	bool ext_oneapi_architecture_is(ext::oneapi::experimental::arch_category which) const { return detail::is_of(architecture(), which); }
	template <info::partition_property Partition, typename List = std::vector<device>,
		typename std::enable_if<detail::same(Partition, info::partition_property::partition_equally), int>::type = 0>
	List create_sub_devices(std::size_t count) const
	{
		return split<List>(SYCL_RT_PARTITION_EQUALLY, &count, 1);
	}
	template <info::partition_property Partition, typename List = std::vector<device>, typename Counts = std::vector<std::size_t>,
		typename std::enable_if<detail::same(Partition, info::partition_property::partition_by_counts), int>::type = 0>
	List create_sub_devices(const Counts &counts) const
	{
		return split<List>(SYCL_RT_PARTITION_BY_COUNTS, counts.data(), counts.size());
	}
	template <info::partition_property Partition, typename List = std::vector<device>,
		typename std::enable_if<detail::same(Partition, info::partition_property::partition_by_affinity_domain), int>::type = 0>
	List create_sub_devices(info::partition_affinity_domain domain) const
	{
		return split<List>(SYCL_RT_PARTITION_BY_DOMAIN, nullptr, 0, static_cast<sycl_rt_domain>(domain));
	}

	/* No device here is cut by slices of processors. */
	template <info::partition_property Partition, typename List = std::vector<device>,
		typename std::enable_if<detail::same(Partition, info::partition_property::ext_intel_partition_by_cslice), int>::type = 0>
	List create_sub_devices() const
	{
		detail::refuse(errc::feature_not_supported, "the device is not partitioned by slices");
	}
	inline context ext_oneapi_get_default_context() const;

	template <typename List = std::vector<device>>
	static List get_devices(info::device_type type = info::device_type::all);

	SYCL_CC_OWNER_BEFORE
	friend bool operator==(const device &a, const device &b) { return a.device_ == b.device_; }
	friend bool operator!=(const device &a, const device &b) { return a.device_ != b.device_; }

	/* For these headers only. */
	static device detail_make(const sycl_rt_device *handle) { return device(handle); }
	const sycl_rt_device *detail_get() const { return device_; }
	/* It is that device or a part of it, or of a part of it. */
	bool detail_is_of(const device &whole) const
	{
		const sycl_rt_device *at = device_;

		while (at && at != whole.device_)
			at = sycl_rt_device_parent(at);
		return at != nullptr;
	}

private:
	friend class platform;
	friend struct std::hash<device>;

	template <typename List>
	List split(sycl_rt_partition how, const std::size_t *count, std::size_t ncount, sycl_rt_domain domain = SYCL_RT_DOMAIN_NONE) const
	{
		detail::list<const sycl_rt_device *> parts;
		List found;
		std::size_t n = 0;

		do {
			while (parts.size() < n)
				parts.add(nullptr);
			detail::check_status(sycl_rt_device_split(device_, how, count, ncount, domain, parts.begin(), parts.size(), &n));
		} while (parts.size() < n);
		for (const sycl_rt_device *part : parts)
			found.push_back(device(part));
		return found;
	}

	explicit device(const sycl_rt_device *handle) : device_(handle) {}

	/* CUDA's launches have 2^31 - 1 groups in the fastest dimension and 65535 in the others. */
	std::size_t max_groups(int d) const
	{
		return !detail::same(get_backend(), backend::ext_oneapi_cuda) ? std::size_t(1) << 31 : d == 0 ? (std::size_t(1) << 31) - 1 : 65535;
	}
	ext::oneapi::experimental::architecture architecture() const
	{
		using ext::oneapi::experimental::architecture;

		const char *version = sycl_rt_device_text(device_, SYCL_RT_DEVICE_VERSION);

		switch (get_backend()) {
		case backend::ext_oneapi_cuda: return detail::cuda_architecture(version);
		case backend::ext_oneapi_hip: return detail::hip_architecture(version);
		case backend::ext_oneapi_level_zero: return detail::intel_architecture(version);
		default: return is_cpu() ? static_cast<architecture>(detail::host_processor) : architecture::unknown;
		}
	}
	std::uint64_t number(sycl_rt_number which) const { return sycl_rt_device_number(device_, which); }
	/* SYCL 1.2.1 has no such error: its programs, which print all that a device says, are answered. */
	void need_opencl() const
	{
		if (!detail::exception_thrower && !detail::same(get_backend(), backend::opencl))
			detail::refuse(errc::invalid, "only devices of OpenCL drivers say this about themselves (SYCL 2020, 4.6.4.4)");
	}
	info::device_type type() const
	{
		switch (number(SYCL_RT_DEVICE_TYPE)) {
		case 2: return info::device_type::gpu;
		case 3: return info::device_type::accelerator;
		case 4: return info::device_type::custom;
		default: return info::device_type::cpu;
		}
	}
	int ask_peer(const device &peer, sycl_rt_peer what) const
	{
		int can;

		detail::check_status(sycl_rt_device_peer(device_, peer.device_, what, &can));
		return can;
	}
	template <typename Param>
	std::uint32_t vector_width() const;

	const sycl_rt_device *device_;
};

/* The devices of one driver. */
class platform {
public:
	inline platform();
	/* The platform of the device that the selector prefers. */
	template <typename Selector, typename = typename std::enable_if<std::is_invocable_r_v<int, const Selector &, const device &>>::type>
	explicit platform(const Selector &selector);

	backend get_backend() const noexcept { return device(device_).get_backend(); }
	template <typename List = std::vector<device>>
	List get_devices(info::device_type type = info::device_type::all) const
	{
		List found;

		for (std::size_t i = 0; i < sycl_rt_device_total(); i++) {
			const device candidate = detail_device(i);

			if (!owns(candidate))
				continue;
			if (detail::same(type, info::device_type::all) || detail::same(type, info::device_type::automatic) || detail::same(type, candidate.type()))
				found.push_back(candidate);
		}
		return found;
	}
	device ext_oneapi_device_at_index(std::size_t index) const
	{
		for (std::size_t i = 0; i < sycl_rt_device_total(); i++)
			if (owns(detail_device(i)) && index-- == 0)
				return detail_device(i);
		detail::refuse(errc::invalid, "the platform has fewer devices");
	}
	/* Drivers without devices are no platforms. */
	template <typename List = std::vector<platform>>
	static List ext_oneapi_get_unsupported_platforms()
	{
		return {};
	}
	bool has(aspect which) const
	{
		for (std::size_t i = 0; i < sycl_rt_device_total(); i++)
			if (owns(detail_device(i)) && !detail_device(i).has(which))
				return false;
		return true;
	}
	SYCL_CC_ON_DEMAND
	bool has_extension(const std::string &name) const { return detail::has_word(text(SYCL_RT_PLATFORM_EXTENSIONS), name); }
	bool is_host() const { return false; }
	/* The context of queues that are made without one. */
	inline context khr_get_default_context() const;
	inline context ext_oneapi_get_default_context() const;
	template <typename List = std::vector<device>>
	List ext_oneapi_get_composite_devices() const
	{
		return {};
	}
	template <typename Param>
	typename Param::return_type get_info() const
	{
		using namespace info::platform;

		if constexpr (std::is_same_v<Param, name>)
			return text(SYCL_RT_PLATFORM_NAME);
		else if constexpr (std::is_same_v<Param, vendor>)
			return text(SYCL_RT_PLATFORM_VENDOR);
		else if constexpr (std::is_same_v<Param, version>)
			return text(SYCL_RT_PLATFORM_VERSION);
		else if constexpr (std::is_same_v<Param, profile>)
			return "FULL_PROFILE";
		else if constexpr (std::is_same_v<Param, extensions>)
			return detail::words_of<typename Param::return_type>(text(SYCL_RT_PLATFORM_EXTENSIONS));
		else
			return {};
	}
	template <typename Param>
	typename Param::return_type get_backend_info() const
	{
		return get_info<Param>();
	}
	template <typename List = std::vector<platform>>
	static List get_platforms()
	{
		List found;

		for (std::size_t i = 0; i < sycl_rt_device_total(); i++) {
			const platform candidate = detail_device(i).get_platform();

			if (found.empty() || found.back() != candidate)
				found.push_back(candidate);
		}
		return found;
	}

	SYCL_CC_OWNER_BEFORE
	friend bool operator==(const platform &a, const platform &b) { return a.number() == b.number(); }
	friend bool operator!=(const platform &a, const platform &b) { return a.number() != b.number(); }

	/* For these headers only. */
	static device detail_device(std::size_t i)
	{
		const sycl_rt_device *handle;

		detail::check_status(sycl_rt_device_at(i, &handle));
		return device(handle);
	}

private:
	friend class device;
	friend struct std::hash<platform>;

	explicit platform(const sycl_rt_device *device) : device_(device) {}
	std::uint64_t number() const { return sycl_rt_device_number(device_, SYCL_RT_DEVICE_PLATFORM); }
	bool owns(const device &device) const { return device.number(SYCL_RT_DEVICE_PLATFORM) == number(); }
	const char *text(sycl_rt_text which) const { return sycl_rt_device_text(device_, which); }

	const sycl_rt_device *device_;	/* one of them */
};

namespace ext::oneapi::experimental {
template <typename List = std::vector<device>>
List get_composite_devices()
{
	return {};
}
}

inline std::ostream &operator<<(std::ostream &out, backend which)
{
	static const char *const name[] = { "ext_sycl_cc_cpu", "opencl", "ext_oneapi_level_zero", "ext_oneapi_cuda", "ext_oneapi_hip", "all" };

	return out << name[int(which)];
}

/* --- selection --- */

/* The default selector prefers devices that the program has device code for, then GPUs. */
inline int default_selector_v(const device &device)
{
	return (sycl_rt_device_number(device.detail_get(), SYCL_RT_DEVICE_HAS_IMAGES) ? 3 : 1) + device.is_gpu();
}
inline int cpu_selector_v(const device &device) { return device.is_cpu() ? 1 : -1; }
inline int gpu_selector_v(const device &device) { return device.is_gpu() ? 1 : -1; }
inline int accelerator_selector_v(const device &device) { return device.is_accelerator() ? 1 : -1; }

class default_selector : public device_selector {
public:
	int operator()(const device &device) const override { return default_selector_v(device); }
};
class cpu_selector : public device_selector {
public:
	int operator()(const device &device) const override { return cpu_selector_v(device); }
};
class gpu_selector : public device_selector {
public:
	int operator()(const device &device) const override { return gpu_selector_v(device); }
};
class accelerator_selector : public device_selector {
public:
	int operator()(const device &device) const override { return accelerator_selector_v(device); }
};
class host_selector : public device_selector {
public:
	int operator()(const device &) const override { return -1; }
};

namespace ext::oneapi {

/* Devices by what "[backend:][type][:number]" says of them; several, separated by commas. */
class filter_selector : public device_selector {
public:
	explicit filter_selector(const std::string &filters) : filters_(filters) {}
	int operator()(const device &device) const override
	{
		for (const char *filter = filters_.c_str();; filter++) {
			if (takes(device, filter))
				return default_selector_v(device);
			filter += std::strcspn(filter, ",");
			if (!*filter)
				return -1;
		}
	}

private:
	/* The filter ends before a comma. */
	static bool takes(const device &device, const char *filter)
	{
		static const char *const backends[] = { "native_cpu", "opencl", "level_zero", "cuda", "hip" };

		for (;; filter++) {
			const std::size_t n = std::strcspn(filter, ":,");
			const bool taken = is(filter, n, "*") || (is(filter, n, "cpu") && device.is_cpu()) || (is(filter, n, "gpu") && device.is_gpu())
				|| ((is(filter, n, "acc") || is(filter, n, "accelerator")) && device.is_accelerator())
				|| is(filter, n, backends[static_cast<int>(device.get_backend())])
				|| (n && std::strspn(filter, "0123456789") == n && std::strtoul(filter, nullptr, 10) == number_of(device));

			if (!taken)
				return false;
			filter += n;
			if (*filter != ':')
				return true;
		}
	}
	static bool is(const char *word, std::size_t n, const char *other) { return std::strlen(other) == n && std::strncmp(word, other, n) == 0; }
	/* Among the devices of its backend. */
	static unsigned long number_of(const device &wanted)
	{
		unsigned long number = 0;

		for (std::size_t i = 0; i < sycl_rt_device_total() && platform::detail_device(i).detail_get() != wanted.detail_get(); i++)
			number += detail::same(platform::detail_device(i).get_backend(), wanted.get_backend());
		return number;
	}

	std::string filters_;
};

}

namespace detail {

/* The device with the highest score that is not negative. */
inline device best_device(int (*score)(const void *selector, const device &device), const void *selector)
{
	std::size_t best = 0;
	int best_score = -1;

	for (std::size_t i = 0; i < sycl_rt_device_total(); i++) {
		const int given = score(selector, platform::detail_device(i));

		if (given > best_score) {
			best_score = given;
			best = i;
		}
	}
	if (sycl_rt_device_total() == 0)
		return platform::detail_device(0);	/* throws, and says why */
	if (best_score < 0)
		detail::refuse(errc::runtime, "No device of requested type available");
	return platform::detail_device(best);
}

template <typename Selector>
device select_device(const Selector &selector)
{
	using pointer = const Selector *;

	/* By a pointer to the pointer: the selector may be a function. */
	const pointer p = std::addressof(selector);
	return best_device([](const void *s, const device &d) -> int { return (**static_cast<const pointer *>(s))(d); }, &p);
}

}

inline device device_selector::select_device() const
{
	return detail::best_device([](const void *s, const device &d) { return (*static_cast<const device_selector *>(s))(d); }, this);
}

inline device::device() : device(detail::best_device([](const void *, const device &d) { return default_selector_v(d); }, nullptr)) {}

template <typename Selector, typename>
device::device(const Selector &selector) : device_(detail::select_device(selector).device_) {}

inline platform device::get_platform() const
{
	return platform(device_);
}

inline platform::platform() : platform(device().get_platform()) {}

template <typename Selector, typename>
platform::platform(const Selector &selector) : platform(device(selector).get_platform()) {}

template <typename List>
List device::get_devices(info::device_type type)
{
	List found;

	for (std::size_t i = 0; i < sycl_rt_device_total(); i++) {
		const device candidate = platform::detail_device(i);

		if (detail::same(type, info::device_type::all) || detail::same(type, info::device_type::automatic) || detail::same(type, candidate.type()))
			found.push_back(candidate);
	}
	return found;
}

namespace detail {

/* The selector that aspect_selector() returns. */
struct aspects_preferred {
	list<aspect> wanted, unwanted;

	SYCL_CC_ON_DEMAND
	int score(const device &device) const
	{
		for (aspect a : wanted)
			if (!device.has(a))
				return -1;
		for (aspect a : unwanted)
			if (device.has(a))
				return -1;
		return default_selector_v(device);
	}
	template <typename Device>
	int operator()(const Device &device) const { return score(device); }
};

}

template <typename List = std::vector<aspect>, typename detail::if_vector<List, aspect>::type = 0>
detail::aspects_preferred aspect_selector(const List &wanted, const List &unwanted = {})
{
	using list = detail::list<aspect>;

	return { list(wanted.data(), wanted.size()), list(unwanted.data(), unwanted.size()) };
}

template <typename... Aspects>
detail::aspects_preferred aspect_selector(aspect first, Aspects... more)
{
	const aspect wanted[] = { first, more... };

	return { detail::list<aspect>(wanted, 1 + sizeof...(more)), {} };
}

template <aspect... Wanted>
detail::aspects_preferred aspect_selector()
{
	const aspect wanted[] = { Wanted..., aspect() };

	return { detail::list<aspect>(wanted, sizeof...(Wanted)), {} };
}

/* --- queries --- */

namespace detail {

/* What descriptors of info.hpp say about themselves. */
template <typename Param, typename = void>
inline constexpr bool is_number_info = false;
template <typename Param>
inline constexpr bool is_number_info<Param, std::void_t<decltype(Param::detail_number)>> = true;
template <typename Param, typename = void>
inline constexpr bool is_value_info = false;
template <typename Param>
inline constexpr bool is_value_info<Param, std::void_t<decltype(Param::detail_value)>> = true;
template <typename Param, typename = void>
inline constexpr bool is_aspect_info = false;
template <typename Param>
inline constexpr bool is_aspect_info<Param, std::void_t<decltype(Param::detail_aspect)>> = true;
template <typename Param>
inline constexpr bool is_sizes_info = false;
template <int Dimensions>
inline constexpr bool is_sizes_info<info::device::max_work_item_sizes<Dimensions>> = true;
template <typename Param, typename = void>
inline constexpr bool is_groups_info = false;
template <typename Param>
inline constexpr bool is_groups_info<Param, std::void_t<decltype(Param::detail_groups)>> = true;
template <typename Param, typename = void>
inline constexpr bool is_image_info = false;
template <typename Param>
inline constexpr bool is_image_info<Param, std::void_t<decltype(Param::detail_of_images)>> = true;

/* The enumerators whose bits are set. */
template <typename List>
List numbers_of(std::uint64_t bits)
{
	List found;

	for (int i = 0; bits >> i; i++)
		if (bits >> i & 1)
			found.push_back(static_cast<typename List::value_type>(i));
	return found;
}

template <typename List>
List full_fp()
{
	using info::fp_config;

	return { fp_config::denorm, fp_config::inf_nan, fp_config::round_to_nearest, fp_config::round_to_zero, fp_config::round_to_inf,
		fp_config::fma };
}

}

template <typename Param>
std::uint32_t device::vector_width() const
{
	using namespace info::device;
	const auto bytes = static_cast<std::uint32_t>(number(SYCL_RT_DEVICE_VECTOR_BYTES));
	const auto width = [bytes](std::uint32_t size) { return bytes > size ? bytes / size : 1; };

	if constexpr (std::is_same_v<Param, preferred_vector_width_char> || std::is_same_v<Param, native_vector_width_char>)
		return bytes;
	else if constexpr (std::is_same_v<Param, preferred_vector_width_short> || std::is_same_v<Param, native_vector_width_short>)
		return width(2);
	else if constexpr (std::is_same_v<Param, preferred_vector_width_half> || std::is_same_v<Param, native_vector_width_half>)
		return has(aspect::fp16) ? width(2) : 0;
	else if constexpr (std::is_same_v<Param, preferred_vector_width_double> || std::is_same_v<Param, native_vector_width_double>)
		return has(aspect::fp64) ? width(8) : 0;
	else if constexpr (std::is_same_v<Param, preferred_vector_width_long> || std::is_same_v<Param, native_vector_width_long>)
		return width(8);
	else
		return width(4);
}

template <typename Param>
typename Param::return_type device::get_info() const
{
	namespace q = info::device;
	using result = typename Param::return_type;

	if constexpr (detail::is_number_info<Param>)
		return static_cast<result>(number(Param::detail_number));
	else if constexpr (detail::is_value_info<Param>)
		return Param::detail_value;
	else if constexpr (detail::is_aspect_info<Param>)
		return has(Param::detail_aspect);
	else if constexpr (detail::is_image_info<Param>)
		return has(aspect::image) ? Param::detail_of_images : 0;
	else if constexpr (std::is_same_v<Param, q::device_type>)
		return type();
	else if constexpr (std::is_same_v<Param, ext::oneapi::experimental::info::device::architecture>)
		return architecture();
	else if constexpr (detail::is_groups_info<Param>) {
		result groups;

		for (int d = 0; d < result::dimensions; d++)
			groups[d] = max_groups(result::dimensions - 1 - d);
		return groups;
	} else if constexpr (std::is_base_of_v<khr::info::device::max_work_group_range_size, Param>)
		return max_groups(0);
	else if constexpr (std::is_same_v<Param, ext::oneapi::info::device::num_compute_units>)
		return static_cast<std::size_t>(number(SYCL_RT_DEVICE_COMPUTE_UNITS));
	else if constexpr (detail::asks_progress<Param>) {
		using guarantee = ext::oneapi::experimental::forward_progress_guarantee;

		return Param::detail_has_parallel ? result{ guarantee::parallel, guarantee::weakly_parallel } : result{ guarantee::weakly_parallel };
	} else if constexpr (std::is_same_v<Param, ext::intel::info::device::free_memory>) {
		if (!has(aspect::ext_intel_free_memory))
			detail::refuse(errc::feature_not_supported, "the device does not say how much memory is free");
		return number(SYCL_RT_DEVICE_FREE_MEM_SIZE);
	} else if constexpr (std::is_base_of_v<ext::intel::info::device::of_gpu, Param>)
		detail::refuse(errc::feature_not_supported, "the device does not say this about itself");
	else if constexpr (detail::is_sizes_info<Param>) {
		result sizes;

		for (int d = 0; d < result::dimensions; d++)
			sizes[d] = number(SYCL_RT_DEVICE_MAX_WORK_GROUP_SIZE);
		return sizes;
	} else if constexpr (std::is_same_v<Param, q::max_num_sub_groups>) {
		std::uint32_t least = 1;

		sycl_rt_device_sub_group_sizes(device_, &least, 1);
		return result(number(SYCL_RT_DEVICE_MAX_WORK_GROUP_SIZE) / least);
	} else if constexpr (std::is_same_v<Param, q::sub_group_sizes>) {
		std::uint32_t size[16];
		const std::size_t n = std::min<std::size_t>(sycl_rt_device_sub_group_sizes(device_, size, 16), 16);

		return result(size, size + n);
	} else if constexpr (std::is_same_v<Param, q::primary_sub_group_size>) {
		/* What kernels have without a size of their own. */
		std::uint32_t size[16] = {}, most = 0;
		const std::size_t n = std::min<std::size_t>(sycl_rt_device_sub_group_sizes(device_, size, 16), 16);

		for (std::size_t i = 0; i < n; i++)
			if (size[i] == 32 || (most != 32 && size[i] > most))
				most = size[i];
		return most;
	} else if constexpr (std::is_same_v<Param, q::half_fp_config>)
		return has(aspect::fp16) ? detail::full_fp<result>() : result();
	else if constexpr (std::is_same_v<Param, q::single_fp_config>)
		return detail::full_fp<result>();
	else if constexpr (std::is_same_v<Param, q::double_fp_config>)
		return has(aspect::fp64) ? detail::full_fp<result>() : result();
	else if constexpr (std::is_same_v<Param, q::local_mem_type>)
		return number(SYCL_RT_DEVICE_HOST_MEMORY) ? info::local_mem_type::global : info::local_mem_type::local;
	else if constexpr (std::is_same_v<Param, q::execution_capabilities>) {
		need_opencl();
		return { info::execution_capability::exec_kernel };
	} else if constexpr (std::is_same_v<Param, q::preferred_interop_user_sync>) {
		need_opencl();
		return true;
	} else if constexpr (std::is_same_v<Param, q::platform>)
		return get_platform();
	else if constexpr (std::is_same_v<Param, q::name>)
		return sycl_rt_device_text(device_, SYCL_RT_DEVICE_NAME);
	else if constexpr (std::is_same_v<Param, q::vendor>)
		return sycl_rt_device_text(device_, SYCL_RT_DEVICE_VENDOR);
	else if constexpr (std::is_same_v<Param, q::driver_version> || std::is_same_v<Param, q::backend_version>)
		return sycl_rt_device_text(device_, SYCL_RT_DEVICE_DRIVER_VERSION);
	else if constexpr (std::is_same_v<Param, q::version>)
		return sycl_rt_device_text(device_, SYCL_RT_DEVICE_VERSION);
	else if constexpr (std::is_same_v<Param, q::extensions>)
		return detail::words_of<result>(sycl_rt_device_text(device_, SYCL_RT_DEVICE_EXTENSIONS));
	else if constexpr (std::is_same_v<Param, q::profile>) {
		need_opencl();
		return "FULL_PROFILE";
	} else if constexpr (std::is_same_v<Param, q::aspects>) {
		result found;

		for (aspect a : detail::all_aspects)
			if (has(a))
				found.push_back(a);
		return found;
	} else if constexpr (std::is_same_v<Param, q::partition_properties>)
		return detail::numbers_of<result>(number(SYCL_RT_DEVICE_PARTITIONS));
	else if constexpr (std::is_same_v<Param, q::partition_affinity_domains>)
		return detail::numbers_of<result>(number(SYCL_RT_DEVICE_DOMAINS));
	else if constexpr (std::is_same_v<Param, q::atomic_memory_order_capabilities>
		|| std::is_same_v<Param, q::atomic_fence_order_capabilities>)
		return { memory_order::relaxed, memory_order::acquire, memory_order::release, memory_order::acq_rel, memory_order::seq_cst };
	else if constexpr (std::is_same_v<Param, q::atomic_memory_scope_capabilities>
		|| std::is_same_v<Param, q::atomic_fence_scope_capabilities>)
		return { memory_scope::work_item, memory_scope::sub_group, memory_scope::work_group, memory_scope::device,
			memory_scope::system };
	else if constexpr (std::is_same_v<Param, q::partition_max_sub_devices>)
		return number(SYCL_RT_DEVICE_PARTITIONS) ? result(number(SYCL_RT_DEVICE_COMPUTE_UNITS)) : 0;
	else if constexpr (std::is_same_v<Param, ext::oneapi::experimental::info::device::matrix_combinations>)
		return has(aspect::ext_intel_matrix) ? detail::matrix_combinations() : result();
	else if constexpr (std::is_same_v<Param, ext::oneapi::experimental::info::device::graph_support>)
		return has(aspect::ext_oneapi_limited_graph) ? result::emulated : result::unsupported;
	else if constexpr (std::is_same_v<Param, ext::oneapi::experimental::info::device::composite_device>)
		detail::refuse(errc::invalid, "the device is no component of another one");
	else if constexpr (std::is_same_v<Param, q::parent_device>) {
		const sycl_rt_device *const parent = sycl_rt_device_parent(device_);

		if (!parent)
			detail::refuse(errc::invalid, "the device is not a part of another one");
		return device(parent);
	} else if constexpr (std::is_same_v<result, std::uint32_t>)
		return vector_width<Param>();
	else
		return result{};	/* empty lists and features that the device lacks */
}

/* --- context --- */

class context : public detail::with_properties {
public:
	explicit context(const property_list &properties = {}) : context(device(), {}, properties) {}
	explicit context(async_handler handler, const property_list &properties = {}) : context(device(), handler, properties) {}
	explicit context(const device &device, const property_list &properties = {}) : context(device, {}, properties) {}
	explicit context(const device &device, async_handler handler, const property_list &properties = {})
		: context(&device, 1, handler, properties) {}
	explicit context(const platform &platform, const property_list &properties = {}) : context(platform, {}, properties) {}
	explicit context(const platform &platform, async_handler handler, const property_list &properties = {})
		: context(nullptr, 0, handler, properties)
	{
		for (std::size_t i = 0; i < sycl_rt_device_total(); i++)
			if (platform::detail_device(i).get_platform() == platform)
				state_->devices.add(platform::detail_device(i));
	}
	template <typename List = std::vector<device>, typename detail::if_vector<List, device>::type = 0>
	explicit context(const List &devices, const property_list &properties = {}) : context(devices, {}, properties) {}
	template <typename List = std::vector<device>, typename detail::if_vector<List, device>::type = 0>
	explicit context(const List &devices, async_handler handler, const property_list &properties = {})
		: context(devices.data(), devices.size(), handler, properties)
	{
		if (devices.empty())
			detail::refuse(errc::invalid, "a context needs a device: the list of devices is empty");
	}

	backend get_backend() const noexcept { return get_platform().get_backend(); }
	platform get_platform() const { return state_->devices[0].get_platform(); }
	template <typename List = std::vector<device>>
	List get_devices() const
	{
		return List(state_->devices.begin(), state_->devices.end());
	}
	bool is_host() const { return false; }
	template <typename Param>
	typename Param::return_type get_info() const
	{
		if constexpr (std::is_same_v<Param, info::context::platform>)
			return get_platform();
		else if constexpr (std::is_same_v<Param, info::context::devices>)
			return get_devices<typename Param::return_type>();
		else if constexpr (std::is_same_v<Param, info::context::atomic_memory_scope_capabilities>
			|| std::is_same_v<Param, info::context::atomic_fence_scope_capabilities>)
			return query<Param, info::device::atomic_memory_scope_capabilities>();
		else
			return query<Param, info::device::atomic_memory_order_capabilities>();
	}

	template <typename Param>
	typename Param::return_type get_backend_info() const
	{
		return get_info<Param>();
	}

	/* For these headers only: the device is one of the context's, or a part of one. */
	SYCL_CC_ON_DEMAND
	bool detail_has(const device &one) const
	{
		for (const device &own : state_->devices)
			if (one.detail_is_of(own))
				return true;
		return false;
	}

	/* In memory_pool.hpp. */
	template <typename Kind>
	auto ext_oneapi_get_default_memory_pool(const device &of, Kind kind) const
	{
		return detail_default_pool(*this, of, kind);
	}

	SYCL_CC_OWNER_BEFORE
	friend bool operator==(const context &a, const context &b) { return a.state_.get() == b.state_.get(); }
	friend bool operator!=(const context &a, const context &b) { return a.state_.get() != b.state_.get(); }

	/* For these headers only. */
	const detail::list<device> &detail_devices() const { return state_->devices; }
	std::uint64_t detail_number() const { return state_->number; }

private:
	friend class queue;
	friend struct detail::weak_access;
	friend struct std::hash<context>;

	struct state : detail::counted {
		state(const device *first, std::size_t n, const async_handler &asynchronous) : devices(first, n), handler(asynchronous) {}

		detail::list<device> devices;
		async_handler handler;
		const std::uint64_t number = sycl_rt_context_number();
	};

	/* What the first device answers; Later makes it a matter of the caller's instantiation. */
	template <typename Later, typename Param>
	typename Param::return_type query() const
	{
		const std::conditional_t<std::is_void_v<Later>, void, device> &first = state_->devices[0];

		return first.template get_info<Param>();
	}

	context(const device *devices, std::size_t n, const async_handler &handler, const property_list &properties)
		: detail::with_properties(properties), state_(new state(devices, n, handler)) {}

	detail::shared<state> state_;
};

namespace detail {

/* A context for each platform, made when it is first asked for. */
inline context default_context(const platform &wanted)
{
	static std::mutex mutex;
	static list<context> made;
	const std::lock_guard<std::mutex> guard(mutex);

	for (const context &c : made)
		if (c.get_platform() == wanted)
			return c;
	return made.add(context(wanted, async_handler(), {}));
}

}

inline context platform::khr_get_default_context() const { return detail::default_context(*this); }
inline context device::ext_oneapi_get_default_context() const { return detail::default_context(get_platform()); }
inline context platform::ext_oneapi_get_default_context() const { return detail::default_context(*this); }

template <typename>
std::size_t device::ext_oneapi_index_within_platform() const
{
	const platform all = get_platform();
	std::size_t index = 0;

	while (all.ext_oneapi_device_at_index(index).device_ != device_)
		index++;
	return index;
}

namespace property::buffer {
class context_bound : public detail::property_base {
public:
	context_bound(const sycl::context &context) : context_(detail::copy_of(context)) {}
	sycl::context get_context() const { return context_; }

private:
	sycl::context context_;
};
}

namespace detail {

struct exception_in_context final : exception_state {
	exception_in_context(const context &c, const char *what) : exception_state(what), from(copy_of(c)) { origin = &from; }

	context from;
};

}

inline exception::exception(context context, std::error_code code, const char *what)
	: code_(code), state_(new detail::exception_in_context(context, what)) {}
inline exception::exception(context context, std::error_code code, const std::string &what)
	: exception(context, code, what.c_str()) {}
inline exception::exception(context context, std::error_code code) : exception(context, code, code.message()) {}
inline exception::exception(context context, int number, const std::error_category &category, const std::string &what)
	: exception(context, std::error_code(number, category), what) {}
inline exception::exception(context context, int number, const std::error_category &category, const char *what)
	: exception(context, std::error_code(number, category), what) {}
inline exception::exception(context context, int number, const std::error_category &category)
	: exception(context, std::error_code(number, category)) {}
inline context exception::get_context() const
{
	if (!state_->origin)
		detail::refuse(errc::invalid, "the exception has no context");
	return *state_->origin;
}

}

template <>
struct std::hash<sycl::device> {
	std::size_t operator()(const sycl::device &device) const { return std::hash<const void *>()(device.device_); }
};
template <>
struct std::hash<sycl::platform> {
	std::size_t operator()(const sycl::platform &platform) const { return static_cast<std::size_t>(platform.number()); }
};
template <>
struct std::hash<sycl::context> {
	std::size_t operator()(const sycl::context &context) const { return std::hash<const void *>()(context.state_.get()); }
};

#endif
