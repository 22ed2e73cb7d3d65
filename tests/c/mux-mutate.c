/*
 * libsycl-cc-mux on damaged inputs:
 *
 *     mux-mutate KIND SEED COUNT FILE...
 *
 * COUNT may be FIRST+COUNT.
 * KIND is ir, spirv, serial (the serialized modules of compiled and finalized files)
 * or options (each file has lines of them).  Each of COUNT mutants is given to the library and,
 * when that takes it, compiled to a binary.  Prints how many it took, how many were compiled, and
 * after how many the worker had ended.  Status 1, with a line that names the
 * mutant: a call failed without a message, gave a result that it must not, or took longer than two minutes.
 * MUX_WORKER is the worker's path, MUX_KEEP a file for the newest mutant.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "random.h"
#include "sycl-cc/mux.h"

enum { MAX_SEEDS = 500, MOST = 1 << 20, PATIENCE = 120 };

struct bytes {
	uint8_t *data;
	size_t size;
};

static struct bytes seeds[MAX_SEEDS];
static size_t nseed;
static struct mux_context *context;
static struct mux_target *target;
static unsigned long mutant;
static long taken, compiled, ended;
static int wrong;

static void
complain(const char *what, enum mux_result result, const struct mux_module *module)
{
	printf("mutant %lu: %s: %s, log '%s'\n", mutant, what, mux_result_name(result), mux_module_log(module));
	wrong = 1;
}

static void
take_too_long(int signal)
{
	(void)signal;
	printf("mutant %lu: a call takes longer than two minutes\n", mutant);
	fflush(stdout);
	_exit(1);
}

static struct bytes
copy_bytes(const void *data, size_t size)
{
	struct bytes copy = { malloc(size + 1), size };

	if (!copy.data)
		abort();
	memcpy(copy.data, data, size);
	copy.data[size] = '\0';
	return copy;
}

static void
add_seed(const void *data, size_t size)
{
	if (nseed < MAX_SEEDS && size)
		seeds[nseed++] = copy_bytes(data, size);
}

static struct bytes
read_file(const char *path)
{
	static uint8_t data[MOST];
	FILE *file = fopen(path, "rb");
	size_t size = file ? fread(data, 1, sizeof data, file) : 0;

	if (file)
		fclose(file);
	if (!size)
		fprintf(stderr, "mux-mutate: cannot read '%s'\n", path);
	return copy_bytes(data, size);
}

/* Bits are flipped, bytes copied from elsewhere, or the end is cut. */
static struct bytes
mutate(const struct bytes *from)
{
	struct bytes to = copy_bytes(from->data, from->size);
	size_t times = 1 + random_number(8);

	if (!random_number(8))
		to.size = random_number(to.size);
	while (times-- && to.size)
		switch (random_number(4)) {
		case 0: to.data[random_number(to.size)] = to.data[random_number(to.size)]; break;
		case 1: to.data[random_number(to.size)] = (uint8_t)random_number(256); break;
		default: to.data[random_number(to.size)] ^= (uint8_t)(1 << random_number(8)); break;
		}
	return to;
}

static struct mux_module *
make_module(void)
{
	struct mux_module *module = NULL;
	enum mux_result result = mux_module_create(target, &module);

	if (result) {
		complain("mux_module_create", result, module);
		exit(1);
	}
	return module;
}

/* A failure has its reason in the log, and is one of those that the call may give. */
static bool
succeeds(const char *call, enum mux_result result, enum mux_result failure, const struct mux_module *module)
{
	if (result == MUX_SUCCESS)
		return true;
	/* Damaged bitcode may have LLVM ask for more memory than there is. */
	if ((result != failure && result != MUX_INVALID_VALUE && result != MUX_OUT_OF_MEMORY)
	    || (result != MUX_INVALID_VALUE && !*mux_module_log(module)))
		complain(call, result, module);
	return false;
}

static void
compile(struct mux_module *module)
{
	const uint8_t *binary;
	size_t size;

	taken++;
	if (mux_module_state(module) != MUX_STATE_FINALIZED
	    && !succeeds("mux_module_finalize", mux_module_finalize(module, NULL, NULL), MUX_FINALIZE_PROGRAM_FAILURE, module))
		return;
	if (succeeds("mux_module_create_binary", mux_module_create_binary(module, &binary, &size), MUX_FINALIZE_PROGRAM_FAILURE, module))
		compiled++;
}

static bool
take_ir(struct mux_module *module, const struct bytes *in)
{
	return succeeds("mux_module_compile_ir", mux_module_compile_ir(module, in->data, in->size), MUX_COMPILE_PROGRAM_FAILURE, module);
}

static bool
take_spirv(struct mux_module *module, const struct bytes *in)
{
	const uint32_t *words = (const uint32_t *)(const void *)in->data;

	return succeeds("mux_module_compile_spirv", mux_module_compile_spirv(module, words, in->size / sizeof *words, NULL, NULL, 0, NULL),
		MUX_COMPILE_PROGRAM_FAILURE, module);
}

