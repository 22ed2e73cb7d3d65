/*
 * Times the kernels of kernels.cl three ways: in the native CPU image, in pocl
 * (when it is there) and as OpenMP loops.
 *
 *     bench-mux IMAGE KERNELS.cl
 *
 * One thread each and its processor time, best of BENCH_RUNS (5): ratios stay
 * right on a machine that has other work.  Results are compared.
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <dlfcn.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "openmp.h"
#include "sycl-cc/mux-image.h"

enum { MAX_ARGS = 4 };

struct argument {
	size_t size;
	const void *value;	/* a number; NULL: a buffer */
	float *buffer;
};

struct launch {
	const char *name;
	size_t global[2], local[2];
	struct argument arg[MAX_ARGS];
	int narg;
	float *result;
	size_t nresult;
	bool adds;	/* to its result, which is of integers and 0 before each run */
};

static int runs = 5, nkernel;
static double log_openmp, log_pocl, least = INFINITY;	/* sums of the logarithms of the ratios, and the least to OpenMP */
static int npocl;
static const struct mux_kernel *kernels;
static cl_context context;
static cl_command_queue queue;
static cl_program program;

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static float *
new_buffer(size_t n)
{
	float *data = aligned_alloc(4096, (n * sizeof *data + 4095) / 4096 * 4096);
	size_t i;

	if (!data)
		exit(1);
	for (i = 0; i < n; i++)
		data[i] = (float)(i * 2654435761u % 1000) / 1000.0f;
	return data;
}

/* --- the image --------------------------------------------------------------- */

static void
image_groups(const struct mux_kernel *kernel, const struct launch *launch, const void *packed, struct mux_wg *wg)
{
	int i;

	for (i = 0; i < 3; i++) {
		wg->local_size[i] = i < 2 ? launch->local[i] : 1;
		wg->num_groups[i] = i < 2 ? launch->global[i] / launch->local[i] : 1;
	}
	for (wg->group_id[1] = 0; wg->group_id[1] < wg->num_groups[1]; wg->group_id[1]++)
		for (wg->group_id[0] = 0; wg->group_id[0] < wg->num_groups[0]; wg->group_id[0]++)
			kernel->entry(packed, wg);
}

static double
image_run(const struct launch *launch)
{
	static _Alignas(64) char packed[1024];
	struct mux_wg wg = { .work_dim = 2 };
	const struct mux_kernel *kernel = kernels;
	double best = INFINITY, start;
	int i;

	while (strcmp(kernel->name, launch->name))
		kernel++;
	for (i = 0; i < launch->narg; i++)
		memcpy(packed + kernel->args[i].offset,
		       launch->arg[i].value ? launch->arg[i].value : (const void *)&launch->arg[i].buffer,
		       kernel->args[i].size);
	wg.local_mem = aligned_alloc(64, kernel->local_size + 64);
	wg.scratch = aligned_alloc(64, mux_scratch_size(kernel, launch->local[0] * launch->local[1]) + 64);
	for (i = 0; i < runs; i++) {
		if (launch->adds)
			memset(launch->result, 0, launch->nresult * sizeof(float));
		start = now();
		image_groups(kernel, launch, packed, &wg);
		best = fmin(best, now() - start);
	}
	free(wg.local_mem);
	free(wg.scratch);
	return best;
}

/* --- pocl ---------------------------------------------------------------------- */

static bool
pocl_open(const char *path)
{
	cl_platform_id platform;
	cl_device_id device;
	static char source[1 << 16];
	const char *text = source;
	FILE *stream = fopen(path, "re");
	cl_int error;

	if (!stream || fread(source, 1, sizeof source - 1, stream) == 0)
		return false;
	fclose(stream);
	if (clGetPlatformIDs(1, &platform, NULL) || clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 1, &device, NULL))
		return false;
	context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
	queue = clCreateCommandQueue(context, device, 0, &error);
	program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
	return clBuildProgram(program, 1, &device, "", NULL, NULL) == 0;
}

