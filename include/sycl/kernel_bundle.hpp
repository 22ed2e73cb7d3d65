/*
 * sycl::kernel_id, kernel and kernel_bundle: kernels by name.  Images are
 * built when their first kernel runs, so a bundle is a list of names, a device
 * and a state; kernels that a device cannot run are refused here already.
 */
#ifndef SYCL_KERNEL_BUNDLE_HPP
#define SYCL_KERNEL_BUNDLE_HPP

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>
#if __cplusplus >= 202002L
#include <span>
#endif

#include <sycl/device.hpp>
#include <sycl/queue.hpp>

namespace sycl {

enum class bundle_state : int { input, object, executable, ext_oneapi_source };

class kernel_id {
public:
	const char *get_name() const noexcept { return name_; }

	SYCL_CC_OWNER_BEFORE
	friend bool operator==(const kernel_id &a, const kernel_id &b)
	{
		return std::strcmp(a.name_, b.name_) == 0 && (same_unit(a.unit_, b.unit_) || !(a.is_local() && b.is_local()));
	}
	friend bool operator!=(const kernel_id &a, const kernel_id &b) { return !(a == b); }

	/* For these headers only. */
	kernel_id(const char *name, const char *unit, const detail::kernel_parameters *parameters = nullptr)
		: name_(name), unit_(unit), parameters_(parameters) {}
	const char *detail_unit() const { return unit_; }
	const detail::kernel_parameters *detail_parameters() const { return parameters_; }

private:
	/* A kernel of this name and another unit is another one. */
	bool is_local() const { return sycl_rt_kernel_is_local(name_, unit_) != 0; }
	/* PTX takes neither '.' nor '-': images for NVIDIA's GPUs have '_' there. */
	static char letter(char c) { return c == '.' || c == '-' ? '_' : c; }
	static bool same_unit(const char *a, const char *b)
	{
		while (*a && letter(*a) == letter(*b))
			a++, b++;
		return letter(*a) == letter(*b);
	}

	const char *name_, *unit_;
	const detail::kernel_parameters *parameters_;	/* of a free function, else null */
};

namespace ext::oneapi::experimental {
template <auto *Func>
kernel_id get_kernel_id();
}

namespace detail {

inline bool is_known(const kernel_id &id)
{
#ifdef SYCL_CC_PLAIN_HOST
	(void)id;
	return true;	/* kernels are functions there, which nobody lists */
#else
	return sycl_rt_kernel_is_known(id.get_name(), id.detail_unit()) != 0;
#endif
}

/* Also of a name that no kernel has.  A kernel with reductions is the first of its two. */
template <typename Name>
kernel_id id_of()
{
	static_assert(names_kernel<Name>());
	const kernel_id own(asked_symbol<Name>(), SYCL_CC_UNIT);

	if (is_known(own))
		return own;
	const kernel_id first(asked_symbol<reduction_main<Name>>(), SYCL_CC_UNIT);
	return is_known(first) ? first : own;
}

}

template <typename Name>
kernel_id get_kernel_id()
{
	const kernel_id id = detail::id_of<Name>();

	if (!detail::is_known(id))
		detail::refuse(errc::invalid, "get_kernel_id: no kernel of the program has this name (SYCL 2020, 4.11.4)");
	return id;
}

/* All kernels of the program. */
template <typename List = std::vector<kernel_id>>
List get_kernel_ids()
{
	List ids;
	const sycl_rt_kernel_name *name;

	for (std::size_t n = sycl_rt_kernel_names(&name), i = 0; i < n; i++)
		ids.push_back(kernel_id(name[i].name, name[i].unit));
	return ids;
}

namespace detail {

inline bool can_run(const device &device, const kernel_id &id)
{
#ifdef SYCL_CC_PLAIN_HOST
	(void)id;	/* kernels are functions of the program, which need no image */
	(void)device;
	return true;
#else
	return sycl_rt_kernel_check(device.detail_get(), id.get_name(), id.detail_unit()) == 0;
#endif
}

}

/* Whether the device can run all of these kernels. */
template <typename List = std::vector<kernel_id>, typename detail::if_vector<List, kernel_id>::type = 0>
bool is_compatible(const List &ids, const device &device)
{
	for (const kernel_id &id : ids)
		if (!detail::can_run(device, id))
			return false;
	return true;
}

template <typename Name>
bool is_compatible(const device &device)
{
	return detail::can_run(device, detail::id_of<Name>());
}

template <bundle_state State>
class kernel_bundle;

namespace detail {

template <bundle_state State>
struct bundle_content;

}

namespace ext::intel::info::kernel_device_specific {
struct spill_memory_size {
	using return_type = std::size_t;
};
}
namespace ext::oneapi::experimental::info::kernel_queue_specific {
struct max_num_work_groups {
	using return_type = std::size_t;
};
struct recommended_num_work_groups {
	using return_type = std::size_t;
};
/* The earlier name, which takes no sizes either. */
struct max_num_work_group_sync : max_num_work_groups {};
struct max_work_group_size {
	using return_type = std::size_t;
};
template <int Dimensions>
struct max_work_item_sizes {
	using return_type = range<Dimensions>;
};
struct max_sub_group_size {
	using return_type = std::uint32_t;
};
struct num_sub_groups {
	using return_type = std::uint32_t;
};
}

class kernel {
public:
	backend get_backend() const noexcept { return context_.get_backend(); }
	context get_context() const { return context_; }
	SYCL_CC_ON_DEMAND
	kernel_bundle<bundle_state::executable> get_kernel_bundle() const;

	template <typename Param>
	typename Param::return_type get_info() const
	{
		if constexpr (std::is_same_v<Param, info::kernel::function_name>)
			return id_.get_name();
		else if constexpr (std::is_same_v<Param, info::kernel::num_args>) {
			if (!id_.detail_parameters())
				detail::refuse(errc::invalid, "num_args is of kernels that are functions: this one is an object, and has members");
			return id_.detail_parameters()->number;
		} else if constexpr (std::is_same_v<Param, info::kernel::attributes>)
			return attributes();
		else
			return {};
	}
	template <typename Param>
	typename Param::return_type get_backend_info() const
	{
		return get_info<Param>();
	}
	template <typename Param>
	typename Param::return_type get_info(const device &device) const
	{
		namespace q = info::kernel_device_specific;
		sycl_rt_kernel_facts facts;

		if (!detail::can_run(device, id_))
			detail::refuse(errc::invalid, sycl_rt_message());
		detail::check_status(sycl_rt_kernel_ask(device.detail_get(), id_.get_name(), id_.detail_unit(), &facts));
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
		else if constexpr (std::is_same_v<Param, q::compile_sub_group_size>)
			return facts.reqd_sub_group_size;
		else if constexpr (std::is_same_v<Param, ext::intel::info::kernel_device_specific::spill_memory_size>)
			detail::refuse(errc::feature_not_supported, "the device does not say how much memory a kernel's registers overflow to");
		else if constexpr (std::is_same_v<Param, q::max_num_sub_groups>)
			return static_cast<std::uint32_t>(facts.work_group_size / facts.sub_group_size);
		else if constexpr (std::is_same_v<Param, q::global_work_size>)
			detail::refuse(errc::invalid, "only built-in kernels and custom devices have a greatest global size");
		else
			return {};
	}

