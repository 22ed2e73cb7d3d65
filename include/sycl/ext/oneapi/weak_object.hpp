/*
 * weak_object: an object with reference semantics, without owning it.  It keeps the
 * bytes of an object and watches the states that these point to; while they live, the
 * bytes are an object, which can be copied.
 *
 * Devices, platforms and names of kernels live as long as the process.  Accessors and streams
 * of command groups are bytes, of which nobody knows whether a copy is left: they do not expire.
 */
#ifndef SYCL_EXT_ONEAPI_WEAK_OBJECT_HPP
#define SYCL_EXT_ONEAPI_WEAK_OBJECT_HPP

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <optional>
#include <type_traits>
#include <utility>

#include <sycl/buffer.hpp>
#include <sycl/image.hpp>
#include <sycl/kernel_bundle.hpp>
#include <sycl/khr/split_headers/version.hpp>
#include <sycl/queue.hpp>

namespace sycl::detail {

/* A state that is watched, and taken for a moment. */
class weak_state {
public:
	weak_state() = default;
	explicit weak_state(counted *state) : state_(state)
	{
		watch *made = nullptr, *old = nullptr;

		if (!state)
			return;
		watch_ = __atomic_load_n(&state->watched, __ATOMIC_ACQUIRE);
		if (!watch_) {
			made = new watch;
			watch_ = made;
			if (!__atomic_compare_exchange_n(&state->watched, &old, made, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
				delete made;
				watch_ = old;
			}
		}
		__atomic_add_fetch(&watch_->users, 1, __ATOMIC_RELAXED);
	}
	weak_state(const weak_state &other) : state_(other.state_), watch_(other.watch_)
	{
		if (watch_)
			__atomic_add_fetch(&watch_->users, 1, __ATOMIC_RELAXED);
	}
	weak_state &operator=(weak_state other) noexcept
	{
		detail::exchange(state_, other.state_);
		detail::exchange(watch_, other.watch_);
		return *this;
	}
	~weak_state()
	{
		if (watch_)
			watch_->drop();
	}

	/* One more owner, unless the last one is gone. */
	bool take() const
	{
		bool taken = false;

		if (!watch_)
			return true;
		watch_->lock();
		if (!watch_->ended) {
			unsigned owners = __atomic_load_n(&state_->owners, __ATOMIC_RELAXED);

			while (owners && !taken)
				taken = __atomic_compare_exchange_n(&state_->owners, &owners, owners + 1, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
		}
		watch_->unlock();
		return taken;
	}
	counted *get() const { return state_; }

private:
	counted *state_ = nullptr;
	watch *watch_ = nullptr;
};

/* The states of an object, and its number among the objects. */
struct weak_access {
	template <typename Object, typename Function>
	static void each(const Object &object, const Function &f)
	{
		if constexpr (std::is_base_of_v<with_properties, Object>)
			f(static_cast<const with_properties &>(object).properties_.last_);
		own(object, f, 0);
	}
	/* Somebody has the object, not only what it did. */
	template <typename Object>
	static bool is_used(const Object &object)
	{
		if constexpr (std::is_same_v<Object, queue>)
			return __atomic_load_n(&object.state_->queues, __ATOMIC_RELAXED) != 0;
		else
			return true;
	}

private:
	template <typename Object, typename Function>
	static auto own(const Object &object, const Function &f, int) -> decltype(object.content_.get(), void())
	{
		f(object.content_);
	}
	template <typename Object, typename Function>
	static auto own(const Object &object, const Function &f, int) -> decltype(object.memory_->region(), void())
	{
		f(object.memory_);
	}
	template <typename Object, typename Function>
	static auto own(const Object &object, const Function &f, int) -> decltype(object.state_.get(), void())
	{
		f(static_cast<const decltype(shared_of(object.state_)) &>(object.state_));
	}
	template <typename Object, typename Function>
	static auto own(const Object &object, const Function &f, int) -> decltype(object.held_.hold.get(), void())
	{
		f(object.held_.hold);
	}
	template <typename Object, typename Function>
	static auto own(const Object &object, const Function &f, int) -> decltype(object.detail_held().hold.get(), void())
	{
		f(object.detail_held().hold);
	}
	template <typename Object, typename Function>
	static void own(const Object &, const Function &, long)
	{
	}
	template <typename T>
	static shared<T> shared_of(const shared<T> &);
	static shared<queue_state> shared_of(const queue_share &);
};

}

namespace sycl::ext::oneapi {

template <typename SyclObject>
class weak_object {
public:
	using object_type = SyclObject;

