/*
 * Runs one kernel of a native CPU image and prints its buffers:
 *
 *     mux-host IMAGE KERNEL GLOBAL LOCAL ARG...
 *
 * GLOBAL and LOCAL are sizes X[,Y[,Z]]; @X,Y,Z behind GLOBAL is an offset.
 * Arguments in parameter order:
 *
 *     i32=N i64=N f32=N f64=N   a number
 *     local=BYTES               local memory
 *     out:TYPE:N                buffer of N zeros, printed when the kernel is done
 *     iota:TYPE:N               buffer 0, 1, 2 ...
 *     both:TYPE:N               the same, printed when the kernel is done
 *     { ... }                   the arguments between as one struct
 *
 * Memory that the image must not touch is checked.
 *
 *     mux-host IMAGE
 *
 * runs all kernels, which take a buffer of zeros and one of pseudo-random words, in
 * groups of 1, 5, 16, 37 and 4 * 4 * 2.  Prints for each kernel its name and a hash
 * of the first buffer for each size; "-" for sizes that the kernel does not allow; "died" if it does.
 */
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sycl-cc/mux-image.h"

enum { GUARD = 4096, MAX_BUFFERS = 16, PACKED = 4096, WORDS = 4096 };

struct buffer {
	char type[8];
	size_t n;
	char *data;
};

static struct buffer printed[MAX_BUFFERS];
static int nprinted;

static void
fail(const char *what, const char *name)
{
	fprintf(stderr, "mux-host: %s '%s'\n", what, name);
	exit(1);
}

/* Memory between two guards. */
static char *
guarded_alloc(size_t size)
{
	size_t all = (size + 2 * GUARD + 63) / 64 * 64;
	char *data = aligned_alloc(64, all);

	if (!data)
		fail("no memory for", "buffer");
	memset(data, 0x5a, all);
	return data + GUARD;
}

static void
guarded_check(const char *data, size_t size, const char *name)
{
	size_t i;

	for (i = 0; i < GUARD; i++)
		if (data[i - GUARD] != 0x5a || data[size + i] != 0x5a)
			fail("the kernel wrote outside of", name);
}

static size_t
type_size(const char *type)
{
	return type[1] == '6' ? 8 : type[1] == '3' ? 4 : 1;
}

static void
put_number(const char *type, char *to, const char *text)
{
	if (!strcmp(type, "i32"))
		memcpy(to, &(int32_t){ (int32_t)strtoll(text, NULL, 0) }, 4);
	else if (!strcmp(type, "i64"))
		memcpy(to, &(int64_t){ strtoll(text, NULL, 0) }, 8);
	else if (!strcmp(type, "f32"))
		memcpy(to, &(float){ strtof(text, NULL) }, 4);
	else if (!strcmp(type, "f64"))
		memcpy(to, &(double){ strtod(text, NULL) }, 8);
	else
		fail("unknown type", type);
}

static void
print_number(const char *type, const char *from)
{
	int32_t i32;
	int64_t i64;
	double f64;
	float f32;

	if (!strcmp(type, "i32")) {
		memcpy(&i32, from, 4);
		printf("%d", i32);
	} else if (!strcmp(type, "i64")) {
		memcpy(&i64, from, 8);
		printf("%ld", i64);
	} else if (!strcmp(type, "f32")) {
		memcpy(&f32, from, 4);
		printf("%.6g", (double)f32);
	} else {
		memcpy(&f64, from, 8);
		printf("%.12g", f64);
	}
}

/* "out:i32:16" or "iota:f32:8". */
static char *
make_buffer(const char *text)
{
	struct buffer buffer = { .n = 0 };
	char kind[8], number[32];
	size_t i, size;

	if (sscanf(text, "%7[^:]:%7[^:]:%zu", kind, buffer.type, &buffer.n) != 3)
		fail("unknown argument", text);
	size = type_size(buffer.type);
	buffer.data = guarded_alloc(buffer.n * size);
	for (i = 0; i < buffer.n; i++) {
		snprintf(number, sizeof number, "%zu", strcmp(kind, "out") ? i : 0);
		put_number(buffer.type, buffer.data + i * size, number);
	}
	if (strcmp(kind, "iota") != 0)
		printed[nprinted++] = buffer;
	return buffer.data;
}

/* The argument at the end of what is packed, with natural alignment; the new end. */
static size_t
pack(char *packed, size_t end, const char *text, size_t *local)
{
	char type[8], *address;
	size_t size = 8;

	*local = 0;
	if (!strncmp(text, "local=", 6)) {
		*local = strtoul(text + 6, NULL, 0);
		address = guarded_alloc(*local);
	} else if (sscanf(text, "%3[if0-9]=", type) == 1 && text[strlen(type)] == '=') {
		size = type_size(type);
		end = (end + size - 1) / size * size;
		put_number(type, packed + end, text + strlen(type) + 1);
		return end + size;
	} else {
		address = make_buffer(text);
	}
	end = (end + 7) / 8 * 8;
	memcpy(packed + end, &address, 8);
	return end + size;
}

static void
read_size(uint64_t size[3], const char *text, uint64_t otherwise)
{
	int i;

	for (i = 0; i < 3; i++) {
		size[i] = *text && *text != '@' ? strtoull(text, (char **)&text, 0) : otherwise;
		text += *text == ',';
	}
}

static const struct mux_kernel *
load_table(const char *image)
{
	void *handle = dlopen(image, RTLD_NOW);
	const struct mux_kernel *kernel;

	if (!handle)
		fail("cannot load", dlerror());
	kernel = dlsym(handle, MUX_TABLE_SYMBOL);
	if (!kernel || kernel->abi != MUX_ABI_VERSION)
		fail("no table of this version in", image);
	return kernel;
}

