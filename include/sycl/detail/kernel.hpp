/*
 * Kernels: the entry functions of the device pass and the launch of the host
 * pass.  Both sides share the parameters of doc/graph.md, "Contracts".
 *
 * Two traps of clang 22: an entry's body must be exactly one call of an
 * always_inline template (a local variable that is initialised from a parameter
 * would get a wrong value); and entries must be declared in the device pass only.
 */
#ifndef SYCL_DETAIL_KERNEL_HPP
#define SYCL_DETAIL_KERNEL_HPP

#include <cstdint>
#include <cstring>
#include <type_traits>

#include <sycl-cc/offload-descriptor.h>
#include <sycl-cc/runtime.h>
#include <sycl/detail/builtins.hpp>
#include <sycl/detail/kernel_number.hpp>
#include <sycl/detail/local_memory.hpp>
#ifdef SYCL_CC_INTEGRATION
#include <sycl/detail/kernel_table.hpp>
#elif defined(SYCL_CC_PLAIN_HOST)
#include <sycl/detail/type_symbol.hpp>
#endif
#include <sycl/exception.hpp>
#include <sycl/ext/oneapi/kernel_properties/properties.hpp>
#include <sycl/kernel_handler.hpp>
#include <sycl/nd_item.hpp>

namespace sycl {
class handler;
}

