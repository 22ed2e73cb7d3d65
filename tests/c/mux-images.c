/*
 * Runs the kernels of tests/inputs/mux/images.cl and compares what they read and write with OpenCL's rules,
 * computed here in double:
 *
 *     mux-images ./IMAGES.so
 *
 * All orders and types that go together, all samplers, all shapes, in work-groups of 1, 16 and 37.
 * Prints what differs, then how many elements were right.
 */
#include <dlfcn.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "sycl-cc/mux-image.h"

enum { POINTS = 74, ROWS = 5, PLANES = 3, LAYERS = 3, WIDTH = 7, BYTES = 1 << 13 };
enum { R = 0x10b0, A, RG, RA, RGB, RGBA, BGRA, ARGB, INTENSITY, LUMINANCE, RX, RGX, RGBX, DEPTH, ABGR = 0x10c3 };
enum { SNORM8 = 0x10d0, SNORM16, UNORM8, UNORM16, PACKED565, PACKED555, PACKED101010, S8, S16, S32, U8, U16, U32, HALF, FLOAT };

struct shape {
	const char *name;
	int dimensions;
	bool array, sampled;
};

static const struct shape shapes[] = {
	{ "image_1d", 1, false, true }, { "image_2d", 2, false, true }, { "image_3d", 3, false, true },
	{ "image_1d_array", 1, true, true }, { "image_2d_array", 2, true, true }, { "image_1d_buffer", 1, false, false },
};

static const struct mux_kernel *table;
static unsigned long right, wrong;
static unsigned group = 1;

/* --- launches --- */

static const struct mux_kernel *
kernel_find(const char *name)
{
	const struct mux_kernel *kernel;

	for (kernel = table; kernel->name; kernel++)
		if (!strcmp(kernel->name, name))
			return kernel;
	printf("no kernel '%s'\n", name);
	exit(1);
}

/* Runs items work-items of one dimension, or of two with rows, in groups of the current size; args: one word a parameter. */
static void
launch(const char *name, const void *const *args, unsigned items, unsigned rows)
{
	const struct mux_kernel *kernel = kernel_find(name);
	struct mux_wg wg = { .work_dim = rows > 1 ? 2 : 1 };
	char packed[256] __attribute__((aligned(MUX_ALIGN)));
	unsigned i;

	for (i = 0; i < kernel->nargs; i++)
		memcpy(packed + kernel->args[i].offset, &args[i], sizeof args[i]);
	wg.local_size[0] = items % group ? 1 : group;
	wg.local_size[1] = wg.local_size[2] = 1;
	wg.num_groups[0] = items / wg.local_size[0];
	wg.num_groups[1] = rows;
	wg.num_groups[2] = 1;
	wg.scratch = aligned_alloc(MUX_ALIGN, mux_scratch_size(kernel, group) + MUX_ALIGN);
	for (wg.group_id[1] = 0; wg.group_id[1] < rows; wg.group_id[1]++)
		for (wg.group_id[0] = 0; wg.group_id[0] < wg.num_groups[0]; wg.group_id[0]++)
			kernel->entry(packed, &wg);
	free(wg.scratch);
}

/* --- the rules, in double --- */

static int
channels_of(unsigned order)
{
	switch (order) {
	case RG: case RA: case RGX: return 2;
	case RGB: case RGBX: return 3;
	case RGBA: case BGRA: case ARGB: case ABGR: return 4;
	default: return 1;
	}
}

static int
bytes_of(unsigned order, unsigned type)
{
	static const int bytes[] = { 1, 2, 1, 2, 2, 2, 4, 1, 2, 4, 1, 2, 4, 2, 4 };

	return bytes[type - SNORM8] * (type >= PACKED565 && type <= PACKED101010 ? 1 : channels_of(order));
}

static double
half_value(unsigned bits)
{
	int exponent = (int)(bits >> 10 & 31), fraction = (int)(bits & 1023);
	double value = exponent ? ldexp(1024 + fraction, exponent - 25) : ldexp(fraction, -24);

	return bits & 0x8000 ? -value : value;
}