	/* of SYCL 1.2.1 */
	template <typename Param>
	typename Param::return_type get_work_group_info(const device &device) const
	{
		return get_info<Param>(device);
	}

	/* What a launch on the queue with these sizes would get. */
	template <typename Param, int Dimensions>
	typename Param::return_type ext_oneapi_get_info(queue q, range<Dimensions> local, std::size_t local_bytes = 0) const
	{
		namespace k = ext::oneapi::experimental::info::kernel_queue_specific;

		if (local.size() == 0)
			detail::refuse(errc::invalid, "a work-group has one work-item at least");
		const device device = q.get_device();
		const std::size_t greatest = get_info<info::kernel_device_specific::work_group_size>(device);
		const std::uint32_t lanes = get_info<info::kernel_device_specific::max_sub_group_size>(device);
		const bool fits = local.size() <= greatest && local_bytes <= device.get_info<info::device::local_mem_size>();

		/* A compute unit runs one work-group after the other. */
		if constexpr (std::is_base_of_v<k::max_num_work_groups, Param> || std::is_same_v<Param, k::recommended_num_work_groups>)
			return fits ? 1 : 0;
		else if constexpr (std::is_same_v<Param, k::max_sub_group_size>)
			return lanes;
		else {
			static_assert(std::is_same_v<Param, k::num_sub_groups>, "the query has other arguments");
			return static_cast<std::uint32_t>((local.size() + lanes - 1) / lanes);
		}
	}
	/* A number is a size, too. */
	template <typename Param>
	typename Param::return_type ext_oneapi_get_info(queue q, range<1> local, std::size_t local_bytes = 0) const
	{
		return ext_oneapi_get_info<Param, 1>(q, local, local_bytes);
	}
	template <typename Param>
	typename Param::return_type ext_oneapi_get_info(queue q) const
	{
		namespace k = ext::oneapi::experimental::info::kernel_queue_specific;
		const std::size_t greatest = get_info<info::kernel_device_specific::work_group_size>(q.get_device());

		if constexpr (std::is_same_v<Param, k::max_work_group_size>)
			return greatest;
		else if constexpr (std::is_same_v<Param, k::max_num_work_group_sync>)
			return 1;
		else if constexpr (std::is_same_v<Param, k::max_work_item_sizes<1>>)
			return range<1>(greatest);
		else if constexpr (std::is_same_v<Param, k::max_work_item_sizes<2>>)
			return range<2>(greatest, greatest);
		else {
			static_assert(std::is_same_v<Param, k::max_work_item_sizes<3>>, "the query has other arguments");
			return range<3>(greatest, greatest, greatest);
		}
	}

	SYCL_CC_OWNER_BEFORE
	friend bool operator==(const kernel &a, const kernel &b) { return a.id_ == b.id_ && a.content_.get() == b.content_.get(); }
	friend bool operator!=(const kernel &a, const kernel &b) { return !(a == b); }

	/* For these headers only. */
	template <typename Content>
	kernel(const kernel_id &id, const context &context, const Content &content)
		: id_(id), context_(detail::copy_of(context)), content_(content) {}
	const kernel_id &detail_id() const { return id_; }
	SYCL_CC_ON_DEMAND
	const detail::spec_values &detail_values() const;

private:
	/* Of a kernel's attributes images keep the required sizes, which are the same on every device. */
	SYCL_CC_ON_DEMAND
	std::string attributes() const
	{
		sycl_rt_kernel_facts facts = {};
		std::string text;

		for (const device &device : context_.get_devices())
			if (detail::can_run(device, id_)
				&& sycl_rt_kernel_ask(device.detail_get(), id_.get_name(), id_.detail_unit(), &facts) == SYCL_RT_SUCCESS)
				break;
		const std::uint64_t *const size = facts.reqd_work_group_size;
		if (size[0] * size[1] * size[2] != 0)
			text = "reqd_work_group_size(" + std::to_string(size[0]) + ',' + std::to_string(size[1]) + ',' + std::to_string(size[2]) + ')';
		if (facts.reqd_sub_group_size != 0)
			text += (text.empty() ? "" : " ") + ("reqd_sub_group_size(" + std::to_string(facts.reqd_sub_group_size) + ')');
		return text;
	}

	friend struct detail::weak_access;

	kernel_id id_;
	context context_;
	detail::shared<detail::bundle_content<bundle_state::executable>> content_;	/* of the bundle that it is of */
};

namespace detail {

/* The bytes of an image, with the memory that they need. */
struct image_bytes : counted {
	image_bytes() = default;
	~image_bytes() { std::free(original); }
	image_bytes(const image_bytes &) = delete;
	image_bytes &operator=(const image_bytes &) = delete;

	const void *bytes = nullptr;
	std::size_t size = 0;
	void *original = nullptr;
};

}

/* The code of one kernel: how kernels share images is not told. */
template <bundle_state State>
class device_image {
public:
	backend ext_oneapi_get_backend() const noexcept { return of_.get_backend(); }
	template <bundle_state Of = State, typename std::enable_if<Of == bundle_state::executable, int>::type = 0>
	std::vector<std::byte> ext_oneapi_get_backend_content() const
	{
		detail::image_bytes content;

		read(content);
		const std::byte *const first = static_cast<const std::byte *>(content.bytes);

		return std::vector<std::byte>(first, first + content.size);
	}
#ifdef __cpp_lib_span
	template <bundle_state Of = State, typename std::enable_if<Of == bundle_state::executable, int>::type = 0>
	std::span<std::byte> ext_oneapi_get_backend_content_view() const
	{
		if (!viewed_) {
			detail::shared<detail::image_bytes> content(new detail::image_bytes);

			read(*content);
			viewed_ = content;
		}
		return { static_cast<std::byte *>(const_cast<void *>(viewed_->bytes)), viewed_->size };
	}
#endif

	bool has_kernel(const kernel_id &id) const noexcept { return id == id_; }
	bool has_kernel(const kernel_id &id, const device &device) const noexcept { return id == id_ && detail::can_run(device, id); }