namespace sycl::detail {

/* The second parameter of every kernel. */
struct kernel_args {
	std::uint64_t range[3];
	std::uint64_t offset[3];
	void *spec_constants;
};

/* Device code is found by the names of classes only: void(int), int *, an enum or union name no kernel. */
template <typename Name>
constexpr bool names_kernel()
{
	static_assert(std::is_class_v<Name>,
		"a kernel's name is a class, which may be declared on the spot: single_task<class my_kernel>(f) (SYCL 2020, 5.2)");
	return true;
}

/* The type that names the kernel: the user's name, else the type of the function object. */
template <typename Name, typename Function>
using kernel_name = std::conditional_t<std::is_void_v<Name>, Function, Name>;

/* A function that is a kernel: one kernel for launches of all kinds and dimensions. */
template <typename Function>
inline constexpr bool is_free_function = false;

template <typename Function, typename... Arguments>
inline constexpr bool takes = std::disjunction_v<std::is_invocable<Function, const Arguments &...>,
	std::is_invocable<Function, const Arguments &..., kernel_handler>>;

/* operator() is a template, as that of a lambda with auto. */
template <typename Function, typename = void>
inline constexpr bool is_generic = true;
template <typename Function>
inline constexpr bool is_generic<Function, std::void_t<decltype(&Function::operator())>> = false;

/*
 * Whether f takes one of the lists of arguments, of which later ones are tried only if earlier ones do not fit.  The host
 * pass asks that of generic function objects, which it never calls: what they use counts as used then, else compilers
 * warn of static functions and tables that only kernels use.  True for all others.
 */
template <typename Function, typename... Lists>
constexpr bool generic_takes()
{
	if constexpr (is_generic<Function>)
		return std::disjunction_v<Lists...>;
	return true;
}

template <sycl_rt_kernel_kind Kind, int Dimensions, typename Function>
constexpr bool generic_kernel_takes()
{
	if constexpr (Kind == SYCL_RT_KIND_RANGE)
		return generic_takes<Function, std::is_invocable<const Function &, const item<Dimensions, true> &>,
			std::is_invocable<const Function &, const item<Dimensions, true> &, kernel_handler>,
			std::is_invocable<const Function &, const item<Dimensions, false> &>>();
	else if constexpr (Kind == SYCL_RT_KIND_ND_RANGE)
		return generic_takes<Function, std::is_invocable<const Function &, const nd_item<Dimensions> &>,
			std::is_invocable<const Function &, const nd_item<Dimensions> &, kernel_handler>>();
	return true;
}

/*
 * f(argument), with a kernel_handler if f takes nothing else: one that takes whatever comes gets none.
 * Under SYCL 1.2.1 operator() may change the object: each work-item has a copy.
 */
template <typename Function, typename... Arguments>
SYCL_CC_WRAPPER SYCL_CC_INLINE void invoke(const Function &f, const kernel_args &args, const Arguments &...argument)
{
	if constexpr (std::is_invocable_v<const Function &, const Arguments &...>)
		kernel_properties<Function>::call(f, argument...);
	else if constexpr (takes<const Function &, Arguments...>)
		kernel_properties<Function>::call(f, argument..., maker::make<kernel_handler>(args.spec_constants));
#ifdef SYCL_CC_1_2_1
	else if constexpr (std::is_invocable_v<Function &, const Arguments &...>) {
		Function own = f;

		own(argument...);
	}
#endif
	else if constexpr (takes<Function &, Arguments...>)
		static_assert(takes<const Function &, Arguments...>,
			"operator() of a kernel's function object must be const: a lambda is not mutable (SYCL 2020, 4.12)");
	else if constexpr (!is_generic<Function>)
		static_assert(takes<const Function &, Arguments...>,
			"a kernel's function object takes what its launch passes: an item or id of the range's dimensions, an nd_item, in a single task nothing (SYCL 2020, 4.9.4.2)");
	else
		kernel_properties<Function>::call(f, argument...);
}

template <int Dimensions>
SYCL_CC_INLINE id<Dimensions> args_offset(const kernel_args &args)
{
	id<Dimensions> offset;

	for (int d = 0; d < Dimensions; d++)
		offset[d] = args.offset[d];
	return offset;
}

/* One work-item of a range; those past its end return at once. */
template <int Dimensions, typename Function>
SYCL_CC_WRAPPER SYCL_CC_INLINE void run_range(const Function &f, const kernel_args &args)
{
	id<Dimensions> i;
	range<Dimensions> size;

	/* First the id that is different for each work-item of a row, which the device compiler divides there. */
	for (int d = Dimensions - 1; d >= 0; d--) {
		i[d] = dev::global_id(static_cast<unsigned>(Dimensions - 1 - d));
		size[d] = args.range[d];
		if (i[d] >= size[d])
			return;
	}
	const id<Dimensions> offset = args_offset<Dimensions>(args);
	using plain = item<Dimensions, false>;
	/* A generic lambda must not be instantiated with the other item: its body may refuse it. */
	if constexpr (takes<const Function &, item<Dimensions, true>>)
		invoke(f, args, maker::make<item<Dimensions, true>>(i + offset, size, offset));
	else if constexpr (takes<const Function &, plain>)
		invoke(f, args, maker::make<plain>(i + offset, size, offset));
	else
		invoke(f, args, maker::make<item<Dimensions, true>>(i + offset, size, offset));
}

template <int Dimensions, typename Function>
SYCL_CC_WRAPPER SYCL_CC_INLINE void run_nd_range(const Function &f, const kernel_args &args)
{
	invoke(f, args, maker::make<nd_item<Dimensions>>(args_offset<Dimensions>(args)));
}

#ifdef SYCL_CC_DEVICE

/*
 * The form in which a kernel gets a function object: by value if the calling
 * convention copies it as bytes, else as an array of bytes.
 */
template <typename Function>
struct functor_bytes {
	alignas(Function) unsigned char bytes[sizeof(Function)];
};

template <typename Function>
using functor_argument = std::conditional_t<
	std::is_trivially_copy_constructible_v<Function> && std::is_trivially_destructible_v<Function>, Function, functor_bytes<Function>>;

template <typename Function>
SYCL_CC_INLINE const Function &functor(const functor_argument<Function> &argument)
{
	if constexpr (std::is_same_v<functor_argument<Function>, functor_bytes<Function>>) {
		/* IR has the type so: device-prepare looks for what the device cannot use. */
		[[maybe_unused]] const Function *const next = reinterpret_cast<const Function *>(argument.bytes) + 1;
	}
	return reinterpret_cast<const Function &>(argument);
}

template <typename Function>
SYCL_CC_WRAPPER SYCL_CC_INLINE void single_task_body(const functor_argument<Function> &f, const kernel_args &args)
{
	invoke(functor<Function>(f), args);
}

template <int Dimensions, typename Function>
SYCL_CC_WRAPPER SYCL_CC_INLINE void range_body(const functor_argument<Function> &f, const kernel_args &args)
{
	run_range<Dimensions>(functor<Function>(f), args);
}

template <int Dimensions, typename Function>
SYCL_CC_WRAPPER SYCL_CC_INLINE void nd_range_body(const functor_argument<Function> &f, const kernel_args &args,
	local_argument local)
{
	prepare_local_memory<Dimensions>(local);
	run_nd_range<Dimensions>(functor<Function>(f), args);
}

template <typename Name, typename Function>
[[clang::sycl_kernel_entry_point(Name)]] void single_task_entry(functor_argument<Function> f, kernel_args args)
{
	single_task_body<Function>(f, args);
}

template <typename Name, int Dimensions, typename Function>
[[clang::sycl_kernel_entry_point(Name)]] void range_entry(functor_argument<Function> f, kernel_args args)
{
	range_body<Dimensions, Function>(f, args);
}

template <typename Name, int Dimensions, typename Function>
[[clang::sycl_kernel_entry_point(Name)]] void nd_range_entry(functor_argument<Function> f, kernel_args args,
	local_argument local)
{
	nd_range_body<Dimensions, Function>(f, args, local);
}

/* Never runs: it makes the compiler emit the kernel. */
template <sycl_rt_kernel_kind Kind, int Dimensions, typename Name, typename Function>
void emit_kernel(const Function &f)
{
	using name = unique_name<kernel_name<Name, Function>>;
	const auto &argument = reinterpret_cast<const functor_argument<Function> &>(f);

	if constexpr (Kind == SYCL_RT_KIND_SINGLE_TASK)
		single_task_entry<name, Function>(argument, kernel_args());
	else if constexpr (Kind == SYCL_RT_KIND_RANGE)
		range_entry<name, Dimensions, Function>(argument, kernel_args());
	else
		nd_range_entry<name, Dimensions, Function>(argument, kernel_args(), local_argument());
}

#endif

#ifdef SYCL_CC_OFFLOAD_HOST

/* Defined in the object with the device images; a link without that one fails with this name. */
#if !defined(__SYCL_TU_ID__) && defined(__SYCL_CC_PCH__)
#define SYCL_CC_UNIT_FOLLOWS	/* detail/unit.hpp has it */
SYCL_CC_INLINE void need_device_code();
#else
extern "C" __attribute__((visibility("hidden"))) const char SYCL_OFFLOAD_LINKED[]
#ifdef __SYCL_TU_ID__
	__asm__(SYCL_OFFLOAD_SYMBOL_LINKED_MODULE __SYCL_TU_ID__)
#endif
	;

SYCL_CC_INLINE void need_device_code()
{
	__asm__ volatile("" : : "r"(SYCL_OFFLOAD_LINKED));
}
#endif

#endif

/* Kernels are in images of the program, for the runtime to run. */
#ifdef SYCL_CC_OFFLOAD_HOST
inline constexpr bool has_device_code = true;
#else
inline constexpr bool has_device_code = false;
#endif

/* The sizes of a launch. */
template <int Dimensions>
struct launch_shape {
	range<Dimensions> global;
	range<Dimensions> local;
	id<Dimensions> offset;
};

#ifdef SYCL_CC_PLAIN_HOST

inline void set_host_item(int dimensions, int d, std::size_t group, std::size_t local, std::size_t local_size, std::size_t groups)
{
	const int b = dimensions - 1 - d;

	dev::host_item.group_id[b] = group;
	dev::host_item.local_id[b] = local;
	dev::host_item.local_size[b] = local_size;
	dev::host_item.num_groups[b] = groups;
	dev::host_item.global_id[b] = group * local_size + local;
	dev::host_item.global_size[b] = groups * local_size;
}

/* Runs the kernel here, one work-item after the other. */
template <sycl_rt_kernel_kind Kind, int Dimensions, typename Function>
void run_sequentially(const Function &f, const launch_shape<Dimensions> &shape, const kernel_args &args, std::size_t local_bytes)
{
	const range<Dimensions> groups = Kind == SYCL_RT_KIND_ND_RANGE ? shape.global / shape.local : shape.global;
	const range<Dimensions> local = Kind == SYCL_RT_KIND_ND_RANGE ? shape.local : range<Dimensions>(groups) * 0 + 1;
	const host_local_memory memory(local_bytes);

	if constexpr (Kind == SYCL_RT_KIND_SINGLE_TASK) {
		invoke(f, args);
		return;
	}
	for (std::size_t g = 0; g < groups.size(); g++) {
		for (std::size_t l = 0; l < local.size(); l++) {
			const id<Dimensions> group = delinear(g, groups), item = delinear(l, local);

			for (int d = 0; d < Dimensions; d++)
				set_host_item(Dimensions, d, group[d], item[d], local[d], groups[d]);
			if constexpr (Kind == SYCL_RT_KIND_RANGE)
				run_range<Dimensions>(f, args);
			else if constexpr (Kind == SYCL_RT_KIND_ND_RANGE)
				run_nd_range<Dimensions>(f, args);
		}
	}
}

#endif

#if defined(SYCL_CC_INTEGRATION)
/* Specialised by the integration header for the kernels that it can name. */
template <typename Name>
struct kernel_info {
	static const char *name() { return find_registered<Name>().name; }
	static constexpr unsigned long functor_size = 0;	/* not known */
	static unsigned long functor_data() { return find_registered<Name>().functor_data; }
};

/* How many bytes of a function object are data and not padding; 0 where the compiler does not tell. */
template <typename Function>
std::size_t functor_data()
{
#if defined(__has_builtin)
#if __has_builtin(__builtin_clear_padding)
	if constexpr (std::is_trivially_copyable_v<Function>) {
		alignas(Function) unsigned char bytes[sizeof(Function)];

		std::memset(bytes, 1, sizeof bytes);
		__builtin_clear_padding(reinterpret_cast<Function *>(bytes));
		return static_cast<std::size_t>(std::count(bytes, bytes + sizeof bytes, 1));
	}
#endif
#endif
	return 0;
}

/*
 * g++ copies local constants into lambdas inside lambdas that capture by reference, clang leaves
 * them out.  Both objects may have the same size, if there was room between other captures.
 */
template <typename Name, typename Function>
void check_captures()
{
	static const std::size_t host = functor_data<Function>(), device = kernel_info<Name>::functor_data();

	if (device != 0 && host > device)
		throw exception(make_error_code(errc::kernel_argument), "The kernel's function object holds " + std::to_string(host)
			+ " bytes on the host and " + std::to_string(device)
			+ " bytes on the device: does g++ keep a local constant in it (make that static)?");
}
#endif

/* The kernel's name in device images. */
template <typename Name>
const char *kernel_symbol()
{
#if defined(SYCL_CC_INTEGRATION)
	return kernel_info<Name>::name();
#elif defined(SYCL_CC_DEVICE) || defined(SYCL_CC_OFFLOAD_HOST)
	return __builtin_sycl_unique_stable_name(unique_name<Name>);
#elif defined(SYCL_CC_PLAIN_HOST)
	return type_symbol<Name>();
#else
	return "";
#endif
}

/* As kernel_symbol(), also of a kernel of another translation unit, and of a name that no kernel has. */
template <typename Name>
const char *asked_symbol()
{
#if defined(SYCL_CC_INTEGRATION)
	if constexpr (kernel_info<Name>::functor_size == 0)
		return find_symbol<Name>();
	else
#endif
		return kernel_symbol<Name>();
}

/* Work of a command group that is run later. */
struct launch_context;
struct later_kernel;
struct kernel_patch;
struct held_command;
struct later_work {
	virtual ~later_work() = default;
	virtual void run(const launch_context &context) = 0;
	/* The kernel's launch; null when the work is not a kernel. */
	virtual const sycl_rt_launch *kernel_launch() const { return nullptr; }
	virtual const later_kernel *kernel() const { return nullptr; }
	/* Bytes that it keeps for a graph. */
	virtual std::size_t kept() const { return 0; }

