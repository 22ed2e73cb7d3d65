/*
 * Lanes: the work-items of a sub-group by their numbers, a set of them as a mask,
 * and groups that are such sets.
 */
#ifndef SYCL_DETAIL_LANE_GROUP_HPP
#define SYCL_DETAIL_LANE_GROUP_HPP

#include <cstdint>

#include <sycl/detail/builtins.hpp>
#include <sycl/id.hpp>
#include <sycl/memory_enums.hpp>

namespace sycl::detail {

using lane_mask = std::uint64_t;

namespace dev {

#if defined(SYCL_CC_DEVICE) && defined(SYCL_CC_GPU)

/* Those of share/device/gpu.c: the lanes that take part are told. */
extern "C" SYCL_CC_CONVERGENT lane_mask sycl_cc_active_lanes();
extern "C" SYCL_CC_CONVERGENT lane_mask sycl_cc_lanes_where(lane_mask members, bool condition);
extern "C" SYCL_CC_CONVERGENT unsigned sycl_cc_value_among(lane_mask members, unsigned value, unsigned lane);
extern "C" SYCL_CC_CONVERGENT void sycl_cc_wait_among(lane_mask members);

SYCL_CC_INLINE lane_mask active_lanes() { return sycl_cc_active_lanes(); }
SYCL_CC_INLINE lane_mask lanes_where(lane_mask members, bool condition) { return sycl_cc_lanes_where(members, condition); }
SYCL_CC_INLINE unsigned value_among(lane_mask members, unsigned value, unsigned lane)
{
	return sycl_cc_value_among(members, value, lane);
}
SYCL_CC_INLINE void wait_among(lane_mask members) { sycl_cc_wait_among(members); }

#elif defined(SYCL_CC_DEVICE)

/* SPIR-V's non-uniform instructions: the active lanes take part. */
typedef unsigned ballot_words __attribute__((ext_vector_type(4)));
SYCL_CC_BUILTIN SYCL_CC_CONVERGENT ballot_words sub_group_ballot(int condition) __asm__("_Z16sub_group_balloti");

SYCL_CC_INLINE lane_mask lanes_where(lane_mask members, bool condition)
{
	const ballot_words words = sub_group_ballot(condition);

	return (words[0] | static_cast<lane_mask>(words[1]) << 32) & members;
}
SYCL_CC_INLINE lane_mask active_lanes() { return lanes_where(~lane_mask(0), true); }
SYCL_CC_INLINE unsigned value_among(lane_mask, unsigned value, unsigned lane) { return sub_group_shuffle(value, lane); }
SYCL_CC_INLINE void wait_among(lane_mask members)
{
	memory_barrier(scope_sub_group, unsigned(semantics_acq_rel) | semantics_local_memory | semantics_global_memory);
	sub_group_ballot(members != 0);	/* the lanes meet */
}

#else

inline lane_mask active_lanes() { return 1; }
inline lane_mask lanes_where(lane_mask members, bool condition) { return condition ? members : 0; }
inline unsigned value_among(lane_mask, unsigned value, unsigned) { return value; }
inline void wait_among(lane_mask) {}

#endif

}

/* The lanes of a whole sub-group of that size. */
SYCL_CC_INLINE lane_mask all_lanes(unsigned size)
{
	return size < 64 ? (lane_mask(1) << size) - 1 : ~lane_mask(0);
}

/* A part of a sub-group: some of its lanes, in the order of their numbers. */
class lane_group {
public:
	using id_type = id<1>;
	using range_type = range<1>;
	using linear_id_type = std::uint32_t;
	static constexpr int dimensions = 1;
	static constexpr memory_scope fence_scope = memory_scope::sub_group;

	id_type get_group_id() const { return number_; }
	linear_id_type get_group_linear_id() const { return number_; }
	range_type get_group_range() const { return parts_; }
	linear_id_type get_group_linear_range() const { return parts_; }
	id_type get_local_id() const { return get_local_linear_id(); }
	linear_id_type get_local_linear_id() const
	{
		return static_cast<linear_id_type>(__builtin_popcountll(members_ & all_lanes(dev::sub_group_local_id())));
	}
	range_type get_local_range() const { return get_local_linear_range(); }
	linear_id_type get_local_linear_range() const { return static_cast<linear_id_type>(__builtin_popcountll(members_)); }
	range_type get_max_local_range() const { return dev::max_sub_group_size(); }
	bool leader() const { return get_local_linear_id() == 0; }

	/* For these headers only. */
	lane_mask detail_members() const { return members_; }
	unsigned detail_lane(unsigned i) const
	{
		lane_mask rest = members_;
		const auto first = static_cast<unsigned>(rest ? __builtin_ctzll(rest) : 0);

		if (const lane_mask run = rest >> first; (run & (run + 1)) == 0)
			return first + i;	/* neighbours */
		for (; i > 0; i--)
			rest &= rest - 1;
		return static_cast<unsigned>(__builtin_ctzll(rest));
	}

protected:
	lane_group(lane_mask members, unsigned number, unsigned parts) : members_(members), number_(number), parts_(parts) {}

	lane_mask members_;
	std::uint32_t number_, parts_;
};

/* A value of any trivially copyable type of the group's work-item number i, word by word. */
template <typename T>
SYCL_CC_INLINE T value_of(const lane_group &group, const T &value, unsigned i)
{
	constexpr std::size_t words = (sizeof(T) + 3) / 4;
	const unsigned lane = group.detail_lane(i);
	unsigned word[words] = {};
	T result;

	__builtin_memcpy(word, &value, sizeof(T));
	for (std::size_t k = 0; k < words; k++)
		word[k] = dev::value_among(group.detail_members(), word[k], lane);
	__builtin_memcpy(static_cast<void *>(&result), word, sizeof(T));
	return result;
}

}

#endif