	SYCL_CC_OWNER_BEFORE
	friend bool operator==(const device_image &a, const device_image &b) { return a.id_ == b.id_; }
	friend bool operator!=(const device_image &a, const device_image &b) { return !(a == b); }

	/* For these headers only. */
	explicit device_image(const kernel_id &id, const device &of) : id_(id), of_(of) {}
	const kernel_id &detail_id() const { return id_; }
	const device &detail_device() const { return of_; }

private:
	void read(detail::image_bytes &into) const
	{
		detail::check_status(sycl_rt_kernel_image(of_.detail_get(), id_.get_name(), id_.detail_unit(), &into.bytes, &into.size,
			&into.original));
	}

	kernel_id id_;
	device of_;	/* one that it is for */
	mutable detail::shared<detail::image_bytes> viewed_;
};

namespace detail {

struct included_file {
	std::string name, text;
};

struct named_kernel {
	std::string name;
	kernel_id id;
};

/* A device_global of a text, in the place of a kernel's parameters. */
struct text_global {
	std::size_t size;
	void *(*address)(const sycl_rt_device *device);
};
struct named_global {
	std::string name;
	text_global facts;
};

/* SPIR-V that the runtime has read; null before. */
struct built_source {
	built_source() = default;
	~built_source() { sycl_rt_source_drop(source); }
	built_source(const built_source &) = delete;
	built_source &operator=(const built_source &) = delete;

	sycl_rt_source *source = nullptr;
};

/* The text or SPIR-V that the program brings, and its kernels once it is built. */
struct source_content : counted {
	ext::oneapi::experimental::source_language language = ext::oneapi::experimental::source_language::spirv;
	list<unsigned char> bytes;
	std::string text;
	list<included_file> includes;
	list<named_kernel> named;	/* of SYCL: by the program's names */
	list<named_global> globals;
	list<kernel_parameters> parameters;	/* of each kernel */
	built_source built;
	/* Of several bundles that are joined: what they were made of, and the kernels of the program among theirs. */
	list<shared<source_content>> parts;
	list<kernel_id> of_program;
};

template <typename List, typename T>
bool has(const List &list, const T &wanted)
{
	for (const T &one : list)
		if (one == wanted)
			return true;
	return false;
}

/* What the copies of a bundle share. */
template <bundle_state State>
struct bundle_content : counted {
	explicit bundle_content(const sycl::context &c) : context(copy_of(c)) {}

	/* The same images, with the same values, for the same devices. */
	bool is_like(const bundle_content &other) const
	{
		return context == other.context && !source && !other.source && spec.empty() && other.spec.empty()
			&& has_all_of(devices, other.devices) && has_all_of(other.devices, devices)
			&& has_all_of(images, other.images) && has_all_of(other.images, images);
	}
	template <typename T>
	static bool has_all_of(const list<T> &all, const list<T> &wanted)
	{
		for (const T &one : wanted)
			if (!has(all, one))
				return false;
		return true;
	}

	sycl::context context;
	list<device> devices;
	list<device_image<State>> images;
	spec_values spec;
	shared<source_content> source;	/* null: of the program's own kernels */
};

/* source: what the bundle was made of, NULL when of the program's own kernels, which no text names. */
template <typename String>
[[noreturn]] void lack_kernel(const source_content *source, const String &name)
{
	if (!source)
		refuse(errc::invalid, "the kernel bundle is of the program's own kernels");
	refuse(errc::invalid, ("the kernel bundle has no kernel '" + name + "'").c_str());
}

/* The specialization constants in the image of a kernel; none when no device runs it. */
SYCL_CC_ON_DEMAND
sycl_rt_spec_facts spec_facts(const list<device> &devices, const kernel_id &id, const char *name, const char *unit)
{
	sycl_rt_spec_facts facts = {};

	for (const device &d : devices)
		if (sycl_rt_spec_ask(d.detail_get(), id.get_name(), id.detail_unit(), name, unit, &facts) == 0)
			break;
	return facts;
}

}

template <bundle_state State>
class kernel_bundle {
	using content = detail::bundle_content<State>;

public:
	using device_image_iterator = const device_image<State> *;

	backend get_backend() const noexcept { return content_->context.get_backend(); }
	context get_context() const noexcept { return content_->context; }
	template <typename List = std::vector<device>>
	List get_devices() const noexcept
	{
		return List(content_->devices.begin(), content_->devices.end());
	}
	template <typename List = std::vector<kernel_id>>
	List get_kernel_ids() const
	{
		List ids;

		if (content_->source) {	/* what the program brings has names alone */
			for (const kernel_id &id : content_->source->of_program)
				ids.push_back(id);
			return ids;
		}
		for (const device_image<State> &image : content_->images)
			ids.push_back(image.detail_id());
		return ids;
	}
	bool empty() const noexcept { return content_->images.empty(); }
	device_image_iterator begin() const { return images().begin(); }
	device_image_iterator end() const { return images().end(); }
	bool has_kernel(const kernel_id &id) const noexcept
	{
		for (const device_image<State> &image : content_->images)
			if (image.detail_id() == id)
				return true;
		return false;
	}
	bool has_kernel(const kernel_id &id, const device &device) const noexcept
	{
		for (const sycl::device &own : content_->devices)
			if (own == device)
				return has_kernel(id) && detail::can_run(device, id);
		return false;
	}
	template <typename Name>
	bool has_kernel() const noexcept
	{
		return has_kernel(detail::id_of<Name>());
	}
	template <typename Name>
	bool has_kernel(const device &device) const noexcept
	{
		return has_kernel(detail::id_of<Name>(), device);
	}
	template <bundle_state Own = State, typename = typename std::enable_if<detail::same(Own, bundle_state::executable)>::type>
	kernel get_kernel(const kernel_id &id) const
	{
		if (!has_kernel(id))
			detail::refuse(errc::invalid, "the kernel bundle does not hold this kernel");
		return kernel(id, content_->context, content_);
	}
	template <typename Name, bundle_state Own = State, typename = typename std::enable_if<detail::same(Own, bundle_state::executable)>::type>
	kernel get_kernel() const
	{
		return get_kernel(get_kernel_id<Name>());
	}

	/* Kernels that are functions. */
	template <auto *Func>
	bool ext_oneapi_has_kernel() const
	{
		return has_kernel(ext::oneapi::experimental::get_kernel_id<Func>());
	}
	template <auto *Func>
	bool ext_oneapi_has_kernel(const device &device) const
	{
		return has_kernel(ext::oneapi::experimental::get_kernel_id<Func>(), device);
	}
	template <auto *Func, bundle_state Own = State, typename = typename std::enable_if<detail::same(Own, bundle_state::executable)>::type>
	kernel ext_oneapi_get_kernel() const
	{
		return get_kernel(ext::oneapi::experimental::get_kernel_id<Func>());
	}