static const struct mux_kernel *
find_kernel(const char *image, const char *name)
{
	const struct mux_kernel *kernel = load_table(image);

	for (; kernel->name; kernel++)
		if (!strcmp(kernel->name, name))
			return kernel;
	fail("no kernel", name);
	return NULL;
}

static void
run(const struct mux_kernel *kernel, const char *packed, struct mux_wg *wg)
{
	uint64_t items = wg->local_size[0] * wg->local_size[1] * wg->local_size[2];
	size_t scratch = mux_scratch_size(kernel, items);
	char *local = guarded_alloc(kernel->local_size), *memory = guarded_alloc(scratch);

	wg->local_mem = local;
	wg->scratch = memory;
	for (wg->group_id[2] = 0; wg->group_id[2] < wg->num_groups[2]; wg->group_id[2]++)
		for (wg->group_id[1] = 0; wg->group_id[1] < wg->num_groups[1]; wg->group_id[1]++)
			for (wg->group_id[0] = 0; wg->group_id[0] < wg->num_groups[0]; wg->group_id[0]++)
				kernel->entry(packed, wg);
	guarded_check(local, kernel->local_size, "local memory");
	guarded_check(memory, scratch, "scratch memory");
}

/* FNV-1a of what the kernel writes in groups of that size, two in each dimension but the third. */
static uint32_t
hash_of_run(const struct mux_kernel *kernel, const uint64_t size[3])
{
	_Alignas(64) static char packed[PACKED];
	uint32_t *out = (uint32_t *)guarded_alloc(WORDS * 4), *in = (uint32_t *)guarded_alloc(WORDS * 4), x = 12345, hash = 2166136261;
	bool planes = size[1] > 1;
	struct mux_wg wg = {
		.work_dim = planes ? 3 : 1, .local_size = { size[0], size[1], size[2] }, .num_groups = { 2, planes ? 2 : 1, 1 },
	};
	int i;

	memset(out, 0, WORDS * 4);
	for (i = 0; i < WORDS; i++) {
		x = x * 1664525 + 1013904223;
		in[i] = x ^ x >> 13;
	}
	memcpy(packed, &out, 8);
	memcpy(packed + 8, &in, 8);
	run(kernel, packed, &wg);
	guarded_check((char *)out, WORDS * 4, kernel->name);
	for (i = 0; i < WORDS; i++)
		hash = (hash ^ out[i]) * 16777619;
	return hash;
}

static void
print_hashes(const struct mux_kernel *kernel)
{
	static const uint64_t sizes[][3] = { { 1, 1, 1 }, { 5, 1, 1 }, { 16, 1, 1 }, { 37, 1, 1 }, { 4, 4, 2 } };
	const uint32_t *reqd = kernel->reqd_wg_size;
	char line[sizeof sizes / sizeof *sizes * 9 + 1] = "", *end = line;
	size_t i;

	for (i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		if (reqd[0] && (reqd[0] != sizes[i][0] || reqd[1] != sizes[i][1] || reqd[2] != sizes[i][2]))
			end += sprintf(end, " -");
		else
			end += sprintf(end, " %08x", (unsigned)hash_of_run(kernel, sizes[i]));
	}
	printf("%s%s\n", kernel->name, line);
}

/* A process for each kernel, so that one that dies does not hide the others. */
static int
run_all(const char *image)
{
	const struct mux_kernel *kernel;
	int status;
	pid_t child;

	for (kernel = load_table(image); kernel->name; kernel++) {
		child = fork();
		if (!child) {
			print_hashes(kernel);
			exit(0);
		}
		if (child < 0 || waitpid(child, &status, 0) < 0)
			fail("cannot run", kernel->name);
		if (status)
			printf("%s died\n", kernel->name);
		fflush(stdout);
	}
	return 0;
}

int
main(int argc, char **argv)
{
	static _Alignas(64) char packed[PACKED];
	struct mux_wg wg = { .work_dim = 3 };
	const struct mux_kernel *kernel;
	size_t end = 0, local, j;
	int i;

	if (argc == 2)
		return run_all(argv[1]);
	if (argc < 5)
		fail("usage", "mux-host IMAGE KERNEL GLOBAL LOCAL ARG...");
	kernel = find_kernel(argv[1], argv[2]);
	read_size(wg.num_groups, argv[3], 1);
	read_size(wg.local_size, argv[4], 1);
	if (strchr(argv[3], '@'))
		read_size(wg.global_offset, strchr(argv[3], '@') + 1, 0);
	for (i = 0; i < 3; i++)
		wg.num_groups[i] /= wg.local_size[i];
	for (i = 5; i < argc; i++) {
		if (!strcmp(argv[i], "{") || !strcmp(argv[i], "}"))
			end = (end + 7) / 8 * 8;
		else
			end = pack(packed, end, argv[i], &local);
	}
	if (end < kernel->packed_size)
		fail("too few arguments for", argv[2]);
	run(kernel, packed, &wg);
	for (i = 0; i < nprinted; i++) {
		guarded_check(printed[i].data, printed[i].n * type_size(printed[i].type), "buffer");
		for (j = 0; j < printed[i].n; j++) {
			print_number(printed[i].type, printed[i].data + j * type_size(printed[i].type));
			putchar(j + 1 < printed[i].n ? ' ' : '\n');
		}
	}
	return 0;
}