static double
channel_value(const unsigned char *at, unsigned type)
{
	int8_t s8;
	int16_t s16;
	int32_t s32;
	uint16_t u16;
	uint32_t u32;
	float real;

	memcpy(&s8, at, 1);
	memcpy(&s16, at, 2);
	memcpy(&s32, at, 4);
	memcpy(&u16, at, 2);
	memcpy(&u32, at, 4);
	memcpy(&real, at, 4);
	switch (type) {
	case SNORM8: return fmax(s8 / 127.0, -1);
	case SNORM16: return fmax(s16 / 32767.0, -1);
	case UNORM8: return *at / 255.0;
	case UNORM16: return u16 / 65535.0;
	case S8: return s8;
	case S16: return s16;
	case S32: return s32;
	case U8: return *at;
	case U16: return u16;
	case U32: return u32;
	case HALF: return half_value(u16);
	default: return real;
	}
}

/* The four components of an element. */
static void
element_value(const unsigned char *at, unsigned order, unsigned type, double *value)
{
	static const char *const places[] = { "r001", "000r", "rg01", "r00g", "rgb1", "rgba", "bgra", "gbar", "rrrr", "rrr1",
					      "r001", "rg01", "rgb1", "r001" };
	const char *place = order == ABGR ? "abgr" : places[order - R];
	double channel[4] = { 0 };
	uint32_t bits = 0;
	int i;

	if (type >= PACKED565 && type <= PACKED101010) {
		const int *width = (const int[][3]){ { 5, 6, 5 }, { 5, 5, 5 }, { 10, 10, 10 } }[type - PACKED565];
		int shift = 0;

		memcpy(&bits, at, type == PACKED101010 ? 4 : 2);
		for (i = 3; i-- > 0; shift += width[i])
			channel[i] = (double)(bits >> shift & ((1u << width[i]) - 1)) / ((1u << width[i]) - 1);
	} else {
		for (i = 0; i < channels_of(order); i++)
			channel[i] = channel_value(at + i * bytes_of(R, type), type);
	}
	for (i = 0; i < 4; i++)
		value[i] = place[i] == '0' ? 0 : place[i] == '1' ? 1 : channel[strchr("rgba", place[i]) - "rgba"];
}

/* The place of an element; NULL outside. */
static unsigned char *
element_at(const struct mux_image *image, const int *at)
{
	if (at[0] < 0 || at[0] >= (int)image->width || at[1] < 0 || at[1] >= (int)image->height || at[2] < 0 || at[2] >= (int)image->depth)
		return NULL;
	return (unsigned char *)image->data + (uint64_t)at[2] * image->slice_pitch + (uint64_t)at[1] * image->row_pitch +
		(uint64_t)(at[0] * bytes_of(image->channel_order, image->channel_type));
}

static void
element_or_border(const struct mux_image *image, const int *at, double *value)
{
	const unsigned char *place = element_at(image, at);
	unsigned order = image->channel_order;

	if (place) {
		element_value(place, order, image->channel_type, value);
		return;
	}
	memset(value, 0, 4 * sizeof *value);
	value[3] = order == R || order == RG || order == RGB || order == LUMINANCE || order == DEPTH;
}

/* The two elements that a coordinate is between and the weight of the second; for nearest the first alone. */
static double
find_place(double coordinate, int size, unsigned sampler, int *at)
{
	unsigned how = sampler & 0xe;
	bool linear = sampler & MUX_SAMPLER_LINEAR;
	double u = coordinate, below;
	int i;

	if (how == MUX_SAMPLER_REPEAT)
		u = (u - floor(u)) * size;
	else if (how == MUX_SAMPLER_MIRRORED_REPEAT)
		u = fabs(u - 2 * rint(u / 2)) * size;
	else if (sampler & MUX_SAMPLER_NORMALIZED)
		u *= size;
	u -= linear ? 0.5 : 0;
	below = floor(u);
	for (i = 0; i < 2; i++) {
		at[i] = (int)below + i;
		if (how == MUX_SAMPLER_REPEAT)
			at[i] = (at[i] + size) % size;
		else if (how == MUX_SAMPLER_CLAMP_TO_EDGE || how == MUX_SAMPLER_MIRRORED_REPEAT)
			at[i] = at[i] < 0 ? 0 : at[i] >= size ? size - 1 : at[i];
	}
	return linear ? u - below : 0;
}

static void
sample(const struct mux_image *image, int dimensions, unsigned sampler, const double *coordinate, double *value)
{
	const int size[3] = { (int)image->width, (int)image->height, (int)image->depth };
	int at[3][2] = { { 0 } }, corner, d, i;
	double weight[3] = { 0 }, part[4], w;

	for (d = 0; d < dimensions; d++)
		weight[d] = find_place(coordinate[d], size[d], sampler, at[d]);
	memset(value, 0, 4 * sizeof *value);
	for (corner = 0; corner < 8; corner++) {
		w = 1;
		for (d = 0; d < 3; d++)
			w *= corner >> d & 1 ? weight[d] : 1 - weight[d];
		if (w == 0)
			continue;
		element_or_border(image, (const int[]){ at[0][corner & 1], at[1][corner >> 1 & 1], at[2][corner >> 2] }, part);
		for (i = 0; i < 4; i++)
			value[i] += w * part[i];
	}
}

