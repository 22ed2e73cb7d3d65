/* sub_group_mask: a set of work-items of a sub-group, one bit each; and group_ballot, which makes one. */
#ifndef SYCL_EXT_ONEAPI_SUB_GROUP_MASK_HPP
#define SYCL_EXT_ONEAPI_SUB_GROUP_MASK_HPP

#include <climits>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <sycl/detail/lane_group.hpp>
#include <sycl/id.hpp>
#include <sycl/sub_group.hpp>
#include <sycl/khr/split_headers/version.hpp>

namespace sycl {

template <typename T, std::size_t Count>
class marray;

namespace detail {
class Builder;
}

namespace ext::oneapi {

class sub_group_mask;

/* The work-items of a sub-group whose condition holds. */
template <typename Group>
sub_group_mask group_ballot(Group group, bool condition = true);

class sub_group_mask {
public:
	class reference {
	public:
		reference &operator=(bool value)
		{
			mask_->set(id<1>(i_), value);
			return *this;
		}
		reference &operator=(const reference &other) { return operator=(static_cast<bool>(other)); }
		reference(const reference &) = default;
		bool operator~() const { return !static_cast<bool>(*this); }
		operator bool() const { return mask_->test(id<1>(i_)); }
		reference &flip()
		{
			mask_->flip(id<1>(i_));
			return *this;
		}

	private:
		friend class sub_group_mask;

		reference(sub_group_mask &mask, std::size_t i) : mask_(&mask), i_(i) {}

		sub_group_mask *mask_;
		std::size_t i_;
	};

	static constexpr std::size_t max_bits = 64;

	sub_group_mask() : sub_group_mask(0, width()) {}
	sub_group_mask(unsigned long long value) : sub_group_mask(value, width()) {}
	template <typename T, std::size_t Count, typename = typename std::enable_if<std::is_integral_v<T>>::type>
	sub_group_mask(const marray<T, Count> &value) : sub_group_mask(0, width())
	{
		insert_bits(value);
	}
	sub_group_mask(const sub_group_mask &) = default;
	sub_group_mask &operator=(const sub_group_mask &) = default;

	bool operator[](id<1> i) const { return test(i); }
	reference operator[](id<1> i) { return reference(*this, i.get(0)); }
	bool test(id<1> i) const { return i.get(0) < size_ && (bits_ >> i.get(0) & 1) != 0; }
	bool all() const { return bits_ == every(); }
	bool any() const { return bits_ != 0; }
	bool none() const { return bits_ == 0; }
	std::uint32_t count() const { return static_cast<std::uint32_t>(__builtin_popcountll(bits_)); }
	std::uint32_t size() const { return size_; }
	id<1> find_low() const { return bits_ ? static_cast<std::size_t>(__builtin_ctzll(bits_)) : size_; }
	id<1> find_high() const { return bits_ ? static_cast<std::size_t>(63 - __builtin_clzll(bits_)) : size_; }

	template <typename T>
	void insert_bits(const T &bits, id<1> at = 0)
	{
		if constexpr (std::is_integral_v<T>) {
			const word mask = at.get(0) < max_bits ? ones<T>() << at.get(0) : 0;

			if (mask)
				bits_ = ((bits_ & ~mask) | (static_cast<word>(bits) << at.get(0) & mask)) & every();
		} else {
			for (std::size_t i = 0; i < bits.size(); i++)
				insert_bits(bits[i], at.get(0) + i * sizeof(bits[i]) * CHAR_BIT);
		}
	}
	template <typename T>
	void extract_bits(T &bits, id<1> at = 0) const
	{
		if constexpr (std::is_integral_v<T>) {
			bits = static_cast<T>(at.get(0) < max_bits ? bits_ >> at.get(0) : 0);
		} else {
			for (std::size_t i = 0; i < bits.size(); i++)
				extract_bits(bits[i], at.get(0) + i * sizeof(bits[i]) * CHAR_BIT);
		}
	}

	void set() { bits_ = every(); }
	void set(id<1> i, bool value = true)
	{
		if (i.get(0) < size_)
			bits_ = (bits_ & ~(word(1) << i.get(0))) | static_cast<word>(value) << i.get(0);
	}
	void reset() { bits_ = 0; }
	void reset(id<1> i) { set(i, false); }
	void reset_low() { bits_ &= bits_ - 1; }
	void reset_high() { reset(find_high()); }
	void flip() { bits_ = ~bits_ & every(); }
	void flip(id<1> i) { set(i, !test(i)); }

	bool operator==(const sub_group_mask &other) const { return bits_ == other.bits_; }
	bool operator!=(const sub_group_mask &other) const { return bits_ != other.bits_; }
	sub_group_mask &operator&=(const sub_group_mask &other) { return assign(bits_ & other.bits_); }
	sub_group_mask &operator|=(const sub_group_mask &other) { return assign(bits_ | other.bits_); }
	sub_group_mask &operator^=(const sub_group_mask &other) { return assign(bits_ ^ other.bits_); }
	sub_group_mask &operator<<=(std::size_t n) { return assign(n < max_bits ? bits_ << n : 0); }
	sub_group_mask &operator>>=(std::size_t n) { return assign(n < max_bits ? bits_ >> n : 0); }
	sub_group_mask operator~() const { return sub_group_mask(~bits_, size_); }
	sub_group_mask operator<<(std::size_t n) const { return sub_group_mask(n < max_bits ? bits_ << n : 0, size_); }
	sub_group_mask operator>>(std::size_t n) const { return sub_group_mask(n < max_bits ? bits_ >> n : 0, size_); }
	friend sub_group_mask operator&(sub_group_mask a, const sub_group_mask &b) { return a &= b; }
	friend sub_group_mask operator|(sub_group_mask a, const sub_group_mask &b) { return a |= b; }
	friend sub_group_mask operator^(sub_group_mask a, const sub_group_mask &b) { return a ^= b; }

private:
	using word = std::uint64_t;

	template <typename Group>
	friend sub_group_mask group_ballot(Group, bool condition);
	friend class sycl::detail::Builder;

	sub_group_mask(word bits, std::uint32_t size) : bits_(bits & detail::all_lanes(size)), size_(size) {}

	template <typename T>
	static constexpr word ones()
	{
		return ~word(0) >> (max_bits - sizeof(T) * CHAR_BIT);
	}
	/* Masks of host code outside of kernels have all bits that there are. */
	static std::uint32_t width()
	{
#ifdef SYCL_CC_OFFLOAD_HOST
		return max_bits;
#else
		return detail::dev::max_sub_group_size();
#endif
	}
	word every() const { return detail::all_lanes(size_); }
	sub_group_mask &assign(word bits)
	{
		bits_ = bits & every();
		return *this;
	}

	word bits_;
	std::uint32_t size_;
};

template <typename Group>
sub_group_mask group_ballot(Group group, bool condition)
{
	static_assert(std::is_same_v<Group, sycl::sub_group>, "group_ballot is of sub-groups");
	return sub_group_mask(detail::dev::lanes_where(detail::all_lanes(group.get_local_linear_range()), condition),
		detail::dev::max_sub_group_size());
}

}

namespace detail {

/* DPC++'s name for what makes a mask of so many work-items from bits: oneDPL and dpctl sort with it. */
class Builder {
public:
	template <typename Mask>
	static Mask createSubGroupMask(std::uint64_t bits, std::size_t size)
	{
		return Mask(bits, static_cast<std::uint32_t>(size));
	}
};

}

}

#endif