	later_work *next = nullptr;
};

template <typename Function>
struct later_function final : later_work {
	explicit later_function(const Function &function) : f(function) {}
	void run(const launch_context &context) override { f(context); }

	Function f;
};

/* Work that is done in order. */
class later_list {
public:
	later_list() = default;
	later_list(later_list &&other) noexcept { take(other); }
	later_list &operator=(const later_list &) = delete;
	~later_list()
	{
		while (first_) {
			later_work *const work = first_;

			first_ = work->next;
			delete work;
		}
	}

	void add_work(later_work *work)
	{
		*last_ = work;
		last_ = &work->next;
	}
	template <typename Function>
	void add(const Function &f)
	{
		add_work(new later_function<Function>(f));
	}
	/* All of the other's. */
	void take(later_list &other) noexcept
	{
		if (!other.first_)
			return;
		*last_ = other.first_;
		last_ = other.last_;
		other.first_ = nullptr;
		other.last_ = &other.first_;
	}
	void run(const launch_context &context) const
	{
		for (later_work *work = first_; work; work = work->next)
			work->run(context);
	}
	bool empty() const { return !first_; }
	const later_work *begin() const { return first_; }
	/* The launch of work that is one kernel, else null. */
	const sycl_rt_launch *only_launch() const { return first_ && !first_->next ? first_->kernel_launch() : nullptr; }

private:
	later_work *first_ = nullptr, **last_ = &first_;
};

/* A placeholder accessor, and the address that it has on a device. */
struct placeholder {
	template <typename Accessor>
	placeholder(const Accessor &accessor, void *on_device)
		: size(Accessor::dimensions ? sizeof accessor : sizeof on_device), address(on_device)
	{
		static_assert(sizeof accessor <= sizeof bytes);
		std::memcpy(bytes, static_cast<const void *>(&accessor), sizeof accessor);
	}
	/* Accessors in the function object that equal this one, which start with their address, get the device's. */
	void place(unsigned char *functor, std::size_t n) const
	{
		for (std::size_t i = 0; i + size <= n; i += sizeof address)
			if (std::memcmp(functor + i, bytes, size) == 0)
				std::memcpy(functor + i, &address, sizeof address);
	}

