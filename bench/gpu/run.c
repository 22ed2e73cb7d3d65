/*
 * run THEIRS OURS...: loads PTX or cubin files with CUDA's driver, the first one
 * of kernels.cu, the others of kernels.cpp; launches the kernels of all in turn,
 * compares what they compute, and prints for each kernel of ours
 *
 *	KERNEL FILE TIME RATIO
 *
 * with the median time in microseconds and that of theirs divided by it.  A file
 * may lack kernels.
 * CUDA's headers are not needed.
 */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../tests/gpu/cuda.h"

enum { GROUP = 256, TILE = 16, ROUNDS = 41, FILES = 12, KERNELS = 5 };
enum { TRIAD = 1 << 26, DOT = 1 << 26, GROUPS = 1024, PRODUCT = 2048, BODIES = 1 << 16 };

static const char *const name[KERNELS] = { "triad", "dot", "product", "bodies", "tiles" };

/* Function objects of kernels.cpp; an accessor has its place in local memory and its range. */
struct local_1 { uint32_t offset; uint64_t range; };
struct local_2 { uint32_t offset; uint64_t range[2]; };
struct triad { uint64_t a, b, c; float s; };
struct dot { uint64_t a, b, sums, n; struct local_1 part; };
struct product { uint64_t a, b, c, n; struct local_2 a_tile, b_tile; };
struct tiles { uint64_t a, b, c, n; struct local_1 a_tile, b_tile; };
struct bodies { uint64_t body, acceleration, n; struct local_1 shared; };

static uint64_t in[3], out;
static float *result, *expected;

static void
check(int status, const char *what)
{
	if (!status)
		return;
	fprintf(stderr, "run: error: %s: CUDA's error %d\n", what, status);
	exit(1);
}

static void
open_device(void)
{
	const char *missing = cuda_find();
	void *context;
	char text[256];
	int device;

	if (missing) {
		fprintf(stderr, "run: error: %s\n", missing);
		exit(1);
	}
	check(cuda.init(0), "cuInit");
	check(cuda.device_get(&device, 0), "cuDeviceGet");
	check(cuda.device_name(text, sizeof text, device), "cuDeviceGetName");
	check(cuda.retain(&context, device), "cuDevicePrimaryCtxRetain");
	check(cuda.set_current(context), "cuCtxSetCurrent");
	printf("device: %s\n", text);
}

static void *
load(const char *path)
{
	FILE *file = fopen(path, "rb");
	char *text = calloc(1, 1 << 24);
	void *module;

	if (!file || !text || fread(text, 1, (1 << 24) - 1, file) == 0) {
		fprintf(stderr, "run: error: cannot read '%s'\n", path);
		exit(1);
	}
	fclose(file);
	check(cuda.load(&module, text), path);
	free(text);
	return module;
}

/* Launches kernel number k; ours wants a function object, theirs the members one by one. */
static void
launch(void *function, int k, int ours)
{
	struct kernel_args args = { { 1, 1, 1 }, { 0, 0, 0 }, 0 };
	uint32_t start = 0;
	float s = 1.5f;
	uint64_t n[KERNELS] = { TRIAD, DOT, PRODUCT, BODIES, PRODUCT };
	bool square = k == 2 || k == 4;
	struct triad triad = { out, in[0], in[1], s };
	struct dot dot = { in[0], in[1], out, DOT, { 0, GROUP } };
	struct product product = { in[0], in[1], out, PRODUCT, { 0, { TILE, TILE } }, { TILE * TILE * 4, { TILE, TILE } } };
	struct bodies bodies = { in[2], out, BODIES, { 0, 4 * GROUP } };
	struct tiles tiles = { in[0], in[1], out, PRODUCT, { 0, TILE * TILE }, { TILE * TILE * 4, TILE * TILE } };
	void *object[KERNELS] = { &triad, &dot, &product, &bodies, &tiles };
	void *mine[] = { object[k], &args, &start };
	void *members[KERNELS][5] = {
		{ &out, &in[0], &in[1], &s, &n[0] }, { &in[0], &in[1], &out, &n[1] },
		{ &in[0], &in[1], &out, &n[2] }, { &in[2], &out, &n[3] },
		{ &in[0], &in[1], &out, &n[4] },
	};
	unsigned groups[KERNELS] = { TRIAD / GROUP, GROUPS, PRODUCT / TILE, BODIES / GROUP, PRODUCT / TILE };
	unsigned local[KERNELS] = { 0, GROUP * 4, 2 * TILE * TILE * 4, GROUP * 16, 2 * TILE * TILE * 4 };

	args.range[0] = k == 1 ? GROUPS * GROUP : n[k];
	args.range[1] = square ? PRODUCT : 1;
	check(cuda.launch(function, groups[k], square ? groups[k] : 1, 1, square ? TILE : GROUP, square ? TILE : 1, 1,
			  ours ? local[k] : 0, NULL, ours ? mine : members[k], NULL), name[k]);
}

