/*
 * run-ptx FILE...: loads the images of tests/gpu/kernels.cpp (PTX, cubin or fat
 * binary) with CUDA's driver, launches their kernels with the arguments of
 * doc/graph.md, "Contracts", and checks what they compute.  The driver is
 * loaded at run time: exit status 77 says that there is none, or no GPU.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda.h"

enum { N = 1000, GROUP = 100, GROUPS = N / GROUP, SUB_GROUP = 32, SKIPPED = 77 };

/* The function objects as the kernels see them. */
struct add_vectors { uint64_t a, b, c; };
struct local_accessor { uint32_t offset; uint64_t size; };
struct sum_groups { uint64_t in, out; struct local_accessor sines; };
struct sum_sub_groups { uint64_t in, out; };
struct count { uint64_t number, sum, wide_sum; };

static void *module[8];
static int n_modules;

static void
check(int status, const char *what)
{
	const char *name = "unknown error";

	if (!status)
		return;
	cuda.error_name(status, &name);
	fprintf(stderr, "run-ptx: error: %s: %s\n", what, name);
	exit(1);
}

static void
skip(const char *why)
{
	printf("run-ptx: skipped: %s\n", why);
	exit(SKIPPED);
}

static void
open_device(void)
{
	const char *missing = cuda_find();
	char name[256];
	void *context;
	int device;

	if (missing)
		skip(missing);
	if (cuda.init(0) || cuda.device_get(&device, 0))
		skip("no CUDA device");
	check(cuda.device_name(name, sizeof name, device), "cuDeviceGetName");
	check(cuda.retain(&context, device), "cuDevicePrimaryCtxRetain");
	check(cuda.set_current(context), "cuCtxSetCurrent");
	printf("device: %s\n", name);
}

/* The file with a NUL behind it, as PTX must have. */
static char *
read_file(const char *path)
{
	FILE *file = fopen(path, "rb");
	size_t room = 1 << 16, len = 0, got;
	char *text = malloc(room + 1);

	if (!file || !text) {
		fprintf(stderr, "run-ptx: error: cannot read '%s'\n", path);
		exit(1);
	}
	while ((got = fread(text + len, 1, room - len, file)) > 0) {
		len += got;
		if (len == room)
			text = realloc(text, (room *= 2) + 1);
		if (!text)
			abort();
	}
	fclose(file);
	text[len] = 0;
	return text;
}

static uint64_t
upload(const void *data, size_t size)
{
	uint64_t address;

	check(cuda.alloc(&address, size), "cuMemAlloc");
	check(cuda.to_device(address, data, size), "cuMemcpyHtoD");
	return address;
}

/* Runs the kernel on N work-items; local is 0 for kernels without local memory. */
static void
launch(const char *name, void *functor, unsigned group, unsigned local, int nd_range)
{
	struct kernel_args args = { { N, 1, 1 }, { 0, 0, 0 }, 0 };
	uint32_t local_offset = 0;
	void *parameters[] = { functor, &args, nd_range ? &local_offset : NULL };
	void *function;
	int i = 0;

	while (i < n_modules - 1 && cuda.function(&function, module[i], name))
		i++;
	check(cuda.function(&function, module[i], name), name);
	check(cuda.launch(function, (N + group - 1) / group, 1, 1, group, 1, 1, local, NULL, parameters, NULL), name);
	check(cuda.synchronize(), name);
}

static int
report(const char *what, int right)
{
	printf("%s: %s\n", what, right ? "right" : "WRONG");
	return right;
}

static int
try_add_vectors(void)
{
	static float a[N], b[N], c[N];
	struct add_vectors f;
	int right = 1;

	for (int i = 0; i < N; i++) {
		a[i] = (float)i;
		b[i] = (float)i * 0.5f;
	}
	f = (struct add_vectors){ upload(a, sizeof a), upload(b, sizeof b), upload(c, sizeof c) };
	/* More work-items than the range has: those past its end must do nothing. */
	launch("_ZTS11add_vectors", &f, 128, 0, 0);
	check(cuda.to_host(c, f.c, sizeof c), "cuMemcpyDtoH");
	for (int i = 0; i < N; i++)
		right &= c[i] == a[i] + b[i];
	return report("vectors are added", right);
}

static int
try_sum_groups(void)
{
	static float in[N], out[GROUPS];
	struct sum_groups f = { .sines = { 0, GROUP } };
	int right = 1;

	for (int i = 0; i < N; i++)
		in[i] = (float)i * 0.001f;
	f.in = upload(in, sizeof in);
	f.out = upload(out, sizeof out);
	launch("_ZTS10sum_groups", &f, GROUP, GROUP * sizeof(float), 1);
	check(cuda.to_host(out, f.out, sizeof out), "cuMemcpyDtoH");
	for (int g = 0; g < GROUPS; g++) {
		double sum = 0;

		for (int i = g * GROUP; i < (g + 1) * GROUP; i++)
			sum += sin(in[i]) + exp(in[i]);
		right &= fabs(out[g] - sum) < 1e-3;
	}
	return report("local memory, barriers and mathematics", right);
}

static int
try_sum_sub_groups(void)
{
	static int in[N], out[N];
	struct sum_sub_groups f;
	int right = 1, sum = 0;

	for (int i = 0; i < N; i++)
		in[i] = i % 7;
	f = (struct sum_sub_groups){ upload(in, sizeof in), upload(out, sizeof out) };
	launch("_ZTS14sum_sub_groups", &f, GROUP, 0, 1);
	check(cuda.to_host(out, f.out, sizeof out), "cuMemcpyDtoH");
	for (int i = 0; i < N; i++) {
		int me = i % GROUP, first = me / SUB_GROUP * SUB_GROUP;
		int size = GROUP - first < SUB_GROUP ? GROUP - first : SUB_GROUP;

		if (me == first)
			sum = 0;
		right &= out[i] == sum * 100 + size;
		sum += in[i];
	}
	return report("sub-groups of 32 and what is left", right);
}

static int
try_count(void)
{
	int number[4] = { 0 }, right = 1;
	float sum = 0;
	double wide_sum = 0;
	struct count f = { upload(number, sizeof number), upload(&sum, sizeof sum), upload(&wide_sum, sizeof wide_sum) };

	launch("_ZTS5count", &f, 128, 0, 0);
	check(cuda.to_host(number, f.number, sizeof number), "cuMemcpyDtoH");
	check(cuda.to_host(&sum, f.sum, sizeof sum), "cuMemcpyDtoH");
	check(cuda.to_host(&wide_sum, f.wide_sum, sizeof wide_sum), "cuMemcpyDtoH");
	for (int i = 0; i < 4; i++)
		right &= number[i] == N / 4;
	return report("atomic operations", right && sum == N * 0.5f && wide_sum == N * 0.25);
}

int
main(int argc, char **argv)
{
	int right = 1;

	if (argc < 2 || argc > 9) {
		fprintf(stderr, "usage: run-ptx FILE... (at most 8)\n");
		return 2;
	}
	open_device();
	for (; n_modules < argc - 1; n_modules++)
		check(cuda.load(&module[n_modules], read_file(argv[n_modules + 1])), argv[n_modules + 1]);
	right &= try_add_vectors();
	right &= try_sum_groups();
	right &= try_sum_sub_groups();
	right &= try_count();
	return right ? 0 : 1;
}