	std::size_t size;
	void *address;
	unsigned char bytes[80];
};

/* The parts of a command group that its kernel needs. */
struct launch_context {
	const sycl_rt_device *device;
	std::size_t local_bytes;
	sycl_rt_times *times;
	const spec_values *spec;
	later_list *later;	/* null: now */
	const list<placeholder> *placeholders;	/* to get the device's addresses; null: none */
	handler *starts;	/* the group whose device starts the kernel; null: it runs here */
	const sycl_rt_launch *sizes;	/* that the kernel of a graph has now; null: its own */
	const list<kernel_patch> *patches;	/* to its arguments; null: none */
	held_command *held = nullptr;	/* takes the kernel until the function of its group has returned; null: it runs at once */
};

SYCL_CC_ON_DEMAND
void start_kernel(handler &group, const sycl_rt_launch &launch);

/* Runs it to its end, or hands it to the runtime. */
inline void run_launch(const sycl_rt_launch &launch, const launch_context &context)
{
	if (context.starts)
		start_kernel(*context.starts, launch);
	else
		check_status(sycl_rt_launch_kernel(context.device, &launch));
}

/* The context may say afterwards that it must be later. */
inline void launch_now(sycl_rt_launch &launch, const launch_context &context)
{
	const list<sycl_rt_spec_value> spec = context.spec->for_runtime();

	launch.spec = spec.begin();
	launch.nspec = static_cast<std::uint32_t>(spec.size());
	if (context.placeholders) {
		list<unsigned char> functor(static_cast<const unsigned char *>(launch.functor), launch.functor_size);

		for (const placeholder &p : *context.placeholders)
			p.place(functor.begin(), functor.size());
		launch.functor = functor.begin();
		run_launch(launch, context);
		return;
	}
	run_launch(launch, context);
	if (context.later)
		launch.spec = nullptr, launch.nspec = 0;
}

/* The value of an argument that a graph changes, and who has it. */
struct graph_node;
struct dynamic_value : counted {
	virtual ~dynamic_value() = default;
	/* A kernel of the node has it there, in its function object. */
	virtual void note(graph_node *node, const later_kernel *kernel, std::size_t offset) = 0;
	virtual void forget(const graph_node *node) = 0;
};

/* Where a function object has such an argument. */
struct dynamic_place {
	shared<dynamic_value> value;
	std::size_t offset;
};

/* What a graph has put into the function object of a kernel since. */
struct kernel_patch {
	const later_kernel *kernel;
	std::size_t offset;
	list<unsigned char> bytes;
	std::size_t local_bytes;	/* that the kernel needs with it; 0: its own */
};

/* The base of what handler::set_arg() asks for its bytes. */
struct kernel_bytes {};

/* An argument of a kernel object. */
struct kernel_argument {
	void set(const void *from, std::size_t size, std::size_t align)
	{
		bytes = list<unsigned char>(static_cast<const unsigned char *>(from), size);
		alignment = align;
		address_first = false;
		dynamic = {};
	}
	/* How many bytes a parameter of that size gets: of an accessor, the address alone. */
	std::size_t size_for(std::size_t room) const { return address_first && room < bytes.size() ? sizeof(void *) : bytes.size(); }