/* --- comparisons --- */

static unsigned char memory[2][BYTES];

static void
image_fill(struct mux_image *image, const struct shape *shape, unsigned order, unsigned type)
{
	int bytes = bytes_of(order, type);
	size_t i;

	*image = (struct mux_image){ memory[0], 0, 0, WIDTH, 1, 1, 1, order, type };
	image->row_pitch = (uint64_t)(WIDTH * bytes + 4);
	image->slice_pitch = image->row_pitch;
	if (shape->dimensions > 1) {
		image->height = ROWS;
		image->slice_pitch = image->row_pitch * ROWS + 8;
	}
	image->depth = shape->dimensions > 2 ? PLANES : 1;
	image->layers = shape->array ? LAYERS : 1;
	for (i = 0; i < BYTES; i++)
		memory[0][i] = (unsigned char)random_below(256);
	for (i = 0; i < BYTES; i += 4) {
		float real = (float)((int)random_below(2000) - 1000) / 64;

		if (type == FLOAT)
			memcpy(memory[0] + i, &real, 4);
		if (type == HALF)
			memory[0][i + 1] &= 0xbf, memory[0][i + 3] &= 0xbf;	/* no infinities */
	}
}

static bool
is_integer(unsigned type)
{
	return type >= S8 && type <= U32;
}

static const char *
kind_of(unsigned type)
{
	return !is_integer(type) ? "float" : type < U8 ? "int" : "uint";
}

static void
check(const char *what, const struct mux_image *image, unsigned sampler, const float *at, const void *got, const double *want)
{
	unsigned type = image->channel_type;
	double value;
	uint32_t bits;
	float real;
	int i;

	for (i = 0; i < 4; i++) {
		memcpy(&bits, (const char *)got + 4 * i, 4);
		memcpy(&real, &bits, 4);
		value = !is_integer(type) ? (double)real : type < U8 ? (double)(int32_t)bits : (double)bits;
		if (fabs(value - want[i]) > (is_integer(type) ? 0 : 2e-5 * fmax(1, fabs(want[i])))) {
			if (wrong++ < 20)
				printf("%s order %x type %x sampler %x at %g %g %g, component %d: %.9g, not %.9g\n", what, image->channel_order,
				       type, sampler, (double)at[0], (double)at[1], (double)at[2], i, value, want[i]);
			return;
		}
	}
	right++;
}

/* Moves the image to the layer that the coordinate behind the last dimension names. */
static struct mux_image
layer_at(const struct mux_image *image, const struct shape *shape, const float *at)
{
	struct mux_image layer = *image;
	double number = fmin(fmax(rint((double)at[shape->dimensions]), 0), LAYERS - 1);

	if (shape->array)
		layer.data = (char *)image->data + (uint64_t)number * image->slice_pitch;
	return layer;
}

/* Without a sampler an element of a layer that the image lacks is outside, as all beyond the other borders. */
static void
place_at(const struct shape *shape, const float *at, int *place)
{
	int d;

	for (d = 0; d < 3; d++)
		place[d] = d < shape->dimensions ? (int)at[d] : 0;
	if (shape->array && (at[shape->dimensions] < 0 || at[shape->dimensions] >= LAYERS))
		place[0] = -1;
}

/* Coordinates near and beyond all borders, off the places where the nearest element changes; whole ones for integers. */
static void
fill_coordinates(float (*at)[4], const struct shape *shape, bool normalized, bool whole)
{
	const int size[3] = { WIDTH, ROWS, PLANES };
	int i, d;

	for (i = 0; i < POINTS; i++)
		for (d = 0; d < 4; d++) {
			int n = d < shape->dimensions ? size[d] : LAYERS, k = (int)random_below(3 * (unsigned)n) - n;
			float part = whole ? 0 : 0.0625f + (float)random_below(7) / 16;

			at[i][d] = (float)k + part;
			if (normalized && d < shape->dimensions)
				at[i][d] /= (float)n;
		}
}

