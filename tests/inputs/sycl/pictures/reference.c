/*
 * The rules of image sampling, one formula after the other as OpenCL's
 * environment specification has them ("Image Addressing and Filtering").
 */
#include "reference.h"

#include <math.h>

static int
clamp_int(int value, int least, int greatest)
{
	return value < least ? least : value > greatest ? greatest : value;
}

/* The nearest of the numbers that fit. */
static int
floor_int(float value)
{
	return value <= -2e9f ? -2000000000 : value >= 2e9f ? 2000000000 : (int)floorf(value);
}

static const float *
texel(const struct picture *p, int i, int j, int k)
{
	static const float border[4];

	if (i < 0 || j < 0 || k < 0 || i >= p->size[0] || j >= p->size[1] || k >= p->size[2])
		return border;
	return p->texel + 4 * ((k * p->size[1] + j) * p->size[0] + i);
}

/* Clamping modes, nearest: which element; linear: the lower one, of which fraction says how far away. */
static void
find(float s, int size, enum picture_addressing mode, int normalized, int linear, int place[2], float *fraction)
{
	float u = normalized ? s * (float)size : s;
	int i0, i1;

	*fraction = 0;
	if (mode == PICTURE_REPEAT) {
		u = (s - floorf(s)) * (float)size;
		i0 = floor_int(linear ? u - 0.5f : u);
		i1 = i0 + 1;
		if (i0 < 0)
			i0 = size + i0;
		if (i0 > size - 1)
			i0 = i0 - size;
		if (i1 > size - 1)
			i1 = i1 - size;
	} else if (mode == PICTURE_MIRRORED_REPEAT) {
		float s1 = 2.0f * rintf(0.5f * s);

		s1 = fabsf(s - s1);
		u = s1 * (float)size;
		i0 = floor_int(linear ? u - 0.5f : u);
		i1 = i0 + 1;
		if (linear && i0 < 0)
			i0 = 0;
		if (i0 > size - 1)
			i0 = size - 1;
		if (i1 > size - 1)
			i1 = size - 1;
	} else {
		i0 = floor_int(linear ? u - 0.5f : u);
		i1 = i0 + 1;
		if (mode == PICTURE_CLAMP) {
			i0 = clamp_int(i0, -1, size);
			i1 = clamp_int(i1, -1, size);
		} else {
			i0 = clamp_int(i0, 0, size - 1);
			i1 = clamp_int(i1, 0, size - 1);
		}
	}
	if (linear)
		*fraction = (u - 0.5f) - floorf(u - 0.5f);
	place[0] = i0;
	place[1] = i1;
}

void
picture_sample(const struct picture *p, int dims, enum picture_addressing mode, int normalized, int linear, const float *coordinate, float *out)
{
	int i[2] = { 0, 0 }, j[2] = { 0, 0 }, k[2] = { 0, 0 };
	float a = 0, b = 0, c = 0;

	find(coordinate[0], p->size[0], mode, normalized, linear, i, &a);
	if (dims > 1)
		find(coordinate[1], p->size[1], mode, normalized, linear, j, &b);
	if (dims > 2)
		find(coordinate[2], p->size[2], mode, normalized, linear, k, &c);
	for (int n = 0; n < 4; n++) {
		if (!linear) {
			out[n] = texel(p, i[0], j[0], k[0])[n];
			continue;
		}
		out[n] = (1 - a) * (1 - b) * (1 - c) * texel(p, i[0], j[0], k[0])[n] + a * (1 - b) * (1 - c) * texel(p, i[1], j[0], k[0])[n];
		if (dims > 1)
			out[n] += (1 - a) * b * (1 - c) * texel(p, i[0], j[1], k[0])[n] + a * b * (1 - c) * texel(p, i[1], j[1], k[0])[n];
		if (dims > 2)
			out[n] += (1 - a) * (1 - b) * c * texel(p, i[0], j[0], k[1])[n] + a * (1 - b) * c * texel(p, i[1], j[0], k[1])[n]
				+ (1 - a) * b * c * texel(p, i[0], j[1], k[1])[n] + a * b * c * texel(p, i[1], j[1], k[1])[n];
	}
}

void
picture_blur(const unsigned char *from, unsigned char *to, int width, int height)
{
	for (int y = 0; y < height; y++)
		for (int x = 0; x < width; x++)
			for (int n = 0; n < 4; n++) {
				int sum = 0;

				for (int dy = -1; dy <= 1; dy++)
					for (int dx = -1; dx <= 1; dx++)
						sum += from[4 * (clamp_int(y + dy, 0, height - 1) * width + clamp_int(x + dx, 0, width - 1)) + n];
				to[4 * (y * width + x) + n] = (unsigned char)((sum + 4) / 9);
			}
}