static bool
take_serial(struct mux_module *module, const struct bytes *in)
{
	return mux_module_deserialize(module, in->data, in->size);
}

/* Options as they are written and, when they are taken, a compilation with them. */
static bool
take_options(struct mux_module *module, const struct bytes *in)
{
	static const enum mux_result failures[] = {
		MUX_INVALID_BUILD_OPTIONS, MUX_INVALID_COMPILER_OPTIONS, MUX_INVALID_LINKER_OPTIONS,
	};
	const enum mux_mode mode = (enum mux_mode)random_number(3);

	in->data[in->size] = '\0';
	return succeeds("mux_module_set_options", mux_module_set_options(module, mode, (const char *)in->data), failures[mode], module)
		&& mode != MUX_MODE_LINK
		&& succeeds("mux_module_compile_clc", mux_module_compile_clc(module, "FULL_PROFILE",
			"kernel void k(global int *p) { *p = 1; }", NULL, 0),
			mode == MUX_MODE_BUILD ? MUX_BUILD_PROGRAM_FAILURE : MUX_COMPILE_PROGRAM_FAILURE, module);
}

static const struct kind {
	const char *name;
	bool (*take)(struct mux_module *module, const struct bytes *in);
} kinds[] = { { "ir", take_ir }, { "spirv", take_spirv }, { "serial", take_serial }, { "options", take_options } };

static void
add_serialized(struct mux_module *module)
{
	struct bytes buffer = { malloc(mux_module_size(module) + 1), mux_module_size(module) };

	if (buffer.data)
		add_seed(buffer.data, mux_module_serialize(module, buffer.data));
	free(buffer.data);
}

static void
add_file(const struct kind *kind, const char *path)
{
	struct bytes file = read_file(path);
	struct mux_module *module = kind->take == take_serial ? make_module() : NULL;
	char *line;

	if (kind->take == take_options) {
		for (line = strtok((char *)file.data, "\n"); line; line = strtok(NULL, "\n"))
			add_seed(line, strlen(line));
	} else if (!module) {
		add_seed(file.data, file.size);
	} else if (take_ir(module, &file)) {
		add_serialized(module);
		if (!mux_module_finalize(module, NULL, NULL))
			add_serialized(module);
	}
	mux_module_free(module);
	free(file.data);
}

/* For who looks at one of them. */
static void
keep(const struct bytes *in)
{
	FILE *file = fopen(getenv("MUX_KEEP"), "wb");

	if (file) {
		fwrite(in->data, 1, in->size, file);
		fclose(file);
	}
}

static void
try(const struct kind *kind)
{
	struct bytes in = mutate(&seeds[random_number(nseed)]);
	struct mux_module *module = make_module();
	const long worker = mux_context_worker(context);

	if (getenv("MUX_KEEP"))
		keep(&in);
	alarm(PATIENCE);
	if (kind->take(module, &in))
		compile(module);
	ended += worker && worker != mux_context_worker(context);
	mux_module_free(module);
	free(in.data);
	alarm(0);
}

static void
take_info(const struct mux_info *info, void *user)
{
	const struct mux_info **native = user;

	if (!strcmp(info->cpu, "native"))
		*native = info;
}

int
main(int argc, char **argv)
{
	const struct mux_info *native = NULL;
	const struct kind *kind = NULL;
	const char *worker = getenv("MUX_WORKER");
	struct mux_context_options options = { .size = sizeof options, .worker = worker };
	unsigned long count, last;
	char *more;
	size_t i;
	int k;

	for (i = 0; argc > 4 && i < sizeof kinds / sizeof *kinds; i++)
		if (!strcmp(argv[1], kinds[i].name))
			kind = &kinds[i];
	mux_compilers_list(take_info, &native);
	if (!kind || mux_context_create(&options, &context) || mux_target_create(native, context, NULL, NULL, &target)) {
		fprintf(stderr, "usage: mux-mutate ir|spirv|serial|options SEED COUNT FILE...\n");
		return 2;
	}
	for (k = 4; k < argc; k++)
		add_file(kind, argv[k]);
	signal(SIGALRM, take_too_long);
	count = strtoul(argv[3], &more, 10);
	if (*more == '+') {
		mutant = count;
		count = strtoul(more + 1, NULL, 10);
	}
	for (last = mutant + count; nseed && mutant < last; mutant++) {
		random_state = (strtoull(argv[2], NULL, 10) << 32 | mutant) * 0x9e3779b97f4a7c15u + 1;
		random_number(2);
		try(kind);
	}
	printf("%s: of %lu mutants of %zu inputs %ld were taken, %ld compiled; the worker ended %ld times\n",
		kind->name, count, nseed, taken, compiled, ended);
	for (i = 0; i < nseed; i++)
		free(seeds[i].data);
	mux_target_free(target);
	mux_context_free(context);
	return wrong || !nseed;
}