static void
check_samples(const struct shape *shape, const struct mux_image *image, unsigned sampler, bool whole)
{
	static float at[POINTS][4], out[POINTS][4];
	const void *const args[] = { image, (void *)(uintptr_t)sampler, at, out };
	char name[64];
	int i, d;

	snprintf(name, sizeof name, "%s_%s%s", shape->name, kind_of(image->channel_type), whole ? "_at_int" : "");
	fill_coordinates(at, shape, sampler & MUX_SAMPLER_NORMALIZED, whole);
	launch(name, args, POINTS, 1);
	for (i = 0; i < POINTS; i++) {
		struct mux_image layer = layer_at(image, shape, at[i]);
		double coordinate[3], want[4];

		for (d = 0; d < 3; d++)
			coordinate[d] = (double)at[i][d];
		sample(&layer, shape->dimensions, sampler, coordinate, want);
		check(name, image, sampler, at[i], out[i], want);
	}
}

static void
check_plain(const struct shape *shape, const struct mux_image *image)
{
	static float at[POINTS][4], out[POINTS][4];
	const void *const args[] = { image, at, out };
	char name[64];
	int i, place[3];

	snprintf(name, sizeof name, "%s_%s_plain", shape->name, kind_of(image->channel_type));
	fill_coordinates(at, shape, false, true);
	launch(name, args, POINTS, 1);
	for (i = 0; i < POINTS; i++) {
		struct mux_image layer = layer_at(image, shape, at[i]);
		double want[4];

		place_at(shape, at[i], place);
		element_or_border(&layer, place, want);
		check(name, image, 0, at[i], out[i], want);
	}
}

/* What is written is read back as OpenCL says it is stored: each component that the order has, saturated, to the nearest. */
static double
stored_value(double value, unsigned type, int channel)
{
	static const double most[] = { 127, 32767, 255, 65535, 0, 0, 1023 }, least_int[] = { -128, -32768, -2147483648.0, 0, 0, 0 },
			    most_int[] = { 127, 32767, 2147483647.0, 255, 65535, 4294967295.0 };
	double steps = type == PACKED565 ? (channel == 1 ? 63 : 31) : type == PACKED555 ? 31 : most[type < S8 ? type - SNORM8 : 0];

	if (is_integer(type))
		return fmin(fmax(value, least_int[type - S8]), most_int[type - S8]);
	if (type >= HALF)
		return value;
	return rint(fmin(fmax(value, type <= SNORM16 ? -1 : 0), 1) * steps) / steps;
}

static void
check_writes(const struct shape *shape, const struct mux_image *image)
{
	static float at[POINTS][4];
	static uint32_t in[POINTS][4];
	struct mux_image to = *image;
	const void *const args[] = { &to, at, in };
	const bool whole = is_integer(image->channel_type), is_signed = image->channel_type < U8;
	char name[64];
	int i, j, place[3], place_later[3];

	to.data = memory[1];
	snprintf(name, sizeof name, "%s_%s_write", shape->name, kind_of(image->channel_type));
	fill_coordinates(at, shape, false, true);
	for (i = 0; i < POINTS; i++)
		for (j = 0; j < 4; j++) {
			float real = (float)((int)random_below(4096) - 2048) / 1024;

			memcpy(&in[i][j], &real, 4);
			if (whole)
				in[i][j] = (random_below(300) + (random_chance(20) ? 70000 : 0)) * (is_signed && random_chance(50) ? -1u : 1u);
		}
	memset(memory[1], 0, BYTES);
	launch(name, args, POINTS, 1);
	for (i = 0; i < POINTS; i++) {
		struct mux_image layer = layer_at(&to, shape, at[i]);
		double want[4], got[4];
		bool later = false;

		place_at(shape, at[i], place);
		for (j = i + 1; j < POINTS; j++) {
			struct mux_image other = layer_at(&to, shape, at[j]);

			place_at(shape, at[j], place_later);
			later |= other.data == layer.data && !memcmp(place, place_later, sizeof place);
		}
		if (later || !element_at(&layer, place))
			continue;
		element_value(element_at(&layer, place), to.channel_order, to.channel_type, got);
		element_value(element_at(image, (const int[]){ 0, 0, 0 }), to.channel_order, to.channel_type, want);
		for (j = 0; j < 4; j++) {
			float real;

			memcpy(&real, &in[i][j], 4);
			if (j && (to.channel_order == INTENSITY || to.channel_order == LUMINANCE))
				want[j] = j == 3 && to.channel_order == LUMINANCE ? 1 : want[0];
			else if (strchr((const char *[]){ "x", "w", "xy", "xw", "xyz", "xyzw", "xyzw", "xyzw", "x", "x", "x", "xy", "xyz" }
					[to.channel_order == ABGR ? 5 : to.channel_order - R], "xyzw"[j]))
				want[j] = stored_value(!whole ? (double)real : is_signed ? (double)(int32_t)in[i][j] : (double)in[i][j],
						       to.channel_type, j);
			else
				want[j] = got[j];
			if (fabs(got[j] - want[j]) > (whole ? 0 : 1e-3 * fmax(1e-3, fabs(want[j])))) {
				if (wrong++ < 20)
					printf("%s order %x type %x at %g %g %g, component %d: %.9g, not %.9g\n", name, to.channel_order,
					       to.channel_type, (double)at[i][0], (double)at[i][1], (double)at[i][2], j, got[j], want[j]);
				break;
			}
		}
		right += j == 4;
	}
}