	list<unsigned char> bytes;
	std::size_t alignment = 0;	/* 0: it was not set */
	bool address_first = false;	/* it starts with an address, or the offset of one, which is all that some kernels take */
	shared<dynamic_value> dynamic;
};

/* The parameters of a function that is a kernel, or of a kernel of SPIR-V. */
struct kernel_parameters {
	std::uint32_t number;
	const std::size_t *offset;	/* in its function object; behind the last one, where they end */
	const std::size_t *size;	/* of each, of a kernel of SPIR-V; null: only the most that it can be is known */
	std::size_t whole = 0;	/* of a function: the object's size, with the place of the scratch memory behind the parameters */

	std::size_t room(std::size_t i) const { return size ? size[i] : offset[i + 1] - offset[i]; }
};

/* The bytes of arguments: where the parameters are, else one after the other, each at its alignment. */
class packed_arguments {
public:
	template <typename Arguments>
	void add(const Arguments &arguments, const kernel_parameters *parameters)
	{
		if (parameters && parameters->number != arguments.size())
			refuse(errc::kernel_argument, "the kernel has another number of parameters than arguments");
		for (std::size_t i = 0; i < arguments.size(); i++) {
			const auto &argument = arguments[i];

			if (!argument.alignment)
				refuse(errc::kernel_argument, "an argument of the kernel was not set: call handler::set_arg (SYCL 2020, 4.9.4.2)");
			const std::size_t size = parameters && parameters->size ? argument.size_for(parameters->size[i]) : argument.bytes.size();

			if (parameters && size > parameters->room(i))
				refuse(errc::kernel_argument, "an argument of the kernel is larger than its parameter");
			if (parameters && parameters->size && size < parameters->size[i])
				refuse(errc::kernel_argument, "an argument of the kernel is smaller than its parameter");
			if (parameters)
				fill(parameters->offset[i]);
			else
				align(argument.alignment);
			if (argument.dynamic)
				dynamic.add({ argument.dynamic, bytes_.size() });
			for (std::size_t k = 0; k < size; k++)
				bytes_.add(argument.bytes[k]);
		}
	}
	/* After the last one. */
	void close(const kernel_parameters *parameters, std::uint32_t scratch)
	{
		if (parameters)
			fill(parameters->offset[parameters->number]);
		else
			align(alignment_);
		if (parameters && parameters->whole) {
			unsigned char place[sizeof scratch];

			std::memcpy(place, &scratch, sizeof place);
			for (const unsigned char byte : place)
				bytes_.add(byte);
			fill(parameters->whole);
		}
		if (bytes_.empty())	/* as a class without members */
			bytes_.add(0);
	}
	const unsigned char *begin() const { return bytes_.begin(); }
	std::size_t size() const { return bytes_.size(); }

