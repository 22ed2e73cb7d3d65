/*
 * async_malloc, async_free: memory that is taken and given back as commands.  It is taken
 * when the command is submitted, and given back when the command runs.  In a graph it
 * is taken once, and given back with the graph.
 */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_ASYNC_ALLOC_ASYNC_ALLOC_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_ASYNC_ALLOC_ASYNC_ALLOC_HPP

#include <cstddef>
#include <exception>

#include <sycl/ext/oneapi/experimental/async_alloc/memory_pool.hpp>
#include <sycl/handler.hpp>

namespace sycl {

namespace detail {

/* Memory of a pool. */
struct pool_piece {
	void *memory;
	std::size_t size;
	shared<pool_state> pool;
};

/* All of them. */
struct pool_pieces {
	static pool_pieces &all()
	{
		static pool_pieces *const pieces = new pool_pieces;	/* commands may end after static objects */

		return *pieces;
	}
	SYCL_CC_ON_DEMAND
	void add(const pool_piece &piece)
	{
		const std::lock_guard<std::mutex> guard(mutex);

		pieces.add(piece);
	}
	SYCL_CC_ON_DEMAND
	static void give(pool_pieces &from, void *memory)
	{
		const std::lock_guard<std::mutex> guard(from.mutex);
		list<pool_piece> kept;

		for (const pool_piece &piece : from.pieces)
			if (piece.memory == memory)
				pool_state::give(*piece.pool, piece.memory, piece.size);
			else
				kept.add(piece);
		from.pieces.swap(kept);
	}

	std::mutex mutex;
	list<pool_piece> pieces;
};

/* Memory of a graph; a template as what it calls. */
template <typename Later>
struct recorded_piece final : later_work {
	recorded_piece(void *taken, std::size_t bytes) : memory(taken), size(bytes) {}
	~recorded_piece() override { pool_pieces::give(pool_pieces::all(), memory); }
	void run(const launch_context &) override {}
	std::size_t kept() const override { return size; }

	void *memory;
	std::size_t size;
};

}

namespace ext::oneapi::experimental {

SYCL_CC_ON_DEMAND
void *async_malloc_from_pool(handler &h, std::size_t size, const memory_pool &pool)
{
	detail::pool_state &state = *pool.detail_state();
	detail::queue_state &queue = h.detail_queue();
	void *memory;

	if (state.context != queue.context || state.device != queue.device)
		detail::refuse(errc::invalid, "the pool of memory is of another device or context than the queue");
	const bool recorded = h.detail_does_nothing(detail::command_kind::async_malloc);

	memory = detail::pool_state::take(state, size);
	if (!memory) {
		queue.add_error(std::make_exception_ptr(exception(make_error_code(errc::memory_allocation), "the pool has no memory left")));
		return nullptr;
	}
	detail::pool_pieces::all().add({ memory, size, pool.detail_state() });
	if (recorded)
		h.detail_afterwards_work(new detail::recorded_piece<Later>(memory, size));
	return memory;
}
SYCL_CC_ON_DEMAND
void *async_malloc(handler &h, usm::alloc kind, std::size_t size)
{
	return experimental::async_malloc_from_pool(h, size, detail_default_pool(h.detail_queue().context, h.detail_queue().device, kind));
}
SYCL_CC_ON_DEMAND
void async_free(handler &h, void *memory)
{
	detail::need_pools(h.detail_queue().device, usm::alloc::device);
	if (!h.detail_does_nothing(detail::command_kind::async_free))
		h.detail_afterwards([memory] { detail::pool_pieces::give(detail::pool_pieces::all(), memory); });
}

SYCL_CC_ON_DEMAND
void *async_malloc_from_pool(const queue &q, std::size_t size, const memory_pool &pool)
{
	void *memory;

	sycl::detail::copy_of(q).submit([&](handler &h) { memory = experimental::async_malloc_from_pool(h, size, pool); });
	return memory;
}
SYCL_CC_ON_DEMAND
void *async_malloc(const queue &q, usm::alloc kind, std::size_t size)
{
	void *memory;

	sycl::detail::copy_of(q).submit([&](handler &h) { memory = experimental::async_malloc(h, kind, size); });
	return memory;
}
SYCL_CC_ON_DEMAND
void async_free(const queue &q, void *memory)
{
	sycl::detail::copy_of(q).submit([&](handler &h) { experimental::async_free(h, memory); });
}

}

}

#endif