static bool
go_together(unsigned order, unsigned type)
{
	if (type >= PACKED565 && type <= PACKED101010)
		return order == RGB || order == RGBX;
	return true;
}

static void
check_format(const struct shape *shape, unsigned order, unsigned type)
{
	static const unsigned addressing[] = { MUX_SAMPLER_NONE, MUX_SAMPLER_CLAMP_TO_EDGE, MUX_SAMPLER_CLAMP, MUX_SAMPLER_REPEAT,
					       MUX_SAMPLER_MIRRORED_REPEAT };
	struct mux_image image;
	unsigned i, sampler;

	image_fill(&image, shape, order, type);
	check_plain(shape, &image);
	check_writes(shape, &image);
	if (!shape->sampled)
		return;
	/* Without an addressing mode only coordinates inside are defined: those are in clamp's, too. */
	for (i = 1; i < 5; i++) {
		sampler = addressing[i];
		if (i < 3) {
			check_samples(shape, &image, sampler | MUX_SAMPLER_NEAREST, true);
			check_samples(shape, &image, sampler | MUX_SAMPLER_NEAREST, false);
			if (!is_integer(type))
				check_samples(shape, &image, sampler | MUX_SAMPLER_LINEAR, false);
		}
		check_samples(shape, &image, sampler | MUX_SAMPLER_NORMALIZED | MUX_SAMPLER_NEAREST, false);
		if (!is_integer(type))
			check_samples(shape, &image, sampler | MUX_SAMPLER_NORMALIZED | MUX_SAMPLER_LINEAR, false);
	}
}

static void
expect(const char *what, double got, double want)
{
	if (fabs(got - want) <= 1e-5 * fmax(1, fabs(want))) {
		right++;
	} else {
		wrong++;
		printf("%s: %.9g, not %.9g\n", what, got, want);
	}
}

static void
check_sizes(void)
{
	static struct mux_image a = { memory, 0, 0, 9, 1, 1, 1, RGBA, UNORM8 }, b = { memory, 0, 0, 8, 7, 1, 1, R, U32 },
				c = { memory, 0, 0, 6, 5, 4, 1, RG, HALF }, d = { memory, 0, 0, 3, 1, 1, 11, A, U8 },
				e = { memory, 0, 0, 12, 13, 1, 14, BGRA, UNORM8 }, f = { memory, 0, 0, 1000, 1, 1, 1, R, FLOAT };
	static const unsigned want[] = { 9, RGBA, UNORM8, 0, 8, 7, 8, 7, 6, 5, 4, 4, 3, 11, 0, 0, 12, 13, 14, 13, 1000, R, FLOAT, 0 };
	static uint32_t out[24 * 74];
	const void *const args[] = { &a, &b, &c, &d, &e, &f, out };
	size_t i;

	launch("sizes", args, 74, 1);
	for (i = 0; i < 24 * 74; i++)
		expect("sizes", out[i], want[i % 24]);
}

static void
check_depth(void)
{
	static const struct shape shape = { "depth", 2, false, true };
	const unsigned sampler = MUX_SAMPLER_CLAMP_TO_EDGE | MUX_SAMPLER_NEAREST;
	static float at[POINTS][4], out[POINTS][4];
	struct mux_image image;
	const void *const args[] = { &image, (void *)(uintptr_t)sampler, at, out };
	double want[4];
	int i;

	image_fill(&image, &shape, DEPTH, UNORM16);
	fill_coordinates(at, &shape, false, true);
	launch("depth", args, POINTS, 1);
	for (i = 0; i < POINTS; i++) {
		sample(&image, 2, sampler, (const double[]){ (double)at[i][0], (double)at[i][1] }, want);
		expect("depth", (double)out[i][0], want[0]);
		expect("depth at int", (double)out[i][1], want[0]);
	}
}

