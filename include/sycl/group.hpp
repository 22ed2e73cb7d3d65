/* sycl::group: the work-group of the running work-item, and h_item of hierarchical kernels. */
#ifndef SYCL_GROUP_HPP
#define SYCL_GROUP_HPP

#include <sycl/detail/builtins.hpp>
#include <sycl/item.hpp>
#include <sycl/memory_enums.hpp>
#include <sycl/multi_ptr.hpp>

namespace sycl {

namespace detail {

/* The builtins in SYCL's order of dimensions. */
template <int Dimensions, typename Result, typename Query>
SYCL_CC_INLINE Result gather(Query query)
{
	Result result;

	for (int d = 0; d < Dimensions; d++)
		result[d] = query(static_cast<unsigned>(Dimensions - 1 - d));
	return result;
}

}

template <int Dimensions = 1>
class group;

/* The event of a copy that a work-group makes together, which alone makes it. */
class device_event {
public:
	void wait() const noexcept { detail::dev::work_group_barrier(); }

private:
	template <int>
	friend class group;

	device_event() noexcept {}
};

template <int Dimensions = 1>
class h_item;

template <int Dimensions>
class group {
public:
	using id_type = id<Dimensions>;
	using range_type = range<Dimensions>;
	using linear_id_type = std::size_t;
	static constexpr int dimensions = Dimensions;
	static constexpr memory_scope fence_scope = memory_scope::work_group;

	id<Dimensions> get_group_id() const noexcept
	{
		return detail::gather<Dimensions, id<Dimensions>>([](unsigned d) { return detail::dev::group_id(d); });
	}
	std::size_t get_group_id(int dimension) const noexcept { return detail::dev::group_id(unsigned(Dimensions - 1 - dimension)); }
	/* Names of SYCL 1.2. */
	id<Dimensions> get() const noexcept { return get_group_id(); }
	std::size_t get(int dimension) const noexcept { return get_group_id(dimension); }
	id<Dimensions> get_id() const noexcept { return get_group_id(); }
	std::size_t get_id(int dimension) const noexcept { return get_group_id(dimension); }
	std::size_t operator[](int dimension) const noexcept { return get_group_id(dimension); }
	id<Dimensions> get_local_id() const noexcept
	{
		return detail::gather<Dimensions, id<Dimensions>>([](unsigned d) { return detail::dev::local_id(d); });
	}
	std::size_t get_local_id(int dimension) const noexcept { return detail::dev::local_id(unsigned(Dimensions - 1 - dimension)); }
	range<Dimensions> get_local_range() const noexcept { return local_; }
	std::size_t get_local_range(int dimension) const noexcept { return local_[dimension]; }
	range<Dimensions> get_group_range() const noexcept
	{
		return detail::gather<Dimensions, range<Dimensions>>([](unsigned d) { return detail::dev::num_groups(d); });
	}
	std::size_t get_group_range(int dimension) const noexcept { return detail::dev::num_groups(unsigned(Dimensions - 1 - dimension)); }
	range<Dimensions> get_global_range() const noexcept { return get_group_range() * local_; }
	std::size_t get_global_range(int dimension) const noexcept { return get_group_range(dimension) * local_[dimension]; }
	range<Dimensions> get_max_local_range() const noexcept { return local_; }
	std::size_t get_group_linear_id() const noexcept { return detail::linear<Dimensions>(get_group_id(), get_group_range()); }
	std::size_t get_linear_id() const noexcept { return get_group_linear_id(); }
	std::size_t get_group_linear_range() const noexcept { return get_group_range().size(); }
	std::size_t get_local_linear_id() const noexcept { return detail::linear<Dimensions>(get_local_id(), local_); }
	std::size_t get_local_linear_range() const noexcept { return local_.size(); }
	bool leader() const noexcept { return get_local_linear_id() == 0; }

