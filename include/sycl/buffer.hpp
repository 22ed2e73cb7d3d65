/* sycl::buffer: data that commands and the host use in turn. */
#ifndef SYCL_BUFFER_HPP
#define SYCL_BUFFER_HPP

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <limits>
#include <memory>
#include <new>
#include <type_traits>

#include <sycl/detail/shared.hpp>
#include <sycl/exception.hpp>
#include <sycl/ext/acpp/properties.hpp>
#include <sycl/ext/oneapi/memory_hints.hpp>
#include <sycl/id.hpp>
#include <sycl/memory_enums.hpp>
#include <sycl/property_list.hpp>

namespace sycl {

class handler;

template <typename T>
using buffer_allocator = std::allocator<T>;

namespace detail {

/* The bytes of so many elements; an exception when the product overflows. */
template <int Dimensions>
std::size_t bytes_of(const range<Dimensions> &size, std::size_t element, errc code = errc::memory_allocation)
{
	std::size_t bytes = element;
	bool fits = true;

	for (int d = 0; d < Dimensions; d++)
		fits = fits && !__builtin_mul_overflow(bytes, size[d], &bytes);
	for (int d = 0; d < Dimensions; d++)
		if (size[d] == 0)
			return 0;
	if (!fits || bytes > static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max()))
		refuse(code, "more bytes are asked for than memory can have");
	return bytes;
}

/* Whether a part of that size at that offset is inside the whole. */
template <int Dimensions>
bool is_inside(const id<Dimensions> &first, const range<Dimensions> &size, const range<Dimensions> &whole)
{
	for (int d = 0; d < Dimensions; d++)
		if (first[d] > whole[d] || size[d] > whole[d] - first[d])
			return false;
	return true;
}

/* Whether the part is one run of elements: of the first dimension that it shares with its neighbours, all later ones are whole. */
template <int Dimensions>
bool is_contiguous(const id<Dimensions> &first, const range<Dimensions> &size, const range<Dimensions> &whole)
{
	int d = 0;

	while (d < Dimensions - 1 && size[d] == 1)
		d++;
	while (++d < Dimensions)
		if (first[d] != 0 || size[d] != whole[d])
			return size.size() == 0;
	return true;
}

/*
 * The command of the group uses that part of a buffer's memory, which is whole.
 * Returns the part's address on the group's device, or on the host for a host task.
 */
inline void *uses_memory(handler &group, const sycl_rt_region &region, const sycl_rt_region &whole, bool on_host, bool writes_back = false);

#ifndef SYCL_CC_DEVICE
/* The group whose function the thread is in, while that may still throw, and what starts its command if that uses the memory. */
struct held_group {
	handler *group;
	void (*start)(handler &group, const sycl_rt_region &memory);
};
inline thread_local held_group holding_group;
#endif

/* The memory goes: if the thread is in the function of a command group whose command uses it, that starts now. */
inline void start_held(const sycl_rt_region &memory)
{
#ifdef SYCL_CC_DEVICE
	(void)memory;
#else
	if (holding_group.group)
		holding_group.start(*holding_group.group, memory);
#endif
}

/* Kept until the memory is freed: the owner of the program's memory, or the destination of the contents. */
struct buffer_companion {
	virtual ~buffer_companion() = default;
	virtual void finish(const void *) {}
};

template <typename Owner>
struct buffer_owner final : buffer_companion {
	explicit buffer_owner(const Owner &other) : owner(other) {}

	Owner owner;
};

template <typename Function>
struct buffer_final final : buffer_companion {
	explicit buffer_final(const Function &function) : f(function) {}
	void finish(const void *data) override { f(data); }