	/* Kernels of SPIR-V that the program brings are found by their names in it. */
	bool ext_oneapi_has_kernel(const std::string &name) const { return find_source_kernel(name) != nullptr; }
	bool ext_oneapi_has_kernel(const std::string &name, const device &device) const
	{
		const kernel_id *const id = find_source_kernel(name);

		return id && has_kernel(*id, device);
	}
	template <bundle_state Own = State, typename = typename std::enable_if<detail::same(Own, bundle_state::executable)>::type>
	kernel ext_oneapi_get_kernel(const std::string &name) const
	{
		const kernel_id *const id = find_source_kernel(name);

		if (!id)
			detail::lack_kernel(content_->source.get(), name);
		return kernel(*id, content_->context, content_);
	}
	std::string ext_oneapi_get_raw_kernel_name(const std::string &name) const
	{
		const kernel_id *const id = find_source_kernel(name);

		if (!id)
			detail::lack_kernel(content_->source.get(), name);
		return id->get_name();
	}

	/* Variables of class device_global of a text in SYCL, by their registered names. */
	bool ext_oneapi_has_device_global(const std::string &name) const { return find_global(name) != nullptr; }
	template <bundle_state Own = State, typename = typename std::enable_if<detail::same(Own, bundle_state::executable)>::type>
	void *ext_oneapi_get_device_global_address(const std::string &name, const device &device) const
	{
		const detail::text_global &global = get_global(name);

		if (!detail::has(content_->devices, device))
			detail::refuse(errc::invalid, "the device is none of the kernel bundle's");
		return global.address(device.detail_get());
	}
	std::size_t ext_oneapi_get_device_global_size(const std::string &name) const { return get_global(name).size; }

	/* --- specialization constants --- */

	bool contains_specialization_constants() const noexcept
	{
		for (const device_image<State> &image : content_->images)
			if (facts(image.detail_id()).constants > 0)
				return true;
		return false;
	}
	/* Are all constants of the bundle constants of its code? */
	bool native_specialization_constant() const noexcept
	{
		for (const device_image<State> &image : content_->images) {
			const sycl_rt_spec_facts f = facts(image.detail_id());

			if (f.constants != 0 && !f.native)
				return false;
		}
		return contains_specialization_constants();
	}
	template <auto &Id>
	bool has_specialization_constant() const noexcept
	{
		for (const device_image<State> &image : content_->images)
			if (detail::spec_facts(content_->devices, image.detail_id(), detail::spec_name<Id>(), SYCL_CC_UNIT).has != 0)
				return true;
		return false;
	}
	template <auto &Id, bundle_state Own = State, typename = typename std::enable_if<detail::same(Own, bundle_state::input)>::type>
	void set_specialization_constant(const detail::spec_type<Id> &value)
	{
		content_->spec.template set<Id>(value);
	}
	template <auto &Id>
	detail::spec_type<Id> get_specialization_constant() const
	{
		return content_->spec.template get<Id>();
	}

	SYCL_CC_OWNER_BEFORE
	friend bool operator==(const kernel_bundle &a, const kernel_bundle &b)
	{
		return a.content_.get() == b.content_.get() || a.content_->is_like(*b.content_);
	}
	friend bool operator!=(const kernel_bundle &a, const kernel_bundle &b) { return !(a == b); }

	/* For these headers only. */
	explicit kernel_bundle(const detail::shared<content> &shared) : content_(shared) {}
	const content &detail_content() const { return *content_; }

private:
	friend struct detail::weak_access;

	const detail::list<device_image<State>> &images() const { return content_->images; }
	const kernel_id *find_source_kernel(const std::string &name) const
	{
		for (std::size_t i = 0; content_->source && i < content_->source->named.size(); i++)
			if (name == content_->source->named[i].name)
				return &content_->source->named[i].id;
		if (content_->source)
			for (const device_image<State> &image : content_->images)
				if (name == image.detail_id().get_name())
					return &image.detail_id();
		return nullptr;
	}
	const detail::text_global *find_global(const std::string &name) const
	{
		for (std::size_t i = 0; content_->source && i < content_->source->globals.size(); i++)
			if (name == content_->source->globals[i].name)
				return &content_->source->globals[i].facts;
		return nullptr;
	}
	const detail::text_global &get_global(const std::string &name) const
	{
		const detail::text_global *const global = find_global(name);

		if (!global)
			detail::refuse(errc::invalid, ("the kernel bundle has no device_global '" + name + "'").c_str());
		return *global;
	}
	sycl_rt_spec_facts facts(const kernel_id &id) const { return detail::spec_facts(content_->devices, id, nullptr, ""); }

