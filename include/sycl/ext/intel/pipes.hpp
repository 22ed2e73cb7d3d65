/*
 * Pipes between kernels, an extension: a queue in the memory of the device.  It is
 * much longer than asked for, so that a writer seldom waits for a reader that has
 * not begun.
 */
#ifndef SYCL_EXT_INTEL_PIPES_HPP
#define SYCL_EXT_INTEL_PIPES_HPP

#include <cstddef>
#include <cstdint>

#include <sycl/atomic.hpp>
#include <sycl/ext/oneapi/device_global/device_global.hpp>
#include <sycl/ext/oneapi/properties/properties.hpp>
#include <sycl/queue.hpp>
#include <sycl/usm.hpp>

namespace sycl {

namespace detail {

template <typename Name, typename T, std::size_t Capacity>
struct pipe_queue {
	/* Each slot is written and read in turn: turn 0, 2, 4 is a writer's, 1, 3, 5 a reader's. */
	struct slot {
		T data;
		std::uint64_t turn;
	};

	/* Takes the next slot if it is its turn. */
	slot *take(std::uint64_t &next, unsigned reads, std::uint64_t &turn)
	{
		atomic<memory_order::relaxed> place(next);
		std::uint64_t at = place.load();

		for (;;) {
			slot &s = slots[at % Capacity];

			turn = at / Capacity * 2 + reads;
			if (atomic<memory_order::acq_rel>(s.turn).load() == turn) {
				if (place.compare_exchange_strong(at, at + 1))
					return &s;
			} else {
				const std::uint64_t now = place.load();

				if (now == at)
					return nullptr;
				at = now;
			}
		}
	}
	bool write(const T &data)
	{
		std::uint64_t turn;
		slot *const s = take(written, 0, turn);

		if (!s)
			return false;
		s->data = data;
		atomic<memory_order::acq_rel>(s->turn).store(turn + 1);
		return true;
	}
	bool read(T &data)
	{
		std::uint64_t turn;
		slot *const s = take(begun, 1, turn);

		if (!s)
			return false;
		data = s->data;
		atomic<memory_order::acq_rel>(s->turn).store(turn + 1);
		return true;
	}

	template <memory_order Order>
	using atomic = atomic_ref<std::uint64_t, Order, memory_scope::device, access::address_space::global_space>;

	std::uint64_t written, begun;
	slot slots[Capacity];
};

constexpr std::size_t pipe_capacity(std::size_t least, std::size_t size)
{
	constexpr std::size_t bytes = 8 << 20;
	const std::size_t n = bytes / (size + 8);

	return n < least ? least : n ? n : 1;
}

}

namespace ext::intel {

template <typename Name, typename T, std::int32_t MinCapacity = 0>
class pipe {
	using queue_type = detail::pipe_queue<Name, T, detail::pipe_capacity(MinCapacity, sizeof(T))>;

public:
	using value_type = T;
	static constexpr std::int32_t min_capacity = MinCapacity;

	static T read()
	{
		T data;

		while (!memory.get().read(data))
			;
		return data;
	}
	static T read(bool &success)
	{
		T data{};

		success = memory.get().read(data);
		return data;
	}
	static void write(const T &data)
	{
		while (!memory.get().write(data))
			;
	}
	static void write(const T &data, bool &success) { success = memory.get().write(data); }

private:
	static inline detail::device_memory<queue_type> memory;
};

namespace experimental {

template <typename Name, typename T, std::int32_t MinCapacity = 0, typename List = ext::oneapi::experimental::empty_properties_t>
class pipe : public intel::pipe<Name, T, MinCapacity> {
	using base = intel::pipe<Name, T, MinCapacity>;

public:
	using base::read;
	using base::write;

	template <typename Properties, typename detail::if_properties<Properties>::type = 0>
	static T read(Properties)
	{
		return base::read();
	}
	template <typename Properties, typename detail::if_properties<Properties>::type = 0>
	static T read(bool &success, Properties)
	{
		return base::read(success);
	}
	template <typename Properties, typename detail::if_properties<Properties>::type = 0>
	static void write(const T &data, Properties)
	{
		base::write(data);
	}
	template <typename Properties, typename detail::if_properties<Properties>::type = 0>
	static void write(const T &data, bool &success, Properties)
	{
		base::write(data, success);
	}

	/* From the host: a kernel reads or writes. */
	static T read(queue &q, bool &success, memory_order = memory_order::seq_cst)
	{
		struct result {
			T data;
			bool success;
		} *const shared = sycl::malloc_shared<result>(1, q);

		wait_for(q, q.single_task([=] { shared->data = base::read(shared->success); }));
		const result r = *shared;
		sycl::free(shared, q);
		success = r.success;
		return r.data;
	}
	static T read(queue &q, memory_order = memory_order::seq_cst)
	{
		bool success = false;
		T data;

		do
			data = read(q, success);
		while (!success);
		return data;
	}
	static void write(queue &q, const T &data, bool &success, memory_order = memory_order::seq_cst)
	{
		bool *const shared = sycl::malloc_shared<bool>(1, q);

		wait_for(q, q.single_task([=] { base::write(data, *shared); }));
		success = *shared;
		sycl::free(shared, q);
	}
	static void write(queue &q, const T &data, memory_order = memory_order::seq_cst)
	{
		bool success = false;

		do
			write(q, data, success);
		while (!success);
	}

private:
	/* Events of some queues cannot be waited for. */
	static void wait_for(queue &q, event done)
	{
		if (q.has_property<ext::oneapi::property::queue::discard_events>())
			q.wait();
		else
			done.wait();
	}
};

}

}

}

#endif