	constexpr weak_object() noexcept {}
	weak_object(const SyclObject &object) noexcept : identity_(std::hash<SyclObject>()(object))
	{
		int i = 0;

		content_ = new content;
		std::memcpy(content_->bytes, static_cast<const void *>(std::addressof(object)), sizeof object);
		detail::weak_access::each(object, [&](const auto &state) { content_->state[i++] = detail::weak_state(state.get()); });
	}
	weak_object(const weak_object &other) noexcept : content_(other.content_ ? new content(*other.content_) : nullptr), identity_(other.identity_) {}
	weak_object(weak_object &&other) noexcept { swap(other); }
	weak_object &operator=(const SyclObject &object) noexcept { return *this = weak_object(object); }
	weak_object &operator=(const weak_object &other) noexcept
	{
		weak_object(other).swap(*this);
		return *this;
	}
	weak_object &operator=(weak_object &&other) noexcept
	{
		weak_object(std::move(other)).swap(*this);
		return *this;
	}
	~weak_object() { delete content_; }

	void reset() noexcept { weak_object().swap(*this); }
	void swap(weak_object &other) noexcept
	{
		detail::exchange(content_, other.content_);
		detail::exchange(identity_, other.identity_);
	}

	bool expired() const noexcept { return !try_lock(); }
	std::optional<SyclObject> try_lock() const noexcept
	{
		std::optional<SyclObject> result;

		if (content_)
			take(result);
		return result;
	}
#ifndef __SYCL_DEVICE_ONLY__
	SyclObject lock() const
	{
		const std::optional<SyclObject> result = try_lock();

		if (!result)
			detail::refuse(errc::invalid, "the object of a weak_object is gone");
		return *result;
	}
#else
	SyclObject lock() const;
#endif

	bool owner_before(const weak_object &other) const noexcept 
	{
		return other.content_ && (!content_ || identity_ < other.identity_);
	}
	bool owner_before(const SyclObject &other) const noexcept { return !content_ || identity_ < std::hash<SyclObject>()(other); }

	/* For these headers only. */
	bool detail_is_after(const SyclObject &other) const noexcept { return content_ && std::hash<SyclObject>()(other) < identity_; }

private:
	static constexpr int most = 2;
	struct content {
		alignas(SyclObject) unsigned char bytes[sizeof(SyclObject)];
		detail::weak_state state[most];
	};

	/* Copies the object when every state could be taken; what was taken is given back by shared<>. */
	void take(std::optional<SyclObject> &result) const
	{
		const SyclObject &object = *std::launder(reinterpret_cast<const SyclObject *>(content_->bytes));
		int i = 0;
		bool all = true;

		for (; i < most && all; i++)
			all = content_->state[i].take();
		if (all && detail::weak_access::is_used(object))
			result.emplace(object);
		give_back(object, all ? i : i - 1);
	}
	static void give_back(const SyclObject &object, int n)
	{
		int i = 0;

		detail::weak_access::each(object, [&](const auto &state) {
			if (i++ < n)
				drop(state.get());
		});
	}
	template <typename T>
	static void drop(T *state)
	{
		if (state)
			detail::shared<T>{ state };
	}

	content *content_ = nullptr;
	std::size_t identity_ = 0;
};

/* An order of objects: equal ones, and those without an object, are equivalent. */
template <typename SyclObject>
struct owner_less {
	bool operator()(const SyclObject &a, const SyclObject &b) const noexcept { return a.ext_oneapi_owner_before(b); }
	bool operator()(const weak_object<SyclObject> &a, const weak_object<SyclObject> &b) const noexcept { return a.owner_before(b); }
	bool operator()(const SyclObject &a, const weak_object<SyclObject> &b) const noexcept { return a.ext_oneapi_owner_before(b); }
	bool operator()(const weak_object<SyclObject> &a, const SyclObject &b) const noexcept { return a.owner_before(b); }
};

}

namespace sycl {

/* What SYCL_CC_OWNER_BEFORE calls; the member may be of a base class. */
template <typename Self, typename Object>
bool detail_owner_before(const Self &self, const Object &other)
{
	return std::hash<Object>()(static_cast<const Object &>(self)) < std::hash<Object>()(other);
}
template <typename Self, typename Object>
bool detail_owner_before(const Self &self, const ext::oneapi::weak_object<Object> &other)
{
	return other.detail_is_after(static_cast<const Object &>(self));
}

}

#endif
