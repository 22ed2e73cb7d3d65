#include "openmp.h"

#include <math.h>

enum { TILE = 16 };

void
omp_triad(float *restrict a, const float *restrict b, const float *restrict c, float s, long n)
{
#pragma omp parallel for simd
	for (long i = 0; i < n; i++)
		a[i] = b[i] + s * c[i];
}

void
omp_nbody(const float *restrict body, float *restrict force, int n, float soft)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		float x = 0, y = 0, z = 0;

#pragma omp simd reduction(+ : x, y, z)
		for (int j = 0; j < n; j++) {
			float dx = body[4 * j] - body[4 * i], dy = body[4 * j + 1] - body[4 * i + 1];
			float dz = body[4 * j + 2] - body[4 * i + 2];
			float r = 1.0f / sqrtf(dx * dx + dy * dy + dz * dz + soft);
			float f = body[4 * j + 3] * r * r * r;

			x += f * dx;
			y += f * dy;
			z += f * dz;
		}
		force[4 * i] = x;
		force[4 * i + 1] = y;
		force[4 * i + 2] = z;
		force[4 * i + 3] = 0;
	}
}

/* A row of a tile at a time, so that its sums stay in registers. */
void
omp_matrix(const float *restrict a, const float *restrict b, float *restrict c, int n)
{
#pragma omp parallel for
	for (int y = 0; y < n; y++)
		for (int x = 0; x < n; x += TILE) {
			float sum[TILE] = { 0 };

			for (int k = 0; k < n; k++)
#pragma omp simd
				for (int j = 0; j < TILE; j++)
					sum[j] += a[y * n + k] * b[k * n + x + j];
			for (int j = 0; j < TILE; j++)
				c[y * n + x + j] = sum[j];
		}
}

void
omp_waves(float *restrict a, const float *restrict b, long n)
{
#pragma omp parallel for simd
	for (long i = 0; i < n; i++)
		a[i] = sinf(b[i]) + expf(-b[i]);
}

void
omp_mandelbrot(float *restrict out, int width, int rounds, long n)
{
#pragma omp parallel for
	for (long i = 0; i < n; i++) {
		float re = (float)(i % width) * (3.0f / (float)width) - 2.0f;
		float im = (float)(i / width) * (2.0f / (float)width) - 1.0f, x = 0, y = 0;
		int rounds_done = 0;

		while (rounds_done < rounds && x * x + y * y < 4.0f) {
			float t = x * x - y * y + re;

			y = 2 * x * y + im;
			x = t;
			rounds_done++;
		}
		out[i] = (float)rounds_done;
	}
}

double
omp_dot(const double *a, const double *b, long n)
{
	double sum = 0;

#pragma omp parallel for reduction(+ : sum)
	for (long i = 0; i < n; i++)
		sum += a[i] * b[i];
	return sum;
}

/* Of each 32 numbers. */
void
omp_sums(const double *restrict a, double *restrict sums, long n)
{
#pragma omp parallel for
	for (long i = 0; i < n; i += 32) {
		double sum = 0;

		for (long k = 0; k < 32; k++)
			sum += a[i + k];
		sums[i / 32] = sum;
	}
}

void
omp_add(float *restrict a, const float *restrict b, const float *restrict c, long n)
{
#pragma omp parallel for simd
	for (long i = 0; i < n; i++)
		a[i] = b[i] + c[i];
}

void
omp_matrix_vector(const float *restrict a, const float *restrict x, float *restrict y, int n)
{
#pragma omp parallel for
	for (int row = 0; row < n; row++) {
		float sum = 0;

#pragma omp simd reduction(+ : sum)
		for (int k = 0; k < n; k++)
			sum += a[row * n + k] * x[k];
		y[row] = sum;
	}
}

void
omp_sums_of(const float *restrict in, float *restrict out, long size, long n)
{
#pragma omp parallel for
	for (long i = 0; i < n; i += size) {
		float sum = 0;

#pragma omp simd reduction(+ : sum)
		for (long k = 0; k < size; k++)
			sum += in[i + k];
		out[i / size] = sum;
	}
}

void
omp_scan(const float *restrict in, float *restrict out, long size, long n)
{
#pragma omp parallel for
	for (long i = 0; i < n; i += size) {
		float sum = 0;

		for (long k = i; k < i + size; k++)
			out[k] = sum += in[k];
	}
}

float
omp_dot_float(const float *restrict a, const float *restrict b, long n)
{
	float sum = 0;

#pragma omp parallel for simd reduction(+ : sum)
	for (long i = 0; i < n; i++)
		sum += a[i] * b[i];
	return sum;
}

void
omp_histogram(const float *restrict in, int *restrict bins, long n)
{
#pragma omp parallel for reduction(+ : bins[ : 256])
	for (long i = 0; i < n; i++)
		bins[(int)(in[i] * 255)]++;
}

void
omp_private_array(const float *restrict in, float *restrict out, long size, long n)
{
#pragma omp parallel for
	for (long i = 0; i < n; i += size) {
		float own[8], sum = 0;

		for (int k = 0; k < 8; k++)
			own[k] = in[i] * (float)k + 1;
		for (int k = 0; k < 8; k++)
			sum = sum * 0.5f + own[(k * 3 + i) & 7];
		out[i] = sum;
	}
}