static double
pocl_run(const struct launch *launch)
{
	cl_int error;
	cl_kernel kernel = clCreateKernel(program, launch->name, &error);
	cl_mem memory[MAX_ARGS] = { NULL };
	double best = INFINITY, start;
	int i;

	for (i = 0; i < launch->narg; i++) {
		if (launch->arg[i].value) {
			clSetKernelArg(kernel, (cl_uint)i, launch->arg[i].size, launch->arg[i].value);
			continue;
		}
		memory[i] = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, launch->arg[i].size, launch->arg[i].buffer, &error);
		clSetKernelArg(kernel, (cl_uint)i, sizeof(cl_mem), &memory[i]);
	}
	for (i = 0; i <= runs; i++) {
		start = now();
		clEnqueueNDRangeKernel(queue, kernel, 2, NULL, launch->global, launch->local, 0, NULL, NULL);
		clFinish(queue);
		if (i)
			best = fmin(best, now() - start);
	}
	for (i = 0; i < launch->narg; i++)
		if (memory[i])
			clReleaseMemObject(memory[i]);
	clReleaseKernel(kernel);
	return best;
}

/* --- what is measured ------------------------------------------------------------ */

#define BUFFER(b, n) { .size = (n) * sizeof(float), .buffer = (b) }
#define NUMBER(x) { .size = sizeof(x), .value = &(x) }

/* OpenMP's best time of a call. */
#define OMP_TIME(best, call) \
	do { \
		int run_; \
		(best) = INFINITY; \
		for (run_ = 0; run_ < runs; run_++) { \
			double start_ = now(); \
			call; \
			(best) = fmin((best), now() - start_); \
		} \
	} while (0)

/* The result as a number to compare. */
static double
result_of(const struct launch *launch, const float *result, size_t i)
{
	int number;

	memcpy(&number, &result[i], sizeof number);
	return launch->adds ? number : (double)result[i];
}

static void
compare(const struct launch *launch, const float *want, const char *what)
{
	double worst = 0, error, wanted;
	size_t i;

	for (i = 0; i < launch->nresult; i++) {
		wanted = result_of(launch, want, i);
		error = fabs(result_of(launch, launch->result, i) - wanted) / (fabs(wanted) + 1e-2);
		worst = error > worst ? error : worst;
	}
	if (worst > 1e-3) {
		fprintf(stderr, "bench-mux: %s: %s differs by %g\n", launch->name, what, worst);
		exit(1);
	}
}

static double
report(const struct launch *launch, double openmp, float *want, bool pocl)
{
	double image, other;

	memset(launch->result, 0, launch->nresult * sizeof(float));
	image = image_run(launch);
	compare(launch, want, "mux-aot");
	printf("%-14s mux-aot %8.2f ms   OpenMP %8.2f ms   ratio %5.2f", launch->name, image * 1e3, openmp * 1e3,
	       openmp / image);
	log_openmp += log(openmp / image);
	least = fmin(least, openmp / image);
	nkernel++;
	if (pocl) {
		other = pocl_run(launch);
		log_pocl += log(other / image);
		npocl++;
		printf("   pocl %8.2f ms   ratio %5.2f", other * 1e3, other / image);
	}
	putchar('\n');
	fflush(stdout);
	return image;
}

static void
bench_triad(bool pocl)
{
	static const float s = 3;
	const size_t n = 1 << 22;
	float *a = new_buffer(n), *b = new_buffer(n), *c = new_buffer(n), *want = new_buffer(n);
	struct launch launch = { "triad", { n, 1 }, { 256, 1 }, { BUFFER(a, n), BUFFER(b, n), BUFFER(c, n), NUMBER(s) },
				 4, a, n };
	double openmp;

	OMP_TIME(openmp, omp_triad(want, b, c, s, (long)n));
	report(&launch, openmp, want, pocl);
}

