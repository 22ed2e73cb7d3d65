/*
 * Builtins of the ComputeMux compiler specification that the CPU's device compiler
 * makes of OpenCL C's: __mux_given_NAME is what a module calls as __mux_NAME
 * (lib/mux/read/given.h).
 */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

typedef __private void *event;

bool __mux_given_isftz(void) { return false; }
bool __mux_given_usefast(void) { return false; }
bool __mux_given_isembeddedprofile(void) { return false; }

uint __mux_given_get_sub_group_id(void) { return get_sub_group_id(); }
uint __mux_given_get_num_sub_groups(void) { return get_num_sub_groups(); }
uint __mux_given_get_max_sub_group_size(void) { return get_max_sub_group_size(); }
uint __mux_given_get_sub_group_size(void) { return get_sub_group_size(); }
uint __mux_given_get_sub_group_local_id(void) { return get_sub_group_local_id(); }
uint __mux_given_get_work_dim(void) { return get_work_dim(); }
ulong __mux_given_get_enqueued_local_size(uint i) { return get_enqueued_local_size(i); }

/* Every scope and order: the strongest one. */
void __mux_given_sub_group_barrier(uint id, uint scope, uint semantics)
{
	sub_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}

/* Each work-item copies a part of each row.  Nothing is under way then: an event says nothing. */
#define COPY(NAME, TO, FROM)                                                                                   \
	static void NAME##_copy(TO char *dst, FROM const char *src, ulong width, ulong dst_line, ulong src_line,  \
				ulong height, ulong dst_plane, ulong src_plane, ulong depth)                      \
	{                                                                                                         \
		const ulong n = get_local_size(0) * get_local_size(1) * get_local_size(2);                        \
		const ulong me = get_local_linear_id(), begin = width * me / n, end = width * (me + 1) / n;       \
                                                                                                                  \
		for (ulong z = 0; z < depth; z++)                                                                 \
			for (ulong y = 0; y < height; y++)                                                        \
				for (ulong x = begin; x < end; x++)                                               \
					dst[z * dst_plane + y * dst_line + x] = src[z * src_plane + y * src_line + x]; \
	}                                                                                                         \
	event NAME##_1D(TO void *dst, FROM const void *src, ulong width, event e)                                 \
	{                                                                                                         \
		NAME##_copy(dst, src, width, 0, 0, 1, 0, 0, 1);                                                   \
		return e;                                                                                         \
	}                                                                                                         \
	event NAME##_2D(TO void *dst, FROM const void *src, ulong width, ulong dst_line, ulong src_line,          \
			ulong height, event e)                                                                    \
	{                                                                                                         \
		NAME##_copy(dst, src, width, dst_line, src_line, height, 0, 0, 1);                                \
		return e;                                                                                         \
	}                                                                                                         \
	event NAME##_3D(TO void *dst, FROM const void *src, ulong width, ulong dst_line, ulong src_line,          \
			ulong height, ulong dst_plane, ulong src_plane, ulong depth, event e)                     \
	{                                                                                                         \
		NAME##_copy(dst, src, width, dst_line, src_line, height, dst_plane, src_plane, depth);            \
		return e;                                                                                         \
	}
COPY(__mux_given_dma_read, __local, __global)
COPY(__mux_given_dma_write, __global, __local)

void __mux_given_dma_wait(uint n, __private event *events)
{
	work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}

/* Two operands are one row of twice the largest size; what is beyond it is the work-item's own. */
#define SHUFFLES(T, NAME)                                                                                      \
	T __mux_sub_group_shuffle_##NAME(T value, uint id);                                                       \
	T __mux_given_sub_group_broadcast_##NAME(T value, uint id)                                                \
	{                                                                                                         \
		return __mux_sub_group_shuffle_##NAME(value, id);                                                 \
	}                                                                                                         \
	T __mux_given_sub_group_shuffle_xor_##NAME(T value, uint mask)                                            \
	{                                                                                                         \
		return __mux_sub_group_shuffle_##NAME(value, get_sub_group_local_id() ^ mask);                    \
	}                                                                                                         \
	T __mux_given_sub_group_shuffle_up_##NAME(T prev, T curr, uint delta)                                     \
	{                                                                                                         \
		const int i = (int)get_sub_group_local_id() - (int)delta;                                         \
		const T high = __mux_sub_group_shuffle_##NAME(curr, i);                                           \
		const T low = __mux_sub_group_shuffle_##NAME(prev, i + (int)get_max_sub_group_size());            \
                                                                                                                  \
		return i < 0 ? low : high;                                                                        \
	}                                                                                                         \
	T __mux_given_sub_group_shuffle_down_##NAME(T curr, T next, uint delta)                                   \
	{                                                                                                         \
		const uint i = get_sub_group_local_id() + delta, size = get_max_sub_group_size();                 \
		const T low = __mux_sub_group_shuffle_##NAME(curr, i);                                            \
		const T high = __mux_sub_group_shuffle_##NAME(next, i - size);                                    \
                                                                                                                  \
		return i < size ? low : high;                                                                     \
	}
SHUFFLES(char, i8)
SHUFFLES(short, i16)
SHUFFLES(int, i32)
SHUFFLES(long, i64)
SHUFFLES(half, f16)
SHUFFLES(float, f32)
SHUFFLES(double, f64)