	/* Hierarchical kernels: one physical work-item runs all logical ones in turn. */
	template <typename Function>
	void parallel_for_work_item(const Function &f) const
	{
		parallel_for_work_item(local_, f);
	}
	template <typename Function>
	void parallel_for_work_item(range<Dimensions> logical, const Function &f) const;
	/* AdaptiveCpp: how the work-items wait for each other at the end. One after the other, none has to. */
	template <typename Finish, typename Function>
	void parallel_for_work_item(const Function &f) const
	{
		parallel_for_work_item(local_, f);
	}

	template <access_mode = access_mode::read_write>
	void mem_fence(access::fence_space = access::fence_space::global_and_local) const
	{
		detail::dev::memory_barrier(detail::dev::scope_work_group, unsigned(detail::dev::semantics_acq_rel)
			| unsigned(detail::dev::semantics_local_memory) | unsigned(detail::dev::semantics_global_memory));
	}
	/*
	 * Copies n elements between global and local memory.  A stride is that of
	 * the elements in global memory: of the source on the way to local memory,
	 * of the destination on the way back.
	 */
	template <typename To, access::decorated ToDecorated, typename From, access::decorated FromDecorated>
	device_event async_work_group_copy(multi_ptr<To, access::address_space::local_space, ToDecorated> to,
		multi_ptr<From, access::address_space::global_space, FromDecorated> from, std::size_t n, std::size_t stride = 1) const
	{
		static_assert(std::is_same_v<To, std::remove_const_t<From>>, "async_work_group_copy copies elements of one type");
		return copy(to.get_raw(), from.get_raw(), n, 1, stride);
	}
	template <typename To, access::decorated ToDecorated, typename From, access::decorated FromDecorated>
	device_event async_work_group_copy(multi_ptr<To, access::address_space::global_space, ToDecorated> to,
		multi_ptr<From, access::address_space::local_space, FromDecorated> from, std::size_t n, std::size_t stride = 1) const
	{
		static_assert(std::is_same_v<To, std::remove_const_t<From>>, "async_work_group_copy copies elements of one type");
		return copy(to.get_raw(), from.get_raw(), n, stride, 1);
	}
	/* Without a stride, for pointers whose address space is not known. */
	template <typename To, typename From>
	device_event async_work_group_copy(To to, From from, std::size_t n) const
	{
		return copy(to, from, n, 1, 1);
	}
	template <typename... Events>
	void wait_for(Events...) const
	{
		detail::dev::work_group_barrier();
	}

	friend bool operator==(const group &, const group &) { return true; }
	friend bool operator!=(const group &, const group &) { return false; }

private:
	friend struct detail::maker;

	group() : local_(detail::gather<Dimensions, range<Dimensions>>([](unsigned d) { return detail::dev::local_size(d); })) {}
	explicit group(const range<Dimensions> &logical) : local_(logical) {}

	/* By all physical work-items: in hierarchical kernels one, whatever the range is. */
	template <typename To, typename From>
	static device_event copy(To to, From from, std::size_t n, std::size_t to_stride, std::size_t from_stride)
	{
		const group running;

		for (std::size_t i = running.get_local_linear_id(); i < n; i += running.get_local_linear_range())
			to[i * to_stride] = from[i * from_stride];
		return device_event();
	}

	range<Dimensions> local_;
};

/*
 * A work-item inside parallel_for_work_item.  The logical ones are those of its
 * range, the physical ones those of the work-group, which take the logical
 * ones in turn; the global id is that of the physical one.
 */
template <int Dimensions>
class h_item {
public:
	static constexpr int dimensions = Dimensions;