static void
bench_add(bool pocl)
{
	static const int n = (1 << 22) - 100;
	const size_t size = 1 << 22;
	float *a = new_buffer(size), *b = new_buffer(size), *c = new_buffer(size), *want = new_buffer(size);
	struct launch launch = { "guarded_add", { size, 1 }, { 256, 1 },
				 { BUFFER(a, size), BUFFER(b, size), BUFFER(c, size), NUMBER(n) }, 4, a, (size_t)n };
	double openmp;

	OMP_TIME(openmp, omp_add(want, b, c, n));
	report(&launch, openmp, want, pocl);
}

static void
bench_nbody(bool pocl, const char *name)
{
	static const int n = 4096;
	static const float soft = 0.01f;
	const size_t size = 4 * 4096;
	float *body = new_buffer(size), *force = new_buffer(size), *want = new_buffer(size);
	struct launch launch = { name, { 4096, 1 }, { 256, 1 },
				 { BUFFER(body, size), BUFFER(force, size), NUMBER(n), NUMBER(soft) }, 4, force, size };
	double openmp;

	OMP_TIME(openmp, omp_nbody(body, want, n, soft));
	report(&launch, openmp, want, pocl);
}

static void
bench_matrix(bool pocl)
{
	static const int n = 512;
	const size_t size = 512 * 512;
	float *a = new_buffer(size), *b = new_buffer(size), *c = new_buffer(size), *want = new_buffer(size);
	struct launch launch = { "matrix", { 512, 512 }, { 16, 16 },
				 { BUFFER(a, size), BUFFER(b, size), BUFFER(c, size), NUMBER(n) }, 4, c, size };
	double openmp;

	OMP_TIME(openmp, omp_matrix(a, b, want, n));
	report(&launch, openmp, want, pocl);
}

static void
bench_waves(bool pocl)
{
	const size_t n = 1 << 20;
	float *a = new_buffer(n), *b = new_buffer(n), *want = new_buffer(n);
	struct launch launch = { "waves", { n, 1 }, { 256, 1 }, { BUFFER(a, n), BUFFER(b, n) }, 2, a, n };
	double openmp;

	OMP_TIME(openmp, omp_waves(want, b, (long)n));
	report(&launch, openmp, want, pocl);
}

static void
bench_mandelbrot(bool pocl)
{
	static const int width = 512, rounds = 256;
	const size_t n = 512 * 512;
	float *out = new_buffer(n), *want = new_buffer(n);
	struct launch launch = { "mandelbrot", { n, 1 }, { 256, 1 }, { BUFFER(out, n), NUMBER(width), NUMBER(rounds) },
				 3, out, 0 };	/* rounding decides at the edge: not compared */
	double openmp;

	OMP_TIME(openmp, omp_mandelbrot(want, width, rounds, (long)n));
	report(&launch, openmp, want, pocl);
}

static void
bench_matrix_vector(bool pocl)
{
	static const int n = 2048;
	const size_t size = 2048 * 2048;
	float *a = new_buffer(size), *x = new_buffer(2048), *y = new_buffer(2048), *want = new_buffer(2048);
	struct launch launch = { "matrix_vector", { 2048, 1 }, { 64, 1 },
				 { BUFFER(a, size), BUFFER(x, 2048), BUFFER(y, 2048), NUMBER(n) }, 4, y, 2048 };
	double openmp;

	OMP_TIME(openmp, omp_matrix_vector(a, x, want, n));
	report(&launch, openmp, want, pocl);
}

/* A kernel that makes nout numbers of n, size of them together; loop is the same in C. */
static void
bench_blocks(const char *name, size_t n, size_t nout, size_t size, void (*loop)(const float *, float *, long, long), bool pocl)
{
	float *in = new_buffer(n), *out = new_buffer(nout), *want = new_buffer(nout);
	struct launch launch = { name, { n, 1 }, { 256, 1 }, { BUFFER(in, n), BUFFER(out, nout) }, 2, out, nout };
	double openmp;

	OMP_TIME(openmp, loop(in, want, (long)size, (long)n));
	report(&launch, openmp, want, pocl);
}