	Function f;
};

/*
 * The memory of a buffer and of its sub-buffers.  The program's own memory is
 * used in place while results are wanted there; destroying the last buffer
 * writes back.  Of two buffers that have the same memory at the same time, which programs
 * do that only read it, the one that is used second has a copy where a device has memory of its own.
 */
class buffer_memory : public counted {
public:
	/* alignment: of what may replace it. */
	buffer_memory(void *in_place, std::size_t size, std::size_t alignment)
		: data_(in_place), size_(size), alignment_(alignment), placed_(unplaced) {}
	/* Memory of its own, with a copy of the initial contents, if any. */
	buffer_memory(std::size_t size, std::size_t alignment, const void *initial) : data_(nullptr), size_(size), alignment_(alignment)
	{
		own(initial);
	}
	buffer_memory(const buffer_memory &) = delete;
	buffer_memory &operator=(const buffer_memory &) = delete;
	/* Waits for the commands that use it only if the program gets the contents (SYCL 2020, 3.9.8.1). */
	~buffer_memory()
	{
		if (placed_ == unplaced && !final_) {
			delete keep_;
			return;
		}
		start_held(region());
		if (owned_ && !is_wanted() && sycl_rt_tasks() && leave())
			return;
		wait(is_wanted() ? SYCL_RT_WRITES : SYCL_RT_DISCARDS);
		if (write_back_ && final_)
			final_->finish(data_);
		else if (is_wanted() && home_ && size_)
			std::memcpy(home_, data_, size_);
		delete final_;
		delete keep_;
		if (owned_)
			remains{ data_, alignment_ }.free();
		else
			leave_place(region());
		::operator delete(saved_);
	}

	void *data() const
	{
		if (__atomic_load_n(&placed_, __ATOMIC_ACQUIRE) != placed)
			const_cast<buffer_memory *>(this)->place();
		return data_;
	}
	sycl_rt_region region() const
	{
		const void *const begin = data();

		return { begin, static_cast<const char *>(begin) + size_, SYCL_RT_WRITES };
	}
	/* From now on the program's memory is not written. */
	void detach()
	{
		wait(SYCL_RT_WRITES);
		if (owned_)
			return;
		const sycl_rt_region all = region();
		void *const home = data_;

		own(home);
		home_ = home;
		leave_place(all);
		if (saved_)
			std::memcpy(home_, saved_, size_);
	}
	/* Something will write; takes_back: the program may call detach(). */
	void will_write(bool takes_back)
	{
		data();
		__atomic_store_n(&changed_, true, __ATOMIC_RELAXED);
		if (takes_back)
			save();
	}
	template <typename Function>
	void set_final(const Function &f)
	{
		buffer_companion *const made = new buffer_final<Function>(f);

		delete final_;
		final_ = made;
		write_back_ = true;
	}
	/* The program's memory of that size gets the contents of this, which has its own. */
	void write_to(void *home) { home_ = home; }
	/* The contents go nowhere, whatever set_write_back() says later. */
	void set_no_final()
	{
		detach();
		home_ = nullptr;
		delete final_;
		final_ = nullptr;
	}
	/* Whether the program gets the contents when the buffer is gone. */
	bool writes_back() const { return write_back_ && (final_ || !owned_ || home_); }
	void set_write_back(bool wanted)
	{
		if (!wanted)
			detach();
		write_back_ = wanted;
	}
	template <typename Owner>
	void keep(const Owner &owner)
	{
		keep_ = new buffer_owner<Owner>(owner);
	}

private:
	struct remains {
		void free() const
		{
			sycl_rt_buffer_forget(data);
			::operator delete(data, std::align_val_t(alignment));
		}
		static void run(void *argument)
		{
			remains *const memory = static_cast<remains *>(argument);

			memory->free();
			delete memory;
		}