	item<Dimensions, false> get_global() const noexcept;
	item<Dimensions, false> get_local() const noexcept { return get_logical_local(); }
	item<Dimensions, false> get_logical_local() const noexcept;
	item<Dimensions, false> get_physical_local() const noexcept;
	range<Dimensions> get_global_range() const noexcept { return global_range_; }
	std::size_t get_global_range(int dimension) const noexcept { return global_range_[dimension]; }
	id<Dimensions> get_global_id() const noexcept { return global_; }
	std::size_t get_global_id(int dimension) const noexcept { return global_[dimension]; }
	range<Dimensions> get_local_range() const noexcept { return logical_range_; }
	std::size_t get_local_range(int dimension) const noexcept { return logical_range_[dimension]; }
	id<Dimensions> get_local_id() const noexcept { return logical_; }
	std::size_t get_local_id(int dimension) const noexcept { return logical_[dimension]; }
	range<Dimensions> get_logical_local_range() const noexcept { return logical_range_; }
	std::size_t get_logical_local_range(int dimension) const noexcept { return logical_range_[dimension]; }
	id<Dimensions> get_logical_local_id() const noexcept { return logical_; }
	std::size_t get_logical_local_id(int dimension) const noexcept { return logical_[dimension]; }
	range<Dimensions> get_physical_local_range() const noexcept { return physical_range_; }
	std::size_t get_physical_local_range(int dimension) const noexcept { return physical_range_[dimension]; }
	id<Dimensions> get_physical_local_id() const noexcept { return physical_; }
	std::size_t get_physical_local_id(int dimension) const noexcept { return physical_[dimension]; }

	friend bool operator==(const h_item &a, const h_item &b)
	{
		return a.logical_ == b.logical_ && a.physical_ == b.physical_ && a.global_ == b.global_ && a.logical_range_ == b.logical_range_
			&& a.physical_range_ == b.physical_range_ && a.global_range_ == b.global_range_;
	}
	friend bool operator!=(const h_item &a, const h_item &b) { return !(a == b); }

private:
	friend struct detail::maker;

	h_item(const group<Dimensions> &group, const id<Dimensions> &logical, const range<Dimensions> &logical_range)
		: logical_(logical), physical_(logical % group.get_local_range()),
		  global_(group.get_group_id() * id<Dimensions>(group.get_local_range()) + physical_),
		  logical_range_(logical_range), physical_range_(group.get_local_range()), global_range_(group.get_global_range()) {}

	id<Dimensions> logical_, physical_, global_;
	range<Dimensions> logical_range_, physical_range_, global_range_;
};

namespace detail {

/* Makes the objects that programs only receive. */
struct maker {
	template <typename T, typename... Arguments>
	static SYCL_CC_INLINE T make(const Arguments &...a)
	{
		return T(a...);
	}
};

/* Element number i of a box. */
template <int Dimensions>
constexpr SYCL_CC_INLINE id<Dimensions> delinear(std::size_t i, const range<Dimensions> &box)
{
	id<Dimensions> result;

	for (int d = Dimensions - 1; d > 0; d--) {
		result[d] = i % box[d];
		i /= box[d];
	}
	result[0] = i;
	return result;
}

}

template <int Dimensions>
item<Dimensions, false> h_item<Dimensions>::get_global() const noexcept
{
	return detail::maker::make<item<Dimensions, false>>(global_, global_range_, id<Dimensions>());
}

template <int Dimensions>
item<Dimensions, false> h_item<Dimensions>::get_logical_local() const noexcept
{
	return detail::maker::make<item<Dimensions, false>>(logical_, logical_range_, id<Dimensions>());
}

template <int Dimensions>
item<Dimensions, false> h_item<Dimensions>::get_physical_local() const noexcept
{
	return detail::maker::make<item<Dimensions, false>>(physical_, physical_range_, id<Dimensions>());
}

template <int Dimensions>
template <typename Function>
void group<Dimensions>::parallel_for_work_item(range<Dimensions> logical, const Function &f) const
{
	const std::size_t n = logical.size();

	for (std::size_t i = 0; i < n; i++)
		f(detail::maker::make<h_item<Dimensions>>(*this, detail::delinear(i, logical), logical));
}

namespace detail {

inline constexpr std::size_t max_hierarchical_group = 1024;

}

/* A variable of each physical work-item that outlives one parallel_for_work_item. */
template <typename T, int Dimensions = 1>
class private_memory {
public:
	explicit private_memory(const group<Dimensions> &) {}
	T &operator()(const h_item<Dimensions> &item)
	{
		return value_[detail::linear<Dimensions>(item.get_physical_local_id(), item.get_physical_local_range())];
	}

private:
	T value_[detail::max_hierarchical_group];
};

}

#endif