/* Compares the sum of the work-groups' results. */
static void
bench_dot(bool pocl)
{
	static const int n = 1 << 22;
	const size_t size = 1 << 22, groups = 64;
	float *a = new_buffer(size), *b = new_buffer(size), *out = new_buffer(groups), sum = 0, got = 0;
	struct launch launch = { "strided_dot", { groups * 256, 1 }, { 256, 1 },
				 { BUFFER(a, size), BUFFER(b, size), BUFFER(out, groups), NUMBER(n) }, 4, out, 0 };
	double openmp;
	size_t i;

	OMP_TIME(openmp, sum = omp_dot_float(a, b, n));
	report(&launch, openmp, out, pocl);
	for (i = 0; i < groups; i++)
		got += out[i];
	if (fabs((double)(got / sum) - 1) < 1e-3)
		return;
	fprintf(stderr, "bench-mux: strided_dot: %g instead of %g\n", (double)got, (double)sum);
	exit(1);
}

static void
bench_histogram(bool pocl)
{
	static const int n = 1 << 22;
	const size_t size = 1 << 22;
	float *in = new_buffer(size), *bins = new_buffer(256), *want = new_buffer(256);
	struct launch launch = { "histogram", { 64 * 256, 1 }, { 256, 1 }, { BUFFER(in, size), BUFFER(bins, 256), NUMBER(n) },
				 3, bins, 256, .adds = true };
	double openmp;

	OMP_TIME(openmp, memset(want, 0, 256 * sizeof *want); omp_histogram(in, (int *)want, n));
	report(&launch, openmp, want, pocl);
}

/* The time of the same work in sub-groups of 1 by that in those of 16. */
static double
sub_group_ratio(void)
{
	const size_t n = 1 << 20;
	float *a = new_buffer(n), *b = new_buffer(n);
	struct launch launch = { "waves1", { n, 1 }, { 256, 1 }, { BUFFER(a, n), BUFFER(b, n) }, 2, a, n };
	double one = image_run(&launch);

	launch.name = "waves16";
	return one / image_run(&launch);
}

int
main(int argc, char **argv)
{
	void *image = argc == 3 ? dlopen(argv[1], RTLD_NOW) : NULL;
	bool pocl;

	if (!image || !(kernels = dlsym(image, MUX_TABLE_SYMBOL))) {
		fprintf(stderr, "bench-mux: no image: %s\n", dlerror());
		return 2;
	}
	if (getenv("BENCH_RUNS"))
		runs = atoi(getenv("BENCH_RUNS"));
	pocl = pocl_open(argv[2]);
	bench_matrix(pocl);
	bench_nbody(pocl, "nbody");
	bench_nbody(pocl, "guarded_nbody");
	bench_triad(pocl);
	bench_add(pocl);
	bench_waves(pocl);
	bench_mandelbrot(pocl);
	bench_matrix_vector(pocl);
	bench_blocks("reduction", 1 << 22, (1 << 22) / 256, 256, omp_sums_of, pocl);
	bench_blocks("scan", 1 << 20, 1 << 20, 256, omp_scan, pocl);
	bench_dot(pocl);
	bench_histogram(pocl);
	bench_blocks("private_array", 1 << 20, 1 << 20, 1, omp_private_array, pocl);
	bench_blocks("sub_group_sums", 1 << 22, (1 << 22) / 16, 16, omp_sums_of, false);	/* pocl has no sub-groups */
	printf("goal openmp-mean %.3f\ngoal openmp-least %.3f\n", exp(log_openmp / nkernel), least);
	if (npocl)
		printf("goal pocl-mean %.3f\n", exp(log_pocl / npocl));
	printf("goal sub-groups %.3f\n", sub_group_ratio());
	return 0;
}