		void *data;
		std::size_t alignment;
	};
	/* The memory is freed when the commands that use it have ended; false if that cannot be done. */
	bool leave()
	{
		sycl_rt_region all = region();
		sycl_rt_command command = {};
		sycl_rt_task *task;

		all.writes = SYCL_RT_DISCARDS;
		/* Old programs read what they copied out of the buffer when it is gone. */
		sycl_rt_region_settle(&all);
		command.region = &all;
		command.nregion = 1;
		if (!sycl_rt_command_waits(&command))
			return false;
		command.flags = SYCL_RT_WAITS_FOR_NOTHING;
		command.run = remains::run;
		command.argument = new remains{ data_, alignment_ };
		if (sycl_rt_command_later(&command, &task)) {
			delete static_cast<remains *>(command.argument);
			return false;
		}
		sycl_rt_task_drop(task);
		delete final_;
		delete keep_;
		return true;
	}
	/* Waits for the commands that use it; then the host may. */
	void wait(sycl_rt_access access) const
	{
		sycl_rt_region all = region();

		all.writes = access;
		sycl_rt_region_wait(&all);
	}
	/* The program gets the contents. */
	bool is_wanted() const { return write_back_ && (final_ || !owned_ || (home_ && __atomic_load_n(&changed_, __ATOMIC_RELAXED))); }
	enum : unsigned char { unplaced, is_placing, placed };
	/*
	 * The first use says whether the program's memory is used in place, not the constructor: "b = buffer(v)" makes the second
	 * buffer before the first one writes back.  Other threads wait.
	 */
	void place()
	{
		unsigned char state = unplaced;

		while (!__atomic_compare_exchange_n(&placed_, &state, is_placing, false, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE)) {
			if (state == placed)
				return;
			state = unplaced;
		}
		try {
			void *const home = data_;
			const sycl_rt_region all = { home, static_cast<const char *>(home) + size_, SYCL_RT_WRITES };

			if (!sycl_rt_buffer_claim(&all)) {
				own(home);
				home_ = home;
				changed_ = false;
			}
		} catch (...) {
			__atomic_store_n(&placed_, unplaced, __ATOMIC_RELEASE);
			throw;
		}
		__atomic_store_n(&placed_, placed, __ATOMIC_RELEASE);
	}
	/* The program's memory is not used in place any more. */
	static void leave_place(const sycl_rt_region &all)
	{
		sycl_rt_buffer_forget(all.begin);
		sycl_rt_buffer_release(&all);
	}
	/* Keeps what is in the program's memory now, for detach(); of two threads, one's copy stays. */
	void save()
	{
		void *none = nullptr, *copy;

		if (owned_ || !size_ || __atomic_load_n(&saved_, __ATOMIC_ACQUIRE))
			return;
		copy = ::operator new(size_, std::nothrow);
		if (!copy)
			return;
		std::memcpy(copy, data_, size_);
		if (!__atomic_compare_exchange_n(&saved_, &none, copy, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
			::operator delete(copy);
	}
	void own(const void *initial)
	{
		void *const memory = ::operator new(size_ ? size_ : 1, std::align_val_t(alignment_), std::nothrow);

		if (!memory)
			detail::refuse(errc::memory_allocation, "out of memory for a buffer");
		data_ = memory;
		owned_ = true;
		if (initial && size_)
			std::memcpy(data_, initial, size_);
	}

	void *data_, *home_ = nullptr;	/* the program's memory that was used in place, and may be written at the end */
	void *saved_ = nullptr;		/* what was in the memory that is used in place before anything wrote */
	std::size_t size_, alignment_;
	unsigned char placed_ = placed;
	bool owned_ = false, write_back_ = true;
	bool changed_ = true;		/* something may have written since home_ was copied */
	buffer_companion *final_ = nullptr, *keep_ = nullptr;
};

/* Says before main() that the program calls a function which takes memory back that a buffer of the class uses in place. */
template <typename Buffer>
struct takes_memory_back {
	static inline const bool noted = Buffer::detail_takes_back = true;
};

template <typename It>
using if_iterator = typename std::iterator_traits<It>::iterator_category;

template <typename Allocator>
using if_allocator = decltype(std::declval<Allocator &>().deallocate(std::declval<Allocator &>().allocate(1), 1));

template <typename Container>
using if_container = decltype(std::data(std::declval<Container &>()) + std::size(std::declval<Container &>()));

/* Whose elements a buffer of one dimension can have. */
template <typename Container, typename T, int Dimensions>
using if_contents = typename std::enable_if<Dimensions == 1 && std::is_convertible_v<if_container<Container>, const T *>>::type;

}

template <typename T, int Dimensions = 1, typename Allocator = buffer_allocator<std::remove_const_t<T>>>
class buffer;

namespace detail {

template <typename T, int Dimensions, typename Allocator>
using rebound_buffer = buffer<T, Dimensions, typename std::allocator_traits<Allocator>::template rebind_alloc<std::remove_const_t<T>>>;

}

namespace detail {
/* AdaptiveCpp's properties: the program's memory is read at the beginning only, and whether it is written at the end. */
inline bool wants_copy(const property_list &properties)
{
	using storage = property::buffer::AdaptiveCpp_buffer_uses_external_storage;

	return properties.has_property<storage>() && !properties.get_property<storage>().detail_value();
}
inline bool wants_result(const property_list &properties)
{
	using result = property::buffer::AdaptiveCpp_buffer_writes_back;

	return properties.has_property<result>() && properties.get_property<result>().detail_value();
}
/* Memory of the program is where it is. */
inline void refuse_pinned(const property_list &properties)
{
	if (properties.has_property<ext::oneapi::property::buffer::use_pinned_host_memory>())
		refuse(errc::invalid, "use_pinned_host_memory is not for buffers of the program's own memory");
}
}

template <typename T, int Dimensions, typename Allocator>
class buffer : public detail::with_properties {
	using plain = std::remove_const_t<T>;
	static constexpr std::size_t alignment = alignof(T) < 64 ? 64 : alignof(T);

public:
	using value_type = T;
	using reference = T &;
	using const_reference = const T &;
	using allocator_type = Allocator;
	static constexpr int dimensions = Dimensions;