	detail::shared<content> content_;
};

template <typename>
kernel_bundle<bundle_state::executable> kernel::get_kernel_bundle() const
{
	return kernel_bundle<bundle_state::executable>(content_);
}

template <typename>
const detail::spec_values &kernel::detail_values() const
{
	return content_->spec;
}

namespace detail {

/* The devices of a bundle are of its context, and there is one. */
template <typename Devices>
void check_devices(const context &context, const Devices &devices)
{
	if (devices.empty())
		refuse(errc::invalid, "a kernel bundle is of one device at least");
	for (const device &d : devices)
		if (!context.detail_has(d))
			detail::refuse(errc::invalid, "a device of the kernel bundle is none of the context's");
}

/* Whether there are bundles in that state for all of the devices. */
template <bundle_state State, typename Devices>
bool can_be_in_state(const Devices &devices)
{
	constexpr aspect needed = same(State, bundle_state::input) ? aspect::online_compiler : aspect::online_linker;

	if (same(State, bundle_state::input) || same(State, bundle_state::object))
		for (const device &d : devices)
			if (!d.has(needed))
				return false;
	return true;
}

template <bundle_state State, typename Devices>
shared<bundle_content<State>> make_content(const context &context, const Devices &devices)
{
	shared<bundle_content<State>> content(new bundle_content<State>(context));

	detail::check_devices(context, devices);
	if (!detail::can_be_in_state<State>(devices))
		refuse(errc::invalid, "a device of the kernel bundle has no compiler or linker at run time");
	for (const device &d : devices)
		if (!detail::has(content->devices, d))
			content->devices.add(d);
	return content;
}

template <typename Devices>
const device *first_that_runs(const Devices &devices, const kernel_id &id)
{
	for (const device &d : devices)
		if (can_run(d, id))
			return &d;
	return nullptr;
}

template <bundle_state State>
void add_image(bundle_content<State> &content, const kernel_id &id, const device &of)
{
	for (const device_image<State> &image : content.images)
		if (image.detail_id() == id)
			return;
	content.images.add(device_image<State>(id, of));
}

/* The same kernels and values in another state. */
template <bundle_state To, bundle_state From>
kernel_bundle<To> change_state(const kernel_bundle<From> &from, const std::vector<device> &devices)
{
	const bundle_content<From> &old = from.detail_content();
	shared<bundle_content<To>> content = detail::make_content<To>(old.context, devices);

	if (!bundle_content<To>::has_all_of(old.devices, content->devices))
		refuse(errc::invalid, "a device is none of those of the kernel bundle");
	for (const device_image<From> &image : old.images)
		if (const device *const of = detail::first_that_runs(devices, image.detail_id()))
			content->images.add(device_image<To>(image.detail_id(), *of));
	content->spec = old.spec;
	content->source = old.source;
	return kernel_bundle<To>(content);
}

}

/* --- kernel bundles of the program's kernels --- */

namespace detail {

template <bundle_state State, typename Devices, typename Ids>
kernel_bundle<State> bundle_of(const context &context, const Devices &devices, const Ids &ids)
{
	const shared<bundle_content<State>> content = detail::make_content<State>(context, devices);

	for (const kernel_id &id : ids) {
		const device *const of = detail::first_that_runs(devices, id);

		if (!of)
			refuse(errc::invalid, sycl_rt_message());
		detail::add_image(*content, id, *of);
	}
	return kernel_bundle<State>(content);
}
/* The images that the selector wants, which gets one after the other. */
template <bundle_state State, typename Devices, typename Selector>
kernel_bundle<State> bundle_of_selected(const context &context, const Devices &devices, Selector &selector)
{
	const shared<bundle_content<State>> content = detail::make_content<State>(context, devices);
	const sycl_rt_kernel_name *name;

	for (std::size_t n = sycl_rt_kernel_names(&name), i = 0; i < n; i++) {
		const kernel_id id(name[i].name, name[i].unit);
		const device *const of = detail::first_that_runs(devices, id);

		if (!of)
			continue;
		const device_image<State> image(id, *of);

		if (selector(image))
			detail::add_image(*content, id, *of);
	}
	return kernel_bundle<State>(content);
}
template <bundle_state State, typename Devices>
kernel_bundle<State> bundle_of_all(const context &context, const Devices &devices)
{
	const auto all = [](const device_image<State> &) { return true; };

	return detail::bundle_of_selected<State>(context, devices, all);
}

}

template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &context, const std::vector<device> &devices, const std::vector<kernel_id> &ids)
{
	return detail::bundle_of<State>(context, devices, ids);
}

template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &context, const std::vector<kernel_id> &ids)
{
	return detail::bundle_of<State>(context, context.detail_devices(), ids);
}

template <bundle_state State, typename Selector,
	typename = typename std::enable_if<std::is_invocable_r_v<bool, Selector &, const device_image<State> &>>::type>
kernel_bundle<State> get_kernel_bundle(const context &context, const std::vector<device> &devices, Selector selector)
{
	return detail::bundle_of_selected<State>(context, devices, selector);
}

template <bundle_state State, typename Selector,
	typename = typename std::enable_if<std::is_invocable_r_v<bool, Selector &, const device_image<State> &>>::type>
kernel_bundle<State> get_kernel_bundle(const context &context, Selector selector)
{
	return detail::bundle_of_selected<State>(context, context.detail_devices(), selector);
}

template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &context, const std::vector<device> &devices)
{
	return detail::bundle_of_all<State>(context, devices);
}

template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &context)
{
	return detail::bundle_of_all<State>(context, context.detail_devices());
}

template <typename Name, bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &context)
{
	return get_kernel_bundle<State>(context, std::vector<kernel_id>{ get_kernel_id<Name>() });
}

template <typename Name, bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &context, const std::vector<device> &devices)
{
	return get_kernel_bundle<State>(context, devices, std::vector<kernel_id>{ get_kernel_id<Name>() });
}

/* --- kernels that the program brings: SPIR-V, or texts that the installation's compilers take --- */

namespace detail {

/* Properties that hold texts.  As class templates they cost a source that does not use them only their parsing. */
template <typename String>
struct included_files : run_time_property {
	included_files() = default;
	included_files(const String &name, const String &text) { add(name, text); }
	included_files(const std::vector<String> &names, const std::vector<String> &texts)
	{
		if (names.size() != texts.size())
			refuse(errc::invalid, "each included file has a name and a text");
		for (std::size_t i = 0; i < names.size(); i++)
			add(names[i], texts[i]);
	}
	void add(const String &name, const String &text)
	{
		for (const included_file &file : detail_files)
			if (file.name == name)
				refuse(errc::invalid, ("there is an included file '" + name + "' already").c_str());
		detail_files.add({ name, text });
	}

	list<included_file> detail_files;
};
template <typename String>
struct build_texts : run_time_property {
	build_texts() = default;
	build_texts(const String &text) { add(text); }
	build_texts(const std::vector<String> &texts)
	{
		for (const String &text : texts)
			add(text);
	}
	/* Of { { "one", "two" } }, which is a string of two iterators too. */
	template <std::size_t Count>
	build_texts(const char *const (&texts)[Count])
	{
		for (const char *text : texts)
			add(text);
	}
	void add(const String &text) { detail_texts.add(text); }

	list<String> detail_texts;
};

}

namespace ext::oneapi::experimental {

struct include_files : detail::included_files<std::string> {
	using included_files::included_files;
};
struct build_options : detail::build_texts<std::string> {
	using build_texts::build_texts;
};
struct save_log : detail::run_time_property {
	save_log() = default;
	save_log(std::string *to) : log(to) {}

	std::string *log = nullptr;
};
struct registered_names : detail::build_texts<std::string> {
	using build_texts::build_texts;
};
using include_files_key = include_files;
using build_options_key = build_options;
using save_log_key = save_log;
using registered_names_key = registered_names;
using registered_kernel_names = registered_names;
using registered_kernel_names_key = registered_names;
inline bool is_source_kernel_bundle_supported(backend which, source_language language)
{
	return device::detail_builds(which, language);
}

/* The text, or bytes of SPIR-V. */
template <typename Text, typename List = empty_properties_t>
kernel_bundle<bundle_state::ext_oneapi_source> create_kernel_bundle_from_source(const context &context, source_language language,
	const Text &text, List properties = {})
{
	auto content = detail::make_content<bundle_state::ext_oneapi_source>(context, detail::deferred<List>(context).detail_devices());
	const bool is_text = !detail::same(language, source_language::spirv);

	(void)properties;
	if (std::is_convertible_v<const Text &, std::string_view> != is_text)
		detail::refuse(errc::invalid, "only SPIR-V is given as bytes, and all other languages as text");
	if (is_text && !sycl_rt_has_compiler(detail::same(language, source_language::sycl) ? SYCL_RT_SYCL : SYCL_RT_OPENCL_C))
		detail::refuse(errc::feature_not_supported, detail::same(language, source_language::sycl)
			? "kernels are not built from SYCL: sycl-cc is not installed" : "kernels are not built from OpenCL C: clang is not installed");
	content->source = detail::shared<detail::source_content>(new detail::source_content);
	detail::assign(content->source->language, language);
	if constexpr (std::is_convertible_v<const Text &, std::string_view>)
		content->source->text = std::string_view(text);
	else
		content->source->bytes = detail::list<unsigned char>(reinterpret_cast<const unsigned char *>(text.data()), text.size());
	if constexpr (List::template has_property<include_files>()) {
		if (!detail::same(language, source_language::sycl))
			detail::refuse(errc::invalid, "only SYCL has included files");
		content->source->includes = properties.template get_property<include_files>().detail_files;
	}
	return kernel_bundle<bundle_state::ext_oneapi_source>(content);
}

}

