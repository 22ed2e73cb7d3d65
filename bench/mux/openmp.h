/* The loops of kernels.cl in C with OpenMP. */
#ifndef BENCH_MUX_OPENMP_H
#define BENCH_MUX_OPENMP_H

void omp_triad(float *restrict a, const float *restrict b, const float *restrict c, float s, long n);
void omp_nbody(const float *restrict body, float *restrict force, int n, float soft);
void omp_matrix(const float *restrict a, const float *restrict b, float *restrict c, int n);
void omp_waves(float *restrict a, const float *restrict b, long n);
void omp_mandelbrot(float *restrict out, int width, int rounds, long n);
void omp_add(float *restrict a, const float *restrict b, const float *restrict c, long n);
void omp_matrix_vector(const float *restrict a, const float *restrict x, float *restrict y, int n);
/* The sums of each size numbers; up to each of them. */
void omp_sums_of(const float *restrict in, float *restrict out, long size, long n);
void omp_scan(const float *restrict in, float *restrict out, long size, long n);
float omp_dot_float(const float *restrict a, const float *restrict b, long n);
void omp_histogram(const float *restrict in, int *restrict bins, long n);
/* Eight numbers in an array for each of the n; size is 1. */
void omp_private_array(const float *restrict in, float *restrict out, long size, long n);

#endif