	buffer(const range<Dimensions> &size, const property_list &properties = {}) : buffer(size, Allocator(), properties) {}
	buffer(const range<Dimensions> &size, Allocator allocator, const property_list &properties = {})
		: detail::with_properties(properties), allocator_(allocator), range_(size),
		  memory_(new detail::buffer_memory(detail::bytes_of(size, sizeof(T)), alignment, nullptr)) {}

	buffer(plain *host, const range<Dimensions> &size, const property_list &properties = {})
		: buffer(host, size, Allocator(), properties) {}
	buffer(plain *host, const range<Dimensions> &size, Allocator allocator, const property_list &properties = {})
		: detail::with_properties(properties), allocator_(allocator), range_(size),
		  memory_(host && !detail::wants_copy(properties)
				? new detail::buffer_memory((void *)host, detail::bytes_of(size, sizeof(T), errc::invalid), alignment)
				: new detail::buffer_memory(detail::bytes_of(size, sizeof(T)), alignment, host))
	{
		detail::refuse_pinned(properties);
		if (detail::wants_copy(properties) && detail::wants_result(properties))
			memory_->write_to(host);
	}

	buffer(const plain *host, const range<Dimensions> &size, const property_list &properties = {})
		: buffer(host, size, Allocator(), properties) {}
	buffer(const plain *host, const range<Dimensions> &size, Allocator allocator, const property_list &properties = {})
		: detail::with_properties(properties), allocator_(allocator), range_(size),
		  memory_(new detail::buffer_memory(detail::bytes_of(size, sizeof(T)), alignment, host))
	{
		detail::refuse_pinned(properties);
	}