namespace detail {

/*
 * What build() was given, and how it builds: functions of String = std::string, which clang checks
 * only where they are called.
 */
template <typename String>
struct build_words {
	list<String> options, names;
	String log;
};

/* Compiles the text with the words; its kernels are those of the bytes, or of the library. */
template <typename String>
sycl_rt_compiled compile_text(const source_content &from, const String &text, build_words<String> &words)
{
	const bool is_sycl = same(from.language, ext::oneapi::experimental::source_language::sycl);
	list<sycl_rt_file> files;
	list<const char *> options;
	sycl_rt_compiled made;

	files.add({ is_sycl ? "kernels.cpp" : "kernels.cl", text.data(), text.size() });
	for (const included_file &file : from.includes)
		files.add({ file.name.c_str(), file.text.data(), file.text.size() });
	for (const String &option : words.options)
		options.add(option.c_str());
	check_status(sycl_rt_compile(is_sycl ? SYCL_RT_SYCL : SYCL_RT_OPENCL_C, files.begin(), files.size(), options.begin(), options.size(), &made));
	words.log = made.log;
	return made;
}

/* The kernels of SPIR-V, on the devices. */
template <typename Content>
void build_spirv(Content &content, const unsigned char *bytes, std::size_t size)
{
	const sycl_rt_source_kernel *kernel;
	const char *unit;
	sycl_rt_kernel_facts facts;

	check_status(sycl_rt_source_make(bytes, size, &content.source->built.source));
	const std::size_t n = sycl_rt_source_kernels(content.source->built.source, &kernel, &unit);
	for (std::size_t i = 0; i < n; i++)
		content.source->parameters.add({ kernel[i].nparam, kernel[i].offset, kernel[i].size });
	for (std::size_t i = 0; i < n; i++)
		add_image(content, kernel_id(kernel[i].name, unit, &content.source->parameters[i]), content.devices[0]);
	for (const device &d : content.devices)
		check_status(sycl_rt_kernel_ask(d.detail_get(), kernel->name, unit, &facts));
}

/*
 * Adds the names of functions that are declared with properties and extern "C" (below as \103: no letter stands alone): these
 * are kernels by their names, without being registered.
 */
template <typename String>
void find_c_kernels(const String &text, list<String> &names)
{
	static const String property = "SYCL_EXT_ONEAPI_FUNCTION_PROPERTY";

	for (std::size_t at = text.find(property); at != String::npos; at = text.find(property, at + 1)) {
		const std::size_t before = at ? text.find_last_of(";{}", at - 1) : String::npos;
		const std::size_t start = before == String::npos ? 0 : before + 1;
		std::size_t end = at + property.size(), depth = 0, first;

		if (text.substr(start, at - start).find("extern \"\103\"") == String::npos)
			continue;
		/* Behind the property's arguments comes a declaration: the name is before its parameters. */
		do {
			depth += text[end] == '(';
			depth -= depth && text[end] == ')';
		} while (++end < text.size() && (depth || text[end - 1] != ')'));
		end = text.find('(', end);
		if (end == String::npos)
			continue;
		while (end && std::strchr(" \t\n", text[end - 1]))
			end--;
		for (first = end; first && (std::isalnum(static_cast<unsigned char>(text[first - 1])) || text[first - 1] == '_'); first--)
			;
		const String name = text.substr(first, end - first);
		if (name != property && std::find(names.begin(), names.end(), name) == names.end())
			names.add(name);
	}
}

/* The words for the targets of the devices. */
template <typename String>
String targets_of(const list<device> &devices)
{
	String targets;

	for (const device &d : devices) {
		const String version = sycl_rt_device_text(d.detail_get(), SYCL_RT_DEVICE_VERSION);
		String target = d.is_cpu() && same(d.get_backend(), backend::ext_sycl_cc_cpu) ? "x86_64" : "spir64";

		if (same(d.get_backend(), backend::ext_oneapi_cuda)) {
			target = "nvidia_gpu_sm_";
			for (const char c : version)
				if (c != '.')
					target += c;
		} else if (same(d.get_backend(), backend::ext_oneapi_hip)) {
			target = "amd_gpu_" + version;
		}
		if (("," + targets + ",").find("," + target + ",") == String::npos)
			targets += (targets.empty() ? "" : ",") + target;
	}
	return "-fsycl-targets=" + targets;
}

/* The kernels and device globals of a text in SYCL: behind it comes the list of them. */
template <typename Content, typename String>
void build_sycl(Content &content, const source_content &from, build_words<String> &words)
{
	String text = from.text;
	std::size_t n;

	find_c_kernels(text, words.names);
	text += "\n#include <sycl/sycl.hpp>\nnamespace {\ntemplate <auto *Func>\nclass sycl_cc_own : public sycl::detail::free_function<Func> {};\n"
		"template <auto *Func, std::enable_if_t<std::is_function_v<std::remove_pointer_t<decltype(Func)>>, int> = 0>\n"
		"sycl_rt_text_kernel sycl_cc_row(const char *name) { return sycl::detail::text_kernel<sycl_cc_own<Func>>(name); }\n"
		"template <auto *Global, std::enable_if_t<sycl::detail::is_device_global<std::remove_pointer_t<decltype(Global)>>, int> = 0>\n"
		"sycl_rt_text_kernel sycl_cc_row(const char *name) { return sycl::detail::text_global_row<Global>(name); }\n"
		"template <auto &Global, std::enable_if_t<sycl::detail::is_device_global<std::remove_reference_t<decltype(Global)>>, int> = 0>\n"
		"sycl_rt_text_kernel sycl_cc_row(const char *name) { return sycl::detail::text_global_row<&Global>(name); }\n"
		"}\nextern \"\103\" __attribute__((visibility(\"default\"))) const sycl_rt_text_kernel *sycl_cc_text_kernels(std::size_t *sycl_cc_n)\n{\n"
		"\tstatic const sycl_rt_text_kernel sycl_cc_list[] = {\n";
	for (const String &name : words.names) {
		String quoted;

		for (const char c : name)
			quoted += c == '"' || c == '\\' ? String("\\") + c : String(1, c);
		text += "\t\tsycl_cc_row<" + name + ">(\"" + quoted + "\"),\n";
	}
	text += "\t\t{ nullptr, nullptr, nullptr, nullptr }\n\t};\n\t*sycl_cc_n = sizeof sycl_cc_list / sizeof *sycl_cc_list - 1;\n\treturn sycl_cc_list;\n}\n";
	for (const String &option : words.options)
		if (option.compare(0, 14, "-fsycl-targets") == 0)
			refuse(errc::invalid, ("kernels are built for the devices of the bundle, without '" + option + "'").c_str());
	words.options.add(targets_of<String>(content.devices));
	sycl_rt_compiled made = compile_text(from, text, words);
	const sycl_rt_text_kernel *const kernel = made.kernels(&n);
	for (std::size_t i = 0; i < n; i++) {
		if (!kernel[i].symbol) {
			content.source->globals.add({ kernel[i].name, *static_cast<const text_global *>(kernel[i].parameters) });
			continue;
		}
		const kernel_id id(kernel[i].symbol, kernel[i].unit, static_cast<const kernel_parameters *>(kernel[i].parameters));

		if (const device *const of = first_that_runs(content.devices, id)) {
			add_image(content, id, *of);
			content.source->named.add({ kernel[i].name, id });
		}
	}
	sycl_rt_compiled_free(&made);
}

template <typename Content, typename String>
void build_source(Content &content, const source_content &from, build_words<String> &words)
{
	using ext::oneapi::experimental::source_language;

	for (const device &d : content.devices)
		if (!d.ext_oneapi_can_build(from.language))
			detail::refuse(errc::invalid, "a device does not build kernels from this language");
	content.source = shared<source_content>(new source_content);
	if (same(from.language, source_language::sycl)) {
		build_sycl(content, from, words);
	} else if (!words.names.empty()) {
		detail::refuse(errc::invalid, "only kernels of SYCL have registered names");
	} else if (same(from.language, source_language::opencl)) {
		sycl_rt_compiled made = compile_text<String>(from, from.text, words);
		const list<unsigned char> bytes(made.bytes, made.size);

		sycl_rt_compiled_free(&made);
		build_spirv(content, bytes.begin(), bytes.size());
	} else {
		build_spirv(content, from.bytes.begin(), from.bytes.size());
	}
}

}