static int
by_time(const void *a, const void *b)
{
	float x = *(const float *)a, y = *(const float *)b;

	return (x > y) - (x < y);
}

/* The greatest difference of a result from theirs, relative to the greatest value. */
static double
difference(int k)
{
	static const size_t size[KERNELS] = { TRIAD, GROUPS, (size_t)PRODUCT * PRODUCT, 4 * BODIES, (size_t)PRODUCT * PRODUCT };
	double most = 0, greatest = 0;
	size_t i;

	for (i = 0; i < size[k]; i++) {
		if (k == 3 && i % 4 == 3)
			continue;
		most = fmax(most, fabs((double)result[i] - expected[i]));
		if (!(fabs((double)result[i] - expected[i]) <= 1e30))
			return INFINITY;
		greatest = fmax(greatest, fabs((double)expected[i]));
	}
	return most / greatest;
}

int
main(int argc, char **argv)
{
	static float time[FILES][ROUNDS];
	void *module[FILES], *function, *from, *to;
	size_t bytes = (size_t)TRIAD * sizeof(float), i;
	char symbol[64];
	int k, f, round;

	if (argc < 3 || argc > FILES) {
		fprintf(stderr, "usage: run THEIRS OURS...\n");
		return 2;
	}
	open_device();
	result = malloc(bytes);
	expected = malloc(bytes);
	srand(1);
	for (k = 0; k < 3; k++) {
		check(cuda.alloc(&in[k], bytes), "cuMemAlloc");
		for (i = 0; i < bytes / sizeof(float); i++)
			result[i] = (float)rand() / (float)RAND_MAX;
		check(cuda.to_device(in[k], result, bytes), "cuMemcpyHtoD");
	}
	check(cuda.alloc(&out, bytes), "cuMemAlloc");
	check(cuda.event(&from, 0), "cuEventCreate");
	check(cuda.event(&to, 0), "cuEventCreate");
	for (f = 1; f < argc; f++)
		module[f] = load(argv[f]);
	for (k = 0; k < KERNELS; k++) {
		void *functions[FILES];

		for (f = 1; f < argc; f++) {
			snprintf(symbol, sizeof symbol, "_ZTS%zu%s", strlen(name[k]), name[k]);
			functions[f] = NULL;
			if (cuda.function(&function, module[f], f > 1 ? symbol : k == 4 ? name[2] : name[k]))
				continue;
			functions[f] = function;
			check(cuda.set(out, 0xff, bytes), "cuMemsetD8");
			launch(function, k, f > 1);
			check(cuda.to_host(f > 1 ? result : expected, out, bytes), "cuMemcpyDtoH");
			if (f > 1 && !(difference(k) < 1e-4)) {
				fprintf(stderr, "run: error: %s of %s is off by %g\n", name[k], argv[f], difference(k));
				return 1;
			}
		}
		for (round = -3; round < ROUNDS; round++) {
			for (f = 1; f < argc; f++) {
				if (!functions[f])
					continue;
				check(cuda.record(from, NULL), "cuEventRecord");
				launch(functions[f], k, f > 1);
				check(cuda.record(to, NULL), "cuEventRecord");
				check(cuda.wait(to), name[k]);
				if (round >= 0)
					check(cuda.elapsed(&time[f][round], from, to), "cuEventElapsedTime");
			}
		}
		for (f = 1; f < argc; f++)
			qsort(time[f], ROUNDS, sizeof(float), by_time);
		for (f = 1; f < argc; f++)
			if (functions[f])
				printf("%-8s %-12s %9.1f %6.3f\n", name[k], argv[f], 1000 * time[f][ROUNDS / 2],
				       time[1][ROUNDS / 2] / time[f][ROUNDS / 2]);
	}
	return 0;
}