	buffer(const std::shared_ptr<T> &host, const range<Dimensions> &size, const property_list &properties = {})
		: buffer(host, size, Allocator(), properties) {}
	buffer(const std::shared_ptr<T> &host, const range<Dimensions> &size, Allocator allocator, const property_list &properties = {})
		: buffer((plain *)host.get(), size, allocator, properties)
	{
		memory_->keep(host);
	}
	buffer(const std::shared_ptr<T[]> &host, const range<Dimensions> &size, const property_list &properties = {})
		: buffer(host, size, Allocator(), properties) {}
	buffer(const std::shared_ptr<T[]> &host, const range<Dimensions> &size, Allocator allocator, const property_list &properties = {})
		: buffer((plain *)host.get(), size, allocator, properties)
	{
		memory_->keep(host);
	}

	/* A container's elements, written back when they are not constant. */
	template <typename Container, typename = detail::if_contents<Container, T, Dimensions>>
	buffer(Container &container, const property_list &properties = {})
		: buffer(std::data(container), range<1>(std::size(container)), Allocator(), properties) {}
	template <typename Container, typename = detail::if_contents<Container, T, Dimensions>>
	buffer(Container &container, Allocator allocator, const property_list &properties = {})
		: buffer(std::data(container), range<1>(std::size(container)), allocator, properties) {}

	/* A copy of the elements of a sequence. */
	template <typename It, typename = detail::if_iterator<It>, int Rank = Dimensions, typename = typename std::enable_if<Rank == 1>::type>
	buffer(It first, It last, const property_list &properties = {}) : buffer(first, last, Allocator(), properties) {}
	template <typename It, typename = detail::if_iterator<It>, int Rank = Dimensions, typename = typename std::enable_if<Rank == 1>::type>
	buffer(It first, It last, Allocator allocator, const property_list &properties = {})
		: buffer(range<1>(static_cast<std::size_t>(std::distance(first, last))), allocator, properties)
	{
		std::copy(first, last, detail_data());
	}

	/* A part of another buffer. */
	buffer(buffer &whole, const id<Dimensions> &first, const range<Dimensions> &size)
		: detail::with_properties(whole.properties_), allocator_(whole.allocator_), range_(size), memory_(whole.memory_),
		  offset_(whole.offset_ + detail::linear<Dimensions>(first, whole.range_) * sizeof(T)),
		  serial_(detail::next_serial()), is_part_(true)
	{
		if (whole.is_part_)
			detail::refuse(errc::invalid, "a sub-buffer has no sub-buffers of its own");
		if (!detail::is_inside(first, size, whole.range_))
			detail::refuse(errc::invalid, "the sub-buffer lies outside of its buffer");
		if (!detail::is_contiguous(first, size, whole.range_))
			detail::refuse(errc::invalid, "the elements of a sub-buffer must lie side by side in its buffer");
	}

	range<Dimensions> get_range() const { return range_; }
	std::size_t byte_size() const noexcept { return size() * sizeof(T); }
	std::size_t size() const noexcept { return range_.size(); }
	std::size_t get_count() const { return size(); }
	std::size_t get_size() const { return byte_size(); }
	Allocator get_allocator() const { return allocator_; }
	bool is_sub_buffer() const { return is_part_; }

	template <access_mode Mode = access_mode::read_write, target Target = target::device>
	auto get_access(handler &group);
	template <access_mode Mode = access_mode::read_write, target Target = target::device>
	auto get_access(handler &group, range<Dimensions> size, id<Dimensions> offset = {});
	/* For the host. */
	template <access_mode Mode>
	auto get_access();
	template <access_mode Mode>
	auto get_access(range<Dimensions> size, id<Dimensions> offset = {});
	/* The same with the target, as of SYCL 1.2. */
	template <access_mode Mode, target Target, typename = std::enable_if_t<detail::same(Target, target::host_buffer)>>
	auto get_access()
	{
		return get_access<Mode>();
	}
	template <access_mode Mode, target Target, typename = std::enable_if_t<detail::same(Target, target::host_buffer)>>
	auto get_access(range<Dimensions> size, id<Dimensions> offset = {})
	{
		return get_access<Mode>(size, offset);
	}
	/* With the arguments of an accessor's constructor. */
	template <typename... Arguments>
	auto get_access(Arguments &&...p);
	template <typename... Arguments>
	auto get_host_access(const Arguments &...p);
	/* The same with sizes and places in braces. */
	template <typename... Tags>
	auto get_host_access(range<Dimensions> size, const Tags &...tags)
	{
		return this->template get_host_access<range<Dimensions>, Tags...>(size, tags...);
	}
	template <typename... Tags>
	auto get_host_access(range<Dimensions> size, id<Dimensions> offset, const Tags &...tags)
	{
		return this->template get_host_access<range<Dimensions>, id<Dimensions>, Tags...>(size, offset, tags...);
	}