static void
check_filter(void)
{
	static const struct shape shape = { "filter", 2, false, true };
	const unsigned clamps = MUX_SAMPLER_CLAMP_TO_EDGE | MUX_SAMPLER_NEAREST,
		       mirrors = MUX_SAMPLER_NORMALIZED | MUX_SAMPLER_MIRRORED_REPEAT | MUX_SAMPLER_LINEAR;
	static float out[2 * 37][4], written[2 * 37][4];
	struct mux_image image, to = { written, WIDTH * 16, 0, WIDTH, 10, 1, 1, RGBA, FLOAT };
	const void *const args[] = { &image, &to, out };
	double want[4], part[4];
	int i, j, k;

	image_fill(&image, &shape, RGBA, UNORM8);
	launch("filter", args, 70, 1);
	for (i = 0; i < 70; i++) {
		memset(want, 0, sizeof want);
		for (k = -(i % 3); k <= i % 3; k++) {
			sample(&image, 2, clamps, (const double[]){ i % WIDTH + k, i / WIDTH + k }, part);
			for (j = 0; j < 4; j++)
				want[j] += part[j];
		}
		sample(&image, 2, mirrors, (const double[]){ (double)((float)i * 0.13f), (double)((float)i * -0.07f) }, part);
		for (j = 0; j < 4; j++) {
			want[j] += i % 2 ? part[j] : 0;
			expect("filter", (double)out[i][j], want[j]);
			expect("filter, written", (double)written[i][j], want[j]);
		}
	}
}

/* In two dimensions: each row of a group reads all of it before it is written. */
static void
check_turn(void)
{
	static uint32_t rows[6][74][4];
	struct mux_image image = { rows, sizeof rows[0], 0, group, 6, 1, 1, RGBA, U32 };
	const void *const args[] = { &image };
	unsigned x, y;

	for (y = 0; y < 6; y++)
		for (x = 0; x < group; x++)
			rows[y][x][0] = 100 * y + x;
	launch("turn", args, group, 6);
	for (y = 0; y < 6; y++)
		for (x = 0; x < group; x++)
			expect("turn", rows[y][x][0], 100 * y + group - 1 - x + 1);
}

static void
check_halves(void)
{
	static const struct shape shape = { "halves", 2, false, true };
	const unsigned sampler = MUX_SAMPLER_CLAMP | MUX_SAMPLER_NEAREST;
	static float at[POINTS][4];
	static uint16_t out[POINTS][4];
	struct mux_image image, to = { out, sizeof out, 0, POINTS, 1, 1, 1, RGBA, HALF };
	const void *const args[] = { &image, (void *)(uintptr_t)sampler, &to, at };
	double want[4];
	int i, j;

	image_fill(&image, &shape, BGRA, HALF);
	fill_coordinates(at, &shape, false, false);
	launch("halves", args, POINTS, 1);
	for (i = 0; i < POINTS; i++) {
		sample(&image, 2, sampler, (const double[]){ (double)at[i][0], (double)at[i][1] }, want);
		for (j = 0; j < 4; j++)
			expect("halves", half_value(out[i][j]), want[j] * 2);
	}
}

int
main(int argc, char **argv)
{
	static const unsigned orders[] = { R, A, RG, RA, RGB, RGBA, BGRA, ARGB, INTENSITY, LUMINANCE, RX, RGX, RGBX, ABGR }, groups[] = { 1, 16, 37 };
	void *image = argc == 2 ? dlopen(argv[1], RTLD_NOW) : NULL;
	size_t i, j, g;
	unsigned type;

	if (!image || !(table = dlsym(image, MUX_TABLE_SYMBOL))) {
		fprintf(stderr, "mux-images: %s\n", argc == 2 ? dlerror() : "usage: mux-images ./IMAGES.so");
		return 2;
	}
	for (g = 0; g < 3; g++) {
		group = groups[g];
		for (i = 0; i < sizeof shapes / sizeof *shapes; i++)
			for (j = 0; j < sizeof orders / sizeof *orders; j++)
				for (type = SNORM8; type <= FLOAT; type++)
					if (go_together(orders[j], type))
						check_format(&shapes[i], orders[j], type);
		check_sizes();
		check_depth();
		check_filter();
		check_turn();
		check_halves();
	}
	printf("%lu right, %lu wrong\n", right, wrong);
	return wrong != 0;
}
