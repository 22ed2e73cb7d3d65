/*
 * Has an OpenCL CPU device build modules of LLVM, as SPIR 1.2 binaries:
 *
 *     pocl-take MODULE...
 *
 * Prints for each module "taken N" with its number of kernels, or why not.
 * Exit status 3 without such a device.
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cl_device_id device;
static cl_context context;

static int
find_device(void)
{
	char extensions[4096] = "";
	cl_platform_id platform;

	if (clGetPlatformIDs(1, &platform, NULL) || clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 1, &device, NULL))
		return -1;
	clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, sizeof extensions - 1, extensions, NULL);
	if (!strstr(extensions, "cl_khr_spir"))
		return -1;
	context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
	return context ? 0 : -1;
}

static unsigned char *
read_file(const char *path, size_t *size)
{
	FILE *stream = fopen(path, "rb");
	unsigned char *bytes = NULL;

	if (stream && fseek(stream, 0, SEEK_END) == 0) {
		*size = (size_t)ftell(stream);
		rewind(stream);
		bytes = malloc(*size);
	}
	if (bytes && fread(bytes, 1, *size, stream) != *size)
		bytes = NULL;
	if (stream)
		fclose(stream);
	return bytes;
}

static void
print_log(cl_program program)
{
	static char log[100000];

	clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
	puts("not built:");
	fputs(log, stdout);
}

/* Asked for a binary, pocl compiles every kernel. */
static bool
compiles(cl_program program)
{
	size_t size = 0;

	return !clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL) && size;
}

static void
take(const char *path)
{
	size_t size = 0;
	unsigned char *bytes = read_file(path, &size);
	const unsigned char *binary = bytes;
	cl_int status, error = 0;
	size_t kernels = 0;
	cl_program program;

	if (!bytes) {
		puts("cannot be read");
		return;
	}
	program = clCreateProgramWithBinary(context, 1, &device, &size, &binary, &status, &error);
	if (error || status)
		printf("no binary for it: %d\n", error ? error : status);
	else if (clBuildProgram(program, 1, &device, "-x spir -spir-std=1.2", NULL, NULL))
		print_log(program);
	else if (clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof kernels, &kernels, NULL))
		puts("kernels cannot be counted");
	else if (kernels && !compiles(program))
		puts("not compiled");
	else
		printf("taken %zu\n", kernels);
	free(bytes);
}

int
main(int argc, char **argv)
{
	int i;

	if (find_device()) {
		fprintf(stderr, "pocl-take: no OpenCL CPU device that takes SPIR\n");
		return 3;
	}
	for (i = 1; i < argc; i++)
		take(argv[i]);
	return 0;
}