	/* The final destination of the contents: none, an iterator, or memory that may have been freed. */
	void set_final_data(std::nullptr_t = nullptr)
	{
		(void)detail::takes_memory_back<buffer>::noted;
		memory_->set_no_final();
	}
	template <typename Other>
	void set_final_data(const std::weak_ptr<Other> &to)
	{
		finish([to](const plain *from, std::size_t n) {
			if (auto alive = to.lock())
				std::copy(from, from + n, &alive.get()[0]);
		});
	}
	template <typename Other>
	void set_final_data(const std::shared_ptr<Other> &to)
	{
		set_final_data(std::weak_ptr<Other>(to));
	}
	template <typename It, typename = detail::if_iterator<It>>
	void set_final_data(It to)
	{
		finish([to](const plain *from, std::size_t n) { std::copy(from, from + n, to); });
	}
	void set_write_back(bool wanted = true)
	{
		(void)detail::takes_memory_back<buffer>::noted;
		memory_->set_write_back(wanted);
	}

	template <typename Other, int Rank>
	detail::rebound_buffer<Other, Rank, Allocator> reinterpret(range<Rank> size) const
	{
		if (detail::bytes_of(size, sizeof(Other), errc::invalid) != byte_size())
			detail::refuse(errc::invalid, "a reinterpreted buffer must have the same number of bytes");
		return detail::rebound_buffer<Other, Rank, Allocator>(*this, size);
	}
	template <typename Other, int Rank = Dimensions,
		typename = typename std::enable_if<Rank == 1 || (Rank == Dimensions && sizeof(Other) == sizeof(T))>::type>
	detail::rebound_buffer<Other, Rank, Allocator> reinterpret() const
	{
		if constexpr (Rank == 1)
			return reinterpret<Other, 1>(range<1>(byte_size() / sizeof(Other)));
		else
			return reinterpret<Other, Rank>(range_);
	}

	/* For these headers only. */
	sycl_rt_region detail_whole() const { return memory_->region(); }
	bool detail_writes_back() const { return memory_->writes_back(); }
	/* Commands or the host will write. */
	void detail_will_write() const { memory_->will_write(detail_takes_back); }
	static inline bool detail_takes_back = false;
	plain *detail_data() const { return reinterpret_cast<plain *>(static_cast<char *>(memory_->data()) + offset_); }

	SYCL_CC_OWNER_BEFORE
	friend bool operator==(const buffer &a, const buffer &b)
	{
		return a.memory_.get() == b.memory_.get() && a.offset_ == b.offset_ && a.range_ == b.range_ && a.serial_ == b.serial_;
	}
	friend bool operator!=(const buffer &a, const buffer &b) { return !(a == b); }

private:
	template <typename, int, typename>
	friend class buffer;
	friend struct std::hash<buffer>;

	template <typename Other, int Rank, typename OtherAllocator>
	buffer(const buffer<Other, Rank, OtherAllocator> &other, range<Dimensions> size)
		: detail::with_properties(other.properties_), allocator_(other.allocator_), range_(size), memory_(other.memory_),
		  offset_(other.offset_), serial_(other.serial_), is_part_(other.is_part_) {}

