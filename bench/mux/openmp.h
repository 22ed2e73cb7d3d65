/* The loops of kernels.cl in C with OpenMP. */
#ifndef BENCH_MUX_OPENMP_H
#define BENCH_MUX_OPENMP_H

void omp_triad(float *restrict a, const float *restrict b, const float *restrict c, float s, long n);
void omp_nbody(const float *restrict body, float *restrict force, int n, float soft);
void omp_matrix(const float *restrict a, const float *restrict b, float *restrict c, int n);
void omp_waves(float *restrict a, const float *restrict b, long n);
void omp_mandelbrot(float *restrict out, int width, int rounds, long n);

#endif