	list<dynamic_place> dynamic;

private:
	void align(std::size_t alignment)
	{
		if (alignment > alignment_)
			alignment_ = alignment;
		fill((bytes_.size() + alignment - 1) / alignment * alignment);
	}
	void fill(std::size_t size)
	{
		while (bytes_.size() < size)
			bytes_.add(0);
	}

	list<unsigned char> bytes_;
	std::size_t alignment_ = 1;
};

/* A kernel that runs when its group does, with a function object of its own. */
struct later_kernel final : later_work {
	later_kernel(const sycl_rt_launch &now, void *functor, void (*destroy)(void *)) : launch(now), drop(destroy)
	{
		launch.functor = functor;
		launch.times = nullptr;
	}
	~later_kernel() override { drop(const_cast<void *>(launch.functor)); }
	void run(const launch_context &context) override
	{
		sycl_rt_launch own = launch;

		if (context.sizes) {
			std::memcpy(own.global, context.sizes->global, sizeof own.global);
			std::memcpy(own.local, context.sizes->local, sizeof own.local);
			std::memcpy(own.offset, context.sizes->offset, sizeof own.offset);
		}
		if (context.patches)
			run_patched(own, context);
		else
			launch_now(own, context);
	}
	SYCL_CC_ON_DEMAND
	void run_patched(sycl_rt_launch &own, const launch_context &context) const
	{
		list<unsigned char> functor(static_cast<const unsigned char *>(own.functor), own.functor_size);

		for (const kernel_patch &patch : *context.patches)
			if (patch.kernel == this) {
				std::memcpy(functor.begin() + patch.offset, patch.bytes.begin(), patch.bytes.size());
				own.local_bytes = patch.local_bytes > own.local_bytes ? patch.local_bytes : own.local_bytes;
			}
		own.functor = functor.begin();
		launch_now(own, context);
	}
	const sycl_rt_launch *kernel_launch() const override { return &launch; }
	const later_kernel *kernel() const override { return this; }