	template <typename Function>
	void finish(Function copy)
	{
		const std::size_t n = size();

		(void)detail::takes_memory_back<buffer>::noted;
		memory_->detach();
		memory_->set_final([copy, n](const void *data) { copy(static_cast<const plain *>(data), n); });
	}

	friend struct detail::weak_access;

	Allocator allocator_;
	range<Dimensions> range_;
	detail::shared<detail::buffer_memory> memory_;
	std::size_t offset_ = 0;
	unsigned serial_ = 0;	/* of a sub-buffer: two of the same elements are different ones */
	bool is_part_ = false;
};

template <typename T, int Dimensions, typename Allocator>
struct is_property_of<property::buffer::use_host_ptr, buffer<T, Dimensions, Allocator>> : std::true_type {};
template <typename T, int Dimensions, typename Allocator>
struct is_property_of<property::buffer::mem_channel, buffer<T, Dimensions, Allocator>> : std::true_type {};
template <typename T, int Dimensions, typename Allocator>
struct is_property_of<ext::oneapi::property::buffer::use_pinned_host_memory, buffer<T, Dimensions, Allocator>> : std::true_type {};
template <typename T, int Dimensions, typename Allocator>
struct is_property_of<property::buffer::use_mutex, buffer<T, Dimensions, Allocator>> : std::true_type {};
template <typename T, int Dimensions, typename Allocator>
struct is_property_of<property::buffer::context_bound, buffer<T, Dimensions, Allocator>> : std::true_type {};

template <typename It, typename = detail::if_iterator<It>>
buffer(It, It, const property_list & = {}) -> buffer<typename std::iterator_traits<It>::value_type, 1>;
template <typename It, typename Allocator, typename = detail::if_iterator<It>, typename = detail::if_allocator<Allocator>>
buffer(It, It, Allocator, const property_list & = {}) -> buffer<typename std::iterator_traits<It>::value_type, 1, Allocator>;
template <typename T, int Dimensions, typename Allocator, typename = detail::if_allocator<Allocator>>
buffer(const T *, const range<Dimensions> &, Allocator, const property_list & = {}) -> buffer<T, Dimensions, Allocator>;
template <typename T, int Dimensions, typename Allocator, typename = detail::if_allocator<Allocator>>
buffer(T *, const range<Dimensions> &, Allocator, const property_list & = {}) -> buffer<T, Dimensions, Allocator>;
template <typename T, int Dimensions, typename Allocator, typename = detail::if_allocator<Allocator>>
buffer(const std::shared_ptr<T> &, const range<Dimensions> &, Allocator, const property_list & = {})
	-> buffer<std::remove_extent_t<T>, Dimensions, Allocator>;
template <typename Container, typename Allocator, typename = detail::if_container<Container>, typename = detail::if_allocator<Allocator>>
buffer(Container &, Allocator, const property_list & = {}) -> buffer<typename Container::value_type, 1, Allocator>;
/* Sizes may be in braces. */
template <typename T>
buffer(T *, range<1>, const property_list & = {}) -> buffer<std::remove_const_t<T>, 1>;
template <typename T>
buffer(T *, range<2>, const property_list & = {}) -> buffer<std::remove_const_t<T>, 2>;
template <typename T>
buffer(T *, range<3>, const property_list & = {}) -> buffer<std::remove_const_t<T>, 3>;
template <typename T, int Dimensions>
buffer(const std::shared_ptr<T> &, const range<Dimensions> &, const property_list & = {})
	-> buffer<std::remove_extent_t<T>, Dimensions>;
template <typename Container, typename = detail::if_container<Container>>
buffer(Container &, const property_list & = {}) -> buffer<typename Container::value_type, 1>;

}

template <typename T, int Dimensions, typename Allocator>
struct std::hash<sycl::buffer<T, Dimensions, Allocator>> {
	std::size_t operator()(const sycl::buffer<T, Dimensions, Allocator> &buffer) const
	{
		return std::hash<const void *>()(buffer.memory_.get());
	}
};

#endif
