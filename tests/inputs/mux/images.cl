/* Kernels for tests/c/mux-images.c: each reads, writes or measures an image of one shape. */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

/* c: the coordinate, float4, of the work-item. */
#define AT_1D(T) convert_##T(c.x)
#define AT_2D(T) convert_##T##2(c.xy)
#define AT_3D(T) convert_##T##4((float4)(c.xyz, 0))
#define AT_1DA(T) convert_##T##2(c.xy)
#define AT_2DA(T) convert_##T##4((float4)(c.xyz, 0))

#define SAMPLES(SHAPE, NAME, TYPE)                                                                                                      \
	kernel void NAME##_float(read_only TYPE im, sampler_t s, global const float4 *at, global float4 *out)                        \
	{ const size_t i = get_global_id(0); const float4 c = at[i]; out[i] = read_imagef(im, s, AT_##SHAPE(float)); }               \
	kernel void NAME##_float_at_int(read_only TYPE im, sampler_t s, global const float4 *at, global float4 *out)                 \
	{ const size_t i = get_global_id(0); const float4 c = at[i]; out[i] = read_imagef(im, s, AT_##SHAPE(int)); }                 \
	kernel void NAME##_int(read_only TYPE im, sampler_t s, global const float4 *at, global int4 *out)                            \
	{ const size_t i = get_global_id(0); const float4 c = at[i]; out[i] = read_imagei(im, s, AT_##SHAPE(float)); }               \
	kernel void NAME##_int_at_int(read_only TYPE im, sampler_t s, global const float4 *at, global int4 *out)                     \
	{ const size_t i = get_global_id(0); const float4 c = at[i]; out[i] = read_imagei(im, s, AT_##SHAPE(int)); }                 \
	kernel void NAME##_uint(read_only TYPE im, sampler_t s, global const float4 *at, global uint4 *out)                          \
	{ const size_t i = get_global_id(0); const float4 c = at[i]; out[i] = read_imageui(im, s, AT_##SHAPE(float)); }              \
	kernel void NAME##_uint_at_int(read_only TYPE im, sampler_t s, global const float4 *at, global uint4 *out)                   \
	{ const size_t i = get_global_id(0); const float4 c = at[i]; out[i] = read_imageui(im, s, AT_##SHAPE(int)); }                \
	PLAIN(SHAPE, NAME, TYPE)

/* Reads without a sampler, and writes. */
#define PLAIN(SHAPE, NAME, TYPE)                                                                                                        \
	kernel void NAME##_float_plain(read_only TYPE im, global const float4 *at, global float4 *out)                               \
	{ const size_t i = get_global_id(0); const float4 c = at[i]; out[i] = read_imagef(im, AT_##SHAPE(int)); }                    \
	kernel void NAME##_int_plain(read_only TYPE im, global const float4 *at, global int4 *out)                                   \
	{ const size_t i = get_global_id(0); const float4 c = at[i]; out[i] = read_imagei(im, AT_##SHAPE(int)); }                    \
	kernel void NAME##_uint_plain(read_only TYPE im, global const float4 *at, global uint4 *out)                                 \
	{ const size_t i = get_global_id(0); const float4 c = at[i]; out[i] = read_imageui(im, AT_##SHAPE(int)); }                   \
	kernel void NAME##_float_write(write_only TYPE im, global const float4 *at, global const float4 *in)                         \
	{ const size_t i = get_global_id(0); const float4 c = at[i]; write_imagef(im, AT_##SHAPE(int), in[i]); }                     \
	kernel void NAME##_int_write(write_only TYPE im, global const float4 *at, global const int4 *in)                             \
	{ const size_t i = get_global_id(0); const float4 c = at[i]; write_imagei(im, AT_##SHAPE(int), in[i]); }                     \
	kernel void NAME##_uint_write(write_only TYPE im, global const float4 *at, global const uint4 *in)                           \
	{ const size_t i = get_global_id(0); const float4 c = at[i]; write_imageui(im, AT_##SHAPE(int), in[i]); }

SAMPLES(1D, image_1d, image1d_t)
SAMPLES(2D, image_2d, image2d_t)
SAMPLES(3D, image_3d, image3d_t)
SAMPLES(1DA, image_1d_array, image1d_array_t)
SAMPLES(2DA, image_2d_array, image2d_array_t)
PLAIN(1D, image_1d_buffer, image1d_buffer_t)

kernel void depth(read_only image2d_depth_t im, sampler_t s, global const float4 *at, global float4 *out)
{
	const size_t i = get_global_id(0);
	const float4 c = at[i];

	out[i] = (float4)(read_imagef(im, s, c.xy), read_imagef(im, s, convert_int2(c.xy)), 0, 0);
}

kernel void sizes(read_only image1d_t a, write_only image2d_t b, read_only image3d_t c, read_only image1d_array_t d,
		  read_only image2d_array_t e, read_only image1d_buffer_t f, global uint4 *out)
{
	const size_t i = get_global_id(0);

	out[6 * i] = (uint4)(get_image_width(a), get_image_channel_order(a), get_image_channel_data_type(a), 0);
	out[6 * i + 1] = (uint4)(get_image_width(b), get_image_height(b), get_image_dim(b).x, get_image_dim(b).y);
	out[6 * i + 2] = (uint4)(get_image_width(c), get_image_height(c), get_image_depth(c), get_image_dim(c).z);
	out[6 * i + 3] = (uint4)(get_image_width(d), get_image_array_size(d), 0, 0);
	out[6 * i + 4] = (uint4)(get_image_width(e), get_image_height(e), get_image_array_size(e), get_image_dim(e).y);
	out[6 * i + 5] = (uint4)(get_image_width(f), get_image_channel_order(f), get_image_channel_data_type(f), 0);
}

/* Samplers of the program, one chosen by the work-item; a helper with an image; divergent reads in a loop. */
constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

static float4 around(read_only image2d_t im, int2 p, int n)
{
	float4 sum = 0;

	for (int k = -n; k <= n; k++)
		sum += read_imagef(im, nearest, p + (int2)(k, k));
	return sum;
}

kernel void filter(read_only image2d_t im, write_only image2d_t to, global float4 *out)
{
	const sampler_t linear = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_MIRRORED_REPEAT | CLK_FILTER_LINEAR;
	const int i = get_global_id(0), w = get_image_width(im);
	const int2 p = (int2)(i % w, i / w);
	float4 v = around(im, p, i % 3);

	if (i % 2)
		v += read_imagef(im, linear, (float2)(i * 0.13f, i * -0.07f));
	write_imagef(to, p, v);
	out[i] = v;
}

/* In two dimensions and groups, each element by the work-item of its place; written and read again behind a barrier. */
kernel void turn(read_write image2d_t im)
{
	const int2 p = (int2)(get_global_id(0), get_global_id(1));
	const uint4 v = read_imageui(im, p);

	barrier(CLK_IMAGE_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
	write_imageui(im, (int2)(get_image_width(im) - 1 - p.x, p.y), v + 1);
}

kernel void halves(read_only image2d_t im, sampler_t s, write_only image2d_t to, global const float4 *at)
{
	const size_t i = get_global_id(0);

	write_imageh(to, (int2)(i, 0), read_imageh(im, s, at[i].xy) * (half)2);
}