	sycl_rt_launch launch;
	void (*drop)(void *functor);
	list<dynamic_place> dynamic;
};

/* The same for one that is bytes. */
inline later_kernel *copy_kernel(const sycl_rt_launch &launch)
{
	return new later_kernel(launch, std::memcpy(::operator new(launch.functor_size), launch.functor, launch.functor_size),
		[](void *p) { ::operator delete(p); });
}

template <typename Function>
void launch_later(later_list &group, const sycl_rt_launch &launch, const Function &f)
{
	if constexpr (std::is_trivially_copyable_v<Function> && alignof(Function) <= alignof(std::max_align_t))
		group.add_work(copy_kernel(launch));
	else
		group.add_work(new later_kernel(launch, new Function(f), [](void *p) { delete static_cast<Function *>(p); }));
}

/* The command of a group whose function has not returned: a kernel, of which most function objects are small, or other work. */
struct held_command {
	static constexpr std::size_t room = 256;

	template <typename Function>
	void take(const sycl_rt_launch &now, const Function &f)
	{
		if constexpr (std::is_trivially_copyable_v<Function> && sizeof(Function) <= room && alignof(Function) <= alignof(std::max_align_t)) {
			launch = now;
			launch.functor = std::memcpy(functor, static_cast<const void *>(&f), sizeof f);
			is_small = true;
		} else
			launch_later(other, now, f);
	}
	bool empty() const { return !is_small && other.empty(); }

