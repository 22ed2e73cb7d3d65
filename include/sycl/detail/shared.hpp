/*
 * Containers for private members of these headers.  std::shared_ptr, std::vector
 * and std::function would be instantiated in every source that includes them, which
 * costs a tenth of its compile time.
 */
#ifndef SYCL_DETAIL_SHARED_HPP
#define SYCL_DETAIL_SHARED_HPP

#include <cstddef>
#include <new>
#include <type_traits>
#include <vector>

namespace sycl::detail {

/*
 * Is the parameter a vector of these?  Functions that take or return one are templates of its
 * type, template <typename List = std::vector<event>, typename if_vector<List, event>::type = 0>: so it is
 * instantiated where they are called, and not by each source.
 */
template <typename List, typename Element>
struct if_vector : std::enable_if<std::is_base_of_v<std::vector<Element>, List>, int> {};

/* What weak_object needs of the classes. */
struct weak_access;

/* What remains of an object for those who watch it without owning it. */
struct watch;
template <typename = void>
void watch_end(watch &watched);

/* A number for an object that holds no allocation, but is equal to its copies only (SYCL 2020, 4.5.2).  Kernels make no such objects. */
#ifdef SYCL_CC_DEVICE
inline unsigned next_serial() { return 0; }
#else
inline unsigned serials;
inline unsigned next_serial() { return __atomic_add_fetch(&serials, 1, __ATOMIC_RELAXED); }
#endif

/* What shared<> points to.  It is made with one owner. */
struct counted {
	counted() = default;
	counted(const counted &) = delete;
	counted &operator=(const counted &) = delete;

	unsigned owners = 1;
	watch *watched = nullptr;
};

/* std::swap of pointers and numbers, without the proof that swapping cannot throw. */
template <typename T>
void exchange(T &a, T &b)
{
	const T old = a;

	a = b;
	b = old;
}

/* A copy and a moved object, for which clang does not also try the explicit constructors, which have std::function as parameter. */
template <typename T>
T copy_of(const T &object)
{
	return object;
}
template <typename T>
T moved(T &object)
{
	return static_cast<T &&>(object);
}

/* One of the owners of an object, or of none. */
template <typename T>
class shared {
public:
	shared() = default;
	explicit shared(T *made) : p_(made) {}
	shared(const shared &other) noexcept : p_(other.p_)
	{
		if (p_)
			__atomic_add_fetch(&p_->owners, 1, __ATOMIC_RELAXED);
	}
	shared(shared &&other) noexcept : p_(other.p_) { other.p_ = nullptr; }
	shared &operator=(shared other) noexcept
	{
		T *const old = p_;

		p_ = other.p_;
		other.p_ = old;
		return *this;
	}
	~shared()
	{
		if (p_ && __atomic_sub_fetch(&p_->owners, 1, __ATOMIC_ACQ_REL) == 0) {
			if (watch *const watched = __atomic_load_n(&p_->watched, __ATOMIC_ACQUIRE))
				watch_end(*watched);
			delete p_;
		}
	}

	T *get() const { return p_; }
	T *operator->() const { return p_; }
	T &operator*() const { return *p_; }
	explicit operator bool() const { return p_ != nullptr; }

private:
	T *p_ = nullptr;
};

struct watch {
	void lock()
	{
		while (__atomic_test_and_set(&busy, __ATOMIC_ACQUIRE))
			;
	}
	void unlock() { __atomic_clear(&busy, __ATOMIC_RELEASE); }
	void drop()
	{
		if (__atomic_sub_fetch(&users, 1, __ATOMIC_ACQ_REL) == 0)
			delete this;
	}

	bool busy = false;
	bool ended = false;	/* the object is gone */
	unsigned users = 1;	/* the object, and who watches it */
};

template <typename>
void watch_end(watch &watched)
{
	watched.lock();
	watched.ended = true;
	watched.unlock();
	watched.drop();
}

/* What lists of all types have in common: room for elements, of which the first n are there. */
class list_room {
public:
	std::size_t size() const { return n_; }
	bool empty() const { return n_ == 0; }
	void swap(list_room &other) noexcept
	{
		exchange(first_, other.first_);
		exchange(n_, other.n_);
		exchange(room_, other.room_);
	}

protected:
	void *first_ = nullptr;
	std::size_t n_ = 0, room_ = 0;
};

/* A growing array; constant ones give elements that are not, because each further function costs time for each type. */
template <typename T>
class list : public list_room {
public:
	list() = default;
	list(const T *first, std::size_t n)
	{
		for (std::size_t i = 0; i < n; i++)
			add(first[i]);
	}
	list(const list &other) : list(other.begin(), other.n_) {}
	list(list &&other) noexcept { swap(other); }
	list &operator=(list other) noexcept
	{
		swap(other);
		return *this;
	}
	~list()
	{
		for (std::size_t i = 0; i < n_; i++)
			begin()[i].~T();
		::operator delete(first_);
	}

	T &add(T element)
	{
		if (n_ == room_)
			grow();
		return *::new (static_cast<void *>(begin() + n_++)) T(moved(element));
	}
	T *begin() const { return static_cast<T *>(first_); }
	T *end() const { return begin() + n_; }
	T &operator[](std::size_t i) const { return begin()[i]; }

private:
	void grow()
	{
		static_assert(alignof(T) <= alignof(std::max_align_t), "operator new aligns no better");
		const std::size_t room = room_ ? 2 * room_ : 4;
		T *const larger = static_cast<T *>(::operator new(room * sizeof(T)));

		for (std::size_t i = 0; i < n_; i++) {
			::new (static_cast<void *>(larger + i)) T(moved(begin()[i]));
			begin()[i].~T();
		}
		::operator delete(first_);
		first_ = larger;
		room_ = room;
	}
};

}

#endif