namespace ext::oneapi::experimental {

template <typename List = empty_properties_t, typename String = std::string>
kernel_bundle<bundle_state::executable> build(const kernel_bundle<bundle_state::ext_oneapi_source> &from,
	const std::vector<device> &devices, List properties = {})
{
	const auto &source = detail::deferred<List>(from).detail_content();
	auto content = detail::make_content<bundle_state::executable>(source.context, devices);
	String *log = nullptr;
	detail::build_words<String> words;

	(void)properties;
	if constexpr (List::template has_property<save_log>())
		log = properties.template get_property<save_log>().log;
	if constexpr (List::template has_property<build_options>())
		words.options = properties.template get_property<build_options>().detail_texts;
	if constexpr (List::template has_property<registered_names>())
		words.names = properties.template get_property<registered_names>().detail_texts;
	try {
		detail::build_source(*content, *source.source, words);
	} catch (const exception &e) {
		if (log)
			*log = e.what();
		throw;
	}
	if (log)
		*log = words.log;
	return kernel_bundle<bundle_state::executable>(content);
}
template <typename List = empty_properties_t, typename = typename std::enable_if<is_property_list_v<List>>::type>
kernel_bundle<bundle_state::executable> build(const kernel_bundle<bundle_state::ext_oneapi_source> &from, List properties = {})
{
	return experimental::build(from, detail::deferred<List>(from).get_devices(), properties);
}

/* For link(): kernels that use no functions of other objects, since each object is compiled as a whole. */
template <typename List = empty_properties_t>
kernel_bundle<bundle_state::object> compile(const kernel_bundle<bundle_state::ext_oneapi_source> &from, const std::vector<device> &devices,
	List properties = {})
{
	return detail::change_state<bundle_state::object>(experimental::build(from, devices, properties), devices);
}
template <typename List = empty_properties_t, typename = typename std::enable_if<is_property_list_v<List>>::type>
kernel_bundle<bundle_state::object> compile(const kernel_bundle<bundle_state::ext_oneapi_source> &from, List properties = {})
{
	return experimental::compile(from, detail::deferred<List>(from).get_devices(), properties);
}

}

/* --- whether there is a bundle: all kernels run on one of the devices at least --- */

namespace detail {

template <bundle_state State, typename Devices, typename Ids>
bool has_bundle_of(const context &context, const Devices &devices, const Ids &ids)
{
	detail::check_devices(context, devices);
	if (!detail::can_be_in_state<State>(devices))
		return false;
	for (const kernel_id &id : ids)
		if (!detail::first_that_runs(devices, id))
			return false;
	return true;
}
template <bundle_state State, typename Devices>
bool has_bundle_of_some(const context &context, const Devices &devices)
{
	detail::check_devices(context, devices);
	return detail::can_be_in_state<State>(devices) && !detail::bundle_of_all<State>(context, devices).empty();
}

}

template <bundle_state State>
bool has_kernel_bundle(const context &context, const std::vector<device> &devices, const std::vector<kernel_id> &ids)
{
	return detail::has_bundle_of<State>(context, devices, ids);
}

template <bundle_state State>
bool has_kernel_bundle(const context &context, const std::vector<kernel_id> &ids)
{
	return detail::has_bundle_of<State>(context, context.detail_devices(), ids);
}

template <bundle_state State>
bool has_kernel_bundle(const context &context, const std::vector<device> &devices)
{
	return detail::has_bundle_of_some<State>(context, devices);
}

template <bundle_state State>
bool has_kernel_bundle(const context &context)
{
	return detail::has_bundle_of_some<State>(context, context.detail_devices());
}

template <typename Name, bundle_state State>
bool has_kernel_bundle(const context &context, const std::vector<device> &devices)
{
	return has_kernel_bundle<State>(context, devices, std::vector<kernel_id>{ get_kernel_id<Name>() });
}