	bool is_small = false, is_plain = false;	/* is_plain: other is a kernel that runs here, without device code */
	later_list other;
	sycl_rt_launch launch;
	alignas(std::max_align_t) unsigned char functor[room];
};

/* What the runtime is told of a launch but the kernel's name. */
template <int Dimensions>
sycl_rt_launch describe_launch(sycl_rt_kernel_kind kind, const launch_shape<Dimensions> &shape, const launch_context &context,
	const void *functor, std::size_t size)
{
	sycl_rt_launch launch = {};

	launch.abi = SYCL_RT_ABI;
	launch.kind = kind;
	launch.dims = Dimensions;
	launch.functor = functor;
	launch.functor_size = size;
	for (int d = 0; d < Dimensions; d++) {
		launch.global[d] = shape.global[d];
		launch.local[d] = shape.local[d];
		launch.offset[d] = shape.offset[d];
	}
	launch.local_bytes = context.local_bytes;
	launch.times = context.times;
	return launch;
}

template <sycl_rt_kernel_kind Kind, int Dimensions, typename Name, typename Function>
void launch_kernel(const Function &f, const launch_shape<Dimensions> &shape, const launch_context &context)
{
	static_assert(names_kernel<kernel_name<Name, Function>>());
#if defined(SYCL_CC_DEVICE)
	(void)shape;
	(void)context;
	if constexpr (is_free_function<Function>)
		emit_kernel<SYCL_RT_KIND_ND_RANGE, 1, Name, Function>(f);
	else
		emit_kernel<Kind, Dimensions, Name, Function>(f);
#else
	sycl_rt_launch launch = describe_launch(Kind, shape, context, &f, sizeof f);

#if defined(SYCL_CC_OFFLOAD_HOST)
	launch.kernel = kernel_symbol<kernel_name<Name, Function>>();
	launch.unit = SYCL_CC_UNIT;
#if defined(SYCL_CC_INTEGRATION)
	constexpr unsigned long device_size = kernel_info<kernel_name<Name, Function>>::functor_size;

	static_assert(device_size == 0 || device_size == sizeof(Function),
		"the kernel's function object has another size on the device: does it hold a long double, "
		"does an attribute call a member of a local object, or does g++ keep a local constant in it (make that static)?");
	check_captures<kernel_name<Name, Function>, Function>();
#endif
	[[maybe_unused]] constexpr bool is_used = generic_kernel_takes<Kind, Dimensions, Function>();
	need_device_code();
	if (context.held) {
		context.held->take(launch, f);
		return;
	}
	if (!context.later)
		launch_now(launch, context);
	if (context.later) {
		/* What is wrong with it is told now. */
		check_status(sycl_rt_launch_check(context.device, &launch));
		launch_later(*context.later, launch, f);
	}
#else
	kernel_args args = {};

	for (int d = 0; d < 3; d++) {
		args.range[d] = d < Dimensions ? launch.global[d] : 1;
		args.offset[d] = launch.offset[d];
	}
	args.spec_constants = const_cast<spec_values *>(context.spec);
	if (context.held)
		context.held->is_plain = true;
	if (later_list *const waits = context.held ? &context.held->other : context.later)
		waits->add([f, shape, args, local_bytes = context.local_bytes](const launch_context &at) {
			kernel_args own = args;

			own.spec_constants = const_cast<spec_values *>(at.spec);
			run_sequentially<Kind>(f, shape, own, local_bytes);
		});
	else
		run_sequentially<Kind>(f, shape, args, context.local_bytes);
#endif
#endif
}

}

#endif