template <typename Name, bundle_state State>
bool has_kernel_bundle(const context &context)
{
	return has_kernel_bundle<State>(context, std::vector<kernel_id>{ get_kernel_id<Name>() });
}

/* --- from state to state --- */

namespace detail {

/* What the bundles were made of; null when all are of the program's own kernels. */
template <bundle_state State>
shared<source_content> join_sources(const std::vector<kernel_bundle<State>> &bundles)
{
	shared<source_content> joined;

	for (const kernel_bundle<State> &bundle : bundles)
		if (const shared<source_content> &source = bundle.detail_content().source) {
			if (!joined)
				joined = shared<source_content>(new source_content);
			joined->language = source->language;
			joined->parts.add(source);
			for (const named_kernel &kernel : source->named)
				joined->named.add(kernel);
			for (const named_global &global : source->globals)
				joined->globals.add(global);
		}
	if (joined)
		for (const kernel_bundle<State> &bundle : bundles)
			for (const kernel_id &id : bundle.get_kernel_ids())
				joined->of_program.add(id);
	return joined;
}

/* All that the bundles hold, which have one context, for the devices that they share. */
template <bundle_state State>
kernel_bundle<State> join_bundles(const std::vector<kernel_bundle<State>> &bundles, bool same_devices)
{
	if (bundles.empty())
		detail::refuse(errc::invalid, "there is no kernel bundle to join");
	const bundle_content<State> &first = bundles.front().detail_content();
	shared<bundle_content<State>> content(new bundle_content<State>(first.context));

	for (const device &d : first.devices)
		if (std::all_of(bundles.begin(), bundles.end(), [&](const kernel_bundle<State> &bundle) { return has(bundle.detail_content().devices, d); }))
			content->devices.add(d);
	for (const kernel_bundle<State> &bundle : bundles) {
		if (bundle.get_context() != first.context)
			detail::refuse(errc::invalid, "kernel bundles of several contexts cannot be joined");
		if (same_devices && bundle.detail_content().devices.size() != content->devices.size())
			detail::refuse(errc::invalid, "kernel bundles of several sets of devices cannot be joined");
		for (const device_image<State> &image : bundle)
			add_image(*content, image.detail_id(), image.detail_device());
		content->spec.add(bundle.detail_content().spec);
	}
	content->source = join_sources(bundles);
	return kernel_bundle<State>(content);
}

}

/* All that the bundles hold; they have one context and the same devices. */
template <bundle_state State>
kernel_bundle<State> join(const std::vector<kernel_bundle<State>> &bundles)
{
	return detail::join_bundles(bundles, true);
}

template <bundle_state From = bundle_state::input>
kernel_bundle<bundle_state::object> compile(const kernel_bundle<From> &from, const std::vector<device> &devices,
	const property_list & = {})
{
	static_assert(detail::same(From, bundle_state::input), "a kernel bundle in state input is compiled");
	return detail::change_state<bundle_state::object>(from, devices);
}
template <bundle_state From = bundle_state::input>
kernel_bundle<bundle_state::object> compile(const kernel_bundle<From> &from, const property_list &properties = {})
{
	return compile(from, from.get_devices(), properties);
}

template <bundle_state From = bundle_state::object>
kernel_bundle<bundle_state::executable> link(const std::vector<kernel_bundle<From>> &from, const std::vector<device> &devices,
	const property_list & = {})
{
	static_assert(detail::same(From, bundle_state::object), "kernel bundles in state object are linked");
	return detail::change_state<bundle_state::executable>(detail::join_bundles(from, false), devices);
}
template <bundle_state From = bundle_state::object>
kernel_bundle<bundle_state::executable> link(const std::vector<kernel_bundle<From>> &from, const property_list &properties = {})
{
	return link(from, detail::join_bundles(from, false).get_devices(), properties);
}
template <bundle_state From = bundle_state::object>
kernel_bundle<bundle_state::executable> link(const kernel_bundle<From> &from, const std::vector<device> &devices,
	const property_list &properties = {})
{
	return link(std::vector<kernel_bundle<From>>{ from }, devices, properties);
}
template <bundle_state From = bundle_state::object>
kernel_bundle<bundle_state::executable> link(const kernel_bundle<From> &from, const property_list &properties = {})
{
	return link(from, from.get_devices(), properties);
}

template <bundle_state From = bundle_state::input>
kernel_bundle<bundle_state::executable> build(const kernel_bundle<From> &from, const std::vector<device> &devices,
	const property_list & = {})
{
	static_assert(detail::same(From, bundle_state::input), "a kernel bundle in state input is built");
	return detail::change_state<bundle_state::executable>(from, devices);
}
template <bundle_state From = bundle_state::input>
kernel_bundle<bundle_state::executable> build(const kernel_bundle<From> &from, const property_list &properties = {})
{
	return build(from, from.get_devices(), properties);
}

template <bundle_state State>
void handler::use_kernel_bundle(const kernel_bundle<State> &bundle)
{
	static_assert(detail::same(State, bundle_state::executable), "a command group can only use an executable kernel bundle");
	const auto has = [&](const detail::queue_state &queue) {
		for (const device &d : bundle.detail_content().devices)
			if (queue.device.detail_is_of(d))
				return true;
		return false;
	};

	if (bundle.get_context() != queue_->context || (second_ && bundle.get_context() != second_->context))
		detail::refuse(errc::invalid, "the kernel bundle and the queue have different contexts");
	if (!spec_.empty() && !(rare_ && rare_->has_bundle))
		detail::refuse(errc::invalid,
			"the command group has set specialization constants: it cannot use a kernel bundle, which has its own");
	rare().has_bundle = true;
	rare().bundle_has_devices = has(*queue_) && (!second_ || has(*second_));
	spec_ = bundle.detail_content().spec;
	rare().bundle_kernels = {};
	for (const device_image<State> &image : bundle)
		rare().bundle_kernels.add(image.detail_id().get_name());
}

}

template <>
struct std::hash<sycl::kernel_id> {
	std::size_t operator()(const sycl::kernel_id &id) const { return std::hash<std::string_view>()(id.get_name()); }
};
template <>
struct std::hash<sycl::kernel> {
	std::size_t operator()(const sycl::kernel &kernel) const { return std::hash<sycl::kernel_id>()(kernel.detail_id()); }
};
template <sycl::bundle_state State>
struct std::hash<sycl::device_image<State>> {
	std::size_t operator()(const sycl::device_image<State> &image) const { return std::hash<sycl::kernel_id>()(image.detail_id()); }
};
template <sycl::bundle_state State>
struct std::hash<sycl::kernel_bundle<State>> {
	std::size_t operator()(const sycl::kernel_bundle<State> &bundle) const
	{
		return std::hash<sycl::context>()(bundle.get_context());
	}
};

#endif
